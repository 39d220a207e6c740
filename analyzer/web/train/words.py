"""The words of the trainer: drills, what they ask, opponents, the coach's settings."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.display.parts import SelectOption, options
from analyzer.notation.phrases import str_of
from analyzer.practice.drills import Drill, Exercise, Goal
from analyzer.practice.play import Level


class DrillWords(NamedTuple):
    """What a kind of drill is called, and how it is done."""

    title: str
    tab: str
    """A short title: all five in one row of a phone."""
    teaser: str
    how: str


DRILL_WORDS: Final = {
    Drill.DEADWOOD: DrillWords(
        "Count the deadwood",
        "Deadwood",
        "Ten cards, melded as well as possible: how many points are left?",
        "Type the points, then press Enter.",
    ),
    Drill.MELDS: DrillWords(
        "Best melds",
        "Melds",
        "Ten cards: which are left over?",
        "Select them, by tapping or with the digits 1 to 9 and 0, then press Enter.",
    ),
    Drill.LAY_OFF: DrillWords(
        "Lay off",
        "Lay off",
        "They knock: how few points can you be left with?",
        "Own melds first or not, as is best. Type the points, then press Enter.",
    ),
    Drill.OUTS: DrillWords(
        "Count the outs",
        "Outs",
        "How many cards would make a meld, a knock, or gin?",
        "Type the number of cards, then press Enter.",
    ),
    Drill.KNOCK: DrillWords(
        "May you knock?",
        "Knock?",
        "Eleven cards and a limit: yes or no?",
        "Press y or n.",
    ),
}

GOALS: Final = {
    Goal.MELD: "How many unseen cards make a meld with your cards, or lengthen one?",
    Goal.KNOCK: "How many unseen cards let you knock?",
    Goal.GIN: "How many unseen cards give you gin?",
}

DONE: Final = {
    Goal.MELD: ("helps a meld", "help a meld"),
    Goal.KNOCK: ("lets you knock", "let you knock"),
    Goal.GIN: ("gives you gin", "give you gin"),
}
"""What one out does, and what several do."""

LEVELS: Final = {
    Level.NOVICE: ("Novice", "Sees its own melds and knocks as soon as it can."),
    Level.CLUB: ("Club player", "Patient: knocks early or waits for gin."),
    Level.STRONG: ("Strong", "Watches what you discard and take."),
    Level.ENGINE: ("Engine", "Searches at every turn, and learns how you play."),
}

COACH: Final = {
    "1": "from 1 point",
    "2": "from 2 points",
    "3": "from 3 points",
    "5": "from 5 points",
    "off": "never",
}
"""When the coach speaks, by the value of the form."""

USUAL_COACH: Final = "2"


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
    (3.0, None, 2.0)
    """
    chosen = value if value in COACH else USUAL_COACH
    return None if chosen == "off" else float(chosen)


def coach_name(points: float | None) -> str:
    """The form's value for a setting."""
    return "off" if points is None else f"{points:g}"
