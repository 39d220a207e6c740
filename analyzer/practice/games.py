"""The games that can be played at the table, against whom, and how far."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Final

from analyzer.errors import InputError
from analyzer.game.rules import ENTRIES, TWO_HANDED, Rules, parse_rules
from analyzer.notation.ruletexts import plain_text, rules_title

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
    "teams of 2: tedesco": "Teams of two, by tedesco",
}
"""The games played around a table that have a name; any other rules can be played too."""

TEAMS: Final = "teams of "
"""The beginning of the name of a match of teams: ``teams of 3: classic,gin_bonus=30``."""

LONGEST_NAME: Final = 1_000
"""Characters of the rules of a game."""

SEED_BITS: Final = 128
"""Of a game: nobody finds its seed by trying all, though a hash of it be known."""


def hand_seed(seed: int, number: int) -> int:
    """The seed of hand `number` of a game, from 1."""
    return Random(f"{seed}/{number}").getrandbits(62)


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
    """The opponents: four for two players, weakest first, three around a table, and a person."""

    NOVICE = "novice"
    CLUB = "club"
    STRONG = "strong"
    ENGINE = "engine"
    QUICK = "greedy"
    CAREFUL = "outs"
    THOUGHTFUL = "rollouts:48"
    PERSON = "person"


TITLES: Final = {
    Level.NOVICE: "Novice",
    Level.CLUB: "Club player",
    Level.STRONG: "Strong",
    Level.ENGINE: "Engine",
    Level.QUICK: "Quick",
    Level.CAREFUL: "Careful",
    Level.THOUGHTFUL: "Thoughtful",
    Level.PERSON: "Friend",
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


def split_name(name: str) -> tuple[int, str]:
    """(players in a team, the rules of a table) of a game's name.

    >>> split_name("teams of 3"), split_name("teams of 2: tedesco"), split_name("classic")
    ((3, 'standard'), (2, 'tedesco'), (1, 'classic'))
    """
    if not name.startswith(TEAMS):
        return 1, name
    size, _, rules = name.removeprefix(TEAMS).partition(": ")
    return (int(size) if size in {"2", "3", "4"} else 0), rules or "standard"


def rules_at(name: str) -> Rules:
    """The rules of a hand at the player's table in a game; raises InputError for none."""
    team, text = split_name(name)
    rules = parse_rules(text)
    if not team or len(name) > LONGEST_NAME or (team > 1 and not rules.two_handed):
        raise InputError(
            f"`{name[:40]}` is not a match of teams", where="rules",
            hint="teams of 2, 3 or 4 play with the rules of two players",
        )  # fmt: skip
    return rules


def is_for_two(name: str) -> bool:
    """True if two play a game with the whole engine behind them, each for themselves."""
    return not name.startswith(TEAMS) and rules_at(name).two_handed


def name_of(text: str) -> str:
    """The name under which a game by some rules is kept; raises InputError for none.

    >>> name_of("Classic, gin=30"), name_of("teams of 2: standard"), name_of("standard,gin=25")
    ('classic,gin_bonus=30', 'teams of 2', 'standard')
    """
    team, _ = split_name(text)
    rules = plain_text(rules_at(text))
    if team == 1:
        return rules
    return f"{TEAMS}{team}" if rules == "standard" else f"{TEAMS}{team}: {rules}"


def title_of(name: str) -> str:
    """A game in words.

    >>> title_of("three-hand"), title_of("classic,gin_bonus=30")
    ('Three players', 'Classic with gin bonus 30')
    >>> title_of("teams of 2: classic")
    'Teams of two, by classic'
    """
    if name in GAMES:
        return GAMES[name]
    team, text = split_name(name)
    if team > 1:
        return f"{GAMES[f'{TEAMS}{team}']}, by {text.partition(',')[0]}"
    return rules_title(parse_rules(text))


def levels_of(rules_name: str) -> tuple[Level, ...]:
    """The bots that are opponents in a game."""
    return tuple(BOTS) if is_for_two(rules_name) else AROUND


def is_played_against(level: str, rules_name: str) -> bool:
    """True if a level, or a person, is an opponent in a game.

    >>> is_played_against(Level.PERSON, "classic"), is_played_against(Level.PERSON, "three-hand")
    (True, False)
    """
    return level in levels_of(rules_name) or (level == Level.PERSON and is_for_two(rules_name))


class GameStage(StrEnum):
    """The next input of a game."""

    CUT = "cut"
    """The player's word who deals first, after cutting the higher card."""
    DECIDE = "decide"
    """The player's move."""
    WAIT = "wait"
    """The input of another."""
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
