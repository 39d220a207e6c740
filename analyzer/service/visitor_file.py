"""Everything that is kept of a visitor, as one file: to keep, or to take to another server.

What follows from the rest (ratings, the streak) is not in it. Reports of reviews are sealed with
the server's key: only the server that wrote them believes them, and another one keeps the review
as one to be gone on with. Games in play are hidden as well, for their cards follow from them; so
are the puzzles that a run has yet to ask. A table for two people stays where both of them sit.

The deal of the day is one try: whoever takes it along goes on with it, and it counts where it was
begun, so a day of a file is compared with by nobody.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Final

import msgspec

from analyzer.errors import InputError
from analyzer.notation.records import parse_match
from analyzer.practice.lessons.progress import CourseProgress
from analyzer.practice.mistakes import Mistakes
from analyzer.practice.progress import DrillProgress
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.run import PuzzleRun
from analyzer.practice.scorepad import ScorePads
from analyzer.practice.seat import Seat
from analyzer.practice.tally import MOST_POINTS, GameTally
from analyzer.resources import read_json
from analyzer.review import ReviewSettings
from analyzer.service import daytable, progress_file
from analyzer.service.jobs import Fair, asked_for
from analyzer.service.progress_file import EARLIEST, believed
from analyzer.service.sealing import SealedText, is_sealed, seal_of
from analyzer.store import DailyTry, SavedReview, SavedTry, Store
from analyzer.store.training import (
    COURSE,
    DAILY,
    DRILLS,
    GAME,
    KINDS,
    MISTAKES,
    PADS,
    RUN,
    TABLE_GAME,
    TALLY,
)

FORM: Final = "ginsight-visitor-1"
LARGEST: Final = 32 * 1024 * 1024
"""Bytes of such a file."""
_ROOM: Final = LARGEST - 1024 * 1024
"""Bytes after which no more reports are written, the latest first: a file can be loaded again."""
_HIGHEST: Final = 4_000.0
"""A rating that is believed."""


class _Review(msgspec.Struct, frozen=True, omit_defaults=True):
    """A review in the file."""

    record: str
    seats: str
    settings: ReviewSettings
    created: datetime
    report: str | None = None
    seal: str | None = None


class _Draft(msgspec.Struct, frozen=True):
    """A record being entered."""

    text: str
    updated: datetime


class BrowserSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a browser; whoever reads them out of a file checks them."""

    looks: dict[str, str] = {}
    rules: str = ""
    """The usual ones; empty for none."""
    streak: bool = True
    """True if it is shown."""


class _Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """The file."""

    form: str
    puzzles: msgspec.Raw
    """A file of puzzles, see `progress_file`."""
    reviews: tuple[_Review, ...] = ()
    drafts: tuple[_Draft, ...] = ()
    drills: DrillProgress | None = None
    game: SealedText | None = None
    tally: GameTally | None = None
    mistakes: Mistakes | None = None
    days: tuple[DailyTry, ...] = ()
    """Deals of the day that were played to the end."""
    course: CourseProgress | None = None
    pads: ScorePads | None = None
    run: PuzzleRun | None = None
    """The last run against the clock, as far as it was answered, with the best before it."""
    daily: SealedText | None = None
    """The table of the deal of the day."""
    other_game: SealedText | None = None
    """The one around a table."""
    running: SealedText | None = None
    """The whole run, with the puzzles that are still to come."""
    settings: BrowserSettings = BrowserSettings()


@dataclass(frozen=True, slots=True)
class VisitorFile:
    """A file that was read."""

    stored: _Stored
    tries: tuple[SavedTry, ...]


@dataclass(frozen=True, slots=True)
class Belongings:
    """The amount that is kept of a visitor, or was taken in."""

    reviews: int = 0
    drafts: int = 0
    puzzles: int = 0
    """Finished tries."""
    training: tuple[str, ...] = ()
    """Of `KINDS`: drills, a game in play, the count of games, own mistakes, and so on."""
    days: int = 0
    """Deals of the day."""


def belongings(store: Store, owner: str) -> Belongings:
    """Return how much is kept of a visitor."""
    return Belongings(
        len(store.reviews.mine(owner)),
        len(store.drafts.mine(owner)),
        len(store.puzzles.mine(owner)),
        tuple(kind for kind in KINDS if store.training.load(owner, kind) is not None),
        len(_days(store, owner)),
    )


def written(store: Store, owner: str, key: str, settings: BrowserSettings) -> bytes:
    """Everything of a visitor, sealed with the server's key; `read` and `take_in` give it back."""
    rows = {kind: store.training.load(owner, kind) for kind in KINDS}
    kept = {kind: row.text for kind, row in rows.items() if row is not None}
    run = PuzzleRun.kept(kept.get(RUN))
    file = _Stored(
        FORM,
        msgspec.Raw(progress_file.written(store.puzzles.mine(owner))),
        _reviews(store, owner, key),
        tuple(_Draft(each.text, each.updated) for each in store.drafts.mine(owner)),
        DrillProgress.kept(kept[DRILLS]) if DRILLS in kept else None,
        _sealed(key, GAME, kept),
        GameTally.kept(kept[TALLY]) if TALLY in kept else None,
        Mistakes.kept(kept[MISTAKES]) if MISTAKES in kept else None,
        _days(store, owner),
        CourseProgress.kept(kept[COURSE]) if COURSE in kept else None,
        ScorePads.kept(kept[PADS]) if PADS in kept else None,
        None if run is None else run.answered,
        _sealed(key, DAILY, kept),
        _sealed(key, TABLE_GAME, kept),
        _sealed(key, RUN, kept),
        settings,
    )
    return msgspec.json.encode(file) + b"\n"


def _sealed(key: str, kind: str, kept: Mapping[str, str]) -> SealedText | None:
    """Return what is kept of a kind, hidden; None where nothing is."""
    return SealedText.of(key, kind, kept[kind]) if kind in kept else None


def _days(store: Store, owner: str) -> tuple[DailyTry, ...]:
    """The deals of the day that an owner has played to the end."""
    return tuple(attempt for attempt in store.daily.of(owner) if attempt.points is not None)


def _reviews(store: Store, owner: str, key: str) -> tuple[_Review, ...]:
    """An owner's reviews, with reports as long as there is room."""
    room, reviews = _ROOM, []
    for saved in store.reviews.mine(owner):
        report = store.reviews.report(saved.id)
        room -= 0 if report is None else len(msgspec.json.encode(report))
        reviews.append(_review(saved, None if room < 0 else report, key))
    return tuple(reviews)


def _review(saved: SavedReview, report: str | None, key: str) -> _Review:
    request = saved.request
    return _Review(
        request.record,
        request.seats,
        read_json(request.settings, ReviewSettings),
        saved.created,
        report,
        report and seal_of(key, request.record, request.seats, request.settings, report),
    )


def read(raw: bytes, book: PuzzleBook) -> VisitorFile:
    """A file of everything; raises InputError for what is no such file."""
    try:
        file = read_json(raw, _Stored)
    except msgspec.MsgspecError as error:
        raise InputError(
            f"this is not a file of everything ({error})",
            where="file",
            hint="choose one that was saved here with “Save everything”",
        ) from None
    if file.form != FORM:
        hint = f"its format must be {FORM}"
        raise InputError("this file has a different format", where="file", hint=hint)
    return VisitorFile(file, progress_file.read(bytes(file.puzzles), book))


def take_in(store: Store, owner: str, file: VisitorFile, book: PuzzleBook, key: str) -> Belongings:
    """Keep what a file has and the visitor has not; how much that was."""
    stored = file.stored
    drafts = [(each.text, believed(each.updated)) for each in stored.drafts]
    begun = {attempt.day for attempt in store.daily.of(owner)}
    days = store.daily.take_in(owner, _believed_days(stored.days, book.newest()))
    return Belongings(
        sum(_take_in_review(store, owner, each, key) for each in stored.reviews[: Fair().kept]),
        store.drafts.take_in(owner, drafts),
        store.puzzles.take_in(owner, file.tries, partial(progress_file.rating_after, book)),
        (
            *_take_in_training(store, owner, stored, key),
            *([DAILY] if _take_in_day(store, owner, stored, key, begun) else []),
        ),
        days,
    )


def _believed_days(days: Iterable[DailyTry], latest: date) -> list[DailyTry]:
    """Those of a file's days that can have been played, to their end."""
    return [
        each
        for each in days
        if EARLIEST.date() <= each.day <= latest and abs(each.points or 0) <= MOST_POINTS
    ]


def _take_in_review(store: Store, owner: str, review: _Review, key: str) -> bool:
    """True if a review is new and can be; one whose report we did not write is to be gone on."""
    if set(review.seats) - {"0", "1"}:
        return False
    try:
        match, seats = parse_match(review.record), [int(seat) for seat in review.seats]
        request = asked_for(owner, match, review.settings, seats, Fair())
    except InputError:
        return False
    report = review.report
    question = request.record, request.seats, request.settings
    if report is None or not is_sealed(review.seal or "", key, *question, report):
        report = None
    return store.reviews.take_in(request, believed(review.created), report, Fair().kept)


def _take_in_training(store: Store, owner: str, file: _Stored, key: str) -> list[str]:
    """Keep what can have come about, of each kind of which nothing is here; the kinds."""
    texts = {
        DRILLS: file.drills.text if file.drills is not None and _is_possible(file.drills) else None,
        GAME: _read(key, GAME, file.game),
        TABLE_GAME: _read(key, TABLE_GAME, file.other_game),
        TALLY: file.tally.text if file.tally is not None and file.tally.sound else None,
        COURSE: None if file.course is None else file.course.sound.text,
        PADS: None if file.pads is None else ScorePads.kept(file.pads.text).text,
        RUN: _read(key, RUN, file.running) or _sound_run(file.run),
        MISTAKES: file.mistakes.text if file.mistakes is not None and file.mistakes.sound else None,
    }
    return [
        kind
        for kind, text in texts.items()
        if text is not None and store.training.save(owner, kind, text, 0)
    ]


def _read(key: str, kind: str, sealed: SealedText | None) -> str | None:
    """Return what this server has sealed; None of another, and where there is nothing."""
    return None if sealed is None else sealed.read(key, kind)


def _sound_run(run: PuzzleRun | None) -> str | None:
    return run.text if run is not None and run.sound else None


def _take_in_day(store: Store, owner: str, file: _Stored, key: str, begun: Container[date]) -> bool:
    """True if the table of a day is new: of one that the visitor had not `begun` themselves.

    The day is begun with it, so that there is no other try, and it counts where it was begun.
    """
    seat = None if file.daily is None else daytable.from_file(file.daily, key)
    if seat is None or daytable.day_of(seat) in begun:
        return False
    store.daily.begin(owner, daytable.day_of(seat), counted=False)
    return _seat_down(store, owner, seat)


def _seat_down(store: Store, owner: str, seat: Seat) -> bool:
    """Keep the table of a day, unless that of the same or a later one is here."""
    kept = store.training.load(owner, DAILY)
    here = None if kept is None else daytable.read(kept.text)
    if here is not None and daytable.day_of(here) >= daytable.day_of(seat):
        return False
    return store.training.save(owner, DAILY, seat.text, 0 if kept is None else kept.version)


def _is_possible(drills: DrillProgress) -> bool:
    """True if ratings and counts of drills can have come about."""
    return all(
        0 <= skill.rating.rating <= _HIGHEST
        and 0 < skill.rating.deviation <= _HIGHEST
        and 0 < skill.rating.volatility <= 1
        and 0 <= skill.row <= skill.right <= skill.tried
        for skill in drills.skills.values()
    )


def join(store: Store, before: str, after: str, book: PuzzleBook) -> None:
    """Make two visitors one: what the first has is the second's, who keeps their own."""
    tries = [each for each in store.puzzles.mine(before) if each.puzzle in book.puzzles]
    store.puzzles.take_in(after, tries, partial(progress_file.rating_after, book))
    begun = {attempt.day for attempt in store.daily.of(after)}
    table = store.training.load(before, DAILY)
    store.visitors.hand_over(before, after)
    seat = None if table is None else daytable.read(table.text)
    if seat is not None and daytable.day_of(seat) not in begun:
        _seat_down(store, after, seat)  # where the second has the table of a day before
