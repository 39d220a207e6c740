"""The boards that OpenSpiel prints of a state, as the lines of a view.

Read are `str(state)`, a player's observation string and, of an information-state string, the last
of its boards. Player 0 is the non-dealer; of two open hands mine is that of whoever is to act.
"""

from __future__ import annotations

import re
from typing import Final

from analyzer.errors import InputError
from analyzer.game.view import HAND

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


def board_as_lines(text: str) -> str | None:
    """A view's lines for the last board of a text; None where it has none.

    Raises InputError where nobody is to draw or to discard there.
    """
    _, head, board = text.rpartition(_HEAD)
    found = _BOARD.match(head + board) if head else None
    if found is None:
        return None
    hands = {int(part[6]): _CARD.findall(part) for part in (found["first"], found["second"])}
    open_hands = [player for player, cards in hands.items() if cards]
    me = open_hands[0] if len(open_hands) == 1 else int(found["player"])
    if found["phase"] not in {"FirstUpcard", "Draw", "Discard"} or int(found["player"]) != me:
        raise InputError(
            f"in this state it is not to choose between draws or discards: phase {found['phase']}, "
            f"player {found['player']} to act", where="text",
            hint="give the state in which the player whose hand is shown draws or discards",
        )  # fmt: skip
    lines = [f"rules: openspiel,knock_limit={found['limit']}", f"stock: {found['stock']}",
             f"dealer: {'me' if me else 'opp'}", f"hand: {' '.join(hands[me])}"]  # fmt: skip
    return "\n".join([*lines, *_pile(found, len(hands[me]) > HAND, me)])


def _pile(found: re.Match[str], eleven: bool, me: int) -> list[str]:
    """The lines on the pile, and on what was done last."""
    pile, up = _CARD.findall(found["pile"]), _CARD.findall(found["up"])
    if found["phase"] == "FirstUpcard":
        return [f"upcard: {up[0]}", *(["opp passed: yes"] if me else [])]
    said = [f"pile: {' '.join([*pile, *up])}"] if pile or up else ["pile: none"]
    if eleven and found["before"] not in pile and _CARD.fullmatch(found["before"]):
        return [*said, f"took: {found['before']}", "question: discard"]
    return [*said, f"question: {'discard' if eleven else 'draw'}", "first upcard: unknown"]
