"""Our seat for OpenSpiel's simple bot: it does there what the bot does on the true state."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

import pytest

from analyzer.engine.bots import OpenSpielBot, bot_named
from analyzer.engine.bots.tables import _ViewTable, dealt
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS
from analyzer.game.view import Turn, view_of
from analyzer.kernel.inplay import GIN
from tests.differential.test_openspiel import begun, number, pieces
from tests.sizes import more_at_night

pyspiel = pytest.importorskip("pyspiel")

RULES = PRESETS["openspiel"]
OFFERS = {52: Kind.TAKE, 53: Kind.DRAW, 54: Kind.PASS}
SEED, KNOCK, PASS = 17, 55, 54


def card_of(action: int) -> Card:
    return Card.make(action % 13, "cdhs".index("scdh"[action // 13]))


def simple_bots(game: Any) -> list[Any]:
    return [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in (0, 1)]


@more_at_night("games", 8, 60)
def test_it_decides_as_the_bot_on_the_true_state(game: Any, initial: Any, games: int) -> None:
    seat, bots = OpenSpielBot(), simple_bots(game)
    asked, knocked = 0, 0
    for deal in range(games):
        here = dealt(RULES, SEED, deal)
        state = begun(initial, here)
        for bot in bots:
            bot.restart()
        while not here.over and not state.is_terminal():
            assert state.current_player() == here.turn
            theirs = bots[here.turn].step(state)
            ours = seat.decide(view_of(here), 1)
            asked += 1
            if theirs == KNOCK:
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


def no_clock() -> float:
    return 0.0


@more_at_night("hands", 24, 2_000)
def test_it_scores_against_itself_as_the_bot_does(game: Any, initial: Any, hands: int) -> None:
    """Play the same deals by our table and, alone, by the library: no point of difference."""
    table = _ViewTable((OpenSpielBot(), OpenSpielBot()), RULES, SEED, no_clock)
    bots, points = simple_bots(game), Counter[int]()
    for deal in range(hands):
        here, ours = dealt(RULES, SEED, deal), table.hand(deal, 0)
        state, stock = begun(initial, here), deque(map(number, here.stock))
        for bot in bots:
            bot.restart()
        while not state.is_terminal():
            if state.is_chance_node():
                dealer_drew = state.full_history()[-1].player == 1
                state.apply_action(stock.pop() if dealer_drew else stock.popleft())
            else:
                state.apply_action(bots[state.current_player()].step(state))
        assert ours.points == state.returns()[0], deal
        points[ours.points] += 1
    assert len(points) > 10


@more_at_night("first, hands", (27, 3), (0, 1_000))
def test_its_whole_hand_counts_against_gin(
    game: Any, initial: Any, meld_ids: dict[CardSet, int], first: int, hands: int
) -> None:
    """Let a player who waits for gin beat it, and the library's own bot by the same moves."""
    table = _ViewTable((bot_named("camper", RULES), OpenSpielBot()), RULES, SEED, no_clock)
    bot, gins, paid, apart = simple_bots(game)[1], 0, 0, 0
    for deal in range(first, first + hands):
        ours = table.hand(deal, 0)
        moves = _moves(ours.steps[-1], meld_ids)
        returns = replayed(begun(initial, ours.steps[0]), ours.steps[-1], moves, bot)
        if returns is None:
            apart += 1
            continue
        assert ours.points == returns, deal
        if ours.ending == GIN:
            gins += 1
            whole = RULES.points(ours.steps[-1].hands[1])
            assert ours.points == RULES.gin_bonus + whole
            paid += whole
    assert gins >= hands / 20
    assert apart <= hands / 30, "of the known differences"
    print(f"{gins} gins against it, which paid {paid / gins:.1f} points on average")


def replayed(state: Any, last: Position, moves: Iterator[int], bot: Any) -> float | None:
    """What player 0 scores by the same moves against the bot; None where the library ends it."""
    draws = [turn.card for turn in last.played if turn.turn is Turn.DRAW]
    cards = iter([number(card) for card in draws if card is not None])
    bot.restart()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(cards))
        elif state.current_player() == 1:
            state.apply_action(bot.step(state))
        else:
            legal = state.legal_actions()
            move = next((move for move in moves if move in legal), None)
            if move is None:
                return None
            state.apply_action(move)
    return float(state.returns()[0]) if next(moves, None) is None else None


def _moves(last: Position, meld_ids: dict[CardSet, int]) -> Iterator[int]:
    """Everything that player 0 does; at the wall a take is left out, for there one knocks."""
    assert last.outcome is not None
    knock, defense = last.outcome.knock, last.outcome.defence
    for turn in last.played:
        if turn.player == 0:
            yield {Turn.TAKE: 52, Turn.DRAW: 53, Turn.PASS: PASS}[turn.turn]
            if turn is last.played[-1] and last.outcome.knocker == 0:
                yield KNOCK
            if turn.discarded is not None:
                yield number(turn.discarded)
    if knock is None or defense is None:
        return
    if last.outcome.knocker == 0:
        melds = knock.melds
    else:
        melds = defense.melds
        if knock.points:
            yield from (number(card) for card, _ in defense.laid_off)
            yield PASS
    yield from (meld_ids[piece] for meld in melds for piece in pieces(meld))
    yield PASS
