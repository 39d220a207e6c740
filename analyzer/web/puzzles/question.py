"""A step as a question. Made from its view and the names of its answers alone.

Nothing here reads what an answer is worth, so that nothing of it can reach a page.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.display.hands import Apart, pictures, spread
from analyzer.display.parts import HandCard
from analyzer.display.review.entries import position_of
from analyzer.display.review.parts import LaidDown
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import View
from analyzer.notation.phrases import meld_kind
from analyzer.practice.puzzles.explain import action_of, showdown_at, view_at
from analyzer.practice.puzzles.types import Option, PuzzleAsk, PuzzleStep
from analyzer.web.puzzles.parts import AnswerButton, PuzzleQuestion
from analyzer.web.puzzles.words import (
    ASKS,
    cards_of,
    history_of,
    in_hand_order,
    label_of,
    last_of,
)


def question_of(
    step: PuzzleStep, form_url: str, hidden: Sequence[tuple[str, str]]
) -> PuzzleQuestion:
    """The question of a step; its answers in an order that follows from their names."""
    buttons = tuple(_button(step, one) for one in _in_order(step))
    if step.ask is PuzzleAsk.LAY_OFF:
        return _lay_off(step, buttons, form_url, tuple(hidden))
    view = view_at(step.view)
    position = position_of(view)
    return PuzzleQuestion(
        asks=ASKS[step.ask],
        hand=_hand(view),
        pile=position.pile,
        opponent=_theirs(step, position.opponent),
        open_hand=bool(step.opponent),
        facts=position.facts,
        knock=None,
        last=last_of(view),
        history=history_of(view),
        buttons=buttons,
        form_url=form_url,
        hidden=tuple(hidden),
    )


def _in_order(step: PuzzleStep) -> tuple[Option, ...]:
    """The answers as they are offered: cards as in the hand, all else by name."""
    hand = _places(step)
    return tuple(sorted(step.options, key=lambda one: (_place(step, one, hand), one.answer)))


def _places(step: PuzzleStep) -> dict[Card, int]:
    if step.ask is PuzzleAsk.LAY_OFF:
        return {}
    return {card: at for at, card in enumerate(in_hand_order(view_at(step.view).hand))}


def _place(step: PuzzleStep, option: Option, hand: dict[Card, int]) -> int:
    if step.ask not in {PuzzleAsk.DISCARD, PuzzleAsk.READ}:
        return {"take": -3, "draw": -2, "pass": -1}.get(option.answer, 0)
    card = action_of(option).card
    return -1 if card is None else hand[card]


def _button(step: PuzzleStep, option: Option) -> AnswerButton:
    card = None
    groups: list[tuple[str, tuple[Card, ...]]] = []
    if step.ask is not PuzzleAsk.LAY_OFF:
        action = action_of(option)
        if action.kind is Kind.DISCARD and step.ask in {PuzzleAsk.DISCARD, PuzzleAsk.READ}:
            card = action.card
    if step.ask in {PuzzleAsk.LAY_OFF, PuzzleAsk.ARRANGEMENT}:
        groups = [(meld_kind(CardSet.of(meld)), cards_of(meld)) for meld in option.melds]
        if option.off:
            groups.append(("laid off", cards_of(" ".join(option.off))))
    return AnswerButton(option.answer, label_of(step, option), card, tuple(groups))


def _hand(view: View) -> tuple[HandCard, ...]:
    """The hand by suits, the card drawn or taken apart from it."""
    return pictures(in_hand_order(view.hand), apart=Apart.of(view))


def _theirs(step: PuzzleStep, known: tuple[Card, ...]) -> tuple[Card, ...]:
    """The opponent's cards: those that are known, or all where they lie open."""
    return in_hand_order(CardSet.of(step.opponent)) if step.opponent else known


def _lay_off(
    step: PuzzleStep,
    buttons: tuple[AnswerButton, ...],
    form_url: str,
    hidden: tuple[tuple[str, str], ...],
) -> PuzzleQuestion:
    rules, knock, cards = showdown_at(step)
    return PuzzleQuestion(
        asks=ASKS[step.ask],
        hand=pictures(in_hand_order(cards)),
        pile=(),
        opponent=(),
        facts=(),
        knock=LaidDown("Their knock", spread(knock.melds, knock.deadwood, rules)),
        last=None,
        history=(),
        buttons=buttons,
        form_url=form_url,
        hidden=hidden,
    )
