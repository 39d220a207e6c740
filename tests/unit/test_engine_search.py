"""The search: limits, stopping, progress, what the score and the rules change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, pairwise
from typing import Any

import numpy as np
import pytest

from analyzer.engine import OPPONENTS, Ending, Evaluation, Limit, OpponentModel, analyze
from analyzer.engine.belief import Trajectory, Worlds
from analyzer.engine.race import Race
from analyzer.engine.thresholds import LEAST_WORLDS, PART, VALUE, Z95
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.view import View
from analyzer.notation import parse_view

MIDDLE = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d Ks Jc Qs Kd Ad 2s\nstock: 22")
"""Eleven cards in mid-game, no knock, and no card of the pile, so that no turns are implied."""

KNOCKER = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Jc Qc Kc 5d Kh\nstock: 24")
"""A knock with five, or going on."""


READ = parse_view("""
    hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
    history:
      upcard 5s
      opp: takes 5s, discards Kh
      me: draws 4s, discards Jd
      opp: draws, discards 9c
""")
"""A draw, with the turns before it."""


BLIND = ("reader", "baseline")
"""Models that are the same where there are no turns to read."""


def q_of(answer: Evaluation, name: str) -> float:
    return next(value.q for value in answer.actions if str(value.action) == name)


def ticks() -> Iterator[float]:
    """A clock that goes on a second each time one looks."""
    now = 0.0
    while True:
        yield now
        now += 1.0


@pytest.mark.parametrize("worlds", [256, 700, 9000])
def test_so_many_worlds_and_no_more(worlds: int) -> None:
    answer = analyze(MIDDLE, Limit(worlds=worlds))
    assert answer.worlds == worlds and answer.done and not answer.stopped
    assert max(value.worlds for value in answer.actions) == worlds


@pytest.mark.parametrize(("model", "least"), [("baseline", 256), ("reader", 2048)])
@pytest.mark.parametrize("worlds", [1, 7, 255])
def test_never_so_few_worlds_that_nobody_knows_how_sure_they_are(
    worlds: int, model: str, least: int
) -> None:
    answer = analyze(READ, Limit(worlds=worlds), opponent=model)
    assert answer.worlds == least
    many = analyze(READ, Limit(worlds=8192), opponent=model)
    long = {value.action: value for value in many.actions}
    for value in answer.actions:
        known = long[value.action]
        foretold = known.se * (known.worlds / least) ** 0.5
        assert foretold / 1.5 < value.se < 1.5 * foretold


def test_a_limit_is_needed() -> None:
    with pytest.raises(ValueError, match="needs a limit"):
        Limit()


def test_an_error_is_reached() -> None:
    answer = analyze(MIDDLE, Limit(error=1.0, worlds=100_000))
    assert LEAST_WORLDS <= answer.worlds < 100_000
    racing = [value for value in answer.actions if value.worlds == answer.worlds]
    assert racing and all(Z95 * value.loss_se <= 1.0 for value in racing)


@pytest.mark.parametrize("error", [0.6, 0.3])
def test_a_large_loss_is_known_to_a_tenth_of_it_and_takes_fewer_worlds(error: float) -> None:
    answer = analyze(MIDDLE, Limit(error=error))
    _, *others = answer.actions
    assert all(Z95 * value.loss_se <= 1.05 * max(error, PART * value.loss) for value in others)
    far = [value for value in others if PART * value.loss > error]
    assert far and min(value.worlds for value in far) < answer.worlds
    assert any(Z95 * value.loss_se > error for value in far)


def race_of(model: str, *, precision: float | None = None) -> Race:
    return Race(MIDDLE, OPPONENTS[model], 1, precision)


def count_in(race: Race, values: dict[str, float], noise: np.ndarray) -> None:
    """Let the race have played as many worlds as there is noise, which all actions share.

    Each has its own mean, and a little of its own noise.
    """
    columns = [place for place in race._active if str(race.columns[place]) in values]
    own = [np.sin((place + 2) * np.arange(len(noise))) for place in range(len(columns))]
    means = np.array([values[str(race.columns[place])] for place in columns])
    race._tally.add(np.array(columns), means + noise[:, None] + np.array(own).T)
    race._active = columns
    race.worlds += len(noise)


def test_one_that_has_left_the_race_does_not_come_back_by_lucky_worlds() -> None:
    """All did well in the first worlds; then the one that went on did as it does on average."""
    race = race_of("baseline")
    first, behind, *_ = [str(action) for action in race.columns]
    count_in(race, {first: 30.0, behind: 29.0}, np.zeros(512))
    race.drop()
    assert [str(race.columns[place]) for place in race._active] == [first]
    count_in(race, {first: 20.0}, np.zeros(4096))
    means = {str(race.columns[place]): race._mean(place) for place in range(len(race.columns))}
    assert means[behind] > means[first]
    assert race._leader() == race._active[0] and race.precise(0.1)


def test_an_error_is_that_of_the_differences_and_the_value_is_known_to_four_times_it() -> None:
    race = race_of("baseline")
    first, second, *_ = [str(action) for action in race.columns]
    noise = np.random.default_rng(1).normal(0, 30, 8192)
    count_in(race, {first: 10.0, second: 9.99}, noise)
    own = Z95 * race._tally.error(race._leader())
    apart = max(Z95 * race._behind(place, race._leader())[1] for place in race._active)
    assert apart < own / 10
    assert race.precise(own / VALUE * 1.01) and not race.precise(own / VALUE * 0.99)


@pytest.mark.parametrize(("precision", "settled"), [(0.5, True), (0.1, False)])
def test_a_sole_survivor_goes_on_until_its_value_is_known(precision: float, settled: bool) -> None:
    race = race_of("baseline", precision=precision)
    count_in(race, {str(race.columns[0]): 10.0}, np.random.default_rng(2).normal(0, 30, 2048))
    assert 1 < Z95 * race._tally.error(race._active[0]) < 1.6
    assert race.settled is settled


def test_where_turns_cannot_be_read_the_worlds_are_independent_ones() -> None:
    blind, read = (Race(view, OPPONENTS["reader"], 1, None) for view in (MIDDLE, READ))
    assert (blind.model.belief.cluster, blind.least) == (1, LEAST_WORLDS)
    assert blind.model.name == read.model.name == "reader" and read.model.belief.cluster > 1
    one, two = (analyze(MIDDLE, Limit(worlds=512), opponent=name) for name in BLIND)
    assert one.actions == two.actions


def test_an_error_out_of_reach_ends_at_the_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.engine.search.MOST_WORLDS", 2000)
    answer = analyze(MIDDLE, Limit(error=1e-6))
    assert 2000 <= answer.worlds < 2000 + 8192 and answer.done


def test_seconds_are_the_clocks() -> None:
    clock = ticks()
    answer = analyze(MIDDLE, Limit(seconds=8.0), clock=lambda: next(clock))
    assert answer.worlds >= LEAST_WORLDS and 8 <= answer.seconds < 14


@pytest.mark.parametrize("worlds", [2066, 2084, 2180])
def test_a_loss_is_the_difference_of_the_values(worlds: int) -> None:
    for model in ("reader", "baseline"):
        best, other = analyze(READ, Limit(worlds=worlds), opponent=model).actions
        assert best.worlds == other.worlds == worlds
        assert other.loss == pytest.approx(best.q - other.q)


@pytest.mark.parametrize("model", OPPONENTS.values(), ids=lambda model: model.name)
def test_a_batch_cut_short_by_the_clock_cuts_no_cluster(
    model: OpponentModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins: list[int] = []
    run = Race.run

    def spy(race: Race, count: int, *others: Any) -> None:
        begins.append(race.worlds % race.model.belief.cluster)
        run(race, count, *others)

    monkeypatch.setattr(Race, "run", spy)
    clock = (0.3 * tick for tick in count())
    analyze(READ, Limit(seconds=3.0), opponent=model.name, clock=lambda: next(clock))
    assert len(begins) > 2 and not any(begins)


def test_no_chain_is_walked_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    begins: list[int] = []
    sample = Trajectory.sample

    def spy(belief: Trajectory, view: View, seed: int, first: int, count: int) -> Worlds:
        begins.append(first % belief.together)
        return sample(belief, view, seed, first, count)

    monkeypatch.setattr(Trajectory, "sample", spy)
    clock = (0.3 * tick for tick in count())
    analyze(READ, Limit(seconds=3.0), clock=lambda: next(clock))
    assert len(begins) > 2 and not any(begins)


def test_a_stop_leaves_an_answer() -> None:
    answer = analyze(MIDDLE, Limit(worlds=100_000), stop=lambda: True)
    assert answer.stopped and answer.done and answer.worlds == LEAST_WORLDS
    assert len(answer.actions) == len(MIDDLE.legal_actions())


def test_progress_goes_one_way() -> None:
    seen: list[Evaluation] = []
    last = analyze(MIDDLE, Limit(worlds=6000), progress=seen.append)
    assert len(seen) > 3 and not any(answer.done for answer in seen)
    for before, after in pairwise([*seen, last]):
        assert before.worlds <= after.worlds and before.seconds <= after.seconds
        assert before.racing >= after.racing
    assert last.racing == 0 and last.worlds == 6000
    assert last.actions == seen[-1].actions


def test_less_is_known_of_less() -> None:
    few, many = (analyze(MIDDLE, Limit(worlds=number)) for number in (500, 8000))
    name = str(many.best[0])
    errors = [next(v.se for v in one.actions if str(v.action) == name) for one in (few, many)]
    assert 3 < errors[0] / errors[1] < 5.3


def test_a_sole_action_is_best() -> None:
    view = parse_view(
        "rules: eaai\ndealer: opp\nhand: 7h 8h 9h 4c 4d Qs Kd Qd 2c Ac\nhistory:\n"
        "  upcard 9c\n  me: pass\n  opp: pass"
    )
    assert [str(action) for action in view.legal_actions()] == ["draw"]
    answer = analyze(view, Limit(worlds=512))
    (only,) = answer.actions
    assert only.loss == only.loss_se == 0 and answer.best == (only.action,) and only.se > 0


def test_an_unknown_opponent_is_named() -> None:
    with pytest.raises(InputError, match="no opponent model `nobody`"):
        analyze(MIDDLE, Limit(worlds=1), opponent="nobody")


def test_a_finished_match_is_refused() -> None:
    with pytest.raises(InputError, match="not a score of a match in progress"):
        analyze(replace(MIDDLE, score=(100, 3)), Limit(worlds=1))


def test_huge_bonuses_are_refused() -> None:
    rules = MIDDLE.rules.override(gin_bonus=5000)
    with pytest.raises(InputError, match="more than 512 points"):
        analyze(replace(MIDDLE, rules=rules), Limit(worlds=1))


def test_an_exact_knock_beside_sampled_discards() -> None:
    """With sixteen unseen cards the knock is counted through, the discards are played out."""
    view = parse_view(
        "rules: eaai\nhand: Ac Ah As 2c 2h 3c 5d 8c 8d 8h 8s\nopp took: Qd\nstock: 8\n"
        "pile: Td Js Tc Jh Kd Jc 9h 9s Ks Kc Jd 6h 6c 9c 6d 5h 5c 3d Th Ts 6s 9d 5s"
    )
    answer = analyze(view, Limit(worlds=2000), opponent="uniform")
    knock = next(value for value in answer.actions if str(value.action) == "knock 5d")
    assert knock.exact and knock.q == pytest.approx(46301 / 1870, abs=1e-9)
    discards = [value for value in answer.actions if not value.action.ends_hand]
    assert len(discards) == 11 and not any(value.exact for value in discards)
    best = answer.actions[0]
    assert not best.exact  # so the knock's loss has the error of the discard that is better
    assert knock.loss == pytest.approx(best.q - knock.q, abs=1e-9)
    assert knock.loss_se == pytest.approx(best.se, rel=1e-6)


def test_a_spade_upcard_doubles_all() -> None:
    text = "rules: oklahoma\nhand: 7h 8h 9h 4c 4d Ks Jc Qs Kd Ad 2s\npile: 5s Kh 9c\nstock: 22\n"
    view = parse_view(text)
    plain, doubled = (
        analyze(replace(view, upcard=Card.of(card)), Limit(worlds=400)) for card in ("8d", "8s")
    )
    assert plain.view.limit == doubled.view.limit == 8
    once = {str(value.action): value for value in plain.actions}
    for value in doubled.actions:
        one = once[str(value.action)]
        if one.worlds == value.worlds == 400:
            assert value.q == pytest.approx(2 * one.q) and value.se == pytest.approx(2 * one.se)


@pytest.mark.parametrize(
    ("tie", "worst"), [("undercut", -25), ("nothing", 0), ("knocker", 0)]
)  # fmt: skip
def test_what_a_tie_is_worth(tie: str, worst: int) -> None:
    """The opponent holds ten known cards that keep five points, as the knocker does."""
    view = parse_view(
        f"rules: eaai,tie={tie}\nhand: 7h 8h 9h 4c 4d 4s Jc Qc Kc 5d Kh\nstock: 2\n"
        "opp took: 7c 7d 7s 9c 9d 9s Jd Jh Js 5s\npile: "
        "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4h 5c 5h 6c 6d 6h 6s 8c 8d 8s Tc Td Th Ts Qd Qh Qs"
    )
    answer = analyze(view, Limit(worlds=1), opponent="uniform")
    assert q_of(answer, "knock Kh") == worst


LEAD, TRAIL = (90, 0), (0, 90)


def at_score(view: View, score: tuple[int, int]) -> Evaluation:
    return analyze(replace(view, score=score), Limit(worlds=4000))


def test_the_score_changes_the_best_action() -> None:
    """Ten points end the match for the leader, who knocks; who trails by ninety needs gin."""
    lead, trail = at_score(KNOCKER, LEAD), at_score(KNOCKER, TRAIL)
    assert str(lead.best[0]) == "knock Kh" and lead.best != trail.best
    assert str(trail.best[0]).startswith("discard")
    for answer in (lead, trail):
        matches = [value.match for value in answer.actions if value.match is not None]
        assert len(matches) == len(answer.actions)
        assert matches == sorted(matches, reverse=True)


def test_the_parts_of_a_match_chance() -> None:
    answer = at_score(KNOCKER, LEAD)
    knock = next(value for value in answer.actions if str(value.action) == "knock Kh")
    won = knock.outcomes[Ending.KNOCK].p
    assert knock.match is not None and won * 0.9 < knock.match < 1
