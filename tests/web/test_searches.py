"""Searches beside the requests: joined, bounded, stopped, kept, forgotten."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

import pytest

from analyzer.engine.types import Evaluation, Limit
from analyzer.notation import parse_view
from analyzer.service.admission import BusyError
from analyzer.service.ports import SearchTask, Stored
from analyzer.service.search import SearchState
from analyzer.service.searches import Searches
from analyzer.service.settings import ServerSettings
from tests.unit.test_reviewing import until
from tests.web.scripted import Script, evaluation

VIEW = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c")
TASK = SearchTask(VIEW, Limit(seconds=5.0))
OTHERS = [replace(TASK, seed=seed) for seed in range(2, 9)]
SOON = 60.0


class Memory:
    """An archive without a database."""

    def __init__(self) -> None:
        self.kept: dict[SearchTask, Stored] = {}
        self.broken = False

    def find(self, task: SearchTask) -> Stored | None:
        return self.kept.get(task)

    def known(self, tasks: Collection[SearchTask]) -> frozenset[SearchTask]:
        return frozenset(tasks) & self.kept.keys()

    def save(self, task: SearchTask, answer: Evaluation) -> str:
        if self.broken:
            raise OSError("disk full")
        share = f"share{len(self.kept)}"
        self.kept[task] = Stored(share, answer)
        return share

    def load(self, share: str) -> Stored | None:
        return next((one for one in self.kept.values() if one.share == share), None)

    def close(self) -> None:
        self.kept.clear()


class Clock:
    """Time that a test moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def searches(script: Script, memory: Memory, clock: Clock) -> Iterator[Searches]:
    settings = ServerSettings(searches=2, idle_seconds=20, keep_seconds=60, max_seconds=30)
    running = Searches(script.engine(), memory, settings, clock)
    yield running
    script.held = False
    running.close()
    assert script.active == 0


def test_of_several_questions_the_first_with_an_answer_is_shown(
    searches: Searches, memory: Memory, script: Script
) -> None:
    script.held = True
    assert searches.known_among([TASK, *OTHERS]) is None
    memory.kept[OTHERS[1]] = Stored("kept", evaluation(VIEW, Limit(seconds=5.0), 64))
    begun = searches.begin(OTHERS[2])
    shown = searches.known_among([TASK, *OTHERS])
    assert shown is not None and shown.snapshot.share == "kept"
    assert searches.known_among([TASK, OTHERS[2]]) is begun is searches.begin(OTHERS[2])


def test_a_search_publishes_and_ends(searches: Searches, script: Script) -> None:
    script.held = True
    search = searches.ask(TASK)
    assert search.snapshot.evaluation is None
    script.step()
    first = search.wait(0, SOON)
    assert first.evaluation is not None and first.evaluation.worlds == 64 and first.running
    script.step(2)
    last = search.settle(SOON)
    assert last.state is SearchState.DONE and last.share == "share0"
    assert last.version > first.version
    until(lambda: searches.running == 0)


def test_the_same_question_is_asked_once(searches: Searches, script: Script) -> None:
    script.held = True
    one, two = searches.ask(TASK), searches.ask(replace(TASK))
    assert one is two
    script.step(3)
    one.settle(SOON)
    assert searches.ask(TASK) is one
    assert script.runs == 1


def test_an_answer_in_the_archive_is_not_computed_again(
    searches: Searches, script: Script, memory: Memory
) -> None:
    memory.save(TASK, evaluation(VIEW, TASK.limit, 4096, done=True))
    found = searches.ask(TASK).snapshot
    assert found.state is SearchState.DONE and found.share == "share0"
    assert found.evaluation is not None and found.evaluation.worlds == 4096
    assert script.runs == 0


def test_one_search_too_many_is_told_busy_and_when(
    script: Script, memory: Memory, clock: Clock
) -> None:
    settings = ServerSettings(searches=1, waiting=2, max_seconds=30)
    searches = Searches(script.engine(), memory, settings, clock)
    script.held = True
    for task in OTHERS[:2]:
        searches.ask(task).watch(1)
    with pytest.raises(BusyError) as busy:
        searches.ask(TASK)
    assert busy.value.retry_after == 5
    script.step(6)
    until(lambda: searches.running == 0)
    assert searches.ask(TASK).settle(0).running
    searches.close()


def test_all_see_their_place_and_first_answers_come_before_longer_thinking(
    script: Script, memory: Memory, clock: Clock
) -> None:
    searches = Searches(script.engine(), memory, ServerSettings(searches=1), clock)
    script.held = True
    first, second, third = (searches.ask(task) for task in (TASK, *OTHERS[:2]))
    for search in (first, second, third):
        search.watch(1)
    until(lambda: script.active == 1)
    until(lambda: [each.snapshot.ahead for each in (first, second, third)] == [0, 1, 2])
    script.step()  # the first has a number, and gives way
    until(lambda: script.active == 2)
    script.step()
    until(lambda: script.active == 3)
    script.step()
    for search in (first, second, third):
        until(lambda search=search: search.snapshot.evaluation is not None)
        assert search.snapshot.running
    script.step(9)
    for search in (first, second, third):
        assert search.settle(SOON).state is SearchState.DONE
        assert search.snapshot.ahead == 0
    searches.close()


def test_who_has_seen_an_answer_is_told_of_no_place(
    script: Script, memory: Memory, clock: Clock
) -> None:
    searches = Searches(script.engine(), memory, ServerSettings(searches=1), clock)
    script.held = True
    first, second = searches.ask(TASK), searches.ask(OTHERS[0])
    first.watch(1)
    second.watch(1)
    until(lambda: second.snapshot.ahead == 1)
    script.step()  # the first has a number, and gives way
    until(lambda: script.active == 2)
    seen = first.snapshot
    assert seen.evaluation is not None and seen.version == 1
    searches.ask(OTHERS[1]).watch(1)
    until(lambda: searches.waiting == 2)
    assert first.wait(seen.version, 0.5) is seen
    script.step(9)
    searches.close()


def test_who_leaves_the_line_holds_up_nobody(script: Script, memory: Memory, clock: Clock) -> None:
    searches = Searches(script.engine(), memory, ServerSettings(searches=1), clock)
    script.held = True
    first, second, third = (searches.ask(task) for task in (TASK, *OTHERS[:2]))
    first.watch(1)
    third.watch(1)
    clock.now += 4  # whose page may be on its way
    assert second.snapshot.running
    clock.now += 17  # nobody watches the second
    assert second.settle(SOON).state is SearchState.STOPPED
    until(lambda: third.snapshot.ahead == 1)
    script.step()
    until(lambda: script.active == 2)
    script.step(6)
    assert third.settle(SOON).state is SearchState.DONE
    searches.close()


def test_standing_in_line_does_not_count_as_thinking(
    script: Script, memory: Memory, clock: Clock
) -> None:
    searches = Searches(script.engine(), memory, ServerSettings(searches=1, max_seconds=30), clock)
    script.held = True
    first, second = searches.ask(TASK), searches.ask(OTHERS[0])
    first.watch(1)
    second.watch(1)
    until(lambda: second.snapshot.ahead == 1)
    clock.now += 20
    script.step()
    until(lambda: script.active == 2)
    clock.now += 20
    script.step()
    assert second.wait(second.snapshot.version, SOON).running
    until(lambda: second.snapshot.evaluation is not None)
    assert second.computing() < 21
    searches.close()


def test_a_search_without_a_thread_takes_no_place(
    searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr("analyzer.service.searches.threading.Thread.start", refused)
        with pytest.raises(BusyError):
            searches.ask(TASK)
    assert searches.running == 0 and searches.known(TASK) is None
    assert searches.ask(TASK).settle(SOON).state is SearchState.DONE


def test_a_search_that_nobody_watches_makes_room(
    searches: Searches, script: Script, clock: Clock
) -> None:
    script.held = True
    seen = evaluation(OTHERS[0].view, OTHERS[0].limit, worlds=100)
    left, watched = searches.ask(OTHERS[0], seen), searches.ask(OTHERS[1])
    watched.watch(1)
    clock.now += 4
    assert searches.ask(TASK).snapshot.running
    assert left.settle(SOON).state is SearchState.STOPPED
    assert watched.snapshot.running


def test_nobody_watching_ends_a_search_and_a_visit_starts_it_again(
    searches: Searches, script: Script, clock: Clock
) -> None:
    script.held = True
    search = searches.ask(TASK)
    clock.now += 21
    assert search.settle(SOON).state is not SearchState.DONE
    until(lambda: searches.running == 0)
    again = searches.ask(TASK)
    assert again is not search and again.snapshot.running


def test_a_watched_search_goes_on(searches: Searches, script: Script, clock: Clock) -> None:
    script.held = True
    search = searches.ask(TASK)
    search.watch(1)
    clock.now += 25
    script.step(1)
    assert search.wait(0, SOON).running
    assert not search.stopping()


def test_no_search_outlives_the_longest_time(
    searches: Searches, script: Script, clock: Clock
) -> None:
    script.held = True
    search = searches.ask(TASK)
    search.watch(1)
    clock.now += 31
    assert not search.settle(SOON).running


def test_stop_keeps_what_is_known_and_only_again_starts_anew(
    searches: Searches, script: Script
) -> None:
    script.held = True
    search = searches.ask(TASK)
    script.step()
    search.wait(0, SOON)
    search.stop()
    stopped = search.settle(SOON)
    assert stopped.state is SearchState.STOPPED
    assert stopped.evaluation is not None and stopped.evaluation.worlds == 64
    assert stopped.share is not None, "it can be shared, under its worlds"
    alone = replace(TASK, limit=Limit(worlds=64), comparisons=frozenset())
    assert searches.ask(alone).snapshot.share == stopped.share, "with nothing beside it"
    assert searches.ask(TASK) is search
    again = searches.ask(TASK, again=True)
    assert again is not search
    assert again.snapshot.evaluation == stopped.evaluation, "shown until more is known"


def test_a_shallower_answer_does_not_replace_a_deeper_one(
    searches: Searches, script: Script
) -> None:
    script.held = True
    known = evaluation(VIEW, TASK.limit, 1000)
    search = searches.ask(TASK, known)
    script.step(2)
    time.sleep(0.1)
    assert search.snapshot.evaluation == known
    script.step()
    last = search.settle(SOON).evaluation
    assert last is not None and last.worlds == 1024


def test_a_failure_is_told_and_the_log_knows_why(
    searches: Searches, script: Script, caplog: pytest.LogCaptureFixture
) -> None:
    script.fails = RuntimeError("a bug in line 7")
    failed = searches.ask(TASK).settle(SOON)
    assert failed.state is SearchState.FAILED
    assert failed.problem == "The engine failed on this position."
    assert "a bug in line 7" in caplog.text
    script.fails = None
    assert searches.ask(TASK, again=True).settle(SOON).state is SearchState.DONE


def test_an_archive_that_fails_does_not_cost_the_answer(
    searches: Searches, memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    memory.broken = True
    last = searches.ask(TASK).settle(SOON)
    assert last.state is SearchState.DONE and last.share is None and last.evaluation is not None
    assert "disk full" in caplog.text


def test_old_searches_are_forgotten(searches: Searches, clock: Clock) -> None:
    old = searches.ask(TASK)
    old.settle(SOON)
    until(lambda: searches.running == 0)
    assert searches.find(old.id) is old
    clock.now += 61
    searches.ask(OTHERS[0]).settle(SOON)
    assert searches.find(old.id) is None
    assert searches.ask(TASK).snapshot.share == "share0", "the archive still knows"


def test_close_leaves_nothing_running(searches: Searches, script: Script) -> None:
    script.held = True
    started = [searches.ask(task) for task in OTHERS[:2]]
    searches.close()
    assert script.active == 0 and searches.running == 0
    assert all(search.snapshot.state is SearchState.STOPPED for search in started)
    with pytest.raises(BusyError):
        searches.ask(TASK)


@pytest.fixture
def cold(
    script: Script, memory: Memory, clock: Clock
) -> Iterator[tuple[Searches, threading.Event]]:
    """Searches whose engine is ready once the event is set."""
    ready = threading.Event()
    settings = ServerSettings(searches=2, idle_seconds=20, max_seconds=30)
    running = Searches(script.engine(), memory, settings, clock, ready)
    yield running, ready
    running.close()


def test_waiting_for_the_engine_does_not_count_as_thinking(
    cold: tuple[Searches, threading.Event], script: Script, clock: Clock
) -> None:
    searches, ready = cold
    search = searches.ask(TASK)
    search.watch(1)
    clock.now += 1000
    assert script.runs == 0 and search.snapshot.running
    ready.set()
    last = search.settle(SOON)
    assert last.state is SearchState.DONE
    assert last.evaluation is not None and last.evaluation.worlds == 64 << 4


def test_a_search_can_be_stopped_before_the_engine_is_ready(
    cold: tuple[Searches, threading.Event], script: Script
) -> None:
    searches, _ = cold
    search = searches.ask(TASK)
    search.stop()
    last = search.settle(SOON)
    assert last.state is SearchState.STOPPED and last.evaluation is None
    assert script.runs == 0


def test_a_search_that_is_left_does_not_wait_for_the_engine(
    cold: tuple[Searches, threading.Event], script: Script, clock: Clock
) -> None:
    searches, _ = cold
    search = searches.ask(TASK)
    clock.now += 21
    until(lambda: searches.running == 0)
    assert search.abandoned and script.runs == 0


@pytest.fixture
def looking(
    script: Script, memory: Memory, clock: Clock
) -> Iterator[tuple[Searches, threading.Event]]:
    """As `cold`, with a first look that takes as long as it may for the last of the tasks."""

    def look(task: SearchTask, over: Callable[[], bool]) -> Evaluation | None:
        if task == OTHERS[-1]:
            until(over)
        return evaluation(task.view, task.limit, 32)

    ready = threading.Event()
    settings = ServerSettings(searches=2, idle_seconds=20, max_seconds=30)
    engine = replace(script.engine(), first_look=look)
    running = Searches(engine, memory, settings, clock, ready)
    yield running, ready
    running.close()


def test_a_first_look_is_shown_and_never_kept(
    looking: tuple[Searches, threading.Event], script: Script, memory: Memory
) -> None:
    searches, _ = looking
    search = searches.ask(TASK)
    first = search.wait(0, SOON).evaluation
    assert first is not None and first.worlds == 32 and search.snapshot.running
    search.stop()
    last = search.settle(SOON)
    assert (last.state, last.evaluation, last.share) == (SearchState.STOPPED, first, None)
    assert script.runs == 0 and not memory.kept


def test_the_engine_goes_on_where_a_first_look_was_shown(
    looking: tuple[Searches, threading.Event], script: Script, memory: Memory
) -> None:
    searches, ready = looking
    seen, unseen = searches.ask(TASK), searches.ask(OTHERS[-1])
    assert seen.wait(0, SOON).evaluation is not None
    script.held = True
    ready.set()
    until(lambda: script.active == 2)
    assert unseen.snapshot.evaluation is None, "what came too late is not shown"
    seen.stop()
    last = seen.settle(SOON)
    script.step(3)
    assert last.evaluation is not None and last.evaluation.worlds == 32 and last.share is None
    done = unseen.settle(SOON)
    assert done.state is SearchState.DONE and list(memory.kept) == [OTHERS[-1]]
