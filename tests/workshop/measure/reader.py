"""The knowledge that a player's turns give of its hand: the belief that reads them, put to the
test.

Each player against itself under the `eaai` rules, on deals that nothing was fitted to. When one is
to discard (at `--each` decisions of a hand, drawn at random), the belief that reads the turns, with
what it learned of the player in earlier hands of the same game (`--game 1`: nothing), samples the
other's hand. By number of discards: sampled minus true deadwood, and the same of the chance that
it is at most 10. *Bits*: for each card that they hold and nobody saw them take, log2 of p / u,
where u = hidden / unseen is the chance that any unseen card has, and p = (k + 4u) / (n + 4) for k
of n sampled hands with the card; the mean over all these cards. *Taken*: the predicted chance that
the card discarded is taken, in ten groups of equal size by that chance, beside how often it was.
*Known*: both once more, of the hands of a game before which the reader had seen `KNOWN` others.
Errors are clustered by hand. A decision counts for as many as it stands for: of a long hand fewer
are drawn, and long hands are other hands than short ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from random import Random
from time import process_time
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.api.evidence import Axis, Chart, Curve, Panel
from analyzer.engine.bots import EngineBot, bot_named
from analyzer.engine.policies import TYPES
from analyzer.engine.sitting import Sitting
from analyzer.engine.statistics import Floats
from analyzer.engine.thresholds import half_width
from analyzer.game.cards import CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.melds import deadwood
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs, ranges
from analyzer.notation.numbers import counted, signed_estimate
from tests.workshop.measure.words import Data, axis_up, bars, evidence_from, spread
from tests.workshop.readings import MOST_DISCARDS, Case, self_played

LOW = 10
"""Deadwood that counts as low: what one may knock with."""
KNOWN = 8
"""Hands after which one knows a player: a game or two to 100 points."""
_RULES: Final = PRESETS["eaai"]
_CHUNK = 24
"""About so many hands in a chunk of work."""


def _read_hands(
    name: str, seed: int, game: int, each: int, chains: int, numbers: range
) -> list[Guess]:
    """Play hands and guess; the reader learns of the player from hand to hand of a game."""
    player, guesses = bot_named(name, _RULES), list[Guess]()
    learners = (EngineBot(), EngineBot())
    for number in numbers:
        if number % game == 0:
            learners = (EngineBot(), EngineBot())
        here, cases = self_played(player, _RULES, seed, number)
        drawn = Random(f"{name} {seed} {number}").sample(cases, min(each, len(cases)))
        for case in drawn:
            guess = _guessed(case, learners[case.seat].sitting, 1, chains)
            weight, seen = len(cases) / len(drawn), number % game
            guesses.append(replace(guess, weight=weight, seen=seen))
        if game > 1 and here.outcome is not None:
            first, second = learners
            learners = first.after(hand_end_of(here, 0)), second.after(hand_end_of(here, 1))
    return guesses


@dataclass(frozen=True)
class Guess:
    """The belief in one case, and what was true."""

    hand: int
    discards: int
    sampled: float
    low: float
    true: int
    bits: float
    """Sum over the hidden cards."""
    hidden: int
    predicted: float
    taken: bool | None
    types: tuple[float, ...]
    ms: float = 0.0
    """CPU time of sampling, in thousandths of a second."""
    weight: float = 1.0
    """Decisions of the hand for each that was drawn of it."""
    seen: int = 0
    """Hands of the player that the reader had seen before this one."""


def _guessed(case: Case, sitting: Sitting, seed: int, chains: int) -> Guess:
    """Sample the opponent's hand in one case."""
    view, belief = case.view, sitting.belief()
    clock = process_time()
    worlds = belief.sample(view, seed, 0, chains * belief.cluster)
    clock = process_time() - clock
    hands = worlds.hands
    points = np.array([deadwood(CardSet(mask), view.rules) for mask in hands.tolist()])
    even = view.hidden / len(view.unseen)
    shares = [
        (int((hands >> int(card) & 1).sum()) + 4 * even) / (len(hands) + 4)
        for card in case.truth - view.opponent
    ]
    predicted = None if case.taken is None else case.discarded
    return Guess(
        case.hand, view.their_discards, float(points.mean()), float((points <= LOW).mean()),
        deadwood(case.truth, view.rules), float(np.log2(np.array(shares) / even).sum()),
        view.hidden,
        0.0 if predicted is None else belief.take_chance(view, predicted, worlds),
        case.taken,
        tuple(np.bincount(worlds.types, minlength=len(TYPES)) / len(worlds.types)),
        clock * 1e3,
    )  # fmt: skip


def weighted_mean(
    values: Floats, weights: Floats, clusters: NDArray[np.int64]
) -> tuple[float, float]:
    """(weighted mean, its standard error), where values with one cluster number belong together.

    >>> weighted_mean(np.array([1.0, 3.0]), np.ones(2), np.array([0, 1]))[0]
    2.0
    """
    mean = float((values * weights).sum() / weights.sum())
    sums = np.bincount(clusters, weights=weights * (values - mean))
    return mean, float((sums**2).sum() ** 0.5 / weights.sum())


def _clustered(values: Sequence[float], guesses: Sequence[Guess]) -> tuple[float, float]:
    """Weighted mean and its standard error, where values of one hand belong together."""
    return _rounded(np.array(values), np.array([guess.weight for guess in guesses]), guesses)


def _rounded(values: Floats, weights: Floats, guesses: Sequence[Guess]) -> tuple[float, float]:
    hands = np.array([guess.hand for guess in guesses])
    mean, error = weighted_mean(values, weights, hands)
    return round(mean, 4), round(error, 4)


def _figures(guesses: list[Guess], hands: int) -> Data:
    """The figures of one player."""
    types = np.mean([guess.types for guess in guesses], axis=0)
    times = [guess.ms for guess in guesses]
    return {
        "hands": hands,
        "cases": len(guesses),
        "discards": rows_of(guesses),
        "known": known(guesses),
        "bits": bits_of(guesses),
        "taken": deciles(guesses),
        "types": dict(zip(TYPES, types.round(3).tolist(), strict=True)),
        "ms": {
            "median": round(float(np.median(times)), 1),
            "p99": round(float(np.quantile(times, 0.99)), 1),
        },
    }


def measured(
    players: Sequence[str], hands: int, game: int, each: int, seed: int, chains: int, jobs: Jobs
) -> Data:
    """Return what the turns of each player tell of its hand; the work is shared in whole games."""
    numbers = ranges(hands, max(1, _CHUNK // game) * game)
    figures = {}
    for name in players:
        read = partial(_read_hands, name, seed, game, each, chains)
        guesses = [guess for some in jobs.run(read, numbers) for guess in some]
        figures[name] = _figures(guesses, hands)
    return {"reader": figures}


def rows_of(guesses: list[Guess]) -> Sequence[Data]:
    """One row for each number of discards."""
    return [
        by_discards(k, some)
        for k in range(MOST_DISCARDS + 1)
        if (some := [guess for guess in guesses if guess.discards == k])
    ]


def by_discards(discards: int, guesses: list[Guess]) -> Data:
    """Sampled beside true deadwood after so many discards."""
    gap, error = _clustered([g.sampled - g.true for g in guesses], guesses)
    low, low_error = _clustered([g.low - (g.true <= LOW) for g in guesses], guesses)
    true, _ = _clustered([g.true for g in guesses], guesses)
    true_low, _ = _clustered([float(g.true <= LOW) for g in guesses], guesses)
    return {
        "discards": discards, "cases": len(guesses), "true": round(true, 2),
        "gap": gap, "se": error,
        "low": true_low, "low_gap": low, "low_se": low_error,
    }  # fmt: skip


def bits_of(guesses: list[Guess]) -> dict[str, float]:
    """Bits a hidden card."""
    weights = np.array([g.weight * g.hidden for g in guesses])
    each = np.array([g.bits / g.hidden if g.hidden else 0.0 for g in guesses])
    mean, error = _rounded(each, weights, guesses)
    return {"mean": mean, "se": error}


def known(guesses: list[Guess]) -> Data | None:
    """Return what is told apart of hands of a player that one knows; None without any."""
    found = [guess for guess in guesses if guess.seen >= KNOWN]
    if not found:
        return None
    return {"after": KNOWN, "discards": rows_of(found), "taken": deciles(found)}


def deciles(guesses: list[Guess]) -> Sequence[Data]:
    """Predicted and true share of cards taken, in ten groups by the predicted chance."""
    rows, of_discards = [], [guess for guess in guesses if guess.taken is not None]
    for places in np.array_split(np.argsort([guess.predicted for guess in of_discards]), 10):
        group = [of_discards[place] for place in places]
        true, error = _clustered([float(bool(g.taken)) for g in group], group)
        predicted, _ = _clustered([g.predicted for g in group], group)
        rows.append({"cases": len(group), "predicted": predicted, "true": true, "se": error})
    return rows


# --- in words ----------------------------------------------------------------------------

_ByPlayer: TypeAlias = Mapping[str, Sequence[Data]]
"""Rows, or groups, of each player."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """The measure that is drawn and tabled by number of discards."""

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
    dots = [(100 * group["predicted"], 100 * group["true"], 100 * _half(group)) for group in groups]
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


evidence = evidence_from("reader.toml", _summary)
