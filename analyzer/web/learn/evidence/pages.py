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

from analyzer.engine.thresholds import half_width
from analyzer.resources import resource_root
from analyzer.web.contexts.evidence import EvidenceSection, Figure, FigureRow, Range
from analyzer.web.learn.contexts import RulesColumn
from analyzer.web.learn.evidence.belief import Calibration, belief, reader
from analyzer.web.learn.evidence.fits import Ablation, Exploit, Fits, ablation, exploit, fits
from analyzer.web.learn.evidence.parts import part
from analyzer.web.learn.evidence.play import (
    Arena,
    Equity,
    Regret,
    Strength,
    equity,
    policy,
    regret,
    strength,
)
from analyzer.web.learn.evidence.puzzles import PuzzlesData, puzzles
from analyzer.web.learn.evidence.review import (
    LuckData,
    RatesData,
    ReviewsData,
    SaidData,
    ThemesData,
    luck,
    rates,
    reviews,
    said,
    themes,
)

WANTED = (0.93, 0.97)
"""The band within which the share of intervals that hold should lie."""

COVERAGE_AXIS = (0.86, 1.0)

BAND = "{:.0f} to {:.0f}%".format(*(100 * share for share in WANTED))
"""How that band is written."""


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


Data = TypeVar("Data")


def sections(version: str, folder: Path | None = None) -> tuple[EvidenceSection, ...]:
    """The sections for which `folder` (that of the installation if None) has the data.

    `version` is that of the engine in use; one that was measured and is another is marked.

    >>> sections("0.1.0+abc")[0].name
    'coverage'
    """
    folder = folder or resource_root() / "static" / "evidence"
    made = (
        _section(folder / "coverage.json", Coverage, coverage),
        _section(folder / "coverage_reader.json", Coverage, coverage_read),
        _section(folder / "regret.json", Regret, regret),
        _section(folder / "belief.json", Calibration, belief),
        _section(_read_from(folder), Calibration, reader),
        _section(folder / "equity.json", Equity, equity),
        _section(folder / "strength.json", Strength, strength),
        _section(folder / "arena.json", Arena, policy),
        _section(folder / "ablation.json", Ablation, ablation),
        _section(folder / "policies.json", Fits, fits),
        _section(folder / "exploit.json", Exploit, exploit),
        _section(folder / "luck.json", LuckData, luck),
        _section(folder / "rates.json", RatesData, rates),
        _section(folder / "reviews.json", ReviewsData, reviews),
        _section(folder / "themes.json", ThemesData, themes),
        _section(folder / "explanations.json", SaidData, said),
        _section(folder / "puzzles.json", PuzzlesData, puzzles),
        _section(folder / "load.json", Load, load),
    )
    return tuple(
        replace(section, older=section.engine not in {"", version})
        for section in made
        if section is not None
    )


def _read_from(folder: Path) -> Path:
    """The file of the reading of turns, which may have been measured with the deadwood."""
    alone = folder / "belief_reader.json"
    return alone if alone.is_file() else folder / "belief.json"


def _section(
    path: Path, kind: type[Data], make: Callable[[Data], EvidenceSection | None]
) -> EvidenceSection | None:
    if not path.is_file():
        return None
    section = make(msgspec.json.decode(path.read_bytes(), type=kind))
    return section and replace(section, file=f"/static/evidence/{path.name}")


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
        engine=data.engine,
    )


def coverage_read(data: Coverage) -> EvidenceSection:
    """The same where the worlds come in clusters, read from the opponent's turns."""
    kinds = {name: share for name, share in data.shares.items() if _by_kind(name)}
    made = coverage(msgspec.structs.replace(data, shares=kinds))
    return replace(
        made,
        name="coverage-reader",
        title="Do they hold when the turns are read?",
        figures=(
            _coverage_figure(kinds, "coverage-reader-kinds", "By kind, the turns read", _by_kind),
        ),
        what="Worlds read from the opponent's turns come from Markov chains: those of one "
        "stretch of a chain are alike, and count as one observation. " + made.what,
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
        return f"All {len(shares)} groups below lie within {BAND}."
    most = f"{len(shares) - len(out)} of the {len(shares)} groups below lie within {BAND}"
    if len(out) == 1:
        return f"{most}; the other one does {'not' if apart else 'too'}, give or take its error."
    return f"{most}; of the other {len(out)}, {len(apart) or 'none'} by more than their own error."


def _by_kind(name: str) -> bool:
    return ", rules " not in name


def _by_rules(name: str) -> bool:
    return ", rules " in name


def _coverage_figure(
    shares: Mapping[str, Share], name: str, caption: str, chosen: Callable[[str], bool]
) -> Figure:
    return Figure(
        name=name,
        caption=f"{caption}: share of intervals that hold; the band is {BAND}",
        columns=(
            RulesColumn("Of"),
            RulesColumn("Intervals", number=True),
            RulesColumn("Hold", number=True),
        ),
        rows=tuple(
            FigureRow(
                key.replace("rules ", ""),
                (f"{found.intervals:,}", _share(found)),
                _range(found),
            )
            for key, found in shares.items()
            if chosen(key)
        ),
        range_head="{:.0%} to {:.0%}".format(*COVERAGE_AXIS),
    )


def _range(found: Share) -> Range:
    half = half_width(found.se)
    places = (found.share, found.share - half, found.share + half, *WANTED)
    return Range(*(part(place, COVERAGE_AXIS) for place in places))


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
