"""From probes to a policy: least squares for discards and takes, a smooth surface for knocks.

Each gain of a discard over another is fitted by the difference of their features, each gain of a
take by its features, each gain of a knock by deadwood and stage, apart for each number of gin
outs, and at the wall by deadwood alone. A policy wants what has a positive fitted gain, so its
weights are in points. A term that is left out keeps weight 0, and the rest makes up for it as well
as it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.engine.policies import NEVER, Policy, Row
from analyzer.kernel.inplay import WALL_ROW
from tests.workshop.tuning import kernel_probe as kernel
from tests.workshop.tuning._probes import MOST_CHOICES, Floats, Probed, Probes

Term = str
"""A name of `ALL_TERMS`."""

ALL_TERMS: Final = (
    "outs", "near", "danger", "known", "price", "loose", "stage", "speculation", "take limit",
    "knock by outs", "knock by stage",
)  # fmt: skip
"""The terms that a fit can do without: live outs (with `near`), their further worth near gin,
dangers (with `known`), dangers from cards known to be theirs, a price of discards of its own, the
number of
loose cards, any change with the stage, taking what melds nothing, the wish to get under the
limit, knocks that heed outs, knocks that heed the stage."""

LEAST_SCALE: Final = 0.05
"""Least part of a gain in hand cost that counts for taking: the weights are divided by it."""

RIDGE: Final = 1e-6
KNOCK_RIDGE: Final = 1e-4
"""Added to the squares, as a part of their mean: keeps rare features from running away."""

LEAST_KNOCKS: Final = 200
"""Probes with a number of outs that make a surface worth fitting."""

NEAR_GIN: Final = 3
"""Most loose cards with which outs have their further worth, as in `analyzer.kernel._policy`."""

STAGES, OUTS = WALL_ROW, 5
"""Rows, without that of the wall, and columns of the knock table."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Fitted numbers, to be averaged over rounds before they become a policy."""

    weights: Mapping[str, float]
    """By name; a name with `·t` is the change a stage."""
    surfaces: Floats
    """float64[OUTS, 8]: the gain of a knock; not a number where too few were seen."""
    seen: Floats
    """float64[STAGES, OUTS, limit]: knocks of 1 … limit points that the policy could have made."""
    last: Floats
    """float64[limit]: what knocks of 1 … limit points gained at the wall, all together."""

    def toward(self, other: Fit, part: float) -> Fit:
        """This fit moved toward another by a part of the way."""
        weights = {
            name: value + part * (other.weights[name] - value)
            for name, value in self.weights.items()
        }
        mixed = self.surfaces + part * (other.surfaces - self.surfaces)
        either = np.where(np.isnan(self.surfaces), other.surfaces, self.surfaces)
        surfaces = np.where(np.isnan(mixed), either, mixed)
        return Fit(weights, surfaces, self.seen + other.seen, self.last + other.last)


def fit(probed: Probed, limit: int, without: frozenset[Term] = frozenset()) -> Fit:
    """Fit all weights to the probes of a round; `limit` is the most deadwood to knock with."""
    discards = _fit_discards(probed.discards, without)
    takes = _fit_takes(probed.takes, discards, without)
    going_on = probed.knocks.feature(kernel.OWN) < STAGES
    surfaces, seen = _fit_knocks(probed.knocks.where(going_on), limit, without)
    last = _gained_last(probed.knocks.where(~going_on), limit)
    return Fit({**discards, **takes}, surfaces, seen, last)


# Discards and takes.

Columns = dict[str, Floats]


def _with_stage(columns: Columns, stage: Floats, without: frozenset[Term]) -> Columns:
    """Each column and, behind it, its change a stage."""
    both: Columns = {}
    for name, column in columns.items():
        both[name] = column
        if "stage" not in without:
            both[f"{name}·t"] = column * stage
    return both


def _solved(columns: Columns, probes: Probes) -> dict[str, float]:
    if not len(probes):
        return dict.fromkeys(columns, 0.0)
    table = np.stack(list(columns.values()), axis=1)
    weighted = table * probes.weights[:, None]
    squares = weighted.T @ table
    squares += np.eye(len(squares)) * RIDGE * max(1.0, np.trace(squares) / len(squares))
    found = np.linalg.solve(squares, weighted.T @ probes.gain)
    return dict(zip(columns, found.tolist(), strict=True))


def _fit_discards(probes: Probes, without: frozenset[Term]) -> dict[str, float]:
    def more(place: int) -> Floats:
        """Return what the second discard has more than the first: the cost that the first one
        saves."""
        return probes.feature(place + 1) - probes.feature(place)

    columns = {"price": more(kernel.PRICES)}
    if "outs" not in without:
        columns["outs"] = -more(kernel.OUTS)
        if "near" not in without:
            columns["near"] = -more(kernel.OUTS) * (probes.feature(kernel.KEPT) <= NEAR_GIN)
    if "danger" not in without:
        columns["danger"] = more(kernel.DANGERS)
        if "known" not in without:
            columns["feeds"] = more(kernel.FEEDS)
    columns = _with_stage(columns, probes.stage, without)
    if not without & {"danger", "known"}:
        columns["gift"] = more(kernel.GIFTS)
    return _solved(columns, probes)


def _fit_takes(
    probes: Probes, discards: Mapping[str, float], without: frozenset[Term]
) -> dict[str, float]:
    """The wish to take; what outs are worth, and with `price` left out points, is as in
    discards."""
    if "speculation" in without:
        probes = probes.where(probes.feature(kernel.MELDS) == 1)
    stage = probes.stage
    columns = {"take": np.ones(len(probes))}
    if "speculation" not in without:
        columns["take_meld"] = probes.feature(kernel.MELDS)
        if "price" not in without:
            columns["dead"] = _saved(probes, kernel.DEAD)
        if "loose" not in without:
            columns["loose"] = _saved(probes, kernel.LOOSE)
    columns = _with_stage(columns, stage, without)
    if "speculation" not in without:
        columns["take_gain"] = _outs_gained(probes, discards)
        if "price" in without:
            columns["take_gain"] -= _part(discards, "price", stage) * _saved(probes, kernel.DEAD)
        if "take limit" not in without:
            columns["take_limit"] = probes.feature(kernel.LIMIT)
    return _solved(columns, probes)


def _saved(probes: Probes, place: int) -> Floats:
    """Return what taking and discarding leaves less of a feature."""
    return probes.feature(place) - probes.feature(place + 1)


def _part(weights: Mapping[str, float], name: str, stage: Floats) -> Floats:
    return weights.get(name, 0.0) + weights.get(f"{name}·t", 0.0) * stage


def _outs_gained(probes: Probes, discards: Mapping[str, float]) -> Floats:
    """Return what the outs after taking and discarding are worth more than those before."""
    plain, near = _part(discards, "outs", probes.stage), _part(discards, "near", probes.stage)
    worth = [
        (plain + near * (probes.feature(kernel.LOOSE + side) <= NEAR_GIN))
        * probes.feature(kernel.OUTS_OF + side)
        for side in (0, 1)
    ]
    return worth[1] - worth[0]


# Knocks.


def _surface(own: Floats, dead: Floats, without: frozenset[Term]) -> Floats:
    """Return what the gain of a knock is a sum of, by own discards and deadwood: float64[n, 8]."""
    own, dead = own / 10, dead / 10
    if "knock by stage" in without:
        own = np.zeros_like(own)
    return np.stack(
        [np.ones_like(own), dead, dead**2, own, own**2, own**3, own * dead, own**2 * dead], axis=1
    )


def _fit_knocks(probes: Probes, limit: int, without: frozenset[Term]) -> tuple[Floats, Floats]:
    own, outs, dead = (
        probes.feature(place) for place in (kernel.OWN, kernel.OUTS_KEPT, kernel.DEADWOOD)
    )
    surfaces, seen = np.full((OUTS, 8), np.nan), np.zeros((STAGES, OUTS, limit))
    cells = np.stack([own, outs, dead - 1], axis=1).astype(int)
    np.add.at(seen, tuple(cells.T), 1.0)
    if "knock by outs" in without:
        seen[:] = seen.sum(axis=1, keepdims=True)
    for number in range(OUTS):
        these = (outs == number) | ("knock by outs" in without)
        if these.sum() < LEAST_KNOCKS:
            continue
        table = _surface(own[these], dead[these], without)
        weights = np.minimum(probes.choices[these], MOST_CHOICES)[:, None]
        squares = (table * weights).T @ table
        squares += np.eye(len(squares)) * KNOCK_RIDGE * np.trace(squares) / len(squares)
        surfaces[number] = np.linalg.solve(squares, (table * weights).T @ probes.gain[these])
    return surfaces, seen


def _gained_last(probes: Probes, limit: int) -> Floats:
    """Return what knocks gained at the wall, by deadwood: too few are seen there for a surface."""
    gained = np.zeros(limit)
    dead = probes.feature(kernel.DEADWOOD).astype(int) - 1
    np.add.at(gained, dead, probes.gain * np.minimum(probes.choices, MOST_CHOICES))
    return gained


def _knock_table(fit: Fit, before: tuple[Row, ...], without: frozenset[Term]) -> tuple[Row, ...]:
    """Most deadwood to knock with, nowhere rising with the stage or with the outs.

    The best threshold of a cell: the one up to which the fitted gains, each as often as it was
    met, sum up highest.
    """
    limit = fit.seen.shape[2]
    table = np.array(before[:STAGES], int)
    dead = np.arange(1, limit + 1)
    for own in range(STAGES):
        terms = _surface(np.full(limit, float(own)), dead.astype(float), without)
        for outs in range(OUTS):
            if np.isnan(fit.surfaces[outs]).any():
                continue
            often = fit.seen[own, outs] + 1.0
            sums = np.cumsum((terms @ fit.surfaces[outs]) * often)
            table[own, outs] = _best_limit(sums)
    table = np.minimum.accumulate(np.minimum.accumulate(table, axis=0), axis=1)
    rows = tuple((a, b, c, d, e) for a, b, c, d, e in table.tolist())
    if not fit.last.any():
        return *rows, *before[STAGES:]
    return *rows, (_best_limit(np.cumsum(fit.last)),) * OUTS


def _best_limit(sums: Floats) -> int:
    """The deadwood up to which knocks gain most, where entry d is what d + 1 and less gain."""
    best = int(np.argmax(sums))
    return best + 1 if sums[best] > 0 else NEVER


# The policy.


def policy_of(fit: Fit, before: Policy, without: frozenset[Term] = frozenset()) -> Policy:
    """The policy that wants what the fit says; `before` has the knocks of cells not seen."""
    weights = fit.weights
    scale = max(weights.get("take_gain", 0.0), LEAST_SCALE)
    price = _pair(weights, "price")
    # A point less kept is a point more discarded: only the difference of the two costs shows in
    # discards, and what a point is worth to keep shows in takes.
    dead = (-price[0], -price[1])
    if "price" not in without and "speculation" not in without:
        kept = _pair(weights, "dead")
        dead = (kept[0] / scale, kept[1] / scale)
    loose = _pair(weights, "loose")
    return Policy(
        dead=_rounded(dead),
        loose=_rounded((loose[0] / scale, loose[1] / scale)),
        outs=_rounded(_pair(weights, "outs")),
        near=_rounded(_pair(weights, "near")),
        price=_rounded((price[0] + dead[0], price[1] + dead[1])),
        danger=_rounded(_pair(weights, "danger")),
        feeds=_rounded(_pair(weights, "feeds")),
        gift=round(max(0.0, weights.get("gift", 0.0)), DIGITS),
        take=_rounded(_pair(weights, "take")),
        take_meld=_rounded(_pair(weights, "take_meld")),
        take_gain=0.0 if "speculation" in without else round(scale, DIGITS),
        take_limit=round(weights.get("take_limit", 0.0), DIGITS),
        knock=_knock_table(fit, before.knock, without),
    )


DIGITS: Final = 3
"""Decimals of a weight, far below what a fit knows."""


def _pair(weights: Mapping[str, float], name: str) -> tuple[float, float]:
    return weights.get(name, 0.0), weights.get(f"{name}·t", 0.0)


def _rounded(pair: tuple[float, float]) -> tuple[float, float]:
    return round(pair[0], DIGITS), round(pair[1], DIGITS)


def terms_of(policy: Policy) -> Iterator[tuple[str, float, float]]:
    """(name, value at stage 0, change a stage) of every weight of a policy."""
    for name in ("dead", "loose", "outs", "near", "price", "danger", "feeds", "take", "take_meld"):
        yield name, *getattr(policy, name)
    for name in ("gift", "take_gain", "take_limit"):
        yield name, getattr(policy, name), 0.0
