"""Lessons put to the test.

`problem_of` says why a step is not sound, `doubt_of` why a search does not agree that an answer is
the best.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from analyzer.engine.general import advise
from analyzer.engine.search import analyze
from analyzer.engine.types import Limit
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import CardSet
from analyzer.notation.numbers import signed
from analyzer.practice.lessons.claims import BEST, holds, read_answer
from analyzer.practice.lessons.course import Do, LessonStep

MARGIN: Final = 0.5
"""Points by which the best answer must be ahead of every other one."""


def problem_of(step: LessonStep) -> str | None:
    """Return why a step cannot be asked as it is; None where it can."""
    if step.do is Do.PLAY:
        return None
    try:
        given = read_answer(step, step.answer)
        right = [candidate for candidate in _candidates(step) if holds(step, candidate)]
    except (InputError, KeyError, ValueError) as error:
        return f"{error}"
    if not holds(step, given):
        return f"{step.answer} is not right"
    if step.do is Do.SAY and right != [given]:
        return f"right are {right}, not {given} alone"
    if step.do is Do.DISCARD and len(right) == len(step.cards):
        return "any discard would be right"
    if unknown := [hint for hint in step.hints if not _is_wrong(step, hint)]:
        return f"a hint to {unknown[0]}, which is no wrong answer"
    return None


def _is_wrong(step: LessonStep, given: str) -> bool:
    try:
        return not holds(step, read_answer(step, given))
    except InputError:
        return False


def _candidates(step: LessonStep) -> Iterable[str]:
    """Everything that can be answered; of several cards those of at most two."""
    if step.do is Do.SAY:
        return step.options
    sizes = (1, 2) if step.do is Do.PICK else (1,)
    return [
        str(CardSet.from_cards(cards)) for size in sizes for cards in combinations(step.cards, size)
    ]


def doubt_of(step: LessonStep, worlds: int, seed: int = 1) -> str | None:
    """Return why the engine does not agree with a claim of what is best; None where it does."""
    name, *named = step.claim.split()
    if name != BEST or step.position is None:
        return None
    losses: dict[str, float] = {}
    for move, loss in _valued(step, worlds, seed):
        answered = _answer_of(step, move)
        losses[answered] = min(loss, losses.get(answered, loss))
    others = (set(named) or set(losses)) - {step.answer}
    ahead = min(losses[name] for name in others) - losses[step.answer]
    return None if ahead >= MARGIN else f"{step.answer} is {signed(ahead, 2)} ahead of {losses}"


def _valued(step: LessonStep, worlds: int, seed: int) -> Iterable[tuple[Action, float]]:
    """Each move of a step with what it loses."""
    view = step.position
    assert view is not None
    if view.rules.two_handed:
        evaluation = analyze(view, Limit(worlds=worlds), seed=seed)
        return [(Action.of(str(value.action)), value.loss) for value in evaluation.actions]
    return [(value.action, value.loss) for value in advise(view, worlds, seed).actions]


_WORDS: Final = {Kind.TAKE: "Take it", Kind.DRAW: "Draw", Kind.PASS: "Pass",
                 Kind.MELD: "Lay it down", Kind.BIG_GIN: "Gin"}  # fmt: skip


def _answer_of(step: LessonStep, move: Action) -> str:
    """The answer that a move stands for: a card, or the words of a button."""
    if move.kind is Kind.DISCARD:
        if step.do is Do.DISCARD:
            return str(move.card)
        return "Keep it" if step.game else "Play on"
    if step.do is Do.DISCARD or move.count > 1:
        return str(move)
    return _WORDS.get(move.kind, str(move.kind).capitalize())
