"""Steps a second of our environments beside those of OpenSpiel and RLCard, in one run.

A step is one decision of a player, taken at random among the legal actions. Everybody has a spell
of processor time by turns, so that what else the machine does befalls all; the medians count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from itertools import count
from random import Random
from statistics import median
from typing import Any, Final

from analyzer.rl.vector import VectorEnv
from tests.workshop.measure.words import Data, evidence_from

Stepper = Callable[[], int]
"""Plays on for a while; returns the steps taken."""

BATCHES: Final = 64
"""Steps of all hands at once between two looks at the clock."""


def _kernel(hands: int) -> Stepper:
    env, seeds = VectorEnv(hands), count()

    def play() -> int:
        for _ in range(BATCHES):
            env.step(env.random_actions(next(seeds)))
        return BATCHES * hands

    return play


def _openspiel(observing: bool) -> Stepper:
    import pyspiel

    game, rng = pyspiel.load_game("gin_rummy"), Random(1)
    initial = game.new_initial_state()

    def play() -> int:
        state, steps = initial.clone(), 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            if observing and not chance:
                state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            steps += not chance
        return steps

    return play


def _rlcard() -> Stepper:
    import rlcard

    env, rng = rlcard.make("gin-rummy", config={"seed": 1}), Random(1)

    def play() -> int:
        (state, _), steps = env.reset(), 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def _pettingzoo() -> Stepper:
    from analyzer.rl import gin_rummy

    env, rng = gin_rummy.env(), Random(1)
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else rng.choice(seen["action_mask"].nonzero()[0].tolist()))
            steps += not over
        return steps

    return play


def _players(hands: int) -> Iterator[tuple[str, str, Stepper]]:
    """Everybody who is installed: a name, a version, and how they play."""
    yield "kernel", "", _kernel(hands)
    yield "single", "", _kernel(1)
    if find_spec("pettingzoo"):
        yield "pettingzoo", version("pettingzoo"), _pettingzoo()
    if find_spec("pyspiel"):
        yield "openspiel", version("open_spiel"), _openspiel(observing=False)
        yield "observing", version("open_spiel"), _openspiel(observing=True)
    if find_spec("rlcard"):
        yield "rlcard", version("rlcard"), _rlcard()


def _rate(play: Stepper, seconds: float) -> float:
    """Steps in a second of this process's time."""
    steps, begun = 0, time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        steps += play()
    return steps / taken


def measured(hands: int, rounds: int, seconds: float) -> Data:
    """Return how many steps a second everybody takes."""
    players = list(_players(hands))
    for _, _, play in players:
        play()  # compiles, and loads
    rates: dict[str, list[float]] = {name: [] for name, _, _ in players}
    for _ in range(rounds):
        for name, _, play in players:
            rates[name].append(_rate(play, seconds))
    rows = [
        {"name": name, "version": number, "steps": round(median(rates[name])),
         "least": round(min(rates[name])), "most": round(max(rates[name]))}
        for name, number, _ in players
    ]  # fmt: skip
    return {"hands": hands, "rounds": rounds, "seconds": seconds, "rows": rows}


def _summary(data: Data) -> Data:
    steps: dict[str, Any] = {row["name"]: row["steps"] for row in data["rows"]}
    ours = steps["kernel"]
    return {
        "ours": ours,
        "times": {name: ours / rate for name, rate in steps.items()},
    }


evidence = evidence_from("steps.toml", _summary)
