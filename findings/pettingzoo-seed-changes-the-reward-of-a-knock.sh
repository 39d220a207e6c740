#!/usr/bin/env bash
# PettingZoo 1.26.1, gin_rummy_v4 (on RLCard 1.2.0): reset with a seed drops the reward that was asked
# for a knock.
#
# Guess: env(knock_reward=0.9) pays 0.9 for a knock; reset(seed=...) only makes the deals repeatable.
# Seen: without a seed a knock pays 0.9, after any reset with a seed 0.2, the usual reward. Training
# with seeds and without trains for different games.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check pettingzoo==1.26.1 rlcard==1.2.0 pygame
"$folder/bin/python" - <<'PYTHON'
import random
import warnings

warnings.simplefilter("ignore")
from pettingzoo.classic import gin_rummy_v4  # noqa: E402

KNOCKS = range(58, 110)


def rewards(seeded: bool) -> set[float]:
    """All positive rewards of games whose players knock at the first chance and never go gin."""
    env = gin_rummy_v4.env(knock_reward=0.9, gin_reward=7.0)
    found = set()
    for number in range(60):
        env.reset(**({"seed": number} if seeded else {}))
        rng = random.Random(number)
        for _ in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                found |= {round(float(reward), 3)} if reward > 0 else set()
                env.step(None)
                continue
            legal = [action for action, yes in enumerate(observation["action_mask"]) if yes]
            env.step(rng.choice([action for action in legal if action in KNOCKS] or legal))
    return found


plain, seeded = rewards(False), rewards(True)
print("a knock pays, without a seed:", plain, " with a seed:", seeded)
assert plain == {0.9} and seeded == {0.2}
PYTHON
