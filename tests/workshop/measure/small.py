"""The losses that a review finds, by how large they truly are: small ones are easily taken for
none.

Decisions of players who slip and have bad habits in which the action played is not far behind,
judged as in a review; the true loss is that of many times as many fresh worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import hypot
from typing import Final, NamedTuple

import numpy as np

from analyzer.engine.opponents import opponent_named
from analyzer.engine.statistics import half_width_of_mean
from analyzer.engine.thresholds import Z95
from analyzer.jobs import Jobs
from analyzer.notation.records import Decision, decisions
from analyzer.review import ReviewSettings, judge
from analyzer.review.paired_rollouts import PairedRollouts
from tests.workshop.measure._corpus import FIRST_LOOK, choice, hand_with_slips
from tests.workshop.measure.words import Data, evidence_from

NEAR: Final = 2.0
"""Points behind at a first look from which a loss is not small."""
EVERY: Final = 3
"""One decision in so many is looked at, so that no hand counts for much."""
DEEP_SEED: Final = 2**40
FLOORS: Final = (0.05, 0.25, 0.5, 1.0, 3.0)
"""Points at which a class of losses ends."""


class SmallLoss(NamedTuple):
    """A decision judged, and what it truly lost."""

    true: float
    true_se: float
    found: float
    se: float
    worlds: int

    @property
    def missed(self) -> bool:
        """True if the interval does not hold the true loss, which has an error of its own."""
        return bool(abs(self.found - self.true) > Z95 * hypot(self.se, self.true_se))


def losses_of(worlds: int, deep: int, hand: int) -> list[SmallLoss]:
    """Of the decisions of a hand in which little was lost."""
    return [_loss_of(decision, worlds, deep, hand) for decision in _near(hand)]


def _near(hand: int) -> Iterator[Decision]:
    record = hand_with_slips(hand)
    for seat in (0, 1):
        for decision in decisions(record, seat):
            if decision.turn % EVERY != hand % EVERY:
                continue
            verdict = choice(hand, seat, decision, FIRST_LOOK).verdict
            if not verdict.forced and verdict.loss < NEAR:
                yield decision


def _loss_of(decision: Decision, worlds: int, deep: int, hand: int) -> SmallLoss:
    settings = ReviewSettings(worlds=worlds, luck_worlds=64)
    found = judge(decision.view, decision.action, settings)
    model = opponent_named(settings.opponent)
    rollouts = PairedRollouts(decision.view, decision.action, model, DEEP_SEED + hand)
    rollouts.run(deep)
    return SmallLoss(*rollouts.loss(), found.verdict.loss, found.verdict.se, found.worlds)


def measured(hands: int, worlds: int, deep: int, first: int, jobs: Jobs) -> Data:
    """Return what is found of the losses of so many hands."""
    chunks = jobs.run(partial(losses_of, worlds, deep), range(first, first + hands))
    rows = [SmallLoss(*row) for chunk in chunks for row in chunk]
    classes = zip((-np.inf, *FLOORS), FLOORS, strict=False)
    return {
        "hands": hands, "worlds": worlds, "deep": deep, "decisions": len(rows),
        "sizes": [
            _size(low, high, [row for row in rows if low <= row.true < high])
            for low, high in classes
        ],
    }  # fmt: skip


def _size(low: float, high: float, rows: Sequence[SmallLoss]) -> Data:
    """The losses of a size: what they are, what is found of them, how often an interval misses."""
    true, found = (np.array([getattr(row, name) for row in rows]) for name in ("true", "found"))
    return {
        "from": max(0.0, low),
        "to": high,
        "decisions": len(rows),
        "truly": round(float(true.mean()), 3) if rows else 0.0,
        "found": round(float(found.mean()), 3) if rows else 0.0,
        "error": round(half_width_of_mean(found - true), 3) if len(rows) > 1 else 0.0,
        "missed": sum(row.missed for row in rows),
        "worlds": round(float(np.mean([row.worlds for row in rows]))) if rows else 0,
    }


def _summary(data: Data) -> Data:
    known = [row for row in data["sizes"] if row["decisions"]]
    under = [row for row in known if row["to"] <= 1]
    count = max(1, sum(int(row["decisions"]) for row in under))

    def mean(name: str) -> float:
        return sum(float(row["decisions"] * row[name]) for row in under) / count

    return {"known": known, "truly": mean("truly"), "found": mean("found"), "under": count,
            "missed": sum(row["missed"] for row in under)}  # fmt: skip


evidence = evidence_from("small.toml", _summary)
