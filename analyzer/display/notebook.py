"""Hands, views and records as a notebook or a session shows them.

A notebook asks a value for its `_repr_html_`: small HTML that needs nothing else. A session asks
for its `repr`, which for what an engine found is a line or a few. Both are set from here, when
this file is imported (which `analyzer` does with the first public name): how values look belongs
to this room, so that the rooms beneath need not know of it, and nothing imports upward. What a
search found is in :mod:`analyzer.display.found`, what a review did in
:mod:`analyzer.display.review.notebook`.

>>> CardSet.of("7h")._repr_html_().count("7♥")
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from markupsafe import Markup

from analyzer.display.hands import groups
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import View
from analyzer.notation.phrases import QUESTIONS
from analyzer.notation.records import Record, format_record

_CARD: Final = (
    "display:inline-block;min-width:1.9em;padding:.1em .15em;margin:.05em;text-align:center;"
    "border:1px solid #999;border-radius:.25em;background:#fff;font-weight:600;color:"
)
_INK: Final = ("#1a6b2f", "#1d4fbf", "#c01c28", "#1b1b1b")
"""A color for each suit, readable on white: clubs, diamonds, hearts, spades."""
_GROUP: Final = "display:inline-block;margin:.2em .8em .2em 0;text-align:center"
_TABLE: Final = "border-collapse:collapse;font-variant-numeric:tabular-nums"


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
    return facts.format(pile, view.stock, view.rules.name, score, QUESTIONS[view.question])


def view_drawn(view: View) -> Markup:
    """The hand in its groups, what lies beside it, and what is known of the opponent's."""
    known = Markup("")
    if view.opponent:
        known = Markup("<div>the opponent holds {}</div>").format(_row(view.opponent))
    return Markup("<div>{}{}{}</div>").format(_hand(view), _facts(view), known)


def _view_html(view: View) -> str:
    return str(view_drawn(view))


def table(columns: Mapping[str, str], rows: Iterable[Iterable[object]]) -> Markup:
    """A table; of each column the head and the side on which it is set."""
    cell = Markup('<{} style="text-align:{};padding:0 1em 0 0">{}</{}>')

    def row(tag: str, texts: Iterable[object]) -> Markup:
        pairs = zip(columns.values(), texts, strict=True)
        cells = (cell.format(tag, side, text, tag) for side, text in pairs)
        return Markup("<tr>{}</tr>").format(Markup("").join(cells))

    body = Markup("").join(row("td", texts) for texts in rows)
    return Markup('<table style="{}">{}{}</table>').format(_TABLE, row("th", columns), body)


def _record_html(record: Record) -> str:
    """The hands as they were dealt, and the text of the hand without them."""
    hands = Markup("").join(
        Markup("<div>{}: {}</div>").format(name or f"player {seat}", _row(hand))
        for seat, (name, hand) in enumerate(zip(record.players, record.hands, strict=True), 1)
        if hand is not None
    )
    lines = format_record(record).splitlines()
    text = "\n".join(line for line in lines if not line.startswith("[Hand"))
    return str(Markup("<div>{}<pre>{}</pre></div>").format(hands, text))


def show(kind: Any, html: Callable[[Any], str] | None, line: Callable[[Any], str] | None) -> None:
    """Have values of a kind drawn in a notebook, and told in a line in a session."""
    if html is not None:
        kind._repr_html_ = html
    if line is not None:
        kind.__repr__ = line


show(CardSet, _cards_html, None)
show(View, _view_html, None)
show(Record, _record_html, None)
