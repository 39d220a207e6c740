"""The search as a bot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from analyzer.engine.bots._base import register
from analyzer.engine.play import choose, reader
from analyzer.engine.policies import TYPES, Style
from analyzer.engine.sitting import STRANGER, Sitting
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import Defense
from analyzer.game.cards import CardSet
from analyzer.game.hand_end import HandEnd
from analyzer.game.rules import Rules
from analyzer.game.view import HAND, Side, View

WORLDS = 1_024
"""Worlds a decision where the name does not say."""
MOST_WORLDS = 1_000_000

LIKE: Final[Mapping[str, Style]] = MappingProxyType(
    {
        "fast": Style.SENSIBLE,
        "engine": Style.UNPREDICTABLE,
        "knocks-early": Style.KNOCKS_EARLY,
        "gin-waiter": Style.WAITS_FOR_GIN,
        "camper": Style.WAITS_FOR_GIN,
        "greedy": Style.GREEDY,
        "eaai-simple": Style.GREEDY,
    }
)
"""The type of player that each bot is, or is most like: what a search counts on that models it.

The type of the engine is fitted to hands of `engine:256`; in playouts it goes on as `fast` does.
"""


def sure_of(victim: str) -> Sitting:
    """Return what is known where the other player is known to be this bot.

    >>> max(zip(sure_of("camper").types, TYPES))
    (1.0, <Style.WAITS_FOR_GIN: 'waits for gin'>)
    """
    return Sitting(tuple(float(style is LIKE[victim.partition(":")[0]]) for style in TYPES))


@dataclass(frozen=True, slots=True)
class EngineBot:
    """Plays what the search chooses from a number of worlds, and learns who sits opposite."""

    worlds: int = WORLDS
    sitting: Sitting = STRANGER
    """The knowledge of the other player before the hand."""
    victim: str = ""
    """Whom it takes the other player for, whatever he does; nobody in particular if empty."""

    @property
    def name(self) -> str:
        """Such as `engine:256`, or `engine:256,models=camper`."""
        return f"engine:{self.worlds}" + (f",models={self.victim}" if self.victim else "")

    def defend(self, hand: CardSet, knock: Action, rules: Rules) -> Defense | None:
        """None: the best."""
        return None

    def decide(self, view: View, seed: int) -> Action:
        """As `analyzer.engine.play.choose`."""
        return choose(view, self.worlds, seed, reader(self.sitting))

    def after(self, hand: HandEnd) -> EngineBot:
        """The bot with what the hand told of the other player.

        Itself where they discarded nothing before the last turn, and where it is sure of them.
        """
        if self.victim:
            return self
        theirs = (event for event in hand.history[:-1] if event.player == Side.OPPONENT)
        if all(event.discarded is None for event in theirs):
            return self
        last = hand.last if hand.knocker is Side.OPPONENT else None
        # After a big gin of theirs it is not known which of the eleven cards came last.
        shown = None if hand.opponent is None or len(hand.opponent) > HAND else hand.opponent
        return replace(self, sitting=self.sitting.after(hand.before_last(), hand=shown, last=last))


def engine_named(name: str) -> EngineBot:
    """The engine of a name: `engine`, `engine:256`, `engine:256,models=camper`.

    Raises InputError for a number of worlds that is none, and for a victim without a model.
    """
    _, colon, more = name.partition(":")
    worlds, models, victim = more.partition(",models=")
    bot = EngineBot(_worlds(worlds) if colon else WORLDS)
    return _against(bot, victim) if models else bot


def _against(bot: EngineBot, victim: str) -> EngineBot:
    if victim.partition(":")[0] not in LIKE:
        raise InputError(
            f"the engine has no model of `{victim}`",
            where="bot",
            hint=f"write engine:256,models= and one of {', '.join(LIKE)}",
        )
    return replace(bot, sitting=sure_of(victim), victim=victim)


def _worlds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:8]) <= MOST_WORLDS):
        raise InputError(
            f"`{text}` is not a number of worlds",
            where="bot",
            hint=f"write engine:256, with 1 to {MOST_WORLDS:,}",
        )
    return int(text)


register(
    "engine", lambda rules, name: engine_named(name), takes_more=True,
    shown=f"engine:{WORLDS}", rank=91,
)  # fmt: skip
