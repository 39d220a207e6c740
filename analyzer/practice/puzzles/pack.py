"""Packs: folders of puzzles as data, `pack.toml` and `puzzles.jsonl`.

A line of `puzzles.jsonl` is a :class:`analyzer.practice.puzzles.types.Puzzle` as JSON, so that any
program can read it; a pack is only ever added to, for a day may have served any of its lines.
"""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from analyzer.errors import InputError, unreadable
from analyzer.game.words import today
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind, PuzzleStep
from analyzer.resources import read_json, resource_root

INFO: Final = "pack.toml"
PUZZLES: Final = "puzzles.jsonl"

FORMAT: Final = 2
"""Of the packs that are written, `format` in `pack.toml`. Format 1, which does not name itself,
calls a discard a throw; it is read as well."""


T = TypeVar("T")


def pack_folders(root: Path | None = None) -> tuple[Path, ...]:
    """The folders of all packs, by name."""
    home = (resource_root() / "puzzles") if root is None else root
    return tuple(sorted(path.parent for path in home.glob(f"*/{INFO}")))


def _sound(path: Path, lines: Iterable[bytes]) -> Iterator[Puzzle]:
    """The puzzles of the lines of a file, one by one; InputError names the line of none."""
    seen: set[str] = set()
    for number, puzzle in enumerate(_read_lines(path, Puzzle, lines), start=1):
        place = f"{path} line {number}"
        if puzzle.id in seen:
            raise InputError(
                f"the puzzle {puzzle.id} is there twice", where=place, hint="take one of them out"
            )
        if problem := _problem_of(puzzle):
            raise InputError(f"{puzzle.id}: {problem}", where=place)
        seen.add(puzzle.id)
        yield puzzle


def _info(folder: Path) -> dict[str, Any]:
    """Return what `pack.toml` says."""
    try:
        return tomllib.loads((folder / INFO).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"there is no sound pack ({error})",
            where=str(folder / INFO),
            hint="install ginsight again, or name another folder",
        ) from None


def _format_of(info: Mapping[str, Any], folder: Path) -> int:
    """The format of a pack; InputError for one that a later version wrote."""
    version = info.get("format", 1)
    if version not in (1, FORMAT):
        raise InputError(
            f"the pack is of format {version}",
            where=str(folder / INFO),
            hint=f"this version of ginsight reads formats 1 and {FORMAT}",
        )
    return int(version)


def _read_lines(path: Path, kind: type[T], lines: Iterable[bytes]) -> Iterator[T]:
    """The values of the JSON lines of a file; InputError names the line that is none."""
    for number, line in enumerate(lines, start=1):
        try:
            yield read_json(line, kind)
        except msgspec.MsgspecError as error:
            raise InputError(str(error), where=f"{path} line {number}") from None


def _lines(path: Path, version: int, ends: list[int] | None = None) -> Iterator[bytes]:
    """The lines of a file in today's words, one by one; `ends` takes the place where each ends."""
    try:
        with path.open("rb") as file:
            for line in file:
                if ends is not None:
                    ends.append(file.tell())
                yield _in_todays_words(line.rstrip(b"\r\n"), version)
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeError as error:
        raise InputError(str(error), where=str(path)) from None


def _in_todays_words(raw: bytes, version: int) -> bytes:
    return today(raw.decode()).encode() if version == 1 else raw


# ---------------------------------------------------------------- a pack that stays in its file


class _Line(NamedTuple):
    """The place of a puzzle in the file of a pack."""

    path: Path
    version: int
    start: int
    end: int

    def read(self) -> bytes:
        """The line, in today's words."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            return _in_todays_words(file.read(self.end - self.start), self.version)


class _Shelved(Puzzle):
    """A puzzle whose steps, nearly all of it, stay in the file until they are asked for."""

    __slots__ = ("_line",)
    _line: _Line

    def __init__(self, puzzle: Puzzle, line: _Line) -> None:
        for name in ("id", "kind", "themes", "rating", "solved", "provenance"):
            object.__setattr__(self, name, getattr(puzzle, name))
        object.__setattr__(self, "_line", line)

    def __getattr__(self, name: str) -> tuple[PuzzleStep, ...]:
        """The steps, where they are not at hand; InputError where the file is another by now."""
        if name != "steps":
            raise AttributeError(name)
        steps = _steps(self.id, self._line)
        object.__setattr__(self, name, steps)
        _open.append(self)
        if len(_open) > OPEN:
            with suppress(AttributeError, IndexError):  # another thread has put it back
                object.__delattr__(_open.popleft(), name)
        return steps


OPEN: Final = 64
"""Puzzles whose steps are at hand."""
_open: Final = deque[_Shelved]()


def _steps(ident: str, line: _Line) -> tuple[PuzzleStep, ...]:
    try:
        puzzle = read_json(line.read(), Puzzle)
    except (OSError, UnicodeError, msgspec.MsgspecError):
        puzzle = None
    if puzzle is None or puzzle.id != ident:
        raise InputError(
            f"the puzzle {ident} is no longer where it was",
            where=str(line.path),
            hint="start the program again",
        )
    return puzzle.steps


def shelved(root: Path | None = None) -> dict[str, Puzzle]:
    """The puzzles of all packs by id, read and checked, in an eighth of the memory; InputError
    names the file and line of what is wrong."""
    return {puzzle.id: puzzle for folder in pack_folders(root) for puzzle in _shelved_of(folder)}


shipped: Final = lru_cache(maxsize=1)(shelved)
"""All puzzles that came with the program, by id."""


def _shelved_of(folder: Path) -> Iterator[Puzzle]:
    version, path, ends = _format_of(_info(folder), folder), folder / PUZZLES, [0]
    for puzzle in _sound(path, _lines(path, version, ends)):
        yield _Shelved(puzzle, _Line(path, version, *ends[-2:]))


def _problem_of(puzzle: Puzzle) -> str | None:
    """Return why a puzzle cannot be asked; None where it can."""
    if not puzzle.steps or (puzzle.kind is PuzzleKind.SEQUENCE) != (len(puzzle.steps) > 1):
        return f"{len(puzzle.steps)} steps make no {puzzle.kind}"
    for step in puzzle.steps:
        names = [option.answer for option in step.options]
        if len(names) < 2 or len(set(names)) < len(names):
            return "a step needs two options or more, each with a name of its own"
        if step.options[0].loss or min(option.loss for option in step.options[1:]) <= 0:
            return "the first option must be the best"
        if step.tempting not in names[1:]:
            return f"{step.tempting!r} is not a wrong answer"
    return None


# ---------------------------------------------------------------- what goes into a pack
