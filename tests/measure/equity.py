"""Is the chance to win a match what it says? Predicted against realised wins, score by score.

    python -m tests.measure.equity --games 400000 --out static/evidence/equity.json

The rollout policy plays games to the target against itself, on deals that the shipped table was
not made from. Before each hand the table gives the first player's chance; how often they then
win is counted by cells of scores (ten points a side) and dealer. A game is one observation in
each cell it passes through.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.bots import PolicyBot, bot_named
from analyzer.engine.bots.tables import ENDINGS, KernelTable
from analyzer.engine.equity import Equity, equity_for
from analyzer.engine.thresholds import Z95
from analyzer.game.rules import PRESETS, BoxWhen
from analyzer.game.scoring import Scored, next_dealer
from analyzer.game.view import Side
from analyzer.lab.arena.chunks import SCORED
from tests.measure.evidence import tell

SEED = 20_001
"""Another one than that of the shipped figures."""

WIDTH = 10
ENOUGH = 10_000
"""Games in a cell that make it one to be judged: its 95% interval is within a point."""

BLOCK = 50_000

Cell = tuple[int, int, int]
"""Dealer, my score and theirs in steps of ten."""


def hands(table: KernelTable) -> Iterator[tuple[int, int]]:
    """(points, ending) of one deal after another, for the player who does not deal."""
    first = 0
    while True:
        points, endings = table.hands(first, BLOCK, seat=0)
        yield from zip(points.tolist(), endings.tolist(), strict=True)
        first += BLOCK


def play(equity: Equity, deals: Iterator[tuple[int, int]], dealer: int) -> dict[Cell, float]:
    """One game: by cell the result (1 for a win) less the chances foretold there (their mean)."""
    rules, score = equity.rules, [0, 0]
    box = rules.box_bonus if rules.box_when is BoxWhen.ONCE else 0
    told: dict[Cell, list[float]] = defaultdict(list)
    while max(score) < equity.target:
        side = Side.ME if dealer == 0 else Side.OPPONENT
        cell = dealer, score[0] // WIDTH, score[1] // WIDTH
        told[cell].append(equity.chance((score[0], score[1]), side))
        points, ending = next(deals)
        winner = None if points == 0 else 1 - dealer if points > 0 else dealer
        if winner is not None:
            score[winner] += abs(points) + box
        dealer = next_dealer(rules, dealer, Scored(SCORED[ENDINGS[ending]], winner, abs(points)))
    won = float(score[0] > score[1])
    return {cell: won - float(np.mean(chances)) for cell, chances in told.items()}


def compared(preset: str, games: int) -> dict[str, Any]:
    """How far the chances are off in the cells that enough games came through."""
    rules = PRESETS[preset]
    equity = equity_for(rules)
    assert equity is not None
    bot = bot_named("fast", rules)
    assert isinstance(bot, PolicyBot)
    deals = hands(KernelTable((bot, bot), rules, SEED))
    off: dict[Cell, list[float]] = defaultdict(list)
    for game in range(games):
        for cell, error in play(equity, deals, game % 2).items():
            off[cell].append(error)
    rows = [
        {
            "dealer": "me" if dealer == 0 else "opp",
            "score": [mine * WIDTH, theirs * WIDTH],
            "games": len(errors),
            "off": round(100 * float(np.mean(errors)), 2),
            "error": round(100 * Z95 * float(np.std(errors)) / len(errors) ** 0.5, 2),
        }
        for (dealer, mine, theirs), errors in sorted(off.items())
        if len(errors) >= ENOUGH
    ]
    sizes = np.array([row["off"] for row in rows], float)
    within = [abs(row["off"]) <= row["error"] for row in rows]
    return {
        "rules": preset,
        "games": games,
        "cells": len(rows),
        "farthest": float(np.abs(sizes).max()),
        "typical": round(float(np.abs(sizes).mean()), 2),
        "inside": round(float(np.mean(within)), 3),
        "rows": rows,
    }


def main() -> None:
    """Play and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--rules", nargs="*", default=["eaai"])
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = {
        "what": "Realised less foretold match wins in percentage points, by dealer and score "
        "(cells of ten points a side); error is the half-width of the 95% interval, inside the "
        "share of cells whose interval holds 0",
        "command": f"python -m tests.measure.equity --games {given.games} --rules "
        + " ".join(given.rules),
        "engine": ENGINE_VERSION,
        "presets": [compared(preset, given.games) for preset in given.rules],
    }
    tell(found, given.out)


if __name__ == "__main__":
    main()
