"""What is legal with eleven cards and at the wall."""

from __future__ import annotations

import pytest

from analyzer.game.actions import Action, Kind, Question, Turn
from analyzer.game.cards import Card, CardSet
from analyzer.game.legal import can_knock, last_actions, turn_actions
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.table import Played, Table

STANDARD = PRESETS["standard"]
GIN_HAND = "7h 8h 9h 4c 4d 4s Jc Qc Kc 2d Kh"  # discarding Kh leaves 2
MELDED = "3h 4h 5h 6h 9c 9d 9s Kc Kd Kh Ks"


def names(actions: tuple[Action, ...]) -> list[str]:
    return [str(action) for action in actions]


def endings(cards: str, rules: Rules = STANDARD, limit: int = 10) -> list[str]:
    found = turn_actions(CardSet.of(cards), rules, limit)
    return sorted({str(action) for action in found if action.ends_hand})


def test_every_card_can_be_discarded_and_some_knocked_with() -> None:
    found = turn_actions(CardSet.of(GIN_HAND), STANDARD, 10)
    assert len([action for action in found if action.kind is Kind.DISCARD]) == 11
    assert endings(GIN_HAND) == ["knock 2d", "knock Kh"]  # K left: ten


@pytest.mark.parametrize(("limit", "knocks"), [(10, ["knock Kd"]), (9, [])])
def test_case_r01_ten_or_fewer_and_less_than_ten(limit: int, knocks: list[str]) -> None:
    assert endings("Ac 2c 3c Ad 2d 3s 4h 7d 7h 7s Kd", limit=limit) == knocks


def test_a_knock_stands_once_for_each_arrangement() -> None:
    # case E07: two arrangements with six points, of which one wins and the other loses
    found = turn_actions(CardSet.of("3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh"), STANDARD, 10)
    spreads = {a.melds for a in found if str(a) == "knock Kh"}
    assert (CardSet.of("3c 3h 3s"), CardSet.of("4c 5c 6c")) in spreads
    assert (CardSet.of("3c 4c 5c 6c"), CardSet.of("As 2s 3s")) in spreads


def test_the_card_just_taken_stays() -> None:
    king = Card.of("Kh")
    found = turn_actions(CardSet.of(GIN_HAND), STANDARD, 10, forbidden=king)
    assert "discard Kh" not in names(found) and "knock Kh" not in names(found)
    assert "knock 2d" in names(found) and len(found) == 11


def test_with_a_limit_of_nought_only_gin_ends_the_hand() -> None:
    assert endings(GIN_HAND, PRESETS["straight"], 0) == []
    gin = "7h 8h 9h 4c 4d 4s Jc Qc Kc Tc 2d"
    assert endings(gin, PRESETS["straight"], 0) == ["gin 2d"]


def test_big_gin_needs_eleven_melded_cards_and_rules_that_have_it() -> None:
    assert "big gin" in endings(MELDED)
    assert "big gin" not in endings(MELDED, PRESETS["classic"])
    assert "big gin" not in endings("3h 4h 5h 6h 9c 9d 9s Kc Kd Kh Qs")
    big = turn_actions(CardSet.of(MELDED), STANDARD, 10)[-1]
    assert big.card is None and sum(map(len, big.melds)) == 11


def test_must_gin_leaves_nothing_but_gin() -> None:
    gin = CardSet.of("7h 8h 9h 4c 4d 4s Jc Qc Kc Tc 2d")
    free = turn_actions(gin, STANDARD, 10)
    bound = turn_actions(gin, STANDARD.override(must_gin=True), 10)
    assert "discard 2d" in names(free) and "knock Tc" in names(free)
    assert set(names(bound)) == {"gin 2d"}


def test_must_gin_is_no_duty_to_knock() -> None:
    rules = STANDARD.override(must_gin=True)
    assert turn_actions(CardSet.of(GIN_HAND), rules, 10) == turn_actions(
        CardSet.of(GIN_HAND), STANDARD, 10
    )


def test_after_taking_the_last_discard_only_a_knock_is_left() -> None:
    found = turn_actions(CardSet.of(GIN_HAND), STANDARD, 10, must_knock=True)
    assert found and all(action.ends_hand for action in found)


def test_the_last_discard_can_be_taken_only_if_a_knock_follows() -> None:
    rules = PRESETS["tournament"]
    hand = CardSet.of("7h 8h 4c 4d 4s Jc Qc Kc 2d Kh")
    assert names(last_actions(hand, Card.of("9h"), rules, 10)) == ["take", "pass"]
    assert names(last_actions(hand, Card.of("9h"), rules, 1)) == ["pass"]
    assert names(last_actions(hand, Card.of("Qd"), rules, 10)) == ["pass"]


def test_the_last_discard_cannot_be_the_card_one_knocks_with() -> None:
    hand, top = CardSet.of("7h 8h 9h 4c 4d 4s Jc Qc Kc 9d"), Card.of("Qd")
    assert names(last_actions(hand, top, PRESETS["openspiel"], 9)) == ["take", "pass"]
    assert names(last_actions(hand, top, PRESETS["tournament"], 9)) == ["pass"]


def test_offers() -> None:
    hand, upcard = CardSet.of(GIN_HAND), Card.of("9h")
    offered = Table.opening(STANDARD, upcard)
    refused = offered.after_pass().after_pass()
    later = offered.after(Played(0, Turn.TAKE, upcard, Card.of("Kh")))
    assert names(offered.choices(hand)) == ["take", "pass"]
    assert (later.question, names(later.choices(hand))) == (Question.DRAW, ["take", "draw"])
    assert (refused.question, names(refused.choices(hand))) == (Question.DRAW, ["draw"])


def test_can_knock() -> None:
    assert can_knock(CardSet.of(GIN_HAND), STANDARD, 2)
    assert not can_knock(CardSet.of(GIN_HAND), STANDARD, 1)
    assert not can_knock(CardSet.of(GIN_HAND), STANDARD, 9, forbidden=Card.of("Kh"))
