"""What a pack of puzzles holds, and what came of asking a part of it again.

Counts, ratings and who solves it are as `ginsight puzzle stats` prints them; the part that was
certified again, on fresh worlds of another seed, is what `pack.toml` has of it.
"""

from __future__ import annotations

import tomllib

import msgspec

from analyzer.api.evidence import Axis, Chart, Curve, Evidence, Panel
from analyzer.lab.measure.words import Data, axis_up, table
from analyzer.notation.numbers import percent
from analyzer.practice.puzzles.pack import load_pack
from analyzer.practice.puzzles.stats import stats
from analyzer.resources import resource_root

_WIDTH = 100
"""Points of rating that one place on the chart stands for."""
_SIMPLE, _STRONG = "greedy", "engine:1024"
"""Whom the table of kinds compares."""


def measured(pack: str) -> Data:
    """Count a pack."""
    folder = resource_root() / "puzzles" / pack
    counted = msgspec.to_builtins(stats(load_pack(folder).puzzles), str_keys=True)
    again = tomllib.loads((folder / "pack.toml").read_text(encoding="utf-8"))["again"]
    return {"again": again, **counted}


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """What the first pack holds; the engine is the one that certified a part again."""
    again, solved = data["again"], data["solved"]
    return Evidence(
        section="puzzles",
        title="Are the puzzles puzzles?",
        command=command,
        engine=again["engine"],
        finding=[
            f"Of {data['puzzles']:,} puzzles `{_STRONG}` solves {percent(solved[_STRONG])}, "
            f"`{_SIMPLE}` {percent(solved[_SIMPLE])}, and one who answers at random "
            f"{percent(solved['random'])}.",
            f"Asked again on fresh worlds, {again['asked']} of them lost their best answer "
            f"{again['lost']} times, and the gap {again['under']} times.",
        ],
        tables=[
            table(
                "Puzzles by kind and rating",
                ("Kind", "Puzzles", "Rating", "At random", f"By {_SIMPLE}", f"By {_STRONG}"),
                (
                    (name, f"{row['puzzles']:,}", f"{row['median']:.0f}",
                     *(percent(row["solved"][bot]) for bot in ("random", _SIMPLE, _STRONG)))
                    for name, row in data["kinds"].items()
                ),
            ),
            table(
                "Puzzles solved",
                ("Player", "Solved"),
                ((bot, percent(part)) for bot, part in sorted(solved.items(), key=_second)),
            ),
            table(
                "Puzzles with each theme",
                ("Theme", "Puzzles"),
                (
                    (name.replace("-", " "), f"{number:,}")
                    for name, number in data["themes"].items()
                ),
            ),
        ],
        charts=[_chart({int(low): sum(row.values()) for low, row in data["ratings"].items()})],
        method="Each puzzle was certified on fresh worlds: at least two points (one where the "
        "question is whether to knock) and four standard errors between the best and every "
        "other answer, and the same best answer against three of four kinds of opponent; where "
        "nothing is hidden, by counting. Its first rating comes from bots that try it.",
        limits="Bots are not people: what is hard for them may be easy to see, and the other "
        "way round. The ratings move with the first answers of those who play.",
        data=dict(data),
    )  # fmt: skip


def _second(pair: tuple[str, float]) -> float:
    return pair[1]


def _chart(counts: dict[int, int]) -> Chart:
    low, high = min(counts), max(counts) + _WIDTH
    steps = [(float(edge), float(n)) for at, n in counts.items() for edge in (at, at + _WIDTH)]
    says = f"Most of the puzzles are rated between {low} and {high}."
    return Chart(
        "Puzzles by rating",
        Axis("Rating", low, high, list(range(low, high + 1, 2 * _WIDTH))),
        axis_up("Puzzles", counts.values(), 50),
        [Panel(says, [Curve("puzzles", "true", list(steps))])],
    )
