"""Lines beside the one that was played: another action at a decision, kept in the address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from analyzer.display.hands import groups, held, spread
from analyzer.display.parts import ActionTable, GradeMark, LaidDown
from analyzer.display.review.words import place, player
from analyzer.display.table import DRAWN_FROM, CardTable, PlayedCaption, in_rows
from analyzer.engine.types import ActionValue, Grade
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.view import View
from analyzer.notation.phrases import full_phrase, lower
from analyzer.review import Choice, Report
from analyzer.web.review.select import WhatIf


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line as the list under the steps has it."""

    label: str
    """"Turn 6: discard K♣"."""
    href: str
    without: str
    """The address of the same moment without it."""
    shown: bool


@dataclass(frozen=True, slots=True)
class BranchShown:
    """The line that lies on the table (`review/_branch.html`)."""

    place: str
    title: str
    """"Instead: discard K♣"."""
    mark: GradeMark
    lost: str
    """What it would have lost; empty where nothing."""
    table: ActionTable
    """The best action, this one and the one that was played."""
    felt: CardTable


def value_in(report: Report, line: WhatIf) -> ActionValue | None:
    """The action of a line; None where the report has no such decision or action, or it was
    played."""
    entry = report.entries[line.place] if line.place < len(report.entries) else None
    if not isinstance(entry, Choice) or key_of(entry.found.played) == line.key:
        return None
    return next((value for value in entry.found.actions if key_of(value.action) == line.key), None)


def key_of(action: Action) -> str:
    """The name of an action in an address, as rows of a table have it: "discard-Kd"."""
    return str(action).replace(" ", "-")


def kept_lines(
    report: Report,
    seat: int,
    lines: tuple[WhatIf, ...],
    shown: WhatIf | None,
    address: Callable[[WhatIf], str],
    without: Callable[[WhatIf], str],
) -> list[KeptLine]:
    """The lines at a player's decisions, in the order of play; what is no line is left out."""
    kept = []
    for line in sorted(lines, key=lambda line: line.place):
        value = value_in(report, line)
        if value is None:
            continue
        entry = report.entries[line.place]
        if entry.seat == seat and isinstance(entry, Choice):
            label = f"{place(report, entry)}: {lower(full_phrase(entry.view, value.action))}"
            kept.append(KeptLine(label, address(line), without(line), line == shown))
    return kept


def branch_of(
    report: Report, entry: Choice, line: WhatIf, table: ActionTable, felt: CardTable
) -> BranchShown | None:
    """A line at a decision, with the table after it, as far as that is known; None where it is
    another decision's, or none of its actions."""
    rows = {row.key: row for row in reversed(table.rows)}
    if value_in(report, line) is None or report.entries[line.place] is not entry:
        return None
    if line.key not in rows:
        return None
    row, view = rows[line.key], entry.view
    title = f"Instead: {lower(full_phrase(view, row.value.action))}"
    lost = "" if row.value.grade is Grade.BEST else f"{row.loss} {row.half}".rstrip()
    played = rows.get(key_of(entry.found.played), row)
    shown = {each.key: each for each in table.rows if each in (table.rows[0], row, played)}
    caption = PlayedCaption(title, row.mark, lost and f"would lose {lost}")
    return BranchShown(
        f"{place(report, entry)} · {player(report, entry.seat)}",
        title, row.mark, lost, replace(table, rows=tuple(shown.values())),
        replace(_after(view, row.value.action, felt), caption=caption),
    )  # fmt: skip


def _after(view: View, action: Action, felt: CardTable) -> CardTable:
    """The table after an action; a card from the stock is not known, so it is as before."""
    bare = replace(felt, stock_cost=None, pile_cost=None, advised=None, valued=False)
    card = NO_CARDS if action.card is None else CardSet(action.card.mask)
    if action.ends_hand:
        melds = CardSet.from_cards(card for meld in action.melds for card in meld)
        left = spread(action.melds, view.hand - melds - card, view.rules)
        title = full_phrase(view, action)
        return replace(bare, laid=(LaidDown(title, left),), rows=(), drawn_from=None)
    if action.kind is Kind.DISCARD and action.card is not None:
        rows = in_rows(groups(view.hand - card, view.rules))
        return replace(bare, rows=rows, pile=(*view.pile, action.card), drawn_from=None)
    if action.kind is Kind.TAKE and action.count == 1 and view.top is not None:
        marks = {view.top: "taken"}
        rows = in_rows(groups(view.hand.add(view.top), view.rules, marks))
        return replace(bare, rows=rows, pile=view.pile[:-1], drawn_from="pile")
    came = DRAWN_FROM.get(action.kind)
    return replace(bare, rows=in_rows(held(view)), drawn_from=came)
