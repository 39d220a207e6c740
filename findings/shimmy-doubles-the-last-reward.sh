#!/usr/bin/env bash
# Shimmy 2.0.1, OpenSpielCompatibilityV0 over OpenSpiel 2.0.2: the player who does not make the last
# move is paid the result twice.
#
# Guess: the rewards that env.last() tells one agent in a game add up to OpenSpiel's returns.
# Seen: in tic-tac-toe, whoever makes the last move is told 1 and the other one -2; the sum over both
# is no longer zero. Whoever averages rewards over games has a biased value.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check shimmy==2.0.1 open_spiel==2.0.2 pettingzoo==1.26.1
"$folder/bin/python" - <<'PYTHON'
import random
import warnings

warnings.simplefilter("ignore")
import pyspiel  # noqa: E402
from shimmy import OpenSpielCompatibilityV0  # noqa: E402

wrong = decided = 0
for seed in range(30):
    env = OpenSpielCompatibilityV0(pyspiel.load_game("tic_tac_toe"))
    env.reset(seed=seed)
    rng, told = random.Random(seed), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        told[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        env.step(rng.choice([move for move, yes in enumerate(info["action_mask"]) if yes]))
    if any(told.values()):
        decided += 1
        wrong += sorted(told.values()) in ([-2.0, 1.0], [-1.0, 2.0])
print(f"{decided} decided games; one player was told the result twice in {wrong}")
assert decided == wrong >= 10
PYTHON
