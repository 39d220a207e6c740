"""What the puzzle pages are given.

=========================  ==========================  =================================
template                   context                     answers
=========================  ==========================  =================================
puzzles/page.html          ``page`` PuzzlePage         GET /puzzles, /puzzles/day/<day>,
                                                       /puzzles/<ident>
puzzles/_puzzle.html       ``puzzle`` PuzzleFragment   POST /puzzles/<ident>, …/hint,
                                                       …/again with htmx; part of the page
puzzles/_deeper.html       ``deeper`` Deeper           …/<ident>/deeper… with htmx; part
                                                       of the page once it is answered
puzzles/archive.html       ``page`` ArchivePage        GET /puzzles/archive
puzzles/find.html          ``page`` FindPage           GET /puzzles/find
puzzles/mine.html          ``page`` MinePage           GET /puzzles/mine
=========================  ==========================  =================================

`Question` is made from a view, a question and the names of the options, and of nothing else:
before a visitor has answered, no page holds anything that depends on what is best.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.charts import LineChart
from analyzer.display.parts import ActionTable, Fact, HandCard
from analyzer.display.review.parts import Counter, Position, Shown, Spread
from analyzer.game.cards import Card
from analyzer.web.contexts.answer import Choice, Progress
from analyzer.web.contexts.pages import Link


@dataclass(frozen=True, slots=True)
class AnswerButton:
    """One answer to choose."""

    value: str
    label: str
    """In words; where `card` is shown, that and the word "Discard" stand for it."""
    card: Card | None = None
    """Shown on the button, where the answer is a card to discard."""
    groups: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    """(word, cards): of a spread its melds, of a lay-off what goes on the knock."""


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step of a sequence that was answered, before the next is asked."""

    said: str
    right: str
    """"full", "half" or "none"."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position with its question; nothing in it depends on the answer."""

    asks: str
    """"What do you discard?"."""
    hand: tuple[HandCard, ...]
    pile: tuple[Card, ...]
    opponent: tuple[Card, ...]
    facts: tuple[Fact, ...]
    knock: Spread | None
    """Of a lay-off: what the knocker laid down."""
    last: str | None
    """What the opponent did last."""
    history: tuple[str, ...]
    buttons: tuple[AnswerButton, ...]
    form_url: str
    hidden: tuple[tuple[str, str], ...]
    counted: str | None = None
    """"Step 1 of 3"."""
    done: tuple[StepDone, ...] = ()
    hint: str | None = None
    hint_url: str | None = None
    hint_note: str = ""
    """What a hint costs."""
    note: str | None = None
    open_hand: bool = False
    """Whether `opponent` are all their cards, lying open."""


@dataclass(frozen=True, slots=True)
class ThumbRow:
    """What a rule of thumb answers."""

    rule: str
    answer: str
    right: bool


@dataclass(frozen=True, slots=True)
class OtherRow:
    """How many answered so."""

    answer: str
    part: float
    """Of a hundred."""
    best: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class WorthRow:
    """One answer of a question that was counted through."""

    answer: str
    points: float
    loss: float
    best: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class DeeperRow:
    """An answer as it was certified, and as it is searched now."""

    answer: str
    q: float
    half: float
    """Of the 95% interval, as the others."""
    loss: float | None
    """Behind the first one now; None for that."""
    loss_half: float
    tied: bool
    """Not to be told from the first one now."""
    certified: float | None = None
    """None where the puzzle does not have this answer."""
    certified_half: float = 0.0
    certified_loss: float | None = None
    certified_loss_half: float = 0.0
    certified_best: bool = False


@dataclass(frozen=True, slots=True)
class Deeper:
    """A step searched again (`puzzles/_deeper.html`), or the button that does it."""

    ident: str
    """"deeper-1"."""
    start_url: str
    hidden: tuple[tuple[str, str], ...]
    label: str
    says: str | None
    analyze_url: str
    problem: str | None = None
    progress: Progress | None = None
    verdict: str | None = None
    """Whether the certified answer stands; None while it runs."""
    doubt: bool = False
    """Whether it does not."""
    certified_worlds: int = 0
    worlds: int = 0
    """So far."""
    rows: tuple[DeeperRow, ...] = ()
    footnote: str = ""
    poll_url: str | None = None
    """News, while it runs."""
    stop_url: str | None = None


@dataclass(frozen=True, slots=True)
class StepReveal:
    """A step with its answer."""

    ident: str
    """Of its heading."""
    title: str | None
    """"Step 1: what do you do?"; None where there is one step only."""
    verdict: str
    detail: str
    right: str
    """"full", "half" or "none"."""
    position: Position | None
    """The table, now with the melds; None for a lay-off."""
    why_title: str
    """"Why", or "Why not discard K♦?" to one who was right."""
    why: str
    """The coach's sentence."""
    more: str | None
    counter: Counter | None
    pictures: tuple[Shown, ...]
    table: ActionTable | None
    worth: tuple[WorthRow, ...]
    spreads: tuple[Spread, ...]
    thumbs: tuple[ThumbRow, ...]
    others: tuple[OtherRow, ...]
    answered: str | None
    """"41 players answered"."""
    models: str | None
    further: str | None
    """What a search one decision further says."""
    basis: str
    """Where the numbers come from."""
    deeper: Deeper | None = None
    """None for a step that was counted out."""


@dataclass(frozen=True, slots=True)
class Share:
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
    share: Share | None
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
    question: Question | None = None
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
    months: tuple[Choice, ...]
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
class Filter:
    """A choice by which puzzles are found."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class FindPage:
    """`puzzles/find.html`: puzzles by kind, theme and difficulty."""

    title: str
    description: str
    tabs: tuple[Link, ...]
    filters: tuple[Filter, ...]
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
