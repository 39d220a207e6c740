#!/usr/bin/env bash
# PettingZoo 1.26.1, gin_rummy_v4 (on RLCard 1.2.0): observe() of the player who waits gives the cards
# and the legal actions of the player to move.
#
# Guess: observe(agent) is what that agent may see: its own hand.
# Seen: both agents are given the same planes and the same mask, those of the player to move. A wrapper
# that asks for all observations after each step (as one for parallel training does) leaks the hand.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check pettingzoo==1.26.1 rlcard==1.2.0 pygame
"$folder/bin/python" - <<'PYTHON'
import warnings

import numpy as np

warnings.simplefilter("ignore")
from pettingzoo.classic import gin_rummy_v4  # noqa: E402

env = gin_rummy_v4.env()
same = 0
for seed in range(20):
    env.reset(seed=seed)
    mover = env.agent_selection
    (waiter,) = [agent for agent in env.agents if agent != mover]
    moving, waiting = env.observe(mover), env.observe(waiter)
    held = [
        {str(card) for card in player.hand}
        for player in env.unwrapped.env.game.round.players
    ]
    assert held[0].isdisjoint(held[1])
    same += np.array_equal(moving["observation"], waiting["observation"]) and np.array_equal(
        moving["action_mask"], waiting["action_mask"]
    )
print(f"in {same} of 20 deals the player who waits is shown the other one's hand")
assert same == 20
PYTHON
