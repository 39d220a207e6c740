"""Reviews that go on by themselves: the queue, its workers, and that nothing is ever lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from analyzer.errors import InputError
from analyzer.notation.records import Match, format_match, match_of, parse_match
from analyzer.review import Report, review, write_report
from analyzer.service import worker as workers
from analyzer.service.admission import TooManyError
from analyzer.service.jobs import Fair, Job, visible
from analyzer.service.reviews import Reviews
from analyzer.service.worker import Worker
from analyzer.store import Status, Store
from tests.clock import Clock
from tests.unit.test_review import FEW, match

LEASE = timedelta(seconds=30)

HAND = """
[Rules "eaai"] [Players "Ann" "Bob"] [Dealer "2"]
[Hand1 "7h 8h 9h 4c 4d 4s Tc Jc 2s Ks"]
[Hand2 "Th Jh Ad Js Kd Kh 3d 5d 6s 8c"]
[Upcard "Qd"]
1. p
2. p
3. +Qc -Qc
4. +2d -Kd
5. +9c -Ks!
5= 7h 8h 9h / 4c 4d 4s / 9c Tc Jc / 2s
5= Jh Js Ad 2d 3d 5d 6s 8c Kh Th
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/gin.db") as made:
        made.upgrade()
        yield made


@pytest.fixture
def reviews(store: Store) -> Reviews:
    return Reviews(store)


@pytest.fixture(scope="module")
def hand() -> Match:
    return parse_match(HAND)


def until(happens: Callable[[], object], seconds: float = 60, every: float = 0.01) -> None:
    deadline = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < deadline, "it never happens"
        time.sleep(every)


def ended(reviews: Reviews, job: Job) -> Job:
    """The job once nothing more comes; it may be slow, but not stand still for two minutes."""
    latest, deadline = job, time.monotonic() + 120
    while latest.running:
        assert time.monotonic() < deadline
        reached = reviews.wait(job.id, latest.version, 5)
        assert reached is not None
        if reached.done > latest.done:
            deadline = time.monotonic() + 120
        latest = reached
    return latest


def same(first: Report, second: Report) -> bool:
    return first == second and write_report(first) == write_report(second)


# ---------------------------------------------------------------- asking


def test_the_same_question_is_the_same_job(reviews, hand):
    job = reviews.submit("Ann", hand, FEW)
    assert (job.status, job.done, job.all, job.hands) == (Status.QUEUED, 0, 8, 1)
    assert (job.title, job.seats, job.settings) == ("Ann and Bob, a hand", (0, 1), FEW)
    assert parse_match(job.record) == hand
    assert reviews.submit("Ann", hand, FEW) == job == reviews.job(job.id)
    others = [
        reviews.submit("Bob", hand, FEW),
        reviews.submit("Ann", hand, replace(FEW, seed=2)),
        reviews.submit("Ann", hand, FEW, seats=[1]),
        reviews.submit("Ann", match(2), FEW),
    ]
    assert len({one.id for one in [job, *others]}) == 5


def test_what_cannot_be_reviewed_is_refused_at_once(store, hand):
    reviews = Reviews(store, Fair(hands=1, worlds=200))
    with pytest.raises(InputError, match="2 hands"):
        reviews.submit("Ann", match(2), FEW)
    with pytest.raises(InputError, match="201 worlds"):
        reviews.submit("Ann", hand, replace(FEW, worlds=201))
    with pytest.raises(InputError, match="nobody"):
        reviews.submit("Ann", hand, replace(FEW, worlds=64, opponent="nobody"))
    unknown = match_of([replace(hand.hands[0], hands=(None, None))])
    with pytest.raises(InputError, match="no hand is known"):
        reviews.submit("Ann", unknown, FEW)
    assert reviews.mine("Ann") == ()


def test_nobody_fills_the_queue_alone_nor_all_together(store, hand):
    reviews = Reviews(store, Fair(each=2, all=3))

    def ask(owner: str, seed: int) -> Job:
        return reviews.submit(owner, hand, replace(FEW, seed=seed))

    mine = [ask("Ann", seed) for seed in (1, 2)]
    with pytest.raises(TooManyError, match="2 of your reviews") as full:
        ask("Ann", 3)
    assert full.value.retry_after > 0
    assert ask("Ann", 2) == mine[1], "what waits already can be asked for again"
    ask("Bob", 1)
    with pytest.raises(TooManyError, match="as many reviews wait"):
        ask("Cid", 1)
    reviews.stop(mine[0].id)
    ask("Cid", 1)
    with pytest.raises(TooManyError):
        reviews.again(mine[0].id)


def test_owners_take_turns(reviews, hand):
    asked = [("Ann", 1), ("Ann", 2), ("Ann", 3), ("Bob", 1), ("Bob", 2), ("Cid", 1)]
    jobs = {
        (owner, seed): reviews.submit(owner, hand, replace(FEW, seed=seed)) for owner, seed in asked
    }
    order = [("Ann", 1), ("Bob", 1), ("Cid", 1), ("Ann", 2), ("Bob", 2), ("Ann", 3)]
    assert [reviews.ahead(jobs[one].id) for one in order] == [0, 1, 2, 3, 4, 5]
    claimed = [reviews.claim(f"w{number}", 30) for number in range(7)]
    assert [job.id if job else None for job in claimed] == [*(jobs[one].id for one in order), None]


def test_a_review_is_seen_by_its_owner_and_by_others_once_it_is_shared(reviews, hand):
    job = reviews.submit("Ann", hand, FEW)
    assert [visible(job, who) for who in ("Ann", "Bob", None)] == [True, False, False]
    assert reviews.share(job.id, True)
    shared = reviews.job(job.id)
    assert [visible(shared, who) for who in ("Ann", "Bob", None)] == [True, True, True]
    reviews.share(job.id, False)
    assert not visible(reviews.job(job.id), "Bob")


@pytest.mark.parametrize("ident", ["", "nobody", "a\0b", "\ud800", "é", "x" * 10_000])
def test_an_id_may_be_any_text(reviews, ident):
    assert reviews.job(ident) is None and reviews.report(ident) is None
    assert reviews.wait(ident, 0, 5) is None and reviews.so_far(ident) == ()
    assert reviews.again(ident) is None
    assert not any([reviews.stop(ident), reviews.share(ident, True), reviews.forget(ident)])


# ---------------------------------------------------------------- the lease


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(tmp_path: Path, clock: Clock) -> Iterator[Reviews]:
    with Store.open(f"sqlite:///{tmp_path}/timed.db", now=clock) as made:
        made.upgrade()
        yield Reviews(made)


def test_what_a_dead_worker_held_is_free_once_its_lease_has_run_out(timed, clock, hand):
    rows, job = timed.store.reviews, timed.submit("Ann", hand, FEW)
    assert rows.claim("first", LEASE) is not None
    clock.now += timedelta(seconds=29)
    assert rows.claim("second", LEASE) is None
    assert rows.renew(job.id, "first", LEASE, done=2)
    clock.now += timedelta(seconds=29)
    assert rows.claim("second", LEASE) is None, "a sign of life moves the end on"
    clock.now += timedelta(seconds=2)
    taken = rows.claim("second", LEASE)
    assert taken is not None and (taken.id, taken.done) == (job.id, 2)
    assert not rows.renew(job.id, "first", LEASE, done=3)
    assert not rows.finish(job.id, "first", Status.DONE, done=8, report="{}")
    assert not rows.let_go(job.id, "first")
    assert timed.job(job.id).status is Status.RUNNING
    assert rows.finish(job.id, "second", Status.DONE, done=8, report="{}")
    assert timed.job(job.id).status is Status.DONE


def test_what_a_worker_lets_go_of_is_free_at_once(timed, hand):
    rows, job = timed.store.reviews, timed.submit("Ann", hand, FEW)
    rows.claim("first", LEASE)
    assert rows.let_go(job.id, "first")
    assert rows.claim("second", LEASE) is not None


def test_a_review_that_kills_its_workers_is_given_up(timed, clock, hand):
    rows, job = timed.store.reviews, timed.submit("Ann", hand, FEW)
    for number in range(3):
        assert rows.claim(f"worker {number}", LEASE) is not None
        clock.now += timedelta(seconds=31)
    assert rows.claim("the next", LEASE) is None
    failed = timed.job(job.id)
    assert failed.status is Status.FAILED and "our fault" in failed.problem
    assert timed.again(job.id).status is Status.QUEUED
    assert rows.claim("the next", LEASE) is not None, "asked for again, it has new tries"


def test_a_review_that_gets_on_may_lose_any_number_of_workers(timed, clock, hand):
    rows, job = timed.store.reviews, timed.submit("Ann", hand, FEW)
    for number in range(6):
        assert rows.claim(f"worker {number}", LEASE) is not None
        assert rows.renew(job.id, f"worker {number}", LEASE, done=number + 1)
        assert rows.renew(job.id, f"worker {number}", LEASE, done=0)
        assert timed.job(job.id).done == number + 1, "what was judged stays judged"
        clock.now += timedelta(seconds=31)
    assert timed.job(job.id).status is Status.RUNNING


def test_every_change_is_a_new_version(reviews, hand):
    job = reviews.submit("Ann", hand, FEW)
    rows, seen = reviews.store.reviews, [job.version]

    def note() -> bool:
        seen.append(reviews.job(job.id).version)
        return seen[-1] > seen[-2]

    rows.claim("w", LEASE)
    assert note()
    rows.renew(job.id, "w", LEASE, done=0)
    assert not note(), "a sign of life alone is no news"
    rows.renew(job.id, "w", LEASE, done=1)
    assert note()
    reviews.share(job.id, True)
    assert note()
    rows.finish(job.id, "w", Status.DONE, done=8)
    assert note()


def test_one_who_waits_hears_of_a_change_here_and_of_one_elsewhere(reviews, hand, tmp_path):
    job = reviews.submit("Ann", hand, FEW)
    assert reviews.wait(job.id, job.version, 0) == job
    with Store.open(f"sqlite:///{tmp_path}/gin.db") as another:
        for changed in (reviews, Reviews(another)):
            before = reviews.job(job.id)
            changer = threading.Timer(
                0.1, lambda by=changed, to=not before.shared: by.share(job.id, to)
            )
            changer.start()
            found = reviews.wait(job.id, before.version, 30)
            changer.join()
            assert found.version > before.version and found.shared != before.shared


# ---------------------------------------------------------------- the workers


def test_a_worker_makes_the_report_that_review_makes(reviews, hand):
    job = reviews.submit("Ann", hand, FEW)
    with Worker(reviews):
        done = ended(reviews, job)
    assert (done.status, done.done, done.all, done.problem) == (Status.DONE, 8, 8, None)
    assert same(reviews.report(job.id), review(hand, settings=FEW))
    assert reviews.so_far(job.id) == reviews.report(job.id).entries
    assert reviews.report(job.id) is reviews.report(job.id), "it is not read twice"
    assert Reviews(reviews.store).report(job.id) == reviews.report(job.id)


def test_a_match_that_was_broken_off_goes_on_to_the_same_bytes(reviews, monkeypatch):
    whole = match(2)
    job = reviews.submit("Ann", whole, FEW)
    judged, gate = [], threading.Event()
    put = type(reviews.store.findings).put

    def counted(self, key, finding):
        put(self, key, finding)
        judged.append(key)
        if len(judged) == 6:
            gate.set()

    monkeypatch.setattr(type(reviews.store.findings), "put", counted)
    first = Worker(reviews, threads=1).start()
    assert gate.wait(60)
    first.close()
    broken = reviews.job(job.id)
    assert broken.status is Status.QUEUED, "let go of, not left to its lease"
    so_far = reviews.so_far(job.id)
    assert 6 <= len(so_far) == len(judged) < job.all
    with Worker(reviews, threads=2):
        ended(reviews, job)
    assert len(judged) == len(set(judged)) == job.all, "nothing was judged twice"
    expected = review(whole, settings=FEW)
    assert reviews.store.reviews.report(job.id).encode() == write_report(expected)
    assert [one for one in expected.entries if one in so_far] == list(so_far)


def test_stopping_keeps_what_was_judged_and_going_on_ends_it(reviews, monkeypatch):
    whole = match(2)
    job = reviews.submit("Ann", whole, FEW)
    put = type(reviews.store.findings).put

    def slowly(self, key, finding):
        put(self, key, finding)
        time.sleep(0.1)

    monkeypatch.setattr(type(reviews.store.findings), "put", slowly)
    with Worker(reviews, threads=1) as worker:
        until(lambda: reviews.job(job.id).done >= 2)
        assert worker.running == 1
        assert reviews.stop(job.id) and not reviews.stop(job.id)
        until(lambda: reviews.report(job.id) is not None)
        stopped = reviews.job(job.id)
        assert stopped.status is Status.STOPPED and 2 <= stopped.done < stopped.all
        partly = reviews.report(job.id)
        assert partly.stopped and len(partly.entries) >= 2
        assert reviews.submit("Ann", whole, FEW).running, "asked for again, it goes on"
        monkeypatch.undo()
        done = ended(reviews, job)
    assert done.status is Status.DONE
    assert same(reviews.report(job.id), review(whole, settings=FEW, journal=reviews.store.findings))


def test_a_review_that_waits_can_be_stopped_and_forgotten(reviews, hand):
    job = reviews.submit("Ann", hand, FEW)
    reviews.stop(job.id)
    assert reviews.job(job.id).status is Status.STOPPED
    assert reviews.claim("w", 30) is None and reviews.report(job.id) is None
    assert reviews.forget(job.id)
    assert reviews.job(job.id) is None and reviews.mine("Ann") == ()


def test_a_worker_stops_at_a_review_that_was_deleted(reviews, monkeypatch):
    job = reviews.submit("Ann", match(2), FEW)
    put = type(reviews.store.findings).put

    def slowly(self, key, finding):
        put(self, key, finding)
        time.sleep(0.2)

    monkeypatch.setattr(type(reviews.store.findings), "put", slowly)
    with Worker(reviews, threads=1) as worker:
        until(lambda: worker.running == 1)
        reviews.forget(job.id)
        until(lambda: worker.running == 0)
    assert reviews.job(job.id) is None
    assert len(reviews.store.findings.many(_keys(job))) < job.all


def _keys(job: Job) -> list[str]:
    from analyzer.review.run import tasks_of

    return [task.key(job.settings) for task in tasks_of(parse_match(job.record), job.seats)]


def test_what_this_version_cannot_review_fails_in_words(reviews, hand, monkeypatch, caplog):
    job = reviews.submit("Ann", hand, FEW)
    _break(monkeypatch, InputError("the ace is gone", where="hand 1"))
    with Worker(reviews):
        failed = ended(reviews, job)
    assert failed.status is Status.FAILED and failed.problem == "hand 1: the ace is gone"
    _break(monkeypatch, RuntimeError("a slip of ours"))
    reviews.again(job.id)
    with Worker(reviews):
        failed = ended(reviews, job)
    assert failed.status is Status.FAILED and failed.problem == workers.FAILED
    assert "a slip of ours" in caplog.text and "slip" not in failed.problem
    monkeypatch.undo()
    assert reviews.again(job.id).status is Status.QUEUED
    with Worker(reviews):
        assert ended(reviews, job).status is Status.DONE


def _break(monkeypatch, error):
    def broken(*_, **__):
        raise error

    monkeypatch.setattr(workers, "review", broken)


def test_a_report_that_can_no_longer_be_read_is_made_again(reviews, hand):
    job = reviews.submit("Ann", hand, FEW)
    old = write_report(review(hand, settings=FEW)).replace(b'"findings":', b'"judged":')
    reviews.claim("w", 30)
    reviews.store.reviews.finish(job.id, "w", Status.DONE, done=8, report=old.decode())
    assert reviews.report(job.id) is None
    assert reviews.job(job.id).status is Status.QUEUED
    with Worker(reviews):
        assert ended(reviews, job).status is Status.DONE
    assert same(reviews.report(job.id), review(hand, settings=FEW))


def test_workers_of_many_slots_do_every_review_once(reviews, hand, monkeypatch):
    jobs = [reviews.submit(f"owner {n}", hand, replace(FEW, seed=n)) for n in range(6)]
    done: list[str] = []
    finish = type(reviews.store.reviews).finish

    def noted(self, ident, holder, status, **rest):
        done.append(ident)
        return finish(self, ident, holder, status, **rest)

    monkeypatch.setattr(type(reviews.store.reviews), "finish", noted)
    with Worker(reviews, at_once=2, threads=1), Worker(reviews, threads=1):
        assert {ended(reviews, job).status for job in jobs} == {Status.DONE}
    assert sorted(done) == sorted(job.id for job in jobs)


def test_a_worker_survives_a_database_that_is_gone_for_a_while(reviews, hand, monkeypatch, caplog):
    claim, calls = reviews.claim, []

    def gone(holder, lease):
        calls.append(holder)
        if len(calls) < 3:
            raise OSError("no such database")
        return claim(holder, lease)

    monkeypatch.setattr(reviews, "claim", gone)
    monkeypatch.setattr(workers, "IDLE_SECONDS", 0.01)
    job = reviews.submit("Ann", hand, FEW)
    with Worker(reviews):
        assert ended(reviews, job).status is Status.DONE
    assert caplog.text.count("a worker could not go on") == 2


def test_nothing_begins_before_the_engine_is_ready(reviews, hand):
    ready = threading.Event()
    job = reviews.submit("Ann", hand, FEW)
    with Worker(reviews, ready=ready) as worker:
        time.sleep(0.1)
        assert reviews.job(job.id).status is Status.QUEUED and worker.running == 0
        ready.set()
        assert ended(reviews, job).status is Status.DONE


def test_a_worker_that_never_became_ready_can_be_closed(reviews):
    worker = Worker(reviews, ready=threading.Event()).start()
    worker.close(timeout=5)
    assert not any(slot.is_alive() for slot in worker._slots)


# ---------------------------------------------------------------- what is kept, and how long


def test_an_owner_keeps_so_many_and_deletes_for_more(store, hand):
    reviews = Reviews(store, Fair(kept=2))
    for seed in (1, 2):
        reviews.stop(reviews.submit("Ann", hand, replace(FEW, seed=seed)).id)
    with pytest.raises(InputError, match="2 of your reviews are kept"):
        reviews.submit("Ann", hand, replace(FEW, seed=3))
    assert reviews.submit("Ann", hand, replace(FEW, seed=2)).running
    reviews.submit("Bob", hand, FEW)
    reviews.forget(reviews.mine("Ann")[0].id)
    assert reviews.submit("Ann", hand, replace(FEW, seed=3)).running


def test_what_came_through_the_api_is_forgotten_in_time(timed, clock, hand):
    for owner in ("Ann", "api:1", "api:2"):
        timed.submit(owner, hand, FEW)
    timed.stop(timed.mine("api:1")[0].id)
    timed.stop(timed.mine("Ann")[0].id)
    clock.now += timedelta(days=29)
    timed.prune()
    assert timed.mine("api:1")
    clock.now += timedelta(days=2)
    timed.prune()
    assert not timed.mine("api:1") and timed.mine("Ann") and timed.mine("api:2")


def test_old_findings_are_forgotten(tmp_path, clock, hand):
    with Store.open(f"sqlite:///{tmp_path}/old.db", now=clock) as store:
        store.upgrade()
        review(hand, settings=FEW, journal=store.findings)
        keys = _keys(Reviews(store).submit("Ann", hand, FEW))
        store.findings.prune(timedelta(days=1))
        assert len(store.findings.many(keys)) == 8
        clock.now += timedelta(days=2)
        store.findings.prune(timedelta(days=1))
        assert store.findings.many(keys) == {}


def test_a_text_that_was_submitted_is_the_canonical_one(reviews, hand):
    assert reviews.submit("Ann", hand, FEW).record == format_match(hand)
