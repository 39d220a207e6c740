"""What a bot is: a player that sees one view and says one action."""

from __future__ import annotations

from typing import Protocol

from analyzer.actions import Action
from analyzer.view import View


class Bot(Protocol):
    """A player. It sees nothing but views, and keeps nothing from one decision to the next."""

    @property
    def name(self) -> str:
        """What the arena calls it."""
        ...

    @property
    def lays_off(self) -> bool:
        """Whether it lays cards off on the other's knock, as well as can be."""
        ...

    def decide(self, view: View, seed: int) -> Action:
        """A legal action; the same for the same view and seed."""
        ...
