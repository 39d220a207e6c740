"""One player's knowledge of a hand in play: own cards, pile, who took what, the counts.

A `View` is what everything that thinks takes; the full truth is a
:class:`analyzer.game.position.Position`, which only referees and recorders hold. "I" and "me"
are the player whose view it is.

Cards are in one of these places::

    hand       mine, ten before the draw, eleven after it
    pile       discarded and not taken, oldest first, the top last
    opponent   taken from the pile by the opponent and not discarded again
    unseen     all others: the opponent's hidden cards, the stock, and pile cards that
               nobody told us (`buried`, where only the top of the pile is known)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, combinations

from analyzer.errors import InputError
from analyzer.game.actions import Action, Question, Ruled, Turn
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet, counted_cards
from analyzer.game.rules import ANY_CARD, Rules
from analyzer.game.table import FIRST_STOCK, HAND, Played, Table

__all__ = [
    "FIRST_STOCK",
    "HAND",
    "Event",
    "Question",
    "Side",
    "Turn",
    "View",
    "history_of",
    "legal_actions",
    "tables_of",
    "view_before_draw",
    "view_of",
]


class Side(StrEnum):
    """One of the two players, as seen by the one who asks."""

    ME = "me"
    OPPONENT = "opp"

    @property
    def other(self) -> Side:
        """The other player."""
        return Side.OPPONENT if self is Side.ME else Side.ME


@dataclass(frozen=True, slots=True)
class Event:
    """One turn as this player saw it: pass, take or draw, and the card discarded after it."""

    who: Side
    turn: Turn
    card: Card | None = None
    """The card taken from the pile, or the card I drew; None for a draw of theirs."""
    discarded: Card | None = None
    """The card discarded; None after a pass, and for a turn still going on."""


@dataclass(frozen=True, slots=True)
class View(Ruled):
    """One player's knowledge at the moment of a decision; raises InputError if impossible.

    >>> from analyzer.game.rules import PRESETS
    >>> view = View(rules=PRESETS["classic"], hand=CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"),
    ...             pile=(Card.of("9c"),), stock=31, question=Question.UPCARD)
    >>> len(view.unseen), view.hidden, view.top
    (41, 10, Card.of('9c'))
    """

    rules: Rules
    hand: CardSet
    pile: tuple[Card, ...]
    """Known cards of the pile, oldest first, the top last."""
    stock: int
    """Cards left in the stock."""
    question: Question
    opponent: CardSet = NO_CARDS
    """Cards the opponent is known to hold."""
    shown: CardSet = NO_CARDS
    """Cards of mine that the opponent saw me take."""
    taken: Card | None = None
    """The card I took from the pile in this turn, which most rules forbid to discard."""
    drawn: Card | None = None
    """The card I drew from the stock in this turn, if it is known."""
    upcard: Card | None = None
    """The first upcard, if it is known; Oklahoma reads the knock limit off it."""
    dealer: Side | None = None
    score: tuple[int, int] | None = None
    """Match points, mine first; None outside a match."""
    my_discards: int = 0
    their_discards: int = 0
    their_takes: int = 0
    they_passed: bool = False
    """True if the opponent has passed the first upcard."""
    history: tuple[Event, ...] | None = None
    """Every turn so far, oldest first; None where the turns are not known."""

    def __post_init__(self) -> None:
        self._check_cards()
        self._check_counts()

    def _check_cards(self) -> None:
        places = {
            "your hand": self.hand,
            "the pile": CardSet.from_cards(self.pile),
            "the opponent's cards": self.opponent,
        }
        if len(places["the pile"]) != len(self.pile):
            raise InputError("the pile holds a card twice", hint="every card exists once")
        for (first, cards), (second, others) in combinations(places.items(), 2):
            if both := cards & others:
                raise InputError(
                    f"{both} is both in {first} and in {second}", hint="keep it in one of them"
                )
        if self.taken is not None and self.taken not in self.hand:
            raise InputError(
                f"{self.taken} was taken but is not in your hand",
                hint="name a card of your hand, or leave it out",
            )
        if not self.shown <= self.hand:
            raise InputError(
                f"{self.shown - self.hand} was taken but is not in your hand",
                hint="name a card of your hand, or leave it out",
            )

    def _check_counts(self) -> None:
        wanted = HAND + 1 if self.question is Question.DISCARD else HAND
        if len(self.hand) != wanted:
            raise InputError(
                f"your hand has {counted_cards(len(self.hand))}",
                hint=f"a hand that is to {self.question} has {wanted}",
            )
        if len(self.opponent) > HAND:
            raise InputError(f"the opponent is given {len(self.opponent)} cards", hint="at most 10")
        if self.question is not Question.DISCARD and not self.pile:
            raise InputError("the pile is empty", hint="give the pile, its top last, or the upcard")
        if self.stock < 0 or self.buried < 0:
            raise InputError(
                f"{self.stock} cards cannot be in the stock",
                hint=f"{len(self.unseen)} are unseen, {self.hidden} of them with the opponent",
            )

    @property
    def left(self) -> int:
        """Cards left in the stock."""
        return self.stock

    @property
    def unseen(self) -> CardSet:
        """Cards whose place this player does not know."""
        return DECK - self.hand - CardSet.from_cards(self.pile) - self.opponent

    @property
    def hidden(self) -> int:
        """Number of the opponent's ten cards that are unseen."""
        return HAND - len(self.opponent)

    @property
    def buried(self) -> int:
        """Number of cards in the pile that are not known."""
        return len(self.unseen) - self.hidden - self.stock

    @property
    def limit_assumed(self) -> bool:
        """True if the rules read the limit off a first upcard that is not known."""
        if self.rules.knock_card is not None:
            return self.rules.knock_card == ANY_CARD
        return self.rules.knock_by_upcard and self.upcard is None

    @property
    def must_draw(self) -> bool:
        """True if both have passed the first upcard, so that only the stock is left.

        Before anybody has discarded and with the stock untouched, a player is asked about the
        draw only then.
        """
        nothing_yet = self.stock == FIRST_STOCK and not self.my_discards and not self.their_discards
        offered = not self.rules.deals_eleven and self.they_passed
        return self.question is Question.DRAW and nothing_yet and offered and len(self.pile) == 1


def legal_actions(view: View) -> tuple[Action, ...]:
    """All that the player can do, each way to knock as an action of its own.

    The same actions in the same order as `Position.legal_actions` of the truth behind it.

    >>> from analyzer.game.rules import PRESETS
    >>> view = View(rules=PRESETS["classic"], hand=CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"),
    ...             pile=(Card.of("9c"),), stock=31, question=Question.UPCARD)
    >>> [str(action) for action in legal_actions(view)]
    ['take', 'pass']
    """
    return view.choices(view.hand)


def view_of(table: Table, player: int | None = None) -> View:
    """Return the view of the player to act; raises ValueError for the other one, or at the end.

    The view is of a decision, so only the player to act has one, and their hand has to be known.
    It is complete: no card is buried, unless the pile has become the stock, whose old cards then
    count as unseen, or a turn was forgotten, from where on the turns do not count as known.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> view = view_of(deal(PRESETS["classic"], seed=1))
    >>> view.question, view.dealer, len(view.hand), view.stock, view.buried
    (<Question.UPCARD: 'upcard'>, <Side.OPPONENT: 'opp'>, 10, 31, 0)
    """
    me = table.turn if player is None else player
    if table.over or me != table.turn:
        raise ValueError("only the player who is to act has a decision to view")
    hand, score = table.hands[me], table.score
    if hand is None:
        raise ValueError("a view needs the hand of the player to act")
    history = history_of(table.played, me)
    theirs = [event for event in history if event.who is Side.OPPONENT]
    offered = not table.rules.deals_eleven
    passes_left_out = offered and history[:1] != () and history[0].turn is Turn.DRAW
    return View(
        rules=table.rules,
        hand=hand,
        pile=table.pile,
        stock=len(table.stock),
        question=table.question,
        opponent=table.known[1 - me],
        shown=table.known[me],
        taken=table.taken,
        drawn=table.drawn,
        upcard=table.upcard,
        dealer=Side.ME if table.dealer == me else Side.OPPONENT,
        score=None if score is None else (score[me], score[1 - me]),
        my_discards=_discards(table, me),
        their_discards=_discards(table, 1 - me),
        their_takes=sum(event.turn is Turn.TAKE for event in theirs),
        they_passed=passes_left_out or any(event.turn is Turn.PASS for event in theirs),
        history=None if table.has_gaps else history,
    )


def _discards(table: Table, player: int) -> int:
    """Count the cards that a player has discarded, those too that were forgotten."""
    open_turn = table.question is Question.DISCARD
    finished = table.played[:-1] if open_turn and table.played else table.played
    return sum(turn.player == player and turn.turn is not Turn.PASS for turn in finished)


def view_before_draw(table: Table, hand: CardSet) -> View:
    """Return player 0's view with these ten cards between two turns, were they to draw."""
    table = replace(
        table, hands=(hand, None), turn=0, question=Question.DRAW, taken=None, drawn=None,
        over=False,
    )  # fmt: skip
    return view_of(table)


def history_of(played: Sequence[Played], me: int) -> tuple[Event, ...]:
    """The turns as player `me` saw them: a card that the other one drew is hidden."""
    return tuple(
        Event(
            Side.ME if turn.player == me else Side.OPPONENT,
            turn.turn,
            turn.card if turn.player == me or turn.turn is Turn.TAKE else None,
            turn.discarded,
        )
        for turn in played
    )


def tables_of(rules: Rules, upcard: Card | None, history: Sequence[Event]) -> list[Table]:
    """The table before each turn of a history, and after the last; I am player 0.

    Nothing is checked: a history that contradicts itself gives tables that nobody has seen.
    """
    players = [int(event.who is Side.OPPONENT) for event in history]
    opening = Table.opening(rules, upcard, dealer=1 - players[0] if players else 1)
    turns = (
        Played(player, event.turn, event.card, event.discarded)
        for player, event in zip(players, history, strict=True)
    )
    return list(accumulate(turns, Table.after, initial=opening))
