"""The gain from tables of more features in the quick policy: the pilot of expert iteration.

    python -m tests.workshop.tables [--hands 4000000] [--workers 2] [--seed 1]

Plays hands of the quick policy against those that it was tuned against, and probes one discard of
each: the policy's own, and another, both played to the end from the true cards. To seven tenths of
the hands the difference is fitted: by what the policy looks at, and with small tables beside that.
On the other hands it is counted what would be gained by choosing as the fit says, in points a hand:
in the hands where the other discard is the next best, or any that is not much worse. That is what
one step of such an iteration is worth, to the first order. It needs scipy, which open_spiel brings.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from analyzer.engine.policies import BASELINE
from analyzer.engine.rollout import by_upcard, hand_rules
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs, ranges
from analyzer.kernel._policy import choose_discard, meld_outs
from analyzer.kernel.bits import COLUMN, RANKS, lowest, popcount
from analyzer.kernel.deadwood import arrange
from analyzer.kernel.deals import deal, knock_card
from analyzer.kernel.inplay import seen, stage_of, under, unseen
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.rng import below, step
from tests.workshop.tuning import kernel_probe as probe
from tests.workshop.tuning._opponents import population
from tests.workshop.tuning._probes import MOST_CHOICES, NEARNESS

Floats = NDArray[np.float64]

CHUNK: Final = 100_000
FITTED: Final = 0.7
RIDGE: Final = 500.0
STAGES: Final = 6
"""Of four discards each."""
SIDE: Final = 11
"""Features of the discard, and of what it keeps; behind `probe.ROW`, for each of the two."""
CARDS, NEXT, KNOWN, FIRST = probe.ROW, probe.ROW + 1, probe.ROW + 2, probe.ROW + 3
WIDTH: Final = FIRST + 2 * SIDE


@inlined
def around(card: int, cards: int) -> int:
    """Which of a card's neighbors in its suit, two on each side, a mask holds: 0 to 15."""
    near: int = (cards << 2) >> card & 31
    return near & 3 | (near >> 3 & 3) << 2


@inlined
def describe(card: int, loose: int, live: int, known: int, t: Any, out: Any) -> None:
    """Describe a discard (four numbers and its rank), and the loose cards it leaves."""
    rank, rest = card & 15, loose & ~(1 << card)
    out[0], out[1], out[2] = rank, popcount((live >> rank) & COLUMN), around(card, live)
    out[3], out[4] = around(card, known), popcount((known >> rank) & COLUMN)
    out[5], out[6] = popcount(rest), popcount(meld_outs(rest, live))
    todo = rest
    while todo != 0:
        other = lowest(todo)
        todo &= todo - 1
        bit, suit = 1 << other, RANKS << (other & 48)
        near = (bit << 1 | bit >> 1 | bit << 2 | bit >> 2) & suit & rest
        same = popcount((rest >> (other & 15)) & COLUMN) - 1
        out[7] += same + popcount(near)
        if same == 0 and near == 0:
            out[8] += 1
            out[9] += t.points[other]
        out[10] += t.points[other]


@jit(allocates=True)
def gather(
    seed: int, first: int, count: int, limits: Any, t: Any, r: Any, learner: Any, others: Any,
    shares: Any, out: Any,
) -> int:  # fmt: skip
    """As `probe.probe`, discards alone, each row with more to look at behind it."""
    row, scratch = np.zeros(64, np.int8), np.zeros(64, np.int8)
    w = np.zeros((2, len(learner)))
    w[0] = learner
    filled = 0
    for game in range(first, first + count):
        chance = deal(row, seed, game)
        rules = under(r, limits[knock_card(row, chance, 0)])
        chance = step(chance)
        w[1] = others[np.searchsorted(shares, below(chance, 1_000_000) * 1e-6)]
        turn, _, _, discards, _, _, chance = probe._walk(row, 0, game & 1, chance, t, rules, w)
        chance, line = step(chance), out[filled]
        if discards == 0 or not probe._probe_discard(turn, row, scratch, chance, t, rules, w, line):
            continue
        root = seen(turn)
        live, now = unseen(root), stage_of(root.discards)
        key, loose = arrange(root.hand, t)
        own = choose_discard(root.hand, key, loose, turn.taken, live, root.known, now, t, w, 0)
        other, _ = probe._another(turn, own, chance, t, w)
        line[probe.CHOICES], line[CARDS], line[NEXT] = discards, root.discards, chance & 1
        line[KNOWN] = popcount(root.known)
        describe(own, loose, live, root.known, t, line[FIRST:])
        describe(other, loose, live, root.known, t, line[FIRST + SIDE :])
        filled += 1
    return filled


def rows(seed: int, hands: range) -> NDArray[np.float32]:
    """The probes of some hands."""
    rules = PRESETS["eaai"]
    met = population(BASELINE)
    shares = np.cumsum([one.share for one in met])
    out = np.zeros((len(hands), WIDTH))
    filled = gather(
        seed, hands.start, len(hands), by_upcard(rules)[0], rules.tables, hand_rules(rules),
        BASELINE.row(), np.stack([one.policy.row() for one in met]), shares / shares[-1], out,
    )  # fmt: skip
    return out[:filled].astype(np.float32)


class Table(NamedTuple):
    """A table: where each probe's discard stands in it, and how many places there are."""

    places: NDArray[np.int64]
    size: int


def table(*parts: tuple[NDArray[np.int64], int]) -> Table:
    """A table by several numbers, each less than what stands beside it, or cut there."""
    places, size = np.zeros(len(parts[0][0]), np.int64), 1
    for number, most in parts:
        places, size = places * most + np.minimum(number, most - 1), size * most
    return Table(places, size)


def given(found: NDArray[np.float32], side: int) -> Iterator[Table]:
    """Tables of what the other player may do with a discard."""
    rank, same, near, known_near, known_same = columns(found, side)[:5]
    stage = found[:, CARDS].astype(np.int64) // 4, STAGES
    yield table(stage, (same, 4))
    yield table(stage, (near, 16))
    yield table(stage, (rank, 13))
    yield table((known_near, 16), (known_same, 4))
    yield table(stage, (known_same + (known_near > 0), 4), (same, 4))
    yield table((found[:, KNOWN].astype(np.int64), 4), (rank, 13))


def kept(found: NDArray[np.float32], side: int) -> Iterator[Table]:
    """Tables of the loose cards that a discard leaves."""
    loose, outs, partners, alone, alone_points, points = columns(found, side)[5:]
    stage = found[:, CARDS].astype(np.int64) // 4, STAGES
    yield table(stage, (loose, 8), (outs, 11))
    yield table(stage, (loose, 8), (alone, 6))
    yield table(stage, (alone, 6), (alone_points // 8, 6))
    yield table(stage, (loose, 8), (points // 6, 10))
    yield table(stage, (loose, 8), (partners // 2, 7))


def columns(found: NDArray[np.float32], side: int) -> NDArray[np.int64]:
    """Return what `describe` wrote of one of the two discards, a row for each number."""
    first = FIRST + SIDE * side
    return found[:, first : first + SIDE].astype(np.int64).T


def linear(found: NDArray[np.float32]) -> Floats:
    """Return what the policy looks at: the second discard less the first, and that times the
    stage."""
    f = found[:, probe.FEATURES :].astype(float)
    outs = f[:, probe.OUTS] - f[:, probe.OUTS + 1]
    more = [
        f[:, place + 1] - f[:, place]
        for place in (probe.PRICES, probe.DANGERS, probe.FEEDS, probe.GIFTS)
    ]
    plain = np.stack([*more, outs, outs * (f[:, probe.KEPT] <= 3)], axis=1)
    return np.hstack([plain, plain * found[:, [probe.STAGE]]])


def differences(found: NDArray[np.float32], kinds: tuple[Any, ...]) -> Any:
    """The same of tables: one place more, one less."""
    sides = [[each for kind in kinds for each in kind(found, side)] for side in range(2)]
    starts = np.cumsum([0, *(each.size for each in sides[0])])
    hot = []
    for tables in sides:
        places = np.stack(
            [each.places + start for each, start in zip(tables, starts, strict=False)], axis=1
        )
        count = len(tables)
        hot.append(
            sparse.csr_matrix(
                (np.ones(places.size), places.ravel(), np.arange(0, places.size + 1, count)),
                shape=(len(found), starts[-1]),
            )
        )
    return hot[1] - hot[0]


def solved(x: Any, gain: Floats, weights: Floats) -> Floats:
    """Least squares with a ridge."""
    weighted = sparse.diags(weights) @ x
    squares = np.asarray((weighted.T @ x).todense()) + np.eye(x.shape[1]) * RIDGE
    answer: Floats = np.linalg.solve(squares, weighted.T @ gain)
    return answer


def gained(found: NDArray[np.float32], prefers: NDArray[np.bool_], following: int) -> Any:
    """Points a hand with a 95% half-width, where the first discard is chosen or the other."""
    asked = found[:, NEXT] == following
    points = -found[asked, probe.GAIN] * found[asked, probe.CHOICES] * ~prefers[asked]
    half = 1.96 * points.std() / math.sqrt(len(points))
    return {
        "chooses otherwise": round(float(1 - prefers[asked].mean()), 3),
        "points a hand": round(float(points.mean()), 3),
        "half-width": round(float(half), 3),
    }


def figures(found: NDArray[np.float32]) -> dict[str, Any]:
    """Return what each fit gains on hands that it has not seen."""
    gain, lead = found[:, probe.GAIN].astype(float), found[:, probe.LEAD]
    weights = np.minimum(found[:, probe.CHOICES], MOST_CHOICES) / (1 + (lead / NEARNESS) ** 2)
    split, base = int(len(found) * FITTED), sparse.csr_matrix(linear(found))
    answer: dict[str, Any] = {"probes": len(found)}
    for name, kinds in (
        ("what the policy looks at", ()),
        ("with tables of what is given", (given,)),
        ("with tables of what is kept", (kept,)),
        ("with both", (given, kept)),
    ):
        x = sparse.hstack([base, differences(found, kinds)]).tocsr() if kinds else base
        fit = solved(x[:split], gain[:split], weights[:split].astype(float))
        prefers = x[split:] @ fit >= 0
        answer[name] = {
            "numbers": x.shape[1],
            "against the next best": gained(found[split:], prefers, 1),
            "against any": gained(found[split:], prefers, 0),
        }
    return answer


def main() -> None:
    """Print the figures as a JSON document."""
    parser = argparse.ArgumentParser(description="what tables would add to the quick policy")
    parser.add_argument("--hands", type=int, default=4_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with Jobs(wanted.workers) as jobs:
        found = np.concatenate(jobs.run(partial(rows, wanted.seed), ranges(wanted.hands, CHUNK)))
    print(json.dumps(figures(found), indent=1))


if __name__ == "__main__":
    main()
