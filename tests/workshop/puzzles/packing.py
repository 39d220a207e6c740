"""Candidates chosen for a pack, and packs written.

Mining leaves `rejected.jsonl` beside them, what was refused and why: nothing reads it, none ships.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from analyzer.practice.puzzles.explain import view_at
from analyzer.practice.puzzles.pack import (
    FORMAT,
    INFO,
    PUZZLES,
    _format_of,
    _info,
    _lines,
    _read_lines,
    _sound,
)
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk, PuzzleKind, PuzzleStep
from analyzer.resources import write_whole

REJECTED: Final = "rejected.jsonl"


GREEDY_SHARE: Final = 0.48
"""Most of a pack that the greedy bot solves."""


TRICK: Final = 3
"""Most puzzles with one trick in all packs together."""


KIND_SHARE: Final = 1 / 3
"""Most of a pack that is of one kind."""


_CARD: Final = re.compile(r"\b([2-9TJQKA])[cdhs]\b")


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that was looked at closely and refused."""

    kind: PuzzleKind
    reason: str
    """A word for counting: `gap`, `models`, `baselines`, …"""
    detail: str
    view: str
    seed: int
    deal: int
    decision: int


def trick_of(puzzle: Puzzle) -> tuple[object, ...]:
    """Return what two puzzles have in common that are solved by the same thought.

    The kind, the themes, the rules of thumb that fail, and step by step the best and the tempting
    answer, by the ranks of their cards alone; where an answer names no card, by the card to take.
    """
    steps = (
        (_ranks(step.best), _ranks(step.tempting), _on_top(step), step.rules_of_thumb_that_fail)
        for step in puzzle.steps
    )
    return puzzle.kind, puzzle.themes, *steps


def _ranks(answer: str) -> str:
    """An answer without its suits.

    >>> _ranks("knock 6s: 4d 4h 4s / 8d 8h 8s")
    'knock 6: 4 4 4 / 8 8 8'
    """
    return _CARD.sub(r"\1", answer)


def _on_top(step: PuzzleStep) -> str:
    """The rank of the card to take; nothing where another question is asked."""
    if step.ask not in {PuzzleAsk.UPCARD, PuzzleAsk.DRAW}:
        return ""
    top = view_at(step.view).top
    return "" if top is None else str(top)[0]


def assemble(
    candidates: Iterable[Puzzle],
    most: int | None = None,
    known: Iterable[Puzzle] = (),
    of_a_trick: int | None = None,
) -> tuple[Puzzle, ...]:
    """The puzzles of a pack, in the order given: none twice, no kind above a third.

    Of each kind at most `most`, of each trick at most `of_a_trick`, those `known` from other
    packs counted, and of those that the greedy bot solves no more than `GREEDY_SHARE` of all.
    """
    by_id: dict[str, Puzzle] = {}
    for puzzle in _varied(candidates, known, of_a_trick):
        by_id.setdefault(puzzle.id, puzzle)
    kept: list[Puzzle] = []
    for kind in PuzzleKind:
        kept += [puzzle for puzzle in by_id.values() if puzzle.kind is kind][:most]
    while len(easy := [puzzle for puzzle in kept if puzzle.obvious]) > GREEDY_SHARE * len(kept):
        kept.remove(_last_of_most(easy))
    if len({puzzle.kind for puzzle in kept}) > 1 / KIND_SHARE:  # of few kinds there is no share
        while _most(kept)[1] > max(1, KIND_SHARE * len(kept)):
            kept.remove(_last_of_most(kept))
    chosen = {puzzle.id for puzzle in kept}
    return tuple(puzzle for puzzle in by_id.values() if puzzle.id in chosen)


def _varied(
    candidates: Iterable[Puzzle], known: Iterable[Puzzle], most: int | None
) -> Iterable[Puzzle]:
    """Those of which the trick has not come up so often yet."""
    if most is None:
        return candidates
    before = list(known)
    ids = {puzzle.id for puzzle in before}
    counts = Counter(map(trick_of, before))
    varied = []
    for puzzle in candidates:
        trick = trick_of(puzzle)
        if puzzle.id not in ids and counts[trick] < most:
            ids.add(puzzle.id)
            counts[trick] += 1
            varied.append(puzzle)
    return varied


def _most(puzzles: Sequence[Puzzle]) -> tuple[PuzzleKind, int]:
    """The kind that most of some puzzles are of, and how many are."""
    return Counter(puzzle.kind for puzzle in puzzles).most_common(1)[0]


def _last_of_most(puzzles: Sequence[Puzzle]) -> Puzzle:
    kind, _ = _most(puzzles)
    return next(puzzle for puzzle in reversed(puzzles) if puzzle.kind is kind)


def write_pack(
    folder: Path,
    info: Mapping[str, object],
    puzzles: Sequence[Puzzle],
    rejected: Sequence[Rejected],
) -> None:
    """Write a pack; what an earlier one of the same name holds stays, in front.

    Each file appears whole or not at all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    there = (folder / PUZZLES).exists()
    old = _info(folder) if there else {}
    version = _format_of(old, folder) if there else FORMAT
    lines = [*_lines(folder / PUZZLES, version)] if there else []
    before = tuple(_read_lines(folder / PUZZLES, Puzzle, lines))
    known = {puzzle.id for puzzle in before}
    added = [puzzle for puzzle in puzzles if puzzle.id not in known]
    whole = (*before, *added)
    _write(folder / PUZZLES, [*lines, *map(msgspec.json.encode, added)])
    refused = [*_lines(folder / REJECTED, version)] if (folder / REJECTED).exists() else []
    fresh = [line for line in map(msgspec.json.encode, rejected) if line not in set(refused)]
    _write(folder / REJECTED, [*refused, *fresh])
    counts = Counter(str(puzzle.kind) for puzzle in whole)
    if there:
        new = info.get("commands")
        commands = [*old.get("commands", []), *(new if isinstance(new, list) else ())]
        info = {**info, "commands": list(dict.fromkeys(commands))}
    document = {
        "format": FORMAT,
        **info,
        "puzzles": len(whole),
        "kinds": dict(sorted(counts.items())),
    }
    _write(folder / INFO, [_toml_text(document).encode()])


def _write(path: Path, lines: Iterable[bytes]) -> None:
    write_whole(path, b"".join(line.rstrip(b"\n") + b"\n" for line in lines))


def _toml_text(values: Mapping[str, object]) -> str:
    """Strings, numbers, lists and tables of these as TOML.

    >>> print(_toml_text({"name": "first", "kinds": {"lay-off": 60}}))
    name = "first"
    <BLANKLINE>
    [kinds]
    lay-off = 60
    """
    plain = [(key, value) for key, value in values.items() if not isinstance(value, Mapping)]
    tables = [(key, value) for key, value in values.items() if isinstance(value, Mapping)]
    lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in plain]
    for key, table in tables:
        lines += ["", f"[{key}]"]
        lines += [f"{name} = {msgspec.json.encode(it).decode()}" for name, it in table.items()]
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Pack:
    """A pack as it was read."""

    name: str
    info: Mapping[str, Any]
    """The contents of `pack.toml`: where it came from, and its demands."""
    puzzles: tuple[Puzzle, ...]

    def of(self, puzzle: str) -> Puzzle | None:
        """The puzzle of an id; None for none."""
        return next((candidate for candidate in self.puzzles if candidate.id == puzzle), None)


def load_pack(folder: Path) -> _Pack:
    """Read a pack and check it; InputError names the file and line of what is wrong."""
    info, path = _info(folder), folder / PUZZLES
    return _Pack(folder.name, info, tuple(_sound(path, _lines(path, _format_of(info, folder)))))
