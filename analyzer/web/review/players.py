"""The sum of all finished reviews of a visitor, by the name of the player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from analyzer.display.review.words import player
from analyzer.practice.level import PlayLevel, level_of, losses_of
from analyzer.practice.months import PlayMonth, ReviewedOn, play_months
from analyzer.review.coach import LeakTable, leak_table
from analyzer.store import Status
from analyzer.web.review.samples import is_own
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor

MOST: Final = 100
"""Reviews that are counted, the newest first."""


@dataclass(frozen=True, slots=True)
class PlayerReviews:
    """The reviews of one name."""

    table: LeakTable
    level: PlayLevel | None
    """None with too few hands for an interval."""
    months: tuple[PlayMonth, ...]
    engines: tuple[str, ...]
    """That judged them."""


def reviewed_players() -> Mapping[str, PlayerReviews]:
    """The visitor's reviews by player, the name in most of them first."""
    owner, reviews = known_visitor(), web_app().reviews
    jobs = () if owner is None else reviews.mine(owner)
    done = [job for job in jobs if job.status is Status.DONE and is_own(job)][:MOST]
    return _players(tuple((job.id, job.version, job.created.date()) for job in done))


@lru_cache(maxsize=64)
def _players(finished: tuple[tuple[str, int, date], ...]) -> Mapping[str, PlayerReviews]:
    """Reports are large, so what they come to is kept as long as the reviews are the same."""
    named: dict[str, list[ReviewedOn]] = {}
    for ident, _, day in finished:
        report = web_app().reviews.report(ident)
        if report is None:
            continue
        for seat in report.seats:
            named.setdefault(player(report, seat), []).append((day, report, seat))
    most = sorted(named.items(), key=lambda pair: -len(pair[1]))
    return MappingProxyType({name: _tallied(reviewed) for name, reviewed in most})


def _tallied(reviewed: list[ReviewedOn]) -> PlayerReviews:
    reports = [(report, seat) for _, report, seat in reviewed]
    return PlayerReviews(
        leak_table(reports),
        level_of(hand for report, seat in reports for hand in losses_of(report, seat)),
        play_months(reviewed),
        tuple(sorted({report.engine for report, _ in reports})),
    )
