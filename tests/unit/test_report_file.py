"""Reports and findings that are kept come back as they were, or are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from analyzer.notation.records import Match, match_of, parse_match
from analyzer.review import OldFormError, read_report, review, write_report
from analyzer.review.journal import MemoryJournal
from analyzer.store import Store
from tests.sizes import more_at_night, rest_at_night
from tests.unit.test_review import FEW, match, played
from tests.unit.test_review import RULES as SOME_RULES
from tests.unit.test_reviewing import HAND, same


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/gin.db") as made:
        made.upgrade()
        yield made


@pytest.fixture(scope="module")
def hand() -> Match:
    return parse_match(HAND)


def test_a_kept_report_is_the_same_to_the_last_digit():
    report = review(match(3), settings=FEW)
    assert same(read_report(write_report(report)), report)


@more_at_night("hands", 1, 2)
@rest_at_night("name", SOME_RULES, list(SOME_RULES)[::3])
def test_reports_of_all_kinds_of_rules_are_kept(name, hands):
    for seed in range(3, 3 + hands):
        report = review(played(SOME_RULES[name], seed), settings=FEW)
        assert same(read_report(write_report(report)), report)


def test_a_report_of_one_seat_and_of_an_unknown_hand_is_kept(hand):
    alone = review(hand, seats=[1], settings=FEW)
    assert same(read_report(write_report(alone)), alone)
    record = hand.hands[0]
    half = match_of([replace(record, hands=(record.hands[0], None))])
    report = review(half, settings=FEW)
    assert report.seats == (0,) and same(read_report(write_report(report)), report)


@pytest.mark.parametrize("judged", [0, 1, 4, 7])
def test_a_report_that_was_stopped_is_kept_with_its_gaps(hand, judged):
    kept = MemoryJournal()
    report = review(
        hand, settings=FEW, journal=kept, stop=lambda: len(kept._kept) >= judged, threads=1
    )
    assert report.stopped and len(report.entries) == judged
    assert same(read_report(write_report(report)), report)


@pytest.mark.parametrize(
    "changed",
    [
        {"form": 0},
        {"findings": []},
        {"balances": []},
        {"record": "[Dealer 2"},
        {"seats": [0]},
        {"settings": {"worlds": 1}},
    ],
)
def test_what_is_no_report_is_refused(hand, changed):
    document = msgspec.json.decode(write_report(review(hand, settings=FEW)))
    with pytest.raises(OldFormError):
        read_report(msgspec.json.encode({**document, **changed}))
    with pytest.raises(OldFormError):
        read_report(b"{")


def test_a_report_of_an_earlier_engine_is_read_and_names_it(hand):
    report = review(hand, settings=FEW)
    older = replace(report, engine="older", thresholds="old-1", version="old-2")
    assert same(read_report(write_report(older)), older)
    assert older.engine != report.engine


def test_the_store_keeps_findings_without_loss(store, hand):
    kept = MemoryJournal()
    review(hand, settings=FEW, journal=kept)
    for key, finding in kept._kept.items():
        store.findings.put(key, finding)
        store.findings.put(key, finding)
        assert store.findings.get(key) == finding
    assert store.findings.many([*kept._kept, "another"]) == kept._kept
    assert store.findings.many([f"{n}" for n in range(2_000)]) == {}
