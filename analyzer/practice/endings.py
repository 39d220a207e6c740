"""Ways to lay a hand down that may matter: what a player who ends it can choose among."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.game.actions import Action, Kind
from analyzer.game.jokers import best_layouts, useful_layouts
from analyzer.game.melds import useful_knocks
from analyzer.game.view import View
from analyzer.notation.phrases import knock_points


def endings_of(view: View) -> tuple[Action, ...]:
    """Ways to end the hand, least deadwood first; of those that surely differ in nothing, one."""
    return _of_two(view) if view.rules.two_handed else _of_several(view)


def _of_two(view: View) -> tuple[Action, ...]:
    useful = {
        (knock.discard, frozenset(knock.arrangement.melds))
        for knock in useful_knocks(view.hand, view.rules, view.limit)
    }
    endings = [action for action in view.legal_actions() if action.ends_hand]
    kept = [
        ending
        for ending in endings
        if ending.kind is Kind.BIG_GIN or (ending.card, frozenset(ending.melds)) in useful
    ]
    missed = [ending for ending in endings if ending.card not in {knock.card for knock in kept}]
    kept.sort(key=lambda ending: (ending.kind is not Kind.BIG_GIN, knock_points(view, ending)))
    missed.sort(key=lambda ending: knock_points(view, ending))
    return tuple(Action.of(ending.full) for ending in (*kept, *missed))


def _of_several(view: View) -> tuple[Action, ...]:
    endings = (move for move in view.legal_actions() if move.ends_hand)
    ways = [way for move in endings for way in _ways(view, move)]
    ways.sort(key=lambda way: (way.kind is not Kind.BIG_GIN, left_by(way, view)))
    return tuple(ways)


def left_by(ending: Action, view: View) -> int:
    """The deadwood of a hand that is laid down so."""
    left = view.hand if ending.card is None else view.hand.remove(ending.card)
    for meld in ending.melds:
        left -= meld
    return 0 if ending.kind is Kind.BIG_GIN else view.rules.points(left)


def _ways(view: View, move: Action) -> Iterable[Action]:
    if move.card is None:
        return (move,)
    left, rules = view.hand.remove(move.card), view.rules
    knocks = move.kind is Kind.KNOCK
    layouts = useful_layouts(left, rules) if knocks else best_layouts(left, rules, 1)
    return (Action(move.kind, move.card, melds=layout.melds) for layout in layouts)
