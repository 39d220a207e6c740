"""The evidence page's sections, made from the files that the measuring commands wrote.

Nothing here is a figure: each is read from ``static/evidence``. A file that is missing takes
its section with it; one that cannot be read is our fault and an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from analyzer.resources import resource_root
from analyzer.web.contexts import EvidenceSection, Figure, FigureRow, Range, RulesColumn
from analyzer.web.evidencecharts import Series, line_chart
from analyzer.web.evidencefits import Ablation, Exploit, Fits, ablation, exploit, fits
from analyzer.web.filters import MINUS, half_width, signed

WANTED = (0.93, 0.97)
"""The band within which the share of intervals that hold should lie."""

COVERAGE_AXIS = (0.86, 1.0)
POINTS_AXIS = (0.0, 10.0)


class Share(msgspec.Struct, frozen=True):
    """How many intervals held; the error is clustered by position."""

    inside: int
    intervals: int
    share: float
    se: float


class Coverage(msgspec.Struct, frozen=True):
    """``coverage.json``."""

    command: str
    engine: str
    positions: int
    seeds: int
    worlds: int
    deep: int
    shares: dict[str, Share]


class Deadwood(msgspec.Struct, frozen=True):
    """Mean deadwood of the opponent's hand after so many throws."""

    throws: int
    cases: int
    true: float
    sampled: float
    uniform: float
    se: float
    """Of sampled minus true."""


class Calibration(msgspec.Struct, frozen=True):
    """``belief.json``."""

    command: str
    engine: str
    deadwood: dict[str, list[Deadwood]]


class Pings(msgspec.Struct, frozen=True):
    """Milliseconds until `/healthz` answered."""

    count: int
    median: float
    p95: float
    p99: float
    worst: float


class Load(msgspec.Struct, frozen=True):
    """``load.json``."""

    command: str
    cores: int
    readers: int
    ping_ms_beside_search: Pings
    ping_ms_beside_search_and_readers: Pings
    stopped_search_ends_after_s: float
    left_search_ends_after_s: float
    sigterm_ends_after_s: float


class Interval(msgspec.Struct, frozen=True):
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float


class DuelRow(msgspec.Struct, frozen=True):
    """What the policy won from one bot."""

    against: str
    hands: int
    points: Interval
    games: int
    won: Interval


class Strength(msgspec.Struct, frozen=True):
    """``arena.json``."""

    command: str
    engine: str
    rules: str
    bot: str
    duels: list[DuelRow]


Data = TypeVar("Data")


def sections(version: str, folder: Path | None = None) -> tuple[EvidenceSection, ...]:
    """The sections for which `folder` (that of the installation if None) has the data.

    `version` is that of the engine in use; one that was measured and is another is marked.

    >>> [section.name for section in sections("0.1.0+abc")][:2]
    ['coverage', 'belief']
    """
    folder = folder or resource_root() / "static" / "evidence"
    made = (
        _section(folder / "coverage.json", Coverage, coverage),
        _section(folder / "belief.json", Calibration, belief),
        _section(folder / "arena.json", Strength, strength),
        _section(folder / "ablation.json", Ablation, ablation),
        _section(folder / "policies.json", Fits, fits),
        _section(folder / "exploit.json", Exploit, exploit),
        _section(folder / "load.json", Load, load),
    )
    return tuple(
        replace(section, older=section.engine not in {"", version})
        for section in made
        if section is not None
    )


def _section(
    path: Path, kind: type[Data], make: Callable[[Data], EvidenceSection]
) -> EvidenceSection | None:
    if not path.is_file():
        return None
    return make(msgspec.json.decode(path.read_bytes(), type=kind))


# --- intervals -------------------------------------------------------------------------


def coverage(data: Coverage) -> EvidenceSection:
    """How often the intervals hold."""
    value, difference = data.shares["value"], data.shares["difference"]
    return EvidenceSection(
        name="coverage",
        title="Do the intervals hold?",
        finding=f"Of the 95% intervals, {_share(value)} held for values and "
        f"{_share(difference)} for differences between two actions. {_spread(data.shares)}",
        figures=(
            _coverage_figure(data.shares, "coverage-kinds", "By kind of decision", _by_kind),
            _coverage_figure(data.shares, "coverage-rules", "By rules", _by_rules),
        ),
        what=f"{data.positions} positions, each searched {data.seeds} times with {data.worlds:,} "
        f"worlds; an interval holds if it contains the answer of a search with {data.deep:,} "
        "worlds, whose own error is allowed for. Errors are clustered by position.",
        what_not="It says that the ± is honest about the luck of sampling. It does not say that "
        "the opponent plays as the model does: the deep search has the same model and belief.",
        command=data.command,
        file="/static/evidence/coverage.json",
        engine=data.engine,
    )


def _share(found: Share) -> str:
    return f"{100 * found.share:.1f} ± {100 * half_width(found.se):.1f}%"


def _spread(shares: Mapping[str, Share]) -> str:
    """How the groups lie about the band that is wanted."""
    low, high = WANTED
    out = [found for found in shares.values() if not low <= found.share <= high]
    apart = [
        found for found in out if max(low - found.share, found.share - high) > half_width(found.se)
    ]
    if not out:
        return f"All {len(shares)} groups below lie between 93 and 97%."
    return (
        f"{len(shares) - len(out)} of the {len(shares)} groups below lie between 93 and 97%; of "
        f"the other {len(out)}, {len(apart) or 'none'} by more than their own error."
    )


def _by_kind(name: str) -> bool:
    return ", rules " not in name


def _by_rules(name: str) -> bool:
    return ", rules " in name


def _coverage_figure(
    shares: Mapping[str, Share], name: str, caption: str, chosen: Callable[[str], bool]
) -> Figure:
    return Figure(
        name=name,
        caption=f"{caption}: share of intervals that hold; the band is 93 to 97%",
        columns=(
            RulesColumn("Of"),
            RulesColumn("Intervals", number=True),
            RulesColumn("Hold", number=True),
        ),
        rows=tuple(
            FigureRow(
                key.replace("rules ", ""),
                (f"{found.intervals:,}", _share(found)),
                _range(found.share, half_width(found.se), COVERAGE_AXIS, WANTED),
            )
            for key, found in shares.items()
            if chosen(key)
        ),
        range_head="86% to 100%",
    )


def _range(mean: float, half: float, axis: tuple[float, float], band: tuple[float, float]) -> Range:
    return Range(
        *(_part(x, axis) for x in (mean, mean - half, mean + half, *band)),
    )


def _part(value: float, axis: tuple[float, float]) -> float:
    """Where a value lies on an axis, in parts of a hundred; beyond its ends, at them.

    >>> _part(5.0, (0.0, 10.0)), _part(12.0, (0.0, 10.0))
    (50.0, 100.0)
    """
    low, high = axis
    return round(100 * min(1.0, max(0.0, (value - low) / (high - low))), 2)


# --- belief ----------------------------------------------------------------------------


def belief(data: Calibration) -> EvidenceSection:
    """Whether sampled hands hold what true ones hold."""
    return EvidenceSection(
        name="belief",
        title="Are the hidden cards guessed well?",
        finding=" ".join(_furthest(name, rows) for name, rows in data.deadwood.items()),
        figures=tuple(_belief_figure(name, rows) for name, rows in data.deadwood.items()),
        what="Whole hands played out; each time it was someone's turn, the true deadwood of the "
        "other's hand beside that of the hands the search would sample there. For comparison: "
        "the same with every hand that is possible equally likely.",
        what_not="The opponent here is the player that the belief supposes. Against someone who "
        "throws for other reasons it will be off by more, and a mean that is right does not "
        "make each guess right. Cases of one hand count as independent.",
        command=data.command,
        file="/static/evidence/belief.json",
        engine=data.engine,
    )


def _furthest(name: str, rows: list[Deadwood]) -> str:
    worst = max(rows, key=lambda row: abs(row.sampled - row.true))
    off = max(abs(row.uniform - row.true) for row in rows)
    apart = sum(abs(row.sampled - row.true) > half_width(row.se) for row in rows)
    return (
        f"Under {name} rules the sampled deadwood is {abs(worst.sampled - worst.true):.1f} points "
        f"from the true one at most (after {worst.throws} throws), where hands equally likely "
        f"are up to {off:.0f} points off; in {apart} of {len(rows)} rows it is off by more than "
        "the error."
    )


def _belief_figure(name: str, rows: list[Deadwood]) -> Figure:
    throws = tuple(row.throws for row in rows)
    chart = line_chart(
        f"Deadwood by throws, {name}: the sampled line keeps to the true one, "
        "the line of equally likely hands stays far above.",
        "Throws of the opponent so far",
        "Deadwood",
        throws,
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
        columns=(RulesColumn("Throws"), *(RulesColumn(head, number=True) for head in heads)),
        rows=tuple(_belief_row(row) for row in rows),
        chart=chart,
    )


def _belief_row(row: Deadwood) -> FigureRow:
    apart = f"{signed(row.sampled - row.true)} ± {half_width(row.se):.1f}"
    cells = (f"{row.cases:,}", f"{row.true:.1f}", f"{row.sampled:.1f}", apart)
    return FigureRow(str(row.throws), (*cells, f"{row.uniform:.1f}"))


# --- strength --------------------------------------------------------------------------


def strength(data: Strength) -> EvidenceSection:
    """How the rollout policy fares against simple bots."""
    closest = min(data.duels, key=lambda row: row.points.mean)
    return EvidenceSection(
        name="strength",
        title="How well does it play?",
        finding=f"The policy that plays on in the search unless told otherwise (`{data.bot}`) "
        f"{_beats(data.duels)}; the closest is `{closest.against}`, at "
        f"{signed(closest.points.mean)} points a hand.",
        figures=(_strength_figure(data),),
        what=f"Mirrored deals under {data.rules} rules: each is played twice with the seats "
        "exchanged, and the two count as one observation. A draw is half a game.",
        what_not="This is the quick policy, not the search that stands on it, and the others are "
        "simple bots, some of them this policy with another habit of knocking. It says nothing "
        "of strength against people.",
        command=data.command,
        file="/static/evidence/arena.json",
        engine=data.engine,
    )


def _beats(duels: list[DuelRow]) -> str:
    ahead = sum(row.points.low > 0 for row in duels)
    return f"is ahead of {ahead} of {len(duels)} simple bots by more than the error"


def _strength_figure(data: Strength) -> Figure:
    return Figure(
        name="strength-duels",
        caption=f"{data.bot} against each, 95% intervals; the bar is points a hand",
        columns=(
            RulesColumn("Against"),
            *(RulesColumn(head, number=True) for head in ("Hands", "Points a hand", "Games")),
            RulesColumn("Games won", number=True),
        ),
        rows=tuple(_strength_row(row) for row in data.duels),
        range_head="0 to 10 points",
    )


def _strength_row(row: DuelRow) -> FigureRow:
    half, half_won = ((found.high - found.low) / 2 for found in (row.points, row.won))
    cells = (
        f"{row.hands:,}",
        f"{row.points.mean:+.2f} ± {half:.2f}".replace("-", MINUS),
        f"{row.games:,}",
        f"{100 * row.won.mean:.1f} ± {100 * half_won:.1f}%",
    )
    return FigureRow(
        row.against, cells, _range(row.points.mean, half, POINTS_AXIS, (0.0, row.points.mean))
    )


# --- server ----------------------------------------------------------------------------


def load(data: Load) -> EvidenceSection:
    """What a busy server makes others wait."""
    busy = data.ping_ms_beside_search_and_readers
    return EvidenceSection(
        name="load",
        title="Does one search keep others waiting?",
        finding=f"Beside a search that {data.readers} readers watch, half of the small requests "
        f"are answered within {busy.median:.1f} ms and 99 of 100 within {busy.p99:.0f} ms. "
        f"A search that is stopped ends within {data.stopped_search_ends_after_s:.2f} s.",
        figures=(_pings_figure(data), _ends_figure(data)),
        what=f"One run on {data.cores} cores: a real server in its own process, asked for "
        "/healthz again and again while a search has all threads.",
        what_not="One machine, one run, on the machine itself: the network is not in it, and a "
        "search beside other searches gets fewer worlds in its time.",
        command=data.command,
        file="/static/evidence/load.json",
    )


def _pings_figure(data: Load) -> Figure:
    rows = (
        ("beside a search", data.ping_ms_beside_search),
        (f"and {data.readers} readers", data.ping_ms_beside_search_and_readers),
    )
    heads = ("Requests", "Median", "95 of 100", "99 of 100", "Longest")
    return Figure(
        name="load-pings",
        caption="Milliseconds until the server answers",
        columns=(RulesColumn("Server"), *(RulesColumn(head, number=True) for head in heads)),
        rows=tuple(
            FigureRow(
                label,
                (
                    f"{found.count:,}",
                    *(f"{ms:.1f}" for ms in (found.median, found.p95, found.p99, found.worst)),
                ),
            )
            for label, found in rows
        ),
    )


def _ends_figure(data: Load) -> Figure:
    rows = (
        ("a search that is stopped", data.stopped_search_ends_after_s),
        ("a search that nobody watches any more", data.left_search_ends_after_s),
        ("the server, told to end", data.sigterm_ends_after_s),
    )
    return Figure(
        name="load-ends",
        caption="Seconds until it has ended",
        columns=(RulesColumn("What"), RulesColumn("Seconds", number=True)),
        rows=tuple(FigureRow(label, (f"{seconds:.2f}",)) for label, seconds in rows),
    )
