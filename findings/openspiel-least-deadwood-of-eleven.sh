#!/usr/bin/env bash
# OpenSpiel 2.0.2, gin_rummy: min_deadwood of eleven cards is not the least that one discard leaves.
#
# Guess: min_deadwood of a hand of eleven is the least deadwood over its eleven discards.
# Seen: for this hand it says 11; after discarding the 7 of clubs it says 10 of the ten that are left.
# At a knock limit of 10 that is the difference between a legal knock and none: with eleven cards the
# library discards the highest card that its one best set of melds leaves over.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check open_spiel==2.0.2
"$folder/bin/python" - <<'PYTHON'
import pyspiel

utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
names = "5s 6s 2c 4c 5c 6c 7c 5d 6d 4h 6h".split()
cards = {name: "scdh".index(name[1]) * 13 + "A23456789TJQK".index(name[0]) for name in names}
assert [utils.card_string(card) for card in cards.values()] == names
whole = utils.min_deadwood(list(cards.values()))
left = {
    name: utils.min_deadwood([card for other, card in cards.items() if other != name])
    for name in names
}
print(" ".join(names))
print("min_deadwood of eleven:", whole)
print("least after a discard: ", min(left.values()), "without", min(left, key=left.get))
assert (whole, min(left.values()), min(left, key=left.get)) == (11, 10, "7c")
PYTHON
