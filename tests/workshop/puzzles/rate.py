"""The difficulty of a puzzle before anyone has tried it: a ladder of bots tries it.

A puzzle is a player that wins when it is not solved. The bots' own ratings are set, in the order
of their strength in the arena; so the scale is ours, with 1500 in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from analyzer.engine.bots import bot_named
from analyzer.engine.bots.policy import POLICIES
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import policy_for
from analyzer.game.actions import Action, Kind
from analyzer.game.melds import arrangements, knocks
from analyzer.game.view import View
from analyzer.practice.puzzles.explain import action_of, showdown_at, view_at
from analyzer.practice.puzzles.rating import NEW, updated
from analyzer.practice.puzzles.types import PuzzleAsk, PuzzleStep, Rating
from tests.workshop.puzzles.answers import LEAST_DEADWOOD, MELDS_FIRST, answer_of
from tests.workshop.puzzles.exact import ANY
from tests.workshop.puzzles.weigh import paired_rollouts, ranked

LADDER: Final = MappingProxyType(
    {
        "random": 800.0,
        "a glance of 4 worlds": 1050.0,
        "eaai-simple": 1200.0,
        "greedy": 1250.0,
        "a glance of 16 worlds": 1300.0,
        "fast, a third at random": 1350.0,
        "camper": 1450.0,
        "a glance of 64 worlds": 1550.0,
        "fast": 1600.0,
        "engine:64": 1750.0,
        "engine:256": 1900.0,
        "engine:1024": 2050.0,
    }
)
"""The bots that try each puzzle, weakest first, with the ratings that they are given."""

GLANCES: Final = MappingProxyType(
    {f"a glance of {worlds} worlds": (worlds, worlds // 2) for worlds in (4, 16, 64)}
)
"""Worlds of a player who believes every mean; and how many layouts such a one tries."""
WORLDS: Final = 1_024
"""Worlds that are cut into glances."""

LEAST_DEVIATION: Final = 90.0
"""A ladder of bots says no more than this about what players will find."""
BOT_DEVIATION: Final = 60.0
SURE, UNSURE = 1.5, 2.0
"""Standard errors of a gain for which the searching bots of the ladder leave the fast policy's
answer: from 1,024 worlds on, and below."""
AT_RANDOM: Final = 1 / 3
"""Chance that the noisy bot answers anything."""


def rated(steps: Sequence[PuzzleStep], seed: int) -> tuple[Rating, dict[str, float]]:
    """(rating, credit of each bot) of a puzzle: the chance that the bot finds all its steps."""
    solved = dict.fromkeys(LADDER, 1.0)
    for step in steps:
        finds = _credits(step, seed)
        solved = {name: solved[name] * finds[name] for name in solved}
    games = [(Rating(LADDER[name], BOT_DEVIATION), 1 - credit) for name, credit in solved.items()]
    rating = updated(NEW, games)
    rating = Rating(
        round(rating.rating, 1),
        round(max(rating.deviation, LEAST_DEVIATION), 1),
        round(rating.volatility, 6),
    )
    return rating, {name: round(credit, 4) for name, credit in solved.items()}


def _credits(step: PuzzleStep, seed: int) -> dict[str, float]:
    """Return how likely each bot is to give the best answer of a step."""
    guess = 1 / len(step.options)
    if step.exact:
        finds = {name: float(name.startswith("engine")) for name in LADDER}
        finds |= _tries(step) | {"greedy": float(_obvious(step) == step.best)}
    else:
        finds = _decisions(step, view_at(step.view), seed, guess)
    finds["random"] = guess
    finds["fast, a third at random"] = AT_RANDOM * guess + (1 - AT_RANDOM) * finds["fast"]
    return finds


def _obvious(step: PuzzleStep) -> str:
    """Return what the greedy bot lays down: the least deadwood of its own."""
    rule = LEAST_DEADWOOD if step.ask is PuzzleAsk.ARRANGEMENT else MELDS_FIRST
    return step.baselines[rule]


def _decisions(step: PuzzleStep, view: View, seed: int, guess: float) -> dict[str, float]:
    fast = policy_action(view, policy_for(view.rules))
    done = {
        "eaai-simple": bot_named("eaai-simple", view.rules).decide(view, seed),
        "greedy": policy_action(view, POLICIES["greedy"]),
        "camper": policy_action(view, POLICIES["camper"]),
        "fast": fast,
    }
    named = {name: said(step, action) for name, action in done.items()}
    finds = {name: guess if it is None else float(it == step.best) for name, it in named.items()}
    finds |= _glances(step, view, seed)
    for worlds in (64, 256, 1024):
        best = _searched(step, view, fast, worlds, seed + worlds)
        finds[f"engine:{worlds}"] = float(best == step.best)
    return finds


def _glances(step: PuzzleStep, view: View, seed: int) -> dict[str, float]:
    """Return how often the means of a few worlds, taken as they come, name the best answer."""
    rollouts = paired_rollouts(view, [action_of(option) for option in step.options], seed)
    rollouts.run(WORLDS)
    places = ranked(rollouts)
    best = next(
        place for place in places if answer_of(rollouts.columns[place], step.ask) == step.best
    )
    values = np.stack(
        [rollouts.objective.value(rollouts.points(place)) for place in places], axis=1
    )
    means = {
        name: values.reshape(-1, worlds, len(places)).mean(axis=1)
        for name, (worlds, _) in GLANCES.items()
    }
    right = places.index(best)
    return {name: float((mean.argmax(axis=1) == right).mean()) for name, mean in means.items()}


def _tries(step: PuzzleStep) -> dict[str, float]:
    """Return how often one of a few layouts chosen at random is the best, of all that there are."""
    if step.ask is PuzzleAsk.ARRANGEMENT:
        view = view_at(step.view)
        number = len(knocks(view.hand, view.rules, view.limit))
    else:
        rules, _, cards = showdown_at(step)
        number = len(arrangements(cards, rules, ANY))
    return {name: 1 - (1 - 1 / number) ** tries for name, (_, tries) in GLANCES.items()}


def said(step: PuzzleStep, action: Action) -> str | None:
    """The option that an action comes to; None where it is none of them.

    Any knock is the knock of a question whether to knock, and any discard to play on.
    """
    if step.ask is PuzzleAsk.KNOCK:
        for option in step.options:
            if action_of(option).ends_hand == action.ends_hand:
                return option.answer
    names = {option.answer for option in step.options}
    named = answer_of(action, step.ask)
    return named if named in names else None


def _searched(step: PuzzleStep, view: View, base: Action, worlds: int, seed: int) -> str:
    """Return what the search answers from so many worlds.

    It leaves the fast policy's answer only for a gain that is more than noise.
    """
    rollouts = paired_rollouts(view, [action_of(option) for option in step.options], seed)
    rollouts.run(worlds)
    order = ranked(rollouts)
    first = rollouts.columns[order[0]]
    usual = said(step, base)
    if usual is not None and base.kind is not Kind.GIN:
        for place in order[1:]:
            if answer_of(rollouts.columns[place], step.ask) == usual:
                lead, error = rollouts.lead(order[0], place)
                if lead <= (SURE if worlds >= 1_024 else UNSURE) * error:
                    return usual
    return answer_of(first, step.ask)
