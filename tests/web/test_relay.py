"""Searches of two processes over one database: each is computed once, and any of them shows it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from analyzer.engine.types import Limit
from analyzer.service import relay
from analyzer.service.archive import StoreArchive
from analyzer.service.relay import Relay
from analyzer.service.search import Search, SearchState
from analyzer.service.searches import Searches
from analyzer.service.settings import ServerSettings
from analyzer.store import Store
from tests.databases import postgres, sqlite_url, url
from tests.web.scripted import Script
from tests.web.test_searches import OTHERS, SOON, TASK, Clock, until

__all__ = ["postgres", "sqlite_url", "url"]


@dataclass
class Process:
    """What one web server has of searches."""

    store: Store
    relay: Relay
    searches: Searches
    clock: Clock

    def kill(self) -> None:
        """Let it give no sign any more, without a word to the others."""
        self.relay._closed.set()


def process(url: str, script: Script, **settings: float) -> Process:
    store = Store.open(url)
    exchange, clock = Relay(store, "1"), Clock()
    searches = Searches(
        script.engine(),
        StoreArchive(store, "1"),
        ServerSettings(**{"searches": 2, "idle_seconds": 20, "max_seconds": 600, **settings}),  # type: ignore[arg-type]
        clock,
        relay=exchange,
    )
    return Process(store, exchange, searches, clock)


@pytest.fixture
def script() -> Script:
    """One engine for both, so that it can be counted what runs."""
    script = Script()
    script.held = True
    return script


@pytest.fixture
def pair(url: str, script: Script, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Process]]:
    monkeypatch.setattr(relay, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(relay, "BEAT_SECONDS", 0.0)
    with Store.open(url) as store:
        store.upgrade()
    both = [process(url, script), process(url, script)]
    yield both
    script.held = False
    for each in both:
        each.searches.close()
        each.store.close()
    assert script.active == 0


def found(process: Process, search: Search) -> Search:
    """The same search at another process."""
    there = process.searches.find(search.id)
    assert there is not None and there is not search
    assert there.id == search.id and there.task == search.task
    return there


def test_a_search_is_shown_by_both_and_runs_once(pair: list[Process], script: Script) -> None:
    one, other = pair
    here = one.searches.ask(TASK)
    there = found(other, here)
    assert other.searches.ask(TASK) is there and other.searches.known(TASK) is there
    assert there.snapshot.evaluation is None
    script.step()
    until(lambda: there.snapshot.evaluation is not None)
    assert there.snapshot.running
    script.step(2)
    last, ours = there.settle(SOON), here.settle(SOON)
    assert last.state is SearchState.DONE and last.share == ours.share
    assert last.version == ours.version
    assert last.evaluation is not None and ours.evaluation is not None
    assert last.evaluation.best == ours.evaluation.best
    assert last.evaluation.worlds == ours.evaluation.worlds
    assert script.runs == 1


def test_a_search_that_is_over_is_known_to_who_comes_later(
    pair: list[Process], script: Script
) -> None:
    one, other = pair
    here = one.searches.ask(TASK)
    script.step()
    here.wait(0, SOON)
    here.stop()
    stopped = here.settle(SOON)
    until(lambda: other.searches.find(here.id).snapshot.state is SearchState.STOPPED)
    there = other.searches.ask(TASK)
    assert there.snapshot.share == stopped.share and script.runs == 1
    again = other.searches.ask(TASK, again=True)
    assert again.id != here.id and again.snapshot.evaluation is not None
    assert one.searches.known(TASK).id == again.id, "the newer one, also where the older ran"
    script.step(3)
    assert one.searches.known(TASK).settle(SOON).state is SearchState.DONE


def test_either_may_stop_it(pair: list[Process], script: Script) -> None:
    one, other = pair
    here = one.searches.ask(TASK)
    there = found(other, here)
    script.step()
    until(lambda: there.snapshot.evaluation is not None)
    there.stop()
    assert here.settle(SOON).state is SearchState.STOPPED
    last = there.settle(SOON)
    assert last.state is SearchState.STOPPED and last.share is not None
    assert not here.abandoned and script.stopped == 1


def test_again_right_after_a_stop_begins_anew(pair: list[Process], script: Script) -> None:
    one, other = pair
    here = one.searches.ask(TASK)
    here.stop()
    again = one.searches.ask(TASK, again=True)
    assert again.id != here.id
    assert found(other, again).snapshot.running
    assert here.settle(SOON).state is SearchState.STOPPED  # it would take a step, too
    script.step(3)
    assert again.settle(SOON).state is SearchState.DONE


def test_who_watches_elsewhere_keeps_it_going(pair: list[Process], script: Script) -> None:
    one, other = pair
    here = one.searches.ask(TASK)
    there = found(other, here)
    there.watch(1)
    until(lambda: other.store.runs.find(here.id).watched > 1)
    for _ in range(3):
        one.clock.now += 15
        until(lambda: here.unwatched() == 0)
    there.watch(-1)
    other.clock.now += 5

    def noticed() -> bool:
        one.clock.now += 30  # again after each look: one that was under way is still counted
        return not there.snapshot.running

    until(noticed)
    assert there.settle(SOON).state is SearchState.STOPPED
    assert other.searches.known(TASK) is None, "nobody wanted it: who asks begins anew"


def test_who_watches_goes_on_with_what_a_dead_process_computed(
    pair: list[Process], script: Script
) -> None:
    one, other = pair
    here = one.searches.ask(TASK)
    there = found(other, here)
    script.step()
    until(lambda: there.snapshot.evaluation is not None)
    before = there.snapshot
    one.kill()
    there.watch(1)
    until(lambda: script.runs == 2)
    until(lambda: there.snapshot.version > before.version)
    assert there.snapshot.evaluation is not None, "what was known is shown until more is"
    script.step(6)
    assert there.settle(SOON).state is SearchState.DONE
    assert here.settle(SOON).share == there.snapshot.share


def test_what_nobody_waits_for_is_left(pair: list[Process], script: Script) -> None:
    one, other = pair
    there = found(other, one.searches.ask(TASK))
    other.clock.now += 10
    one.kill()
    assert there.settle(SOON).state is SearchState.STOPPED
    assert script.runs == 1
    assert other.searches.ask(TASK).id != there.id


def test_a_server_that_ends_leaves_its_searches_to_the_others(
    pair: list[Process], script: Script
) -> None:
    one, other = pair
    there = found(other, one.searches.ask(TASK))
    there.watch(1)
    script.step()
    until(lambda: there.snapshot.evaluation is not None)
    one.searches.close()
    until(lambda: script.runs == 2)
    assert there.snapshot.running
    script.step(6)
    assert there.settle(SOON).state is SearchState.DONE


def test_a_hundred_asked_at_both_at_once_run_once_each(pair: list[Process], script: Script) -> None:
    script.held = False
    asked = [
        pair[number % 2].searches.ask(task) for number in range(20) for task in (TASK, *OTHERS[:4])
    ]
    for search in asked:
        assert search.settle(SOON).state is SearchState.DONE
    assert script.runs == 5
    assert len({search.snapshot.share for search in asked}) == 5


def test_places_in_line_are_told(pair: list[Process]) -> None:
    one, other = pair
    searches = [one.searches.ask(task) for task in (TASK, *OTHERS[:3])]
    for search in searches:
        search.watch(1)
    until(lambda: searches[3].snapshot.ahead == 3)
    there = found(other, searches[3])
    until(lambda: there.snapshot.ahead == 3)


def test_without_a_database_each_computes_alone(
    pair: list[Process], script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analyzer.store import UnavailableError
    from analyzer.store.runs import Runs

    def gone(*_: object) -> None:
        raise UnavailableError("gone")

    with monkeypatch.context() as patch:
        for name in ("begin", "latest", "find", "tell", "news"):
            patch.setattr(Runs, name, gone)
        here = pair[0].searches.ask(TASK)
        assert pair[1].searches.find(here.id) is None
        script.step(3)
        assert here.settle(SOON).state is SearchState.DONE


def test_a_question_survives_its_row(pair: list[Process]) -> None:
    one, other = pair
    for limit in (Limit(worlds=7), Limit(error=0.25), Limit(seconds=3.5)):
        asked = one.searches.ask(replace(TASK, limit=limit, seed=9, comparisons=frozenset()))
        assert found(other, asked).task == asked.task


def test_one_that_is_closed_while_its_thread_is_being_begun_waits_for_it(
    pair: list[Process], script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, begun = pair[0], threading.Event()

    class SlowlyBegun(threading.Thread):
        def start(self) -> None:
            if self.name == "relay":
                begun.set()
                time.sleep(0.2)
            super().start()

    script.held = False
    monkeypatch.setattr(threading, "Thread", SlowlyBegun)
    asking = threading.Thread(target=one.searches.ask, args=(TASK,))
    asking.start()
    assert begun.wait(SOON)
    one.relay.close()
    asking.join(SOON)
    assert one.relay._thread is not None and not one.relay._thread.is_alive()


def test_what_has_ended_long_ago_is_deleted(pair: list[Process], script: Script) -> None:
    one, other = pair
    script.held = False
    search = one.searches.ask(TASK)
    search.settle(SOON)
    until(lambda: not other.store.runs.find(search.id).running)
    later = Store.open(
        other.store._engine.url.render_as_string(hide_password=False),
        now=lambda: other.store._now() + timedelta(hours=2),
    )
    with later:
        later.runs.prune()
    assert other.store.runs.find(search.id) is None
    assert other.searches.known(TASK).snapshot.share == search.snapshot.share, "in the archive"
