"""The line before the places of work: order, fairness, and that nobody is lost in it."""

from __future__ import annotations

import os
import random
import re
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from analyzer.service import admission
from analyzer.service.admission import RETRY_SECONDS, Admission, BusyError, Urgency
from tests.unit.test_reviewing import until


def test_the_more_urgent_come_first_and_equals_in_their_order() -> None:
    line = Admission(places=1)
    worker = line.join()
    assert worker.wait()
    deeper, longer, first = line.join(Urgency.DEEPER), line.join(Urgency.LONGER), line.join()
    assert [each.ahead for each in (first, longer, deeper)] == [1, 2, 3]
    order: list[str] = []

    def run(name: str) -> None:
        ticket = {"deeper": deeper, "longer": longer, "first": first}[name]
        assert ticket.wait()
        order.append(name)
        ticket.leave()

    threads = [threading.Thread(target=run, args=(name,)) for name in ("deeper", "longer", "first")]
    for thread in threads:
        thread.start()
    worker.leave()
    for thread in threads:
        thread.join(10)
    assert order == ["first", "longer", "deeper"]


def test_a_request_that_waits_for_a_place_elsewhere_leaves_its_own_to_others() -> None:
    entrance, desk, answered = Admission(places=2), Admission(places=1), list[int]()
    works = desk.join()
    assert works.wait()

    def request(number: int) -> None:
        ticket = entrance.join()
        assert admission.keep_outer(ticket).wait()
        with desk.admitted():
            assert ticket.works and len(entrance.working()) <= 2
        answered.append(number)
        ticket.leave()

    threads = [threading.Thread(target=request, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    until(lambda: desk.waiting == 5)
    page = entrance.join()
    assert page.wait() and entrance.waiting == 0
    page.leave()
    works.leave()
    for thread in threads:
        thread.join(10)
    assert sorted(answered) == list(range(5)) and not entrance.tickets and not desk.tickets


def test_who_works_gives_way_to_the_more_urgent_and_goes_on() -> None:
    line = Admission(places=1)
    long = line.join()
    assert long.wait() and long.give_way() == 0.0, "nobody waits"
    long.urgency = Urgency.LONGER
    quick, told = line.join(), []

    def answer() -> None:
        quick.wait()
        time.sleep(0.05)
        quick.leave()

    thread = threading.Thread(target=answer)
    thread.start()
    waited = long.give_way(tell=told.append)
    thread.join()
    assert long.works and waited > 0.04 and told[0] == 1


def test_equals_take_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.service.admission.SLICE_SECONDS", 0.01)
    line, turns = Admission(places=1), []
    ended = time.monotonic() + 1

    def run(name: str) -> None:
        ticket = line.join(Urgency.LONGER)
        ticket.wait()
        while time.monotonic() < ended:
            turns.append(name)
            time.sleep(0.005)
            ticket.give_way()
        ticket.leave()

    threads = [threading.Thread(target=run, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shares = [turns.count(name) / len(turns) for name in "abc"]
    assert min(shares) > 0.2, shares


def test_never_more_work_than_there_are_places_and_all_come_through() -> None:
    line, rng = Admission(places=3), random.Random(1)
    working, most, lock = 0, 0, threading.Lock()

    def run(number: int) -> None:
        nonlocal working, most
        ticket = line.join(Urgency(number % 3))
        if not ticket.wait(over=lambda: number % 10 == 9):
            return
        for _ in range(3):
            with lock:
                working += 1
                most = max(most, working)
            time.sleep(rng.random() / 500)
            with lock:
                working -= 1
            ticket.give_way()
        ticket.leave()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert most == 3 and not line.tickets


def test_a_place_that_gets_free_wakes_who_is_next_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "LOOK_SECONDS", 60.0)
    crowd, woken = Admission(places=1), list[int]()
    worker = crowd.join()
    assert worker.wait()
    tickets = [crowd.join() for _ in range(20)]

    def run(number: int) -> None:
        assert tickets[number].wait(over=lambda: woken.append(number) is not None)
        tickets[number].leave()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    until(lambda: all(woken.count(number) == 2 for number in range(20)))
    worker.leave()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()
    assert woken[40:] == list(range(20)), "once each, in their order"


def test_a_place_is_not_given_to_who_has_not_asked_for_it_yet() -> None:
    crowd = Admission(places=1)
    first, second = crowd.join(), crowd.join()
    assert not second.wait(over=iter((False, True)).__next__)
    assert not first.works and first.wait() and crowd.waiting == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has nicer threads")
def test_who_computes_steps_back_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "BEHIND", 1)

    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = niceness()
    assert Admission(places=1, room=1).run(niceness) == before + 1
    assert niceness() == before


@pytest.mark.skipif(sys.platform != "linux", reason="nobody steps back there")
def test_where_a_sandbox_forbids_to_step_back_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    def forbidden(more: int) -> int:
        asked.append(more)
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "nice", forbidden)
    assert Admission(places=1, room=1).run(lambda: "an answer") == "an answer"
    assert asked == [admission.BEHIND]


def test_a_crowd_that_is_refused_comes_back_in_waves() -> None:
    gate, told = Admission(places=1, room=1), list[int]()

    def refused() -> None:
        with pytest.raises(BusyError) as busy:
            gate.run(lambda: None)
        told.append(busy.value.retry_after)

    gate.run(lambda: [refused() for _ in range(40)])
    assert min(told) == RETRY_SECONDS
    assert max(Counter(told).values()) <= 10


def test_who_came_first_is_first() -> None:
    desk, passed = Admission(places=1), list[int]()

    def pass_through(number: int) -> None:
        with desk.admitted():
            passed.append(number)

    with desk.admitted():
        threads = [threading.Thread(target=pass_through, args=(number,)) for number in range(12)]
        for number, thread in enumerate(threads, 1):
            thread.start()
            until(lambda wanted=number: desk.waiting == wanted)
        assert not passed
    for thread in threads:
        thread.join(10)
    assert passed == list(range(12))


def test_never_two_are_inside() -> None:
    desk, inside, most = Admission(places=1), 0, 0

    def pass_often() -> None:
        nonlocal inside, most
        for _ in range(200):
            with desk.admitted(), desk.admitted():
                inside += 1
                most = max(most, inside)
                inside -= 1

    threads = [threading.Thread(target=pass_often) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (inside, most) == (0, 1) and not desk.tickets


def test_an_error_inside_lets_the_next_one_in() -> None:
    desk = Admission(places=1)
    with pytest.raises(ValueError, match="inside"), desk.admitted(), desk.admitted():
        raise ValueError("inside")
    ended = threading.Event()

    def pass_once() -> None:
        with desk.admitted():
            ended.set()

    threading.Thread(target=pass_once).start()
    assert ended.wait(10)


def test_nobody_else_keeps_a_line_or_says_when_to_come_back() -> None:
    """Of the nine ways to wait that there were none is left beside this one."""
    root = Path(admission.__file__).parents[1]
    texts = {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*.py")}
    waits = re.compile(r"Semaphore\(|\.acquire\(|LifoQueue|PriorityQueue|Barrier\(")
    assert [name for name, text in texts.items() if waits.search(text)] == []
    refuses = [name for name, text in texts.items() if '"Retry-After"' in text]
    assert refuses == ["web/errors.py"] and texts[refuses[0]].count('"Retry-After"') == 1


def test_who_is_refused_hears_how_many_come_first() -> None:
    desk = Admission(places=1, room=3)
    tickets = [desk.join() for _ in range(3)]
    with pytest.raises(BusyError) as busy:
        desk.join()
    assert (busy.value.status, busy.value.ahead) == (503, 3)
    tickets[1].leave()
    assert desk.join().ahead == 2 and desk.waiting == 3


def test_a_place_that_is_left_after_a_moment_is_given_on_by_itself() -> None:
    desk, began = Admission(places=1), time.monotonic()
    first, second = desk.join(), desk.join()
    assert first.wait() and not second.works
    first.leave(after=0.05)
    assert second.wait() and 0.05 <= time.monotonic() - began < admission.LOOK_SECONDS
    assert desk.tickets == [second]


def test_who_enters_without_a_turn_keeps_the_others_waiting() -> None:
    desk = Admission(places=1)
    inside = [desk.enter(), desk.enter()]
    waits = desk.join()
    assert not waits.wait(patience=0.01)
    waits = desk.join()
    inside[0].leave()
    assert not waits.wait(patience=0.01)
    waits = desk.join()
    inside[1].leave()
    assert waits.wait(patience=5)


def test_newcomers_are_refused_once_nobody_has_a_place_soon_for_long() -> None:
    now = [0.0]
    desk = Admission(places=1, longest_crowd=3.0, clock=lambda: now[0])
    assert desk.join().wait()
    waits = desk.join()
    for now[0] in (0.2, 1.0, 3.1):
        desk.join()
    now[0] = 3.3
    with pytest.raises(BusyError) as busy:
        desk.join()
    assert busy.value.ahead == len(desk.tickets) == 5
    waits.leave()
