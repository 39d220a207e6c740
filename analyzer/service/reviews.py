"""All reviews of an application: asking for one, watching it, stopping, sharing, forgetting."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

from analyzer.errors import InputError
from analyzer.notation.records import Match, parse_match
from analyzer.review import (
    Entry,
    Finding,
    OldFormError,
    Report,
    ReviewSettings,
    read_report,
)
from analyzer.review.judging import lay_offs_in
from analyzer.review.run import DecisionTask, tasks_of
from analyzer.service.admission import TooManyError
from analyzer.service.jobs import PASSING, Fair, Job, asked_for, job_of
from analyzer.service.latest import Latest
from analyzer.store import Crowd, SavedReview, Status, Store

LOOK_SECONDS: Final = 0.5
"""The interval at which one who waits asks the database for the changes of another process."""

RETRY_SECONDS: Final = 30
"""After how long to come back when the queue is full."""

KEPT: Final = timedelta(days=30)
"""The time that findings are kept for reviews to come, and the reviews of those who come through
the API."""

REMEMBERED: Final = 8
"""Reports, and reviews that are watched, kept ready."""


def _full(ahead: int, message: str) -> TooManyError:
    return TooManyError(RETRY_SECONDS, ahead, message)


class Reviews:
    """The reviews in a store; serves many threads, beside any number of other processes.

    >>> from analyzer.notation.records import parse_match
    >>> match = parse_match('[Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"] [Dealer "2"]'
    ...                     '[Upcard "9d"] 1. ^9d -Kd!')
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     reviews = Reviews(store)
    ...     job = reviews.submit("Ann", match)
    ...     job.status.value, job.all, reviews.submit("Ann", match).id == job.id
    ('queued', 2, True)
    """

    def __init__(self, store: Store, fair: Fair = Fair()) -> None:  # noqa: B008  # immutable
        self.store = store
        self.fair = fair
        self._changed = threading.Condition()
        self._changes = 0
        self._reports: Latest[Report] = Latest(REMEMBERED)
        self._trails: Latest[_Trail] = Latest(REMEMBERED)
        self._matches: Latest[Match] = Latest(REMEMBERED)

    # ------------------------------------------------------------ asking

    def submit(
        self,
        owner: str,
        match: Match,
        settings: ReviewSettings | None = None,
        seats: Sequence[int] | None = None,
        source: str | None = None,
    ) -> Job:
        """Ask for a review; what was asked before is the same job, gone on with where it ended.

        `seats` are players from 0; without them all whose hands are known. `settings` are the usual
        ones if not given. `source` marks the address that asks. Raises InputError for a match that
        cannot be reviewed or is too long, and TooManyError.
        """
        request = asked_for(owner, match, settings, seats, self.fair, source)
        job = job_of(self.store.reviews.add(request, self._admit))
        if job.status in {Status.STOPPED, Status.FAILED}:
            return self.again(job.id) or job
        self._matches.keep(job.id, 0, match)
        self.tell()
        return job

    def again(self, ident: str) -> Job | None:
        """Take up a review that was stopped or failed, or make a finished one anew.

        One that waits or runs stays as it is; None where there is none. Raises TooManyError.
        """
        self._told(self.store.reviews.again(ident, self._admit_again))
        return self.job(ident)

    def _admit(self, crowd: Crowd) -> None:
        self._admit_again(crowd)
        if crowd.kept >= self.fair.kept:
            raise InputError(
                f"{self.fair.kept:,} of your reviews are kept", where="review",
                hint="delete some that you no longer need",
            )  # fmt: skip

    def _admit_again(self, crowd: Crowd) -> None:
        if crowd.mine >= self.fair.each:
            raise _full(crowd.mine, f"{self.fair.each} of your reviews wait or run already")
        if crowd.near >= self.fair.near:
            raise _full(
                crowd.near, f"{self.fair.near} reviews from your address wait or run already"
            )
        if crowd.all >= self.fair.all:
            raise _full(crowd.all, "as many reviews wait as may")

    # ------------------------------------------------------------ watching

    def job(self, ident: str) -> Job | None:
        """The review with an id, which may be any text."""
        saved = self.store.reviews.load(ident)
        return None if saved is None else job_of(saved)

    def mine(self, owner: str) -> tuple[Job, ...]:
        """All reviews of an owner, the newest first."""
        return tuple(job_of(saved) for saved in self.store.reviews.mine(owner))

    def ahead(self, ident: str) -> int:
        """Return how many reviews come before one that waits."""
        return self.store.reviews.ahead(ident)

    def wait(self, ident: str, after: int, timeout: float) -> Job | None:
        """The review once it is newer than version `after`, or as it is after so many seconds.

        None where there is none, or no more.
        """
        deadline = time.monotonic() + timeout
        while True:
            seen = self.changes
            job = self.job(ident)
            left = deadline - time.monotonic()
            if job is None or job.version > after or left <= 0:
                return job
            self.rest(seen, min(left, LOOK_SECONDS))

    def report(self, ident: str) -> Report | None:
        """The report of a review that is done, or of what was done when it was stopped.

        None where there is none. One that an earlier engine made is shown as it is; one that
        cannot be read any more is made again: the review is then back in the queue.
        """
        job = self.job(ident)
        if job is None or job.status not in {Status.DONE, Status.STOPPED}:
            return None
        ready = self._reports.get(ident, job.version)
        if ready is not None:
            return ready
        text = self.store.reviews.report(ident)
        if text is None:
            return None
        try:
            return self._reports.keep(ident, job.version, read_report(text.encode()))
        except OldFormError:
            if job.status is Status.DONE:
                self._told(self.store.reviews.again(ident))
            return None

    def match_of(self, job: Job) -> Match:
        """The match to review, read from its text where this process does not have it yet."""
        return self._matches.made(job.id, 0, lambda: parse_match(job.record))

    def judged_of(self, job: Job) -> tuple[int, int]:
        """Return how many decisions are judged, and of how many; lay-offs, being exact, are so at
        once."""
        try:
            exact = lay_offs_in(self.match_of(job).hands, job.seats)
        except InputError:  # a record that this version does not take
            exact = 0
        return job.done + exact, job.all + exact

    def so_far(self, ident: str) -> tuple[Entry, ...]:
        """The decisions that are judged already, in order of play; lay-offs come at the end."""
        report = self.report(ident)
        if report is not None:
            return report.entries
        job = self.job(ident)
        if job is None:
            return ()
        try:
            trail = self._trails.made(ident, 0, lambda: _Trail(self.match_of(job), job))
        except InputError:  # a record that this version does not take
            return ()
        return trail.entries(self.store)

    # ------------------------------------------------------------ changing

    def stop(self, ident: str) -> bool:
        """Stop a review that waits or runs; what was judged is kept."""
        return self._told(self.store.reviews.stop(ident))

    def share(self, ident: str, on: bool, *, nameless: bool = False) -> bool:
        """Show a review to everybody who knows its id, perhaps without names, or no more."""
        return self._told(self.store.reviews.share(ident, on, nameless=nameless))

    def forget(self, ident: str) -> bool:
        """Delete a review with all that was found for it; a worker that is at it stops."""
        job = self.job(ident)
        if job is not None:
            with suppress(InputError):  # a record that this version does not take
                tasks = tasks_of(self.match_of(job), job.seats)
                self.store.findings.forget([task.key(job.settings) for task in tasks])
        for kept in (self._reports, self._trails, self._matches):
            kept.drop(ident)
        return self._told(self.store.reviews.forget(ident))

    # ------------------------------------------------------------ for the workers

    def claim(self, holder: str, lease: float) -> Job | None:
        """The next review to work on, held for so many seconds; None where nothing waits."""
        saved: SavedReview | None = self.store.reviews.claim(holder, timedelta(seconds=lease))
        if saved is None:
            return None
        self.tell()
        return job_of(saved)

    def prune(self) -> None:
        """Forget what was kept long enough: findings, and reviews that came through the API."""
        self.store.findings.prune(KEPT)
        self.store.reviews.prune(PASSING, KEPT)

    def tell(self) -> None:
        """Wake everybody in this process who waits for a change."""
        with self._changed:
            self._changes += 1
            self._changed.notify_all()

    @property
    def changes(self) -> int:
        """The number of changes that this process has told."""
        with self._changed:
            return self._changes

    def rest(self, seen: int, seconds: float, over: Callable[[], bool] = bool) -> None:
        """Wait until this process tells more than `seen` changes, or until it is `over`."""
        with self._changed:
            self._changed.wait_for(lambda: self._changes > seen or over(), seconds)

    def _told(self, changed: bool) -> bool:
        if changed:
            self.tell()
        return changed


class WatchedReview:
    """One review as pages watch it."""

    def __init__(self, reviews: Reviews, ident: str) -> None:
        self._reviews, self._ident = reviews, ident

    @property
    def snapshot(self) -> Job | None:
        """The review as it is now."""
        return self._reviews.job(self._ident)

    def wait(self, after: int, timeout: float) -> Job | None:
        """The review once it is newer than version `after`, or as it is after so many seconds."""
        return self._reviews.wait(self._ident, after, timeout)

    def rest(self, after: int, timeout: float) -> Job | None:
        """Let so many seconds pass, unless the review ends before."""
        deadline, job = time.monotonic() + timeout, self.snapshot
        while job is not None and job.running and (left := deadline - time.monotonic()) > 0:
            job = self.wait(job.version, left)
        return job

    def watch(self, more: int) -> None:
        """A review goes on whether somebody watches or not."""

    def stop(self) -> None:
        """Stop the review; what was judged is kept."""
        self._reviews.stop(self._ident)


class _Trail:
    """The news of a review that is under way."""

    def __init__(self, match: Match, job: Job) -> None:
        self._lock = threading.Lock()
        self._tasks: list[DecisionTask] = tasks_of(match, job.seats)
        self._keys = [task.key(job.settings) for task in self._tasks]
        self._found: dict[str, Finding] = {}

    def entries(self, store: Store) -> tuple[Entry, ...]:
        with self._lock:
            missing = [key for key in self._keys if key not in self._found]
            self._found.update(store.findings.many(missing))
            pairs = zip(self._tasks, self._keys, strict=True)
            return tuple(task.choice(self._found[key]) for task, key in pairs if key in self._found)
