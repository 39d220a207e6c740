"""What the recorder's pages are given."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.recorder.parts import (
    EndFragment,
    PlayedHand,
    RecordedTurn,
    RecorderTable,
    SetupFragment,
    StepFragment,
)


@dataclass(frozen=True, slots=True)
class RecorderFragment:
    """The recorder of one draft (`recorder/_recorder.html`, ``#recorder``)."""

    url: str
    """Where everything is sent."""
    text: str
    ahead: str = ""
    ident: str = ""
    note: str | None = None
    """What could not be done, or is not kept."""
    error: ErrorFragment | None = None
    """What is wrong with the text; then there is no step."""
    step: StepFragment | None = None
    table: RecorderTable | None = None
    turns: tuple[RecordedTurn, ...] = ()
    hands: tuple[PlayedHand, ...] = ()
    end: EndFragment | None = None
    setup: SetupFragment | None = None
    """None once the first card is entered."""
    undo: bool = False
    redo: bool = False
    rejoin: bool = False
    """Whether the turns that were taken back can be put behind what was changed."""
    restore: bool = False
    """Whether what was taken back is kept but does not follow."""
    kept: bool = True
    """Whether it is kept on the server."""
    base: str = ""
    """Sent back with what follows, so that another tab's newer text is not written over."""
    review_url: str = "/review"
    download_url: str = "/review/record/download"


@dataclass(frozen=True, slots=True)
class RecorderPage:
    """`recorder/page.html`."""

    title: str
    description: str
    rec: RecorderFragment
    start_url: str
    delete_url: str


@dataclass(frozen=True, slots=True)
class DraftLink:
    """A draft in the list."""

    title: str
    when: str
    href: str
    delete_url: str


@dataclass(frozen=True, slots=True)
class RecorderStart:
    """`recorder/start.html`: begin a record, or go on with one."""

    title: str
    description: str
    setup: SetupFragment
    drafts: tuple[DraftLink, ...] = ()
    note: str | None = None
    text: str = ""
    """A record to go on with, as it was pasted."""
    start_url: str = "/review/record"
    review_url: str = "/review"
