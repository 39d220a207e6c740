"""A puzzle's question and its answer, as the pages show them.

`PuzzleQuestion` is made from a view, a question and the names of the options, and of nothing
else: it holds nothing that depends on what is best.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import ActionTable, Fact, HandCard, ProgressBar
from analyzer.display.review.parts import Counter, LaidDown, Shown, TableMoment
from analyzer.game.cards import Card


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
class PuzzleQuestion:
    """A position with its question; nothing in it depends on the answer."""

    asks: str
    """"What do you discard?"."""
    hand: tuple[HandCard, ...]
    pile: tuple[Card, ...]
    opponent: tuple[Card, ...]
    facts: tuple[Fact, ...]
    knock: LaidDown | None
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
    progress: ProgressBar | None = None
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
    position: TableMoment | None
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
    spreads: tuple[LaidDown, ...]
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
