"""The rest of a told hand beside what cannot be read: a table can be laid out all the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from analyzer.errors import InputError
from analyzer.game.rules import Rules
from analyzer.notation.facts import Facts
from analyzer.notation.lines import tells_turns
from analyzer.notation.sentences._told import facts_told
from analyzer.notation.view import format_facts

MOST: Final = 4
"""Parts of a text that are left out at most; of a text with more, little is sure."""
LONGEST: Final = 2_000
"""Most characters of a text that is read again and again."""

_TOKEN: Final = re.compile(r"\S+")
_CARD_LIKE: Final = re.compile(r"[0-9]|[TJQKA].{0,2}$", re.I)
"""The beginning of a token that was meant to be a card."""
_CARD: Final = re.compile(r"\b(?:10|[2-9TJQKA])[CDHS♣♦♥♠]", re.I)

AMONG: Final = 3
"""Cards beside a token that make it one of a list."""


@dataclass(frozen=True, slots=True)
class RestOfText:
    """A text without the parts in which something cannot be read."""

    facts: Facts
    left_out: tuple[str, ...] = ()

    @property
    def lines(self) -> str:
        """The same as a view's lines, with what was left out as comments."""
        return "\n".join([format_facts(self.facts), *(f"# {part}" for part in self.left_out)])


def rest_of(text: str, usual: Rules | None = None) -> RestOfText | None:
    """Return what is left of a text; None where it is long, tells turns, or has no hand.

    A card with a slip is left out alone, anything else with what is said around it.

    >>> rest = rest_of("I hold 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac and he trew the 9c. Take it?")
    >>> print(rest.lines)
    hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
    # he trew the 9c
    """
    if len(text) > LONGEST or tells_turns(text):
        return None
    left_out: list[str] = []
    while True:
        try:
            facts, _ = facts_told(text, usual)
        except InputError as error:
            if error.span is None or len(left_out) == MOST:
                return None
            start, end = _cut(text, *error.span)
            left_out.append(" ".join(text[start:end].split()))
            text = text[:start] + text[end:]
            if not left_out[-1]:
                return None
        else:
            return RestOfText(facts, tuple(left_out)) if facts.hand else None


def _cut(text: str, start: int, end: int) -> tuple[int, int]:
    """Return what to leave out for an error: its token among cards, else the part of the text
    around."""
    first, last = _part_of(text, start, end)
    tokens = _TOKEN.finditer(text, first, last)
    token = next((one for one in tokens if one.start() <= start and end <= one.end()), None)
    if token is not None:
        others = text[first : token.start()] + text[token.end() : last]
        if _CARD_LIKE.match(token[0]) and len(_CARD.findall(others)) >= AMONG:
            return token.span()
    return first, last


_BETWEEN: Final = re.compile(r"[.!?;:,/()\r\n]|\s[-–—]\s|\b(?:and|but|so|then)\b", re.I)
"""The signs that part what is said from what is said beside it."""


def _part_of(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a text around a stretch, without the blanks around it."""
    before = [found.end() for found in _BETWEEN.finditer(text, 0, start)]
    behind = _BETWEEN.search(text, end)
    first, last = before[-1] if before else 0, behind.start() if behind else len(text)
    part = text[first:last]
    return first + len(part) - len(part.lstrip()), last - len(part) + len(part.rstrip())
