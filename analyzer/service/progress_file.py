"""A visitor's progress as a file: to take along to another browser, or to keep."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

import msgspec

from analyzer.errors import InputError
from analyzer.practice.puzzles.again import Memory
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.mark import mark_all
from analyzer.practice.puzzles.rating import rated
from analyzer.practice.puzzles.types import Rating
from analyzer.resources import read_json
from analyzer.store import SavedAnswer, SavedTry

FORM: Final = "ginsight-puzzles-1"
MOST: Final = 20_000
"""Tries in one file."""
EARLIEST: Final = datetime(2020, 1, 1, tzinfo=UTC)
"""Nothing was kept before; a moment at the edge of time has no date in every zone."""


class _Try(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished try in the file."""

    puzzle: str
    answers: tuple[str, ...]
    finished: datetime
    day: date | None = None
    hinted: bool = False
    again: int = 0
    again_credit: float | None = None
    again_at: datetime | None = None
    memory: Memory | None = None
    """The time at which it comes again; a file from before this was kept has none."""


class _ProgressFile(msgspec.Struct, frozen=True):
    """The file; credits and ratings are not in it, for they follow from the rest."""

    form: str
    tries: tuple[_Try, ...]


def written(tries: tuple[SavedTry, ...]) -> bytes:
    """Finished tries as a file, a line for each; `read` gives them back."""
    lines = [
        msgspec.json.encode(
            _Try(
                puzzle=each.puzzle,
                answers=tuple(answer.answer for answer in each.answers),
                finished=each.finished,
                day=each.day,
                hinted=each.hinted,
                again=each.again,
                again_credit=each.again_credit,
                again_at=each.again_at,
                memory=each.memory,
            )
        )
        for each in tries
        if each.finished is not None
    ]
    return b'{"form": "%b", "tries": [\n%b\n]}\n' % (FORM.encode(), b",\n".join(lines))


def read(raw: bytes, book: PuzzleBook) -> tuple[SavedTry, ...]:
    """The tries of a file, each marked anew; those at puzzles that are not here are left out.

    Raises InputError for what is no such file.
    """
    try:
        progress_file = read_json(raw, _ProgressFile)
    except msgspec.MsgspecError as error:
        raise InputError(
            f"this is not a file of puzzles ({error})",
            where="file",
            hint="choose one that was saved here with “Save my progress”",
        ) from None
    if progress_file.form != FORM or len(progress_file.tries) > MOST:
        raise InputError(
            "this file has a different format", where="file", hint=f"its format must be {FORM}"
        )
    kept = [_read(trie, book) for trie in progress_file.tries]
    return tuple(attempt for attempt in kept if attempt is not None)


def _read(attempt: _Try, book: PuzzleBook) -> SavedTry | None:
    """A try, if it can have been: the puzzle is here, and its answers are answers."""
    puzzle = book.find(attempt.puzzle)
    if puzzle is None:
        return None
    try:
        marks, credit = mark_all(puzzle, attempt.answers)
    except InputError:
        return None
    finished = believed(attempt.finished)
    return SavedTry(
        puzzle=puzzle.id,
        began=finished,
        hinted=attempt.hinted,
        answers=tuple(SavedAnswer(mark.option.answer, mark.credit) for mark in marks),
        finished=finished,
        day=attempt.day
        if attempt.day is not None and attempt.day == book.day_of(puzzle.id)
        else None,
        credit=credit,
        again=min(max(attempt.again, 0), 1_000_000),
        again_credit=None
        if attempt.again_credit is None
        else min(max(attempt.again_credit, 0.0), 1.0),
        again_at=None if attempt.again_at is None else believed(attempt.again_at),
        memory=_believed(attempt.memory, book),
    )


def _believed(memory: Memory | None, book: PuzzleBook) -> Memory | None:
    """Return what a file says of a memory, where that can be and was not in days to come."""
    if memory is None or not memory.sound:
        return None
    return memory if EARLIEST.date() <= memory.reviewed <= book.newest() else None


def believed(moment: datetime) -> datetime:
    """A moment that a file tells, in UTC where it names no zone, and none before the first.

    >>> believed(datetime.fromisoformat("0001-01-01T00:00:00+14:00")).isoformat()
    '2020-01-01T00:00:00+00:00'
    """
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return max(aware, EARLIEST)


def rating_after(book: PuzzleBook, before: Rating | None, attempt: SavedTry) -> Rating:
    """The visitor's rating after a try from a file, by the rating in the puzzle's pack."""
    puzzle = book.puzzles[attempt.puzzle]
    assert attempt.credit is not None
    return rated(before, puzzle.rating, attempt.credit)[0]
