"""Results of chunks in a file: what was cut off goes on, and nothing that is not ours is loaded."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from analyzer.errors import InputError
from analyzer.jobs import ChunkJournal, Jobs, Stopped, usual_journal
from analyzer.jobs import _journal as module

CHUNKS = range(6)


@dataclass
class Counted:
    """A function that knows what it was called with."""

    calls: list[int] = field(default_factory=list)

    def work(self, by: int, number: int) -> int:
        self.calls.append(number)
        return by * number


COUNTED = Counted()


def work(by: int, number: int) -> int:
    return COUNTED.work(by, number)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    COUNTED.calls.clear()


def done_until(path: Path, number: int) -> None:
    """Three-fold numbers, stopped after so many."""
    with pytest.raises(Stopped), Jobs(journal=ChunkJournal(path)) as jobs:
        jobs.run(partial(work, 3), CHUNKS, stop=lambda: len(COUNTED.calls) == number)
    COUNTED.calls.clear()


def test_what_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    path, told = tmp_path / "journal", list[tuple[int, int]]()
    done_until(path, 4)
    path.write_bytes(path.read_bytes()[:-9])  # killed while it wrote the fourth line
    with Jobs(journal=ChunkJournal(path)) as jobs:
        found = jobs.run(
            partial(work, 3), CHUNKS, progress=lambda done, all_: told.append((done, all_))
        )
        assert path.exists()
    assert found == [3 * number for number in CHUNKS]
    assert COUNTED.calls == [3, 4, 5]
    assert told[-1] == (6, 6)
    assert not path.exists(), "what is done need not be kept"


def test_other_work_and_another_engine_find_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    done_until(path, 2)
    kept = ChunkJournal(path)
    assert kept.get(kept.key(partial(work, 3), 1)) == (3,)
    assert kept.get(kept.key(partial(work, 4), 1)) is None
    monkeypatch.setattr("analyzer.engine.ENGINE_VERSION", "0.0.9+000000000000")
    assert kept.get(kept.key(partial(work, 3), 1)) is None


class Trap:
    """What must never be loaded."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return COUNTED.calls.append, (666,)


def test_a_line_that_somebody_else_wrote_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    key = ChunkJournal(path).key(partial(work, 3), 0)
    foreign = module.b64encode(bytes(module.MARK) + pickle.dumps(Trap()))
    path.write_bytes(key.encode() + b" " + foreign + b"\n" + key.encode() + b" ***\n")
    assert ChunkJournal(path).get(key) is None
    path.write_bytes(key.encode() + b" " + foreign + b"\n")
    with Jobs(journal=ChunkJournal(path)) as jobs:
        assert jobs.run(partial(work, 3), [0]) == [0]
    assert COUNTED.calls == [0]


def test_a_file_in_which_nothing_is_kept_goes(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with pytest.raises(ZeroDivisionError), Jobs(journal=ChunkJournal(path)):
        assert path.exists() and 1 / 0
    assert not path.exists()


def test_a_journal_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        ChunkJournal(tmp_path / "nowhere" / "journal")
    (tmp_path / "file").touch()
    monkeypatch.setenv("GINSIGHT_DATA", str(tmp_path / "file"))
    assert usual_journal("arena") is None, "work goes on without one"
