"""The lead of the rollout policy over simple ones: points a hand and games won.

All bots are policies that the kernel plays, so this takes seconds. Each deal is played twice
with the seats exchanged; intervals are 95% and take the two as one observation.
"""

from __future__ import annotations

from dataclasses import asdict

from analyzer.arena import duel
from analyzer.engine.statistics import Interval
from analyzer.game.rules import PRESETS, Rules
from analyzer.jobs import Jobs
from tests.workshop.measure.words import Data, evidence_from

BOT = "fast"
AGAINST = ("greedy", "gin-waiter", "camper", "knocks-early")


def measured(hands: int, games: int, rules: str, seed: int, jobs: Jobs) -> Data:
    """Return what the quick policy wins from simple ones."""
    duels = [_row(name, PRESETS[rules], hands, games, seed, jobs) for name in AGAINST]
    return {"rules": rules, "bot": BOT, "duels": duels}


def _row(against: str, rules: Rules, hands: int, games: int, seed: int, jobs: Jobs) -> Data:
    found = duel(BOT, against, rules, hands=hands, games=games, seed=seed, jobs=jobs)
    assert found.hands is not None
    assert found.games is not None
    assert found.games.won is not None
    return {
        "against": against,
        "hands": 2 * found.hands.pairs,
        "points": rounded(found.hands.points),
        "games": 2 * found.games.pairs,
        "won": rounded(found.games.won),
    }


def rounded(interval: Interval) -> Data:
    """An interval with four decimals."""
    return {name: None if x is None else round(x, 4) for name, x in asdict(interval).items()}


evidence = evidence_from("arena.toml")
