"""Our seat for OpenSpiel's simple bot: it does there what the bot does on the true state."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.engine.bots import OpenSpielBot
from analyzer.engine.bots.tables import dealt
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import Card
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from tests.sizes import more_at_night

pyspiel = pytest.importorskip("pyspiel")

RULES = PRESETS["openspiel"]
OFFERS = {52: Kind.TAKE, 53: Kind.DRAW, 54: Kind.PASS}


def number(card: Card) -> int:
    return "scdh".index(card.suit.letter) * 13 + card.rank


def card_of(action: int) -> Card:
    return Card.make(action % 13, "cdhs".index("scdh"[action // 13]))


def begin(initial: Any, here: Position) -> Any:
    state = initial.clone()
    for card in (*here.hands[0], *here.hands[1], *here.pile):
        state.apply_action(number(card))
    return state


@more_at_night("games", 8, 60)
def test_it_decides_as_the_bot_on_the_true_state(games: int) -> None:
    game = pyspiel.load_game("gin_rummy")
    initial, parameters = game.new_initial_state(), game.get_parameters()
    seat = OpenSpielBot()
    asked, knocked = 0, 0
    for deal in range(games):
        here = dealt(RULES, 17, deal)
        state = begin(initial, here)
        bots = [pyspiel.make_simple_gin_rummy_bot(parameters, player) for player in (0, 1)]
        while not here.over and not state.is_terminal():
            assert state.current_player() == here.turn
            theirs = bots[here.turn].step(state)
            ours = seat.decide(view_of(here), 1)
            asked += 1
            if theirs == 55:
                assert ours.kind in {Kind.KNOCK, Kind.GIN} or here.question is Question.LAST
                knocked += 1
                state.apply_action(theirs)
                if here.question is Question.DISCARD:
                    assert ours.card is not None
                    assert bots[here.turn].step(state) == number(ours.card)
                break
            if theirs < 52:
                assert ours == Action(Kind.DISCARD, card_of(theirs))
            else:
                assert ours == Action(OFFERS[theirs])
            state.apply_action(theirs)
            here = here.apply(ours)
            if here.drawn is not None and state.is_chance_node():
                state.apply_action(number(here.drawn))
    assert asked > 10 * games
    assert knocked > games // 2
