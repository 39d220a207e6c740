"""One word lost or doubled in a text: it reads as the same cards, or is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.notation.reading import read_text

CASES = Path(__file__).parents[1] / "cases"
TEXTS = [
    case["text"]
    for name in ("paste", "sentences", "blind")
    for case in json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    if case.get("hand") and case.get("kind") not in {"game", "score"}
]
MOST_WRONG = 0.01


def named(text: str) -> CardSet | None:
    """All cards that a text is read to name; None where it is refused or asks for one."""
    try:
        reading = read_text(text)
    except InputError:
        return None
    view, facts = reading.view, reading.facts
    if view is None:
        return facts.hand.set if facts.hand and reading.spread is None else None
    return view.hand | CardSet.from_cards(view.pile) | view.opponent | view.shown


def altered(text: str, rng: Random) -> str:
    """The text with one of its words lost or doubled."""
    word = rng.choice(list(re.finditer(r"\S+", text)))
    again = word[0] if rng.random() < 0.5 else ""
    return f"{text[: word.start()]}{again} {text[word.start() if again else word.end() :]}"


def misread(number: int) -> list[str]:
    """The texts, of so many altered ones, that are read as cards that they do not name."""
    rng, wrong = Random(42), []
    for _ in range(number):
        text = rng.choice(TEXTS)
        before, other = named(text), altered(text, rng)
        after = named(other)
        if before is not None and after is not None and not after <= before:
            wrong.append(other)
    return wrong


def test_few_words_lost_make_other_cards() -> None:
    assert len(misread(60)) <= 1


@pytest.mark.nightly
def test_few_of_a_thousand_words_lost_make_other_cards() -> None:
    assert len(misread(1000)) <= 1000 * MOST_WRONG
