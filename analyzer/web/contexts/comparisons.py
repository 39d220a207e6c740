"""What stands beside the answer: the map of scores and the curve of stages."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.charts import Tick


@dataclass(frozen=True, slots=True)
class ScoreKey:
    """An action of the map."""

    letter: str
    kind: int
    """Number of its colour, from 1."""
    label: str
    """"Discard K♦"."""


@dataclass(frozen=True, slots=True)
class ScoreSquare:
    """One score of the map."""

    letters: str
    """The best action, or all that are tied, best first: "A", "BA"."""
    kind: int
    """The colour: of the action that is best or tied at most scores, if it is here."""
    tied: bool
    here: bool = False
    """Whether the score of the match lies here."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The squares of one score of mine."""

    label: str
    squares: tuple[ScoreSquare, ...]


@dataclass(frozen=True, slots=True)
class ScoreGrid:
    """`analyze/_scores.html`: how the best action changes with the score."""

    summary: str
    across: tuple[str, ...]
    """Their scores."""
    rows: tuple[ScoreRow, ...]
    keys: tuple[ScoreKey, ...]
    note: str
    """What is assumed, and from how many worlds."""
    ties: bool = False
    """Whether actions are tied at any score."""
    here: str | None = None
    """The score of the match, "40–65"; None where it is not given."""


@dataclass(frozen=True, slots=True)
class StageRow:
    """One stage in the table."""

    stock: int
    gain: float
    half: float
    """Half-width of the 95% interval."""
    asks: str
    """"Knock with 9", "Wait: discard K♦", "Too close to call"."""
    now: bool


@dataclass(frozen=True, slots=True)
class StageChart:
    """`analyze/_waiting.html`: what knocking gains at each stage, as a line and as a table."""

    summary: str
    rows: tuple[StageRow, ...]
    note: str
    unit: str
    """"points", or what they are at a score."""
    line: str
    """Path of the gains."""
    band: str
    """Path around their intervals."""
    zero: float
    """Height of no gain."""
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    now: tuple[float, float] | None
    """Where the stage that was asked about stands."""
