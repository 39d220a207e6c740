"""A bot: a player that sees one view and says one action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, Self

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import Defense
from analyzer.game.cards import CardSet
from analyzer.game.hand_end import HandEnd
from analyzer.game.rules import Rules
from analyzer.game.view import View


class Bot(Protocol):
    """A player, immutable: it sees nothing but views, and what is shown at the end of a hand."""

    @property
    def name(self) -> str:
        """The name in the arena."""
        ...

    def defend(self, hand: CardSet, knock: Action, rules: Rules) -> Defense | None:
        """Its answer, with ten cards in hand, to a knock or gin; None for the best there is."""
        ...

    def decide(self, view: View, seed: int) -> Action:
        """A legal action; the same for the same view and seed."""
        ...

    def after(self, hand: HandEnd) -> Bot:
        """The player that it is in the next hand of the game; itself if it does not learn."""
        ...


Make = Callable[[Rules, str], Bot]
"""Makes the bot of a whole name, such as `engine:256`, to play under some rules; raises InputError
where it cannot."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A bot that may sit down."""

    make: Make
    shown: str
    """Its name in lists; empty where it is in none."""
    is_example: bool
    """True if `shown` is one of many names, which is told only where a name was wrong."""
    takes_more: bool
    """True if something may stand behind its name and a colon."""
    rank: int
    """The place of the bot in lists."""


ROSTER: Final[dict[str, Registered]] = {}
"""The bots by name, or by what stands before the colon of theirs."""


def register(
    name: str,
    make: Make,
    *,
    rank: int = 50,
    takes_more: bool = False,
    shown: str | None = None,
    is_example: bool = False,
) -> None:
    """Let a bot sit down by a name, wherever bots are listed; each is registered once.

    The fields are those of `Registered`; lists show `name` where `shown` is not given.
    """
    assert name not in ROSTER, name
    ROSTER[name] = Registered(make, name if shown is None else shown, is_example, takes_more, rank)


class Unlearning:
    """A bot that plays the next hand as it played the last one, and defends as well as can be."""

    __slots__ = ()

    def defend(self, hand: CardSet, knock: Action, rules: Rules) -> Defense | None:
        """None: the defense is not left to chance."""
        return None

    def after(self, hand: HandEnd) -> Self:
        """Itself."""
        return self


class Forfeit(Exception):  # noqa: N818  # an event of the game
    """A guest does not play on: it loses the hand, as if the other player had gone gin."""


class Guest(ABC):
    """A player that is not ours, so that it may do what cannot be."""

    @abstractmethod
    def illegal(self, action: Action, error: InputError) -> Forfeit:
        """Return what the referee makes of an action that it has refused."""
