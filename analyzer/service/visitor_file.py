"""Everything that is kept of a visitor, as one file: to keep, or to take to another server.

What follows from the rest (ratings, the streak) is not in it, nor is a deal of the day in play: of
that each visitor has one try, where it was begun. Reports of reviews and games in play are sealed
with the server's key: only the server that wrote them believes them, and another one keeps the
review as one to be gone on with.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import datetime
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
from analyzer.practice.tally import GameTally
from analyzer.review import ReviewSettings
from analyzer.service import progress_file
from analyzer.service.jobs import Fair, asked_for
from analyzer.service.progress_file import believed
from analyzer.store import DailyTry, SavedReview, SavedTry, Store
from analyzer.store.training import (
    COURSE,
    DRILLS,
    GAME,
    MISTAKES,
    OTHER_GAME,
    PADS,
    RUN,
    TALLY,
)

FORM: Final = "ginsight-visitor-1"
LARGEST: Final = 32 * 1024 * 1024
"""Bytes of such a file."""
_ROOM: Final = LARGEST - 1024 * 1024
"""Bytes after which no more reports are written, the latest first: a file can be loaded again."""
_TRAINING: Final = (DRILLS, GAME, TALLY, MISTAKES, COURSE, PADS, RUN, OTHER_GAME)
"""What there is of training."""
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


class _Game(msgspec.Struct, frozen=True):
    """A game in play."""

    text: str
    seal: str


class _Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """The file."""

    form: str
    puzzles: msgspec.Raw
    """A file of puzzles, see `progress_file`."""
    reviews: tuple[_Review, ...] = ()
    drafts: tuple[_Draft, ...] = ()
    drills: DrillProgress | None = None
    game: _Game | None = None
    tally: GameTally | None = None
    mistakes: Mistakes | None = None
    days: tuple[DailyTry, ...] = ()
    """Deals of the day that were played to the end."""
    course: CourseProgress | None = None
    pads: ScorePads | None = None
    run: PuzzleRun | None = None
    """The last run against the clock, with the best before it."""
    other_game: _Game | None = None
    """The game in play at the table of the other games."""


@dataclass(frozen=True, slots=True)
class VisitorFile:
    """A file that was read."""

    stored: _Stored
    tries: tuple[SavedTry, ...]


@dataclass(frozen=True, slots=True)
class Belongings:
    """How much is kept of a visitor, or was taken in."""

    reviews: int = 0
    drafts: int = 0
    puzzles: int = 0
    """Finished tries."""
    training: int = 0
    """1 each for drills, a game in play at either table, the count of games, own mistakes, the
    course, pads and a run."""
    days: int = 0
    """Deals of the day."""


def belongings(store: Store, owner: str) -> Belongings:
    """How much is kept of a visitor."""
    return Belongings(
        len(store.reviews.mine(owner)),
        len(store.drafts.mine(owner)),
        len(store.puzzles.mine(owner)),
        sum(store.training.load(owner, kind) is not None for kind in _TRAINING),
        len(_days(store, owner)),
    )


def written(store: Store, owner: str, key: bytes) -> bytes:
    """Everything of a visitor, sealed with a key; `read` and `take_in` give it back."""
    kept = (store.training.load(owner, kind) for kind in _TRAINING)
    drills, game, tally, mistakes, course, pads, run, other = kept
    file = _Stored(
        FORM,
        msgspec.Raw(progress_file.written(store.puzzles.mine(owner))),
        _reviews(store, owner, key),
        tuple(_Draft(each.text, each.updated) for each in store.drafts.mine(owner)),
        None if drills is None else _drills(drills.text),
        None if game is None else _sealed(key, GAME, game.text),
        None if tally is None else GameTally.kept(tally.text),
        None if mistakes is None else Mistakes.kept(mistakes.text),
        _days(store, owner),
        None if course is None else CourseProgress.kept(course.text),
        None if pads is None else ScorePads.kept(pads.text),
        None if run is None else PuzzleRun.kept(run.text),
        None if other is None else _sealed(key, OTHER_GAME, other.text),
    )
    return msgspec.json.encode(file) + b"\n"


def _days(store: Store, owner: str) -> tuple[DailyTry, ...]:
    """The deals of the day that an owner has played to the end."""
    return tuple(attempt for attempt in store.daily.of(owner) if attempt.points is not None)


def _reviews(store: Store, owner: str, key: bytes) -> tuple[_Review, ...]:
    """An owner's reviews, with reports as long as there is room."""
    room, reviews = _ROOM, []
    for saved in store.reviews.mine(owner):
        report = store.reviews.report(saved.id)
        room -= 0 if report is None else len(msgspec.json.encode(report))
        reviews.append(_review(saved, None if room < 0 else report, key))
    return tuple(reviews)


def _review(saved: SavedReview, report: str | None, key: bytes) -> _Review:
    asked = saved.asked
    return _Review(
        asked.record,
        asked.seats,
        msgspec.json.decode(asked.settings, type=ReviewSettings),
        saved.created,
        report,
        None if report is None else _seal(key, asked.record, asked.seats, asked.settings, report),
    )


def read(raw: bytes, book: PuzzleBook) -> VisitorFile:
    """A file of everything; raises InputError for what is no such file."""
    try:
        file = msgspec.json.decode(raw, type=_Stored)
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


def take_in(
    store: Store, owner: str, file: VisitorFile, book: PuzzleBook, key: bytes
) -> Belongings:
    """Keep what a file has and the visitor has not; how much that was."""
    stored = file.stored
    drafts = [(each.text, believed(each.updated)) for each in stored.drafts]
    return Belongings(
        sum(_take_in_review(store, owner, each, key) for each in stored.reviews[: Fair().kept]),
        store.drafts.take_in(owner, drafts),
        store.puzzles.take_in(owner, file.tries, partial(progress_file.rating_after, book)),
        _take_in_training(store, owner, stored, key),
        store.daily.take_in(owner, stored.days),
    )


def _take_in_review(store: Store, owner: str, review: _Review, key: bytes) -> bool:
    """Whether a review is new and can be; one whose report we did not write is to be gone on."""
    if set(review.seats) - {"0", "1"}:
        return False
    try:
        match, seats = parse_match(review.record), [int(seat) for seat in review.seats]
        asked = asked_for(owner, match, review.settings, seats, Fair())
    except InputError:
        return False
    sealed = _seal(key, asked.record, asked.seats, asked.settings, review.report or "")
    ours = review.report is not None and hmac.compare_digest(sealed, review.seal or "")
    report = review.report if ours else None
    return store.reviews.take_in(asked, believed(review.created), report, Fair().kept)


def _take_in_training(store: Store, owner: str, file: _Stored, key: bytes) -> int:
    new = 0
    if file.drills is not None and _is_possible(file.drills):
        new += store.training.save(owner, DRILLS, file.drills.text, 0)
    for kind, game in ((GAME, file.game), (OTHER_GAME, file.other_game)):
        if game is not None and hmac.compare_digest(_seal(key, kind, game.text), game.seal):
            new += store.training.save(owner, kind, game.text, 0)
    if file.tally is not None:
        new += store.training.save(owner, TALLY, file.tally.text, 0)
    if file.course is not None:
        new += store.training.save(owner, COURSE, file.course.text, 0)
    if file.pads is not None:
        new += store.training.save(owner, PADS, ScorePads.kept(file.pads.text).text, 0)
    if file.run is not None:
        new += store.training.save(owner, RUN, file.run.text, 0)
    if file.mistakes is not None and file.mistakes.sound:
        new += store.training.save(owner, MISTAKES, file.mistakes.text, 0)
    return new


def _drills(text: str) -> DrillProgress | None:
    try:
        return DrillProgress.read(text)
    except msgspec.MsgspecError:  # of an older version: as good as none
        return None


def _is_possible(drills: DrillProgress) -> bool:
    """Whether ratings and counts of drills can have come about."""
    return all(
        0 <= skill.rating.rating <= _HIGHEST
        and 0 < skill.rating.deviation <= _HIGHEST
        and 0 < skill.rating.volatility <= 1
        and 0 <= skill.row <= skill.right <= skill.tried
        for skill in drills.skills.values()
    )


def _sealed(key: bytes, kind: str, text: str) -> _Game:
    return _Game(text, _seal(key, kind, text))


def _seal(key: bytes, *parts: str) -> str:
    """What only this server can say of some texts."""
    return hmac.digest(key, b"seal\0" + "\0".join(parts).encode(), "sha256").hex()


def join(store: Store, before: str, after: str, book: PuzzleBook) -> None:
    """Make two visitors one: what the first has is the second's, who keeps their own."""
    tries = [each for each in store.puzzles.mine(before) if each.puzzle in book.puzzles]
    store.puzzles.take_in(after, tries, partial(progress_file.rating_after, book))
    store.visitors.hand_over(before, after)
