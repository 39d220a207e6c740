"""The recorder's card table: the hands as far as they are known, the pile, the stock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from analyzer.display.around import hands_at_end
from analyzer.display.hands import (
    NO_MARKS,
    defended,
    groups,
    held,
    laid_out,
    marks_of,
    pictures,
)
from analyzer.display.parts import CardGroup, LaidDown
from analyzer.display.table import AcrossTable, CardTable, TableButton, in_rows, parts_of
from analyzer.game.cards import CardSet
from analyzer.game.table import Table
from analyzer.game.view import HAND, seen_by
from analyzer.notation.numbers import counted
from analyzer.notation.recorder import Awaited, RecorderStep, Sheet
from analyzer.notation.recorder.awaited import SHOWDOWN
from analyzer.notation.records import outcome_of
from analyzer.web.recorder import words

TITLE = "rec-table-title"
"""The id of the table's heading."""


def table_of(sheet: Sheet, step: RecorderStep) -> CardTable:
    """The table of a record being entered."""
    if sheet.play is not None:
        return _of_play(sheet, step)
    if sheet.table is not None:
        return _of_two(sheet, sheet.table, step)
    return _being_dealt(sheet)


def _button(label: str, value: str, step: RecorderStep) -> TableButton | None:
    """A place that can be pressed, where the step waits for that."""
    return TableButton(label, value, "tap", form="rec") if value in step.others else None


def _on_stock(step: RecorderStep) -> TableButton | None:
    return _button("Draw", "?", step) if step.ask is Awaited.DRAW else None


# ---------------------------------------------------------------- the deal


def _being_dealt(sheet: Sheet) -> CardTable:
    """The table while the cards dealt are being entered."""
    names, said, mine = words.names_of(sheet), sheet.said, sheet.mine
    count, hand = len(names), sheet.held(mine)
    return CardTable(
        heading_id=TITLE,
        across=tuple(_across_deal(sheet, names, (mine + step) % count) for step in range(1, count)),
        pile=sheet.pile,
        rows=in_rows(groups(hand, sheet.rules)) if hand else (),
        slots=0 if hand else said.rules.cards,
        mine=names[mine],
        my_deal=said.dealer == mine,
    )


def _across_deal(sheet: Sheet, names: tuple[str, ...], seat: int) -> AcrossTable:
    cards = sheet.held(seat)
    return AcrossTable(
        names[seat],
        backs=sheet.said.rules.cards - len(cards),
        known=pictures(cards),
        deals=sheet.said.dealer == seat,
    )


# ---------------------------------------------------------------- the two-handed game


def _of_two(sheet: Sheet, table: Table, step: RecorderStep) -> CardTable:
    names, shown = words.names_of(sheet), [_shown(sheet, table, player) for player in (0, 1)]
    laid = _is_laid(sheet) and all(shown)
    return CardTable(
        heading_id=TITLE,
        across=(_across(sheet, table, step, shown[1], laid=laid),),
        stock=table.left,
        pile=table.pile,
        knock=f"{table.limit} or fewer" if table.limit else "gin only",
        laid=tuple(map(LaidDown, names, shown)) if laid else (),
        rows=() if laid else in_rows(shown[0] or _unknown(sheet, step)),
        slots=0 if laid or shown[0] or _seen(sheet, step, 0) else HAND,
        mine=names[0],
        my_score=None if table.score is None else table.score[0],
        my_deal=table.dealer == 0,
        on_stock=_on_stock(step),
        on_pile=_button("Take", "^", step),
    )


def _across(
    sheet: Sheet, table: Table, step: RecorderStep, shown: tuple[CardGroup, ...], *, laid: bool
) -> AcrossTable:
    """The opponent, with the cards that are known: `shown` is the hand as held."""
    cards = tuple(chain.from_iterable(group.cards for group in shown))
    known = cards or pictures(_seen(sheet, step, 1))
    turn = table.question.value == "discard" and table.turn == 1 and not table.over
    plays = sheet.ask is not Awaited.NOTHING and sheet.player == 1 and not table.over
    return AcrossTable(
        words.names_of(sheet)[1],
        None if table.score is None else table.score[1],
        backs=0 if laid else max(HAND + turn - len(known), 0),
        known=() if laid else known,
        deals=table.dealer == 1,
        last="To play" if plays else None,
    )


def _unknown(sheet: Sheet, step: RecorderStep) -> tuple[CardGroup, ...]:
    """The known cards of my hand, where it was not entered."""
    cards = _seen(sheet, step, 0)
    if not cards:
        return ()
    rest = counted(HAND - len(cards), "card")
    return (CardGroup("deadwood", f"{rest} not seen", pictures(cards)),)


def _seen(sheet: Sheet, step: RecorderStep, player: int) -> CardSet:
    """The cards of a hand that is not known: seen taken, or laid down so far."""
    laying = sheet.ask in SHOWDOWN and sheet.player == player
    return step.laid if laying else sheet.held(player)


def _is_laid(sheet: Sheet) -> bool:
    """True if the hand has ended with cards laid down."""
    return sheet.showdown is not None and sheet.ask is not Awaited.SPREAD


def _shown(sheet: Sheet, table: Table, player: int) -> tuple[CardGroup, ...]:
    """A hand as held, or as laid down at the end."""
    record, showdown = sheet.record, sheet.showdown
    if record is not None and showdown is not None and sheet.ask is not Awaited.SPREAD:
        if player == record.knocker and showdown.spread is not None:
            return laid_out(showdown.spread, table.rules)
        if player != record.knocker and showdown.defence is not None:
            return defended(showdown.defence, table.rules)
    hand = table.hands[player]
    if hand is None or not hand:
        return ()
    return groups(hand, sheet.rules, marks_of(table) if player == table.turn else NO_MARKS)


# ---------------------------------------------------------------- the other games


def _of_play(sheet: Sheet, step: RecorderStep) -> CardTable:
    play, names = sheet.play, words.names_of(sheet)
    assert play is not None
    if step.ask in SHOWDOWN or play.here.over:
        return CardTable(
            heading_id=TITLE, mine=names[sheet.mine], laid=tuple(_hands_shown(sheet, names))
        )
    view = seen_by(play.here, sheet.mine)
    return CardTable(
        **{**parts_of(view, names=names), "said": None},
        heading_id=TITLE,
        rows=in_rows(held(view)),
        on_stock=_on_stock(step),
        on_pile=_button("Take", "^", step),
    )


def _hands_shown(sheet: Sheet, names: tuple[str, ...]) -> Iterator[LaidDown]:
    """The hands that lie open once the play is over, as far as they were shown."""
    play = sheet.play
    assert play is not None
    result = outcome_of(play.record, play.here)
    if result is not None:
        yield from hands_at_end(play.here, result, names)
        return
    for seat, name in enumerate(names):
        cards = (
            play.held(seat) if seat == play.player or seat not in play.hidden else play.shown[seat]
        )
        if cards:
            yield LaidDown(name, groups(cards, sheet.rules))
