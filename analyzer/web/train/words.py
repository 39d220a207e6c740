"""The words of the trainer: drills, what they ask, opponents, the coach's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from analyzer.display.parts import SelectOption, options
from analyzer.notation.phrases import str_of
from analyzer.practice.drills import Drill, Exercise, Goal
from analyzer.practice.play import Level
from analyzer.resources import texts_beside


class DrillWords(NamedTuple):
    """What a kind of drill is called, and how it is done."""

    title: str
    tab: str
    """A short title: all five in one row of a phone."""
    teaser: str
    how: str


_WORDS: Final = texts_beside(__file__, "words.toml")
DRILL_WORDS: Final = {drill: DrillWords(**_WORDS["drills"][drill]) for drill in Drill}
GOALS: Final = {goal: str(_WORDS["goals"][goal]) for goal in Goal}
DONE: Final = {goal: list[str](_WORDS["done"][goal]) for goal in Goal}
"""What one out does, and what several do."""
LEVELS: Final = {level: list[str](_WORDS["levels"][level]) for level in Level}
"""What a level is called, and how it plays."""
COACH: Final[Mapping[str, str]] = _WORDS["coach"]
"""When the coach speaks, by the value of the form."""

USUAL_COACH: Final = "1.5"


def asks_of(asked: Exercise) -> str:
    """The question of a drill."""
    match asked.drill:
        case Drill.DEADWOOD:
            return "How many points of deadwood?"
        case Drill.MELDS:
            return "Which cards are left over?"
        case Drill.LAY_OFF:
            return "They knock. How many points are you left with at best?"
        case Drill.KNOCK:
            return f"You discard one. May you knock with {asked.limit} or fewer?"
        case Drill.OUTS:
            return GOALS[asked.goal or Goal.MELD]


def why_of(asked: Exercise) -> tuple[str, ...]:
    """Why the answer is what it is, in a sentence or two."""
    if asked.drill is Drill.LAY_OFF:
        best = asked.defence
        off = str_of(card for card, _ in best.laid_off)
        left = str_of(best.deadwood) or "nothing"
        rest = f"{left} {'are' if len(best.deadwood) > 1 else 'is'} left."
        return (f"Lay off {off}; {rest}" if off else f"Nothing fits; {rest}",)
    if asked.drill is Drill.OUTS and asked.goal is not None:
        does = DONE[asked.goal][len(asked.outs) > 1]
        told = f"{str_of(asked.outs)} {does}." if asked.outs else "No card does it."
        return (told, "Cards in the pile can no longer come.")
    if asked.drill is Drill.KNOCK:
        return (f"The best discard leaves {asked.least}; the limit is {asked.limit}.",)
    return ()


def headline(asked: Exercise, answer: str, *, right: bool) -> str:
    """How an answer was, with the right one."""
    if asked.drill is not Drill.MELDS:
        best = asked.answer
        return f"Right: {best}." if right else f"Not {answer}: it is {best}."
    if right:
        return f"Right: {asked.least} left over."
    return f"Not these: the best leaves {asked.least}."


def coach_choices(chosen: str) -> tuple[SelectOption, ...]:
    """The settings of the coach."""
    return options(COACH.items(), chosen)


def coach_of(value: str) -> float | None:
    """The points from which the coach speaks; the usual ones for a value that is none.

    >>> coach_of("3"), coach_of("off"), coach_of("x")
    (3.0, None, 1.5)
    """
    chosen = value if value in COACH else USUAL_COACH
    return None if chosen == "off" else float(chosen)


def coach_name(points: float | None) -> str:
    """The form's value for a setting."""
    return "off" if points is None else f"{points:g}"
