"""What a chair sees, as text and as an id.

A text is read as a hand of which only the chair's own cards were seen: the round is the only
referee.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from analyzer.errors import InputError
from analyzer.game.actions import Kind
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.chair import Chair, Step
from analyzer.game.rules import Rules, Wall, parse_rules
from analyzer.notation.general._packed import pack, unpack
from analyzer.notation.general._record import (
    TableRecord,
    cards_of,
    format_turns,
    hand_of,
    read_turns,
    replay_rounds,
    seat_of,
    upcard_of,
)

VERSION = "g1"
_LINE = re.compile(r"^\s*(game|seat|dealer|hand)\s*:\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


def is_chair_text(text: str) -> bool:
    """Whether a text says what a chair of one of the other games sees, or is the id of that."""
    return text.lstrip().lower().startswith(("game:", f"{VERSION}."))


def format_chair(chair: Chair) -> str:
    """Print what a chair sees; `parse_chair` reads the same from it."""
    lines = [
        f"game: {chair.rules.name}", f"seat: {chair.player + 1}", f"dealer: {chair.dealer + 1}",
        f"hand: {chair.hand}", "history:", f"  upcard {chair.upcard}",
    ]  # fmt: skip
    lines += [f"  {turn}" for turn in format_turns(chair.steps, ":")]
    return "\n".join(lines)


def encode_chair(chair: Chair) -> str:
    """The id of what a chair sees; `decode_chair` gives it back."""
    return pack(VERSION, format_chair(chair))


def decode_chair(text: str) -> Chair:
    """What an id stands for; raises InputError if it was cut or altered."""
    return parse_chair(unpack(VERSION, text))


def parse_chair(text: str) -> Chair:
    """Read what a chair sees, as text or id; raises InputError for what cannot be.

    >>> from analyzer.game.round import deal_round
    >>> chair = deal_round(parse_rules("mahjong"), seed=1).chair(0)
    >>> parse_chair(format_chair(chair)) == chair == decode_chair(encode_chair(chair))
    True
    """
    if text.strip().startswith(f"{VERSION}."):
        return decode_chair(text)
    head, _, history = text.partition("history:")
    said = {match[1].lower(): match[2] for match in _LINE.finditer(head)}
    missing = [name for name in ("game", "seat", "dealer", "hand") if name not in said]
    if missing or not history:
        name = missing[0] if missing else "history"
        raise InputError(f"there is no line `{name}: …`", where="the view", hint="add it")
    rules = parse_rules(said["game"])
    player, hand = seat_of(said["seat"], rules, "seat"), hand_of(said["hand"], "hand")
    first, *turns = [line for line in history.splitlines() if line.strip()] or [""]
    word, _, upcard = first.strip().partition(" ")
    if word != "upcard":
        raise InputError(
            "it does not begin with the upcard", where="history", hint="as in: upcard 9h"
        )
    steps = read_turns("\n".join(turns), rules)
    dealer = seat_of(said["dealer"], rules, "dealer")
    hands = [NO_CARDS] * rules.players
    hands[player] = _dealt_to(player, hand, upcard_of(upcard), steps, rules)
    record = TableRecord(rules, tuple(hands), upcard_of(upcard), dealer, steps)
    chair = replay_rounds(record)[-1].chair(player)
    if chair.hand != hand:
        raise InputError(
            f"the history leaves {chair.hand}", where="hand", hint="say it as held now"
        )
    return chair


def _dealt_to(
    player: int, hand: CardSet, upcard: Card, steps: Sequence[Step], rules: Rules
) -> CardSet:
    """The cards a player was dealt, from what they hold now and what came and went."""
    cards, came = list(hand), list[Card]()
    for arrived, step in zip(_openly(upcard, steps, rules), steps, strict=True):
        if step.player == player:
            cards += cards_of(step.move)
            came += arrived
    for card in came:
        if card not in cards:
            raise InputError(
                f"{card} came to the hand and never left it",
                where="hand",
                hint="add it to the hand, or the turn that discards it",
            )
        cards.remove(card)
    return CardSet.from_cards(cards)


def _openly(upcard: Card, steps: Sequence[Step], rules: Rules) -> Iterator[tuple[Card, ...]]:
    """For each move the cards that it is known to have brought its player."""
    pile = [upcard]
    stock = len(rules.pack) - rules.players * rules.cards - 1
    again = rules.wall is Wall.RESHUFFLE
    for step in steps:
        move = step.move
        taken = pile[-move.count :] if move.kind is Kind.TAKE else []
        pile = pile[: len(pile) - len(taken)]
        stock -= move.kind is Kind.DRAW
        if move.kind is Kind.DISCARD and move.card is not None:
            pile.append(move.card)
            if again and stock == 0:
                stock, pile = len(pile) - 1, pile[-1:]
        yield (*taken, *(() if step.drawn is None else (step.drawn,)))
