"""The ways in which a pile may have come about, with their weights.

The pile is a tower of *levels*. A turn with a draw begins a new level; a turn with a take replaces
the card on the topmost one. Read backward from my decision, each card was either discarded after a
draw, and then the level below comes next, or after a take, of a card that lay on the same level.
The weights of all ways back from a place are summed by dynamic programming, with the cards taken
as mere counts, so that ways can be drawn exactly by weight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from analyzer.game.cards import Card, CardSet
from analyzer.game.view import Side, View

TAKEN_AT: Final = (0.92, 0.39, 0.26, 0.26, 0.21, 0.17, 0.17, 0.17, 0.17, 0.12)
"""Odds that a turn with so many cards on the pile is a take of a card that is still held."""
RETURNED: Final = 0.02
"""The same of a take of a card that the player later discards again."""
MOST_RETURNED, MOST_UNTOLD = 2, 2
"""Most cards a player took and discarded again, and most that I took and nobody told."""

MINE_RECENT: Final = (1.3, 1.0, 0.27)
"""The odds that I discarded a card, one of the last `RECENT`, as against the opponent: by
whether my hand has nothing that goes with it, something, or two cards that make a meld with it."""
MINE_BEFORE: Final = (1.1, 0.95, 0.8)
"""The same of an earlier card."""
RECENT: Final = 4


class PilePlace(NamedTuple):
    """A moment of the walk back: the card that lay on top, and all that was used up after it."""

    level: int
    """Its height in the pile, from 1."""
    kind: int
    """`LAID` for a card of the pile, or how the card came to be taken."""
    held: tuple[int, int] = (0, 0)
    """Later takes of cards still held, mine and theirs."""
    untold: tuple[int, int] = (0, 0)
    """Of these nobody told: mine, theirs."""
    returned: tuple[int, int] = (0, 0)
    """Later takes of cards discarded again."""


LAID: Final = 0
KNOWN: Final = 1
UNTOLD: Final = 2
BACK: Final = 3


class _Step(NamedTuple):
    """A way back from a place, and its weight; `before` is None at the first card."""

    weight: float
    before: PilePlace | None


@dataclass(frozen=True)
class Layout:
    """The facts that a view tells of the turns, with the weights of all ways from each place."""

    view: View
    stock: int
    pile: tuple[Card | None, ...]
    """Oldest first, with the card that I took in this turn on top; None for one unseen."""
    mine: tuple[Card, ...]
    """Cards of my hand that I took before."""
    theirs: tuple[Card, ...]
    open_mine: bool
    """True if I may have taken others."""
    open_theirs: bool
    sums: dict[PilePlace, float]
    """By place: the weight of all ways back from it."""
    chances: dict[tuple[int, bool], Sequence[float]]
    """By height in the pile and who discards: running sums over the unseen cards."""

    @property
    def eleven(self) -> bool:
        """True if the first card of the pile was discarded too."""
        return self.view.rules.deals_eleven


@lru_cache(maxsize=256)
def layout_of(view: View, stock: int) -> Layout:
    size = len(view.unseen) - view.hidden - stock
    mine = tuple(view.shown - taken_now(view))
    blind = at_any_stage(view)
    return Layout(
        view=view,
        stock=stock,
        pile=(*(None,) * size, *view.pile, *taken_now(view)),
        mine=mine,
        theirs=tuple(view.opponent),
        open_mine=not mine,
        open_theirs=blind,
        sums={},
        chances={},
    )


def _later(layout: Layout, place: PilePlace) -> int:
    """Return how many discards came after the card at a place."""
    return len(layout.pile) - place.level + sum(place.held) + sum(place.returned)


def is_mine(layout: Layout, place: PilePlace) -> bool:
    """True if I discarded the card at a place: the last one is the opponent's."""
    return _later(layout, place) % 2 == 1


def _total(layout: Layout, place: PilePlace) -> float:
    """The weight of all ways back from a place."""
    if place not in layout.sums:
        layout.sums[place] = sum(step.weight for step in steps_back(layout, place))
    return layout.sums[place]


def steps_back(layout: Layout, place: PilePlace) -> Iterator[_Step]:
    """The ways back from a place, each with the weight of all that may come before it."""
    own = _discard_weight(layout, place)
    if place.level == 1:
        yield _Step(_first_weight(layout, place) * (own if layout.eleven else 1.0), None)
    else:
        before = place._replace(level=place.level - 1, kind=LAID)
        yield _Step(own * _total(layout, before), before)
    first_discard = layout.eleven and place.level == 1 and place.kind != LAID
    odds = TAKEN_AT[min(place.level, len(TAKEN_AT)) - 1]
    seat = 0 if is_mine(layout, place) else 1
    for chance, before in _takes(layout, place, seat, odds):
        if chance and not (first_discard and place.kind == LAID):
            yield _Step(own * chance * _total(layout, before), before)


def _takes(
    layout: Layout, place: PilePlace, seat: int, odds: float
) -> Iterator[tuple[float, PilePlace]]:
    """The takes after which the card at a place may have been discarded, with their odds."""
    known = (layout.mine, layout.theirs)[seat]
    held, untold, returned = (
        _one_more(pair, seat) for pair in (place.held, place.untold, place.returned)
    )
    told = place.held[seat] - place.untold[seat]
    if told < len(known):
        yield odds, place._replace(kind=KNOWN, held=held)
    if (layout.open_mine, layout.open_theirs)[seat] and place.untold[seat] < _most(layout, seat):
        yield odds, place._replace(kind=UNTOLD, held=held, untold=untold)
    targets = _later(layout, place) // 2 - place.returned[seat]
    if place.returned[seat] < _most_returned(layout, seat) and targets > 0:
        yield RETURNED, place._replace(kind=BACK, returned=returned)


def _one_more(pair: tuple[int, int], seat: int) -> tuple[int, int]:
    return (pair[0] + 1, pair[1]) if seat == 0 else (pair[0], pair[1] + 1)


def _most(layout: Layout, seat: int) -> int:
    """Most cards taken that nobody told: of mine the card of this turn is not among them."""
    return max(MOST_UNTOLD, _missing(layout)) * (2 if seat else 1)


def _most_returned(layout: Layout, seat: int) -> int:
    if layout.open_theirs:
        return 0  # where nothing is told this would be one guess more among many
    known = layout.view.their_takes - len(layout.theirs) if seat else 0
    return max(MOST_RETURNED, known, _missing(layout))


def _missing(layout: Layout) -> int:
    """Takes that the told number of discards asks for, beyond the cards told."""
    view = layout.view
    told = view.my_discards + view.their_discards
    levels = len(layout.pile) - (0 if layout.eleven else 1)
    return max(0, told - levels - len(layout.mine) - len(layout.theirs))


def _discard_weight(layout: Layout, place: PilePlace) -> float:
    """Return how well the card at a place goes with who discarded it."""
    card = layout.pile[place.level - 1] if place.kind == LAID else None
    if card is None or not is_mine(layout, place):
        return 1.0
    table = MINE_RECENT if _later(layout, place) < RECENT else MINE_BEFORE
    return table[fit_of(card, layout.view.hand)]


@lru_cache(maxsize=4096)
def fit_of(card: Card, hand: CardSet) -> int:
    """0, 1 or 2: whether a hand has nothing that goes with a card, something, or a whole meld.

    >>> hand = CardSet.of("7h 8h 4c 4d Kd 2c")
    >>> [fit_of(Card.of(text), hand) for text in ("9h", "4s", "Qd", "Ts")]
    [2, 2, 1, 0]
    """
    others = hand - CardSet.from_cards((card,))
    alike = sum(other.rank == card.rank for other in others)
    near = {int(other) - int(card) for other in others if other.suit == card.suit}
    if alike >= 2 or near >= {1, 2} or near >= {-1, 1} or near >= {-2, -1}:
        return 2
    return int(bool(alike or near & {-2, -1, 1, 2}))


def _first_weight(layout: Layout, place: PilePlace) -> float:
    """1 where the walk back may end here, 0 where something told would be left over."""
    view = layout.view
    if (place.held[0] - place.untold[0], place.held[1] - place.untold[1]) != (
        len(layout.mine),
        len(layout.theirs),
    ):
        return 0.0
    discards = _later(layout, place) + layout.eleven
    told = view.my_discards + view.their_discards
    if told and (view.my_discards, view.their_discards) != (discards // 2, (discards + 1) // 2):
        return 0.0
    if view.their_takes and place.held[1] + place.returned[1] < view.their_takes:
        return 0.0
    return float(bool(_openings(layout, place)) and _may_be_upcard(layout, place))


def _may_be_upcard(layout: Layout, place: PilePlace) -> bool:
    upcard = layout.view.upcard
    if upcard is None or layout.eleven:
        return True
    if place.kind == LAID:
        card = layout.pile[0]
        return upcard == card if card is not None else upcard in layout.view.unseen
    if place.kind == BACK:
        return upcard in layout.pile or upcard in layout.theirs or upcard in layout.mine
    taker_is_me = is_mine(layout, place) is False
    if place.kind == KNOWN:
        return upcard in (layout.mine if taker_is_me else layout.theirs)
    return upcard in (layout.view.hand if taker_is_me else layout.view.unseen)


class _Opening(NamedTuple):
    """The dealer, and the players who passed the upcard before the first turn with a card."""

    dealer: Side
    passes: tuple[Side, ...]


def _openings(layout: Layout, place: PilePlace) -> tuple[_Opening, ...]:
    """Return how the hand may have begun, where its first card lies at this place."""
    view = layout.view
    if layout.eleven:
        dealer = Side.OPPONENT if is_mine(layout, place) else Side.ME
        return (_Opening(dealer, ()),) if view.dealer in {None, dealer} else ()
    first = Side.OPPONENT if is_mine(layout, place) else Side.ME
    whole = len(layout.pile) == 1 and place.kind == LAID and view.taken is not None
    if place.kind == LAID and not whole:
        openings = [_Opening(first.other, (first, first.other))]
    else:
        openings = [_Opening(first.other, ()), _Opening(first, (first.other,))]
    return tuple(
        opening
        for opening in openings
        if view.dealer in {None, opening.dealer}
        and (Side.OPPONENT in opening.passes or not view.they_passed)
    )


class Way(NamedTuple):
    """A way drawn: the cards in the order in which they came to lie on top, and what became of
    them."""

    places: tuple[PilePlace, ...]
    """The first one first."""
    opening: _Opening


def draw_way(layout: Layout, rng: Random) -> Way | None:
    place = PilePlace(len(layout.pile), LAID)
    if not _total(layout, place) > 0.0:
        return None
    places = [place]
    while True:
        steps = list(steps_back(layout, place))
        chosen = rng.choices(steps, [step.weight for step in steps])[0]
        if chosen.before is None:
            openings = _openings(layout, place)
            return Way(tuple(reversed(places)), rng.choice(openings))
        place = chosen.before
        places.append(place)


def at_any_stage(view: View) -> bool:
    """True if a view tells nothing of how far the hand has come: at most the top of the pile."""
    cards = view.opponent | (view.shown - taken_now(view))
    counts = view.my_discards or view.their_discards or view.their_takes
    nothing = view.upcard is None and view.dealer is None and not view.they_passed
    return not view.buried and len(view.pile) <= 1 and not cards and not counts and nothing


def taken_now(view: View) -> CardSet:
    """The card that I took in this turn."""
    return CardSet.from_cards(() if view.taken is None else (view.taken,))
