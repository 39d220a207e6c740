"""What the recorder shows of a hand: the step, the grid, the table, the turns, the end."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import CardGroup, Fact, SelectOption
from analyzer.game.cards import Card, Suit
from analyzer.notation.draft import Place


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
    """The sign in the corner that tells the place beside its color."""
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
class RecorderTable:
    """The table so far."""

    seats: tuple[SeatFragment, ...]
    pile: tuple[Card, ...]
    """The top last; only the last few."""
    under: int
    """Cards of the pile that are not shown."""
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class RecordedTurn:
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

    rules: tuple[SelectOption, ...]
    names: tuple[str, str]
    """As typed; empty for none."""
    shown: tuple[str, str]
    """As the page calls the players."""
    dealer: str = ""
    """"1", "2", or empty."""
    score: tuple[str, str] = ("", "")
