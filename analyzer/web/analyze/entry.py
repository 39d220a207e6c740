"""The entry form: from what was typed to a board, or to an error with its cure."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from flask import url_for

from analyzer import notation
from analyzer.api.records import open_position, record_form
from analyzer.api.views import read_any
from analyzer.display.board import BoardCards, BoardFragment, board, board_of, seat_board
from analyzer.errors import InputError, UnclearError
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS
from analyzer.game.view import HAND, View
from analyzer.notation.draft import hand_from_sentence
from analyzer.notation.facts import Facts, SaidCards, rules_of
from analyzer.notation.lines import is_formal, read_facts, tells_turns
from analyzer.notation.reading import Reading
from analyzer.web.analyze.chips import Chip, chips_of
from analyzer.web.analyze.contexts import ErrorFragment, OtherPage
from analyzer.web.analyze.proof import ProofPart, proof_of
from analyzer.web.visitor import usual_rules

AROUND: Final = 120
"""Most characters of a line that are shown on either side of an error."""

ON_TABLE: Final = (
    "What could be read is on the table: tap the cards to change it, or mend the text."
)


@dataclass(frozen=True, slots=True)
class Typed:
    """The meaning of a text in the box, though it may still be growing."""

    board: BoardFragment
    error: ErrorFragment | None = None
    chips: tuple[Chip, ...] = ()
    proof: tuple[ProofPart, ...] = ()
    unused: str | None = None


KNOCKED: Final = "They have knocked: Analyze shows what to lay off."
"""Beside ten cards and what the opponent laid down."""


def read(text: str) -> Typed:
    """The board of a text that may still be growing, how it was read, and what is wrong with it.

    A hand of fewer than ten cards that reads well is not wrong yet; of one in which something
    cannot be read the board has the rest.
    """
    if (game := game_in(text)) is not None:
        return Typed(_nothing(), game)
    try:
        reading = read_any(text, usual_rules())
    except InputError as error:
        return _unread(text, error)
    return Typed(
        of_reading(reading),
        chips=chips_of(reading, usual_guess()),
        proof=proof_of(reading),
        unused=unused_in(reading),
    )


def unused_in(reading: Reading) -> str | None:
    """The statements of a text on cards that are not used, as a sentence."""
    said = [reading.guesses[name] for name in ("hand", "unused") if name in reading.guesses]
    return _sentence("; ".join(said)) if said else None


def _nothing() -> BoardFragment:
    """A board without cards."""
    return board(BoardCards(PRESETS["standard"]))


def open_position_in(text: str) -> View | None:
    """The position in which a told or recorded game breaks off; None of any other text."""
    with suppress(InputError):  # said by what reads it as a game, or as a view
        return open_position(text, usual_rules())
    return None


def game_in(text: str) -> ErrorFragment | None:
    """Return what is said of a text that is a whole game: its review is on another page."""
    if record_form(text) is None:
        return None
    return ErrorFragment(
        "This is a whole game, not one situation.",
        hint="Its review judges every decision.",
        elsewhere=OtherPage("Review it", "record", text, url_for("review.submit")),
    )


def usual_guess() -> frozenset[str]:
    """Return whether rules that a text does not name are the visitor's usual ones."""
    return frozenset() if usual_rules() is None else frozenset({"usual"})


def _unread(text: str, error: InputError) -> Typed:
    problem = error_of(text, error)
    try:
        facts, whole = read_facts(text), True
    except InputError:
        rest = notation.rest_of(text, usual_rules())
        if rest is None:
            return Typed(_nothing(), problem)
        facts, whole = rest.facts, not (rest.left_out or is_formal(text))
    table = _table_of(facts)
    shown = board(table)
    if whole and _is_growing(facts, table):
        return Typed(shown)
    return Typed(shown, beside(problem, shown, text))


def of_reading(reading: Reading) -> BoardFragment:
    """The board of a text that was read, though something may be missing."""
    if reading.view is not None:
        return of_view(reading.view)
    shown = board(replace(_table_of(reading.facts), rules=reading.rules))
    if reading.spread is None:
        return shown
    return replace(shown, hand=replace(shown.hand, hint=KNOCKED))


def of_view(view: View) -> BoardFragment:
    """The board of a whole view."""
    return board_of(view) if view.rules.two_handed else seat_board(view)


def beside(error: ErrorFragment, shown: BoardFragment, text: str) -> ErrorFragment:
    """An error of a text with a word on what of it lies on the table, where that can be moved."""
    movable = error.where is not None and shown.places and not tells_turns(text)
    return replace(error, rest=ON_TABLE) if movable else error


def _table_of(facts: Facts) -> BoardCards:
    """The cards that a text places; a card in two places stands in the first."""
    hand = _set(facts.hand)
    cards = [*_cards(facts.seen), *_cards(facts.pile)]
    cards += [said.value for said in (facts.offered, facts.top) if said is not None]
    pile = tuple(card for card in dict.fromkeys(cards) if card not in hand)
    opponent = (_set(facts.opponent) | _set(facts.took)) - hand - CardSet.from_cards(pile)
    return BoardCards(rules_of(facts), hand, pile, opponent)


def _is_growing(facts: Facts, table: BoardCards) -> bool:
    """True if nothing is wrong but that cards are still missing."""
    said = len(_cards(facts.hand)) + len(_cards(facts.pile)) + len(_cards(facts.opponent))
    said += len(_cards(facts.took))
    placed = len(table.hand) + len(table.pile) + len(table.opponent)
    missing = len(table.hand) < HAND or (len(table.hand) == HAND and not table.pile)
    return facts.turns is None and missing and said <= placed


def _cards(cards: SaidCards | None) -> tuple[Card, ...]:
    return () if cards is None else cards.cards


def _set(cards: SaidCards | None) -> CardSet:
    return CardSet.from_cards(_cards(cards))


def error_of(text: str, error: InputError, door: str | None = None) -> ErrorFragment:
    """An error with the line it stands in, its token apart, and the text as mended.

    Where another page reads the text, `door` is the address to which it is sent, chosen or mended.
    """
    shown = ErrorFragment(
        message=_sentence(error.message),
        where=error.where,
        hint=None if error.hint is None else _sentence(error.hint),
        asks=error.asks if isinstance(error, UnclearError) else (),
        asks_url=door or url_for("analyze.submit"),
    )
    if error.span is None:
        return shown
    start, end = error.span
    end = max(start, min(end, len(text)))
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    if error.fix is None:
        cured, label = None if door else hand_from_sentence(text), "Use only the cards"
    else:
        cured, label = notation.mended(text, error), f"Use {error.fix}"
    return replace(
        shown,
        before=_before(text[first:start]),
        token=text[start:end] or None,
        after=_after(text[end:last]),
        cure=None if cured is None else label,
        cure_text=cured,
        cure_url=door or url_for("analyze.tap"),
    )


def _before(text: str) -> str:
    """Return what stands before an error in its line: of a whole tale in one line the last
    words."""
    return text if len(text) <= AROUND else "… " + text[-AROUND:].partition(" ")[2]


def _after(text: str) -> str:
    """Return what stands behind it: the first words."""
    return text if len(text) <= AROUND else text[:AROUND].rpartition(" ")[0] + " …"


def _sentence(text: str) -> str:
    """A message as a sentence of its own; the backquotes of terminals become quotes."""
    text = text.replace("`", "“", 1).replace("`", "”", 1) if text.count("`") == 2 else text
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?")) else f"{text}."
