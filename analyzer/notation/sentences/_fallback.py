"""Other ways to take a text that cannot be read: accepted only where all that read agree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from analyzer.notation.languages import in_words
from analyzer.notation.sentences._card_groups import as_cards
from analyzer.notation.sentences._vocabulary import known_words, written

_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
"""Between the words of a name as programs write it: `discardPile`."""


def alternatives(text: str) -> Iterator[str]:
    """The text taken otherwise, in each way that changes it.

    >>> list(alternatives("got A 2 of hearts, 3s 3c"))
    ['got A♥ 2♥, 3s 3c', 'got A 2 of hearts, 3s 3c']
    """
    yield from dict.fromkeys(_changed(text))


def _changed(text: str) -> Iterator[str]:
    if (apart := _HUMP.sub(" ", text)) != text:
        yield apart
    if _TAKEN_BACK.search(text):
        return
    text = _HEADER.sub("", _COLUMNS.sub(_by_suit, text))
    names = _SPEAKER.findall(text)
    bare = _SPEAKER.sub("", text) if len(names) > len({*names}) else text
    third = text
    holder = _OF_A_HAND.search(text)
    if holder and not _SPEAKING.search(text) and not _CARD.search(text, 0, holder.start()):
        third = _THIRD.sub(lambda found: _FIRST[found[0].lower()], text)
    yield from in_either_order(dict.fromkeys((bare, third, *foreign_words(text))))


def in_either_order(texts: Iterable[str]) -> Iterator[str]:
    """The texts with their cards put together, the suits behind the ranks and before them."""
    for text in texts:
        for suit_first in (False, True):
            if not _LEFT.search(made := as_cards(text, suit_first=suit_first)):
                yield made


_LEFT: Final = written("left")
"""A rank whose suit is left out before other cards: `8 and 9 of 4c 4d`."""


def foreign_words(text: str) -> list[str]:
    """The text in English by the language that has more of its words than English."""
    words = [word.lower() for word in _WORD.findall(text)]
    english = sum(word in known_words() for word in words)
    return [each.text for each in in_words(text) if each.known > english]


_WORD: Final = re.compile(r"[^\W\d_]+")
_SPEAKER: Final = re.compile(r"^[ \t]*[A-Z]\w{1,15}:[ \t]*", re.M)
"""Whoever says a line of a chat."""


_HEADER: Final = written("header")
"""The lines and times that stand above what somebody wrote."""
_COLUMNS: Final = written("columns")


def _by_suit(found: re.Match[str]) -> str:
    """A table with a column for each suit as a list."""
    suits, cells = re.findall(r"[♣♦♥♠]", found["suits"]), found["ranks"].strip("| ").split("|")
    pairs = zip(suits, (" ".join(re.findall(r"10|\w", cell)) for cell in cells), strict=False)
    return "; ".join(f"{suit} {ranks}" for suit, ranks in pairs if ranks)


_THIRD: Final = written("third")
_FIRST: Final = {
    **{f"{who}{is_}": "I have" for who in ("he", "she") for is_ in ("'s", "’s", " is", " has")},
    **{f"{who} was": "I was" for who in ("he", "she")},
    "he": "I", "she": "I", "her": "my", "his": "my",
}  # fmt: skip
_SPEAKING: Final = re.compile(r"\b(?:I|I['’]\w+|my|me|mine)\b")
_OF_A_HAND: Final = written("of_a_hand")
"""Somebody else, for whom the question may be put."""
_TAKEN_BACK: Final = written("taken_back")
"""The words behind which a card may be taken back: of which, only a whole reading knows."""


def beside_cards(text: str, start: int, end: int) -> bool:
    """True if a card stands in the part of a sentence around a stretch.

    >>> beside_cards("discrad? I hold 7h", 0, 7), beside_cards("he htrew 9c", 3, 8)
    (False, True)
    """
    before = max(map(text[:start].rfind, ".!?;\n")) + 1
    behind = min(
        (at for at in (text.find(sign, end) for sign in ".!?;\n") if at >= 0), default=len(text)
    )
    return bool(_CARD.search(text, before, behind))


_CARD: Final = written("card")


_BETWEEN: Final = re.compile(r"[.!?;:,/()\r\n]|\s[-–—]\s|\b(?:and|but|so|then)\b", re.I)
"""The signs that part what is said from what is said beside it."""


def part_of(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a text around a stretch, without the blanks around it."""
    before = [found.end() for found in _BETWEEN.finditer(text, 0, start)]
    behind = _BETWEEN.search(text, end)
    first, last = before[-1] if before else 0, behind.start() if behind else len(text)
    part = text[first:last]
    return first + len(part) - len(part.lstrip()), last - len(part) + len(part.rstrip())
