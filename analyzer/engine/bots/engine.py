"""The search as a bot."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.engine.belief import posterior_after
from analyzer.engine.play import choose, reader
from analyzer.engine.policies import PRIOR
from analyzer.game.actions import Action
from analyzer.game.position import HandEnd
from analyzer.game.view import HAND, Side, View

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

    def after(self, hand: HandEnd) -> EngineBot:
        """The bot with what the hand told of the other player.

        Itself where they discarded nothing before the last turn.
        """
        theirs = (event for event in hand.history[:-1] if event.who is Side.OPPONENT)
        if all(event.discarded is None for event in theirs):
            return self
        last = hand.last if hand.knocker is Side.OPPONENT else None
        # After a big gin of theirs it is not known which of the eleven cards came last.
        shown = None if hand.opponent is None or len(hand.opponent) > HAND else hand.opponent
        found = posterior_after(hand.before_last(), self.types, hand=shown, last=last)
        return replace(self, types=found)
