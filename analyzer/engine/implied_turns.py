"""The turns that a view without a history implies: laid out, weighed and drawn.

Nearly all of a hand follows from what people tell of it. Each card of the pile was discarded in a
turn, players alternate, the last discard before my decision is the opponent's, and a card taken
was discarded by the other player just before. What is open is where the cards taken lay, whether I
took some that nobody told, whether cards taken were discarded again, and which cards lie in the
pile unseen.

Every such way has a weight (:mod:`analyzer.engine._turn_levels`): how often a player takes at each
height of the pile, and how well my discards go with the hand I hold, fitted to hands of the fast
policy and of players who slip. Ways are drawn by weight, and cards dealt to their places.
Where nothing but a top card is known, not even the stock, its size is drawn first, by how long
hands last and how good mine is. Each way drawn is a view with a history, which
:class:`analyzer.engine.belief.Trajectory` reads like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import exp
from random import Random
from typing import Final

from analyzer.engine._once import computed_once
from analyzer.engine._turn_levels import (
    BACK,
    KNOWN,
    LAID,
    MINE_BEFORE,
    UNTOLD,
    Layout,
    PilePlace,
    Way,
    at_any_stage,
    draw_way,
    fit_of,
    is_mine,
    layout_of,
    taken_now,
)
from analyzer.engine.selfplay import figures_for
from analyzer.engine.timeline import readable
from analyzer.engine.types import Assumption, Missing
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.rules import Wall
from analyzer.game.table import Played
from analyzer.game.view import FIRST_STOCK, HAND, Question, Side, Turn, View
from analyzer.kernel.trajectory import STRETCHES

WAYS: Final = 64
"""Ways drawn for a view and a seed; more worlds than one way each can serve go round them."""

HELD_TAKEN: Final = (0.03, 0.06, 0.17)
"""Chance that a card of my hand was taken from the pile, by the same."""

DEARER: Final = 0.2
"""By how much (of a power of e) a point makes an early discard likelier, …"""
DEARER_LESS: Final = 0.012
"""… and how much less so for each card in the pile."""

BESIDE: Final = (1.0, 0.5, 0.2)
"""The probabilities of a discard that goes with nothing the opponent took, with
something, or with a whole meld: they keep such cards, and I do not feed them."""

HALF_LIFE, STEEP = 17.0, 1.9
"""Turns that a hand lasts (a Weibull distribution): hands of the fast policy against itself."""
TURNS_A_LEVEL: Final = 1.35
"""Turns for each card in the pile: those with a take add none."""
BLUR: Final = 4.0
"""Points within which my deadwood counts as what it is at a stage."""
FIRST_DEADWOOD: Final = 8
"""The deadwood by which it is more before the first discard than after it."""

TRIES: Final = 16
"""Ways drawn for one that leads to the view; a card discarded twice over may fail to."""


def implied(view: View) -> bool:
    """True if a view without turns implies some, so that it is read by them.

    Not where no card of the pile is known, which tells nothing of the turns; at the first offer,
    where nobody has had one; after a reshuffle; nor where the knock
    limit or the worth of the hand hang on an upcard that nobody told; nor where what is told
    fits no sequence of turns.

    >>> from analyzer.notation import parse_view
    >>> implied(parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\npile: 5s Kh 9c\\nopp took: Jd"))
    True
    >>> implied(parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\nupcard: 9c"))
    False
    """
    rules = view.rules
    by_upcard = (rules.knock_by_upcard or rules.spade_doubles) and view.upcard is None
    if view.history is not None or rules.wall is Wall.RESHUFFLE or by_upcard:
        return False
    if not view.pile or view.question is Question.UPCARD or view.must_draw:
        return False
    return _fitting(view) is not None


def views_by_world(
    view: View, seed: int, first: int, count: int, cluster: int
) -> Iterator[tuple[View, int, int]]:
    """(a view with turns, the number of its first world, how many) for worlds of a view.

    Worlds of one cluster share the turns. Each cluster is counted as if it began a Markov chain
    of its own, so that it has nothing in common with the next.
    """
    laid = ways(view, seed)
    end = first + count
    while first < end:
        number, offset = divmod(first, cluster)
        size = min(cluster - offset, end - first)
        yield laid[number % len(laid)], number * cluster * STRETCHES + offset, size
        first += size


def assumption(view: View, seed: int) -> Assumption | None:
    """Return what an answer to a view assumes of its turns; None where they need not be laid out.

    What is missing is the first in the order in which it changes answers, as
    ``workshop measure partial`` finds it.
    """
    if not implied(view):
        return None
    number = len({(laid.stock, laid.history) for laid in ways(view, seed)})
    if at_any_stage(view):
        missing = Missing.STOCK
    elif view.buried:
        missing = Missing.PILE
    elif number == 1:
        return Assumption(1, None)
    elif view.opponent:
        missing = Missing.THEIR_TAKES
    else:
        missing = Missing.TURNS if view.shown - taken_now(view) else Missing.MY_TAKES
    return Assumption(number, missing)


@lru_cache(maxsize=64)
def ways(view: View, seed: int) -> tuple[View, ...]:
    """The view with turns that fit it, drawn by their weight; none where nothing fits.

    Depends on the view and the seed alone.
    """
    return _ways((view, seed))


@computed_once(maxsize=64)
def _ways(pair: tuple[View, int]) -> tuple[View, ...]:
    view, seed = pair
    rng = Random(f"implied turns {seed}")
    drawn = (_drawn(layout_of(view, stock), rng) for stock in _stocks(view, rng))
    views = tuple(laid for laid in drawn if laid is not None)
    fitting = _fitting(view)
    return views if views or fitting is None else (fitting,)


@computed_once(maxsize=256)
def _fitting(view: View) -> View | None:
    """Some way that fits the view; None where none does."""
    rng = Random("implied turns")
    return _drawn(layout_of(view, _stocks(view, rng)[0]), rng)


def _stocks(view: View, rng: Random) -> Sequence[int]:
    """The stock of each way: as told, or evenly spread over what it may be."""
    if not at_any_stage(view):
        return [view.stock] * WAYS
    sizes = range(FIRST_STOCK - 1, 2, -2)
    sums = list(accumulate(_stage_weight(view, FIRST_STOCK + 1 - size) for size in sizes))
    spots = [(number + rng.random()) / WAYS * sums[-1] for number in range(WAYS)]
    rng.shuffle(spots)
    return [next(size for size, sum_ in zip(sizes, sums, strict=True) if sum_ >= spot)
            for spot in spots]  # fmt: skip


def _stage_weight(view: View, levels: int) -> float:
    """Return how likely a hand such as mine is asked about with so many cards in the pile."""
    turns = TURNS_A_LEVEL * (levels - 1)
    spread = figures_for(view.rules).deadwood
    own = round(turns / 2)
    typical = spread[min(max(own, 1), len(spread)) - 1]
    mine = _deadwood(view) - (FIRST_DEADWOOD if own == 0 else 0)
    fit = sum(exp(-(((mine - points) / BLUR) ** 2) / 2) for points in typical) / len(typical)
    return exp(-((turns / HALF_LIFE) ** STEEP)) * (fit + 1e-3)


def _deadwood(view: View) -> int:
    """Of my ten cards, or of eleven without the one whose discard leaves least."""
    if len(view.hand) == HAND:
        return deadwood(view.hand, view.rules)
    return min(deadwood(view.hand.remove(card), view.rules) for card in view.hand)


def _drawn(layout: Layout, rng: Random) -> View | None:
    """The view with the turns of a way drawn by weight; None where nothing fits."""
    if not layout.pile:
        return None
    for _ in range(TRIES):
        way = draw_way(layout, rng)
        if way is None:
            return None
        cards = _deal_cards(layout, way, rng)
        if cards is None:
            continue
        view = _with_turns(layout, way, cards)
        if view is not None:
            return view
    return None


def _deal_cards(layout: Layout, way: Way, rng: Random) -> list[Card] | None:
    """A card for each place of a way; None where one would be discarded twice over."""
    view = layout.view
    cards: list[Card | None] = [
        layout.pile[place.level - 1] if place.kind == LAID else None for place in way.places
    ]
    pools = {
        (KNOWN, 0): rng.sample(layout.mine, len(layout.mine)),
        (KNOWN, 1): rng.sample(layout.theirs, len(layout.theirs)),
    }
    hand = [card for card in view.hand - view.shown - taken_now(view) if card != view.drawn]
    if view.upcard is not None and not layout.eleven and not _lay_upcard(layout, way, cards, pools):
        return None
    hand = [card for card in hand if card not in cards]
    for number, place in enumerate(way.places):
        if cards[number] is not None or place.kind == BACK:
            continue
        mine = is_mine(layout, place)
        if place.kind == KNOWN:
            cards[number] = pools[KNOWN, int(mine)].pop()
        elif place.kind == UNTOLD and not mine:
            weights = [HELD_TAKEN[fit_of(card, view.hand)] for card in hand]
            cards[number] = _picked(hand, weights, rng)
        else:
            cards[number] = _unseen(layout, place, cards, rng)
    return _give_back(way, cards, rng)


def _lay_upcard(
    layout: Layout, way: Way, cards: list[Card | None], pools: dict[tuple[int, int], list[Card]]
) -> bool:
    """Put the upcard that was told at the first place."""
    upcard, kind = layout.view.upcard, way.places[0].kind
    if kind == BACK:
        return True  # a later discard, looked at when the way is laid out
    if cards[0] is None:
        cards[0] = upcard
        for pool in pools.values():
            if upcard in pool:
                pool.remove(upcard)
    return cards[0] == upcard


def _picked(cards: list[Card], weights: Sequence[float], rng: Random) -> Card:
    card = rng.choices(cards, weights)[0]
    cards.remove(card)
    return card


def _unseen(layout: Layout, place: PilePlace, cards: Sequence[Card | None], rng: Random) -> Card:
    """An unseen card that nobody discarded, by how likely it was discarded at a place."""
    mine, unseen = is_mine(layout, place), tuple(layout.view.unseen)
    if (place.level, mine) not in layout.chances:
        rate = max(0.03, DEARER - DEARER_LESS * place.level)
        table = MINE_BEFORE if mine else (1.0, 1.0, 1.0)
        rules, hand = layout.view.rules, layout.view.hand
        theirs = layout.view.opponent
        weights = (
            exp(rate * rules.value(card)) * table[fit_of(card, hand)] * BESIDE[fit_of(card, theirs)]
            for card in unseen
        )
        layout.chances[place.level, mine] = list(accumulate(weights))
    while True:
        card = rng.choices(unseen, cum_weights=layout.chances[place.level, mine])[0]
        if card not in cards:
            return card


def _give_back(way: Way, cards: list[Card | None], rng: Random) -> list[Card] | None:
    """For each card taken and discarded again: which of the later discards it was."""
    used: set[int] = set()
    for number in range(len(cards) - 1, -1, -1):
        if cards[number] is not None:
            continue
        # The taker discards at the next place, and then at every second one.
        later = [at for at in range(number + 3, len(cards), 2) if at not in used]
        if not later:
            return None
        at = rng.choice(later)
        used.add(at)
        cards[number] = cards[at]
    return [card for card in cards if card is not None]


def _with_turns(layout: Layout, way: Way, cards: Sequence[Card]) -> View | None:
    """The view with the turns of a way; None where they do not lead to it."""
    view = layout.view
    if view.upcard is not None and not layout.eleven and cards[0] != view.upcard:
        return None
    history = tuple(_events(layout, way, cards))
    pile = [
        card
        for card, place, after in zip(cards, way.places, (*way.places[1:], None), strict=True)
        if after is None or after.level > place.level
    ]
    pile = pile[:-1] if view.taken is not None else pile
    seat = [event for event in history if event.player == Side.ME]
    theirs = [event for event in history if event.player == Side.OPPONENT]
    supposed = replace(
        view,
        pile=tuple(pile),
        stock=layout.stock,
        known=(_held(seat) | taken_now(view), _held(theirs)),
        upcard=None if layout.eleven else cards[0],
        dealer=way.opening.dealer,
        my_discards=sum(event.discarded is not None for event in seat),
        their_discards=sum(event.discarded is not None for event in theirs),
        their_takes=sum(event.turn is Turn.TAKE for event in theirs),
        they_passed=Side.OPPONENT in way.opening.passes,
        history=history,
    )
    return supposed if readable(supposed) else None


def _held(events: Sequence[Played]) -> CardSet:
    """The cards that a player took and still holds."""
    held: set[Card] = set()
    for event in events:
        held |= {event.card} if event.turn is Turn.TAKE and event.card is not None else set()
        held -= {event.discarded} if event.discarded is not None else set()
    return CardSet.from_cards(sorted(held))


def _events(layout: Layout, way: Way, cards: Sequence[Card]) -> Iterator[Played]:
    """The turns of a way, from the passes to my turn so far."""
    view = layout.view
    for side in way.opening.passes:
        yield Played(side, Turn.PASS)
    begin = 0 if layout.eleven else 1
    for number in range(begin, len(cards)):
        place = way.places[number]
        side = Side.ME if is_mine(layout, place) else Side.OPPONENT
        before = way.places[number - 1] if number else None
        if before is not None and before.level == place.level:
            yield Played(side, Turn.TAKE, cards[number - 1], cards[number])
        else:
            yield Played(side, Turn.DRAW, None, cards[number])
    if view.question is Question.DISCARD:
        turn = Turn.DRAW if view.taken is None else Turn.TAKE
        yield Played(Side.ME, turn, view.drawn if view.taken is None else view.taken)
