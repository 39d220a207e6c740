"""Of two players, which does better where they differ, in the true deal.

    python -m tests.workshop.differences ONE OTHER [--at knock] [--hands 2000] [--orders 12]

Plays hands of the quick policy against five bots (`eaai` rules). At each of its decisions of a kind
both players are asked; where they differ, both actions are played on in the true deal by the quick
policy against that bot, under the same orders of the stock. What a match between the two hides in
all that they have in common, shows here after a hundredth of the hands.

The players are bots of the arena, such as `engine:1024`, or `exec:` and a program that speaks the
protocol of `ginsight engine`, such as the version before: "exec:worlds=1024 /old/ginsight engine".
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.arena._program import PREFIX, seat_of
from analyzer.engine.bots import Bot, bot_named
from analyzer.engine.statistics import half_width_of_mean
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.jobs import Jobs, ranges
from tests.workshop.measure.ceiling import LONGEST, _after, _ends, _reshuffled

AGAINST: Final = ("camper", "gin-waiter", "fast", "eaai-simple", "greedy")
CHUNK: Final = 100
PATIENCE: Final = 3600.0
"""Seconds for a decision of a program, which may be stopped meanwhile."""


class Difference(NamedTuple):
    """A decision at which the two did not do the same."""

    against: str
    kinds: str
    gain: float
    """Points that the first one's action made more, on average over the orders."""


def may_knock(here: Position) -> bool:
    """True if the hand can be ended by a knock, and not by gin."""
    return _ends(here) == {Kind.KNOCK}


SPOTS: Final[Mapping[str, Callable[[Position], bool]]] = {
    "knock": may_knock,
    "discard": lambda here: here.question is Question.DISCARD and not may_knock(here),
    "draw": lambda here: here.question is not Question.DISCARD,
}


def player_of(name: str, opened: ExitStack) -> Bot:
    """A bot, or the seat of a program that ends with `opened`."""
    if not name.startswith(PREFIX):
        return bot_named(name, PRESETS["eaai"])
    seat = seat_of(name, PATIENCE)
    opened.callback(seat.program.close)
    return seat


def compared(
    names: tuple[str, str], at: str, orders: int, seed: int, hands: range
) -> tuple[int, list[Difference]]:
    """(decisions of the kind, those at which the two differ) of some hands; a chunk of work."""
    decisions, found = 0, list[Difference]()
    with ExitStack() as opened:
        players = [player_of(name, opened) for name in names]
        for hand in hands:
            rng = Random(f"differences {seed} {hand}")
            other = AGAINST[hand % len(AGAINST)]
            for here in decided(other, rng, dealer=hand // len(AGAINST) % 2):
                if not SPOTS[at](here):
                    continue
                decisions += 1
                view, number = view_of(here), rng.randrange(2**40)
                one, two = (player.decide(view, number).plain for player in players)
                if one != two:
                    kinds = f"{one.kind} for {two.kind}"
                    gain = np.mean([gap(here, one, two, other, rng) for _ in range(orders)])
                    found.append(Difference(other, kinds, float(gain)))
    return decisions, found


def decided(other: str, rng: Random, dealer: int) -> Iterator[Position]:
    """The positions of a hand in which the quick policy has a choice."""
    here = deal(PRESETS["eaai"], rng.randrange(2**40), dealer=dealer)
    while not here.over and len(here.played) < LONGEST:
        if here.turn == 0 and len(here.legal_actions()) > 1:
            yield here
        here = played(here, other, rng)


def played(here: Position, other: str, rng: Random) -> Position:
    """The position after a move of whoever is to move."""
    legal = here.legal_actions()
    if len(legal) == 1:
        return _after(here, legal[0])
    bot = bot_named("fast" if here.turn == 0 else other, PRESETS["eaai"])
    return _after(here, bot.decide(view_of(here), rng.randrange(2**40)))


def gap(here: Position, one: Action, two: Action, other: str, rng: Random) -> float:
    """Points that the first action makes more than the second under one order of the stock."""
    here, seed = _reshuffled(here, rng), rng.randrange(2**40)
    actions = {action.plain: action for action in reversed(here.legal_actions())}
    points = []
    for action in (one, two):
        end, same = _after(here, actions[action]), Random(seed)
        while not end.over and len(end.played) < LONGEST:
            end = played(end, other, same)
        points.append(0.0 if end.outcome is None else float(end.outcome.points[0]))
    return points[0] - points[1]


def row(found: list[Difference]) -> dict[str, Any]:
    """The mean gain with its 95% interval."""
    gains = np.array([each.gain for each in found])
    error = half_width_of_mean(gains) if len(gains) > 1 else None
    return {
        "differ": len(gains),
        "points": round(float(gains.mean()), 3) if len(gains) else None,
        "error": None if error is None else round(error, 3),
    }


def figures(decisions: int, found: list[Difference]) -> dict[str, Any]:
    """Return what the first one gains: a decision, and where the two differ, by opponent and
    kinds."""
    every = np.zeros(max(decisions, 2))
    every[: len(found)] = [each.gain for each in found]
    answer: dict[str, Any] = {
        "decisions": decisions,
        "points a decision": round(float(every.mean()), 4),
        "error": round(half_width_of_mean(every), 4),
        "where they differ": row(found),
    }
    for field in ("against", "kinds"):
        names = sorted({getattr(each, field) for each in found})
        answer[field] = {
            name: row([each for each in found if getattr(each, field) == name]) for name in names
        }
    return answer


def main() -> None:
    """Print the figures as a JSON document."""
    parser = argparse.ArgumentParser(
        description="which of two players does better where they differ"
    )
    parser.add_argument("players", nargs=2, metavar="player")
    parser.add_argument("--at", choices=SPOTS, default="knock")
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--orders", type=int, default=12)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    one, two = wanted.players
    work = partial(compared, (one, two), wanted.at, wanted.orders, wanted.seed)
    with Jobs(wanted.workers) as jobs:
        chunks = jobs.run(work, ranges(wanted.hands, CHUNK))
    found = [each for _, part in chunks for each in part]
    print(json.dumps(figures(sum(count for count, _ in chunks), found), indent=1))


if __name__ == "__main__":
    main()
