"""The evidence page's section on puzzles: what a pack holds, and who solves it."""

from __future__ import annotations

import msgspec

from analyzer.display.charts import Axes, Line, LineChart, top_for
from analyzer.web.contexts.evidence import EvidenceSection, Figure, FigureRow
from analyzer.web.learn.contexts import RulesColumn

STEP = 50
"""Puzzles between two lines of the chart's grid."""
WIDTH = 100
"""Points of rating that one place on the chart stands for."""

SIMPLE, STRONG = "greedy", "engine:1024"
"""Whom the table of kinds compares."""


class KindRow(msgspec.Struct, frozen=True):
    """The puzzles of one kind: nine in ten are rated over `low` and under `high`."""

    puzzles: int
    low: float
    median: float
    high: float
    options: float
    solved: dict[str, float]


class AgainRow(msgspec.Struct, frozen=True):
    """The part of the pack that was certified again."""

    asked: int
    lost: int
    """How many had another best answer then."""
    under: int
    """How many did not reach the gap then."""


class PuzzlesData(msgspec.Struct, frozen=True):
    """``puzzles.json``."""

    command: str
    engine: str
    """The one that certified a part again."""
    puzzles: int
    again: AgainRow
    kinds: dict[str, KindRow]
    themes: dict[str, int]
    ratings: dict[str, dict[str, int]]
    """By the hundred in which they are rated, how many of each kind."""
    solved: dict[str, float]
    """The share that each bot solves."""


def puzzles(data: PuzzlesData) -> EvidenceSection:
    """What the first pack holds."""
    return EvidenceSection(
        name="puzzles",
        title="Are the puzzles puzzles?",
        finding=f"Of {data.puzzles:,} puzzles `{STRONG}` solves {_percent(data.solved[STRONG])}, "
        f"`{SIMPLE}` {_percent(data.solved[SIMPLE])}, and one who answers at random "
        f"{_percent(data.solved['random'])}. Asked again on fresh worlds, {data.again.asked} of "
        f"them lost their best answer {data.again.lost} times, and the gap {data.again.under} "
        "times.",
        figures=(_kinds(data), _ladder(data), _themes(data)),
        what="Each puzzle was certified on fresh worlds: at least two points (one where the "
        "question is whether to knock) and four standard errors between the best and every "
        "other answer, and the same best answer against three of four kinds of opponent; where "
        "nothing is hidden, by counting. Its first rating comes from bots that try it.",
        what_not="Bots are not people: what is hard for them may be easy to see, and the other "
        "way round. The ratings move with the first answers of those who play.",
        command=data.command,
        engine=data.engine,
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _kinds(data: PuzzlesData) -> Figure:
    return Figure(
        name="puzzles-kinds",
        caption="Puzzles by kind and rating",
        columns=(
            RulesColumn("Kind"),
            *(
                RulesColumn(head, number=True)
                for head in ("Puzzles", "Rating", "At random", f"By {SIMPLE}", f"By {STRONG}")
            ),
        ),
        rows=tuple(FigureRow(name, _kind(row)) for name, row in data.kinds.items()),
        chart=_chart(data),
    )


def _kind(row: KindRow) -> tuple[str, ...]:
    shares = (row.solved[bot] for bot in ("random", SIMPLE, STRONG))
    return f"{row.puzzles:,}", f"{row.median:.0f}", *map(_percent, shares)


def _chart(data: PuzzlesData) -> LineChart:
    counts = {int(low): sum(kinds.values()) for low, kinds in data.ratings.items()}
    axes = Axes(min(counts), max(counts) + WIDTH, top_for(counts.values(), STEP))
    steps = [(edge, count) for low, count in counts.items() for edge, count in _step(low, count)]
    return LineChart(
        says=f"Most of the puzzles are rated between {min(counts)} and {max(counts) + WIDTH}.",
        across="Rating",
        up="Puzzles",
        lines=(Line("puzzles", "true", axes.line(steps)),),
        x_ticks=axes.across(range(min(counts), max(counts) + WIDTH + 1, 2 * WIDTH)),
        y_ticks=axes.ticks(STEP),
    )


def _step(low: int, count: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (low, count), (low + WIDTH, count)


def _ladder(data: PuzzlesData) -> Figure:
    weakest_first = sorted(data.solved.items(), key=lambda pair: pair[1])
    return Figure(
        name="puzzles-ladder",
        caption="Puzzles solved",
        columns=(RulesColumn("Player"), RulesColumn("Solved", number=True)),
        rows=tuple(FigureRow(bot, (_percent(share),)) for bot, share in weakest_first),
    )


def _themes(data: PuzzlesData) -> Figure:
    return Figure(
        name="puzzles-themes",
        caption="Puzzles with each theme",
        columns=(RulesColumn("Theme"), RulesColumn("Puzzles", number=True)),
        rows=tuple(
            FigureRow(name.replace("-", " "), (f"{number:,}",))
            for name, number in data.themes.items()
        ),
        fold="Theme by theme",
    )
