"""A step as a question. Made from its view and the names of its answers alone.

Nothing here reads what an answer is worth, so that nothing of it can reach a page.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.display.hands import spread
from analyzer.display.parts import HandCard
from analyzer.display.review.entries import position_of
from analyzer.display.review.parts import Spread
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import View
from analyzer.notation.phrases import meld_kind
from analyzer.practice.puzzles.explain import action_of, showdown_at, view_at
from analyzer.practice.puzzles.types import Ask, Option, Step
from analyzer.web.contexts.puzzle import AnswerButton, Question
from analyzer.web.puzzles.words import (
    ASKS,
    cards_of,
    history_of,
    in_hand_order,
    label_of,
    last_of,
)


def question_of(step: Step, form_url: str, hidden: Sequence[tuple[str, str]]) -> Question:
    """The question of a step; its answers in an order that follows from their names."""
    buttons = tuple(_button(step, one) for one in in_order(step))
    if step.ask is Ask.LAY_OFF:
        return _lay_off(step, buttons, form_url, tuple(hidden))
    view = view_at(step.view)
    position = position_of(view)
    return Question(
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


def in_order(step: Step) -> tuple[Option, ...]:
    """The answers as they are offered: cards as in the hand, all else by name."""
    hand = _places(step)
    return tuple(sorted(step.options, key=lambda one: (_place(step, one, hand), one.answer)))


def _places(step: Step) -> dict[Card, int]:
    if step.ask is Ask.LAY_OFF:
        return {}
    return {card: at for at, card in enumerate(in_hand_order(view_at(step.view).hand))}


def _place(step: Step, option: Option, hand: dict[Card, int]) -> int:
    if step.ask not in {Ask.DISCARD, Ask.READ}:
        return {"take": -3, "draw": -2, "pass": -1}.get(option.answer, 0)
    card = action_of(option).card
    return -1 if card is None else hand[card]


def _button(step: Step, option: Option) -> AnswerButton:
    card = None
    groups: list[tuple[str, tuple[Card, ...]]] = []
    if step.ask is not Ask.LAY_OFF:
        action = action_of(option)
        if action.kind is Kind.DISCARD and step.ask in {Ask.DISCARD, Ask.READ}:
            card = action.card
    if step.ask in {Ask.LAY_OFF, Ask.ARRANGEMENT}:
        groups = [(meld_kind(CardSet.of(meld)), cards_of(meld)) for meld in option.melds]
        if option.off:
            groups.append(("laid off", cards_of(" ".join(option.off))))
    return AnswerButton(option.answer, label_of(step, option), card, tuple(groups))


def _hand(view: View) -> tuple[HandCard, ...]:
    """The hand by suits, the card drawn or taken apart from it."""
    new = view.taken if view.taken is not None else view.drawn
    note = None if new is None else "taken" if view.taken is not None else "drawn"
    cards = [
        HandCard(card, card.name, card == new, note if card == new else None)
        for card in in_hand_order(view.hand)
    ]
    return tuple(sorted(cards, key=lambda one: one.apart))


def _theirs(step: Step, known: tuple[Card, ...]) -> tuple[Card, ...]:
    """The opponent's cards: those that are known, or all where they lie open."""
    return in_hand_order(CardSet.of(step.opponent)) if step.opponent else known


def _lay_off(
    step: Step,
    buttons: tuple[AnswerButton, ...],
    form_url: str,
    hidden: tuple[tuple[str, str], ...],
) -> Question:
    rules, knock, cards = showdown_at(step)
    return Question(
        asks=ASKS[step.ask],
        hand=tuple(HandCard(card, card.name) for card in in_hand_order(cards)),
        pile=(),
        opponent=(),
        facts=(),
        knock=Spread("Their knock", spread(knock.melds, knock.deadwood, rules)),
        last=None,
        history=(),
        buttons=buttons,
        form_url=form_url,
        hidden=hidden,
    )
