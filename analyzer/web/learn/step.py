"""A step of a lesson on the card table: asked, or with its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from analyzer.display.hands import (
    NO_MARKS,
    groups,
    held,
    in_hand_order,
    laid_out,
    marks_of,
    pictures,
)
from analyzer.display.parts import CardGroup, LaidDown
from analyzer.display.table import CardTable, TableButton, choosable, in_rows, seen_from
from analyzer.game.arrangement import pack_cards
from analyzer.game.cards import Card
from analyzer.game.rules import GameKind
from analyzer.practice.lessons.course import Do, LessonStep

DISCARD = TableButton("Discard", main=True, role="discard")
_LIVE = {"Take it": "on_pile", "Draw": "on_stock"}
"""Answers that have a place on the table."""


def asked_table(
    step: LessonStep, url: str, number: int, given: str, wrong: str | None, error: str | None
) -> CardTable:
    """The table on which a step is answered; `wrong` is what is said to the answer `given`."""
    picks = step.do is not Do.SAY
    choices = {card: str(card) for card in step.cards} if picks else {}
    pressed = [TableButton(option, option, "answer") for option in step.options]
    confirm = DISCARD if step.do is Do.DISCARD else TableButton(step.button, main=True)
    live: dict[str, Any] = {
        _LIVE[table_button.label]: table_button
        for table_button in pressed
        if table_button.label in _LIVE and step.view
    }
    if step.do is Do.DISCARD and step.view:
        live["on_pile"] = DISCARD
    return replace(
        _table(step),
        heading=step.ask,
        heading_id="asks",
        said=wrong,
        error=error,
        rows=_rows(step, choices, set(given.split()) if step.do is Do.PICK else set()),
        field="cards" if picks else None,
        several=step.do is Do.PICK,
        buttons=(confirm,) if picks else tuple(pressed),
        action=url,
        target="#lesson",
        hidden=(("step", number + 1),),
        **live,
    )


def shown_table(step: LessonStep, answer: str) -> CardTable:
    """The table with the answer on it; by now the melds may be seen."""
    chosen = set() if step.do is Do.SAY else {str(card) for card in pack_cards(answer)}
    choices = {card: str(card) for card in step.cards}
    melded = groups(step.cards, step.played)
    if step.do is Do.PICK or len(melded) < 2:
        return replace(_table(step), rows=_rows(step, choices, chosen))
    return replace(_table(step), rows=_marked(melded, choices, chosen))


def _table(step: LessonStep) -> CardTable:
    """Return what lies on the table but the hand."""
    view, opened = step.position, step.opened
    if view is not None and step.game:
        return seen_from(view)
    if opened is not None:
        mahjong = step.played.play is GameKind.MAHJONG
        title = "On the table" if mahjong else "The knock" if step.game else "Their knock"
        return CardTable(laid=(LaidDown(title, laid_out(opened, step.played)),))
    if view is None:
        return CardTable(bare=True)
    return seen_from(view, knock=None) if step.early else seen_from(view)


def _rows(
    step: LessonStep, choices: Mapping[Card, str], chosen: set[str]
) -> tuple[tuple[CardGroup, ...], ...]:
    """The hand: by suit where its melds are asked for, else melded."""
    view = step.position
    marks = NO_MARKS if view is None else marks_of(view)
    cards: tuple[CardGroup, ...]
    if view is not None and step.game and step.do is not Do.PICK:
        cards = held(view)
    elif step.do is Do.PICK or view is None:
        hand = pictures(in_hand_order(step.cards), marks=marks)
        cards = (CardGroup("loose", "your cards, by suit", hand),) if hand else ()
    else:
        cards = groups(step.cards, step.played, marks)
    return _marked(cards, choices, chosen)


def _marked(
    held: tuple[CardGroup, ...], choices: Mapping[Card, str], chosen: set[str]
) -> tuple[tuple[CardGroup, ...], ...]:
    """A hand of which some cards can be chosen, and some are."""
    marked = choosable(held, choices)
    return in_rows(
        tuple(
            replace(
                group,
                cards=tuple(replace(card, chosen=card.choice in chosen) for card in group.cards),
            )
            for group in marked
        )
    )
