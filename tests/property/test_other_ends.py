"""Ends of hands of the other games in which every world can be counted: are the ± true?

Of some cards of the others' hands and of the last cards of the stock the place is unknown, all else
is open; the truth of a move is its mean over all worlds, each as likely as the search takes it to
be. Where the stock would be shuffled again the hand is void instead, for shuffles can't be counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, count, permutations
from math import comb, factorial, sqrt
from random import Random

import numpy as np
import pytest

from analyzer.engine.general import advise, greedy_move, likelihood, played_out, worth
from analyzer.engine.thresholds import Z95
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.position import Position, deal, position_of
from analyzer.game.rules import GameKind, parse_rules
from analyzer.game.view import View, seen_by

GAMES = (
    "one-joker", "two-jokers", "mahjong", "mahjong,players=3", "mahjong,players=4",
    "three-hand,wall=void", "four-hand,wall=void", "four-hand,jokers=2,wall=void",
)  # fmt: skip
WORLDS = 100
MOST, LEAST = 130, 20
"""Worlds of an end that are counted."""
ALIKE = 1e-9


def a_move(here: Position, rng: Random) -> Action:
    """A move of a player who never knocks, greedy in most turns."""
    if here.question is Question.UPCARD:
        return Action(Kind.PASS)
    mahjong = here.rules.play is GameKind.MAHJONG
    if mahjong and Random(f"{len(here.stock)}/{here.turn}").random() < 0.5:
        return greedy_move(seen_by(here, here.turn))
    if here.question is Question.DRAW:
        return Action(Kind.DRAW)
    view = seen_by(here, here.turn)
    if not mahjong and rng.random() < 0.8:
        return Action(Kind.DISCARD, view.best_discard(view.hand)[1])
    cards = [card for card in view.hand if card != view.forbidden]
    return Action(Kind.DISCARD, rng.choice(cards))


def late(name: str, seed: int) -> Position | None:
    """A hand played until few cards are in the stock, if it comes to that."""
    rules, rng = parse_rules(name), Random(f"{name}/{seed}")
    here, left = deal(rules, seed), rng.choice((3, 4))
    turns = rng.choice((0, 1))
    while not here.over and (len(here.stock) > left or turns > 0):
        turns -= len(here.stock) <= left
        here = here.after_action(a_move(here, rng))
    return None if here.over else here


def number_of_worlds(view: View) -> int:
    """Ways in which the cards that a view has not seen can lie."""
    ways, unseen = factorial(view.stock), len(view.unseen)
    for seat, number in enumerate(view.counts):
        if seat != view.player:
            hidden = number - len(view.known[seat])
            ways, unseen = ways * comb(unseen, hidden), unseen - hidden
    return ways


def opened(here: Position, rng: Random) -> View:
    """What the player to act sees where the others have shown cards until few worlds are left."""
    known = list(here.known)
    while True:
        view = seen_by(replace(here, known=tuple(known)), here.turn)
        hidden = [
            (seat, card)
            for seat, hand in enumerate(here.hands)
            if seat != here.turn
            for card in hand - known[seat]
        ]
        if not hidden or number_of_worlds(view) <= MOST:
            return view
        seat, card = rng.choice(hidden)
        known[seat] |= CardSet(card.mask)


def all_worlds(view: View) -> Iterator[tuple[tuple[CardSet, ...], tuple[Card, ...]]]:
    """Every way in which the unseen cards can lie: hands and stock."""

    def dealt(seat: int, left: CardSet) -> Iterator[tuple[tuple[CardSet, ...], CardSet]]:
        if seat == len(view.counts):
            yield (), left
            return
        mine = seat == view.player
        known = view.hand if mine else view.known[seat]
        for cards in combinations(left, 0 if mine else view.counts[seat] - len(known)):
            taken = CardSet.from_cards(cards) if cards else NO_CARDS
            for rest, stock in dealt(seat + 1, left - taken):
                yield (known | taken, *rest), stock

    for hands, stock in dealt(0, view.unseen):
        for order in permutations(stock):
            yield hands, order


def truth(view: View) -> dict[Action, float]:
    """The exact worth of each move."""
    moves = view.legal_actions()
    total, weights = np.zeros(len(moves)), 0.0
    for hands, stock in all_worlds(view):
        world, weight = position_of(view, hands, stock), likelihood(view, hands)
        total += [weight * worth(played_out(world, move, 1, 0), view) for move in moves]
        weights += weight
    return dict(zip(moves, (total / weights).tolist(), strict=True))


def ends(name: str) -> Iterator[tuple[int, View]]:
    """Ends of a game in which there is a choice, and a seed for each."""
    for seed in count():
        here = late(name, seed)
        if here is None:
            continue
        view = opened(here, Random(seed))
        if LEAST <= number_of_worlds(view) <= MOST and len(view.legal_actions()) > 1:
            yield seed, view


@dataclass
class Held:
    """Intervals that held the truth, position by position."""

    rows: list[tuple[int, int]]

    @property
    def share(self) -> float:
        """Of all intervals."""
        return sum(held for held, _ in self.rows) / sum(number for _, number in self.rows)

    def __str__(self) -> str:
        number = sum(each for _, each in self.rows)
        squares = sum((held - self.share * each) ** 2 for held, each in self.rows)
        error = 196 * sqrt(squares) / number
        return f"{100 * self.share:.1f} ± {error:.1f}% of {number} in {len(self.rows)} ends"


def measured(name: str, number: int) -> tuple[Held, Held]:
    """Of values, and of losses behind the move that is first in the answer: who held the truth."""
    values, losses = Held([]), Held([])
    for (seed, view), _ in zip(ends(name), range(number), strict=False):
        advice = advise(view, WORLDS, seed)
        exact = truth(view)
        best = exact[advice.actions[0].action]
        held = [
            abs(exact[each.action] - each.q) <= Z95 * each.se + ALIKE for each in advice.actions
        ]
        behind = [
            abs(best - exact[each.action] - each.loss) <= Z95 * each.loss_se + ALIKE
            for each in advice.actions[1:]
        ]
        values.rows.append((sum(held), len(held)))
        losses.rows.append((sum(behind), len(behind)))
    return values, losses


def test_all_worlds_are_as_many_as_there_are() -> None:
    _, view = next(ends("two-jokers"))
    worlds = list(all_worlds(view))
    assert len(set(worlds)) == len(worlds) == number_of_worlds(view)
    assert all(seen_by(position_of(view, *world), view.player) == view for world in worlds[:20])


@pytest.mark.parametrize("name", ["one-joker", "mahjong,players=3"])
def test_an_answer_comes_near_the_truth(name: str) -> None:
    for (seed, view), _ in zip(ends(name), range(1), strict=False):
        exact = truth(view)
        for each in advise(view, WORLDS, seed).actions:
            assert abs(exact[each.action] - each.q) <= 5 * each.se + 0.5


@pytest.mark.nightly
def test_intervals_hold_in_a_thousand_ends() -> None:
    values, losses = Held([]), Held([])
    for name in GAMES:
        of_values, of_losses = measured(name, 1_000 // len(GAMES))
        print(f"{name}: values {of_values}; losses {of_losses}", flush=True)
        values.rows += of_values.rows
        losses.rows += of_losses.rows
    print(f"all: values {values}; losses {losses}")
    assert len(values.rows) == 1_000
    assert 0.93 <= values.share <= 0.97 and 0.93 <= losses.share <= 0.97
