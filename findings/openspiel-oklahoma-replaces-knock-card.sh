#!/usr/bin/env bash
# OpenSpiel 2.0.2, gin_rummy: with oklahoma=True the parameter knock_card is not a limit.
#
# Guess: "knock_card" is the most deadwood to knock with, so with both parameters the lower of the
# two counts, as in Oklahoma rules that cap the upcard at ten.
# Seen: the value of the upcard replaces knock_card: with knock_card=2 and a king turned up the state
# says that one may knock with 10; with an ace turned up, only with gin.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check open_spiel==2.0.2
"$folder/bin/python" - <<'PYTHON'
import random

import pyspiel


def dealt(knock_card: int, seed: int):
    """A state after the deal, with the parameter and the shuffle."""
    game = pyspiel.load_game("gin_rummy", {"oklahoma": True, "knock_card": knock_card})
    state, rng = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        actions, _ = zip(*state.chance_outcomes())
        state.apply_action(rng.choice(actions))
    return state


assert pyspiel.load_game("gin_rummy", {"knock_card": 2}).get_parameters()["knock_card"] == 2
limits = {}
for seed in range(60):
    for knock_card in (2, 10):
        state = dealt(knock_card, seed)
        upcard = str(state).split("Upcard: ")[1][:2]
        limits.setdefault(upcard[0], set()).add(state.knock_card())
for rank in "A2345678TJQK":
    print(f"upcard {rank}: knock with at most {sorted(limits.get(rank, set()))}")
assert limits["K"] == {10} and limits["8"] == {8} and limits["A"] == {0}, limits
PYTHON
