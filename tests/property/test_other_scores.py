"""Scores of random results, each style against its own arithmetic from the rules alone."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.game.cards import NO_CARDS
from analyzer.game.general import (
    Answer,
    HandScore,
    HandSplit,
    Pair,
    TableSheet,
    parse_variant,
    team_hand,
    team_rules,
)
from analyzer.game.rules import PRESETS
from analyzer.game.scoring import Ended, Scored, ScoreSheet, Series, SheetStyle, score_points
from tests.oracles import others

MANY = [300, pytest.param(10_000, marks=pytest.mark.nightly)]


def random_hand(rng: Random) -> Scored:
    if rng.random() < 0.1:
        return Scored(Ended.VOID, None, 0)
    kind = rng.choice([Ended.KNOCK, Ended.GIN, Ended.UNDERCUT, Ended.BIG_GIN])
    return Scored(kind, rng.randrange(2), rng.randrange(1, 90))


@pytest.mark.parametrize("number", MANY)
def test_each_pair_is_settled_by_itself(number: int) -> None:
    rules = PRESETS["standard"]
    nothing = Answer((), HandSplit((), NO_CARDS, 0), ())
    for seed in range(number):
        rng = Random(seed)
        knocker, factor = rng.choice([0, 0, *range(1, 10)]), rng.choice([1, 2])
        theirs = [rng.randrange(0, 70) for _ in range(rng.randrange(1, 4))]
        big = rules.big_gin_bonus if knocker == 0 and rng.random() < 0.3 else None
        seat, count = rng.randrange(len(theirs) + 1), len(theirs) + 1
        pairs = [
            Pair((seat + step) % count, nothing, score_points(
                knocker, points, rules, multiplier=factor, big_gin=big is not None))
            for step, points in enumerate(theirs, start=1)
        ]  # fmt: skip
        made = HandScore.settled(seat, HandSplit((), NO_CARDS, knocker), pairs, count)
        gained = others.settlement(knocker, theirs, gin=25, undercut=25, big=big, factor=factor)
        assert made.points[seat] == sum(gained) and sum(made.points) == 0
        assert made.won[seat] == sum(max(0, points) for points in gained)
        for step, points in enumerate(gained, start=1):
            assert made.won[(seat + step) % count] == max(0, -points)
        boxes = {seat} if any(points > 0 for points in gained) else set()
        boxes |= {(seat + step) % count for step, points in enumerate(gained, 1) if points < 0}
        assert set(made.winners) == boxes


@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("name", ["four-hand,shutout=none", "mahjong,players=3"])
def test_totals_at_a_table(name: str, number: int) -> None:
    variant = parse_variant(name)
    rules, rng, seen = variant.rules, Random(name), 0
    while seen < number:
        sheet, rows, boxes = TableSheet(variant), [], []
        while sheet.winner is None:
            row = tuple(rng.randrange(-60, 90) for _ in range(variant.players))
            if name.startswith("mahjong"):
                hand = HandScore(Ended.GIN, row)
            else:
                won = tuple(max(0, points) for points in row)
                hand = HandScore(Ended.KNOCK, row, won)
            sheet = sheet.add(hand)
            rows.append(hand.won or hand.points)
            boxes.append(hand.winners)
            wanted, winner = others.table_totals(
                rows, boxes, rules.box_bonus, rules.target or 0, rules.game_bonus
            )
            assert (list(sheet.finals), sheet.winner) == (wanted, winner)
            seen += 1


@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("name", ["hollywood", "tedesco"])
def test_hollywood_columns(name: str, number: int) -> None:
    rules, rng, seen = PRESETS[name], Random(name), 0
    while seen < number:
        sheet, won = ScoreSheet(rules), []
        while not sheet.finished:
            hand = random_hand(rng)
            sheet, seen = sheet.add(hand), seen + 1
            won += [] if hand.winner is None else [(hand.winner, hand.points)]
            wanted = others.hollywood(won, rules.target or 0, rules.box_bonus, 100, doubled=True)
            assert [(col.final(0), col.final(1)) for col in sheet.columns] == wanted


@pytest.mark.parametrize("number", MANY)
def test_matches_credited_to_a_game(number: int) -> None:
    rng, seen = Random(5), 0
    while seen < number:
        series, totals, match = Series.of(PRESETS["palace"], SheetStyle.MULTI), [0, 0], []
        while not series.finished:
            hand = random_hand(rng)
            series, seen = series.add(hand), seen + 1
            match += [] if hand.winner is None else [(hand.winner, hand.points)]
            sums = [sum(p for player, p in match if player == seat) for seat in (0, 1)]
            if max(sums) >= 100:
                counts = [sum(player == seat for player, _ in match) for seat in (0, 1)]
                for seat in (0, 1):
                    over = sums[seat] >= 100
                    totals[seat] += sums[seat] + 25 * counts[seat] + 100 * over
                    totals[seat] += 100 * (over and counts[1 - seat] == 0)
                match = []
            assert series.credited == tuple(totals)
            most = max(totals) >= 500 and totals[0] != totals[1]
            assert (series.winner is not None) == most


@pytest.mark.parametrize("number", MANY)
def test_the_best_of_five(number: int) -> None:
    rng, seen = Random(6), 0
    while seen < number:
        series, won, sums, boxes = Series.of(PRESETS["tournament"]), [0, 0], [0, 0], [0, 0]
        while not series.finished:
            hand = random_hand(rng)
            series, seen = series.add(hand), seen + 1
            if hand.winner is not None:
                sums[hand.winner] += hand.points
                boxes[hand.winner] += 25
            if max(sums) >= 250:
                finals = [one + other for one, other in zip(sums, boxes, strict=True)]
                if finals[0] != finals[1]:
                    won[finals.index(max(finals))] += 1
                sums, boxes = [0, 0], [0, 0]
            assert [series.won(0), series.won(1)] == won
        assert max(won) == 3


@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_teams(size: int, number: int) -> None:
    bonus, rng = {2: 0, 3: 25, 4: 50}[size], Random(size)
    assert team_rules(size, PRESETS["standard"]).columns == 3
    for _ in range(number):
        tables = [random_hand(rng) for _ in range(size)]
        signed = [
            0 if hand.winner is None else hand.points if hand.winner == 0 else -hand.points
            for hand in tables
        ]
        made, total = team_hand(tables), sum(signed)
        every = all(points * total > 0 for points in signed)
        assert made.points == (abs(total) + bonus * every if total else 0)
        assert made.winner == (None if not total else int(total < 0))


def test_a_table_without_an_opponent_with_a_box_is_a_shutout() -> None:
    sheet = TableSheet(parse_variant("three-hand"))
    sheet = sheet.add(HandScore(Ended.GIN, (104, -52, -52), (104, 0, 0)))
    assert (sheet.shutout, sheet.finals) == (True, (104 + 25 + 100 + 104, 0, 0))
