"""A puzzle's certificate and a new search side by side: what the fresh worlds say of the answer."""

from __future__ import annotations

from dataclasses import replace

from analyzer.engine.thresholds import half_width
from analyzer.engine.types import ActionValue, Evaluation
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.notation.numbers import estimate
from analyzer.notation.phrases import lower, phrase
from analyzer.practice.puzzles.explain import action_of
from analyzer.practice.puzzles.types import PuzzleStep
from analyzer.web.puzzles.parts import Deeper, DeeperRow
from analyzer.web.puzzles.words import label_of


def compared(part: Deeper, step: PuzzleStep, found: Evaluation, *, running: bool) -> Deeper:
    """A search with what it found beside the certificate."""
    return replace(
        part,
        verdict=None if running else verdict(step, found),
        doubt=not running and not _agrees(step, found),
        certified_worlds=certified(step),
        worlds=found.worlds,
        rows=tuple(_rows(step, found)),
    )


def certified(step: PuzzleStep) -> int:
    """Worlds of the certificate."""
    return max(one.worlds for one in step.options)


def _best(step: PuzzleStep) -> Action:
    return action_of(step.options[0])


def _row(action: Action) -> tuple[Kind, Card | None]:
    """Of which row an action is: an evaluation has one for each discard or knock of a card."""
    return action.kind, action.card


def _same(one: Action, other: Action) -> bool:
    return _row(one) == _row(other)


def _agrees(step: PuzzleStep, found: Evaluation) -> bool:
    return any(_same(_best(step), one) for one in found.best)


def verdict(step: PuzzleStep, found: Evaluation) -> str:
    """What the fresh worlds say of the certified answer."""
    first, second = found.actions[0], _next(step, found)
    name, other = _name(step, found, first), lower(_name(step, found, second))
    if _same(first.action, _best(step)):
        if second.action not in found.best:
            return (
                f"The same answer: {lower(name)}. Next is {other}, {_behind(second)} points behind."
            )
        return f"{name} comes out first again, but {other} is too close to call."
    if _agrees(step, found):
        return f"Too close to call this time: {lower(name)} or {lower(_certain(step))}."
    said = f"Not the same answer. {name} comes first this time"
    for one in found.actions:
        if _same(one.action, _best(step)):
            return f"{said}; {lower(_certain(step))} is {_behind(one)} points behind."
    return f"{said}."


def _next(step: PuzzleStep, found: Evaluation) -> ActionValue:
    """The best of the puzzle's answers behind the first action: not all discards need be
    answers."""
    answers = [action_of(option) for option in step.options]
    return next(
        value for value in found.actions[1:] if any(_same(one, value.action) for one in answers)
    )


def _behind(value: ActionValue) -> str:
    return estimate(value.loss, half_width(value.loss_se))


def _certain(step: PuzzleStep) -> str:
    return label_of(step, step.options[0])


def _name(step: PuzzleStep, found: Evaluation, value: ActionValue) -> str:
    """The action as the puzzle calls it."""
    for option in step.options:
        if _same(action_of(option), value.action):
            return label_of(step, option)
    return phrase(found.view, value.action)


def _rows(step: PuzzleStep, found: Evaluation) -> list[DeeperRow]:
    """Every answer of the puzzle, the best of now first; another action only where it is best."""
    options = {_row(action_of(one)): one for one in reversed(step.options)}
    rows = []
    for place, value in enumerate(found.actions):
        option = options.pop(_row(value.action), None)
        if option is None and place:
            continue
        row = DeeperRow(
            answer=_name(step, found, value),
            q=value.q,
            half=half_width(value.se),
            loss=value.loss if place else None,
            loss_half=half_width(value.loss_se),
            tied=value.action in found.best,
        )
        if option is not None:
            row = replace(
                row,
                certified=option.q,
                certified_half=half_width(option.se),
                certified_loss=option.loss if option is not step.options[0] else None,
                certified_loss_half=half_width(option.loss_se),
                certified_best=option is step.options[0],
            )
        rows.append(row)
    return rows
