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
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from analyzer.engine.belief import Trajectory
from analyzer.engine.bots import bot_named
from analyzer.engine.policies import MANNER, PRIOR, SOFT, TYPES, Habits, Softness, Style
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.melds import deadwood
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs
from analyzer.kernel.jit import kernel_version
from analyzer.lab.arena._readings import MOST_DISCARDS, Case, self_played, trail_of
from analyzer.lab.tuning._habits import (
    LEAST,
    MOST,
    Mixture,
    PlayerHands,
    Progress,
    Trails,
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

LEANING: Mapping[str, tuple[Style, ...]] = MappingProxyType(
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
"""Clusters of sampled hands by which the deadwood at a decision is told."""
LEARNT: Final = 3
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
    """Sampled less true deadwood of the players in `LEANING`, at the end."""


@dataclass(frozen=True, slots=True)
class _Chunk:
    player: str
    seed: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class _Sampled:
    belief: Trajectory
    cases: tuple[Case, ...]


def _played(chunk: _Chunk) -> tuple[list[Trails], list[Case]]:
    """Hands of one player against itself."""
    bot, trails, cases = bot_named(chunk.player, RULES), list[Trails](), list[Case]()
    for number in range(chunk.first, chunk.first + chunk.count):
        end, found = self_played(bot, RULES, chunk.seed, number)
        cases += found
        if end.outcome is not None:
            both = (trail_of(end, player) for player in (0, 1))
            trails += [one for one in both if one is not None]
    return trails, cases


def fit_habits(
    seed: int, hands: int, jobs: Jobs, progress: Progress = lambda done, all_: None
) -> HabitFit:
    """Fit the softness and the chances of the types; the same arguments give the same answer.

    Raises InputError for too few hands. `progress` is called with (chunks played, chunks).
    """
    if hands < LEAST_HANDS:
        raise InputError("too few hands to fit to", where="hands", hint=f"at least {LEAST_HANDS}")
    chunks = [
        _Chunk(name, seed, first, min(CHUNK, hands - first))
        for name in PLAYERS
        for first in range(0, hands, CHUNK)
    ]
    results = jobs.run(_played, chunks, progress=progress)
    trails, cases = dict[str, list[Trails]](), dict[str, list[Case]]()
    for chunk, (its_trails, its_cases) in zip(chunks, results, strict=True):
        trails.setdefault(chunk.player, []).extend(its_trails)
        cases.setdefault(chunk.player, []).extend(its_cases)
    begin = Mixture(SOFT, PRIOR, MANNER)
    fitted, aside = (_parts(trails, half) for half in (0, 1))
    found = fit_thinking(RULES, fitted[THINKS].trails, begin)
    found = fit_mixture(RULES, list(fitted.values()), found)
    found, gaps = _leaning(found, cases, fitted, jobs)
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


def _parts(trails: Mapping[str, list[Trails]], half: int) -> dict[str, PlayerHands]:
    """Every other hand of each player."""
    return {
        name: PlayerHands(joined(all_[half::2]), PLAYERS[name]) for name, all_ in trails.items()
    }


def _leaning(
    mixture: Mixture, cases: Mapping[str, list[Case]], parts: Mapping[str, PlayerHands], jobs: Jobs
) -> tuple[Mixture, dict[str, Gaps]]:
    """The lean of each type set so that sampled hands have true deadwood, and the gaps left.

    The types are as likely as they are on average after `LEARNT` hands of that player.
    """
    chosen = {
        name: [_some(name, cases[name], discards) for discards in (EARLY, LATE)] for name in LEANING
    }
    priors = {name: common(RULES, [parts[name]], mixture, LEARNT) for name in LEANING}
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
        mixture = _leaned(mixture, gaps)
    return mixture, gaps


def _some(name: str, cases: list[Case], discards: tuple[int, int]) -> list[Case]:
    least, most = discards
    found = [case for case in cases if least <= case.view.their_discards <= most]
    return Random(name).sample(found, min(CASES, len(found)))


def _gap(belief: Trajectory, cases: list[Case], jobs: Jobs) -> float:
    """Sampled less true deadwood, on average; 0 without a case."""
    work = [
        _Sampled(belief, tuple(cases[first : first + SOME])) for first in range(0, len(cases), SOME)
    ]
    return round(sum(jobs.run(_excess, work)) / max(1, len(cases)), 3)


def _excess(chunk: _Sampled) -> float:
    """Sampled less true deadwood, the sum over some decisions."""
    belief, total = chunk.belief, 0.0
    for case in chunk.cases:
        hands = belief.sample(case.view, 1, 0, CLUSTERS * belief.cluster).hands
        sampled = [deadwood(CardSet(mask), RULES) for mask in hands.tolist()]
        total += float(np.mean(sampled)) - deadwood(case.truth, RULES)
    return total


def _leaned(mixture: Mixture, gaps: Mapping[str, Gaps]) -> Mixture:
    by_style = {style: gaps[name] for name, styles in LEANING.items() for style in styles}
    soft = (
        _leaning_more(one, by_style[style]) for style, one in zip(TYPES, mixture.soft, strict=True)
    )
    return replace(mixture, soft=tuple(soft))


def _leaning_more(soft: Softness, gaps: Gaps) -> Softness:
    """Another lean at the start of a hand and after ten discards, both within the bounds."""
    lean = _within(soft.lean + A_POINT * gaps.early)
    late = _within(soft.lean + soft.lean_change + A_POINT * gaps.late)
    return soft._replace(lean=lean, lean_change=round(late - lean, 5))


def _within(lean: float) -> float:
    return round(min(max(lean, LEAST.lean), MOST.lean), 5)
