"""Cards and numbers as a terminal shows them.

Symbols in four colors on a terminal; letters where there is no color, so that a suit is
never told by color alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import pack_card
from analyzer.game.cards import Card, Suit

SUIT_STYLES = {
    Suit.CLUBS: "bold green",
    Suit.DIAMONDS: "bold blue",
    Suit.HEARTS: "bold red",
    Suit.SPADES: "bold",
}


class Pen:
    """Draws cards for one console."""

    def __init__(self, console: Console) -> None:
        self.symbols = console.is_terminal and not console.no_color

    def card(self, card: Card | str) -> Text:
        """One card; a text is one in canonical form, a joker in a meld with what it stands for."""
        if isinstance(card, str) and "=" in card:
            return Text("=").join(map(self.card, card.split("=")))
        card = pack_card(card) if isinstance(card, str) else card
        if not self.symbols:
            return Text(str(card))
        if card.is_joker:
            return Text(card.symbol, style="bold")
        return Text(card.symbol, style=SUIT_STYLES[card.suit])

    def cards(self, cards: Iterable[Card | str]) -> Text:
        """Cards in a row."""
        return Text(" ").join(map(self.card, cards))

    def spread(self, melds: Iterable[Sequence[Card | str]], deadwood: Iterable[Card | str]) -> Text:
        """A hand laid out: melds between slashes, deadwood behind a bar."""
        drawn = Text(" / ").join(map(self.cards, melds))
        left = self.cards(deadwood)
        if not left:
            return drawn
        return Text.assemble(drawn, " | " if drawn else "| ", left)

    def action(self, action: str) -> Text:
        """An action as the command names it, its cards drawn."""
        return Text("").join(map(self._word, re.split(r"(\s+)", action)))

    def _word(self, word: str) -> Text:
        try:
            return self.card(word)
        except InputError:
            return Text(word)

    def name(self, action: Action) -> str:
        """An action as it stands within a sentence."""
        return self.action(str(action)).plain


def table(
    *columns: str,
    rows: Iterable[Iterable[str | Text]] = (),
    right: Iterable[str] = (),
    title: str | None = None,
) -> Table:
    """A table without lines but the one under its head; `right` are columns of numbers."""
    made = Table(
        box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, title=title, title_justify="left"
    )
    for name in columns:
        made.add_column(
            name,
            justify="right" if name in right else "left",
            no_wrap=name in {*right, "class", "action", "discard"},
        )
    for row in rows:
        made.add_row(*row)
    return made
