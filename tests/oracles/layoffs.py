"""What the coach may say of a lay-off: its numbers in order, and the cards that it names."""

from __future__ import annotations

from analyzer.engine.types import Grade
from analyzer.game.cards import Card
from analyzer.game.rules import Tie
from analyzer.review import LayOff


def numbers(one: LayOff) -> list[str]:
    """What is left, the best, the loss; where the best undercuts and this does not, both points."""
    best, played = one.best.points, one.played.points
    if one.verdict.grade is Grade.BEST:
        return [str(played)]
    lost = one.unit.amount(one.verdict.shown)
    lost = lost if one.unit.match else lost.removesuffix(".0")
    needed = one.knock.points + (one.rules.tie is Tie.UNDERCUT)
    undercuts = one.knock.points > 0 and best < needed <= played
    return [str(played), str(best), lost, *([str(best), str(one.knock.points)] * undercuts)]


def named(one: LayOff) -> set[Card]:
    """The cards that were not laid off, else those that lie elsewhere than in the best answer."""
    best, played = ({card for card, _ in answer.laid_off} for answer in (one.best, one.played))
    missed = {card for card in best if card in one.played.deadwood}
    return missed or best - played or played - best
