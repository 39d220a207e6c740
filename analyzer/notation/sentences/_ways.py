"""The cards that ranks and suits beside each other can name, in each way to group them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from analyzer.game.cards import Card
from analyzer.notation.sentences._atoms import Atom

_MOST: Final = 60
"""So many ways to group the cards of a clause are kept."""
_PARTS: Final = 2.9
"""A gap over which no group goes."""
_COLORS: Final = ((0, 3), (1, 2))
"""The black suits and the red ones."""
_ALL: Final = 4

Group = tuple[int, tuple[int, ...], float]
"""The place behind a group, its cards, its price."""


def dearest(atoms: int) -> float:
    """The most that a way to group so many atoms may cost."""
    return 8.0 + 0.15 * atoms


def ways(atoms: Sequence[Atom]) -> dict[int, float]:
    """Every set of cards, as a mask, that the atoms of a clause can name, with its least price."""
    table: list[dict[int, float]] = [{} for _ in range(len(atoms) + 1)]
    table[0] = {0: 0.0}
    most = dearest(len(atoms))
    for at in range(len(atoms)):
        kept = sorted(table[at].items(), key=lambda each: each[1])[:_MOST]
        for end, cards, price in _groups(atoms, at) if kept else ():
            mask = sum(1 << card for card in {*cards})
            if mask.bit_count() < len(cards):
                continue
            for before, cost in kept:
                total = cost + price
                if not before & mask and total < min(most, table[end].get(before | mask, 99.0)):
                    table[end][before | mask] = total
    return table[-1]


def _groups(atoms: Sequence[Atom], at: int) -> Iterator[Group]:
    """The groups that begin with an atom."""
    first, follower = atoms[at], atoms[at + 1] if at + 1 < len(atoms) else None
    if first.tied:
        return
    end = at + 1 + (follower is not None and follower.tied)
    yield end, (), first.drop if first.kind in "RS" else 0.0
    if first.kind == "R":
        yield from _from_ranks(atoms, at, None)
    elif first.kind == "S":
        yield from _from_suit(atoms, at)
    elif follower is not None and follower.kind == "R" and first.kind == "N":
        yield from _from_ranks(atoms, at + 1, first.value)
    elif follower is not None and follower.kind == "R" and first.kind == "L":
        yield at + 2, _cards([follower.value], _COLORS[first.value]), 0.0


def _cards(ranks: Sequence[int], suits: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(Card.make(rank, suit)) for rank in ranks for suit in suits)


def _link(atoms: Sequence[Atom]) -> float:
    """The price of going on to these atoms in a group: none goes on over what parts sentences."""
    gap = sum(max(0.0, each.gap) for each in atoms)
    return gap if gap < _PARTS else 99.0


def _behind(atoms: Sequence[Atom], at: int, kinds: set[str]) -> int:
    """The place behind all atoms of some kinds."""
    while at < len(atoms) and atoms[at].kind in kinds:
        at += 1
    return at


def _run(atoms: Sequence[Atom], at: int) -> Iterator[tuple[int, list[int], float, bool]]:
    """Lists of ranks from an atom on: where each ends, the ranks, the price, if one is plural."""
    ranks, price, many, end = [atoms[at].value], 0.0, atoms[at].plural, at + 1
    yield end, [*ranks], price, many
    while end < len(atoms):
        through = atoms[end].kind == "T"
        follower = end + through
        if follower >= len(atoms) or atoms[follower].kind != "R" or atoms[follower].tied:
            return
        if atoms[follower].gap < 0 and not through:
            return  # `the 8 and 9 of fours`: a suit is missing
        price += _link(atoms[end : follower + 1])
        rank = atoms[follower].value
        if through and rank != ranks[-1]:
            step = 1 if rank > ranks[-1] else -1
            ranks += range(ranks[-1] + step, rank, step)
        ranks.append(rank)
        many, end = many or atoms[follower].plural, follower + 1
        yield end, [*ranks], price, many


def _from_ranks(atoms: Sequence[Atom], at: int, count: int | None) -> Iterator[Group]:
    """`four and five of clubs`, `kings: hearts, spades`, `sevens, no club`, `four aces`."""
    first = atoms[at]
    plural = at + 1 < len(atoms) and atoms[at + 1].kind == "R" and atoms[at + 1].plural
    if count is None and 1 <= first.value < _ALL and not first.plural and plural:
        yield from _from_ranks(atoms, at + 1, first.value + 1)
    if count == _ALL and first.plural:
        yield at + 1, _cards([first.value], range(_ALL)), 0.5
    for end, ranks, price, many in _run(atoms, at):
        stop = _behind(atoms, end, {":", "T"})
        if len(ranks) == 1:
            yield from _with_suits(atoms, stop, ranks[0], count, plural=first.plural)
        if stop < len(atoms) and atoms[stop].kind == "N" and atoms[stop].value == len(ranks):
            stop += 1  # `three and two, both clubs`
        of_suit = stop < len(atoms) and atoms[stop].kind == "S" and (len(ranks) == 1 or not many)
        if of_suit and count in {None, len(ranks)}:
            suit = atoms[stop]
            paid = price + _link(atoms[end : stop + 1]) + (0.6 if suit.comma else 0)
            yield stop + 1, _cards(ranks, [suit.value]), paid + (0.5 if stop > end else 0)


def _with_suits(
    atoms: Sequence[Atom], at: int, rank: int, count: int | None, *, plural: bool
) -> Iterator[Group]:
    """One rank in several suits, in all but one, in those of a color, or in none."""
    if at < len(atoms) and atoms[at].kind == "O":
        yield at + 1, (), 0.0
    if at < len(atoms) and atoms[at].kind == "L" and (plural or count == len(_COLORS)):
        yield at + 1, _cards([rank], _COLORS[atoms[at].value]), 0.0
    begin, at = at, _behind(atoms, at, {"N", "X"})
    if any(each.kind == "X" for each in atoms[begin:at]):
        if at < len(atoms) and atoms[at].kind == "S" and (plural or count == _ALL - 1):
            left = [suit for suit in range(_ALL) if suit != atoms[at].value]
            yield at + 1, _cards([rank], left), _link(atoms[begin : at + 1])
        return
    named, price = list[int](), 0.0
    while at < len(atoms) and atoms[at].kind == "S":
        if named and atoms[at].gap < 0 and not (plural or count):
            return  # `ten of clubs, of spades`: a rank is missing
        named.append(atoms[at].value)
        price += _link(atoms[at : at + 1])
        at += 1
        if count in {None, len(named)} and (plural or len(named) > 1):
            yield at, _cards([rank], named), price + (0 if plural or count else 1.5)


def _from_suit(atoms: Sequence[Atom], at: int) -> Iterator[Group]:
    """`spades: J, Q`, `of hearts, the six`, `clubs none`, `hearts and spades kings`."""
    suit, stop = atoms[at], _behind(atoms, at + 1, {":", "T"})
    if stop < len(atoms) and atoms[stop].kind == "O":
        yield stop + 1, (), 0.0
    if stop < len(atoms) and atoms[stop].kind == "R":
        led = suit.gap < 0 or atoms[at + 1].kind == ":"
        base = _link(atoms[at + 1 : stop + 1]) + (0 if led else 0.8)
        base += 0.6 if atoms[stop].comma and not led else 0
        for end, ranks, price, many in _run(atoms, stop):
            if not many:
                yield end, _cards(ranks, [suit.value]), base + price
    end = _behind(atoms, at, {"S"})
    if end > at + 1 and end < len(atoms) and atoms[end].kind == "R" and atoms[end].plural:
        suits = [each.value for each in atoms[at:end]]
        yield end + 1, _cards([atoms[end].value], suits), 1.0
