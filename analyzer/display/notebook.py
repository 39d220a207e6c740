"""Hands, views and evaluations as a notebook shows them: small HTML that needs nothing else.

A notebook asks a value for its `_repr_html_`. It is set from here, when this file is imported
(which `analyzer` does with the first public name): markup belongs to this room, so that the
rooms beneath need not know of it, and nothing imports upward.

>>> CardSet.of("7h")._repr_html_().count("7♥")
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from markupsafe import Markup

from analyzer.display.hands import groups
from analyzer.engine.types import ActionValue, Evaluation
from analyzer.engine.unit import unit_of
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import Question, View
from analyzer.notation.numbers import counted

_CARD: Final = (
    "display:inline-block;min-width:1.9em;padding:.1em .15em;margin:.05em;text-align:center;"
    "border:1px solid #999;border-radius:.25em;background:#fff;font-weight:600;color:"
)
_INK: Final = ("#1a6b2f", "#1d4fbf", "#c01c28", "#1b1b1b")
"""A color for each suit, readable on white: clubs, diamonds, hearts, spades."""
_GROUP: Final = "display:inline-block;margin:.2em .8em .2em 0;text-align:center"
_TABLE: Final = "border-collapse:collapse;font-variant-numeric:tabular-nums"
_ASKED: Final = {
    Question.UPCARD: "take the first upcard or pass",
    Question.DRAW: "take the upcard or draw",
    Question.DISCARD: "discard or knock",
    Question.LAST: "take the last discard or leave it",
}
_COLUMNS: Final = {"action": "left", "points": "right", "behind": "right", "class": "left"}
"""The heads of the table, and the side on which a column is set."""


def _card(card: Card) -> Markup:
    return Markup('<span style="{}{}" title="{}">{}</span>').format(
        _CARD, _INK[card.suit], card.name, card.symbol
    )


def _row(cards: Iterable[Card]) -> Markup:
    return Markup("").join(map(_card, cards))


def _cards_html(cards: CardSet) -> str:
    return str(Markup("<div>{}</div>").format(_row(cards)))


def _hand(view: View) -> Markup:
    group = Markup('<span style="{}">{}<br><small>{}</small></span>')
    return Markup("").join(
        group.format(_GROUP, _row(held.card for held in part.cards), part.label)
        for part in groups(view.hand, view.rules)
    )


def _facts(view: View) -> Markup:
    pile = Markup("pile {}").format(_card(view.top)) if view.top is not None else "no pile"
    score = "" if view.score is None else f" · score {view.score[0]}–{view.score[1]}"
    facts = Markup("<div>{} · stock {} · {}{} · {}</div>")
    return facts.format(pile, view.stock, view.rules.name, score, _ASKED[view.question])


def _view(view: View) -> Markup:
    known = Markup("")
    if view.opponent:
        known = Markup("<div>the opponent holds {}</div>").format(_row(view.opponent))
    return Markup("<div>{}{}{}</div>").format(_hand(view), _facts(view), known)


def _view_html(view: View) -> str:
    return str(_view(view))


def _line(answer: Evaluation, value: ActionValue) -> Markup:
    unit, first = unit_of(answer.view), answer.actions[0]
    behind = unit.loss_estimate(first, value) if value.loss else ""
    best = value.action in answer.best
    action = Markup("<b>{}</b>").format(value.action) if best else value.action
    return _cells("td", (action, unit.value_text(first, value), behind, value.grade))


def _cells(tag: str, texts: Iterable[object]) -> Markup:
    cell = Markup(f'<{tag} style="text-align:{{}};padding:0 1em 0 0">{{}}</{tag}>')  # noqa: S704
    cells = (cell.format(side, text) for side, text in zip(_COLUMNS.values(), texts, strict=True))
    return Markup("<tr>{}</tr>").format(Markup("").join(cells))


def _evaluation_html(answer: Evaluation) -> str:
    rows = Markup("").join(_line(answer, value) for value in answer.actions)
    foot = f"{counted(answer.worlds, 'world')}, ± is the 95% interval, opponent {answer.opponent}"
    drawn = Markup('{}<table style="{}">{}{}</table><small>{}</small>')
    return str(drawn.format(_view(answer.view), _TABLE, _cells("th", _COLUMNS), rows, foot))


_DRAWN: Final[dict[Any, Callable[[Any], str]]] = {
    CardSet: _cards_html,
    View: _view_html,
    Evaluation: _evaluation_html,
}

for _kind, _draw in _DRAWN.items():
    _kind._repr_html_ = _draw
