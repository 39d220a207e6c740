"""The rules of a game as data: every parameter in use, and the presets by name.

A variant is another `Rules` value, never another type: two, three or four players, jokers, mahjong
gin. Sources of the parameters: the published rules texts of the games named in each preset's
`summary`.

Terms: the *knock limit* is the most deadwood one may knock with; a *box* (line) is a
bonus for each hand won; a *shutout* (schneider) is a match in which the loser scored
nothing; the *wall* is what happens when two cards are left in the stock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final

import msgspec

from analyzer.errors import InputError
from analyzer.game.cards import DECK, JOKERS, Card, CardSet, Rank, Suit
from analyzer.game.rulefields import ANY_CARD, FIELDS, SHORT_NAMES
from analyzer.game.words import Word, closest
from analyzer.kernel import jit
from analyzer.kernel.jokers import ACE_HIGH, ACE_LOW, CORNER, JOKER
from analyzer.kernel.solver import Solver, solver_for
from analyzer.kernel.tables import MeldTables, MeldValues, build_tables
from analyzer.resources import read_json, read_value

MAHJONG_VALUES: Final = (15, *(5,) * 8, *(10,) * 4)
"""Points of each rank in mahjong gin, ace to king."""


class GameKind(StrEnum):
    """The way a hand goes."""

    KNOCK = "knock"
    MAHJONG = "mahjong"


class Tie(StrEnum):
    """The meaning of equal deadwood after a knock."""

    UNDERCUT = "undercut"
    """The defender undercuts and has the bonus (most texts)."""
    NOTHING = "nothing"
    """Nobody scores."""
    KNOCKER = "knocker"
    """The knocker wins the hand, by no points: an undercut must be strictly lower."""


class FirstUpcard(StrEnum):
    """The way a hand begins."""

    OFFER = "offer"
    """The non-dealer may take the upcard, then the dealer, then the non-dealer draws."""
    ELEVEN = "eleven"
    """The non-dealer is dealt eleven cards and discards first; there is no upcard."""


class Cut(StrEnum):
    """The decision of a match's first cut; of equal ranks spades are highest, then hearts."""

    LOW = "low deals"
    HIGH = "high deals"
    CHOICE = "high chooses"
    """Whoever cuts the higher card says who deals."""


class Wall(Word):
    """The rule for two cards left in the stock."""

    VOID = "void"
    """The hand ends without a score once the player discards without knocking."""
    LAST_DISCARD = "last discard"
    """Tournament "50th card": the opponent may take the last discard, only to knock."""
    RESHUFFLE = "reshuffle"
    """The pile without its top card is shuffled into a new stock."""


class NextDealer(StrEnum):
    """The dealer of the next hand."""

    ALTERNATE = "alternate"
    WINNER = "winner deals"
    LOSER = "loser deals"
    SCORED = "changes after a scored hand"
    """As in the research challenge: changes after a scored hand, stays after a void one."""


class Shutout(StrEnum):
    """The worth of a match won against a loser without a hand."""

    NONE = "none"
    HAND_POINTS = "hand points doubled"
    BONUS = "plus 100"
    DIFFERENCE = "difference doubled"


class BoxWhen(StrEnum):
    """The time at which boxes are credited."""

    END = "end"
    ONCE = "at once"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game; make a variant with `replace` or `Rules.override`.

    `rulefields.FIELDS` says what each field means and what it can be.

    >>> PRESETS["standard"].override(gin_bonus=30).name
    'standard,gin_bonus=30'
    """

    name: str = "standard"
    """The preset's name, followed by the overrides if there are any."""
    summary: str = ""
    """One line for the list of presets."""
    knock_limit: int = 10
    knock_by_upcard: bool = False
    ace_upcard_gin_only: bool = True
    spade_doubles: bool = False
    knock_card: str | None = None
    """No card of the pack is turned up, and the first draw is dealt with the hand: eleven cards, as
    `first_upcard` may say."""
    gin_bonus: int = 25
    undercut_bonus: int = 25
    tie: Tie = Tie.UNDERCUT
    big_gin_bonus: int | None = 31
    must_gin: bool = False
    meld_cap: int | None = None
    ace_both_ways: bool = False
    ace_points: int = 1
    court_points: int = 10
    first_upcard: FirstUpcard = FirstUpcard.OFFER
    may_return_upcard: bool = False
    wall: Wall = Wall.VOID
    misdeal_if_dealt_knock: bool = False
    next_dealer: NextDealer = NextDealer.ALTERNATE
    first_dealer: Cut = Cut.LOW
    target: int | None = 100
    game_bonus: int = 100
    box_bonus: int = 25
    box_when: BoxWhen = BoxWhen.END
    spade_doubles_box: bool = False
    shutout: Shutout = Shutout.HAND_POINTS
    columns: int = 1
    best_of: int = 1
    forfeit_margin: int | None = None
    players: int = 2
    cards: int = 10
    jokers: int = 0
    play: GameKind = GameKind.KNOCK

    @property
    def two_handed(self) -> bool:
        """True if the fast two-handed kernel plays it: two players, the plain pack, knocking."""
        knocking = self.players == 2 and self.play is GameKind.KNOCK
        return knocking and self.cards == 10 and not self.jokers

    @property
    def duel(self) -> bool:
        """True if two players knock, so that their matches go on a sheet of two."""
        return self.players == 2 and self.play is GameKind.KNOCK

    @property
    def pack(self) -> CardSet:
        """All cards of the game."""
        return pack_of(self.jokers)

    @property
    def values(self) -> tuple[int, ...]:
        """Points of each rank, ace to king."""
        return _prices(self.ace_points, self.court_points, self.play)[:13]

    def value(self, card: Card) -> int:
        """Points of a card as deadwood; in mahjong gin also on the table."""
        return _prices(self.ace_points, self.court_points, self.play)[card]

    def points(self, cards: CardSet) -> int:
        """Points of some cards."""
        return sum(map(self.value, cards))

    @property
    def ace(self) -> int:
        """The use of an ace in runs: one of the kernel's ways."""
        if self.play is GameKind.MAHJONG:
            return ACE_HIGH
        return CORNER if self.ace_both_ways else ACE_LOW

    @property
    def tables(self) -> MeldTables:
        """The kernel's tables for these melds and card values."""
        return build_tables(self.meld_values)

    @property
    def solver(self) -> Solver:
        """The solver of the exact questions: compiled where that is at hand, else plain Python."""
        return solver_for(self.meld_values, self.ace, jit.is_at_hand())

    @property
    def meld_values(self) -> MeldValues:
        """The worth of melds and cards, as the kernel is asked."""
        mahjong = self.play is GameKind.MAHJONG
        return MeldValues(self.values, self.ace_both_ways or mahjong, self.meld_cap or 0, mahjong)

    @property
    def deals_eleven(self) -> bool:
        """True if the non-dealer begins with eleven cards and no upcard is turned."""
        return self.first_upcard is FirstUpcard.ELEVEN or self.knock_card is not None

    def limit_for(self, upcard: Card | None) -> int:
        """The knock limit of a hand that began with this upcard (None where not known).

        >>> [PRESETS["oklahoma"].limit_for(Card.of(card)) for card in ("7c", "As")]
        [7, 0]
        """
        card = self._turned(upcard)
        if card is None or not (self.knock_by_upcard or self.knock_card):
            return self.knock_limit
        if card.rank is Rank.ACE and self.ace_upcard_gin_only:
            return 0
        return min(self.knock_limit, self.value(card))

    def limit_is_assumed(self, upcard: Card | None) -> bool:
        """True if a card that is not known sets the knock limit, so that it may be lower."""
        depends = self.knock_by_upcard and upcard is None
        return depends if self.knock_card is None else self.knock_card == ANY_CARD

    def multiplier_for(self, upcard: Card | None) -> int:
        """The factor of a hand's score: 2 after a spade where spades double."""
        card = self._turned(upcard)
        return 2 if self.may_double and card is not None and card.suit is Suit.SPADES else 1

    @property
    def may_double(self) -> bool:
        """True if a spade turned up, or as the card of a second deck, doubles a hand."""
        return self.spade_doubles or self.knock_card is not None

    def _turned(self, upcard: Card | None) -> Card | None:
        """The card that sets limit and worth: the second deck's where it is known."""
        if self.knock_card not in {None, ANY_CARD}:
            return Card.of(str(self.knock_card))
        return None if upcard is None or upcard.is_joker else upcard

    @property
    def dealing(self) -> NextDealer:
        """The dealer of the next hand: with a second deck the loser, for the winner draws first."""
        return NextDealer.LOSER if self.knock_card is not None else self.next_dealer

    @property
    def of_match(self) -> Rules:
        """The rules that the hands of a match share, whichever card of a second deck is turned."""
        if self.knock_card in {None, ANY_CARD}:
            return self
        name = self.name.replace(f"knock_card={self.knock_card}", f"knock_card={ANY_CARD}")
        return replace(self, name=name, knock_card=ANY_CARD)

    def with_knock_card(self, seed: str) -> Rules:
        """The rules of one hand: where a card of a second deck is turned, with one of a seed."""
        if self.knock_card != ANY_CARD:
            return self
        card = str(Random(f"{seed}/knock card").choice(tuple(DECK)))
        name = self.name.replace(f"knock_card={ANY_CARD}", f"knock_card={card}")
        return replace(self, name=name, knock_card=card)

    def override(self, **changes: Any) -> Rules:
        """These rules with some fields changed, named after the changes."""
        note = ",".join(f"{key}={_plain(value)}" for key, value in changes.items())
        return replace(self, name=f"{self.name},{note}", **changes)


@lru_cache(maxsize=64)
def _prices(ace: int, court: int, play: GameKind) -> tuple[int, ...]:
    """Points of each card by its number; those of the clubs are of each rank, ace to king."""
    mahjong = play is GameKind.MAHJONG
    ranks = MAHJONG_VALUES if mahjong else (ace, *range(2, 11), court, court, court)
    return (*ranks, JOKER, 0, 0) * 4


@cache
def pack_of(jokers: int) -> CardSet:
    """The deck and so many jokers.

    >>> len(pack_of(0)), len(pack_of(2)), str(pack_of(1) - pack_of(0))
    (52, 54, 'X1')
    """
    return DECK | CardSet.from_cards(JOKERS[:jokers])


def _plain(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is said of a preset, in `presets.json` and nowhere else."""

    summary: str
    """One line for the list of presets."""
    reading: str = ""
    """The reading of its text where that leaves something open."""
    title: str = ""
    """Names the game where it is not for two with the plain pack."""
    number: int | None = None
    """Stands for it in position ids, 0 to 30, for ever; an id without one has the name instead."""
    rules: dict[str, Any] = {}
    """The fields of `Rules` that differ from their defaults."""


_DEFAULT: Final = Rules()


def _entries() -> dict[str, Preset]:
    text = Path(__file__).with_name("presets.json").read_bytes()
    return read_json(text, dict[str, Preset])


def _rules_of(name: str, entry: Preset) -> Rules:
    if unknown := entry.rules.keys() - {field.name for field in fields(Rules)}:
        raise ValueError(f"{name} has no field {', '.join(sorted(unknown))}")
    return read_value({**entry.rules, "name": name, "summary": entry.summary}, Rules)


ENTRIES = MappingProxyType(_entries())
"""The presets as their file has them."""

PRESETS = MappingProxyType({name: _rules_of(name, entry) for name, entry in ENTRIES.items()})
"""The named rules of every game; the first is the default."""

TWO_HANDED = MappingProxyType({name: rules for name, rules in PRESETS.items() if rules.two_handed})
"""Those of two players with the plain pack."""

_PARTS = re.compile(r",|(?<![,\s])\s+(?=[\w-]+\s*=)")


@lru_cache(maxsize=512)
def parse_rules(text: str) -> Rules:
    """Read a preset's name, with overrides of any field behind commas or blanks.

    >>> parse_rules("standard,gin=20,undercut=10").gin_bonus
    20
    >>> parse_rules("standard gin=20") == parse_rules("standard, gin=20")
    True
    >>> parse_rules("mahjong,players=3").cards, parse_rules("classic,jokers=1").gin_bonus
    (7, 20)
    >>> parse_rules("classical")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: rules: there is no preset `classical`; did you mean classic?
    """
    name, *changes = (part.strip() for part in _PARTS.split(text.strip()))
    preset = PRESETS.get(name.lower() or "standard")
    if preset is None:
        raise InputError(
            f"there is no preset `{name}`",
            where="rules",
            hint=_nearest(name.lower(), list(PRESETS), "the presets are"),
        )
    changed = dict(map(_change, changes)) if any(changes) else {}
    rules = preset.override(**changed) if changed else preset
    if changed.get("players", 2) > 2 and "cards" not in changed:
        rules = replace(rules, cards=FEWER_CARDS)
    return _checked(rules)


FEWER_CARDS: Final = 7
"""Dealt to each of three or four players."""


def rules_for_two(text: str) -> Rules:
    """Read the rules of a game for two with the plain pack; raises InputError for any other.

    >>> rules_for_two("mahjong")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: rules: `mahjong` is not for two with the plain pack; use another one
    """
    rules = parse_rules(text)
    if not rules.two_handed:
        raise not_for_two(rules)
    return rules


def not_for_two(rules: Rules) -> InputError:
    """The error for rules that are for more than two, or with more than the plain pack."""
    return InputError(
        f"`{rules.name}` is not for two with the plain pack", where="rules", hint="use another one"
    )


def _checked(rules: Rules) -> Rules:
    """The rules, where there can be a game of them; raises InputError for what none can be."""
    if rules.spade_doubles_box and rules.box_when is BoxWhen.ONCE:
        raise InputError(
            "boxes that are credited at once are not doubled", where="rules",
            hint="credit them at the end, or leave spade_doubles_box out",
        )  # fmt: skip
    if rules.two_handed:
        return rules
    if rules.play is GameKind.MAHJONG and rules.jokers:
        raise InputError(
            "mahjong gin is played without jokers", where="rules", hint="leave them out"
        )
    check_open(rules)
    return rules


def check_open(rules: Rules) -> None:
    """See that rules can be played by any number; raises InputError for what only two can."""
    if rules.deals_eleven or rules.wall is Wall.LAST_DISCARD:
        raise InputError(
            f"`{rules.name}` is played by two with ten cards and no joker only",
            where="rules",
            hint="leave out eleven cards, the card of a second deck and the last discard",
        )


def _change(text: str) -> tuple[str, Any]:
    key, equals, value = (part.strip().lower() for part in text.partition("="))
    key = SHORT_NAMES.get(key, key.replace("-", "_"))
    if not equals or key not in FIELDS:
        others = _nearest(key, [*SHORT_NAMES, *FIELDS], "write field=value; the fields are")
        raise InputError(
            f"`{text}` is not an override",
            where="rules",
            hint=f"write {key}= and a value" if key in FIELDS else others,
        )
    return key, FIELDS[key].read(key, value, getattr(_DEFAULT, key))


def _nearest(word: str, words: list[str], otherwise: str) -> str:
    close = closest(word, words)
    return f"did you mean {close}?" if close else f"{otherwise} {', '.join(words)}"
