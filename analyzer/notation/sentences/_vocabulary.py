"""The words that sentences about a hand are made of, read from `vocabulary.toml`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from typing import Any, Final

from analyzer.game.cards import Suit
from analyzer.game.rules import TWO_HANDED
from analyzer.resources import texts_beside

NUMBER, BETWEEN = "#", "~"
"""The stand-ins of a phrase for a number, and for what stands between two."""

Words = tuple[str, ...]
Rank = tuple[int, bool, int]


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to say something: its words in order, and what it says."""

    words: Words
    kind: str
    """A key of the table, such as `take`, or `rules`."""
    value: str = ""
    """For `rules` the name of the preset."""


_FILE: Final[Mapping[str, Any]] = texts_beside(__file__, "vocabulary.toml")
_TALES: Final[Mapping[str, Any]] = texts_beside(__file__, "tales.toml")

NUMBERS: Final[Mapping[str, int]] = _FILE["numbers"]
COUNTS: Final[Mapping[str, int]] = _FILE["counts"]
RANKS: Final[Mapping[str, str]] = _FILE["cards"]["ranks"]
PLURALS: Final[Mapping[str, str]] = _FILE["cards"]["plurals"]
EITHER: Final = frozenset(_FILE["cards"]["either"])
AS_BEFORE: Final = frozenset(_FILE["cards"]["as_before"])
AT_BEFORE: Final = frozenset(_FILE["cards"]["at_before"])
CARD_BEFORE: Final = frozenset(_FILE["cards"]["card_before"])
NEVER: Final = frozenset(_FILE["cards"]["never"])
AT_BEHIND: Final = frozenset(_FILE["cards"]["at_behind"])
AS_BEHIND: Final = frozenset(_FILE["cards"]["as_behind"])
JOINING: Final = frozenset(_FILE["cards"]["joining"])
EXCLUDING: Final = frozenset(_FILE["cards"]["excluding"])
THROUGH: Final = frozenset(_FILE["cards"]["through"])
COLORS: Final[Mapping[str, Sequence[str]]] = _FILE["cards"]["colors"]
SUIT_OF: Final[Mapping[str, Suit]] = {
    word: suit for suit in Suit for word in (suit.noun, suit.noun[:-1])
}
"""Suits by their names: `clubs`, `club`."""
DENIED: Final = frozenset(_FILE["doubt"]["denied"])
WOULD: Final = frozenset(_FILE["doubt"]["would"])
UNSURE: Final = frozenset(_FILE["doubt"]["unsure"])
GENERIC: Final = frozenset(_FILE["doubt"]["generic"])
UNSURE_KNOCK: Final = frozenset(_FILE["doubt"]["unsure_knock"])
OPENERS: Final = frozenset(_TALES["names"]["openers"])
"""Words that begin a sentence with a capital and are no names."""
MODAL: Final = frozenset(_TALES["plans"]["modal"])
I_WOULD: Final = frozenset(_TALES["plans"]["mine"])
THEY_WOULD: Final = frozenset(_TALES["plans"]["theirs"])
AIMS: Final = frozenset(_TALES["plans"]["aims"])
MENDED: Final = tuple(_FILE["spelling"]["mended"])
"""Words that are read where they are misspelled."""
SOUNDS: Final[Mapping[str, str]] = _FILE["spelling"]["sounds"]
"""Ranks as they sound, read before a suit."""
DECISIVE: Final = tuple(_FILE["spelling"]["words"])
"""Words that decide what cards are."""


def words(name: str) -> frozenset[str]:
    """The words that stand beside cards and do a thing there."""
    return frozenset(_FILE["words"][name])


def written(name: str) -> re.Pattern[str]:
    """A pattern of the file of words."""
    return re.compile(_FILE["patterns"][name])


@cache
def phrases(*, of_tales: bool = False) -> Mapping[Words, Sequence[tuple[Rank, Phrase]]]:
    """All phrases by their first two words, ranked: the longest first; with or without tales."""
    by_words: dict[Words, Phrase] = {}
    for phrase in chain(_phrases_in(_TALES) if of_tales else (), _phrases()):
        by_words.setdefault(phrase.words, phrase)
    begun: dict[Words, list[tuple[Rank, Phrase]]] = defaultdict(list)
    for place, (words, phrase) in enumerate(by_words.items()):
        begun[words[:2]].append(((-len(words), words[0] == NUMBER, place), phrase))
    return begun


@cache
def known_words() -> frozenset[str]:
    """Every word of a phrase, and others that are spelled right."""
    known = chain(_phrases(), _phrases_in(_TALES))
    words = {word for phrase in known for word in phrase.words if word.isalpha()}
    return frozenset(words | {*_FILE["spelling"]["right"]})


def _phrases_in(file: Mapping[str, Any]) -> Iterator[Phrase]:
    for kind, patterns in file["phrases"].items():
        for pattern in patterns:
            yield from (Phrase(words, kind) for words in _spelled_out(pattern))


def _phrases() -> Iterator[Phrase]:
    yield from _phrases_in(_FILE)
    for name, patterns in _FILE["rules"].items():
        for pattern in (*patterns, f"rules (are) (:) {name}"):
            yield from (Phrase(words, "rules", name) for words in _spelled_out(pattern))
    for name in TWO_HANDED:
        words = tuple(name.split("-"))
        yield Phrase(("rules", *words), "rules", name)
        yield Phrase((*words, "rules"), "rules", name)


def _spelled_out(pattern: str) -> Iterator[Words]:
    """Every way to say a pattern.

    >>> sorted(_spelled_out("(the) top|last card"))
    [('last', 'card'), ('the', 'last', 'card'), ('the', 'top', 'card'), ('top', 'card')]
    """
    choices: list[tuple[str, ...]] = []
    for part in pattern.split():
        if part.startswith("(") and part.endswith(")") and len(part) > 1:
            choices.append(("", *part[1:-1].split("|")))
        else:
            choices.append(tuple(part.split("|")))
    for words in product(*choices):
        if any(words):
            yield tuple(word for word in words if word)
