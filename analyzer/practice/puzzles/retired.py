"""Puzzles that are asked no more: their answer did not hold when they were put again.

A line is the day, the id and why. The puzzle stays in its pack: the days that have been, the
answers, streaks and repetitions keep it, with a note; no day to come gets it, nor chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from analyzer.errors import InputError
from analyzer.resources import resource_root, text_in

FILE: Final = "retired.txt"


@dataclass(frozen=True, slots=True)
class RetiredPuzzle:
    """A puzzle that is asked no more."""

    id: str
    day: date
    """On which it was retired."""
    why: str


Retired = Mapping[str, RetiredPuzzle]
"""By id."""


def parse_retired(text: str) -> Retired:
    """Read a list; InputError names a line that is none of a day, an id and a reason.

    >>> parse_retired("2026-11-25 aaaaaaaaaa another answer is best\\n")["aaaaaaaaaa"].why
    'another answer is best'
    """
    listed: dict[str, RetiredPuzzle] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        day, _, rest = line.partition(" ")
        puzzle, _, why = rest.partition(" ")
        try:
            listed[puzzle] = RetiredPuzzle(puzzle, date.fromisoformat(day), why)
        except ValueError:
            raise InputError(
                f"`{line}` is no retired puzzle", where=f"{FILE} line {number}",
                hint="a line is a date, an id and why",
            ) from None  # fmt: skip
    return MappingProxyType(listed)


def load_retired(path: Path | None = None) -> Retired:
    """The list of a file, that of the program if none is given; empty where there is none."""
    file = resource_root() / "puzzles" / FILE if path is None else path
    return parse_retired(text_in(file) if file.exists() else "")


@lru_cache(maxsize=1)
def shipped_retired() -> Retired:
    """The list that came with the program."""
    return load_retired()
