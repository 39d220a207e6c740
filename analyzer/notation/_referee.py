"""The referee of the turns that a text says, be it a history seen by one player or a record.

Each turn is either one that can follow the turns before it, or an
:class:`~analyzer.errors.InputError` that names the card and, where two things disagree, both of
their places. A history and a record differ in what is known: in a history I am player 0, the
hands are not known while it is read, and the passes of the first upcard may be left out when
the first turn is a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analyzer.game.actions import Question
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.legal import WALL, can_knock
from analyzer.game.melds import best_arrangements, deadwood
from analyzer.game.table import Played, Table
from analyzer.game.view import HAND, Side, Turn
from analyzer.notation._source import NOWHERE, Mark, clash


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """One turn with its place."""

    turn: Turn | None
    """None where only a discard was said, as in the first turn of a hand dealt eleven cards."""
    card: Card | None = None
    discarded: Card | None = None
    mark: Mark = NOWHERE
    knocks: bool = False
    """True if the hand was laid down, with a discard or, for big gin, without one."""
    big: bool = False
    player: int | None = None
    """Whose turn it was said to be; None where that follows from the order."""
    gap: bool = False
    """True if a card that is None here was forgotten."""

    @classmethod
    def of(cls, event: Played, mark: Mark = NOWHERE, *, bare: bool = False) -> SaidTurn:
        """A turn of a history, in which I am player 0; `bare` where only a discard was said."""
        turn, player = None if bare else event.turn, int(event.player)
        return cls(turn, event.card, event.discarded, mark, player=player)

    @property
    def event(self) -> Played:
        """The turn of a history."""
        return Played(Side(self.player or 0), self.turn or Turn.DRAW, self.card, self.discarded)


@dataclass(frozen=True, slots=True)
class _Form:
    """The names of the players, and the form of a turn, in one kind of text."""

    names: tuple[str, str]
    have: tuple[str, str]
    turn: str
    bare: str
    discard: str
    passed: str
    last: str
    knock: str


_HISTORY = _Form(
    names=("you", "the opponent"),
    have=("you have", "the opponent has"),
    turn="say `draws, discards …` or `takes …, discards …`",
    bare="say just the discard, as in `opp: discards Kd`",
    discard="say what was discarded, as in `draws, discards Kh`",
    passed="say draws or takes",
    last="the last discard can be taken to knock, or passed",
    knock="leave the turn out: the hand ended with the knock",
)
_RECORD = _Form(
    names=("player 1", "player 2"),
    have=("player 1 has", "player 2 has"),
    turn="write a turn as `+6h -Qd`, `^9h -Kd` or `p`",
    bare="write just the discard, as in `1. -Kd`",
    discard="say which card was discarded, as in `-Kd`",
    passed="write `+?` for a draw that was not seen",
    last="the last discard can be taken to knock, or passed with `p`",
    knock="mark the knock, as in `-Js!`",
)


class Referee:
    """The table after the turns played so far; `play` each turn, then read it off."""

    def __init__(
        self, table: Table, marks: dict[Card, Mark], begin: Mark = NOWHERE, *,
        hand_marks: tuple[Mark, Mark] = (NOWHERE, NOWHERE), rules_mark: Mark = NOWHERE,
        history: bool = False,
    ) -> None:  # fmt: skip
        self.table = table
        self.marks = marks
        """The last mention of each card."""
        self.last = begin
        """The place of the last turn."""
        self.sure = [NO_CARDS if hand is None else hand for hand in table.hands]
        """Cards that each player holds for sure."""
        self.count = 0
        """The number of turns played."""
        self.knocked: SaidTurn | None = None
        self.unfinished = False
        """True if the last turn still has its discard to come."""
        self.must_gin = False
        """True if the hand of the last turn had to go gin."""
        self._hand_marks, self._rules_mark = hand_marks, rules_mark
        self._history, self._form = history, _HISTORY if history else _RECORD

    def hold(self, player: int, marks: Mapping[Card, Mark], mark: Mark) -> None:
        """Hear where the cards that a player holds were said; raises InputError if that cannot be.

        Between two turns a player holds ten.
        """
        cards, hand = CardSet.from_cards(marks), self.table.hands[player]
        if len(cards) != HAND or (hand is not None and hand != cards):
            known = "ten cards" if hand is None else f"{hand} by the turns before"
            raise clash(
                f"{self._form.have[player]} {known}, not {cards}", self.last, mark,
                hint="leave the hand out here, or correct the turns",
            )  # fmt: skip
        for card in cards - self.sure[player]:
            self._check_free(card, "in the hand", marks[card])
        self.marks |= marks
        self.sure[player] = cards
        self.table = self.table.holding(player, cards)

    def play(self, turn: SaidTurn) -> None:
        """Play one turn; raises InputError if it cannot follow the turns before it."""
        self._check_order(turn)
        if self.table.question is Question.DISCARD:
            self._play_bare(turn)
        else:
            self._offer(turn)
        if turn.turn is not Turn.PASS:
            self._finish(turn)
        self.count += 1
        self.last = turn.mark

    def place(self, card: Card) -> str | None:
        """Return where a card lies for sure, in words; None where it may be anywhere."""
        if card in self.table.pile:
            return "it lies on the pile"
        holders = [player for player in (0, 1) if card in self.sure[player]]
        return f"{self._form.have[holders[0]]} it" if holders else None

    # ---- the order of turns

    def _check_order(self, turn: SaidTurn) -> None:
        if self.knocked is not None or self.table.over:
            raise clash(
                "the hand is over, but a turn follows", self.last, turn.mark,
                hint="leave it out" if self._history
                else "leave it out, or begin the next hand with its tags",
            )  # fmt: skip
        if self.unfinished:
            raise clash(
                "the turn before this one discards no card", self.last, turn.mark,
                hint=self._form.discard,
            )  # fmt: skip
        if turn.player is None or turn.player == self.table.turn:
            return
        names = self._form.names
        raise clash(
            f"{names[turn.player]} cannot have two turns in a row" if self.count
            else f"the first turn is that of {names[self.table.turn]}",
            self.last, turn.mark, hint="a turn is missing, or the dealer is the other player",
        )  # fmt: skip

    def _play_bare(self, turn: SaidTurn) -> None:
        """The first turn of a hand dealt eleven cards, which is only a discard."""
        if turn.turn not in {None, Turn.DRAW} or (turn.card is not None and not self._history):
            raise clash(
                "the non-dealer was dealt eleven cards and only discards one", turn.mark,
                hint=self._form.bare,
            )  # fmt: skip
        if turn.card is not None:
            played = (replace(self.table.played[0], card=turn.card),)
            self.table = replace(self.table, drawn=turn.card, played=played)

    # ---- pass, take, draw

    def _offer(self, turn: SaidTurn) -> None:
        if turn.turn is None:
            raise clash(
                "this turn discards a card without taking or drawing one", turn.mark,
                hint=self._form.turn,
            )  # fmt: skip
        card = turn.card
        if turn.turn is Turn.PASS:
            self._check_pass(turn)
        elif turn.turn is Turn.TAKE:
            card = self._taken(turn)
        else:
            self._check_draw(turn)
        mover = self.table.turn
        if card is not None:
            self.sure[mover] = self.sure[mover].add(card)
            self.marks[card] = turn.mark
        self.table = self.table.after(Played(mover, turn.turn, card, gap=turn.gap))

    def _check_pass(self, turn: SaidTurn) -> None:
        if turn.card is not None or turn.discarded is not None or turn.knocks:
            raise clash("a pass takes and discards nothing", turn.mark, hint="write just `pass`")
        if self.table.question is Question.DRAW:
            raise clash(
                "only the first upcard can be passed", self.last, turn.mark, hint=self._form.passed
            )

    def _taken(self, turn: SaidTurn) -> Card | None:
        top = self.table.top
        if top is None and self._history:
            raise clash(
                "the card taken is not known", turn.mark, hint="say which, as in `takes Jd`"
            )
        if top is None:
            return self._taken_unseen(turn)
        if self.table.must_draw:
            raise clash(
                f"both passed the upcard, so {top} cannot be taken", self.last, turn.mark,
                hint="the non-dealer now draws from the stock",
            )  # fmt: skip
        if turn.card is not None and turn.card != top:
            raise clash(
                f"{turn.card} is taken, but {top} lies on top of the pile",
                self.marks[top], turn.mark, hint=f"did you mean {top}?",
            )  # fmt: skip
        return top

    def _taken_unseen(self, turn: SaidTurn) -> Card | None:
        """The card taken where the one on top was forgotten."""
        if turn.card is not None:
            self._check_free(turn.card, "taken", turn.mark)
        elif not turn.gap:
            raise clash(
                "the card taken is not known", turn.mark, hint="say which, as in `^Jd`, or `^??`"
            )
        return turn.card

    def _check_draw(self, turn: SaidTurn) -> None:
        table = self.table
        passes_left_out = self._history and not self.count
        if table.question is Question.UPCARD and not passes_left_out:
            raise clash(
                "a card is drawn before both have passed the upcard", self.last, turn.mark,
                hint="add the pass that is missing",
            )  # fmt: skip
        if table.question is Question.LAST or table.left <= WALL:
            raise clash(
                "two cards are left in the stock, so none can be drawn", self.last, turn.mark,
                hint=self._form.last,
            )  # fmt: skip
        if turn.card is not None:
            self._check_free(turn.card, "drawn", turn.mark)
        elif table.hands[table.turn] is not None and not turn.gap:
            raise clash(
                f"the hand of {self._form.names[table.turn]} is known, but not the card drawn",
                self._hand_marks[table.turn], turn.mark, hint="say which, as in `+6h`",
            )  # fmt: skip

    def _check_free(self, card: Card, what: str, mark: Mark) -> None:
        """See that a card may have been in the stock, or in a hidden hand."""
        place = self.place(card)
        if place is not None:
            raise clash(
                f"{card} is {what}, but {place}", self.marks.get(card, NOWHERE), mark,
                hint="every card exists once",
            )  # fmt: skip

    # ---- discards

    def _finish(self, turn: SaidTurn) -> None:
        """Discard a card, or lay the hand down."""
        if turn.big:
            self._check_big(turn)
        elif turn.discarded is not None:
            self._check_discard(turn.discarded, turn)
        elif turn.knocks:
            self._check_hidden_discard(turn)
        elif turn.gap:
            self._check_may_play_on(turn)
            self.sure[self.table.turn] = NO_CARDS
            self.table = self.table.after_lost_discard()
            return
        else:
            self.unfinished = True
            return
        self.must_gin = self._has_to_go_gin()
        if turn.knocks:
            self.knocked = turn
        else:
            self._check_may_play_on(turn)
        if turn.discarded is not None:
            self._discard(turn.discarded, turn)

    def _discard(self, card: Card, turn: SaidTurn) -> None:
        before, mover = self.table, self.table.turn
        self.sure[mover] = self.sure[mover].remove(card)
        self.marks[card] = turn.mark
        self.table = before.put_down(card) if turn.knocks else before.after_discard(card)
        if self.table.shuffles > before.shuffles:
            for shuffled in before.pile:
                del self.marks[shuffled]

    def _check_discard(self, card: Card, turn: SaidTurn) -> None:
        table = self.table
        if card == table.forbidden:
            raise clash(
                f"{card} is taken and discarded in the same turn", turn.mark,
                hint="these rules forbid that",
            )  # fmt: skip
        if card in self.sure[table.turn]:
            return
        self._check_free(card, "discarded", turn.mark)
        hand = table.hands[table.turn]
        if hand is not None:
            raise clash(
                f"{card} is discarded, but {self._form.names[table.turn]} never held it",
                self._hand_marks[table.turn], turn.mark, hint=f"the hand is {hand}",
            )  # fmt: skip
        if len(self.sure[table.turn]) > HAND:
            raise clash(
                f"{card} is discarded, but {self._form.have[table.turn]} eleven other cards",
                self.last, turn.mark, hint="discard a card that was taken and not discarded",
            )  # fmt: skip

    def _check_hidden_discard(self, turn: SaidTurn) -> None:
        if self.table.hands[self.table.turn] is not None:
            raise clash(
                "the card discarded with the knock is missing", self._hand_marks[self.table.turn],
                turn.mark, hint="say which, as in `-Js!`; big gin is `!!`",
            )  # fmt: skip

    def _check_big(self, turn: SaidTurn) -> None:
        rules, hand = self.table.rules, self.table.hands[self.table.turn]
        if rules.big_gin_bonus is None:
            raise clash(
                "these rules have no big gin", self._rules_mark, turn.mark,
                hint="discard a card, as in `-Js!`",
            )  # fmt: skip
        if hand is not None and deadwood(hand, rules):
            left = best_arrangements(hand, rules)[0].deadwood
            raise clash(
                f"big gin with {left} in no meld", self._hand_marks[self.table.turn], turn.mark,
                hint="discard a card, as in `-Js!`",
            )  # fmt: skip

    def _check_may_play_on(self, turn: SaidTurn) -> None:
        """See that the discard need not have been a knock."""
        table = self.table
        if table.must_knock:
            raise clash(
                "the last discard was taken, which is allowed only to knock", self.last, turn.mark,
                hint=self._form.knock,
            )  # fmt: skip
        if self.must_gin:
            raise clash(
                "the hand could go gin and, under these rules, had to",
                self._hand_marks[table.turn], turn.mark,
                hint=f"write `-{turn.discarded}!`, or correct the hand",
            )  # fmt: skip

    def _has_to_go_gin(self) -> bool:
        table = self.table
        hand = table.hands[table.turn]
        if hand is None or not table.rules.must_gin:
            return False
        return can_knock(hand, table.rules, 0, table.forbidden)
