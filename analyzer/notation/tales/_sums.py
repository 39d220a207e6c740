"""The end of a game that was found by what fits: cards laid down, and what the numbers make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

from analyzer.game.rules import PRESETS, Rules
from analyzer.game.scoring import Ended, least_points
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said
from analyzer.notation.outcomes._one_end import MOST_KNOCKED
from analyzer.notation.tales._cues import Cue
from analyzer.notation.tales._game import Course
from analyzer.notation.tales._hand import ToldHand

_ENDINGS: Final = frozenset({"knock", "gin", "big_gin"})
_NUMBERS: Final = frozenset({"number", "rank"})
_TENS: Final = 20
_MOST_NUMBERS: Final = 12


def tell_end(
    hand: ToldHand, game: Course, cues: Sequence[Cue], usual: Rules | None, *, sums_only: bool
) -> None:
    """Note what was laid down, counted and won; with `sums_only` what other numbers make up."""
    assert game.knocker is not None and game.ending is not None
    hand.ending, hand.knocker = game.ending, game.knocker
    hand.turns[-1].knocks, hand.turns[-1].big = True, game.ending is Ended.BIG_GIN
    hand.knock_told = game.ending is Ended.KNOCK
    start = max((at for at, cue in enumerate(cues) if cue.kind in _ENDINGS), default=len(cues))
    over = game.tail or start
    tail = [cue for at, cue in enumerate(cues) if at >= over or (start <= at and not cue.cards)]
    hand.undercut = any(cue.kind == "undercut" for cue in tail)
    _lay_down(hand, cues[over:])
    kind = Ended.UNDERCUT if hand.undercut else game.ending
    told = [*_numbers(tail)]
    own = told[0][0] if [cue.kind in _NUMBERS for cue in tail[1:2]] == [True] else None
    bonus = least_points(kind, usual or PRESETS["standard"]) or 0
    points = _made([number for number, _ in told][:_MOST_NUMBERS], kind, bonus, own)
    near = {word: {number for number, what in told if what == word} for word in ("points", "left")}
    if near["points"] and (points or not sums_only):
        points = points & near["points"] if points else near["points"]
    if len(points) == 1:
        hand.points = Said(points.pop(), hand.mark)
    elif len(near["left"]) == 1 and not sums_only:
        hand.counts[1 - game.knocker] = Said(near["left"].pop(), hand.mark)


def _lay_down(hand: ToldHand, tail: Sequence[Cue]) -> None:
    """The cards behind the end: whose they are, and which were laid off."""
    who, off = hand.knocker or 0, False
    for cue in tail:
        who = cue.value if cue.kind == "who" else who
        if cue.kind in {"who", "shows", "off", "left"}:
            off = cue.kind == "off"
        groups = [[ReadCard(card, cue.span) for card in group] for group in cue.groups]
        if off:
            hand.off += [read for group in groups for read in group]
        else:
            hand.laid[who] += groups


def _numbers(tail: Sequence[Cue]) -> Iterator[tuple[int, str]]:
    """The numbers told, each with what is said beside it: `left`, `points` or nothing."""
    at = 0
    while at < len(tail):
        cue, before = tail[at], {one.kind for one in tail[max(0, at - 2) : at]}
        at += 1
        if cue.kind not in _NUMBERS:
            continue
        number = cue.value + (cue.kind == "rank")
        behind = tail[at] if at < len(tail) else cue
        joined = behind.kind in _NUMBERS and behind.span[0] - cue.span[1] == 1
        if joined and number >= _TENS and not number % 10:  # `thirty one`
            number, at = number + behind.value + (behind.kind == "rank"), at + 1
        near = before | {one.kind for one in tail[at : at + 1]}
        left = {"left", "hand"} & before or ("left" in near and "points" not in near)
        yield number, "left" if left else "points" if "points" in near else ""


def _made(numbers: list[int], kind: Ended, bonus: int, own: int | None) -> set[int]:
    """The numbers that others make: 31 less 1, or 18 and the bonus."""
    if kind not in {Ended.KNOCK, Ended.UNDERCUT}:
        return {made for one, made in permutations(numbers, 2) if one + bonus == made}
    extra = bonus if kind is Ended.UNDERCUT else 0
    made = {
        made
        for one, less, made in permutations(numbers, 3)
        if one - less + extra == made and less <= MOST_KNOCKED and (extra or own in {None, less})
    }
    return made | {made for one, made in permutations(numbers, 2) if extra and one + extra == made}
