"""How a review grades players whose strength is known: each against itself."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from analyzer.engine.statistics import ratio
from analyzer.engine.types import Grade
from analyzer.lab.measure.luck import reports
from analyzer.lab.measure.words import Data, evidence_from, half, spread
from analyzer.review import ReviewSettings, Verdict

ERRORS: Final = (Grade.MISTAKE, Grade.BLUNDER)


def measured(bots: Sequence[str], hands: int, seed: int, worlds: int) -> Data:
    """Points that players of known strength lose in 100 decisions."""
    settings = ReviewSettings(worlds=worlds, luck_worlds=64)
    rows = []
    for bot in bots:
        by_hand = [
            [entry.verdict for entry in report.entries if entry.verdict.counts]
            for report in reports(bot, hands, seed, settings)
        ]
        rows.append({"bot": bot, **_rate(by_hand)})
        print(rows[-1], file=sys.stderr, flush=True)
    return {"hands": hands, "worlds": worlds, "bots": rows}


def _rate(by_hand: list[list[Verdict]]) -> Data:
    """The error rate of some hands with its 95% interval, a hand being one cluster."""
    verdicts = [verdict for hand in by_hand for verdict in hand]
    graded = Counter(verdict.grade for verdict in verdicts)
    lost = [sum(verdict.loss for verdict in hand) for hand in by_hand]
    rate = ratio(np.array(lost, float), np.array([len(hand) for hand in by_hand], float))
    ends = {"mean": rate.mean, "low": rate.low, "high": rate.high}
    return {
        "decisions": len(verdicts),
        "rate": round(100 * rate.mean, 2),
        "error": round(100 * half(ends), 2),
        "mistakes": round(sum(graded[grade] for grade in ERRORS) / len(verdicts), 4),
        "undecided": sum(not verdict.decided for verdict in verdicts),
        "classes": {str(grade): graded[grade] for grade in Grade},
    }


def _summary(data: Data) -> Data:
    rows = sorted(data["bots"], key=lambda row: float(row["rate"]))
    return {"intervals": [spread(row["rate"], row["error"]) for row in rows]}


evidence = evidence_from("rates.toml", _summary)
