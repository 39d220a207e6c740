"""A step as a question. Made from its view and the names of its answers alone.

Nothing here reads what an answer is worth, so that nothing of it can reach a page.
"""

from __future__ import annotations

from typing import Any

from analyzer.display.hands import Apart, facts_of, pictures, spread
from analyzer.display.parts import LaidDown
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.notation.phrases import meld_kind
from analyzer.practice.puzzles.explain import action_of, showdown_at, view_at
from analyzer.practice.puzzles.types import Option, PuzzleAsk, PuzzleStep
from analyzer.web.puzzles.words import (
    ASKS,
    cards_of,
    history_of,
    in_hand_order,
    label_of,
    last_of,
)


def question_of(step: PuzzleStep) -> dict[str, Any]:
    """The question of a step; its answers in an order that follows from their names."""
    question = {
        "asks": ASKS[step.ask],
        "buttons": [_button(step, one) for one in _in_order(step)],
        "open_hand": bool(step.opponent),
    }
    if step.ask is PuzzleAsk.LAY_OFF:
        rules, knock, cards = showdown_at(step)
        return question | {
            "hand": pictures(in_hand_order(cards)),
            "pile": (),
            "opponent": (),
            "facts": (),
            "knock": LaidDown("Their knock", spread(knock.melds, knock.deadwood, rules)),
            "last": None,
            "history": (),
        }
    view = view_at(step.view)
    return question | {
        "hand": pictures(in_hand_order(view.hand), apart=Apart.of(view)),
        "pile": view.pile,
        "opponent": in_hand_order(CardSet.of(step.opponent))
        if step.opponent
        else tuple(view.opponent),
        "facts": facts_of(view),
        "knock": None,
        "last": last_of(view),
        "history": history_of(view),
    }


def _in_order(step: PuzzleStep) -> list[Option]:
    """The answers as they are offered: cards as in the hand, all else by name."""
    discards = step.ask in {PuzzleAsk.DISCARD, PuzzleAsk.READ}
    hand = in_hand_order(view_at(step.view).hand) if discards else ()

    def place(option: Option) -> tuple[int, str]:
        card = action_of(option).card if discards else None
        first = {"take": -3, "draw": -2, "pass": -1}.get(option.answer, -1 if discards else 0)
        return first if card is None else hand.index(card), option.answer

    return sorted(step.options, key=place)


def _button(step: PuzzleStep, option: Option) -> dict[str, Any]:
    """An answer: its words, or the card to discard; of a spread or a lay-off the cards too."""
    card = None
    groups: list[tuple[str, tuple[Card, ...]]] = []
    if step.ask in {PuzzleAsk.DISCARD, PuzzleAsk.READ}:
        action = action_of(option)
        card = action.card if action.kind is Kind.DISCARD else None
    if step.ask in {PuzzleAsk.LAY_OFF, PuzzleAsk.ARRANGEMENT}:
        groups = [(meld_kind(CardSet.of(meld)), cards_of(meld)) for meld in option.melds]
        if option.off:
            groups.append(("laid off", cards_of(" ".join(option.off))))
    return {
        "value": option.answer,
        "label": label_of(step, option),
        "card": card,
        "groups": groups,
    }
