#!/usr/bin/env bash
# pyCardDeck 1.5.0: the pile is shuffled back with the last draw, its top card included.
#
# Guess: a deck that reshuffles does so when a card is wanted and none is left: after the last card of the
# stock is drawn, the stock is empty and the top of the pile lies there for the next player to take.
# Seen: the draw of the last card itself shuffles the whole pile back. In a game where the top of the pile
# may be taken (gin, rummy, conquian) the card just discarded is gone before anybody could take it, the
# pile is empty, and the stock is never seen empty.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check pyCardDeck==1.5.0
"$folder/bin/python" - <<'PYTHON'
from pyCardDeck import Deck

stock = Deck(cards=["7h", "8h", "9h"])
for _ in range(2):
    stock.discard(stock.draw())
found = {"before the last draw: stock, pile": (stock.cards_left, stock.discarded)}
last = stock.draw()
found["the last card"] = last
found["after it: stock, pile"] = (stock.cards_left, stock.discarded)
found["empty"] = stock.empty
for what, value in found.items():
    print(f"{what}: {value}")
assert list(found.values()) == [(1, 2), "9h", (2, 0), False]
PYTHON
