"""Compile the kernel before the tests run, so that their processes find it compiled.

As a script: takes most of a minute after a change to the kernel, and a second otherwise. With the
word `collect` pytest then collects what is named after it: it rewrites each file of tests and
looks through the package for constants but once, and keeps what comes of that for its processes.
"""

from __future__ import annotations

import os
import sys

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
    if sys.argv[1:2] == ["collect"]:
        collects = ["-m", "pytest", "--collect-only", "-q", "-n", "0"]
        os.execv(sys.executable, [sys.executable, *collects, *sys.argv[2:]])


if __name__ == "__main__":
    main()
