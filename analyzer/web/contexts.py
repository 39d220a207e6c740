"""What each template is given: a documented dataclass for every page and fragment.

A page is rendered with ``page=…``, a fragment with the name in the table, and every page
with ``site=…`` from a context processor. Templates compute nothing: choices, texts, tied
bands and the lengths of bars stand in here; numbers are written by :mod:`.filters`.

=========================  ==========================  =================================
template                   context                     answers
=========================  ==========================  =================================
home/page.html             ``page`` HomePage           GET /
analyze/page.html          ``page`` AnalyzePage        GET /analyze, POST /analyze (422),
                                                       POST /analyze/grid without htmx,
                                                       GET /a/<share id>
analyze/_board.html        ``board`` BoardFragment     POST /analyze/preview, /analyze/grid
analyze/_error.html        ``error`` ErrorFragment     the same
analyze/_result.html       ``result`` ResultFragment   SSE messages, GET /searches/<id>,
                                                       POST /searches, …/stop, …/deeper
                                                       with htmx
learn/rules.html           ``page`` RulesPage          GET /learn/rules
api/page.html              ``page`` ApiPage            GET /api
error/page.html            ``page`` ErrorPage          every error, the busy answer too
=========================  ==========================  =================================

``analyze/_hand.html``, ``_grid.html``, ``_text.html`` and ``_stream.html`` are parts that
the above include.

**How the parts are swapped.** The typing preview and a tap both aim at the inside of
``#entry-error``. `_board.html` is an empty error and, out of band, ``#hand``, ``#grid``
and, if `BoardFragment.text` is given, ``#entry-text``; `_error.html` leaves the hand as it
was. `_result.html` replaces ``#result``; when `ResultFragment.stream` is given it replaces
``#stream`` too, out of band. So every message of a stream has ``stream=None`` but the
last, whose ``Stream()`` ends the connection.

**Form fields.** The entry form has ``view`` (the text). A tap on the grid adds
``tap=7h``; the cure under an error adds ``cure=<the whole corrected text>``, which stands
instead of ``view``; the clear button adds ``clear=1``. All three go to ``/analyze/grid``.
A search form has ``p``, ``opponent`` and ``limit``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from analyzer.cards import Card, Rank, Suit
from analyzer.engine.types import Grade

# --- every page -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the navigation."""

    label: str
    href: str
    current: bool = False
    """Whether the page shown is this one or one below it."""


@dataclass(frozen=True, slots=True)
class Site:
    """What `base.html` needs on every page; given as ``site`` by a context processor."""

    version: str
    """The app's version; also marks the addresses of static files."""
    home: str
    nav: tuple[Link, ...]
    """Pages that exist: Analyse, Learn."""
    footer: tuple[Link, ...] = ()
    """Quieter links: rules, API."""


# --- cards ----------------------------------------------------------------------------


class Place(StrEnum):
    """Where a card stands on the board; tapping goes round in this order."""

    NOWHERE = ""
    MINE = "mine"
    PILE = "pile"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the hand as a picture."""

    card: Card
    alt: str
    """The picture's text: "seven of clubs, in a run"."""
    apart: bool = False
    """True for the card just drawn or taken: it stands a little apart."""
    note: str | None = None
    """Words under a card that stands apart: "drawn", "taken"."""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards under one bracket: a meld or the deadwood."""

    kind: str
    """"run", "set" or "deadwood"."""
    label: str
    """The bracket's name: "run", "set", "deadwood 23"."""
    cards: tuple[HandCard, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A small fact beside the pile: stock, score, dealer, rules."""

    label: str
    value: str
    href: str | None = None


# --- the board ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandFragment:
    """The hand in melds, the pile and the facts (`analyze/_hand.html`, ``#hand``).

    Any number of cards may be given, so that it can be shown while one types.
    """

    groups: tuple[CardGroup, ...] = ()
    """Melds first, deadwood last; empty while there is no card."""
    counter: str = "0/10"
    """Cards in hand against those wanted: "7/10", "10/10", "11/11"."""
    complete: bool = False
    """Whether the count is one that can be analysed."""
    hint: str | None = None
    """What to do next: "Three more cards.", "Ten cards: add the upcard to the pile."."""
    pile: tuple[Card, ...] = ()
    """Known pile, oldest first, the top last."""
    opponent: tuple[Card, ...] = ()
    """Cards that the opponent is known to hold."""
    facts: tuple[Fact, ...] = ()
    again_url: str | None = None
    """Where to ask again for the melds, while they cannot be told yet."""
    other_arrangements: tuple[str, ...] = ()
    """Melds in words for each further arrangement with as little deadwood."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """One card of the entry grid."""

    card: Card
    place: Place
    label: str
    """The button's name: "seven of clubs, in your hand, in a run"."""
    mark: str = ""
    """The letter shown in the cell's corner: M mine, P pile, O opponent's."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One suit of the entry grid, ace to king."""

    suit: Suit
    cells: tuple[GridCell, ...]


MARKS = {Place.NOWHERE: "", Place.MINE: "M", Place.PILE: "P", Place.OPPONENT: "O"}
"""The letter that tells a place beside its colour."""

_WORDS = {
    Place.NOWHERE: "not placed",
    Place.MINE: "in your hand",
    Place.PILE: "in the pile",
    Place.OPPONENT: "held by the opponent",
}


@dataclass(frozen=True, slots=True)
class GridFragment:
    """The 4 × 13 grid of buttons (`analyze/_grid.html`, ``#grid``).

    >>> grid = GridFragment.of({Card.of("7c"): Place.MINE}, {Card.of("7c"): "in a run"})
    >>> grid.rows[3].cells[6].label, grid.rows[0].suit.symbol
    ('seven of clubs, in your hand, in a run', '♠')
    """

    rows: tuple[GridRow, ...]
    """Spades, hearts, diamonds, clubs."""
    tap_url: str = "/analyze/grid"

    @classmethod
    def of(
        cls,
        places: dict[Card, Place] | None = None,
        notes: dict[Card, str] | None = None,
        tap_url: str = "/analyze/grid",
    ) -> GridFragment:
        """The grid with cards in their places; a note ("in a run") is added to the name."""
        known, added = places or {}, notes or {}

        def cell(card: Card) -> GridCell:
            place = known.get(card, Place.NOWHERE)
            words = [card.name, _WORDS[place], *([added[card]] if card in added else [])]
            return GridCell(card, place, ", ".join(words), MARKS[place])

        return cls(
            tuple(
                GridRow(suit, tuple(cell(Card.make(rank, suit)) for rank in Rank))
                for suit in reversed(Suit)
            ),
            tap_url,
        )


@dataclass(frozen=True, slots=True)
class ErrorFragment:
    """What is wrong with the text typed (`analyze/_error.html`, inside ``#entry-error``)."""

    message: str
    """What is wrong: "`11h` isn't a card"."""
    where: str | None = None
    """The place in words: "line 3"."""
    hint: str | None = None
    """What to do instead: "did you mean Jh?"."""
    before: str = ""
    """The offending line up to the token."""
    token: str | None = None
    """The token to underline; None where no single one is to blame."""
    after: str = ""
    """The rest of the line."""
    cure: str | None = None
    """The label of the button that mends it: "Use Jh"."""
    cure_text: str | None = None
    """The whole text as mended; sent as ``cure``."""
    cure_url: str = "/analyze/grid"


@dataclass(frozen=True, slots=True)
class BoardFragment:
    """The answer to typing or to a tap (`analyze/_board.html`)."""

    hand: HandFragment
    grid: GridFragment
    text: str | None = None
    """The new text after a tap; None while typing, when the box is left alone."""
    preview_url: str = "/analyze/preview"


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The text box and where it sends what."""

    text: str = ""
    """What stands in the box: as typed, however wrong."""
    error: ErrorFragment | None = None
    analyze_url: str = "/analyze"
    preview_url: str = "/analyze/preview"
    grid_url: str = "/analyze/grid"
    random_url: str = "/analyze/random"


# --- the answer -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sentence on top."""

    headline: str
    """"Throw K♦.", "Too close to call: K♦ or Q♦."."""
    detail: str | None = None
    """"+4.1 ±0.1 points; next is Q♦, 0.6 behind."."""
    note: str | None = None
    """Whether it depends on the opponent, in words; None where only one was asked."""
    final: bool = False
    """True for the answer that is read out: the first one and the last one."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of loss with its interval, in parts of a hundred of the bar's full width."""

    length: float
    """Where the bar ends."""
    low: float
    """Where the interval begins."""
    high: float
    """Where the interval ends."""

    @classmethod
    def scale(cls, losses: list[tuple[float, float]]) -> tuple[Bar, ...]:
        """Bars on one scale for (loss, 95% half-width) in points; the dearest is full width.

        >>> Bar.scale([(0.0, 0.0), (2.0, 0.5), (3.5, 0.5)])[1]
        Bar(length=50.0, low=37.5, high=62.5)
        """
        full = max([loss + half for loss, half in losses] + [1.0])

        def part(points: float) -> float:
            return round(min(max(points / full, 0.0), 1.0) * 100, 1)

        return tuple(cls(part(loss), part(loss - half), part(loss + half)) for loss, half in losses)


@dataclass(frozen=True, slots=True)
class GradeMark:
    """How a class of loss is shown beside its colour."""

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
    """One action in the table; all numbers are as the engine gives them, None is unknown."""

    key: str
    """Stable id of the row: "throw-Kd", "take", "big-gin"."""
    rank: int
    """Place in the current order, from 1."""
    verb: str
    """"Throw", "Knock with", "Gin with", "Take", "Draw", "Pass", "Big gin"."""
    q: float
    q_half: float
    """Half-width of the 95% interval of `q`, in points; 0 when exact."""
    loss: float
    loss_half: float
    mark: GradeMark
    bar: Bar
    card: Card | None = None
    tied: bool = False
    """The best action or one not told apart from it: stands in the shaded band."""
    best: bool = False
    """The first row of the band."""
    exact: bool = False
    close: bool = False
    """The class was lowered because the interval reaches too far down."""
    racing: bool = True
    """Still in the race; False for an action dropped as clearly worse."""
    match: float | None = None
    gin: float | None = None
    knock: float | None = None
    undercut: float | None = None
    """Chance that I knock and am undercut."""
    danger: float | None = None
    """Of a throw: chance that the opponent takes the card."""


@dataclass(frozen=True, slots=True)
class ActionTable:
    """All actions, best first."""

    caption: str
    """Says what is shown, and that ± is the 95% interval."""
    rows: tuple[ActionRow, ...]
    with_match: bool = False
    """Whether a score is given, and with it the match column."""
    with_danger: bool = False
    """Whether the question is a throw."""


@dataclass(frozen=True, slots=True)
class EndingRow:
    """One way for the hand to end after the best action."""

    label: str
    """"You go gin", "You knock and win", …."""
    chance: float
    points: float
    """Mean signed points when it ends so."""
    part: float
    """chance × points; the parts sum to Q."""
    width: float
    """The chance in parts of a hundred, for the bar."""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """The answer against one kind of opponent."""

    label: str
    """"Knocks as soon as possible"."""
    answer: str
    """"Throw K♦"."""
    same: bool
    """Whether that is the best action of the main answer."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the search is, in words."""

    text: str
    """"Rolling out 11 throws, 4 still in the race."; at the end what was done."""
    worlds: int
    part: float | None = None
    """In parts of a hundred; None where the limit gives no measure."""
    running: bool = False


@dataclass(frozen=True, slots=True)
class Stream:
    """The element that fetches news: at most one of the two addresses is given."""

    events_url: str | None = None
    """Server-sent events of a running search."""
    poll_url: str | None = None
    """Asked once a second instead, where events don't come through."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a select."""

    value: str
    label: str
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Controls:
    """What can be done with the search; a button is shown where its address is given."""

    p: str
    """Position id."""
    start_url: str | None = None
    """Start a search (POST with p, opponent, limit)."""
    stop_url: str | None = None
    deeper_url: str | None = None
    share_url: str | None = None
    """Address of the stored answer, to link to."""
    refresh_url: str | None = None
    """The page itself, for a search that runs while scripts are off."""
    autostart: bool = False
    """With `start_url`: start as soon as the page is shown, where scripts run."""
    opponents: tuple[Choice, ...] = ()
    """Opponent models to choose from."""


@dataclass(frozen=True, slots=True)
class ResultFragment:
    """The whole answer so far (`analyze/_result.html`, ``#result``)."""

    verdict: Verdict
    controls: Controls
    progress: Progress | None = None
    table: ActionTable | None = None
    """None before the first batch of worlds."""
    why: tuple[str, ...] = ()
    """Sentences made from the numbers."""
    endings_title: str = ""
    """"If you throw K♦": the action that `endings` splits."""
    endings: tuple[EndingRow, ...] = ()
    models: tuple[ModelRow, ...] = ()
    footnote: str | None = None
    """Engine version, seed, opponent model, worlds."""
    stream: Stream | None = None
    """Given: put this in place of ``#stream``. None: leave it alone (news on a stream)."""
    poll_url: str | None = None
    """Where scripts turn when the stream fails; on running answers."""


# --- pages ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Example:
    """A position to click on an empty page."""

    title: str
    """"Which king goes?"."""
    teaches: str
    """One sentence: what the question is."""
    text: str
    """The view text that it stands for."""
    href: str
    """/analyze?p=…"""
    groups: tuple[CardGroup, ...] = ()
    """The hand as shown."""


@dataclass(frozen=True, slots=True)
class HomePage:
    """`home/page.html`."""

    title: str
    description: str
    examples: tuple[Example, ...]
    form: EntryForm
    showcase: CardGroup | None = None
    """A held hand drawn large beside the promise."""
    showcase_groups: tuple[CardGroup, ...] = ()
    showcase_verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class AnalyzePage:
    """`analyze/page.html`: with a result, with an error, or empty and teaching."""

    title: str
    description: str
    form: EntryForm
    hand: HandFragment
    grid: GridFragment
    result: ResultFragment | None = None
    """None while there is no position."""
    examples: tuple[Example, ...] = ()
    """Shown while there is no position."""
    refresh_seconds: int | None = None
    """While a search runs: reload the page where scripts are off."""
    shared_note: str | None = None
    """On a stored answer: when and how it was computed."""
    canonical_url: str | None = None


@dataclass(frozen=True, slots=True)
class RulesColumn:
    """A column of the presets table."""

    label: str
    hint: str = ""
    """What the parameter means, for the list under the table."""
    number: bool = False


@dataclass(frozen=True, slots=True)
class RulesRow:
    """One preset."""

    name: str
    summary: str
    cells: tuple[str, ...]
    """One for each column, as text."""
    default: bool = False


@dataclass(frozen=True, slots=True)
class RulesPage:
    """`learn/rules.html`: the presets, generated from `Rules`."""

    title: str
    description: str
    columns: tuple[RulesColumn, ...]
    rows: tuple[RulesRow, ...]
    override_example: str
    """A rules line with overrides: "rules: standard,gin=20,undercut=10"."""
    tabs: tuple[Link, ...] = ()
    """The pages of Learn."""
    fields: tuple[Fact, ...] = ()
    """Every field of `Rules` that can be overridden, with its meaning."""


@dataclass(frozen=True, slots=True)
class ApiEndpoint:
    """One route of the API."""

    method: str
    path: str
    summary: str
    request: str = ""
    """An example of the JSON sent."""
    response: str = ""
    """The JSON that comes back for it."""
    curl: str = ""
    """The same as a command."""


@dataclass(frozen=True, slots=True)
class ApiPage:
    """`api/page.html`: the readable side of the OpenAPI document."""

    title: str
    description: str
    openapi_url: str
    endpoints: tuple[ApiEndpoint, ...]
    errors: tuple[Fact, ...] = ()
    """Status codes and what they mean."""
    tabs: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """`error/page.html`: every error, and the answer when too many searches run."""

    title: str
    status: int
    headline: str
    """"There is no such page.", "The table is full."."""
    explanation: str
    links: tuple[Link, ...] = field(default=())
    """Ways on."""
    retry_seconds: int | None = None
    """When to try again, in words on the page; None where that would not help."""
    description: str = ""
