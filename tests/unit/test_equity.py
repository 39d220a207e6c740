"""The chance to win a match: against laws, and against matches played out."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from analyzer.engine.equity import Equity, equity_for
from analyzer.engine.selfplay import SelfPlay, figures_for, measure
from analyzer.errors import InputError
from analyzer.game.rules import PRESETS, TWO_HANDED, BoxWhen, NextDealer, Rules
from analyzer.game.view import Side
from analyzer.kernel import match

MATCHES = sorted(name for name, rules in TWO_HANDED.items() if rules.target)


def table(rules: Rules) -> Equity:
    found = equity_for(rules)
    assert found is not None
    return found


@pytest.mark.parametrize("name", MATCHES)
def test_the_players_are_alike(name: str) -> None:
    found = table(PRESETS[name]).chances
    assert np.allclose(found[0] + found[1].T, 1, atol=1e-9)
    assert np.all((found > 0) & (found < 1))


@pytest.mark.parametrize("name", MATCHES)
def test_points_are_worth_having(name: str) -> None:
    found = table(PRESETS[name]).chances
    assert np.all(np.diff(found, axis=1) >= -1e-12) and np.all(np.diff(found, axis=2) <= 1e-12)


@pytest.mark.rule("R69")
@pytest.mark.parametrize("name", MATCHES)
def test_the_end_of_a_match(name: str) -> None:
    rules = PRESETS[name]
    assert rules.target is not None
    found, last = table(rules), rules.target - 1
    points = np.array([1, 200, -1, -200, 0])
    after = found.after((last, last), Side.ME, points)
    assert after[:4].tolist() == [1, 1, 0, 0] and 0.4 < after[4] < 0.6
    with pytest.raises(InputError, match="not a score of a match in progress"):
        found.chance((rules.target, 0))
    with pytest.raises(InputError):
        found.chance((0, -1))


@pytest.mark.rule("R69")
@pytest.mark.parametrize("name", MATCHES)
def test_the_chance_is_the_mean_over_the_hand_to_come(name: str) -> None:
    rules = PRESETS[name]
    found, figures = table(rules), figures_for(rules)
    values = np.array(list(figures.points))
    weights = np.array(list(figures.points.values())) / figures.hands
    for score in ((0, 0), (37, 80), (99, 5)):
        for dealer, sign in ((Side.ME, -1), (Side.OPPONENT, 1)):
            mean = weights @ found.after(score, dealer, sign * values)
            assert mean == pytest.approx(found.chance(score, dealer), abs=1e-9)
        both = (found.chance(score, Side.ME) + found.chance(score, Side.OPPONENT)) / 2
        assert found.chance(score) == pytest.approx(both)


def test_the_slope_at_the_start() -> None:
    slopes = {name: table(PRESETS[name]).slope for name in MATCHES}
    assert all(0.003 < slopes[name] < 0.007 for name in MATCHES if PRESETS[name].target == 100)
    assert slopes["tournament"] < slopes["oklahoma"] < slopes["eaai"]  # the longer the match
    found = table(PRESETS["eaai"])
    assert found.slope == pytest.approx((found.chance((10, 0)) - found.chance((0, 10))) / 20)


def test_without_a_target_there_is_no_match() -> None:
    assert equity_for(PRESETS["openspiel"]) is None


@pytest.mark.parametrize("target", [1, 1001, 10_000])
def test_a_match_too_short_or_too_long_is_refused(target: int) -> None:
    with pytest.raises(InputError, match=f"a match to {target} is not solved"):
        equity_for(PRESETS["eaai"].override(target=target))


def test_a_box_beyond_the_target_wins_the_match_and_no_more() -> None:
    huge, enough = (
        table(PRESETS["palace"].override(target=60, box_bonus=box)) for box in (9_999, 60)
    )
    assert np.array_equal(huge.chances, enough.chances)


def by_recursion(rules: Rules, figures: SelfPlay) -> dict[tuple[int, int, int], float]:
    """The chances cell by cell, from the definition: by dealer (0 me), my score, their score."""
    assert rules.target is not None
    box = rules.box_bonus if rules.box_when is BoxWhen.ONCE else 0
    known: dict[tuple[int, int, int], float] = {}

    def chance(dealer: int, mine: int, theirs: int) -> float:
        if max(mine, theirs) >= (rules.target or 0):
            return float(mine > theirs)
        return known[dealer, mine, theirs]

    def scored(dealer: int, mine: int, theirs: int) -> float:
        total = 0.0
        for points, count in figures.points.items():
            gain = -points if dealer == 0 else points
            if gain > 0:
                total += count * chance(
                    _next(rules.next_dealer, dealer, 0), mine + gain + box, theirs
                )
            elif gain < 0:
                total += count * chance(
                    _next(rules.next_dealer, dealer, 1), mine, theirs - gain + box
                )
        return total / figures.hands

    void = figures.points.get(0, 0) / figures.hands
    for total in reversed(range(2 * rules.target - 1)):
        for mine in range(max(0, total - rules.target + 1), min(total, rules.target - 1) + 1):
            theirs = total - mine
            here = [scored(dealer, mine, theirs) for dealer in (0, 1)]
            for dealer in (0, 1):
                if _next(rules.next_dealer, dealer, None) == dealer:
                    known[dealer, mine, theirs] = here[dealer] / (1 - void)
                else:
                    value = (here[dealer] + void * here[1 - dealer]) / (1 - void * void)
                    known[dealer, mine, theirs] = value
    return known


@pytest.mark.parametrize("how", NextDealer)
@pytest.mark.parametrize(
    "name",
    [
        "eaai",
        pytest.param("palace", marks=pytest.mark.nightly),
        pytest.param("oklahoma", marks=pytest.mark.nightly),
    ],
)
def test_the_table_is_that_of_the_definition(name: str, how: NextDealer) -> None:
    rules = PRESETS[name].override(target=33, next_dealer=how)
    solved = table(rules).chances
    for cell, value in by_recursion(rules, figures_for(rules)).items():
        assert solved[cell] == pytest.approx(value, abs=1e-12)


def test_the_work_grows_with_the_square_of_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice the target takes about four times as many sums, not the eight of the cube."""
    summed = Counter[int]()

    def added(row: np.ndarray, times: float, to: np.ndarray) -> None:
        summed[target] += len(row)
        to[: len(row)] += times * row

    monkeypatch.setattr(match, "_add", added)
    plain = getattr(match._fill_chances, "function", match._fill_chances)
    monkeypatch.setattr(match, "_fill_chances", plain)
    for target in (200, 400):
        table(PRESETS["eaai"].override(target=target))
    assert 0 < summed[400] < 6 * summed[200]


def test_a_crowd_shares_one_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def slow(*given: object) -> np.ndarray:
        made.append(1)
        time.sleep(0.05)
        return np.full((2, 77, 77), 0.5)

    monkeypatch.setattr("analyzer.engine.equity._solve", slow)
    rules = PRESETS["eaai"].override(target=77)
    with ThreadPoolExecutor(8) as pool:
        tables = set(pool.map(equity_for, [rules] * 8))
    assert len(made) == len(tables) == 1


def test_the_match_does_not_change_the_figures_of_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.engine.selfplay.measure", None)  # nothing is played anew
    for name in ("eaai", "oklahoma"):
        rules = PRESETS[name].override(target=1, box_bonus=99, best_of=3)
        assert figures_for(rules) is figures_for(PRESETS[name])


def win_share(rules: Rules, figures: SelfPlay, score: tuple[int, int], dealer: int) -> float:
    """My share of matches played out by drawing hands, the deal moved as the rules say."""
    rng, wins, matches = Random(f"{rules.name} {score}"), 0, 20_000
    assert rules.target is not None
    box = rules.box_bonus if rules.box_when is BoxWhen.ONCE else 0
    drawn = rng.choices(list(figures.points), list(figures.points.values()), k=12 * matches)
    for _ in range(matches):
        points, deals = list(score), dealer
        while max(points) < rules.target:
            won = drawn.pop() if drawn else rng.choice(list(figures.points))
            winner = 1 - deals if won > 0 else deals  # `won` is the non-dealer's
            if won:
                points[winner] += abs(won) + box
            deals = _next(rules.next_dealer, deals, winner if won else None)
        wins += points[0] >= rules.target
    return wins / matches


def _next(how: NextDealer, dealer: int, winner: int | None) -> int:
    if how is NextDealer.ALTERNATE:
        return 1 - dealer
    if winner is None:
        return dealer
    if how is NextDealer.SCORED:
        return 1 - dealer
    return winner if how is NextDealer.WINNER else 1 - winner


@pytest.mark.parametrize("how", NextDealer)
def test_matches_played_out_agree(how: NextDealer) -> None:
    rules = PRESETS["palace"].override(target=60, next_dealer=how)
    figures, found = figures_for(rules), table(rules)
    for score, dealer, side in (((0, 0), 0, Side.ME), ((35, 10), 1, Side.OPPONENT)):
        share = win_share(rules, figures, score, dealer)
        assert share == pytest.approx(found.chance(score, side), abs=4 * 0.5 / 20_000**0.5)


def test_figures_of_a_preset_are_shipped_and_can_be_measured_again() -> None:
    for name in ("classic", "oklahoma"):
        shipped, again = figures_for(PRESETS[name]), measure(PRESETS[name], 20_000, seed=9)
        means = [
            sum(points * count for points, count in one.points.items()) / one.hands
            for one in (shipped, again)
        ]
        assert means[0] == pytest.approx(means[1], abs=1.2) and 0 < means[0] < 1.5
        ends = [np.array(one.endings) / one.hands for one in (shipped, again)]
        assert np.allclose(*ends, atol=0.02)
        first = [float(np.mean(one.deadwood[0])) for one in (shipped, again)]
        assert first[0] == pytest.approx(first[1], abs=1)


def test_the_same_seed_plays_the_same_hands() -> None:
    one, two, other = (measure(PRESETS["eaai"], 3000, seed=seed) for seed in (1, 1, 2))
    assert one == two and one.points != other.points
