"""The engine in a process of its own: the same answers, whatever becomes of the process."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.engine.comparisons.compare import Comparison
from analyzer.engine.types import Evaluation, Limit
from analyzer.errors import InputError
from analyzer.notation import parse_view
from analyzer.service import apart
from analyzer.service.apart import EngineError, EngineProcess, engine_apart
from analyzer.service.archive import StoreArchive
from analyzer.service.ports import Engine, SearchTask, installed_engine
from analyzer.service.searches import Searches
from analyzer.service.settings import ServerSettings
from analyzer.store import Store
from tests.first_start import family
from tests.unit.test_reviewing import until
from tests.workshop.measure import load

VIEW = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c\nstock: 20")
FEW, LONG = Limit(worlds=2048), Limit(worlds=4_000_000)
HERE = installed_engine()

pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are looked for otherwise there")


def here_is_never_asked(*_: object, **__: object) -> Evaluation:
    raise AssertionError("the process is to answer")


@pytest.fixture(scope="module")
def process() -> Iterator[EngineProcess]:
    made = EngineProcess(replace(HERE, analyze=here_is_never_asked, compare=here_is_never_asked))
    yield made
    made.close()


def alive(pid: int | None) -> bool:
    """Whether a process runs, as seen from outside."""
    return pid is not None and Path(f"/proc/{pid}/cmdline").exists()


def timeless(answer: Evaluation) -> Evaluation:
    return replace(answer, seconds=0.0)


def test_the_answer_and_what_stands_beside_it_are_those_of_this_process(process) -> None:
    assert HERE.compare is not None
    steps, whole = list[Evaluation](), process.analyze(VIEW, FEW, seed=3, threads=1)
    assert timeless(whole) == timeless(HERE.analyze(VIEW, FEW, seed=3))
    found = process.compare(whole, FEW, progress=steps.append)
    assert timeless(found) == timeless(HERE.compare(whole, FEW))
    assert found.causes is not None and len(found.models) > 1
    assert [len(step.models) for step in steps[:2]] == [2, 3]
    some = process.compare(whole, FEW, frozenset({Comparison.CAUSES}))
    assert some.causes == found.causes and not some.models


def test_it_tells_what_it_has_found_and_stops_when_it_is_told_to(process) -> None:
    steps = list[Evaluation]()
    answer = process.analyze(VIEW, LONG, progress=steps.append, stop=lambda: len(steps) >= 3)
    assert answer.stopped and [step.worlds for step in steps] == [2048, 4096, 8192]
    assert timeless(answer) == timeless(replace(steps[-1], done=True, stopped=True, racing=0))


def test_time_that_the_asker_does_not_count_is_not_counted(process) -> None:
    """Its clock stands, so the seconds of the limit are never over; then it leaps."""
    steps, now = list[Evaluation](), [0.0]

    def stop() -> bool:
        if len(steps) == 4:
            now[0] = 1000.0
        return len(steps) > 8

    limit = Limit(seconds=900.0)
    answer = process.analyze(VIEW, limit, progress=steps.append, stop=stop, clock=lambda: now[0])
    assert not answer.stopped and len(steps) == 5
    assert 1000.0 <= answer.seconds < 1100.0
    assert all(step.seconds < 60 for step in steps[:4])


def test_what_cannot_be_asked_is_refused_as_here(process) -> None:
    with pytest.raises(InputError) as there:
        process.analyze(VIEW, FEW, opponent="nobody")
    with pytest.raises(InputError) as here:
        HERE.analyze(VIEW, FEW, opponent="nobody")
    assert str(there.value) == str(here.value)
    assert there.value.hint == here.value.hint is not None


def test_what_fails_there_fails_here_with_its_traceback(process) -> None:
    with pytest.raises(EngineError, match=r"Traceback(.|\n)*TypeError"):
        process.analyze(VIEW, FEW, no_such="argument")
    assert process.analyze(VIEW, FEW).done


def test_many_ask_at_once_and_each_has_its_own_answer(process) -> None:
    answers = dict[int, Evaluation]()

    def ask(seed: int) -> None:
        answers[seed] = process.analyze(VIEW, Limit(worlds=256), seed=seed, threads=1)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == list(range(20))
    assert all(answer.seed == seed for seed, answer in answers.items())
    assert len({answer.actions[0].q for answer in answers.values()}) > 10


def test_one_that_is_killed_is_begun_again_and_asked_again(process) -> None:
    process.analyze(VIEW, FEW)
    before, steps = process.pid, list[Evaluation]()

    def kill_once(step: Evaluation) -> None:
        steps.append(step)
        if len(steps) == 2:
            os.kill(before, 9)

    answer = process.analyze(VIEW, Limit(worlds=16_384), progress=kill_once)
    assert process.pid != before and alive(process.pid) and not alive(before)
    assert answer.worlds == 16_384 and not answer.stopped
    assert [step.worlds for step in steps[:4]] == [2048, 4096, 2048, 4096]


def test_what_ends_each_process_is_not_asked_here(process) -> None:
    with pytest.raises(EngineError, match="ended each time"):
        process.analyze(VIEW, LONG, progress=lambda _: os.kill(process.pid, 9))
    assert process.analyze(VIEW, FEW).done


def test_where_no_process_can_be_the_engine_answers_here(monkeypatch, caplog) -> None:
    alone = EngineProcess(HERE)
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    alone.warm_up()
    assert alone.analyze(VIEW, FEW).worlds == 2048 and alone.pid is None
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert alone.analyze(VIEW, FEW).worlds == 2048
    assert "no process for searches" in caplog.text
    alone.close()
    monkeypatch.undo()
    assert alone.analyze(VIEW, FEW).worlds == 2048 and alone.pid is None, "closed for good"


def test_it_ends_when_it_is_closed_and_with_the_one_that_began_it() -> None:
    closed = EngineProcess(HERE)
    closed.warm_up()
    pid = closed.pid
    assert alive(pid)
    closed.close()
    assert not alive(pid)
    program = (
        "from tests.unit.test_apart import HERE, EngineProcess; import time\n"
        "p = EngineProcess(HERE); p.warm_up(); print(p.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as one:
        assert one.stdout is not None
        pid = int(one.stdout.readline())
        assert alive(pid)
        one.kill()
    until(lambda: not alive(pid), seconds=20)


def test_there_is_none_where_memory_is_short_or_nothing_compiled_is_kept(monkeypatch) -> None:
    monkeypatch.setattr(apart, "is_kept", lambda: True)
    monkeypatch.setattr(apart, "free_memory", lambda: apart.MEMORY - 1)
    assert not engine_apart().apart
    monkeypatch.setattr(apart, "free_memory", lambda: apart.MEMORY)
    assert engine_apart().apart
    monkeypatch.setattr(apart, "is_kept", lambda: False)
    assert not engine_apart().apart


def test_a_search_by_it_is_shown_stopped_and_kept(process) -> None:
    engine: Engine = replace(HERE, analyze=process.analyze, compare=process.compare, apart=True)
    with Store.open("sqlite://") as store:
        store.upgrade()
        archive = StoreArchive(store, HERE.version)
        searches = Searches(engine, archive, ServerSettings(searches=1))
        try:
            long, short = (
                searches.ask(SearchTask(VIEW, limit, comparisons=frozenset()))
                for limit in (LONG, FEW)
            )
            long.watch(1)
            done = short.settle(30)
            assert done.state == "done" and done.share, "it is not behind the longer one"
            assert long.snapshot.running
            long.stop()
            stopped = long.settle(10)
            assert stopped.state == "stopped" and stopped.evaluation.worlds >= 2048
        finally:
            searches.close()


def test_closing_waits_for_no_process_that_compiles(monkeypatch) -> None:
    monkeypatch.setattr(apart, "_PROGRAM", "import time; time.sleep(60)")
    slow = EngineProcess(HERE)
    asking = threading.Thread(target=slow.analyze, args=(VIEW, FEW))
    asking.start()
    until(lambda: alive(slow.pid), seconds=20)
    begun = time.monotonic()
    slow.close()
    asking.join(20)
    assert time.monotonic() - begun < 20 and not asking.is_alive() and slow.pid is None


@pytest.mark.slow
def test_the_command_serve_has_one(tmp_path) -> None:
    with load._target(tmp_path) as server:
        load._until(lambda: server.get("/readyz")[0] == 200)
        _, child = family(server.process.pid)
        assert "apart" in Path(f"/proc/{child}/cmdline").read_text()
        server.process.kill()
        until(lambda: not alive(child), seconds=20)


@pytest.mark.nightly
def test_the_command_serve_that_is_told_not_to_has_none(tmp_path) -> None:
    with load._target(tmp_path, GINSIGHT_SEARCH_PROCESS="0") as server:
        load._until(lambda: server.get("/readyz")[0] == 200)
        assert family(server.process.pid) == [server.process.pid]


HEAPS = """
import ctypes, sys, threading
from analyzer.service.admission import share_heap
if sys.argv[1:]:
    share_heap()
begun, ended = threading.Barrier(4), threading.Event()
kept = []

def work():
    kept.append([bytes(1000 + each) for each in range(1000)])
    begun.wait()
    ended.wait()

threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
for each in threads:
    each.start()
begun.wait()
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_stats"), reason="asks glibc"
)
def test_threads_of_a_server_share_one_heap() -> None:
    def heaps(*given: str) -> int:
        command = [sys.executable, "-c", HEAPS, *given]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stderr.count("Arena ")

    assert heaps() > 1 and heaps("shared") == 1
