"""What one of several players sees, as :mod:`analyzer.notation.chair` reads it: written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from analyzer.game.actions import Question
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.table import Step
from analyzer.game.view import View
from analyzer.notation._packed import pack

VERSION: Final = "g1"


def format_seat_view(chair: View) -> str:
    """Print what a player sees; `parse_chair` reads the same from it."""
    lines = [
        f"game: {chair.rules.name}", f"seat: {chair.player + 1}",
        f"dealer: {(chair.dealer or 0) + 1}", f"hand: {chair.hand}",
    ]  # fmt: skip
    if not tells_all_turns(chair):
        return "\n".join((*lines, *_placed_lines(chair)))
    turns = (f"  {turn}" for turn in format_turns(chair.steps, ":"))
    return "\n".join((*lines, "history:", f"  upcard {chair.upcard}", *turns))


def tells_all_turns(chair: View) -> bool:
    """True if every turn is known: none before the first, or all."""
    return bool(chair.steps) or (
        chair.pile == ((chair.upcard,) if chair.upcard is not None else None)
        and chair.stock == dealt_stock(chair.rules)
        and len(chair.hand) == chair.rules.cards
        and chair.turn == ((chair.dealer or 0) + 1) % chair.rules.players
        and not any((*chair.known, *chair.laid))
    )


def _placed_lines(chair: View) -> Iterator[str]:
    """The lines of a position whose turns are not known."""
    offered = chair.question is Question.UPCARD
    yield f"{'upcard' if offered else 'pile'}: {_in_order(chair.pile)}"
    yield f"stock: {chair.stock}"
    if chair.upcard is not None and not offered:
        yield f"first upcard: {chair.upcard}"
    if chair.drawn is not None:
        yield f"drew: {chair.drawn}"
    if chair.taken:
        yield f"took: {_in_order(chair.together)}"
    for seat, count in enumerate(chair.counts):
        if seat != chair.player and count != chair.rules.cards:
            yield f"{seat + 1} holds: {count}"
    for seat, cards in enumerate(chair.known):
        if cards:
            yield f"{seat + 1} has: {cards}"
    for seat, cards in enumerate(chair.laid):
        melds = [str(meld) for meld in chair.melds if meld <= cards]
        if melds:
            yield f"{seat + 1} laid: {' / '.join(melds)}"


def _in_order(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "none"


def encode_seat_view(chair: View) -> str:
    """The id of what a player sees; `decode_chair` gives it back."""
    return pack(VERSION, format_seat_view(chair))


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
