"""Gin on a small deck: its points by brute force; values and best answers deal by deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from analyzer.errors import InputError
from analyzer.game.rules import Rules
from analyzer.kernel import inplay, jit
from analyzer.kernel.tables import plain_tables
from tests.oracles import brute
from tests.sizes import more_at_night
from tests.workshop.mini import _engine, _walks, pipeline, solve
from tests.workshop.mini import game as rules_of_mini
from tests.workshop.mini._walks import weigh
from tests.workshop.mini.game import DRAWN, NONE, TAKEN, MiniGame, hands_of, tree_of, ways
from tests.workshop.mini.pipeline import engine_play, mixed_play
from tests.workshop.mini.solve import MiniPlay, MiniTable, at_stake, best_answer, solved, value

TINY = MiniGame(suits=3, ranks=3, hand=3, turns=2)
"""Nine cards, two of them in the stock, …"""
TINIEST = MiniGame(suits=3, ranks=3, hand=3, turns=1)
"""… and with a turn less, which is a hundredth of the work."""


def texts(mask: int) -> tuple[str, ...]:
    return tuple(
        brute.RANKS[bit % 16] + brute.SUITS[bit // 16] for bit in range(64) if mask >> bit & 1
    )


@pytest.mark.parametrize("game", [TINY, MiniGame(2, 5, 4, 1, limit=3, bonus=9)])
def test_points_are_those_of_the_rules(game: MiniGame) -> None:
    hands = hands_of(game)
    held = hands.held.tolist()
    for mine in range(0, len(held), 7):
        hand = brute.Hand(texts(held[mine]), brute.STANDARD)
        assert hands.knocks[mine] == (hand.deadwood <= game.limit)
        for other in range(mine % 5, len(held), 5):
            points = {0} if hands.held[mine] & hands.held[other] or not hands.knocks[mine] else {
                brute.score(
                    hand.deadwood,
                    brute.defence(texts(held[other]), layout, hand.deadwood == 0, brute.STANDARD),
                    game.bonus, game.bonus,
                )
                for layout in hand.best
            }  # fmt: skip
            assert hands.won[mine, other] in points


def test_a_node_is_what_both_have_seen() -> None:
    """First turns: a take and a discard, or two passes and a draw."""
    tree = tree_of(TINY, (4,))
    cards, outside = TINY.cards, tree.pile[0] & ~(1 << TINY.cards[4])
    assert outside.bit_count() == 52 - 9
    assert tree.asked[tree.passed[0]] == inplay.LAST_OFFER
    must = tree.passed[tree.passed[0]]
    assert (tree.asked[must], tree.actor[must]) == (inplay.MUST_DRAW, 0)
    took = tree.after[0, TAKEN, 7]
    assert tree.after[0, TAKEN, 4] == NONE  # what was taken is not discarded
    assert tree.known[took].tolist() == [1 << cards[4], 0] and tree.stock[took] == 2
    assert (tree.pile[took], tree.top[took]) == (outside | 1 << cards[7], 7)
    drew = tree.after[must, DRAWN, 2]
    assert tree.pile[drew] == outside | 1 << cards[4] | 1 << cards[2] and tree.stock[drew] == 1
    assert tree.actor[drew] == 1 and tree.asked[drew] == inplay.TO_DRAW
    assert tree.start[drew, DRAWN] - tree.start[drew, TAKEN] == comb(7, 3)  # beside the card taken


@pytest.mark.parametrize(
    ("numbers", "where"),
    [((3, 4, 3, 6), "turns"), ((5, 4, 3, 3), "suits"), ((2, 4, 4, 1), "turns")],
)
def test_a_deck_that_is_too_small_is_refused(numbers: tuple[int, ...], where: str) -> None:
    with pytest.raises(InputError) as refused:
        MiniGame(*numbers)
    assert refused.value.where == where


def some_play(table: MiniTable, seed: int) -> MiniPlay:
    """Some way to play: any action may be done, and a third are not."""
    rng = np.random.default_rng(seed)
    return MiniPlay(*(np.maximum(rng.random(rows.shape) - 0.33, 0) for rows in table.weights()))


World = tuple[int, tuple[int, ...], float]
"""The other's hand, the order of the stock (numbers of cards), and how likely that is."""


class Played:
    """A game deal by deal, for a player who knows all that was seen and in which order."""

    def __init__(
        self,
        table: MiniTable,
        player: int,
        play: MiniPlay,
        best: Callable[..., float] | None = None,
    ) -> None:
        self.table, self.hands, self.tree = table, table.hands, table.tree
        self.player, self.play, self.best = player, play, best
        self.number = {mask: n for n, mask in enumerate(self.hands.held.tolist())}
        self.cards = table.game.cards

    def points(self) -> float:
        """Points a hand."""
        up = int(self.tree.top[0])
        rest = [card for card in range(len(self.cards)) if card != up]
        size, total = self.table.game.hand, 0.0
        for mine in combinations(rest, size):
            others = [card for card in rest if card not in mine]
            worlds = [
                (self.mask(theirs), order, 1.0)
                for theirs in combinations(others, size)
                for order in permutations([card for card in others if card not in theirs])
            ]
            total += self.worth(0, self.mask(mine), worlds) / len(worlds)
        return total / comb(len(rest), size)

    def mask(self, cards: tuple[int, ...]) -> int:
        return sum(1 << self.cards[card] for card in cards)

    def mixed(self, options: list[tuple[float, float]]) -> float:
        """Of (weight, worth): the mean, or the best where that is looked for."""
        if self.best is not None:
            return self.best(worth for _, worth in options)
        total = sum(weight for weight, _ in options)
        even = 1 / len(options)
        return sum((weight / total if total else even) * worth for weight, worth in options)

    def worth(self, node: int, hand: int, worlds: list[World]) -> float:
        if not worlds:
            return 0.0
        if self.tree.actor[node] != self.player:
            return self.other_turn(node, hand, worlds)
        leave, take = self.play.takes[node, self.number[hand]]
        options, passed = [], int(self.tree.passed[node])
        if TAKEN in ways(self.tree.asked[node]):
            full = hand | 1 << self.cards[self.tree.top[node]]
            options.append((take, self.with_card(node, TAKEN, full, worlds)))
        if passed != NONE:
            options.append((leave, self.worth(passed, hand, worlds)))
        elif DRAWN in ways(self.tree.asked[node]):
            by_card = defaultdict(list)
            for other, order, chance in worlds:
                by_card[order[0]].append((other, order[1:], chance))
            draws = (
                self.with_card(node, DRAWN, hand | 1 << self.cards[card], some)
                for card, some in by_card.items()
            )
            options.append((leave, sum(draws)))
        return self.mixed(options)

    def with_card(self, node: int, way: int, full: int, worlds: list[World]) -> float:
        options = []
        for weight, card, held, knocks in self.answers(node, way, full, self.player):
            after = int(self.tree.after[node, way, card])
            if knocks:
                won = sum(
                    chance * self.hands.won[self.number[held], self.number[other]]
                    for other, _, chance in worlds
                )
                options.append((weight, won))
            else:
                options.append((weight, 0.0 if after == NONE else self.worth(after, held, worlds)))
        return self.mixed(options)

    def answers(
        self, node: int, way: int, full: int, player: int
    ) -> Iterator[tuple[float, int, int, bool]]:
        """(weight, card, cards held after it, whether it is a knock) of what may be done."""
        tree, top = self.tree, 1 << self.cards[self.tree.top[node]]
        must, gone = (
            int(tree.known[node, player]),
            int(tree.pile[node] | tree.known[node, 1 - player]),
        )
        if way == TAKEN:
            must, gone = must | top, gone & ~top
        may = [mask for mask in self.hands.full.tolist() if not mask & gone and mask & must == must]
        row = self.play.plays[tree.start[node, way] + may.index(full)]
        places = [card for card, bit in enumerate(self.cards) if full >> bit & 1]
        for place, card in enumerate(places):
            held = full & ~(1 << self.cards[card])
            if way == TAKEN and card == tree.top[node]:
                continue
            yield row[place], card, held, False
            if self.hands.knocks[self.number[held]]:
                yield row[len(places) + place], card, held, True

    def other_turn(self, node: int, hand: int, worlds: list[World]) -> float:
        """The other does what it does in each world; I see the card that it takes and discards."""
        total, passed = 0.0, int(self.tree.passed[node])
        seen: dict[tuple[int, int], list[World]] = defaultdict(list)
        may = [way for way in (TAKEN, DRAWN) if way in ways(self.tree.asked[node])]
        may += [NONE] if passed != NONE else []
        for other, order, chance in worlds:
            leave, take = self.play.takes[node, self.number[other]]
            weights = [take if way == TAKEN else leave for way in may]
            for way, weight in zip(may, weights, strict=True):
                here = chance * (weight / sum(weights) if any(weights) else 1 / len(may))
                if way == NONE:
                    seen[NONE, NONE].append((other, order, here))
                    continue
                card = int(self.tree.top[node]) if way == TAKEN else order[0]
                full, left = other | 1 << self.cards[card], order if way == TAKEN else order[1:]
                total += self.their_discards(node, way, hand, full, left, here, seen)
        for (way, card), some in seen.items():
            after = passed if way == NONE else int(self.tree.after[node, way, card])
            total += 0.0 if after == NONE else self.worth(after, hand, some)
        return total

    def their_discards(
        self, node: int, way: int, hand: int, full: int, order: tuple[int, ...], chance: float,
        seen: dict[tuple[int, int], list[World]],
    ) -> float:  # fmt: skip
        answers = list(self.answers(node, way, full, 1 - self.player))
        mass, total = sum(weight for weight, *_ in answers), 0.0
        for weight, card, held, knocks in answers:
            here = chance * (weight / mass if mass else 1 / len(answers))
            if knocks:
                total -= here * self.hands.won[self.number[held], self.number[hand]]
            elif here:
                seen[way, card].append((held, order, here))
        return total


@pytest.mark.nightly
def test_values_and_best_answers_are_those_of_all_deals() -> None:
    """Of any way to play; who remembers the order of the cards that came gets no more."""
    table = MiniTable.of(TINY, 4)
    play = some_play(table, 1)
    assert Played(table, 0, play).points() == pytest.approx(value(table, play, play))
    assert Played(table, 1, play).points() == pytest.approx(-value(table, play, play))
    for player in (0, 1):
        best = Played(table, player, play, best=max).points()
        assert best == pytest.approx(best_answer(table, player, play))


@pytest.mark.nightly
def test_the_equilibrium_lies_between_its_bounds_and_nobody_beats_it() -> None:
    table = MiniTable.of(TINY, 0)
    solution = solved(table, 400, close=0.002)
    low, high = solution.bounds
    assert low <= solution.value <= high and high - low < 0.01
    engine = engine_play(table)
    for play in (engine, some_play(table, 2), table.weights()):
        assert value(table, play, solution.play) <= high + 1e-9
        assert value(table, solution.play, play) >= low - 1e-9
        first, second = (best_answer(table, player, play) for player in (0, 1))
        assert first >= low - 1e-9 and -second <= high + 1e-9  # never below the game's value
        assert first >= value(table, play, play) - 1e-9 >= -second - 2e-9
    lost = sum(best_answer(table, player, engine) for player in (0, 1)) / 2
    assert 0 < lost < 0.2 * at_stake(table, solution.play)


@pytest.fixture
def played(game: MiniGame, monkeypatch: pytest.MonkeyPatch) -> MiniGame:
    """A game; the smallest by functions as they are written, for to compile them takes longer."""
    if game is TINIEST:
        monkeypatch.setattr(Rules, "tables", property(lambda own: plain_tables(own.meld_values)))
        for module in (rules_of_mini, _walks, _engine, solve, pipeline):
            for name, function in vars(module).copy().items():
                if isinstance(function, jit.Jitted):
                    monkeypatch.setattr(module, name, jit.plain(function))
    return game


@more_at_night("game", TINIEST, TINY)
def test_the_more_is_mixed_the_less_the_answers_are_worth(played: MiniGame, game: MiniGame) -> None:
    table = MiniTable.of(played, 4)
    engine, equal = engine_play(table), table.weights()
    worth = [value(table, play, equal) for play in (engine, mixed_play(table, 1e-6))]
    assert worth[1] == pytest.approx(worth[0], abs=1e-9)
    some, much, all_alike = (value(table, mixed_play(table, heat), equal) for heat in (0.5, 4, 1e9))
    assert worth[0] > some > much > all_alike == pytest.approx(value(table, equal, equal), abs=1e-6)


def test_how_likely_their_hands_are_is_counted_beside_each_of_mine() -> None:
    """At the root every hand of the cards left is as likely, so the ways to deal it are counted."""
    table = MiniTable.of(TINY, 4)
    masses = np.zeros(table.weights().takes.shape[:-1]), np.zeros(table.tree.slots)
    weigh(table.hands, table.tree, np.stack([table.rows(), table.rows()]), *masses)
    legal = table.rows()[0] > 0
    assert set(masses[0][0][legal]) == {comb(9 - 1 - 3, 3)}
    taken = masses[1][table.tree.start[0, TAKEN] :][: comb(8, 3)]  # with the upcard in the hand
    assert set(taken) == {comb(9 - 4, 3)}
