"""What both players have seen of a hand up to some turn: the table between two turns."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.rules import FirstUpcard, Rules
from analyzer.game.view import FIRST_STOCK, Event, Side, Turn


@dataclass(frozen=True, slots=True)
class Seen:
    """The pile, and what each player is known to hold; each turn gives another.

    >>> upcard, king = Card.of("5s"), Card.of("Kh")
    >>> seen = Seen.at_first(upcard).after(Event(Side.OPPONENT, Turn.TAKE, upcard, king))
    >>> str(seen.top), str(seen.theirs), seen.discards
    ('Kh', '5s', 1)
    """

    pile: tuple[Card, ...]
    """Oldest first, the top last."""
    mine: CardSet = NO_CARDS
    """Cards of mine that the opponent saw me take."""
    theirs: CardSet = NO_CARDS
    """Cards of theirs that I saw them take."""
    draws: int = 0
    """Cards drawn from the stock by both."""
    discards: int = 0
    """Cards discarded by both."""
    passes: int = 0

    @classmethod
    def at_first(cls, upcard: Card | None) -> Seen:
        """The table before the first turn; no pile where no card is turned up, or it is unknown."""
        return cls(() if upcard is None else (upcard,))

    @property
    def top(self) -> Card | None:
        """The card on top of the pile, if one lies there."""
        return self.pile[-1] if self.pile else None

    @property
    def offered(self) -> bool:
        """Whether the card on top may be taken: the first upcard not once both have passed."""
        return bool(self.pile) and not (self.passes == 2 and self.discards == 0)

    def stock(self, rules: Rules) -> int:
        """Cards left in the stock; an eleventh card that is dealt counts as a draw."""
        return FIRST_STOCK + (rules.first_upcard is FirstUpcard.ELEVEN) - self.draws

    def after(self, event: Event) -> Seen:
        """The table after a turn."""
        if event.turn is Turn.PASS:
            return replace(self, passes=self.passes + 1)
        if event.turn is Turn.DRAW:
            seen = replace(self, draws=self.draws + 1)
        else:
            seen = self._without_top(event.who)
        return seen if event.discarded is None else seen._with_discarded(event.who, event.discarded)

    def _without_top(self, who: Side) -> Seen:
        if not self.pile:
            return self
        *rest, top = self.pile
        if who is Side.ME:
            return replace(self, pile=tuple(rest), mine=self.mine.add(top))
        return replace(self, pile=tuple(rest), theirs=self.theirs.add(top))

    def _with_discarded(self, who: Side, card: Card) -> Seen:
        pile, discards = (*self.pile, card), self.discards + 1
        if who is Side.ME:
            return replace(self, pile=pile, discards=discards, mine=self.mine.remove(card))
        return replace(self, pile=pile, discards=discards, theirs=self.theirs.remove(card))
