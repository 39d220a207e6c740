"""The loss of the engine's way to play on a small deck to one who knows it and answers best.

The game is solved for each rank of the upcard, and the values of the ways are exact: nothing is
sampled. What a way loses is the mean over both seats of what its best answer wins; against the
equilibrium that is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np

from analyzer.engine.policies import GREEDY, policy_for
from analyzer.jobs import Jobs
from tests.workshop.measure.words import Data, evidence_from
from tests.workshop.mini.game import MiniGame
from tests.workshop.mini.pipeline import engine_play, mixed_play, nested_play, policy_play
from tests.workshop.mini.solve import MiniPlay, MiniTable, at_stake, best_answer, solved, value

HEAT: Final = 0.25
"""Points behind by which the chance of an answer falls by a factor of e, where they are mixed."""

WAYS: Final[dict[str, Callable[[MiniTable], MiniPlay]]] = {
    "greedy": lambda table: policy_play(table, GREEDY),
    "fast": lambda table: policy_play(table, policy_for(table.game.rules)),
    "engine": engine_play,
    "engine, mixed": lambda table: mixed_play(table, HEAT),
    "engine in the playouts": nested_play,
}
"""The ways that are asked: two policies, the search on the second of them, the same where near
answers are mixed, and the search on itself."""


def measured(
    suits: int, ranks: int, hand: int, turns: int, limit: int, bonus: int, rounds: int,
    close: float, jobs: Jobs,
) -> Data:  # fmt: skip
    """Return what the ways lose in a game, and what it is worth; of every rank as upcard."""
    game = MiniGame(suits, ranks, hand, turns, limit, bonus)
    upcards = jobs.run(partial(by_upcard, game, rounds, close), range(ranks))
    low, high, stake = (_mean(upcards, name) for name in ("low", "high", "stake"))
    ways = [{"name": name, **_way(upcards, name, stake)} for name in (*WAYS, "equilibrium")]
    return {
        "suits": suits, "ranks": ranks, "hand": hand, "turns": turns, "limit": limit,
        "bonus": bonus, "deals": ranks * suits * game.deals, "low": low, "high": high,
        "stake": stake, "heat": HEAT, "ways": ways, "upcards": upcards,
    }  # fmt: skip


def by_upcard(game: MiniGame, rounds: int, close: float, upcard: int) -> Data:
    """The figures of one upcard, a card by its number."""
    table = MiniTable.of(game, upcard)
    solution = solved(table, rounds, close)
    plays = {name: make(table) for name, make in WAYS.items()} | {"equilibrium": solution.play}
    low, high = solution.bounds
    return {
        "slots": table.tree.slots, "low": low, "high": high,
        "stake": at_stake(table, solution.play),
        **{name: _against(table, play, solution.play) for name, play in plays.items()},
    }  # fmt: skip


def _against(table: MiniTable, play: MiniPlay, best: MiniPlay) -> Data:
    """Points a hand against the best answer and against the equilibrium, in either seat."""
    return {
        "best_answers": [best_answer(table, player, play) for player in (0, 1)],
        "against": (value(table, play, best) - value(table, best, play)) / 2,
    }


def _mean(rows: Sequence[Data], name: str) -> float:
    return float(np.mean([row[name] for row in rows]))


def _way(upcards: Sequence[Data], name: str, stake: float) -> Data:
    """Return what a way loses to its best answer, in points and as a part of what is at stake."""
    rows = [row[name] for row in upcards]
    first, second = np.mean([row["best_answers"] for row in rows], axis=0).tolist()
    lost = (first + second) / 2
    return {
        "first": first, "second": second, "lost": lost, "share": lost / stake,
        "against": _mean(rows, "against"),
    }  # fmt: skip


def _summary(data: Data) -> Data:
    by_name = {row["name"]: row for row in data["ways"]}
    named = {
        "fast_way": "fast", "engine_way": "engine", "mixed_way": "engine, mixed",
        "nested_way": "engine in the playouts",
    }  # fmt: skip
    return {key: by_name[name] for key, name in named.items()}


evidence = evidence_from("mini.toml", _summary)
