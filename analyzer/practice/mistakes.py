"""A player's own errors, from reviews and games, which come again as missed puzzles do.

Only the position and what was played are kept: the answer is searched anew when it is asked for,
by the engine of that day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

import msgspec

from analyzer.engine.types import Grade
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.view import View, legal_actions
from analyzer.notation import decode, encode
from analyzer.practice.puzzles.again import Memory, tried
from analyzer.review import Choice, Report, ReviewSettings, judge, kind_of

LEAST: Final = 1.0
"""Points that an error must have cost to come again."""
MOST: Final = 300
"""Errors that are kept; those known best go first."""
MOST_OF_ONE: Final = 12
"""Errors of one review or game, the costliest."""
WORLDS: Final = 4_096
"""Most worlds for an answer."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """An error, and how well the position is known by now."""

    place: str
    """The id of the position."""
    played: str
    lost: float
    engine: str
    """The version that called it an error."""
    memory: Memory
    again: bool = False
    """Whether it was tried again."""

    @property
    def view(self) -> View:
        """What the player knew."""
        return decode(self.place)

    def tried_on(self, day: date) -> bool:
        """Whether it was tried again on a day, rather than made then."""
        return self.again and self.memory.reviewed == day


@dataclass(frozen=True, slots=True)
class Mistakes:
    """All errors of a player that come again.

    >>> day = date(2026, 3, 1)
    >>> memory = tried(None, 0.0, day)
    >>> kept = Mistakes().plus("a review", [Mistake("id", "draw", 2.0, "1", memory)])
    >>> len(kept.due(day)), len(kept.due(date(2026, 3, 2)))
    (0, 1)
    >>> later = kept.after("id", 1.0, date(2026, 3, 2))
    >>> later.due(date(2026, 3, 3)), Mistakes.kept(later.text) == later
    ((), True)
    """

    items: tuple[Mistake, ...] = ()
    seen: tuple[str, ...] = ()
    """The reviews of which the errors are in it already."""

    def plus(self, source: str, found: Iterable[Mistake]) -> Mistakes:
        """With the errors of a review or game; one that is there stays as it is."""
        known = {mistake.place for mistake in self.items}
        new = sorted(
            (mistake for mistake in found if mistake.place not in known), key=lambda one: -one.lost
        )
        items = (*self.items, *new[:MOST_OF_ONE])
        steady = sorted(items, key=lambda one: one.memory.stability)[:MOST]
        return Mistakes(
            tuple(mistake for mistake in items if mistake in steady),
            tuple(dict.fromkeys((*self.seen, source)))[-2 * MOST :],
        )

    def due(self, today: date) -> tuple[Mistake, ...]:
        """Those to be asked again on a day, the longest due first."""
        waiting = (mistake for mistake in self.items if mistake.memory.due <= today)
        return tuple(sorted(waiting, key=lambda one: (one.memory.due, -one.lost, one.place)))

    def of(self, place: str) -> Mistake | None:
        """The error in a position; None where there is none."""
        return next((mistake for mistake in self.items if mistake.place == place), None)

    def after(self, place: str, credit: float, today: date) -> Mistakes:
        """With one tried again."""

        def moved(mistake: Mistake) -> Mistake:
            memory = tried(mistake.memory, credit, today) if mistake.place == place else None
            return mistake if memory is None else replace(mistake, memory=memory, again=True)

        return replace(self, items=tuple(map(moved, self.items)))

    @property
    def sound(self) -> bool:
        """Whether it can have come about; what a file says need not."""
        return len(self.items) <= MOST and all(map(_is_sound, self.items))

    @property
    def text(self) -> str:
        """As it is kept."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def kept(cls, text: str | None) -> Mistakes:
        """As it was kept; none where there is no text, or none that this version reads."""
        try:
            return cls() if text is None else msgspec.json.decode(text, type=cls)
        except msgspec.MsgspecError:
            return cls()


def _is_sound(mistake: Mistake) -> bool:
    try:
        legal = {str(action) for action in legal_actions(mistake.view)}
    except (InputError, ValueError):
        return False
    return mistake.memory.sound and mistake.played in legal


def mistakes_of(report: Report, seat: int, today: date) -> tuple[Mistake, ...]:
    """The errors of a player in a review that are worth another try; lay-offs are left out."""
    choices = [
        entry
        for entry in report.entries
        if isinstance(entry, Choice) and entry.seat == seat and _worth_a_try(entry)
    ]
    return tuple(
        mistake(choice.view, choice.found.played, choice.verdict.loss, report.engine, today)
        for choice in choices
    )


def _worth_a_try(entry: Choice) -> bool:
    verdict = entry.verdict
    return verdict.counts and verdict.grade is not Grade.BEST and verdict.loss >= LEAST


def mistake(view: View, played: Action, lost: float, engine: str, today: date) -> Mistake:
    """An error as it is kept at first: it comes again on the next day."""
    memory = tried(None, 0.0, today)
    assert memory is not None
    return Mistake(encode(view), str(played.plain), round(lost, 2), engine, memory)


def asked_again(view: View, action: Action) -> Choice:
    """What is played now, judged by the engine of now; InputError for what is not legal."""
    legal = next((one for one in legal_actions(view) if one.plain == action.plain), None)
    if legal is None:
        raise InputError(f"`{action}` cannot be played here")
    finding = judge(view, legal, ReviewSettings(worlds=WORLDS))
    return Choice(0, 0, 0, kind_of(view), view, finding)
