"""The draws of hands of which every card is known: did better cards come than chance brings?

Whatever the two players do, the next card of an honest stock is any of those left, each as likely
as the next. A card's *score* says where it stands among them by the deadwood that it leaves its
player after the best discard: +1 in the better half, −1 in the worse one, the cards that tie
across the middle sharing what is between. So the scores of an honest app are zero on average before
each draw, and who bets on them cannot expect to win.

The evidence is what such a bettor has, who began with 1 and bets on each of `ODDS`, both ways, a
part of it each (a test martingale: Shafer, *Journal of the Royal Statistical Society A* 184, 2021).
It is bet for one player, for the other, for the difference, and for each claim, in equal parts.
Of honest histories not more than one in `ALARM` ever reaches `ALARM`, however often one looks
(Ville, 1939).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.game.actions import Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Rules
from analyzer.notation.records import Record, replay

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

ALARM: Final = 20.0
"""The evidence from which on chance is not believed any more."""
ODDS: Final = (1.35, 2.0)
"""The odds of the better half that are bet on; the worse half at the same ones."""
ENOUGH: Final = 0.8
"""The share of rigged histories that must be found where one says that it would have been."""
SHIFTS: Final = (10.0, 6.0, 4.0, 3.0, 2.5, 2.0, 1.75, 1.5, 1.35, 1.25, 1.2, 1.15, 1.1)
"""Odds that are tried for that, the clearest first."""
TRIED: Final = 1_000_000
"""Draws simulated for each of them, at most."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One card from the stock."""

    hand: int
    """Of which hand, from 0."""
    mine: bool
    score: float


@dataclass(frozen=True, slots=True)
class Suspicion:
    """One thing that was bet on."""

    name: str
    """`mine`, `theirs`, `difference`, or a claim."""
    draws: int
    better: float
    """The share of them from the better half; of a difference mine with their worse ones."""
    evidence: float


@dataclass(frozen=True, slots=True)
class DrawAudit:
    """The draws of a history."""

    suspicions: tuple[Suspicion, ...]
    evidence: float
    """After the last draw."""
    most: float
    """The highest that it ever was."""
    found: int | None
    """The number of the hand in which it reached `ALARM`, from 1; None where it did not."""
    shift: float | None
    """The smallest odds against me that as many draws find most often; None where none do."""


def score_of(hand: CardSet, stock: Collection[Card], card: Card, rules: Rules) -> float:
    """The place of a card among those left in the stock, for a hand of ten: −1 to 1.

    >>> from analyzer.game.rules import PRESETS
    >>> hand, stock = CardSet.of("7h 8h 2c 3c Kd Ks Jh 5s 9d Td"), CardSet.of("9h Kc Qs Js")
    >>> [score_of(hand, stock, card, PRESETS["standard"]) for card in stock]
    [1.0, 1.0, -1.0, -1.0]
    """
    best = rules.solver.best_discard
    left = {each: best(hand.mask | each.mask)[0] for each in stock}
    better = sum(points < left[card] for points in left.values())
    same = sum(points == left[card] for points in left.values())
    return 2 * min(1.0, max(0.0, (len(left) / 2 - better) / same)) - 1


def draws_in(record: Record, hand: int, me: int) -> Iterator[Draw]:
    """Every card from the stock of a record in which all cards are known."""
    for here, after in pairwise(replay(record)):
        if here.question is not Question.DISCARD and after.drawn is not None:
            score = score_of(here.hands[here.turn], here.stock, after.drawn, record.rules)
            yield Draw(hand, here.turn == me, score)


def evidence(gains: Floats) -> Floats:
    """Return what a bettor has after each draw; `gains` are scores, or their opposites, or zero."""
    logs = [
        np.cumsum(np.log1p(sign * (odds - 1) / (odds + 1) * gains), axis=-1)
        for odds in ODDS
        for sign in (1, -1)
    ]
    held: Floats = np.exp(np.minimum(logs, 700.0)).mean(axis=0)
    return held


def audit_draws(draws: Sequence[Draw], claims: Mapping[str, Collection[int]]) -> DrawAudit:
    """The evidence of some draws in order; each claim is about the difference in some hands."""
    scores = np.array([draw.score for draw in draws])
    mine = np.array([draw.mine for draw in draws])
    about = {
        name: np.array([draw.hand in hands for draw in draws]) for name, hands in claims.items()
    }
    bets = bets_on(mine, about)
    held = {name: evidence(bet * scores) for name, bet in bets.items()}
    together = np.mean(list(held.values()), axis=0)
    over = np.flatnonzero(together >= ALARM)
    return DrawAudit(
        tuple(_suspicion(name, bet, scores, held[name]) for name, bet in bets.items()),
        float(together[-1]),
        float(together.max()),
        draws[over[0]].hand + 1 if len(over) else None,
        smallest_shift(mine, float((scores**2).mean()), len(bets)),
    )


def bets_on(mine: Flags, claims: Mapping[str, Flags]) -> dict[str, Floats]:
    """The side that each bet takes at each draw: 1 for its score, −1 against it, 0 for none."""
    sides = np.where(mine, 1.0, -1.0)
    bets = {"mine": mine * 1.0, "theirs": 1.0 - mine, "difference": sides}
    return bets | {name: sides * about for name, about in claims.items()}


def _suspicion(name: str, bet: Floats, scores: Floats, held: Floats) -> Suspicion:
    counted = int(np.abs(bet).sum())
    better = float((bet * scores).sum() / counted + 1) / 2 if counted else 0.5
    return Suspicion(name, counted, better, float(held[-1]))


def smallest_shift(mine: Flags, share: float, bets: int) -> float | None:
    """The smallest odds against me that draws in this order find in most histories.

    `share` is the mean square of the scores, the part of the draws that is not lost to ties; where
    there are `bets` the claims among them are taken to say nothing.
    """
    mine = mine[np.linspace(0, len(mine) - 1, max(1, round(len(mine) * share))).astype(int)]
    chance = np.random.default_rng(1).random((min(400, max(40, TRIED // len(mine))), len(mine)))
    smallest, sides = None, bets_on(mine, {}).values()
    for odds in SHIFTS:
        scores = np.where(chance < np.where(mine, 1 / (1 + odds), 0.5), 1.0, -1.0)
        held = np.sum([evidence(side * scores) for side in sides], axis=0) + (bets - len(sides))
        if ((held / bets).max(axis=1) >= ALARM).mean() < ENOUGH:
            break
        smallest = odds
    return smallest
