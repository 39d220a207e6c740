"""What the recorder's page and its fragments are given.

=========================  ==============================  ===================================
template                   context                         answers
=========================  ==============================  ===================================
recorder/start.html        ``page`` RecorderStart          GET /review/record; a draft that is
                                                           not there (404)
recorder/page.html         ``page`` RecorderPage           GET /review/record/<draft>; what
                                                           could not be done (422)
recorder/_recorder.html    ``rec`` RecorderFragment        POST /review/record/<draft> with htmx
recorder/_typed.html       ``rec`` RecorderFragment        the same while the text is typed
=========================  ==============================  ===================================

`_recorder.html` is ``#recorder`` as a whole: a tap replaces it. `_typed.html` goes inside
``#rec-error`` and replaces ``#rec-play`` and ``#rec-side`` out of band, so that the text box
and the caret in it are left alone.

**Form fields** of a draft: ``record`` (the text), ``ahead`` (the text that was taken back),
``base`` (what the page was made of), and one of: ``tap``, ``how`` with it (``knock``: the card
is discarded to knock), ``typed`` with ``enter`` (cards or taps as text), ``undo``, ``redo``,
``restore``, ``rejoin``, ``to`` (``1.7``: back to before turn 7 of hand 1), ``spread`` or
``defence`` (a line of cards laid down), ``set`` with ``rules``, ``name1``, ``name2``,
``dealer``, ``score1``, ``score2``; ``said`` with ``winner``, ``kind``, ``points``; or none:
then the text was edited.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import CardGroup, Fact
from analyzer.game.cards import Card, Suit
from analyzer.web.contexts.answer import Choice
from analyzer.web.contexts.board import ErrorFragment, Place


@dataclass(frozen=True, slots=True)
class TapButton:
    """Something to tap that is not a card of the grid."""

    label: str
    value: str
    main: bool = False
    """Whether it is the usual one."""


@dataclass(frozen=True, slots=True)
class TapCell:
    """One card of the grid."""

    card: Card
    label: str
    """The button's name: "seven of clubs, Ann’s"."""
    place: Place
    mark: str = ""
    """The sign in the corner that tells the place beside its colour."""
    can: bool = False
    """Whether it can be tapped."""
    knock: bool = False
    """Whether it can be discarded to knock."""
    plain: bool = False
    """Whether it can be discarded, drawn or dealt: tapped without a knock."""
    laid: bool = False
    """Whether it is one of those entered so far."""


@dataclass(frozen=True, slots=True)
class TapRow:
    """One suit of the grid."""

    suit: Suit
    cells: tuple[TapCell, ...]


@dataclass(frozen=True, slots=True)
class StepFragment:
    """What is waited for, and what can be tapped."""

    question: str
    """"Bob’s turn: takes the 9♥, or draws?"."""
    rows: tuple[TapRow, ...]
    keys: tuple[tuple[str, str, str], ...]
    """The grid's legend: place, sign, words."""
    help: str = ""
    counter: str | None = None
    """"7 of 10" while a hand is entered."""
    buttons: tuple[TapButton, ...] = ()
    more: tuple[TapButton, ...] = ()
    """Rarer ones, folded away."""
    how: bool = False
    """Whether a card may be discarded either way, so that one has to say which."""
    only_knock: bool = False
    """Whether every card that can be discarded is a knock."""
    unseen: str | None = None
    """What `?` means here, for the box in which one types."""


@dataclass(frozen=True, slots=True)
class SeatFragment:
    """One player at the table."""

    name: str
    role: str
    """"deals", "to play", or both."""
    groups: tuple[CardGroup, ...] = ()
    """The cards as held or laid down; empty for a hand that is not known."""
    known: tuple[Card, ...] = ()
    """Cards of a hand that is not known which everybody saw taken."""
    note: str = ""
    """"8 cards not seen"."""
    plays: bool = False


@dataclass(frozen=True, slots=True)
class TableFragment:
    """The table so far."""

    seats: tuple[SeatFragment, ...]
    pile: tuple[Card, ...]
    """The top last; only the last few."""
    under: int
    """Cards of the pile that are not shown."""
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn in the list; a tap goes back to before it."""

    number: int
    words: str
    """"Bob draws, discards J♦"."""
    to: str
    """"1.2": hand and turn."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of the match that is over."""

    number: int
    words: str
    score: str | None
    """The score before it."""


@dataclass(frozen=True, slots=True)
class EndFragment:
    """What can be done once a hand is over."""

    headline: str
    """"Ann knocks and wins 16."."""
    spreads: tuple[TapButton, ...] = ()
    """Other ways to lay the knocker's cards down; the value is the line."""
    defences: tuple[TapButton, ...] = ()
    say: bool = False
    """Whether the result has to be told: the cards do not."""
    kinds: tuple[str, ...] = ()
    next: bool = False
    on: bool = False
    record: str = ""
    """The hands that are over, to be reviewed."""
    review: str = ""
    """What the button says: "Review this hand", "Review these 3 hands"."""


@dataclass(frozen=True, slots=True)
class SetupFragment:
    """Rules, names, dealer and score."""

    rules: tuple[Choice, ...]
    names: tuple[str, str]
    """As typed; empty for none."""
    shown: tuple[str, str]
    """As the page calls the players."""
    dealer: str = ""
    """"1", "2", or empty."""
    score: tuple[str, str] = ("", "")


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
    table: TableFragment | None = None
    turns: tuple[TurnRow, ...] = ()
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
class DraftRow:
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
    drafts: tuple[DraftRow, ...] = ()
    note: str | None = None
    text: str = ""
    """A record to go on with, as it was pasted."""
    start_url: str = "/review/record"
    review_url: str = "/review"
