"""Sentences with words lost, doubled, misspelled and exchanged: read or refused, and cures cure."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import InputError
from analyzer.notation.reading import read_text
from analyzer.notation.sentences import mended

CASES = Path(__file__).parents[1] / "cases"
TEXTS = [
    case["text"]
    for name in ("paste.json", "sentences.json")
    for case in json.loads((CASES / name).read_text(encoding="utf-8"))
]
TYPED = """is as a the of and I he they opponent my hand upcard took threw knocked score 40 65 to
12 cards left 7h 1c 11h 0d 14s 10♥ Kx 8x ace of spades kings three 4s (c d s) hearts: 789 classic
oklahoma rules: dealer: should take it ? . , ; / | - knock card 6 drew pile stock upcrad oponent
discrads 🂡 🃏 4th 2nd Ah AH ♠ none unknown it's hand: history: opp: draws, discards"""
WORDS = [*TYPED.split(), "\n"]
PIECE = re.compile(r"\w+|\W")


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A text with a few of its words and marks cut, doubled, moved, misspelled or exchanged."""
    pieces = PIECE.findall(draw(st.sampled_from(TEXTS)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(pieces) - 1))
        kind = draw(st.integers(0, 4))
        if kind == 0 and len(pieces) > 1:
            del pieces[at]
        elif kind == 1:
            pieces.insert(at, draw(st.sampled_from(WORDS)) + " ")
        elif kind == 2:
            pieces[at] = draw(st.sampled_from(WORDS))
        elif kind == 3:
            pieces[at] = misspelled(draw, pieces[at])
        else:
            pieces.insert(draw(st.integers(0, len(pieces))), pieces[at])
    return "".join(pieces)


def misspelled(draw: st.DrawFn, word: str) -> str:
    """A letter lost, added or exchanged."""
    at = draw(st.integers(0, len(word)))
    letter = draw(st.sampled_from("abcdhijklmnoqstx0123456789"))
    return word[:at] + draw(st.sampled_from(["", letter])) + word[at + draw(st.integers(0, 1)) :]


def check(text: str) -> None:
    """Read a text; an error names a place inside it, and its cure leads to a text that reads."""
    try:
        read_text(text)
    except InputError as error:
        assert str(error)
        if error.span is not None:
            assert 0 <= error.span[0] <= error.span[1] <= len(text)
        if error.fix is not None:
            read_text(mended(text, error))


@given(mutated())
@settings(max_examples=100)
def test_no_cure_leads_to_an_error(text: str) -> None:
    check(text)


@pytest.mark.nightly
@given(mutated())
@settings(max_examples=20_000)
def test_no_cure_leads_to_an_error_in_the_nightly_run(text: str) -> None:
    check(text)
