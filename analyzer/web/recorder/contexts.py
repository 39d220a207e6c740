"""The contexts of the recorder's templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from analyzer.display.table import CardTable
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.rules.form import RulesForm


class TapButton(NamedTuple):
    """Something to tap that is not a card."""

    label: str
    value: str
    """The tap that it sends."""
    main: bool = False
    """True if it is the usual one."""


class CardPlace(NamedTuple):
    """The known place of a card of the grid."""

    kind: str
    """Its color: mine, opponent or pile."""
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class StepShown:
    """The question, the grid and the buttons (`recorder/_play.html`)."""

    question: str
    help: str = ""
    counter: str | None = None
    """"3 of 10", where a hand of cards is entered."""
    places: Mapping[Card, CardPlace] = field(default_factory=dict)
    legend: tuple[CardPlace, ...] = ()
    """Each place that a card can have."""
    cards: CardSet = NO_CARDS
    """Cards that can be tapped."""
    knocks: CardSet = NO_CARDS
    """Cards that can be discarded to knock."""
    laid: CardSet = NO_CARDS
    """Cards entered so far of those that are asked for."""
    sure: CardSet = NO_CARDS
    """Those of them that are known to be there, so that they cannot be taken back."""
    jokers: tuple[Card, ...] = ()
    buttons: tuple[TapButton, ...] = ()
    """Above the cards."""
    rarer: tuple[TapButton, ...] = ()
    """Below the cards."""
    more: tuple[TapButton, ...] = ()
    """Folded away."""
    how: str | None = None
    """The place of the switch for a discard that knocks: above the cards, or below; None without
    one."""

    @property
    def only_knock(self) -> bool:
        """True if every card that can be discarded knocks."""
        return bool(self.knocks) and not self.cards


@dataclass(frozen=True, slots=True)
class EndShown:
    """The choices once a hand is over (`recorder/_end.html`)."""

    record: str
    """The text that is sent to be reviewed."""
    review: str
    """The label of the button that reviews it."""
    points: tuple[tuple[str, str], ...] = ()
    """The points of each player, where more than one number tells it."""
    spreads: tuple[tuple[str, str], ...] = ()
    """Other melds the knocker may have laid down: in words, and as a line of a record."""
    defenses: tuple[tuple[str, str], ...] = ()
    """Other answers of the defender's, in the same way."""
    ends: tuple[tuple[str, str], ...] = ()
    """Ends to choose from where the cards do not tell: their sign, and in words."""
    next: bool = False
    """True if a hand of the match can follow."""
    on: bool = False
    """True if the hand was broken off, so that it can go on."""


class SeatRow(NamedTuple):
    """A seat of the form with which a hand is set up."""

    label: str
    """"West"."""
    whose: str
    """"Name of West"."""
    name: str
    deals: bool


@dataclass(frozen=True, slots=True)
class SetupShown:
    """The form for game, names, dealer and score (`recorder/_setup.html`)."""

    rules: RulesForm
    seats: tuple[SeatRow, ...]
    score: tuple[str, str] = ("", "")
    seen: bool = False
    """True if all hands lie open."""
    unfolded: bool = False
    """True if the form is open from the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecorderShown:
    """The recorder with a draft (`recorder/_recorder.html`)."""

    url: str
    """The address to which taps are sent."""
    ident: str
    text: str
    ahead: str = ""
    """A longer text of which the last was taken back."""
    base: str = ""
    """The mark of the text, by which another tab's newer one is noticed."""
    note: str | None = None
    """The reason why something could not be done."""
    kept: bool = True
    """True if the server keeps the draft."""
    error: ErrorFragment | None = None
    """Why the text cannot be read; then there is no step and no table."""
    step: StepShown | None = None
    felt: CardTable | None = None
    turns: Sequence[tuple[int, str, str]] = ()
    """Number, words, and the way back to before it."""
    hands: Sequence[tuple[str, str | None]] = ()
    """The hands of the match before this one: in words, and the score before each."""
    end: EndShown | None = None
    setup: SetupShown | None = None
    undo: bool = False
    redo: bool = False
    rejoin: bool = False
    """True if the turns that followed can be put back after a correction."""
    restore: bool = False
    """True if all can be as it was before taking back."""


class DraftLine(NamedTuple):
    """A draft in the list of them."""

    ident: str
    title: str
    href: str
    when: str
    """The time of its last change."""


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The list of drafts beside an empty table, before one is begun."""

    drafts: Sequence[DraftLine] = ()
    note: str | None = None
