"""The two kinds without sampling: the spread to knock with, and the defender's lay-off.

A spread is weighed over every hand that the defender may hold, all alike; a lay-off is counted
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.actions import Action, Kind
from analyzer.belief import Uniform
from analyzer.cards import CardSet
from analyzer.knocking import MOST_HANDS, KnockChoice, defences, knock_choices
from analyzer.melds import (
    Arrangement,
    Defence,
    Knock,
    arrangements,
    best_arrangements,
    lay_off,
    useful_knocks,
)
from analyzer.notation import format_view, rules_text
from analyzer.position import Outcome
from analyzer.puzzles.answers import LEAST_DEADWOOD, MELDS_FIRST, answer_of, drawn
from analyzer.puzzles.certify import DEMANDS, Demands, Refusal
from analyzer.puzzles.types import Ask, Option, Step
from analyzer.puzzles.weigh import rounded
from analyzer.rules import Rules
from analyzer.scoring import score_knock, score_points
from analyzer.view import View

GLANCE: Final = 512
"""Hands of the defender over which a choice of spreads is looked at first."""
NEAR: Final = 8
"""Points of deadwood more than the least that a spread worth a look may have."""
MOST_OPTIONS: Final = 6
ANY: Final = 10_000
"""More deadwood than any hand has."""
SETS_FIRST: Final = "sets first"
"""Of the spreads with the least deadwood the one with the most cards in sets."""


# ---------------------------------------------------------------- the spread to knock with


def promising(view: View, seed: int) -> bool:
    """Whether another spread than a rule of thumb's may be better, at a glance."""
    knocks = _near(useful_knocks(view.hand, view.rules, view.limit), view)
    if len(knocks) < 2 or comb(len(view.unseen), view.hidden) > MOST_HANDS:
        return False
    hands = Uniform().sample(view, seed, 0, GLANCE).hands
    scores = [_score(knock, view, hands) for knock in knocks]
    best = int(np.argmax(scores))
    second = max(score for place, score in enumerate(scores) if place != best)
    thumbs = {id(one) for one in _thumbs(knocks, view.rules).values()}
    return scores[best] > 0 and scores[best] - second > 1.0 and {id(knocks[best])} != thumbs


def _near(knocks: Sequence[Knock], view: View) -> list[Knock]:
    allowed = [one for one in knocks if one.throw is None or one.throw != view.forbidden]
    least = min((one.arrangement.points for one in allowed), default=0)
    return [one for one in allowed if one.arrangement.points <= least + NEAR]


def _score(knock: Knock, view: View, hands: NDArray[np.int64]) -> float:
    total = 0
    spread = knock.arrangement
    for points, count in enumerate(defences(spread, view.rules, hands).tolist()):
        if count:
            total += count * score_points(spread.points, points, view.rules).knocker_points
    return total / len(hands)


def _in_sets(spread: Arrangement) -> int:
    """How many cards of a spread are in sets."""
    return sum(len(meld) for meld in spread.melds if len({card.rank for card in meld}) == 1)


def _thumbs(knocks: Sequence[Knock], rules: Rules) -> dict[str, Knock]:
    """What the rules of thumb lay down: least deadwood, with runs or with sets."""
    least = min(one.arrangement.points for one in knocks)
    tied = [one for one in knocks if one.arrangement.points == least]
    dear = max(tied, key=lambda one: 0 if one.throw is None else rules.value(one.throw))
    same = [one for one in tied if one.throw == dear.throw]
    return {
        LEAST_DEADWOOD: min(same, key=lambda one: _in_sets(one.arrangement)),
        SETS_FIRST: max(same, key=lambda one: _in_sets(one.arrangement)),
    }


def certify_arrangement(view: View, demands: Demands = DEMANDS) -> Step | Refusal:
    """Which throw and spread to knock with, over every hand that the defender may hold."""
    choices = knock_choices(
        view.hand, view.rules, view.limit, seen=CardSet.from_cards(view.pile),
        opponent=view.opponent, forbidden=view.forbidden, multiplier=view.multiplier,
    )  # fmt: skip
    if len(choices) < 2 or not all(choice.exact for choice in choices):
        return Refusal("choice", "one spread only, or too many hands to count")
    if choices[0].score <= 0:
        return Refusal("choice", f"no knock to make: {choices[0].score:.2f} points")
    lead = choices[0].score - choices[1].score
    if lead < demands.gap:
        return Refusal("gap", f"{lead:.2f}, counted through")
    named = {id(choice.knock): _name(choice.knock) for choice in choices}
    thumbs = {
        rule: named[id(knock)]
        for rule, knock in _thumbs([choice.knock for choice in choices], view.rules).items()
    }
    best = named[id(choices[0].knock)]
    if all(answer == best for answer in thumbs.values()):
        return Refusal("baselines", f"every rule of thumb lays down {best}")
    shown = _shown(choices, named, set(thumbs.values()))
    options = tuple(_option(choice, choices[0].score, named) for choice in shown)
    return Step(Ask.ARRANGEMENT, format_view(view), options, thumbs, exact=True)


def _name(knock: Knock) -> str:
    return answer_of(Action(Kind.KNOCK, knock.throw, knock.arrangement.melds), Ask.ARRANGEMENT)


def _shown(
    choices: Sequence[KnockChoice], named: dict[int, str], wanted: set[str]
) -> list[KnockChoice]:
    """The best few, and those of the rules of thumb."""
    first = list(choices[:MOST_OPTIONS])
    late = [one for one in choices[MOST_OPTIONS:] if named[id(one.knock)] in wanted]
    return first + late


def _option(choice: KnockChoice, best: float, named: dict[int, str]) -> Option:
    spread = choice.knock.arrangement
    return Option(
        answer=named[id(choice.knock)],
        q=rounded(choice.score),
        se=0.0,
        loss=rounded(best - choice.score),
        loss_se=0.0,
        worlds=0,
        outcomes={"undercut": (rounded(choice.undercut), 0.0)} if choice.undercut else {},
        melds=tuple(map(drawn, spread.melds)),
        left=str(spread.deadwood),
    )


# ---------------------------------------------------------------- the lay-off


@dataclass(frozen=True, slots=True)
class Showdown:
    """A knock that is to be answered."""

    rules: Rules
    knock: Arrangement
    cards: CardSet
    """The defender's ten."""
    multiplier: int = 1


def showdown_of(outcome: Outcome, cards: CardSet, rules: Rules, multiplier: int) -> Showdown | None:
    """The knock that ended a hand; None where nothing can be laid off."""
    if outcome.knock is None or not outcome.knock.deadwood:
        return None
    return Showdown(rules, outcome.knock, cards, multiplier)


def defences_of(shown: Showdown) -> list[Defence]:
    """The defender's answers that leave different cards, least points first.

    None that leaves all that another does, and more.

    >>> from analyzer.rules import PRESETS
    >>> spread = CardSet.of("2c 3c 4c"), CardSet.of("6c 6d 6h 6s")
    >>> knock = Arrangement(spread, CardSet.of("Ad As 3d"), 5)
    >>> shown = Showdown(PRESETS["standard"], knock, CardSet.of("5c 2d 5d Kd Ah 3h 4h 5h Kh Ks"))
    >>> [str(one.deadwood) for one in defences_of(shown)]
    ['2d 5d Ah', '2d Ah 3h 4h']
    """
    found: dict[int, Defence] = {}
    for own in arrangements(shown.cards, shown.rules, ANY):
        answer = _completed(shown, own)
        kept = found.get(answer.deadwood.mask)
        if kept is None or len(answer.laid_off) < len(kept.laid_off):
            found[answer.deadwood.mask] = answer
    least = [
        one
        for one in found.values()
        if not any(other & ~one.deadwood.mask == 0 for other in found if other != one.deadwood.mask)
    ]
    return sorted(least, key=lambda one: (one.points, len(one.deadwood)))


def _completed(shown: Showdown, own: Arrangement) -> Defence:
    """Some melds of one's own, and then as much laid off as can be."""
    rest = lay_off(shown.knock, own.deadwood, shown.rules)
    melds = tuple(sorted((*own.melds, *rest.melds), key=tuple))
    return Defence(melds, rest.laid_off, rest.deadwood, rest.points)


def certify_lay_off(shown: Showdown, demands: Demands = DEMANDS) -> Step | Refusal:
    """How the defender lays out ten cards against a knock; counted out."""
    answers = defences_of(shown)
    if len(answers) < 2:
        return Refusal("choice", "one answer only")
    scores = [_worth(shown, one) for one in answers]
    if scores[0] - scores[1] < demands.gap:
        return Refusal("gap", f"{scores[0] - scores[1]:.2f}, counted out")
    by_thumb = _completed(shown, best_arrangements(shown.cards, shown.rules)[0])
    if by_thumb.points == answers[0].points:
        return Refusal("baselines", "own melds first leaves as little")
    kept = answers[:MOST_OPTIONS]
    if by_thumb not in kept:
        kept = [*kept[:-1], by_thumb]
    options = tuple(_answer(shown, one, scores[0]) for one in kept)
    options = tuple(sorted(options, key=lambda option: option.loss))
    view = f"rules: {rules_text(shown.rules)}\nhand: {shown.cards}"
    return Step(
        Ask.LAY_OFF, view, options, {MELDS_FIRST: defence_name(by_thumb)},
        spread=tuple(map(drawn, shown.knock.melds)), deadwood=str(shown.knock.deadwood), exact=True,
    )  # fmt: skip


def _worth(shown: Showdown, answer: Defence) -> float:
    """Points for the defender."""
    return -float(score_knock(shown.knock, answer, shown.rules, shown.multiplier).knocker_points)


def defence_name(answer: Defence) -> str:
    """The name of a lay-off: own melds, and what is laid off.

    >>> defence_name(Defence((CardSet.of("2c 2d 2s"),), (), CardSet.of("Kd"), 10))
    '2c 2d 2s / off none'
    """
    off = " ".join(str(card) for card, _ in answer.laid_off) or "none"
    return " / ".join([*map(drawn, answer.melds), f"off {off}"])


def _answer(shown: Showdown, answer: Defence, best: float) -> Option:
    worth = _worth(shown, answer)
    return Option(
        answer=defence_name(answer),
        q=worth,
        se=0.0,
        loss=best - worth,
        loss_se=0.0,
        worlds=0,
        melds=tuple(map(drawn, answer.melds)),
        off=tuple(str(card) for card, _ in answer.laid_off),
        left=str(answer.deadwood),
    )
