"""Decks for Anki: what a note shows, and that it is the same note each time."""

from __future__ import annotations

import sqlite3
from datetime import date
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from analyzer import resources
from analyzer.display import anki
from analyzer.display.anki import anki_deck, card_of_mistake, cards_of_puzzle
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.cards import CardSet
from analyzer.notation import parse_view
from analyzer.practice.knocks import KnockToAnswer
from analyzer.practice.mistakes import mistake, mistake_of_lay_off
from analyzer.practice.puzzles import pack
from analyzer.practice.puzzles.types import PuzzleKind
from tests.unit.test_cli import document, error_of

GIN = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12"
KNOCK = "knock | standard | 6h 7h 8h / Qc Qd Qs | 3c 2d Ad 2s | 4c 5c 9c 9h Td 2h Qh Kc Kd Ks"


def notes(deck: bytes, folder: Path) -> list[tuple[str, list[str]]]:
    """The notes of a deck: what each is known by, and its fields."""
    path = folder / "collection.anki2"
    with ZipFile(BytesIO(deck)) as file:
        path.write_bytes(file.read(path.name))
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT guid, flds FROM notes").fetchall()
    connection.close()
    return [(guid, fields.split("\x1f")) for guid, fields in rows]


def test_the_same_mistake_is_the_same_note_whatever_is_said_of_it(tmp_path: Path) -> None:
    made = mistake(parse_view(GIN), Action.of("discard Kh"), 9.0, "1", date(2026, 3, 1))
    card = card_of_mistake(made)
    ((guid, fields),) = notes(anki_deck([card]), tmp_path)
    changed = anki.Flashcard(card.key, card.front, "<p>Another reason.</p>")
    ((again, other),) = notes(anki_deck([changed]), tmp_path)
    assert guid == again and fields[0] == other[0] and fields[1] != other[1]
    assert "<b>Go gin, discarding K♥.</b>" in fields[1]
    assert "<svg" in fields[0] and "hand: 4c Tc Jc Qc Kc" in fields[0] and "gin" not in fields[0]


def test_a_lay_off_asks_for_cards(tmp_path: Path) -> None:
    knock = KnockToAnswer.of(KNOCK)
    made = mistake_of_lay_off(knock, CardSet(), 19.0, "1", date(2026, 3, 1))
    ((_, (front, back, _)),) = notes(anki_deck([card_of_mistake(made)]), tmp_path)
    assert "What do you lay off?" in front and "6h 7h 8h / Qc Qd Qs" in front
    assert "<b>Lay off 9♥ Q♥.</b>" in back


def test_each_question_of_a_puzzle_is_a_note(tmp_path: Path) -> None:
    puzzles = pack.shipped().values()
    one = next(puzzle for puzzle in puzzles if puzzle.kind is PuzzleKind.SEQUENCE)
    found = notes(anki_deck(cards_of_puzzle(one)), tmp_path)
    assert len({guid for guid, _ in found}) == len(one.steps) > 1
    assert all("<svg" in front and "<b>" in back for _, (front, back, _) in found)


def test_the_command_writes_a_deck(tmp_path: Path) -> None:
    file = tmp_path / "deck.apkg"
    told = document("puzzle", "export", "--anki", str(file), "--kind", "lay-off", "--most", "2")
    assert told == {"file": str(file), "puzzles": 2, "notes": 2}
    assert len(notes(file.read_bytes(), tmp_path)) == 2


def test_an_absent_extra_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "find_spec", lambda _name: None)
    with pytest.raises(InputError, match=r"pip install ginsight\[anki\]"):
        anki_deck([])
    assert "genanki" in error_of("puzzle", "export", "--anki", "x.apkg")["message"]
