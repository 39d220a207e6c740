"""The reading of a text: its facts and the view they make, what is missing, what had to be guessed.

A view written line by line is read here. Everything else that people write is read by
:mod:`analyzer.notation.sentences`, which is loaded only where it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from analyzer import notation
from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement
from analyzer.game.rules import Rules
from analyzer.game.view import View
from analyzer.notation._complete import assume_rules, complete, offer_first
from analyzer.notation._proof import Origin, ReadPart, proof
from analyzer.notation._seats import is_seat_text
from analyzer.notation._source import clash
from analyzer.notation.facts import Facts, SaidCards, mark_of, rules_of
from analyzer.notation.lines import is_formal, is_view, read_facts
from analyzer.notation.ruletexts import rules_text
from analyzer.notation.view import format_facts, format_view, parse_view

__all__ = ["LAYOFF", "ReadPart", "Reading", "read_formal", "read_text"]

LAYOFF: Final = "layoff"
"""The question after the opponent's knock."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of a text."""

    facts: Facts
    view: View | None = None
    """None where something is missing, and after a knock."""
    asks: str | None = None
    """The missing fact: `upcard`."""
    spread: Arrangement | None = None
    """The cards that the opponent laid down, where the question is the layoffs."""
    asked: str = ""
    """The question that the text itself asks: take, draw, pass, knock, wait or discard."""
    guesses: Mapping[str, str] = field(default_factory=dict)
    """The facts that the text leaves out and that had to be guessed, by the key of its line, and
    why."""
    rules: Rules = field(default_factory=lambda: rules_of(Facts()))
    formal: bool = True
    """True if the text is a view's, line by line."""
    used: tuple[tuple[int, int], ...] = ()
    """The stretches of sentences that were understood."""
    origin: Origin | None = None
    """Where in the text as written its words stood, where another was read in its place."""
    written: str = ""
    """The text as written."""

    @classmethod
    def of(cls, view: View) -> Reading:
        """A view that needed no reading."""
        return cls(Facts(hand=SaidCards(tuple(view.hand))), view, rules=view.rules)

    @property
    def whole(self) -> View:
        """The view; raises InputError where there is no decision to analyze, not yet or no more.

        >>> read_text("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac").whole
        Traceback (most recent call last):
        ...
        analyzer.errors.InputError: line 1: the upcard is missing; add it, as in `upcard 5s`
        """
        if self.view is not None:
            return self.view
        mark = mark_of(self.facts.hand)
        if self.spread is not None:
            raise clash(
                "the opponent has knocked: all that is left to decide are the layoffs", mark,
                hint="convert and the analyze page answer them",
            )  # fmt: skip
        raise clash(f"the {self.asks} is missing", mark, hint="add it, as in `upcard 5s`")

    @property
    def text(self) -> str:
        """The same as lines, which read alike."""
        if self.view is not None:
            return format_view(self.view)
        if self.spread is None:
            return format_facts(self.facts)
        groups = [*self.spread.melds, *([self.spread.deadwood] if self.spread.deadwood else [])]
        laid = " / ".join(" ".join(map(str, group)) for group in groups)
        return f"{format_facts(self.facts)}\nopponent knocked: {laid}"

    @property
    def parts(self) -> tuple[ReadPart, ...]:
        """The stretches of the text that became cards and facts, or led to them."""
        return proof(self.written, self.facts, self.used, self.origin)

    @property
    def question(self) -> str | None:
        """The decision; None while something is missing."""
        if self.spread is not None:
            return LAYOFF
        return None if self.view is None else str(self.view.question)


def read_text(text: str, usual: Rules | None = None) -> Reading:
    """Read what somebody wrote; `usual` are the rules where the text names none.

    Raises InputError that names the word and the place, with a cure only where the text then
    reads.

    >>> reading = read_text("I hold 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac and he threw the 9c. Take it?")
    >>> reading.question, str(reading.view.top), reading.asked
    ('draw', '9c', 'take')
    """
    if usual is not None and not (usual.two_handed or is_seat_text(text)):
        text = f"rules: {rules_text(usual)}\n{text}"
    return read_formal(text, usual) or notation.read_sentences(text, usual)


_DOTS: Final = re.compile(r"\w\.+\w")
"""Suits between dots, of which sentences know more."""


def read_formal(text: str, usual: Rules | None = None) -> Reading | None:
    """Read a view written line by line; None for any other text, and for one with a slip in it.

    Raises InputError for a slip in a view of several players, with jokers or of mahjong gin.

    >>> read_formal("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, upcard: 9c").question
    'upcard'
    >>> read_formal("I was dealt 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac") is None
    True
    """
    if is_seat_text(text):
        try:
            return Reading.of(parse_view(text))
        except InputError:
            with suppress(InputError):  # `hero:` and `villain:`, of two
                keyed = notation.read_sentences(text, usual)
                if keyed.view is not None:
                    return keyed
            raise
    if _DOTS.search(text) or not (is_view(text) or is_formal(text)):
        return None
    with suppress(InputError):
        facts = read_facts(text)
        guesses = assume_rules(facts, usual)
        offer_first(facts)
        return Reading(facts, complete(facts), guesses=guesses, rules=rules_of(facts), written=text)
    return None
