#!/usr/bin/env bash
# pydealer 1.4.0: a card that equals one of a stack is not in the stack.
#
# Guess: `card in stack` asks for an equal card, as a list of the same cards does and as `stack == other`
# compares them: an ace of spades that was read from a text is found in the hand that holds it.
# Seen: only the very object is in it. The equal card is "not in" the stack, without an error, though the
# two are ==, have one hash, and two stacks of equal cards are ==; of a list of the stack it is a member.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check pydealer==1.4.0
"$folder/bin/python" - <<'PYTHON'
from pydealer import Card, Stack

mine, read = Card("Ace", "Spades"), Card("Ace", "Spades")
hand = Stack(cards=[mine, Card("2", "Hearts")])
same = Stack(cards=[read, Card("2", "Hearts")])
found = {
    "equal cards, one hash": mine == read and hash(mine) == hash(read),
    "stacks of equal cards are ==": hand == same,
    "the object in the stack": mine in hand,
    "an equal card in the stack": read in hand,
    "an equal card in list(stack)": read in list(hand),
    "found by name": hand.find("Ace of Spades") == [0],
}
for what, value in found.items():
    print(f"{what}: {value}")
assert list(found.values()) == [True, True, True, False, True, True]
PYTHON
