"""A hand in play: what lies open, what is hidden, and what follows each turn.

How a hand goes. The players are 0 and 1, one of them the dealer. Ten cards are dealt to
each and the first upcard is turned. The non-dealer may take it or pass, then the dealer;
if both pass, the non-dealer has to draw from the stock. (Or the non-dealer is dealt eleven
cards, there is no upcard, and the first turn is a discard.) From then on the players take
turns: take the top of the pile or draw from the stock, then discard, knock with a discard,
or lay all eleven cards down. A card taken may not be discarded in the same turn unless the
rules allow it. When two cards are left in the stock after a discard, the hand is void; or the
opponent may take that discard only to knock with it; or the pile without its top is shuffled
under the two cards that are left, and play goes on. There is no limit to the turns.

A `Table` may know both hands and the stock, as :class:`analyzer.game.position.Position` does,
one hand, as a record of one player has it, or neither, as a history is read. Its steps check
nothing: a position asks what is legal before it takes one, and
:mod:`analyzer.notation._referee` asks it of what a text says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self, TypeVar

from analyzer.game.actions import WALL, Question, Ruled, Turn, can_knock
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.rules import Rules, Wall

HAND = 10
"""Cards in a hand between turns."""

FIRST_STOCK = 31
"""Cards in the stock before anybody has drawn."""

_Set = TypeVar("_Set", CardSet, CardSet | None)

Hands = tuple[CardSet | None, CardSet | None]
"""The hands of players 0 and 1; None for one that is not known."""


@dataclass(frozen=True, slots=True)
class Played:
    """One turn as it was: pass, take or draw, and the card discarded after it."""

    player: int
    turn: Turn
    card: Card | None = None
    """The card taken or drawn; None after a pass, for a draw that was not seen, and when eleven
    cards were dealt."""
    discarded: Card | None = None
    """The card discarded; None after a pass, after big gin, and for a turn still going on."""
    gap: bool = False
    """True if a card that is None here was forgotten by whoever wrote the turn down."""

    @property
    def forgotten(self) -> bool:
        """True if nothing is known of the turn; it is counted as a draw."""
        return self.gap and self.card is None and self.discarded is None


def hand_before(hand: CardSet, card: Card | None, discarded: Card | None) -> CardSet:
    """The hand as it was before a turn of its player: the discard back, the card gone."""
    hand = hand if discarded is None else hand.add(discarded)
    return hand if card is None else hand.remove(card)


def _lost(turn: Played) -> bool:
    """True if the card discarded in a turn was forgotten."""
    return turn.gap and turn.discarded is None and turn.turn is not Turn.PASS


@dataclass(frozen=True, slots=True)
class Table(Ruled):
    """One moment of a hand in play; each step gives another.

    >>> from analyzer.game.rules import PRESETS
    >>> five, king = Card.of("5s"), Card.of("Kh")
    >>> table = Table.opening(PRESETS["classic"], five).after(Played(0, Turn.TAKE, five, king))
    >>> str(table.top), str(table.known[0]), table.turn, len(table.stock)
    ('Kh', '5s', 1, 31)
    """

    rules: Rules
    hands: Hands
    """As held now."""
    stock: tuple[Card | None, ...]
    """The next card to draw first; None for one that is not known."""
    pile: tuple[Card, ...]
    """Oldest first, the top last."""
    turn: int
    """The player to act."""
    question: Question
    """That player's decision; the last one, once the hand is over."""
    dealer: int = 1
    upcard: Card | None = None
    """The first upcard; None where eleven cards are dealt, or where it is not known."""
    score: tuple[int, int] | None = None
    """Match points of player 0 and player 1 before this hand; None outside a match."""
    taken: Card | None = None
    """The card taken from the pile in this turn."""
    drawn: Card | None = None
    """The card drawn from the stock in this turn, if it is known."""
    known: tuple[CardSet, CardSet] = (NO_CARDS, NO_CARDS)
    """Cards of each player's that the other saw taken."""
    played: tuple[Played, ...] = ()
    """Every turn so far, oldest first."""
    shuffles: int = 0
    """Number of times the pile has become the stock."""
    over: bool = False
    """True if the hand has ended."""

    @classmethod
    def opening(
        cls,
        rules: Rules,
        upcard: Card | None,
        hands: Hands = (None, None),
        stock: tuple[Card | None, ...] = (None,) * FIRST_STOCK,
        *,
        dealer: int = 1,
        score: tuple[int, int] | None = None,
    ) -> Self:
        """The table once the cards are dealt, as much as is known of them."""
        eleven, first = rules.deals_eleven, 1 - dealer
        return cls(
            rules=rules, hands=hands, stock=stock, pile=() if upcard is None else (upcard,),
            turn=first, question=Question.DISCARD if eleven else Question.UPCARD,
            dealer=dealer, upcard=upcard, score=score,
            played=(Played(first, Turn.DRAW),) if eleven else (),
        )  # fmt: skip

    @property
    def left(self) -> int:
        """Cards left in the stock."""
        return len(self.stock)

    @property
    def top(self) -> Card | None:
        """The card on top of the pile; None where none lies there, or where it was forgotten."""
        return self.pile[-1] if self.pile and not self._top_forgotten else None

    @property
    def _top_forgotten(self) -> bool:
        last = self.played[-1] if self.played else None
        return self.question is not Question.DISCARD and last is not None and _lost(last)

    @property
    def has_gaps(self) -> bool:
        """True if something was forgotten of the turns so far."""
        return any(turn.gap for turn in self.played)

    @property
    def must_draw(self) -> bool:
        """True if both have passed the first upcard, so that only the stock is left."""
        passes = [turn.turn is Turn.PASS for turn in self.played]
        return self.question is Question.DRAW and passes == [True, True]

    @property
    def misdealt(self) -> bool:
        """True if a known hand could be knocked with as dealt, where the rules forbid that."""
        return self.rules.misdeal_if_dealt_knock and any(
            can_knock(hand, self.rules, self.limit)
            if len(hand) > HAND
            else deadwood(hand, self.rules) <= self.limit
            for hand in self.hands
            if hand is not None
        )

    # ---- steps

    def after(self, turn: Played) -> Self:
        """After a whole turn, or as much of it as was played."""
        here = self if self.turn == turn.player else replace(self, turn=turn.player)
        if turn.turn is Turn.PASS:
            return here.after_pass()
        if here.question is Question.DISCARD and here.played[-1].player != turn.player:
            here = replace(here, turn=1 - turn.player).after_lost_discard()
        begun = here.question is Question.DISCARD and here.played[-1].player == turn.player
        if not begun:
            take = turn.turn is Turn.TAKE
            here = here.after_take(turn.card) if take else here.after_draw(turn.card)
            here = here._marked() if turn.gap else here
        return here if turn.discarded is None else here.after_discard(turn.discarded)

    def after_pass(self) -> Self:
        """After a pass: at the wall the hand ends with it."""
        played = (*self.played, Played(self.turn, Turn.PASS))
        if self.question is Question.LAST:
            return replace(self, played=played)._void()
        question = Question.DRAW if self.turn == self.dealer else Question.UPCARD
        return replace(self, played=played, turn=1 - self.turn, question=question)

    def after_take(self, card: Card | None = None) -> Self:
        """After the top of the pile is taken, which is `card` where it was forgotten."""
        forgotten = self._top_forgotten or not self.pile
        card = card if forgotten else self.top
        return replace(
            self,
            hands=self._without_hand() if card is None else self._added(self.hands, card),
            pile=self.pile if forgotten else self.pile[:-1],
            known=self._added(self._known_apart(card), card),
            question=Question.DISCARD,
            taken=card,
            played=(*self.played, Played(self.turn, Turn.TAKE, card)),
        )

    def after_draw(self, card: Card | None = None) -> Self:
        """After a draw of the next card, which is `card` where the stock is not known."""
        card = self.stock[0] if card is None and self.stock else card
        return replace(
            self,
            hands=self._without_hand() if card is None else self._added(self.hands, card),
            stock=self.stock[1:],
            known=self._known_apart(card),
            question=Question.DISCARD,
            drawn=card,
            played=(*self.played, Played(self.turn, Turn.DRAW, card)),
        )

    def after_lost_discard(self) -> Self:
        """After a discard that was forgotten, with the other player to act.

        The hand it came from is no longer known.
        """
        marked = self._marked()
        after = replace(
            marked, hands=self._without_hand(), turn=1 - self.turn,
            question=Question.DRAW, taken=None, drawn=None,
        )  # fmt: skip
        return after if len(self.stock) > WALL else after._at_wall()

    def _marked(self) -> Self:
        """The table with its last turn marked as one of which something was forgotten."""
        return replace(self, played=(*self.played[:-1], replace(self.played[-1], gap=True)))

    def holding(self, player: int, hand: CardSet) -> Self:
        """The table with the hand of a player as it is said to be between two turns."""
        first, second = self.known
        if player == 0:
            known = first & hand, second - hand
            return replace(self, hands=(hand, self.hands[1]), known=known)
        return replace(self, hands=(self.hands[0], hand), known=(first - hand, second & hand))

    def put_down(self, card: Card | None) -> Self:
        """After a card has gone to the pile, with the same player to act: as in a knock."""
        if card is None:
            return self
        hand, known = self.hands[self.turn], self.known[self.turn]
        return replace(
            self,
            hands=self._with(self.hands, None if hand is None else hand.remove(card)),
            pile=(*self.pile, card),
            known=self._with(self.known, known.remove(card)),
            played=(*self.played[:-1], replace(self.played[-1], discarded=card)),
        )

    def after_discard(self, card: Card) -> Self:
        """After a discard, with the other player to act unless the hand is over."""
        after = replace(
            self.put_down(card),
            turn=1 - self.turn,
            question=Question.DRAW,
            taken=None,
            drawn=None,
        )
        return after if len(self.stock) > WALL else after._at_wall()

    def _at_wall(self) -> Self:
        if self.rules.wall is Wall.LAST_DISCARD:
            return replace(self, question=Question.LAST)
        if self.rules.wall is Wall.VOID:
            return self._void()
        under = self._shuffled(self.pile[:-1])
        return replace(
            self, stock=(*self.stock, *under), pile=self.pile[-1:], shuffles=self.shuffles + 1
        )

    def _void(self) -> Self:
        return replace(self, over=True)

    def _shuffled(self, cards: tuple[Card, ...]) -> tuple[Card | None, ...]:
        """Cards of the pile in an order that nobody knows, with an upcard that nobody said."""
        eleven = self.rules.deals_eleven
        buried = self.upcard is None and not eleven and not self.shuffles
        return (None,) * (len(cards) + buried + sum(_lost(turn) for turn in self.played[:-1]))

    def _added(self, pair: tuple[_Set, _Set], card: Card | None) -> tuple[_Set, _Set]:
        """The pair with a card more in the set of the player to act, where both are known."""
        cards = pair[self.turn]
        return pair if cards is None or card is None else self._with(pair, cards.add(card))

    def _known_apart(self, card: Card | None) -> tuple[CardSet, CardSet]:
        """The cards known to be held, less one that the other player must have discarded."""
        if card is None or not self.has_gaps:
            return self.known
        first, second = self.known
        return (first, second.remove(card)) if self.turn == 0 else (first.remove(card), second)

    def _without_hand(self) -> Hands:
        """The hands, that of the player to act no longer known."""
        return (None, self.hands[1]) if self.turn == 0 else (self.hands[0], None)

    def _with(self, pair: tuple[_Set, _Set], mine: _Set) -> tuple[_Set, _Set]:
        """The pair with the set of the player to act exchanged."""
        return (mine, pair[1]) if self.turn == 0 else (pair[0], mine)
