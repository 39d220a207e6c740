"""Known cases with exact answers, each asked through the public interface."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from analyzer.engine import ActionValue, Ending, Evaluation, Limit, analyze
from analyzer.engine.exact import after_draw, exact_values
from analyzer.engine.objective import ENDINGS, mean_of, objective_of
from analyzer.engine.opponents import OPPONENTS
from analyzer.game.actions import Action, Kind, Turn
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.melds import (
    arrangements,
    best_arrangements,
    deadwood,
    discards,
    is_meld,
    knocks,
    lay_off,
    melds_through,
    open_places,
    outs,
)
from analyzer.game.position import Position, deal, start
from analyzer.game.rules import PRESETS, Rules, Wall, parse_rules
from analyzer.game.scoring import Ended, Scored, score_points
from analyzer.game.sheets import ScoreSheet
from analyzer.game.table import Played
from analyzer.game.view import Question, View
from analyzer.kernel.deadwood import deadwood as kernel_deadwood
from tests.oracles.texts import outs_after

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
}
RULES = PRESETS["eaai"]
"""Gin 25, undercut 25 also on a tie, knock at ten, no big gin: what the cases go by."""


def card(text: str) -> Card:
    """A card as the cases write it: 7H."""
    return Card.of(text[0] + text[1].lower())


def cards(texts: Iterable[str]) -> CardSet:
    return CardSet.from_cards(map(card, texts))


def melds(groups: Iterable[Iterable[str]]) -> set[CardSet]:
    return {cards(group) for group in groups}


def fraction(answer: Mapping[str, Any]) -> float:
    return float(Fraction(answer["fraction"]))


def near(number: float) -> Any:
    return pytest.approx(number, abs=1e-9)


def ask(view: View) -> Evaluation:
    return analyze(view, Limit(worlds=256), opponent="uniform")


def named(evaluation: Evaluation, name: str) -> ActionValue:
    return next(value for value in evaluation.actions if str(value.action) == name)


def p_undercut(value: ActionValue) -> float:
    share = value.outcomes.get(Ending.UNDERCUT)
    return share.p if share else 0.0


# Knocking and drawing at the end of the stock.


def view_of_case(case: Mapping[str, Any], rules: Rules = RULES) -> View:
    known = case["known"]
    question = Question.DISCARD if len(case["hand"]) == 11 else Question.DRAW
    return View(
        rules=rules,
        hand=cards(case["hand"]),
        pile=tuple(map(card, known["discards"])),
        stock=known["stock_left"],
        question=question,
        known=(NO_CARDS, cards(known["opponent_known"])),
        drawn=card(known["drawn_from_stock"]) if "drawn_from_stock" in known else None,
        my_discards=len(known["discards"]) // 2,
        their_discards=len(known["discards"]) // 2,
    )


def check_knock(value: ActionValue, answer: Mapping[str, Any]) -> None:
    assert value.exact and value.se == 0
    assert value.q == near(fraction(answer["ev"]))
    assert p_undercut(value) == near(fraction(answer["p_undercut"]))
    assert set(value.action.melds) == melds(answer["melds"])


def exact_knock(view: View, discard: str, spread: set[CardSet]) -> tuple[float, float]:
    """(points, chance of an undercut) of one way to lay a knock down."""
    action = next(
        action
        for action in view.legal_actions()
        if action.ends_hand and action.card == card(discard) and set(action.melds) == spread
    )
    model, objective = OPPONENTS["uniform"], objective_of(view)
    outcomes = exact_values(view, (action,), model, objective)[action].outcomes
    return mean_of(outcomes), float(outcomes[ENDINGS.index(Ending.UNDERCUT)].sum())


@pytest.mark.parametrize("name", ["E01", "E04", "E07", "E10", "E13"])
def test_knock(name: str) -> None:
    case = CASES[name]
    view, answer = view_of_case(case), case["answer"]
    found = ask(view)
    best = answer["best_knock"]
    check_knock(named(found, f"knock {card(best['discard'])}"), best)
    number = comb(len(view.unseen), view.hidden)
    assert number == answer["n_opponent_hands"]
    if case["known"]["hand_is_void_if_you_do_not_knock"]:
        assert str(found.best[0]) == f"knock {card(best['discard'])}"
        discards = [value for value in found.actions if value.action.kind is Kind.DISCARD]
        assert [(value.q, value.exact) for value in discards] == [(0, True)] * 11
    least = answer["min_deadwood_knock"]
    ways = [least] + [
        {"discard": best["discard"], **other}
        for other in answer.get("other_arrangements_same_deadwood", [])
    ]
    for way in ways:
        points, undercut = exact_knock(view, way["discard"], melds(way["melds"]))
        assert points == near(fraction(way["ev"]))
        assert undercut == near(fraction(way["p_undercut"]))


@pytest.mark.parametrize("name", ["DR1", "DR4"])
def test_draw(name: str) -> None:
    case = CASES[name]
    view, answer = view_of_case(case), case["answer"]
    found = ask(view)
    take, draw = named(found, "take"), named(found, "draw")
    assert take.exact and draw.exact
    assert take.q == near(fraction(answer["ev_take_and_knock"]))
    assert p_undercut(take) == near(fraction(answer["take_details"]["p_undercut"]))
    assert draw.q == near(fraction(answer["ev_stock"]))
    better = "take" if answer["better"].startswith("take") else "draw"
    assert [str(action) for action in found.best] == [better]
    for text, expected in answer["value_by_drawn_card"].items():
        after = ask(after_draw(view, card(text)))
        assert max(value.q for value in after.actions) == pytest.approx(expected, abs=5e-5)


def test_wall_w01() -> None:
    case = CASES["W01"]
    view = view_of_case(case, RULES.override(wall=Wall.LAST_DISCARD))
    values = {str(value.action): value for value in ask(view).actions}
    assert len(values) == 11
    for text, expected in case["answer"]["all"].items():
        value = values[f"discard {card(text)}"]
        assert value.exact and value.danger == near(fraction(expected))
    safest = min(values.values(), key=lambda value: value.danger or 0)
    assert safest.action.card == card(case["answer"]["discard"]) and safest.danger == 0


# Deadwood, arrangements, lay-offs.


@pytest.mark.parametrize("name", ["D01", "D04"])
def test_deadwood(name: str) -> None:
    case = CASES[name]
    hand, answer = cards(case["hand"]), case["answer"]
    assert deadwood(hand, RULES) == answer["deadwood"]
    assert [set(best.melds) for best in best_arrangements(hand, RULES)] == [melds(answer["melds"])]
    if other := answer.get("alternative"):
        (found,) = (
            way for way in arrangements(hand, RULES, 99) if set(way.melds) == melds(other["melds"])
        )
        assert found.points == other["deadwood"]


def test_every_big_gin_can_also_discard_d07() -> None:
    """The claim; the count of such hands is proved in `test_kernel_counts`."""
    short = [meld for meld in _all_melds() if len(meld) <= 5]
    found = 0
    for at, first in enumerate(short[::7]):
        for second in short[at::11]:
            if first & second:
                continue
            for third in short[::13]:
                hand = first | second | third
                if len(first) + len(second) + len(third) == 11 == len(hand):
                    found += 1
                    assert min(
                        kernel_deadwood(hand.remove(one).mask, RULES.tables) for one in hand
                    ) == 0  # fmt: skip
    assert found > 300


def _all_melds() -> list[CardSet]:
    ranks = [[c for c in DECK if c.rank == rank] for rank in range(13)]
    sets = [CardSet.from_cards(four) for four in ranks]
    sets += [four.remove(c) for four in list(sets) for c in four]
    runs = [
        CardSet.from_cards(Card.make(low + step, suit) for step in range(size))
        for suit in range(4)
        for size in (3, 4, 5)
        for low in range(14 - size)
    ]
    return sets + runs


def test_round_the_corner_d08() -> None:
    case = CASES["D08"]
    hand = cards(case["hand"])
    for preset, answer in case["answer"].items():
        assert is_meld(hand, PRESETS[preset]) is answer["is_run"]
        assert deadwood(hand, PRESETS[preset]) == answer["deadwood"]


def test_sets_show_less_than_runs_a01() -> None:
    case = CASES["A01"]
    hand, answer = cards(case["hand"]), case["answer"]
    ways = [way for way in best_arrangements(hand, RULES) if len(way.melds) == 3]
    open_to = {len({c.rank for c in way.melds[0]}): open_places(way, RULES) for way in ways}
    sets, runs = open_to[1], open_to[3]
    assert sets == cards(answer["immediate_layoff_cards"]["sets"])
    assert runs == cards(answer["immediate_layoff_cards"]["runs"])
    chained = {len({c.rank for c in way.melds[0]}): _chain(way, DECK - hand) for way in ways}
    assert {"sets": chained[1], "runs": chained[3]} == answer["with_chains"]
    shown_first = best_arrangements(hand, RULES)[0]
    assert len({c.rank for c in shown_first.melds[0]}) == 1 and answer["choose"] == "sets"


def _chain(way: Arrangement, others: CardSet) -> int:
    """How many of the other cards can be laid off, one after another."""
    laid, grown = NO_CARDS, list(way.melds)
    while True:
        before = laid
        for one in others - laid:
            for place, meld in enumerate(grown):
                if is_meld(meld.add(one), RULES):
                    grown[place], laid = meld.add(one), laid.add(one)
                    break
        if laid == before:
            return len(laid)


@pytest.mark.parametrize("name", ["L01", "L04"])
def test_lay_off(name: str) -> None:
    case = CASES[name]
    hand, known, answer = cards(case["hand"]), case["known"], case["answer"]
    knocker = Arrangement(
        tuple(map(cards, known["knocker_melds"])), CardSet.of("Ks"), known["knocker_deadwood"]
    )
    if Card.of("Ks") in hand:
        knocker = Arrangement(knocker.melds, CardSet.of("Jc"), known["knocker_deadwood"])
    best = lay_off(knocker, hand, RULES)
    assert best.points == answer["defender_deadwood"]
    assert set(best.melds) == melds(answer["own_melds"])
    assert [one for one, _ in best.laid_off] == [card(off["card"]) for off in answer["layoffs"]]
    assert best.deadwood == cards(answer["left"])
    assert deadwood(hand, RULES) == answer["without_layoff"]
    result = score_points(knocker.points, best.points, RULES)
    assert result.kind is Ended.UNDERCUT
    assert answer["result"] == f"undercut, defender scores {result.points}"


# Outs and chances.


@pytest.mark.parametrize("name", ["O01", "O04", "O07"])
def test_outs(name: str) -> None:
    case = CASES[name]
    found = outs(cards(case["hand"]), RULES).meld
    assert found == cards(case["answer"]["outs"]) and len(found) == case["answer"]["n"]


def test_outs_to_gin_o09() -> None:
    case = CASES["O09"]
    found = outs(cards(case["hand"]), RULES).gin
    assert found == cards(case["answer"]["outs"]) and len(found) == case["answer"]["n"]


@pytest.mark.rule("R52")
def test_chance_of_an_out_o10() -> None:
    """The outs are four; three own draws of 25 unseen cards."""
    case = CASES["O10"]
    known, hand = case["known"], cards(case["hand"])
    found = outs(hand, RULES).gin
    assert len(found) == known["live_outs"]
    none = Fraction(
        comb(known["unseen"] - len(found), known["own_stock_draws"]),
        comb(known["unseen"], known["own_stock_draws"]),
    )
    assert 1 - none == Fraction(case["answer"]["fraction"])


def test_two_cards_in_one_hand_p03() -> None:
    """Counted over all hands of the opponent with 31 unseen cards, from the middle of a deal."""
    known, answer = CASES["P03"]["known"], CASES["P03"]["answer"]
    unseen, held = known["unseen"], known["opponent_cards"]
    both = Fraction(comb(unseen - 2, held - 2), comb(unseen, held))
    assert both == Fraction(answer["fraction"])


def test_outs_to_knock_t01() -> None:
    case = CASES["T01"]
    rules = RULES.override(knock_limit=case["known"]["rules"]["knock_limit"])
    hand, up, answer = cards(case["hand"]), card(case["known"]["upcard"]), case["answer"]
    live = DECK - hand - CardSet(up.mask)
    leave = outs(hand, rules, live=live).knock
    assert leave == cards(answer["leave"]["cards"])
    take = answer["take"]
    after = {
        one: found.knock for one, found in outs_after(hand.add(up), rules, live=live) if one != up
    }
    assert {one: len(found) for one, found in after.items()} == {
        card(text): number for text, number in take["all_discards"].items()
    }
    best = max(after, key=lambda one: len(after[one]))
    assert best == card(take["best_discard"]) and after[best] == cards(take["cards"])


def test_outs_to_knock_k03() -> None:
    case = CASES["K03"]
    hand, known, answer = cards(case["hand"]), case["known"], case["answer"]
    live = DECK - hand - cards(known["discards"]) - cards(known["opponent_known"])
    assert len(live) == known["unseen"]
    after = {one: found.knock for one, found in outs_after(hand, RULES, live=live)}
    dead = {found.card: found.deadwood for found in discards(hand, RULES)}
    assert {one: (len(found), dead[one]) for one, found in after.items()} == {
        card(text): (row["knock_outs"], row["deadwood"]) for text, row in answer["all"].items()
    }
    best = max(after, key=lambda one: len(after[one]))
    assert best == card(answer["discard"]) and after[best] == cards(answer["outs"])
    assert Fraction(len(after[best]), len(live)) == Fraction(1, 3)
    assert min(dead.values()) == answer["min_deadwood_discards"]["8H"]["deadwood"]


def test_discard_that_keeps_the_outs_t02() -> None:
    case = CASES["T02"]
    hand, answer = cards(case["hand"]), case["answer"]
    after = {one: found.meld for one, found in outs_after(hand, RULES)}
    assert {one: len(found) for one, found in after.items()} == {
        card(text): number for text, number in answer["all"].items()
    }
    best = max(after, key=lambda one: len(after[one]))
    assert best == card(answer["discard"]) and after[best] == cards(answer["outs"])


def test_melds_through_a_card_c01() -> None:
    for rank, number in CASES["C01"]["answer"].items():
        assert len(melds_through(card(f"{rank}H"), DECK, RULES)) == number


@pytest.mark.rule("R46")
def test_counts_of_hands_c04() -> None:
    """The numbers of hands; how many are gin or can knock, `test_kernel_counts` proves."""
    answer = CASES["C04"]["answer"]
    view = View(
        rules=RULES, hand=cards(CASES["O09"]["hand"]), pile=(Card.of("As"),), stock=31,
        question=Question.UPCARD,
    )  # fmt: skip
    assert comb(len(view.unseen), view.hidden) == answer["opponent_hands"]
    assert comb(len(DECK), 10) == answer["hands"]
    for part, share in (("gin", "p_gin"), ("knock10", "p_knock10"), ("no_meld", "p_no_meld")):
        count = answer[f"{part}_hands"]
        assert count / answer["hands"] == pytest.approx(answer[share], rel=1e-5)


def test_no_meld_in_three_of_five_hands_c04() -> None:
    answer = CASES["C04"]["answer"]
    hands = [deal(RULES, seed).hands[0] for seed in range(4000)]
    none = sum(best_arrangements(hand, RULES)[0].melds == () for hand in hands) / len(hands)
    assert none == pytest.approx(answer["p_no_meld"], abs=0.03)


@pytest.mark.rule("R56")
def test_inference_from_a_discard_i01() -> None:
    case = CASES["I01"]
    (mine,) = cards(case["hand"])
    live = DECK - CardSet(mine.mask)
    assert len(melds_through(mine, live, RULES)) == case["answer"]["without_inference"]
    (discarded,) = cards(case["known"]["opponent_discarded"])
    gone = CardSet.of("9s 8h").add(discarded)
    left = {meld.remove(mine) for meld in melds_through(mine, live - gone, RULES)}
    assert left == melds(case["answer"]["holdings"])


@pytest.mark.rule("R57")
def test_inference_from_a_take_i04() -> None:
    case = CASES["I04"]
    (took,) = cards(case["known"]["opponent_took"])
    live = DECK - cards(case["hand"]) - cards(case["known"]["discards"])
    assert set(melds_through(took, live, RULES)) == melds(case["answer"]["melds"])


# Scores and rules.


@pytest.mark.rule("gin_bonus", "undercut_bonus")
def test_scores_s01_s04() -> None:
    assert score_points(8, 10, RULES).knocker_points == CASES["S01"]["answer"]["knocker"]
    for bonus, points in CASES["S04"]["answer"].items():
        assert score_points(0, 27, RULES.override(gin_bonus=int(bonus))).points == points


@pytest.mark.rule("knock_by_upcard")
def test_oklahoma_s07() -> None:
    oklahoma = PRESETS["oklahoma"]
    for text, answer in CASES["S07"]["answer"].items():
        up = card(text)
        for way in answer.values() if "limit" not in answer else [answer]:
            rules = oklahoma
            if way is answer.get("ace_is_1"):
                rules = oklahoma.override(ace_upcard_gin_only=False)
            assert (rules.limit_for(up), rules.multiplier_for(up)) == (way["limit"], way["x"])


def test_score_sheet_s10() -> None:
    hands = [(0, 20), (1, 20), (0, 20), (1, 20), (0, 20), (1, 22), (0, 20), (0, 25)]
    for box, answer in ((25, "i"), (20, "ii")):
        sheet = ScoreSheet(RULES.override(box_bonus=box, game_bonus=100))
        for winner, points in hands:
            assert not sheet.finished
            sheet = sheet.add(Scored(Ended.KNOCK, winner, points))
        assert sheet.finished
        expected = CASES["S10"]["answer"][answer]
        assert sheet.totals == (expected["A"], expected["B"])
        assert abs(sheet.margin) == expected["margin"]


@pytest.mark.rule("knock_limit")
def test_which_discards_can_knock_r01() -> None:
    case = CASES["R01"]
    hand, answer = cards(case["hand"]), case["answer"]
    for text, rules in (("10 or fewer", RULES), ("less than 10", parse_rules("eaai,knock=9"))):
        assert {knock.discard for knock in knocks(hand, rules)} == set(cards(answer[text]))
    assert discards(hand, RULES)[0].deadwood == answer["min_deadwood_after_discard"]


def dealt(rules: Rules, hand: str) -> Position:
    mine = CardSet.of(hand)
    others = list(DECK - mine)
    theirs = CardSet.from_cards(others[::4][:10])
    rest = [one for one in others if one not in theirs]
    return start(rules, (mine, theirs), rest[0], tuple(rest[1:]))


def test_misdeal_r07() -> None:
    hand = "Ac 2c 3c 5d 5h 5s 9c 9d 9h 4s"
    misdeal = dealt(RULES.override(misdeal_if_dealt_knock=True), hand)
    assert misdeal.outcome is not None and misdeal.outcome.hand.kind is Ended.MISDEAL
    assert not dealt(RULES, hand).over


def last_discard(rules: Rules) -> Position:
    """Player 0 discards with two cards left, and player 1 could knock with that card."""
    position = dealt(rules, "2c 4c 6c 8d Td Qd 3h 5s 7s Ks")
    mine, rest = position.hands[0], list(DECK - position.hands[0])
    theirs = CardSet.of("7h 8h 9h 4d 4h 4s Jc Qc Kc As")
    rest = [one for one in rest if one not in theirs]
    return Position(
        rules=rules, hands=(mine.add(rest[0]), theirs), stock=tuple(rest[1:3]),
        pile=tuple(rest[3:]), turn=0, question=Question.DISCARD, upcard=rest[-1],
        drawn=rest[0], played=(Played(0, Turn.DRAW, rest[0]),),
    )  # fmt: skip


@pytest.mark.rule("wall")
def test_the_end_of_the_stock_r05() -> None:
    discard = Action(Kind.DISCARD, Card.of("4c"))
    ends = {wall: last_discard(RULES.override(wall=wall)).apply(discard) for wall in Wall}
    void, last, again = ends[Wall.VOID], ends[Wall.LAST_DISCARD], ends[Wall.RESHUFFLE]
    assert void.outcome is not None and void.outcome.hand.kind is Ended.VOID
    assert last.question is Question.LAST
    taken = last.apply(Action(Kind.TAKE))
    assert taken.legal_actions() and all(action.ends_hand for action in taken.legal_actions())
    assert not again.over and len(again.stock) > 20 and again.pile == (Card.of("4c"),)


TESTED = {
    "D01", "D04", "D07", "D08", "A01", "E01", "E04", "E07", "E10", "E13", "DR1", "DR4", "W01",
    "L01", "L04", "O01", "O04", "O07", "O09", "O10", "P03", "T01", "K03", "T02", "C01", "C04",
    "I01", "I04", "S01", "S04", "S07", "S10", "R01", "R07", "R05",
}  # fmt: skip


def test_no_case_is_forgotten() -> None:
    assert set(CASES) - TESTED == {"T05"}  # disputed among experts
