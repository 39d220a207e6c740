"""The contents of sentences: cards by what was said of them, and numbers, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.view import Side
from analyzer.notation._proof import Origin
from analyzer.notation._source import Mark, Source
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.results import BONUSES


class CardRole(StrEnum):
    """The role of cards."""

    HAND = "hand"
    OFFERED = "upcard"
    TOP = "top"
    PILE = "pile"
    SEEN = "seen"
    THEIR_DISCARD = "their discard"
    MY_DISCARD = "my discard"
    THEY_TOOK = "took"
    THEY_HOLD = "opponent"
    DRAWN = "drawn"
    TAKEN = "taken"
    SPREAD = "spread"
    """The melds and deadwood that the opponent laid down."""
    FIRST = "first upcard"
    LIMIT = "limit"
    """The card that sets the knock limit."""
    PUT = "put"
    """The discard that somebody asks about."""
    NOWHERE = "nowhere"
    """Only thought of: needed, feared, or not held."""


SINGLE = frozenset(
    {CardRole.OFFERED, CardRole.TOP, CardRole.DRAWN, CardRole.TAKEN, CardRole.FIRST, CardRole.LIMIT}
)
"""Said of one card."""
THEIRS = frozenset(
    {CardRole.THEIR_DISCARD, CardRole.MY_DISCARD, CardRole.THEY_TOOK, CardRole.THEY_HOLD}
)
_TAKEN_BEFORE = {
    CardRole.THEIR_DISCARD: CardRole.THEY_TOOK, CardRole.MY_DISCARD: CardRole.TAKEN,
}  # fmt: skip
_LATER = re.compile(r"\b(?:next|later|turns?|afterwards?|eventually)\b", re.IGNORECASE)
"""The words by which a card is discarded in another turn than it was taken in."""
LARGE = 5
"""So many cards are a hand, whatever verb stands before them."""


class TornError(InputError):
    """Cards that may have one role or another: `ways` has their roles by what they would mean."""

    def __init__(self, error: InputError, ways: Mapping[str, Mapping[Card, CardRole]]) -> None:
        super().__init__(error.message, where=error.where, hint=error.hint, span=error.span)
        self.ways = ways


_OF_RULES = frozenset({"bonus", "is", "of", "pays", "worth", "scores", "for"})
"""Words by which a number is a bonus, and not points."""


@dataclass(slots=True)
class Heard:
    """The facts understood so far."""

    source: Source
    origin: Origin | None = None
    """The stretch of the text as it was written that one of the source came from."""
    cards: list[tuple[CardRole, ReadCard]] = field(default_factory=list)
    """In the order of the text."""
    loose: list[ReadCard] = field(default_factory=list)
    """Cards among other words of which nothing was understood."""
    groups: list[list[ReadCard]] = field(default_factory=list)
    """The cards laid down, as they were kept apart."""
    rules: Said[Rules] | None = None
    score: Said[tuple[int, int] | None] | None = None
    points: dict[Side, Said[int]] = field(default_factory=dict)
    needs: dict[Side, Said[int]] = field(default_factory=dict)
    """The points that are missing to win."""
    going_on: bool | None = None
    """True if the first upcard is past."""
    target: Said[int] | None = None
    stock: Said[int] | None = None
    limit: Said[int] | None = None
    changes: dict[str, Said[int | None]] = field(default_factory=dict)
    """Other numbers of the rules: what gin and an undercut are worth."""
    dealer: Said[Side | None] | None = None
    passed: list[tuple[Side, Mark]] = field(default_factory=list)
    returned: Said[Card] | None = None
    """The card that was taken and discarded in one turn."""
    newest_first: bool = False
    """True if the cards of the pile are told from its top down."""
    after_knock: Mark | None = None
    """The place of a knock: a hand of the opponent's that is told then was laid down."""
    knocked: Mark | None = None
    """The place where the opponent was said to have knocked."""
    my_knock: Mark | None = None
    """The place where I am said to have knocked."""
    knock_points: Said[int] | None = None
    """The deadwood with which somebody is said to knock."""
    asked: str = ""
    """The subject of the question: take, draw, pass, knock, wait, discard or layoff."""
    used: list[tuple[int, int]] = field(default_factory=list)
    """The stretches of the text that were understood."""
    unused: list[tuple[int, int]] = field(default_factory=list)
    """The stretches that say something of a rank or a suit that names no card."""
    guesses: dict[str, str] = field(default_factory=dict)
    """The guesses, and why."""

    def with_roles(self, roles: Mapping[Card, CardRole]) -> Heard:
        """The same with other roles of some cards, of which now all is clear."""
        cards = {(roles.get(read.card, role), read.card): read for role, read in self.cards}
        placed = [(role, read) for (role, _), read in cards.items()]
        loose = [read for read in self.loose if read.card not in roles]
        return replace(self, cards=placed, loose=loose, guesses={**self.guesses})

    @property
    def is_empty(self) -> bool:
        """True if nothing of a hand was said."""
        numbers = (self.rules, self.score, self.target, self.stock, self.limit, self.dealer)
        return not (self.cards or self.points or self.changes or self.asked or any(numbers))

    @property
    def last_role(self) -> CardRole | None:
        """The role of the card before."""
        return self.cards[-1][0] if self.cards else None

    def change(self, name: str, value: int, words: Iterable[str], mark: Mark) -> None:
        """Note a bonus of the rules; of another number words must say so: `undercut, 28 to Tom`."""
        if value in BONUSES or not _OF_RULES.isdisjoint(words):
            self.changes[name] = Said(value, mark)

    def of(self, role: CardRole) -> list[ReadCard]:
        """The cards of which something was said."""
        return [read for each, read in self.cards if each is role]

    def holds(self, role: CardRole, card: Card) -> bool:
        """True if that was said of a card."""
        return any(each is role and read.card == card for each, read in self.cards)

    def place(self, role: CardRole, reads: Iterable[ReadCard]) -> None:
        """Note what was said of cards; raises InputError for a card said to be so twice."""
        for read in reads:
            if role is CardRole.HAND or role is CardRole.SPREAD:
                self._refuse_twice(role, read)
            if took := _TAKEN_BEFORE.get(role):  # what was taken before is gone again
                self._note_back(took, read)
                self.remove(took, read.card)
            if not self.holds(role, read.card):
                self.cards.append((role, read))

    def _refuse_twice(self, role: CardRole, read: ReadCard) -> None:
        first = next((each for each in self.of(role) if each.card == read.card), None)
        if first is not None:
            places = [self.source.place(each.span[0]) for each in (first, read)]
            raise InputError(
                f"{read.card} appears twice", where=" and ".join(places),
                hint="every card exists once", span=read.span,
            )  # fmt: skip

    def _note_back(self, took: CardRole, read: ReadCard) -> None:
        """Note a card that is discarded in the turn in which it was taken."""
        last = self.cards[-1] if self.cards else None
        if last is None or last[0] is not took or last[1].card != read.card:
            return
        start, end = last[1].span[0], read.span[1]
        if not _LATER.search(self.source.text, start, end):
            self.returned = Said(read.card, self.source.mark(start, end))

    def move_last(self, role: CardRole, count: int = 1) -> None:
        """Give the card before, or so many, this role instead."""
        self.cards[-count:] = [(role, read) for _, read in self.cards[-count:]]

    def turn(self, role: CardRole, into: CardRole) -> None:
        """Give all cards of a role another one."""
        self.cards = [(into if each is role else each, read) for each, read in self.cards]

    def hold_last(self) -> None:
        """The card before, which is thought of, is one of the hand."""
        role, read = self.cards[-1]
        if role is CardRole.HAND and read in self.loose:
            self.loose.remove(read)

    def bring_last(self, read: ReadCard) -> None:
        """A card that was named before is the one of which more may be said."""
        self.cards.sort(key=lambda each: each[1].card == read.card)

    def remove(self, role: CardRole, card: Card) -> None:
        """Take back what was said of a card."""
        self.cards = [each for each in self.cards if (each[0], each[1].card) != (role, card)]

    def said(self, role: CardRole) -> SaidCards | None:
        """The cards as facts have them; None for none."""
        reads = self.of(role)
        if not reads:
            return None
        marks = {read.card: self.source.mark(*read.span) for read in reads}
        whole = self.source.mark(reads[0].span[0], reads[-1].span[1])
        return SaidCards(tuple(marks), marks, whole)

    def single(self, role: CardRole) -> Said[Card] | None:
        """The last card of which that was said."""
        reads = self.of(role)
        return Said(reads[-1].card, self.source.mark(*reads[-1].span)) if reads else None
