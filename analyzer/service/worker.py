"""The workers: threads that take reviews from the queue, one after another, until they are closed.

While a worker lives it keeps moving on the moment until which it holds its review, and tells how
far it is. Killed, it leaves its findings, and once that moment has passed another one goes on.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from queue import Empty, SimpleQueue
from typing import Final

from analyzer.errors import InputError
from analyzer.review import Report, ReviewProgress, review, write_report
from analyzer.service.admission import step_back
from analyzer.service.jobs import Job
from analyzer.service.logs import JobEnd, log_job
from analyzer.service.reviews import Reviews
from analyzer.store import Status, UnavailableError

LEASE_SECONDS: Final = 20.0
"""The time that a review is held without a sign of life."""

TELL_SECONDS: Final = 0.25
"""Shortest time between two words on how far a review is."""

BEAT_SECONDS: Final = 1.0
"""Longest time between two signs of life: so long can it take until a stop is noticed."""

IDLE_SECONDS: Final = 1.0
"""The interval at which an idle worker looks for what another process has put into the queue."""

PRUNE_SECONDS: Final = 24 * 3600.0
"""The interval at which what is kept long enough is deleted."""

RETURNED: Final = "returned"
"""The end of the work on a review that others go on with."""

FAILED: Final = "The review failed. This is our fault; the server's log has details."

_log = logging.getLogger(__name__)


class Worker:
    """Works on reviews, some at once; start it, and close it when done.

    `lease` is in seconds; nothing begins before `ready` is set, if it is given.

    >>> from analyzer.notation.records import parse_match
    >>> from analyzer.review import ReviewSettings
    >>> from analyzer.store import Store
    >>> match = parse_match('[Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"] [Dealer "2"]'
    ...                     '[Upcard "9d"] 1. ^9d -Kd!')
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     reviews = Reviews(store)
    ...     job = reviews.submit("Ann", match, ReviewSettings(worlds=64, luck_worlds=64))
    ...     with Worker(reviews) as worker:
    ...         while job.running:
    ...             job = reviews.wait(job.id, job.version, timeout=60)
    ...     len(reviews.report(job.id).entries)
    2
    """

    def __init__(
        self,
        reviews: Reviews,
        *,
        at_once: int = 1,
        threads: int = 2,
        lease: float = LEASE_SECONDS,
        ready: threading.Event | None = None,
        ended: Callable[[JobEnd], object] = log_job,
    ) -> None:
        self.reviews = reviews
        self.ended = ended
        self.name = f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(4)}"
        self.threads, self.lease = threads, timedelta(seconds=lease)
        self.closed = threading.Event()
        self._ready = ready
        self._chores = SimpleQueue[Callable[[], object]]()
        self._lock = threading.Lock()
        self._held: dict[str, str] = {}
        self._slots = [
            threading.Thread(
                target=self._work, args=(f"{self.name}:{slot}",), name=f"worker-{slot}", daemon=True
            )
            for slot in range(at_once)
        ]

    def start(self) -> Worker:
        """Begin; returns at once."""
        for slot in self._slots:
            slot.start()
        return self

    def do(self, chore: Callable[[], object]) -> None:
        """Have something done once no review waits; nobody hears whether it was."""
        self._chores.put(chore)
        self.reviews.tell()

    def stop(self) -> None:
        """Tell the threads to end, without waiting for them; may be called by a signal."""
        self.closed.set()

    def close(self, timeout: float = 5.0) -> None:
        """Let go of what is held, for other workers, and wait until the threads have ended."""
        self.stop()
        with self._lock:
            held = dict(self._held)
        for ident, holder in held.items():
            with suppress(UnavailableError):  # then they are free when the lease has run out
                self.reviews.store.reviews.let_go(ident, holder)
        self.reviews.tell()
        deadline = time.monotonic() + timeout
        for slot in self._slots:
            if slot.ident is not None:
                slot.join(max(0.0, deadline - time.monotonic()))

    @property
    def running(self) -> int:
        """The number of reviews that it works on now."""
        with self._lock:
            return len(self._held)

    def __enter__(self) -> Worker:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------ one of its threads

    def _work(self, holder: str) -> None:
        step_back()
        self._wait_until_ready()
        pruned: float | None = None
        while not self.closed.is_set():
            seen = self.reviews.changes
            if pruned is None or time.monotonic() - pruned >= PRUNE_SECONDS:
                self._prune()
                pruned = time.monotonic()
            try:
                worked = self._next(holder) or self._do_chore()
            except UnavailableError:  # for a while; the store has logged it
                worked = False
            except Exception:  # nobody else is there to tell
                _log.exception("a worker could not go on")
                worked = False
            if not worked:
                self.reviews.rest(seen, IDLE_SECONDS, self.closed.is_set)

    def _wait_until_ready(self) -> None:
        while self._ready is not None and not self._ready.wait(IDLE_SECONDS / 4):
            if self.closed.is_set():
                return

    def _prune(self) -> None:
        try:
            self.reviews.prune()
        except UnavailableError:
            pass
        except Exception:
            _log.exception("what is old could not be deleted")

    def _do_chore(self) -> bool:
        """Do what is to be done beside the reviews; False where there is nothing."""
        try:
            chore = self._chores.get_nowait()
        except Empty:
            return False
        chore()
        return True

    def _next(self, holder: str) -> bool:
        """Work on the next review; False where nothing waits."""
        job = self.reviews.claim(holder, self.lease.total_seconds())
        if job is None:
            return False
        with self._lock:
            self._held[job.id] = holder
        try:
            _Run(self, job, holder).go()
        finally:
            with self._lock:
                del self._held[job.id]
            self.reviews.tell()
        return True


class _Run:
    """The work on one review."""

    def __init__(self, worker: Worker, job: Job, holder: str) -> None:
        self._worker, self._job, self._holder = worker, job, holder
        self._reviews, self._rows = worker.reviews, worker.reviews.store.reviews
        self._done = 0
        self._outcome = RETURNED
        self._lost = threading.Event()
        """Set when the review was stopped or deleted, or another worker holds it."""
        self._over = threading.Event()

    def go(self) -> None:
        """Review, and keep how it ended."""
        beat = threading.Thread(target=self._beat, name=f"beat-{self._job.id}", daemon=True)
        began = time.monotonic()
        beat.start()
        try:
            report = self._report()
        except InputError as error:
            self._finish(Status.FAILED, problem=str(error))
        except UnavailableError:
            raise  # once the lease has run out another worker goes on from what is kept
        except Exception:
            _log.exception("a review failed")
            self._finish(Status.FAILED, problem=FAILED)
        else:
            self._end(report)
        finally:
            self._over.set()
            beat.join()
            self._worker.ended(JobEnd("review", self._outcome, time.monotonic() - began))

    def _report(self) -> Report:
        job = self._job
        return review(
            self._reviews.match_of(job),
            seats=job.seats,
            settings=job.settings,
            journal=self._reviews.store.findings,
            progress=self._note,
            stop=lambda: self._lost.is_set() or self._worker.closed.is_set(),
            threads=self._worker.threads,
        )

    def _end(self, report: Report) -> None:
        if not report.stopped:
            self._finish(Status.DONE, report)
        elif self._lost.is_set():
            self._finish(Status.STOPPED, report)
        else:
            self._rows.let_go(self._job.id, self._holder)

    def _finish(
        self, status: Status, report: Report | None = None, problem: str | None = None
    ) -> None:
        text = None if report is None else write_report(report).decode()
        done = self._done
        self._rows.finish(
            self._job.id, self._holder, status, done=done, report=text, problem=problem
        )
        self._outcome = status.value

    def _note(self, step: ReviewProgress) -> None:
        self._done = step.done

    def _beat(self) -> None:
        """Give signs of life until the work is over, or not ours any more."""
        reported, last = -1, time.monotonic()
        longest = min(BEAT_SECONDS, self._worker.lease.total_seconds() / 4)
        while not self._over.wait(TELL_SECONDS):
            done, now = self._done, time.monotonic()
            if done == reported and now - last < longest:
                continue
            try:
                held = self._rows.renew(self._job.id, self._holder, self._worker.lease, done)
            except UnavailableError:
                continue  # the next beat tries again, before the lease runs out
            except Exception:
                _log.exception("no sign of life could be given")
                continue
            if not held:
                self._lost.set()
                return
            if done != reported:
                self._reviews.tell()
            reported, last = done, now
