#!/usr/bin/env bash
# pyCardDeck 1.5.0: loading the standard deck undoes what the deck was made with.
#
# Guess: `Deck(name=…, reshuffle=…, discard=pile)`, then `load_standard_deck()`, is a deck of 52 cards
# with that name, that answer to an empty stock, and that pile.
# Seen: the deck's own state is replaced whole by the one stored: it is called "Standard Deck", never
# reshuffles (the default is to), and what it discards goes to a list of its own; the pile that was
# given stays empty. The 52 cards come in one fixed order that looks shuffled and is not sorted.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check pyCardDeck==1.5.0
"$folder/bin/python" - <<'PYTHON'
from pyCardDeck import Deck
from pyCardDeck.errors import OutOfCards


def made(cards=None):
    pile = Deck(name="pile", reshuffle=False)
    return Deck(cards=cards, name="stock", discard=pile), pile


def after_all_are_drawn(deck):
    """Discard each card drawn, the last one excepted: what one more draw gives."""
    for left in range(len(deck) - 1, -1, -1):
        card = deck.draw()
        if left:
            deck.discard(card)
    try:
        deck.draw()
    except OutOfCards:
        return "no more cards"
    return "a card"


given, pile = made([f"card {number}" for number in range(52)])
given.discard(given.draw())
loaded, empty = made()
loaded.load_standard_deck()
loaded.discard(loaded.draw())
found = {
    "cards given: name, in the pile": (given.name, len(pile)),
    "cards loaded: name, in the pile": (loaded.name, len(empty)),
    "cards given: after the last": after_all_are_drawn(given),
    "cards loaded: after the last": after_all_are_drawn(loaded),
}
again, _ = made()
again.load_standard_deck()
first, _ = made()
first.load_standard_deck()
found["two loaded alike"] = [str(card) for card in again] == [str(card) for card in first]
for what, value in found.items():
    print(f"{what}: {value}")
assert list(found.values()) == [
    ("stock", 1), ("Standard Deck", 0), "a card", "no more cards", True,
]
PYTHON
