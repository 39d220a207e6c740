"""The loss of players of known strength in 100 decisions, and the truth of a level's interval.

Each bot plays itself and every decision is judged as in a review. What a hand of a player lost is
drawn again and again until so many decisions are together: of the intervals that are told from
them, so many must hold the rate that the bot has over all its hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from analyzer.engine.statistics import proportion, ratio
from analyzer.engine.types import Grade
from analyzer.jobs import Jobs, ranges
from analyzer.practice.level import HandLoss, level_of
from analyzer.review import HandReport, ReviewSettings
from tests.workshop.measure.luck import reports
from tests.workshop.measure.words import Data, evidence_from, half, spread

CHUNK: Final = 4
"""Hands of a chunk, the dealer in turn."""
ERRORS: Final = (Grade.MISTAKE, Grade.BLUNDER)


class JudgedHand(NamedTuple):
    """A hand of one player."""

    lost: float
    decisions: int
    errors: int
    """Mistakes and blunders."""


def judged(worlds: int, task: tuple[str, int, int]) -> list[JudgedHand]:
    """(bot, first seed, hands) played and judged: each hand once for either player."""
    bot, seed, hands = task
    settings = ReviewSettings(worlds=worlds, luck_worlds=64)
    found = reports(bot, hands, seed, settings)
    return [_of(report.hands[0], seat) for report in found for seat in report.seats]


def _of(hand: HandReport, seat: int) -> JudgedHand:
    verdicts = [
        entry.verdict for entry in hand.entries if entry.seat == seat and entry.verdict.counts
    ]
    errors = sum(verdict.grade in ERRORS for verdict in verdicts)
    return JudgedHand(sum(verdict.loss for verdict in verdicts), len(verdicts), errors)


def measured(
    bots: Sequence[str], hands: int, worlds: int, samples: int, decisions: int, seed: int,
    jobs: Jobs,
) -> Data:  # fmt: skip
    """The rates, and how often the interval of so many decisions holds them."""
    tasks = [(bot, seed + part.start, len(part)) for bot in bots for part in ranges(hands, CHUNK)]
    chunks = jobs.run(partial(judged, worlds), tasks)
    by_bot = {
        bot: [
            JudgedHand(*one)
            for task, chunk in zip(tasks, chunks, strict=True)
            if task[0] == bot
            for one in chunk
        ]
        for bot in bots
    }
    return {
        "hands": hands, "worlds": worlds, "asked": decisions,
        **tallied(by_bot, samples, decisions, seed),
    }  # fmt: skip


def tallied(
    by_bot: Mapping[str, Sequence[JudgedHand]], samples: int, decisions: int, seed: int
) -> Data:
    """The rates of some bots, and how often a level's interval holds them."""
    share = samples // len(by_bot)
    rows = [
        {"bot": bot, **_rate(played), **_held(played, share, decisions, seed + number)}
        for number, (bot, played) in enumerate(by_bot.items())
    ]
    return {
        "samples": sum(row["samples"] for row in rows),
        "held": sum(row["held"] for row in rows),
        "bots": rows,
    }


def _rate(hands: Sequence[JudgedHand]) -> Data:
    """Points lost in 100 decisions with their 95% interval, a hand being one cluster."""
    counts = np.array([hand.decisions for hand in hands], float)
    found = ratio(np.array([hand.lost for hand in hands]), counts)
    ends = {"mean": found.mean, "low": found.low, "high": found.high}
    return {
        "decisions": int(counts.sum()),
        "rate": round(100 * found.mean, 2),
        "error": round(100 * half(ends), 2),
        "mistakes": round(sum(hand.errors for hand in hands) / float(counts.sum()), 4),
    }


def _held(hands: Sequence[JudgedHand], samples: int, decisions: int, seed: int) -> Data:
    """Return how many samples there were, how often the rate was held, and how wide the intervals
    are."""
    true = 100 * sum(hand.lost for hand in hands) / sum(hand.decisions for hand in hands)
    rng = np.random.default_rng(seed)
    levels = [level_of(_sample(hands, decisions, rng)) for _ in range(samples)]
    known = [level for level in levels if level is not None]
    return {
        "samples": len(known),
        "held": sum(level.low <= true <= level.high for level in known),
        "width": round(float(np.mean([(level.high - level.low) / 2 for level in known])), 1),
    }


def _sample(
    hands: Sequence[JudgedHand], decisions: int, rng: np.random.Generator
) -> list[HandLoss]:
    """Hands drawn until so many decisions are together."""
    drawn: list[HandLoss] = []
    while sum(hand.decisions for hand in drawn) < decisions:
        hand = hands[int(rng.integers(len(hands)))]
        drawn.append(HandLoss(hand.lost, hand.decisions))
    return drawn


def _summary(data: Data) -> Data:
    rows = sorted(data["bots"], key=lambda row: float(row["rate"]))
    share = proportion(data["held"] / data["samples"], data["samples"])
    return {
        "ordered": rows,
        "intervals": [spread(row["rate"], row["error"]) for row in rows],
        "share": {"mean": share.mean, "low": share.low, "high": share.high},
    }


evidence = evidence_from("level.toml", _summary)
