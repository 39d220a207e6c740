"""Long work in chunks on an executor: this process, a pool of local ones, or a Dask cluster.

Which one is configuration; the answer is the same. A chunk is a function of a module and one
picklable argument. Results come back in the order of the chunks, whatever the order in which
they were done. With a journal they are kept as they come: whatever ended the work, done again it
goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, TypeVar

from analyzer.errors import InputError
from analyzer.jobs._cluster import Cluster
from analyzer.jobs._journal import ChunkJournal, JournalFile, usual_journal

__all__ = [
    "ChunkJournal",
    "Jobs",
    "JournalFile",
    "Local",
    "Stopped",
    "check_stop",
    "ranges",
    "usual_journal",
]

A = TypeVar("A")
R = TypeVar("R")

RETRIES: Final = 2
"""The number of times that a chunk is done again after a worker of its pool has died."""

WAITING: Final = 3
"""Chunks that are with the pool for each worker: enough that none waits for us."""

PATIENCE: Final = 0.5
"""Seconds between two looks at `stop` while nothing comes back."""


class Stopped(Exception):  # noqa: N818  (nothing went wrong)
    """The work was stopped; how many chunks were done."""

    def __init__(self, done: int) -> None:
        self.done = done
        super().__init__(f"stopped after {done} chunks")


def check_stop(stop: Callable[[], bool]) -> None:
    """Raise Stopped once `stop` says so."""
    if stop():
        raise Stopped(0)


class _Pool(Protocol):
    """A pool that works on chunks; makes an executor, and another one if that breaks."""

    @property
    def workers(self) -> int:
        """The number of chunks that are worked on at a time, about."""
        ...

    def open(self) -> Executor:
        """A new executor."""
        ...


@dataclass(frozen=True, slots=True)
class Local:
    """Processes of this machine, each started afresh (`spawn`)."""

    workers: int

    def open(self) -> Executor:
        """A new pool of processes."""
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))


def ranges(count: int, size: int, first: int = 0) -> list[range]:
    """So many numbers from `first` on, in ranges of `size`: what chunks of like work are of.

    >>> ranges(5, 2, first=10)
    [range(10, 12), range(12, 14), range(14, 15)]
    """
    end = first + count
    return [range(low, min(low + size, end)) for low in range(first, end, size)]


@dataclass
class Jobs:
    """Runs chunks; a context manager, for it may own processes.

    With neither a cluster nor more than one worker the work is done in this process.

    >>> with Jobs() as jobs:
    ...     jobs.run(abs, [-1, 2, -3])
    [1, 2, 3]
    """

    workers: int = 1
    cluster: str | None = None
    """Address of a Dask scheduler."""
    pool: _Pool | None = None
    """Another place to work, instead of what the two above say."""
    journal: ChunkJournal | None = None
    """The journal that keeps results until the work is done."""
    kept_in: Path | None = None
    """The file that the work itself keeps and goes on from, where there is no `journal`."""
    _executor: Executor | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise InputError(
                f"{self.workers} workers cannot work", where="workers", hint="give 1 or more"
            )
        if self.pool is None and self.cluster is not None:
            self.pool = Cluster(self.cluster)
        elif self.pool is None and self.workers > 1:
            self.pool = Local(self.workers)

    def __enter__(self) -> Jobs:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()
        if self.journal is not None:
            self.journal.close(done=error is None)

    def run(
        self,
        function: Callable[[A], R],
        chunks: Sequence[A],
        *,
        progress: Callable[[int, int], None] = lambda done, all_: None,
        stop: Callable[[], bool] = lambda: False,
        each: Callable[[int, R], None] = lambda place, result: None,
    ) -> list[R]:
        """The results of all chunks, in order.

        `progress` is called with (chunks done, chunks) after each, from this thread, and before
        it `each` with the place of the chunk and its result, as they come; those in the journal
        come first. Where
        `stop` says so, what has not begun is dropped and Stopped is raised. An error of a
        chunk is raised here. A chunk whose worker died is done again, at most twice.
        """
        return _Run(self, function, chunks, progress, stop, each).results()

    def submit(self, function: Callable[[A], R], chunk: A) -> Future[R]:
        """Hand one chunk to the pool, which is opened if it is not."""
        assert self.pool is not None
        if self._executor is None:
            self._executor = self.pool.open()
        return self._executor.submit(function, chunk)

    def rebuild(self) -> None:
        """Give up a broken pool; the next chunk opens another."""
        self._close()

    def _close(self) -> None:
        if self._executor is not None:
            with suppress(Exception):  # a broken one may not even close
                self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None


class _Run:
    """One map of chunks: in this process, or over a pool."""

    def __init__(
        self,
        jobs: Jobs,
        function: Callable[[Any], Any],
        chunks: Sequence[Any],
        progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        each: Callable[[int, Any], None],
    ) -> None:
        self.jobs, self.function, self.chunks = jobs, function, chunks
        self.progress, self.stop, self.each = progress, stop, each
        self.keys: Sequence[str] = ()
        self.done: dict[int, Any] = {}
        self.running: dict[Future[Any], int] = {}
        self.deaths = [0] * len(chunks)
        self._remember()
        self.waiting = [place for place in range(len(chunks)) if place not in self.done][::-1]

    def _remember(self) -> None:
        """Take what the journal has as done."""
        if (journal := self.jobs.journal) is None:
            return
        self.keys = [journal.key(self.function, chunk) for chunk in self.chunks]
        for place, key in enumerate(self.keys):
            if (known := journal.get(key)) is not None:
                self._came(place, known[0])

    def results(self) -> list[Any]:
        step = self._here if self.jobs.pool is None else self._step
        try:
            while len(self.done) < len(self.chunks):
                if self.stop():
                    raise Stopped(len(self.done))
                step()
        finally:
            for future in self.running:
                future.cancel()
        return [self.done[place] for place in range(len(self.chunks))]

    def _here(self) -> None:
        place = self.waiting.pop()
        self._keep(place, self.function(self.chunks[place]))

    def _step(self) -> None:
        try:
            self._fill()
            ready, _ = wait(self.running, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            for future in sorted(ready, key=_failed):  # what is there is kept first
                self._take(future)
        except (BrokenExecutor, CancelledError):  # a lost scheduler cancels
            self._again()

    def _fill(self) -> None:
        assert self.jobs.pool is not None
        room = self.jobs.pool.workers * WAITING
        while self.waiting and len(self.running) < room:
            place = self.waiting[-1]
            self.running[self._submitted(self.chunks[place])] = place
            self.waiting.pop()

    def _submitted(self, chunk: Any) -> Future[Any]:
        try:
            return self.jobs.submit(self.function, chunk)
        except InputError as error:
            if not self.done:
                raise
            raise self._lost(error) from None

    def _lost(self, error: InputError) -> InputError:
        """The cluster went away in the middle of the work, and is not there again."""
        journal = self.jobs.journal
        path = self.jobs.kept_in if journal is None else journal.path
        return InputError(
            f"{error.message}; {len(self.done):,} of {len(self.chunks):,} chunks are done",
            where=error.where,
            hint="with --journal FILE the same started again goes on where it was"
            if path is None
            else f"start the same again, here or there: it goes on from {path}",
        )

    def _take(self, future: Future[Any]) -> None:
        result = future.result()
        self._keep(self.running.pop(future), result)

    def _keep(self, place: int, result: Any) -> None:
        if self.jobs.journal is not None:
            result = self.jobs.journal.put(self.keys[place], result)
        self._came(place, result)

    def _came(self, place: int, result: Any) -> None:
        self.done[place] = result
        self.each(place, result)
        self.progress(len(self.done), len(self.chunks))

    def _again(self) -> None:
        """All that was with the broken pool goes to the next; nobody knows which chunk broke it."""
        for place in sorted(self.running.values(), reverse=True):
            self.deaths[place] += 1
            if self.deaths[place] > RETRIES:
                raise BrokenExecutor(f"chunk {place} lost its worker {RETRIES + 1} times")
            self.waiting.append(place)
        self.running.clear()
        self.jobs.rebuild()


def _failed(done: Future[Any]) -> bool:
    return done.cancelled() or done.exception() is not None
