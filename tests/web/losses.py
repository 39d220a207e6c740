"""What pages and the terminal show of worths and losses, read back from their text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from html import unescape
from typing import NamedTuple

from analyzer.display.tables import VERBS
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import DECK
from analyzer.game.view import View
from analyzer.notation.numbers import DASH, MINUS
from tests.unit.test_one_voice import plain_number


class ShownRow(NamedTuple):
    """An action as a table shows it."""

    action: str
    worth: str
    loss: str

    @property
    def place(self) -> str | None:
        """The place on the table that the action is one of."""
        return PLACES.get(self.action.split()[1])

    @property
    def card(self) -> str:
        """The card that it ends with."""
        return SYMBOLS[self.action.split()[-1]]


PLACES = {"Take": "pile", "Draw": "stock", "Pass": "stock"}
SYMBOLS = {card.symbol: str(card) for card in DECK}


def words(html: str) -> str:
    """What a piece of a page says, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def tables(html: str, kind: str) -> list[list[ShownRow]]:
    """The tables of a class, row by row."""
    bodies = rf'<table class="{kind}[ "].*?<tbody[^>]*>(.*?)</tbody>'
    return [
        [_row(row) for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)]
        for body in re.findall(bodies, html, re.DOTALL)
    ]


def _row(html: str) -> ShownRow:
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", html, re.DOTALL)
    return ShownRow(*map(words, cells[:3]))


def check_rows(rows: list[ShownRow]) -> int:
    """Each loss is how far its row's number is below the best's; how many losses there are."""
    best = next(row for row in rows if row.loss.startswith(DASH))
    losses = [row for row in rows if row is not best and row.loss != "about equal"]
    for row in losses:
        behind = plain_number(best.worth) - plain_number(row.worth)
        lost = Decimal(0) if row.loss == DASH else plain_number(row.loss.lstrip(MINUS))
        assert lost == max(behind, Decimal(0)), (best, row)
    return len(losses)


def row_of(rows: list[ShownRow], view: View, action: Action) -> ShownRow | None:
    """The row of an action; None where several are called alike, or none is."""
    card = view.top if action.kind is Kind.TAKE else action.card
    name = VERBS[action.kind] if card is None else f"{VERBS[action.kind]} {card.symbol}"
    found = [row for row in rows if row.action.endswith(name)]
    return found[0] if len(found) == 1 else None


def bars(html: str) -> dict[str, float]:
    """How long the bars under the cards and places of a table are, in parts of a hundred."""
    felt = html[re.search(r'class="felt[ "]', html).start() :]  # type: ignore[union-attr]
    found = {}
    for part in re.split(r'(?=<div class="(?:felt-cell|place place-|felt-hand|felt-bar))', felt):
        name = PLACE.match(part)
        fill = re.search(r'class="cost">.*?class="bar-fill"[^>]*width="([\d.]+)"', part, re.DOTALL)
        if name and fill:
            found[name[1] or name[2]] = float(fill[1])
    return found


PLACE = re.compile(
    r'<div class="place place-(\w+)|<div class="felt-cell.*?data-card="(\w+)"', re.DOTALL
)


def check_bars(shown: Mapping[str, float], losses: Mapping[str, Decimal], least: float) -> int:
    """The bars are as long as the losses shown, the costliest full; how many there are.

    `least` is the loss that a full bar has at least.
    """
    full = max([*map(float, losses.values()), least])
    for name, length in shown.items():
        wanted = 100 * float(losses[name]) / full
        assert abs(length - wanted) <= 0.2 + 20 / full, (name, length, wanted)
    return len(shown)
