"""Hands of one player against itself, kept for who studies how its turns are to be read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from analyzer.engine.bots import Bot
from analyzer.engine.bots.tables import dealt
from analyzer.engine.timeline import readable, timeline_of
from analyzer.game.actions import DRAW, TAKE, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.position import Position
from analyzer.game.rules import Rules
from analyzer.game.table import Played, hand_before
from analyzer.game.view import Side, Turn, View, history_of, view_of
from analyzer.kernel.rng import seeded, step
from tests.workshop.tuning._habits import PlayedTurns

LONGEST: Final = 60
"""Discards after which a hand that does not end is left."""
MOST_DISCARDS: Final = 12
"""Later than after so many discards of theirs no decision is kept."""


@dataclass(slots=True)
class Case:
    """One decision to discard, with what its player could not see."""

    hand: int
    """Number of the deal."""
    seat: int
    view: View
    truth: CardSet
    """The opponent's cards."""
    discarded: Card | None
    """None where the hand ended with the discard."""
    taken: bool | None = None
    """True if the card discarded was taken; None where the hand ended or it could not be."""


def self_played(player: Bot, rules: Rules, seed: int, number: int) -> tuple[Position, list[Case]]:
    """One deal played to its end (or `LONGEST` discards), and its discards with turns to read."""
    here, chance, cases = dealt(rules, seed, number), seeded(seed, number), list[Case]()
    discards = 0
    while here.outcome is None and discards < LONGEST:
        legal = here.legal_actions()
        view, chance = view_of(here), step(chance)
        action = legal[0] if len(legal) == 1 else player.decide(view, chance)
        if here.question is Question.DISCARD:
            discards += 1
            discarded = None if action.ends_hand else action.card
            if readable(view) and view.their_discards <= MOST_DISCARDS:
                truth = here.hands[1 - here.turn]
                cases.append(Case(number, here.turn, view, truth, discarded))
        elif here.question is Question.DRAW and cases and cases[-1].discarded == here.pile[-1]:
            cases[-1].taken = action == TAKE
        if action == DRAW and here.turn == 1:
            here = replace(here, stock=(here.stock[-1], *here.stock[:-1]))
        here = here.apply(action)
    return here, cases


def turns_of(position: Position, player: int) -> PlayedTurns | None:
    """All turns of a player in a hand that is over, as the other one saw them.

    None for a player who did nothing that the other one could read.
    """
    seen, own = hand_end_of(position, 1 - player), history_of(position.played, player)
    mine = [event for event in own if event.player == Side.ME]
    if not any(event.discarded is not None for event in mine[:-1]):
        return None
    last = seen.last if seen.knocker is Side.OPPONENT else None
    timeline = timeline_of(seen.before_last(), last)
    if len(timeline) != len(mine):
        return None
    hands = _before(position.hands[player], mine)
    drawn = [0 if event.card is None else int(event.card) for event in mine]
    return PlayedTurns(
        timeline, np.array([hand.mask for hand in hands]), np.array(drawn),
        np.array([0, len(mine)]),
    )  # fmt: skip


def _before(hand: CardSet, mine: list[Played]) -> list[CardSet]:
    """The cards held before each of the turns, from those held after the last."""
    found = []
    for event in reversed(mine):
        if event.turn is not Turn.PASS:
            hand = hand_before(hand, event.card, event.discarded)
        found.append(hand)
    return found[::-1]
