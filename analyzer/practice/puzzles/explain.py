"""A step as the coach takes it: an entry for any of its answers, valued as the pack has it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from analyzer.engine.comparisons.types import Causes
from analyzer.engine.thresholds import grade
from analyzer.engine.types import ActionValue, Ending, EndingShare, Grade
from analyzer.game.actions import Action
from analyzer.game.arrangement import Arrangement, Defense, Meld, in_order
from analyzer.game.cards import CardSet
from analyzer.game.melds import lay_off
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.notation.numbers import counted, points, signed
from analyzer.practice.puzzles.types import Option, PuzzleAsk, PuzzleStep
from analyzer.review import (
    Choice,
    Entry,
    Finding,
    GapPart,
    LayOff,
    ReviewSettings,
    Verdict,
    kind_of,
)
from analyzer.review.judging import causes_of
from analyzer.review.types import LEAST

WORLDS: Final = 2_048
"""Worlds in which causes are measured once a puzzle is answered."""


@lru_cache(maxsize=256)
def view_at(text: str) -> View:
    """The view of a step, whose text this is; not for a lay-off, which has none."""
    return parse_view(text)


def action_of(option: Option) -> Action:
    """The action that an option stands for; not for a lay-off.

    >>> str(action_of(Option("discard Kd", 1.0, 0.1, 0.0, 0.0, 256)))
    'discard Kd'
    """
    return Action.of(option.answer.partition(":")[0], _sets(option.melds))


def _sets(drawn: tuple[str, ...]) -> tuple[Meld, ...]:
    return in_order(map(Meld.of, drawn))


@lru_cache(maxsize=256)
def entry_of(step: PuzzleStep, answer: str) -> Entry:
    """Return what the coach has to say something about, had this been answered.

    Raises KeyError for an answer that the step does not have.
    """
    option = step.option(answer)
    return _lay_off(step, option) if step.ask is PuzzleAsk.LAY_OFF else _choice(step, option)


def explained_entry(step: PuzzleStep, answer: str) -> Entry:
    """The same with the causes of what the answer loses.

    >>> from analyzer.practice.puzzles.pack import shipped
    >>> step = next(iter(shipped().values())).steps[0]
    >>> explained_entry(step, step.best).verdict.grade.value
    'best'
    """
    entry = entry_of(step, answer)
    if isinstance(entry, LayOff) or entry.verdict.grade is Grade.BEST:
        return entry
    causes = _causes(entry.view, entry.best.action, entry.found.played)
    return replace(entry, found=replace(entry.found, causes=causes))


@lru_cache(maxsize=256)
def _causes(view: View, best: Action, played: Action) -> Causes:
    """Return where their cards lie open, all worlds are alike but for the stock."""
    settings = ReviewSettings(worlds=WORLDS)
    if not view.hidden:
        settings = replace(settings, worlds=LEAST, opponent="uniform")
    return causes_of(view, best, played, settings)


def _verdict(option: Option, obvious: bool) -> Verdict:
    reached, close = grade(option.loss, option.loss_se)
    return Verdict(
        loss=option.loss, se=option.loss_se, grade=reached, close=close,
        forced=False, obvious=obvious, decided=True,
    )  # fmt: skip


def worth(step: PuzzleStep, answer: str) -> tuple[str, str, str]:
    """(what an answer is worth, how far it is behind, the interval of that), as one writes them.

    Raises KeyError for an answer that the step does not have.
    """
    entry, option = entry_of(step, answer), step.option(answer)
    if isinstance(entry, LayOff) or _counted_out(step, entry):
        return signed(option.q, 0), points(option.loss, 0), ""
    unit, best, value = entry.unit, entry.best, entry.played
    return unit.value_text(best, value), unit.loss_text(best, value), unit.half_text(value)


def _counted_out(step: PuzzleStep, entry: Entry) -> bool:
    """True if values are whole points, counted and not estimated."""
    return step.exact and not entry.unit.match


def loss_words(step: PuzzleStep, answer: str) -> str:
    """Return how far an answer is behind: "3 points", "0.6 ±0.1 points", "0.4% ±0.1".

    Raises KeyError for an answer that the step does not have.
    """
    entry = entry_of(step, answer)
    if _counted_out(step, entry):
        return counted(round(step.option(answer).loss), "point")
    _, loss, half = worth(step, answer)
    return entry.unit.noun(f"{loss} {half}".rstrip())


def _open_view(step: PuzzleStep) -> View:
    """The view of a step, with their cards where these lie open."""
    view = view_at(step.view)
    return view.knowing(CardSet.of(step.opponent)) if step.opponent else view


def _choice(step: PuzzleStep, option: Option) -> Choice:
    view = _open_view(step)
    values = tuple(_value(option, place == 0) for place, option in enumerate(step.options))
    best = option.answer == step.best
    finding = Finding(
        actions=values,
        played=action_of(option),
        verdict=_verdict(option, best),
        value=step.options[0].q,
        gap={Ending(ending): GapPart(*part) for ending, part in option.gap.items()},
        in_points=None if option.in_points is None else GapPart(*option.in_points),
        fed=None if option.fed is None else GapPart(*option.fed),
        yardstick=0.0,
        worlds=max(option.worlds for option in step.options),
    )
    return Choice(0, 0, 0, kind_of(view), view, finding)


def _value(option: Option, best: bool) -> ActionValue:
    reached, close = (Grade.BEST, False) if best else grade(option.loss, option.loss_se)
    return ActionValue(
        action=action_of(option),
        q=option.q,
        se=option.se,
        loss=option.loss,
        loss_se=option.loss_se,
        grade=reached,
        close=close,
        outcomes={Ending(name): EndingShare(*share) for name, share in option.outcomes.items()},
        match=option.match,
        danger=option.danger,
        worlds=option.worlds,
        exact=option.worlds == 0,
    )


def showdown_at(step: PuzzleStep) -> tuple[Rules, Arrangement, CardSet]:
    """(rules, the knock, the defender's cards) of a lay-off."""
    lines = dict(line.split(": ", 1) for line in step.view.splitlines())
    rules, left = rules_for_two(lines["rules"]), CardSet.of(step.deadwood)
    points = sum(map(rules.value, left))
    return rules, Arrangement(_sets(step.spread), left, points), CardSet.of(lines["hand"])


def _defence_of(step: PuzzleStep, option: Option) -> Defense:
    """The defence that an option of a lay-off stands for."""
    rules, knock, _ = showdown_at(step)
    left = CardSet.of(option.left)
    moved = CardSet.of(" ".join(option.off))
    laid = lay_off(knock, moved, rules).laid_off if moved else ()
    return Defense(_sets(option.melds), laid, left, sum(map(rules.value, left)))


def _lay_off(step: PuzzleStep, option: Option) -> LayOff:
    rules, knock, cards = showdown_at(step)
    return LayOff(
        hand=0, turn=0, seat=0, rules=rules, cards=cards, knock=knock,
        played=_defence_of(step, option), best=_defence_of(step, step.options[0]),
        verdict=_verdict(option, obvious=False),
        value=step.options[0].q, match=step.options[0].match,
    )  # fmt: skip


def tempting(step: PuzzleStep) -> str:
    """The most natural wrong answer: what a rule of thumb says, else the next best."""
    return next(
        (answer for answer in step.baselines.values() if answer != step.best),
        step.options[1].answer,
    )
