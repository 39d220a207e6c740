"""Moves in words: as they were made, and as they can be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.game.cards import Card
from analyzer.game.general import GameMove, MoveKind, TableMeld, pack_card
from analyzer.notation.phrases import str_of, upper

_PAST: Final = {
    MoveKind.TAKE: "took", MoveKind.DRAW: "drew", MoveKind.PASS: "passed",
    MoveKind.DISCARD: "discarded", MoveKind.KNOCK: "knocked with", MoveKind.GIN: "went gin with",
    MoveKind.BIG_GIN: "went big gin", MoveKind.MELD: "laid", MoveKind.ADD: "added",
    MoveKind.LAY_OFF: "laid off",
}  # fmt: skip


def move_words(move: GameMove) -> str:
    """What was done, in a few words: "took 3 cards", "laid 7♥ 8♥ 9♥"."""
    did = _PAST[move.kind]
    if move.kind is MoveKind.MELD:
        return f"{did} {meld_words(move.melds[0])}"
    if move.kind is MoveKind.LAY_OFF:
        return f"{did} {str_of(move.off) or 'nothing'}"
    if move.kind is MoveKind.TAKE:
        return did if move.count == 1 else f"{did} {move.count} cards"
    return did if move.card is None else f"{did} {move.card.symbol}"


def move_label(move: GameMove, pile: Sequence[Card] = ()) -> str:
    """What is to be done, as a button or a line says it.

    >>> move_label(GameMove.of("add 9h to 6h 7h 8h")), move_label(GameMove.of("knock Kd"))
    ('Add 9♥ to 6♥ 7♥ 8♥', 'Knock, discard K♦')
    """
    card = "" if move.card is None else move.card.symbol
    match move.kind:
        case MoveKind.TAKE:
            deepest = pile[-move.count].symbol if len(pile) >= move.count else "the upcard"
            many = move.count > 1
            return f"Take {move.count}, down to {deepest}" if many else f"Take {deepest}"
        case MoveKind.MELD:
            return f"Lay {meld_words(move.melds[0])}"
        case MoveKind.ADD:
            return f"Add {card} to {meld_words(move.melds[0])}"
        case MoveKind.KNOCK | MoveKind.GIN:
            return f"{upper(str(move.kind))}, discard {card}"
        case _:
            return upper(f"{move.kind} {card}".rstrip())


def meld_words(meld: TableMeld) -> str:
    """The cards of a meld as they lie."""
    return " ".join(pack_card(token.partition("=")[0]).symbol for token in str(meld).split())
