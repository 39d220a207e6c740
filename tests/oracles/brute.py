"""Melds, lay-offs and knocks by brute force, from the rules alone.

Nothing of the program is used and no card is a number: a card is its text ("7h"), a hand a tuple
of cards, a meld or an arrangement a frozenset. All groups of cards are listed, all disjoint
choices of melds, all orders of laying off.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)

Meld = frozenset[str]
Layout = frozenset[Meld]


@dataclass(frozen=True)
class Game:
    """What the brute force has to know of the rules."""

    ace: int = 1
    court: int = 10
    corner: bool = False
    longest: int = 13

    def points(self, cards: Iterable[str]) -> int:
        return sum(self.values[card[0]] for card in cards)

    @cached_property
    def values(self) -> dict[str, int]:
        pips = {rank: int(rank) for rank in "23456789"}
        return {"A": self.ace, **pips, "T": 10, **dict.fromkeys("JQK", self.court)}

    @cached_property
    def all_melds(self) -> tuple[Meld, ...]:
        found = set()
        for rank in RANKS:
            four = [rank + suit for suit in SUITS]
            found |= {frozenset(some) for size in (3, 4) for some in combinations(four, size)}
        around = RANKS + (RANKS[:-1] if self.corner else "")
        for suit in SUITS:
            for start in range(13):
                for size in range(3, self.longest + 1):
                    ranks = around[start : start + size]
                    if len(ranks) == size:
                        found.add(frozenset(rank + suit for rank in ranks))
        return tuple(found)

    @cached_property
    def short_melds(self) -> tuple[Meld, ...]:
        return tuple(meld for meld in self.all_melds if len(meld) <= 5)

    @cached_property
    def meld_set(self) -> frozenset[Meld]:
        return frozenset(self.all_melds)

    @cached_property
    def melds_by_three(self) -> dict[Meld, tuple[Meld, ...]]:
        """Every meld, under each three of its cards that are its first ones in deck order."""
        found: dict[Meld, list[Meld]] = {}
        for meld in self.all_melds:
            found.setdefault(frozenset(sorted(meld, key=DECK.index)[:3]), []).append(meld)
        return {three: tuple(melds) for three, melds in found.items()}


STANDARD = Game()
TEDESCO = Game(ace=15, corner=True)
CAPPED = Game(longest=5)
CAPPED_CORNER = Game(ace=15, corner=True, longest=5)


def melds_within(hand: tuple[str, ...], game: Game) -> list[Meld]:
    held = frozenset(hand)
    threes = combinations(sorted(hand, key=DECK.index), 3)
    near = (game.melds_by_three.get(frozenset(three), ()) for three in threes)
    return [meld for melds in near for meld in melds if meld <= held]


def layouts(hand: tuple[str, ...], game: Game) -> list[Layout]:
    """Every way to choose disjoint melds from the hand, none at all included."""
    melds = melds_within(hand, game)

    def choose(first: int, used: Meld) -> Iterator[tuple[Meld, ...]]:
        yield ()
        for at in range(first, len(melds)):
            if not melds[at] & used:
                for more in choose(at + 1, used | melds[at]):
                    yield (melds[at], *more)

    return [frozenset(some) for some in choose(0, frozenset())]


def cards_of(layout: Iterable[Meld]) -> Meld:
    return frozenset().union(*layout)


class Hand:
    """A hand with every layout worked out once."""

    def __init__(self, hand: tuple[str, ...], game: Game) -> None:
        self.cards, self.game = hand, game
        self.total = game.points(hand)
        self.layouts = [
            (layout, used, self.total - game.points(used))
            for layout in layouts(hand, game)
            for used in [cards_of(layout)]
        ]

    @property
    def deadwood(self) -> int:
        return min(left for _, _, left in self.layouts)

    @property
    def best(self) -> set[Layout]:
        return {layout for layout, _, left in self.layouts if left == self.deadwood}

    @property
    def fewest_left(self) -> int:
        return min(len(self.cards) - len(used) for _, used, _ in self.layouts)

    def after(self, card: str) -> int:
        """Least deadwood once the card is discarded: the layouts that do without it."""
        value = self.game.values[card[0]]
        return min(left for _, used, left in self.layouts if card not in used) - value

    def knocks(self, limit: int) -> set[tuple[str, Layout]]:
        return {
            (card, layout)
            for layout, used, left in self.layouts
            for card in self.cards
            if card not in used and left - self.game.values[card[0]] <= limit
        }


def laid_off_sets(hand: tuple[str, ...], spread: Layout, game: Game) -> set[Meld]:
    """Every set of cards of the hand that can be laid off in some order on some melds."""
    found: set[Meld] = set()
    seen = set()
    stack = [(frozenset[str](), tuple(spread))]
    while stack:
        laid, lying = stack.pop()
        found.add(laid)
        for card in hand:
            if card in laid:
                continue
            for at, meld in enumerate(lying):
                grown = meld | {card}
                if grown in game.meld_set:
                    state = (laid | {card}, (*lying[:at], grown, *lying[at + 1 :]))
                    if state not in seen:
                        seen.add(state)
                        stack.append(state)
    return found


def defence(hand: tuple[str, ...], spread: Layout, gin: bool, game: Game) -> int:
    """The least points the defender keeps, over all melds of his own and all lay-offs."""
    off = {frozenset[str]()} if gin else laid_off_sets(hand, spread, game)
    total = game.points(hand)
    used = {cards_of(layout) for layout in layouts(hand, game)}
    return min(total - game.points(own | laid) for own in used for laid in off if not own & laid)


def score(deadwood: int, kept: int, gin_bonus: int, undercut_bonus: int) -> int:
    """Signed points for the knocker where equal deadwood is an undercut."""
    if deadwood == 0:
        return kept + gin_bonus
    return kept - deadwood if deadwood < kept else kept - deadwood - undercut_bonus


def random_hand(rng: random.Random, size: int, deck: tuple[str, ...] = DECK) -> tuple[str, ...]:
    return tuple(rng.sample(deck, size))


def dense_hand(rng: random.Random, size: int, game: Game = STANDARD) -> tuple[str, ...]:
    """A hand full of melds, half melds and cards that fit two of them."""
    if rng.random() < 0.5:  # all from a few neighboring ranks, where sets and runs clash
        low, wide = rng.randrange(13), rng.choice((3, 4, 5, 6))
        ranks = {RANKS[(low + step) % 13] for step in range(wide)}
        pool = tuple(card for card in DECK if card[0] in ranks)
        return random_hand(rng, size, pool)
    short = game.short_melds
    hand: set[str] = set()
    while len(hand) < size:
        near = [meld for meld in rng.sample(short, 12) if meld & hand] or [rng.choice(short)]
        meld = sorted(rng.choice(near))
        hand |= set(meld if rng.random() < 0.7 else meld[:2])
    return tuple(rng.sample(sorted(hand), size))


def knock_and_defence(
    rng: random.Random, game: Game
) -> tuple[tuple[str, ...], Layout, tuple[str, ...]]:
    """A knocker's ten cards, a spread of them, and a defender full of cards that fit it."""
    held = dense_hand(rng, 10, game)
    ways = layouts(held, game)
    spread = rng.choice(ways) if rng.random() < 0.3 else max(ways, key=lambda w: len(cards_of(w)))
    others = [card for card in DECK if card not in held]
    laid = cards_of(spread)
    near = [
        card
        for card in others
        if any(card[0] == c[0] or (card[1] == c[1] and _close(card, c)) for c in laid)
    ]
    rng.shuffle(near)
    size = rng.randint(1, 10)
    chosen = near[: rng.randint(size // 2, size)]
    rest = [card for card in others if card not in chosen]
    return held, spread, tuple(chosen + rng.sample(rest, size - len(chosen)))


def _close(one: str, other: str) -> bool:
    gap = abs(RANKS.index(one[0]) - RANKS.index(other[0]))
    return min(gap, 13 - gap) <= 2
