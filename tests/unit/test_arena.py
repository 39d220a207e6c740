"""The arena: mirrored deals, both paths the same, honest intervals, games to the target."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from click.testing import CliRunner

from analyzer.arena import duel
from analyzer.arena._chunks import PairRange, play
from analyzer.cli import main
from analyzer.engine.bots import EaaiSimpleBot, PolicyBot, bot_named
from analyzer.engine.bots._base import Unlearning
from analyzer.engine.bots.tables import (
    KernelTable,
    PlayedDeal,
    _outcome_for,
    _ViewTable,
    dealt,
    table_for,
)
from analyzer.engine.objective import ENDINGS
from analyzer.engine.statistics import ratio, share
from analyzer.engine.types import Ending
from analyzer.errors import InputError
from analyzer.game.actions import DRAW, PASS, TAKE, Action, Kind
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.hand_end import HandEnd
from analyzer.game.position import start
from analyzer.game.rules import PRESETS, BoxWhen, Rules, parse_rules
from analyzer.game.view import Side, Turn, View
from analyzer.jobs import Jobs, Stopped
from tests.sizes import rest_at_night

EAAI = PRESETS["eaai"]


def policies(first: str, second: str) -> tuple[PolicyBot, PolicyBot]:
    return bot_named(first, EAAI), bot_named(second, EAAI)


def no_clock() -> float:
    return 0.0


@pytest.mark.parametrize("rules", ["eaai", "standard", "openspiel", "oklahoma", "tedesco"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "names", [("fast", "greedy"), ("gin-waiter", "camper"), ("knocks-early", "fast")]
)
def test_kernel_and_views_give_the_same_hands(
    names: tuple[str, str], seat: int, rules: str
) -> None:
    bots = policies(*names)
    kernel = KernelTable(bots, PRESETS[rules], seed=7)
    views = _ViewTable(bots, PRESETS[rules], 7, no_clock)
    fast, slow = kernel.hands(20, 12, seat), views.hands(20, 12, seat)
    assert fast[0].tolist() == slow[0].tolist()
    assert fast[1].tolist() == slow[1].tolist()
    assert [kernel.hand(deal, seat) for deal in range(20, 32)] == [
        PlayedDeal(*hand) for hand in zip(*map(np.ndarray.tolist, slow), strict=True)
    ]


@pytest.mark.parametrize("preset", ["standard", "oklahoma"])
def test_eleven_cards_dealt_are_the_same_on_both_paths(preset: str) -> None:
    rules = parse_rules(f"{preset},first_upcard=eleven")
    bots = policies("fast", "greedy")
    fast = KernelTable(bots, rules, 7).hands(0, 20, 0)
    slow = _ViewTable(bots, rules, 7, no_clock).hands(0, 20, 0)
    assert [fast[0].tolist(), fast[1].tolist()] == [slow[0].tolist(), slow[1].tolist()]


@pytest.mark.parametrize("changes", ["wall=reshuffle", "misdeal_if_dealt_knock=true", "meld_cap=5"])
def test_rules_that_the_kernel_does_not_deal_are_played_with_views(changes: str) -> None:
    rules = parse_rules(f"standard,{changes}")
    table = table_for(policies("fast", "greedy"), rules, 1, no_clock)
    assert isinstance(table, _ViewTable)
    assert len(table.hands(0, 6, 0)[0]) == 6


def test_a_bot_against_itself_on_mirrored_deals_is_even() -> None:
    """Without chance in its play both seatings are the same hand: every pair adds up to zero."""
    chunk = play(PairRange(("fast", "fast"), EAAI, 1, games=False, first=0, count=200))
    assert not chunk.points.any()
    found = duel("fast", "fast", games=200)
    assert found.games is not None and found.games.won is not None
    assert (found.games.won.mean, found.games.won.low, found.games.won.high) == (0.5, 0.5, 0.5)


def test_the_second_player_draws_from_the_other_end() -> None:
    here = dealt(EAAI, 1, 0)
    table = _ViewTable((EaaiSimpleBot(), EaaiSimpleBot()), EAAI, 1, no_clock)
    assert here.dealer == 1 and here.turn == 0
    first = table._after(here.apply(PASS).apply(PASS), DRAW, table.bots[1])
    assert first.drawn == here.stock[0]
    discarded = next(action for action in first.legal_actions() if action.kind is Kind.DISCARD)
    second = table._after(first.apply(Action(Kind.DISCARD, discarded.card)), DRAW, table.bots[0])
    assert second.drawn == here.stock[-1]


def test_undercut_rates_are_of_the_bot_that_knocked() -> None:
    hands = CardSet.of("2c 3c 4c 7h 8h 9h Kd Ks Kh Tc"), CardSet.of("Ac Ad As 5h 5d 5s Jc Jd Jh 2h")
    rest = [card for card in DECK - hands[0] - hands[1] if card != Card.of("4h")]
    here = start(EAAI, hands, Card.of("4h"), tuple(rest))
    here = here.apply(TAKE).apply(Action(Kind.KNOCK, Card.of("Tc")))
    assert here.outcome is not None
    assert _outcome_for(here.outcome, 0)[:2] == (-27, ENDINGS.index(Ending.UNDERCUT))
    assert _outcome_for(here.outcome, 1)[:2] == (27, ENDINGS.index(Ending.THEIR_UNDERCUT))


@rest_at_night("workers", [1, 2], {2})
def test_the_same_seed_gives_the_same_figures_on_any_number_of_workers(workers: int) -> None:
    with Jobs(workers) as jobs:
        found = duel("fast", "eaai-simple", hands=30, games=2, seed=5, jobs=jobs)
    alone = duel("fast", "eaai-simple", hands=30, games=2, seed=5)
    for one, other in ((found.hands, alone.hands), (found.games, alone.games)):
        assert one is not None and other is not None
        assert (one.points, one.won, one.ends) == (other.points, other.won, other.ends)
    assert found.hands is not None and found.hands.pace[0] is not None


def test_other_seeds_give_other_figures() -> None:
    means = {duel("fast", "greedy", hands=2_000, seed=seed).hands.points.mean for seed in range(4)}  # type: ignore[union-attr]
    assert len(means) == 4


def test_intervals_cover_as_often_as_they_say() -> None:
    """Of 200 contests the truth (a far longer one) lies in some 190 of the intervals."""
    table = KernelTable(policies("fast", "greedy"), EAAI, 11)
    points = sum(table.hands(0, 80_000, seat)[0].astype(float) for seat in (0, 1))
    assert isinstance(points, np.ndarray)
    truth = points.mean() / 2
    inside = 0
    for part in np.split(points, 200):
        found = ratio(part, np.full(len(part), 2.0))
        assert found.low is not None and found.high is not None
        inside += found.low <= truth <= found.high
    assert abs(inside / 200 - 0.95) < 4 * sqrt(0.95 * 0.05 / 200)


def test_mirroring_narrows_the_interval() -> None:
    table = KernelTable(policies("fast", "greedy"), EAAI, 11)
    first, second = (table.hands(0, 20_000, seat)[0].astype(float) for seat in (0, 1))
    assert (first + second).var() < first.var() + second.var()


def test_games_go_to_the_target() -> None:
    found = duel("fast", "random", rules=EAAI, games=6)
    assert found.games is not None and found.games.won is not None
    assert found.games.won.mean == 1
    assert found.games.pairs == 3
    assert 6 <= found.games.hands <= 40


@pytest.mark.rule("box_when")
def test_boxes_credited_at_once_bring_the_target_nearer() -> None:
    rules = PRESETS["palace"].override(box_bonus=100)
    found = duel("fast", "greedy", rules=rules, games=200)
    later = duel("fast", "greedy", rules=replace(rules, box_when=BoxWhen.END), games=200)
    assert found.games is not None and later.games is not None
    assert found.games.hands < 1.2 * 200 < 2 * 200 < later.games.hands  # one hand wins, or none


class SeesScore(Unlearning):
    """Knocks and discards as the simple player, and remembers the scores that it was shown."""

    name = "sees-score"

    def __init__(self) -> None:
        self.seen: list[tuple[int, int] | None] = []

    def decide(self, view: object, seed: int) -> object:
        self.seen.append(view.score)  # type: ignore[attr-defined]
        return EaaiSimpleBot().decide(view, seed)  # type: ignore[arg-type]


def test_each_bot_sees_the_score_from_its_own_side() -> None:
    bots = SeesScore(), SeesScore()
    table = _ViewTable(bots, EAAI, 3, no_clock)  # type: ignore[arg-type]
    for seat in (0, 1):
        table.hand(0, seat, (40, 65))
    assert set(bots[0].seen) == {(40, 65)}
    assert set(bots[1].seen) == {(65, 40)}


def test_the_weaker_bot_loses() -> None:
    found = duel("fast", "eaai-simple", hands=300)
    assert found.hands is not None and found.hands.points.low is not None
    assert found.hands.points.low > 1


def test_a_stop_is_heeded() -> None:
    done: list[int] = []
    with pytest.raises(Stopped):
        duel(
            "fast", "eaai-simple", hands=200,
            progress=lambda number, all_: done.append(number), stop=lambda: len(done) >= 2,
        )  # fmt: skip
    assert done == [1, 2]


def test_in_a_sitting_the_same_deals_are_played_in_both_seats_and_in_turn() -> None:
    """Policies learn nothing: the sums are those of the deals, each in either seat."""
    found = play(PairRange(("fast", "greedy"), EAAI, 7, games=False, first=2, count=3, sitting=4))
    table = KernelTable(policies("fast", "greedy"), EAAI, 7)
    both = sum(table.hands(8, 12, seat)[0].astype(int) for seat in (0, 1))
    assert isinstance(both, np.ndarray)
    assert found.points.tolist() == both.reshape(3, 4).sum(axis=1).tolist()
    assert found.hands.tolist() == [8, 8, 8] and found.endings.sum() == 24


def test_a_sitting_is_one_observation() -> None:
    found = duel("fast", "greedy", hands=100, sitting=8)
    assert found.hands is not None
    assert (found.hands.pairs, found.hands.hands, found.sitting) == (7, 112, 8)


@pytest.mark.parametrize("sitting", [0, -1, 10_001])
def test_a_sitting_has_a_hand_at_least(sitting: int) -> None:
    with pytest.raises(InputError, match="a sitting of"):
        duel("fast", "greedy", hands=10, sitting=sitting)


@pytest.mark.parametrize(
    ("hands", "games", "rules"), [(0, 0, EAAI), (-2, 0, EAAI), (0, 2, PRESETS["openspiel"])]
)
def test_nothing_to_play(hands: int, games: int, rules: Rules) -> None:
    with pytest.raises(InputError):
        duel("fast", "greedy", rules, hands=hands, games=games)


class TestCommand:
    def run(self, *words: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(main, ["arena", *words], catch_exceptions=False)
        return result.exit_code, result.stdout, result.stderr

    def test_prints_one_document(self) -> None:
        code, out, err = self.run("fast", "greedy", "--hands", "4000", "--games", "40", "--json")
        found = json.loads(out)
        assert (code, err) == (0, "")
        assert found["bots"] == ["fast", "greedy"] and found["rules"] == "eaai"
        assert found["hands"]["points"]["low"] > 3
        assert found["games"]["won"]["mean"] > 0.5
        shares = found["hands"]["first"]["ends"]["endings"]
        assert sum(shares.values()) == pytest.approx(1, abs=1e-5)

    def test_tells_it_in_words(self) -> None:
        code, out, _ = self.run("fast", "eaai-simple", "--hands", "40")
        assert code == 0
        assert "40 single hands" in out
        _, out, _ = self.run("fast", "eaai-simple", "--hands", "40", "--sitting", "5")
        assert "40 hands, 5 in a row:" in out and "points a hand for fast" in out
        assert "knocked and was undercut" in out

    def test_says_which_bots_there_are(self) -> None:
        code, out, err = self.run("fast", "gredy", "--json")
        assert code == 2
        assert "eaai-simple" in json.loads(out)["error"]["hint"]
        assert err.count("\n") == 1


def test_other_bots_play_too() -> None:
    assert bot_named("engine:64", EAAI).name == "engine:64"
    found = duel("engine:64", "random", hands=2)
    assert found.hands is not None and found.hands.points.low is None
    assert found.hands.points.mean > 0


class Counts(Unlearning):
    """Plays as the simple player, and counts the hands of the game that it has seen end."""

    name = "counts"

    def __init__(self, hands: tuple[HandEnd, ...] = (), played: list[int] | None = None) -> None:
        self.hands, self.played = hands, [] if played is None else played

    def decide(self, view: View, seed: int) -> Action:
        self.played.append(len(self.hands))
        return EaaiSimpleBot().decide(view, seed)

    def after(self, hand: HandEnd) -> Counts:  # type: ignore[override]
        return Counts((*self.hands, hand), self.played)


def test_a_bot_remembers_the_hands_of_its_game_only() -> None:
    learner = Counts()
    table = _ViewTable((learner, EaaiSimpleBot()), EAAI, 3, no_clock)
    table.sit_down()
    for deal in range(4):
        table.hand(deal, seat=deal % 2)
    assert sorted(set(learner.played)) == [0, 1, 2, 3]
    learner.played.clear()
    table.hands(0, 4, seat=0)
    assert set(learner.played) == {0}, "single hands are between strangers"


def test_a_bot_remembers_the_hands_of_its_sitting_only(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = Counts()
    monkeypatch.setattr("analyzer.arena._chunks.bot_named", lambda name, rules: learner)
    play(PairRange(("counts", "counts"), EAAI, 3, games=False, first=0, count=2, sitting=3))
    assert set(learner.played) == {0, 1, 2}


def test_games_in_a_row_are_games_of_their_own_that_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learner = Counts()
    monkeypatch.setattr("analyzer.arena._chunks.bot_named", lambda name, rules: learner)
    task = PairRange(("counts", "counts"), EAAI, 3, games=True, first=1, count=1, sitting=3)
    row = play(task)
    alone = [play(replace(task, first=number, sitting=1)) for number in (3, 4, 5)]
    assert row.points.sum() == sum(each.points.sum() for each in alone)
    assert row.hands.sum() == sum(each.hands.sum() for each in alone)
    assert row.won.sum() == sum(each.won.sum() for each in alone)
    learner.played.clear()
    play(task)
    longest = max(learner.played)
    learner.played.clear()
    play(replace(task, sitting=1))
    assert longest > max(learner.played)


def test_of_games_in_a_row_each_counts() -> None:
    found = duel("fast", "greedy", games=100, sitting=4).games
    assert found is not None and found.won is not None and found.won.mean > 0.6
    assert (found.pairs, found.games) == (13, 104)


def test_what_a_bot_is_told_of_a_hand_is_its_own_side() -> None:
    table = _ViewTable((Counts(), EaaiSimpleBot()), EAAI, 3, no_clock)
    for deal in range(12):
        table.hand(deal, seat=1)
    seated = table._seated[0]
    assert isinstance(seated, Counts)
    assert len(seated.hands) == 12
    for told in seated.hands:
        assert (told.opponent is None) == (told.knocker is None)
        theirs = [event for event in told.history if event.player == Side.OPPONENT]
        assert all(event.card is None for event in theirs if event.turn is Turn.DRAW)
        assert told.dealer == Side.ME


def test_few_pairs_have_intervals_that_hold() -> None:
    rng, held, cases = np.random.default_rng(1), 0, 2000
    for _ in range(cases):
        found = ratio(rng.normal(1.0, 3.0, size=4), np.ones(4))
        assert found.low is not None and found.high is not None
        held += found.low <= 1.0 <= found.high
    assert 0.93 <= held / cases <= 0.97, "1.96 deviations of four pairs hold in 85%"


def test_all_of_a_few_is_not_surely_all() -> None:
    found = share(np.full(4, 2.0), np.full(4, 2.0))
    assert found.mean == found.high == 1.0 and found.low is not None and found.low < 0.6


def test_rules_are_given_by_name_too() -> None:
    named, given = (
        duel("fast", "greedy", rules, hands=200) for rules in ("classic", PRESETS["classic"])
    )
    assert named == given and named.rules is not EAAI
    with pytest.raises(InputError, match="no preset `clasic`"):
        duel("fast", "greedy", "clasic", hands=2)
