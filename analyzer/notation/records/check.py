"""The referee of a record: plays what was said, and names the places of what cannot be.

Whatever a hand says is either a :class:`~analyzer.notation.records.types.Record` that could have
been played under its rules, or an :class:`~analyzer.errors.InputError` that tells the turn, the
card and, where two things disagree, both of their places. What follows from the rest is filled in:
the card taken, the best spread and the best answer of a known hand, the result.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.errors import InputError
from analyzer.game.actions import WALL, Question, can_knock
from analyzer.game.cards import NO_CARDS, Card
from analyzer.game.melds import Arrangement, Defence, best_arrangements, deadwood, lay_off
from analyzer.game.scoring import Ended, Scored
from analyzer.game.table import Played
from analyzer.game.view import HAND, Turn
from analyzer.notation.records.dealt import dealt
from analyzer.notation.records.draft import Draft, SaidPlay, draft_of
from analyzer.notation.records.replay import opening_of
from analyzer.notation.records.results import agree, format_result, plausible, scored
from analyzer.notation.records.showdown import Holder, no_meld, read_defence, read_spread
from analyzer.notation.records.types import Record, Showdown
from analyzer.notation.source import NOWHERE, Mark, clash

MOST_TURNS = 1_000
"""Most turns of a hand; the longest one in self-play is far shorter."""
_NO_TURN = "write a turn as `+6h -Qd`, `^9h -Kd` or `p`"


def check_record(record: Record) -> Record:
    """The record, what follows from the rest filled in; raises InputError if it cannot be."""
    return checked(draft_of(record))


def checked(draft: Draft) -> Record:
    """The record of what was said; raises InputError where it cannot be."""
    return _Referee(draft).run()


def too_many_turns(mark: Mark) -> InputError:
    """The error for a hand that goes on for ever, at its first turn too many."""
    return clash(
        f"the hand has more than {MOST_TURNS} turns", mark, hint="begin the next hand with its tags"
    )


class _Referee:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.record, self.marks = dealt(draft)
        self.table = opening_of(self.record)
        self.sure = [NO_CARDS if hand is None else hand for hand in self.record.hands]
        """Cards that each player holds for sure."""
        self.last = draft.mark
        self.knocked: SaidPlay | None = None
        self.unfinished = False
        self.must_gin = False
        """Whether the hand that knocked had to go gin."""

    def run(self) -> Record:
        if len(self.draft.turns) > MOST_TURNS:
            raise too_many_turns(self.draft.turns[MOST_TURNS].mark)
        misdeal = self._misdeal()
        for play in self.draft.turns:
            if misdeal:
                raise clash(
                    "a player could knock with the cards dealt, so the hand is a misdeal",
                    *self._hand_marks(), play.mark, hint="leave the turns out",
                )  # fmt: skip
            self._turn(play)
        turns = self.table.played[: len(self.draft.turns)]
        showdown, result = self._ending(misdeal)
        return replace(self.record, turns=turns, showdown=showdown, result=result)

    # ---- turns

    def _turn(self, play: SaidPlay) -> None:
        self._check_order(play)
        bare = self.table.question is Question.DISCARD
        if bare:
            self._check_bare(play)
        else:
            self._offer(play)
        if play.turn is not Turn.PASS:
            self._finish(play)
        self.last = play.mark

    def _check_order(self, play: SaidPlay) -> None:
        if self.knocked is not None or self.table.over:
            raise clash(
                "the hand is over, but a turn follows", self.last, play.mark,
                hint="leave it out, or begin the next hand with its tags",
            )  # fmt: skip
        if self.unfinished:
            raise clash(
                "the turn before this one discards no card", self.last, play.mark,
                hint="say which card was discarded, as in `-Kd`",
            )  # fmt: skip
        if play.player is not None and play.player != self.table.turn:
            raise clash(
                f"it is the turn of player {self.table.turn + 1}, not of player {play.player + 1}",
                self.last, play.mark, hint="a turn is missing, or the dealer is the other player",
            )  # fmt: skip

    def _check_bare(self, play: SaidPlay) -> None:
        if play.turn not in {None, Turn.DRAW} or play.card is not None:
            raise clash(
                "the non-dealer was dealt eleven cards and only discards one", play.mark,
                hint="write just the card discarded, as in `1. -Kd`",
            )  # fmt: skip

    def _offer(self, play: SaidPlay) -> None:
        """Pass, take or draw."""
        question = self.table.question
        if play.turn is None:
            raise clash(
                "this turn discards a card without taking or drawing one", play.mark, hint=_NO_TURN
            )
        card = play.card
        if play.turn is Turn.PASS:
            self._check_pass(play)
        elif play.turn is Turn.TAKE:
            card = self._taken(play)
        else:
            self._check_draw(question, play)
        mover = self.table.turn
        if card is not None:
            self.sure[mover] = self.sure[mover].add(card)
            self.marks[card] = play.mark
        self.table = self.table.after(Played(self.table.turn, play.turn, card))

    def _check_pass(self, play: SaidPlay) -> None:
        mark = play.mark
        if play.card is not None or play.discarded is not None or play.knocks:
            raise clash("a pass takes and discards nothing", mark, hint="write just `p`")
        if self.table.question is Question.DRAW:
            raise clash(
                "only the first upcard can be passed", self.last, mark,
                hint="write `+?` for a draw that was not seen",
            )  # fmt: skip

    def _taken(self, play: SaidPlay) -> Card:
        top = self.table.pile[-1]
        if play.card is not None and play.card != top:
            raise clash(
                f"{play.card} is taken, but {top} lies on top of the pile",
                self.marks[top], play.mark, hint=f"did you mean ^{top}?",
            )  # fmt: skip
        if self.table.must_draw:
            raise clash(
                f"both passed the upcard, so {top} cannot be taken", self.last, play.mark,
                hint="the non-dealer now draws from the stock",
            )  # fmt: skip
        return top

    def _check_draw(self, question: Question, play: SaidPlay) -> None:
        if question is Question.UPCARD:
            raise clash(
                f"player {self.table.turn + 1} draws before the upcard was passed by both",
                self.last, play.mark, hint="add the turn that is missing, as in `1. p`",
            )  # fmt: skip
        if question is Question.LAST or self.table.left <= WALL:
            raise clash(
                "two cards are left in the stock, so none can be drawn", self.last, play.mark,
                hint="the last discard can be taken to knock, or passed with `p`",
            )  # fmt: skip
        if play.card is not None:
            self._check_free(play.card, "drawn", play.mark)
        elif self.record.hands[self.table.turn] is not None:
            raise clash(
                f"the hand of player {self.table.turn + 1} is known, but not the card drawn",
                self._hand_mark(self.table.turn), play.mark, hint="say which, as in `+6h`",
            )  # fmt: skip

    def _check_free(self, card: Card, what: str, mark: Mark) -> None:
        """See that a card may have been in the stock, or in a hidden hand."""
        place = self._place(card)
        if place is not None:
            raise clash(
                f"{card} is {what}, but {place}", self.marks.get(card, NOWHERE), mark,
                hint="every card exists once",
            )  # fmt: skip

    def _place(self, card: Card) -> str | None:
        if card in self.table.pile:
            return "it lies on the pile"
        holders = [player for player in (0, 1) if card in self.sure[player]]
        return f"player {holders[0] + 1} has it" if holders else None

    def _hand_mark(self, player: int) -> Mark:
        said = self.draft.hands[player]
        return NOWHERE if said is None else said.mark

    # ---- discards

    def _finish(self, play: SaidPlay) -> None:
        """Discard a card, or lay the hand down."""
        if play.big:
            self._check_big(play)
        elif play.discarded is not None:
            self._check_discarded(play.discarded, play)
        elif play.knocks:
            self._check_hidden_discard(play)
        else:
            self.unfinished = True
            return
        before = self.table
        self.must_gin = self._has_to_go_gin()
        if not play.knocks:
            self._check_may_play_on(play)
        if play.knocks:
            self.knocked = play
        if play.discarded is None:
            return
        mover = before.turn
        self.sure[mover] = self.sure[mover].remove(play.discarded)
        self.marks[play.discarded] = play.mark
        self.table = (
            before.put_down(play.discarded) if play.knocks else before.after_discard(play.discarded)
        )
        for card in set(before.pile) - set(self.table.pile):
            del self.marks[card]  # the pile has become the stock

    def _check_discarded(self, card: Card, play: SaidPlay) -> None:
        table = self.table
        hand = table.hands[table.turn]
        if card == table.taken and not table.rules.may_return_upcard:
            raise clash(
                f"{card} is taken and discarded in the same turn", play.mark,
                hint="these rules forbid that",
            )  # fmt: skip
        if card in self.sure[table.turn]:
            return
        self._check_free(card, "discarded", play.mark)
        if hand is not None:
            raise clash(
                f"{card} is discarded, but player {table.turn + 1} never held it",
                self._hand_mark(table.turn), play.mark,
                hint=f"the hand is {hand}",
            )  # fmt: skip
        if len(self.sure[table.turn]) > HAND:
            raise clash(
                f"{card} is discarded, but player {table.turn + 1} holds eleven other cards",
                self.last, play.mark, hint="discard a card that was taken and not discarded",
            )  # fmt: skip

    def _check_hidden_discard(self, play: SaidPlay) -> None:
        if self.table.hands[self.table.turn] is not None:
            raise clash(
                "the card discarded with the knock is missing", self._hand_mark(self.table.turn),
                play.mark, hint="say which, as in `-Js!`; big gin is `!!`",
            )  # fmt: skip

    def _check_big(self, play: SaidPlay) -> None:
        if self.table.rules.big_gin_bonus is None:
            raise clash(
                "these rules have no big gin", *self._rules_marks(), play.mark,
                hint="discard a card, as in `-Js!`",
            )  # fmt: skip
        hand = self.table.hands[self.table.turn]
        if hand is not None and deadwood(hand, self.table.rules):
            left = best_arrangements(hand, self.table.rules)[0].deadwood
            raise clash(
                f"big gin with {left} in no meld",
                self._hand_mark(self.table.turn),
                play.mark,
                hint="discard a card, as in `-Js!`",
            )

    def _check_may_play_on(self, play: SaidPlay) -> None:
        """See that the discard need not have been a knock."""
        table = self.table
        if table.must_knock:
            raise clash(
                "the last discard was taken, which is allowed only to knock", self.last, play.mark,
                hint=f"write `-{play.discarded}!`",
            )  # fmt: skip
        if self.must_gin:
            raise clash(
                "the hand could go gin and, under these rules, had to",
                self._hand_mark(table.turn), play.mark,
                hint=f"write `-{play.discarded}!`, or correct the hand",
            )  # fmt: skip

    def _has_to_go_gin(self) -> bool:
        table = self.table
        hand = table.hands[table.turn]
        if hand is None or not table.rules.must_gin:
            return False
        forbidden = None if table.rules.may_return_upcard else table.taken
        return can_knock(hand, table.rules, 0, forbidden)

    # ---- the end

    def _misdeal(self) -> bool:
        """Whether a known hand could have been knocked with as dealt, where that matters."""
        table = self.table
        if not table.rules.misdeal_if_dealt_knock:
            return False
        hands = [hand for hand in table.hands if hand is not None]
        return any(
            can_knock(hand, table.rules, table.limit)
            if len(hand) > HAND
            else deadwood(hand, table.rules) <= table.limit
            for hand in hands
        )

    def _ending(self, misdeal: bool) -> tuple[Showdown | None, Scored | None]:
        if self.knocked is not None:
            return self._showdown(self.knocked)
        if self.draft.spreads:
            raise clash(
                "cards are laid down, but the last turn is not a knock",
                self.last, self.draft.spreads[0].mark, hint="mark a knock as in `-Js!`",
            )  # fmt: skip
        said = None if self.draft.result is None else self.draft.result.value
        if misdeal or self.table.over:
            made = Scored(Ended.MISDEAL if misdeal else Ended.VOID, None, 0)
            if said is not None:
                agree(made, said, (self.last,), self._result_mark())
            return None, made
        if said is not None and not self._may_be_misdeal(said):
            raise clash(
                f"the result is said to be `{format_result(said)}`, but the hand is not over",
                self.last, self._result_mark(),
                hint='mark a knock as in `-Js!`, or write [Result "*"] for a hand broken off',
            )  # fmt: skip
        return None, said

    def _may_be_misdeal(self, said: Scored) -> bool:
        """A misdeal because of a hand that is not known."""
        unknown = None in self.record.hands and not self.draft.turns
        return said.kind is Ended.MISDEAL and unknown and self.table.rules.misdeal_if_dealt_knock

    def _showdown(self, play: SaidPlay) -> tuple[Showdown, Scored | None]:
        rules, knocker = self.table.rules, self.table.turn
        spread = self._spread(play, knocker)
        defence = None if spread is None else self._defence(spread, 1 - knocker)
        result = scored(spread, defence, knocker, rules, rules.multiplier_for(self.table.upcard))
        said = None if self.draft.result is None else self.draft.result.value
        marks = tuple(laid.mark for laid in self.draft.spreads) or (play.mark,)
        if result is not None and said is not None:
            agree(result, said, marks, self._result_mark())
        elif said is not None:
            plausible(said, spread, knocker, rules, (*marks, self._result_mark()))
        return Showdown(spread, defence, play.big), result or said

    def _spread(self, play: SaidPlay, knocker: int) -> Arrangement | None:
        hand, rules = self.table.hands[knocker], self.table.rules
        if not self.draft.spreads:
            if hand is None:
                return None
            spread = best_arrangements(hand, rules)[0]
        else:
            size = HAND + 1 if play.big else HAND
            unseen = play.discarded is None and not play.big
            holder = Holder(
                hand, self.sure[knocker], size, self._hand_mark(knocker), self._place, unseen
            )
            spread = read_spread(self.draft.spreads[0], holder, rules, self.marks)
        self._check_limit(spread, play)
        for group in (*spread.melds, spread.deadwood):
            for card in group:
                self.marks.setdefault(card, self._spread_mark(0, play))
                self.sure[knocker] = self.sure[knocker].add(card)
        return spread

    def _spread_mark(self, index: int, play: SaidPlay) -> Mark:
        spreads = self.draft.spreads
        return spreads[index].mark if index < len(spreads) else play.mark

    def _check_limit(self, spread: Arrangement, play: SaidPlay) -> None:
        limit = 0 if play.big or self.must_gin else self.table.limit
        if spread.points <= limit:
            return
        spreads = self.draft.spreads
        hint = no_meld(spreads[0], self.table.rules) if spreads else None
        discarded = "" if play.discarded is None else f" after -{play.discarded}!"
        raise clash(
            f"{spread.points} points of deadwood are left{discarded} ({spread.deadwood}), "
            f"but the limit is {limit}",
            play.mark, self._spread_mark(0, play), hint=hint or "leave the knock out",
        )  # fmt: skip

    def _defence(self, spread: Arrangement, defender: int) -> Defence | None:
        hand, rules = self.table.hands[defender], self.table.rules
        if len(self.draft.spreads) > 1:
            holder = Holder(hand, self.sure[defender], HAND, self._hand_mark(defender), self._place)
            return read_defence(self.draft.spreads[1], spread, holder, rules, self.marks)
        return None if hand is None else lay_off(spread, hand, rules)

    def _result_mark(self) -> Mark:
        return NOWHERE if self.draft.result is None else self.draft.result.mark

    def _hand_marks(self) -> tuple[Mark, ...]:
        return tuple(self._hand_mark(player) for player in (0, 1))

    def _rules_marks(self) -> tuple[Mark, ...]:
        return () if self.draft.rules is None else (self.draft.rules.mark,)
