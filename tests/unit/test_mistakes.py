"""Own errors: what is kept of a review, when they come again, how they are judged."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.cards import CardSet
from analyzer.notation import parse_view
from analyzer.practice.knocks import KnockToAnswer
from analyzer.practice.mistakes import (
    MOST_OF_ONE,
    Mistakes,
    asked_again,
    layouts_of,
    mistake,
    mistake_of_lay_off,
)

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


LAYOUTS = "rules: tournament\nhand: 3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh\nstock: 2\ntook: 3h"
KNOCK = "knock | standard | 6h 7h 8h / Qc Qd Qs | 3c 2d Ad 2s | 4c 5c 9c 9h Td 2h Qh Kc Kd Ks"


def test_a_knock_laid_down_badly_is_asked_with_its_melds() -> None:
    view = parse_view(LAYOUTS)
    ways = layouts_of(view, Action.of("knock Kh: 3c 3h 3s / 4c 5c 6c"))
    assert len(ways) > 1
    assert {str(way) for way in ways} == {"knock Kh"}
    found = [asked_again(view, way) for way in ways]
    assert [entry.found.played for entry in found] == list(ways)
    assert any(entry.laid_as_well(way) for entry, way in zip(found, ways, strict=True))
    made = mistake(view, ways[-1], 2.0, "1", DAY)
    kept = Mistakes().plus("r", [made])
    assert Mistakes.kept(kept.text).items[0].layouts == ways
    assert kept.sound
    assert mistake(view, ways[-1].plain, 2.0, "1", DAY).layouts == ()


def test_an_answer_to_a_knock_is_kept_and_judged() -> None:
    asked = KnockToAnswer.of(KNOCK)
    made = mistake_of_lay_off(asked, CardSet(), 19.0, "1", DAY)
    kept = Mistakes.kept(Mistakes().plus("r", [made]).text)
    (found,) = kept.due(DAY + timedelta(1))
    assert found.knock == asked
    assert found.layouts == ()
    assert kept.sound
    assert not Mistakes.kept(kept.text.replace('"off"', '"off 4c"')).sound, "4c fits nowhere"
    assert not Mistakes.kept(kept.text.replace("6h 7h 8h", "6h 7h 9s")).sound, "that is no meld"
