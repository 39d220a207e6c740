"""Machine code that an earlier process left is called without numba, and answers the same."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.kernel import jit
from analyzer.kernel._objects import kind_of

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")

CALL = """
import sys
from analyzer.game.arrangement import pack_cards
from analyzer.game.rules import PRESETS
from analyzer.kernel import jit, rng
from analyzer.kernel.solver import solver_for
solver = solver_for(PRESETS["standard"].meld_values, PRESETS["standard"].ace, True)
hand = pack_cards("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac")
counted = solver.least(hand.mask), solver.best_discard(hand.mask, next(iter(hand)))
print(rng.step(1234567), *counted, len(jit.zeros(3)), "numba" in sys.modules)
"""


def called(folder: Path, code: str = CALL) -> str:
    environ = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with what the call compiled there, and what it said."""
    folder = tmp_path_factory.mktemp("compiled")
    return folder, called(folder)


@pytest.fixture
def first(compiled: tuple[Path, str], tmp_path: Path) -> str:
    """What the call said while it compiled; the test's own folder has the code that it left."""
    shutil.copytree(compiled[0], tmp_path, dirs_exist_ok=True)
    return compiled[1]


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("ginsight/kernel-*/objects/*"))


def test_a_second_process_answers_the_same_without_numba(tmp_path: Path, first: str) -> None:
    second = called(tmp_path)
    assert first.endswith("True\n") and second.endswith("False\n")
    assert first.removesuffix("True\n") == second.removesuffix("False\n")


def test_code_that_is_cut_short_is_compiled_again_by_numba(tmp_path: Path, first: str) -> None:
    assert kept(tmp_path)
    for each in kept(tmp_path):
        each.write_bytes(each.read_bytes()[:100])
    assert called(tmp_path) == first


def test_code_without_its_entry_is_compiled_again_by_numba(tmp_path: Path, first: str) -> None:
    """As numba leaves it where two processes compile a function for other kinds at once."""
    parts = [pickle.loads(each.read_bytes()) for each in kept(tmp_path)]
    others = [machine for _, _, machine in (*parts[1:], parts[0])]
    for each, (entry, constants, _), other in zip(kept(tmp_path), parts, others, strict=True):
        each.write_bytes(pickle.dumps((entry, constants, other)))
    assert called(tmp_path) == first


def test_an_error_of_compiled_code_is_an_error_without_numba(tmp_path: Path) -> None:
    wrong = "from analyzer.kernel import rng\nrng.step(1)\ntry: rng.step('a')\n"
    wrong += "except Exception as error: print(type(error).__name__)"
    assert called(tmp_path, wrong) == called(tmp_path, wrong) != ""


def test_kinds_tell_apart_what_numba_compiles_apart() -> None:
    np = pytest.importorskip("numpy")
    square = np.zeros((2, 2))
    some = (square, square[:, ::2], square.astype(int), square[0], 1, 1.0)
    kinds = {kind_of(each) for each in some}
    assert len(kinds) == 6
    assert kind_of(np.int64(1)) == kind_of(1) and kind_of(True) != kind_of(1)
    for other in (1 << 63, np.int8(1), "text"):
        with pytest.raises(TypeError):
            kind_of(other)
