"""What the reading of turns came to, in words: see `analyzer.lab.measure.reader`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final, TypeAlias

from analyzer.api.evidence import Axis, Chart, Curve, Panel
from analyzer.engine.thresholds import half_width
from analyzer.lab.measure.words import Data, axis_up, bars, spread, worded
from analyzer.notation.numbers import counted, signed_estimate

_ByPlayer: TypeAlias = Mapping[str, Sequence[Data]]
"""Rows, or groups, of each player."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """What is drawn and tabled by number of discards."""

    caption: str
    up: str
    step: float
    """Between two lines of the grid."""
    unit: str
    digits: int
    values: Callable[[Data], tuple[float, float, float]]
    """(true, sampled, half of the 95% interval of the difference)."""

    def gap(self, row: Data) -> str:
        """Sampled minus true with its error."""
        true, sampled, half = self.values(row)
        return signed_estimate(sampled - true, half, self.digits)

    def cell(self, row: Data) -> str:
        """The true value, and sampled minus true in brackets."""
        return f"{self.values(row)[0]:.{self.digits}f}{self.unit} ({self.gap(row)})"


_DEADWOOD: Final = _Measure(
    "Deadwood of the opponent’s hand", "Deadwood", 10, "", 1,
    lambda row: (row["true"], row["true"] + row["gap"], half_width(row["se"])),
)  # fmt: skip
_LOW: Final = _Measure(
    "Hands with at most 10 points of deadwood", "Share of hands", 20, "%", 0,
    lambda row: (
        100 * row["low"], 100 * (row["low"] + row["low_gap"]), 100 * half_width(row["low_se"])
    ),
)  # fmt: skip
_TAKEN: Final = "Discards taken, by their predicted chance: ten groups of equal size"


def _summary(data: Data) -> Data:
    """The tables and charts by player, and what is furthest off in them."""
    players = data["reader"]
    known = {name: player["known"] for name, player in players.items() if player.get("known")}
    rows, groups = _part(players, "discards"), _part(players, "taken")
    drawn = [_by_discards(rows, _DEADWOOD), _by_discards(rows, _LOW), _by_chance(groups, _TAKEN)]
    if known:
        after = f", once {max(player['after'] for player in known.values())} hands were seen"
        low = replace(_LOW, caption=f"{_LOW.caption}{after},")
        drawn.append(_by_discards(_part(known, "discards"), low))
        drawn.append(_by_chance(_part(known, "taken"), f"{_TAKEN}{after}"))
    halves = {name: half_width(player["bits"]["se"]) for name, player in players.items()}
    bits = [spread(player["bits"]["mean"], halves[name]) for name, player in players.items()]
    top = max(0.5, *(interval["high"] for interval in bits))
    return {
        "players": [{**row, "name": name, "half": halves[name]} for name, row in players.items()],
        "types": dict.fromkeys(kind for player in players.values() for kind in player["types"]),
        "most_cases": max(row["cases"] for some in rows.values() for row in some),
        "deadwood": _furthest(rows, "gap", _DEADWOOD),
        "low": _furthest(rows, "low_gap", _LOW),
        "known": known and _furthest(_part(known, "discards"), "low_gap", _LOW),
        "groups": [
            {**one, "name": name, "off": abs(_off(one)), "half": _half(one), "apart": _apart(one)}
            for name, some in groups.items()
            for one in some
        ],
        "figures": [figure for _, figure in drawn],
        "charts": [chart for chart, _ in drawn],
        "bits": bars(bits, f"0 to {top:.1f} bits", top),
    }


def _part(players: Data, name: str) -> _ByPlayer:
    return {player: figures[name] for player, figures in players.items()}


def _furthest(rows: _ByPlayer, gap: str, measure: _Measure) -> Data:
    """The row that is furthest off, and how many are so by more than their error."""
    named = [(name, row) for name, some in rows.items() for row in some]
    name, worst = max(named, key=lambda each: abs(each[1][gap]))
    after = f"after {counted(worst['discards'], 'discard')}"
    return {
        "rows": len(named),
        "apart": sum(abs(row["gap"]) > half_width(row["se"]) for _, row in named),
        "worst": f"`{name}` {after}",
        "gap": measure.gap(worst),
    }


def _off(group: Data) -> float:
    return float(group["true"] - group["predicted"])


def _half(group: Data) -> float:
    """Half of the 95% interval of the gap of a group.

    Not less than that of so many discards taken by the predicted chance: where none was taken,
    their own spread is 0.
    """
    p = group["predicted"]
    return half_width(float(max(group["se"], sqrt(p * (1 - p) / group["cases"]))))


def _apart(group: Data) -> bool:
    return abs(_off(group)) > _half(group)


def _figure(caption: str, head: str, columns: Mapping[str, Mapping[str, str]]) -> Data:
    """A table with a column for each player: its cells by the labels of the rows."""
    labels = dict.fromkeys(label for cells in columns.values() for label in cells)
    return {
        "caption": caption,
        "head": head,
        "names": list(columns),
        "cells": [
            {
                "label": label,
                **{name: cells[label] for name, cells in columns.items() if label in cells},
            }
            for label in sorted(labels, key=int)
        ],
    }


def _by_discards(players: _ByPlayer, measure: _Measure) -> tuple[Chart, Data]:
    """Charts of all players on the same axes, and a table with a column for each."""
    places = sorted({row["discards"] for rows in players.values() for row in rows})
    tops = [max(measure.values(row)[:2]) for rows in players.values() for row in rows]
    caption = f"{measure.caption} by their discards so far"
    ticks = [float(place) for place in range(places[0], places[-1] + 1, 2)]
    chart = Chart(
        caption,
        Axis("Discards", places[0], places[-1], ticks),
        axis_up(measure.up, tops, measure.step, measure.unit),
        [_panel(name, rows, measure) for name, rows in players.items()],
    )
    cells = {
        name: {str(row["discards"]): measure.cell(row) for row in rows}
        for name, rows in players.items()
    }
    return chart, _figure(f"{caption}: true, and in brackets sampled − true", "Discards", cells)


def _panel(name: str, rows: Sequence[Data], measure: _Measure) -> Panel:
    values = [(row["discards"], *measure.values(row)) for row in rows]
    apart = sum(abs(sampled - true) > half for _, true, sampled, half in values)
    errors = [(k, sampled, half) for k, _, sampled, half in values]
    return Panel(
        f"{measure.up} by discards, {name}: the sampled line is further from the true one than "
        f"its error at {apart} of {len(rows)} places.",
        [
            Curve("true", "true", [(k, true) for k, true, _, _ in values]),
            Curve("sampled", "sampled", [(k, sampled) for k, _, sampled, _ in values]),
            Curve("95% interval of the difference", "error", list(errors)),
        ],
        name,
    )


def _by_chance(players: _ByPlayer, caption: str) -> tuple[Chart, Data]:
    """Predicted beside true chances, in groups of like ones."""
    tops = [100 * max(one["true"], one["predicted"]) for some in players.values() for one in some]
    up = axis_up("Share taken", tops, 20, "%")
    chart = Chart(
        caption,
        Axis("Predicted", 0.0, up.high, up.ticks, "%"),
        up,
        [_chance_panel(name, some, up.high) for name, some in players.items()],
    )
    cells = {
        name: {str(k): _group(one) for k, one in enumerate(some, 1)}
        for name, some in players.items()
    }
    return chart, _figure(f"{caption}: predicted, and in brackets true − predicted", "Group", cells)


def _group(group: Data) -> str:
    off = signed_estimate(100 * _off(group), 100 * _half(group), 0)
    return f"{100 * group['predicted']:.0f}% ({off})"


def _chance_panel(name: str, groups: Sequence[Data], top: float) -> Panel:
    dots = [(100 * one["predicted"], 100 * one["true"], 100 * _half(one)) for one in groups]
    return Panel(
        f"Share of discards taken by the predicted chance, {name}: {sum(map(_apart, groups))} of "
        f"{len(groups)} groups are further from the line than their error.",
        [
            Curve("as predicted", "uniform", [(0.0, 0.0), (top, top)]),
            Curve("95% interval", "error", list(dots)),
            Curve("true", "dots", [each[:2] for each in dots]),
        ],
        name,
    )


evidence = worded("reader.toml", _summary)
