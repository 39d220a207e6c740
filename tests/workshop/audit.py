"""The two simulations behind `ginsight audit`: how often it cries wolf, and how soon it finds one.

    python -m tests.workshop.audit alarms [--histories 2000] [--hands 200]
    python -m tests.workshop.audit power [--histories 600] [--odds 1.35]

Hands are played by two people who take what makes a meld, discard what leaves the least deadwood
and knock as soon as they may, so that hands are short: who waits draws more, and is found sooner.
An app is rigged by drawing from the better half of the stock with other odds than even. Alarms are
counted with a look after every draw, and with two claims beside the three bets.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.game.cards import CardSet
from analyzer.game.rules import PRESETS
from analyzer.kernel.deadwood import best_discard, deadwood, helping
from analyzer.kernel.deals import FIRST, SECOND, UPCARD, cards_in, deal
from analyzer.kernel.jit import jit
from analyzer.kernel.rng import below, step
from analyzer.review.audit._deals import SURE, Dealt, audit_deals
from analyzer.review.audit._draws import ALARM, bets_on, evidence

RULES: Final = PRESETS["standard"]
MOST: Final = 32
"""Draws of a hand: as many as the stock has cards."""
KNOCK: Final = 10
FINE: Final = 1 << 20
FAIR: Final = (1.0, 1.0)
SEARCHED: Final = 400
"""Hands after which a rigged app counts as not found."""
Odds = tuple[float, float]


@jit
def score_of(hand: int, stock: Any, begin: int, end: int, chosen: int, t: Any) -> float:
    """The score of a card from the stock, as `analyzer.review.audit._draws.score_of` has it."""
    mine, _ = best_discard(hand | (1 << int(stock[chosen])), -1, t)
    better, same = 0, 0
    for place in range(begin, end):
        left, _ = best_discard(hand | (1 << int(stock[place])), -1, t)
        if left < mine:
            better += 1
        elif left == mine:
            same += 1
    half = (end - begin) / 2
    return 2 * min(1.0, max(0.0, (half - better) / same)) - 1


@jit
def drawn(hand: int, row: Any, at: int, odds: float, state: int, t: Any) -> tuple[float, int]:
    """Bring a card of the stock to its front by rigged odds; its score, and the random state."""
    while True:
        state = step(state)
        chosen = at + below(state, FIRST - at)
        score = score_of(hand, row, at, FIRST, chosen, t)
        weight = (1 + (score + 1) / 2 * (odds - 1)) / max(odds, 1.0)
        state = step(state)
        if below(state, FINE) < weight * FINE:
            row[at], row[chosen] = row[chosen], row[at]
            return score, state


@jit
def play(seed: int, number: int, odds: Any, row: Any, t: Any, scores: Any, seats: Any) -> int:
    """Play one hand; writes the score and the seat of each stock draw, returns how many."""
    state = deal(row, seed, number)
    hand, waiting = cards_in(row, FIRST, SECOND), cards_in(row, SECOND, UPCARD)
    top, at, seat, count, passes = int(row[UPCARD]), 0, 0, 0, 0
    while at < FIRST - 2:
        left, _ = best_discard(hand | (1 << top), top, t)
        if helping(hand, t.wrap) >> top & 1 and left < deadwood(hand, t):
            hand, forbidden, passes = hand | (1 << top), top, 2
        elif passes < 2:
            passes, seat, hand, waiting = passes + 1, 1 - seat, waiting, hand
            continue
        else:
            scores[count], state = drawn(hand, row, at, odds[seat], state, t)
            seats[count] = seat
            hand, forbidden = hand | (1 << int(row[at])), -1
            count, at = count + 1, at + 1
        left, top = best_discard(hand, forbidden, t)
        if left <= KNOCK:
            break
        seat, hand, waiting = 1 - seat, waiting, hand & ~(1 << top)
    return count


@dataclass(frozen=True)
class History:
    """The stock draws of some hands, in order; I sit in seat 0 and 1 by turns."""

    scores: NDArray[np.float64]
    mine: NDArray[np.bool_]
    hands: NDArray[np.int64]

    def together(self, claims: dict[str, NDArray[np.bool_]]) -> NDArray[np.float64]:
        """The evidence after each draw."""
        bets = bets_on(self.mine, claims).values()
        held: NDArray[np.float64] = np.mean([evidence(bet * self.scores) for bet in bets], axis=0)
        return held


def history(seed: int, hands: int, odds: Odds) -> History:
    """Play so many hands of an app that is rigged by my odds and theirs."""
    row, scores, seats = np.zeros(64, np.int8), np.zeros(MOST), np.zeros(MOST, np.int8)
    found: list[tuple[Any, Any, Any]] = []
    for hand in range(hands):
        me = hand % 2
        rigged = np.array(odds[::-1] if me else odds)
        count = play(seed, hand, rigged, row, RULES.tables, scores, seats)
        found.append((scores[:count].copy(), seats[:count] == me, np.full(count, hand)))
    return History(*map(np.concatenate, zip(*found, strict=True)))


def alarms(histories: int, hands: int) -> tuple[int, int]:
    """Of so many honest histories those with an alarm: of the draws, of the deals."""
    by_draws = by_deals = 0
    for seed in range(histories):
        past = history(seed, hands, FAIR)
        purchase = {"purchase": past.hands % 10 < 3, "high": past.hands > hands / 2}
        by_draws += past.together(purchase).max() >= ALARM
        by_deals += any(test.p <= SURE for test in audit_deals(dealt(seed), seed, deals=0))
    return by_draws, by_deals


def dealt(seed: int, hands: int = 10) -> Sequence[Dealt]:
    """A few honest hands."""
    decks = np.random.default_rng(10_000 + seed).permuted(
        np.tile(np.arange(52), (hands, 1)), axis=1
    )
    rows = (decks // 13 * 16 + decks % 13).tolist()
    return [Dealt(RULES, (_held(row[:10]), _held(row[10:20]))) for row in rows]


def _held(cards: Sequence[int]) -> CardSet:
    return CardSet(sum(1 << card for card in cards))


def hands_until_found(seed: int, odds: Odds) -> int:
    """The hands after which a rigged app is found; one more than `SEARCHED` where it is not."""
    past = history(1_000_000 + seed, SEARCHED, odds)
    over = np.flatnonzero(past.together({}) >= ALARM)
    return int(past.hands[over[0]]) + 1 if len(over) else SEARCHED + 1


def main() -> None:
    """Simulate, and print what came out."""
    parser = argparse.ArgumentParser(description="what `ginsight audit` finds in simulated hands")
    parser.add_argument("what", choices=("alarms", "power"))
    parser.add_argument("--histories", type=int)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--odds", type=float, default=1.35)
    given = parser.parse_args()
    if given.what == "alarms":
        count = given.histories or 2_000
        by_draws, by_deals = alarms(count, given.hands)
        print(f"{count:,} honest histories of {given.hands} hands, looked at after every draw")
        print(f"draws: {by_draws} alarms ({by_draws / count:.1%})")
        print(f"deals: {by_deals} alarms ({by_deals / count:.1%}), 10 hands each")
        return
    ways = {
        "my draws worse": (1 / given.odds, 1.0),
        "their draws better": (1.0, given.odds),
        "both": (1 / given.odds, given.odds),
    }
    for name, odds in ways.items():
        found = [hands_until_found(seed, odds) for seed in range(given.histories or 600)]
        low, middle, high = np.percentile(found, (10, 50, 90))
        print(
            f"{name}, odds {given.odds}: found after {middle:.0f} hands ({low:.0f} to {high:.0f})"
        )


if __name__ == "__main__":
    main()
