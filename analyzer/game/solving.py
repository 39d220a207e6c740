"""The exact questions under any rules: how cards lie best, what answers a knock, what helps.

Two players without jokers are solved by the fast solver of :mod:`analyzer.game.melds`, everything
else by that of :mod:`analyzer.game.jokers`; who asks need not know which.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense, Meld
from analyzer.game.cards import Card, CardSet
from analyzer.game.jokers import answer, best_layouts, laid_off, melds_in
from analyzer.game.melds import Outs, best_arrangements, deadwood, lay_off, outs
from analyzer.game.rules import GameKind, Rules
from analyzer.game.scoring import Outcome, Pair, settled_pair


def best_ways(cards: CardSet, game: Rules) -> tuple[Arrangement, ...]:
    """The ways to lay cards out with the least deadwood, the most natural first.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import parse_rules
    >>> [str(way) for way in best_ways(pack_cards("7h 8h X1 Kd"), parse_rules("one-joker"))]
    ['7h 8h X1=9h | Kd', 'X1=6h 7h 8h | Kd']
    """
    if not game.two_handed:
        return best_layouts(cards, game)
    return best_arrangements(cards, game)


def best_answer(
    spread: Arrangement, hand: CardSet, game: Rules, onto: tuple[Meld, ...] | None = None
) -> Defense:
    """A defender's best answer to a knock; `onto` are its melds after others have laid off."""
    if game.two_handed:
        return lay_off(spread, hand, game)
    return answer(_open_to(spread, onto), hand, game)


def chosen_answer(
    spread: Arrangement,
    hand: CardSet,
    off: CardSet,
    game: Rules,
    onto: tuple[Meld, ...] | None = None,
) -> Defense:
    """A defender's answer that lays off just these cards, and melds the rest as well as it can.

    Raises InputError for cards that are not in the hand or do not fit.

    >>> from analyzer.game.rules import PRESETS
    >>> spread = Meld.of("6h 7h 8h"), Meld.of("Qc Qd Qs")
    >>> knock = Arrangement(spread, CardSet.of("Ad 3c 2s 2d"), 8)
    >>> cards = CardSet.of("9h Th Jh Kc Ks Kd 4c 5c 9c Qh")
    >>> answered = chosen_answer(knock, cards, CardSet.of("Th 9h"), PRESETS["standard"])
    >>> [str(card) for card, _ in answered.laid_off], str(answered.deadwood), answered.points
    (['9h', 'Th'], '4c 5c 9c Jh Qh', 38)
    """
    return laid_off(_open_to(spread, onto), hand, off, game)


def _open_to(spread: Arrangement, onto: tuple[Meld, ...] | None) -> tuple[Meld, ...]:
    """The melds that may be laid off on: none after gin."""
    return () if not spread.points else spread.melds if onto is None else onto


def outs_from(
    cards: CardSet,
    game: Rules,
    limit: int | None = None,
    live: CardSet | None = None,
    table: tuple[Meld, ...] = (),
) -> Outs:
    """Live cards by what they do for a hand, beside melds that lie open on the `table`.

    `limit` is the most deadwood to knock with, `live` are the cards that may still come; without
    them those of the rules, and all cards outside the hand.
    """
    if game.two_handed:
        return outs(cards, game, limit, live)
    may_come = (game.pack if live is None else live) - cards
    most = game.limit_for(None) if limit is None else limit
    knocks = game.play is GameKind.KNOCK
    big = knocks and game.big_gin_bonus is not None
    return Outs(
        CardSet.from_cards(card for card in may_come if _melds(card, cards, table, game)),
        CardSet.from_cards(
            card for card in may_come if knocks and _left(card, cards, (), game) <= most
        ),
        CardSet.from_cards(card for card in may_come if _left(card, cards, table, game) == 0),
        CardSet.from_cards(
            card for card in may_come if big and not deadwood(cards.add(card), game)
        ),
        may_come,
    )


def _melds(card: Card, hand: CardSet, table: tuple[Meld, ...], game: Rules) -> bool:
    """True if a card is in a meld of the hand's, or fits one on the table."""
    if any(card in meld for meld in melds_in(hand.add(card), game)):
        return True
    return bool(answer(table, CardSet(card.mask), game).laid_off)


def _left(card: Card, hand: CardSet, table: tuple[Meld, ...], game: Rules) -> int:
    """Least deadwood with a card more and one discarded; where melds lie open, after adding."""
    whole = hand.add(card)
    keep = (whole.remove(other) for other in whole)
    if table:
        return min(answer(table, left, game).points for left in keep)
    return min(deadwood(left, game) for left in keep)


def answered_in_turn(spread: Arrangement, hands: Sequence[CardSet], game: Rules) -> Outcome:
    """A knock of seat 0 with the best answers of the seats after it, each on what lies by then.

    Raises InputError for cards in two hands, for more defenders than play, and for jokers that the
    game has not.
    """
    laid = [*(meld for meld in spread.melds), spread.deadwood, *hands]
    if sum(map(len, laid)) != len(set(chain.from_iterable(laid))):
        raise InputError("a card appears in two hands", hint="every card exists once")
    if len(hands) >= game.players:
        raise InputError(
            f"{len(hands)} defenders are given, but {game.players} play",
            where="--defender", hint=f"give at most {game.players - 1}",
        )  # fmt: skip
    for cards in laid:
        check_pack(cards, game)
    pairs, onto = list[Pair](), spread.melds
    for seat, hand in enumerate(hands, start=1):
        best = answer(_open_to(spread, onto), hand, game)
        onto = best.table or onto
        pairs.append(settled_pair(seat, spread, best, game))
    return Outcome.settled(0, spread, pairs, len(hands) + 1)


def check_pack(cards: CardSet, game: Rules) -> None:
    """See that cards are of the game's pack; raises InputError for a joker too many."""
    if not cards <= game.pack:
        raise InputError(
            f"{game.name} has not that many jokers", where="cards",
            hint=f"it has {game.jokers}; add jokers=2 to the rules for two",
        )  # fmt: skip
