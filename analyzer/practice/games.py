"""The games that can be played at the table, against whom, and how far."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from analyzer.errors import InputError
from analyzer.game.rules import ENTRIES, TWO_HANDED

RULES: Final = tuple(TWO_HANDED)
"""Presets for two, each with the engine behind it."""

GAMES: Final = {
    **{name: entry.title or name for name, entry in ENTRIES.items() if name not in TWO_HANDED},
    "mahjong,players=3": "Mahjong gin, three players",
    "mahjong,players=4": "Mahjong gin, four players",
    "four-hand,jokers=2": "Four players, two jokers",
    "teams of 2": "Teams of two",
    "teams of 3": "Teams of three",
    "teams of 4": "Teams of four",
}
"""The games played around a table, and their names."""

SEED_BITS: Final = 128
"""Of a game: nobody finds its seed by trying all, though a hash of it be known."""

MOST_HANDS: Final = 200
"""Hands of a game: one that ends nowhere is broken off."""

ONE_HAND: Final = 0
"""The target of a match that is over after its first hand."""

TARGETS: Final[dict[str, str]] = {
    "": "the game’s own target",
    "0": "one hand",
    "50": "50 points",
    "100": "100 points",
    "250": "250 points",
}
"""The length of a match, by the value that a form sends."""


class Level(StrEnum):
    """The opponents: four for two players, weakest first, and three around a table."""

    NOVICE = "novice"
    CLUB = "club"
    STRONG = "strong"
    ENGINE = "engine"
    QUICK = "greedy"
    CAREFUL = "outs"
    THOUGHTFUL = "rollouts:48"


TITLES: Final = {
    Level.NOVICE: "Novice",
    Level.CLUB: "Club player",
    Level.STRONG: "Strong",
    Level.ENGINE: "Engine",
    Level.QUICK: "Quick",
    Level.CAREFUL: "Careful",
    Level.THOUGHTFUL: "Thoughtful",
}
"""The names of the levels."""

BOTS: Final = {
    Level.NOVICE: "eaai-simple",
    Level.CLUB: "camper",
    Level.STRONG: "fast",
    Level.ENGINE: "engine:1024",
}
"""The bot of each level where two play; around a table a level is the bot's own name."""

SEARCHING: Final = frozenset({Level.ENGINE})
"""The levels that have to be compiled; the others play at once."""

AROUND: Final = (Level.QUICK, Level.CAREFUL, Level.THOUGHTFUL)
"""The levels around a table."""


def levels_of(rules_name: str) -> tuple[Level, ...]:
    """The opponents in a game."""
    return tuple(BOTS) if rules_name in RULES else AROUND


class GameStage(StrEnum):
    """The next input of a game."""

    DECIDE = "decide"
    """The player's move."""
    DEFEND = "defend"
    """The player's answer to a knock."""
    HAND_OVER = "hand over"
    FINISHED = "finished"
    """The target is reached."""

    @property
    def over(self) -> bool:
        """True if the hand is."""
        return self in {GameStage.HAND_OVER, GameStage.FINISHED}


def target_of(text: str) -> int | None:
    """The target that a form names; raises InputError for another.

    >>> target_of("50"), target_of(""), target_of("0") == ONE_HAND
    (50, None, True)
    """
    if text not in TARGETS:
        raise InputError(
            f"`{text[:30]}` is not a target",
            where="to",
            hint=f"leave it out, or give one of {', '.join(filter(None, TARGETS))}",
        )
    return int(text) if text else None
