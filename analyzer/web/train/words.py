"""The words of the trainer: drills, what they ask, opponents, the coach's settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from analyzer.display.parts import SelectOption, options
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Rules
from analyzer.notation.numbers import counted
from analyzer.notation.phrases import listed, str_of
from analyzer.practice.drills import Drill, Exercise, Goal, SeenTurn, Watched
from analyzer.practice.games import AROUND, BOTS, TITLES, Level
from analyzer.practice.tally import GameTally
from analyzer.resources import texts_beside


class DrillWords(NamedTuple):
    """The name of a kind of drill, and how it is done."""

    title: str
    tab: str
    """A short title."""
    teaser: str
    how: str


_WORDS: Final = texts_beside(__file__, "words.toml")
DRILL_WORDS: Final = {drill: DrillWords(**_WORDS["drills"][drill]) for drill in Drill}
BUTTONS: Final[Mapping[str, str]] = _WORDS["buttons"]
"""The button that says that the cards are chosen, by drill."""
GOALS: Final = {goal: str(_WORDS["goals"][goal]) for goal in Goal}
DONE: Final = {goal: list[str](_WORDS["done"][goal]) for goal in Goal}
"""The effect of one out, and of several."""
PEOPLE: Final[Mapping[str, str]] = _WORDS["people"]
"""The name of who plays at each level for two; the portraits are in static/table/faces."""
LEVELS: Final = {
    level: (f"{PEOPLE[level]} ({TITLES[level].lower()})", str(_WORDS["levels"][level]))
    for level in BOTS
}
"""The name of each opponent with the level, and how they play."""
AROUND_LEVELS: Final = {level: TITLES[level] for level in AROUND}
"""The titles of those around a table."""
COACH: Final[Mapping[str, str]] = _WORDS["coach"]
"""The coach's readiness to speak, by the value of the form."""

SLIPS: Final = (
    (5.0, "a bad blunder"), (3.0, "a blunder"), (2.0, "a clear mistake"), (1.5, "a mistake"),
    (0.0, "a small mistake"),
)  # fmt: skip
"""The name of a loss by the points from which it has it: at a score these are not its unit."""
USUAL_COACH: Final = "1.5"
USUAL_AROUND: Final = "3"
"""The same around a table, where hands come to more."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent as the lobby shows it."""

    level: Level
    name: str
    title: str
    style: str
    record: str
    """How one has fared: "You won 3 of 5 games"."""


def opponents_of(tally: GameTally) -> list[Opponent]:
    """The opponents of a game for two, with a player's record against each."""
    return [
        Opponent(level, PEOPLE[level], TITLES[level], style, _record(tally, level))
        for level, (_, style) in LEVELS.items()
    ]


def _record(tally: GameTally, level: Level) -> str:
    rows = [row for row in tally.rows(for_two=True) if row.level == level]
    games, hands = sum(row.games for row in rows), sum(row.hands for row in rows)
    if games:
        return f"You won {sum(row.won for row in rows)} of {counted(games, 'game')}"
    won = sum(row.hands_won for row in rows)
    return f"You won {won} of {counted(hands, 'hand')}" if hands else "Not played yet"


def asks_of(exercise: Exercise) -> str:
    """The question of a drill."""
    match exercise.drill:
        case Drill.DEADWOOD:
            return "How many points of deadwood?"
        case Drill.MELDS:
            return "Which cards are left over?"
        case Drill.LAY_OFF:
            return "They knock. How many points are you left with at best?"
        case Drill.KNOCK:
            return f"You discard one. May you knock with {exercise.limit} or fewer?"
        case Drill.OUTS:
            return GOALS[exercise.goal or Goal.MELD]
        case Drill.GONE:
            return "Which of these lie in the pile?"
        case Drill.TAKEN:
            return "Which of these did they take from the pile?"
        case Drill.TOLD:
            return "Which of these cards of yours can they use the least?"


def why_of(exercise: Exercise) -> tuple[str, ...]:
    """Return why the answer is what it is, in a sentence or two."""
    if exercise.drill is Drill.LAY_OFF:
        best = exercise.defence
        off = str_of(card for card, _ in best.laid_off)
        left = str_of(best.deadwood) or "nothing"
        rest = f"{left} {'are' if len(best.deadwood) > 1 else 'is'} left."
        return (f"Lay off {off}; {rest}" if off else f"Nothing fits; {rest}",)
    if exercise.drill is Drill.OUTS and exercise.goal is not None:
        does = DONE[exercise.goal][len(exercise.outs) > 1]
        sentence = f"{str_of(exercise.outs)} {does}." if exercise.outs else "No card does it."
        return (sentence, "Cards in the pile can no longer come.")
    if exercise.watched is not None:
        return _why_of_turns(exercise, exercise.watched)
    if exercise.drill is Drill.KNOCK:
        return (f"The best discard leaves {exercise.least}; the limit is {exercise.limit}.",)
    return ()


def turns_of(hand: Watched) -> tuple[str, ...]:
    """Return what was seen, a sentence a turn."""
    first = f"The upcard is {hand.upcard.symbol}."
    return (first, *map(_turn, hand.turns))


def _turn(turn: SeenTurn) -> str:
    who = "You" if turn.mine else "They"
    did = "draw" if turn.took is None else f"take {turn.took.symbol}"
    return f"{who} {did}, discard {turn.discarded.symbol}."


def _why_of_turns(exercise: Exercise, hand: Watched) -> tuple[str, ...]:
    if exercise.drill is Drill.GONE:
        return (f"The pile, the top card last: {str_of(hand.pile)}.",)
    if exercise.drill is Drill.TAKEN:
        return (f"They took {str_of(hand.taken)}.", "What they take, they keep or meld.")
    return tuple(_use(hand, card, exercise.rules) for card in exercise.cards)


def _use(hand: Watched, card: Card, rules: Rules) -> str:
    """Of how much use a card may be to the opponent."""
    pairs = [str_of(pair) for pair in hand.partners(card, rules)]
    if not pairs:
        return f"{card.symbol}: no pair that melds with it can be in their hand."
    return f"{card.symbol}: {counted(len(pairs), 'pair')}, {listed(pairs)}."


def headline(exercise: Exercise, answer: str, *, right: bool) -> str:
    """Return how an answer was, with the right one."""
    if exercise.watched is not None:
        chosen = str_of(CardSet.of(answer)) or "none"
        best = str_of(exercise.wanted)
        return f"Right: {best}." if right else f"Not {chosen}: {best}."
    if exercise.drill is not Drill.MELDS:
        best = exercise.answer
        return f"Right: {best}." if right else f"Not {answer}: it is {best}."
    if right:
        return f"Right: {exercise.least} left over."
    return f"Not these: the best leaves {exercise.least}."


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


def coach_silence(coach: float | None, threshold: float | None, spoken: int, *, over: bool) -> str:
    """Return what stands in the coach's place while there is nothing to say.

    >>> coach_silence(2.0, 3.0, 1, over=False)
    'Speaks up before a blunder; the bar rises each time it speaks.'
    >>> coach_silence(2.0, 3.0, 1, over=True)
    'The coach spoke once in this hand.'
    """
    if coach is None:
        return "The coach is off."
    if not over:
        if threshold is None:
            return "The coach has said enough in this hand; a hint still comes when you ask."
        slip = next(name for least, name in SLIPS if threshold >= least)
        return (
            f"Speaks up before {slip}{'; the bar rises each time it speaks' * (threshold > coach)}."
        )
    times = {0: "said nothing", 1: "spoke once", 2: "spoke twice"}
    return f"The coach {times.get(spoken, f'spoke {spoken} times')} in this hand."
