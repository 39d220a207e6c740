"""The kernel compiled and as plain Python, its cache folder, and its tables."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.game.cards import CardSet
from analyzer.kernel import bits, cache, jit
from analyzer.kernel.tables import FEWEST, KEYS, LEFT, REST, MeldValues, build_tables

CLASSIC = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)

PROBE = """
import random, sys
import numpy as np
from analyzer.kernel import deadwood as d, defend as f, jit
from analyzer.kernel.defenses import _TALLY, tally
from analyzer.kernel.tables import MeldValues, build_tables
rng = random.Random(11)
deck = [suit * 16 + rank for suit in range(4) for rank in range(13)]
total = 0
for wrap, cap in ((False, 0), (True, 0), (False, 5)):
    values = (15 if wrap else 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    t = build_tables(MeldValues(values, wrap, cap))
    for _ in range(60):
        low = rng.randrange(8)
        pool = [card for card in deck if low <= card % 16 < low + 6]
        cards = rng.sample(pool, 21)
        hand, other = (sum(1 << card for card in some) for some in (cards[:11], cards[11:]))
        points, discarded = d.best_discard(hand, cards[0], t)
        kept = hand ^ (1 << int(discarded))
        left, runs, missing = d.layout(kept, t)
        rows = f.spread(kept, 12, t)
        hands = np.array([other, other ^ (1 << cards[11])], np.int64)
        counts = np.zeros(_TALLY, np.int64)
        tally(hands, runs, missing, t, counts)
        numbers = [d.deadwood(hand, t), d._cards_left(hand, t), d.arrange(hand, t)[1], points,
                   discarded, left, runs, missing, f.defend_by_rules(other, runs, missing, t),
                   len(rows), sum(map(sum, rows)),
                   d.gin_outs(kept, ~hand & 0x1FFF1FFF1FFF1FFF, t),
                   *counts]
        if cap:
            row = rows[-1] if rows else [0] * 6
            numbers += [f.defend_capped(other, *row[3:], row[2], t)]
        for number in numbers:
            total = (total * 31 + int(number)) % (2**61 - 1)
print(jit.COMPILED, total)
"""


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.skipif(not jit.COMPILED, reason="numba is not there to compare with")
def test_compiled_and_plain_give_the_same_numbers() -> None:
    kind, compiled = run(PROBE).split()
    assert kind == "True"
    assert run(PROBE, GINSIGHT_PURE="1").split() == ["False", compiled]


def test_numba_switched_off_means_plain_python() -> None:
    code = "from analyzer.kernel import jit, bits; print(jit.COMPILED, bits.popcount(7))"
    assert run(code, NUMBA_DISABLE_JIT="1") == "False 3"


def test_the_version_names_the_cache() -> None:
    folder = cache.cache_state().folder
    assert (
        folder is None or not cache.cache_state().lasting or cache.kernel_version() in folder.name
    )


CACHE = """
from analyzer.kernel import cache, jit
from analyzer.kernel.bits import popcount
print(cache.cache_state().lasting, popcount(7), cache.cache_state().folder, sep="|")
"""


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_where_compiled_code_is_kept(tmp_path: Path) -> None:
    lasting, seven, folder = run(CACHE, NUMBA_CACHE_DIR=str(tmp_path)).split("|")
    assert (lasting, seven) == ("True", "3")
    assert Path(folder).is_relative_to(tmp_path)
    assert list(Path(folder).rglob("*.nbi"))


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_an_unwritable_cache_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    lasting, seven, folder = run(CACHE, NUMBA_CACHE_DIR=str(blocked)).split("|")
    assert (lasting, seven) == ("False", "3")
    assert not Path(folder).is_relative_to(tmp_path)
    assert not Path(folder).exists(), "the temporary folder goes when the process ends"


def test_numba_imported_first_keeps_its_own_setting(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    code = f"import numba; before = numba.config.CACHE_DIR\n{CACHE}\n"
    code += "print(numba.config.CACHE_DIR == before)"
    environment = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    assert run(code, **environment).endswith("True")


COUNTS = """
import numba, numpy as np, sys
from analyzer.kernel import cache, jit
from analyzer.kernel.tables import MeldValues, build_tables

def costliest(t):
    most = 0
    for card in range(64):
        most = max(most, t.points[card])
    return most

def three():
    return np.full(3, 1).sum()

t = build_tables(MeldValues((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)))
before = sys.getrefcount(t.points)
ours, numbas = jit.jit(cache=False)(costliest), numba.njit(costliest)
values = ours(t), numbas(t), jit.jit(allocates=True, cache=False)(three)()
both = ours.dispatcher, numbas
counted = ["NRT_incref" in one.inspect_asm()[one.signatures[0]] for one in both]
print(*values, *counted, sys.getrefcount(t.points) - before)
"""


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
@pytest.mark.nightly
def test_compiled_code_counts_no_references() -> None:
    assert run(COUNTS) == "10 10 3 False True 0"


PATIENCE = """
import ctypes, os
from llvmlite import binding

given = []

@ctypes.CFUNCTYPE(ctypes.c_int)
def give():
    given.append(1)
    return 0

binding.add_symbol("sched_yield", ctypes.cast(give, ctypes.c_void_p).value)

from analyzer.engine.policies import policy_for
from analyzer.engine.selfplay import play
from analyzer.game.rules import PRESETS

def spells():
    given.clear()
    play(PRESETS["classic"], (policy_for(PRESETS["classic"]),) * 2, 1, range(10_000))
    return len(given)

usual = spells()
os.nice(1)
print(usual, spells())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="threads are equally nice elsewhere")
@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_a_thread_that_has_stepped_back_lets_others_go_first_again_and_again() -> None:
    assert run(PATIENCE) == "0 39", "a spell is 256 hands"


def mask(text: str) -> int:
    return CardSet.of(text).mask


def test_counting_bits() -> None:
    hand = mask("Ac Kc 7d Kh As Ks")
    assert int(bits.popcount(hand)) == 6
    assert int(bits.popcount(bits.FULL)) == 52
    assert int(bits.lowest(mask("Ks"))) == 60
    assert int(bits.lowest(hand)) == 0
    for place in range(63):
        assert int(bits.popcount((2 << place) - 1)) == place + 1
        assert int(bits.lowest(1 << place)) == place


@pytest.mark.parametrize(
    ("hand", "wrap", "held"),
    [
        ("Ac 2c 3c 5c 6c Ad Kd", 0, "Ac 2c 3c"),
        ("Qc Kc Ad 2d", 1, ""),
        ("Qc Kc Ac Ad Kd 2d", 1, "Qc Kc Ac Ad Kd 2d"),
        ("Qc Kc Ac Ad Kd 2d", 0, ""),
        ("Qs Ks As Kh Ah", 1, "Qs Ks As"),
    ],
)
def test_cards_in_runs(hand: str, wrap: int, held: str) -> None:
    assert int(bits.in_runs(mask(hand), wrap)) == mask(held)


def test_neighbors_stay_in_their_suit() -> None:
    assert int(bits.above(mask("Kc 3d"), 0)) == mask("4d")
    assert int(bits.above(mask("Kc 3d"), 1)) == mask("Ac 4d")
    assert int(bits.below(mask("Ad 3d"), 0)) == mask("2d")
    assert int(bits.below(mask("Ad 3d"), 1)) == mask("Kd 2d")


def suit(text: str) -> int:
    return mask(" ".join(f"{rank}c" for rank in text))


@pytest.mark.parametrize(
    ("held", "left", "fewest"),
    [("A23", 0, 0), ("A2", 3, 2), ("3456789", 0, 0), ("23457", 7, 1), ("QKA", 21, 3)],
)
def test_tables_of_one_suit(held: str, left: int, fewest: int) -> None:
    t = build_tables(MeldValues(CLASSIC))
    assert int(t.flat[LEFT + suit(held)]) == left
    assert int(t.flat[FEWEST + suit(held)]) == fewest
    rest = bin(int(t.flat[REST + suit(held)])).count("1")
    assert int(t.flat[KEYS + suit(held)]) == left * 64 + rest


def test_runs_round_the_corner_are_another_table() -> None:
    t = build_tables(MeldValues((15, *CLASSIC[1:]), True))
    assert int(t.flat[LEFT + suit("QKA")]) == 0
    assert int(t.flat[LEFT + suit("QKA23")]) == 0
    assert int(t.flat[LEFT + suit("TKA")]) == 35
    assert int(bits.in_runs(suit("TKA2"), t.wrap)) == suit("KA2")


@pytest.mark.parametrize("values", [(1,) * 12, (-1,) * 13, (100,) * 13])
def test_values_that_cannot_be(values: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="card values"):
        build_tables(MeldValues(values))
    with pytest.raises(ValueError, match="capped"):
        build_tables(MeldValues(CLASSIC, False, 3))
