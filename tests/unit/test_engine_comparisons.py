"""Beside the answer: other opponents, other scores, other stages of the hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count, pairwise

import numpy as np
import pytest

from analyzer.engine import DEFAULT_OPPONENT, OPPONENTS, Evaluation, Limit, OpponentModel, analyze
from analyzer.engine.belief import PlayedPrior, Trajectory, Uniform
from analyzer.engine.comparisons._scores import WORLDS, score_map, step_of
from analyzer.engine.comparisons._waiting import _best, asks_to_wait, stages, waiting_curve
from analyzer.engine.comparisons.compare import (
    ALL,
    ASKED,
    LEAST_WORLDS,
    WHO,
    WORLDS_SHARE,
    Comparison,
    _compare_opponents,
    _share,
    compare,
    steady,
)
from analyzer.engine.equity import equity_for
from analyzer.engine.thresholds import Z95, grade
from analyzer.engine.types import Grade
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.game.view import View
from analyzer.notation import parse_view

LIMIT = Limit(worlds=1024)

KNOCKER = parse_view("hand: 3c 4c 5c 6c 9d 9h 9s 6s 2h Ad Kc\npile: 2d Kh 8s Jd 7h Ks\nstock: 25")
"""A knock with nine, two cards from gin."""

GIN = parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12")

DEPENDS = parse_view("""
    hand: Ac 8c Jc Ad 2d 8d Td 8h Th 5s Ts
    history:
      upcard 2d
      me: takes 2d, discards Qh
      opp: draws, discards 9s
      me: draws Ac, discards 7s
      opp: takes 7s, discards Jh
      me: draws 6c, discards 6c
      opp: takes 6c, discards 3c
      me: draws 5s, discards Kc
      opp: draws, discards 6c
      me: draws Jc, discards Kd
      opp: draws, discards Th
      me: takes Th
""")
"""A knock with nine, or going on: against one who knocks early, and so is far from it after six
turns, going on is five points better; against one who waits for gin it is as many worse."""

LOOSE = parse_view("hand: 3c 4c 5c 6c 9d 9h Ts 4s Ah Ad Kc\nstock: 29")
"""No knock; several discards are close; nothing tells of the turns."""


@cache
def answer(view: View, worlds: int = 1024, opponent: str = DEFAULT_OPPONENT) -> Evaluation:
    return analyze(view, Limit(worlds=worlds), opponent=opponent)


@cache
def compared(view: View, opponent: str = DEFAULT_OPPONENT) -> Evaluation:
    return _compare_opponents(answer(view, opponent=opponent), LIMIT)


def discarded(card: str) -> Action:
    return Action(Kind.DISCARD, Card.of(card))


# Opponents


def test_each_opponent_is_asked_and_named() -> None:
    found = compared(LOOSE)
    own, *others = found.models
    assert own == DEFAULT_OPPONENT and others == list(ASKED[1:])
    assert set(found.against) == set(found.models) <= set(WHO) == set(OPPONENTS)
    assert found.against[own].loss == 0 and found.models[own] == found.best
    assert all(found.against[name].worlds == LEAST_WORLDS for name in others)


def test_a_sensible_player_is_another_opponent_only_where_there_are_turns_to_read() -> None:
    """Without them the default model is just that."""
    read, blind = (_compare_opponents(answer(view, 512), LIMIT) for view in (DEPENDS, LOOSE))
    assert list(read.models) == [DEFAULT_OPPONENT, *ASKED]
    assert "baseline" not in blind.models
    assert answer(LOOSE).actions == answer(LOOSE, opponent="baseline").actions


def test_the_answers_own_model_stands_first() -> None:
    found = compared(LOOSE, opponent="greedy")
    assert list(found.models) == ["greedy", *ASKED]


def test_a_model_answers_as_a_search_against_it_does() -> None:
    main = answer(LOOSE)
    found = compared(LOOSE)
    alone = analyze(LOOSE, _share(main, LIMIT, len(ASKED[1:])), opponent="waits-for-gin")
    assert [str(action) for action in found.models["waits-for-gin"]] == [*map(str, alone.best)]
    lost = next(one for one in alone.actions if one.action == main.actions[0].action)
    assert found.against["waits-for-gin"].loss == lost.loss
    assert found.against["waits-for-gin"].loss_se == lost.loss_se


def test_where_the_answer_reads_the_turns_each_player_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Against a reader's answer stands what one surely of that type would hold after the turns."""
    asked: dict[str, OpponentModel] = {}

    def watched(view, limit, *, opponent, model, **more):  # type: ignore[no-untyped-def]
        asked[opponent] = model
        return analyze(view, Limit(worlds=64), opponent=opponent, model=model, **more)

    monkeypatch.setattr("analyzer.engine.comparisons.compare.analyze", watched)
    _compare_opponents(answer(DEPENDS, opponent="reader"), LIMIT)
    for name in set(ASKED) - {"uniform"}:
        belief = asked[name].belief
        assert isinstance(belief, Trajectory)
        assert belief.types == asked[name].styles == OPPONENTS[name].styles
        assert sum(belief.prior) == 1
    assert asked["uniform"] is OPPONENTS["uniform"]
    _compare_opponents(answer(DEPENDS, opponent=ASKED[0]), LIMIT)
    assert all(asked[name] is OPPONENTS[name] for name in ASKED[1:])


def test_robust_is_an_action_best_or_tied_against_all() -> None:
    found = compared(LOOSE)
    assert found.robust is bool(steady(found))
    ten, king = discarded("Ts"), discarded("Kc")
    agreed = replace(found, models={"baseline": (ten,), "uniform": (king, ten)})
    differs = replace(found, models={"baseline": (ten,), "uniform": (king,)})
    assert steady(agreed) == (ten,) and steady(differs) == ()


def test_what_is_clear_is_robust_without_any_loss() -> None:
    found = compared(GIN)
    assert found.robust is True
    assert {str(best[0]) for best in found.models.values()} == {"gin Kh"}
    assert all(against.loss == 0 for against in found.against.values())


def test_who_sits_opposite_may_matter() -> None:
    found = _compare_opponents(answer(DEPENDS, worlds=65_536), LIMIT)
    assert found.robust is False
    assert not set(found.models["knocks-early"]) & set(found.models["baseline"])
    first = found.actions[0].action
    parted = [found.against[who] for who, best in found.models.items() if first not in best]
    assert parted
    assert all(against.loss > Z95 * against.loss_se > 0 for against in parted)


def test_a_single_choice_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    main = answer(LOOSE)
    monkeypatch.setattr("analyzer.engine.comparisons.compare.analyze", None)
    assert _compare_opponents(replace(main, actions=main.actions[:1]), LIMIT).robust is True


def test_too_few_worlds_are_not_compared() -> None:
    found = _compare_opponents(replace(answer(LOOSE), worlds=8), LIMIT)
    assert found.robust is None and not found.models


def test_a_stop_leaves_the_rest_out() -> None:
    calls = count()
    found = _compare_opponents(answer(LOOSE), LIMIT, stop=lambda: next(calls) > 8)
    assert found.stopped and found.robust is None
    assert 0 < len(found.models) < len(ASKED)


def test_the_seconds_are_shared_out() -> None:
    main = replace(answer(LOOSE), worlds=100_000)
    asked = _share(main, Limit(seconds=8.0, error=0.1), 4)
    assert asked.seconds == 1.0 and asked.worlds == 100_000 // WORLDS_SHARE


def test_the_comparison_depends_on_seed_and_worlds_alone() -> None:
    one = _compare_opponents(answer(LOOSE), LIMIT, threads=1)
    two = _compare_opponents(answer(LOOSE), LIMIT, threads=2)
    assert (one.models, one.against) == (two.models, two.against)


# Scores


@pytest.mark.parametrize("target", [2, 10, 11, 100, 130, 131, 250, 500])
def test_a_map_is_neither_coarse_nor_wide(target: int) -> None:
    step = step_of(target)
    assert 1 <= len(range(0, target, step)) <= 13
    assert step == 1 or step % 10 == 0


def test_a_map_weighs_the_same_worlds_at_every_score() -> None:
    found = score_map(answer(LOOSE))
    assert found is not None
    assert (found.target, found.step, found.worlds) == (100, 10, WORLDS)
    assert [cell.score for cell in found.cells][:11] == [
        *((0, theirs) for theirs in range(0, 100, 10)), (10, 0),
    ]  # fmt: skip
    for cell in found.cells:
        assert cell.best[0] == cell.values[0].action and cell.values[0].loss == 0
        tied = [v.action for v in cell.values if grade(v.loss, v.loss_se)[0] is Grade.BEST]
        assert list(cell.best) == tied
        assert all(one.match >= two.match for one, two in pairwise(cell.values))


def test_a_map_agrees_with_the_search_at_that_score() -> None:
    """The same worlds, weighed by the search itself: the chances are the same ones."""
    found = score_map(answer(LOOSE))
    assert found is not None
    at = replace(LOOSE, score=(10, 90))
    searched = analyze(at, Limit(worlds=WORLDS))
    (cell,) = [cell for cell in found.cells if cell.score == (10, 90)]
    best = searched.actions[0]
    assert cell.values[0].action == best.action and best.match is not None
    assert best.worlds == WORLDS
    assert cell.values[0].match == pytest.approx(best.match, abs=1e-12)
    assert found.actions[0] in [value.action for value in searched.actions]


def test_chances_grow_with_my_score_and_shrink_with_theirs() -> None:
    found = score_map(answer(LOOSE))
    assert found is not None
    size = len(found.scores)
    best = np.array([cell.values[0].match for cell in found.cells]).reshape(size, size)
    assert (np.diff(best, axis=0) > 0).all() and (np.diff(best, axis=1) < 0).all()


def test_the_actions_of_a_map_are_those_that_matter_somewhere() -> None:
    found = score_map(answer(LOOSE))
    assert found is not None
    counts = [sum(action in cell.best for cell in found.cells) for action in found.actions]
    assert counts == sorted(counts, reverse=True) and counts[-1] > 0
    assert set(found.actions) == {action for cell in found.cells for action in cell.best}


def test_without_a_match_or_a_choice_there_is_no_map() -> None:
    lone = answer(LOOSE)
    assert score_map(replace(lone, actions=lone.actions[:1])) is None
    no_match = replace(LOOSE, rules=LOOSE.rules.override(target=None))
    assert equity_for(no_match.rules) is None
    assert score_map(answer(no_match)) is None
    assert score_map(lone, stop=lambda: True) is None


# Stages


def test_waiting_is_a_question_where_a_knock_is_legal_and_gin_is_not() -> None:
    assert asks_to_wait(answer(KNOCKER))
    assert not asks_to_wait(answer(GIN))
    assert not asks_to_wait(answer(LOOSE))
    assert waiting_curve(answer(LOOSE)) is None


def test_the_stages_keep_what_is_seen_and_hide_the_rest() -> None:
    found = stages(KNOCKER)
    assert [one.stock for one in found] == list(range(31, 2, -2))
    now = next(one for one in found if one.stock == KNOCKER.stock)
    assert now == replace(KNOCKER, history=None)
    for one in found:
        assert one.hand == KNOCKER.hand
        assert one.pile == KNOCKER.pile[: len(one.pile)]
        assert 11 + 10 + one.stock + len(one.pile) + one.buried == 52
    later = [one for one in found if one.stock < KNOCKER.stock]
    assert all(one.pile == KNOCKER.pile for one in later)
    assert [one.buried for one in later] == list(range(2, 24, 2))


def test_the_discards_of_both_go_with_the_stock() -> None:
    view = replace(KNOCKER, my_discards=3, their_discards=4)
    found = {one.stock: (one.my_discards, one.their_discards) for one in stages(view)}
    assert (found[25], found[21], found[29], found[31]) == ((3, 4), (5, 6), (1, 2), (0, 1))


def test_the_curve_marks_now_and_knows_its_errors() -> None:
    curve = waiting_curve(answer(KNOCKER))
    assert curve is not None
    (now,) = [point for point in curve.points if point.now]
    assert now.stock == 25
    for point in curve.points:
        assert point.knock.ends_hand and not point.wait.ends_hand
        assert 0 < point.se < 1


def test_the_curve_agrees_with_the_search_now() -> None:
    main = analyze(KNOCKER, Limit(worlds=32_768))
    curve = waiting_curve(main)
    assert curve is not None
    (now,) = [point for point in curve.points if point.now]
    knock = next(one for one in main.actions if one.action == now.knock)
    wait = next(one for one in main.actions if one.action == now.wait)
    error = (now.se**2 + wait.loss_se**2) ** 0.5
    assert abs(now.gain - (wait.loss - knock.loss)) < 4 * error


def test_at_another_stage_only_a_surely_better_discard_takes_over() -> None:
    """The better of two noisy means would flatter knocking, as often the wrong discard waits."""
    discards = [discarded("Kc"), discarded("2h")]
    noise = np.random.default_rng(1).normal(0, 20, 2048)
    base = np.zeros(2048)
    luck = np.stack([base, noise - noise.mean() + 0.5], axis=1)
    gain = np.stack([base, noise - noise.mean() + 1.5], axis=1)
    assert _best(discards, luck) == discards[0]
    assert _best(discards, gain) == discards[1]


def test_knocking_is_for_the_beginning_and_gin_for_the_end() -> None:
    """Early the opponent holds much deadwood; late little, and an undercut is near."""
    curve = waiting_curve(answer(KNOCKER))
    assert curve is not None
    first, last = curve.points[0], curve.points[-1]
    assert first.gain > Z95 * first.se
    assert last.gain < -Z95 * last.se


def test_the_curve_keeps_a_uniform_belief_and_replaces_one_that_reads_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    for belief in (Uniform, PlayedPrior):
        real = belief.sample

        def watched(self, *arguments, real=real):  # type: ignore[no-untyped-def]
            asked.append(type(self))
            return real(self, *arguments)

        monkeypatch.setattr(belief, "sample", watched)
    main = answer(KNOCKER)
    for opponent, belief in (("uniform", Uniform), ("reader", PlayedPrior)):
        asked.clear()
        assert waiting_curve(replace(main, opponent=opponent)) is not None
        assert set(asked) == {belief}


# All of it


def test_all_that_is_wanted_and_no_more() -> None:
    main = answer(KNOCKER)
    alone = compare(main, LIMIT, frozenset())
    assert alone is main
    only = compare(main, LIMIT, frozenset({Comparison.WAITING}))
    assert only.waiting is not None and only.scores is None and only.robust is None
    told: list[Evaluation] = []
    whole = compare(main, LIMIT, ALL, progress=told.append)
    assert whole.waiting is not None and whole.scores is not None and whole.robust is not None
    assert whole.causes is not None and whole.causes.other not in whole.best
    assert len(told) == len(ASKED) + 3
    assert [one.scores is None for one in told] == [True] * (len(told) - 1) + [False]


def test_a_stopped_answer_is_not_followed_up() -> None:
    stopped = replace(answer(KNOCKER), stopped=True)
    assert compare(stopped, LIMIT) == stopped
    late = compare(answer(KNOCKER), LIMIT, frozenset({Comparison.SCORES}), stop=lambda: True)
    assert late.stopped and late.scores is None
