"""From a draft of the other games to what its page shows (`recorder/_table.html`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

from flask import url_for

from analyzer.display.parts import LaidDown
from analyzer.display.seats import (
    ended_in_words,
    faces,
    hands_at_end,
    held_by,
    names_of,
    seen_from_chair,
    split_groups,
    turns_in_words,
)
from analyzer.display.table import AcrossTable, CardTable, TableButton, in_rows
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import pack_card
from analyzer.game.cards import JOKERS, Card, CardSet
from analyzer.game.general import HandScore, best_layouts, least
from analyzer.game.rules import GameKind
from analyzer.notation.general import format_table_record, move_label, result_of
from analyzer.notation.numbers import signed
from analyzer.notation.phrases import listed
from analyzer.notation.recorder.state import mark_of
from analyzer.notation.tablerecorder import (
    Asks,
    TableDraft,
    TableEntry,
    TapsAsked,
    asked_by,
    entry_of,
    other_spreads,
)
from analyzer.web.recorder.present import in_place
from analyzer.web.recorder.words import object_of, possessive
from analyzer.web.review.others import address_of

KNOCKS_SHOWN: Final = 3
WAYS_SHOWN: Final = 8
NUMBERS: Final = {7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven"}


class TapButton(NamedTuple):
    """Something to tap that is not a card."""

    label: str
    value: str
    main: bool = False


class CardPlace(NamedTuple):
    """Where a card of the grid is known to lie."""

    kind: str
    """Its color: mine, opponent or pile."""
    sign: str
    words: str


def called(draft: TableDraft) -> tuple[str, ...]:
    """What the players are called, by seat."""
    return draft.players or names_of(draft.rules, draft.seat)


def taps_page(draft: TableDraft, ident: str, note: str | None = None) -> dict[str, Any]:
    """The recorder with a draft; `note` says what could not be done."""
    entry, names = entry_of(draft), called(draft)
    asked, record = asked_by(entry), entry.record
    buttons, hidden = tuple(_buttons(entry, asked)), entry.player in entry.hidden
    discards, knocks = entry.ask is Asks.DISCARD, bool(asked.knocks)
    return {
        "url": url_for("tablerecorder.act", ident=ident),
        "base": mark_of(draft.text),
        "note": note,
        "question": _question(entry, asked, names),
        "help": _help(entry, asked),
        "counter": f"{_tapped(entry)} of {entry.wanted}" if entry.wanted else None,
        **in_place(buttons, knocks, discards=discards, hidden=hidden),
        "cards": asked.cards,
        "knocks": asked.knocks,
        "laid": entry.laid | (entry.sure if entry.ask is Asks.SHOW else CardSet()),
        "sure": entry.sure if entry.ask is Asks.SHOW else CardSet(),
        "places": _places(entry, names),
        "jokers": JOKERS[: entry.rules.jokers],
        "felt": _felt(draft, entry, asked, names),
        "turns": tuple(_turns(entry, names)),
        "end": _end(draft, entry, names) if entry.ask is Asks.OVER else None,
        "undo": bool(draft.taps),
        "redo": draft.can_redo,
        "text": None if record is None else format_table_record(record),
    }


def _tapped(entry: TableEntry) -> int:
    return len(entry.laid | entry.sure) if entry.ask is Asks.SHOW else len(entry.laid)


# ---------------------------------------------------------------- what is asked


def _question(entry: TableEntry, asked: TapsAsked, names: tuple[str, ...]) -> str:
    name, mahjong = names[entry.player], entry.rules.play is GameKind.MAHJONG
    number = NUMBERS.get(entry.wanted, str(entry.wanted))
    turn = f"{possessive(name)} turn"
    top = entry.here.pile[-1].symbol if entry.here is not None and entry.here.pile else ""
    match entry.ask:
        case Asks.HAND:
            return f"Tap the {number} cards dealt to {object_of(name)}."
        case Asks.UPCARD:
            return "Tap the card that was turned up."
        case Asks.OFFER:
            return f"{turn}: take the {top}, or pass?"
        case Asks.DRAW:
            return f"{turn}: {_drawing(entry, asked, top)}"
        case Asks.DISCARD:
            return f"{turn}: {'lay down, add, or discard' if mahjong else 'which discard'}?"
        case Asks.MELD:
            return f"Tap the cards of {possessive(name, inside=True)} meld."
        case Asks.SHOW:
            if entry.pending is not None and entry.pending.player == entry.player and not mahjong:
                return f"{possessive(name)} knock: tap the {number} cards laid down."
            return f"Tap {possessive(name, inside=True)} {number} cards."
        case Asks.OVER:
            return "The hand is over."


def _drawing(entry: TableEntry, asked: TapsAsked, top: str) -> str:
    kinds = {move.kind for move in asked.moves}
    own = entry.player not in entry.hidden
    draw = "tap the card drawn" if own else "draw"
    if Kind.PASS in kinds:
        return f"take the {top}, or end the hand?"
    return f"take the {top}, or {draw}?" if Kind.TAKE in kinds else f"{draw}."


def _help(entry: TableEntry, asked: TapsAsked) -> str | None:
    if entry.ask is Asks.DRAW and len(asked.cards) and entry.rules.play is GameKind.MAHJONG:
        return "Several cards are taken by tapping the deepest of them."
    if entry.ask is Asks.SHOW:
        return "All that was held once the hand was over, melds too, laid off or not."
    return "A card tapped by mistake: tap it again." if entry.ask is Asks.HAND else None


def _buttons(entry: TableEntry, asked: TapsAsked) -> Iterator[TapButton]:
    pile = () if entry.here is None else entry.here.pile
    for move in asked.moves:
        first = move.kind in {Kind.DRAW, Kind.PASS} or str(move) == "take"
        yield TapButton(_label(move, entry, pile), str(move), first)
    if asked.melds:
        yield TapButton("Lay down a meld", "meld")
    if entry.ask is Asks.MELD and asked.whole:
        yield TapButton("Lay down", "lay", True)
    if entry.ask is Asks.SHOW:
        yield TapButton("Not shown", "?")
    yield from _knocks(entry, asked)


def _label(move: Action, entry: TableEntry, pile: tuple[Card, ...]) -> str:
    if move.kind is Kind.DRAW:
        return "Draw, not seen"
    if move.kind is Kind.PASS and entry.ask is Asks.DRAW:
        return "End the hand"
    return move_label(move, pile)


def _knocks(entry: TableEntry, asked: TapsAsked) -> Iterator[TapButton]:
    """The cheapest knocks of a hand that is seen, each with a button."""
    here = entry.here
    if here is None or entry.player in entry.hidden or not asked.knocks:
        return
    hand = here.hands[entry.player]
    points = {card: least(hand.remove(card), entry.rules) for card in asked.knocks}
    for card in sorted(points, key=lambda card: (points[card], card))[:KNOCKS_SHOWN]:
        knock = f"Knock with {points[card]}" if points[card] else "Gin"
        yield TapButton(f"{knock}, discard {card.symbol}", f"knock {card}")


# ---------------------------------------------------------------- the grid, the table


def _places(entry: TableEntry, names: tuple[str, ...]) -> dict[Card, CardPlace]:
    """Where the cards lie, as far as it is known."""
    signs = _signs(names)
    own = entry.seats[0]
    here = entry.here
    places: dict[Card, CardPlace] = {}
    for seat, name in enumerate(names):
        cards = entry.hands[seat] if here is None else here.hands[seat]
        if here is not None and seat in entry.hidden:
            cards = here.known[seat] | entry.shown[seat]
        if seat == entry.player and entry.ask in {Asks.HAND, Asks.SHOW}:
            cards |= entry.laid
        whose = "yours" if name == "You" else f"{name}’s"
        place = CardPlace("mine" if seat == own else "opponent", signs[seat], whose)
        places |= dict.fromkeys(cards, place)
    if here is not None:
        open_melds = CardSet.from_cards(card for cards in here.laid for card in cards)
        places |= dict.fromkeys(here.pile, CardPlace("pile", "P", "in the pile"))
        places |= dict.fromkeys(open_melds, CardPlace("pile", "T", "on the table"))
    return places


def _signs(names: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each player, or a number where letters do not tell them apart."""
    letters = [name[:1].upper() for name in names]
    apart = len({*letters, "P", "T"}) == len(letters) + 2 and "".join(letters).isalnum()
    return tuple(letters if apart else map(str, range(1, len(names) + 1)))


def _felt(
    draft: TableDraft, entry: TableEntry, asked: TapsAsked, names: tuple[str, ...]
) -> CardTable:
    here = entry.here
    if here is None:
        return _being_dealt(draft, entry, names)
    if entry.ask in {Asks.SHOW, Asks.OVER}:
        return CardTable(
            heading_id="rec-table-title", others=(), mine=names[draft.seat],
            laid=tuple(_hands_shown(entry, names)),
        )  # fmt: skip
    moves = {str(move) for move in asked.moves}
    parts = seen_from_chair(here.chair(draft.seat), names=names)
    return CardTable(
        **{**parts, "said": None},
        heading_id="rec-table-title",
        rows=in_rows(held_by(here.chair(draft.seat))),
        on_stock=TableButton("Draw", "draw", "tap", form="rec") if "draw" in moves else None,
        on_pile=TableButton("Take", "take", "tap", form="rec") if "take" in moves else None,
    )


def _being_dealt(draft: TableDraft, entry: TableEntry, names: tuple[str, ...]) -> CardTable:
    count, size = len(names), entry.rules.cards
    hands = [
        entry.laid if entry.ask is Asks.HAND and seat == entry.player else hand
        for seat, hand in enumerate(entry.hands)
    ]
    mine = hands[draft.seat]
    others = (
        AcrossTable(
            names[seat], None, size - len(hands[seat]), faces(hands[seat]), entry.dealer == seat
        )
        for seat in ((draft.seat + step) % count for step in range(1, count))
    )
    rows = split_groups(best_layouts(mine, entry.rules, 1)[0], entry.rules) if mine else ()
    return CardTable(
        heading_id="rec-table-title", others=tuple(others), mine=names[draft.seat],
        my_deal=entry.dealer == draft.seat, rows=in_rows(rows), slots=0 if mine else size,
    )  # fmt: skip


def _hands_shown(entry: TableEntry, names: tuple[str, ...]) -> Iterable[LaidDown]:
    """What lies open once a hand is over, as far as it was shown."""
    here, result = entry.here, _result(entry)
    assert here is not None
    if result is not None:
        yield from hands_at_end(here, result, names)
        return
    for seat, name in enumerate(names):
        cards = entry.shown[seat] if seat in entry.hidden else here.hands[seat]
        if seat == entry.player and entry.ask is Asks.SHOW:
            cards = entry.laid | entry.sure
        if cards:
            layout = best_layouts(cards, entry.rules, 1)[0]
            yield LaidDown(name, split_groups(layout, entry.rules))


def _turns(entry: TableEntry, names: tuple[str, ...]) -> Iterator[tuple[int, str, int]]:
    """The turns so far: number, words, and how many taps came before."""
    steps = (*entry.steps, *((entry.pending,) if entry.pending is not None else ()))
    marks = [
        next(turn)[1]
        for _, turn in groupby(
            zip(steps, entry.marks, strict=True), key=lambda marked: marked[0].player
        )
    ]
    lines = zip(turns_in_words(steps, names), marks, strict=True)
    for number, (words, mark) in enumerate(lines, start=1):
        yield number, words, mark


# ---------------------------------------------------------------- the end


def _result(entry: TableEntry) -> HandScore | None:
    return (
        None if entry.record is None or entry.here is None else result_of(entry.record, entry.here)
    )


def _end(draft: TableDraft, entry: TableEntry, names: tuple[str, ...]) -> dict[str, Any]:
    """What a hand came to, and what can be done with it."""
    record, result = entry.record, _result(entry)
    assert record is not None
    count = len(names)
    return {
        "headline": _headline(entry, result, names),
        "points": ()
        if result is None
        else tuple(zip(names, (signed(p, 0) for p in result.points), strict=True)),
        "review": address_of(record, None if draft.all_seen else draft.seat + 1),
        "ways": tuple((_in_symbols(tap), tap) for tap in other_spreads(entry, WAYS_SHOWN)),
        "again": {
            "game": draft.game,
            "dealer": (draft.dealer + 1) % count + 1,
            "seen": "all" if draft.all_seen else "",
            "names": draft.players,
        },
    }


def _headline(entry: TableEntry, result: HandScore | None, names: tuple[str, ...]) -> str:
    if result is not None:
        return f"{ended_in_words(result, names)}."
    away = [object_of(names[seat]) for seat in sorted(entry.kept)]
    return f"The hand is over; no points, for the cards of {listed(away, 'and')} were not shown."


def _in_symbols(tap: str) -> str:
    """A spread with symbols for its suits."""
    melds = tap.removeprefix("spread ").split(" / ")
    return " / ".join(
        " ".join(pack_card(card.partition("=")[0]).symbol for card in meld.split())
        for meld in melds
    )
