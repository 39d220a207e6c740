"""Exact drills: a hand, a question and its one right answer, all from a name, a level and a seed.

Nothing is sampled and nothing believed: the answers come from the exact solver. Of many hands
that follow from the seed the one is taken whose hardness is nearest to the level.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from random import Random
from typing import Final

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import DECK, NO_CARDS, CardSet
from analyzer.game.melds import best_arrangements, deadwood, lay_off, outs
from analyzer.game.rules import PRESETS, Rules
from analyzer.practice import _hardness as hardness
from analyzer.practice._hands import Hands
from analyzer.practice._memory import (
    LOOSE,
    SeenTurn,
    Watched,
    on_pile,
    safest,
    taken_from,
    watched,
)

__all__ = ["Drill", "Exercise", "Goal", "Marked", "SeenTurn", "Watched", "mark", "task"]

RULES: Final = PRESETS["standard"]
"""The rules of drills; only the knock limit changes, as Oklahoma's upcard sets it."""

TRIES: Final = 40
"""Hands of which the one nearest to the level is taken."""

NEAR: Final = 30.0
"""A hand this near to the level will do."""

MOST_SEED: Final = 10**9


class Drill(StrEnum):
    """The kinds of drill."""

    DEADWOOD = "deadwood"
    """The points that the hand leaves unmelded."""
    MELDS = "melds"
    """Which cards are left over when it is melded at best?"""
    LAY_OFF = "lay-off"
    """They knock: how many points is one left with?"""
    OUTS = "outs"
    """The number of cards that would do it."""
    KNOCK = "knock"
    """May one knock?"""
    GONE = "gone"
    """Some turns are watched: which cards lie in the pile?"""
    TAKEN = "taken"
    """The same: which cards did they take?"""
    TOLD = "told"
    """By all that was seen, which card can they use the least?"""


class Goal(StrEnum):
    """The aim of an out."""

    MELD = "meld"
    KNOCK = "knock"
    GIN = "gin"


@dataclass(frozen=True, slots=True)
class Exercise:
    """One drill, as it is asked."""

    drill: Drill
    level: int
    seed: int
    cards: CardSet
    hardness: float
    """On the scale of the ratings."""
    knock: Arrangement | None = None
    """Of a lay-off: what they laid down."""
    limit: int = 10
    """Most deadwood to knock with."""
    goal: Goal | None = None
    """Of outs."""
    gone: CardSet = NO_CARDS
    """Of outs: cards on the pile, which cannot come any more."""
    watched: Watched | None = None
    """Of what is remembered or read: the turns that were seen."""
    wanted: CardSet = NO_CARDS
    """Of the same: which of the cards are the answer."""

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
        return RULES

    @property
    def defence(self) -> Defense:
        """The best answer to the knock of a lay-off; ValueError for another drill."""
        if self.knock is None:
            raise ValueError("nobody knocks")
        return lay_off(self.knock, self.cards, RULES)

    @property
    def outs(self) -> CardSet:
        """The cards that are counted; ValueError for another drill."""
        if self.goal is None:
            raise ValueError("no cards are counted")
        return _outs(self.cards, self.gone, self.goal)

    @property
    def least(self) -> int:
        """The least deadwood of the hand; of eleven cards, once the best is discarded."""
        if len(self.cards) == 10:
            return deadwood(self.cards, RULES)
        return min(deadwood(self.cards.remove(card), RULES) for card in self.cards)

    @property
    def answer(self) -> str:
        """The right answer: a number, "yes" or "no", or the cards left over."""
        if self.watched is not None:
            return str(self.wanted)
        if self.drill is Drill.KNOCK:
            return "yes" if self.least <= self.limit else "no"
        if self.drill is Drill.MELDS:
            return str(best_arrangements(self.cards, RULES)[0].deadwood)
        if self.drill is Drill.LAY_OFF:
            return str(self.defence.points)
        return str(len(self.outs) if self.drill is Drill.OUTS else self.least)


@dataclass(frozen=True, slots=True)
class Marked:
    """An answer, read and marked."""

    said: str
    """The answer as it was understood."""
    right: bool


def task(drill: Drill, level: int, seed: int) -> Exercise:
    """The drill of a level and a seed: always the same.

    >>> found = task(Drill.DEADWOOD, 1000, seed=7)
    >>> found == task(Drill.DEADWOOD, 1000, seed=7), found.answer == str(found.least)
    (True, True)
    """
    # How often a hand of a level has melds that want the same card.
    tangled = min(max((level - 1000) / 700, 0.0), 1.0)
    made = Hands(Random(f"{drill}/{level}/{seed}"), RULES, tangled, level)
    makers = {
        Drill.LAY_OFF: _of_lay_off, Drill.OUTS: _of_outs, Drill.KNOCK: _of_knock,
        Drill.MELDS: _of_melds, Drill.GONE: _of_turns, Drill.TAKEN: _of_turns,
        Drill.TOLD: _of_turns,
    }  # fmt: skip
    maker = makers.get(drill, _of_hand)
    exercise_of = partial(Exercise, drill, level, seed)
    best = maker(exercise_of, made)
    for _ in range(TRIES):
        if abs(best.hardness - level) <= NEAR:
            break
        best = min(best, maker(exercise_of, made), key=lambda made: abs(made.hardness - level))
    return best


def mark(exercise: Exercise, text: str) -> Marked:
    """Read an answer and mark it; raises InputError for one that cannot be read.

    >>> mark(task(Drill.KNOCK, 1000, seed=1), " Y ").said
    'yes'
    """
    words = text.strip().lower()
    if exercise.watched is not None:
        chosen = _of_the_cards(exercise, text)
        return Marked(str(chosen), chosen == exercise.wanted)
    if exercise.drill is Drill.MELDS:
        return _mark_melds(exercise, text)
    if exercise.drill is Drill.KNOCK:
        if words not in {"y", "yes", "n", "no"}:
            raise InputError(f"`{text.strip()[:20]}` is not yes or no", hint="type y or n")
        said = "yes" if words[0] == "y" else "no"
        return Marked(said, said == exercise.answer)
    if not (words.isascii() and words.isdigit() and len(words) <= 3):
        raise InputError(
            f"`{text.strip()[:20]}` is not a number" if words else "there is no number",
            hint="type digits, then press Enter",
        )
    return Marked(str(int(words)), int(words) == int(exercise.answer))


def _mark_melds(exercise: Exercise, text: str) -> Marked:
    """Right with the cards of any best arrangement left over."""
    left = _of_the_cards(exercise, text)
    points = sum(map(RULES.value, left))
    melds_rest = deadwood(exercise.cards - left, RULES) == 0
    return Marked(str(left), melds_rest and points == exercise.least)


def _of_the_cards(exercise: Exercise, text: str) -> CardSet:
    """The cards that were chosen; InputError for one that was not there."""
    chosen = CardSet.of(text)
    if not chosen <= exercise.cards:
        place = "in the hand" if exercise.watched is None else "among the cards"
        raise InputError(
            f"{chosen - exercise.cards} is not {place}", hint="choose among those that are shown"
        )
    return chosen


# ---------------------------------------------------------------- makers


UNASKED: Final = 10_000.0
"""The hardness of what is not worth asking."""

Asked = partial[Exercise]
"""Makes the exercise of some cards and their hardness."""


def _of_hand(exercise_of: Asked, made: Hands) -> Exercise:
    cards = made.hand(10)
    return exercise_of(cards, hardness.of_hand(cards, RULES))


def _of_melds(exercise_of: Asked, made: Hands) -> Exercise:
    """Ten cards with a meld among them."""
    cards = made.hand(10)
    none = not best_arrangements(cards, RULES)[0].melds
    return exercise_of(cards, UNASKED if none else hardness.of_hand(cards, RULES))


def _of_knock(exercise_of: Asked, made: Hands) -> Exercise:
    """Eleven cards near a limit; half the limits are those of an Oklahoma upcard."""
    cards = made.hand(11)
    limit = 10 if made.choice.random() < 0.5 else made.choice.randint(1, 9)
    return exercise_of(cards, hardness.of_limit(cards, limit, RULES), limit=limit)


def _of_outs(exercise_of: Asked, made: Hands) -> Exercise:
    """Ten cards; for a knock or gin those that wait for it."""
    goal = made.choice.choice(tuple(Goal))
    cards = made.hand(10, melds=1 if goal is Goal.MELD else 2)
    gone = made.others(cards, made.choice.randint(3, 9))
    every = _outs(cards, NO_CARDS, goal)
    wanted = every - gone
    hard = hardness.of_outs(cards, len(wanted), len(every & gone), RULES, whole=goal is Goal.GIN)
    if goal is not Goal.MELD and not (0 < len(wanted) < 20):
        hard = UNASKED  # nothing to count, or nearly anything does
    return exercise_of(cards, hard, goal=goal, gone=gone)


def _of_lay_off(exercise_of: Asked, made: Hands) -> Exercise:
    knock = made.knock()
    cards = made.against(knock)
    return exercise_of(cards, hardness.of_lay_off(knock, cards, RULES), knock=knock)


def _of_turns(exercise_of: Asked, made: Hands) -> Exercise:
    """Some turns of a hand, more of them at a higher level, and cards to choose from."""
    drill: Drill = exercise_of.args[0]
    hand = watched(hardness.turns_for(made.level), made.choice, RULES)
    if drill is Drill.TOLD:
        cards, wanted = safest(hand, made.choice, RULES)
    else:
        cards, wanted = (on_pile if drill is Drill.GONE else taken_from)(hand, made.choice)
    worth_asking = wanted and wanted != cards and len(cards) >= LOOSE
    one_answer = drill is not Drill.TOLD or len(wanted) == 1
    hard = hardness.of_turns(len(hand.turns)) if worth_asking and one_answer else UNASKED
    return exercise_of(cards, hard, watched=hand, wanted=wanted)


def _outs(cards: CardSet, gone: CardSet, goal: Goal) -> CardSet:
    by_goal = outs(cards, RULES, live=DECK - gone)
    return {Goal.MELD: by_goal.meld, Goal.KNOCK: by_goal.knock, Goal.GIN: by_goal.gin}[goal]
