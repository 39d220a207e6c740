"""What the review's pages are given; the parts of a report are in `analyzer.display.review`."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import CardGroup, GradeMark, ProgressBar, Select, SelectOption
from analyzer.display.review.parts import EntryCard, LaidDown, Summary, TableMoment, Timeline
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.streams import Stream


@dataclass(frozen=True, slots=True)
class RecordExample:
    """A record that a click fills in."""

    title: str
    teaches: str
    href: str


@dataclass(frozen=True, slots=True)
class MineRow:
    """One of the visitor's own reviews."""

    title: str
    href: str
    when: str
    status: str
    """"judging 12 of 34 decisions", "done", …."""
    shared: bool
    forget_url: str


@dataclass(frozen=True, slots=True)
class ReviewsPage:
    """`review/start.html`: the box for a record, examples, the visitor's reviews."""

    title: str
    description: str
    text: str
    """What stands in the box: as typed, however wrong."""
    depths: tuple[SelectOption, ...]
    examples: tuple[RecordExample, ...]
    sample: str
    """What a record looks like."""
    submit_url: str
    record_url: str
    """The recorder."""
    leaks_url: str | None = None
    """None while no review is done."""
    error: ErrorFragment | None = None
    mine: tuple[MineRow, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A decision that was judged, while others still are."""

    mark: GradeMark
    place: str
    text: str
    lost: str


@dataclass(frozen=True, slots=True)
class Running:
    """A review under way, or one that ended without a report (`review/_running.html`)."""

    headline: str
    detail: str
    progress: ProgressBar | None
    counted: str | None
    """"9 best or tied, 2 mistakes"."""
    rows: tuple[FoundRow, ...]
    """The errors found so far, in order of play."""
    stop_url: str | None = None
    again_url: str | None = None
    refresh_url: str | None = None


@dataclass(frozen=True, slots=True)
class EntriesFragment:
    """The entries that were asked for (`review/_entries.html`, ``#entries``)."""

    url: str
    """Where the filters are sent."""
    options: tuple[Select, ...]
    cards: tuple[EntryCard, ...]
    counted: str
    """"5 of 34 decisions"."""
    before: str | None
    after: str | None
    """Other pages of the same."""
    reset: str


@dataclass(frozen=True, slots=True)
class Keep:
    """What can be done with a review that is there."""

    share_url: str | None
    """None for one who only looks on."""
    shared: bool
    link: str
    """Its whole address, to send to somebody."""
    forget_url: str | None
    again_url: str | None
    """For a review that was stopped."""
    file_url: str
    json_url: str
    csv_url: str
    record_url: str
    retry_url: str | None
    """None where there is nothing to try again."""


@dataclass(frozen=True, slots=True)
class SideLink:
    """A player whose review can be looked at."""

    label: str
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class ReportFragment:
    """A report: summary, line, entries (`review/_report.html`)."""

    sides: tuple[SideLink, ...]
    summary: Summary
    timeline: Timeline | None
    entries: EntriesFragment
    keep: Keep
    basis: str
    note: str | None
    """That it was stopped before the end."""


@dataclass(frozen=True, slots=True)
class ReviewBody:
    """What a review's page shows and its stream swaps (`review/_body.html`, ``#result``)."""

    final: bool
    """Whether it is read out."""
    running: Running | None = None
    report: ReportFragment | None = None
    stream: Stream | None = None
    poll_url: str | None = None


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """`review/page.html`."""

    title: str
    description: str
    heading: str
    body: ReviewBody
    refresh: str | None = None


@dataclass(frozen=True, slots=True)
class TryButton:
    """An action to try."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Laying:
    """A knock to be answered: the cards to tick, nothing said of which of them fit."""

    knock: LaidDown
    hand: tuple[CardGroup, ...]
    value: str
    """What the button sends."""
    ticked: tuple[str, ...] = ()
    error: str | None = None
    """Why the last try was none."""


@dataclass(frozen=True, slots=True)
class Tried:
    """How a try went."""

    right: bool
    words: str
    entry: EntryCard


@dataclass(frozen=True, slots=True)
class RetriedError:
    """An error at the end of the tries."""

    place: str
    href: str
    right: bool


@dataclass(frozen=True, slots=True)
class RetryPage:
    """`review/retry.html`: one error at a time, its answer not in the page before the try."""

    title: str
    description: str
    back_url: str
    counted: str
    """"Error 2 of 5"."""
    so_far: str
    """"1 right of 1"; empty at the beginning."""
    place: str = ""
    position: TableMoment | None = None
    buttons: tuple[TryButton, ...] = ()
    laying: Laying | None = None
    """In place of the position and the buttons."""
    form_url: str = ""
    hidden: tuple[tuple[str, str], ...] = ()
    """Names and values that the form carries on."""
    tried: Tried | None = None
    next_url: str | None = None
    next_label: str = ""
    ended: tuple[RetriedError, ...] = ()
    """All of them, once they are through."""
    again_url: str | None = None


@dataclass(frozen=True, slots=True)
class LeakLine:
    """A row of the leak table."""

    label: str
    errors: int
    decisions: int
    lost: float
    half: float | None
    share: float
    """Of the longest bar, in parts of a hundred."""


@dataclass(frozen=True, slots=True)
class LeakGroup:
    """Rows of one sort."""

    name: str
    title: str
    help: str
    rows: tuple[LeakLine, ...]


@dataclass(frozen=True, slots=True)
class LeaksPage:
    """`review/leaks.html`."""

    title: str
    description: str
    back_url: str
    players: tuple[SideLink, ...]
    headline: str
    detail: str
    groups: tuple[LeakGroup, ...]
