"""The mine: many deals, in processes or on a cluster, with a journal that survives a kill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from analyzer.engine.search import ENGINE_VERSION
from analyzer.errors import InputError
from analyzer.jobs import Jobs, JournalFile
from analyzer.practice.puzzles.types import VERSION, Puzzle
from analyzer.resources import read_json
from tests.workshop.puzzles.make import Made, Plan, make
from tests.workshop.puzzles.packing import Rejected

T = TypeVar("T")

CHUNK: Final = 8
"""Deals of a chunk: seconds of _work, so that a kill loses no more than that."""


@dataclass(frozen=True, slots=True)
class _Vein:
    """The yield of a chunk of deals, the first of which is `begin`."""

    begin: int
    made: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class _Header:
    """The first line of a journal: under what it was written."""

    plan: Plan
    engine: str
    version: str


def _work(task: tuple[Plan, int]) -> _Vein:
    """Search a chunk of deals; a pure function of the task, but for the seconds that it took."""
    plan, begin = task
    return _Vein(begin, tuple(make(plan, deal) for deal in range(begin, begin + CHUNK)))


@dataclass
class MiningJournal:
    """Veins in a file, each on the disk before the next is taken; only ever appended to.

    A line that was cut off by a kill is passed over, and its deals are searched again. Raises
    InputError where the file was written for another plan or by another engine.
    """

    path: Path
    plan: Plan
    veins: dict[int, _Vein] = field(default_factory=dict)
    """By their first deal."""

    def __post_init__(self) -> None:
        header = _Header(self.plan, ENGINE_VERSION, VERSION)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = JournalFile(self.path)
        lines = self._file.lines
        if not lines:
            self._append(header)
            return
        if _decoded(lines[0], _Header) != header:
            raise InputError(
                "the journal was written for another plan, or by another engine",
                where=str(self.path),
                hint="give another file, or remove it to begin anew",
            )
        for line in lines[1:]:
            if (vein := _decoded(line, _Vein)) is not None:
                self.veins[vein.begin] = vein

    def put(self, vein: _Vein) -> None:
        """Keep a vein."""
        self._append(vein)
        self.veins[vein.begin] = vein

    def _append(self, value: object) -> None:
        self._file.append(msgspec.json.encode(value))

    def only(self, deals: int) -> None:
        """Forget here, not in the file, what came of later deals."""
        self.veins = {begin: vein for begin, vein in self.veins.items() if begin < deals}

    @property
    def made(self) -> list[Made]:
        """The yield of all deals, in their order."""
        return [find for begin in sorted(self.veins) for find in self.veins[begin].made]

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles found, in the order of their deals."""
        return [find.puzzle for find in self.made if find.puzzle is not None]

    @property
    def rejected(self) -> list[Rejected]:
        """The rejected positions, in the order of the deals."""
        return [refused for find in self.made for refused in find.rejected]


def _decoded(line: bytes, kind: type[T]) -> T | None:
    try:
        return read_json(line, kind)
    except msgspec.MsgspecError:
        return None


def mine(
    journal: MiningJournal,
    deals: int,
    jobs: Jobs,
    *,
    progress: Callable[[int, int, Sequence[Made]], None] = lambda done, all_, made: None,
    stop: Callable[[], bool] = lambda: False,
) -> None:
    """Search deals 0 to `deals − 1`, those in the journal left out.

    The number is rounded up to whole chunks. `progress` is called after each chunk with
    (deals done, deals, what came of the chunk); when `stop` says so the journal has what is
    done by then, and `analyzer.jobs.Stopped` is raised. What the journal holds in the end
    follows from the plan and the number alone, whoever worked on it and however often it was
    killed.
    """
    begins = [begin for begin in range(0, deals, CHUNK) if begin not in journal.veins]
    tasks = [(journal.plan, begin) for begin in begins]

    def keep(_: int, vein: _Vein) -> None:
        journal.put(vein)
        progress(len(journal.veins) * CHUNK, deals, vein.made)

    jobs.run(_work, tasks, stop=stop, each=keep)
