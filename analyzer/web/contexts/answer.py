"""What the answer's fragments are given: verdict, progress, table, bars, buttons."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards import Card
from analyzer.engine.types import Grade
from analyzer.web.contexts.beside import ScoreGrid, StageChart


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
    loss: float | None = None
    """Points that the main answer's best action loses here; None where that was not asked."""
    loss_half: float = 0.0
    """Half-width of its 95% interval."""


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
    models_head: str = ""
    """"Throw K♦ loses": the head of the column of losses."""
    waiting: StageChart | None = None
    """Where the question is to knock now or to wait."""
    scores: ScoreGrid | None = None
    """Where the rules play a match."""
    footnote: str | None = None
    """Engine version, seed, opponent model, worlds."""
    stream: Stream | None = None
    """Given: put this in place of ``#stream``. None: leave it alone (news on a stream)."""
    poll_url: str | None = None
    """Where scripts turn when the stream fails; on running answers."""
