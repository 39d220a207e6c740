"""One player's knowledge of a hand in play: own cards, pile, who took what, the counts.

A `View` is what everything that thinks takes; the full truth is a
:class:`analyzer.game.position.Position`, which only referees and recorders hold. "I" and "me"
are the player whose view it is. Of two with the plain pack I am in seat 0 and the opponent in
seat 1, whoever sat where; elsewhere everybody keeps their seat.

Cards are in one of these places::

    hand       mine; of two ten before the draw, eleven after it
    pile       discarded and not taken, oldest first, the top last
    known      taken from the pile by another player and not discarded again
    melds      open on the table, in mahjong gin
    unseen     all others: the others' hidden cards, the stock, and pile cards that
               nobody told us (`buried`, where only the top of the pile is known)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import accumulate, combinations

from analyzer.errors import InputError
from analyzer.game.actions import Action, Question, Turn
from analyzer.game.arrangement import Meld
from analyzer.game.cards import NO_CARDS, Card, CardSet, counted_cards
from analyzer.game.legal import Ruled, can_knock
from analyzer.game.melds import deadwood
from analyzer.game.rules import GameKind, Rules, Wall, not_for_two
from analyzer.game.scoring import Ended, Outcome
from analyzer.game.table import FIRST_STOCK, HAND, Played, Step, Table, steps_of

__all__ = [
    "FIRST_STOCK",
    "HAND",
    "Question",
    "Side",
    "Turn",
    "View",
    "for_two",
    "history_of",
    "seen_by",
    "tables_of",
    "view_before_draw",
    "view_of",
]


class Side(IntEnum):
    """The seats of two players, as seen by one of them; prints as texts and documents name it.

    >>> str(Side.OPPONENT), Side.named("me") == 0
    ('opp', True)
    """

    ME = 0
    OPPONENT = 1

    @classmethod
    def named(cls, name: str) -> Side:
        """The side of a name as `str` prints it; raises ValueError for any other."""
        return cls(("me", "opp").index(name))

    @property
    def other(self) -> Side:
        """The other player."""
        return Side.OPPONENT if self is Side.ME else Side.ME

    def __bool__(self) -> bool:
        return True  # a side is somebody, and None nobody

    def __str__(self) -> str:
        return ("me", "opp")[self]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


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
    known: tuple[CardSet, ...] = (NO_CARDS, NO_CARDS)
    """Cards of each seat that the others saw taken, mine too."""
    taken: Card | None = None
    """The card I took from the pile in this turn, which most rules forbid to discard."""
    drawn: Card | None = None
    """The card I drew from the stock in this turn, if it is known."""
    upcard: Card | None = None
    """The first upcard, if it is known; Oklahoma reads the knock limit off it."""
    dealer: int | None = None
    """The seat that dealt; None where nobody said."""
    score: tuple[int, int] | None = None
    """Match points of two, mine first; None outside a match."""
    my_discards: int = 0
    their_discards: int = 0
    their_takes: int = 0
    they_passed: bool = False
    """True if another player has passed the first upcard."""
    history: tuple[Played, ...] | None = None
    """Every turn so far as I saw it, oldest first; None where the turns are not known."""
    player: int = 0
    """My seat."""
    turn: int = 0
    """The seat that is to act; mine, unless I look on."""
    above: tuple[Card, ...] = ()
    """The cards taken above `taken` in this turn, in mahjong gin."""
    melds: tuple[Meld, ...] = ()
    """The melds that lie open, in mahjong gin."""
    laid: tuple[CardSet, ...] = ()
    """Cards of each seat among them; empty in other games."""
    held: tuple[int, ...] = ()
    """Cards that each seat holds, where that does not follow from the rules and the turn."""
    shuffles: int = 0
    """Number of times the pile has become the stock."""
    outcome: Outcome | None = None
    """The end of the hand; None while it goes on."""

    def __post_init__(self) -> None:
        if not self.deciding:
            return
        if self.rules.two_handed:
            self._check_cards()
            self._check_counts()
        if self.rules.misdeal_if_dealt_knock:
            self._check_deal()

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
        if self.must_knock and not can_knock(self.hand, self.rules, self.limit, self.forbidden):
            raise InputError(
                f"{self.taken} is the last discard, which is taken only to knock with, "
                f"and this hand cannot knock with {self.limit}",
                hint="check the hand and the stock, or leave out that it was taken",
            )

    def reached(self) -> View:
        """The view itself; raises InputError where no hand comes to its question."""
        turned = self.upcard is not None or self.question is Question.UPCARD
        if turned and self.rules.deals_eleven:
            raise InputError(
                "no upcard is turned under these rules",
                hint="leave it out; the non-dealer holds eleven cards and discards first",
            )
        left, wall = self.stock, self.rules.wall
        draws = self.question is Question.DRAW and self.rules.play is not GameKind.MAHJONG
        if not draws or left > self.used_up or wall is Wall.LAST_DISCARD:
            return self
        shuffled = wall is Wall.RESHUFFLE
        raise InputError(
            f"with {counted_cards(left)} in the stock "
            + ("the pile is shuffled into a new one" if shuffled else "the hand is over"),
            hint="count the stock" + (" as it is after that" if shuffled else " again"),
        )

    def _check_deal(self) -> None:
        """See that the hand as dealt, where it is still that, is no misdeal."""
        as_dealt = self.question is Question.UPCARD or self.must_draw
        if not as_dealt or self.rules.play is GameKind.MAHJONG:
            return
        points = deadwood(self.hand, self.rules)
        if points <= self.limit:
            raise InputError(
                f"a hand dealt with {points} points of deadwood is a misdeal under these rules",
                hint="the hand is dealt again; or take misdeal_if_dealt_knock out of the rules",
            )

    @property
    def left(self) -> int:
        """Cards left in the stock."""
        return self.stock

    @property
    def over(self) -> bool:
        """True if the hand has ended."""
        return self.outcome is not None

    @property
    def deciding(self) -> bool:
        """True if the decision is mine."""
        return self.turn == self.player and not self.over

    @property
    def shown(self) -> CardSet:
        """Cards of mine that the others saw me take."""
        return self.known[self.player]

    @property
    def opponent(self) -> CardSet:
        """Cards that others are known to hold: of two, the opponent."""
        before, after = self.known[: self.player], self.known[self.player + 1 :]
        first, *others = (*before, *after)
        for cards in others:
            first |= cards
        return first

    def knowing(self, opponent: CardSet) -> View:
        """The view of two with these cards known of the opponent."""
        return replace(self, known=(self.shown, opponent))

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards that each seat holds."""
        return self.held or tuple(
            len(self.hand) if seat == self.player else self._usual_count(seat)
            for seat in range(self.rules.players)
        )

    def _usual_count(self, seat: int) -> int:
        """Cards that another player holds by the rules: one more between draw and discard."""
        if self.outcome is None:
            return self.rules.cards + (seat == self.turn and self.question is Question.DISCARD)
        big = self.outcome.kind is Ended.BIG_GIN and seat == self.outcome.knocker
        return self.rules.cards + big

    @property
    def unseen(self) -> CardSet:
        """Cards whose place this player does not know."""
        seen = self.hand.mask
        for card in self.pile:
            seen |= card.mask
        for cards in (*self.laid, *self.known):
            seen |= cards.mask
        return CardSet(self.rules.pack.mask & ~seen)

    @property
    def hidden(self) -> int:
        """Number of the others' cards that are unseen."""
        rules = self.rules
        if self.held or not self.deciding:
            return sum(self.counts) - self.counts[self.player] - len(self.opponent)
        return (rules.players - 1) * rules.cards - len(self.opponent)

    @property
    def passes(self) -> int:
        """Number of players who have passed the first upcard, as far as that is known."""
        if self.history is not None:
            return Played.passes(self.history)
        if self.question is not Question.UPCARD or self.dealer is None:
            return 0
        return (self.player - self.dealer - 1) % self.rules.players

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every move so far that is known, oldest first."""
        eleven = self.rules.deals_eleven
        return tuple(steps_of(self.history or (), self.outcome, dealt_eleven=eleven))

    @property
    def buried(self) -> int:
        """Number of cards in the pile that are not known."""
        return len(self.unseen) - self.hidden - self.stock

    @property
    def limit_assumed(self) -> bool:
        """True if the rules read the limit off a first upcard that is not known."""
        return self.rules.limit_is_assumed(self.upcard)

    @property
    def must_draw(self) -> bool:
        """True if all have passed the first upcard, so that only the stock is left.

        Of two, before anybody has discarded and with the stock untouched, a player is asked about
        the draw only then.
        """
        if not self.rules.two_handed:
            turns = self.history or ()
            return Played.passes(turns) == len(turns) == self.rules.players
        nothing_yet = self.stock == FIRST_STOCK and not self.my_discards and not self.their_discards
        offered = not self.rules.deals_eleven and self.they_passed
        return self.question is Question.DRAW and nothing_yet and offered and len(self.pile) == 1

    def legal_actions(self) -> tuple[Action, ...]:
        """All that I can do, as `Position.legal_actions` has it; raises ValueError if not my turn.

        >>> from analyzer.game.rules import PRESETS
        >>> view = View(
        ...     rules=PRESETS["classic"], hand=CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"),
        ...     pile=(Card.of("9c"),), stock=31, question=Question.UPCARD,
        ... )
        >>> [str(action) for action in view.legal_actions()]
        ['take', 'pass']
        """
        if not self.deciding:
            raise ValueError("only the player who is to act has a decision")
        return self.choices(self.hand)

    def moves(self) -> tuple[Action, ...]:
        """The same without the spread of a knock, each once."""
        return tuple(dict.fromkeys(action.plain for action in self.legal_actions()))


def view_of(table: Table, player: int | None = None) -> View:
    """Return the view of the player to act; raises ValueError for another one, or at the end.

    The view is of a decision, so only the player to act has one, and their hand has to be known.
    It is complete: no card is buried, unless the pile has become the stock, whose old cards then
    count as unseen, or a turn was forgotten, from where on the turns do not count as known.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> view = view_of(deal(PRESETS["classic"], seed=1))
    >>> view.question, view.dealer, len(view.hand), view.stock, view.buried
    (<Question.UPCARD: 'upcard'>, <Side.OPPONENT: 1>, 10, 31, 0)
    """
    me = table.turn if player is None else player
    if table.over or me != table.turn:
        raise ValueError("only the player who is to act has a decision to view")
    return seen_by(table, me)


def for_two(view: View) -> View:
    """The same view; raises InputError unless its rules are for two with the plain pack."""
    if not view.rules.two_handed:
        raise not_for_two(view.rules)
    return view


def seen_by(table: Table, me: int) -> View:
    """Return what a player knows, who may look on; raises ValueError where their hand is unknown.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import parse_rules
    >>> view = seen_by(deal(parse_rules("three-hand"), seed=1), 1)
    >>> view.player, view.turn, view.counts, len(view.unseen)
    (1, 0, (7, 7, 7), 44)
    """
    hand = table.hands[me]
    if hand is None:
        raise ValueError("a view needs the hand of the player to act")
    view = _view_with(hand, table, me)
    if table.rules.two_handed:
        return view
    counts = tuple(len(cards) for cards in table.hands if cards is not None)
    return view if counts == view.counts else replace(view, held=counts)


def _view_with(hand: CardSet, table: Table, me: int) -> View:
    """The view of a player with this hand; the others' have as many cards as their turns say."""
    rules = table.rules
    seats = (me, 1 - me) if rules.two_handed else tuple(range(rules.players))
    history = history_of(table.played, me, None if rules.two_handed else seats)
    seat, deals = seats.index(me), seats.index(table.dealer)
    theirs = [turn.turn for turn in history if turn.player != seat]
    finished = table.played[:-1] if table.question is Question.DISCARD else table.played
    # One for each card, those too that were forgotten.
    discards = [turn.player for turn in finished if turn.turn is not Turn.PASS]
    passes_left_out = not rules.deals_eleven and history[:1] != () and history[0].turn is Turn.DRAW
    return View(
        rules=rules,
        hand=hand,
        pile=table.pile,
        stock=len(table.stock),
        question=table.question,
        known=tuple(table.known[each] for each in seats),
        taken=table.taken,
        drawn=table.drawn if me == table.turn else None,
        upcard=table.upcard,
        dealer=Side(deals) if rules.two_handed else deals,
        score=None if table.score is None else (table.score[me], table.score[1 - me]),
        my_discards=discards.count(me),
        their_discards=len(discards) - discards.count(me),
        their_takes=theirs.count(Turn.TAKE),
        they_passed=passes_left_out or Turn.PASS in theirs,
        history=None if table.has_gaps else history,
        player=seat,
        turn=seats.index(table.turn),
        above=table.above,
        melds=table.melds,
        laid=table.laid,
        shuffles=0 if rules.two_handed else table.shuffles,
        outcome=table.outcome,
    )


def view_before_draw(table: Table, hand: CardSet) -> View:
    """Return player 0's view of two with these cards between two turns, were they to draw."""
    table = replace(
        table, hands=(hand, None), turn=0, question=Question.DRAW, taken=None, drawn=None,
        over=False,
    )  # fmt: skip
    return view_of(table)


def history_of(
    played: Sequence[Played], me: int, seats: Sequence[int] | None = None
) -> tuple[Played, ...]:
    """The turns as player `me` saw them: a card that another one drew is hidden.

    `seats` are the players in the order in which the view counts them; without it the one who sees
    is in seat 0 and the other in seat 1.
    """
    return tuple(
        Played(
            Side(turn.player != me) if seats is None else seats.index(turn.player),
            turn.turn,
            turn.card if turn.player == me or turn.turn is Turn.TAKE else None,
            turn.discarded,
            above=turn.above,
            laid=turn.laid,
        )
        for turn in played
    )


def tables_of(rules: Rules, upcard: Card | None, history: Sequence[Played]) -> list[Table]:
    """The table before each turn of a history of two, and after the last; I am player 0.

    Nothing is checked: a history that contradicts itself gives tables that nobody has seen.
    """
    opening = Table.opening(rules, upcard, dealer=1 - history[0].player if history else 1)
    return list(accumulate(history, Table.after, initial=opening))
