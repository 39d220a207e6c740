#!/usr/bin/env bash
# OpenSpiel 2.0.2, gin_rummy: against gin its simple bot pays for its whole hand, melds included.
#
# Guess: the loser of a gin lays down its own melds and pays for the deadwood that is left.
# Seen: the bot passes before it lays anything down, which ends the hand; its melds count as deadwood.
# In self-play no hand that ended with gin has a meld of the loser's, and some of the losers held one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check open_spiel==2.0.2
"$folder/bin/python" - <<'PYTHON'
import random

import pyspiel

game = pyspiel.load_game("gin_rummy")
gins = laid = held = more = 0
for seed in range(400):
    state, rng = game.new_initial_state(), random.Random(seed)
    bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]
    while not state.is_terminal():
        if state.is_chance_node():
            actions, _ = zip(*state.chance_outcomes())
            state.apply_action(rng.choice(actions))
        else:
            before = state.clone()
            state.apply_action(bots[state.current_player()].step(state))
    knockers = [seat for seat in (0, 1) if state.knocked()[seat] and not state.deadwood()[seat]]
    for knocker in knockers:
        loser, utils = 1 - knocker, pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        least = utils.min_deadwood(before.hands()[loser])
        gins += 1
        laid += bool(state.layed_melds()[loser])
        held += least < state.deadwood()[loser]
        more += state.deadwood()[loser] - least
print(f"{gins} gins; the loser laid down a meld in {laid}, held one in {held}, paid {more} too much")
assert gins >= 3 and laid == 0 and held >= 1 and more > 0
PYTHON
