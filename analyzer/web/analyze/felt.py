"""The analyze page's table: what every card costs, and what can be done with it.

Whatever is done leads to another address, the position it came from kept in ``undo``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask import url_for

from analyzer.display.hands import held
from analyzer.display.parts import LaidDown
from analyzer.display.table import (
    CardTable,
    TableButton,
    choosable,
    in_rows,
    put_down,
    seen_from,
    valued,
)
from analyzer.display.tables import worth_showing
from analyzer.engine.types import Evaluation
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import Card
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.notation.phrases import knock_points

STEPS_KEPT: Final = 12
"""Positions that can be gone back to."""

DISCARD: Final = TableButton("Discard", "discard", role="discard")
KNOCK: Final = TableButton("Knock", "knock", role="knock")


class Trail:
    """The positions that somebody came by, as an address carries them."""

    def __init__(self, text: str) -> None:
        self.idents = tuple(text.split(".")[-STEPS_KEPT:]) if text else ()

    @property
    def text(self) -> str:
        """As it stands in an address."""
        return ".".join(self.idents)

    def plus(self, ident: str) -> Trail:
        """The trail with the position that is left now."""
        return Trail(".".join((*self.idents, ident)))

    @property
    def back_url(self) -> str | None:
        """The address that undoes the last step; None at the first position."""
        if not self.idents:
            return None
        before = Trail(".".join(self.idents[:-1])).text
        return url_for("analyze.show", p=self.idents[-1], undo=before or None)


NO_TRAIL: Final = Trail("")


def analyzed(
    view: View, evaluation: Evaluation | None = None, trail: Trail = NO_TRAIL
) -> CardTable:
    """The table of a position, with what each play loses as far as that is known."""
    knocks = _knocks(view)
    choices = _choices(view)
    felt = seen_from(
        view,
        heading_id="hand-title",
        rows=in_rows(choosable(held(view), choices, knocks)),
        field="card" if choices else None,
        action=url_for("turn.show"),
        target=None,
        hidden=(("p", encode(view)), *((("undo", trail.text),) if trail.idents else ())),
        valued=bool(choices),
        **_live(view, trail, knocks),
    )
    if evaluation is None:
        return felt
    shown = worth_showing(evaluation.actions)
    return valued(felt, [(value.action, value.loss) for value in shown], evaluation.best)


def _choices(view: View) -> dict[Card, str]:
    """The cards that can be discarded or knocked with, and what they send."""
    if view.question is not Question.DISCARD:
        return {}
    return {
        action.card: str(action.card) for action in view.legal_actions() if action.card is not None
    }


def _knocks(view: View) -> dict[Card, str]:
    """Return what each card ends the hand with."""
    named: dict[Card, str] = {}
    for action in sorted(_endings(view), key=lambda ending: -knock_points(view, ending)):
        if action.card is not None:
            gin = action.kind is Kind.GIN
            named[action.card] = "Gin" if gin else f"Knock with {knock_points(view, action)}"
    return named


def _endings(view: View) -> list[Action]:
    if view.question is not Question.DISCARD:
        return []
    return [action for action in view.legal_actions() if action.ends_hand]


def _live(view: View, trail: Trail, knocks: Mapping[Card, str]) -> dict[str, Any]:
    """The places and buttons that can be pressed."""
    back = trail.back_url
    undo = (TableButton("Undo", href=back),) if back else ()
    if view.question is Question.DISCARD:
        knock = (KNOCK,) if knocks else ()
        return {
            "on_pile": DISCARD,
            "on_knock": KNOCK if knocks else None,
            "buttons": (*undo, *knock, DISCARD),
        }
    live: dict[str, Any] = {}
    buttons = []
    for action in view.legal_actions():
        if action.kind is Kind.TAKE:
            live["on_pile"] = TableButton(f"Take {view.pile[-1].symbol}", "take")
            buttons.append(live["on_pile"])
        elif action.kind is Kind.DRAW:
            live["on_stock"] = TableButton("Draw", "draw")
            buttons.append(live["on_stock"])
        elif view.question is Question.UPCARD:
            buttons.append(TableButton("Pass", "pass"))
    if view.question is not Question.UPCARD:
        buttons.append(TableButton("They knocked", "knocked"))
    return live | {"buttons": (*undo, *buttons)}


def laid_open(felt: CardTable, laid: tuple[LaidDown, ...]) -> CardTable:
    """The table after a knock, both hands open on it."""
    return replace(felt, across=put_down(felt.across), laid=laid, rows=())
