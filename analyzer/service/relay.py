"""Searches of all processes over one database, each computed by one of them.

A process tells what it computes, hears what the others compute, and passes on who watches here and
who wants to stop. Of a process that gives no sign any more, whoever watches takes over.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from analyzer.api.documents import encode, written
from analyzer.api.evaluations import EvaluationJson, evaluation_from_json
from analyzer.engine.types import Evaluation
from analyzer.errors import InputError
from analyzer.service.ports import SearchTask
from analyzer.service.search import Clock, Search, SearchState, Snapshot
from analyzer.service.tasks import found_among, key_of, task_from, text_of
from analyzer.service.turns import BusyError
from analyzer.store import Store, UnavailableError
from analyzer.store.runs import Run, RunNews

TICK_SECONDS: Final = 0.25
"""How often news are told and heard."""
BEAT_SECONDS: Final = 0.5
"""Longest time between two signs of life; also between two words about the same search."""
LOST_TICKS: Final = 20
"""A process that was looked for so often without a new sign computes no more."""
WATCHED_SECONDS: Final = 3.0
"""Whoever has asked for a search within this time is taken to wait for it."""
PRUNE_TICKS: Final = 1200
LEFT: Final = "left"
"""The state of a run that was stopped because nobody watched: whoever asks begins anew."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Told:
    """What was last said of a search that is computed here."""

    search: Search
    version: int = 0
    at: float = 0.0
    evaluation: Evaluation | None = None
    watched: int = 0


@dataclass(slots=True)
class _Followed:
    """A search that another process computes, and its last sign of life."""

    search: Search
    run: Run
    silent: int = 0
    """Looks without a new sign."""


class Relay:
    """This process among those that share a database; used by `Searches`."""

    def __init__(self, store: Store, engine: str) -> None:
        self.holder = f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(4)}"
        self._runs, self._engine = store.runs, engine
        self._lock = threading.Lock()
        self._told: dict[str, _Told] = {}
        self._followed: dict[str, _Followed] = {}
        self._busy, self._closed = threading.Event(), threading.Event()
        self._ticks, self._beat = 0, 0.0
        self._thread: threading.Thread | None = None

    def serve(self, clock: Clock, take_over: Callable[[Search], None]) -> None:
        """Tell which clock goes, and who computes what another process has left."""
        self._clock, self._take_over = clock, take_over

    def close(self) -> None:
        """Leave what is computed here to the others."""
        self._closed.set()
        self._busy.set()
        with self._lock:  # one that is being begun is joined when it has
            thread = self._thread
        if thread is None:
            return
        thread.join(TICK_SECONDS + 1)
        if not thread.is_alive():
            with suppress(UnavailableError):
                self._runs.let_go(self.holder)

    # ------------------------------------------------------------ asked by a request

    def begin(self, search: Search) -> Search:
        """The search that runs for a task: the given one, to be computed here, or another's.

        Where the database cannot be used it is computed here, for this process alone.
        """
        task = search.task
        with self._lock:
            mine = [one.search for one in self._told.values() if one.search.task == task]
        over = [each.id for each in mine if each.stopping() or not each.snapshot.running]
        try:
            self._runs.wish((), over)  # which has not been told yet
            run = self._runs.begin(self._key(task), search.id, text_of(task), self.holder)
        except UnavailableError:
            return search
        if run.id != search.id:
            return self._follow(run, task) or search
        with self._lock:
            self._told[search.id] = _Told(search)
        self._wake()
        return search

    def find(self, ident: str) -> Search | None:
        """The search with an id that another process has begun."""
        with suppress(UnavailableError):
            if (run := self._runs.find(ident)) is not None:
                return self._follow(run)
        return None

    def latest(self, task: SearchTask) -> Search | None:
        """The last search for a task that another process has begun."""
        with suppress(UnavailableError):
            if (run := self._runs.latest(self._key(task))) is not None:
                return self._follow(run, task)
        return None

    def begun(self, tasks: Collection[SearchTask]) -> frozenset[SearchTask]:
        """Those of the tasks for which any process has begun a search that is still told of."""
        return found_among(tasks, self._engine, self._runs.begun)

    def _follow(self, run: Run, task: SearchTask | None = None) -> Search | None:
        """A search that shows what the run's process says; None for what cannot be read."""
        with self._lock:
            known = self._told.get(run.id) or self._followed.get(run.id)
        if known is not None:
            return known.search
        try:
            search = Search(task or task_from(run.task), self._clock, ident=run.id)
            self._show(search, run, self._runs.answers([run.id]).get(run.id))
        except InputError:  # written by another version
            return None
        if run.running:
            with self._lock:
                search = self._followed.setdefault(run.id, _Followed(search, run)).search
            self._wake()
        return search

    def _key(self, task: SearchTask) -> str:
        return key_of(task, self._engine)

    # ------------------------------------------------------------ its thread

    def _wake(self) -> None:
        with self._lock:
            self._busy.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="relay", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while self._busy.wait() and not self._closed.is_set():
            try:
                self.tick()
            except UnavailableError:
                pass  # all compute on, and nobody is taken to be lost meanwhile
            except Exception:
                _log.exception("news of searches could not be exchanged")
            with self._lock:
                if not self._told and not self._followed:
                    self._busy.clear()
            self._closed.wait(TICK_SECONDS)

    def tick(self) -> None:
        """Tell, pass on, and hear once."""
        with self._lock:
            told, followed = dict(self._told), dict(self._followed)
        if told:
            self._tell(told)
        if followed:
            self._pass_on(followed)
            self._hear(followed)
        if self._ticks % PRUNE_TICKS == 0:
            self._runs.prune()
        self._ticks += 1

    def _tell(self, told: dict[str, _Told]) -> None:
        now = self._clock()
        news = {ident: one.search.snapshot for ident, one in told.items()}
        due = {ident: new for ident, new in news.items() if _is_due(told[ident], new, now)}
        if not due and now - self._beat < BEAT_SECONDS:
            return
        answers = {
            ident: encode(written(EvaluationJson, new.evaluation)).decode()
            for ident, new in due.items()
            if new.evaluation is not None and new.evaluation is not told[ident].evaluation
        }
        said = {ident: _news_of(new, told[ident].search) for ident, new in due.items()}
        held = self._runs.tell(self.holder, said, answers)
        self._beat = now
        for ident, new in due.items():
            one = told[ident]
            one.version, one.at, one.evaluation = new.version, now, new.evaluation
        for ident, one in told.items():
            self._obey(one, held.get(ident))

    def _obey(self, one: _Told, run: Run | None) -> None:
        """Do what others wish; forget what has ended, or is computed elsewhere by now."""
        search = one.search
        if run is None or (not search.snapshot.running and one.version == search.snapshot.version):
            with self._lock:
                self._told.pop(search.id, None)
            return
        if run.stopping:
            search.stop()
        if run.watched != one.watched:
            one.watched = run.watched
            search.touch()

    def _pass_on(self, followed: dict[str, _Followed]) -> None:
        searches = [one.search for one in followed.values()]
        watched = [each.id for each in searches if each.unwatched() <= BEAT_SECONDS]
        stopped = [each.id for each in searches if each.stopping()]
        self._runs.wish(watched, stopped)

    def _hear(self, followed: dict[str, _Followed]) -> None:
        runs = self._runs.news(followed.keys())
        changed = [
            ident
            for ident, run in runs.items()
            if run.news.version > followed[ident].search.snapshot.version
        ]
        answers = self._runs.answers(changed) if changed else {}
        for ident, one in followed.items():
            run = runs.get(ident)
            if run is None:
                _end(one.search)
            elif ident in answers:
                self._show(one.search, run, answers[ident])
            if run is None or not run.running:
                with self._lock:
                    del self._followed[ident]
            else:
                self._look_after(one, run)

    def _show(self, search: Search, run: Run, answer: str | None) -> None:
        if run.news.state == LEFT:
            search.stop(abandoned=True)
        search.follow(_snapshot_of(run.news, answer))

    def _look_after(self, one: _Followed, run: Run) -> None:
        """Take a run over whose process is no more, where somebody waits for it here."""
        silent = (run.holder, run.beat) == (one.run.holder, one.run.beat)
        one.silent, one.run = one.silent + 1 if silent else 0, run
        if run.holder is not None and one.silent < LOST_TICKS:
            return
        if one.search.unwatched() > WATCHED_SECONDS:
            if one.silent >= 2 * LOST_TICKS and self._runs.take_over(run, self.holder, LEFT):
                _end(one.search)
            return
        if self._runs.take_over(run, self.holder):
            self._go_on(one.search)

    def _go_on(self, search: Search) -> None:
        with self._lock:
            self._told[search.id] = _Told(search)
            self._followed.pop(search.id, None)
        with suppress(BusyError):  # then it has ended, and that is told
            self._take_over(search)


def _end(search: Search) -> None:
    """End what nobody computes."""
    search.stop(abandoned=True)
    search.finish(SearchState.STOPPED, None)


def _is_due(one: _Told, new: Snapshot, now: float) -> bool:
    """Whether a change is to be told now: a first answer and the end at once, more in turn."""
    first = one.evaluation is None and new.evaluation is not None
    in_turn = first or not new.running or now - one.at >= BEAT_SECONDS
    return new.version != one.version and in_turn


def _news_of(new: Snapshot, search: Search) -> RunNews:
    left = new.state is SearchState.STOPPED and search.abandoned
    state = LEFT if left else new.state.value
    return RunNews(new.version, state, new.ahead, new.share, new.problem)


def _snapshot_of(news: RunNews, answer: str | None) -> Snapshot:
    state = SearchState.STOPPED if news.state == LEFT else SearchState(news.state)
    evaluation = None if answer is None else evaluation_from_json(answer)
    return Snapshot(news.version, state, evaluation, news.share, news.problem, news.ahead)
