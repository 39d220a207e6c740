"""The referee of a record: plays what was said, and names the places of what cannot be.

Whatever a hand says is either a :class:`~analyzer.notation.records.types.Record` that could have
been played under its rules, or an :class:`~analyzer.errors.InputError` that tells the turn, the
card and, where two things disagree, both of their places. What follows from the rest is filled in:
the card taken, the best spread and the best answer of a known hand, the result.
"""

from __future__ import annotations

from dataclasses import replace

from analyzer.errors import InputError, placed
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import Card, counted_cards
from analyzer.game.melds import best_arrangements, lay_off
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.scoring import BIG_GIN_CARDS, Ended, Scored, score_knock
from analyzer.game.view import HAND, Turn
from analyzer.notation._referee import Referee, SaidTurn
from analyzer.notation._source import Mark, clash, shortened
from analyzer.notation.facts import Said, SaidCards, each_once, mark_of, value
from analyzer.notation.records._draft import RecordDraft, draft_of
from analyzer.notation.records._gaps import fill_gaps
from analyzer.notation.records._showdown import Holder, no_meld, read_defence, read_spread
from analyzer.notation.records.stepping import opening_of
from analyzer.notation.records.tags import check_name
from analyzer.notation.records.types import HandLater, Record, Showdown
from analyzer.notation.results import format_result

MOST_TURNS = 1_000
"""Most turns of a hand; the longest one in self-play is far shorter."""


def check_record(record: Record) -> Record:
    """The record, what follows from the rest filled in; raises InputError if it cannot be."""
    return checked(draft_of(record))


def checked(draft: RecordDraft) -> Record:
    """The record of what was said; raises InputError where it cannot be."""
    if draft.forgot_upcard or draft.later or any(turn.gap for turn in draft.turns):
        fill_gaps(draft)
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
        self.later: list[HandLater] = []
        super().__init__(
            opening_of(self.record), marks, draft.mark,
            hand_marks=(self._hand_mark(0), self._hand_mark(1)),
            rules_mark=mark_of(draft.rules),
        )  # fmt: skip

    def run(self) -> Record:
        if len(self.draft.turns) > MOST_TURNS:
            raise too_many_turns(self.draft.turns[MOST_TURNS].mark)
        misdeal = self.table.misdealt
        for number, turn in enumerate(self.draft.turns):
            self._hear_hands(number)
            if misdeal:
                raise clash(
                    "a player could knock with the cards dealt, so the hand is a misdeal",
                    self._hand_mark(0), self._hand_mark(1), turn.mark, hint="leave the turns out",
                )  # fmt: skip
            self.play(turn)
        self._hear_hands(len(self.draft.turns))
        turns = self.table.played[: len(self.draft.turns)]
        showdown, result = self._ending(misdeal)
        return replace(
            self.record, turns=turns, showdown=showdown, result=result, later=tuple(self.later)
        )

    def _hear_hands(self, number: int) -> None:
        """Hear the hands that are said again before a turn, and keep those that say something."""
        for said_later in self.draft.later:
            if said_later.turn == number:
                if self.table.hands[said_later.player] is None:
                    self.later.append(HandLater(number, said_later.player, said_later.cards.set))
                marks = {card: said_later.cards.at(card) for card in said_later.cards.cards}
                self.hold(said_later.player, marks, said_later.cards.mark)

    def _hand_mark(self, player: int) -> Mark:
        return mark_of(self.draft.hands[player])

    # ---- the end

    def _ending(self, misdeal: bool) -> tuple[Showdown | None, Scored | None]:
        if self.knocked is not None:
            return self._showdown(self.knocked)
        if self.draft.spreads:
            raise clash(
                "cards are laid down, but the last turn is not a knock",
                self.last, self.draft.spreads[0].mark, hint="mark a knock as in `-Js!`",
            )  # fmt: skip
        result = value(self.draft.result, None)
        if misdeal or self.table.over:
            made = Scored(Ended.MISDEAL if misdeal else Ended.VOID, None, 0)
            if result is not None:
                agree(made, result, (self.last,), mark_of(self.draft.result))
            return None, made
        if result is not None and not (self._may_be_misdeal(result) or self._may_be_void(result)):
            raise clash(
                f"the result is said to be `{format_result(result)}`, but the hand is not over",
                self.last, mark_of(self.draft.result),
                hint='mark a knock as in `-Js!`, or write [Result "*"] for a hand broken off',
            )  # fmt: skip
        return None, result

    def _may_be_misdeal(self, scored: Scored) -> bool:
        """A misdeal because of a hand that is not known."""
        unknown = None in self.record.hands and not self.draft.turns
        return scored.kind is Ended.MISDEAL and unknown and self.table.rules.misdeal_if_dealt_knock

    def _may_be_void(self, scored: Scored) -> bool:
        """The stock ran out in turns that were forgotten."""
        return scored.kind is Ended.VOID and any(turn.gap for turn in self.draft.turns)

    def _showdown(self, play: SaidTurn) -> tuple[Showdown, Scored | None]:
        rules, knocker = self.table.rules, self.table.turn
        spread = self._spread(play, knocker)
        defence = None if spread is None else self._defence(spread, 1 - knocker)
        factor = rules.multiplier_for(self.table.upcard)
        result = scored(spread, defence, knocker, rules, factor)
        said = value(self.draft.result, None)
        if said is not None and said.winner is not None and rules.spade_doubles_box:
            said = replace(said, box_factor=factor)
        marks = tuple(laid.mark for laid in self.draft.spreads) or (play.mark,)
        if result is not None and said is not None:
            agree(result, said, marks, mark_of(self.draft.result))
        elif said is not None:
            plausible(said, spread, knocker, rules, (*marks, mark_of(self.draft.result)))
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
            with placed("spread", if_nowhere=True):
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

    def _defence(self, spread: Arrangement, defender: int) -> Defense | None:
        hand, rules = self.table.hands[defender], self.table.rules
        if len(self.draft.spreads) > 1:
            holder = Holder(hand, self.sure[defender], HAND, self._hand_mark(defender), self.place)
            return read_defence(self.draft.spreads[1], spread, holder, rules, self.marks)
        return None if hand is None else lay_off(spread, hand, rules)


# ---------------------------------------------------------------- the deal


LONGEST_NAME = 200
"""Most characters of a name or of the value of a tag."""


def dealt(draft: RecordDraft) -> tuple[Record, dict[Card, Mark]]:
    """The record without its turns, and where each card in it was said.

    Raises InputError for hands that cannot have been dealt.
    """
    rules = value(draft.rules, PRESETS["standard"])
    dealer = _dealer(draft)
    upcard = _upcard(draft, rules)
    first, second = draft.hands
    _check_counts(draft, rules, dealer)
    _check_tags(draft)
    for name in value(draft.players, (None, None)):
        _check_text(name, mark_of(draft.players, draft.mark))
    for text in (text for tag in draft.tags for text in tag):
        _check_text(text, draft.mark)
    record = Record(
        rules=rules,
        hands=(None if first is None else first.set, None if second is None else second.set),
        upcard=None if upcard is None else upcard.value,
        forgot_upcard=draft.forgot_upcard and upcard is None,
        dealer=dealer,
        score=_score(draft),
        players=_players(draft),
        tags=tuple(draft.tags),
    )
    return record, dealt_once(draft, upcard)


def _check_tags(draft: RecordDraft) -> None:
    names: set[str] = set()
    for name, _ in draft.tags:
        check_name(name, draft.mark)
        if name.lower() in names:
            raise clash(f"`{name}` is given twice", draft.mark, hint="keep one of them")
        names.add(name.lower())


def _players(draft: RecordDraft) -> tuple[str | None, str | None]:
    first, second = value(draft.players, (None, None))
    return None if first == "?" else first, None if second == "?" else second


def _dealer(draft: RecordDraft) -> int:
    if draft.dealer is None:
        raise clash(
            "the dealer is missing", draft.mark,
            hint='add [Dealer "1"] or [Dealer "2"]; the other player has the first turn',
        )  # fmt: skip
    return draft.dealer.value


def _score(draft: RecordDraft) -> tuple[int, int] | None:
    score = value(draft.score, None)
    if score is not None and draft.score is not None and min(score) < 0:
        raise clash(
            f"`{score[0]}-{score[1]}` is below zero",
            draft.score.mark,
            hint="write points, as in 40-65",
        )
    return score


def _upcard(draft: RecordDraft, rules: Rules) -> Said[Card] | None:
    """The first upcard as said, or as the first turn takes it."""
    eleven = rules.deals_eleven
    if eleven and draft.upcard is not None:
        raise clash(
            "these rules deal eleven cards to the non-dealer and turn no upcard",
            mark_of(draft.rules), draft.upcard.mark, hint="leave the upcard out",
        )  # fmt: skip
    if eleven or draft.upcard is not None:
        return draft.upcard
    if draft.forgot_upcard and not eleven:
        return None
    takes = [play for play in draft.turns[:2] if play.turn is not Turn.PASS]
    if takes and takes[0].turn is Turn.TAKE and takes[0].card is not None:
        return Said(takes[0].card, takes[0].mark)
    raise clash("the first upcard is missing", draft.mark, hint='add it, as in [Upcard "9h"]')


def _check_counts(draft: RecordDraft, rules: Rules, dealer: int) -> None:
    for player, hand in enumerate(draft.hands):
        eleven = rules.deals_eleven and player != dealer
        wanted = HAND + 1 if eleven else HAND
        if hand is not None and len(hand.cards) != wanted:
            few = " ".join(map(str, hand.cards[:12])) or "none"
            dealt = counted_cards(len(hand.cards))
            raise clash(
                f"player {player + 1} is dealt {dealt}, not {wanted}: {few}",
                hand.mark, hint="give the cards as dealt, or ? for a hand that is not known",
            )  # fmt: skip


def dealt_once(draft: RecordDraft, upcard: Said[Card] | None) -> dict[Card, Mark]:
    """Return where each card dealt was said; raises InputError for one that was dealt twice."""
    turned = () if upcard is None else (SaidCards((upcard.value,), {}, upcard.mark),)
    return each_once((*filter(None, draft.hands), *turned), "dealt")


def _check_text(text: str | None, mark: Mark) -> None:
    if text is None:
        return
    if not text or len(text) > LONGEST_NAME or not text.isprintable() or text != text.strip():
        raise clash(
            f"{shortened(text)!r} cannot be the name of a player or the value of a tag", mark,
            hint=f"write up to {LONGEST_NAME} characters on one line",
        )  # fmt: skip


# ---------------------------------------------------------------- the result


def scored(
    spread: Arrangement | None, defence: Defense | None, knocker: int, rules: Rules, multiplier: int
) -> Scored | None:
    """Return what was laid down makes of the hand; None where one of the two was not seen."""
    if spread is None or defence is None:
        return None
    return Scored.of(score_knock(spread, defence, rules, multiplier), knocker)


def agree(made: Scored, scored: Scored, marks: tuple[Mark, ...], mark: Mark) -> None:
    """See that the result said, with or without the word for a doubled box, is what cards make."""
    if scored not in {made, replace(made, box_factor=1)}:
        raise clash(
            f"the result is said to be `{format_result(scored)}`, "
            f"but the cards make it `{format_result(made)}`",
            *marks, mark, hint=f'write [Result "{format_result(made)}"], or correct the cards',
        )  # fmt: skip


def plausible(
    scored: Scored, spread: Arrangement | None, knocker: int, rules: Rules, marks: tuple[Mark, ...]
) -> None:
    """See that a result can be that of a knock whose answer was not seen."""
    ends = possible_ends(spread, knocker, rules)
    if (scored.kind, scored.winner) not in ends:
        kinds = ", ".join(str(kind) for kind, _ in ends)
        raise clash(
            f"the result `{format_result(scored)}` is not one of this knock", *marks,
            hint=f"player {knocker + 1} knocked; it can be {kinds}",
        )  # fmt: skip


def possible_ends(
    spread: Arrangement | None, knocker: int, rules: Rules
) -> list[tuple[Ended, int | None]]:
    """Return how a hand may have ended with what the knocker laid down, and who won it then.

    `spread` is None where it was not seen.
    """
    winners = {Ended.UNDERCUT: 1 - knocker, Ended.TIE: None}
    return [(kind, winners.get(kind, knocker)) for kind in _possible(spread, rules)]


def _possible(spread: Arrangement | None, rules: Rules) -> tuple[Ended, ...]:
    knocks = (Ended.KNOCK, Ended.UNDERCUT, Ended.TIE)
    big = (Ended.BIG_GIN,) if rules.big_gin_bonus is not None else ()
    if spread is None:
        return (*knocks, Ended.GIN, *big)
    if spread.points:
        return knocks
    melded = sum(map(len, spread.melds))
    return big if melded == BIG_GIN_CARDS and big else (Ended.GIN,)
