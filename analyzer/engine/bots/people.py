"""Players with the habits of people: each a row of traits in a table, with slips, hopes and whims.

There are two tables. *People* are what beliefs are fitted to; *strangers* are kept for tests of
what was fitted, so nothing that fits may read them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import log
from random import Random
from typing import Final

import msgspec

from analyzer.engine.bots._base import Unlearning, register
from analyzer.engine.rollout import spread_of
from analyzer.errors import InputError
from analyzer.game.actions import DRAW, PASS, TAKE, Action, Kind, Question
from analyzer.game.cards import Card, CardSet, Rank
from analyzer.game.melds import best_arrangements, discards, melds_through
from analyzer.game.view import View
from analyzer.resources import read_value

PEOPLE: Final = "people"
STRANGERS: Final = "strangers"
GROUPS: Final = (PEOPLE, STRANGERS)
"""The tables; `people:hoarder` is a player of the first."""

NEAR: Final = 2
"""Ranks between two cards of a suit that may still be in one meld of three."""
RECENT: Final = 4
"""Cards on top of the pile that a person still remembers."""


class Keeps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The worth of keeping a loose card to a player, in points of deadwood."""

    point: float = -1.0
    """Each point that it counts: below 0 for all who discard high cards first."""
    pair: float = 2.0
    """Each other loose card of its rank."""
    run: float = 2.0
    """Each loose neighbor of its suit; half as much for one with a gap between."""
    high: float = 0.0
    """A ten, jack, queen or king."""
    ranks: str = ""
    """Lucky ranks, such as `7A`, …"""
    suits: str = ""
    """… and suits, such as `h`, …"""
    lucky: float = 0.0
    """… and how dear a card of these is."""
    feeds: float = 0.0
    """Each card near it that the other player was seen to take."""
    dead: float = 0.0
    """Each card near it among the last ones on the pile: below 0 for who discards what is safe."""
    new: float = 0.0
    """The card that was just drawn: below 0 for who would rather change nothing."""


class Takes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance to take a card for what it goes with; the greatest one counts."""

    set: float = 0.98
    run: float = 0.98
    pair: float = 0.02
    """It pairs a loose card."""
    step: float = 0.02
    """It is the neighbor of a loose card."""
    low: float = 0.02
    """An ace, two or three."""
    high: float = 0.0
    any: float = 0.01


class Knocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moments at which a player lays down."""

    most: int = 10
    """The most deadwood to knock with; 0 to wait for gin."""
    after: int = 0
    """Own discards before the first knock."""
    until: int = 99
    """Own discards after which only gin will do."""
    forgets: float = 0.03
    """Chance to overlook that one may knock, …"""
    blind: float = 0.0
    """… and that it is gin."""


class Traits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The manner of one player."""

    about: str
    """The player's character, in a sentence."""
    keeps: Keeps = Keeps()
    takes: Takes = Takes()
    knocks: Knocks = Knocks()
    whim: float = 1.0
    """The standard deviation of the player's liking for a card, in points."""
    slip: float = 0.02
    """Chance of a discard of any loose card, …"""
    blunder: float = 0.005
    """… and of any card at all, a meld broken or not."""


@lru_cache(maxsize=len(GROUPS))
def traits_of(group: str) -> Mapping[str, Traits]:
    """The players of a table, by name.

    >>> len(traits_of(PEOPLE)), len(traits_of(STRANGERS))
    (12, 12)
    """
    data = files("analyzer.engine").joinpath("data", f"{group}.toml").read_text("utf-8")
    return read_value(tomllib.loads(data), dict[str, Traits])


def names_in(group: str) -> tuple[str, ...]:
    """The names by which the players of a table sit down."""
    return tuple(f"{group}:{name}" for name in traits_of(group))


def person_named(name: str) -> PersonBot:
    """The player of a name such as `people:hoarder`; InputError that lists the names of a table.

    >>> person_named("people:hoarder").name
    'people:hoarder'
    """
    group, _, own = name.partition(":")
    known = traits_of(group)
    if own not in known:
        raise InputError(
            f"there is nobody called `{own}` among the {group}",
            where="bot",
            hint="use one of " + ", ".join(names_in(group)),
        )
    return PersonBot(name, known[own])


@dataclass(frozen=True, slots=True)
class PersonBot(Unlearning):
    """A player with traits: the cheapest loose card goes, unless a slip or a whim has it otherwise.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Kc Kd Qs 2c 9s\\nstock: 30")
    >>> str(person_named("people:hoarder").decide(view, seed=1))
    'discard 2c'
    """

    name: str
    traits: Traits

    def decide(self, view: View, seed: int) -> Action:
        """Return what the player does; the seed says what they overlook and fancy."""
        chance = Random(seed)
        if view.question is Question.DISCARD:
            return self._laid_down(view, chance) or self._discarded(view, chance)
        if view.question is Question.LAST:
            wants = self.traits.knocks.most > 0 and TAKE in view.legal_actions()
            return TAKE if wants else PASS
        offered = None if view.must_draw else view.top
        if offered is not None and chance.random() < self._take_chance(view, offered):
            return TAKE
        return PASS if view.question is Question.UPCARD else DRAW

    def _take_chance(self, view: View, top: Card) -> float:
        takes, hand = self.traits.takes, view.hand.add(top)
        loose = _loose(view)
        reasons = [takes.any]
        reasons += [
            takes.set if len({card.rank for card in meld}) == 1 else takes.run
            for meld in melds_through(top, hand, view.rules)
        ]
        if any(card.rank == top.rank for card in loose):
            reasons.append(takes.pair)
        if any(_apart(card, top) == 1 for card in loose):
            reasons.append(takes.step)
        if top.rank <= Rank.THREE:
            reasons.append(takes.low)
        if top.rank >= Rank.TEN:
            reasons.append(takes.high)
        return max(reasons)

    def _laid_down(self, view: View, chance: Random) -> Action | None:
        """The knock or gin that the player sees and wants; None to play on."""
        best = discards(view.hand, view.rules, view.limit)[0]
        if best.deadwood > view.limit:
            return None
        ends = [action for action in view.legal_actions() if action.ends_hand]
        if not ends or not (view.must_knock or self._wants(view, best.deadwood, chance)):
            return None
        return min(ends, key=lambda action: spread_of(action, view).points)

    def _wants(self, view: View, points: int, chance: Random) -> bool:
        knocks = self.traits.knocks
        if points == 0:
            return chance.random() >= knocks.blind
        timely = knocks.after <= view.my_discards <= knocks.until
        return timely and points <= knocks.most and chance.random() >= knocks.forgets

    def _discarded(self, view: View, chance: Random) -> Action:
        legal = [card for card in view.hand if card != view.forbidden]
        loose = [card for card in _loose(view) if card != view.forbidden]
        fate = chance.random()
        if not loose:
            choices = discards(view.hand, view.rules, view.limit)
            best = next(discard.card for discard in choices if discard.card != view.forbidden)
            return Action(Kind.DISCARD, best)
        if fate < self.traits.blunder:
            return Action(Kind.DISCARD, chance.choice(legal))
        if fate < self.traits.blunder + self.traits.slip:
            return Action(Kind.DISCARD, chance.choice(loose))
        worth = {card: self._worth(card, loose, view, chance) for card in loose}
        return Action(Kind.DISCARD, min(loose, key=lambda card: worth[card]))

    def _worth(self, card: Card, loose: list[Card], view: View, chance: Random) -> float:
        """Return how dear a loose card is now; a whim is distributed so that odds are a
        softmax's."""
        keeps = self.traits.keeps
        apart = [_apart(card, other) for other in loose]
        worth = keeps.point * view.rules.value(card)
        worth += keeps.pair * (sum(other.rank == card.rank for other in loose) - 1)
        worth += keeps.run * (apart.count(1) + 0.5 * apart.count(NEAR))
        worth += keeps.high * (card.rank >= Rank.TEN)
        worth += keeps.lucky * (card.rank.letter in keeps.ranks or card.suit.letter in keeps.suits)
        worth += keeps.feeds * _near(card, view.opponent)
        worth += keeps.dead * _near(card, view.pile[-RECENT:])
        worth += keeps.new * (card == view.drawn)
        return worth + self.traits.whim * log(-log(chance.random() or 0.5))


def _loose(view: View) -> list[Card]:
    return list(best_arrangements(view.hand, view.rules)[0].deadwood)


def _apart(card: Card, other: Card) -> int:
    """Steps between two cards of a suit; 0 for others."""
    return abs(card.rank - other.rank) if card.suit == other.suit else 0


def _near(card: Card, others: CardSet | tuple[Card, ...]) -> int:
    """Return how many of the others could be in a meld of three with a card."""
    return sum(other.rank == card.rank or 0 < _apart(card, other) <= NEAR for other in others)


register(
    PEOPLE, lambda rules, name: person_named(name), takes_more=True,
    shown=f"{PEOPLE}:hoarder", is_example=True, rank=99,
)  # fmt: skip
register(STRANGERS, lambda rules, name: person_named(name), takes_more=True, shown="")
