"""The evidence page's sections on the belief: sampled hands, and turns that are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple, TypeAlias

import msgspec

from analyzer.display.charts import (
    Axes,
    Line,
    LineChart,
    Series,
    dots_line,
    error_line,
    line_chart,
    small_axes,
    top_for,
)
from analyzer.engine.thresholds import half_width
from analyzer.notation.numbers import DASH
from analyzer.web.contexts.evidence import EvidenceSection, Figure, FigureRow
from analyzer.web.learn.contexts import RulesColumn
from analyzer.web.learn.evidence.parts import Interval, signed, span

BY_LUCK = "one in twenty would be by luck alone"
"""How often a 95% interval fails where all is well."""


class Deadwood(msgspec.Struct, frozen=True):
    """Mean deadwood of the opponent's hand after so many discards."""

    discards: int
    cases: int
    true: float
    sampled: float
    uniform: float
    se: float
    """Of sampled minus true."""


class ReadRow(msgspec.Struct, frozen=True):
    """What the turns told after so many discards; gaps are sampled minus true."""

    discards: int
    cases: int
    true: float
    gap: float
    se: float
    low: float
    """Share of hands with at most 10 points."""
    low_gap: float
    low_se: float


class Bits(msgspec.Struct, frozen=True):
    """Bits a hidden card over equal chances."""

    mean: float
    se: float


class Group(msgspec.Struct, frozen=True):
    """Discards with a like foretold chance to be taken, and the share that was."""

    cases: int
    foretold: float
    true: float
    se: float

    @property
    def error(self) -> float:
        """Standard error of the gap.

        Not less than that of so many discards taken by the foretold chance: where none was taken,
        their own spread is nought.
        """
        return max(self.se, sqrt(self.foretold * (1 - self.foretold) / self.cases))


class Known(msgspec.Struct, frozen=True):
    """The same of a player of whom the reader had seen so many hands."""

    after: int
    discards: list[ReadRow]
    taken: list[Group]


class Read(msgspec.Struct, frozen=True):
    """One player, read from its turns."""

    hands: int
    cases: int
    discards: list[ReadRow]
    bits: Bits
    taken: list[Group]
    types: dict[str, float]
    known: Known | None = None


RowsOf: TypeAlias = Mapping[str, list[ReadRow]]
"""By player: a row for each number of discards."""


class Calibration(msgspec.Struct, frozen=True):
    """``belief.json`` and ``belief_reader.json``."""

    command: str
    engine: str
    deadwood: dict[str, list[Deadwood]]
    reader: dict[str, Read] = {}


# --- sampled without a look at the turns ------------------------------------------------


def belief(data: Calibration) -> EvidenceSection | None:
    """Whether sampled hands hold what true ones hold; None where that was not measured."""
    if not data.deadwood:
        return None
    return EvidenceSection(
        name="belief",
        title="Are the hidden cards guessed well?",
        finding=" ".join(_furthest(name, rows) for name, rows in data.deadwood.items()),
        figures=tuple(_belief_figure(name, rows) for name, rows in data.deadwood.items()),
        what="Whole hands played out; each time it was someone's turn, the true deadwood of the "
        "other's hand beside that of the hands the search would sample there. For comparison: "
        "the same with every hand that is possible equally likely.",
        what_not="The opponent here is the player that the belief supposes. Against someone who "
        "discards for other reasons it will be off by more, and a mean that is right does not "
        "make each guess right. Cases of one hand count as independent.",
        command=data.command,
        engine=data.engine,
    )


def _furthest(name: str, rows: list[Deadwood]) -> str:
    worst = max(rows, key=lambda row: abs(row.sampled - row.true))
    off = max(abs(row.uniform - row.true) for row in rows)
    apart = sum(abs(row.sampled - row.true) > half_width(row.se) for row in rows)
    return (
        f"Under {name} rules the sampled deadwood is {abs(worst.sampled - worst.true):.1f} points "
        f"from the true one at most (after {worst.discards} discards), where hands equally likely "
        f"are up to {off:.0f} points off; in {apart} of {len(rows)} rows it is off by more than "
        "the error."
    )


def _belief_figure(name: str, rows: list[Deadwood]) -> Figure:
    discards = tuple(row.discards for row in rows)
    chart = line_chart(
        f"Deadwood by discards, {name}: the sampled line keeps to the true one, "
        "the line of equally likely hands stays far above.",
        "Discards of the opponent so far",
        "Deadwood",
        discards,
        (
            Series("every hand equally likely", "uniform", tuple(row.uniform for row in rows)),
            Series("true", "true", tuple(row.true for row in rows)),
            Series("sampled", "sampled", tuple(row.sampled for row in rows)),
        ),
    )
    heads = ("Cases", "True", "Sampled", "Sampled − true", "Equally likely")
    return Figure(
        name=f"belief-{name}",
        caption=f"Deadwood of the opponent’s hand, {name} rules",
        columns=(RulesColumn("Discards"), *(RulesColumn(head, number=True) for head in heads)),
        rows=tuple(_belief_row(row) for row in rows),
        chart=chart,
    )


def _belief_row(row: Deadwood) -> FigureRow:
    apart = f"{signed(row.sampled - row.true, 1)} ± {half_width(row.se):.1f}"
    cells = (f"{row.cases:,}", f"{row.true:.1f}", f"{row.sampled:.1f}", apart)
    return FigureRow(str(row.discards), (*cells, f"{row.uniform:.1f}"))


# --- read from the turns -----------------------------------------------------------------


def reader(data: Calibration) -> EvidenceSection | None:
    """What the turns of several players tell; None where that was not measured."""
    read = data.reader
    if not read:
        return None
    return EvidenceSection(
        name="reader",
        title="Does it read their turns well?",
        finding=f"{_worth(read)} {_gaps(read)} {_low(read)} {_foretold(read)}",
        figures=(
            _discards_figure(_by_discards(read), DEADWOOD),
            _discards_figure(_by_discards(read), LOW),
            _taken_figure({name: one.taken for name, one in read.items()}, TAKEN),
            *_known_figures(_known(read)),
            _bits_figure(read),
            _types_figure(read),
        ),
        what="Each player against itself under eaai rules. Each time one is to discard, the belief "
        "that reads the turns samples the other’s hand, with what earlier hands of the same game "
        "told of the player (as many as the command says). At most "
        f"{max(row.cases for one in read.values() for row in one.discards):,} decisions for each "
        "player and number of discards; errors are clustered by hand.",
        what_not="These are programs, some of them the very types that the belief reckons "
        "with, and none is a person. A mean that is right does not make each guess right.",
        command=data.command,
        engine=data.engine,
    )


def _worth(read: Mapping[str, Read]) -> str:
    """Bits of the player read best and of the one read worst."""
    least, *_, most = sorted([*read, *read], key=lambda name: read[name].bits.mean)
    if most == least:
        return f"Reading `{most}` is worth {_bits(read[most].bits)} bits a hidden card."
    return (
        f"Reading is worth {_bits(read[least].bits)} (`{least}`) to {_bits(read[most].bits)} "
        f"(`{most}`) bits a hidden card over equal chances."
    )


def _bits(found: Bits) -> str:
    return f"{found.mean:.3f} ± {half_width(found.se):.3f}"


def _gaps(read: Mapping[str, Read]) -> str:
    rows = [(name, row) for name, one in read.items() for row in one.discards]
    apart = sum(abs(row.gap) > half_width(row.se) for _, row in rows)
    name, worst = max(rows, key=lambda row: abs(row[1].gap))
    return (
        f"The sampled deadwood is off by more than its error in {apart} of {len(rows)} rows, "
        f"where {BY_LUCK}; most for `{name}` {_after(worst)}, {DEADWOOD.gap(worst)} points."
    )


def _after(row: ReadRow) -> str:
    return f"after {row.discards} {'discard' if row.discards == 1 else 'discards'}"


def _low(read: Mapping[str, Read]) -> str:
    """Where the share of low hands is furthest off, in any hand and once the player is known."""
    known = {name: one.discards for name, one in _known(read).items()}
    later = f"; of a known player, {_furthest_low(known)}" if known else ""
    off = _furthest_low(_by_discards(read))
    return f"The share of hands with at most 10 points is off by {off}{later}."


def _furthest_low(read: RowsOf) -> str:
    rows = [(name, row) for name, some in read.items() for row in some]
    name, worst = max(rows, key=lambda each: abs(each[1].low_gap))
    return f"{LOW.gap(worst)} percentage points at most (`{name}` {_after(worst)})"


def _foretold(read: Mapping[str, Read]) -> str:
    groups = [(name, group) for name, one in read.items() for group in one.taken]
    apart = sum(abs(group.true - group.foretold) > half_width(group.error) for _, group in groups)
    name, worst = max(groups, key=lambda each: abs(each[1].true - each[1].foretold))
    return (
        f"The foretold chance that a discard is taken is off by more than its error in {apart} of "
        f"{len(groups)} groups; most for `{name}`, where {_taken(worst)}."
    )


def _taken(group: Group) -> str:
    return (
        f"{100 * group.foretold:.0f}% were foretold and {100 * group.true:.0f} ± "
        f"{100 * half_width(group.error):.0f}% taken"
    )


@dataclass(frozen=True, slots=True)
class Measure:
    """What is drawn and tabled by number of discards."""

    name: str
    caption: str
    up: str
    step: float
    """Between two lines of the grid."""
    sign: str
    digits: int
    values: Callable[[ReadRow], tuple[float, float, float]]
    """(true, sampled, standard error of the difference)."""

    def gap(self, row: ReadRow) -> str:
        """Sampled minus true with its error."""
        true, sampled, se = self.values(row)
        return f"{signed(sampled - true, self.digits)} ± {half_width(se):.{self.digits}f}"

    def cell(self, row: ReadRow) -> str:
        """The true value, and sampled minus true in brackets."""
        return f"{self.values(row)[0]:.{self.digits}f}{self.sign} ({self.gap(row)})"


DEADWOOD = Measure(
    "reader-deadwood", "Deadwood of the opponent’s hand", "Deadwood", 10, "", 1,
    lambda row: (row.true, row.true + row.gap, row.se),
)  # fmt: skip
LOW = Measure(
    "reader-low", "Hands with at most 10 points of deadwood", "Share of hands", 20, "%", 0,
    lambda row: (100 * row.low, 100 * (row.low + row.low_gap), 100 * row.low_se),
)  # fmt: skip


def _by_discards(read: Mapping[str, Read]) -> RowsOf:
    return {name: one.discards for name, one in read.items()}


def _known(read: Mapping[str, Read]) -> Mapping[str, Known]:
    return {name: one.known for name, one in read.items() if one.known is not None}


def _known_figures(known: Mapping[str, Known]) -> Iterator[Figure]:
    """The low hands and the takes of players of whom some hands were seen."""
    if known:
        after = f", once {max(one.after for one in known.values())} hands were seen"
        low = replace(LOW, name="reader-known-low", caption=f"{LOW.caption}{after},")
        yield _discards_figure({name: one.discards for name, one in known.items()}, low)
        taken = {name: one.taken for name, one in known.items()}
        yield _taken_figure(taken, Taken("reader-known-taken", f"{TAKEN.caption}{after}"))


def _discards_figure(read: RowsOf, measure: Measure) -> Figure:
    """Charts of all players on the same axes, and a table with a column for each."""
    discards = sorted({row.discards for rows in read.values() for row in rows})
    found = {name: {row.discards: measure.cell(row) for row in rows} for name, rows in read.items()}
    tops = [max(measure.values(row)[:2]) for rows in read.values() for row in rows]
    axes = small_axes(discards[0], discards[-1], top_for(tops, measure.step))
    return Figure(
        name=measure.name,
        caption=f"{measure.caption} by their discards so far",
        columns=(RulesColumn("Discards"), *(RulesColumn(name, number=True) for name in read)),
        rows=tuple(
            FigureRow(str(discard), tuple(found[name].get(discard, DASH) for name in read))
            for discard in discards
        ),
        multiples=tuple(_discards_chart(name, rows, measure, axes) for name, rows in read.items()),
        up=measure.up,
        fold="The numbers: true, and in brackets sampled − true",
    )


def _discards_chart(name: str, rows: list[ReadRow], measure: Measure, axes: Axes) -> LineChart:
    values = [(row.discards, *measure.values(row)) for row in rows]
    apart = sum(abs(sampled - true) > half_width(se) for _, true, sampled, se in values)
    return LineChart(
        f"{measure.up} by discards, {name}: the sampled line is further from the true one than its "
        f"error at {apart} of {len(rows)} places.",
        "Discards",
        measure.up,
        lines=(
            Line("true", "true", axes.line((discards, true) for discards, true, _, _ in values)),
            Line("sampled", "sampled", axes.line((discards, up) for discards, _, up, _ in values)),
            error_line(
                axes,
                "95% interval of the difference",
                ((discards, sampled, half_width(se)) for discards, _, sampled, se in values),
            ),
        ),
        x_ticks=axes.across(range(int(axes.first), int(axes.last) + 1, 2)),
        y_ticks=axes.ticks(measure.step, measure.sign),
        title=name,
        frame=axes.frame,
    )


class Taken(NamedTuple):
    """How a figure of takes is called."""

    name: str
    caption: str


TAKEN = Taken(
    "reader-taken", "Chance that a discard is taken, in groups of equal size by that chance"
)


def _taken_figure(read: Mapping[str, list[Group]], named: Taken) -> Figure:
    """Foretold beside true chances, in groups of like ones."""
    groups = max(map(len, read.values()))
    tops = (100 * max(one.true, one.foretold) for some in read.values() for one in some)
    axes = small_axes(0, top := top_for(tops, 20), top)
    return Figure(
        name=named.name,
        caption=named.caption,
        columns=(RulesColumn("Group"), *(RulesColumn(name, number=True) for name in read)),
        rows=tuple(
            FigureRow(str(k + 1), tuple(_group_cell(some, k) for some in read.values()))
            for k in range(groups)
        ),
        multiples=tuple(_taken_chart(name, some, axes) for name, some in read.items()),
        up="Share taken",
        fold="The numbers: foretold, and in brackets true − foretold",
    )


def _group_cell(groups: list[Group], k: int) -> str:
    if k >= len(groups):
        return DASH
    group = groups[k]
    gap = f"{signed(100 * (group.true - group.foretold), 0)} ± {100 * half_width(group.error):.0f}"
    return f"{100 * group.foretold:.0f}% ({gap})"


def _taken_chart(name: str, groups: list[Group], axes: Axes) -> LineChart:
    apart = sum(abs(group.true - group.foretold) > half_width(group.error) for group in groups)
    return LineChart(
        f"Share of discards taken by the foretold chance, {name}: {apart} of {len(groups)} groups "
        "are further from the line than their error.",
        "Foretold",
        "Share taken",
        lines=(
            Line("as foretold", "uniform", axes.line([(0, 0), (axes.last, axes.top)])),
            error_line(axes, "95% interval", _group_errors(groups)),
            dots_line(axes, "true", ((100 * g.foretold, 100 * g.true) for g in groups)),
        ),
        x_ticks=axes.across(range(0, int(axes.last) + 1, 20), "%"),
        y_ticks=axes.ticks(20, "%"),
        title=name,
        frame=axes.frame,
    )


def _group_errors(groups: list[Group]) -> Iterator[tuple[float, float, float]]:
    for group in groups:
        yield 100 * group.foretold, 100 * group.true, 100 * half_width(group.error)


def _bits_figure(read: Mapping[str, Read]) -> Figure:
    top = max(0.5, *(one.bits.mean + half_width(one.bits.se) for one in read.values()))
    return Figure(
        name="reader-bits",
        caption="Bits a hidden card over equal chances",
        columns=(
            RulesColumn("Player"),
            *(RulesColumn(head, number=True) for head in ("Hands", "Decisions", "Bits")),
        ),
        rows=tuple(
            FigureRow(
                name,
                (f"{one.hands:,}", f"{one.cases:,}", _bits(one.bits)),
                span(_interval(one.bits), (0.0, top), 0.0),
            )
            for name, one in read.items()
        ),
        range_head=f"0 to {top:.1f} bits",
    )


def _interval(found: Bits) -> Interval:
    half = half_width(found.se)
    return Interval(found.mean, found.mean - half, found.mean + half)


def _types_figure(read: Mapping[str, Read]) -> Figure:
    """What kind of player the belief takes each for, at the mean."""
    kinds = list(dict.fromkeys(kind for one in read.values() for kind in one.types))
    return Figure(
        name="reader-types",
        caption="What the belief takes each for: mean chance of each type",
        columns=(RulesColumn("Player"), *(RulesColumn(kind, number=True) for kind in kinds)),
        rows=tuple(
            FigureRow(name, tuple(f"{100 * one.types.get(kind, 0.0):.0f}%" for kind in kinds))
            for name, one in read.items()
        ),
    )
