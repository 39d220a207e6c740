"""The contexts of the analyze page's templates.

`analyze/_board.html` is an empty error and, out of band, ``#hand``, ``#grid`` and, where a text
is given, ``#entry-text``; an `_error.html` before it takes the place of the empty error, and one
alone leaves the hand as it was. `_result.html` replaces ``#result``, and ``#stream`` too where
`ResultFragment.stream` is given: each message of a stream has none but the last, whose
``Stream()`` ends the connection.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from analyzer.display.board import BoardFragment
from analyzer.display.parts import ActionTable, LaidDown, ProgressBar, SelectOption
from analyzer.display.table import CardTable
from analyzer.display.verdict import AnswerVerdict, WhyNot
from analyzer.engine.types import EndingShare
from analyzer.errors import Wording
from analyzer.game.cards import NO_CARDS, Card, CardSet, Suit
from analyzer.practice.games import Level
from analyzer.service.upcards import Offer
from analyzer.vision.roles import ScreenRole
from analyzer.web.analyze.chips import Chip
from analyzer.web.analyze.comparisons import ScoreGrid, StageChart
from analyzer.web.analyze.examples import Example
from analyzer.web.analyze.proof import ProofPart
from analyzer.web.chrome import Link
from analyzer.web.embed import EmbedLink
from analyzer.web.rules.form import RulesForm
from analyzer.web.streams import Stream
from analyzer.web.train.words import LEVELS

Model = tuple[str, str, bool, str]
"""The answer against one kind of opponent: "Knocks as soon as possible", "Discard K♦", whether
that is the best action of the main answer, and what that action loses here, where it was asked."""


@dataclass(frozen=True, slots=True)
class Controls:
    """The controls of the search; a button is shown where its address is given."""

    p: str
    """Position id."""
    asked: str = ""
    """The question: "take"; a search that is started goes on answering it."""
    start_url: str | None = None
    """Start a search (POST with p, opponent, limit)."""
    stop_url: str | None = None
    deeper_url: str | None = None
    share_url: str | None = None
    """Address of the stored answer, to link to."""
    refresh_url: str | None = None
    """The page itself, for a search that runs while scripts are off."""
    more_url: str | None = None
    """The address of the same question with more worlds."""
    autostart: bool = False
    """With `start_url`: start as soon as the page is shown, where scripts run."""
    opponents: tuple[SelectOption, ...] = ()
    """Opponent models to choose from."""


@dataclass(frozen=True, slots=True)
class ResultFragment:
    """The whole answer so far (`analyze/_result.html`, ``#result``)."""

    verdict: AnswerVerdict
    controls: Controls
    felt: CardTable | None = None
    """The table with what each card costs, where it is sent beside the answer."""
    reason: str = ""
    """Why, in the first words of `why`."""
    progress: ProgressBar | None = None
    table: ActionTable | None = None
    """None before the first batch of worlds."""
    why: tuple[str, ...] = ()
    """Sentences made from the numbers."""
    why_not: tuple[WhyNot, ...] = ()
    endings_title: str = ""
    """"If you discard K♦": the action that `endings` splits."""
    endings: Sequence[tuple[str, EndingShare, float]] = ()
    models: Sequence[Model] = ()
    models_head: str = ""
    """"Discard K♦ loses": the head of the column of losses."""
    waiting: StageChart | None = None
    """The chart of knocking now or waiting, where that is the question."""
    scores: ScoreGrid | None = None
    """The grid of scores, where the rules play a match."""
    footnote: str | None = None
    """Engine version, seed, opponent model, worlds."""
    stream: Stream | None = None
    """Given: put this in place of ``#stream``. None: leave it alone (news on a stream)."""
    poll_url: str | None = None
    """The address that scripts turn to when the stream fails; on running answers."""


@dataclass(frozen=True, slots=True)
class AskedUpcard:
    """A card that may lie up, and where its analysis is."""

    card: Card
    url: str
    offer: Offer | None
    """The choice for it; None while that cannot be told."""


@dataclass(frozen=True, slots=True)
class AskFragment:
    """The missing fact, and what can be said without it (`analyze/_asks.html`)."""

    detail: str | None
    """"Your ten cards leave 23 points of deadwood."."""
    advice: str | None
    """Which upcards to take; None while that cannot be told."""
    suits: tuple[tuple[Suit, tuple[AskedUpcard, ...]], ...]
    """The cards that can be up, by suit."""


@dataclass(frozen=True, slots=True)
class LayoffFragment:
    """The answer to a knock (`analyze/_layoff.html`)."""

    headline: str
    """"Lay off 6♠."."""
    detail: str
    """The winner and the points."""
    laid: tuple[LaidDown, ...]
    """Both hands as they lie on the table then."""
    note: str | None = None
    """That their melds were guessed, or that they may not knock so."""


@dataclass(frozen=True, slots=True)
class OtherPage:
    """A button that sends the text to another page."""

    label: str
    name: str
    """The field in which that page takes the text."""
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class PickedCard:
    """A card that can be picked, and where that leads."""

    card: Card
    url: str = ""


@dataclass(frozen=True, slots=True)
class StepFragment:
    """A step of a situation that is built turn by turn (`analyze/_step.html`)."""

    title: str
    """The question, or the answer: "What did they do?", "Lay off 6♠."."""
    detail: str | None = None
    choices: tuple[Link, ...] = ()
    suits: tuple[tuple[Suit, tuple[PickedCard, ...]], ...] = ()
    """The cards of which one is picked."""
    ticks: tuple[tuple[Suit, tuple[PickedCard, ...]], ...] = ()
    """The cards of which several are ticked."""
    ticked: CardSet = NO_CARDS
    hidden: tuple[tuple[str, str], ...] = ()
    """The fields that the form of the ticked cards carries on."""
    note: str | None = None
    back_url: str = ""
    """The position that the step goes out from."""


@dataclass(frozen=True, slots=True)
class ErrorFragment:
    """The fault of the text typed (`analyze/_error.html`, inside ``#entry-error``)."""

    message: str
    """The fault: "`11h` isn't a card"."""
    where: str | None = None
    """The place in words: "line 3"."""
    hint: str | None = None
    """The remedy: "did you mean Jh?"."""
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
    elsewhere: OtherPage | None = None
    """Another page that can read the text."""
    asks: tuple[Wording, ...] = ()
    """The ways in which the text can be read, of which one is to be chosen."""
    asks_url: str = "/analyze"
    rest: str | None = None
    """The fate of all else that the text says."""


LOOKS: Final = (
    ("numbers", "Numbers"), ("why", "Why"), ("theirs", "Their hand"), ("opponents", "Opponents"),
    ("score", "Score and stage"),
)  # fmt: skip
"""The views beside an answer, one at a time."""
NUMBERS_ALONE: Final = LOOKS[:1]


@dataclass(frozen=True, slots=True)
class CardPiece:
    """One card beside the piece of the picture that it was read from."""

    card: Card
    image: str
    """The piece as an address."""
    certainty: float
    is_doubtful: bool
    others: tuple[Card, ...]
    box: tuple[int, int, int, int]
    """Left, top, right and bottom on the picture that was read."""


@dataclass(frozen=True, slots=True)
class ScreenFragment:
    """The cards read on a picture (`analyze/_screen.html`)."""

    parts: tuple[tuple[ScreenRole, str, tuple[CardPiece, ...]], ...] = ()
    """Role, heading and cards; empty before a picture was sent."""
    notes: tuple[str, ...] = ()
    asks_up: bool = False
    """True if the upcard has to be chosen."""
    earlier: tuple[CardPiece, ...] = ()
    """Cards that were up on earlier screenshots of the hand."""
    error: ErrorFragment | None = None
    """The fault of the picture."""


@dataclass(frozen=True, slots=True)
class AnalyzePage:
    """The page of a position, with a result, with an error, or empty and teaching.

    (`analyze/page.html`)
    """

    text: str
    board: BoardFragment
    title: str = "Analyze a gin rummy hand"
    description: str = (
        "Paste or tap a gin rummy hand and what has been seen; see what to draw, what to discard "
        "and whether to knock, with an error bar on every number."
    )
    error: ErrorFragment | None = None
    result: ResultFragment | None = None
    examples: Sequence[Example] = ()
    tables: Sequence[Example] = ()
    """Examples with more players, jokers, or open melds."""
    refresh: str | None = None
    """After how long the page is asked for again, where scripts are off."""
    chips: tuple[Chip, ...] = ()
    proof: tuple[ProofPart, ...] = ()
    """The sentences as they were read."""
    unused: str | None = None
    """The statements on cards that are not used."""
    ask: AskFragment | None = None
    layoff: LayoffFragment | None = None
    step: StepFragment | None = None
    screen: ScreenFragment | None = None
    rules: RulesForm | None = None
    """The form in which the rules of a text are made, where there is no answer."""
    trail: str | None = None
    """The positions on the way here, to undo a step."""
    levels: Mapping[Level, tuple[str, str]] = field(default_factory=lambda: LEVELS)
    play_from: str | None = None
    """The position from which the hand can be played on."""
    undo: str | None = None
    """The text before the last tap."""
    shared_note: str | None = None
    canonical_url: str | None = None
    embed: EmbedLink | None = None
    """The way to show it in another page, of what is shared."""
    belief_url: str | None = None
    looks: tuple[tuple[str, str], ...] = LOOKS
    history: tuple[str, ...] = ()
    """The turns so far in words, where the table does not show them."""
