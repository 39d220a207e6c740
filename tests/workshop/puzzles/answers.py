"""The names of answers, and the answers of the natural rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.engine.rollout import spread_of
from analyzer.engine.rollouts import candidates
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import cards_in_order
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood
from analyzer.game.view import Question, View
from analyzer.practice.puzzles.types import ALWAYS_TAKE, PuzzleAsk
from analyzer.review.coach import facts

LEAST_DEADWOOD: Final = "least deadwood"
HIGHEST_CARD: Final = "highest card"
FEWEST_PAIRS: Final = "fewest pairs"
"""Discard what the fewest pairs that they may hold can use, whatever they did."""
ONLY_MELDS: Final = "take only into melds"
ALWAYS_KNOCK: Final = "always knock"
WAIT_FOR_GIN: Final = "wait for gin"
MELDS_FIRST: Final = "own melds first"
"""Of a defender: least deadwood by itself, then lay off what still fits."""


def drawn(cards: CardSet) -> str:
    """Cards as they are laid down, such as ``Qs Ks As``."""
    return " ".join(map(str, cards_in_order(cards)))


def answer_of(action: Action, ask: PuzzleAsk) -> str:
    """The name of an answer: the action, and its spread where that is what is asked.

    >>> knock = Action(Kind.KNOCK, Card.of("Kd"), (CardSet.of("7h 8h 9h"),))
    >>> answer_of(knock, PuzzleAsk.KNOCK), answer_of(knock, PuzzleAsk.ARRANGEMENT)
    ('knock Kd', 'knock Kd: 7h 8h 9h')
    """
    return action.full if ask is PuzzleAsk.ARRANGEMENT else str(action)


def ask_of(view: View) -> PuzzleAsk | None:
    """Return what is asked at a view; None where it makes no puzzle: forced, or gin can be laid
    down."""
    legal = candidates(view)
    if len(legal) < 2 or view.question is Question.LAST:
        return None
    if view.question is Question.UPCARD:
        return PuzzleAsk.UPCARD
    if view.question is Question.DRAW:
        return PuzzleAsk.DRAW
    if any(action.kind in {Kind.GIN, Kind.BIG_GIN} for action in legal):
        return None
    return PuzzleAsk.KNOCK if any(action.ends_hand for action in legal) else PuzzleAsk.DISCARD


def baselines(view: View, ask: PuzzleAsk, options: Sequence[Action]) -> dict[str, str]:
    """Return what each rule of thumb answers; one that none of the options agrees with is left out.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\nupcard: 9c")
    >>> baselines(view, PuzzleAsk.UPCARD, candidates(view))
    {'always take': 'take', 'take only into melds': 'pass', 'least deadwood': 'take'}
    """
    if ask in {PuzzleAsk.UPCARD, PuzzleAsk.DRAW}:
        return _draws(view, options)
    if ask is PuzzleAsk.KNOCK:
        knocks = [action for action in options if action.ends_hand]
        discards = [action for action in options if not action.ends_hand]
        return {ALWAYS_KNOCK: str(knocks[0]), WAIT_FOR_GIN: str(discards[0])}
    return _discards(view, [action for action in options if action.card is not None])


def _draws(view: View, options: Sequence[Action]) -> dict[str, str]:
    other = next(str(action) for action in options if action.kind is not Kind.TAKE)
    lowers = facts.left_with_top(view) < deadwood(view.hand, view.rules)
    return {
        ALWAYS_TAKE: "take",
        ONLY_MELDS: "take" if facts.top_melds(view) else other,
        LEAST_DEADWOOD: "take" if lowers else other,
    }


def _discards(view: View, options: Sequence[Action]) -> dict[str, str]:
    names = {action.card: str(action) for action in options if action.card is not None}
    left = best_arrangements(view.hand, view.rules)[0].deadwood
    loose = [card for card in names if card in left] or [*names]

    def cheapest(card: Card) -> tuple[int, int, Card]:
        return -view.rules.value(card), -card.rank, card

    def least(card: Card) -> tuple[int, tuple[int, int, Card]]:
        return facts.deadwood_after(view, card), cheapest(card)

    def fewest(card: Card) -> tuple[int, int, Card]:
        return len(facts.holdings(view, card)), -view.rules.value(card), card

    cards_by_rule = {
        LEAST_DEADWOOD: min(names, key=least),
        HIGHEST_CARD: min(loose, key=cheapest),
        FEWEST_PAIRS: min(loose, key=fewest),
    }
    return {rule: names[card] for rule, card in cards_by_rule.items()}


def loose_discards(view: View) -> list[Action]:
    """The discards of cards that stand in no meld of the best arrangement."""
    left = best_arrangements(view.hand, view.rules)[0].deadwood
    return [
        action
        for action in candidates(view)
        if action.kind is Kind.DISCARD and action.card is not None and action.card in left
    ]


def spread_text(view: View, action: Action) -> tuple[tuple[str, ...], str]:
    """(melds, deadwood) of an action that lays the hand down, as drawn text."""
    if not action.ends_hand:
        return (), ""
    spread = spread_of(action, view)
    return tuple(map(drawn, spread.melds)), str(spread.deadwood)
