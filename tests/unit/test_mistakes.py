"""Own errors: what is kept of a review, when they come again, how they are judged."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.notation import parse_view
from analyzer.practice.mistakes import MOST_OF_ONE, Mistakes, asked_again, mistake

GIN = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12"
DAY = date(2026, 3, 1)


def one_lost(lost: float = 9.0, stock: int = 12) -> Mistakes:
    view = parse_view(GIN.replace("12", str(stock)))
    return Mistakes().plus("r", [mistake(view, Action.of("discard Kh"), lost, "1", DAY)])


def test_an_error_comes_again_on_its_day_and_later_once_it_is_known() -> None:
    kept = one_lost()
    (found,) = kept.due(DAY + timedelta(1))
    assert kept.due(DAY) == ()
    right = kept.after(found.place, 1.0, DAY + timedelta(1))
    wrong = kept.after(found.place, 0.0, DAY + timedelta(1))
    assert right.due(DAY + timedelta(2)) == ()
    assert wrong.items[0].memory.due < right.items[0].memory.due
    assert right.sound and Mistakes.kept(right.text) == right


def test_the_answer_is_that_of_the_engine_of_now() -> None:
    view = parse_view(GIN)
    entry = asked_again(view, Action.of("discard Kh"))
    assert not entry.as_good(Action.of("discard Kh"))
    assert str(entry.best.action) == "gin Kh"
    with pytest.raises(InputError, match="cannot be played"):
        asked_again(view, Action.of("discard 2c"))


def test_the_costliest_of_a_review_are_kept_and_none_twice() -> None:
    views = [parse_view(GIN.replace("12", str(stock))) for stock in range(5, 5 + MOST_OF_ONE + 5)]
    found = [
        mistake(view, Action.of("discard Kh"), float(lost), "1", DAY)
        for lost, view in enumerate(views)
    ]
    kept = Mistakes().plus("r", found)
    assert len(kept.items) == MOST_OF_ONE
    assert min(one.lost for one in kept.items) == 5.0
    assert kept.plus("r", found[-MOST_OF_ONE:]).items == kept.items


def test_a_file_that_lies_is_not_believed() -> None:
    (found,) = one_lost().items
    bad = Mistakes.kept(one_lost().text.replace('"discard Kh"', '"discard 2c"'))
    assert found.played == "discard Kh"
    assert not bad.sound
    assert Mistakes.kept("{") == Mistakes()
