#!/usr/bin/env bash
# OpenSpiel 2.0.2: of its two functions `evaluate_bots` one plays bots that the other refuses.
#
# Guess: open_spiel.python.algorithms.evaluate_bots is pyspiel.evaluate_bots written in Python, for who
# wants another generator of random numbers.
# Seen: pyspiel's plays gin rummy's simple bot, and a bot in Python that has nothing but step(); the
# other calls restart_at first, which neither has: "RestartAt(state) not implemented".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check open_spiel==2.0.2 numpy==2.4.6
"$folder/bin/python" - <<'PYTHON'
import numpy
import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots


class First(pyspiel.Bot):
    """Takes the first legal action."""

    def __init__(self):
        pyspiel.Bot.__init__(self)

    def step(self, state):
        return state.legal_actions()[0]


game = pyspiel.load_game("gin_rummy")
simple = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]
for name, bots in (("simple", simple), ("step alone", [First(), First()])):
    points = pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
    assert len(points) == 2 and sum(points) == 0
    try:
        evaluate_bots(game.new_initial_state(), bots, numpy.random.RandomState(1))
        said = "played"
    except pyspiel.SpielError as error:
        said = str(error)
    print(f"{name}: pyspiel {points}, Python: {said}")
    assert said == "RestartAt(state) not implemented."
PYTHON
