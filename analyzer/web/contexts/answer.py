"""What the answer's fragments are given: verdict, progress, table, bars, buttons."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import ActionTable, EndingRow
from analyzer.web.contexts.comparisons import ScoreGrid, StageChart


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sentence on top."""

    headline: str
    """"Discard K♦.", "Too close to call: K♦ or Q♦."."""
    detail: str | None = None
    """"+4.1 ±0.1 points; next is Q♦, 0.6 behind."."""
    note: str | None = None
    """Whether it depends on the opponent, in words; None where only one was asked."""
    final: bool = False
    """True for the answer that is read out: the first one and the last one."""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """The answer against one kind of opponent."""

    label: str
    """"Knocks as soon as possible"."""
    answer: str
    """"Discard K♦"."""
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
    """"Rolling out 11 discards, 4 still in the race."; at the end what was done."""
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
    """"If you discard K♦": the action that `endings` splits."""
    endings: tuple[EndingRow, ...] = ()
    models: tuple[ModelRow, ...] = ()
    models_head: str = ""
    """"Discard K♦ loses": the head of the column of losses."""
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
