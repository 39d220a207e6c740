"""The reply of the opponent that punishes a wrong answer, and how often it comes.

Told from the hands that the opponent may hold by what was seen; where the hand lies open, from it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from analyzer.engine.play import DEFAULT
from analyzer.engine.rollout import spread_of
from analyzer.game.actions import Kind
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.melds import lay_off, melds_through
from analyzer.game.view import View
from analyzer.practice.puzzles.explain import action_of, view_at
from analyzer.practice.puzzles.types import PuzzleAsk, PuzzleStep

WORLDS: Final = 1_024
"""Hands of the opponent that are looked at."""
SEED: Final = 1
LEAST: Final = 0.1
"""Chance from which a reply is worth a word."""


@dataclass(frozen=True, slots=True)
class PunishingReply:
    """The reply of the opponent."""

    cards: CardSet
    """A meld with the card that was discarded, or what is laid off."""
    chance: float
    """That they can do so at all: meld the card, or lay off anything; 1 where it is certain."""
    undercut: float | None = None
    """Of a knock: chance that they undercut; None for another answer."""


def punishing_reply(step: PuzzleStep, answer: str) -> PunishingReply | None:
    """The reply to an answer; None where no single one stands out, as to a draw.

    Raises KeyError for an answer that the step does not have.

    >>> from analyzer.practice.puzzles.pack import shipped
    >>> puzzles = shipped().values()
    >>> open_hand = next(one.steps[0] for one in puzzles if one.kind == "arrangement")
    >>> punishing_reply(open_hand, open_hand.tempting).chance
    1.0
    """
    option = step.option(answer)
    if step.ask is PuzzleAsk.LAY_OFF:
        return None
    view, action = view_at(step.view), action_of(option)
    if action.kind is Kind.KNOCK:
        hands = (int(CardSet.of(step.opponent).mask),) if step.opponent else _hands(view)
        return _to_knock(view, spread_of(action, view), hands)
    if action.kind is Kind.DISCARD and action.card is not None:
        return _to_discard(view, action.card)
    return None


@lru_cache(maxsize=64)
def _hands(view: View) -> tuple[int, ...]:
    """Hands that the opponent may hold at a view, as masks."""
    return tuple(DEFAULT.belief.sample(view, SEED, 0, WORLDS).hands.tolist())


@lru_cache(maxsize=64)
def _to_discard(view: View, card: Card) -> PunishingReply | None:
    """They take the card and meld it, mostly so."""
    hands = _hands(view)
    pairs = Counter[CardSet]()
    melded = 0
    melds = melds_through(card, view.unseen | view.opponent, view.rules)
    for hand in map(CardSet, hands):
        held = [meld for meld in melds if meld.remove(card) <= hand]
        pairs.update(held)
        melded += bool(held)
    chance = melded / len(hands)
    return PunishingReply(pairs.most_common(1)[0][0], chance) if chance >= LEAST else None


@lru_cache(maxsize=64)
def _to_knock(view: View, spread: Arrangement, hands: tuple[int, ...]) -> PunishingReply | None:
    """They lay off, mostly so, and undercut where that leaves them as little."""
    answers = [lay_off(spread, CardSet(hand), view.rules) for hand in hands]
    laid = [CardSet.from_cards(card for card, _ in answer.laid_off) for answer in answers]
    some = Counter(cards for cards in laid if cards)
    chance = sum(some.values()) / len(hands)
    undercut = sum(answer.points <= spread.points for answer in answers) / len(hands)
    if max(chance, undercut) < LEAST:
        return None
    return PunishingReply(some.most_common(1)[0][0] if some else NO_CARDS, chance, undercut)
