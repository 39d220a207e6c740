"""The coach at the table: silent unless a decision of the player's has cost too much.

Judged from what the player knew, never from what lies hidden. A lay-off is counted out, so that
the coach speaks of any that cost something.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.engine.thresholds import Z95
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Action
from analyzer.game.cards import Card
from analyzer.game.melds import lay_off
from analyzer.game.scoring import Ended, score_knock
from analyzer.game.view import View, legal_actions
from analyzer.notation import encode
from analyzer.notation.numbers import counted
from analyzer.notation.phrases import listed, lower, phrase
from analyzer.practice.hints import obvious_play
from analyzer.practice.play import Game, showdown
from analyzer.practice.progress import Note
from analyzer.review import Choice, ReviewSettings, judge_costly, kind_of
from analyzer.review.coach import Detail, explain

WORLDS: Final = 2_048
"""Most worlds for a decision; most get by with an eighth."""

HARD: Final = 1.5
"""Points that the first thought loses where a decision is called hard."""


def remark(view: View, played: Action, threshold: float) -> Note | None:
    """What there is to say of a decision; None where it was sound, forced, or hard to tell.

    It speaks where the loss is surely about `threshold` points or more (`judge_costly`).

    >>> from analyzer.game.actions import Kind
    >>> from analyzer.game.cards import Card
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> found = remark(view, Action(Kind.DISCARD, Card.of("Kh")), threshold=2.0)
    >>> found.loss > 2, "gin" in found.words
    (True, True)
    >>> remark(view, Action(Kind.GIN, Card.of("Kh")), threshold=2.0) is None
    True
    """
    if len({action.plain for action in legal_actions(view)}) == 1:
        return None
    finding = judge_costly(view, played, ReviewSettings(worlds=WORLDS), threshold)
    if finding is None:
        return None
    entry = Choice(0, 0, 0, kind_of(view), view, finding)
    words = explain(entry, Detail.SENTENCE).text(lambda card: card.symbol)
    losses = tuple((str(action.action), round(action.loss, 2)) for action in finding.actions)
    verdict = finding.verdict
    return Note(words, verdict.loss, Z95 * verdict.se, encode(view), losses)


def praise(view: View, played: Action) -> Note | None:
    """A good word for a decision that was hard; None where it was not, or not the best.

    Hard is where what comes to mind first would have lost enough for a remark.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> praise(view, Action.of("gin Kh")) is None
    True
    """
    tempting = obvious_play(view)
    if tempting.plain == played.plain:
        return None
    finding = judge_costly(view, tempting, ReviewSettings(worlds=WORLDS), HARD)
    if finding is None or finding.actions[0].action.plain != played.plain:
        return None
    best = finding.actions[0]
    tempted = next(action for action in finding.actions if action.action.plain == tempting.plain)
    cost = unit_of(view).loss_text(best, tempted)
    words = (
        f"Well played. To {lower(phrase(view, tempting))} comes to mind first, and would "
        f"have cost {cost}."
    )
    return Note(words, 0.0, 0.0, encode(view), praise=True)


def remark_on_defence(before: Game, after: Game) -> Note | None:
    """What there is to say of how the player answered a knock; None where nothing was lost."""
    outcome = after.position.outcome
    if before.knock is None or outcome is None or outcome.defence is None:
        return None
    knock, cards = showdown(before.position, before.knock)
    best = lay_off(knock, cards, before.rules)
    least = score_knock(knock, best, before.rules, before.position.multiplier)
    cost = outcome.hand.knocker_points - least.knocker_points
    if cost <= 0:
        return None
    undercut = least.kind is Ended.UNDERCUT and outcome.hand.kind is not Ended.UNDERCUT
    off = [card for card, _ in best.laid_off]
    return missed_lay_off(off, (best.points, outcome.defence.points), undercut, cost)


def missed_lay_off(off: Sequence[Card], left: tuple[int, int], undercut: bool, cost: int) -> Note:
    """That another lay-off was better: its cards, the points left by it and by what was done,
    whether it alone undercuts, and what that cost."""
    named = listed([card.symbol for card in off], "and") or "nothing"
    words = (
        f"The best was to lay off {named}: {left[0]} left, not {left[1]}"
        f"{', and an undercut' if undercut else ''}. That cost {counted(cost, 'point')}."
    )
    return Note(words, float(cost), 0.0)
