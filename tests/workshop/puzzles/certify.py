"""The demands on a position before it is a puzzle: a clear answer, whoever sits opposite.

The demands are those of the first pack; `Demands` holds them all. Every question is put on
fresh worlds: those of the screen that found it are not among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final

import numpy as np

from analyzer.engine.belief import holding
from analyzer.engine.exact import after_draw, after_take
from analyzer.engine.play import DEFAULT
from analyzer.engine.rollouts import candidates
from analyzer.engine.statistics import clustered_mean, standard_error
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.view import View
from analyzer.notation import format_view
from analyzer.notation.numbers import estimate
from analyzer.practice.puzzles.types import Estimate, ModelCheck, PuzzleAsk, PuzzleStep, tempting
from analyzer.review.paired_rollouts import PairedRollouts
from tests.workshop.puzzles.answers import answer_of, ask_of, baselines
from tests.workshop.puzzles.weigh import (
    OTHERS,
    lead_of,
    options_of,
    paired_rollouts,
    ranked,
    read_as,
    rounded,
)


@dataclass(frozen=True, slots=True)
class Demands:
    """The demands on a puzzle; points are normalized ones where there is a score."""

    gap: float = 2.0
    """Points between the best answer and every other."""
    z: float = 4.0
    """The same in standard errors."""
    knock: float = 1.0
    """Points more that a knock must lead by: playing on is played out by the fast policy, and
    could be played better."""
    margin: float = 2.5
    """Standard errors by which the gap must be more than it needs to be, so that it still is
    on other worlds."""
    worlds: int = 20_480
    """Fewest worlds of each of the first three answers."""
    most_worlds: int = 40_960
    """Most of them, where the margin is not reached with the fewest."""
    model_worlds: int = 5_120
    """Worlds for each other opponent."""
    models: int = 3
    """The number of the `OTHERS` that must agree."""
    model_gap: float = 1.0
    """Points between the best answer and every other against each of these."""
    plausible: float = 0.8
    """Least share of the earlier decisions of both that a known player would have made."""


DEMANDS: Final = Demands()

FIRST: Final = 1_024
"""Worlds after which a hopeless candidate is given up, and a choice of knocks is made."""
TOP: Final = 3
"""Answers that are played in all worlds, and against every opponent."""
DEEPER_Z: Final = 3.0
"""Standard errors by which a draw must lead one decision further too; these are not paired."""
FURTHER: Final = 8
"""Added to a seed for what is looked at one decision further."""
RIVAL: Final = 6.0
"""Points behind the best up to which a further answer is asked about against every opponent."""
SURE: Final = 1.5
"""Standard errors by which a candidate may fall short of what it will need and still go on."""
FAR: Final = 4.0
"""Standard errors by which an answer must be behind to be played no further."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a candidate is no puzzle."""

    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class AskedOptions:
    """A candidate: what is asked at a view, and the answers to choose from."""

    view: View
    ask: PuzzleAsk
    actions: tuple[Action, ...]


def asked_at(view: View) -> AskedOptions | None:
    """The question at a view with all its actions; None where it makes no puzzle."""
    ask = ask_of(view)
    return None if ask is None else AskedOptions(view, ask, candidates(view))


def certify(
    options: AskedOptions,
    seed: int,
    demands: Demands = DEMANDS,
    *,
    easy: bool = False,
    check: Callable[[PairedRollouts], Refusal | None] = lambda rollouts: None,
) -> PuzzleStep | Refusal:
    """The question as a step of a puzzle, or why it is none.

    `easy` spares it the demand that a rule of thumb fails. `check` may refuse it for a reason
    of its own, once the worlds are played. The same question and seed give the same answer.
    """
    rollouts = paired_rollouts(options.view, options.actions, seed)
    places = _raced(options, rollouts, demands)
    if isinstance(places, Refusal):
        return places
    if refusal := check(rollouts):
        return refusal
    order = ranked(rollouts, places)
    named = [rollouts.columns[place] for place in order]
    near = [place for place in order[TOP:] if rollouts.lead(order[0], place)[0] <= RIVAL]
    rivals = [rollouts.columns[place] for place in (*order[:TOP], *near)]
    thumbs = baselines(options.view, options.ask, named)
    best = answer_of(named[0], options.ask)
    if not easy and not tempting(thumbs, best):
        return Refusal("baselines", f"every rule of thumb that tempts answers {best}")
    models = _asked_others(options, rivals, seed, demands)
    if isinstance(models, Refusal):
        return models
    later = _deeper(options, rollouts, named[0], seed, demands)
    if isinstance(later, Refusal):
        return later
    return PuzzleStep(
        ask=options.ask,
        view=format_view(options.view),
        options=options_of(rollouts, places, options.ask),
        baselines=thumbs,
        models=models,
        deeper=later,
    )


def _deeper(
    options: AskedOptions, rollouts: PairedRollouts, best: Action, seed: int, demands: Demands
) -> dict[str, Estimate] | Refusal:
    """A draw one decision further; a refusal where the best is not clearly the best there too.

    Where nothing follows at once, as after a pass, its value stays as it was.
    """
    if options.ask not in {PuzzleAsk.UPCARD, PuzzleAsk.DRAW}:
        return {}
    means = deeper(options.view, seed + FURTHER)
    for place in rollouts.active:
        values = rollouts.objective.value(rollouts.points(place))
        error = standard_error(values, rollouts.model.belief.cluster)
        mean = rounded(rollouts.mean(place)), rounded(error)
        means.setdefault(str(rollouts.columns[place]), mean)
    first = means.pop(str(best))
    (other,) = means.values()
    lead, error = first[0] - other[0], hypot(first[1], other[1])
    if lead < demands.gap or lead < DEEPER_Z * error:
        return Refusal("deeper", f"{estimate(lead, error, 2)} with the best discard after it")
    return {str(best): first, **means}


def _raced(options: AskedOptions, rollouts: PairedRollouts, least: Demands) -> list[int] | Refusal:
    """Play until the least are met or cannot be; the columns that are answers."""
    rollouts.run(FIRST)
    places = answer_columns(options, rollouts)
    if len(places) < 2:
        return Refusal("choice", "there is one answer only")
    rollouts.drop([place for place in rollouts.active if place not in places])
    target = 2 * FIRST
    while True:
        if refusal := _hopeless(rollouts, places, least):
            return refusal
        _spare(rollouts, least)
        if rollouts.worlds >= least.worlds and (
            _wide_enough(rollouts, places, least) or rollouts.worlds >= least.most_worlds
        ):
            break
        target = min(2 * rollouts.worlds, least.most_worlds)
        if rollouts.worlds < least.worlds < target:
            target = least.worlds
        rollouts.run(target - rollouts.worlds)
    return places if _wide_enough(rollouts, places, least) else _too_close(rollouts, places)


def answer_columns(options: AskedOptions, rollouts: PairedRollouts) -> list[int]:
    """The columns that are answers: of a discard or knock one for each name; to knock or play on
    is one knock and one discard, the best of either."""
    order = ranked(rollouts)
    if options.ask is PuzzleAsk.KNOCK:
        knock = next((column for column in order if rollouts.columns[column].ends_hand), None)
        discard = next((column for column in order if not rollouts.columns[column].ends_hand), None)
        return [column for column in order if column in {knock, discard}]
    first: dict[str, int] = {}
    for place in order:
        first.setdefault(answer_of(rollouts.columns[place], options.ask), place)
    return list(first.values())


def _leads(rollouts: PairedRollouts, places: Sequence[int]) -> list[tuple[float, float]]:
    best, *rest = ranked(rollouts, places)
    return [rollouts.lead(best, place) for place in rest]


def _hopeless(rollouts: PairedRollouts, places: Sequence[int], demands: Demands) -> Refusal | None:
    """A refusal where some other answer is hardly going to be far enough behind the best."""
    least = _needed(rollouts, places, demands)
    shrinks = sqrt(rollouts.worlds / demands.most_worlds)
    for lead, error in _leads(rollouts, places):
        if lead + SURE * error < least + demands.margin * error * shrinks:
            return _too_close(rollouts, places)
    return None


def _too_close(rollouts: PairedRollouts, places: Sequence[int]) -> Refusal:
    lead, error = lead_of(rollouts, places)
    return Refusal("gap", f"{estimate(lead, error, 2)} after {rollouts.worlds} worlds")


def _spare(rollouts: PairedRollouts, demands: Demands) -> None:
    """Play those no further that are surely far behind, the first three apart."""
    order = ranked(rollouts)
    leads = [(place, *rollouts.lead(order[0], place)) for place in order[TOP:]]
    rollouts.drop([place for place, lead, error in leads if lead - FAR * error >= demands.gap])


def _wide_enough(rollouts: PairedRollouts, places: Sequence[int], demands: Demands) -> bool:
    least = _needed(rollouts, places, demands)
    return all(
        lead >= demands.z * error and lead - demands.margin * error >= least
        for lead, error in _leads(rollouts, places)
    )


def _needed(rollouts: PairedRollouts, places: Sequence[int], demands: Demands) -> float:
    """Points by which the best answer must lead."""
    ends = rollouts.columns[ranked(rollouts, places)[0]].ends_hand
    return demands.gap + (demands.knock if ends else 0.0)


def _asked_others(
    options: AskedOptions, rivals: Sequence[Action], seed: int, demands: Demands
) -> dict[str, ModelCheck] | Refusal:
    """Return what other opponents make of the best answer and its rivals; a refusal if few
    agree."""
    best = answer_of(rivals[0], options.ask)
    checks: dict[str, ModelCheck] = {}
    against = []
    for number, name in enumerate(OTHERS):
        rollouts = paired_rollouts(options.view, rivals, seed + 1 + number, read_as(name))
        rollouts.run(demands.model_worlds)
        lead, error = lead_of(rollouts)
        answer = answer_of(rollouts.columns[ranked(rollouts)[0]], options.ask)
        checks[name] = ModelCheck(answer, rounded(lead), rounded(error), rollouts.worlds)
        if answer != best or lead < demands.model_gap:
            against.append(f"{name}: {answer} by {estimate(lead, error, 2)}")
        if len(OTHERS) - len(against) < demands.models:
            return Refusal("models", "; ".join(against))
    return checks


# ---------------------------------------------------------------- a draw one decision further

# Playouts go on with the fast policy, from the very next discard. So a take of which the point is
# to knock at once looks poor where the policy would not knock, and a draw suffers less. Here the
# eleven cards that follow are decided by a search: the best action is chosen in some worlds, and
# what it is worth is measured in others.

AFTER_TAKE: Final = 4_096
"""Worlds in which what follows a take is chosen, and as many in which it is measured."""
AFTER_DRAW: Final = 256
"""The same for each card that can be drawn."""
SEVERAL: Final = 4
"""Actions that go on from a quarter of the worlds."""
BELIEF: Final = 1_024
"""Worlds from which the chance of drawing each card is estimated."""


def deeper(view: View, seed: int) -> dict[str, Estimate]:
    """Return what a take is worth, and a draw where that can be chosen, with the best discard
    after it.

    In what is maximized: points, or normalized points at a score.
    """
    estimates = {str(Kind.TAKE): _best(after_take(view), seed, AFTER_TAKE)}
    if view.question is Question.DRAW:
        estimates[str(Kind.DRAW)] = _drawn(view, seed)
    return {name: (rounded(mean), rounded(error)) for name, (mean, error) in estimates.items()}


def _best(view: View, seed: int, worlds: int) -> Estimate:
    """The value of the best action at eleven cards."""
    choice = paired_rollouts(view, candidates(view), seed)
    choice.run(worlds // 4)
    kept = ranked(choice)[:SEVERAL]
    choice.drop([place for place in choice.active if place not in kept])
    choice.run(worlds - worlds // 4)
    best = choice.columns[ranked(choice)[0]]
    measured = paired_rollouts(view, [best], seed + 1)
    measured.run(worlds)
    points = measured.objective.value(measured.points(measured.active[0]))
    return float(points.mean()), clustered_mean(points, measured.model.belief.cluster)[1]


def _drawn(view: View, seed: int) -> Estimate:
    """The mean over the cards that can be drawn, each as likely as the belief says."""
    held = holding(DEFAULT.belief.sample(view, seed, 0, BELIEF))
    cards = list(view.unseen)
    weights = np.array([1 - held[card] for card in cards])
    weights /= weights.sum()
    estimates = np.array([_best(after_draw(view, card), seed, AFTER_DRAW) for card in cards])
    return float(weights @ estimates[:, 0]), float(np.sqrt((weights**2) @ estimates[:, 1] ** 2))
