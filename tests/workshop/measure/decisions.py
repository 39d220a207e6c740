"""The loss of the rule of play in a decision, and the quality of its guesses.

`gather` plays hands of `engine:256` against itself and three other players (`eaai` rules), and
plays every action of some of its decisions in 32,768 worlds of the belief that reads the turns.
`rules` lets the budget of `analyzer.engine.play` decide on parts of these worlds, and values
what it chose by all the others: no choice is judged by the worlds that led to it. Points gained a
decision on the fast policy; the share of choices that a review would call a mistake or worse;
and milliseconds, from what a world and a play cost when they were gathered. `prior` compares the
guesses the search starts from with what the worlds say, by how far behind they put an action.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.action_prior import action_prior_of
from analyzer.engine.bots import bot_named
from analyzer.engine.fast import policy_action
from analyzer.engine.play import BLOCK, DEFAULT, budget_of, in_blocks
from analyzer.engine.policies import policy_for
from analyzer.engine.rollouts import candidates, roll_out
from analyzer.engine.statistics import half_width_of_mean
from analyzer.engine.thresholds import FLOORS, Z95_ONE_SIDED
from analyzer.engine.types import Grade
from analyzer.game.actions import Action, Kind
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import View, view_of
from tests.workshop.measure.words import Data

WORLDS: Final = 32_768
AGAINST: Final = ("engine:256", "camper", "fast", "greedy")
EACH: Final = 3
"""Most decisions of one hand."""

BUDGETS: Final = ((256, 8_192), (1_024, 8_192), (4_096, 16_384))
"""(worlds of the player, most worlds there are for one of its choices)."""

EDGES: Final = (0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 99.0)
MISTAKE: Final = dict(FLOORS)[Grade.MISTAKE]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A decision with what its actions were worth."""

    view: View
    actions: list[Action]
    """The fast policy's own first."""
    blocks: NDArray[np.float64]
    """float64[blocks, actions]: means over blocks of `BLOCK` hands, each in `orders` orders."""
    orders: int
    sampling: float
    """Milliseconds to sample a block, …"""
    playing: float
    """… and to play one action in it."""


def gathered(hands: int, seed: int) -> Iterator[_Spot]:
    """Decisions with a choice out of so many hands."""
    rng = Random(f"decisions of play {seed}")
    for hand in range(hands):
        found = list(_choices(AGAINST[hand % len(AGAINST)], 100_000 * seed + hand, hand // 4 % 2))
        for view, base in rng.sample(found, min(EACH, len(found))):
            actions = [base, *(action for action in candidates(view) if action != base)]
            yield _valued(view, actions)


def _choices(against: str, seed: int, dealer: int) -> Iterator[tuple[View, Action]]:
    rules = PRESETS["eaai"]
    bots = [bot_named(name, rules) for name in (AGAINST[0], against)]
    position = deal(rules, seed, dealer=dealer)
    while not position.over and len(position.played) < 120:
        view = view_of(position)
        base = policy_action(view, policy_for(rules))
        if position.turn == 0 and len(candidates(view)) > 1 and base.kind is not Kind.GIN:
            yield view, base
        action = bots[position.turn].decide(view, seed)
        other = 1 - position.turn
        defense = bots[other].defend(position.hands[other], action, rules)
        position = position.apply(action, defense if action.ends_hand else None)


def _valued(view: View, actions: list[Action]) -> _Spot:
    belief, orders = in_blocks(DEFAULT.belief)
    begun = time.process_time()
    drawn = belief.sample(view, 77, 0, WORLDS)
    sampled = time.process_time()
    points = roll_out(view, actions, drawn, DEFAULT).points
    played = time.process_time()
    blocks = WORLDS // (BLOCK * orders)
    return _Spot(
        view,
        actions,
        points.reshape(blocks, -1, len(actions)).mean(axis=1),
        orders,
        1e3 * (sampled - begun) / blocks,
        1e3 * (played - sampled) / blocks / len(actions),
    )


def _chosen(spot: _Spot, worlds: int, blocks: NDArray[np.float64]) -> tuple[int, float]:
    """(the action chosen on these blocks, milliseconds) of a player of so many worlds."""
    budget, spent = budget_of(spot.view, spot.actions, worlds, spot.orders), 0.0
    while count := min(budget.more(), len(blocks) - budget.blocks):
        spent += count * (spot.sampling + spot.playing * len(budget.places))
        budget.add(blocks[budget.blocks : budget.blocks + count][:, budget.places])
    return budget.best, spent


def _judged(rest: NDArray[np.float64], place: int) -> tuple[float, bool]:
    """(points ahead of the first action, whether it is a mistake) by other blocks.

    As in a review: the best by one half of them, what is lost by the other half.
    """
    halves = rest[::2], rest[1::2]
    lost = [
        other[:, half.mean(axis=0).argmax()] - other[:, place]
        for half, other in (halves, halves[::-1])
    ]
    loss = float(np.mean([one.mean() for one in lost]))
    error = float(np.sqrt(sum(one.var(ddof=1) / len(one) for one in lost)) / 2)
    means = rest.mean(axis=0)
    mistake = loss >= MISTAKE and loss - Z95_ONE_SIDED * error >= MISTAKE / 2
    return float(means[place] - means[0]), mistake


def _rule_of(spots: list[_Spot], worlds: int, most: int) -> dict[str, float]:
    """Return what a player of so many worlds gains and takes."""
    rows = []
    for spot in spots:
        size, own = most // (BLOCK * spot.orders), []
        for first in range(0, len(spot.blocks) - size + 1, size):
            place, spent = _chosen(spot, worlds, spot.blocks[first : first + size])
            rest = np.delete(spot.blocks, np.s_[first : first + size], axis=0)
            own.append((*_judged(rest, place), spent))
        rows.append(np.mean(own, axis=0))
    gains, mistakes, spent_ = np.array(rows).T
    return {
        "gain": round(float(gains.mean()), 3),
        "error": round(half_width_of_mean(gains), 3),
        "mistakes": round(float(mistakes.mean()), 4),
        "ms_median": round(float(np.median(spent_)), 1),
        "ms_p99": round(float(np.quantile(spent_, 0.99)), 1),
    }


def _prior_of(spots: list[_Spot]) -> Sequence[Data]:
    """By how far behind the guess puts an action: how far it is, and how that spreads."""
    rows = []
    for spot in spots:
        guess = action_prior_of(spot.view, spot.actions, policy_for(spot.view.rules))
        means = spot.blocks.mean(axis=0)
        kind = str(spot.view.question)
        ends = [action.ends_hand for action in spot.actions]
        rows += [
            ("end" if ends[0] or ends[place] else kind, -guess.gaps[place], means[0] - means[place])
            for place in range(1, len(spot.actions))
        ]
    found = []
    for kind in sorted({row[0] for row in rows}):
        points = np.array([row[1:] for row in rows if row[0] == kind])
        for low, high in pairwise(EDGES):
            behind = points[(points[:, 0] >= low) & (points[:, 0] < high), 1]
            if len(behind) > 1:
                found.append(
                    {
                        "kind": kind,
                        "guess": [low, high],
                        "actions": len(behind),
                        "behind": round(float(behind.mean()), 2),
                        "sd": round(float(behind.std(ddof=1)), 2),
                    }
                )
    return found


def measured(what: str, spots: list[_Spot]) -> Data:
    """Return what was asked of the gathered decisions: `rules` or `prior`."""
    if what == "prior":
        return {"decisions": len(spots), what: _prior_of(spots)}
    rules = {f"engine:{n}": _rule_of(spots, n, most) for n, most in BUDGETS}
    return {"decisions": len(spots), what: rules}
