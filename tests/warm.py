"""Compile the kernel before the tests run, so that their processes find it compiled.

As a script: takes most of a minute after a change to the kernel, and a second otherwise.
"""

from __future__ import annotations

from analyzer.engine import general, warm_up
from analyzer.game.position import deal
from analyzer.game.rules import parse_rules
from analyzer.game.view import seen_by
from analyzer.kernel.jit import COMPILED
from analyzer.rl.vector import VectorEnv


def main() -> None:
    """Compile what the engine and the pages need; the rest is compiled when a test asks."""
    if COMPILED:
        warm_up()
        for game in ("two-jokers", "mahjong"):
            general.advise(seen_by(deal(parse_rules(game), seed=1), 0), worlds=2)
        env = VectorEnv(1)
        env.random_actions(1)
        env.step(env.policy_actions("fast"))


if __name__ == "__main__":
    main()
