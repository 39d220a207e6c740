"""How much better the rollout policy plays than simple ones: points a hand and games won.

    python -m tests.measure.arena --hands 400000 --games 4000 --out static/evidence/arena.json

All bots are policies that the kernel plays, so this takes seconds. Each deal is played twice
with the seats exchanged; intervals are 95% and take the two as one observation.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.statistics import Interval
from analyzer.game.rules import PRESETS, Rules
from analyzer.lab.arena import duel
from tests.measure.evidence import tell

BOT = "fast"
AGAINST = ("greedy", "gin-waiter", "camper", "knocks-early")


def row(against: str, rules: Rules, hands: int, games: int, seed: int) -> dict[str, Any]:
    """One contest of single hands and one of games to the target."""
    found = duel(BOT, against, rules, hands=hands, games=games, seed=seed)
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


def rounded(found: Interval) -> dict[str, float | None]:
    """An interval with four decimals."""
    return {name: None if x is None else round(x, 4) for name, x in asdict(found).items()}


def main() -> None:
    """Play and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=400_000)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--rules", default="eaai", choices=PRESETS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = {
        "what": "Points a hand and share of games that the rollout policy wins from simple bots",
        "command": f"python -m tests.measure.arena --hands {given.hands} --games {given.games} "
        f"--rules {given.rules} --seed {given.seed}",
        "engine": ENGINE_VERSION,
        "rules": given.rules,
        "bot": BOT,
        "duels": [
            row(name, PRESETS[given.rules], given.hands, given.games, given.seed)
            for name in AGAINST
        ],
    }
    tell(found, given.out)


if __name__ == "__main__":
    main()
