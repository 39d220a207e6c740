"""From what was told to the drafts of records: dealers, passes, forgotten cards, the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from analyzer.game.actions import Turn
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import CardSet
from analyzer.game.melds import best_arrangements, deadwood, is_meld, lay_off
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.scoring import Ended, Scored
from analyzer.game.view import HAND
from analyzer.notation._complete import UNNAMED
from analyzer.notation._referee import SaidTurn
from analyzer.notation._source import Mark, Source
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said, SaidCards, value
from analyzer.notation.records._check import LONGEST_NAME, checked
from analyzer.notation.records._draft import RecordDraft, SaidLater, SaidSpread, copy
from analyzer.notation.records._gaps import fill_gaps
from analyzer.notation.records.stepping import table_after
from analyzer.notation.records.types import GUESSED
from analyzer.notation.sentences._conclude import rules_heard
from analyzer.notation.tales._ending import check_gin, check_laid, note_open_end, tell_result
from analyzer.notation.tales._hand import Telling, ToldHand, ToldTurn


def drafts_of(source: Source, telling: Telling, usual: Rules | None) -> list[RecordDraft]:
    """The hands of a tale as drafts."""
    assert telling.heard is not None
    rules = rules_heard(telling.heard, usual) or Said(PRESETS["standard"])
    drafts = []
    for number, hand in enumerate(telling.hands):
        draft = _Draft(source, hand, rules, telling.names).run()
        if not number and UNNAMED in telling.heard.guesses.values():
            name = rules.value.name if usual is not None else "standard"
            hand.guesses.insert(0, f"rules: {name}, for {UNNAMED}")
        drafts.append(draft)
    for hand, (before, after) in zip(telling.hands, pairwise(drafts), strict=False):
        _result_by_score(hand, before, after)
    for hand, draft in zip(telling.hands, drafts, strict=True):
        note_open_end(hand, draft)
        _tag_guesses(hand, draft)
    return drafts


def _tag_guesses(hand: ToldHand, draft: RecordDraft) -> None:
    if hand.guesses:
        guesses = "; ".join(dict.fromkeys(hand.guesses))
        draft.tags.append((GUESSED, guesses[:LONGEST_NAME].strip()))


def _result_by_score(hand: ToldHand, draft: RecordDraft, after: RecordDraft) -> None:
    """Work out a knock's points where only the score after it is told."""
    start, end = value(draft.score, (0, 0)), value(after.score, None)
    knocker = hand.knocker
    if draft.result is not None or knocker is None or start is None or end is None:
        return
    won = [last - first for first, last in zip(start, end, strict=True)]
    winner = next((player for player in (0, 1) if won[player] > 0), None)
    if winner is None or won[1 - winner] or checked(copy(draft)).result is not None:
        return
    kind = Ended.UNDERCUT if winner != knocker else hand.ending
    assert kind is not None and after.score is not None
    draft.result = Said(Scored(kind, winner, won[winner]), after.score.mark)


class _Draft:
    def __init__(
        self, source: Source, hand: ToldHand, rules: Said[Rules],
        names: tuple[str | None, str | None],
    ) -> None:  # fmt: skip
        self.source, self.hand, self.rules = source, hand, rules
        self.draft = RecordDraft(hand.mark, rules=rules)
        if names != (None, None):
            self.draft.players = Said(names)

    def run(self) -> RecordDraft:
        hand, draft = self.hand, self.draft
        draft.score, draft.hands, draft.upcard = hand.score, hand.dealt, hand.upcard
        self._open()
        draft.dealer = hand.dealer
        draft.forgot_upcard = draft.upcard is None and not self._eleven
        draft.turns = [self._turn(turn) for turn in hand.turns]
        draft.later = [SaidLater(*later) for later in hand.later]
        if hand.knocker is not None:
            self._finish(hand.knocker)
        elif hand.ending is None:
            self._leave_open()
        return draft

    @property
    def _eleven(self) -> bool:
        return self.rules.value.deals_eleven

    # ---- the opening

    def _open(self) -> None:
        """Work out the dealer, and the passes that were left out, from the first turns."""
        hand = self.hand
        passes = [turn for turn in hand.turns[:2] if turn.how is Turn.PASS]
        first = hand.turns[len(passes)] if len(hand.turns) > len(passes) else None
        opener = self._opener(passes, first)
        dealer = hand.dealer
        if dealer is None or (first is not None and dealer.value == opener):
            if dealer is None and first is None and not passes:
                hand.guesses.append("dealer: the opponent, for nobody says who dealt")
            hand.dealer = Said(1 - opener, hand.mark if dealer is None else dealer.mark)
        assert hand.dealer is not None
        opener = 1 - hand.dealer.value
        if first is not None and not self._eleven:
            self._add_passes(passes, first, opener)

    def _opener(self, passes: list[ToldTurn], first: ToldTurn | None) -> int:
        """Return who has the first turn."""
        dealer = self.hand.dealer
        if first is not None and first.how is not Turn.TAKE and not self._eleven:
            return first.player  # whoever draws first has passed first
        if passes:
            return passes[0].player
        if dealer is not None:
            return 1 - dealer.value
        return 0 if first is None else first.player

    def _add_passes(self, passes: list[ToldTurn], first: ToldTurn, opener: int) -> None:
        """Both pass before the first card is drawn; the dealer takes the upcard after a pass."""
        takes = first.how is Turn.TAKE
        wanted = [opener] if takes and first.player != opener else []
        if not takes:
            wanted = [opener, 1 - opener]
        elif passes and first.player == opener:
            return  # a contradiction, which the referee names
        if [turn.player for turn in passes] != wanted:
            if len(passes) < len(wanted):
                self.hand.guesses.append("passes of the upcard, for a card was drawn before")
            marks = {turn.player: turn.mark for turn in passes}
            added = [
                ToldTurn(player, Turn.PASS, mark=marks.get(player, first.mark)) for player in wanted
            ]
            self.hand.turns[: len(passes)] = added

    # ---- turns

    def _turn(self, turn: ToldTurn) -> SaidTurn:
        bare = self._eleven and turn is self.hand.turns[0]
        how = None if bare else turn.how or Turn.DRAW
        mine = self.hand.dealt[turn.player] is not None
        forgot_card = how is Turn.DRAW and turn.card is None and mine
        gap = turn.forgot_discard or turn.forgot_card or forgot_card
        return SaidTurn(
            how, turn.card, turn.discarded, turn.mark, knocks=turn.knocks, big=turn.big,
            player=turn.player, gap=gap and not bare,
        )  # fmt: skip

    def _leave_open(self) -> None:
        """A last turn without its discard is a turn still going on, unless that is forgotten."""
        last = self.hand.last
        if last is not None and not last.is_over and last.card is None and last.player == 0:
            self.draft.turns.pop()

    # ---- the end

    def _finish(self, knocker: int) -> None:
        hand, draft = self.hand, self.draft
        check_laid(self.source, hand, knocker)
        spread = self._spread(knocker)
        if spread is not None:
            draft.spreads = [_as_said(spread, hand.mark)]
        self._discard_of_knock(knocker)
        if spread is None:
            spread = self._own_spread()
        if spread is not None:
            check_gin(hand, spread, draft.turns[-1].mark)
            self._defence(spread, 1 - knocker)
        tell_result(hand, draft, spread, self.rules.value)

    def _spread(self, knocker: int) -> Arrangement | None:
        groups = self.hand.laid[knocker]
        return _arranged(groups, self.rules.value) if _size(groups) >= HAND else None

    def _discard_of_knock(self, knocker: int) -> None:
        """The discard of a knock that is not told: what is not laid down, or what leaves least."""
        draft, last = self.draft, self.draft.turns[-1]
        if last.discarded is not None or last.big:
            return
        before = replace(copy(draft), spreads=[], result=None)
        before.turns[-1] = replace(last, knocks=False, gap=last.card is None and last.gap)
        fill_gaps(before)
        eleven = None if before.hands[knocker] is None else _eleven_of(before, knocker)
        if eleven is None:
            return
        rules = self.rules.value
        choices = [card for card in eleven if card != last.card or last.turn is not Turn.TAKE]
        if draft.spreads:
            laid = draft.spreads[0]
            left = eleven - _cards_of(laid)
            choices = [*left] if len(left) == 1 else []
        else:
            self.hand.guesses.append("discard of the knock: the one that leaves the least deadwood")
        if choices:
            best = min(choices, key=lambda card: (deadwood(eleven.remove(card), rules), -int(card)))
            draft.turns[-1] = replace(last, discarded=best)

    def _own_spread(self) -> Arrangement | None:
        """The knocker's best spread, where the whole hand is known."""
        draft = self.draft
        record = checked(replace(copy(draft), spreads=[], result=None))
        return None if record.showdown is None else record.showdown.spread

    def _defence(self, spread: Arrangement, defender: int) -> None:
        groups, off = self.hand.laid[defender], self.hand.off
        if defender == 0 and not groups and not off and self.draft.hands[0] is not None:
            return  # the best answer is filled in
        cards = CardSet.from_cards(read.card for group in groups for read in group)
        laid_off = CardSet.from_cards(read.card for read in off)
        if len(cards | laid_off) != HAND:
            return
        rules = self.rules.value
        if not self.draft.spreads:
            self.draft.spreads = [_as_said(spread, self.hand.mark)]
        if not off:
            best = lay_off(spread, cards, rules)
            self.draft.spreads.append(
                SaidSpread(
                    tuple(_said(meld, self.hand.mark) for meld in best.melds),
                    _said(best.deadwood, self.hand.mark),
                    SaidCards(tuple(card for card, _ in best.laid_off), {}, self.hand.mark),
                    self.hand.mark,
                )
            )
            return
        own = _arranged(
            [[read for read in group if read.card not in laid_off] for group in groups], rules
        )
        hand = _as_said(own, self.hand.mark)
        self.draft.spreads.append(
            replace(hand, off=SaidCards(tuple(read.card for read in off), {}, self.hand.mark))
        )


def _eleven_of(draft: RecordDraft, player: int) -> CardSet | None:
    """The eleven cards before the last discard, as far as they are known."""
    record = checked(draft)
    table = table_after(record)
    cards = table.hands[player] if table.turn == player else None
    return cards if cards is not None and len(cards) == HAND + 1 else None


def _size(groups: list[list[ReadCard]]) -> int:
    return sum(map(len, groups))


def _arranged(groups: list[list[ReadCard]], rules: Rules) -> Arrangement:
    """Cards laid down as they were kept apart, or else in the best way."""
    sets = [CardSet.from_cards(read.card for read in group) for group in groups if group]
    melds = tuple(group for group in sets if is_meld(group, rules))
    whole = CardSet()
    for group in sets:
        whole |= group
    if len(sets) < 2 or not melds:
        return best_arrangements(whole, rules)[0]
    rest = whole
    for meld in melds:
        rest = rest - meld
    return Arrangement.of(melds, rest, rules)


def _cards_of(spread: SaidSpread) -> CardSet:
    cards = spread.deadwood.set
    for group in spread.groups:
        cards |= group.set
    return cards


def _as_said(spread: Arrangement, mark: Mark) -> SaidSpread:
    return SaidSpread(
        tuple(_said(meld, mark) for meld in spread.melds), _said(spread.deadwood, mark), mark=mark
    )


def _said(cards: CardSet, mark: Mark) -> SaidCards:
    return SaidCards(tuple(cards), {}, mark)
