"""Matches: hands one after another, with scores and dealers carried on and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.game.scoring import Scored, next_dealer
from analyzer.game.sheets import Series
from analyzer.notation._source import NOWHERE, Mark, clash
from analyzer.notation.facts import Said, mark_of
from analyzer.notation.records._check import checked
from analyzer.notation.records._draft import RecordDraft, draft_of
from analyzer.notation.records.types import Match, Record


def match_of(hands: Iterable[Record]) -> Match:
    """A match of hands in order; raises InputError where they do not follow each other.

    The dealer and the score of each hand after the first must be those that the hand before
    it leads to; a score that is None stays unknown.
    """
    return drafts_to_match([draft_of(hand, f"hands[{at}].") for at, hand in enumerate(hands)])


def drafts_to_match(drafts: Sequence[RecordDraft]) -> Match:
    """The match of hands as they were said; what a hand leaves out is carried on to it."""
    if not drafts:
        raise InputError("there is no hand", where="hands", hint="a match has at least one")
    hands, _ = _carry(drafts, alone=len(drafts) == 1)
    return Match(hands)


def carry_on(drafts: Sequence[RecordDraft], draft: RecordDraft) -> tuple[Record, ...]:
    """The hands of a match so far, and in `draft`, the one after them, what it leaves out.

    The rules, players, dealer and score that the hands before lead to are filled in where they
    are known. Raises InputError where a hand cannot be, where `draft` cannot follow, and where
    the match is over.

    >>> from analyzer.notation.records.read import read_drafts
    >>> after = RecordDraft()
    >>> _ = carry_on(read_drafts('[Rules "eaai"] [Dealer "2"] [Upcard "9h"] [Result "*"]'), after)
    >>> after.rules.value.name, after.dealer
    ('eaai', None)
    """
    if not drafts:
        return ()
    hands, carried = _carry(drafts, alone=False)
    carried.fill(draft)
    return hands


def _carry(drafts: Sequence[RecordDraft], *, alone: bool) -> tuple[tuple[Record, ...], _Carried]:
    """The hands, and what they leave to the next; a hand that stands alone has no score."""
    hands: list[Record] = []
    carried = _Carried()
    for number, draft in enumerate(drafts, start=1):
        if number > 1:
            carried.fill(draft)
        elif not alone and draft.score is None and _has_target(draft):
            draft.score = Said((0, 0), draft.mark)
        hand = checked(draft)
        carried = carried.after(hand, draft)
        hands.append(hand)
    return tuple(hands), carried


def _has_target(draft: RecordDraft) -> bool:
    return draft.rules is None or draft.rules.value.target is not None


@dataclass(frozen=True, slots=True)
class _Carried:
    """The state that one hand leaves to the next."""

    last: Record | None = None
    mark: Mark = NOWHERE
    """Of the result of the last hand, or of its beginning."""
    series: Series | None = None
    """The score sheet from the first hand on; None once something in it is not known."""
    start: tuple[int, int] | None = None
    """The score before the first hand."""

    def after(self, hand: Record, draft: RecordDraft) -> _Carried:
        """Return what is carried on from a hand."""
        mark = mark_of(draft.result, draft.mark)
        if self.last is None:
            start = hand.score
            series = None if start is None else Series.of(hand.rules)
        else:
            start, series = self.start, self.series
        if series is not None and hand.result is not None and not series.finished:
            series = series.add(hand.result)
        elif series is not None:
            series = None
        return _Carried(hand, mark, series, start)

    def fill(self, draft: RecordDraft) -> None:
        """Give a hand what it does not say, and see that what it says can follow."""
        last = self.last
        assert last is not None
        self._fill_rules(draft, last)
        self._fill_players(draft, last)
        self._check_not_over(draft)
        if last.result is not None:
            self._fill_dealer(draft, last, last.result)
        self._fill_score(draft, last)

    def _fill_rules(self, draft: RecordDraft, last: Record) -> None:
        if draft.rules is None:
            draft.rules = Said(last.rules.of_match, draft.mark)
        elif draft.rules.value.of_match != last.rules.of_match:
            raise clash(
                f"this hand is played under `{draft.rules.value.name}`, "
                f"the one before it under `{last.rules.name}`",
                self.mark, draft.rules.mark, hint="the hands of a match have the same rules",
            )  # fmt: skip

    def _fill_players(self, draft: RecordDraft, last: Record) -> None:
        if draft.players is None or not any(draft.players.value):
            draft.players = Said(last.players, draft.mark)
        elif any(last.players) and last.players != draft.players.value:
            raise clash(
                f"the players are {_names(draft.players.value)} here, "
                f"{_names(last.players)} in the hand before",
                self.mark, draft.players.mark, hint="a match has the same players, in one order",
            )  # fmt: skip

    def _check_not_over(self, draft: RecordDraft) -> None:
        if self.target_reached():
            raise clash(
                "the match was over before this hand", self.mark, draft.mark,
                hint="give the next match by itself",
            )  # fmt: skip

    def target_reached(self) -> bool:
        """True if the match is over, as far as the hands here tell."""
        if self.series is None or self.start is None:
            return False
        target = self.series.rules.target
        if self.start == (0, 0) or target is None:
            return self.series.finished
        return max(self.score() or (0, 0)) >= target

    def score(self) -> tuple[int, int] | None:
        """The score before the next hand; None where it is not known."""
        if self.series is None or self.start is None:
            return None
        sheet = self.series.matches[-1]
        first, second = sheet.score
        if self.start == (0, 0):
            return (0, 0) if sheet.finished else (first, second)
        if sheet.rules.columns > 1 or len(self.series.matches) > 1:
            return None
        return self.start[0] + first, self.start[1] + second

    def _fill_dealer(self, draft: RecordDraft, last: Record, result: Scored) -> None:
        finished = self.series is not None and self.series.matches[-1].finished
        if finished or (draft.dealer is not None and last.rules.target is None):
            return  # said for the next match of a set, and free where hands are played singly
        dealer = next_dealer(last.rules, last.dealer, result)
        if draft.dealer is None:
            draft.dealer = Said(dealer, draft.mark)
        elif draft.dealer.value != dealer:
            raise clash(
                f"the dealer is said to be player {draft.dealer.value + 1}, "
                f"but after the hand before it is player {dealer + 1}",
                self.mark, draft.dealer.mark,
                hint=f"these rules: {last.rules.dealing}",
            )  # fmt: skip

    def _fill_score(self, draft: RecordDraft, last: Record) -> None:
        score = self.score()
        if draft.score is None:
            draft.score = Said(score, draft.mark)
            return
        said = draft.score.value
        if said is not None and score is not None and said != score:
            raise clash(
                f"the score is said to be {said[0]}-{said[1]}, "
                f"but the hands before make it {score[0]}-{score[1]}",
                self.mark, draft.score.mark, hint=f'write [Score "{score[0]}-{score[1]}"]',
            )  # fmt: skip


def _names(players: tuple[str | None, ...]) -> str:
    return " and ".join(name or "?" for name in players)
