"""Do sampled hands of the opponent hold what true ones hold? Deadwood by number of throws.

    python -m tests.measure.belief --hands 1500 --out static/evidence/belief.json

Hands of the baseline against itself; each time a player is to move, once for each number of
throws of the other's: the true deadwood of the other's hand beside that of sampled ones.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.belief import Played, Uniform
from analyzer.cards import CardSet
from analyzer.engine import ENGINE_VERSION
from analyzer.melds import deadwood
from analyzer.policies import BASELINE
from analyzer.position import deal
from analyzer.rules import PRESETS, Rules
from analyzer.view import View, view_of
from tests.oracles.hand import Seat

WORLDS = 16
MOST_THROWS = 12


def held(view: View, belief: Played | Uniform, seed: int) -> float:
    """Mean deadwood of the opponent's sampled hands."""
    hands = belief.sample(view, seed, 0, WORLDS).hands.tolist()
    return float(np.mean([deadwood(CardSet(mask), view.rules) for mask in hands]))


def compared(rules: Rules, hands: int) -> dict[int, list[tuple[float, float, int]]]:
    """By how often the opponent has thrown: (played, uniform, true) deadwood."""
    found: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
    for seed in range(hands):
        position = deal(rules, seed, dealer=seed % 2)
        asked: set[tuple[int, int]] = set()
        while not position.over and len(position.played) < 60:
            view = view_of(position)
            throws = view.their_throws
            if 0 < throws <= MOST_THROWS and (position.turn, throws) not in asked:
                asked.add((position.turn, throws))
                true = deadwood(position.hands[1 - position.turn], rules)
                sampled = (held(view, belief, seed) for belief in (Played(), Uniform()))
                found[throws].append((*sampled, true))  # type: ignore[arg-type]
            position = position.apply(Seat(position, BASELINE).action())
    return found


def report(rules: Rules, hands: int) -> list[dict[str, Any]]:
    """One row for each number of throws."""
    rows = []
    for throws, found in sorted(compared(rules, hands).items()):
        played, uniform, true = np.array(found, float).T
        rows.append({
            "throws": throws, "cases": len(found), "true": round(true.mean(), 2),
            "sampled": round(played.mean(), 2), "uniform": round(uniform.mean(), 2),
            "se": round(float(np.std(played - true) / len(found) ** 0.5), 2),
        })  # fmt: skip
    return rows


def main() -> None:
    """Measure and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--rules", nargs="*", default=["standard"])
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = {
        "what": "Deadwood of the opponent's hand by how often they have thrown: true, as sampled "
        "by the belief, and as sampled with every hand equally likely",
        "command": f"python -m tests.measure.belief --hands {given.hands} --rules "
        + " ".join(given.rules),
        "engine": ENGINE_VERSION,
        "deadwood": {name: report(PRESETS[name], given.hands) for name in given.rules},
    }
    text = json.dumps(found, indent=1) + "\n"
    if given.out:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
