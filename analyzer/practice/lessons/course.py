"""A lesson, and the course as it lies in `puzzles/lessons/`: a chapter a file.

A step shows cards and asks to do something with them. What it claims of these cards is a word
(`claim`) that the solver or the engine answers for: see :mod:`analyzer.practice.lessons.claims`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, pack_cards
from analyzer.game.cards import CardSet
from analyzer.game.rules import Rules, parse_rules, rules_for_two
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.notation.spreads import read_spread as read_table_spread
from analyzer.practice.drills import Drill
from analyzer.practice.puzzles.types import PuzzleKind
from analyzer.resources import read_value, resource_root

FOLDER: Final = "lessons"


class Do(StrEnum):
    """The task that a step gives the reader."""

    PICK = "pick"
    """Choose one or more cards, then confirm."""
    DISCARD = "discard"
    """Choose a card and discard it."""
    SAY = "say"
    """Press one of some buttons."""
    PLAY = "play"
    """Play a game at the table."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to look at and to do."""

    text: str
    """The explanation before it; may be empty."""
    ask: str
    why: str
    """Why the answer is right, once it is given."""
    do: Do = Do.SAY
    answer: str = ""
    """The right answer, or one of them: cards, a card, or an option."""
    options: list[str] = []
    """The buttons, where there are any."""
    claim: str = ""
    """The claim about the cards: a name of `claims.EXACT` with its arguments, or `best`."""
    hints: dict[str, str] = {}
    """The replies to some wrong answers."""
    hand: str = ""
    """Cards alone, or …"""
    view: str = ""
    """… what one player knows, in lines."""
    knock: str = ""
    """The cards that they laid down, for whoever has to answer a knock."""
    rules: str = "standard"
    game: str = ""
    """A game of several or with jokers, by which the cards are read then: `view` is what one player
    sees of it, without its first line, and `knock` what lies open, whoever laid it down."""
    button: str = "That’s it"
    """The button that confirms the cards that are picked."""
    early: bool = False
    """True if it comes before knocking is explained, and the table says nothing of it."""

    @property
    def played(self) -> Rules:
        """The rules that it is played by."""
        if self.game:
            return parse_rules(self.game)
        return rules_for_two(self.rules) if self.position is None else self.position.rules

    @property
    def position(self) -> View | None:
        """The knowledge of one player, where the step has a whole position."""
        return parse_view(f"rules: {self.game or self.rules}\n{self.view}") if self.view else None

    @property
    def cards(self) -> CardSet:
        """The reader's cards."""
        seen = self.position
        return pack_cards(self.hand) if seen is None else seen.hand

    @property
    def opened(self) -> Arrangement | None:
        """The melds and deadwood that lie open, a knock or melds on the table."""
        return read_table_spread(self.knock, self.played) if self.knock else None


class Exercises(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A few drills of a level, or puzzles of a kind and perhaps a theme, the easiest first."""

    drill: Drill | None = None
    level: int = 900
    puzzles: PuzzleKind | None = None
    theme: str = ""
    count: int = 3


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson."""

    name: str
    """In addresses, and what progress goes by."""
    title: str
    text: str
    """The opening text; a term is set in bold where it is explained."""
    steps: list[LessonStep]
    end: str
    """The text to keep in mind."""
    exercises: list[Exercises] = []
    table: str = ""
    """One of the other games that it ends with, in place of exercises."""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the course."""

    title: str
    summary: str
    lessons: list[Lesson]


@lru_cache(maxsize=1)
def course() -> tuple[Chapter, ...]:
    """The chapters in order.

    >>> len(course()), course()[0].title
    (7, 'How to play')
    """
    return read_course(resource_root() / "puzzles" / FOLDER)


def read_course(folder: Path) -> tuple[Chapter, ...]:
    """The chapters of a folder, by the names of its files; InputError names an unsound one."""
    return tuple(_chapter(path) for path in sorted(folder.glob("*.toml")))


def _chapter(path: Path) -> Chapter:
    try:
        chapter = tomllib.loads(path.read_text(encoding="utf-8"))
        return read_value(chapter, Chapter)
    except (ValueError, msgspec.ValidationError) as error:
        raise InputError(f"the chapter cannot be read ({error})", where=str(path)) from None


def lessons() -> Iterator[tuple[Chapter, Lesson]]:
    """Every lesson with its chapter, in order."""
    return ((chapter, lesson) for chapter in course() for lesson in chapter.lessons)
