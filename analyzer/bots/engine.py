"""The search as a bot."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.actions import Action
from analyzer.bots.base import Unlearning
from analyzer.engine.play import choose
from analyzer.view import View

WORLDS = 1_024
"""Worlds a decision where the name does not say."""


@dataclass(frozen=True, slots=True)
class EngineBot(Unlearning):
    """Plays what the search chooses from a number of worlds."""

    worlds: int = WORLDS

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
        return choose(view, self.worlds, seed)
