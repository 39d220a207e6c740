"""One player's sight of a hand of two to four players, and the legal moves in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.game.actions import DRAW, PASS, Action, Kind, Question
from analyzer.game.arrangement import Meld
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.jokers import least, melds_in, table_fits
from analyzer.game.rules import GameKind, Rules

MOST_TURNS = 100
"""Discards after which a hand of mahjong gin is over."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move as it was made, or as somebody else saw it."""

    player: int
    move: Action
    drawn: Card | None = None
    """The card drawn from the stock; None where it was not seen, and for other moves."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One player's knowledge at the moment of a decision.

    >>> from analyzer.game.round import deal_round
    >>> from analyzer.game.rules import parse_rules
    >>> chair = deal_round(parse_rules("three-hand"), seed=1).chair(0)
    >>> [str(move) for move in chair.legal_moves()], chair.counts, len(chair.unseen)
    (['take', 'pass'], (7, 7, 7), 44)
    """

    rules: Rules
    player: int
    """The seat of the player whose view it is."""
    hand: CardSet
    counts: tuple[int, ...]
    """Cards that each player holds."""
    pile: tuple[Card, ...]
    """Oldest first, the top last."""
    stock: int
    question: Question
    turn: int
    dealer: int
    upcard: Card | None = None
    known: tuple[CardSet, ...] = ()
    """Cards of each player's that all have seen taken."""
    table: tuple[Meld, ...] = ()
    """Open melds, in mahjong gin."""
    laid: tuple[CardSet, ...] = ()
    """Cards that each player has on the table."""
    taken: tuple[Card, ...] = ()
    """Cards taken from the pile in this turn, the deepest first."""
    drawn: Card | None = None
    """The card I drew in this turn."""
    passes: int = 0
    """Players who have passed the first upcard."""
    steps: tuple[Step, ...] = ()
    """Every move so far, oldest first."""
    shuffles: int = 0

    @property
    def limit(self) -> int:
        """Most deadwood to knock with."""
        return self.rules.limit_for(self.upcard)

    @property
    def unseen(self) -> CardSet:
        """Cards whose place this player does not know."""
        seen = self.hand | CardSet.from_cards(self.pile)
        for cards in (*self.laid, *self.known):
            seen |= cards
        return self.rules.pack - seen

    @property
    def must_draw(self) -> bool:
        """True if all have passed the first upcard, so that only the stock is left."""
        return self.passes == self.rules.players == len(self.steps)

    @property
    def bound(self) -> Card | None:
        """The deepest of several cards taken, as long as it has not come to the table."""
        deepest = self.taken[0] if len(self.taken) > 1 else None
        return deepest if deepest is not None and deepest in self.hand else None

    @property
    def forbidden(self) -> Card | None:
        """The card that may not be discarded in this turn."""
        alone = len(self.taken) == 1 and not self.rules.may_return_upcard
        return self.taken[0] if alone else None

    def legal_moves(self) -> tuple[Action, ...]:
        """All that the player may do, a knock once for each discard."""
        if self.turn != self.player:
            raise ValueError("only the player who is to act has a decision")
        if self.question is Question.UPCARD:
            return Action(Kind.TAKE), PASS
        if self.question is Question.DISCARD:
            mahjong = self.rules.play is GameKind.MAHJONG
            return tuple(self._mahjong() if mahjong else self._knocking())
        if self.must_draw and self.rules.play is GameKind.KNOCK:
            return (DRAW,)
        return tuple(self._draws())

    # ---- drawing

    def _draws(self) -> Iterator[Action]:
        if self.rules.play is GameKind.KNOCK:
            if self.pile:
                yield Action(Kind.TAKE)
            if self.stock:
                yield DRAW
            return
        for count in range(1, len(self.pile) + 1):
            if self._may_take(count):
                yield Action(Kind.TAKE, count=count)
        yield DRAW if self.stock else PASS

    def _may_take(self, count: int) -> bool:
        """True if so many cards of the pile may be taken: the deepest must come to the table."""
        cards = self.pile[-count:]
        hand = self.hand | CardSet.from_cards(cards)
        return count == 1 or _usable(cards[0], hand, self.table, self.rules)

    # ---- after drawing

    def _knocking(self) -> Iterator[Action]:
        rules, limit = self.rules, self.limit
        cards = [card for card in self.hand if card != self.forbidden]
        endings = [
            Action(Kind.KNOCK if points else Kind.GIN, card)
            for card in (cards if self.best_discard()[0] <= limit else ())
            if (points := least(self.hand.remove(card), rules)) <= limit
        ]
        if rules.big_gin_bonus is not None and least(self.hand, rules) == 0:
            endings.append(Action(Kind.BIG_GIN))
        gins = [move for move in endings if move.kind is not Kind.KNOCK]
        if rules.must_gin and gins:
            yield from gins
            return
        yield from (Action(Kind.DISCARD, card) for card in cards)
        yield from endings

    def _mahjong(self) -> Iterator[Action]:
        if self.bound is None:
            yield from (Action(Kind.DISCARD, c) for c in self.hand if c != self.forbidden)
        for meld in melds_in(self.hand, self.rules):
            if self._leaves_a_way(self.hand - meld, (*self.table, meld)):
                yield Action(Kind.MELD, melds=(meld,))
        for card, at, _ in table_fits(self.hand, self.table, self.rules):
            grown = self.table[at].add(card)
            table = (*self.table[:at], grown, *self.table[at + 1 :])
            if self._leaves_a_way(self.hand.remove(card), table):
                yield Action(Kind.ADD, card, melds=(self.table[at],))

    def _leaves_a_way(self, left: CardSet, table: tuple[Meld, ...]) -> bool:
        """True if the turn can still be ended lawfully with what is left in the hand."""
        if self.bound is not None and self.bound in left:
            return _usable(self.bound, left, table, self.rules)
        return not left or left != _only(self.forbidden)

    def check(self, move: Action) -> None:
        """See that a move is legal; raises InputError if it is not."""
        legal = self.legal_moves()
        if move.plain not in legal:
            raise InputError(
                f"`{move}` is not possible",
                where=f"player {self.player + 1}",
                hint="possible: " + ", ".join(map(str, legal[:12])),
            )

    def best_discard(self) -> tuple[int, Card]:
        """(least deadwood after a discard, that card), where no melds lie open."""
        forbidden = -1 if self.forbidden is None else self.forbidden
        points, card = self.rules.solver.best_discard(self.hand.mask, forbidden)
        return points, Card(card)


def _only(card: Card | None) -> CardSet:
    return NO_CARDS if card is None else CardSet(card.mask)


def _usable(card: Card, hand: CardSet, table: tuple[Meld, ...], rules: Rules) -> bool:
    """True if a card of a hand can come to the table by some lawful laying down."""
    if any(card in meld for meld in melds_in(hand, rules)):
        return True  # so is a meld that is laid down first and then added to
    for meld in table:
        grown, left = (meld,), hand
        while fits := table_fits(left, grown, rules):
            if any(other == card for other, _, _ in fits):
                return True
            grown, left = (grown[0].add(fits[0][0]),), left.remove(fits[0][0])
    return False
