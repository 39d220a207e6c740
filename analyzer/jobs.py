"""Long work in chunks on an executor: this process, a pool of local ones, or a Dask cluster.

Which one is configuration; the answer is the same. A chunk is a function of a module and one
picklable argument. Results come back in the order of the chunks, whatever the order in which
they were done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Final, Protocol, TypeVar

from analyzer.errors import InputError

A = TypeVar("A")
R = TypeVar("R")

RETRIES: Final = 2
"""How often a chunk is done again after a worker of its pool has died."""

WAITING: Final = 3
"""Chunks that are with the pool for each worker: enough that none waits for us."""

PATIENCE: Final = 0.5
"""Seconds between two looks at `stop` while nothing comes back."""


class Stopped(Exception):  # noqa: N818  (nothing went wrong)
    """The work was stopped; how many chunks were done."""

    def __init__(self, done: int) -> None:
        self.done = done
        super().__init__(f"stopped after {done} chunks")


class _Pool(Protocol):
    """Where chunks are worked on; makes an executor, and another one if that breaks."""

    @property
    def workers(self) -> int:
        """How many chunks are worked on at a time, about."""
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


@dataclass(frozen=True, slots=True)
class _Cluster:
    """A Dask cluster by the address of its scheduler (`tcp://host:8786`).

    Its workers must be able to import this package, of the same version.
    """

    address: str
    workers: int = 64

    def open(self) -> Executor:
        """The cluster as an executor; raises InputError without the extra `cluster`."""
        try:
            client: Any = import_module("distributed").Client  # an extra
        except ImportError:
            raise InputError(
                "a cluster needs Dask", where="cluster", hint="pip install ginsight[cluster]"
            ) from None
        try:
            return _OnCluster(client(self.address, timeout=10))
        except (OSError, ValueError) as error:
            raise InputError(f"no cluster at {self.address} ({error})", where="cluster") from None


class _OnCluster(Executor):
    """The executor of a Dask client, which ends with it."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor: Executor = client.get_executor()

    def submit(self, function: Callable[..., R], /, *args: Any, **named: Any) -> Future[R]:
        return self._executor.submit(function, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=wait, cancel_futures=cancel_futures)
        self._client.close()


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
    _executor: Executor | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise InputError(f"{self.workers} workers cannot work", where="workers")
        if self.pool is None and self.cluster is not None:
            self.pool = _Cluster(self.cluster)
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
        it `each` with the place of the chunk and its result, as they come. Where
        `stop` says so, what has not begun is dropped and Stopped is raised. An error of a
        chunk is raised here. A chunk whose worker died is done again, at most twice.
        """
        if self.pool is None:
            return _here(function, chunks, progress, stop, each)
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


def _here(
    function: Callable[[A], R],
    chunks: Sequence[A],
    progress: Callable[[int, int], None],
    stop: Callable[[], bool],
    each: Callable[[int, R], None],
) -> list[R]:
    results: list[R] = []
    for chunk in chunks:
        if stop():
            raise Stopped(len(results))
        results.append(function(chunk))
        each(len(results) - 1, results[-1])
        progress(len(results), len(chunks))
    return results


class _Run:
    """One map of chunks over a pool."""

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
        assert jobs.pool is not None
        self.room = jobs.pool.workers * WAITING
        self.waiting = list(range(len(chunks)))[::-1]
        self.running: dict[Future[Any], int] = {}
        self.done: dict[int, Any] = {}
        self.deaths = [0] * len(chunks)

    def results(self) -> list[Any]:
        try:
            while len(self.done) < len(self.chunks):
                if self.stop():
                    raise Stopped(len(self.done))
                self._step()
        finally:
            for future in self.running:
                future.cancel()
        return [self.done[place] for place in range(len(self.chunks))]

    def _step(self) -> None:
        try:
            self._fill()
            ready, _ = wait(self.running, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            for future in ready:
                self._take(future)
        except BrokenExecutor:
            self._again()

    def _fill(self) -> None:
        while self.waiting and len(self.running) < self.room:
            place = self.waiting[-1]
            self.running[self.jobs.submit(self.function, self.chunks[place])] = place
            self.waiting.pop()

    def _take(self, future: Future[Any]) -> None:
        result = future.result()
        place = self.running.pop(future)
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
