"""The loss of a one-second answer against a deep one, in points a decision.

Mid-game decisions of the baseline's own hands (`eaai` rules, four to sixteen cards discarded, one
decision a hand). The deep answer has its own seed and ends after a minute, or once every action
still in the race is known to ± `--close` points against the best. The regret of an answer is
how far its best action lies behind the deep best, in the deep answer; the deep best is the best
of noisy means, so what is measured is a little too large.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from random import Random

import numpy as np

from analyzer.engine import Limit, analyze
from analyzer.engine.statistics import half_width_of_mean, proportion
from analyzer.game.rules import PRESETS
from analyzer.game.view import View, view_of
from tests.workshop.measure._positions import played
from tests.workshop.measure.words import Data, evidence_from

EARLIEST, LATEST = 4, 16
NEAR = 0.25
"""Points behind the deep best that are still as good as it."""

DEEP_SEED = 2**40


def _mid_game(count: int, seed: int) -> Iterator[View]:
    """So many decisions of the middle of a hand, each of another hand."""
    rng = Random(f"regret {seed}")
    while count > 0:
        positions = [
            position
            for position in played(PRESETS["eaai"], rng.randrange(10**9))
            if EARLIEST <= len(position.pile) + len(position.known[position.turn]) <= LATEST
        ]
        if positions:
            count -= 1
            yield view_of(rng.choice(positions))


def measured(
    decisions: int, seconds: float, deep: float, close: float, seed: int, opponent: str
) -> Data:
    """Return what a quick answer loses against a deep one, in points a decision."""
    lost, spent = [], []
    for view in _mid_game(decisions, seed):
        first = analyze(view, Limit(seconds=seconds), seed=seed, opponent=opponent)
        limit = Limit(seconds=deep, error=close)
        second = analyze(view, limit, seed=DEEP_SEED + seed, opponent=opponent)
        chosen = first.actions[0].action.plain
        lost.append(next(value.loss for value in second.actions if value.action.plain == chosen))
        spent.append(second.seconds)
        print(f"{len(lost)}: {lost[-1]:.3f}, deep {spent[-1]:.0f} s", file=sys.stderr, flush=True)
    losses = np.array(lost)
    return {
        "decisions": decisions,
        "seconds": seconds,
        "deep": {"at_most": deep, "close": close, "median": round(float(np.median(spent)), 1)},
        "regret": round(float(losses.mean()), 4),
        "error": round(half_width_of_mean(losses), 4),
        "same": round(float((losses == 0).mean()), 4),
        "near": round(float((losses <= NEAR).mean()), 4),
        "largest": round(float(losses.max()), 3),
    }


def _summary(data: Data) -> Data:
    """Return how often the quick choice is the deep best, or near it, with the intervals."""
    choices = (("the best", data["same"]), (f"within {NEAR:g} points", data["near"]))
    return {
        "choices": [
            {"choice": choice, **asdict(proportion(held, data["decisions"]))}
            for choice, held in choices
        ]
    }


evidence = evidence_from("regret.toml", _summary)
