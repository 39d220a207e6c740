#!/usr/bin/env bash
# RLCard 1.2.0, gin-rummy: the card just picked up may not be discarded, but one may knock with it.
#
# Guess: is_allowed_to_discard_picked_up_card=False, the default, keeps that card in the hand until the
# next turn, however the turn ends.
# Seen: among the legal actions after a pick-up there is no discard of the card, but a knock that
# discards it is there where what is left is ten points or less, and the game takes it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check rlcard==1.2.0
"$folder/bin/python" - <<'PYTHON'
import random

import rlcard
from rlcard.games.gin_rummy.utils import melding, utils

PICK, GIN, DISCARD, KNOCK = 3, 5, 6, 58


def deadwood(hand) -> int:
    """The least points of a hand."""
    clusters = melding.get_meld_clusters(hand)
    plain = sum(map(utils.get_deadwood_value, hand))
    return min([plain, *(utils.get_deadwood_count(hand, cluster) for cluster in clusters)])


picked = knocked = 0
for seed in range(60):
    env, rng = rlcard.make("gin-rummy", config={"seed": seed}), random.Random(seed)
    state, player = env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        hand = env.game.round.players[player].hand if not env.is_over() else []
        last = str(env.game.round.move_sheet[-1])
        action = rng.choice([PICK, *legal]) if PICK in legal else legal[0]
        if "pick_up_discard" in last and GIN not in legal:
            card = next(utils.get_card_id(c) for c in hand if str(c) == last.split()[-1])
            picked += 1
            assert DISCARD + card not in legal
            if KNOCK + card in legal:
                knocked += 1
        discards = [a for a in legal if DISCARD <= a < KNOCK]
        if discards:
            action = min(
                discards,
                key=lambda a: deadwood([c for c in hand if utils.get_card_id(c) != a - DISCARD]),
            )
        state, player = env.step(action)
print(f"after {picked} pick-ups that card was no discard; in {knocked} of them one may knock with it")
assert picked >= 100 and knocked >= 3
PYTHON
