"""What a one-second answer loses against a deep one, in points a decision.

    python -m tests.measure.regret --decisions 500 --out static/evidence/regret.json

Mid-game decisions of the baseline's own hands (`eaai` rules, four to sixteen cards discarded, one
decision a hand). The deep answer has its own seed and ends after a minute, or once every action
still in the race is known to ± `--close` points against the best. The regret of an answer is
how far its best action lies behind the deep best, in the deep answer; the deep best is the best
of noisy means, so what is measured is a little too large.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from analyzer.engine import DEFAULT_OPPONENT, ENGINE_VERSION, Evaluation, Limit, analyze
from analyzer.engine.thresholds import Z95
from analyzer.game.rules import PRESETS
from analyzer.game.view import View, view_of
from tests.measure.evidence import tell
from tests.measure.positions import played

EARLIEST, LATEST = 4, 16
NEAR = 0.25
"""Points behind the deep best that are still as good as it."""

DEEP_SEED = 2**40


def mid_game(count: int, seed: int) -> Iterator[View]:
    """So many decisions of the middle of a hand, each of another hand."""
    rng = Random(f"regret {seed}")
    while count > 0:
        found = [
            position
            for position in played(PRESETS["eaai"], rng.randrange(10**9))
            if EARLIEST <= len(position.pile) + len(position.known[position.turn]) <= LATEST
        ]
        if found:
            count -= 1
            yield view_of(rng.choice(found))


def regret(shallow: Evaluation, deep: Evaluation) -> tuple[float, float]:
    """(points that the shallow best loses in the deep answer, their standard error)."""
    chosen = shallow.actions[0].action.plain
    value = next(value for value in deep.actions if value.action.plain == chosen)
    return value.loss, value.loss_se


def report(
    decisions: int, seconds: float, deep: float, close: float, seed: int, opponent: str
) -> dict[str, Any]:
    """Both answers at each decision, and what comes of them."""
    lost, spent = [], []
    for view in mid_game(decisions, seed):
        first = analyze(view, Limit(seconds=seconds), seed=seed, opponent=opponent)
        limit = Limit(seconds=deep, error=close)
        second = analyze(view, limit, seed=DEEP_SEED + seed, opponent=opponent)
        lost.append(regret(first, second)[0])
        spent.append(second.seconds)
        print(f"{len(lost)}: {lost[-1]:.3f}, deep {spent[-1]:.0f} s", flush=True)
    found = np.array(lost)
    return {
        "decisions": decisions,
        "seconds": seconds,
        "deep": {"at_most": deep, "close": close, "median": round(float(np.median(spent)), 1)},
        "regret": round(float(found.mean()), 4),
        "error": round(float(Z95 * found.std(ddof=1) / len(found) ** 0.5), 4),
        "same": round(float((found == 0).mean()), 4),
        "near": round(float((found <= NEAR).mean()), 4),
        "largest": round(float(found.max()), 3),
    }


def main() -> None:
    """Measure and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--deep", type=float, default=60.0)
    parser.add_argument("--close", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponent", default=DEFAULT_OPPONENT)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = {
        "what": "Points that the best action of a short search loses by a deep one's reckoning; "
        f"near is the share of decisions in which that is at most {NEAR}",
        "command": f"python -m tests.measure.regret --decisions {given.decisions} "
        f"--seconds {given.seconds:g} --deep {given.deep:g} "
        f"--close {given.close:g} --seed {given.seed} --opponent {given.opponent}",
        "engine": ENGINE_VERSION,
        **report(
            given.decisions, given.seconds, given.deep, given.close, given.seed, given.opponent
        ),
    }
    tell(found, given.out)


if __name__ == "__main__":
    main()
