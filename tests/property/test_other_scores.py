"""Scores of random results, each style against its own arithmetic from the rules alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.rules import PRESETS, parse_rules
from analyzer.game.scoring import (
    Ended,
    Outcome,
    Pair,
    Scored,
    counted_hand,
    score_mahjong,
    score_points,
)
from analyzer.game.sheets import ScoreSheet, Series, SheetStyle, team_hand, team_rules
from tests.oracles import others, sheets
from tests.oracles.brute import DECK

MANY = [300, pytest.param(10_000, marks=pytest.mark.nightly)]


def random_hand(rng: Random) -> Scored:
    if rng.random() < 0.1:
        return Scored(Ended.VOID, None, 0)
    kind = rng.choice([Ended.KNOCK, Ended.GIN, Ended.UNDERCUT, Ended.BIG_GIN])
    return Scored(kind, rng.randrange(2), rng.randrange(1, 90))


TABLES = {
    "three-hand": sheets.TABLE, "four-hand": sheets.TABLE, "four-hand,jokers=2": sheets.TABLE,
    "four-hand,shutout=none": replace(sheets.TABLE, shutout="none"),
    "one-joker": sheets.STYLES["standard"], "two-jokers": sheets.STYLES["standard"],
    "strict-nine,players=4,jokers=2": sheets.STYLES["strict-nine"],
    "classic,players=3": sheets.STYLES["classic"],
    "modern-50,players=3,tie=nothing": replace(sheets.STYLES["modern-50"], tie="nothing"),
    "straight,players=4": sheets.STYLES["straight"],
}  # fmt: skip
"""Games of knocks for two to four players, each with its row in the rules."""
MAHJONG = ("mahjong", "mahjong,players=3", "mahjong,players=4")
NOTHING = Defense((), (), NO_CARDS, 0)


def random_knock(rng: Random, limit: int, defenders: int) -> tuple[int, list[int], bool]:
    """The knocker's deadwood, that of the others, ties as often as not, and whether it is big."""
    knocker = rng.choice([0, *range(limit + 1)])
    theirs = [rng.choice([knocker, *(rng.randrange(70) for _ in range(5))])
              for _ in range(defenders)]  # fmt: skip
    return knocker, theirs, knocker == 0 and rng.random() < 0.3


@pytest.mark.rule("target")
@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("name", sheets.STYLES)
def test_hands_and_totals_of_every_preset(name: str, number: int) -> None:
    rules, style, rng = PRESETS[name], sheets.STYLES[name], Random(name)
    seen = shutouts = 0
    while seen < number:
        sheet, won, bias = ScoreSheet(rules), [], rng.choice((0.0, 0.3, 0.5, 0.7, 1.0))
        while not sheet.finished and (style.target or not sheet.hands):
            upcard, seat = rng.choice(DECK), int(rng.random() < bias)
            assert rules.limit_for(Card.of(upcard)) == style.limit(upcard)
            knocker, (theirs,), big = random_knock(rng, style.limit(upcard), 1)
            factor = rules.multiplier_for(Card.of(upcard))
            made = score_points(knocker, theirs, rules, multiplier=factor, big_gin=big)
            role, points = sheets.settle(
                knocker, theirs, style, big=big, factor=style.factor(upcard)
            )
            hand = Scored.of(made, seat)
            winner = {"knocker": seat, "defender": 1 - seat}.get(role)
            assert (hand.winner, hand.points) == (winner, points)
            won += [] if winner is None else [(winner, points)]
            sheet, seen = sheet.add(hand), seen + 1
            shutouts += check_totals(sheet, won, style)
    assert (shutouts > 0) is (style.target is not None)


def check_totals(sheet: ScoreSheet, won: list[tuple[int, int]], style: sheets.Style) -> bool:
    """Compare a sheet with the rules' arithmetic; whether its last column is a shutout."""
    if len(sheet.columns) == 3:
        columns = sheets.hollywood(won, style.target or 0, style.box, style.game, doubled=True)
        assert [(col.total(0), col.total(1)) for col in sheet.columns] == columns
        assert sheet.totals == tuple(map(sum, zip(*columns, strict=True)))
        return sheet.columns[-1].shutout
    wanted, winner = sheets.totals(won, style)
    assert (list(sheet.totals), sheet.columns[0].winner) == (wanted, winner)
    assert sheet.finished is (winner is not None)
    return sheet.columns[0].shutout


@pytest.mark.rule("players")
@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("name", TABLES)
def test_each_pair_is_settled_by_itself(name: str, number: int) -> None:
    rules, style = parse_rules(name), TABLES[name]
    count = rules.players
    for number_of in range(number):
        rng = Random(f"{name}/{number_of}")
        factor, seat = rng.choice([1, 2]), rng.randrange(count)
        knocker, theirs, big = random_knock(rng, style.knock, count - 1)
        pairs = [
            Pair((seat + step) % count, NOTHING, score_points(
                knocker, points, rules, multiplier=factor, big_gin=big))
            for step, points in enumerate(theirs, start=1)
        ]  # fmt: skip
        made = Outcome.settled(seat, Arrangement((), NO_CARDS, knocker), pairs, count)
        signed, won, boxes = settled(seat, knocker, theirs, style, big=big, factor=factor)
        assert (list(made.points), list(made.won)) == (signed, won)
        assert sum(made.points) == 0 and set(made.winners) == boxes


def settled(
    seat: int, knocker: int, theirs: list[int], style: sheets.Style, **more: int
) -> tuple[list[int], list[int], set[int]]:
    """Signed points, points written down and seats with a box, by the rules."""
    count, boxes = len(theirs) + 1, set()
    signed, won = [0] * count, [0] * count
    for step, deadwood in enumerate(theirs, start=1):
        other = (seat + step) % count
        role, points = sheets.settle(knocker, deadwood, style, **more)
        if role:
            winner, loser = (seat, other) if role == "knocker" else (other, seat)
            boxes.add(winner)
            won[winner] += points
            signed[winner] += points
            signed[loser] -= points
    return signed, won, boxes


@pytest.mark.rule("R75")
@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("name", [name for name in TABLES if name != "classic,players=3"])
def test_totals_at_a_table_of_knocks(name: str, number: int) -> None:
    rules, style, rng = parse_rules(name), TABLES[name], Random(name)
    seen = shutouts = 0
    while seen < number:
        sheet, rows, boxes = ScoreSheet(rules), [], []
        lucky, bias = rng.randrange(rules.players), rng.choice((0.0, 0.3, 1.0))
        while sheet.winner is None:
            seat = lucky if rng.random() < bias else rng.randrange(rules.players)
            knocker, theirs, big = random_knock(rng, style.knock, rules.players - 1)
            _, won, winners = settled(seat, knocker, theirs, style, big=big)
            deadwood = [theirs[(at - seat - 1) % rules.players] if at != seat else knocker
                        for at in range(rules.players)]  # fmt: skip
            sheet = sheet.add(counted_hand(seat, deadwood, rules, big_gin=big))
            rows.append(won)
            boxes.append(winners)
            wanted, winner = sheets.table_totals(rows, boxes, style)
            assert (list(sheet.totals), sheet.winner) == (wanted, winner)
            seen, shutouts = seen + 1, shutouts + sheet.columns[0].shutout
    assert shutouts


@pytest.mark.rule("play", "R82", "R83")
@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("name", MAHJONG)
def test_hands_and_totals_of_mahjong(name: str, number: int) -> None:
    rules, rng, game, seen = parse_rules(name), Random(name), others.Mahjong(), 0
    count = rules.players
    while seen < number:
        sheet, rows = ScoreSheet(rules), []
        while sheet.winner is None:
            cards = rng.sample(DECK, 52)
            laid = [cards[13 * at :][: rng.randrange(14)] for at in range(count)]
            held = [cards[13 * at : 13 * at + 13][::-1][: rng.randrange(4)] for at in range(count)]
            held = [[card for card in hand if card not in table]
                    for hand, table in zip(held, laid, strict=True)]  # fmt: skip
            empty = [seat for seat, hand in enumerate(held) if not hand]
            out = rng.choice(empty) if empty else None
            hand = score_mahjong(rules, sets(laid), sets(held), out)
            row = [others.points(table, game) - others.points(hand, game)
                   for table, hand in zip(laid, held, strict=True)]  # fmt: skip
            if out is not None:
                row[out] += 25
            assert list(hand.points) == row
            sheet, seen = sheet.add(hand), seen + 1
            rows.append(row)
            wanted = sheets.table_totals(rows, [()] * len(rows), sheets.MAHJONG)
            assert (list(sheet.totals), sheet.winner) == wanted


def sets(hands: list[list[str]]) -> tuple[CardSet, ...]:
    return tuple(CardSet.from_cards(map(Card.of, hand)) for hand in hands)


@pytest.mark.rule("columns")
@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("name", ["hollywood", "tedesco"])
def test_hollywood_columns(name: str, number: int) -> None:
    rng, seen = Random(name), 0
    while seen < number:
        sheet, won = ScoreSheet(PRESETS[name]), []
        while not sheet.finished:
            hand = random_hand(rng)
            sheet, seen = sheet.add(hand), seen + 1
            won += [] if hand.winner is None else [(hand.winner, hand.points)]
            check_totals(sheet, won, sheets.STYLES[name])


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


@pytest.mark.rule("R76", "R77", "R78", "R107", "R108")
@pytest.mark.parametrize("number", MANY)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_teams(size: int, number: int) -> None:
    rng, rules, seen = Random(size), team_rules(size, PRESETS["standard"]), 0
    while seen < number:
        sheet, won = ScoreSheet(rules), []
        while not sheet.finished:
            tables = [random_hand(rng) for _ in range(size)]
            signed = [
                0 if hand.winner is None else hand.points * (1 - 2 * hand.winner)
                for hand in tables
            ]  # fmt: skip
            winner, points = sheets.team_result(signed)
            made = team_hand(tables)
            assert (made.winner, made.points) == (winner, points)
            won += [] if winner is None else [(winner, points)]
            sheet, seen = sheet.add(made), seen + 1
            columns = sheets.hollywood(won, 100 * size, 25, 100, doubled=True)
            assert [(col.total(0), col.total(1)) for col in sheet.columns] == columns


def test_a_table_without_an_opponent_with_a_box_is_a_shutout() -> None:
    sheet = ScoreSheet(parse_rules("three-hand"))
    sheet = sheet.add(Outcome(Ended.GIN, (104, -52, -52), (104, 0, 0)))
    assert (sheet.columns[0].shutout, sheet.totals) == (True, (104 + 25 + 100 + 104, 0, 0))
