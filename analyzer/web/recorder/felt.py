"""The recorder's card table: both hands as far as they are known, the pile, the stock."""

from __future__ import annotations

from itertools import chain

from analyzer.display.hands import NOTHING, Apart, defended, groups, pictures, spread
from analyzer.display.parts import CardGroup, LaidDown
from analyzer.display.table import AcrossTable, CardTable, TableButton, in_rows
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.rules import Rules
from analyzer.game.table import Table
from analyzer.game.view import HAND
from analyzer.notation.numbers import counted
from analyzer.notation.recorder import Awaited, RecorderStep, Sheet, held, step_of
from analyzer.web.recorder import words
from analyzer.web.waiting import MELDS, is_ready


def table_of(sheet: Sheet, step: RecorderStep) -> CardTable:
    """The table of a record being entered."""
    table = sheet.table
    if table is None:
        return _being_dealt(sheet)
    names, shown = words.names_of(sheet.names), [_shown(sheet, table, player) for player in (0, 1)]
    mine, theirs = table.score or (None, None)
    laid = _is_laid(sheet) and all(shown)
    return CardTable(
        heading_id="rec-table-title",
        across=_across(sheet, table, () if laid else shown[1], theirs, laid=laid),
        stock=table.left,
        pile=table.pile,
        knock=f"{table.limit} or fewer" if table.limit else "gin only",
        laid=tuple(map(LaidDown, names, shown)) if laid else (),
        rows=() if laid else in_rows(shown[0] or _unknown(sheet, table)),
        slots=0 if laid or shown[0] or _seen(sheet, table, 0) else HAND,
        mine=names[0],
        my_score=mine,
        my_deal=table.dealer == 0,
        on_stock=_button("Draw", "?", step) if step.ask is Awaited.DRAW else None,
        on_pile=_button("Take", "^", step),
    )


def _button(label: str, value: str, step: RecorderStep) -> TableButton | None:
    """A place that can be pressed, where the step waits for that."""
    return TableButton(label, value, "tap", form="rec") if value in step.others else None


def _across(
    sheet: Sheet, table: Table, shown: tuple[CardGroup, ...], score: int | None, *, laid: bool
) -> AcrossTable:
    cards = tuple(chain.from_iterable(group.cards for group in shown))
    known = cards or pictures(_seen(sheet, table, 1))
    turn = table.question.value == "discard" and table.turn == 1 and not table.over
    plays = sheet.ask is not Awaited.NOTHING and sheet.player == 1 and not table.over
    return AcrossTable(
        words.names_of(sheet.names)[1],
        score,
        backs=0 if laid else max(HAND + turn - len(known), 0),
        known=() if laid else known,
        deals=table.dealer == 1,
        last="To play" if plays else None,
    )


def _unknown(sheet: Sheet, table: Table) -> tuple[CardGroup, ...]:
    """What is known of my hand, where it was not entered."""
    cards = _seen(sheet, table, 0)
    if not cards:
        return ()
    rest = counted(HAND - len(cards), "card")
    return (CardGroup("deadwood", f"{rest} not seen", pictures(cards)),)


def _being_dealt(sheet: Sheet) -> CardTable:
    """The table while the cards dealt are being entered."""
    names, dealer = words.names_of(sheet.names), sheet.draft.dealer
    hands = [NO_CARDS if hand is None else hand.set for hand in sheet.draft.hands]
    upcard = sheet.draft.upcard
    return CardTable(
        heading_id="rec-table-title",
        across=AcrossTable(
            names[1],
            backs=HAND - len(hands[1]),
            known=pictures(hands[1]),
            deals=dealer is not None and dealer.value == 1,
        ),
        pile=() if upcard is None else (upcard.value,),
        rows=in_rows(_melded(hands[0], sheet.rules)) if hands[0] else (),
        slots=0 if hands[0] else HAND,
        mine=names[0],
        my_deal=dealer is not None and dealer.value == 0,
    )


def _melded(hand: CardSet, rules: Rules, apart: Apart = NOTHING) -> tuple[CardGroup, ...]:
    """A hand in its melds, or as it is while the kernel is being compiled."""
    if not is_ready(MELDS):
        return (CardGroup("deadwood", "held", pictures(hand, "held")),)
    return groups(hand, rules, apart)


def _seen(sheet: Sheet, table: Table, player: int) -> CardSet:
    """The cards of a hand that is not known: seen taken, or laid down so far."""
    laying = sheet.ask in {Awaited.SPREAD, Awaited.DEFENCE} and sheet.player == player
    return step_of(sheet).laid if laying else held(table, player)


def _is_laid(sheet: Sheet) -> bool:
    """Whether the hand has ended with cards laid down."""
    record = sheet.record
    return record is not None and record.showdown is not None and sheet.ask is not Awaited.SPREAD


def _shown(sheet: Sheet, table: Table, player: int) -> tuple[CardGroup, ...]:
    """A hand as held, or as laid down at the end."""
    record = sheet.record
    showdown = None if record is None else record.showdown
    if record is not None and showdown is not None and sheet.ask is not Awaited.SPREAD:
        if player == record.knocker and showdown.spread is not None:
            return spread(showdown.spread.melds, showdown.spread.deadwood, table.rules)
        if player != record.knocker and showdown.defence is not None:
            return defended(showdown.defence, table.rules)
    hand = table.hands[player]
    if hand is None or not hand:
        return ()
    apart = Apart.of(table) if player == table.turn else NOTHING
    return _melded(hand, table.rules, apart)
