"""The search as a bot."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.actions import Action
from analyzer.belief import posterior_after
from analyzer.engine.play import choose, reader
from analyzer.policies import PRIOR
from analyzer.view import Aftermath, Side, View

WORLDS = 1_024
"""Worlds a decision where the name does not say."""


@dataclass(frozen=True, slots=True)
class EngineBot:
    """Plays what the search chooses from a number of worlds, and learns who sits opposite."""

    worlds: int = WORLDS
    types: tuple[float, ...] = PRIOR
    """How likely each type of player is before the hand."""

    @property
    def name(self) -> str:
        """Such as `engine:256`."""
        return f"engine:{self.worlds}"

    @property
    def lays_off(self) -> bool:
        """It does."""
        return True

    def decide(self, view: View, seed: int) -> Action:
        """As `analyzer.engine.play.choose`."""
        return choose(view, self.worlds, seed, reader(self.types))

    def after(self, hand: Aftermath) -> EngineBot:
        """The bot with what the hand told of the other player."""
        if not any(event.thrown and event.who is Side.OPPONENT for event in hand.history[:-1]):
            return self
        last = hand.last if hand.knocker is Side.OPPONENT else None
        shown = None if hand.opponent is None or len(hand.opponent) > 10 else hand.opponent
        found = posterior_after(hand.before_last(), self.types, hand=shown, last=last)
        return replace(self, types=found)
