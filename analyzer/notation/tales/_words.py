"""A tale as phrases and cards in order, with the names of its players as what they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from analyzer.errors import InputError
from analyzer.notation._source import Source
from analyzer.notation.cards import ReadCard
from analyzer.notation.sentences._doubt import is_denied, planned_by
from analyzer.notation.sentences._extents import region_end, region_of
from analyzer.notation.sentences._lexer import Lexeme, Sort, lexemes
from analyzer.notation.sentences._phrases import PhraseHere, may_be_name, phrases_in
from analyzer.notation.sentences._placing import groups_of
from analyzer.notation.sentences._regions import Region
from analyzer.notation.sentences._vocabulary import OPENERS, THEY_WOULD, words

ACTS: Final = words("acts_of_names")
"""Kinds of phrases before which a name stands."""
KNOCKS: Final = ("knock", "knock_points", "knock_with", "gin", "big_gin")
_DENIED: Final = {"take": "declined", "take_it": "declined", "discard": "", "draw": "", "play": ""}
"""The remainder of a verb that did not happen."""
PLANNED: Final = "planned"
"""The kind of a verb that is planned: what it was stands as its value."""
_PLANNABLE: Final = frozenset({*_DENIED, "discard_it", "pass", *KNOCKS})
OBJECTS: Final = frozenset({"me", "myself", "him", "them", "us", "her"})
"""Persons to whom something is done."""


@dataclass(frozen=True, slots=True)
class Phrased:
    """A phrase where it is."""

    kind: str
    words: tuple[str, ...]
    numbers: tuple[int, ...]
    value: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CardsHere:
    """Cards where they are, in the groups that the text makes."""

    groups: list[list[ReadCard]]
    span: tuple[int, int]
    problem: InputError | None = None
    """The fault; then there are none."""

    @property
    def reads(self) -> list[ReadCard]:
        """All of them, in the order of the text."""
        return [read for group in self.groups for read in group]


@dataclass(frozen=True, slots=True)
class ClauseEnd:
    """The end of a sentence or a line."""

    text: str
    span: tuple[int, int]


Item = Phrased | CardsHere | ClauseEnd


def words_of(source: Source) -> tuple[list[Item], tuple[str | None, str | None]]:
    """The items of a text, and the names of its players."""
    spoken = lexemes(source)
    phrases = phrases_in(spoken, of_tales=True)
    names = _names(spoken, phrases)
    teller = names[1] is None or any(
        phrase.phrase.kind == "me" and not {*phrase.phrase.words} <= OBJECTS
        for phrase in phrases.values()
    )
    players = (None, names[0]) if teller else names
    pairs = zip(players, ("me", "they"), strict=True)
    persons = {name.lower(): kind for name, kind in pairs if name is not None}
    return list(_items(source, spoken, phrases, persons)), players


def _names(
    lexemes: Sequence[Lexeme], phrases: Mapping[int, PhraseHere]
) -> tuple[str | None, str | None]:
    """The first two names: unknown words with a capital before a verb, or behind `against`.

    A colon may stand between: `Bob: drew, threw Jd`.
    """
    names: list[str] = []
    for at, lexeme in enumerate(lexemes):
        if not may_be_name(lexeme):
            continue
        colon = at + 1 < len(lexemes) and lexemes[at + 1].text == ":"
        behind = phrases.get(at + 2 if colon else at + 1)
        before = lexemes[at - 1].text if at else ""
        acts = behind is not None and behind.phrase.kind in ACTS and lexeme.text not in OPENERS
        if (acts or before in {"against", "vs", "versus"}) and lexeme.written not in names:
            names.append(lexeme.written)
    return names[0] if names else None, names[1] if len(names) > 1 else None


def _items(
    source: Source,
    lexemes: Sequence[Lexeme],
    phrases: Mapping[int, PhraseHere],
    persons: Mapping[str, str],
) -> Iterator[Item]:
    stops = frozenset(phrases)
    at, denied = 0, False
    while at < len(lexemes):
        lexeme = lexemes[at]
        if lexeme.sort is Sort.END:
            denied = False
            yield ClauseEnd(lexeme.text, (lexeme.start, lexeme.end))
        elif at in phrases:
            here = phrases[at]
            span = (lexeme.start, lexemes[here.end - 1].end)
            phrase = here.phrase
            denied = phrase.kind in _DENIED and is_denied(lexemes, at)
            kind = _DENIED[phrase.kind] if denied else phrase.kind
            plan = None if denied or kind not in _PLANNABLE else planned_by(lexemes, at)
            if plan is not None:
                yield from _planned(plan, kind, span)
            elif kind:
                yield Phrased(kind, phrase.words, here.numbers, phrase.value, span)
            at = here.end
            continue
        elif lexeme.text in persons:
            yield Phrased(persons[lexeme.text], (lexeme.text,), (), "", (lexeme.start, lexeme.end))
        else:
            end = region_end(lexemes, at, stops)
            region = Region(source, region_of(lexemes, at, end))
            if end > at and not region.is_empty:
                if not denied:  # `he didn't take the Jd` moves no card
                    yield _cards(region, lexemes[at:end])
                at, denied = end, False
                continue
            if (rank := _named_rank(lexeme)) is not None:
                yield Phrased("rank", (lexeme.text,), (rank,), "", (lexeme.start, lexeme.end))
        at += 1


def _planned(plan: str, kind: str, span: tuple[int, int]) -> Iterator[Item]:
    """A verb that is planned, behind who plans it where that is said in the same word: `he'd`."""
    if plan in THEY_WOULD:
        yield Phrased("they", (plan,), (), "", span)
    yield Phrased(PLANNED, (), (), kind, span)


def _named_rank(lexeme: Lexeme) -> int | None:
    """The rank that a word names without a suit: `the jack`."""
    named = lexeme.sort is Sort.WORD and lexeme.ranks and len(lexeme.tokens) == 1
    return lexeme.tokens[0].value if named and len(lexeme.text) > 2 and not lexeme.plural else None


def _cards(region: Region, lexemes: Sequence[Lexeme]) -> CardsHere:
    span = (lexemes[0].start, lexemes[-1].end)
    try:
        reads = region.cards()
    except InputError as error:
        return CardsHere([], span, error)
    return CardsHere(groups_of(reads, lexemes), span)


def first_of(item: CardsHere, number: int) -> CardsHere:
    """The first few of the cards."""
    return replace(item, groups=[item.reads[:number]])


def without(item: CardsHere, number: int) -> CardsHere:
    """The cards less the first few."""
    return replace(item, groups=[item.reads[number:]])
