"""The melds that exactly one of two plays makes or breaks: counted from the cards, without a
playout."""

from __future__ import annotations

from itertools import chain
from typing import Final

from analyzer.engine.comparisons.types import ExactCause, MadeKind
from analyzer.engine.exact import after_take
from analyzer.engine.rollout import spread_of
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood
from analyzer.game.view import View

_RANKS: Final = {Kind.KNOCK: 1, Kind.GIN: 2, Kind.BIG_GIN: 3}
"""The rank of a way to lay down."""
_LAID: Final = {
    Kind.KNOCK: MadeKind.KNOCK,
    Kind.GIN: MadeKind.GIN,
    Kind.BIG_GIN: MadeKind.BIG_GIN,
}


def made(view: View, best: Action, other: Action) -> ExactCause | None:
    """The meld, knock or gin that speaks for `best`: it makes it, or the other one breaks it.

    >>> from analyzer.game.actions import DRAW, TAKE
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 2d 4c 4d Tc Jc Kc Kh Qs\\npile: 9h\\nstock: 12")
    >>> found = made(view, TAKE, DRAW)
    >>> found.kind.value, str(found.cards)
    ('meld', '7h 8h 9h')
    """
    mine, theirs = (_RANKS.get(action.kind, 0) for action in (best, other))
    if mine > theirs:
        return ExactCause(_LAID[best.kind], NO_CARDS, _left(view, best))
    if best.kind is other.kind is Kind.KNOCK:
        less = _left(view, best) < _left(view, other)
        return ExactCause(MadeKind.LESS, NO_CARDS, _left(view, best)) if less else None
    if best.kind is Kind.TAKE and other.kind is not Kind.TAKE:
        return _taking(view)
    if best.kind is other.kind is Kind.DISCARD:
        assert best.card is not None and other.card is not None
        return _breaking(view, best.card, other.card)
    return None


def _left(view: View, action: Action) -> int:
    return spread_of(action, view).points


def _taking(view: View) -> ExactCause | None:
    """Gin, a knock or a meld with the top of the pile."""
    top, rules = view.top, view.rules
    assert top is not None
    eleven = after_take(view).hand
    away = (card for card in eleven if card != top or rules.may_return_upcard)
    least, now = (
        min(deadwood(eleven.remove(card), rules) for card in away),
        deadwood(view.hand, rules),
    )
    if least == 0 < now:
        return ExactCause(MadeKind.GIN_WITH_TOP, NO_CARDS, 0)
    melds = [
        meld
        for arrangement in best_arrangements(eleven, rules)
        for meld in arrangement.melds
        if top in meld
    ]
    if melds:
        return ExactCause(MadeKind.MELD, melds[0], least)
    return (
        ExactCause(MadeKind.KNOCK_WITH_TOP, NO_CARDS, least) if least <= view.limit < now else None
    )


def _breaking(view: View, best: Card, other: Card) -> ExactCause | None:
    """The meld that the other discard breaks and the best one keeps."""
    kept, left = view.hand.remove(best), view.hand.remove(other)
    if _melded(left, view) >= _melded(kept, view):
        return None
    melds = chain(*(arrangement.melds for arrangement in best_arrangements(kept, view.rules)))
    broken = next((meld for meld in melds if other in meld), None)
    return None if broken is None else ExactCause(MadeKind.UNBROKEN, broken, 0)


def _melded(cards: CardSet, view: View) -> int:
    """Return how many of ten cards are in melds, with the least deadwood."""
    return max(
        len(cards) - len(arrangement.deadwood)
        for arrangement in best_arrangements(cards, view.rules)
    )
