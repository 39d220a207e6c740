"""Actions as rows of a table, and how the hand ends after one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from analyzer.display.parts import GRADE_MARKS, ActionRow, ActionTable, Bar
from analyzer.engine.thresholds import half_width
from analyzer.engine.types import ActionValue, Ending, EndingShare
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Action, Kind
from analyzer.game.view import View
from analyzer.notation.moves import move_label
from analyzer.notation.numbers import MINUS
from analyzer.notation.phrases import ENDINGS, upper

INTERVAL = "± is half of the 95% interval (1.96 standard errors)."
CAPTION = f"All actions, best first. Points are what you can expect from this hand; {INTERVAL}"
MATCH_CAPTION = (
    "All actions, best first. Match is your chance to win the match, and loss is in percentage "
    f"points of it; {INTERVAL}"
)

VERBS = {
    Kind.DISCARD: "Discard",
    Kind.KNOCK: "Knock",
    Kind.GIN: "Gin",
    Kind.TAKE: "Take",
    Kind.DRAW: "Draw",
    Kind.PASS: "Pass",
    Kind.BIG_GIN: "Big gin",
}


def action_table(
    view: View, values: Sequence[ActionValue], tied: Collection[Action]
) -> ActionTable:
    """The actions at a view, best first, with their bars on one scale."""
    best, unit, top = values[0], unit_of(view), view.top
    around = not view.rules.two_handed
    bars = Bar.scale([(value.loss, half_width(value.loss_se)) for value in values])
    deepest = max(value.worlds for value in values)
    rows = tuple(
        ActionRow(
            value=value,
            worth=unit.value_text(best, value),
            loss=f"{MINUS if unit.match else ''}{unit.loss_text(best, value)}",
            half=unit.half_text(value),
            key=str(value.action).replace(" ", "-"),
            verb=move_label(value.action, view.pile) if around else VERBS[value.action.kind],
            card=None if around else top if value.action.kind is Kind.TAKE else value.action.card,
            mark=GRADE_MARKS[value.grade],
            bar=bar,
            tied=value.action in tied,
            racing=value.exact or value.worlds == deepest,
            gin=_share(value, Ending.GIN),
            knock=_share(value, Ending.KNOCK),
            undercut=_share(value, Ending.UNDERCUT),
        )
        for value, bar in zip(values, bars, strict=True)
    )
    return ActionTable(
        caption=MATCH_CAPTION if unit.match else CAPTION,
        rows=rows,
        with_match=unit.match,
        with_danger=any(value.danger is not None for value in values),
        with_endings=not around,
    )


MOST_MOVES = 15
"""Moves that are listed where several play: with open melds there are dozens."""


def worth_showing(values: Sequence[ActionValue]) -> tuple[ActionValue, ...]:
    """The actions without the knocks that going gin makes pointless: it brings more, surely."""
    if not any(value.action.kind in {Kind.GIN, Kind.BIG_GIN} for value in values):
        return tuple(values)
    return tuple(value for value in values if value.action.kind is not Kind.KNOCK)


def endings(value: ActionValue) -> list[tuple[str, EndingShare, float]]:
    """Return how the hand ends after an action, likeliest first: (words, the share, it in
    percent)."""
    shares = sorted(value.outcomes.items(), key=lambda item: -item[1].p)
    return [
        (upper(ENDINGS[ending]), share, round(share.p * 100, 1))
        for ending, share in shares
        if share.p > 0
    ]


def _share(value: ActionValue, ending: Ending) -> float | None:
    if not value.outcomes:
        return None
    share = value.outcomes.get(ending)
    return share.p if share is not None else 0.0
