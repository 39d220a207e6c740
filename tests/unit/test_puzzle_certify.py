"""What is certified, and what is refused and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.engine.rollouts import candidates
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.practice.puzzles.explain import action_of, entry_of, tempting
from analyzer.practice.puzzles.types import Option, PuzzleAsk, PuzzleStep
from analyzer.review import LayOff
from analyzer.review.coach import Detail, Theme, explain, themes_of
from tests.workshop.puzzles.answers import (
    ALWAYS_TAKE,
    FEWEST_PAIRS,
    HIGHEST_CARD,
    LEAST_DEADWOOD,
    MELDS_FIRST,
    ONLY_MELDS,
    ask_of,
    baselines,
    loose_discards,
)
from tests.workshop.puzzles.certify import (
    DEMANDS,
    AskedOptions,
    Refusal,
    asked_at,
    certify,
    deeper,
)
from tests.workshop.puzzles.exact import OpenShowdown, certify_lay_off, certify_spread
from tests.workshop.puzzles.rate import rated, said
from tests.workshop.puzzles.scores import at_score
from tests.workshop.puzzles.weigh import paired_rollouts, read_as

STANDARD = PRESETS["standard"]
QUICK = replace(DEMANDS, worlds=4_096, most_worlds=8_192, model_worlds=2_048)

FOUR_TENS = """
rules: standard
hand: 9c Tc Ad 2d 3d 4d 9d 9h Th 2s 9s
history:
  upcard Ac
  me: takes Ac, discards Ks
  opp: takes Ks, discards Jd
  me: draws 2s, discards 8h
  opp: draws, discards Qs
  me: draws 3d, discards Qc
  opp: draws, discards Qd
  me: draws 9c, discards Ac
  opp: takes Ac, discards 9h
  me: takes 9h
"""
"""Discarding the two leaves more outs to gin than discarding a ten, which saves points."""

KNOCK_AFTER = """
rules: standard
hand: 7c 5d 7h Th Jh Qh Kh 2s 4s 7s
history:
  upcard 4d
  me: pass
  opp: takes 4d, discards Kh
  me: takes Kh, discards Td
  opp: draws, discards Ac
  me: draws 7c, discards Kd
  opp: draws, discards 9d
  me: draws 4s, discards 3h
  opp: draws, discards 9c
  me: draws 2s, discards Qc
  opp: draws, discards Ts
  me: draws 5d, discards Qs
  opp: takes Qs, discards Jc
  me: draws Qd, discards Qd
  opp: draws, discards 8s
  me: draws 8c, discards 8c
  opp: draws, discards 8h
  me: draws 9s, discards 9s
  opp: draws, discards 9h
"""
"""Taking the nine and knocking at once is as good as drawing; taking it to wait is not."""


def asked(text: str) -> AskedOptions:
    found = asked_at(parse_view(text))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def step() -> PuzzleStep:
    found = certify(asked(FOUR_TENS), seed=77, demands=QUICK)
    assert isinstance(found, PuzzleStep), found
    return found


def test_a_clear_discard_is_certified(step: PuzzleStep) -> None:
    assert (step.ask, step.best) == (PuzzleAsk.DISCARD, "discard 2s")
    assert step.gap >= QUICK.gap
    played_out = [one.answer for one in step.options if one.worlds >= QUICK.worlds]
    assert played_out == ["discard 2s", "discard Th", "discard 4d"], (
        "the others leave the race early"
    )
    assert all(
        one.loss - QUICK.margin * one.loss_se >= QUICK.gap and one.loss >= 4 * one.loss_se
        for one in step.options[1:]
    )
    agreeing = [one for one in step.models.values() if one.best == step.best and one.gap >= 1]
    assert (len(step.models), len(agreeing) >= 3) == (4, True)
    assert {LEAST_DEADWOOD, HIGHEST_CARD} <= set(step.rules_of_thumb_that_fail)


def test_the_same_seed_gives_the_same_step(step: PuzzleStep) -> None:
    assert certify(asked(FOUR_TENS), seed=77, demands=QUICK) == step
    assert certify(asked(FOUR_TENS), seed=78, demands=QUICK) != step


def test_the_table_adds_up(step: PuzzleStep) -> None:
    for option in step.options:
        whole = sum(p * points for p, points in option.outcomes.values())
        assert whole == pytest.approx(option.q, abs=0.02)
    for option in step.options[1:]:
        gap = sum(points for points, _ in option.gap.values())
        assert gap == pytest.approx(option.loss, abs=0.01)


def test_every_answer_can_be_explained_without_a_search(step: PuzzleStep) -> None:
    for option in step.options:
        assert str(action_of(option)) == option.answer
        assert explain(entry_of(step, option.answer), Detail.CARDS).text()
    best = explain(entry_of(step, step.best), Detail.SENTENCE).text()
    assert best == "Discarding 2s is clearly best."
    wrong = tempting(step)
    assert wrong == "discard Tc"
    assert Theme.GIN_OUTS in themes_of(entry_of(step, wrong))


def test_the_bots_of_the_ladder_try_it(step: PuzzleStep) -> None:
    rating, solved = rated((step,), seed=5)
    assert solved["random"] == pytest.approx(1 / len(step.options), abs=1e-4)
    assert solved["greedy"] == 0
    assert solved["engine:1024"] == 1
    twice, both = rated((step, step), seed=5)
    assert both["random"] == pytest.approx(solved["random"] ** 2, abs=1e-3)
    assert twice.rating >= rating.rating


def test_a_choice_without_a_clear_best_is_refused() -> None:
    text = "hand: 7h 8h 9h 4c 4d 4s Kd Qs 2c Ac Kc\nstock: 25"
    found = certify(asked(text), seed=3, demands=QUICK)
    assert isinstance(found, Refusal)
    assert found.reason == "gap"


def test_what_every_rule_of_thumb_finds_is_refused() -> None:
    text = "hand: 7h 8h 9h 4c 4d 4s 5c 5d Ac Kd\npile: 2h 6s 5s\nstock: 20"
    found = certify(asked(text), seed=3, demands=replace(QUICK, models=0))
    assert isinstance(found, Refusal)
    assert (found.reason, found.detail) == (
        "baselines",
        "every rule of thumb that tempts answers take",
    )
    thumbs = baselines(parse_view(text), PuzzleAsk.DRAW, asked(text).actions)
    assert set(thumbs) == {ALWAYS_TAKE, ONLY_MELDS, LEAST_DEADWOOD}


def test_a_card_that_only_one_who_takes_everything_would_take_tempts_nobody() -> None:
    """The queen makes no meld and lowers nothing: drawing is right, and nobody needs telling."""
    text = "hand: 3s 4s Ks 8h 9h Jh Kc 3d 7d Kd\npile: Ts Tc Jd Qd Qs\nstock: 27"
    thumbs = baselines(parse_view(text), PuzzleAsk.DRAW, asked(text).actions)
    assert {name for name, said in thumbs.items() if said == "take"} == {ALWAYS_TAKE}
    found = certify(asked(text), seed=3, demands=replace(QUICK, gap=0.5, models=0))
    assert isinstance(found, Refusal)
    assert (found.reason, found.detail) == (
        "baselines", "every rule of thumb that tempts answers draw",
    )  # fmt: skip


def test_who_answers_otherwise_against_most_opponents_is_refused() -> None:
    strict = replace(QUICK, model_gap=1_000.0)
    found = certify(asked(FOUR_TENS), seed=77, demands=strict)
    assert isinstance(found, Refusal)
    assert found.reason == "models"


def test_a_take_to_knock_at_once_is_not_played_on() -> None:
    """With the fast policy playing on, drawing seems 19 points better; it is hardly better."""
    view = parse_view(KNOCK_AFTER)
    rollouts = paired_rollouts(view, candidates(view), 1)
    rollouts.run(1_024)
    assert abs(rollouts.lead(0, 1)[0]) > 10
    further = deeper(view, 1)
    assert abs(further["take"][0] - further["draw"][0]) < 2.5
    found = certify(asked(KNOCK_AFTER), seed=5, demands=QUICK)
    assert isinstance(found, Refusal)
    assert found.reason == "deeper"


def test_nothing_is_asked_where_gin_can_be_laid_down_or_nothing_chosen() -> None:
    assert ask_of(parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12")) is None
    assert ask_of(parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard 9c")) is PuzzleAsk.UPCARD
    assert (
        ask_of(parse_view("hand: 7h 8h 9h 4c 4d 4s Ad 2d 2c Ac Kh\nstock: 12")) is PuzzleAsk.KNOCK
    )


def test_rules_of_thumb() -> None:
    view = parse_view("hand: 7h 8h 9h 4c 4d Kd Kh Qd 2c Ac 6s\npile: Ks Kc\nstock: 20")
    discards = loose_discards(view)
    found = baselines(view, PuzzleAsk.READ, discards)
    assert (found[LEAST_DEADWOOD], found[HIGHEST_CARD]) == ("discard Kd", "discard Kd")
    assert found[FEWEST_PAIRS] == "discard Kd"  # no third king is left, and no run through it
    assert "discard 7h" not in {str(action) for action in discards}


def test_any_knock_is_the_knock_of_a_knock_or_not() -> None:
    options = tuple(
        Option(one, 1, 0, loss, 0, 1) for one, loss in (("knock Kh", 0), ("discard 2c", 3))
    )
    made = PuzzleStep(PuzzleAsk.KNOCK, "", options, {})
    assert said(made, Action(Kind.KNOCK, Card.of("2c"))) == "knock Kh"
    assert said(made, Action(Kind.DISCARD, Card.of("Ac"))) == "discard 2c"
    assert (
        said(PuzzleStep(PuzzleAsk.READ, "", options, {}), Action(Kind.DISCARD, Card.of("Ac")))
        is None
    )


def test_an_opponent_that_reads_is_sure_of_its_type() -> None:
    model = read_as("knocks-early")
    assert len(model.styles) == 1
    view: View = at_score(parse_view(FOUR_TENS), (40, 65))
    assert model.belief.sample(view, 1, 0, 32).types.max() == 0


# ---------------------------------------------------------------- exact kinds


def test_the_lay_off_that_beats_own_melds_first() -> None:
    spread = (CardSet.of("2c 3c 4c"), CardSet.of("6c 6d 6h 6s"))
    knock = Arrangement(spread, CardSet.of("Ad As 3d"), 5)
    found = certify_lay_off(
        OpenShowdown(STANDARD, knock, CardSet.of("5c 2d 5d Kd Ah 3h 4h 5h Kh Ks"))
    )
    assert isinstance(found, PuzzleStep)
    assert found.best == "Kd Kh Ks / 3h 4h 5h / off 5c"
    assert found.baselines == {MELDS_FIRST: "5c 5d 5h / Kd Kh Ks / off none"}
    assert (found.exact, found.gap) == (True, 2.0)
    entry = entry_of(found, found.baselines[MELDS_FIRST])
    assert isinstance(entry, LayOff)
    assert (
        explain(entry).text() == "It leaves 10 points, the best answer 8: 2 points lost. "
        "5c belongs on their melds, not in yours."
    )
    higher = replace(entry, knock=Arrangement(spread, CardSet.of("2h 3d 4d"), 9))
    assert "2 points lost. With 8 you undercut their 9." in explain(higher).text()
    assert entry_of(found, found.best).verdict.loss == 0


@pytest.mark.parametrize(
    "cards", ["2s 2d 5d Kd Ah 3h 4h 5h Kh Ks", "9s Td 5d Kd Ah 3h 7h 5h Qh Js"]
)
def test_a_lay_off_without_a_choice_is_none(cards: str) -> None:
    spread = (CardSet.of("2c 3c 4c"), CardSet.of("6c 6d 6h 6s"))
    knock = Arrangement(spread, CardSet.of("Ad As 3d"), 5)
    found = certify_lay_off(OpenShowdown(STANDARD, knock, CardSet.of(cards)))
    assert isinstance(found, Refusal)
    assert found.reason == "choice"


SPREADS = """
rules: standard
hand: Ac 2c 3c 7c 9c 3d 4d 5d 9d 4h 9s
history:
  upcard 6c
  opp: takes 6c, discards 9s
  me: takes 9s, discards 5h
  opp: takes 5h, discards Qd
  me: draws Jd, discards Jd
  opp: draws, discards Qh
  me: draws Ac, discards As
  opp: draws, discards Jc
  me: draws 4h
"""
THEIRS = CardSet.of("4c 5c 6c 2d 8d 2h 5h 6h 3s 6s")


def test_a_run_kept_back_leaves_nothing_to_lay_off_on() -> None:
    view = parse_view(SPREADS)
    found = certify_spread(view, THEIRS)
    assert isinstance(found, PuzzleStep), found
    assert (found.exact, found.opponent) == (True, str(THEIRS))
    assert found.best == "knock 7c: 9c 9d 9s / 3d 4d 5d"
    least = found.baselines[LEAST_DEADWOOD]
    assert least == "knock 7c: Ac 2c 3c / 9c 9d 9s / 3d 4d 5d"
    assert (
        explain(entry_of(found, least)).text().startswith("Knocking with 10 and discarding 7c is ")
    )


def test_a_spread_that_a_rule_of_thumb_finds_is_refused() -> None:
    view = parse_view(SPREADS)
    found = certify_spread(view, CardSet.of("6c 5h Jh Ks Kd Kh 8d 8h 8s Ts"))
    assert isinstance(found, Refusal)
    assert found.reason in {"gap", "baselines"}
