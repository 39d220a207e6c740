"""The best knock: discard and spread together, weighed over the defender's hands.

The least deadwood is not always the best knock: a run with a live end, or one set spread
instead of a run, changes what the defender gets rid of. Every hand that the defender may hold
counts alike here (a *uniform* belief); what the opponent's play tells is the engine's matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb
from random import Random
from typing import Any

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Meld
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.jokers import answer, best_layouts, table_fits, useful_layouts
from analyzer.game.melds import (
    Knock,
    arrangements,
    deadwood,
    open_places,
    spread_runs,
    spread_shape,
    useful_knocks,
)
from analyzer.game.rules import GameKind, Rules
from analyzer.game.scoring import BIG_GIN_CARDS, Ended, score_points
from analyzer.game.table import HAND
from analyzer.kernel import jit

MOST_HANDS = 3_500_000
"""Up to so many hands of the defender all are looked at, beyond it a sample."""
SAMPLE = 20_000
"""Size of that sample."""
FEW = 200_000
"""Up to so many answers plain Python has given before the kernel is loaded."""
DEALS = 256
"""Size of the sample where there are jokers, or several defenders."""
LAYOUTS = 3
"""Spreads that are weighed for each discard there."""


@dataclass(frozen=True, slots=True)
class KnockChoice:
    """A knock, and how the defender fares against it with every unseen hand equally likely."""

    knock: Knock
    """The discard and the spread."""
    layoffs: CardSet
    """Unseen cards that can be laid off at once, the first of each chain."""
    defender: float
    """Mean points that a defender keeps."""
    score: float
    """Mean signed points for the knocker, bonuses included."""
    undercut: float
    """Chance that a defender undercuts."""
    hands: int
    """Number of the defender's hands that were weighed."""
    exact: bool
    """True if these were all the possible ones."""


def knock_choices(
    cards: CardSet,
    rules: Rules,
    limit: int | None = None,
    *,
    seen: CardSet = NO_CARDS,
    opponent: CardSet = NO_CARDS,
    forbidden: Card | None = None,
    multiplier: int = 1,
    seed: int = 0,
) -> tuple[KnockChoice, ...]:
    """Every knock that could be best, gin and big gin too, best first; empty where none is legal.

    `cards` are the eleven in hand, or ten of which the discard is gone; `seen` are cards out of
    play (the pile), `opponent` those known to be the opponent's, `forbidden` the card that may
    not be discarded. `seed` is that of the sample, where the hands are too many to count.
    """
    knocks = [
        knock
        for knock in useful_knocks(cards, rules, limit)
        if knock.discard is None or knock.discard != forbidden
    ]
    if rules.big_gin_bonus is not None and len(cards) == BIG_GIN_CARDS:
        knocks += [Knock(None, spread, is_big=True) for spread in arrangements(cards, rules, 0)[:1]]
    if not knocks:
        return ()
    unseen = DECK - cards - seen - opponent
    hands, exact = _hands(opponent - cards, unseen, seed, len(knocks))
    choices = [
        _weigh(knock, rules, hands, unseen | opponent, multiplier, exact) for knock in knocks
    ]
    return tuple(sorted(choices, key=lambda choice: -choice.score))


def quietest_knock(choices: tuple[KnockChoice, ...]) -> KnockChoice | None:
    """The knock that is worth most against a defender who melds and lays off at best."""
    return choices[0] if choices else None


def least_knock(choices: tuple[KnockChoice, ...]) -> KnockChoice | None:
    """The knock with the least deadwood; of several the one worth most."""
    return min(choices, key=lambda choice: choice.knock.arrangement.points, default=None)


def _hands(known: CardSet, unseen: CardSet, seed: int, times: int) -> tuple[Any, bool]:
    """(hands of the defender as masks, True if these are all); each is weighed so many `times`.

    They are an array for the kernel where it is at hand, or worth loading.
    """
    more = HAND - len(known)
    if more < 0 or len(unseen) < more:
        raise InputError(
            f"{len(known)} known and {len(unseen)} unseen cards cannot make the opponent's hand",
            hint=f"the opponent holds {HAND} cards",
        )
    number, cards = comb(len(unseen), more), [card.mask for card in unseen]
    exact = number <= MOST_HANDS
    if not jit.is_at_hand() and (number if exact else SAMPLE) * times <= FEW:
        others = map(sum, combinations(cards, more)) if exact else _sampled(cards, more, seed)
        return [known.mask | other for other in others], exact
    from analyzer.kernel import defenses  # noqa: PLC0415  # which loads numba

    if exact:
        return defenses.every_hand(known.mask, unseen.mask, more, number), True
    return defenses.array([known.mask | other for other in _sampled(cards, more, seed)]), False


def _sampled(cards: Sequence[int], more: int, seed: int) -> Iterator[int]:
    """Hands of so many cards; of one shuffle as many as it has, so that they spread evenly."""
    draw, whole = Random(seed).random, len(cards) // more * more
    for _ in range(0, SAMPLE * more, whole):
        order = sorted(cards, key=lambda _: draw())
        for first in range(0, whole, more):
            yield sum(order[first : first + more])


def defenses(spread: Arrangement, rules: Rules, hands: Any) -> Mapping[int, int]:
    """Count how many of the defender's hands (masks) keep how many points against a spread.

    An array is counted by the kernel, a list by plain Python.
    """
    runs, missing = spread_shape(spread) if spread.deadwood else (0, 0)
    capped = bool(spread.deadwood) and rules.meld_cap is not None
    if not isinstance(hands, list):
        from analyzer.kernel import defenses as kernel  # noqa: PLC0415  # which loads numba

        if capped:
            return kernel.counted_capped(hands, spread_runs(spread), missing, rules.tables)
        return kernel.counted(hands, runs, missing, rules.tables)
    solver = rules.solver
    if capped:
        first_runs = spread_runs(spread)
        return Counter([solver.kept_capped(hand, first_runs, missing) for hand in hands])
    return Counter([solver.kept(hand, runs, missing) for hand in hands])


def _weigh(
    knock: Knock,
    rules: Rules,
    hands: Sequence[int],
    hidden: CardSet,
    multiplier: int,
    exact: bool,
) -> KnockChoice:
    kept = total = undercuts = 0
    for points, count in defenses(knock.arrangement, rules, hands).items():
        result = score_points(
            knock.arrangement.points, points, rules,
            multiplier=multiplier, big_gin=knock.is_big,
        )  # fmt: skip
        kept += count * points
        total += count * result.knocker_points
        undercuts += count * (result.kind is Ended.UNDERCUT)
    number = len(hands)
    return KnockChoice(
        knock=knock,
        layoffs=open_places(knock.arrangement, rules) & hidden,
        defender=kept / number,
        score=total / number,
        undercut=undercuts / number,
        hands=number,
        exact=exact,
    )


# ---------------------------------------------------------------- jokers, several defenders


def table_knocks(
    cards: CardSet,
    game: Rules,
    limit: int | None = None,
    *,
    unseen: CardSet | None = None,
    known: Sequence[CardSet] = (),
    forbidden: Card | None = None,
    multiplier: int = 1,
    seed: int = 0,
) -> tuple[KnockChoice, ...]:
    """The knocks of a game with jokers or several defenders, best first, over sampled deals.

    `unseen` are the cards whose place is not known, `known` those that each defender is known to
    hold, in turn order; the rest is as in `knock_choices`. Raises InputError where nobody knocks.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import parse_rules
    >>> game = parse_rules("one-joker")
    >>> best, *_ = table_knocks(pack_cards("7h 8h X1 4c 4d 4s Tc Jc Qc Ac Kd"), game)
    >>> str(best.knock.discard), str(best.knock.arrangement)
    ('Kd', '4c 4d 4s / Tc Jc Qc / X1=6h 7h 8h | Ac')
    """
    if game.play is GameKind.MAHJONG:
        raise InputError(
            "nobody knocks in mahjong gin", where="rules", hint="ask for melds or outs instead"
        )
    most = game.limit_for(None) if limit is None else limit
    knocks = [*_table_spreads(cards, game, most, forbidden)]
    hands = known or (NO_CARDS,) * (game.players - 1)
    hidden = (game.pack if unseen is None else unseen) - cards
    deals = _dealt(hidden, hands, game.cards, seed) if knocks else ()
    theirs = hidden | CardSet.from_cards(chain.from_iterable(hands))
    choices = [_weigh_table(knock, game, deals, theirs, multiplier) for knock in knocks]
    return tuple(sorted(choices, key=lambda choice: -choice.score))


def _table_spreads(
    cards: CardSet, game: Rules, limit: int, forbidden: Card | None
) -> Iterator[Knock]:
    whole = len(cards) == game.cards
    for discard in (None,) if whole else cards:
        left = cards if discard is None else cards.remove(discard)
        points = deadwood(left, game)
        if points <= limit and (discard is None or discard != forbidden):
            for layout in useful_layouts(left, game, LAYOUTS if points else 1):
                yield Knock(discard, layout)
    if game.big_gin_bonus is not None and not whole and deadwood(cards, game) == 0:
        yield Knock(None, best_layouts(cards, game, 1)[0], is_big=True)


def _dealt(
    unseen: CardSet, known: Sequence[CardSet], size: int, seed: int
) -> tuple[tuple[CardSet, ...], ...]:
    """Deals of the defenders' hands, each as likely as any other."""
    rng, pool = Random(seed), list(unseen)
    missing = [size - len(cards) for cards in known]
    if min(missing) < 0 or sum(missing) > len(pool):
        raise InputError(
            f"{len(pool)} unseen cards cannot make the others' hands",
            hint=f"each of them holds {size} cards",
        )
    return tuple(_hands_of(rng.sample(pool, sum(missing)), known, missing) for _ in range(DEALS))


def _hands_of(
    drawn: Sequence[Card], known: Sequence[CardSet], missing: Sequence[int]
) -> tuple[CardSet, ...]:
    ends = [sum(missing[: at + 1]) for at in range(len(missing))]
    return tuple(
        cards | CardSet.from_cards(drawn[end - count : end])
        for cards, count, end in zip(known, missing, ends, strict=True)
    )


def _weigh_table(
    knock: Knock,
    game: Rules,
    deals: Sequence[Sequence[CardSet]],
    hidden: CardSet,
    multiplier: int,
) -> KnockChoice:
    points = knock.arrangement.points
    melds = knock.arrangement.melds if points else ()
    kept = [left for hands in deals for left in _kept(melds, hands, game)]
    results = [
        score_points(points, left, game, multiplier=multiplier, big_gin=knock.is_big)
        for left in kept
    ]
    undercuts = [result.kind is Ended.UNDERCUT for result in results]
    defenders = len(kept) // len(deals)
    starts = range(0, len(kept), defenders)
    return KnockChoice(
        knock,
        CardSet.from_cards({card for card, _, _ in table_fits(hidden, melds, game)}),
        sum(kept) / len(kept),
        sum(result.knocker_points for result in results) / len(deals),
        sum(any(undercuts[at : at + defenders]) for at in starts) / len(deals),
        len(deals),
        exact=False,
    )


def _kept(melds: tuple[Meld, ...], hands: Sequence[CardSet], game: Rules) -> Iterator[int]:
    """The points that each defender keeps, answering in turn."""
    for hand in hands:
        if table_fits(hand, melds, game):
            best = answer(melds, hand, game)
            melds = best.table or melds
            yield best.points
        else:
            yield deadwood(hand, game)
