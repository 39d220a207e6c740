"""Is the chance to win a match what it says? Predicted against realized wins, score by score.

The rollout policy plays games to the target against itself, on deals that the shipped table was
not made from. Before each hand the table gives the first player's chance; how often they then
win is counted by cells of scores (ten points a side) and dealer. A game is one observation in
each cell it passes through.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import pi, sqrt

import numpy as np

from analyzer.api.evidence import Axis, Chart, Curve, Panel
from analyzer.arena._chunks import TargetGame
from analyzer.engine.bots import PolicyBot, bot_named
from analyzer.engine.bots.tables import KernelTable
from analyzer.engine.equity import Equity, equity_for
from analyzer.engine.objective import ENDINGS
from analyzer.engine.statistics import half_width_of_mean
from analyzer.engine.thresholds import Z95
from analyzer.game.rules import PRESETS
from analyzer.game.view import Side
from tests.workshop.measure.words import Data, axis_up, evidence_from

SEED = 20_001
"""Another one than that of the shipped figures."""

WIDTH = 10
"""Points in a cell of scores."""
ENOUGH = 10_000
"""Games in a cell that make it one to be judged: its 95% interval is within a point."""

BLOCK = 50_000

LUCK = sqrt(2 / pi)
"""Mean size of a normal error, in standard errors."""

Cell = tuple[int, int, int]
"""Dealer, my score and theirs in steps of ten."""


def _hands(table: KernelTable) -> Iterator[tuple[int, int]]:
    """(points, ending) of one deal after another, for the player who does not deal."""
    first = 0
    while True:
        points, endings = table.hands(first, BLOCK, seat=0)
        yield from zip(points.tolist(), endings.tolist(), strict=True)
        first += BLOCK


def _play(equity: Equity, deals: Iterator[tuple[int, int]], dealer: int) -> dict[Cell, float]:
    """One game: by cell the result (1 for a win) less the chances predicted there (their mean)."""
    game, chances_at = TargetGame(equity.rules, 1 - dealer), defaultdict[Cell, list[float]](list)
    while not game.over:
        dealer, (mine, theirs) = 1 - game.seat, game.score
        side = Side.ME if dealer == 0 else Side.OPPONENT
        chance = equity.chance(game.score, side)
        chances_at[dealer, mine // WIDTH, theirs // WIDTH].append(chance)
        points, ending = next(deals)
        game = game.after(points if dealer else -points, ENDINGS[ending])
    return {cell: game.won - float(np.mean(chances)) for cell, chances in chances_at.items()}


def _compared(preset: str, games: int) -> Data:
    """Return how far the chances are off in the cells that enough games came through."""
    rules = PRESETS[preset]
    equity = equity_for(rules)
    assert equity is not None
    bot = bot_named("fast", rules)
    assert isinstance(bot, PolicyBot)
    deals = _hands(KernelTable((bot, bot), rules, SEED))
    off: dict[Cell, list[float]] = defaultdict(list)
    for game in range(games):
        for cell, error in _play(equity, deals, game % 2).items():
            off[cell].append(error)
    rows = [
        {
            "dealer": "me" if dealer == 0 else "opp",
            "score": [mine * WIDTH, theirs * WIDTH],
            "games": len(errors),
            "off": round(100 * float(np.mean(errors)), 2),
            "error": round(100 * half_width_of_mean(np.array(errors)), 2),
        }
        for (dealer, mine, theirs), errors in sorted(off.items())
        if len(errors) >= ENOUGH
    ]
    return {"rules": preset, "games": games, "rows": rows}


def measured(games: int, rules: Sequence[str]) -> Data:
    """Return whether matches are won as often as the chance to win them says."""
    return {"presets": [_compared(preset, games) for preset in rules]}


def _summary(data: Data) -> Data:
    """Return how far the cells are off, and how far luck alone would make them seem so."""
    presets = [_off(preset) for preset in data["presets"] if preset["rows"]]
    return {"measured": presets, "charts": [_chart(preset) for preset in presets]}


def _off(preset: Data) -> Data:
    cells = [
        {
            **cell,
            "scores": " : ".join(f"{low}–{low + WIDTH - 1}" for low in cell["score"]),
            "who": "I" if cell["dealer"] == "me" else "they",
        }
        for cell in sorted(preset["rows"], key=lambda cell: (cell["score"], cell["dealer"]))
    ]
    return {
        **preset,
        "cells": cells,
        "worst": max(cells, key=lambda cell: abs(cell["off"])),
        "typical": sum(abs(cell["off"]) for cell in cells) / len(cells),
        "luck": LUCK / Z95 * sum(cell["error"] for cell in cells) / len(cells),
        "inside": sum(abs(cell["off"]) <= cell["error"] for cell in cells),
    }


def _chart(preset: Data) -> Chart:
    cells = sorted(preset["rows"], key=lambda cell: float(cell["off"]))
    top = axis_up("", (abs(cell["off"]) + cell["error"] for cell in cells), 1).high
    step = 1 if top <= 4 else top / 2
    ticks = [step * k - top for k in range(round(2 * top / step) + 1)]
    bars = [(float(k), cell["off"], cell["error"]) for k, cell in enumerate(cells)]
    return Chart(
        f"Matches won less those predicted, {preset['rules']} rules, in percentage points",
        Axis("Cells of scores, from the lowest to the highest", -1.0, len(cells), []),
        Axis("Won less predicted", -top, top, ticks),
        [
            Panel(
                f"How far each cell of scores is off: {preset['inside']} of {len(cells)} intervals "
                "hold 0.",
                [
                    Curve("as predicted", "uniform", [(-1.0, 0.0), (float(len(cells)), 0.0)]),
                    Curve("95% interval", "error", list(bars)),
                    Curve("a cell of scores", "dots", [each[:2] for each in bars]),
                ],
            )
        ],
    )


evidence = evidence_from("equity.toml", _summary)
