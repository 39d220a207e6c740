"""What is believed of a player before the first turn, fitted to the self-play of a population.

Three steps. Hands are played, half of them for the fit of one who thinks and then of a mixture
(:mod:`analyzer.lab.tuning._habits`), the other half to say what both are worth. Then the *lean*,
which the likelihood cannot tell: softened types let through too many hands that a real player would
never hold, so each point of deadwood counts a little against a hand, just so much that sampled
hands have the deadwood of true ones, early in a hand and late.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from analyzer.engine.belief import Trajectory
from analyzer.engine.bots import bot_named
from analyzer.engine.policies import MANNER, PRIOR, SOFT, TYPES, Habits, Style
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.melds import deadwood
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs, ranges
from analyzer.kernel.jit import kernel_version
from analyzer.lab.arena._readings import MOST_DISCARDS, Case, self_played, turns_of
from analyzer.lab.tuning._habits import (
    LEAST,
    MOST,
    Mixture,
    PlayedTurns,
    PlayerHands,
    Progress,
    common,
    fit_mixture,
    fit_thinking,
    joined,
    mean_log_chance,
)

RULES: Final = PRESETS["eaai"]
"""The rules under which the hands are played."""

PLAYERS: Mapping[str, float] = MappingProxyType(
    {
        "fast": 0.3,
        "engine:256": 0.25,
        "camper": 0.15,
        "knocks-early": 0.1,
        "eaai-simple": 0.1,
        "greedy": 0.05,
        "gin-waiter": 0.05,
    }
)
"""Whom one meets, and how often: what the chances of the types are fitted to."""

THINKS: Final = "engine:256"
"""Whom the type that is hard to predict is fitted to."""

LEAN_FROM: Mapping[str, tuple[Style, ...]] = MappingProxyType(
    {
        "fast": (Style.SENSIBLE, Style.KNOCKS_EARLY),
        THINKS: (Style.UNPREDICTABLE,),
        "camper": (Style.WAITS_FOR_GIN,),
        "eaai-simple": (Style.GREEDY, Style.GREEDY_WAITS),
    }
)
"""By whose deadwood the lean of each type is set."""

HANDS: Final = 600
"""Hands of each player where nothing is said."""
LEAST_HANDS: Final = 4
CHUNK: Final = 10
"""Hands in a chunk of work."""

ROUNDS: Final = 6
"""Rounds of setting the lean."""
A_POINT: Final = 0.0025
"""Change of the lean for each point of deadwood that is too much."""
EARLY, LATE = (2, 3), (5, MOST_DISCARDS)
"""Decisions after so many discards set the lean at the start of a hand, and after ten discards."""
CASES: Final = 4800
"""Decisions of a player by which each of the two is set."""
SOME: Final = 20
"""Decisions in a chunk of work."""
CLUSTERS: Final = 2
"""Clusters of sampled hands by which the deadwood at a decision is estimated."""
SEEN: Final = 3
"""Hands of a player that one has seen when the lean is to be right: some way into a game."""


class Gaps(NamedTuple):
    """Sampled less true deadwood, on average."""

    early: float
    late: float


@dataclass(frozen=True, slots=True)
class HabitFit:
    """What a fit came to."""

    habits: Habits
    before: float
    """Mean log chance of a turn with the habits that it began with, on the hands kept aside."""
    gaps: Mapping[str, Gaps]
    """Sampled less true deadwood of the players in `LEAN_FROM`, at the end."""


def _played_chunk(chunk: tuple[str, int, range]) -> tuple[list[PlayedTurns], list[Case]]:
    """Hands of one player against itself."""
    name, seed, numbers = chunk
    bot, turns, cases = bot_named(name, RULES), list[PlayedTurns](), list[Case]()
    for number in numbers:
        end, its_cases = self_played(bot, RULES, seed, number)
        cases += its_cases
        if end.outcome is not None:
            both = (turns_of(end, player) for player in (0, 1))
            turns += [one for one in both if one is not None]
    return turns, cases


def fit_habits(
    seed: int, hands: int, jobs: Jobs, progress: Progress = lambda done, all_: None
) -> HabitFit:
    """Fit the softness and the chances of the types; the same arguments give the same answer.

    Raises InputError for too few hands. `progress` is called with (chunks played, chunks).
    """
    if hands < LEAST_HANDS:
        raise InputError("too few hands to fit to", where="hands", hint=f"at least {LEAST_HANDS}")
    chunks = [(name, seed, numbers) for name in PLAYERS for numbers in ranges(hands, CHUNK)]
    results = jobs.run(_played_chunk, chunks, progress=progress)
    turns, cases = dict[str, list[PlayedTurns]](), dict[str, list[Case]]()
    for (name, _, _), (its_turns, its_cases) in zip(chunks, results, strict=True):
        turns.setdefault(name, []).extend(its_turns)
        cases.setdefault(name, []).extend(its_cases)
    begin = Mixture(SOFT, PRIOR, MANNER)
    fitted, aside = (_parts(turns, half) for half in (0, 1))
    found = fit_thinking(RULES, fitted[THINKS].turns, begin)
    found = fit_mixture(RULES, list(fitted.values()), found)
    found, gaps = _fit_lean(found, cases, fitted, jobs)
    return HabitFit(
        Habits(
            command=f"ginsight tune --belief --seed {seed} --hands {hands}",
            seed=seed, hands=hands, kernel=kernel_version(), players=dict(PLAYERS),
            log_chance=round(mean_log_chance(RULES, list(aside.values()), found), 4),
            prior=dict(zip(TYPES, found.prior, strict=True)),
            soft=dict(zip(TYPES, found.soft, strict=True)),
            manner=found.manner,
        ),
        round(mean_log_chance(RULES, list(aside.values()), begin), 4),
        gaps,
    )  # fmt: skip


def _parts(turns: Mapping[str, list[PlayedTurns]], half: int) -> dict[str, PlayerHands]:
    """Every other hand of each player."""
    return {name: PlayerHands(joined(all_[half::2]), PLAYERS[name]) for name, all_ in turns.items()}


def _fit_lean(
    mixture: Mixture, cases: Mapping[str, list[Case]], parts: Mapping[str, PlayerHands], jobs: Jobs
) -> tuple[Mixture, dict[str, Gaps]]:
    """The lean of each type set so that sampled hands have true deadwood, and the gaps left.

    The types are as likely as they are on average after `SEEN` hands of that player.
    """
    chosen = {
        name: [_some(name, cases[name], discards) for discards in (EARLY, LATE)]
        for name in LEAN_FROM
    }
    priors = {name: common(RULES, [parts[name]], mixture, SEEN) for name in LEAN_FROM}
    gaps = dict[str, Gaps]()
    for _ in range(ROUNDS):
        beliefs = {
            name: Trajectory(soft=mixture.soft, prior=prior, manner=mixture.manner)
            for name, prior in priors.items()
        }
        gaps = {
            name: Gaps(*(_gap(beliefs[name], some, jobs) for some in both))
            for name, both in chosen.items()
        }
        mixture = _with_lean(mixture, gaps)
    return mixture, gaps


def _some(name: str, cases: list[Case], discards: tuple[int, int]) -> list[Case]:
    least, most = discards
    found = [case for case in cases if least <= case.view.their_discards <= most]
    return Random(name).sample(found, min(CASES, len(found)))


def _gap(belief: Trajectory, cases: list[Case], jobs: Jobs) -> float:
    """Sampled less true deadwood, on average; 0 without a case."""
    work = [cases[numbers.start : numbers.stop] for numbers in ranges(len(cases), SOME)]
    return round(sum(jobs.run(partial(_excess, belief), work)) / max(1, len(cases)), 3)


def _excess(belief: Trajectory, cases: list[Case]) -> float:
    """Sampled less true deadwood, the sum over some decisions."""
    total = 0.0
    for case in cases:
        hands = belief.sample(case.view, 1, 0, CLUSTERS * belief.cluster).hands
        sampled = [deadwood(CardSet(mask), RULES) for mask in hands.tolist()]
        total += float(np.mean(sampled)) - deadwood(case.truth, RULES)
    return total


def _with_lean(mixture: Mixture, gaps: Mapping[str, Gaps]) -> Mixture:
    """Another lean at the start of a hand and after ten discards, both within the bounds."""
    by_style = {style: gaps[name] for name, styles in LEAN_FROM.items() for style in styles}
    soft = []
    for style, one in zip(TYPES, mixture.soft, strict=True):
        lean = _within(one.lean + A_POINT * by_style[style].early)
        late = _within(one.lean + one.lean_change + A_POINT * by_style[style].late)
        soft.append(one._replace(lean=lean, lean_change=round(late - lean, 5)))
    return replace(mixture, soft=tuple(soft))


def _within(lean: float) -> float:
    return round(min(max(lean, LEAST.lean), MOST.lean), 5)
