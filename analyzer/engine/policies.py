"""The rollout policies: the numbers behind `analyzer.kernel._policy`.

Every preset has a policy of its own, fitted in self-play by ``workshop tune``
(:mod:`tests.workshop.tuning`) and shipped in ``analyzer/engine/data/policies.json`` with where it
came from. The fits began with `FIRST`, whose weights were measured on prototypes of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.game.rules import PRESETS, Rules
from analyzer.kernel.inplay import SURE
from analyzer.resources import read_json

NEVER = -1
"""As a threshold of the knock table: below every deadwood, gin too."""

Row = tuple[int, int, int, int, int]

COUNT_OUTS: tuple[Row, ...] = (
    *[(10, 10, 10, 10, NEVER)] * 2,
    *[(10, 10, 3, NEVER, NEVER)] * 2,
    *[(10, 7, 3, NEVER, NEVER)] * 2,
    *[(10, 5, NEVER, NEVER, NEVER)] * 2,
    *[(7, 4, NEVER, NEVER, NEVER)] * 2,
    *[(5, 3, NEVER, NEVER, NEVER)] * 4,
    *[(3, 3, NEVER, NEVER, NEVER)] * 2,
    (NEVER,) * 5,
)
"""Most deadwood to knock with, by own discards (0 to 15) and live gin outs (0 to 3, 4 or more).

The last row is for the last discard before the wall, by which no out is left: who has gone on so
long mostly has little deadwood, and a void hand costs nothing."""

AT_ONCE: tuple[Row, ...] = ((10, 10, 10, 10, 10),) * 17
"""Knock at the first chance, at the wall too."""

GIN_ONLY: tuple[Row, ...] = ((0, 0, 0, 0, 0),) * 17
"""Wait for gin, and let the hand go void without it."""

CAMPING: tuple[Row, ...] = (*AT_ONCE[:3], *GIN_ONLY[3:])
"""Knock on the first three turns if possible, and then wait for gin."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The manner in which one discards and takes; pairs are (value at stage 0, change a stage), in
    points of cost or wish.

    The fields mean what the places of the same name in `analyzer.kernel._policy` mean.
    """

    dead: tuple[float, float] = (0.4, 0.0)
    loose: tuple[float, float] = (8.0, -5.4)
    outs: tuple[float, float] = (2.0, -0.4)
    near: tuple[float, float] = (0.0, 0.0)
    price: tuple[float, float] = (0.0, 0.0)
    danger: tuple[float, float] = (0.0, 1.5)
    feeds: tuple[float, float] = (1.0, 2.5)
    gift: float = 3.0
    take: tuple[float, float] = (-2.2, -2.7)
    take_meld: tuple[float, float] = (1.4, 5.4)
    take_gain: float = 0.43
    take_limit: float = 6.2
    take_any: float = -SURE
    take_dear: tuple[float, float] = (-SURE, 0.0)
    take_first: float = 0.0


@dataclass(frozen=True, slots=True)
class Policy(Manner):
    """A rollout policy: how one discards and takes, and when one knocks."""

    knock: tuple[Row, ...] = COUNT_OUTS

    def row(self) -> NDArray[np.float64]:
        """The policy as the kernel takes it: float64[110]."""
        flat = [
            *self.dead, *self.loose, *self.outs, *self.price, *self.danger, *self.feeds,
            self.gift, *self.take, *self.take_meld, self.take_gain, self.take_limit,
        ]  # fmt: skip
        knock = (most for row in self.knock for most in row)
        late = self.take_any, *self.take_dear, self.take_first
        return np.array([*flat, *knock, *self.near, *late], np.float64)


FIRST = Policy()
"""The start of the fits: counts outs, fears what the other collects; measured on prototypes."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A policy fitted to a set of rules, and where it came from."""

    command: str
    seed: int
    rounds: int
    probes: int
    """Hands probed a round."""
    kernel: str
    """Version of the kernel that played them."""
    opponents: tuple[str, ...]
    policy: Policy


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, Fitted]:
    """The fits that came with the program, by preset."""
    data = files("analyzer.engine").joinpath("data", "policies.json").read_bytes()
    return read_json(data, dict[str, Fitted])


@lru_cache(maxsize=512)
def policy_for(rules: Rules) -> Policy:
    """The policy fitted for these rules, or for the preset most like them.

    That is the preset itself; else the first preset with the same bonuses for gin and undercut
    and the same knock limit, set by the upcard or not as there; else `eaai`.

    >>> policy_for(PRESETS["eaai"]) == BASELINE
    True
    >>> policy_for(PRESETS["standard"].override(gin_bonus=20, undercut_bonus=10)) == (
    ...     policy_for(PRESETS["classic"]))
    True
    """
    fits = shipped()
    if PRESETS.get(rules.name) == rules and rules.name in fits:
        return fits[rules.name].policy
    alike = (name for name in fits if _game(PRESETS[name]) == _game(rules))
    return fits[next(alike, "eaai")].policy


def _game(rules: Rules) -> tuple[int, int, int, bool]:
    """Return what matters most for how to play a hand."""
    by_card = rules.knock_card is not None or (rules.knock_by_upcard and not rules.deals_eleven)
    return rules.gin_bonus, rules.undercut_bonus, rules.knock_limit, by_card


BASELINE = policy_for(PRESETS["eaai"])
"""A patient, sensible player, fitted to the `eaai` rules: counts outs, fears what the other
collects."""

GREEDY = Policy(
    dead=(1.0, 0.0),
    loose=(0.0, 0.0),
    outs=(0.0, 0.0),
    danger=(0.0, 0.0),
    feeds=(0.0, 0.0),
    gift=0.0,
    take=(-2.0, 0.0),
    take_meld=(4.0, 0.0),
    take_gain=0.0,
    take_limit=0.0,
    knock=AT_ONCE,
)
"""Least deadwood, takes only into melds, knocks at the first chance."""


ANY_MELD = 2.0
"""Wish to take a card that would be in a meld, but in none of the best arrangement. The simple
player of the EAAI challenge does, and so do many people; most policies would not."""


HIGH_KEEPER = replace(
    GREEDY, dead=(-0.1, 0.1), outs=(1.4, 0.0), near=(-0.4, 0.0), price=(0.1, 0.2),
    danger=(0.1, 0.0), take=(-3.4, -2.1), take_meld=(7.4, 0.0), take_gain=-0.3, take_limit=1.7,
    take_any=ANY_MELD, take_dear=(0.0, 1.0),
)  # fmt: skip
"""One who keeps high cards and pairs. The weights are the likeliest of those with two types beside
the others for the self-play of the players in `data/people.toml`, to a tenth or so."""

LOOSE_PLAYER = replace(
    GREEDY, dead=(0.2, 0.0), loose=(-0.4, 0.0), outs=(0.7, 0.0), near=(0.5, 0.0),
    price=(-0.1, 0.1), danger=(0.1, 0.0), take=(-2.1, 0.0), take_meld=(3.5, 0.0), take_gain=0.2,
    take_any=ANY_MELD, take_dear=(0.2, 1.0),
)  # fmt: skip
"""The other of the two: what a player mostly does who is like none of the rest."""

WEAK_PLAYER = replace(
    LOOSE_PLAYER, dead=(0.0, 0.0), loose=(0.0, 0.0), near=(0.0, 0.0), price=(0.2, 0.0),
    take=(0.0, 0.0), take_gain=0.5, take_dear=(0.0, 1.0),
)  # fmt: skip
"""The continuation of the hand of such a player. What they mostly do is only 3 points a hand
weaker than `fast`, but slips and whims cost them 15; this policy, without any, loses 16."""


class Style(StrEnum):
    """A way to play: the policy fitted to the rules, with other habits, or another policy."""

    SENSIBLE = "sensible"
    KNOCKS_EARLY = "knocks early"
    """At the first chance."""
    WAITS_FOR_GIN = "waits for gin"
    """Counts outs more than deadwood (`FIRST`); knocks with deadwood in the first three turns at
    most."""
    UNPREDICTABLE = "hard to predict"
    """Discards and takes by and large as a search does (`MANNER`), but nobody knows what it saw."""
    KNOCKS_LAST = "knocks at the wall"
    """With the last discard before the wall with anything within the limit, as is right against any
    cards equally likely."""
    MELDS_ONLY = "takes only into melds"
    """Takes from the pile only what makes or lengthens a meld."""
    GREEDY = "greedy, knocks early"
    """Least deadwood, takes only into melds, needed or not, knocks at the first chance."""
    GREEDY_WAITS = "greedy, waits for gin"
    """Least deadwood, takes only into melds, never knocks with deadwood."""
    KEEPS_HIGH = "keeps high cards"
    """Hoards faces and what pairs them, discards low, knocks at the first chance."""
    UNLIKE_ANYONE = "unlike anyone we know"
    """Everything but a broken meld has some chance."""
    PLAYS_WEAKLY = "plays on weakly"
    """The continuation of such a player's hand in playouts."""


TYPES: tuple[Style, ...] = (
    Style.SENSIBLE,
    Style.UNPREDICTABLE,
    Style.KNOCKS_EARLY,
    Style.WAITS_FOR_GIN,
    Style.GREEDY,
    Style.GREEDY_WAITS,
    Style.KEEPS_HIGH,
    Style.UNLIKE_ANYONE,
)
"""The types of player that a belief over trajectories reckons with."""

CONTINUED: tuple[Style, ...] = (*TYPES[:-1], Style.PLAYS_WEAKLY)
"""The policy by which each of the `TYPES` plays the rest of a hand."""


class Softness(NamedTuple):
    """The distance that a type of player may stray from its policy:
    `analyzer.kernel.likelihood`."""

    heat: float
    """Temperature of the discard, in units of the policy's cost."""
    slip: float
    """Chance of a discard that the policy would not understand."""
    wish: float
    """Temperature of taking, in units of the wish."""
    doubt: float
    """Least chance of either answer to an offer."""
    knock: float
    """Chance not to knock where the policy would, and to knock where it would not."""
    lean: float
    """Log odds a turn against each point of deadwood, at the start of a hand."""
    lean_change: float
    """By how much that changes a stage, which is ten discards of theirs."""
    eager: float = 1.0
    """By what the odds that it takes are multiplied, of a player who is known to take more."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The knowledge of the `TYPES` before a turn is seen, fitted, and where it came from."""

    command: str
    seed: int
    hands: int
    """Hands of each player's self-play."""
    kernel: str
    players: dict[str, float]
    """Whom the fit was made to, and how much each counts."""
    log_chance: float
    """Mean log chance of a turn on hands that were not fitted to, everything seen."""
    prior: dict[Style, float]
    """The probability of each type, of a player of whom nothing is known."""
    soft: dict[Style, Softness]
    manner: Manner
    """The manner in which the type that is hard to predict discards and takes under any rules."""
    people: str
    """The command that fitted the types of people, and all chances to these."""


@lru_cache(maxsize=1)
def shipped_habits() -> Habits:
    """The habits that came with the program.

    >>> round(sum(shipped_habits().prior.values()), 6)
    1.0
    """
    data = files("analyzer.engine").joinpath("data", "habits.json").read_bytes()
    return read_json(data, Habits)


PRIOR: tuple[float, ...] = tuple(shipped_habits().prior[style] for style in TYPES)
"""The probability of each of the `TYPES`, of a player of whom nothing is known."""

SOFT: tuple[Softness, ...] = tuple(shipped_habits().soft[style] for style in TYPES)
"""The distance that each of the `TYPES` may stray from its policy."""

MANNER: Manner = shipped_habits().manner
"""The manner in which the type that is hard to predict discards and takes: mostly as a search
does."""


@lru_cache(maxsize=512)
def styled(style: Style, rules: Rules, manner: Manner = MANNER) -> Policy:
    """Return what a player of this style does under these rules.

    `manner` is that of one who is hard to predict.

    >>> styled(Style.SENSIBLE, PRESETS["eaai"]) == BASELINE
    True
    """
    base = policy_for(rules)
    match style:
        case Style.SENSIBLE:
            return base
        case Style.UNPREDICTABLE:
            return Policy(**asdict(manner), knock=base.knock)
        case Style.KNOCKS_EARLY:
            return replace(base, knock=AT_ONCE)
        case Style.KNOCKS_LAST:
            return replace(base, knock=(*base.knock[:-1], AT_ONCE[-1]))
        case Style.WAITS_FOR_GIN:
            return replace(FIRST, knock=CAMPING)
        case Style.MELDS_ONLY:
            return replace(
                base, take=GREEDY.take, take_meld=GREEDY.take_meld, take_gain=0.0, take_limit=0.0
            )
        case Style.GREEDY:
            return replace(GREEDY, take_any=ANY_MELD)
        case Style.GREEDY_WAITS:
            return replace(GREEDY, knock=GIN_ONLY)
        case Style.KEEPS_HIGH:
            return HIGH_KEEPER
        case Style.UNLIKE_ANYONE:
            return LOOSE_PLAYER
        case Style.PLAYS_WEAKLY:
            return WEAK_PLAYER


def weights_of(mine: Policy, *theirs: Policy) -> NDArray[np.float64]:
    """The weights of a playout: float64[1 + n, 110], mine first, then each the other may have."""
    return np.stack([_row(mine), *map(_row, theirs)])


@lru_cache(maxsize=256)
def _row(policy: Policy) -> NDArray[np.float64]:
    return policy.row()
