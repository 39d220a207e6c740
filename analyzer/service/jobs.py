"""A review as it is asked for and watched, and what one may ask of others' patience."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import msgspec

from analyzer.errors import InputError
from analyzer.notation.phrases import listed, upper
from analyzer.notation.records import Match, format_match, parse_match
from analyzer.resources import read_json
from analyzer.review import ReviewSettings, seats_of
from analyzer.review.run import settled, tasks_of
from analyzer.store import SavedReview, Status, StoredRequest
from analyzer.store.reviews import review_key

LONGEST_NAME: Final = 100

PASSING: Final = "api:"
"""The beginning of an owner who comes through the API: a review of theirs is deleted in time."""


@dataclass(frozen=True, slots=True)
class Fair:
    """The fair share of all who use the workers."""

    each: int = 5
    """Reviews of one owner that wait or run."""
    near: int = 20
    """The same from one address, whoever asks there."""
    all: int = 100
    """The same of all owners."""
    kept: int = 1_000
    """Reviews of one owner that are kept, done or not."""
    hands: int = 40
    """Hands of a match."""
    worlds: int = 65_536
    """Worlds for one decision."""
    around: int = 1_000
    """The same where several play, with jokers or of mahjong gin."""


@dataclass(frozen=True, slots=True)
class Job:
    """A review and how far it is."""

    id: str
    """Random; who knows it and may see it finds it by this."""
    owner: str
    created: datetime
    """In UTC."""
    title: str
    """The players, and the number of hands."""
    status: Status
    done: int
    """Decisions judged."""
    all: int
    """Decisions to judge."""
    problem: str | None
    """The fault, for its reader, where it failed."""
    shared: bool
    """True if everybody who knows the id may see it."""
    settings: ReviewSettings
    seats: tuple[int, ...]
    record: str
    """The text of the match."""
    hands: int
    version: int
    """Grows with every change."""
    nameless: bool = False
    """True if others see it without the players' names."""

    @property
    def without_names(self) -> Job:
        """The same, with nothing in it that says who played."""
        match = Match(tuple(hand.without_names for hand in parse_match(self.record).hands))
        return replace(self, title=_title_of(match), record=format_match(match))

    @property
    def running(self) -> bool:
        """True if more comes by itself."""
        return self.status.active


def visible(job: Job, visitor: str | None) -> bool:
    """True if a visitor may see a review: it is theirs, or shared."""
    return job.shared or (visitor is not None and job.owner == visitor)


def job_of(saved: SavedReview) -> Job:
    """A review as the store keeps it."""
    request = saved.request
    return Job(
        id=saved.id,
        owner=request.owner,
        created=saved.created,
        title=request.title,
        status=saved.status,
        done=saved.done,
        all=request.decisions,
        problem=saved.problem,
        shared=saved.shared,
        settings=_settings(request.settings),
        seats=tuple(int(seat) for seat in request.seats),
        record=request.record,
        hands=request.hands,
        version=saved.version,
        nameless=saved.nameless,
    )


def _settings(text: str) -> ReviewSettings:
    try:
        return read_json(text, ReviewSettings)
    except msgspec.MsgspecError:  # of an older version, which this one would not take
        return ReviewSettings()


def asked_for(
    owner: str,
    match: Match,
    settings: ReviewSettings | None,
    seats: Sequence[int] | None,
    fair: Fair,
    source: str | None = None,
) -> StoredRequest:
    """The review that somebody asks for; raises InputError for one that cannot be or is too much.

    >>> from analyzer.notation.records import parse_match
    >>> match = parse_match('[Players "Ann" "Bob"] [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"]'
    ...                     '[Dealer "2"] [Upcard "9d"] 1. ^9d -Kd!')
    >>> asked = asked_for("me", match, ReviewSettings(), None, Fair())
    >>> asked.title, asked.seats, asked.decisions
    ('Ann and Bob, a hand', '0', 2)
    """
    settings = settled(settings, match.rules)
    _check(match, settings, fair)
    chosen = seats_of(match, seats)
    record, text = format_match(match), msgspec.json.encode(settings).decode()
    places = "".join(str(seat) for seat in chosen)
    return StoredRequest(
        key=review_key(owner, record, places, text),
        owner=owner,
        title=_title_of(match),
        record=record,
        hands=len(match.hands),
        settings=text,
        seats=places,
        decisions=(decisions := len(tasks_of(match, chosen))),
        source=source,
        cost=decisions * settings.worlds,
    )


def _check(match: Match, settings: ReviewSettings, fair: Fair) -> None:
    if len(match.hands) > fair.hands:
        raise InputError(
            f"this match has {len(match.hands)} hands", where="record",
            hint=f"up to {fair.hands} are reviewed at once; send a part of it",
        )  # fmt: skip
    most = fair.worlds if match.rules.two_handed else min(fair.worlds, fair.around)
    if settings.worlds > most:
        raise InputError(
            f"{settings.worlds:,} worlds are asked for", where="worlds",
            hint=f"up to {most:,} are spent on a decision here",
        )  # fmt: skip


def _title_of(match: Match) -> str:
    """Return who played, and how many hands."""
    number = len(match.hands)
    hands = "a hand" if number == 1 else f"{number} hands"
    names = match.hands[0].players
    if not any(names):
        return upper(hands)
    named = [(name or f"player {seat}")[:LONGEST_NAME] for seat, name in enumerate(names, 1)]
    return upper(f"{listed(named, 'and')}, {hands}")
