"""The states that OpenSpiel, RLCard and PettingZoo print, as the lines of a view.

Of OpenSpiel are read `str(state)`, a player's observation string, of an information-state string
the last of its boards, and the same as JSON, its own and that of Kaggle's Game Arena. Player 0 is
the non-dealer; of two open hands mine is that of whoever is to act. RLCard and PettingZoo give
planes of 52 numbers: my hand, the top of the pile, what lies below it, the opponent's cards that
I know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.view import HAND

RLCARD_RULES: Final = "eaai,first_upcard=eleven,may_return_upcard=true,must_gin=true,target=none"
"""The rules of RLCard and PettingZoo as far as ours have them."""
_SUITS: Final = "shdc"
"""The suits in their order."""
_HEAD: Final = "Knock card:"
_CARD: Final = re.compile(r"[A2-9TJQK][scdh]")
_BOARD: Final = re.compile(
    r"Knock card: (?P<limit>\d+)\s+Prev upcard: (?P<before>\w\w)\s+Repeated move: \d+\s+"
    r"Current player: (?P<player>-?\d+)\s+Phase: (?P<phase>\w+)\s+"
    r"(?P<first>Player[01]:.*?)"
    r"Stock size: (?P<stock>\d+)\s+Upcard: (?P<up>\w\w)\s+Discard pile: ?(?P<pile>\w*)\s+"
    r"(?P<second>Player[01]:.*)",
    re.DOTALL,
)


def _lines(
    limit: int, before: str, player: int, phase: str, stock: int, up: list[str], pile: list[str],
    hands: dict[int, list[str]],
) -> str:  # fmt: skip
    """The view's lines of a board whose hidden hands are empty; `up` is its upcard, if any.

    `before` is the upcard before. Raises InputError where nobody is to draw or to discard.
    """
    shown = [seat for seat, cards in hands.items() if cards]
    me = shown[0] if len(shown) == 1 else player
    if phase not in {"FirstUpcard", "Draw", "Discard"} or player != me:
        raise InputError(
            "in this state it is not to choose between draws or discards: "
            f"phase {phase}, player {player} to act", where="text",
            hint="give the state in which the player whose hand is shown draws or discards",
        )  # fmt: skip
    lines = [f"rules: openspiel,knock_limit={limit}", f"stock: {stock}",
             f"dealer: {'me' if me else 'opp'}", f"hand: {' '.join(hands[me])}"]  # fmt: skip
    if phase == "FirstUpcard":
        return "\n".join([*lines, f"upcard: {up[0]}", *(["opp passed: yes"] if me else [])])
    lines.append(f"pile: {' '.join([*pile, *up]) or 'none'}")
    eleven = len(hands[me]) > HAND
    if eleven and before not in pile and _CARD.fullmatch(before):
        return "\n".join([*lines, f"took: {before}", "question: discard"])
    question = "discard" if eleven else "draw"
    return "\n".join([*lines, f"question: {question}", "first upcard: unknown"])


def board_as_lines(given: str | Mapping[str, Any]) -> str | None:
    """A view's lines for the last board of a text, planes, or a state as a document.

    None for anything else. Raises InputError where nobody is to draw or to discard there.
    """
    if not isinstance(given, str):
        return _state(given)
    _, head, board = given.rpartition(_HEAD)
    found = _BOARD.match(head + board) if head else None
    if found is None:
        return _planes(given)
    return _lines(
        int(found["limit"]), found["before"], int(found["player"]), found["phase"],
        int(found["stock"]), _CARD.findall(found["up"]), _CARD.findall(found["pile"]),
        {int(part[6]): _CARD.findall(part) for part in (found["first"], found["second"])},
    )  # fmt: skip


def _state(raw: Mapping[str, Any]) -> str | None:
    if not {"knock_card", "phase", "stock_size", "hands", "discard_pile"} <= raw.keys():
        return None
    hands = raw["hands"] if isinstance(raw["hands"], list) else list(raw["hands"].values())
    found = re.search(r"-?\d+|$", str(raw.get("current_player")))
    return _lines(
        int(raw["knock_card"]), str(raw.get("prev_upcard")),
        int(found.group() or -1) if found else -1, str(raw["phase"]), int(raw["stock_size"]),
        _CARD.findall(str(raw.get("upcard"))), _CARD.findall(str(raw["discard_pile"])),
        {player: _CARD.findall(str(cards)) for player, cards in enumerate(hands)},
    )  # fmt: skip


def _planes(text: str) -> str | None:
    """The lines of PettingZoo's four planes or RLCard's five; an action mask may stand behind."""
    numbers = re.sub(r"dtype=\w+|'\w+'|\"\w+\"|\.0*(?=[\s,\]])", "", text)
    digits = re.findall(r"\d+", numbers)
    if len(digits) not in {208, 260, 318, 370} or not {*digits} <= {"0", "1"}:
        return None
    rows = [
        [str(card_of(at)) for at in range(52) if digits[52 * row + at] == "1"] for row in range(4)
    ]
    hand, top, below, known = rows
    stock = 52 - HAND - len(hand) - len(top) - len(below)
    return "\n".join([
        f"rules: {RLCARD_RULES}", f"hand: {' '.join(hand)}", f"stock: {stock}",
        f"top: {top[0]}" if top else "pile: none",
        *([f"seen: {' '.join(below)}"] if below else []),
        *([f"opponent: {' '.join(known)}"] if known else []),
    ])  # fmt: skip


def card_of(number: int) -> Card:
    """The card of a number of RLCard's.

    >>> " ".join(str(card_of(number)) for number in (0, 13, 26, 39, 51))
    'As Ah Ad Ac Kc'
    """
    return Card.make(number % 13, "cdhs".index(_SUITS[number // 13]))
