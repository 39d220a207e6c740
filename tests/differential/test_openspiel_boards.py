"""The boards that OpenSpiel prints: read as the position that they are of."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from analyzer.errors import InputError
from analyzer.game.actions import Question
from analyzer.game.cards import DECK, CardSet
from analyzer.game.view import View
from analyzer.notation.reading import read_text
from tests.differential.test_openspiel import number
from tests.sizes import more_at_night

pyspiel = pytest.importorskip("pyspiel")
GAMES = {
    "standard": {}, "oklahoma": {"oklahoma": True}, "knock at 7": {"knock_card": 7},
}  # fmt: skip
NUMBERS = {number(card): card for card in DECK}
TAKE, DRAW, PASS, KNOCK = 52, 53, 54, 55


def forms(state: Any, player: int) -> list[str]:
    """All the texts that a state has; of an information state the last two boards."""
    told = state.information_state_string(player).split("(action=")
    return [str(state), state.observation_string(player), "(action=".join(told[-2:])]


@cache
def read(text: str) -> View:
    return read_text(text).whole


def check(state: Any, player: int, text: str, seen: Counter[str]) -> None:
    """Compare what a board is read as with the state itself."""
    view = read(text)
    legal = [*state.legal_actions()]
    discards = {NUMBERS[action] for action in legal if action in NUMBERS}
    assert discards <= {*view.hand}, text
    seen[str(view.question)] += 1
    if PASS in legal or TAKE in legal:
        assert view.question in {Question.UPCARD, Question.DRAW, Question.LAST} and not discards
        after = state.clone()
        after.apply_action(TAKE)
        if not after.is_terminal():  # the fiftieth take ends the hand
            held = read(after.observation_string(player)).hand
            assert held - view.hand == CardSet.of(str(view.top))
        assert (PASS in legal) == (view.question in {Question.UPCARD, Question.LAST})
    else:
        assert view.question is Question.DISCARD and len(discards) == 11 == len(view.hand)
    assert view.rules.knock_limit == int(text.rpartition("Knock card: ")[2].split()[0])


@pytest.mark.parametrize("game", GAMES)
@more_at_night("games, share", (2, 0.12), (200, 0.3))
def test_each_decision_is_read_from_each_of_its_texts(game: str, games: int, share: float) -> None:
    """Read a share of the decisions, but no draw that is left when both have passed.

    Its board is that of the offer.
    """
    seen, rng = Counter[str](), Random(game)
    initial = pyspiel.load_game("gin_rummy", GAMES[game]).new_initial_state()
    for _ in range(games):
        state = initial.clone()
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            calm = [action for action in legal if action != KNOCK]
            if player >= 0 and "Phase: Wall" in str(state):
                break
            if player >= 0 and legal != [DRAW] and rng.random() < share:
                for text in forms(state, player):
                    check(state, player, text, seen)
            state.apply_action(rng.choice(calm))
    assert seen[Question.DRAW] and seen[Question.DISCARD]


def test_whoever_is_not_to_act_is_told_so() -> None:
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    for action in range(21):
        state.apply_action(action)
    with pytest.raises(InputError, match="player 0 to act"):
        read_text(state.observation_string(1))
