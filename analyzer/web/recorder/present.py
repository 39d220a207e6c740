"""From a record being entered to what the recorder's page shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from flask import url_for

from analyzer.display.parts import options
from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS, Card
from analyzer.game.melds import best_arrangements
from analyzer.game.rules import TWO_HANDED
from analyzer.notation.draft import Place
from analyzer.notation.numbers import score
from analyzer.notation.phrases import listed, str_of
from analyzer.notation.recorder import (
    Awaited,
    RecorderStep,
    Sheet,
    defences,
    held,
    read_sheet,
    redo,
    rejoin,
    spreads,
    step_of,
    undo,
)
from analyzer.notation.recorder.state import EntryState, mark_of
from analyzer.notation.recorder.step import (
    BIG_GIN,
    BROKEN_OFF,
    GO_ON,
    KNOCK_UNSEEN,
    MISDEAL,
    NEXT_HAND,
)
from analyzer.notation.records import Record, format_spread, possible_ends
from analyzer.notation.view import rules_text
from analyzer.web.analyze import entry
from analyzer.web.recorder import words
from analyzer.web.recorder.felt import table_of
from analyzer.web.waiting import MELDS, is_ready

KNOCKS_SHOWN = 3
"""Knocks that have a button of their own."""
WAYS_SHOWN = 8
"""Other ways to lay cards down that are offered; the text takes any."""
UNREAD: Final[dict[str, Any]] = {
    "step": None, "felt": None, "turns": (), "hands": (), "end": None, "setup": None,
    "undo": False, "redo": False, "rejoin": False,
}  # fmt: skip
"""What there is to show of a text that cannot be read."""

Button = tuple[str, str, bool]
"""Something to tap that is not a card: its label, what it sends, whether it is the usual one."""


def fragment(
    state: EntryState, ident: str, *, note: str | None = None, kept: bool = True
) -> dict[str, Any]:
    """The recorder with a state (`recorder/_recorder.html`); never fails.

    `note` says what could not be done, `kept` whether the draft is kept on the server.
    """
    rec: dict[str, Any] = {
        "url": url_for("recorder.act", ident=ident),
        "text": state.text,
        "ahead": state.ahead,
        "ident": ident,
        "base": mark_of(state.text),  # another tab's newer text is not written over
        "note": note,
        "kept": kept,
    }
    try:
        sheet = read_sheet(state.text)
    except InputError as error:
        wrong = replace(entry.error_of(state.text, error), cure=None)
        return rec | UNREAD | {"error": wrong, "restore": bool(state.ahead)}
    step = step_of(sheet)
    forth = redo(state.text, state.ahead) is not None
    joins = not forth and bool(state.ahead) and rejoin(state.text, state.ahead) is not None
    return rec | {
        "error": None,
        "step": _step(sheet, step),
        "felt": table_of(sheet, step),
        "turns": _turns(sheet),
        "hands": _played_hands(sheet),
        "end": _end(sheet, step) if step.ask is Awaited.NOTHING else None,
        "setup": setup_of(sheet) if _is_bare(sheet) else None,
        "undo": undo(state.text) is not None,
        "redo": forth,
        "rejoin": joins,
        "restore": bool(state.ahead) and not forth and state.ahead.split() != state.text.split(),
    }


def _is_bare(sheet: Sheet) -> bool:
    """Whether no card has been entered yet."""
    dealt = sheet.draft.hands != [None, None] or sheet.draft.upcard is not None
    return not sheet.before and not dealt and not sheet.draft.turns


# ---------------------------------------------------------------- the step


def _step(sheet: Sheet, step: RecorderStep) -> dict[str, Any]:
    """What is waited for, with the grid and the buttons."""
    owners, signs = _owners(sheet), _signs(sheet)
    buttons = (*_buttons(sheet, step), *_knocks(sheet, step))
    discards, hidden = step.ask is Awaited.DISCARD, words.is_hidden(sheet, step)
    knocks = bool(step.knocks) and bool(step.cards)
    return {
        "question": words.question(sheet, step),
        "help": words.help_for(sheet, step),
        "counter": f"{len(step.laid)} of {step.wanted}" if step.wanted else None,
        "places": _places_of(sheet, step),
        "owners": owners,
        "signs": signs,
        "cards": step.cards,
        "knocks": step.knocks,
        "laid": step.laid,
        "more": _more(sheet, step),
        **in_place(buttons, knocks, discards=discards, hidden=hidden),
        "only_knock": bool(step.knocks) and not step.cards,
    }


def in_place(
    buttons: tuple[tuple[str, str, bool], ...], knocks: bool, *, discards: bool, hidden: bool
) -> dict[str, Any]:
    """What stands above the cards and what below, so that the row above is never two.

    A discard has the best knock above, or of a hand that is not seen, whether it is a knock.
    """
    above = len(buttons) if not discards else 0 if hidden else 1
    how = None if not knocks else "above" if hidden else "below"
    return {"buttons": buttons[:above], "rarer": buttons[above:], "how": how}


def _buttons(sheet: Sheet, step: RecorderStep) -> tuple[Button, ...]:
    names, draws = words.names_of(sheet.names), step.ask is Awaited.DRAW
    labels = {
        "dealer 1": f"{names[0]} dealt",
        "dealer 2": f"{names[1]} dealt",
        "^": f"Take the {words.top_of(sheet)}",
        "p": "Let the hand end" if step.ask is Awaited.LAST else "Pass",
        "?": "Draw, not seen" if draws else "Not shown",
        BIG_GIN: "Big gin",
        KNOCK_UNSEEN: "Knock, discard not seen",
    }
    main = {"^", "p", "?"} if draws else {"^", "p"}
    others = () if step.ask is Awaited.HAND else step.others
    return tuple((labels[what], what, what in main) for what in others if what in labels)


def _knocks(sheet: Sheet, step: RecorderStep) -> tuple[Button, ...]:
    """The cheapest knocks of a hand that is known, each with a button."""
    table = sheet.table
    hand = None if table is None or step.ask is not Awaited.DISCARD else table.hands[table.turn]
    if table is None or hand is None or not step.knocks or not is_ready(MELDS):
        return ()
    points = {
        card: best_arrangements(hand.remove(card), table.rules)[0].points for card in step.knocks
    }
    cheapest = sorted(points, key=lambda card: (points[card], -table.rules.value(card)))
    return tuple(
        (
            f"Knock with {points[card]}, discard {card.symbol}"
            if points[card]
            else f"Gin, discard {card.symbol}",
            f"{card}!",
            False,
        )
        for card in cheapest[:KNOCKS_SHOWN]
    )


def _more(sheet: Sheet, step: RecorderStep) -> tuple[Button, ...]:
    """Rarer ones, folded away."""
    names = words.names_of(sheet.names)
    labels = {
        "known 1": f"{names[0]}: enter the cards dealt",
        "known 2": f"{names[1]}: enter the cards dealt",
        MISDEAL: "A misdeal",
        BROKEN_OFF: "The hand was broken off here",
    }
    if step.ask is Awaited.HAND:
        labels["?"] = "These cards are not known"
    return tuple((labels[what], what, False) for what in step.others if what in labels)


def _places_of(sheet: Sheet, step: RecorderStep) -> dict[Card, Place]:
    """Where each card is, as far as that is known."""
    table, draft = sheet.table, sheet.draft
    if table is None:
        hands = [NO_CARDS if hand is None else hand.set for hand in draft.hands]
        pile: tuple[Card, ...] = () if draft.upcard is None else (draft.upcard.value,)
    else:
        hands, pile = [held(table, player) for player in (0, 1)], table.pile
    if step.ask in {Awaited.SPREAD, Awaited.DEFENCE} and step.player is not None:
        hands[step.player] |= step.laid
    places = dict.fromkeys(pile, Place.PILE)
    return places | dict.fromkeys(hands[1], Place.OPPONENT) | dict.fromkeys(hands[0], Place.MINE)


def _owners(sheet: Sheet) -> dict[Place, str]:
    first, second = words.names_of(sheet.names)
    mine = "yours" if first == words.NOBODY[0] else f"{first}’s"
    return {Place.MINE: mine, Place.OPPONENT: f"{second}’s", Place.PILE: "in the pile"}


def _signs(sheet: Sheet) -> dict[Place, str]:
    """A letter for each place: the players' own where these tell them apart."""
    first, second = (name[:1].upper() for name in words.names_of(sheet.names))
    if len({first, second, "P"}) < 3 or not (first + second).isalnum():
        first, second = "1", "2"
    return {Place.NOWHERE: "", Place.MINE: first, Place.OPPONENT: second, Place.PILE: "P"}


# ---------------------------------------------------------------- turns, hands, the end


def _turns(sheet: Sheet) -> list[tuple[int, str, str]]:
    """The turns of the hand so far: number, words, and the way back to before it."""
    record = sheet.record
    if record is None:
        return []
    names, hand = words.names_of(sheet.names), len(sheet.before) + 1
    return [
        (
            number + 1,
            words.turn_words(played, names[played.player], words.ending_of(record, number)),
            f"{hand}.{number + 1}",
        )
        for number, played in enumerate(record.turns)
    ]


def _played_hands(sheet: Sheet) -> list[tuple[str, str | None]]:
    """The hands of the match before this one: in words, and the score before each."""
    names = words.names_of(sheet.names)
    return [
        (
            "Broken off." if hand.result is None else words.result_words(hand.result, names),
            None if hand.score is None else score(*hand.score),
        )
        for hand in sheet.before
    ]


def _end(sheet: Sheet, step: RecorderStep) -> dict[str, Any]:
    """What can be done with a hand that is over."""
    record = sheet.record
    assert record is not None
    done = len(sheet.before) + 1
    return {
        "spreads": _spreads(sheet, record),
        "defences": _defences(sheet),
        "ends": _ends(sheet, record) if record.result is None else (),
        "next": NEXT_HAND in step.others,
        "on": GO_ON in step.others,
        "record": sheet.text,
        "review": "Review this hand" if done == 1 else f"Review these {done} hands",
    }


def _ends(sheet: Sheet, record: Record) -> list[tuple[str, str]]:
    """The ends to choose from, where the cards do not tell: (its sign, in words)."""
    if record.showdown is None or record.knocker is None:
        return []
    names = words.names_of(sheet.names)
    ends = possible_ends(record.showdown.spread, record.knocker, record.rules)
    return [
        (f"{winner + 1} {kind}", words.won(kind, names[winner]))
        for kind, winner in ends
        if winner is not None
    ]


def _spreads(sheet: Sheet, record: Record) -> list[tuple[str, str]]:
    """Other ways to lay the knocker's cards down: (in words, the line)."""
    showdown = record.showdown
    if showdown is None or showdown.spread is None or not is_ready(MELDS):
        return []
    others = [spread for spread in spreads(sheet) if spread != showdown.spread]
    return [
        (
            f"{listed([str_of(meld) for meld in other.melds], 'and')}: {other.points} left",
            format_spread(other, record.rules),
        )
        for other in others[:WAYS_SHOWN]
        if other.melds
    ]


def _defences(sheet: Sheet) -> list[tuple[str, str]]:
    lines = defences(sheet) if is_ready(MELDS) else ()
    return [(_pretty(line), line) for line in lines[:WAYS_SHOWN]]


def _pretty(line: str) -> str:
    """A line of cards laid down with symbols for its suits."""
    return " / ".join(
        " ".join(Card.of(word).symbol if len(word) == 2 else word for word in part.split())
        for part in line.split("/")
    )


# ---------------------------------------------------------------- setting up


def setup_of(sheet: Sheet) -> dict[str, Any]:
    """The form for rules, names, dealer and score (`recorder/_setup.html`)."""
    draft, current = sheet.draft, rules_text(sheet.rules)
    presets = [*TWO_HANDED] if current in TWO_HANDED else [current, *TWO_HANDED]
    return {
        "rules": options(zip(presets, presets, strict=True), current),
        "names": [name or "" for name in sheet.names],
        "dealer": "" if draft.dealer is None else str(draft.dealer.value + 1),
        "score": ("", "") if draft.score is None else draft.score.value,
    }
