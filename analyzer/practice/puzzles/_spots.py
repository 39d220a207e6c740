"""Hands played for puzzles: strong players with some noise, and each decision of theirs.

Deal number i of a seed is always the same hand: who sits where, where somebody plays like
another player for once, and every card follow from the seed and i alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final

from analyzer.engine.bots import Bot, bot_named
from analyzer.engine.bots.policy import FAST, POLICIES
from analyzer.engine.bots.tables import dealt
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import policy_for
from analyzer.game.actions import Action, Question
from analyzer.game.position import Position
from analyzer.game.rules import Rules
from analyzer.game.view import View, view_of
from analyzer.kernel.playout import MOST_DISCARDS
from analyzer.notation.records import Record, decisions

NOISE: Final = 0.06
"""Chance that a decision is another player's."""

_Tables = tuple[tuple[float, tuple[str, str]], ...]

USUAL: Final = "usual"
TABLES: Final[Mapping[str, _Tables]] = MappingProxyType(
    {
        USUAL: (
            (0.80, (FAST, FAST)),
            (0.86, (FAST, "camper")),
            (0.91, ("knocks-early", FAST)),
            (0.95, (FAST, "eaai-simple")),
            (0.98, ("engine:64", FAST)),
            (1.00, ("engine:256", "engine:256")),
        ),
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
"""The players, by the company: the sums of the chances of each table, player 1 first."""

KNOWN: Final = ("greedy", "gin-waiter", "camper", "knocks-early")
"""Players whose choice counts as understood, beside `fast`; noise is theirs."""


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


@dataclass(frozen=True, slots=True)
class PuzzleTable:
    """The players of a deal, and its chance."""

    bots: tuple[Bot, Bot]
    rules: Rules
    deal: int
    seed: int

    @property
    def names(self) -> tuple[str, str]:
        """The players' names."""
        return self.bots[0].name, self.bots[1].name

    def action(self, here: Position, number: int) -> Action:
        """Return what is done in decision `number` of the hand; legal, and the same every time."""
        chance = Random(f"{self.seed}/{self.deal}/{number}")
        view = view_of(here)
        if chance.random() < NOISE:
            return policy_action(view, POLICIES[chance.choice(KNOWN)])
        return self.bots[here.turn].decide(view, chance.getrandbits(62))


def table_of(
    rules: Rules, seed: int, deal: int, *, quick: bool = False, company: str = USUAL
) -> PuzzleTable:
    """The table at which a deal is played; a quick one without a search."""
    at = Random(f"{seed}/{deal}").random()
    names = next(names for most, names in TABLES[company] if at < most)
    first, second = (
        bot_named(FAST if quick and _searches(name) else name, rules) for name in names
    )
    return PuzzleTable((first, second), rules, deal, seed)


def _searches(name: str) -> bool:
    return name.startswith("engine")


def played(table: PuzzleTable) -> tuple[list[PuzzleSpot], Position]:
    """Every decision of a deal that is not forced, and the hand as it ended.

    >>> from analyzer.game.rules import PRESETS
    >>> spots, end = played(table_of(PRESETS["eaai"], 1, 0))
    >>> end.over, spots[0].view.question
    (True, <Question.UPCARD: 'upcard'>)
    """
    here = dealt(table.rules, table.seed, table.deal)
    puzzle_spots: list[PuzzleSpot] = []
    while not here.over and _discards(here) < MOST_DISCARDS:
        here = passed_over(here)
        if here.over:
            break
        action = table.action(here, len(puzzle_spots))
        puzzle_spots.append(
            PuzzleSpot(view_of(here), action, len(puzzle_spots), here.turn, here, table.names)
        )
        here = here.apply(action)
    return puzzle_spots, here


def passed_over(here: Position) -> Position:
    """The position after all decisions that leave no choice."""
    while not here.over and here.question is not Question.DISCARD:
        legal = here.legal_actions()
        if len(legal) > 1:
            break
        here = here.apply(legal[0])
    return here


def _discards(here: Position) -> int:
    return sum(turn.discarded is not None for turn in here.played)


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
