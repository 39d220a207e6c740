"""`ginsight bench` measures what it says; how fast is for the bench itself, not for a test."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest

from analyzer.arena import benchmark
from analyzer.arena.benchmark import _hands as hands
from analyzer.arena.benchmark import _kernel as kernel
from analyzer.arena.benchmark import _loops as loops
from analyzer.arena.benchmark import _openspiel as openspiel
from analyzer.arena.benchmark import _search as search
from analyzer.arena.benchmark import reviews
from analyzer.engine import DEFAULT_OPPONENT
from analyzer.engine.timeline import readable
from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import CardSet
from analyzer.game.melds import best_arrangements, deadwood, discards, lay_off, spread_shape
from analyzer.game.rules import PRESETS
from analyzer.game.view import Question
from analyzer.kernel import jit
from tests.unit.test_cli import document, run

RULES = PRESETS["standard"]


@pytest.fixture(scope="module")
def played() -> hands.SelfPlayed:
    return hands.play(RULES, 300, seed=7)


def test_spots_are_positions_that_can_be(played):
    for spot in played.spots:
        view = spot.view(RULES)  # a View checks its cards and counts itself
        other = CardSet(spot.truth[loops.OTHER])
        assert len(other) == 10
        assert view.opponent <= other
        assert not other & view.hand
        assert len(view.unseen | view.opponent) == len(other) + view.stock
        assert (view.taken is None) != (view.drawn is None)
    discards = {spot.discards for spot in played.spots}
    assert discards == set(range(hands.DISCARDS[0], hands.DISCARDS[1] + 1))


def test_spots_are_played_hands_not_random_ones(played):
    views = [spot.view(RULES) for spot in played.spots]
    mean = sum(deadwood(view.hand, RULES) for view in views) / len(views)
    assert 15 < mean < 45  # eleven random cards hold about 60
    assert sum(bool(view.opponent) for view in views) > len(views) / 3


def test_knocks_are_real_ones(played):
    assert len(played.knocks) > 50
    assert any(runs for _, runs, _ in played.knocks) and any(rest for *_, rest in played.knocks)
    for defender, runs, _ in played.knocks.tolist():
        assert len(CardSet(defender)) == 10
        assert not defender & runs


def test_the_loops_ask_what_they_say(played):
    tables, masks = RULES.tables, played.hands
    views = [spot.view(RULES) for spot in played.spots]
    assert loops.deadwoods(masks, 1, tables) == sum(deadwood(view.hand, RULES) for view in views)
    assert loops.discards(masks, 2, tables) == 2 * sum(
        discards(view.hand, RULES)[0].deadwood for view in views
    )


def test_the_lay_off_loop_is_the_exact_answer():
    knocker = best_arrangements(CardSet.of("7c 7d 7s 8h 9h Th 9c Tc Jc 4d"), RULES)[0]
    assert isinstance(knocker, Arrangement)
    runs, missing = spread_shape(knocker)
    defenders = [CardSet.of("Ac 2c 2d 2s 6h 7h Kc Kd Kh Ks"), CardSet.of("2h 3s 5d 8c Qc Kc")]
    total = loops.defences(
        np.array([hand.mask for hand in defenders]),
        np.array([runs, runs]),
        np.array([missing, missing]),
        1,
        RULES.tables,
    )
    assert total == sum(lay_off(knocker, hand, RULES).points for hand in defenders)


@pytest.mark.skipif(not jit.COMPILED, reason="plain Python is too slow to be timed")
def test_the_kernel_is_timed(played, monkeypatch):
    monkeypatch.setattr(kernel, "CALLS", 3_000)
    monkeypatch.setattr(kernel, "DEALS", 200)
    speed = kernel.kernel_speed(RULES, played)
    assert 0 < speed.deadwood_ns < speed.discard_ns
    assert (speed.hands, speed.knocks) == (300, len(played.knocks))
    playouts = kernel.playout_speed(RULES)
    assert 0 < playouts.baseline < playouts.greedy


def test_the_search_is_asked_about_hands_with_their_turns():
    views = hands.midgame(RULES, 12, seed=3)
    assert all(view.question is Question.DISCARD and readable(view) for view in views)
    discards = [view.my_discards + view.their_discards for view in views]
    assert min(discards) >= hands.DISCARDS[0] and max(discards) >= hands.DISCARDS[0] + 5
    assert len({view.hand for view in views}) == 12


def test_the_search_is_timed():
    views = hands.midgame(RULES, 2)
    told: list[str] = []
    speed = search.search_speed(views, errors=(3.0, 2.0), threads=1, tell=told.append)
    assert [one.error for one in speed.intervals] == [3.0, 2.0]
    assert all(one.reached == 2 for one in speed.intervals)
    assert 0 < speed.first.median <= speed.first.p90
    assert (speed.opponent, speed.positions) == (DEFAULT_OPPONENT, 2)
    assert speed.playouts > speed.worlds > 0
    assert [text for text, _ in groupby(told)] == told


def test_the_review_is_timed(monkeypatch):
    monkeypatch.setattr(reviews, "SETTINGS", reviews.WARMING)
    told: list[str] = []
    speed = reviews.review_speed(hands=2, threads=1, tell=told.append)
    assert (speed.hand.hands, speed.hand.decisions, speed.match.hands) == (1, 12, 2)
    for one in (speed.hand, speed.match):
        assert 0 <= one.undecided <= one.counting <= one.decisions
        assert one.cpu > 0 and one.seconds > 0
    assert told[-1].startswith("review of a match: decision ")


def test_the_match_that_is_timed_has_ten_hands():
    _, match = reviews.review_records(10)
    assert len(match.hands) == 10


def test_openspiel_is_asked_about_the_same_hands(played, monkeypatch):
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(openspiel, "HANDS", 50)
    monkeypatch.setattr(openspiel, "GAMES", 3)
    speed = openspiel.openspiel_speed(played)
    assert speed is not None
    assert speed.discard_ns > speed.deadwood_ns > speed.call_ns > 0
    assert speed.layoff_ns > 0
    assert speed.playouts > 0


def test_openspiel_sees_the_knockers_melds():
    library = pytest.importorskip("pyspiel")
    utils = library.gin_rummy.GinRummyUtils(13, 4, 10)
    knocker = best_arrangements(CardSet.of("7c 7d 7s 8h 9h Th Jh Qh Kh 4d"), RULES)[0]
    defender = CardSet.of("Ac 2c 2d 2s 6h 7h Kc Kd Qc Ks")
    cards, melds = openspiel._knock(utils, defender.mask, *spread_shape(knocker))
    assert len(cards) == 10
    laid = [utils.int_to_meld[meld] for meld in melds]
    shown = sorted(" ".join(sorted(utils.card_ints_to_card_strings(meld))) for meld in laid)
    assert shown == ["7c 7d 7s", "8h 9h Jh Qh Th"]


def test_without_openspiel_the_rest_is_measured(played, monkeypatch):
    monkeypatch.setattr(openspiel, "_installed", lambda: None)
    assert openspiel.openspiel_speed(played) is None


def test_rules_without_lay_offs_are_not_timed():
    with pytest.raises(InputError, match="nobody knocks with deadwood"):
        benchmark.run(PRESETS["straight"], positions=0)


def test_the_command(monkeypatch):
    monkeypatch.setattr(benchmark, "HANDS", 300)
    monkeypatch.setattr(kernel, "CALLS", 1_000)
    monkeypatch.setattr(kernel, "DEALS", 50)
    monkeypatch.setattr(openspiel, "HANDS", 20)
    monkeypatch.setattr(openspiel, "GAMES", 1)
    found = document("bench", "--positions", "0", "--hands", "0", "--rules", "eaai")
    assert (found["rules"], found["search"], found["review"]) == ("eaai", None, None)
    assert set(found["kernel"]) >= {"deadwood_ns", "discard_ns", "layoff_ns"}
    assert (found["openspiel"] is None) == (found["ratios"] is None)
    monkeypatch.setattr(search, "PATIENCE", 0.2)
    monkeypatch.setattr(reviews, "SETTINGS", reviews.WARMING)
    text = run("bench", "--positions", "1", "--hands", "1", "--threads", "1").stdout
    assert "a match, 1 hand" in text
    assert "least deadwood of 11 cards" in text
    assert "every difference to ±0.1 or a tenth" in text
