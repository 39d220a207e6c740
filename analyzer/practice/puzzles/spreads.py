"""The spread to knock with: which knocks to choose from, and what rules of thumb lay down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.engine.rollout import spread_of
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.game.melds import Knock, open_places, useful_knocks
from analyzer.game.rules import Rules
from analyzer.game.view import View

NEAR: Final = 8
"""Points of deadwood more than the least that a spread worth a look may have."""
LEAST_DEADWOOD: Final = "least deadwood"
SETS_FIRST: Final = "sets first"
"""Of the spreads with the least deadwood the one with the most cards in sets."""


def spreads(view: View) -> tuple[Action, ...]:
    """The knocks that may be best, as actions; of those alike in all but the suit of a loose
    card discarded, which leave the defender the same, the first."""
    found: dict[tuple[int, int, int], Action] = {}
    for knock in _near(view):
        spread = knock.arrangement
        places = open_places(spread, view.rules).mask
        melded = sum(meld.mask for meld in spread.melds)
        found.setdefault((spread.points, melded, places), _action(knock))
    return tuple(found.values())


def _action(knock: Knock) -> Action:
    return Action(Kind.KNOCK, knock.discard, knock.arrangement.melds)


def _near(view: View) -> list[Knock]:
    knocks = [
        one
        for one in useful_knocks(view.hand, view.rules, view.limit)
        if one.discard != view.forbidden
    ]
    least = min((one.arrangement.points for one in knocks), default=0)
    return [one for one in knocks if one.arrangement.points <= least + NEAR]


def differ(view: View, actions: Sequence[Action]) -> bool:
    """Whether the spreads leave different places to lay off."""
    return len({open_places(spread_of(one, view), view.rules) for one in actions}) > 1


def by_thumb(view: View, actions: Sequence[Action]) -> dict[str, Action]:
    """What the rules of thumb lay down: least deadwood, with runs or with sets."""
    points = {action: spread_of(action, view).points for action in actions}
    least = min(points.values())
    tied = [action for action in actions if points[action] == least]
    highest = max(tied, key=lambda action: _value(action.card, view.rules))
    same = [action for action in tied if action.card == highest.card]
    return {LEAST_DEADWOOD: min(same, key=_in_sets), SETS_FIRST: max(same, key=_in_sets)}


def _value(card: Card | None, rules: Rules) -> int:
    return 0 if card is None else rules.value(card)


def _in_sets(action: Action) -> int:
    """How many cards of a spread are in sets."""
    return sum(len(meld) for meld in action.melds if len({card.rank for card in meld}) == 1)
