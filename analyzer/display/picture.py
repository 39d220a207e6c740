"""A table as a picture, for those who are sent its address: SVG, and the PNG of it.

Cards have large indices, whose shapes are cut from the faces of the pages, so that a picture needs
no font.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Final

from markupsafe import Markup

from analyzer.display._environment import environment
from analyzer.display.parts import CardGroup
from analyzer.display.table import CardTable
from analyzer.game.cards import Card
from analyzer.resources import resource_root

_WIDTH, _HEIGHT = 1200, 630
"""Pixels; the size that sites which unfold addresses ask for."""
_MARGIN: Final = 40
_GAP: Final = 26
"""Pixels by which two melds of the hand are farther apart than their cards."""
_STEP: Final = 0.72
"""From one card of a meld to the next, of a card's width, where there is room."""
_HAND, _MIDDLE, _THEIRS = 220, 168, 84
"""The heights of cards: of the hand, of stock, pile and melds, of the opponent's."""
_SHAPE: Final = re.compile(r'<use xlink:href="#(\w)" height="(70|58\.56)"')
"""Where a face has its rank, and its suit."""
_STAR: Final = Markup(
    '<symbol id="{}-{}" viewBox="0 0 24 24"><path fill="#7c2433" d="M12 1l3.3 7 7.7 1-5.6 5.3 '
    '1.4 7.6L12 18.2 5.2 21.9l1.4-7.6L1 9l7.7-1z"/></symbol>'
)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A card, or the back of one, at a place of the picture."""

    x: float
    y: float
    size: float
    """Its height by that of the drawing."""
    card: Card | None
    """None for a back."""


@cache
def _shapes(card: Card) -> Markup:
    """The shapes of a card's rank and suit, as symbols with its name; stars for a joker."""
    if card.is_joker:
        return Markup("").join(_STAR.format(card, part) for part in ("rank", "suit"))
    face = (resource_root() / "static" / "cards" / f"{card}.svg").read_text(encoding="utf-8")
    named = {size: letter for letter, size in reversed(_SHAPE.findall(face))}
    symbols = []
    for letter, part in ((named["70"], "rank"), (named["58.56"], "suit")):
        symbol = re.search(rf'<symbol id="{letter}"(.*?)</symbol>', face, re.DOTALL)
        assert symbol is not None
        symbols.append(f'<symbol id="{card}-{part}"{symbol[1]}</symbol>')
    return Markup("".join(symbols))  # noqa: S704 (our own files)


def _row(
    groups: Iterable[Sequence[Card | None]],
    y: float,
    height: float,
    left: float = _MARGIN,
    right: float = _WIDTH - _MARGIN,
    gap: float = _GAP,
) -> Iterator[_Placed]:
    """Lay groups of cards side by side in the middle of what is between `left` and `right`."""
    width, rows = height * 5 / 7, [group for group in groups if group]
    steps = sum(map(len, rows)) - 1
    free = right - left - width - gap * (len(rows) - 1)
    step = min(width * _STEP, free / max(steps, 1))
    x = left + (free - step * steps) / 2
    for group in rows:
        for card in group:
            yield _Placed(round(x, 1), y, height / 140, card)
            x += step
        x += gap


def _cards(groups: Iterable[CardGroup]) -> Iterator[Sequence[Card | None]]:
    return ([shown.card for shown in group.cards] for group in groups)


def _hand(rows: Iterable[Sequence[CardGroup]]) -> Iterator[Sequence[Card | None]]:
    """The groups of a hand; one that a phone shows in two rows is whole again."""
    cards: list[Card | None] = []
    for group in chain.from_iterable(rows):
        cards += (shown.card for shown in group.cards)
        if group.label:
            yield cards
            cards = []
    yield cards


def _laid_out(felt: CardTable) -> Iterator[_Placed]:
    """The cards of a table: the others' above, what lies open in the middle, the hand below."""
    room = (_WIDTH - 2 * _MARGIN) / max(len(felt.across), 1)
    for at, other in enumerate(felt.across):
        theirs = [None] * other.backs, [shown.card for shown in other.known]
        left = _MARGIN + room * at
        yield from _row(theirs, 26, _THEIRS, left, left + room)
    middle: list[Sequence[Card | None]] = (
        [] if felt.laid else [[None] * bool(felt.stock), felt.pile[-1:]]
    )
    middle += [cards for down in felt.laid or felt.open for cards in _cards(down.groups)]
    yield from _row(middle, 145, _MIDDLE, gap=2 * _GAP)
    yield from _row(_hand(felt.rows), 370, _HAND)


def table_svg(felt: CardTable) -> str:
    """Draw a table as an SVG document of 1,200 by 630 pixels.

    >>> svg = table_svg(CardTable(pile=(Card.of("9c"),), stock=31))
    >>> svg.count('href="#9c-rank"'), svg.count('href="#back"')
    (1, 1)
    """
    cards = list(_laid_out(felt))
    shapes = {placed.card: _shapes(placed.card) for placed in cards if placed.card is not None}
    return environment().get_template("embed/picture.svg").render(
        cards=cards, shapes=shapes.values(), width=_WIDTH, height=_HEIGHT
    )  # fmt: skip


@lru_cache(maxsize=256)
def png_of(svg: str) -> bytes:
    """Return the PNG of an SVG document.

    >>> png_of(table_svg(CardTable(stock=31)))[:4]
    b'\\x89PNG'
    """
    from resvg_py import svg_to_bytes  # noqa: PLC0415  # only for who asks for a picture

    return bytes(svg_to_bytes(svg_string=svg))
