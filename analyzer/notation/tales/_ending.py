"""The end of a told hand: what was laid down, and what it brought by cards, counts or words."""

from __future__ import annotations

from typing import Final

from analyzer.game.arrangement import Arrangement
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended, Scored, least_points, score_points
from analyzer.game.view import HAND
from analyzer.notation._source import Mark, Source, clash
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said
from analyzer.notation.records._check import checked
from analyzer.notation.records._draft import RecordDraft, copy
from analyzer.notation.tales._hand import ToldHand

_GIN: Final = frozenset({Ended.GIN, Ended.BIG_GIN})
_NEARLY: Final = HAND - 1
"""So many cards are meant as the whole hand; fewer are a remark on it."""


def check_laid(source: Source, hand: ToldHand, knocker: int) -> None:
    """See that hands laid down are whole; what is too little to count is noted."""
    for player in (0, 1):
        reads = [read for group in hand.laid[player] for read in group]
        off = hand.off if player != knocker else []
        count = len({read.card for read in (*reads, *off)})
        if reads and (count == _NEARLY or (count > HAND and player != knocker)):
            raise source.error(
                *_span(reads), f"{count} cards are laid down, not {HAND}",
                "name every card of the hand, deadwood and layoffs too",
            )  # fmt: skip
        if reads and count < _NEARLY and hand.dealt[player] is None:
            hand.guesses.append(f"cards laid down: {count} of ten, too few to count")


def _span(reads: list[ReadCard]) -> tuple[int, int]:
    return reads[0].span[0], max(read.span[1] for read in reads)


def check_gin(hand: ToldHand, spread: Arrangement, mark: Mark) -> None:
    """See that all is melded where gin is told; beside a knock the word was a remark."""
    if hand.ending is not Ended.GIN or not spread.points:
        return
    if not hand.knock_told:
        raise clash(
            f"gin is told, but {spread.deadwood} is in no meld", mark,
            hint="say `knocked` for `gin`, or correct the cards",
        )  # fmt: skip
    hand.ending = Ended.KNOCK


def tell_result(
    hand: ToldHand, draft: RecordDraft, spread: Arrangement | None, rules: Rules
) -> None:
    """Work out the hand's points: as told, or by the deadwood told of one player or both."""
    multiplier = rules.multiplier_for(None if draft.upcard is None else draft.upcard.value)
    if hand.points is not None:
        draft.result = _by_points(hand, hand.points, rules, multiplier)
        return
    counted = _by_counts(hand, spread, rules, multiplier)
    if counted is None:
        return
    made = checked(copy(draft)).result
    if made is None:
        draft.result = counted
    elif made != counted.value:
        hand.guesses.append("result: what the cards make, which is not what was counted")


def _by_points(
    hand: ToldHand, points: Said[int], rules: Rules, multiplier: int
) -> Said[Scored | None]:
    assert hand.knocker is not None and hand.ending is not None
    kind = Ended.UNDERCUT if hand.undercut else hand.ending
    winner = 1 - hand.knocker if hand.undercut else hand.knocker
    if kind is Ended.KNOCK and hand.winner is not None and hand.winner != hand.knocker:
        kind, winner = Ended.UNDERCUT, hand.winner
    number, bonus = points.value, least_points(kind, rules) or 0
    if number < bonus * multiplier:
        hand.guesses.append(f"result: {number} points and the bonus of {bonus} for {_named(kind)}")
        number = (number + bonus) * multiplier
    return Said(Scored(kind, winner, number), points.mark)


def _named(kind: Ended) -> str:
    return "the undercut" if kind is Ended.UNDERCUT else str(kind)


def _by_counts(
    hand: ToldHand, spread: Arrangement | None, rules: Rules, multiplier: int
) -> Said[Scored | None] | None:
    """The result of the deadwood that was told; None where one of the two is not known."""
    assert hand.knocker is not None
    left, told = hand.counts[1 - hand.knocker], hand.counts[hand.knocker]
    own = None if told is None else told.value
    known = spread.points if spread is not None else 0 if hand.ending in _GIN else own
    if left is None or known is None or own not in {None, known}:
        return None
    big = hand.ending is Ended.BIG_GIN
    result = score_points(known, left.value, rules, multiplier=multiplier, big_gin=big)
    return Said(Scored.of(result, hand.knocker), left.mark)


def note_open_end(hand: ToldHand, draft: RecordDraft) -> None:
    """Note what was told of the end and makes no result."""
    won = hand.undercut or hand.winner is not None
    counted = hand.knocker is not None and hand.counts[1 - hand.knocker] is not None
    if draft.result is not None or not (won or counted):
        return
    if hand.knocker is None:
        hand.guesses.append("result: left open, for how the hand was won is not told")
    elif checked(copy(draft)).result is None:
        what = "how much was won" if won else "the deadwood of both players"
        hand.guesses.append(f"result: left open, for {what} is not told")
