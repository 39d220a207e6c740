"""From cards to what the board shows: the hand in melds, the pile, the facts, the grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from analyzer.display.hands import Marks, facts_of, groups, held, marks_of, pictures
from analyzer.display.parts import CardGroup, Fact
from analyzer.display.table import AcrossTable, CardTable, in_rows, seen_from
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.jokers import best_layouts
from analyzer.game.melds import best_arrangements
from analyzer.game.rules import Rules
from analyzer.game.view import HAND, View
from analyzer.notation.draft import Place
from analyzer.notation.numbers import counted
from analyzer.notation.phrases import listed, meld_kind, meld_words, str_of

EMPTY_TABLE: Final = CardTable()


@dataclass(frozen=True, slots=True)
class HandFragment:
    """The table with the hand in melds, and the facts (`analyze/_hand.html`, ``#hand``).

    Any number of cards may be given, so that it can be shown while one types.
    """

    felt: CardTable = EMPTY_TABLE
    """Hand, pile, and what the opponent is known to hold; no hand while there is no card."""
    counter: str = "0/10"
    """Cards in hand against those wanted: "7/10", "10/10", "11/11"."""
    complete: bool = False
    """True if the count is one that can be analyzed."""
    hint: str | None = None
    """The next step: "Three more cards.", "Ten cards: add the upcard to the pile."."""
    facts: tuple[Fact, ...] = ()
    other_arrangements: tuple[str, ...] = ()
    """Melds in words for each further arrangement with as little deadwood."""


@dataclass(frozen=True, slots=True)
class BoardFragment:
    """The hand and the grid of cards to tap (`analyze/_board.html`)."""

    hand: HandFragment
    places: Mapping[Card, Place] = field(default_factory=dict)
    """The places of the cards that lie anywhere."""
    notes: Mapping[Card, str] = field(default_factory=dict)
    """The role of a card of the hand: "in a run"."""
    text: str | None = None
    """The new text after a tap; None while typing, when the box is left alone."""
    tappable: bool = True
    """False where the cards can be changed in the text alone."""


OTHERS_SHOWN = 3
"""Further best arrangements that the board tells."""


@dataclass(frozen=True, slots=True)
class BoardCards:
    """Cards on the table as far as they are known, perhaps not yet a whole view."""

    rules: Rules
    hand: CardSet = NO_CARDS
    pile: tuple[Card, ...] = ()
    opponent: CardSet = NO_CARDS
    marks: Marks = field(default_factory=dict)

    @property
    def can_meld(self) -> bool:
        """True if melds can be shown."""
        return 0 < len(self.hand) <= HAND + 1

    @property
    def places(self) -> dict[Card, Place]:
        """Every placed card with its place."""
        places = dict.fromkeys(self.opponent, Place.OPPONENT)
        places |= dict.fromkeys(self.pile, Place.PILE)
        return places | dict.fromkeys(self.hand, Place.MINE)


def board(table: BoardCards) -> BoardFragment:
    """The hand and the grid of a table, for typing and tapping."""
    return BoardFragment(_hand_of(table, _felt(table)), table.places, _notes_of(table))


def _felt(table: BoardCards) -> CardTable:
    """The table with what is known so far."""
    known = pictures(table.opponent)
    return CardTable(
        heading_id="hand-title",
        across=(AcrossTable("Opponent", backs=max(HAND - len(known), 0), known=known),),
        pile=table.pile,
        rows=in_rows(_groups(table)),
        slots=0 if table.hand else HAND,
    )


def _groups(table: BoardCards) -> tuple[CardGroup, ...]:
    """The hand in melds, where there is one."""
    return groups(table.hand, table.rules, table.marks) if table.can_meld else ()


def _hand_of(table: BoardCards, felt: CardTable, facts: tuple[Fact, ...] = ()) -> HandFragment:
    """The table with the hand's counter, what to do next, and the facts."""
    count = len(table.hand)
    wanted = HAND + 1 if count > HAND else HAND
    arrangements = best_arrangements(table.hand, table.rules) if table.can_meld else ()
    return HandFragment(
        felt=felt,
        counter=f"{count}/{wanted}",
        complete=count == wanted,
        hint=_hint(table),
        facts=facts,
        other_arrangements=tuple(
            listed([str_of(meld) for meld in arrangement.melds], "and")
            for arrangement in arrangements[1 : 1 + OTHERS_SHOWN]
        ),
    )


def _notes_of(table: BoardCards) -> dict[Card, str]:
    """For each melded card of the hand what it is in: "in a run"."""
    if not table.can_meld:
        return {}
    melds = best_arrangements(table.hand, table.rules)[0].melds
    return {card: f"in a {meld_kind(meld)}" for meld in melds for card in meld}


def board_of(view: View) -> BoardFragment:
    """The board of a whole view."""
    facts = [*facts_of(view), Fact("Rules", view.rules.name, "/learn/rules")]
    if view.buried:
        facts.append(Fact("Pile cards unknown", str(view.buried)))
    marks = marks_of(view)
    table = BoardCards(view.rules, view.hand, view.pile, view.opponent, marks)
    felt = seen_from(view, rows=in_rows(_groups(table)), heading_id="hand-title")
    return BoardFragment(_hand_of(table, felt, tuple(facts)), table.places, _notes_of(table))


def seat_board(view: View) -> BoardFragment:
    """The board of what one of several players sees; its cards are changed in the text alone."""
    best, *others = best_layouts(view.hand, view.rules)
    count = len(view.hand)
    hand = HandFragment(
        seen_from(view, rows=in_rows(held(view)), heading_id="hand-title"),
        f"{count}/{count}",
        complete=True,
        facts=(
            Fact("Game", view.rules.name),
            Fact("Seat", f"{view.player + 1} of {view.rules.players}"),
            Fact("Deadwood", str(best.points)),
        ),
        other_arrangements=tuple(
            listed(list(map(meld_words, other.melds)), "and") for other in others[:OTHERS_SHOWN]
        ),
    )
    return BoardFragment(hand, tappable=False)


def _hint(table: BoardCards) -> str | None:
    count = len(table.hand)
    if count < HAND:
        left = HAND - count
        return f"{counted(left, 'more card')}." if count else None
    if count == HAND and not table.pile:
        return "Ten cards: put the upcard on the pile, or add the card you drew."
    if count > HAND + 1:
        over = count - HAND - 1
        return f"{counted(over, 'card')} too many: a hand has ten, or eleven to discard."
    return None
