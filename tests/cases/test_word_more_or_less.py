"""Texts of which a word was left out or written twice: read alike, asked about or refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

from analyzer.errors import InputError
from analyzer.game.view import View
from analyzer.notation.reading import read_text
from tests.sizes import more_at_night

HERE = Path(__file__).parent
TEXTS = [
    case["text"]
    for name in ("sentences.json", "paste.json", "blind.json", "languages.json")
    for case in json.loads((HERE / name).read_text(encoding="utf-8"))
]

_SHORT = re.compile(r"\b[2-9TJQKA][cdhs]\b", re.I)
_CARD_WORD = re.compile(
    "ace|two|deuce|three|four|five|six|seven|eight|nine|ten|jack|queen|king|club|diamond|heart|spade"
)


def view_of(text: str) -> View | None:
    """The view that a text is read as; None where it is refused, asked about or guessed at."""
    try:
        return read_text(text).view
    except InputError:
        return None


def cards_of(view: View) -> set[str]:
    """The cards that a view knows, wherever they are."""
    return {str(card) for cards in (view.hand, view.pile, view.opponent) for card in cards}


def changed(text: str, random: Random) -> tuple[str, str]:
    """The text with a random word left out or doubled, and that word."""
    words = text.split(" ")
    at = random.randrange(len(words))
    word = words[at]
    words[at : at + 1] = [] if random.random() < 0.5 else [word, word]
    return " ".join(words), word


def named_in(text: str) -> set[str]:
    """The cards that stand in a text in two letters."""
    return {card[0].upper() + card[1].lower() for card in _SHORT.findall(text.replace("10", "T"))}


def names_a_card(word: str) -> bool:
    """True if a word may be a card, a part of one, or a number."""
    letters = "".join(filter(str.isalnum, word)).lower()
    return len(letters) < 3 or any(map(str.isdigit, letters)) or bool(_CARD_WORD.match(letters))


@more_at_night("count", 60, 1_000)
def test_a_word_more_or_less_makes_no_other_cards(count: int) -> None:
    random, wrong, read = Random(42), [], 0
    while read < count:
        text = random.choice(TEXTS)
        before = view_of(text)
        if before is None:
            continue
        read += 1
        other, word = changed(text, random)
        after = view_of(other)
        cards = cards_of(before if after is None else after)
        lost = cards_of(before) - cards
        if cards - cards_of(before) - named_in(text) or (lost and not names_a_card(word)):
            wrong.append((word, other))
    assert len(wrong) <= count // 100, wrong
