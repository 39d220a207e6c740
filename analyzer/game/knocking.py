"""Which knock: the discard and the spread together, weighed over the defender's hands.

The least deadwood is not always the best knock: a run with a live end, or one set spread
instead of a run, changes what the defender gets rid of. Every hand that the defender may hold
counts alike here (a *uniform* belief); what the opponent's play tells is the engine's matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import InputError
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.melds import (
    Arrangement,
    Knock,
    arrangements,
    open_places,
    spread_runs,
    spread_shape,
    useful_knocks,
)
from analyzer.game.rules import Rules
from analyzer.game.scoring import BIG_GIN_CARDS, Ended, score_points
from analyzer.game.table import HAND
from analyzer.kernel import defend as kernel

MOST_HANDS = 3_500_000
"""Up to so many hands of the defender all are looked at, beyond it a sample."""
SAMPLE = 20_000
"""Size of that sample."""


@dataclass(frozen=True, slots=True)
class KnockChoice:
    """A knock, and how the defender fares against it with every unseen hand equally likely."""

    knock: Knock
    """The discard and the spread."""
    layoffs: CardSet
    """Unseen cards that can be laid off at once, the first of each chain."""
    defender: float
    """Mean points that the defender keeps."""
    score: float
    """Mean signed points for the knocker, bonuses included."""
    undercut: float
    """Chance that the defender undercuts."""
    hands: int
    """How many hands of the defender were looked at."""
    exact: bool
    """Whether these were all the possible ones."""


def knock_choices(
    cards: CardSet,
    rules: Rules,
    limit: int | None = None,
    *,
    seen: CardSet = NO_CARDS,
    opponent: CardSet = NO_CARDS,
    forbidden: Card | None = None,
    multiplier: int = 1,
    seed: int = 0,
) -> tuple[KnockChoice, ...]:
    """Every knock that could be best, gin and big gin too, best first; empty where none is legal.

    `cards` are the eleven in hand, or ten of which the discard is gone; `seen` are cards out of
    play (the pile), `opponent` those known to be the opponent's, `forbidden` the card that may
    not be discarded. `seed` is that of the sample, where the hands are too many to count.
    """
    knocks = [
        knock
        for knock in useful_knocks(cards, rules, limit)
        if knock.discard is None or knock.discard != forbidden
    ]
    if rules.big_gin_bonus is not None and len(cards) == BIG_GIN_CARDS:
        knocks += [Knock(None, spread) for spread in arrangements(cards, rules, 0)[:1]]
    if not knocks:
        return ()
    unseen = DECK - cards - seen - opponent
    hands, exact = _hands(opponent - cards, unseen, seed)
    choices = [
        _weigh(knock, rules, hands, unseen | opponent, multiplier, exact) for knock in knocks
    ]
    return tuple(sorted(choices, key=lambda choice: -choice.score))


def quietest_knock(choices: tuple[KnockChoice, ...]) -> KnockChoice | None:
    """The knock that is worth most against a defender who melds and lays off at best."""
    return choices[0] if choices else None


def least_knock(choices: tuple[KnockChoice, ...]) -> KnockChoice | None:
    """The knock with the least deadwood; of several the one worth most."""
    return min(choices, key=lambda choice: choice.knock.arrangement.points, default=None)


def _hands(known: CardSet, unseen: CardSet, seed: int) -> tuple[NDArray[np.int64], bool]:
    """(hands of the defender as masks, whether these are all)."""
    more = HAND - len(known)
    if more < 0 or len(unseen) < more:
        raise InputError(
            f"{len(known)} known and {len(unseen)} unseen cards cannot make the opponent's hand",
            hint=f"the opponent holds {HAND} cards",
        )
    number = comb(len(unseen), more)
    if number <= MOST_HANDS:
        out = np.zeros(number, np.int64)
        kernel.completions(known.mask, unseen.mask, more, out)
        return out, True
    pool = np.array([card.mask for card in unseen], np.int64)
    keys = np.random.default_rng(seed).random((SAMPLE, len(pool)))
    chosen = np.argpartition(keys, more, axis=1)[:, :more]
    return pool[chosen].sum(axis=1) + known.mask, False


def defences(spread: Arrangement, rules: Rules, hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of the defender's hands (masks) keep 0, 1, 2, … points against a spread."""
    counts: NDArray[np.int64]
    if not spread.deadwood:
        counts = kernel.tally(hands, 0, 0, rules.tables)
    elif rules.meld_cap is None:
        counts = kernel.tally(hands, *spread_shape(spread), rules.tables)
    else:
        missing = spread_shape(spread)[1]
        counts = kernel.tally_capped(hands, *spread_runs(spread), missing, rules.tables)
    return counts


def _weigh(
    knock: Knock,
    rules: Rules,
    hands: NDArray[np.int64],
    hidden: CardSet,
    multiplier: int,
    exact: bool,
) -> KnockChoice:
    kept = total = undercuts = 0
    for points, count in enumerate(defences(knock.arrangement, rules, hands).tolist()):
        if count:
            result = score_points(
                knock.arrangement.points, points, rules,
                multiplier=multiplier, big_gin=knock.is_big,
            )  # fmt: skip
            kept += count * points
            total += count * result.knocker_points
            undercuts += count * (result.kind is Ended.UNDERCUT)
    number = len(hands)
    return KnockChoice(
        knock=knock,
        layoffs=open_places(knock.arrangement, rules) & hidden,
        defender=kept / number,
        score=total / number,
        undercut=undercuts / number,
        hands=number,
        exact=exact,
    )
