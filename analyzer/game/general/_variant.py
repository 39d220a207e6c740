"""The rules of the other games as data: those of a two-handed game, and what goes beyond them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.general._cards import pack_of
from analyzer.game.rules import Rules, Wall, parse_rules
from analyzer.kernel.general import ACE_HIGH, ACE_LOW, CORNER, JOKER
from analyzer.kernel.tables import MeldTables, build_tables
from analyzer.resources import read_json

MAHJONG_VALUES = (15, *(5,) * 8, *(10,) * 4)


class GameKind(StrEnum):
    """How a hand goes."""

    KNOCK = "knock"
    MAHJONG = "mahjong"


@dataclass(frozen=True)
class Variant:
    """The rules of one of the other games; `parse_variant` reads one.

    >>> VARIANTS["three-hand"].cards, VARIANTS["two-jokers"].jokers
    (7, 2)
    """

    name: str
    """The name in `VARIANTS`, followed by the overrides if there are any."""
    rules: Rules
    """What the game shares with a two-handed one: limit, bonuses, melds, match."""
    summary: str = ""
    players: int = 2
    cards: int = 10
    """Dealt to each player."""
    jokers: int = 0
    play: GameKind = GameKind.KNOCK

    @cached_property
    def pack(self) -> CardSet:
        """All cards of the game."""
        return pack_of(self.jokers)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Points of each rank, ace to king."""
        return MAHJONG_VALUES if self.play is GameKind.MAHJONG else self.rules.values()

    @cached_property
    def ace(self) -> int:
        """How an ace may be used in runs: one of the kernel's ways."""
        if self.play is GameKind.MAHJONG:
            return ACE_HIGH
        return CORNER if self.rules.ace_both_ways else ACE_LOW

    @cached_property
    def tables(self) -> MeldTables:
        """The kernel's tables for these melds and card values."""
        high_only = self.ace == ACE_HIGH
        return build_tables(self.values, self.ace != ACE_LOW, self.rules.meld_cap or 0, high_only)

    def value(self, card: Card) -> int:
        """Points of a card."""
        return JOKER if card.is_joker else self.values[card.rank]

    def points(self, cards: CardSet) -> int:
        """Points of some cards."""
        return sum(map(self.value, cards))

    def limit_for(self, upcard: Card | None) -> int:
        """The knock limit of a hand that began with this upcard."""
        return self.rules.limit_for(None if upcard is None or upcard.is_joker else upcard)

    def multiplier_for(self, upcard: Card | None) -> int:
        """What a hand's points are multiplied by."""
        return self.rules.multiplier_for(None if upcard is None or upcard.is_joker else upcard)


class _Stored(msgspec.Struct, forbid_unknown_fields=True):
    summary: str
    rules: str
    players: int = 2
    cards: int = 10
    jokers: int = 0
    play: GameKind = GameKind.KNOCK


def _variants() -> dict[str, Variant]:
    text = Path(__file__).with_name("variants.json").read_bytes()
    stored = read_json(text, dict[str, _Stored])
    return {
        name: Variant(
            name, parse_rules(one.rules), one.summary, one.players, one.cards, one.jokers, one.play
        )
        for name, one in stored.items()
    }


VARIANTS = MappingProxyType(_variants())
"""The other games by name."""

_BOUNDS = {"players": (2, 4), "cards": (7, 10), "jokers": (0, 2)}


@lru_cache(maxsize=128)
def parse_variant(text: str) -> Variant:
    """Read a game's name, with overrides of the seats, the jokers or any field of the rules.

    A preset of the two-handed game is read too, and played by the general one.

    >>> parse_variant("mahjong,players=3").cards, parse_variant("classic,jokers=1").rules.gin_bonus
    (7, 20)
    """
    name, *changes = (part.strip() for part in text.split(","))
    variant = VARIANTS.get(name.lower()) or Variant(name.lower(), parse_rules(name))
    own: dict[str, int] = {}
    of_rules = []
    for change in changes:
        key, _, value = (part.strip().lower() for part in change.partition("="))
        if key in _BOUNDS:
            own[key] = _number(key, value)
        else:
            of_rules.append(change)
    if own.get("players", 2) > 2 and "cards" not in own:
        own["cards"] = 7
    rules = parse_rules(",".join((variant.rules.name, *of_rules)))
    made = Variant(
        ",".join((variant.name, *changes)), rules, variant.summary,
        own.get("players", variant.players), own.get("cards", variant.cards),
        own.get("jokers", variant.jokers), variant.play,
    )  # fmt: skip
    _check(made)
    return made


def _number(key: str, text: str) -> int:
    least, most = _BOUNDS[key]
    if not text.isdecimal() or not least <= int(text[:4]) <= most:
        raise InputError(
            f"`{text}` cannot be the number of {key}",
            where="rules",
            hint=f"write a whole number from {least} to {most}",
        )
    return int(text)


def _check(variant: Variant) -> None:
    rules = variant.rules
    if variant.play is GameKind.MAHJONG and variant.jokers:
        raise InputError(
            "mahjong gin is played without jokers", where="rules", hint="leave them out"
        )
    if rules.deals_eleven or rules.wall is Wall.LAST_DISCARD:
        raise InputError(
            f"`{variant.name}` is played by two with ten cards and no joker only",
            where="rules",
            hint="leave out eleven cards, the card of a second deck and the last discard",
        )


def other_game(text: str | None) -> Variant | None:
    """The game that rules name, if it is none that the two-handed one plays.

    >>> other_game("mahjong").cards, other_game("standard,gin=20"), other_game(None)
    (10, None, None)
    """
    if text is None:
        return None
    name, *changes = (part.strip().lower() for part in text.split(","))
    goes_beyond = any(change.partition("=")[0].strip() in _BOUNDS for change in changes)
    return parse_variant(text) if name in VARIANTS or goes_beyond else None
