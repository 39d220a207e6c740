"""A contest of two bots as JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec

from analyzer.api.documents import At, Chance, InPoints, Milliseconds, written
from analyzer.arena import Contest, Duel
from analyzer.engine.general import SeatContest
from analyzer.game.rules import Rules


class _PointsInterval(msgspec.Struct, frozen=True):
    """A mean with its 95% interval; null where one pair says nothing of its error."""

    mean: InPoints
    low: InPoints | None
    high: InPoints | None


class _ChanceInterval(msgspec.Struct, frozen=True):
    """The same of a share."""

    mean: Chance
    low: Chance | None
    high: Chance | None


class _EndsJson(msgspec.Struct, frozen=True):
    """The endings of hands for one bot: shares of all hands."""

    endings: Annotated[dict[str, Chance], At("shares")]
    undercut: Chance
    """Share of all hands in which it knocked and was undercut."""
    undercut_of_knocks: Chance | None
    """The same as a share of its knocks with deadwood."""


class _PaceJson(msgspec.Struct, frozen=True):
    """CPU milliseconds a decision, forced ones left out; of a program those until its answer."""

    decisions: int
    median: Milliseconds
    p99: Milliseconds


class _ProgramJson(msgspec.Struct, frozen=True):
    """The conduct of a program that was seated by `exec:`."""

    engine: str | None
    """The name that it gives itself."""
    forfeits: dict[str, int]
    """Hands that it lost, by the reason: silent, ended, unreadable, refused or illegal. They are
    among the endings as the other bot's gin."""
    reasons: dict[str, str]
    """The first of each, in words."""
    errors: int
    """Errors that cost no hand: hands that it would not learn from."""
    starts: int


class _SideJson(msgspec.Struct, frozen=True):
    """One bot's side of a contest."""

    ends: _EndsJson
    pace: _PaceJson | None
    """Null where the kernel played the hands."""
    program: _ProgramJson | None
    """Null for a bot of ours."""


def _first(contest: Contest) -> tuple[object, ...]:
    return contest.ends[0], contest.pace[0], contest.conduct[0]


def _second(contest: Contest) -> tuple[object, ...]:
    return contest.ends[1], contest.pace[1], contest.conduct[1]


class _ContestJson(msgspec.Struct, frozen=True):
    """Hands without a game, or games to the target; points and games are the first bot's."""

    pairs: int
    games: int
    """The number of games played; 0 for hands without a game."""
    hands: int
    points: _PointsInterval
    """Points a hand."""
    adjusted: _PointsInterval | None
    """The same without the luck of the cards drawn; null where it was not weighed."""
    varies: Chance | None
    """Variance of a pair's adjusted points as a share of that of the plain ones."""
    won: _ChanceInterval | None
    """Share of the games won, a draw half; null for hands without a game."""
    first: Annotated[_SideJson, _first]
    second: Annotated[_SideJson, _second]


class DuelJson(msgspec.Struct, frozen=True):
    """Two bots compared on mirrored deals."""

    bots: tuple[str, str]
    rules: str
    seed: int
    hands: _ContestJson | None
    games: _ContestJson | None
    engine: str
    sitting: int
    """Hands, or games, that were played in a row by bots that remember; 1: strangers."""


def duel_to_json(duel: Duel) -> DuelJson:
    """The document of a contest.

    >>> from analyzer.arena import duel
    >>> made = duel_to_json(duel("fast", "greedy", hands=2_000))
    >>> made.hands.points.low < made.hands.points.mean, made.games, made.hands.first.pace
    (True, None, None)
    """
    return written(DuelJson, duel)


class SeatContestJson(msgspec.Struct, frozen=True):
    """One player in every seat of every deal, the others all alike."""

    game: str
    player: str
    others: str
    deals: int
    gain: float
    se: float
    low: float
    high: float
    seed: int


def contest_to_json(
    rules: Rules, names: tuple[str, str], made: SeatContest, seed: int
) -> SeatContestJson:
    """The document of a contest where several play."""
    low, high = made.interval
    return SeatContestJson(rules.name, *names, made.deals, made.gain, made.se, low, high, seed)
