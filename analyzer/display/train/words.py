"""The words of the trainer: drills, what they ask, opponents, the coach's settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from analyzer.display.parts import SelectOption
from analyzer.notation.phrases import str_of
from analyzer.practice.drills import Drill, Exercise, Goal
from analyzer.practice.play import Level

TITLES: Final[Mapping[Drill, str]] = MappingProxyType(
    {
        Drill.DEADWOOD: "Count the deadwood",
        Drill.MELDS: "Best melds",
        Drill.LAY_OFF: "Lay off",
        Drill.OUTS: "Count the outs",
        Drill.KNOCK: "May you knock?",
    }
)

TABS: Final[Mapping[Drill, str]] = MappingProxyType(
    {
        Drill.DEADWOOD: "Deadwood",
        Drill.MELDS: "Melds",
        Drill.LAY_OFF: "Lay off",
        Drill.OUTS: "Outs",
        Drill.KNOCK: "Knock?",
    }
)
"""Short titles: all five in one row of a phone."""

TEASERS: Final[Mapping[Drill, str]] = MappingProxyType(
    {
        Drill.DEADWOOD: "Ten cards, melded as well as possible: how many points are left?",
        Drill.MELDS: "Ten cards: which are left over?",
        Drill.LAY_OFF: "They knock: how few points can you be left with?",
        Drill.OUTS: "How many cards would make a meld, a knock, or gin?",
        Drill.KNOCK: "Eleven cards and a limit: yes or no?",
    }
)

HOW: Final[Mapping[Drill, str]] = MappingProxyType(
    {
        Drill.DEADWOOD: "Type the points, then press Enter.",
        Drill.MELDS: "Select them, by tapping or with the digits 1 to 9 and 0, then press Enter.",
        Drill.LAY_OFF: "Own melds first or not, as is best. Type the points, then press Enter.",
        Drill.OUTS: "Type the number of cards, then press Enter.",
        Drill.KNOCK: "Press y or n.",
    }
)

GOALS: Final[Mapping[Goal, str]] = MappingProxyType(
    {
        Goal.MELD: "How many unseen cards make a meld with your cards, or lengthen one?",
        Goal.KNOCK: "How many unseen cards let you knock?",
        Goal.GIN: "How many unseen cards give you gin?",
    }
)

DONE: Final[Mapping[Goal, tuple[str, str]]] = MappingProxyType(
    {
        Goal.MELD: ("helps a meld", "help a meld"),
        Goal.KNOCK: ("lets you knock", "let you knock"),
        Goal.GIN: ("gives you gin", "give you gin"),
    }
)
"""What one out does, and what several do."""

LEVELS: Final[Mapping[Level, tuple[str, str]]] = MappingProxyType(
    {
        Level.NOVICE: ("Novice", "Sees its own melds and knocks as soon as it can."),
        Level.CLUB: ("Club player", "Patient: knocks early or waits for gin."),
        Level.STRONG: ("Strong", "Watches what you discard and take."),
        Level.ENGINE: ("Engine", "Searches at every turn, and learns how you play."),
    }
)

COACH: Final[Mapping[str, str]] = MappingProxyType(
    {"1": "from 1 point", "2": "from 2 points", "3": "from 3 points", "5": "from 5 points",
     "off": "never"}
)  # fmt: skip
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
        found = asked.defence
        off = str_of(card for card, _ in found.laid_off)
        left = str_of(found.deadwood) or "nothing"
        rest = f"{left} {'are' if len(found.deadwood) > 1 else 'is'} left."
        return (f"Lay off {off}; {rest}" if off else f"Nothing fits; {rest}",)
    if asked.drill is Drill.OUTS and asked.goal is not None:
        does = DONE[asked.goal][len(asked.outs) > 1]
        told = f"{str_of(asked.outs)} {does}." if asked.outs else "No card does it."
        return (told, "Cards in the pile can no longer come.")
    if asked.drill is Drill.KNOCK:
        return (f"The best discard leaves {asked.least}; the limit is {asked.limit}.",)
    return ()


def headline(asked: Exercise, said: str, *, right: bool) -> str:
    """How an answer was, with the right one."""
    best = asked.answer
    if asked.drill is Drill.MELDS:
        points = f"{asked.least} left over"
        return f"Right: {points}." if right else f"Not these: the best leaves {asked.least}."
    return f"Right: {best}." if right else f"Not {said}: it is {best}."


def coach_choices(chosen: str) -> tuple[SelectOption, ...]:
    """The settings of the coach."""
    return tuple(SelectOption(value, words, value == chosen) for value, words in COACH.items())


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
