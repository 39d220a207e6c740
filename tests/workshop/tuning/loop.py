"""The rounds of tuning: probe, fit, average, and keep what plays better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.engine.policies import FIRST, Policy
from analyzer.engine.rollout import by_upcard, hand_rules
from analyzer.engine.statistics import clustered_mean
from analyzer.errors import InputError
from analyzer.game.rules import Rules
from analyzer.jobs import Jobs
from tests.workshop.tuning._fitting import Fit, Term, fit, policy_of
from tests.workshop.tuning._matches import HERE, Margin, judged, margin, mirrored
from tests.workshop.tuning._opponents import Opponent, population
from tests.workshop.tuning._probes import Floats, probe

ROUNDS: Final = 4
PROBES: Final = 200_000
"""Hands probed in a round where nothing is said."""
JUDGED: Final = 8
"""A candidate is judged on one deal for so many hands that were probed, against each judge."""
LEAST_PROBES: Final = 2_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Tuned:
    """A policy fitted to some rules, and how it came about."""

    rules: Rules
    policy: Policy
    seed: int
    rounds: int
    probes: int
    opponents: tuple[str, ...]
    gain: Margin
    """Against the policy that the tuning began with."""


def tune(
    rules: Rules,
    seed: int = 1,
    rounds: int = ROUNDS,
    probes: int = PROBES,
    *,
    opponents: Sequence[Opponent] | None = None,
    start: Policy = FIRST,
    without: frozenset[Term] = frozenset(),
    jobs: Jobs = HERE,
    progress: Progress = lambda done, all_: None,
) -> Tuned:
    """Fit a policy to rules in self-play against the population, or against these opponents alone.

    Each round probes so many hands. The same arguments give the same policy, on any number of
    workers. `without` leaves terms (of `ALL_TERMS`) out of the policy. Raises
    InputError for no rounds and for too few probes. `progress` is called with (rounds done,
    rounds).
    """

    def mixture(learner: Policy) -> Sequence[Opponent]:
        return population(learner) if opponents is None else opponents

    _check(rounds, probes)
    limit = max(1, int(by_upcard(rules)[0].max()))
    judges = mixture(start)
    hands = 2 * max(1, probes // JUDGED)

    def score(policy: Policy) -> Floats:
        return judged(rules, policy, judges, hands, seed, jobs)

    found: Fit | None = None
    learner, best = start, start
    most = None if without else score(start)  # the start has what is to be left out
    for number in range(rounds):
        # Hands of the judging seed are never probed.
        seen = probe(rules, learner, mixture(learner), seed + 1 + number, probes, jobs)
        new = fit(seen, limit, without)
        found = new if found is None else found.toward(new, 2 / (number + 2))
        learner = policy_of(found, learner, without)
        points = score(learner)
        if most is None or _better(points, most):
            best, most = learner, points
        progress(number + 1, rounds)
    # Hands that were neither probed nor judged.
    gain = margin(mirrored(rules, best, start, hands, seed + rounds + 1, jobs))
    names = tuple(judge.name for judge in judges)
    return Tuned(rules, best, seed, rounds, probes, names, gain)


def _better(points: Floats, than: Floats) -> bool:
    """True if one policy made more on the same deals, by more than a standard error."""
    gains = points - than
    return bool(gains.mean() > clustered_mean(gains)[1])


def _check(rounds: int, probes: int) -> None:
    if rounds < 1:
        raise InputError("nothing is tuned in no round", where="rounds", hint="make it 1 or more")
    if probes < LEAST_PROBES:
        raise InputError(
            f"{probes} probes are too few", where="probes", hint=f"make it {LEAST_PROBES:,}"
        )


def played_alike(one: Rules, other: Rules) -> bool:
    """True if a hand is played and scored in the same way, whatever the match around it.

    >>> from analyzer.game.rules import PRESETS
    >>> played_alike(PRESETS["standard"], PRESETS["hollywood"])
    True
    >>> played_alike(PRESETS["standard"], PRESETS["oklahoma"])
    False
    """
    hands = (
        (hand_rules(rules), rules.values, rules.ace_both_ways, rules.meld_cap,
         rules.first_upcard, rules.misdeal_if_dealt_knock, by_upcard(rules)[0].tolist())
        for rules in (one, other)
    )  # fmt: skip
    return next(hands) == next(hands)
