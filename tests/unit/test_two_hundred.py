"""The command that reads the tables of reviews back, and measures their losses again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.review import Choice, ReviewSettings, review
from tests.workshop import two_hundred
from tests.workshop.two_hundred import Done, Loss, check_table, record_number, summed


@pytest.fixture(scope="module")
def choice() -> Choice:
    """A decision with several actions."""
    _, match = record_number(1, 1)
    report = review(match, settings=ReviewSettings(worlds=128, luck_worlds=64), threads=1)
    entries = [one for one in report.entries if isinstance(one, Choice)]
    return max(entries, key=lambda one: len(one.found.actions))


def test_a_table_in_order_has_nothing_wrong(choice: Choice) -> None:
    rows, wrong = check_table(choice)
    assert rows == len(choice.found.actions) > 5 and not wrong


def test_a_table_out_of_order_is_found(choice: Choice) -> None:
    best, *others = choice.found.actions
    turned = replace(choice.found, actions=(best, *others[::-1]))
    _, wrong = check_table(replace(choice, found=turned))
    assert [text.partition(": ")[2] for text in wrong] == ["the order is not that of the losses"]


def test_the_sources_come_in_turn() -> None:
    found = [record_number(number, 1) for number in (0, 1, 2, 3 * 40 + 2)]
    assert [source for source, _ in found] == ["engine", "people", "brought", "brought"]
    assert all(match.hands[0].turns for _, match in found)


def test_an_interval_holds_what_is_within_the_errors_of_both() -> None:
    assert Loss(2.0, 0.5, 3.2, 0.4).held and not Loss(2.0, 0.5, 3.2, 0.2).held
    assert Loss(-0.3, 0.1, 0.15, 0).held and not Loss(-0.3, 0.1, 0.25, 0).held  # shown as 0
    done = Done(0, "people", losses=[Loss(1, 0.1, 1, 0), Loss(1, 0.1, 2, 0)], wrong=["a table"])
    said = summed([done, Done(1, "engine", losses=[Loss(1, 0.1, 1, 0)])])
    assert (said["losses"]["held"], said["losses"]["intervals"]) == (2, 3)
    assert said["losses"]["too low"] == 1 and said["contradictions"] == 1
    assert said["of no loss"] == {"intervals": 0}


def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def done(number: int, seed: int) -> Done:
        made.append(number)
        return Done(number, "engine", tables=seed, losses=[Loss(1, 0.1, 1, 0.1)])

    monkeypatch.setattr(two_hundred, "done", done)
    state = tmp_path / "reviews.jsonl"
    two_hundred.two_hundred(2, 7, state)
    again = two_hundred.two_hundred(3, 7, state)
    assert made == [0, 1, 2] and again["reviews"] == 3 and again["losses"]["intervals"] == 3
    assert two_hundred.two_hundred(1, 8, state)["tables"] == 8
    assert two_hundred.two_hundred(9, 8, state, seconds=0)["reviews"] == 1
