"""The truth of what the engine promises, under better play than that of its rollouts.

The engine plays itself; at some decisions of a hand its best and the next best action are branched
in the true deal, with the stock shuffled anew, and a player goes on on both sides. The pair is
chosen in some worlds and the predicted gap is that of others, so that no lucky mean flatters
itself. Kinds of decisions and thirds of the stock weigh alike, however seldom they come; of those
that come often only a part is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from random import Random
from typing import Final, NamedTuple

import numpy as np

from analyzer.engine.bots import Bot, bot_named
from analyzer.engine.play import DEFAULT
from analyzer.engine.rollouts import candidates, sample_and_play
from analyzer.engine.statistics import ratio
from analyzer.game.actions import DRAW, TAKE, Action, Kind, Question
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import View, view_of
from analyzer.jobs import Jobs, ranges
from tests.workshop.measure.words import Data, evidence_from

KINDS: Final = ("draw", "take", "discard", "knock")
"""The action that is ahead: the stock (or a pass) of the pile, the pile of the stock, one discard
of another, and in the last either of laying down and going on."""
THIRDS: Final = (22, 12, 0)
"""The least cards in the stock of each third of a hand."""
TRIED: Final[Mapping[str, tuple[float, float, float]]] = {
    "draw": (0.02, 0.06, 0.25),
    "take": (0.07, 0.65, 1.0),
    "discard": (0.13, 0.35, 1.0),
    "knock": (0.06, 0.14, 0.75),
}
"""Which part of the decisions of each third is tried: for intervals of about one width. A discard
is ahead of the next by less than an action of another kind, so that more of them are needed."""
LONGEST: Final = 120
"""Turns of both after which a hand is given up."""
JUDGE: Final = 2**40
"""The number added to a seed for the worlds that did not choose the pair."""
CHUNK: Final = 16
"""Hands of a chunk of work."""


class _Cell(NamedTuple):
    kind: str
    third: int


CELLS: Final = tuple(_Cell(kind, third) for kind, third in product(KINDS, range(len(THIRDS))))


class Spot(NamedTuple):
    """A decision of a hand of which both actions were played on."""

    hand: int
    cell: _Cell
    predicted: float
    realized: float


@dataclass(frozen=True, slots=True)
class _Search:
    """The way in which decisions are found and tried."""

    worlds: int
    orders: int
    player: str
    by: str
    least: float
    most: float
    seed: int

    def of_hand(self, hand: int) -> Iterator[Spot]:
        """Decisions of a hand of the player against itself, of each kind the part that is tried."""
        player, by = (bot_named(name, PRESETS["eaai"]) for name in (self.player, self.by))
        rng = Random(f"ceiling {self.seed} {hand}")
        for cell, here in list(_decisions(player, rng)):
            if rng.random() < TRIED[cell.kind][cell.third]:
                pair = self._pair(cell.kind, view_of(here), rng.randrange(2**39))
                if pair is not None:
                    yield Spot(hand, cell, *self._gaps(here, pair, by, rng))

    def _gaps(
        self, here: Position, pair: tuple[Action, Action], by: Bot, rng: Random
    ) -> tuple[float, float]:
        """(points predicted, points realized) that the first of a pair is ahead."""
        seed = JUDGE + rng.randrange(2**39)
        points = sample_and_play(view_of(here), pair, DEFAULT, seed, 0, self.worlds).points
        gaps = [_gap(_reshuffled(here, rng), pair, by, rng) for _ in range(self.orders)]
        return float((points[:, 0] - points[:, 1]).mean()), float(np.mean(gaps))

    def _pair(self, kind: str, view: View, seed: int) -> tuple[Action, Action] | None:
        """The best and the next best of a kind, where the one is ahead by as much as wanted."""
        actions = candidates(view)
        means = sample_and_play(view, actions, DEFAULT, seed, 0, self.worlds).points.mean(axis=0)
        order = [actions[place] for place in means.argsort()[::-1]]
        best = order[0]
        other = next(one for one in order[1:] if kind != "knock" or one.ends_hand != best.ends_hand)
        gap = float(means[actions.index(best)] - means[actions.index(other)])
        right = kind not in {"draw", "take"} or (best == TAKE) == (kind == "take")
        return (best, other) if right and self.least <= gap <= self.most else None


def spots_of(search: _Search, hands: range) -> list[Spot]:
    """The decisions of some hands, as a chunk of work."""
    return [spot for hand in hands for spot in search.of_hand(hand)]


def _decisions(bot: Bot, rng: Random) -> Iterator[tuple[_Cell, Position]]:
    """The decisions of a hand of a bot against itself that look as if they were of a cell."""
    here = deal(PRESETS["eaai"], rng.randrange(2**40), dealer=rng.randrange(2))
    while not here.over and len(here.played) < LONGEST:
        action = _decided(here, bot, rng.randrange(2**40))
        kind = _kind(here, action)
        if kind is not None:
            yield _Cell(kind, _third(here)), here
        here = _after(here, action)


def _third(here: Position) -> int:
    return next(third for third, least in enumerate(THIRDS) if len(here.stock) >= least)


def _kind(here: Position, played: Action) -> str | None:
    if here.question is not Question.DISCARD:
        wanted = "take" if played == TAKE else "draw"
        return wanted if len(here.legal_actions()) > 1 else None
    ends = _ends(here)
    return "discard" if not ends else "knock" if ends == {Kind.KNOCK} else None


def _ends(here: Position) -> set[Kind]:
    """The ways in which whoever is to move can end the hand."""
    return {action.kind for action in here.legal_actions() if action.ends_hand}


def _decided(here: Position, bot: Bot, seed: int) -> Action:
    legal = here.legal_actions()
    return legal[0] if len(legal) == 1 else bot.decide(view_of(here), seed)


def _after(here: Position, action: Action) -> Position:
    """As in the arena: player 1 draws from the back of the stock."""
    if action == DRAW and here.turn == 1:
        here = replace(here, stock=(here.stock[-1], *here.stock[:-1]))
    return here.apply(action)


def _reshuffled(here: Position, rng: Random) -> Position:
    stock = list(here.stock)
    rng.shuffle(stock)
    return replace(here, stock=tuple(stock))


def _gap(here: Position, pair: tuple[Action, Action], by: Bot, rng: Random) -> float:
    best, other = (_played_on(_after(here, action), by, rng, here.turn) for action in pair)
    return best - other


def _played_on(here: Position, bot: Bot, rng: Random, player: int) -> float:
    """Points of a player where a bot goes on on both sides."""
    while not here.over and len(here.played) < LONGEST:
        here = _after(here, _decided(here, bot, rng.randrange(2**40)))
    return 0.0 if here.outcome is None else float(here.outcome.points[player])


def measured(
    hands: int, worlds: int, orders: int, player: str, by: str, least: float, most: float,
    seed: int, jobs: Jobs,
) -> Data:  # fmt: skip
    """Realized and predicted gaps by kind and third."""
    search = _Search(worlds, orders, player, by, least, most, seed)
    chunks = jobs.run(partial(spots_of, search), ranges(hands, CHUNK))
    spots = [spot for chunk in chunks for spot in chunk]
    return {
        "hands": hands, "decisions": len(spots), "worlds": worlds, "orders": orders,
        "player": player, "by": by, "least": least, "most": most, "all": _row(spots),
        "kinds": [
            {"kind": kind, **_row([spot for spot in spots if spot.cell.kind == kind])}
            for kind in KINDS
        ],
        "cells": list(_cells(spots)),
    }  # fmt: skip


def _cells(spots: Sequence[Spot]) -> Iterator[Data]:
    for cell in CELLS:
        own = [spot for spot in spots if spot.cell == cell]
        yield {"kind": cell.kind, "third": cell.third + 1, **_row(own)}


def _row(spots: Sequence[Spot]) -> Data:
    """Means over decisions, each cell as much as another; those of a hand are a cluster."""
    if not spots:
        return {"decisions": 0, "predicted": 0.0, "realized": 0.0, "ratio": None}
    of_cell = Counter(spot.cell for spot in spots)
    weights = np.array([1 / (of_cell[spot.cell] * len(of_cell)) for spot in spots])
    predicted = weights * [spot.predicted for spot in spots]
    realized = weights * [spot.realized for spot in spots]
    _, hands = np.unique([spot.hand for spot in spots], return_inverse=True)
    of_hand = (np.bincount(hands, gaps).astype(float) for gaps in (realized, predicted))
    interval = ratio(*of_hand)
    ends = {"mean": interval.mean, "low": interval.low, "high": interval.high}
    return {
        "decisions": len(spots),
        "predicted": round(float(predicted.sum()), 2),
        "realized": round(float(realized.sum()), 2),
        "ratio": {name: None if end is None else round(end, 3) for name, end in ends.items()},
    }


def _summary(data: Data) -> Data:
    def below(row: Data) -> bool:
        return row["ratio"] is not None and (row["ratio"]["high"] or 9.0) < LOW

    return {"below": [row for row in (*data["kinds"], *data["cells"]) if below(row)], "low": LOW}


LOW: Final = 0.9
"""An interval of the ratio that lies wholly below it says that too much is promised."""

evidence = evidence_from("ceiling.toml", _summary)
