"""The cards laid down at the end of a hand: if they can be, and what they score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense, Meld
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import is_meld
from analyzer.game.rules import Rules
from analyzer.notation._source import Mark, clash
from analyzer.notation.cards import format_cards
from analyzer.notation.facts import SaidCards, each_once
from analyzer.notation.numbers import counted_are
from analyzer.notation.records._draft import SaidSpread

Moves = tuple[tuple[Card, Meld], ...]


def lay_offs(cards: Sequence[Card], melds: tuple[Meld, ...], rules: Rules) -> Moves | None:
    """An order and the melds in which the cards can be laid off; None where they cannot.

    The order given is kept as far as it can be, and a run goes before a set.

    >>> from analyzer.game.rules import PRESETS
    >>> run, six, seven = Meld.of("8h 9h Th"), Card.of("6h"), Card.of("7h")
    >>> found = lay_offs([six, seven], (run,), PRESETS["standard"])
    >>> [str(card) for card, _ in found], lay_offs([six], (run,), PRESETS["standard"])
    (['7h', '6h'], None)
    """
    first_runs = tuple(sorted(melds, key=lambda meld: len({card.rank for card in meld}) == 1))
    return _search(tuple(cards), first_runs, rules, set())


def misfits(cards: Sequence[Card], melds: tuple[Meld, ...], rules: Rules) -> tuple[Card, ...]:
    """The cards that cannot be laid off, whichever of the others are: none if all can.

    >>> from analyzer.game.rules import PRESETS
    >>> run, cards = Meld.of("8h 9h Th"), [Card.of("5h"), Card.of("7h"), Card.of("Kd")]
    >>> [str(card) for card in misfits(cards, (run,), PRESETS["standard"])]
    ['5h', 'Kd']
    """
    fitting: list[Card] = []
    left = list(cards)
    while left:
        fits = (card for card in left if lay_offs([*fitting, card], melds, rules) is not None)
        if (card := next(fits, None)) is None:
            break
        fitting.append(card)
        left.remove(card)
    return tuple(left)


def _search(
    cards: tuple[Card, ...], lying: tuple[Meld, ...], rules: Rules, failed: set[tuple[Meld, ...]]
) -> Moves | None:
    if not cards:
        return ()
    if lying in failed:
        return None
    for index, card in enumerate(cards):
        rest = cards[:index] + cards[index + 1 :]
        for at, meld in enumerate(lying):
            if not is_meld(grown := meld.add(card), rules):
                continue
            later = _search(rest, (*lying[:at], grown, *lying[at + 1 :]), rules, failed)
            if later is not None:
                return ((card, meld), *later)
    failed.add(lying)
    return None


@dataclass(frozen=True, slots=True)
class Holder:
    """One player at the end of a hand."""

    hand: CardSet | None
    """The cards left to lay down, if they are known."""
    holds: CardSet
    """Those among them that are known for sure."""
    size: int
    """The number of them."""
    mark: Mark
    """The place of the hand."""
    place: Callable[[Card], str | None]
    """In words where a card is known to be, such as "it lies on the pile"."""
    discarded_unseen: bool = False
    """True if the card discarded with the knock was not seen: it may be one of `holds`."""


def read_spread(
    spread: SaidSpread, knocker: Holder, rules: Rules, marks: dict[Card, Mark]
) -> Arrangement:
    """The knocker's spread of the cards left after the discard, its points not yet judged.

    `marks` says where each card was mentioned last.
    """
    if spread.off.cards:
        raise clash(
            f"{spread.off.cards[0]} is laid off by the knocker", spread.off.at(spread.off.cards[0]),
            hint="only the defender lays off; the knocker's spread comes first",
        )  # fmt: skip
    _check_cards(spread, knocker, marks)
    return _grouped(spread, rules)


def read_defence(
    said: SaidSpread, spread: Arrangement, defender: Holder, rules: Rules, marks: dict[Card, Mark]
) -> Defense:
    """The defender's melds, lay-offs and deadwood; raises InputError where one cannot be."""
    _check_cards(said, defender, marks)
    own = _grouped(said, rules)
    off = said.off
    if off.cards and not spread.deadwood:
        raise clash(
            f"{off.cards[0]} is laid off, but nothing can be laid off on gin",
            off.at(off.cards[0]), hint="count it as deadwood, without `off`",
        )  # fmt: skip
    moves = lay_offs(off.cards, spread.melds, rules)
    if moves is None:
        raise _misfit(off, spread, rules)
    return Defense(own.melds, moves, own.deadwood, own.points)


def _misfit(off: SaidCards, spread: Arrangement, rules: Rules) -> InputError:
    """The error for cards of which not all can be laid off: names the first that cannot."""
    wrong, *_ = misfits(off.cards, spread.melds, rules)
    melds = " / ".join(format_cards(meld) for meld in spread.melds)
    return clash(
        f"{wrong} cannot be laid off", off.at(wrong),
        hint=f"the melds that lie are {melds}" if melds else "no meld lies there",
    )  # fmt: skip


def _grouped(spread: SaidSpread, rules: Rules) -> Arrangement:
    """The groups that are melds, and all else."""
    melds, left = [], spread.deadwood.set
    for group in spread.groups:
        if is_meld(group.set, rules):
            melds.append(group.set)
        else:
            left |= group.set
    return Arrangement.of(melds, left, rules)


def no_meld(spread: SaidSpread, rules: Rules) -> str | None:
    """The first group that looks as if it should be a meld and is none, for a hint."""
    for group in spread.groups[:-1]:
        if len(group.cards) > 2 and not is_meld(group.set, rules):
            return f"`{format_cards(group.cards)}` is not a meld"
    return None


def _check_cards(spread: SaidSpread, holder: Holder, marks: dict[Card, Mark]) -> None:
    """See that exactly the cards of the hand are laid down; of an unknown hand, ten that can be."""
    laid = each_once((*spread.groups, spread.deadwood, spread.off), "laid down")
    hand, holds = holder.hand, holder.holds
    for card, mark in laid.items():
        if hand is not None and card not in hand:
            raise clash(
                f"{card} is laid down, but was not in the hand",
                marks.get(card, holder.mark),
                mark,
                hint="lay down the cards that are held",
            )
        if hand is None and card not in holds and (place := holder.place(card)) is not None:
            raise clash(
                f"{card} is laid down, but {place}",
                marks.get(card, holder.mark),
                mark,
                hint="every card exists once",
            )
    missing = (holds if hand is None else hand) - CardSet.from_cards(laid)
    for card in missing if len(missing) > holder.discarded_unseen else ():
        raise clash(
            f"{card} is in the hand, but not laid down", marks.get(card, holder.mark), spread.mark,
            hint="lay down every card, deadwood too",
        )  # fmt: skip
    if len(laid) != holder.size:
        raise clash(
            f"{counted_are(len(laid), 'card')} laid down, not {holder.size}", spread.mark,
            hint="lay down every card, deadwood too",
        )  # fmt: skip
