"""What is kept of a player in training: ratings of the drills, and the game in play, as text.

A drill is an opponent whose strength follows from its cards (:mod:`analyzer.practice._hardness`)
and is not changed by anybody; ratings are those of :mod:`analyzer.practice.puzzles.rating`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.practice.drills import Drill, Exercise
from analyzer.practice.play import Game
from analyzer.practice.puzzles.rating import moved
from analyzer.practice.puzzles.types import Rating
from analyzer.resources import read_json

FIRST: Final = Rating(1100.0, 300.0)
"""Of a player who has not done a drill of the kind: begin with what is easy."""

DRILL_DEVIATION: Final = 120.0
"""How well a formula can know what is hard for somebody."""

LEAST_DEVIATION: Final = 60.0
MOST: Final = 120.0
"""One drill moves the rating by no more."""

EASIER: Final = 120.0
"""Drills are so much below the rating: two of three are found then, and it stays a pleasure."""

STEP: Final = 50
LOWEST, HIGHEST = 800, 1900
"""Levels that there are drills for."""

MOST_DONE: Final = 200
"""Drills remembered, so that one done again moves no rating."""


def rated(player: Rating, hardness: float, *, right: bool) -> Rating:
    """The player's rating after a drill.

    >>> up, down = (rated(FIRST, 1100.0, right=right) for right in (True, False))
    >>> up.rating > FIRST.rating > down.rating, up.deviation < FIRST.deviation
    (True, True)
    """
    drill = Rating(hardness, DRILL_DEVIATION)
    return moved(player, drill, float(right), MOST, LEAST_DEVIATION)


def level_for(player: Rating) -> int:
    """The level of the next drill.

    >>> level_for(FIRST), level_for(Rating(2600.0, 60.0))
    (1000, 1900)
    """
    wanted = STEP * round((player.rating - EASIER) / STEP)
    return min(max(wanted, LOWEST), HIGHEST)


@dataclass(frozen=True, slots=True)
class Skill:
    """How somebody does at one kind of drill."""

    rating: Rating = FIRST
    tried: int = 0
    right: int = 0
    row: int = 0
    """Right ones in a row, up to now."""


@dataclass(frozen=True, slots=True)
class _RatingChange:
    """What the last rated drill did."""

    drill: str
    """Its id, see `id_of`."""
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class DrillProgress:
    """All drills of a player; `of` and `after` say how they do and what a drill changes.

    >>> from analyzer.practice.drills import task
    >>> asked = task(Drill.OUTS, 1000, seed=1)
    >>> once = DrillProgress().after(asked, right=True)
    >>> once.of(Drill.OUTS).tried, once.after(asked, right=True) == once
    (1, True)
    >>> DrillProgress.read(once.text) == once
    True
    """

    skills: Mapping[str, Skill] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    last: _RatingChange | None = None

    def of(self, drill: Drill) -> Skill:
        """How the player does at a kind of drill."""
        return self.skills.get(drill, Skill())

    def after(self, asked: Exercise, *, right: bool) -> DrillProgress:
        """The progress after a drill; the same for one that was done before."""
        name = id_of(asked)
        if name in self.done:
            return self
        before = self.of(asked.drill)
        now = Skill(
            rating=rated(before.rating, asked.hardness, right=right),
            tried=before.tried + 1,
            right=before.right + right,
            row=before.row + 1 if right else 0,
        )
        return DrillProgress(
            skills={**self.skills, str(asked.drill): now},
            done=(*self.done, name)[-MOST_DONE:],
            last=_RatingChange(name, before.rating.rating, now.rating.rating),
        )

    @property
    def text(self) -> str:
        """The progress as it is kept."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> DrillProgress:
        """Progress as it was kept; raises msgspec.ValidationError for another text."""
        return read_json(text, cls)


def id_of(asked: Exercise) -> str:
    """A drill by its kind, level and seed."""
    return f"{asked.drill}/{asked.level}/{asked.seed}"


@dataclass(frozen=True, slots=True)
class Note:
    """What the coach says of a decision."""

    words: str
    """A sentence or two, with cards as symbols."""
    loss: float
    """In points."""
    half: float
    """Half-width of the loss's 95% interval."""
    place: str | None = None
    """An address-safe id of the position it is about; None of an answer to a knock."""
    losses: tuple[tuple[str, float], ...] = ()
    """What each action would have lost."""
    praise: bool = False
    """Whether it is a good word, of a decision that is played already."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What there is to say of a decision that is due, by degrees."""

    words: tuple[str, ...]
    """What to think of, then what to play, then what it is worth."""
    losses: tuple[tuple[str, float], ...]
    """What each action loses, shown with the last degree."""
    shown: int = 1
    """How many of the words are shown."""

    @property
    def more(self) -> bool:
        """Whether there is another degree."""
        return self.shown < len(self.words)


MOST_REMARKS: Final = 3
"""Remarks of the coach in a hand."""


def next_threshold(coach: float | None, spoken: int) -> float | None:
    """The points from which a coach speaks that has spoken so often in a hand; None for never.

    >>> next_threshold(2.0, 0), next_threshold(2.0, 1), next_threshold(2.0, MOST_REMARKS)
    (2.0, 3.0, None)
    """
    return None if coach is None or spoken >= MOST_REMARKS else coach * (1 + spoken / 2)


def turn_of(hands: Sequence[Sequence[object]]) -> int:
    """How many moves there were in the hands of a game; each hand dealt counts as one.

    >>> turn_of([["p", "p", "+7h"], []])
    5
    """
    return sum(len(moves) + 1 for moves in hands)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: the game, how the coach is set, what it said."""

    game: Game
    coach: float | None
    """Points from which it speaks; None while it is off."""
    note: Note | None = None
    """Of the decision just played; None where it was silent."""
    spoken: int = 0
    """Of how many decisions it spoke in this hand."""
    asked_at: int = -1
    """The turn at which it asked last: another try at the same decision is no other word."""
    pending: str | None = None
    """An action that the coach has something to say of: not played yet, so that it can be taken
    back without anything new having been seen."""
    praised: bool = False
    """Whether the coach has had a good word in this hand."""
    hints: Hints | None = None
    """Of the decision that is due, as many as were asked for."""
    helped: bool = False
    """Whether the player asked for a hint or took a move back in this game."""
    aside: str | None = None
    """The seat of a game that waits while a hand is played on from a position."""

    @property
    def turn(self) -> int:
        """How many moves there were: tells a form of now from an old one."""
        return turn_of(self.game.hands)

    def moved(self, game: Game, note: Note | None = None) -> Seat:
        """The seat after a move; with a new hand the coach counts anew."""
        new_hand = len(game.hands) != len(self.game.hands)
        spoken = 0 if new_hand else self.spoken
        spoken += note is not None and not note.praise
        praised = (self.praised and not new_hand) or (note is not None and note.praise)
        return replace(
            self, game=game, note=note, spoken=spoken, pending=None, praised=praised, hints=None
        )

    @property
    def threshold(self) -> float | None:
        """The points from which the coach speaks next: half as many again after each remark.

        None while it is off, and once it has spoken often enough in this hand.
        """
        return next_threshold(self.coach, self.spoken)

    def hinted(self, hints: Hints) -> Seat:
        """The seat with one hint more; from now on the game counts as one with help."""
        return replace(self, hints=hints, helped=True, note=None)

    def asked(self, action: Action, note: Note) -> Seat:
        """The seat while the coach asks whether an action is meant."""
        spoken = self.spoken + (self.asked_at != self.turn)
        return replace(self, note=note, spoken=spoken, asked_at=self.turn, pending=action.full)

    @property
    def may_take_back(self) -> bool:
        """Whether the last decision can be taken back: nothing has been seen since."""
        return self.pending is not None or self.game.before_take is not None

    def taken_back(self) -> Seat:
        """The seat before the last decision; raises InputError where it is too late."""
        if self.pending is not None:
            return replace(self, pending=None, helped=True)
        before = self.game.before_take
        if before is None:
            raise InputError("that can no longer be taken back")
        return replace(self, game=before, note=None, hints=None, helped=True)

    @property
    def text(self) -> str:
        """The seat as it is kept, the game's seed in it."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> Seat:
        """A seat as it was kept; raises msgspec.ValidationError for another text."""
        return read_json(text, cls)
