"""A contest of two bots as JSON."""

from __future__ import annotations

import msgspec

from analyzer.api.schemas.text import CHANCE, POINTS, rounded
from analyzer.engine.statistics import Interval
from analyzer.lab.arena import Contest, Duel, Ends, Pace
from analyzer.notation import rules_text


class IntervalJson(msgspec.Struct, frozen=True):
    """A mean with its 95% interval; null where one pair says nothing of its error."""

    mean: float
    low: float | None
    high: float | None


class EndsJson(msgspec.Struct, frozen=True):
    """How hands ended for one bot: shares of all hands."""

    endings: dict[str, float]
    undercut: float
    """Share of all hands in which it knocked and was undercut."""
    undercut_of_knocks: float | None
    """The same as a share of its knocks with deadwood."""


class PaceJson(msgspec.Struct, frozen=True):
    """CPU milliseconds a decision, forced ones left out."""

    decisions: int
    median: float
    p99: float


class SideJson(msgspec.Struct, frozen=True):
    """One bot's side of a contest."""

    ends: EndsJson
    pace: PaceJson | None
    """Null where the kernel played the hands."""


class ContestJson(msgspec.Struct, frozen=True):
    """Hands without a game, or games to the target; points and games are the first bot's."""

    pairs: int
    hands: int
    points: IntervalJson
    """Points a hand."""
    won: IntervalJson | None
    """Share of the games won, a draw half; null for hands without a game."""
    first: SideJson
    second: SideJson


class DuelJson(msgspec.Struct, frozen=True):
    """Two bots compared on mirrored deals."""

    bots: tuple[str, str]
    rules: str
    seed: int
    hands: ContestJson | None
    games: ContestJson | None
    engine: str
    sitting: int
    """Hands without a game that were played in a row by bots that remember; 1: strangers."""


def duel_to_json(found: Duel) -> DuelJson:
    """The document of a contest.

    >>> from analyzer.lab.arena import duel
    >>> made = duel_to_json(duel("fast", "greedy", hands=2_000))
    >>> made.hands.points.low < made.hands.points.mean, made.games, made.hands.first.pace
    (True, None, None)
    """
    return DuelJson(
        bots=found.bots,
        rules=rules_text(found.rules),
        seed=found.seed,
        hands=None if found.hands is None else _contest(found.hands),
        games=None if found.games is None else _contest(found.games),
        engine=found.engine,
        sitting=found.sitting,
    )


def _contest(found: Contest) -> ContestJson:
    first, second = (_side(*side) for side in zip(found.ends, found.pace, strict=True))
    return ContestJson(
        pairs=found.pairs,
        hands=found.hands,
        points=_interval(found.points, POINTS),
        won=None if found.won is None else _interval(found.won, CHANCE),
        first=first,
        second=second,
    )


def _interval(found: Interval, digits: int) -> IntervalJson:
    def short(value: float | None) -> float | None:
        return None if value is None else rounded(value, digits)

    return IntervalJson(rounded(found.mean, digits), short(found.low), short(found.high))


def _side(ends: Ends, pace: Pace | None) -> SideJson:
    found = EndsJson(
        {str(ending): rounded(share, CHANCE) for ending, share in ends.shares.items()},
        rounded(ends.undercut, CHANCE),
        None if ends.undercut_of_knocks is None else rounded(ends.undercut_of_knocks, CHANCE),
    )
    if pace is None:
        return SideJson(found, None)
    return SideJson(found, PaceJson(pace.decisions, rounded(pace.median, 3), rounded(pace.p99, 3)))
