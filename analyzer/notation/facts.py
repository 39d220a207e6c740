"""The facts that a text states about a hand, each with its place; nothing is concluded here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import Question, Side
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import NOWHERE, Mark, Source, clash
from analyzer.notation.cards import read_part

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said(Generic[T]):
    """A value and where it was said; the value is None where "unknown" was said."""

    value: T
    mark: Mark = NOWHERE


@dataclass(frozen=True, slots=True)
class SaidCards:
    """Cards in the order said, each with its place."""

    cards: tuple[Card, ...] = ()
    marks: Mapping[Card, Mark] = field(default_factory=dict)
    mark: Mark = NOWHERE

    @classmethod
    def read(cls, source: Source, start: int, end: int, mark: Mark | None = None) -> SaidCards:
        """The cards between two offsets of a text."""
        marks = {read.card: source.mark(*read.span) for read in read_part(source, start, end)}
        return cls(tuple(marks), marks, source.mark(start, end) if mark is None else mark)

    @property
    def set(self) -> CardSet:
        """The cards without their order."""
        return CardSet.from_cards(self.cards)

    def at(self, card: Card) -> Mark:
        """Return where a card was said."""
        return self.marks.get(card, self.mark)

    def plus(self, other: SaidCards) -> SaidCards:
        """These cards and then others."""
        mark = self.mark if self.cards else other.mark
        return SaidCards(self.cards + other.cards, {**other.marks, **self.marks}, mark)

    def turned(self) -> SaidCards:
        """These cards from the last to the first."""
        return SaidCards(self.cards[::-1], self.marks, self.mark)

    def without(self, card: Card) -> SaidCards:
        """These cards but one."""
        return SaidCards(tuple(c for c in self.cards if c != card), self.marks, self.mark)


@dataclass(slots=True)
class Facts:
    """The facts stated of a hand; None is "not said"."""

    hand: SaidCards | None = None
    rules: Said[Rules] | None = None
    score: Said[tuple[int, int] | None] | None = None
    dealer: Said[Side | None] | None = None
    pile: SaidCards | None = None
    seen: SaidCards | None = None
    """Discarded cards in no known order."""
    offered: Said[Card] | None = None
    """The card said to be the upcard: the first one, or the top of the pile."""
    top: Said[Card] | None = None
    upcard: Said[Card | None] | None = None
    """The card said to have been the first upcard."""
    took: SaidCards | None = None
    """Cards the opponent took from the pile."""
    opponent: SaidCards | None = None
    """Cards the opponent holds, however that is known."""
    shown: SaidCards | None = None
    stock: Said[int] | None = None
    drawn: Said[Card | None] | None = None
    taken: Said[Card | None] | None = None
    they_passed: Said[bool] | None = None
    my_discards: Said[int] | None = None
    their_discards: Said[int] | None = None
    their_takes: Said[int] | None = None
    question: Said[Question] | None = None
    turns: list[SaidTurn] | None = None
    opening: Said[Card] | None = None
    """The first upcard as the history says it."""


def value(said: Said[T] | None, otherwise: T) -> T:
    """The value said, or something else where none was."""
    return otherwise if said is None else said.value


def mark_of(said: Said[T] | SaidCards | None, otherwise: Mark = NOWHERE) -> Mark:
    """Return where something was said, or another place where it was not."""
    return otherwise if said is None else said.mark


def each_once(groups: Iterable[SaidCards], what: str) -> dict[Card, Mark]:
    """Return where each card was said; raises InputError for one that is, for example, dealt
    twice."""
    marks: dict[Card, Mark] = {}
    for group in groups:
        for card in group.cards:
            if card in marks:
                raise clash(f"{card} is {what} twice", marks[card], group.at(card),
                            hint="every card exists once")  # fmt: skip
            marks[card] = group.at(card)
    return marks


def rules_of(facts: Facts) -> Rules:
    """The rules said, or the standard ones."""
    return value(facts.rules, PRESETS["standard"])


@contextmanager
def said_of(facts: Facts, hand: SaidCards) -> Iterator[None]:
    """Place what a view refuses at the line of the hand."""
    try:
        yield
    except InputError as error:
        if error.where is not None:
            raise
        mark = mark_of(facts.question, hand.mark)
        raise clash(error.message, mark, hint=error.hint) from error
