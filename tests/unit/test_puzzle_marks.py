"""Marks and ratings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.practice.puzzles.mark import mark, mark_all
from analyzer.practice.puzzles.pack import shipped
from analyzer.practice.puzzles.rating import MOST_FALL, NEW, rated, updated
from analyzer.practice.puzzles.types import Option, PuzzleAsk, PuzzleKind, PuzzleStep, Rating
from analyzer.practice.puzzles.words import hints_of, prompt_of
from tests.unit.puzzles import puzzle, step
from tests.web.puzzle_visits import turned
from tests.workshop.puzzles.answers import drawn


@pytest.mark.parametrize(
    ("loss", "credit"), [(0.0, 1.0), (0.5, 1.0), (0.51, 0.5), (1.0, 0.5), (1.01, 0.0), (9.0, 0.0)]
)
def test_the_credit_of_a_loss(loss: float, credit: float) -> None:
    asked = step(("discard Kd", 0.0), ("discard Qd", loss or 5.0))
    assert mark(asked, "discard Qd" if loss else "discard Kd").credit == credit


def test_what_cannot_be_told_from_the_best_has_full_credit() -> None:
    asked = step(("discard Kd", 0.0), ("discard Qd", 3.0))
    wide = Option("discard Qd", 0.0, 0.1, 1.4, 0.7, 256)
    assert mark(
        type(asked)(asked.ask, asked.view, (asked.options[0], wide), {}), "discard Qd"
    ).credit


def test_an_answer_that_there_is_not_is_told() -> None:
    with pytest.raises(InputError, match="none of the answers") as caught:
        mark(step(), "knock Kd")
    assert caught.value.hint == "give pass, take"


def test_steps_share_the_credit() -> None:
    asked = puzzle("aaaaaaaaaa", PuzzleKind.SEQUENCE)
    marks, credit = mark_all(asked, ["pass", "take"])
    assert ([one.credit for one in marks], credit) == ([1.0, 0.0], 0.5)
    with pytest.raises(InputError, match="2 steps"):
        mark_all(asked, ["pass"])


def test_no_hint_and_no_prompt_names_the_answer() -> None:
    asked = step(("discard Kd", 0.0), ("discard Qd", 3.0), ("discard 2c", 4.0))
    assert all("Kd" not in text for text in (*hints_of(asked), prompt_of(asked)))
    assert len(hints_of(step())) == 2  # with two answers, to exclude one is to tell the other


def test_glicko_2_as_in_its_paper() -> None:
    games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    found = updated(Rating(1500, 200, 0.06), games)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_who_beats_more_is_rated_higher_and_surer() -> None:
    hard, easy = (updated(NEW, [(Rating(1500, 60), won)] * 5) for won in (1.0, 0.0))
    assert hard.rating > 1600
    assert easy.rating < 1400
    assert hard.deviation < NEW.deviation
    idle = updated(Rating(1500, 100), [])
    assert (idle.rating, idle.deviation > 100) == (1500, True)


@pytest.mark.parametrize("its", [900.0, 1500.0, 2100.0])
def test_a_first_miss_costs_a_newcomer_little(its: float) -> None:
    missed, _ = rated(None, Rating(its, 90.0), 0.0)
    found, _ = rated(None, Rating(its, 90.0), 1.0)
    assert NEW.rating - missed.rating <= MOST_FALL < 100
    assert found.rating > NEW.rating
    assert missed.deviation < NEW.deviation


def layouts() -> Iterator[tuple[PuzzleStep, Option]]:
    for each in shipped().values():
        for asked in each.steps:
            if asked.ask in {PuzzleAsk.LAY_OFF, PuzzleAsk.ARRANGEMENT}:
                yield from ((asked, option) for option in asked.options)


def test_each_layout_of_the_packs_has_one_form_whatever_the_order_in_which_it_is_sent() -> None:
    assert len(list(layouts())) > 4_000
    for asked, option in layouts():
        melds = sorted(map(CardSet.of, option.melds), key=lambda meld: min(map(int, meld)))
        assert option.melds == tuple(map(drawn, melds))
        assert " / ".join(option.melds) in option.answer
        assert mark(asked, turned(option.answer)).option is option


@pytest.mark.parametrize(
    "answer",
    ["", "4c 4d 4s / 4c 4d 4s", "4c 4d / off none", "4c 4d 4s / off off", "none", ": / "],
)
def test_what_is_no_layout_of_the_step_is_refused(answer: str) -> None:
    asked, _ = next(layouts())
    with pytest.raises(InputError, match="none of the answers"):
        mark(asked, answer)
