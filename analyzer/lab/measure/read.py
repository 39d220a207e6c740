"""What the reading of turns came to, in words: see `analyzer.lab.measure.reader`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import TypeAlias

from analyzer.api.evidence import Axis, Bars, Chart, Curve, Evidence, Figures, Panel
from analyzer.engine.thresholds import half_width
from analyzer.lab.measure.words import Data, axis_up, bar, spread, table
from analyzer.notation.numbers import DASH, plus_minus, signed_estimate

_BY_LUCK = "one in twenty would be by luck alone"
"""How often a 95% interval fails where all is well."""

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


_DEADWOOD = _Measure(
    "Deadwood of the opponent’s hand", "Deadwood", 10, "", 1,
    lambda row: (row["true"], row["true"] + row["gap"], half_width(row["se"])),
)  # fmt: skip
_LOW = _Measure(
    "Hands with at most 10 points of deadwood", "Share of hands", 20, "%", 0,
    lambda row: (
        100 * row["low"], 100 * (row["low"] + row["low_gap"]), 100 * half_width(row["low_se"])
    ),
)  # fmt: skip
_TAKEN = "Discards taken, by their predicted chance: ten groups of equal size"


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """What the turns of several players tell."""
    players = data["reader"]
    rows, groups = _part(players, "discards"), _part(players, "taken")
    known = {name: found["known"] for name, found in players.items() if found.get("known")}
    figures = [
        *(_by_discards(rows, measure) for measure in (_DEADWOOD, _LOW)),
        _by_chance(groups, _TAKEN),
        *_known(known),
    ]
    return Evidence(
        section="reader",
        title="Does it read their turns well?",
        command=command,
        engine=engine,
        finding=[_worth(players), _gaps(rows), _low(rows, known), _predicted(groups)],
        tables=[*(found for _, found in figures), _bits_table(players), _types_table(players)],
        charts=[chart for chart, _ in figures],
        method="Each player against itself under eaai rules. Each time one is to discard, the "
        "belief that reads the turns samples the other’s hand, with what earlier hands of the same "
        "game revealed of the player (as many as the command says). At most "
        f"{max(row['cases'] for some in rows.values() for row in some):,} decisions for each "
        "player and number of discards; errors are clustered by hand.",
        limits="These are programs, some of them the very types that the belief reckons "
        "with, and none is a person. A mean that is right does not make each guess right.",
        data=dict(data),
    )


def _part(players: Data, name: str) -> _ByPlayer:
    return {player: found[name] for player, found in players.items()}


def _worth(players: Data) -> str:
    """Bits of the player read best and of the one read worst."""
    least, *_, most = sorted([*players, *players], key=lambda name: float(_mean(players, name)))
    if most == least:
        return f"Reading `{most}` is worth {_bits(players[most])} bits a hidden card."
    return (
        f"Reading is worth {_bits(players[least])} (`{least}`) to {_bits(players[most])} "
        f"(`{most}`) bits a hidden card over equal chances."
    )


def _mean(players: Data, name: str) -> float:
    return float(players[name]["bits"]["mean"])


def _bits(player: Data) -> str:
    found = player["bits"]
    return f"{found['mean']:.3f} {plus_minus(half_width(found['se']), 3)}".rstrip()


def _gaps(rows: _ByPlayer) -> str:
    all_ = [(name, row) for name, some in rows.items() for row in some]
    apart = sum(abs(row["gap"]) > half_width(row["se"]) for _, row in all_)
    name, worst = max(all_, key=lambda each: abs(each[1]["gap"]))
    return (
        f"The sampled deadwood is off by more than its error in {apart} of {len(all_)} rows, "
        f"where {_BY_LUCK}; most for `{name}` {_after(worst)}, {_DEADWOOD.gap(worst)} points."
    )


def _after(row: Data) -> str:
    return f"after {row['discards']} {'discard' if row['discards'] == 1 else 'discards'}"


def _low(rows: _ByPlayer, known: Data) -> str:
    """Where the share of low hands is furthest off, in any hand and once the player is known."""
    later = f"; of a known player, {_furthest(_part(known, 'discards'))}" if known else ""
    return f"The share of hands with at most 10 points is off by {_furthest(rows)}{later}."


def _furthest(rows: _ByPlayer) -> str:
    all_ = [(name, row) for name, some in rows.items() for row in some]
    name, worst = max(all_, key=lambda each: abs(each[1]["low_gap"]))
    return f"{_LOW.gap(worst)} percentage points at most (`{name}` {_after(worst)})"


def _predicted(groups: _ByPlayer) -> str:
    all_ = [(name, group) for name, some in groups.items() for group in some]
    name, worst = max(all_, key=lambda each: abs(each[1]["true"] - each[1]["predicted"]))
    taken = f"{100 * worst['true']:.0f} {plus_minus(100 * _half(worst), 0)}"
    return (
        "The predicted chance that a discard is taken is off by more than its error in "
        f"{sum(map(_apart, (group for _, group in all_)))} of {len(all_)} groups; most for "
        f"`{name}`, where {100 * worst['predicted']:.0f}% were predicted and {taken}% taken."
    )


def _half(group: Data) -> float:
    """Half of the 95% interval of the gap of a group.

    Not less than that of so many discards taken by the predicted chance: where none was taken,
    their own spread is 0.
    """
    p = group["predicted"]
    return half_width(float(max(group["se"], sqrt(p * (1 - p) / group["cases"]))))


def _apart(group: Data) -> bool:
    return bool(abs(group["true"] - group["predicted"]) > _half(group))


# --- figures -----------------------------------------------------------------------------


def _known(known: Data) -> Iterator[tuple[Chart, Figures]]:
    """The low hands and the takes of players of whom some hands were seen."""
    if known:
        after = f", once {max(found['after'] for found in known.values())} hands were seen"
        yield _by_discards(
            _part(known, "discards"), replace(_LOW, caption=f"{_LOW.caption}{after},")
        )
        yield _by_chance(_part(known, "taken"), f"{_TAKEN}{after}")


def _by_discards(players: _ByPlayer, measure: _Measure) -> tuple[Chart, Figures]:
    """Charts of all players on the same axes, and a table with a column for each."""
    places = sorted({row["discards"] for rows in players.values() for row in rows})
    cells = {
        name: {row["discards"]: measure.cell(row) for row in rows} for name, rows in players.items()
    }
    tops = [max(measure.values(row)[:2]) for rows in players.values() for row in rows]
    caption = f"{measure.caption} by their discards so far"
    ticks = [float(place) for place in range(places[0], places[-1] + 1, 2)]
    chart = Chart(
        caption,
        Axis("Discards", places[0], places[-1], ticks),
        axis_up(measure.up, tops, measure.step, measure.unit),
        [_panel(name, rows, measure) for name, rows in players.items()],
    )
    return chart, table(
        f"{caption}: true, and in brackets sampled − true",
        ("Discards", *players),
        ((str(k), *(cells[name].get(k, DASH) for name in players)) for k in places),
    )


def _panel(name: str, rows: Sequence[Data], measure: _Measure) -> Panel:
    values = [(row["discards"], *measure.values(row)) for row in rows]
    apart = sum(abs(sampled - true) > half for _, true, sampled, half in values)
    return Panel(
        f"{measure.up} by discards, {name}: the sampled line is further from the true one than "
        f"its error at {apart} of {len(rows)} places.",
        [
            Curve("true", "true", [(k, true) for k, true, _, _ in values]),
            Curve("sampled", "sampled", [(k, sampled) for k, _, sampled, _ in values]),
            Curve(
                "95% interval of the difference", "error",
                [(k, sampled, half) for k, _, sampled, half in values],
            ),
        ],
        name,
    )  # fmt: skip


def _by_chance(players: _ByPlayer, caption: str) -> tuple[Chart, Figures]:
    """Predicted beside true chances, in groups of like ones."""
    groups = max(map(len, players.values()))
    tops = [100 * max(one["true"], one["predicted"]) for some in players.values() for one in some]
    up = axis_up("Share taken", tops, 20, "%")
    chart = Chart(
        caption,
        Axis("Predicted", 0.0, up.high, up.ticks, "%"),
        up,
        [_chance_panel(name, some, up.high) for name, some in players.items()],
    )
    return chart, table(
        f"{caption}: predicted, and in brackets true − predicted",
        ("Group", *players),
        (
            (str(k + 1), *(_group(some[k]) if k < len(some) else DASH for some in players.values()))
            for k in range(groups)
        ),
    )


def _group(group: Data) -> str:
    apart = 100 * (group["true"] - group["predicted"])
    return f"{100 * group['predicted']:.0f}% ({signed_estimate(apart, 100 * _half(group), 0)})"


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


def _bits_table(players: Data) -> Figures:
    bits = {
        name: spread(found["bits"]["mean"], half_width(found["bits"]["se"]))
        for name, found in players.items()
    }
    top = max(0.5, *(found["high"] for found in bits.values()))
    return table(
        "Bits a hidden card over equal chances",
        ("Player", "Hands", "Decisions", "Bits"),
        (
            (name, f"{found['hands']:,}", f"{found['cases']:,}", _bits(found))
            for name, found in players.items()
        ),
        Bars(f"0 to {top:.1f} bits", 0.0, top, [bar(found) for found in bits.values()]),
    )


def _types_table(players: Data) -> Figures:
    """What kind of player the belief takes each for, at the mean."""
    kinds = list(dict.fromkeys(kind for found in players.values() for kind in found["types"]))
    return table(
        "What the belief takes each for: mean chance of each type",
        ("Player", *kinds),
        (
            (name, *(f"{100 * found['types'].get(kind, 0.0):.0f}%" for kind in kinds))
            for name, found in players.items()
        ),
    )
