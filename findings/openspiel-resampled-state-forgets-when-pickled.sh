#!/usr/bin/env bash
# OpenSpiel 2.0.2, gin_rummy: a state resampled from one player's knowledge turns back into the true
# deal when it is pickled or serialized.
#
# Guess: resample_from_infostate gives an ordinary state; sent to another process it arrives as it
# was, with the sampled hand of the opponent.
# Seen: str() and clone() show the sampled cards, history() still holds the true deal, and what comes
# out of pickle or of serialize and deserialize_state is the true deal: the hidden hand is known.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check open_spiel==2.0.2
"$folder/bin/python" - <<'PYTHON'
import pickle
import random

import numpy as np
import pyspiel

game = pyspiel.load_game("gin_rummy")
true, rng = game.new_initial_state(), random.Random(1)
while true.is_chance_node():
    actions, _ = zip(*true.chance_outcomes())
    true.apply_action(rng.choice(actions))
sampled = true.resample_from_infostate(0, np.random.RandomState(5).random_sample)
pickled = pickle.loads(pickle.dumps(sampled))
read = game.deserialize_state(sampled.serialize())
print("the sample is another deal:      ", str(sampled) != str(true))
print("its clone is the sample:         ", str(sampled.clone()) == str(sampled))
print("its history is the true deal's:  ", sampled.history() == true.history())
print("pickled, it is the true deal:    ", str(pickled) == str(true))
print("serialized, it is the true deal: ", str(read) == str(true))
assert str(sampled) != str(true) and str(sampled.clone()) == str(sampled)
assert sampled.history() == true.history()
assert str(pickled) == str(true) == str(read)
PYTHON
