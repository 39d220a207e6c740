"""Is the chance to win a match what it says? Predicted against realised wins, score by score.

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

from analyzer.api.evidence import Axis, Chart, Curve, Evidence, Figures, Panel
from analyzer.engine.bots import PolicyBot, bot_named
from analyzer.engine.bots.tables import ENDINGS, KernelTable
from analyzer.engine.equity import Equity, equity_for
from analyzer.engine.statistics import half_width_of_mean
from analyzer.engine.thresholds import Z95
from analyzer.game.rules import PRESETS, BoxWhen
from analyzer.game.scoring import Scored, next_dealer
from analyzer.game.view import Side
from analyzer.lab.arena._chunks import SCORED
from analyzer.lab.measure.words import Data, axis_up, table
from analyzer.notation.numbers import percent, signed_estimate

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
    rules, score = equity.rules, [0, 0]
    box = rules.box_bonus if rules.box_when is BoxWhen.ONCE else 0
    chances_at: dict[Cell, list[float]] = defaultdict(list)
    while max(score) < equity.target:
        side = Side.ME if dealer == 0 else Side.OPPONENT
        cell = dealer, score[0] // WIDTH, score[1] // WIDTH
        chances_at[cell].append(equity.chance((score[0], score[1]), side))
        points, ending = next(deals)
        winner = None if points == 0 else 1 - dealer if points > 0 else dealer
        if winner is not None:
            score[winner] += abs(points) + box
        dealer = next_dealer(rules, dealer, Scored(SCORED[ENDINGS[ending]], winner, abs(points)))
    won = float(score[0] > score[1])
    return {cell: won - float(np.mean(chances)) for cell, chances in chances_at.items()}


def _compared(preset: str, games: int) -> Data:
    """How far the chances are off in the cells that enough games came through."""
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
    """The cells of each of the rules."""
    return {"presets": [_compared(preset, games) for preset in rules]}


# --- in words ----------------------------------------------------------------------------


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """Whether matches are won as often as predicted."""
    presets = [preset for preset in data["presets"] if preset["rows"]]
    return Evidence(
        section="equity",
        title="Is the chance to win the match what it says?",
        command=command,
        engine=engine,
        finding=[_off(preset) for preset in presets],
        tables=[_table(preset) for preset in presets],
        charts=[_chart(preset) for preset in presets],
        method=f"{presets[0]['games'] if presets else 0:,} games to the target for each set of "
        "rules, played by the quick policy against itself on deals of their own. Before each hand "
        "the table says how likely the match is won; cells have ten points a side, and those that "
        "too few games came through are left out. A game is one observation in each cell that it "
        "passes through.",
        limits="The table supposes two players who play like that policy and mind the score of "
        "the hand only. Against a better or a worse player the chance is another one.",
        data=dict(data),
    )


def _off(preset: Data) -> str:
    """How far the cells are off, and how far luck alone would make them seem so."""
    cells = preset["rows"]
    worst = max(cells, key=lambda cell: abs(cell["off"]))
    typical = sum(abs(cell["off"]) for cell in cells) / len(cells)
    luck = LUCK / Z95 * sum(cell["error"] for cell in cells) / len(cells)
    return (
        f"Under {preset['rules']} rules matches are won {typical:.2f} percentage points more or "
        f"less often than predicted, at the mean of {len(cells)} cells of scores; luck alone would "
        f"make it {luck:.2f}. The farthest is {signed_estimate(worst['off'], worst['error'])} "
        f"({_score(worst)}, {_dealer(worst)} deal); {percent(_inside(cells) / len(cells))} of "
        "the 95% intervals hold 0."
    )


def _inside(cells: Sequence[Data]) -> int:
    return sum(abs(cell["off"]) <= cell["error"] for cell in cells)


def _table(preset: Data) -> Figures:
    cells = sorted(preset["rows"], key=lambda cell: (cell["score"], cell["dealer"]))
    return table(
        f"Matches won less those predicted, {preset['rules']} rules, in percentage points, by "
        "score, mine first",
        ("Score", "Dealer", "Off", "Games"),
        (
            (
                _score(cell),
                _dealer(cell),
                signed_estimate(cell["off"], cell["error"]),
                f"{cell['games']:,}",
            )
            for cell in cells
        ),
    )


def _chart(preset: Data) -> Chart:
    cells = sorted(preset["rows"], key=lambda cell: float(cell["off"]))
    sizes = [abs(cell["off"]) + cell["error"] for cell in cells]
    top = axis_up("", sizes, 1).high
    step = 1 if top <= 4 else top / 2
    ticks = [step * k - top for k in range(round(2 * top / step) + 1)]
    bars = [(float(k), cell["off"], cell["error"]) for k, cell in enumerate(cells)]
    lines = [
        Curve("as predicted", "uniform", [(-1.0, 0.0), (float(len(cells)), 0.0)]),
        Curve("95% interval", "error", list(bars)),
        Curve("a cell of scores", "dots", [each[:2] for each in bars]),
    ]
    return Chart(
        f"Matches won less those predicted, {preset['rules']} rules, in percentage points",
        Axis("Cells of scores, from the lowest to the highest", -1.0, len(cells), []),
        Axis("Won less predicted", -top, top, ticks),
        [
            Panel(
                f"How far each cell of scores is off: {_inside(cells)} of {len(cells)} intervals "
                "hold 0.",
                lines,
            )
        ],
    )


def _score(cell: Data) -> str:
    """The scores of a cell as ranges: mine first."""
    return " : ".join(f"{low}–{low + WIDTH - 1}" for low in cell["score"])


def _dealer(cell: Data) -> str:
    return "I" if cell["dealer"] == "me" else "they"
