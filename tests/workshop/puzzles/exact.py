"""The two kinds without sampling: the spread against an open hand, and the defender's lay-off.

The best spread against a hand that nobody knows depends on what one believes of it: with every
hand of unseen cards alike, as in textbook calculations, late knocks look good, and another spread
comes out best than by the belief that reads the turns. Clear cases by that belief come up once
in a thousand hands. So the hand lies open, as in a bridge problem: it is one that the knocker
had to reckon with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from analyzer.engine.rollout import spread_of
from analyzer.engine.types import Ending
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import CardSet
from analyzer.game.melds import (
    Knock,
    arrangements,
    best_arrangements,
    defense_points,
    lay_off,
    open_places,
    useful_knocks,
)
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended, HandResult, score_knock, score_points
from analyzer.game.view import View
from analyzer.notation import format_view, rules_text
from analyzer.notation.numbers import points
from analyzer.practice.puzzles.types import Option, PuzzleAsk, PuzzleStep
from tests.workshop.puzzles.answers import (
    LEAST_DEADWOOD,
    MELDS_FIRST,
    answer_of,
    drawn,
    spread_text,
)
from tests.workshop.puzzles.certify import DEMANDS, Demands, Refusal

NEAR: Final = 8
"""Points of deadwood more than the least that a spread worth a look may have."""
SETS_FIRST: Final = "sets first"
"""Of the spreads with the least deadwood the one with the most cards in sets."""
MOST_OPTIONS: Final = 6
ANY: Final = 10_000
"""More deadwood than any hand has."""


# ---------------------------------------------------------------- the spread


def certify_spread(
    view: View, theirs: CardSet, demands: Demands = DEMANDS, *, easy: bool = False
) -> PuzzleStep | Refusal:
    """Return which discard and spread to knock with against ten open cards; counted out.

    `easy` spares it the demand that a rule of thumb fails.
    """
    actions = spreads(view)
    if len(actions) < 2:
        return Refusal("choice", "one spread only")
    results = {action: _result(view, action, theirs) for action in actions}
    order = sorted(actions, key=lambda action: -results[action].knocker_points)
    scores = [float(results[action].knocker_points) for action in order]
    if scores[0] <= 0 or scores[0] - scores[1] < demands.gap:
        return Refusal(
            "gap", f"{points(scores[0], 0)} and {points(scores[1], 0)} points, counted out"
        )
    thumbs = _by_thumb(view, actions)
    if not easy and all(thumb == order[0] for thumb in thumbs.values()):
        return Refusal("baselines", "every rule of thumb lays it down so")
    shown = [
        *order[:MOST_OPTIONS],
        *(action for action in order[MOST_OPTIONS:] if action in thumbs.values()),
    ]
    return PuzzleStep(
        PuzzleAsk.ARRANGEMENT,
        format_view(view),
        tuple(_spread(view, action, results[action], scores[0]) for action in shown),
        {rule: answer_of(thumb, PuzzleAsk.ARRANGEMENT) for rule, thumb in thumbs.items()},
        opponent=str(theirs),
        exact=True,
    )


def _result(view: View, action: Action, theirs: CardSet) -> HandResult:
    spread = spread_of(action, view)
    left = defense_points(spread, theirs, view.rules)
    return score_points(spread.points, left, view.rules, multiplier=view.multiplier)


def _spread(view: View, action: Action, result: HandResult, best: float) -> Option:
    melds, left = spread_text(view, action)
    points = float(result.knocker_points)
    ending = Ending.UNDERCUT if result.kind is Ended.UNDERCUT else Ending.KNOCK
    option = _counted(answer_of(action, PuzzleAsk.ARRANGEMENT), points, best)
    return replace(option, outcomes={str(ending): (1.0, points)}, melds=melds, left=left)


def _counted(answer: str, worth: float, best: float) -> Option:
    """An answer of which the worth is counted out."""
    return Option(answer, q=worth, se=0.0, loss=best - worth, loss_se=0.0, worlds=0)


def spreads(view: View) -> tuple[Action, ...]:
    """The knocks that may be best, as actions; of those alike in all but the suit of a loose
    card discarded, which leave the defender the same, the first."""
    actions: dict[tuple[int, int, int], Action] = {}
    for knock in _near(view):
        spread = knock.arrangement
        places = open_places(spread, view.rules).mask
        melded = sum(meld.mask for meld in spread.melds)
        action = Action(Kind.KNOCK, knock.discard, spread.melds)
        actions.setdefault((spread.points, melded, places), action)
    return tuple(actions.values())


def _near(view: View) -> list[Knock]:
    knocks = useful_knocks(view.hand, view.rules, view.limit)
    legal = [knock for knock in knocks if knock.discard != view.forbidden]
    least = min((knock.arrangement.points for knock in legal), default=0)
    return [knock for knock in legal if knock.arrangement.points <= least + NEAR]


def differ(view: View, actions: Sequence[Action]) -> bool:
    """True if the spreads leave different places to lay off."""
    return len({open_places(spread_of(action, view), view.rules) for action in actions}) > 1


def _by_thumb(view: View, actions: Sequence[Action]) -> dict[str, Action]:
    """Return what the rules of thumb lay down: least deadwood, with runs or with sets."""
    points = {action: spread_of(action, view).points for action in actions}
    least = min(points.values())
    tied = [action for action in actions if points[action] == least]
    highest = max(tied, key=lambda own: 0 if own.card is None else view.rules.value(own.card))
    same = [action for action in tied if action.card == highest.card]
    return {LEAST_DEADWOOD: min(same, key=_in_sets), SETS_FIRST: max(same, key=_in_sets)}


def _in_sets(action: Action) -> int:
    """Return how many cards of a spread are in sets."""
    return sum(len(meld) for meld in action.melds if len({card.rank for card in meld}) == 1)


# ---------------------------------------------------------------- the lay-off


@dataclass(frozen=True, slots=True)
class OpenShowdown:
    """A knock that is to be answered."""

    rules: Rules
    knock: Arrangement
    cards: CardSet
    """The defender's ten."""
    multiplier: int = 1


def _defences_of(shown: OpenShowdown) -> list[Defense]:
    """The defender's answers that leave different cards, least points first.

    None that leaves all that another does, and more.

    >>> from analyzer.game.rules import PRESETS
    >>> spread = CardSet.of("2c 3c 4c"), CardSet.of("6c 6d 6h 6s")
    >>> knock = Arrangement(spread, CardSet.of("Ad As 3d"), 5)
    >>> cards = CardSet.of("5c 2d 5d Kd Ah 3h 4h 5h Kh Ks")
    >>> shown = OpenShowdown(PRESETS["standard"], knock, cards)
    >>> [str(one.deadwood) for one in _defences_of(shown)]
    ['2d 5d Ah', '2d Ah 3h 4h']
    """
    by_deadwood: dict[int, Defense] = {}
    for own in arrangements(shown.cards, shown.rules, ANY):
        answer = _completed(shown, own)
        kept = by_deadwood.get(answer.deadwood.mask)
        if kept is None or len(answer.laid_off) < len(kept.laid_off):
            by_deadwood[answer.deadwood.mask] = answer
    least = [
        defense
        for mask, defense in by_deadwood.items()
        if not any(other & ~mask == 0 for other in by_deadwood if other != mask)
    ]
    return sorted(least, key=lambda defense: (defense.points, len(defense.deadwood)))


def _completed(shown: OpenShowdown, own: Arrangement) -> Defense:
    """Some melds of one's own, and then as much laid off as can be."""
    rest = lay_off(shown.knock, own.deadwood, shown.rules)
    melds = tuple(sorted((*own.melds, *rest.melds), key=tuple))
    return Defense(melds, rest.laid_off, rest.deadwood, rest.points)


def certify_lay_off(
    shown: OpenShowdown, demands: Demands = DEMANDS, *, easy: bool = False
) -> PuzzleStep | Refusal:
    """Return how the defender lays out ten cards against a knock; counted out.

    `easy` spares it the demand that a rule of thumb fails.
    """
    answers = _defences_of(shown)
    if len(answers) < 2:
        return Refusal("choice", "one answer only")
    scores = [_worth(shown, answer) for answer in answers]
    if scores[0] - scores[1] < demands.gap:
        return Refusal("gap", f"{points(scores[0] - scores[1], 2)}, counted out")
    by_thumb = _completed(shown, best_arrangements(shown.cards, shown.rules)[0])
    if not easy and by_thumb.points == answers[0].points:
        return Refusal("baselines", "own melds first leaves as little")
    kept = answers[:MOST_OPTIONS]
    if by_thumb not in kept:
        kept = [*kept[:-1], by_thumb]
    options = (_answer(shown, defence, scores[0]) for defence in kept)
    return PuzzleStep(
        PuzzleAsk.LAY_OFF,
        f"rules: {rules_text(shown.rules)}\nhand: {shown.cards}",
        tuple(sorted(options, key=lambda option: option.loss)),
        {MELDS_FIRST: _defence_name(by_thumb)},
        spread=tuple(map(drawn, shown.knock.melds)),
        deadwood=str(shown.knock.deadwood),
        exact=True,
    )


def _worth(shown: OpenShowdown, answer: Defense) -> float:
    """Points for the defender."""
    return -float(score_knock(shown.knock, answer, shown.rules, shown.multiplier).knocker_points)


def _defence_name(answer: Defense) -> str:
    """The name of a lay-off: own melds, and what is laid off.

    >>> _defence_name(Defense((CardSet.of("2c 2d 2s"),), (), CardSet.of("Kd"), 10))
    '2c 2d 2s / off none'
    """
    off = " ".join(str(card) for card, _ in answer.laid_off) or "none"
    return " / ".join([*map(drawn, answer.melds), f"off {off}"])


def _answer(shown: OpenShowdown, answer: Defense, best: float) -> Option:
    return replace(
        _counted(_defence_name(answer), _worth(shown, answer), best),
        melds=tuple(map(drawn, answer.melds)),
        off=tuple(str(card) for card, _ in answer.laid_off),
        left=str(answer.deadwood),
    )
