#!/usr/bin/env bash
# OpenSpiel 2.0.2 beside RLCard 1.2.0: both number the cards of gin rummy 0 to 51, ace first, spades
# first, and mean different cards by half of the numbers.
#
# Guess: two libraries that start with the ace of spades and count up a suit agree, or differ so much
# that a first look shows it.
# Seen: OpenSpiel goes on with clubs, diamonds, hearts, RLCard with hearts, diamonds, clubs. Spades
# and diamonds agree, 26 of 52 cards do not, and a hand of spades and diamonds looks right in both.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check open_spiel==2.0.2 rlcard==1.2.0
"$folder/bin/python" - <<'PYTHON'
import pyspiel
from rlcard.games.gin_rummy.utils import utils as rlcard_utils

spiel = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
ours = [spiel.card_string(number) for number in range(52)]
theirs = [str(rlcard_utils.get_card(number)) for number in range(52)]
theirs = [name[0] + name[1].lower() for name in theirs]
print("OpenSpiel:", *ours[::13], " RLCard:", *theirs[::13])
differ = [number for number in range(52) if ours[number] != theirs[number]]
print(len(differ), "of 52 numbers differ, the first is", differ[0])
assert ours[::13] == ["As", "Ac", "Ad", "Ah"] and theirs[::13] == ["As", "Ah", "Ad", "Ac"]
assert len(differ) == 26
PYTHON
