"""Hands and games written in other languages, turned into the English that the readers know.

A language is a file beside this one: its suits, ranks, one-letter indices, and a few cues such as
"upcard" or "he discards". A text is turned over word by word; cards come out as `7h`, words that
no language file has are left out. Which language it is follows from its cards, for letters such as
D (*dame*, queen; *D* for diamonds) mean different things in each.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

import msgspec

from analyzer.errors import InputError
from analyzer.notation._proof import Origin
from analyzer.notation._source import Source
from analyzer.notation.languages._turn_over import (
    Dictionary,
    Piece,
    fold,
    turn_over,
    words_of,
)
from analyzer.resources import read_value

NAMES: Final = (
    "french", "german", "spanish", "italian", "portuguese", "dutch", "russian", "polish", "swedish",
)  # fmt: skip
"""The files of this folder, one for each language."""

LEAST_CARDS: Final = 2
"""Foreign cards that make a text foreign, whatever else it says."""

LEAST_CUES: Final = 2
"""Foreign cues that do where the text cannot be read as English."""


_LONG: Final = 4
"""Longer names of suits begin words that are whole cards: `hartenboer`."""
ENGLISH: Final = frozenset({"as", "dame", "jack", "six", "sex", "due", "pan"})
"""Words of a language's cards that English texts have, too."""

_SCORE: Final = re.compile(
    r"(?<=\d\d) (?:a|à|zu|na|tegen|contra|contre|gegen|till|mot|do|к|на) (?=\d{1,3}\b)"
)
_LETTERS: Final = re.compile(
    r"[♠♥♦♣♤♡♢♧]\ufe0f?(?:[BDVRWHE]|Kn|[КДВТ])(?!\w)|(?<!\w)[BDVRWHEКДВТ][♠♥♦♣♤♡♢♧]"
    r"|(?<!\w)(?!(?:HE|WE|ME|BE|DO|GO|NO|SO|TO|AT|IT|OK|UP)\b)(?:10|[2-9]|[A-ZА-Я])[PEOKTПЧБТ](?!\w)"
)
"""One-letter indices that English does not have, and cards in two letters."""


class _Words(msgspec.Struct, frozen=True):
    """A language's file."""

    name: str
    suit_first: bool
    of: list[str]
    suits: dict[str, list[str]]
    suit_letters: dict[str, str]
    ranks: dict[str, list[str]]
    rank_letters: dict[str, str]
    cues: dict[str, list[str]]
    groups: dict[str, list[str]]
    plurals: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Translation:
    """A text in English, and where each part of it came from."""

    text: str
    language: str
    pieces: tuple[Piece, ...]
    cards: int
    """The number of cards that only this language has."""
    cues: int
    """The number of cues that were found."""

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original that a stretch of the English text came from."""
        inside = [piece for piece in self.pieces if piece.at < end and start < piece.end]
        if not inside:
            before = [piece for piece in self.pieces if piece.at <= start]
            inside = before[-1:] or list(self.pieces[:1])
        return (inside[0].begin, inside[-1].until) if inside else (0, 0)


@lru_cache(maxsize=1)
def dictionaries() -> tuple[Dictionary, ...]:
    """Every language, read once."""
    return tuple(map(_dictionary, NAMES))


def _dictionary(name: str) -> Dictionary:
    text = files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    words = read_value(tomllib.loads(text), _Words)
    suits = {word: suit for suit, forms in words.suits.items() for word in forms}
    ranks = {word: rank for rank, forms in words.ranks.items() for word in forms}
    cues, groups = _phrases(words.cues), _phrases(words.groups)
    return Dictionary(
        name=words.name,
        suit_first=words.suit_first,
        of=frozenset(map(fold, words.of)),
        suits=_folded(suits),
        ranks=_folded(ranks),
        suit_letters=words.suit_letters,
        rank_letters=words.rank_letters,
        cues=cues,
        groups=groups,
        plurals=_folded({word: rank for rank, forms in words.plurals.items() for word in forms}),
        suit_words=tuple(_folded(suits)),
        begin=frozenset(words[0] for words in (*cues, *groups)) | {"'", "’"},
    )


def _phrases(forms: Mapping[str, Sequence[str]]) -> dict[tuple[str, ...], str]:
    """The English of phrases by their words: as written, and, where that is no other, folded."""
    written = {form.lower(): cue for cue, each in forms.items() for form in each}
    folded = {fold(form): cue for form, cue in written.items()}
    return {tuple(form.split()): cue for form, cue in (folded | written).items()}


def _folded(words: Mapping[str, str]) -> dict[str, str]:
    return {fold(word): meaning for word, meaning in words.items()}


@lru_cache(maxsize=1)
def _card_words() -> frozenset[str]:
    """Every word for a rank or a suit that is no English one."""
    words = {word for each in dictionaries() for word in (*each.ranks, *each.suits)}
    return frozenset(words - ENGLISH)


def _may_be_foreign(text: str) -> bool:
    """True if a word or a letter of the text may belong to a card of another language."""
    words = words_of(text)
    if _LETTERS.search(text) or not _card_words().isdisjoint(words):
        return True
    suits = tuple({suit for each in dictionaries() for suit in each.suits if len(suit) > _LONG})
    return any(len(word) > _LONG + 2 and word.startswith(suits) for word in words)


@lru_cache(maxsize=32)
def translations(text: str) -> tuple[Translation, ...]:
    """The text in English by each language that it may be in, the likeliest first.

    >>> found = translations("♠B ♠D ♠K ♥7 ♥8 ♥9 ♦A ♦2 ♣5 ♣B, gezogen: ♦3. Was abwerfen?")
    >>> found[0].language, found[0].text
    ('German', 'Js Qs Ks 7h 8h 9h Ad 2d 5c Jc, drew: 3d. what do I discard?')
    """
    text = _SCORE.sub(lambda found: "-".center(len(found[0])), text)
    found = [
        Translation(made.text, dictionary.name, made.pieces, made.cards, made.cues)
        for dictionary in dictionaries()
        if (made := turn_over(text, dictionary)).cards or made.cues
    ]
    return tuple(sorted(found, key=lambda each: (-each.cards, -each.cues)))


def foreign(text: str) -> tuple[Translation, ...]:
    """The translations of a text that English has no cards for; none of an English one.

    Where several languages have as many of its cards and cues, all of them.

    >>> foreign("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, he threw 9c"), len(foreign("as de pique, V♣, R♥"))
    ((), 1)
    """
    found = translations(text) if _may_be_foreign(text) else ()
    if not found or found[0].cards < LEAST_CARDS:
        return ()
    best = (found[0].cards, found[0].cues)
    return tuple(each for each in found if (each.cards, each.cues) == best)


def cued(text: str) -> tuple[Translation, ...]:
    """The translations of a text whose cards are English and whose cues are not."""
    found = sorted(translations(text), key=lambda each: -each.cues)
    return tuple(each for each in found if each.cues >= LEAST_CUES and each.cues == found[0].cues)


@contextmanager
def in_original(text: str, origin: Origin) -> Iterator[None]:
    """Point a refusal that is raised here at the original text."""
    try:
        yield
    except InputError as error:
        if error.span is not None:
            error.span = origin(*error.span)
            error.where = Source(text).place(error.span[0])
        raise
