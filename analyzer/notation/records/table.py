"""The table during a recorded hand: what was public, and the hands that are known.

Unlike a :class:`analyzer.game.position.Position` it does without the hidden cards, so it serves a
record in which only one hand is known, and no unknown card can leak into a view made of it.
The steps are not checked here; :mod:`analyzer.notation.records.check` asks before it takes one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.game.actions import Question
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.position import WALL, Played
from analyzer.game.rules import FirstUpcard, Rules, Wall
from analyzer.game.view import FIRST_STOCK, Side, Turn, View, counts_of, history_of
from analyzer.notation.records.types import Pair, Record


@dataclass(frozen=True, slots=True)
class Table:
    """One moment of a hand; each step gives another."""

    rules: Rules
    hands: Pair
    """As held now; None for a hand that is not known."""
    turn: int
    """The player to act."""
    question: Question
    dealer: int
    upcard: Card | None
    score: tuple[int, int] | None
    pile: tuple[Card, ...]
    """Oldest first, the top last."""
    stock: int = FIRST_STOCK
    known: tuple[CardSet, CardSet] = (NO_CARDS, NO_CARDS)
    """Cards of each player's that the other saw taken."""
    taken: Card | None = None
    drawn: Card | None = None
    played: tuple[Played, ...] = ()
    over: bool = False
    """Whether the hand has ended without a knock."""

    @classmethod
    def of(cls, record: Record) -> Table:
        """The table when the cards are dealt.

        >>> from analyzer.game.position import deal
        >>> from analyzer.notation.records.replay import record_of
        >>> from analyzer.game.rules import PRESETS
        >>> table = Table.of(record_of(deal(PRESETS["eaai"], seed=1)))
        >>> table.question, table.turn, table.stock
        (<Question.UPCARD: 'upcard'>, 0, 31)
        """
        eleven = record.rules.first_upcard is FirstUpcard.ELEVEN
        first = 1 - record.dealer
        return cls(
            rules=record.rules,
            hands=record.hands,
            turn=first,
            question=Question.DISCARD if eleven else Question.UPCARD,
            dealer=record.dealer,
            upcard=record.upcard,
            score=record.score,
            pile=() if record.upcard is None else (record.upcard,),
            played=(Played(first, Turn.DRAW),) if eleven else (),
        )

    @property
    def limit(self) -> int:
        """Most deadwood to knock with in this hand."""
        return self.rules.limit_for(self.upcard)

    @property
    def must_draw(self) -> bool:
        """Whether both have passed the first upcard, so that only the stock is left."""
        if len(self.played) != 2 or self.question is not Question.DRAW:
            return False
        return all(turn.turn is Turn.PASS for turn in self.played)

    @property
    def must_knock(self) -> bool:
        """Whether the last discard was taken at the wall, which is allowed only to knock."""
        at_wall = self.rules.wall is Wall.LAST_DISCARD and self.stock == WALL
        return at_wall and self.question is Question.DISCARD and self.taken is not None

    def offered(self, turn: Turn, card: Card | None) -> Table:
        """After a pass, a take of the top, or a draw of `card` (None where it was not seen)."""
        if turn is Turn.PASS:
            return self._passed()
        played = (*self.played, Played(self.turn, turn, card))
        table = replace(self, played=played, question=Question.DISCARD)
        table = replace(table, hands=self._hands(card, add=True))
        if turn is Turn.DRAW:
            return replace(table, stock=self.stock - 1, drawn=card)
        known = _with(self.known, self.turn, self.known[self.turn].add(self.pile[-1]))
        return replace(table, pile=self.pile[:-1], known=known, taken=card)

    def _passed(self) -> Table:
        played = (*self.played, Played(self.turn, Turn.PASS))
        if self.question is Question.LAST:
            return replace(self, played=played, over=True)
        question = Question.DRAW if self.turn == self.dealer else Question.UPCARD
        return replace(self, played=played, turn=1 - self.turn, question=question)

    def put_down(self, card: Card | None) -> Table:
        """After a card has gone to the pile, with the same player to act: as in a knock."""
        known = self.known[self.turn] if card is None else self.known[self.turn].remove(card)
        return replace(
            self,
            hands=self._hands(card, add=False),
            pile=self.pile if card is None else (*self.pile, card),
            known=_with(self.known, self.turn, known),
            played=(*self.played[:-1], replace(self.played[-1], discarded=card)),
        )

    def discarded(self, card: Card) -> Table:
        """After a discard, with the other player to act unless the hand is over."""
        after = replace(
            self.put_down(card), turn=1 - self.turn, question=Question.DRAW, taken=None, drawn=None
        )
        if self.stock > WALL:
            return after
        if self.rules.wall is Wall.VOID:
            return replace(after, over=True)
        if self.rules.wall is Wall.LAST_DISCARD:
            return replace(after, question=Question.LAST)
        return replace(after, stock=self.stock + len(after.pile) - 1, pile=after.pile[-1:])

    def _hands(self, card: Card | None, *, add: bool) -> Pair:
        """The hands with a card more or less for the player to act."""
        hand = self.hands[self.turn]
        if hand is None or card is None:
            return self.hands
        hand = hand.add(card) if add else hand.remove(card)
        return (hand, self.hands[1]) if self.turn == 0 else (self.hands[0], hand)

    def view(self) -> View:
        """What the player to act knows; raises ValueError where their hand is not known."""
        me, hand, score = self.turn, self.hands[self.turn], self.score
        if hand is None:
            raise ValueError("a view needs the hand of the player to act")
        history = history_of(self.played, me)
        return View(
            rules=self.rules,
            hand=hand,
            pile=self.pile,
            stock=self.stock,
            question=self.question,
            opponent=self.known[1 - me],
            shown=self.known[me],
            taken=self.taken,
            drawn=self.drawn,
            upcard=self.upcard,
            dealer=Side.ME if self.dealer == me else Side.OPPONENT,
            score=None if score is None else (score[me], score[1 - me]),
            history=history,
            **counts_of(history)._asdict(),
        )


def _with(pair: tuple[CardSet, CardSet], player: int, cards: CardSet) -> tuple[CardSet, CardSet]:
    return (cards, pair[1]) if player == 0 else (pair[0], cards)
