"""One search: an engine run somewhere, and the snapshots it has published."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from analyzer.engine.types import Evaluation
from analyzer.service.ports import SearchTask

Clock = Callable[[], float]
"""Seconds from any fixed moment, as `time.monotonic`."""


class SearchState(StrEnum):
    """The standing of a search."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    """Somebody pressed stop, nobody watched any more, or we are shutting down."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The knowledge of a search at one moment."""

    version: int
    """Grows with every change, from 0."""
    state: SearchState
    evaluation: Evaluation | None
    """None until the first batch is done."""
    share: str | None = None
    """Id of the stored answer, once there is one."""
    problem: str | None = None
    """The fault, in words for the user, where the state is failed."""
    ahead: int = 0
    """The number of searches before this one; 0 for one that computes or has ended."""

    @property
    def running(self) -> bool:
        """True if more may come."""
        return self.state is SearchState.RUNNING


class Search:
    """One engine run and everything it has said so far; safe to use from any thread."""

    def __init__(
        self,
        task: SearchTask,
        clock: Clock,
        known: Evaluation | None = None,
    ) -> None:
        self.id = secrets.token_urlsafe(9)
        self.task = task
        self.abandoned = False
        """True if it was stopped because nobody watched."""
        self._clock = clock
        self._changed = threading.Condition()
        self._snapshot = Snapshot(0 if known is None else 1, SearchState.RUNNING, known)
        self._answered = 0
        """Version of the first answer, once there is one."""
        self._stop = False
        self._watchers = 0
        self._seen = self.started = clock()
        self.waited = 0.0
        """Seconds that it stood in line."""
        self.looked: Evaluation | None = None
        """A first look at the position, which is no answer of the engine to keep."""

    @property
    def snapshot(self) -> Snapshot:
        """The knowledge as of now."""
        with self._changed:
            return self._snapshot

    def wait(self, after: int, timeout: float) -> Snapshot:
        """The first snapshot newer than version `after`, or after `timeout` seconds the last."""
        return self._until(lambda: self._snapshot.version > after, timeout)

    def first(self, timeout: float, places: int = 1) -> Snapshot:
        """The first answer, or a place in line that is not the next; else the last after `timeout`.

        Of `places` one gets free soon, so who is next does without being told so.
        """
        return self._until(
            lambda: (
                self._snapshot.evaluation is not None
                or not self._snapshot.running
                or self._snapshot.ahead > places
            ),
            timeout,
        )

    def rest(self, after: int, timeout: float) -> Snapshot:
        """Let `timeout` seconds pass; a first answer after version `after` and the end cut them."""
        return self._until(lambda: self._answered > after or not self._snapshot.running, timeout)

    def settle(self, timeout: float) -> Snapshot:
        """The snapshot at the end of the search, or the last one after `timeout` seconds."""
        return self._until(lambda: not self._snapshot.running, timeout)

    def _until(self, happens: Callable[[], bool], timeout: float) -> Snapshot:
        """Return what is known once something happens, or after `timeout` seconds; somebody
        watches."""
        with self._changed:
            self._changed.wait_for(happens, timeout)
            self._seen = self._clock()
            return self._snapshot

    def watch(self, more: int) -> None:
        """Count watchers who come (1) or leave (-1)."""
        with self._changed:
            self._watchers += more
            self._seen = self._clock()

    @property
    def watchers(self) -> int:
        """The number of those who watch now."""
        with self._changed:
            return self._watchers

    def unwatched(self) -> float:
        """Seconds since anybody watched; 0 while somebody does."""
        with self._changed:
            return 0.0 if self._watchers > 0 else self._clock() - self._seen

    def stop(self, *, abandoned: bool = False) -> None:
        """End the search after the batch it is in."""
        with self._changed:
            self.abandoned = self.abandoned or (abandoned and not self._stop)
            self._stop = True

    def stopping(self) -> bool:
        """True if the search was told to stop."""
        with self._changed:
            return self._stop

    def publish(self, evaluation: Evaluation) -> None:
        """Show an evaluation, unless a deeper one is shown already.

        What stands beside a shallower answer and hangs on no depth goes on standing.
        """
        with self._changed:
            known = self._snapshot.evaluation
            if known is not None and evaluation.worlds < known.worlds:
                return
            if known is not None:
                evaluation = replace(
                    evaluation,
                    scores=evaluation.scores or known.scores,
                    waiting=evaluation.waiting or known.waiting,
                )
            self._show(SearchState.RUNNING, evaluation)

    def queue(self, ahead: int) -> None:
        """Show how many come before it, to those who have seen no answer; others don't ask."""
        with self._changed:
            if self._snapshot.evaluation is None:
                self._show(SearchState.RUNNING, None, ahead=ahead)

    def computing(self) -> float:
        """Seconds since it began, without those in which it stood in line."""
        return self._clock() - self.started - self.waited

    def finish(
        self,
        state: SearchState,
        evaluation: Evaluation | None,
        share: str | None = None,
        problem: str | None = None,
    ) -> None:
        """Show the last snapshot."""
        with self._changed:
            if evaluation is None:
                evaluation = self._snapshot.evaluation
            self._show(state, evaluation, share, problem)

    def _show(
        self,
        state: SearchState,
        evaluation: Evaluation | None,
        share: str | None = None,
        problem: str | None = None,
        ahead: int = 0,
    ) -> None:
        version = self._snapshot.version + 1
        if self._snapshot.evaluation is None and evaluation is not None:
            self._answered = version
        self._snapshot = Snapshot(version, state, evaluation, share, problem, ahead)
        self._changed.notify_all()
