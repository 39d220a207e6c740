"""The hands of a score sheet as every way to take it finds them, and those of documents."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from analyzer.notation._score_clauses import ME, THEM, WORDS

WINNER: Final = frozenset(WORDS["winner"])
POINTS: Final = frozenset(WORDS["points"])
KINDS: Final = {word: kind for kind in ("gin", "undercut", "knock") for word in WORDS[kind]} | {
    "g": "gin",
    "u": "undercut",
    "k": "knock",
}
HOW: Final = frozenset(WORDS["kind"])


class Hand(NamedTuple):
    """A hand as a sheet has it: whose points, how it ended, how many."""

    who: str
    kind: str
    points: int


Hands = list[Hand]


class SheetReading(NamedTuple):
    """The hands of one way to take a text, and whoever it names as players."""

    hands: Hands
    names: tuple[str, ...] = ()


def who_is(name: str) -> str:
    """A player by any of the words for them."""
    name = name.strip(" .:*'\"").lower()
    return "me" if name in ME else "them" if name in THEM else name


def kind_of(cells: Iterable[str]) -> str:
    """The kind of end that the words of some cells say; empty where none does."""
    words = [word for cell in cells for word in re.findall(r"[^\W\d_]+", cell.lower())]
    return next((KINDS[word] for word in words if word in KINDS), "")


def objects_in(text: str) -> list[Mapping[str, Any]]:
    """Every object of JSON, of a document a line, or of lists, tags and logs with keys and values.

    >>> objects_in("winner=Ann points=20\\nwinner=Bob points=31")[1]
    {'winner': 'Bob', 'points': 31}
    """
    values = list[Any]()
    for part in (text, *([text.splitlines()] if text.count("\n") else [])):
        with suppress(ValueError, RecursionError):
            values = [json.loads(part)] if isinstance(part, str) else [
                json.loads(line) for line in part if line.strip()
            ]  # fmt: skip
            break
    else:
        for form in _CHUNKS:
            chunks = [dict(map(_value, _KEYED.findall(hit[0]))) for hit in form.finditer(text)]
            values = [chunk for chunk in chunks if len(chunk) > 1]
            if len(values) > 1:
                break
    return [*_objects(values)]


_CHUNKS: Final = (
    re.compile(r"\{[^{}]*\}"),
    re.compile(r"<\w+\s[^<>]*>"),
    re.compile(r"(?ms)^[ \t]*-[ \t]+\w+[ \t]*:.*?(?=^[ \t]*-[ \t]|\Z)"),
    re.compile(r"(?m)^.*=.*$"),
)
"""What may be an object: in braces, a tag, an item of a list, a line."""
_KEYED: Final = re.compile(r"([^\W\d]\w*)[\"']?\s*[:=]\s*[\"']?([^\"'\s,;{}<>/]+)")


def _value(pair: tuple[str, str]) -> tuple[str, Any]:
    key, said = pair
    known = {"true": True, "false": False, "none": None, "null": None}
    return key, int(said) if said.isdigit() else known.get(said.lower(), said)


def _is_of(key: str, words: frozenset[str]) -> bool:
    """True if a key, or a word of it, is one of some words: `winner_name`, `pointsWon`."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", key)
    return key.lower() in words or any(part.lower() in words for part in parts if len(part) > 2)


def documents(text: str) -> Iterator[SheetReading]:
    """The hands of a document: each object with a winner and points is one."""
    rows, names = objects_in(text), dict[str, str]()
    for each in rows:
        if each and all(isinstance(value, str) for value in each.values()):
            names |= {key.lower(): value for key, value in each.items()}
    keys = {key for row in rows for key in row}
    for who in (key for key in keys if _is_of(key, WINNER)):
        for much in (key for key in keys if _is_of(key, POINTS)):
            hands = [row for row in rows if {who, much} <= row.keys()]
            if hands and all(
                isinstance(row[much], int) and isinstance(row[who], str | None) for row in hands
            ):
                yield SheetReading([
                    Hand(who_is(names.get(str(row[who]).lower(), str(row[who] or ""))),
                         kind_of(str(row[key] if row[key] is not True else key) for key in row
                                 if key.lower() in HOW or row[key] is True), row[much])
                    for row in hands
                ])  # fmt: skip


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
        value = list(value.values())
    for inner in value if isinstance(value, list) else ():
        yield from _objects(inner)
