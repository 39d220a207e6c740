"""What is believed of a player before the first turn: hands seen in full, and the fit to them."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec
import pytest

from analyzer.engine.belief import Trajectory
from analyzer.engine.bots import bot_named
from analyzer.engine.policies import MANNER, PRIOR, SOFT, TYPES, Habits, Style, shipped_habits
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs
from analyzer.kernel import likelihood
from analyzer.notation import parse_view
from tests.unit.test_cli import document, error_of, run
from tests.workshop import habits
from tests.workshop.__main__ import PROGRAM, workshop
from tests.workshop.habits import Gaps
from tests.workshop.readings import MOST_DISCARDS, self_played, turns_of
from tests.workshop.tuning._habits import (
    LEAST,
    MOST,
    PEOPLE,
    WIDE,
    Mixture,
    PlayedTurns,
    PlayerHands,
    fit_mixture,
    fit_people,
    fit_thinking,
    joined,
    log_chances,
    mean_log_chance,
)

EAAI = PRESETS["eaai"]
EVEN = (1 / len(TYPES),) * len(TYPES)
SHIPPED = Mixture(SOFT, PRIOR, MANNER)
UNLIKE = TYPES.index(Style.UNPREDICTABLE)


def turns_by(name: str, hands: int, seed: int = 3) -> PlayedTurns:
    ends = [self_played(bot_named(name, EAAI), EAAI, seed, number)[0] for number in range(hands)]
    found = [turns_of(end, player) for end in ends if end.outcome for player in (0, 1)]
    return joined([one for one in found if one is not None])


def test_a_trail_leads_from_the_deal_to_the_last_hand() -> None:
    for number in range(6):
        end, _ = self_played(bot_named("fast", EAAI), EAAI, 3, number)
        for player in (0, 1):
            turns = turns_of(end, player)
            assert turns is not None
            held = [CardSet(mask) for mask in turns.before.tolist()]
            assert {len(hand) for hand in held} == {10}
            after = [*held[1:], end.hands[player]]
            for row, hand, drawn, then in zip(
                turns.timeline, held, turns.drawn, after, strict=True
            ):
                if row[likelihood.ACT] == likelihood.PASSED:
                    assert then == hand
                    continue
                eleven = CardSet(hand.mask | 1 << int(drawn))
                gone = eleven - then
                assert len(eleven) == 11 and len(gone) == 1
                assert [int(card) for card in gone] == [row[likelihood.DISCARDED]]


def test_cases_hold_the_truth_that_their_player_cannot_see() -> None:
    _, cases = self_played(bot_named("fast", EAAI), EAAI, 3, 1)
    assert len(cases) > 6
    for case in cases:
        assert case.view.opponent <= case.truth <= case.view.opponent | case.view.unseen
        assert 0 < len(case.truth - case.view.opponent) == case.view.hidden
        assert case.view.their_discards <= MOST_DISCARDS
    assert {case.taken for case in cases} == {True, False, None}


def test_every_player_is_most_likely_of_its_own_type() -> None:
    for name, style in (
        ("fast", Style.SENSIBLE),
        ("camper", Style.WAITS_FOR_GIN),
        ("greedy", Style.GREEDY),
        ("gin-waiter", Style.GREEDY_WAITS),
    ):
        logs = log_chances(EAAI, turns_by(name, 12), SHIPPED).sum(axis=0)
        assert TYPES[int(logs.argmax())] == style, name


def test_the_fit_finds_who_plays_and_how_surely() -> None:
    parts = [PlayerHands(turns_by("greedy", 20), 0.75), PlayerHands(turns_by("fast", 20), 0.25)]
    begin = Mixture(tuple(replace_all(one, 2.0) for one in SOFT), EVEN, MANNER)
    found = fit_mixture(EAAI, parts, begin, rounds=4)
    assert mean_log_chance(EAAI, parts, found) > mean_log_chance(EAAI, parts, begin) + 0.05
    assert sum(found.prior) == pytest.approx(1)
    known = 0.75  # the rest is kept for people
    assert found.prior[TYPES.index(Style.GREEDY)] > 0.5 * known > found.prior[0] > 0.12 * known
    apart = (UNLIKE, *PEOPLE)
    assert all(within(soft) for kind, soft in enumerate(found.soft) if kind not in apart)
    assert all(found.soft[kind] == begin.soft[kind] for kind in apart)
    assert sum(found.prior[kind] for kind in PEOPLE) == pytest.approx(0.25), "as it was"
    assert fit_mixture(EAAI, parts, begin, rounds=4) == found


def test_who_is_hard_to_predict_is_fitted_to_who_thinks() -> None:
    seen, odd = turns_by("fast", 20), replace(MANNER, dead=(-0.4, 0.0), take_first=-3.0)
    begin = Mixture(tuple(replace_all(one, 2.0) for one in SOFT), PRIOR, odd)
    found = fit_thinking(EAAI, seen, begin, rounds=1)
    logs = [log_chances(EAAI, seen, one, (UNLIKE,)).sum() for one in (begin, found)]
    assert logs[1] > logs[0] + 0.05 * len(seen.timeline)
    assert found.manner.dead[0] > -0.1 and found.manner.take_first > -3.0
    assert found.manner.take_any == odd.take_any
    assert within(found.soft[UNLIKE]) and found.prior == PRIOR
    assert found.soft[:UNLIKE] == begin.soft[:UNLIKE]
    assert found.soft[UNLIKE + 1 :] == begin.soft[UNLIKE + 1 :]


def test_in_the_mixture_who_is_hard_to_predict_stays_as_found() -> None:
    found = fit_mixture(EAAI, [PlayerHands(turns_by("greedy", 8), 1.0)], SHIPPED, rounds=1)
    assert found.soft[UNLIKE] == SOFT[UNLIKE] and found.manner == MANNER


def test_people_are_fitted_beside_the_others_which_stay() -> None:
    parts = [PlayerHands(turns_by(f"people:{name}", 12), 1.0) for name in ("faces", "loose")]
    begin = Mixture((*SOFT[:-2], WIDE, WIDE), PRIOR, MANNER)
    found = fit_people(EAAI, parts, begin, 0.2, rounds=1)
    assert mean_log_chance(EAAI, parts, found) > mean_log_chance(EAAI, parts, begin) + 0.02
    assert found.soft[:-2] == begin.soft[:-2]
    assert sum(found.prior[kind] for kind in PEOPLE) == pytest.approx(0.2, abs=0.002)
    assert sum(found.prior) == pytest.approx(1)
    assert all(map(within, found.soft))
    widest = found.soft[-1]
    assert all(one >= least for one, least in zip(widest[:5], WIDE, strict=False)), "never sure"


def test_who_is_like_no_other_is_told_from_the_rest() -> None:
    """By twelve hands of each, every turn seen."""
    for name, styles in (
        ("people:faces", {Style.KEEPS_HIGH}),
        ("people:loose", {Style.UNLIKE_ANYONE, Style.KEEPS_HIGH}),
        ("people:beginner", {Style.UNLIKE_ANYONE}),
    ):
        logs = log_chances(EAAI, turns_by(name, 12), SHIPPED).sum(axis=0)
        assert TYPES[int(logs.argmax())] in styles, name


def replace_all(soft, factor):
    return type(soft)(*(value * factor for value in soft[:-1]))


def within(soft) -> bool:
    return all(least <= one <= most for least, one, most in zip(LEAST, soft, MOST, strict=True))


VIEW = parse_view("""
    hand: 7h 8h 9h Kc Kd Qd Jd 2c Ac 2h
    history:
      upcard 6s
      opp: takes 6s, discards Js
      me: draws Kd, discards 7s
      opp: draws, discards 9d
""")


def test_the_lean_makes_no_type_likelier_by_itself() -> None:
    """A type that stands for the same player twice, once with more lean, halves its chance."""
    twins, prior = (Style.SENSIBLE, Style.SENSIBLE), (0.5, 0.5)
    soft = SOFT[0]._replace(lean=0.003), SOFT[0]._replace(lean=0.009)
    first, _ = Trajectory(types=twins, prior=prior, soft=soft).chances(VIEW)
    assert abs(first - 0.5) < 0.1


def test_the_shipped_habits_say_where_they_come_from() -> None:
    found = shipped_habits()
    assert found.command == f"{PROGRAM} tune --belief --seed {found.seed} --hands {found.hands}"
    assert set(found.players) == set(habits.PLAYERS)
    assert found.people.startswith(f"{PROGRAM} tune --people --seed ")
    assert sum(PRIOR) == pytest.approx(1)
    assert all(map(within, SOFT))
    assert len(Trajectory().chances(VIEW)) == len(TYPES)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players without a search, and a short walk."""
    shares = {"fast": 0.5, "camper": 0.25, "eaai-simple": 0.25}
    leaning = dict(habits.LEAN_FROM)
    leaning["fast"] += leaning.pop("engine:256")
    for name, value in (
        ("PLAYERS", shares), ("THINKS", "fast"), ("LEAN_FROM", leaning), ("CASES", 12),
        ("ROUNDS", 1), ("CLUSTERS", 2),
    ):  # fmt: skip
        monkeypatch.setattr(habits, name, value)


@pytest.mark.usefixtures("few")
def test_the_command_writes_habits_that_can_be_read(tmp_path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    for file in files:
        told = document(
            "tune", "--belief", "--hands", "6", "--seed", "4", "--out", str(file), program=workshop
        )
        assert told["bytes"] == file.stat().st_size
        assert set(told["gaps"]) == {"fast", "camper", "eaai-simple"}
    assert files[0].read_bytes() == files[1].read_bytes()
    found = msgspec.json.decode(files[0].read_bytes(), type=Habits)
    assert found.command == f"{PROGRAM} tune --belief --seed 4 --hands 6"
    assert told["log_chance"]["after"] == found.log_chance
    assert set(json.loads(files[0].read_bytes())["soft"]) == set(TYPES)


@pytest.mark.usefixtures("few")
def test_people_alone_are_fitted_to_people_alone(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(habits, "names_in", lambda group: ("people:faces", "people:beginner"))
    file = tmp_path / "habits"
    told = document(
        "tune", "--people", "--hands", "6", "--seed", "4", "--out", str(file), program=workshop
    )
    assert set(told["gaps"]) == {"people:faces", "people:beginner"}
    found, shipped = msgspec.json.decode(file.read_bytes(), type=Habits), shipped_habits()
    assert found.people == f"{PROGRAM} tune --people --seed 4 --hands 6"
    assert (found.command, found.manner) == (shipped.command, shipped.manner)
    assert found.soft[Style.SENSIBLE] == shipped.soft[Style.SENSIBLE]


@pytest.mark.usefixtures("few")
def test_the_command_tells_what_it_found(tmp_path) -> None:
    done = run(
        "tune", "--belief", "--hands", "4", "--out", str(tmp_path / "file"), program=workshop
    )
    assert done.exit_code == 0
    assert "waits for gin" in done.output and "sampled hands hold" in done.output
    missing = str(tmp_path / "none" / "file")
    told = error_of("tune", "--belief", "--hands", "4", "--out", missing, program=workshop)
    assert "cannot be written" in told["message"]


@pytest.mark.usefixtures("few")
def test_too_few_hands_to_fit_to() -> None:
    with pytest.raises(InputError, match="too few"), Jobs() as jobs:
        habits.fit_habits(1, 2, jobs)


def test_more_deadwood_than_is_true_leans_harder() -> None:
    begin = [one._replace(lean=0.006, lean_change=0.002) for one in SOFT]
    gaps = {
        "fast": Gaps(1.0, 1.0), "engine:256": Gaps(0.0, 2.0), "camper": Gaps(-2.0, 0.0),
        "eaai-simple": Gaps(-99.0, 1.0),
    }  # fmt: skip
    leaned = habits._with_lean(Mixture(tuple(begin), PRIOR, MANNER), gaps, habits.LEAN_FROM)
    found = dict(zip(TYPES, leaned.soft, strict=True))
    both = {style: (soft.lean, soft.lean_change) for style, soft in found.items()}
    assert both[Style.SENSIBLE] == pytest.approx((0.0085, 0.002))
    assert both[Style.UNPREDICTABLE] == pytest.approx((0.006, 0.007))
    assert both[Style.WAITS_FOR_GIN] == pytest.approx((0.001, 0.007))
    assert both[Style.UNLIKE_ANYONE] == (0.006, 0.002), "nothing set it"
    assert both[Style.GREEDY] == pytest.approx((LEAST.lean, 0.0105 - LEAST.lean))
