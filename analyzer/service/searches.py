"""Searches that run beside the requests: a bounded number, each watched, each stoppable.

A `Search` computes on its own thread (the kernel releases the interpreter's lock), or waits there
for the engine's own process. Any number of pages may watch it. `Searches` starts, joins, keeps and
forgets them. Nothing outlives `Searches.close`.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from analyzer.engine.comparisons.compare import Comparison
from analyzer.engine.types import Evaluation, Limit
from analyzer.errors import InputError
from analyzer.kernel import jit
from analyzer.service.admission import Admission, Ticket, Urgency, step_back
from analyzer.service.logs import JobEnd, log_job
from analyzer.service.ports import Archive, Engine, SearchTask
from analyzer.service.search import Clock, Search, SearchState
from analyzer.service.settings import ServerSettings
from analyzer.store import UnavailableError

LEFT_SECONDS = 3.0
"""A search that has said something and is unwatched for this long makes room for others.

Who has no number yet may be waiting for the page.
"""
READY_SECONDS = 0.2
"""The interval at which a search that waits for the engine looks if it was stopped."""
WITH_COMPARISONS = 1.6
"""The longest time of a search, with what is asked beside the answer, in longest times."""
KEPT = 300
"""Most finished searches kept in memory."""

_log = logging.getLogger(__name__)


class Searches:
    """All searches of one application; they wait until the engine is `ready`, if that is given.

    What they wait does not count against their time.
    """

    def __init__(
        self,
        engine: Engine,
        archive: Archive,
        settings: ServerSettings,
        clock: Clock = time.monotonic,
        ready: threading.Event | None = None,
        ended: Callable[[JobEnd], object] = log_job,
    ) -> None:
        self._ready = ready
        self._ended = ended
        self._engine = engine
        self._archive = archive
        self._settings = settings
        self._clock = clock
        self._line = Admission(
            settings.searches, room=settings.waiting, retry_after=self._retry_after, clock=clock
        )
        self._lock = threading.Lock()
        self._by_id: dict[str, Search] = {}
        self._by_task: dict[SearchTask, Search] = {}
        self._threads: dict[str, threading.Thread] = {}
        self._closed = False

    @property
    def running(self) -> int:
        """The number of searches that run now."""
        with self._lock:
            return len(self._threads)

    @property
    def waiting(self) -> int:
        """The number of these that stand in line."""
        return self._line.waiting

    def all(self) -> tuple[Search, ...]:
        """Every search that runs or is kept, oldest first."""
        with self._lock:
            return tuple(self._by_id.values())

    def find(self, ident: str) -> Search | None:
        """The search with an id, unless it is forgotten."""
        with self._lock:
            return self._by_id.get(ident)

    def known(self, task: SearchTask) -> Search | None:
        """The search for a task that runs, is kept in memory, or has its answer in the archive."""
        with self._lock:
            search = self._by_task.get(task)
        if search is not None and not (search.abandoned and search.stopping()):
            return search
        stored = self._archive.find(task)
        if stored is None:
            return None
        search = Search(task, self._clock)
        search.finish(SearchState.DONE, stored.evaluation, stored.share)
        with self._lock:
            self._keep(search)
        return search

    def known_among(self, tasks: Sequence[SearchTask]) -> Search | None:
        """The first known search (see `known`) of several tasks, most of which nobody has asked."""
        with self._lock:
            known = {task for task in tasks if task in self._by_task}
        known |= self._archive.known(tasks)
        searches = (self.known(task) for task in tasks if task in known)
        return next((search for search in searches if search is not None), None)

    def ask(
        self, task: SearchTask, known: Evaluation | None = None, *, again: bool = False
    ) -> Search:
        """The search for a task: joined, taken from the archive, or begun; raises BusyError.

        `known` is an answer to show until this search knows more. A search that somebody
        stopped is shown as it is, or with `again` taken up from what it knew.
        """
        search = self.known(task)
        if search is not None:
            state = search.snapshot.state
            failed = state in {SearchState.FAILED, SearchState.STOPPED} or (
                search.stopping() and state is not SearchState.DONE
            )
            if not (failed and again):
                return search
            known = known or search.snapshot.evaluation
        return self.begin(task, known)

    @property
    def closed(self) -> bool:
        """True if no search begins any more."""
        return self._closed

    def refuse(self) -> None:
        """Begin no search any more; those that run go on."""
        with self._lock:
            self._closed = True

    def close(self, timeout: float = 5.0) -> None:
        """Stop all searches and wait until their threads have ended."""
        self.refuse()
        with self._lock:
            threads = list(self._threads.values())
            for ident in self._threads:
                self._by_id[ident].stop()
        deadline = time.monotonic() + timeout
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def begin(self, task: SearchTask, known: Evaluation | None = None) -> Search:
        """The search for a task of which none is known; joined where another was just begun."""
        urgency = Urgency.FIRST_ANSWER if known is None else Urgency.DEEPER
        with self._lock:
            return self._twin(task) or self._start(Search(task, self._clock, known), urgency)

    def _twin(self, task: SearchTask) -> Search | None:
        """The search for the same that runs and goes on."""
        twin = self._by_task.get(task)
        return twin if twin and twin.snapshot.running and not twin.stopping() else None

    def _start(self, search: Search, urgency: Urgency) -> Search:
        """Compute a search on a thread of its own; raises BusyError."""
        if self._closed:
            raise self._line.refusal()
        ticket = self._line.join(urgency)
        thread = threading.Thread(
            target=self._run, args=(search, ticket), name=f"search-{search.id}", daemon=True
        )
        try:
            thread.start()  # it waits for the lock before it leaves the threads that run
        except RuntimeError:  # the system has no thread left
            _log.exception("no thread for a search")
            ticket.leave()
            raise self._line.refusal() from None
        self._threads[search.id] = thread
        self._keep(search)
        return search

    def _retry_after(self) -> int:
        ends = [
            search.started + (search.task.limit.seconds or self._settings.max_seconds)
            for search in (self._by_id[ident] for ident in self._threads)
        ]
        return max(1, math.ceil(min(ends, default=0.0) - self._clock()))

    def _keep(self, search: Search) -> None:
        """Remember a search, and forget the finished ones that are old or too many."""
        self._by_id[search.id] = search
        self._by_task[search.task] = search
        finished = [search for search in self._by_id.values() if search.id not in self._threads]
        too_many = len(finished) - KEPT
        for index, old in enumerate(finished):
            if old is search:
                continue
            if index < too_many or old.unwatched() > self._settings.keep_seconds:
                del self._by_id[old.id]
                if self._by_task.get(old.task) is old:
                    del self._by_task[old.task]

    def _run(self, search: Search, ticket: Ticket) -> None:
        try:
            if self._wait_for_engine(search) and self._wait_in_line(search, ticket):
                self._compute(search, ticket)
            else:
                search.finish(SearchState.STOPPED, None)
        finally:
            ticket.leave()
            self._ended(JobEnd("search", search.snapshot.state.value, search.computing()))
            with self._lock:
                del self._threads[search.id]

    def _wait_in_line(self, search: Search, ticket: Ticket) -> bool:
        """Wait for a place; False where the search was stopped or left before."""
        joined = self._clock()
        place = ticket.wait(lambda: self._should_stop(search), search.queue)
        search.waited += self._clock() - joined
        if place and search.snapshot.ahead:
            search.queue(0)
        return place

    def _compute(self, search: Search, ticket: Ticket) -> None:
        if not self._engine.apart:
            step_back()  # not before: a first look, which is begun while one waits, comes first
        task = search.task
        try:
            evaluation = self._engine.analyze(
                task.view,
                task.limit,
                seed=task.seed,
                opponent=task.opponent,
                progress=search.publish,
                stop=lambda: self._between(search, ticket),
                clock=search.computing,
                threads=self._settings.search_threads,
            )
            evaluation = self._compare(search, evaluation, ticket)
        except InputError as error:
            search.finish(SearchState.FAILED, None, problem=str(error))
        except Exception:
            _log.exception("a search failed")
            search.finish(SearchState.FAILED, None, problem="The engine failed on this position.")
        else:
            if evaluation.stopped:
                self._stopped(search, evaluation)
            else:
                search.finish(SearchState.DONE, evaluation, self._save(task, evaluation))

    def _between(self, search: Search, ticket: Ticket, part: float = 1.0) -> bool:
        """Between two pieces of work: let others go first; whether the search should stop."""
        if search.snapshot.evaluation is not None:
            ticket.urgency = max(ticket.urgency, Urgency.LONGER)
        search.waited += ticket.give_way(lambda: self._should_stop(search, part), search.queue)
        return self._should_stop(search, part)

    def _compare(self, search: Search, evaluation: Evaluation, ticket: Ticket) -> Evaluation:
        """Show the answer, and ask what is wanted beside it."""
        ask = self._engine.compare
        if ask is None or evaluation.stopped or not search.task.comparisons:
            return evaluation
        search.publish(evaluation)
        return ask(
            evaluation,
            search.task.limit,
            search.task.comparisons,
            progress=search.publish,
            stop=lambda: self._between(search, ticket, WITH_COMPARISONS),
            clock=search.computing,
            threads=self._settings.search_threads,
        )

    def _wait_for_engine(self, search: Search) -> bool:
        """Wait for the engine; False where the search was stopped or left before it was ready.

        A first look comes before an engine that is not compiled yet, or stays in plain Python.
        """
        if (ready := self._ready) is not None and not (ready.is_set() and jit.COMPILED):
            self._look(
                search, lambda: (ready.is_set() and jit.COMPILED) or self._is_given_up(search)
            )
            while not ready.wait(READY_SECONDS):
                if self._is_given_up(search):
                    return False
        search.started = self._clock()
        return True

    def _look(self, search: Search, over: Callable[[], bool]) -> None:
        """Show a first answer while the engine is not ready, where there is a way to have one."""
        look = self._engine.first_look
        if look is None or search.snapshot.evaluation is not None:
            return
        try:
            looked = look(search.task, over)
        except OSError:  # no process, no memory: the engine will answer
            _log.exception("no first look at a position")
            return
        if looked is not None and not over():
            search.looked = looked
            search.publish(looked)

    def _is_given_up(self, search: Search) -> bool:
        """True if a search that waits for the engine was stopped, or left."""
        if search.unwatched() > self._settings.idle_seconds:
            search.stop(abandoned=True)
        return search.stopping()

    def _stopped(self, search: Search, evaluation: Evaluation) -> None:
        """Show the deepest answer there is, stored under its worlds so that it can be shared.

        What is beside it may be half done, so nothing is promised beside it.
        """
        known = search.snapshot.evaluation
        if known is not None and known.worlds > evaluation.worlds:
            evaluation = known
        share = None
        if evaluation.worlds and not search.abandoned and evaluation is not search.looked:
            alone = replace(
                search.task,
                limit=Limit(worlds=evaluation.worlds),
                comparisons=frozenset[Comparison](),
            )
            share = self._save(alone, evaluation)
        search.finish(SearchState.STOPPED, evaluation, share)

    def _save(self, task: SearchTask, evaluation: Evaluation) -> str | None:
        try:
            return self._archive.save(task, evaluation)
        except UnavailableError:  # an answer that cannot be kept is still an answer
            return None
        except Exception:
            _log.exception("an analysis could not be stored")
            return None

    def _should_stop(self, search: Search, part: float = 1.0) -> bool:
        if search.stopping():
            return True
        late = search.computing() > self._settings.max_seconds * part
        makes_room = self._line.waiting and search.snapshot.evaluation is not None
        patience = LEFT_SECONDS if makes_room else self._settings.idle_seconds
        if late or search.unwatched() > patience:
            search.stop(abandoned=not late)
            return True
        return False
