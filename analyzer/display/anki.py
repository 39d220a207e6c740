"""Decks for Anki: decisions as notes, the table in front, the answer and the reason behind.

Needs the extra `anki`. A note is known by what it asks, so that what is exported again replaces the
note that is there, and keeps how well it is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO

from markupsafe import escape

from analyzer.display.hands import in_hand_order, pictures
from analyzer.display.parts import CardGroup
from analyzer.display.picture import table_svg
from analyzer.display.table import CardTable
from analyzer.game.actions import Action
from analyzer.game.cards import Card, CardSet
from analyzer.notation import format_view
from analyzer.notation.phrases import full_phrase, upper
from analyzer.practice.mistakes import Mistake, asked_again
from analyzer.practice.puzzles.explain import (
    action_of,
    explained_entry,
    showdown_at,
    tempting,
    view_at,
)
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk, PuzzleStep
from analyzer.practice.puzzles.words import prompt_of
from analyzer.resources import need_extra
from analyzer.review import Entry
from analyzer.review.coach import Detail, explain

DECK, MODEL = 1_846_201_371, 1_846_201_372
"""Their numbers in every collection, drawn once."""


@dataclass(frozen=True, slots=True)
class Flashcard:
    """One note."""

    key: str
    """Tells it from all others, the same each time."""
    front: str
    back: str


def _front(asks: str, about: str, hand: CardSet, top: Card | None, known: str) -> str:
    shown = CardGroup("deadwood", "", pictures(in_hand_order(hand)))
    felt = CardTable(pile=() if top is None else (top,), rows=((shown,),))
    words = f"<p>{escape(upper(about))}<br><b>{escape(asks)}</b></p>"
    return f"{words}{table_svg(felt)}<pre>{escape(known)}</pre>"


def _back(best: str, entry: Entry) -> str:
    reason = explain(entry, Detail.SENTENCE).text(lambda card: card.symbol)
    return f"<p><b>{escape(upper(best))}.</b></p><p>{escape(reason)}</p>"


def cards_of_puzzle(puzzle: Puzzle) -> Iterator[Flashcard]:
    """A note for each question of a puzzle."""
    for number, step in enumerate(puzzle.steps, 1):
        asks, about = prompt_of(step), f"puzzle {puzzle.id}"
        if step.ask is PuzzleAsk.LAY_OFF:
            front = _front(asks, about, showdown_at(step)[2], None, _knock_of(step))
        else:
            view = view_at(step.view)
            front = _front(asks, about, view.hand, view.top, step.view)
        entry = explained_entry(step, tempting(step))
        yield Flashcard(f"puzzle {puzzle.id} {number}", front, _back(_best_of(step), entry))


def _knock_of(step: PuzzleStep) -> str:
    return f"{step.view}\ntheir knock: {' / '.join(step.spread)} | {step.deadwood}"


def _best_of(step: PuzzleStep) -> str:
    if step.ask in {PuzzleAsk.LAY_OFF, PuzzleAsk.ARRANGEMENT}:
        return step.best
    return full_phrase(view_at(step.view), action_of(step.options[0]))


def card_of_mistake(mistake: Mistake) -> Flashcard:
    """The note of an error of one's own, the answer searched now."""
    about, knock = "a mistake of yours", mistake.knock
    if knock is not None:
        asks = "They knocked. What do you lay off?"
        answered = knock.answered(mistake.off)
        off = " ".join(card.symbol for card, _ in answered.best.laid_off)
        front = _front(asks, about, knock.cards, None, knock.text)
        return Flashcard(mistake.place, front, _back(f"Lay off {off or 'nothing'}", answered))
    view = mistake.view
    entry = asked_again(view, Action.of(mistake.played))
    best = entry.best.action
    answer = str(best) if mistake.layouts else full_phrase(view, best)
    front = _front("What do you do?", about, view.hand, view.top, format_view(view))
    return Flashcard(mistake.place, front, _back(answer, entry))


def can_export() -> bool:
    """True if the extra is installed."""
    return find_spec("genanki") is not None


def check_can_export() -> None:
    """See that the extra is installed; raises InputError where it is not."""
    need_extra("anki", "genanki", "a deck for Anki")


def anki_deck(cards: Iterable[Flashcard]) -> bytes:
    """The file that Anki imports; raises InputError where the extra is not installed."""
    check_can_export()
    import genanki  # noqa: PLC0415  # an extra

    sides = {"qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}", "name": "Decision"}
    model = genanki.Model(
        MODEL, "Ginsight decision", fields=[{"name": "Front"}, {"name": "Back"}, {"name": "Key"}],
        templates=[sides],
        css=".card { font: 18px sans-serif; text-align: center } svg { max-width: 100%; "
        "height: auto } pre { display: inline-block; text-align: left; white-space: pre-wrap }",
    )  # fmt: skip
    deck = genanki.Deck(DECK, "Ginsight")
    for card in cards:
        key = sha256(card.key.encode()).hexdigest()[:20]
        deck.add_note(genanki.Note(model, [card.front, card.back, key], guid=f"ginsight-{key}"))
    file = BytesIO()
    genanki.Package(deck).write_to_file(file)
    return file.getvalue()
