"""Reviews of whole hands under all rules: they never fail, and hang together."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from analyzer.engine.types import Grade
from analyzer.review import Choice, Report, ReviewSettings, review
from tests.oracles.played import VARIANTS, record
from tests.oracles.reviewed import (
    FEWEST,
    Reviewed,
    check_balances,
    check_entries,
    check_review,
    check_texts,
    check_totals,
)
from tests.sizes import rest_at_night
from tests.workshop import reviews as reviewed
from tests.workshop.reviews import Part, never_fails

SEEDS = (0, 5)
"""Hands of the ordinary run; in the second nobody lays down who need not."""
MANY = 1_000


@rest_at_night("name", VARIANTS, list(VARIANTS)[::7])
def test_hands_of_all_rules_are_reviewed(name: str) -> None:
    number = list(VARIANTS).index(name)
    found = check_review(record(name, SEEDS[number % 2]), alone=number % 2, page=number < 4)
    assert found.decisions >= found.alone > 0 or name == "misdeal"


@pytest.mark.nightly
def test_a_thousand_hands_of_all_rules_are_reviewed() -> None:
    found = never_fails(hands=MANY, workers=os.cpu_count() or 1)
    assert not found["failures"], found["failures"][0]
    assert [row["hands"] for row in found["rules"]] == [MANY] * len(VARIANTS)


# ---------------------------------------------------------------- the checks themselves


@pytest.fixture(scope="module")
def report() -> Report:
    return review(
        record("standard", 2), settings=ReviewSettings(worlds=512, luck_worlds=64), threads=1
    )


def with_entry(report: Report, at: int, entry: Choice) -> Report:
    """The report with one entry in place of another."""
    (hand,) = report.hands
    entries = tuple(entry if place == at else one for place, one in enumerate(hand.entries))
    return replace(report, hands=(replace(hand, entries=entries),))


def an_error(report: Report) -> tuple[int, Choice]:
    """The costliest error."""
    choices = [(at, one) for at, one in enumerate(report.entries) if isinstance(one, Choice)]
    found = max(choices, key=lambda one: one[1].verdict.loss)
    assert found[1].verdict.grade is not Grade.BEST
    return found


def test_the_checks_see_a_decision_too_few(report: Report) -> None:
    (hand,) = report.hands
    fewer = replace(report, hands=(replace(hand, entries=hand.entries[1:]),))
    with pytest.raises(AssertionError):
        check_entries(fewer, hand.record)


def test_the_checks_see_a_loss_that_is_not_of_its_class(report: Report) -> None:
    at, error = an_error(report)
    found = replace(error.found, verdict=replace(error.verdict, loss=0.1))
    wrong = with_entry(report, at, replace(error, found=found))
    for check in (check_entries, check_balances):
        with pytest.raises(AssertionError):
            check(wrong, report.hands[0].record)
    with pytest.raises(AssertionError):
        check_totals(wrong)


def test_the_checks_see_a_gap_that_does_not_add_up(report: Report) -> None:
    at, error = an_error(report)
    ending, part = next(iter(error.found.gap.items()))
    gap = {**error.found.gap, ending: replace(part, points=part.points + 0.001)}
    wrong = with_entry(report, at, replace(error, found=replace(error.found, gap=gap)))
    with pytest.raises(AssertionError):
        check_entries(wrong, report.hands[0].record)


@pytest.mark.parametrize(
    "said", ["Discarding None is best.", "It is {} better.", "nan points.", "a"]
)
def test_the_checks_see_what_was_not_filled_in(
    report: Report, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("analyzer.review.coach.explaining")
    monkeypatch.setattr(module, "_praise", lambda _: (said,))
    with pytest.raises(AssertionError):
        check_texts(report)


# ---------------------------------------------------------------- the command


def test_a_run_that_was_cut_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def check(made: object, *, alone: int | None, page: bool) -> Reviewed:
        judged.append(len(judged))
        if len(judged) == 3:
            raise ValueError("three")
        return Reviewed(4, 0, 0 if alone is None else 2, int(page), Counter())

    monkeypatch.setattr(reviewed, "check_review", check)
    state = tmp_path / "state.jsonl"
    first = never_fails(["eaai", "cap"], 2, state=state)
    assert len(judged) == 4 and [row["failed"] for row in first["rules"]] == [0, 1]
    (failure,) = first["failures"]
    assert "ValueError: three" in failure["error"] and failure["record"].startswith("[Rules")
    assert (failure["rules"], failure["seed"]) == ("cap", 0)
    with state.open("a", encoding="utf-8") as file:
        file.write('{"rules": "ea')
    assert never_fails(["eaai", "cap"], 2, state=state) == first and len(judged) == 4
    assert never_fails(["eaai"], 2)["rules"][0]["decisions"] == 8 and len(judged) == 6
    monkeypatch.setattr(reviewed, "VERSION", "review-0")
    assert never_fails(["eaai"], 2, state=state, seconds=0)["rules"][0]["hands"] == 0


def test_the_rules_take_turns() -> None:
    parts = list(reviewed.parts_of(["eaai", "cap"], 30))
    assert parts == [
        Part("eaai", 0, 25), Part("cap", 0, 25), Part("eaai", 25, 5), Part("cap", 25, 5)
    ]  # fmt: skip


def test_worlds_are_as_few_as_a_review_takes() -> None:
    with pytest.raises(ValueError, match="at least"):
        ReviewSettings(worlds=FEWEST.worlds - 1)


@pytest.mark.parametrize("seed", [440, 552])
def test_a_player_who_did_nothing_but_lay_off_is_reviewed(seed: int) -> None:
    """They knocked on the first turn: what to lay off was this player's only decision."""
    made = record("misdeal", seed)
    found = check_review(made, alone=seed // 4 % 2, page=True)
    assert found.alone == 1
