"""What the board's fragments are given: hand, pile, grid, text box, errors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from analyzer.display.parts import CardGroup, Fact
from analyzer.game.cards import Card, Rank, Suit


class Place(StrEnum):
    """Where a card stands on the board; tapping goes round in this order."""

    NOWHERE = ""
    MINE = "mine"
    PILE = "pile"
    OPPONENT = "opponent"


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
    """Whether the count is one that can be analyzed."""
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
