"""Moves in words: as they were made, and as they can be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.notation.phrases import meld_words, str_of, upper

_PAST: Final = {
    Kind.TAKE: "took", Kind.DRAW: "drew", Kind.PASS: "passed",
    Kind.DISCARD: "discarded", Kind.KNOCK: "knocked with", Kind.GIN: "went gin with",
    Kind.BIG_GIN: "went big gin", Kind.MELD: "laid", Kind.ADD: "added",
    Kind.LAY_OFF: "laid off",
}  # fmt: skip


def move_words(move: Action) -> str:
    """Return what was done, in a few words: "took 3 cards", "laid 7♥ 8♥ 9♥"."""
    did = _PAST[move.kind]
    if move.kind is Kind.MELD:
        return f"{did} {meld_words(move.melds[0])}"
    if move.kind is Kind.LAY_OFF:
        return f"{did} {str_of(move.off) or 'nothing'}"
    if move.kind is Kind.TAKE:
        return did if move.count == 1 else f"{did} {move.count} cards"
    return did.removesuffix(" with") if move.card is None else f"{did} {move.card.symbol}"


def move_label(move: Action, pile: Sequence[Card] = ()) -> str:
    """Return what is to be done, as a button or a line says it.

    >>> move_label(Action.of("add 9h to 6h 7h 8h")), move_label(Action.of("knock Kd"))
    ('Add 9♥ to 6♥ 7♥ 8♥', 'Knock, discard K♦')
    """
    card = "" if move.card is None else move.card.symbol
    match move.kind:
        case Kind.TAKE:
            deepest = pile[-move.count].symbol if len(pile) >= move.count else "the upcard"
            many = move.count > 1
            return f"Take {move.count}, down to {deepest}" if many else f"Take {deepest}"
        case Kind.MELD:
            return f"Lay {meld_words(move.melds[0])}"
        case Kind.ADD:
            return f"Add {card} to {meld_words(move.melds[0])}"
        case Kind.KNOCK | Kind.GIN:
            return f"{upper(str(move.kind))}, discard {card}"
        case _:
            return upper(f"{move.kind} {card}".rstrip())
