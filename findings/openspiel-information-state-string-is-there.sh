#!/usr/bin/env bash
# OpenSpiel 2.0.2, gin_rummy: the game type denies an information state string; the method works.
#
# Guess: provides_information_state_string is what an algorithm asks before it calls the method, so
# False means that the call raises.
# Seen: the flag is False, information_state_string answers, and tells two histories of one player's
# knowledge apart; only the tensor is missing, and that call raises.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check open_spiel==2.0.2
"$folder/bin/python" - <<'PYTHON'
import random

import pyspiel

game = pyspiel.load_game("gin_rummy")
flags = game.get_type()
print("string promised:", flags.provides_information_state_string)
print("tensor promised:", flags.provides_information_state_tensor)
assert not flags.provides_information_state_string
state, rng = game.new_initial_state(), random.Random(1)
while state.is_chance_node():
    actions, _ = zip(*state.chance_outcomes())
    state.apply_action(rng.choice(actions))
before = state.information_state_string(0)
state.apply_action(state.legal_actions()[-1])
after = state.information_state_string(0)
print("the string has", len(before), "and", len(after), "characters")
assert before and after and before != after
try:
    state.information_state_tensor(0)
except Exception as error:  # noqa: BLE001
    print("the tensor:", type(error).__name__)
else:
    raise SystemExit("the tensor is there now")
PYTHON
