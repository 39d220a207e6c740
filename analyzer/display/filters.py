"""How numbers and cards are written on a page: one function each, also Jinja filters.

Points have one decimal and a real minus, Q always a sign, percentages are whole, and an
unknown number is an em dash. Cards in a text get their suit's color and letter.
"""

from __future__ import annotations

import re

from jinja2 import Environment
from markupsafe import Markup, escape

from analyzer.game.cards import Card

MINUS = "−"
DASH = "—"
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
Z95 = 1.96
"""Standard errors in the half-width of a 95% interval (normal distribution)."""

_TICKS = re.compile(r"`([^`]+)`")
_PIP = re.compile(r"(10|[A2-9JQK])([♣♦♥♠])")


def half_width(se: float) -> float:
    """Half of the 95% interval that a standard error stands for.

    >>> half_width(0.05)
    0.098
    """
    return Z95 * se


def signed(value: float | None) -> str:
    """Points with their sign.

    >>> signed(4.08), signed(-0.62), signed(0.04), signed(None)
    ('+4.1', '−0.6', '+0.0', '—')
    """
    if value is None:
        return DASH
    text = f"{abs(value):.1f}"
    return f"{MINUS if value < 0 and text != '0.0' else '+'}{text}"


def points(value: float | None) -> str:
    """Points without a plus: a loss, deadwood, a mean.

    >>> points(0.62), points(-3.0), points(None)
    ('0.6', '−3.0', '—')
    """
    if value is None:
        return DASH
    text = f"{abs(value):.1f}"
    return f"{MINUS}{text}" if value < 0 and text != "0.0" else text


def plus_minus(half: float | None) -> str:
    """An interval behind its number; two decimals below a tenth, nothing when exact.

    >>> plus_minus(0.14), plus_minus(0.044), plus_minus(0)
    ('±0.1', '±0.04', '')
    """
    if not half:
        return ""
    return f"±{half:.1f}" if half >= 0.095 else f"±{max(half, 0.01):.2f}"


def percent(p: float | None) -> str:
    """A chance as a whole percentage; what is not quite 0 or 1 does not read as such.

    >>> percent(0.306), percent(0.002), percent(0), percent(0.998), percent(None)
    ('31%', '<1%', '0%', '>99%', '—')
    """
    if p is None:
        return DASH
    if 0 < p < 0.005:
        return "<1%"
    if 0.995 < p < 1:
        return ">99%"
    return f"{p * 100:.0f}%"


def count(number: int | None) -> str:
    """A whole number with thousands apart.

    >>> count(12288)
    '12,288'
    """
    return DASH if number is None else f"{number:,}"


def pips(text: object) -> Markup:
    """A text with its cards marked up: colored by suit, named for screen readers.

    >>> print(pips("Discard K♦."))
    Discard <span class="pip pip-d" role="img" aria-label="king of diamonds">K♦</span>.
    """
    return Markup(_PIP.sub(_pip, str(escape(str(text)))))  # noqa: S704 (escaped just before)


def _pip(found: re.Match[str]) -> str:
    rank, symbol = found.groups()
    suit = SUITS[symbol]
    name = Card.of(("T" if rank == "10" else rank) + suit).name
    return f'<span class="pip pip-{suit}" role="img" aria-label="{name}">{rank}{symbol}</span>'


def ticks(text: object) -> Markup:
    """A message with what stands between backticks set as code.

    >>> print(ticks("`11h` is not a card"))
    <code>11h</code> is not a card
    """
    return Markup(_TICKS.sub(r"<code>\1</code>", str(escape(str(text)))))  # noqa: S704 (escaped)


FILTERS = {
    "signed": signed,
    "points": points,
    "plus_minus": plus_minus,
    "percent": percent,
    "count_of": count,
    "pips": pips,
    "ticks": ticks,
}
"""The filters by their names in templates."""


def register(environment: Environment, *, text_cards: bool = False) -> None:
    """Make the filters known to a Jinja environment (``app.jinja_env``).

    `text_cards` draws cards as text, for a page that cannot load pictures.
    """
    environment.filters.update(FILTERS)
    environment.globals["text_cards"] = text_cards
