"""Entries of a review written down by hand: a view, two actions and the numbers that matter."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.engine.equity import equity_for
from analyzer.engine.thresholds import grade
from analyzer.engine.types import ActionValue, Ending, EndingShare, Grade
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.review import Choice, Finding, GapPart, Verdict, kind_of

Outcomes = Mapping[str, tuple[float, float]]
"""By ending: its chance and its points."""


def action_of(view: View, text: str) -> Action:
    """A legal action by its name; behind a bar the melds of its spread."""
    name, _, spread = text.partition(" | ")
    melds = {CardSet.of(group) for group in spread.split(" / ")} if spread else None
    return next(
        one
        for one in view.legal_actions()
        if str(one) == name and (melds is None or set(one.melds) == melds)
    )


def entry(
    text: str,
    best: str,
    played: str,
    *,
    loss: float = 4.0,
    se: float = 0.3,
    best_outcomes: Outcomes | None = None,
    played_outcomes: Outcomes | None = None,
    danger: tuple[float, float] = (0.2, 0.2),
    match: tuple[float, float] | None = None,
    points: tuple[float, float] | None = None,
    fed: tuple[float, float] | None = None,
    part_se: float = 0.1,
    decided: bool = True,
) -> Choice:
    """The entry of a choice; `danger`, `match` and `points` are of the best and the played one."""
    view = parse_view(text)
    pair = action_of(view, best), action_of(view, played)
    outcomes = [_outcomes(one) for one in (best_outcomes, played_outcomes)]
    values = tuple(
        ActionValue(
            action=action,
            q=_q(mine) if points is None else points[place],
            se=0.1,
            loss=0.0 if place == 0 else loss,
            loss_se=se,
            grade=Grade.BEST if place == 0 else grade(loss, se)[0],
            close=False,
            outcomes=mine,
            match=None if match is None else match[place],
            match_se=None if match is None else 0.001,
            danger=danger[place] if action.kind is Kind.DISCARD else None,
            worlds=4_096,
        )
        for place, (action, mine) in enumerate(zip(pair, outcomes, strict=True))
    )
    found, close = grade(loss, se)
    gap = {
        ending: GapPart(_part(outcomes[0], ending) - _part(outcomes[1], ending), part_se)
        for ending in Ending
        if ending in outcomes[0] or ending in outcomes[1]
    }
    verdict = Verdict(loss, se, found, close, forced=False, obvious=False, decided=decided)
    return Choice(
        hand=0, turn=0, seat=0, kind=kind_of(view), view=view,
        found=Finding(
            actions=values, played=pair[1], verdict=verdict, value=values[0].q, gap=gap,
            in_points=GapPart(values[0].q - values[1].q, 0.1),
            fed=None if fed is None else GapPart(*fed), yardstick=0.0, worlds=4_096,
        ),
    )  # fmt: skip


def _outcomes(told: Outcomes | None) -> dict[Ending, EndingShare]:
    return {Ending(name): EndingShare(p, points) for name, (p, points) in (told or {}).items()}


def _q(outcomes: Mapping[Ending, EndingShare]) -> float:
    return sum(share.p * share.points for share in outcomes.values())


def _part(outcomes: Mapping[Ending, EndingShare], ending: Ending) -> float:
    share = outcomes.get(ending)
    return 0.0 if share is None else share.p * share.points


__all__ = ["Card", "action_of", "entry"]


# ---------------------------------------------------------------- numbers as they are shown


def half(se: float) -> str:
    return f"{max(0.1, 1.96 * se):.1f}"


def point(one: Choice) -> float:
    """What a normalized point is, in the unit shown: 1, or percentage points of the match."""
    if one.best.match is None:
        return 1.0
    table = equity_for(one.view.rules)
    assert table is not None
    return 100 * table.slope


def shown(one: Choice, value: ActionValue) -> float:
    """What an action is worth, with a decimal: the best less what the worlds of both say."""
    best = one.best.q if one.best.match is None else 100 * one.best.match
    return round(best - point(one) * value.loss, 1)


def behind(one: Choice, value: ActionValue) -> list[str]:
    """How far it is behind the best, and the interval."""
    sign = "" if one.best.match is None else "%"
    gap = f"{shown(one, one.best) - shown(one, value):.1f}{sign}"
    return [gap, half(point(one) * value.loss_se)] if value.loss_se else [gap]
