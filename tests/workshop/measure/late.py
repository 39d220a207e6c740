"""The loss of the engine's play late in a hand where it could knock: by fresh seeds, judged deeply.

Hands of the fast policy against itself and two players who wait for gin (`eaai` rules); one
decision a hand, of either player, with a legal knock and no gin once both have discarded fourteen
cards or more. The engine chooses with a seed of its own. The deep answer plays every action in the
same worlds of another seed: the best by one half of these is judged by the other half, so that no
lucky mean flatters itself. What seems to lose much or nearly so is judged again by many more fresh
worlds, for of a thousand decisions some are unlucky by more than the rarest errors are many.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np

from analyzer.engine.bots.policy import POLICIES
from analyzer.engine.fast import policy_action
from analyzer.engine.play import BLOCK, DEFAULT, choose, in_blocks
from analyzer.engine.policies import BASELINE, Policy
from analyzer.engine.rollout import discards_of
from analyzer.engine.rollouts import candidates, roll_out
from analyzer.engine.statistics import half_width_of_mean, proportion
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import Side, View, view_of
from tests.workshop.measure.words import Data, evidence_from

LATE: Final = 14
"""Cards that both have discarded."""
BEHIND: Final = 3.0
"""Points behind the deep best that count as an error."""
AGAINST: Final = (BASELINE, POLICIES["camper"], POLICIES["gin-waiter"])
LONGEST: Final = 120
"""Turns of both after which a hand is given up."""
DOUBTFUL: Final = 1.5
"""Points behind from which a decision is judged again, …"""
AGAIN: Final = 8
"""… in so many times as many worlds, of which none has been looked at."""
DEEP_SEED: Final = 2**40


def measured(decisions: int, worlds: int, deep: int, seed: int) -> Data:
    """Return what a choice of so many worlds loses against a deep answer."""
    losses, knocked, again = [], 0, 0
    for number, view in zip(range(decisions), _late(seed), strict=False):
        chosen = choose(view, worlds, seed + number).plain
        loss = _lost(view, chosen, deep, DEEP_SEED + seed + number)
        if loss > DOUBTFUL:
            loss = _lost(view, chosen, AGAIN * deep, 2 * DEEP_SEED + seed + number)
            again += 1
        losses.append(loss)
        knocked += chosen.ends_hand
    lost = np.array(losses)
    return {
        "decisions": decisions,
        "worlds": worlds,
        "deep": deep,
        "again": again,
        "deeper": AGAIN * deep,
        "doubtful": DOUBTFUL,
        "behind": BEHIND,
        "errors": int((lost > BEHIND).sum()),
        "loss": round(float(lost.mean()), 4),
        "error": round(half_width_of_mean(lost), 4),
        "largest": round(float(lost.max()), 2),
        "knocked": knocked,
    }


def _late(seed: int) -> Iterator[View]:
    """Late decisions with a legal knock, each of another hand, without end."""
    rng, hand = Random(f"late {seed}"), 0
    while True:
        spots = list(_of_hand(10**6 * seed + hand, AGAINST[hand % len(AGAINST)], hand // 3 % 2))
        hand += 1
        if spots:
            yield rng.choice(spots)


def _of_hand(seed: int, other: Policy, dealer: int) -> Iterator[View]:
    position = deal(PRESETS["eaai"], seed, dealer=dealer)
    while not position.over and len(position.played) < LONGEST:
        view = view_of(position)
        if _is_late(view):
            yield view
        policy = BASELINE if position.turn == 0 else other
        position = position.apply(policy_action(view, policy))


def _is_late(view: View) -> bool:
    if view.question is not Question.DISCARD:
        return False
    if discards_of(view, Side.ME) + discards_of(view, Side.OPPONENT) < LATE:
        return False
    ends = {action.kind for action in candidates(view) if action.ends_hand}
    return ends == {Kind.KNOCK}


def _lost(view: View, chosen: Action, worlds: int, seed: int) -> float:
    """Points that an action lies behind the best, each half of the worlds judging the other's."""
    belief, orders = in_blocks(DEFAULT.belief)
    actions, sampled = candidates(view), belief.sample(view, seed, 0, worlds)
    points = roll_out(view, actions, sampled, DEFAULT).points
    block = BLOCK * orders * 2  # both stretches of a chain
    halves = points[: worlds // block * block].reshape(-1, block, len(actions)).mean(axis=1)
    means = halves[::2].mean(axis=0), halves[1::2].mean(axis=0)
    places = [place for place, action in enumerate(actions) if action.plain == chosen]
    lost = (
        judge[best.argmax()] - judge[places[best[places].argmax()]]
        for best, judge in (means, means[::-1])
    )
    return float(np.mean(list(lost)))


def _summary(data: Data) -> Data:
    interval = proportion(data["errors"] / data["decisions"], data["decisions"])
    return {"share": interval.mean, "low": interval.low, "high": interval.high}


evidence = evidence_from("late.toml", _summary)
