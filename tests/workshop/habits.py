"""The belief about a player before the first turn, fitted to the self-play of a population.

Three steps. Hands are played, half of them for the fit of one who thinks and then of a mixture
(:mod:`tests.workshop.tuning._habits`), the other half to say what both are worth. Then the *lean*,
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
from analyzer.engine.bots.people import PEOPLE, names_in
from analyzer.engine.policies import (
    MANNER,
    PRIOR,
    SOFT,
    TYPES,
    Habits,
    Style,
    shipped_habits,
)
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.melds import deadwood
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs, ranges
from analyzer.kernel.cache import kernel_version
from tests.workshop.readings import MOST_DISCARDS, Case, self_played, turns_of
from tests.workshop.tuning._habits import (
    LEAST,
    MOST,
    WIDE,
    Mixture,
    PlayedTurns,
    PlayerHands,
    Progress,
    common,
    fit_mixture,
    fit_people,
    fit_thinking,
    joined,
    mean_log_chance,
)
from tests.workshop.tuning._habits import PEOPLE as PEOPLE_TYPES

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

MET: Final = 0.05
"""The frequency of a person who plays like none of the programs, as far as a first hand is
concerned: the more, the less sure is what is said of a program that one has not met, above all
where the turns are implied only. By the third
hand it hardly matters."""

PEOPLE_LEAN: Mapping[str, tuple[Style, ...]] = MappingProxyType(
    {
        "people:faces": (Style.KEEPS_HIGH,),
        "people:beginner": (Style.UNLIKE_ANYONE,),
    }
)
"""As `LEAN_FROM`, for the types of people."""

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
    """The result of a fit."""

    habits: Habits
    before: float
    """Mean log chance of a turn with the habits that it began with, on the hands kept aside."""
    gaps: Mapping[str, Gaps]
    """Sampled less true deadwood of the players by whom the lean is set, at the end."""
    after: float
    """As `before`, with what was found."""


def _played_chunk(chunk: tuple[str, int, range]) -> tuple[list[PlayedTurns], list[Case]]:
    """Hands of one player against itself."""
    name, seed, numbers = chunk
    bot, turns, cases = bot_named(name, RULES), list[PlayedTurns](), list[Case]()
    for number in numbers:
        end, its_cases = self_played(bot, RULES, seed, number)
        cases += its_cases
        if end.outcome is not None:
            both = (turns_of(end, player) for player in (0, 1))
            turns += [played_turns for played_turns in both if played_turns is not None]
    return turns, cases


def fit_habits(
    seed: int, hands: int, jobs: Jobs, progress: Progress = lambda done, all_: None
) -> HabitFit:
    """Fit the softness and the chances of the types; the same arguments give the same answer.

    Raises InputError for too few hands. `progress` is called with (chunks played, chunks).
    """
    _check(hands)
    turns, cases = _played_by(tuple(PLAYERS), seed, hands, jobs, progress)
    begin = Mixture(SOFT, PRIOR, MANNER)
    fitted, aside = (_parts(turns, half) for half in (0, 1))
    mixture = fit_thinking(RULES, fitted[THINKS].turns, begin)
    mixture = fit_mixture(RULES, list(fitted.values()), mixture)
    mixture, gaps = _fit_lean(mixture, cases, fitted, jobs, LEAN_FROM)
    return HabitFit(
        Habits(
            people=shipped_habits().people,
            command=f"python -m tests.workshop tune --belief --seed {seed} --hands {hands}",
            seed=seed, hands=hands, kernel=kernel_version(), players=dict(PLAYERS),
            log_chance=round(mean_log_chance(RULES, list(aside.values()), mixture), 4),
            prior=dict(zip(TYPES, mixture.prior, strict=True)),
            soft=dict(zip(TYPES, mixture.soft, strict=True)),
            manner=mixture.manner,
        ),
        round(mean_log_chance(RULES, list(aside.values()), begin), 4),
        gaps,
        round(mean_log_chance(RULES, list(aside.values()), mixture), 4),
    )  # fmt: skip


def fit_people_habits(
    seed: int, hands: int, jobs: Jobs, progress: Progress = lambda done, all_: None
) -> HabitFit:
    """Fit the types of people alone, to hands of the players in `data/people.toml`.

    The other types stay as they were shipped, but for the chance to meet one; of the types of
    people nothing is, so that the same arguments give the same answer. Raises InputError for too
    few hands.
    """
    _check(hands)
    turns, cases = _played_by(names_in(PEOPLE), seed, hands, jobs, progress)
    before = Mixture(SOFT, PRIOR, MANNER)
    fitted, aside = (_parts(turns, half) for half in (0, 1))
    soft = tuple(
        WIDE._replace(lean=0.0, lean_change=0.0) if kind in PEOPLE_TYPES else softness
        for kind, softness in enumerate(SOFT)
    )
    begin = replace(before, soft=soft)
    mixture = fit_people(RULES, list(fitted.values()), begin, MET)
    mixture, gaps = _fit_lean(mixture, cases, fitted, jobs, PEOPLE_LEAN)
    return HabitFit(
        replace(
            shipped_habits(),
            people=f"python -m tests.workshop tune --people --seed {seed} --hands {hands}",
            prior=dict(zip(TYPES, mixture.prior, strict=True)),
            soft=dict(zip(TYPES, mixture.soft, strict=True)),
        ),
        round(mean_log_chance(RULES, list(aside.values()), before), 4),
        gaps,
        round(mean_log_chance(RULES, list(aside.values()), mixture), 4),
    )


def _check(hands: int) -> None:
    if hands < LEAST_HANDS:
        raise InputError("too few hands to fit to", where="hands", hint=f"at least {LEAST_HANDS}")


def _played_by(
    names: tuple[str, ...], seed: int, hands: int, jobs: Jobs, progress: Progress
) -> tuple[dict[str, list[PlayedTurns]], dict[str, list[Case]]]:
    """Hands of each player against itself, in full and as the other one saw them."""
    chunks = [(name, seed, numbers) for name in names for numbers in ranges(hands, CHUNK)]
    results = jobs.run(_played_chunk, chunks, progress=progress)
    turns, cases = dict[str, list[PlayedTurns]](), dict[str, list[Case]]()
    for (name, _, _), (its_turns, its_cases) in zip(chunks, results, strict=True):
        turns.setdefault(name, []).extend(its_turns)
        cases.setdefault(name, []).extend(its_cases)
    return turns, cases


def _parts(turns: Mapping[str, list[PlayedTurns]], half: int) -> dict[str, PlayerHands]:
    """Every other hand of each player; people count alike."""
    return {
        name: PlayerHands(joined(all_[half::2]), PLAYERS.get(name, 1.0))
        for name, all_ in turns.items()
    }


def _fit_lean(
    mixture: Mixture,
    cases: Mapping[str, list[Case]],
    parts: Mapping[str, PlayerHands],
    jobs: Jobs,
    leaning: Mapping[str, tuple[Style, ...]],
) -> tuple[Mixture, dict[str, Gaps]]:
    """The lean of each type set so that sampled hands have true deadwood, and the gaps left.

    The types are as likely as they are on average after `SEEN` hands of that player.
    """
    chosen = {
        name: [_some(name, cases[name], discards) for discards in (EARLY, LATE)] for name in leaning
    }
    priors = {name: common(RULES, [parts[name]], mixture, SEEN) for name in leaning}
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
        mixture = _with_lean(mixture, gaps, leaning)
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


def _with_lean(
    mixture: Mixture, gaps: Mapping[str, Gaps], leaning: Mapping[str, tuple[Style, ...]]
) -> Mixture:
    """Another lean at the start of a hand and after ten discards, both within the bounds.

    Types by whose deadwood nothing is set keep theirs.
    """
    by_style = {style: gaps[name] for name, styles in leaning.items() for style in styles}
    soft = []
    for style, softness in zip(TYPES, mixture.soft, strict=True):
        if style not in by_style:
            soft.append(softness)
            continue
        lean = _within(softness.lean + A_POINT * by_style[style].early)
        late = _within(softness.lean + softness.lean_change + A_POINT * by_style[style].late)
        soft.append(softness._replace(lean=lean, lean_change=round(late - lean, 5)))
    return replace(mixture, soft=tuple(soft))


def _within(lean: float) -> float:
    return round(min(max(lean, LEAST.lean), MOST.lean), 5)
