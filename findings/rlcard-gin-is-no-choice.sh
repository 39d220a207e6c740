#!/usr/bin/env bash
# RLCard 1.2.0, gin-rummy: a player who can go gin has no other legal action.
#
# Guess: gin is one legal action beside the discards; an agent may play on, and has to learn to go gin.
# Seen: wherever gin (action 5) is legal it is the only legal action. An agent that never learned what
# gin is goes gin each time it can, and its share of gins says nothing of what it learned.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check rlcard==1.2.0
"$folder/bin/python" - <<'PYTHON'
import rlcard
from rlcard.games.gin_rummy.utils import melding, utils

GIN, DISCARDS, DRAW = 5, range(6, 58), 2


def deadwood(hand) -> int:
    """The least points of a hand."""
    clusters = melding.get_meld_clusters(hand)
    plain = sum(map(utils.get_deadwood_value, hand))
    return min([plain, *(utils.get_deadwood_count(hand, cluster) for cluster in clusters)])


places = alone = 0
for seed in range(12):
    env = rlcard.make("gin-rummy", config={"seed": seed})
    state, player = env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        if GIN in legal:
            places += 1
            alone += legal == [GIN]
        hand = env.game.round.players[player].hand
        discards = [action for action in legal if action in DISCARDS]
        action = min(
            discards,
            key=lambda action: deadwood([c for c in hand if utils.get_card_id(c) != action - 6]),
            default=DRAW if DRAW in legal else legal[0],
        )
        state, player = env.step(action)
print(f"gin was legal {places} times, in {alone} of them nothing else was")
assert places == alone >= 3
PYTHON
