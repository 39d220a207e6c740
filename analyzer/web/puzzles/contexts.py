"""What the puzzle pages are given.

What depends on the answer is in `Reveal` alone: before a visitor has answered, no page holds
anything of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.charts import LineChart
from analyzer.display.parts import Fact, Select, SelectOption
from analyzer.web.chrome import Link
from analyzer.web.puzzles.parts import PuzzleQuestion, StepReveal


@dataclass(frozen=True, slots=True)
class ShareTexts:
    """What can be told of it elsewhere, without a card."""

    signs: str
    words: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """What is shown once a visitor has answered every step."""

    headline: str
    right: str
    detail: str | None
    steps: tuple[StepReveal, ...]
    rating: str | None
    """What the try did to the visitor's rating."""
    facts: tuple[Fact, ...]
    """Of the puzzle: kind, themes, rating, where it comes from."""
    share: ShareTexts | None
    again_url: str
    dispute_url: str
    disputed: str | None
    """What this visitor has said against it."""
    next_url: str
    next_label: str
    comes: str | None = None
    """When it comes again, where it was missed."""
    mistakes_url: str = ""


@dataclass(frozen=True, slots=True)
class PuzzleFragment:
    """A puzzle: asked, or answered (`puzzles/_puzzle.html`)."""

    ident: str
    question: PuzzleQuestion | None = None
    reveal: Reveal | None = None
    swapped: bool = False
    """Whether it replaces another state on the page, so that its heading takes the focus."""


@dataclass(frozen=True, slots=True)
class StreakNote:
    """The visitor's streak."""

    days: int
    words: str
    detail: str


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """`puzzles/page.html`: a puzzle under its date."""

    title: str
    description: str
    heading: str
    tabs: tuple[Link, ...]
    puzzle: PuzzleFragment | None
    """None on a day that has none."""
    today: str | None = None
    """The visitor's date as we have it, on pages that depend on it."""
    place: str | None = None
    """"An easy one", "Tried before: not rated"."""
    before: Link | None = None
    after: Link | None = None
    other_days: tuple[Link, ...] = ()
    """Yesterday and tomorrow, where that is today somewhere: for those without scripts."""
    streak: StreakNote | None = None
    empty: str | None = None
    """Why there is no puzzle."""
    embed: str | None = None
    """What to paste into another page to show the day's picture there."""
    image_url: str | None = None
    image_alt: str = ""
    feed_url: str = ""
    analyze_url: str = ""
    """Where to go on a day without a puzzle."""
    refresh: str | None = None
    """While a search runs: when and whence the page loads again where scripts are off."""


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of the calendar."""

    number: int
    href: str | None
    """None where there is no puzzle, or not yet."""
    name: str
    """For screen readers: "Sunday 22 November, solved"."""
    state: str
    """"full", "half", "none", "open" or nothing."""
    today: bool = False


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """`puzzles/archive.html`: a month of days."""

    title: str
    description: str
    tabs: tuple[Link, ...]
    today: str
    month: str
    weekdays: tuple[tuple[str, str], ...]
    """(short, whole)."""
    weeks: tuple[tuple[CalendarDay | None, ...], ...]
    before: Link | None
    after: Link | None
    months: tuple[SelectOption, ...]
    counted: str
    form_url: str


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """A puzzle in a list."""

    href: str
    title: str
    detail: str
    state: str
    state_name: str


@dataclass(frozen=True, slots=True)
class FindPage:
    """`puzzles/find.html`: puzzles by kind, theme and difficulty."""

    title: str
    description: str
    tabs: tuple[Link, ...]
    filters: tuple[Select, ...]
    form_url: str
    counted: str
    rows: tuple[FoundPuzzle, ...]
    before: str | None = None
    after: str | None = None
    random_url: str | None = None


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A rated try."""

    when: str
    title: str
    href: str
    rating: str
    credit: str


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Missed puzzles that come again, the first due first."""

    note: str
    start_url: str | None
    """The first that is due; None where none is."""
    start_label: str
    due: tuple[FoundPuzzle, ...]
    later: tuple[FoundPuzzle, ...]
    later_label: str = ""
    more: int = 0
    """How many are not shown."""


@dataclass(frozen=True, slots=True)
class MinePage:
    """`puzzles/mine.html`: rating, streak, mistakes, and the file to take along."""

    title: str
    description: str
    tabs: tuple[Link, ...]
    headline: str
    detail: str
    chart: LineChart | None
    history: tuple[HistoryRow, ...]
    streak: StreakNote | None
    streak_shown: bool
    streak_url: str
    mistakes: Mistakes
    export_url: str | None
    import_url: str
    today: str
    """The visitor's date as we have it."""
    message: str | None = None
    problem: str | None = None
