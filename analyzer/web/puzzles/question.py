"""A step as a question. Made from its view and the names of its answers alone.

Nothing here reads what an answer is worth, so that nothing of it can reach a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from flask import request

from analyzer.display.hands import in_hand_order, marks_of, pictures, spread
from analyzer.display.parts import CardGroup, HandCard, LaidDown
from analyzer.display.table import CardTable, TableButton, choosable, in_rows, seen_from
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import View
from analyzer.notation.phrases import meld_kind
from analyzer.practice.puzzles.arranged import arranged
from analyzer.practice.puzzles.explain import action_of, showdown_at, view_at
from analyzer.practice.puzzles.types import Option, PuzzleAsk, PuzzleStep
from analyzer.web.puzzles.words import (
    ASKS,
    cards_of,
    history_of,
    label_of,
)
from analyzer.web.waiting import refuse_unready

ARRANGED: Final = TableButton("Lay down", "arranged", "answer", main=True)
OFF: Final = "Choose the cards that you lay off; the rest is melded as well as it can be."
DOWN: Final = "Choose every card that you lay down in melds."

DISCARD: Final = TableButton("Discard", main=True, role="discard")


def question_of(step: PuzzleStep) -> dict[str, Any]:
    """The question of a step; its answers in an order that follows from their names."""
    buttons = [_button(step, option) for option in _in_order(step)]
    question = {
        "asks": ASKS[step.ask],
        "buttons": buttons,
        "spreads": [button for button in buttons if button["groups"]],
    }
    if step.ask is PuzzleAsk.LAY_OFF:
        rules, knock, cards = showdown_at(step)
        laid = LaidDown("Their knock", spread(knock.melds, knock.deadwood, rules))
        felt = CardTable(laid=(laid,))
        hand = pictures(in_hand_order(cards))
        return question | {"felt": _arranged(felt, hand, OFF), "history": ()}
    view = view_at(step.view)
    known = CardSet.of(step.opponent) if step.opponent else None
    if step.ask is PuzzleAsk.ARRANGEMENT:
        hand = pictures(in_hand_order(view.hand), marks=marks_of(view))
        felt = _arranged(seen_from(view, known), hand, DOWN)
        return question | {"felt": felt, "history": history_of(view)}
    return question | {
        "felt": _with_answers(seen_from(view, known), view, buttons),
        "history": history_of(view),
    }


def asked_on_felt(
    question: Mapping[str, Any], url: str, hidden: Sequence[tuple[str, str]], counted: str = ""
) -> CardTable:
    """The table of a question with its form; none where only spreads are to choose from."""
    felt: CardTable = question["felt"]
    return replace(
        felt,
        heading=f"{counted}{question['asks']}",
        heading_id="asks",
        action=url if felt.buttons else None,
        target="#puzzle",
        hidden=tuple(hidden),
    )


def _arranged(felt: CardTable, hand: tuple[HandCard, ...], text: str) -> CardTable:
    """The table on which the cards of a layout are chosen."""
    choices = {item.card: str(item.card) for item in hand}
    return replace(
        felt,
        said=text,
        rows=_by_suit(hand, choices),
        field="cards",
        several=True,
        buttons=(ARRANGED,),
    )


def _with_answers(felt: CardTable, view: View, buttons: list[dict[str, Any]]) -> CardTable:
    """The table with every answer in its place: on a card, on stock and pile, or in words."""
    choices = {button["card"]: button["value"] for button in buttons if button["card"] is not None}
    words = [button for button in buttons if button["card"] is None and not button["groups"]]
    hand = pictures(in_hand_order(view.hand), marks=marks_of(view))
    pressed = {
        word["value"]: TableButton(word["label"], word["value"], "answer", main=len(words) == 1)
        for word in words
    }
    return replace(
        felt,
        rows=_by_suit(hand, choices),
        field="answer" if choices else None,
        on_stock=pressed.get("draw"),
        on_pile=DISCARD if choices else pressed.get("take"),
        buttons=(*pressed.values(), *([DISCARD] if choices else [])),
    )


def _by_suit(
    hand: tuple[HandCard, ...], choices: Mapping[Card, str] | None = None
) -> tuple[tuple[CardGroup, ...], ...]:
    """The hand by suits, so that nothing is said of melds."""
    return in_rows(choosable((CardGroup("loose", "your hand, by suit", hand),), choices or {}))


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


def given_to(step: PuzzleStep) -> str:
    """The answer that was sent: a button's, which a form sends after that of a card chosen.

    Cards arranged on the table are the answer that they come to; InputError where they are none.
    """
    given = request.form.getlist("answer")[-1] if "answer" in request.form else ""
    if given != ARRANGED.value:
        return given
    if step.ask is PuzzleAsk.LAY_OFF:
        refuse_unready()
    return arranged(step, CardSet.of(" ".join(request.form.getlist("cards"))))
