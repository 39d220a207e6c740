"""Scores of hands and sheets of matches, against the rules texts' own examples."""

from __future__ import annotations

import pytest

from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import lay_off
from analyzer.game.rules import PRESETS, NextDealer, Rules, Shutout, Tie, parse_rules
from analyzer.game.scoring import (
    Ended,
    HandResult,
    Role,
    Scored,
    next_dealer,
    score_knock,
    score_points,
)
from analyzer.game.sheets import Column, ScoreSheet, Series, SheetStyle
from analyzer.notation.results import format_result, read_results, read_table_results

STANDARD = PRESETS["standard"]


def wins(*hands: tuple[int, int]) -> list[Scored]:
    """Hands as (player, points)."""
    return [Scored(Ended.KNOCK, player, points) for player, points in hands]


def sheet(rules: Rules, *hands: tuple[int, int]) -> ScoreSheet:
    return ScoreSheet(rules, tuple(wins(*hands)))


def series(rules: Rules, style: SheetStyle, *hands: tuple[int, int]) -> Series:
    result = Series.of(rules, style)
    for hand in wins(*hands):
        result = result.add(hand)
    return result


def test_case_s01_the_knocker_has_the_difference() -> None:
    result = score_points(8, 10, STANDARD)
    assert (result.winner, result.points, result.kind) == (Role.KNOCKER, 2, Ended.KNOCK)


@pytest.mark.parametrize(("bonus", "points"), [(20, 47), (25, 52), (30, 57)])
def test_case_s04_gin_against_27(bonus: int, points: int) -> None:
    result = score_points(0, 27, STANDARD.override(gin_bonus=bonus))
    assert (result.kind, result.points, result.bonus) == (Ended.GIN, points, bonus)


@pytest.mark.parametrize(
    ("upcard", "limit", "times"), [("Kd", 10, 1), ("7c", 7, 1), ("4s", 4, 2), ("As", 0, 2)]
)
def test_case_s07_oklahoma(upcard: str, limit: int, times: int) -> None:
    rules, card = PRESETS["oklahoma"], Card.of(upcard)
    assert (rules.limit_for(card), rules.multiplier_for(card)) == (limit, times)


@pytest.mark.rule("ace_upcard_gin_only")
def test_case_s07_an_ace_that_is_worth_one() -> None:
    rules = PRESETS["oklahoma"].override(ace_upcard_gin_only=False)
    assert rules.limit_for(Card.of("As")) == 1


@pytest.mark.rule("game_bonus", "box_bonus", "R93")
@pytest.mark.parametrize(
    ("box", "totals", "margin"), [(25, (330, 137), 193), (20, (305, 122), 183)]
)
def test_case_s10_boxes_and_game(box: int, totals: tuple[int, int], margin: int) -> None:
    hands = (0, 20), (1, 30), (0, 20), (1, 30), (0, 20), (1, 2), (0, 20), (0, 25)
    match = sheet(STANDARD.override(box_bonus=box), *hands)
    assert match.score == (105, 62)
    assert (match.totals, match.margin, match.winner) == (totals, margin, 0)


@pytest.mark.rule("tie")
@pytest.mark.parametrize(
    ("tie", "kind", "winner", "points"),
    [
        (Tie.UNDERCUT, Ended.UNDERCUT, Role.DEFENDER, 25),
        (Tie.NOTHING, Ended.TIE, None, 0),
        (Tie.KNOCKER, Ended.KNOCK, Role.KNOCKER, 0),
    ],
)
def test_equal_deadwood(tie: Tie, kind: Ended, winner: Role | None, points: int) -> None:
    result = score_points(6, 6, STANDARD.override(tie=tie))
    assert (result.kind, result.winner, result.points) == (kind, winner, points)


@pytest.mark.rule("R89")
def test_an_undercut_has_the_difference_and_the_bonus() -> None:
    result = score_points(8, 3, PRESETS["classic"])
    assert (result.kind, result.points, result.knocker_points) == (Ended.UNDERCUT, 15, -15)


@pytest.mark.rule("R05")
def test_gin_wins_against_a_defender_without_deadwood() -> None:
    assert score_points(0, 0, STANDARD).points == 25
    assert score_points(0, 0, STANDARD.override(tie=Tie.NOTHING)).winner is Role.KNOCKER


@pytest.mark.rule("spade_doubles", "R92")
def test_a_spade_doubles_difference_and_bonus() -> None:
    assert score_points(4, 14, PRESETS["oklahoma"], multiplier=2).points == 20
    assert score_points(4, 4, PRESETS["oklahoma"], multiplier=2).points == 50


@pytest.mark.rule("spade_doubles_box", "R102")
def test_a_spade_doubles_the_box_only_where_the_rules_say_so() -> None:
    oklahoma = PRESETS["oklahoma"]
    doubled = oklahoma.override(spade_doubles_box=True)
    for rules, times, boxes in ((oklahoma, 2, 1), (doubled, 1, 1), (doubled, 2, 2)):
        hand = Scored.of(score_points(4, 14, rules, multiplier=times), 0)
        column = ScoreSheet(rules, (hand, Scored(Ended.KNOCK, 1, 200))).columns[0]
        assert hand.box_factor == boxes and column.boxes(0) == 25 * boxes
        assert read_results(format_result(hand))[0][0] == hand


@pytest.mark.rule("spade_doubles_box")
def test_a_spade_doubles_the_boxes_of_a_table_of_three() -> None:
    rules = parse_rules("three-hand,spade_doubles=yes,spade_doubles_box=yes")
    hands = read_table_results("20 0 36 doubled, 0 120 0", rules)
    (column,) = ScoreSheet(rules, hands).columns
    assert column.of_all(column.boxes) == (50, 25, 50)


@pytest.mark.rule("big_gin_bonus")
@pytest.mark.parametrize(("preset", "points"), [("standard", 41), ("modern-50", 60)])
def test_big_gin_of_a_spread(preset: str, points: int) -> None:
    spread = tuple(map(CardSet.of, ("3h 4h 5h 6h", "9c 9d 9s", "Kc Kd Kh Ks")))
    defence = Defense((), (), CardSet.of("Td"), 10)
    result = score_knock(Arrangement(spread, CardSet(), 0), defence, PRESETS[preset])
    assert (result.kind, result.points) == (Ended.BIG_GIN, points)


def test_a_spread_and_the_best_answer() -> None:
    spread = tuple(map(CardSet.of, ("7c 7d 7s", "8h 9h Th", "Qc Qd Qs")))
    knock = Arrangement(spread, CardSet.of("8d"), 8)
    defence = lay_off(knock, CardSet.of("Ac 2c 3c Jh 7h Qh 4d 4s 4h 5s"), STANDARD)
    result = score_knock(knock, defence, STANDARD)
    assert (result.kind, result.defence, result.points) == (Ended.UNDERCUT, 5, 28)


def test_results_by_player() -> None:
    undercut = HandResult(Ended.UNDERCUT, Role.DEFENDER, 30)
    assert Scored.of(undercut, 0) == Scored(Ended.UNDERCUT, 1, 30)
    assert Scored.of(HandResult(Ended.GIN, Role.KNOCKER, 40), 1) == Scored(Ended.GIN, 1, 40)
    assert Scored.of(HandResult(Ended.VOID, None, 0), None) == Scored(Ended.VOID, None, 0)


@pytest.mark.rule("next_dealer")
@pytest.mark.parametrize(
    ("when", "after_win", "after_loss", "after_void"),
    [
        (NextDealer.ALTERNATE, 0, 0, 0),
        (NextDealer.WINNER, 1, 0, 1),
        (NextDealer.LOSER, 0, 1, 1),
        (NextDealer.SCORED, 0, 0, 1),
    ],
)
def test_who_deals_next(when: NextDealer, after_win: int, after_loss: int, after_void: int) -> None:
    rules = STANDARD.override(next_dealer=when)
    hands = Scored(Ended.GIN, 1, 30), Scored(Ended.GIN, 0, 30), Scored(Ended.VOID, None, 0)
    assert [next_dealer(rules, 1, hand) for hand in hands] == [after_win, after_loss, after_void]
    assert next_dealer(rules, 1, Scored.of(HandResult(Ended.MISDEAL, None, 0), None)) == 1


@pytest.mark.rule("shutout")
@pytest.mark.parametrize(
    ("shutout", "total"),
    [
        (Shutout.NONE, 110 + 50 + 100),
        (Shutout.HAND_POINTS, 2 * 110 + 50 + 100),
        (Shutout.BONUS, 110 + 50 + 100 + 100),
        (Shutout.DIFFERENCE, 2 * (110 + 50 + 100)),
    ],
)
def test_shutouts(shutout: Shutout, total: int) -> None:
    rules = STANDARD.override(shutout=shutout)
    assert sheet(rules, (1, 60), (1, 50)).totals == (0, total)
    assert sheet(rules, (0, 1), (1, 60), (1, 50)).totals == (26, 260)


def test_boxes_at_once_count_towards_the_target() -> None:
    match = sheet(PRESETS["palace"], (0, 40), (0, 30))
    assert match.score == (90, 0) and not match.finished
    match = match.add(wins((0, 1))[0])
    assert match.finished and match.totals == (101, 0)


def test_boxes_at_the_end_do_not() -> None:
    assert sheet(STANDARD, (0, 40), (0, 30), (0, 1)).score == (71, 0)


@pytest.mark.rule("R94")
def test_void_hands_stand_on_the_sheet_and_score_nothing() -> None:
    match = ScoreSheet(STANDARD).add(Scored(Ended.VOID, None, 0)).add(wins((1, 7))[0])
    assert match.score == (0, 7)
    assert match.columns[0].lines()[0].label == "hand 2"


def test_nothing_is_added_to_a_match_that_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        sheet(STANDARD, (0, 100)).add(wins((0, 1))[0])


def test_single_hands_have_no_end() -> None:
    assert not sheet(PRESETS["openspiel"], (0, 90), (0, 90)).finished


def test_hollywood_wins_enter_one_two_three_columns() -> None:
    match = sheet(PRESETS["hollywood"], (0, 10), (1, 7), (0, 20), (0, 30), (0, 5))
    points = [(col.hand_points(0), col.hand_points(1)) for col in match.columns]
    assert points == [(65, 7), (55, 0), (35, 0)]


def test_hollywood_columns_close_on_their_own() -> None:
    match = sheet(PRESETS["hollywood"], (0, 60), (1, 30), (0, 50), (0, 60))
    first, second, third = match.columns
    assert first.winner == 0 and first.hand_points(0) == 110  # the third win came too late
    assert second.winner == 0 and second.hand_points(0) == 110 and second.shutout
    assert third.winner is None and match.score == (60, 0) and not match.finished
    match = match.add(wins((1, 45))[0]).add(wins((0, 40))[0])
    assert match.finished and not match.columns[1].wins(1)
    assert match.columns[0].total(0) == 110 + 2 * 25 + 100
    assert match.columns[0].total(1) == 30 + 25
    assert match.columns[1].total(0) == 2 * 110 + 2 * 25 + 100
    assert match.columns[2].total(0) == 100 + 2 * 25 + 100  # the 45 saved the third one
    assert match.columns[2].total(1) == 45 + 25
    assert match.winner == 0


@pytest.mark.parametrize(
    ("hands", "columns"),
    [
        (((0, 60), (0, 50), (1, 50)), [(110, 0), (50, 50), (0, 0)]),
        (((0, 40), (0, 60), (0, 15), (1, 70)), [(100, 0), (75, 70), (15, 0)]),
        (((0, 100), (1, 30), (1, 20)), [(100, 0), (0, 50), (0, 20)]),
        (((1, 10), (0, 100), (0, 95), (1, 20)), [(100, 10), (95, 20), (0, 0)]),
        (((0, 60), (0, 60), (0, 60), (1, 25), (1, 5)), [(120, 0), (120, 0), (60, 30)]),
    ],
)
def test_a_player_shut_out_of_a_closed_column_enters_the_next(hands, columns) -> None:
    match = sheet(PRESETS["hollywood"], *hands)
    assert [(col.hand_points(0), col.hand_points(1)) for col in match.columns] == columns


@pytest.mark.rule("R23")
def test_multi_credits_matches_to_a_game_of_500() -> None:
    game = series(PRESETS["standard"], SheetStyle.MULTI, (0, 100))
    assert game.credited == (100 + 25 + 100 + 100, 0) and not game.finished
    game = game.add(wins((1, 20))[0]).add(wins((0, 100))[0])
    assert game.credited == (325 + 225, 45) and game.winner == 0
    with pytest.raises(ValueError, match="won"):
        game.add(wins((0, 1))[0])


@pytest.mark.rule("best_of")
def test_best_of_five_ends_with_the_third_match() -> None:
    rules = PRESETS["tournament"]
    game = series(rules, SheetStyle.SINGLE, (0, 250), (1, 250), (0, 250))
    assert (game.won(0), game.won(1), game.winner) == (2, 1, None)
    game = game.add(wins((0, 250))[0])
    assert game.winner == 0 and len(game.matches) == 4


def test_a_single_match_is_a_series_of_one() -> None:
    game = series(STANDARD, SheetStyle.SINGLE, (1, 99))
    assert not game.finished
    assert game.add(wins((1, 1))[0]).winner == 1


def test_hollywood_style_for_any_rules() -> None:
    game = series(PRESETS["classic"], SheetStyle.HOLLYWOOD, (0, 5), (0, 5))
    assert [col.hand_points(0) for col in game.matches[0].columns] == [10, 5, 0]


def test_lines_of_a_column() -> None:
    column: Column = sheet(STANDARD, (0, 20), (1, 60), (1, 45)).columns[0]
    assert [(line.label, line.amounts, line.note) for line in column.lines()] == [
        ("hand 1", (20, None), "knock"),
        ("hand 2", (None, 60), "knock"),
        ("hand 3", (None, 45), "knock"),
        ("points", (20, 105), ""),
        ("boxes", (25, 50), "1 and 2"),
        ("game", (0, 100), ""),
        ("total", (45, 255), ""),
    ]


def test_lines_of_a_sheet_with_three_columns() -> None:
    lines = sheet(PRESETS["hollywood"], (0, 10), (0, 20)).lines()
    assert [line.label for line in lines if "hand" in line.label] == [
        "column 1, hand 1",
        "column 1, hand 2",
        "column 2, hand 2",
    ]
    assert lines[-1].amounts == (10 + 20 + 20, 0)
    assert not [line for line in lines if "boxes" in line.label], "they come at the end"
