"""Parts of pages that are shown in more than one place: cards, actions, bars, signs of classes.

Templates compute nothing: choices, texts, tied bands and the lengths of bars stand in here;
numbers are written by :mod:`analyzer.display.filters`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.engine.types import ActionValue, Grade
from analyzer.game.cards import Card


@dataclass(frozen=True, slots=True)
class ProgressBar:
    """The progress of the search, in words."""

    text: str
    """"Rolling out 11 discards, 4 still in the race."; at the end what was done."""
    worlds: int
    part: float | None = None
    """In parts of a hundred; None where the limit gives no measure."""
    running: bool = False


@dataclass(frozen=True, slots=True)
class SelectOption:
    """An option of a select."""

    value: str
    label: str
    selected: bool = False


def options(choices: Iterable[tuple[str, str]], chosen: str) -> tuple[SelectOption, ...]:
    """The options of a select from values and labels."""
    return tuple(SelectOption(value, label, value == chosen) for value, label in choices)


@dataclass(frozen=True, slots=True)
class Select:
    """A choice by which puzzles are found."""

    name: str
    label: str
    choices: tuple[SelectOption, ...]


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the hand as a picture."""

    card: Card
    alt: str
    """The picture's text: "seven of clubs, in a run"."""
    apart: bool = False
    """True for the card just drawn or taken: it stands a little higher."""
    note: str | None = None
    """Words beside a card that stands apart: "drawn", "taken"."""
    choice: str | None = None
    """The value that a form sends when the card is chosen; None where it cannot be."""
    knock: str | None = None
    """The ending that its discard brings: "Knock with 4", "Gin"."""
    chosen: bool = False
    cost: Bar | None = None
    """The loss of playing it, where the decision has been valued."""
    advised: bool = False
    """The best card to play, or one as good."""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards under one bracket: a meld or the deadwood."""

    kind: str
    """"run", "set" or "deadwood"."""
    label: str
    """The bracket's name: "run", "set", "deadwood 23"; empty where the next row has it."""
    cards: tuple[HandCard, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A small fact beside the pile: stock, score, dealer, rules."""

    label: str
    value: str
    href: str | None = None


@dataclass(frozen=True, slots=True)
class TableMoment:
    """The table at one moment (`review/_position.html`)."""

    groups: tuple[CardGroup, ...]
    pile: tuple[Card, ...]
    """As far as it is known, the top last."""
    opponent: tuple[Card, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class LaidDown:
    """Cards laid down, under a title."""

    title: str
    groups: tuple[CardGroup, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of loss with its interval, in parts of a hundred of the bar's full width."""

    length: float
    """The end of the bar."""
    low: float
    """The beginning of the interval."""
    high: float
    """The end of the interval."""

    @classmethod
    def scale(cls, losses: list[tuple[float, float]]) -> tuple[Bar, ...]:
        """Bars on one scale for (loss, 95% half-width) in points; the costliest is full width.

        >>> Bar.scale([(0.0, 0.0), (2.0, 0.5), (3.5, 0.5)])[1]
        Bar(length=50.0, low=37.5, high=62.5)
        """
        full = max([loss + half for loss, half in losses] + [1.0])

        def part(points: float) -> float:
            return round(min(max(points / full, 0.0), 1.0) * 100, 1)

        return tuple(cls(part(loss), part(loss - half), part(loss + half)) for loss, half in losses)


@dataclass(frozen=True, slots=True)
class GradeMark:
    """The mark of a class of loss beside its color."""

    name: str
    letter: str
    sign: str
    """Name of the shape in `macros/icons.html`."""


GRADE_MARKS = {
    Grade.BEST: GradeMark("best", "B", "disc"),
    Grade.INACCURACY: GradeMark("inaccuracy", "I", "square"),
    Grade.MISTAKE: GradeMark("mistake", "M", "diamond"),
    Grade.BLUNDER: GradeMark("blunder", "X", "cross"),
}
"""The sign and letter of each class."""


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action in the table; the first row is the best. None is unknown."""

    value: ActionValue
    worth: str
    """With its interval: points, or at a score the chance to win the match."""
    loss: str
    """The loss, with its sign in a match and without it in points."""
    half: str
    """The interval of that."""
    key: str
    """Stable id of the row: "discard-Kd", "take", "big-gin"."""
    verb: str
    """"Discard", "Knock", "Gin", "Take", "Draw", "Pass", "Big gin"."""
    card: Card | None
    mark: GradeMark
    bar: Bar
    tied: bool
    """The best action or one not told apart from it: stands in the shaded band."""
    racing: bool
    """Still in the race; False for an action dropped as clearly worse."""
    gin: float | None
    knock: float | None
    undercut: float | None
    """Chance that I knock and am undercut."""


@dataclass(frozen=True, slots=True)
class ActionTable:
    """All actions, best first."""

    caption: str
    """Says what is shown, and that ± is the 95% interval."""
    rows: tuple[ActionRow, ...]
    with_match: bool = False
    """True if a score is given, and with it the match column."""
    with_danger: bool = False
    """True if the question is a discard."""
    with_endings: bool = True
    """True if it is known how often the hand ends in each way."""
