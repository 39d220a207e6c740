"""Hands played for puzzles or recorded, and each decision of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from analyzer.engine.bots.policy import FAST, POLICIES
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import policy_for
from analyzer.game.actions import Action
from analyzer.game.position import Position
from analyzer.game.view import View, view_of
from analyzer.notation.records import Record, decisions
from analyzer.practice._deals import KNOWN, USUAL, Company, DealTable

TABLES: Final[Mapping[str, Company]] = MappingProxyType(
    {
        "usual": USUAL,
        "strong": ((0.5, ("engine:64", "engine:64")), (1.0, ("engine:64", FAST))),
        "people": (
            (0.25, (FAST, "people:cautious")),
            (0.40, ("people:hoarder", FAST)),
            (0.55, (FAST, "people:runner")),
            (0.70, ("greedy", "engine:64")),
            (0.85, ("people:beginner", "people:waiter")),
            (1.00, ("people:hopeful", "people:cautious")),
        ),
    }
)
"""The tables of each company that may play the deals."""


@dataclass(frozen=True, slots=True)
class PuzzleSpot:
    """A decision that came up."""

    view: View
    action: Action
    """The action played."""
    number: int
    """Which decision of the hand, from 0; forced ones do not count."""
    seat: int
    position: Position | None
    """The truth, where it is known, so that the hand can go on."""
    players: tuple[str, str]


def played(table: DealTable) -> tuple[list[PuzzleSpot], Position]:
    """Every decision of a deal that is not forced, and the hand as it ended.

    >>> from analyzer.game.rules import PRESETS
    >>> from analyzer.practice._deals import table_of
    >>> spots, end = played(table_of(PRESETS["eaai"], 1, 0))
    >>> end.over, spots[0].view.question
    (True, <Question.UPCARD: 'upcard'>)
    """
    chosen, end = table.played()
    return [
        PuzzleSpot(view_of(here), action, number, here.turn, here, table.names)
        for number, (here, action) in enumerate(chosen)
    ], end


def recorded(record: Record) -> Iterator[PuzzleSpot]:
    """The decisions of an imported record, of every player whose hand is known."""
    first, second = record.players
    players = (first or "player 1", second or "player 2")
    for seat in (0, 1):
        if record.hands[seat] is not None:
            for number, choice in enumerate(decisions(record, seat)):
                yield PuzzleSpot(choice.view, choice.action, number, seat, None, players)


def understood(spots: list[PuzzleSpot]) -> float:
    """Share of some decisions that a known player would have made so.

    The demand that a history be plausible: nobody did what no player does.
    """
    return sum(map(_understood, spots)) / len(spots) if spots else 1.0


def _understood(spot: PuzzleSpot) -> bool:
    policies = (policy_for(spot.view.rules), *(POLICIES[name] for name in KNOWN))
    return any(policy_action(spot.view, policy).plain == spot.action.plain for policy in policies)
