"""The referee of a record: plays what was said, and names the places of what cannot be.

Whatever a hand says is either a :class:`~analyzer.notation.records.types.Record` that could have
been played under its rules, or an :class:`~analyzer.errors.InputError` that tells the turn, the
card and, where two things disagree, both of their places. What follows from the rest is filled in:
the card taken, the best spread and the best answer of a known hand, the result.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.errors import InputError
from analyzer.game.actions import can_knock
from analyzer.game.melds import Arrangement, Defence, best_arrangements, deadwood, lay_off
from analyzer.game.scoring import Ended, Scored
from analyzer.game.view import HAND
from analyzer.notation.records._dealt import dealt
from analyzer.notation.records._results import agree, format_result, plausible, scored
from analyzer.notation.records.draft import RecordDraft, draft_of
from analyzer.notation.records.replay import opening_of
from analyzer.notation.records.showdown import Holder, no_meld, read_defence, read_spread
from analyzer.notation.records.types import Record, Showdown
from analyzer.notation.referee import Referee, SaidTurn
from analyzer.notation.source import NOWHERE, Mark, clash

MOST_TURNS = 1_000
"""Most turns of a hand; the longest one in self-play is far shorter."""


def check_record(record: Record) -> Record:
    """The record, what follows from the rest filled in; raises InputError if it cannot be."""
    return checked(draft_of(record))


def checked(draft: RecordDraft) -> Record:
    """The record of what was said; raises InputError where it cannot be."""
    return _Hand(draft).run()


def too_many_turns(mark: Mark) -> InputError:
    """The error for a hand that goes on for ever, at its first turn too many."""
    return clash(
        f"the hand has more than {MOST_TURNS} turns", mark, hint="begin the next hand with its tags"
    )


class _Hand(Referee):
    """The referee of a whole hand: its turns, and then what is laid down."""

    def __init__(self, draft: RecordDraft) -> None:
        self.draft = draft
        self.record, marks = dealt(draft)
        super().__init__(
            opening_of(self.record), marks, draft.mark,
            hand_marks=(self._hand_mark(0), self._hand_mark(1)),
            rules_mark=NOWHERE if draft.rules is None else draft.rules.mark,
        )  # fmt: skip

    def run(self) -> Record:
        if len(self.draft.turns) > MOST_TURNS:
            raise too_many_turns(self.draft.turns[MOST_TURNS].mark)
        misdeal = self._misdeal()
        for turn in self.draft.turns:
            if misdeal:
                raise clash(
                    "a player could knock with the cards dealt, so the hand is a misdeal",
                    self._hand_mark(0), self._hand_mark(1), turn.mark, hint="leave the turns out",
                )  # fmt: skip
            self.play(turn)
        turns = self.table.played[: len(self.draft.turns)]
        showdown, result = self._ending(misdeal)
        return replace(self.record, turns=turns, showdown=showdown, result=result)

    def _hand_mark(self, player: int) -> Mark:
        said = self.draft.hands[player]
        return NOWHERE if said is None else said.mark

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

    def _showdown(self, play: SaidTurn) -> tuple[Showdown, Scored | None]:
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

    def _spread(self, play: SaidTurn, knocker: int) -> Arrangement | None:
        hand, rules = self.table.hands[knocker], self.table.rules
        if not self.draft.spreads:
            if hand is None:
                return None
            spread = best_arrangements(hand, rules)[0]
        else:
            size = HAND + 1 if play.big else HAND
            unseen = play.discarded is None and not play.big
            holder = Holder(
                hand, self.sure[knocker], size, self._hand_mark(knocker), self.place, unseen
            )
            spread = read_spread(self.draft.spreads[0], holder, rules, self.marks)
        self._check_limit(spread, play)
        for group in (*spread.melds, spread.deadwood):
            for card in group:
                self.marks.setdefault(card, self._spread_mark(0, play))
                self.sure[knocker] = self.sure[knocker].add(card)
        return spread

    def _spread_mark(self, index: int, play: SaidTurn) -> Mark:
        spreads = self.draft.spreads
        return spreads[index].mark if index < len(spreads) else play.mark

    def _check_limit(self, spread: Arrangement, play: SaidTurn) -> None:
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
            holder = Holder(hand, self.sure[defender], HAND, self._hand_mark(defender), self.place)
            return read_defence(self.draft.spreads[1], spread, holder, rules, self.marks)
        return None if hand is None else lay_off(spread, hand, rules)

    def _result_mark(self) -> Mark:
        return NOWHERE if self.draft.result is None else self.draft.result.mark
