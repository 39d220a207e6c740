"""Decisions, rules and actions as the kernel takes them, and the figures of self-play."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.arena.figures import build_figures
from analyzer.engine.rollout import choices_of, discards_of, hand_rules, root_of
from analyzer.engine.selfplay import DISCARDS, LEVELS, figures_for, measure, shipped
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS, TWO_HANDED, Cut, FirstUpcard, Tie, Wall
from analyzer.game.view import Side
from analyzer.kernel import inplay
from analyzer.notation import parse_view

DRAW = "rules: classic\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s Kh 9c\nopp took: Jd\n"


def test_a_decision_as_numbers() -> None:
    view = parse_view(f"{DRAW}stock: 20")
    root = root_of(view)
    assert CardSet(root.hand) == view.hand and CardSet(root.pile) == CardSet.of("5s Kh 9c")
    assert (root.top, root.stock, root.state) == (Card.of("9c"), 20, inplay.TO_DRAW)
    assert CardSet(root.known) == CardSet.of("Jd") and root.shown == view.shown.mask


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("dealer: opp\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard: 9c", inplay.OFFER),
        (
            "dealer: me\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nhistory:\n  upcard 9c\n  opp: pass",
            inplay.LAST_OFFER,
        ),
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac Th\npile: 9c\nstock: 9", inplay.TO_DISCARD),
    ],
)
def test_where_a_hand_stands(text: str, state: int) -> None:
    assert root_of(parse_view(f"rules: classic\n{text}")).state == state


def test_untold_discards_are_judged_by_the_stock() -> None:
    view = parse_view(f"{DRAW}stock: 15")
    assert discards_of(view, Side.ME) == discards_of(view, Side.OPPONENT) == 8
    told = parse_view(
        "rules: classic\ndealer: opp\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nhistory:\n"
        "  upcard 5s\n  me: pass\n  opp: pass\n  me: draws Ac, discards Th\n"
        "  opp: draws, discards 9c"
    )
    assert discards_of(told, Side.ME) == discards_of(told, Side.OPPONENT) == 1


def test_a_knock_as_numbers() -> None:
    view = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Jc Qc Kc 5d Kh\nstock: 14")
    (knock,) = (a for a in view.legal_actions() if str(a) == "knock Kh" and len(a.melds) == 3)
    discard = Action(Kind.DISCARD, Card.of("5d"))
    found = choices_of((knock, discard), view).tolist()
    runs, missing = CardSet.of("7h 8h 9h Jc Qc Kc"), CardSet.of("4h")
    assert found[0] == [inplay.LAY_DOWN, Card.of("Kh"), runs.mask, missing.mask, 5]
    assert found[1] == [inplay.DISCARD, Card.of("5d"), 0, 0, 0]


def test_rules_as_numbers() -> None:
    rules = PRESETS["tournament"].override(tie=Tie.NOTHING)
    found = hand_rules(rules, Card.of("6d"))
    assert (found.limit, found.tie, found.big_gin, found.last_discard) == (6, 1, -1, 1)
    again = hand_rules(PRESETS["tedesco"].override(wall=Wall.RESHUFFLE), Card.of("Ah"))
    assert (again.limit, again.reshuffle, again.most_points, again.big_gin) == (0, 1, 15, 31)


@pytest.mark.parametrize("name", TWO_HANDED)
def test_shipped_figures_are_whole(name: str) -> None:
    found = shipped()[name]
    assert figures_for(PRESETS[name]) == found
    assert sum(found.points.values()) == sum(found.endings) == found.hands >= 50_000
    assert 8 < len(found.deadwood) <= DISCARDS
    for level in found.deadwood:
        assert len(level) == LEVELS and list(level) == sorted(level) and level[0] >= 0


def test_what_only_a_match_asks_needs_no_figures_of_its_own() -> None:
    rules = PRESETS["standard"].override(first_dealer=Cut.HIGH, forfeit_margin=50)
    assert figures_for(rules) is shipped()["standard"]


@pytest.mark.parametrize("name", ["classic", "oklahoma"])
def test_shipped_figures_come_out_again(name: str) -> None:
    found = shipped()[name]
    assert measure(PRESETS[name], found.hands, found.seed) == found


def test_figures_of_other_rules_are_measured() -> None:
    found = measure(PRESETS["standard"].override(knock_limit=3), 3000)
    knocks = found.endings[1] + found.endings[4]
    assert knocks < shipped()["standard"].endings[1] / shipped()["standard"].hands * 2 * 3000
    top = max(found.points)
    assert top <= 98 + 31 and np.isclose(sum(found.endings), 3000)


def test_where_no_card_is_turned_up_none_sets_the_limit() -> None:
    eleven = {"first_upcard": FirstUpcard.ELEVEN}
    plain = PRESETS["standard"].override(**eleven)
    upcard = plain.override(knock_by_upcard=True, spade_doubles=True)
    assert measure(upcard, 500).points == measure(plain, 500).points


def test_too_few_hands_for_figures() -> None:
    with pytest.raises(InputError, match="too few"):
        build_figures(10)


def test_figures_are_built_as_they_are_shipped() -> None:
    text = build_figures(300, seed=3)
    assert text.startswith(b'{\n"standard":{') and text.count(b'"hands":300') == len(TWO_HANDED)
