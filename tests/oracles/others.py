"""The other games by brute force, from the rules alone: jokers, several defenders, mahjong.

Nothing of the program is used. A card is its text, a joker "X1" or "X2"; a meld on the table is the
set of cards in it and the set of cards that these stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from tests.oracles.brute import RANKS, SUITS, Game, Meld

JOKERS = ("X1", "X2")
Lying = tuple[Meld, Meld]
"""A meld on the table: its cards, and what it counts as once each joker is the card it names."""


class Mahjong(Game):
    """Aces high or low in runs, not round the corner; 2 to 9 five, ten to king ten, ace fifteen."""

    @property
    def values(self) -> dict[str, int]:  # type: ignore[override]
        return {"A": 15, **dict.fromkeys("23456789", 5), **dict.fromkeys("TJQK", 10)}

    @property
    def all_melds(self) -> tuple[Meld, ...]:  # type: ignore[override]
        return _mahjong_melds()


@lru_cache(maxsize=1)
def _mahjong_melds() -> tuple[Meld, ...]:
    low = set(Game().all_melds)
    for suit in SUITS:
        for size in range(3, 14):
            ranks = (RANKS + "A")[-size:]
            low.add(frozenset(rank + suit for rank in ranks))
    return tuple(low)


def points(cards: Iterable[str], game: Game) -> int:
    return sum(20 if card in JOKERS else game.values[card[0]] for card in cards)


def melds_of(hand: Iterable[str], game: Game) -> list[Lying]:
    """Every meld that some cards can make, with at most one joker for a card of it."""
    held = frozenset(hand)
    found = []
    for meld in game.all_melds:
        missing = meld - held
        if not missing:
            found.append((meld, meld))
        for joker in held & set(JOKERS):
            found += [(meld - {stands} | {joker}, meld) for stands in meld if missing <= {stands}]
    return found


def least(hand: Iterable[str], game: Game) -> int:
    """The least points in no meld, over all choices of disjoint melds."""
    groups = {cards for cards, _ in melds_of(hand, game)}
    small = [
        one for one in groups
        if not any(other < one and one - other in groups for other in groups)
    ]  # fmt: skip
    known: dict[Meld, int] = {}

    def rest(cards: Meld) -> int:
        if cards not in known:
            first = min(cards, default=None)
            if first is None:
                return 0
            best = points([first], game) + rest(cards - {first})
            for meld in small:
                if first in meld and meld <= cards:
                    best = min(best, rest(cards - meld))
            known[cards] = best
        return known[cards]

    return rest(frozenset(hand))


def additions(hand: Iterable[str], table: Sequence[Lying], game: Game) -> set[tuple[str, int, str]]:
    """Every card that can be added: the card, to which meld, and as which card."""
    melds = _melds(game)
    found = set()
    for at, (cards, counts) in enumerate(table):
        for rank in RANKS:
            for suit in SUITS:
                card = rank + suit
                if card in counts or counts | {card} not in melds:
                    continue
                if card in hand:
                    found.add((card, at, card))
                if not set(JOKERS) & cards:
                    found |= {(joker, at, card) for joker in JOKERS if joker in hand}
    return found


@lru_cache(maxsize=8)
def _melds(game: Game) -> frozenset[Meld]:
    return frozenset(game.all_melds)


def best_answer(table: Sequence[Lying], hand: Iterable[str], game: Game) -> tuple[int, int]:
    """(least points a defender keeps, fewest cards laid off for it), over all orders."""
    best = (10_000, 0)
    seen = set()
    stack = [(frozenset(hand), tuple(table), 0)]
    while stack:
        left, lying, laid = stack.pop()
        if (left, lying) in seen:
            continue
        seen.add((left, lying))
        best = min(best, (least(left, game), laid))
        for card, at, stands in additions(left, lying, game):
            cards, counts = lying[at]
            grown = (*lying[:at], (cards | {card}, counts | {stands}), *lying[at + 1 :])
            stack.append((left - {card}, grown, laid + 1))
    return best


# ---------------------------------------------------------------- mahjong


def can_come_down(card: str, hand: Meld, table: Sequence[Lying], game: Game) -> bool:
    """Whether some sequence of melds and additions brings a card to the table."""
    seen = set()
    stack = [(hand, tuple(table))]
    while stack:
        left, lying = stack.pop()
        if card not in left:
            return True
        if (left, lying) in seen:
            continue
        seen.add((left, lying))
        for cards, counts in melds_of(left, game):
            stack.append((left - cards, (*lying, (cards, counts))))
        for other, at, _ in additions(left, lying, game):
            cards, counts = lying[at]
            grown = (*lying[:at], (cards | {other}, counts | {other}), *lying[at + 1 :])
            stack.append((left - {other}, grown))
    return False


def mahjong_moves(
    hand: Meld, table: Sequence[Lying], pile: Sequence[str], stock: int, taken: Sequence[str],
    drawn: bool, game: Game,
) -> set[str]:  # fmt: skip
    """Every lawful move, as words; melds and additions by their cards in the order of the deck."""
    if not drawn:
        takes = {
            count for count in range(1, len(pile) + 1)
            if count == 1
            or can_come_down(pile[-count], hand | frozenset(pile[-count:]), table, game)
        }  # fmt: skip
        return {f"take {count}" for count in takes} | {"draw" if stock else "pass"}
    bound = taken[0] if len(taken) > 1 and taken[0] in hand else None
    alone = taken[0] if len(taken) == 1 else None
    moves = set() if bound else {f"discard {card}" for card in hand - {alone}}

    def lawful(left: Meld, lying: Sequence[Lying]) -> bool:
        if bound is not None and bound in left:
            return can_come_down(bound, left, lying, game)
        return alone is None or left != {alone}

    for cards, counts in melds_of(hand, game):
        if lawful(hand - cards, (*table, (cards, counts))):
            moves.add(f"meld {' '.join(sorted(cards))}")
    for card, at, _ in additions(hand, table, game):
        cards, counts = table[at]
        grown = (*table[:at], (cards | {card}, counts | {card}), *table[at + 1 :])
        if lawful(hand - {card}, grown):
            moves.add(f"add {card} to {' '.join(sorted(counts))}")
    return moves
