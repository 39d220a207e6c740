"""The defender's answer to a knock: what was laid down, against the best that could be."""

from __future__ import annotations

import numpy as np

from analyzer.engine.objective import Objective
from analyzer.engine.thresholds import grade
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.melds import Arrangement, Defence, lay_off
from analyzer.game.scoring import score_knock
from analyzer.notation.records import Record
from analyzer.review.types import LayOff, Verdict


def judge_lay_off(record: Record, hand: int, objective: Objective) -> LayOff | None:
    """The defender's lay-off judged exactly; None where it was not seen, or nobody knocked.

    `objective` is what counts for the defender.
    """
    shown, knocker = record.showdown, record.knocker
    if shown is None or knocker is None or shown.spread is None or shown.defence is None:
        return None
    cards = _cards(shown.defence)
    best = lay_off(shown.spread, cards, record.rules)
    brought = _points(record, shown.spread, best)
    lost = _value(brought, objective) - _value(
        _points(record, shown.spread, shown.defence), objective
    )
    found, close = grade(lost, 0.0)
    nothing = not best.melds and not best.laid_off
    verdict = Verdict(
        loss=lost,
        se=0.0,
        grade=found,
        close=close,
        forced=nothing,
        obvious=not nothing and not best.laid_off and best.points == shown.defence.points,
        decided=True,
    )
    return LayOff(
        hand=hand,
        turn=len(record.turns) - 1,
        seat=1 - knocker,
        rules=record.rules,
        cards=cards,
        knock=shown.spread,
        played=shown.defence,
        best=best,
        verdict=verdict,
        value=_value(brought, objective),
        match=_chance(brought, objective),
    )


def _cards(defence: Defence) -> CardSet:
    """All ten cards of the defender."""
    found = NO_CARDS
    for meld in defence.melds:
        found |= meld
    return found | defence.deadwood | CardSet.from_cards(card for card, _ in defence.laid_off)


def _points(record: Record, knock: Arrangement, defence: Defence) -> int:
    """What an answer brings the defender."""
    factor = record.rules.multiplier_for(record.upcard)
    return -score_knock(knock, defence, record.rules, factor).knocker_points


def _value(points: int, objective: Objective) -> float:
    return float(objective.value(np.array([points]))[0])


def _chance(points: int, objective: Objective) -> float | None:
    found = objective.chance(np.array([points]))
    return None if found is None else float(found[0])
