"""The filters of the templates: numbers as `notation.numbers` writes them, cards marked up."""

from __future__ import annotations

import re

from jinja2 import Environment
from markupsafe import Markup, escape

from analyzer.engine.thresholds import half_width
from analyzer.game.cards import Card, Rank, Suit
from analyzer.notation import numbers

SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}

_TICKS = re.compile(r"`([^`]+)`")
_PIP = re.compile(r"(10|[A2-9JQK])([♣♦♥♠])")


def pips(text: object) -> Markup:
    """A text with its cards marked up: colored by suit, named for screen readers.

    >>> print(pips("Discard K♦."))
    Discard <span class="pip pip-d" role="img" aria-label="king of diamonds">K♦</span>.
    """
    return Markup(_PIP.sub(_pip, str(escape(str(text)))))  # noqa: S704 (escaped just before)


def _pip(match: re.Match[str]) -> str:
    rank, symbol = match.groups()
    suit = SUITS[symbol]
    name = Card.of(("T" if rank == "10" else rank) + suit).name
    return f'<span class="pip pip-{suit}" role="img" aria-label="{name}">{rank}{symbol}</span>'


def _ticks(text: object) -> Markup:
    """A message with what stands between backticks set as code.

    >>> print(_ticks("`11h` is not a card"))
    <code>11h</code> is not a card
    """
    return Markup(_TICKS.sub(r"<code>\1</code>", str(escape(str(text)))))  # noqa: S704 (escaped)


_DECK = tuple((suit, tuple(Card.make(rank, suit) for rank in Rank)) for suit in reversed(Suit))
"""All cards as grids have them: spades, hearts, diamonds, clubs, each ace to king."""


def _interval(se: float | None) -> str:
    """The 95% interval that a standard error stands for: "±0.4"."""
    return "" if se is None else numbers.plus_minus(half_width(se))


FILTERS = {
    "signed": numbers.signed,
    "points": numbers.points,
    "plus_minus": numbers.plus_minus,
    "interval": _interval,
    "loss": lambda lost: numbers.points(None if lost is None else max(0.0, lost)),
    "percent": numbers.percent,
    "match_chance": numbers.match_chance,
    "count_of": numbers.count,
    "pips": pips,
    "ticks": _ticks,
}
"""The filters by their names in templates."""


def register(environment: Environment, *, text_cards: bool = False) -> None:
    """Make the filters known to a Jinja environment (``app.jinja_env``).

    `text_cards` draws cards as text, for a page that cannot load pictures.
    """
    environment.filters.update(FILTERS)
    environment.globals["text_cards"] = text_cards
    environment.globals["deck"] = _DECK
