"""A text as cues and cards in order: who, what may have been done, with which card.

The words are those of `lattice.toml`, for English and the language of the text; cards are read by
the readers of sentences and of languages. Nothing is concluded here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.notation._source import Source
from analyzer.notation.languages import Translation, translations
from analyzer.notation.languages._turn_over import UNKNOWN, fold
from analyzer.notation.sentences._extents import region_end, region_of
from analyzer.notation.sentences._lexer import Lexeme, Sort, lexemes
from analyzer.notation.sentences._placing import groups_of
from analyzer.notation.sentences._regions import Region
from analyzer.notation.sentences._vocabulary import NUMBERS
from analyzer.resources import texts_beside

_WORDS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = texts_beside(__file__, "lattice.toml")
_NAME: Final = r"[^\W\d][\w.']{0,19}"
_LOOKS: Final = {
    kind: re.compile(str(text).replace("NAME", _NAME), re.IGNORECASE)
    for kind, text in _WORDS["patterns"].items()
}
_SIGNS: Final = {
    "^": "take", "+": "draw", "-": "throw", "−": "throw", "–": "throw", "/": "slash",
    "↑": "step", "↓": "step", "?": "unknown", "x": "unknown",
}  # fmt: skip
_ACTS: Final = frozenset({"take", "get", "draw", "throw", "pass", "knock", "gin", "slash"})
_SOFT: Final = frozenset({"it", "not", "would", "me", "they", "they_verb", "hand", "up"})
"""Kinds of words that may be parts of cards: `the`, `no`, `a`."""
_NATIVE: Final = frozenset({"it", "not", "would", "me_alone", "they_alone", "up", "hand"})
"""Kinds of English words that texts in other languages do not have …"""
_ALONE: Final = frozenset({"i", "he", "she", "a", "on", "d"})
"""… and single ones."""
_STARTS: Final = frozenset({"line", "end", "comma", "number", "ask_end"})
_MOST_NAMES: Final = 2
LEAST_CARDS: Final = 10
Names: TypeAlias = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Cue:
    """A word, a card or a mark where it is."""

    kind: str
    span: tuple[int, int]
    value: int = 0
    cards: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Hearing:
    """The cues of a text by one way to take its language and its players."""

    cues: tuple[Cue, ...]
    names: Names = (None, None)


def hearings(text: str) -> Iterator[Hearing]:
    """The text by each way to take it."""
    clean = _LOOKS["blanked"].sub(" ", text)
    found = [each for each in translations(text) if each.cards + each.cues > 1][:1]
    for translation in (*found, None):
        words = _words(clean, "english" if translation is None else translation.language.lower())
        for people, names in _people(text, clean, words):
            cards = [*_cards(clean, translation, [*words, *people])]
            if sum(len(cue.cards) for cue in cards) >= LEAST_CARDS:
                yield Hearing(tuple(_joined(clean, words, cards, people)), names)


# ---- words


@lru_cache(maxsize=16)
def _pattern(language: str) -> re.Pattern[str]:
    kinds: dict[str, str] = {}
    for name in dict.fromkeys(("english", language)):
        for kind, phrases in _WORDS[name].items():
            if name == language or kind not in _NATIVE:
                known = {*map(fold, phrases)} - (_ALONE if name != language else set())
                kinds.update(dict.fromkeys(known, kind))
    ordered = sorted(kinds, key=lambda phrase: (-phrase.count(" "), -len(phrase), phrase))
    # The group follows, for what begins with a letter is passed over at any other.
    parts = (f"{_regex(one)}(?P<{kinds[one]}{at}>)" for at, one in enumerate(ordered))
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(parts)})(?![^\W_])|->|=>|→|➜")


def _regex(phrase: str) -> str:
    words = ("[^\\W_]+" if word == "*" else re.escape(word) for word in phrase.split())
    return r"[\s_'’-]{1,3}".join(words).replace(r"\*", r"[^\W_]*")


def _words(text: str, language: str) -> list[Cue]:
    plain = {char: made for char in {*text} if len(made := fold(char)) == 1}
    folded = "".join(plain.get(char, char) for char in text)
    cues = [
        Cue((found.lastgroup or "throw").rstrip("0123456789"), found.span())
        for found in _pattern(language).finditer(folded)
    ]
    cues = [replace(cue, kind="draw", value=1) if cue.kind == "stock" else cue for cue in cues]
    taken = _places(cues)
    signs = (found for found in _LOOKS["signs"].finditer(text) if found.start() not in taken)
    cues += [Cue(_SIGNS[found[0][0].lower()], found.span()) for found in signs]
    return sorted(cues, key=lambda cue: cue.span)


def _places(cues: Iterable[Cue]) -> set[int]:
    return {at for cue in cues for at in range(*cue.span)}


def _heads(text: str) -> set[int]:
    """The places of the times and numbers with which lines begin."""
    found = [*_LOOKS["line"].finditer(text)]
    return {at for one in found for kind in ("stamp", "number") for at in range(*one.span(kind))}


# ---- cards


def _cards(text: str, translation: Translation | None, words: Sequence[Cue]) -> Iterator[Cue]:
    """The cards, and the ranks and numbers that stand alone."""
    source = Source(text if translation is None else translation.text)
    found = lexemes(source)
    places = [
        (one.start, one.end) if translation is None else translation.origin(one.start, one.end)
        for one in found
    ]
    taken = _places(cue for cue in words if cue.kind not in _SOFT) | _heads(text)
    stops = frozenset(at for at, place in enumerate(places) if place[0] in taken)
    at = 0
    while at < len(found):
        end = at if at in stops else region_end(found, at, stops)
        region, reads = Region(source, region_of(found, at, end)), []
        if end > at and not region.is_empty:
            with suppress(InputError):
                reads = region.cards()
        if reads:
            groups = groups_of(reads, found[at:end])
            yield Cue(
                "cards", (places[at][0], places[end - 1][1]), 0,
                tuple(read.card for read in reads),
                tuple(tuple(read.card for read in group) for group in groups),
            )  # fmt: skip
            at = end
            continue
        if at not in stops and (rank := _rank(found, at)) is not None:
            yield Cue("rank", places[at], rank)
        at += 1


def _rank(found: Sequence[Lexeme], at: int) -> int | None:
    """The rank that stands alone: `the jack`, `the K`, `10`."""
    lexeme = found[at]
    if not lexeme.ranks or len(lexeme.tokens) != 1 or lexeme.plural or lexeme.text == UNKNOWN:
        return None
    whole = len(lexeme.text) > 1 or lexeme.sort is Sort.NUMBER or lexeme.written.isupper()
    articled = at and found[at - 1].text in {"the", "my", "his", "her", "that", "this"}
    return lexeme.tokens[0].value if whole or articled else None


# ---- who


def _people(written: str, text: str, words: Sequence[Cue]) -> Iterator[tuple[list[Cue], Names]]:
    """The persons of the text, by each way to take its names."""
    if numbered := [*_LOOKS["seat"].finditer(written)]:
        dealt = _LOOKS["dealt_seat"].search(written)
        mine = (dealt or numbered[0])["seat"]
        yield [Cue("named", one.span(), int(one["seat"] != mine)) for one in numbered], (None, None)
        return
    heads = _LOOKS["line"].finditer(written)
    spoken = [name for head in heads if (name := head["said"] or head["shown"])]
    own = {found["name"] or found["behind"] for found in _LOOKS["i_am"].finditer(text)}
    names = _names(text, words, spoken, own)
    own &= {*names}
    persons = dict.fromkeys(names if own else names[:_MOST_NAMES], 1) | dict.fromkeys(own, 0)
    told_by_me = bool(own) or any(cue.kind in {"me", "me_alone"} for cue in words)
    if not told_by_me and len(names) > 1:
        persons[names[0]] = 0
    called = [next((one for one in persons if persons[one] == side), None) for side in (0, 1)]
    yield [*_called(text, persons)], (called[0], called[1])
    if {*persons} & {*spoken} and any(cue.kind in {"me", "they"} for cue in words):
        yield [], (None, None)  # who says it need not be who does it


def _called(text: str, persons: Mapping[str, int]) -> Iterator[Cue]:
    names = "|".join(map(re.escape, sorted(persons, key=len, reverse=True))) or r"(?!)"
    belongs = r"['’]s (?!hand|cards|deal|turn)"
    for found in re.finditer(rf"(?<![^\W_])(?:{names})(?![^\W_])(?!{belongs})", text):
        yield Cue("named", found.span(), persons[found[0]])


def _names(text: str, words: Sequence[Cue], spoken: Sequence[str], own: set[str]) -> list[str]:
    """Words that stand where a player does, before what is done, twice, or behind `I am`."""
    acts = {cue.span[0] for cue in words if cue.kind in _ACTS | {"hand", "deals"}}
    known, counts = _places(words), Counter(spoken)
    for found in _LOOKS["named"].finditer(text):
        name = found["name"]
        odd = name[:1].isupper() or any(map(str.isdigit, name))
        if odd and found.start() not in known and found.end() in acts:
            counts[name] += not _LOOKS["cardlike"].fullmatch(name)
    none = _WORDS["names"]["none"]
    told = (name for name, count in counts.items() if count > 1 or (count and name in own))
    return sorted((name for name in told if name.lower() not in none), key=text.find)


# ---- together


def _joined(
    text: str, words: Sequence[Cue], cards: Sequence[Cue], people: Sequence[Cue]
) -> Iterator[Cue]:
    """All cues in order, none inside another; objects and idle words left out."""
    kept = [*cards, *people]
    taken = _places(kept)
    for cue in words:
        if not taken & {cue.span[0], cue.span[1] - 1}:
            taken.update(range(*cue.span))
            kept.append(cue)
    for found in _LOOKS["number"].finditer(text.lower()):
        number = int(found[0]) if found[0].isdigit() else NUMBERS.get(found[0])
        if number is not None and found.start() not in taken:
            kept.append(Cue("number", found.span(), number))
    for found in _LOOKS["ends"].finditer(text):
        if found.start() not in taken:
            kind = "ask_end" if "?" in found[0] else found.lastgroup or ""
            kept.append(Cue(kind, found.span()))
    heads = _heads(text)
    kept = sorted((cue for cue in kept if cue.span[0] not in heads), key=lambda cue: cue.span)
    before = ""
    for cue, behind in pairwise([*kept, Cue("", (0, 0))]):
        yield from _as_person(cue, before, behind.kind)
        before = cue.kind


def _as_person(cue: Cue, before: str, behind: str) -> Iterator[Cue]:
    """A cue; a pronoun as the player that it stands for, an object as none."""
    kind = cue.kind
    if kind == "they_verb":
        acts = behind in _ACTS and before in _STARTS | _ACTS
        yield Cue("who", cue.span, 1) if acts else Cue("it", cue.span)
    elif kind in {"named", "me", "they"}:
        yield Cue("who", cue.span, cue.value if kind == "named" else int(kind == "they"))
    elif kind in {"me_alone", "they_alone"}:
        if before in {*_STARTS, ""} and behind not in {"end", ""}:
            yield Cue("who", cue.span, int(kind == "they_alone"))
    elif kind != "step":
        yield cue
