"""Deals played by strong players with some noise.

Deal number i of a seed is always the same hand: who sits where, where somebody plays like
another player for once, and every card follow from the seed and i alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from analyzer.engine.bots import Bot, bot_named
from analyzer.engine.bots.policy import FAST, POLICIES
from analyzer.engine.bots.tables import dealt
from analyzer.engine.fast import policy_action
from analyzer.game.actions import Action, Question
from analyzer.game.position import Position
from analyzer.game.rules import Rules
from analyzer.game.view import view_of
from analyzer.kernel.playout import MOST_DISCARDS

NOISE: Final = 0.06
"""Chance that a decision is another player's."""

Company = tuple[tuple[float, tuple[str, str]], ...]
"""Pairs of players, player 1 first, each with the sum of the chances up to it."""

USUAL: Final[Company] = (
    (0.80, (FAST, FAST)),
    (0.86, (FAST, "camper")),
    (0.91, ("knocks-early", FAST)),
    (0.95, (FAST, "eaai-simple")),
    (0.98, ("engine:64", FAST)),
    (1.00, ("engine:256", "engine:256")),
)

KNOWN: Final = ("greedy", "gin-waiter", "camper", "knocks-early")
"""Players whose choice counts as understood, beside `fast`; noise is theirs."""


@dataclass(frozen=True, slots=True)
class DealTable:
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

    def played(self) -> tuple[list[tuple[Position, Action]], Position]:
        """(every decision of the deal that is not forced, the hand as it ended)."""
        here = passed_over(dealt(self.rules, self.seed, self.deal))
        chosen: list[tuple[Position, Action]] = []
        while not here.over and _discards(here) < MOST_DISCARDS:
            action = self.action(here, len(chosen))
            chosen.append((here, action))
            here = passed_over(here.apply(action))
        return chosen, here


def table_of(
    rules: Rules, seed: int, deal: int, *, quick: bool = False, company: Company = USUAL
) -> DealTable:
    """The table at which a deal is played; a quick one without a search."""
    at = Random(f"{seed}/{deal}").random()
    names = next(names for most, names in company if at < most)
    first, second = (
        bot_named(FAST if quick and name.startswith("engine") else name, rules) for name in names
    )
    return DealTable((first, second), rules, deal, seed)


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
