"""The proof of reading: which stretch of a text became which card or fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.notation._keys import ALIASES
from analyzer.notation._source import Mark
from analyzer.notation.facts import Facts, Said, SaidCards
from analyzer.notation.ruletexts import rules_text

Span = tuple[int, int]
Origin = Callable[[int, int], Span]
"""The stretch of the original of a stretch of the text that was read in its place."""

_WORD = re.compile(r"[^\W_]|[♠♥♦♣♤♡♢♧]")
_ALIKE = 3
"""So many letters in the midst of a rewritten stretch may be as they were."""


@dataclass(frozen=True, slots=True)
class ReadPart:
    """A stretch of a text that was understood."""

    start: int
    end: int
    key: str = ""
    """The line of a view that says the same: "hand", "score"; empty for other words."""
    what: str = ""
    """The cards or the value: "7h", "40-65"."""


def nowhere(_start: int, _end: int) -> Span:
    """The origin of a text whose words do not stand where they stood."""
    return 0, 0


def in_place(start: int, end: int) -> Span:
    """The origin of facts that were read elsewhere, and say where they stand in the text."""
    return start, end


def rewritten(before: str, after: str) -> Origin | None:
    """The origin of a text of which some stretches were rewritten in place; None where none was.

    A part of such a stretch came from all of it.

    >>> rewritten("he has 2c, no, 3c now", "he has 3c         now")(7, 9)
    (7, 17)
    """
    if before == after:
        return None
    stretches = list[Span]()
    for at, (one, other) in enumerate(zip(before, after, strict=False)):
        if one == other:
            continue
        if stretches and at - stretches[-1][1] <= _ALIKE:
            stretches[-1] = (stretches[-1][0], at + 1)
        else:
            stretches.append((at, at + 1))
    return moved_within([_in_words(before, *stretch) for stretch in stretches])


def moved_within(stretches: Sequence[Span]) -> Origin:
    """The origin of a text whose words stand elsewhere within each of some stretches.

    >>> origin = moved_within([(3, 9)])
    >>> origin(4, 6), origin(9, 11)
    ((3, 9), (9, 11))
    """

    def origin(start: int, end: int) -> Span:
        return next((one for one in stretches if one[0] < end and start < one[1]), (start, end))

    return origin


def patched(patches: Sequence[tuple[Span, int]]) -> Origin:
    """The origin of a text in which other words of some length stand for stretches.

    >>> origin = patched([((3, 9), 2), ((12, 13), 4)])
    >>> origin(0, 2), origin(3, 4), origin(5, 8), origin(9, 10)
    ((0, 2), (3, 9), (9, 12), (12, 13))
    """
    moved, shift = list[tuple[Span, Span]](), 0
    for (start, end), length in patches:
        moved.append(((start + shift, start + shift + length), (start, end)))
        shift += length - (end - start)

    def place(at: int, edge: int) -> int:
        shift = 0
        for (start, end), stretch in moved:
            if start + edge <= at < end + edge:
                return stretch[edge]
            if at >= end + edge:
                shift = stretch[1] - end
        return at + shift

    return lambda start, end: (place(start, 0), place(end, 1))


def _in_words(text: str, start: int, end: int) -> Span:
    while start and text[start - 1 : start + 1].isalnum():
        start -= 1
    while end < len(text) and text[end - 1 : end + 1].isalnum():
        end += 1
    return start, end


def proof(
    text: str, facts: Facts, used: Iterable[Span], origin: Origin | None
) -> tuple[ReadPart, ...]:
    """The parts of a text in order, none inside another; its other words were not used."""
    said = {span: (key, what) for key, span, what in _said(facts)}
    parts = list[ReadPart]()
    for (start, end), (key, what) in sorted(said.items()):
        if not parts or parts[-1].end <= start:
            parts.append(ReadPart(start, end, key, what))
    for start, end in used:
        parts += _between(parts, start, end)
    parts.sort(key=lambda part: part.start)
    if origin is not None:
        parts = _moved(parts, origin)
    return tuple(part for part in parts if part.key or _WORD.search(text, part.start, part.end))


def _moved(parts: Sequence[ReadPart], origin: Origin) -> list[ReadPart]:
    """The parts where they came from; those that came from one stretch are one."""
    moved = list[ReadPart]()
    for part in parts:
        start, end = origin(part.start, part.end)
        if moved and start < moved[-1].end:
            before = moved[-1]
            if (start, end) == (before.start, before.end):
                what = " ".join(filter(None, (before.what, part.what)))
                moved[-1] = replace(before, key=before.key or part.key, what=what)
        elif start < end:
            moved.append(ReadPart(start, end, part.key, part.what))
    return moved


def _between(parts: Sequence[ReadPart], start: int, end: int) -> Iterator[ReadPart]:
    """The pieces of a stretch that no part covers."""
    inside = [part for part in parts if part.start < end and start < part.end]
    for part in sorted(inside, key=lambda part: part.start):
        if start < part.start:
            yield ReadPart(start, part.start)
        start = max(start, part.end)
    if start < end:
        yield ReadPart(start, end)


def _said(facts: Facts) -> Iterator[tuple[str, Span, str]]:
    """The key, the place and the value of all that was said; of a card the last is what it is."""
    for field in fields(Facts):
        said = getattr(facts, field.name)
        key = ALIASES.get(field.name, ALIASES["offered"])[0]
        if isinstance(said, SaidCards):
            cards: dict[Span, list[Card]] = {}
            for card, mark in said.marks.items():
                if mark.span is not None and card in said.cards:
                    cards.setdefault(mark.span, []).append(card)
            yield from ((key, span, " ".join(map(str, each))) for span, each in cards.items())
        elif isinstance(said, Said):
            yield from _at(key, said.mark, _text(said.value))
    for turn in facts.turns or ():
        yield from _at("history", turn.mark, "")


def _at(key: str, mark: Mark, what: str) -> Iterator[tuple[str, Span, str]]:
    if mark.span is not None:
        yield key, mark.span, what


def _text(value: object) -> str:
    if isinstance(value, Rules):
        return rules_text(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "-".join(map(str, value))
    return "unknown" if value is None else str(value)
