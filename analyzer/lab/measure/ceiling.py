"""Whether what the engine promises comes true under better play than that of its rollouts.

The engine plays itself; at one decision of a hand its best and the next best action are branched
in the true deal, with the stock shuffled anew, and a player goes on on both sides. The pair is
chosen in some worlds and the predicted gap is that of others, so that no lucky mean flatters
itself. Decisions are drawn evenly over their kinds and over thirds of the stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from analyzer.jobs import Jobs
from analyzer.lab.measure.words import Data, evidence_from

KINDS: Final = ("draw", "take", "discard", "knock")
"""What is ahead: the stock (or a pass) of the pile, the pile of the stock, one discard of another,
and in the last either of laying down and going on."""
THIRDS: Final = (22, 12, 0)
"""The least cards in the stock of each third of a hand."""
LONGEST: Final = 120
"""Turns of both after which a hand is given up."""
JUDGE: Final = 2**40
"""What is added to a seed for the worlds that did not choose the pair."""


class _Cell(NamedTuple):
    kind: str
    third: int


CELLS: Final = tuple(_Cell(kind, third) for kind, third in product(KINDS, range(len(THIRDS))))


class Spot(NamedTuple):
    """A decision of which both actions were played on."""

    kind: str
    third: int
    predicted: float
    realized: float


@dataclass(frozen=True, slots=True)
class _Search:
    """How decisions are found and tried."""

    worlds: int
    orders: int
    player: str
    by: str
    least: float
    most: float
    seed: int

    def spot(self, number: int) -> Spot:
        """Decision number so and so: of the first hand that has one of its cell."""
        cell = CELLS[number % len(CELLS)]
        players = [bot_named(name, PRESETS["eaai"]) for name in (self.player, self.by)]
        hand = 0
        while True:
            rng = Random(f"ceiling {self.seed} {number} {hand}")
            for here in self._of_hand(cell, players[0], rng):
                spot = self._tried(cell, here, players[1], rng)
                if spot is not None:
                    return spot
            hand += 1

    def _of_hand(self, cell: _Cell, bot: Bot, rng: Random) -> Sequence[Position]:
        """One decision of a hand that looks as if it were of a cell, or none."""
        here = deal(PRESETS["eaai"], rng.randrange(2**40), dealer=rng.randrange(2))
        found = []
        while not here.over and len(here.played) < LONGEST:
            action = _decided(here, bot, rng.randrange(2**40))
            if _third(here) == cell.third and _looks_like(cell.kind, here, action):
                found.append(here)
            here = _after(here, action)
        return [rng.choice(found)] if found else []

    def _tried(self, cell: _Cell, here: Position, by: Bot, rng: Random) -> Spot | None:
        """What came of the pair, where its gap is as wanted."""
        view, seed = view_of(here), rng.randrange(2**39)
        pair = self._pair(cell.kind, view, seed)
        if pair is None:
            return None
        points = sample_and_play(view, pair, DEFAULT, JUDGE + seed, 0, self.worlds).points
        predicted = float((points[:, 0] - points[:, 1]).mean())
        gaps = [_gap(_reshuffled(here, rng), pair, by, rng) for _ in range(self.orders)]
        return Spot(cell.kind, cell.third, predicted, float(np.mean(gaps)))

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


def spot_of(search: _Search, number: int) -> Spot:
    """Decision number so and so, as a chunk of work."""
    return search.spot(number)


def _third(here: Position) -> int:
    return next(third for third, least in enumerate(THIRDS) if len(here.stock) >= least)


def _looks_like(kind: str, here: Position, played: Action) -> bool:
    if here.question is not Question.DISCARD:
        wanted = "take" if played == TAKE else "draw"
        return kind == wanted and len(here.legal_actions()) > 1
    ends = _ends(here)
    return kind == "knock" if ends == {Kind.KNOCK} else kind == "discard" and not ends


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
    decisions: int, worlds: int, orders: int, player: str, by: str, least: float, most: float,
    seed: int, jobs: Jobs,
) -> Data:  # fmt: skip
    """Realized and predicted gaps by kind and third."""
    search = _Search(worlds, orders, player, by, least, most, seed)
    spots = jobs.run(partial(spot_of, search), list(range(decisions)))
    return {
        "decisions": decisions, "worlds": worlds, "orders": orders, "player": player, "by": by,
        "least": least, "most": most, "all": _row(spots),
        "kinds": [
            {"kind": kind, **_row([spot for spot in spots if spot.kind == kind])}
            for kind in KINDS
        ],
        "cells": list(_cells(spots)),
    }  # fmt: skip


def _cells(spots: Sequence[Spot]) -> Iterator[Data]:
    for cell in CELLS:
        own = [spot for spot in spots if (spot.kind, spot.third) == cell]
        yield {"kind": cell.kind, "third": cell.third + 1, **_row(own)}


def _row(spots: Sequence[Spot]) -> Data:
    """Sums over decisions, each a cluster of its own, for each is of another hand."""
    if not spots:
        return {"decisions": 0, "predicted": 0.0, "realized": 0.0, "ratio": None}
    predicted = np.array([spot.predicted for spot in spots])
    realized = np.array([spot.realized for spot in spots])
    interval = ratio(realized, predicted)
    ends = {"mean": interval.mean, "low": interval.low, "high": interval.high}
    return {
        "decisions": len(spots),
        "predicted": round(float(predicted.mean()), 2),
        "realized": round(float(realized.mean()), 2),
        "ratio": {name: None if end is None else round(end, 3) for name, end in ends.items()},
    }


def _summary(data: Data) -> Data:
    def below(row: Data) -> bool:
        return row["ratio"] is not None and (row["ratio"]["high"] or 9.0) < LOW

    return {"below": [row for row in (*data["kinds"], *data["cells"]) if below(row)], "low": LOW}


LOW: Final = 0.9
"""An interval of the ratio that lies wholly below it says that too much is promised."""

evidence = evidence_from("ceiling.toml", _summary)
