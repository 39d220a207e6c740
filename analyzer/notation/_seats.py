"""The view of one of several players: recognized and written; `_seat_lines` reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from analyzer.errors import InputError
from analyzer.game.actions import Question
from analyzer.game.cards import Card
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.table import Step
from analyzer.game.view import View
from analyzer.notation._packed import pack

VERSION: Final = "g1"
BREAK: Final = re.compile(r"\n|,(?=\s*[a-z\d]+(?: [a-z]+)?\s*:)", re.IGNORECASE)
"""The end of a line, which a comma before the next key is too."""
_RULES: Final = re.compile(r"^[ \t]*(game|rules)\s*:\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


def is_seat_text(text: str) -> bool:
    """True if a text says what a player sees in a game that is not two-handed.

    >>> is_seat_text("rules: two-jokers"), is_seat_text("rules: classic")
    (True, False)
    """
    if re.match(r"\s*game:(?!\s*gin\b)", text, re.I):
        return True
    named = _RULES.search(text)
    try:
        return named is not None and not parse_rules(BREAK.split(named[2])[0]).two_handed
    except InputError:
        return False


def format_seat_view(view: View) -> str:
    """Print what a player sees; `parse_view` reads the same from it."""
    lines = [
        f"game: {view.rules.name}", f"seat: {view.player + 1}",
        f"dealer: {(view.dealer or 0) + 1}", f"hand: {view.hand}",
    ]  # fmt: skip
    if not tells_all_turns(view):
        return "\n".join((*lines, *_placed_lines(view)))
    turns = (f"  {turn}" for turn in format_turns(view.steps, ":"))
    return "\n".join((*lines, "history:", f"  upcard {view.upcard}", *turns))


def tells_all_turns(view: View) -> bool:
    """True if every turn is known: none before the first, or all."""
    return bool(view.steps) or (
        view.pile == ((view.upcard,) if view.upcard is not None else None)
        and view.stock == dealt_stock(view.rules)
        and len(view.hand) == view.rules.cards
        and view.turn == ((view.dealer or 0) + 1) % view.rules.players
        and not any((*view.known, *view.laid))
    )


def _placed_lines(view: View) -> Iterator[str]:
    """The lines of a position whose turns are not known."""
    offered = view.question is Question.UPCARD
    yield f"{'upcard' if offered else 'pile'}: {_in_order(view.pile)}"
    yield f"stock: {view.stock}"
    if view.upcard is not None and not offered:
        yield f"first upcard: {view.upcard}"
    if view.drawn is not None:
        yield f"drew: {view.drawn}"
    if view.taken:
        yield f"took: {_in_order(view.together)}"
    for seat, count in enumerate(view.counts):
        if seat != view.player and count != view.rules.cards:
            yield f"{seat + 1} holds: {count}"
    for seat, cards in enumerate(view.known):
        if cards:
            yield f"{seat + 1} has: {cards}"
    for seat, cards in enumerate(view.laid):
        melds = [str(meld) for meld in view.melds if meld <= cards]
        if melds:
            yield f"{seat + 1} laid: {' / '.join(melds)}"


def _in_order(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "none"


def encode_seat_view(view: View) -> str:
    """The id of what a player sees; `decode` gives it back."""
    return pack(VERSION, format_seat_view(view))


def format_turns(steps: Sequence[Step], sign: str) -> Iterator[str]:
    """The moves of each turn on a line, behind the player's number and a sign."""
    for player, turn in groupby(steps, key=lambda step: step.player):
        words = ", ".join(
            step.move.full if step.drawn is None else f"draw {step.drawn}" for step in turn
        )
        yield f"{player + 1}{sign} {words}"


def dealt_stock(rules: Rules) -> int:
    """Cards in the stock as a hand begins."""
    return len(rules.pack) - rules.players * rules.cards - 1
