"""A puzzle with its answers: only for a visitor who has answered every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import Any, Final

from analyzer import __version__
from analyzer.display.hands import pictures
from analyzer.display.parts import ActionTable, CardGroup, Fact, LaidDown
from analyzer.display.review.entries import counter_of, reasons_of, spreads_of
from analyzer.display.table import CardTable, judged
from analyzer.display.tables import action_table
from analyzer.display.verdict import why_not_cards
from analyzer.engine.comparisons.compare import WHO
from analyzer.engine.thresholds import half_width
from analyzer.engine.types import ActionValue, Ending
from analyzer.game.cards import CardSet
from analyzer.notation.numbers import count, estimate, percent
from analyzer.notation.phrases import listed, lower, str_of
from analyzer.practice.puzzles.explain import (
    action_of,
    entry_of,
    explained_entry,
    loss_words,
    view_at,
    worth,
)
from analyzer.practice.puzzles.mark import AnswerMark
from analyzer.practice.puzzles.reply import punishing_reply
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk, PuzzleStep, Rating
from analyzer.practice.puzzles.words import KINDS, level_of, rating_text
from analyzer.review import Choice, LayOff
from analyzer.web.puzzles.words import ASKS, THEMES, THUMBS, label_of, player_words

FEWEST: Final = 3
"""Answers of others from which on they are shown."""
FULL, HALF, NONE = "full", "half", "none"


def sign_of(credit: float) -> str:
    """The name of a credit's sign.

    >>> [sign_of(credit) for credit in (1.0, 2 / 3, 0.0)]
    ['full', 'half', 'none']
    """
    return FULL if credit >= 1 else HALF if credit > 0 else NONE


def step_done(step: PuzzleStep, mark: AnswerMark) -> tuple[str, str]:
    """(a step in a sentence before the next one is asked, its sign)."""
    best = label_of(step, mark.best)
    if mark.option.answer == mark.best.answer:
        return f"Right: {lower(best)}.", FULL
    given = label_of(step, mark.option)
    if mark.credit == 1:
        return f"{given}: as good as the best. You go on with: {lower(best)}.", FULL
    return f"You chose: {lower(given)}. Best: {lower(best)}.", sign_of(mark.credit)


def headline(marks: Sequence[AnswerMark]) -> tuple[str, str]:
    """(the verdict on all steps, its sign)."""
    credit = sum(mark.credit for mark in marks) / len(marks)
    if len(marks) == 1:
        text = {1.0: "Right.", 0.5: "Nearly."}.get(credit, "Not this one.")
        return text, sign_of(credit)
    right = sum(mark.credit == 1 for mark in marks)
    if right == len(marks):
        return f"All {len(marks)} steps right.", FULL
    return f"{right} of {len(marks)} steps right.", sign_of(credit)


def step_reveal(
    puzzle: Puzzle, at: int, marks: Sequence[AnswerMark], others: Mapping[str, int]
) -> dict[str, Any]:
    """All that there is to show of a step that was answered, and what others answered."""
    step, mark = puzzle.steps[at], marks[at]
    verdict, detail = _verdict(step, mark)
    return {
        "ident": f"step-{at + 1}",
        "title": f"Step {at + 1}: {lower(ASKS[step.ask])}" if len(marks) > 1 else None,
        "verdict": verdict,
        "detail": detail,
        "right": sign_of(mark.credit),
        "felt": _felt(step, mark),
        **_reasons(step, mark),
        "reply": _reply(step, mark),
        "table": _table(step),
        "worth": [
            (option.answer, label_of(step, option), *worth(step, option.answer))
            for option in step.options
        ]
        if step.exact
        else [],
        "best": step.best,
        "mine": mark.option.answer,
        "thumbs": [
            (THUMBS.get(rule, rule), label_of(step, step.option(answer)), answer == step.best)
            for rule, answer in step.baselines.items()
        ],
        "others": _others(step, others),
        "answered": _answered(others),
        "models": _models(step),
        "further": _further(step),
        "basis": _basis(step, puzzle.provenance.engine),
        "deeper": None,
    }


def _reasons(step: PuzzleStep, mark: AnswerMark) -> dict[str, Any]:
    """The reasons against the answer that was wrong, or the tempting one where it was right."""
    entry = explained_entry(step, mark.option.answer if mark.credit < 1 else step.tempting)
    reasons, tempting = reasons_of(entry), label_of(step, step.option(step.tempting))
    choice = entry if isinstance(entry, Choice) else None
    return {
        "why_title": "Why" if mark.credit < 1 else f"Why not {lower(tempting)}?",
        "why": reasons["sentence"],
        "more": reasons["paragraph"],
        "against": why_not_cards(choice.view, choice.found.actions, choice.tied) if choice else (),
        "counter": counter_of(choice) if choice else None,
        "pictures": reasons["pictures"],
        "spreads": _spreads(entry, mark) if isinstance(entry, LayOff) else (),
    }


def _reply(step: PuzzleStep, mark: AnswerMark) -> tuple[str, LaidDown] | None:
    """Return what the opponent does to a wrong answer: in a sentence, and on the table."""
    reply = None if mark.credit == 1 else punishing_reply(step, mark.option.answer)
    if reply is None:
        return None
    cards, certain = str_of(reply.cards), reply.chance == 1
    if reply.undercut is None:
        text = f"They can meld it, most often as {cards}."
    elif certain:
        text = f"They lay off {cards}" if cards else "They lay off nothing"
        text += ", and undercut you." if reply.undercut else "."
    else:
        text = f"They lay off in {percent(reply.chance)} of hands"
        text += f", most often {cards}" if cards else ""
        undercut, _ = step.option(mark.option.answer).outcomes.get(Ending.UNDERCUT, (0.0, 0.0))
        text += f", and undercut you in {percent(undercut)}."
    word = "their meld" if reply.undercut is None else "laid off"
    group = CardGroup("run", word, pictures(reply.cards, ""))
    return text, LaidDown("Their reply", (group,) if reply.cards else ())


def best_said(step: PuzzleStep, mark: AnswerMark) -> str:
    """The best answer, as it is said of the one that was given."""
    best = label_of(step, mark.best)
    return f"{best}." if mark.option.answer == mark.best.answer else f"Best: {lower(best)}."


def _verdict(step: PuzzleStep, mark: AnswerMark) -> tuple[str, str]:
    """(the best answer, how good the given one was)."""
    best, given = best_said(step, mark), label_of(step, mark.option)
    if mark.option.answer == mark.best.answer:
        second = min(step.options[1:], key=lambda option: option.loss)
        gap = loss_words(step, second.answer)
        return best, f"It is {gap} better than anything else."
    chosen, gap = f"You chose: {lower(given)}.", loss_words(step, mark.option.answer)
    if mark.credit == 1:
        return best, f"{chosen} It is as good, as far as can be told: {gap} behind."
    return best, f"{chosen} It is {'only ' if mark.credit else ''}{gap} behind."


def _felt(step: PuzzleStep, mark: AnswerMark) -> CardTable | None:
    """The table again, the hand in its melds, with what each answer loses."""
    if step.ask is PuzzleAsk.LAY_OFF:
        return None
    known = CardSet.of(step.opponent) if step.opponent else None
    losses = ((action_of(option), option.loss) for option in step.options)
    return judged(view_at(step.view), action_of(mark.option), losses, known)


def _spreads(entry: LayOff, mark: AnswerMark) -> tuple[LaidDown, ...]:
    """The knock, the wrong answer that is talked of, and the best."""
    knock, wrong, *best = spreads_of(entry)
    whose = "Yours" if mark.credit < 1 else "The tempting choice"
    return knock, replace(wrong, title=wrong.title.replace("Laid down", whose)), *best


def _table(step: PuzzleStep) -> ActionTable | None:
    """All actions with their numbers; not of a question that was counted out."""
    if step.exact:
        return None
    entry = entry_of(step, step.best)
    assert isinstance(entry, Choice)
    best = action_of(step.options[0])

    def behind(value: ActionValue) -> tuple[bool, float]:
        return value.action != best, value.loss if value.match is None else -value.match

    values = sorted(entry.found.actions, key=behind)  # a pack has them as the search left them
    return action_table(entry.view, values, {best})


def _others(step: PuzzleStep, others: Mapping[str, int]) -> list[tuple[str, str, float]]:
    """Return how others answered, most first: (the answer, its label, percent)."""
    everyone = sum(others.values())
    if everyone < FEWEST:
        return []
    known = {option.answer: label_of(step, option) for option in step.options}
    rows = sorted(others.items(), key=lambda item: (-item[1], item[0]))
    return [
        (name, known[name], round(100 * times / everyone, 1))
        for name, times in rows
        if name in known
    ]


def _answered(others: Mapping[str, int]) -> str:
    everyone = sum(others.values())
    if everyone < FEWEST:
        return "Too few players have answered so far."
    return f"First answers of {count(everyone)} players."


def _models(step: PuzzleStep) -> str | None:
    if not step.models:
        return None
    against = [
        WHO.get(name, name) for name, model in step.models.items() if model.best != step.best
    ]
    if not against:
        return f"It is the best against each of the {len(step.models)} opponents that were asked."
    agree = len(step.models) - len(against)
    return (
        f"It is the best against {agree} of the {len(step.models)} opponents that were asked, "
        f"but not against {listed(against)}."
    )


def _further(step: PuzzleStep) -> str | None:
    """The lead one decision further, where it was looked for."""
    if len(step.deeper) < 2 or step.best not in step.deeper:
        return None
    first = step.deeper[step.best]
    other = max(value for answer, value in step.deeper.items() if answer != step.best)
    lead, error = first[0] - other[0], hypot(first[1], other[1])
    return (
        f"With the best discard after it, it leads by {estimate(lead, half_width(error))} points."
    )


def _basis(step: PuzzleStep, engine: str) -> str:
    if step.ask is PuzzleAsk.LAY_OFF:
        return "Exact: every way to meld and lay off was counted."
    if step.exact:
        return "Exact: counted against the open hand."
    most = max(option.worlds for option in step.options)
    text = f"Up to {count(most)} worlds an answer, engine {engine}; ± is the 95% interval."
    if engine.partition("+")[0] == __version__:
        return text
    return f"{text} The reasons are the present engine’s."


def _both(mine: str, other: str) -> str:
    """Both players of the hand that a puzzle comes from.

    >>> _both("the engine", "a strong player"), _both("a strong player", "a strong player")
    ('the engine and a strong player', 'a strong player on both sides')
    """
    return f"{mine} on both sides" if mine == other else f"{mine} and {other}"


def facts_of(puzzle: Puzzle, rating: Rating, day: str | None) -> tuple[Fact, ...]:
    """Return what a puzzle is, told once it is answered."""
    facts = [Fact("Kind", KINDS[puzzle.kind])]
    if puzzle.themes:
        themes = listed([THEMES.get(theme, theme).lower() for theme in puzzle.themes], "and")
        facts.append(Fact("About", themes))
    facts.append(Fact("Difficulty", f"{level_of(puzzle)[1].lower()}, {rating_text(rating)}"))
    if day is not None:
        facts.append(Fact("Day", day))
    facts.append(Fact("Played by", _both(*map(player_words, puzzle.provenance.players))))
    return tuple(facts)
