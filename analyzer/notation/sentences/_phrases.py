"""The phrases of a text: which of the vocabulary stand where, with the numbers in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from analyzer.game.words import closest
from analyzer.notation._source import Source, shortened
from analyzer.notation.sentences._lexer import Lexeme, Sort
from analyzer.notation.sentences._vocabulary import (
    BETWEEN,
    DECISIVE,
    NUMBER,
    NUMBERS,
    Phrase,
    Rank,
    Words,
    known_words,
    phrases,
    written,
)

_BETWEEN = frozenset({"-", "–", "—", "/", ":", "to", "and", "vs", "against", ","})
_APART = frozenset({",", "and", "but", "so"})
_MOST_DIGITS = 5
_SKAT = written("skat")
_OTHER_GAMES = written("of_other_games")
_NO_RANKS = frozenset({"a", "at", "as"})
_RANKS = 13
"""Numbers up to this may be cards."""


@dataclass(frozen=True, slots=True)
class PhraseHere:
    """A phrase in the text, with its numbers."""

    phrase: Phrase
    first: int
    end: int
    numbers: tuple[int, ...] = ()


def phrases_in(lexemes: Sequence[Lexeme], *, of_tales: bool = False) -> dict[int, PhraseHere]:
    """The phrases of a text by where they begin, none inside another."""
    found: dict[int, PhraseHere] = {}
    at = 0
    known = phrases(of_tales=of_tales)
    while at < len(lexemes):
        phrase = _phrase_at(lexemes, at, known)
        if phrase is None:
            at += 1
        else:
            found[at] = phrase
            at = phrase.end
    return found


def _phrase_at(
    lexemes: Sequence[Lexeme], at: int, known: Mapping[Words, Sequence[tuple[Rank, Phrase]]]
) -> PhraseHere | None:
    first, after = lexemes[at], at + 1
    while _is_hyphen(lexemes, after):
        after += 1
    starts = (first.text,) if _number(first) is None else (first.text, NUMBER)
    seconds = {(), *_may_stand(lexemes, at + 1), *_may_stand(lexemes, after)}
    begun = [known.get((start, *second), ()) for start, second in product(starts, seconds)]
    for _, phrase in sorted(chain.from_iterable(begun)):
        if (phrase_here := _fits(phrase, lexemes, at)) is not None:
            return phrase_here
    return None


def _may_stand(lexemes: Sequence[Lexeme], at: int) -> Iterator[Words]:
    """The words of phrases that may stand at a place, each alone."""
    for lexeme in lexemes[at : at + 1]:
        yield (lexeme.text,)
        if _number(lexeme) is not None:
            yield (NUMBER,)
        if lexeme.text in _BETWEEN:
            yield (BETWEEN,)
        if lexeme.text == "=":
            yield (":",)


def _fits(phrase: Phrase, lexemes: Sequence[Lexeme], at: int) -> PhraseHere | None:
    """The phrase as it stands there, if it does."""
    here, numbers = at, []
    if phrase.words[0] == "to" and "from" in {
        each.text for each in lexemes[max(0, at - 3) : at - 1]
    }:
        return None  # `diamonds from 3 to 6`
    for index, word in enumerate(phrase.words):
        while index and word not in {BETWEEN, ":"} and _is_hyphen(lexemes, here):
            here += 1
        if here >= len(lexemes):
            return None
        lexeme = lexemes[here]
        if word == NUMBER:
            number = _number(lexeme)
            if number is None:
                return None
            numbers.append(number)
        elif word == BETWEEN:
            if lexeme.text not in _BETWEEN:
                return None
        elif lexeme.text != word and not (word == ":" and lexeme.text == "="):
            return None
        here += 1
    if phrase.kind == "bare_score" and not any(n == 0 or n > _RANKS for n in numbers):
        return None
    if phrase.kind in {"left_with", "knock_with"} and not _is_count(lexemes, here, numbers[-1]):
        return None
    ends_in_rank = phrase.words[-1] == NUMBER or phrase.kind in {"limit_ace", "limit_face"}
    if ends_in_rank and _is_rank(lexemes, here):
        return None
    return PhraseHere(phrase, at, here, tuple(numbers))


def _is_count(lexemes: Sequence[Lexeme], end: int, number: int) -> bool:
    """True if a number is deadwood: not in `7, 8, 9 of hearts`, `2 melds` or `40 points or so`."""
    behind = [*lexemes[end : end + 2]]
    if behind and behind[0].text == "(":
        return not behind[-1].suits
    apart = bool(behind) and behind[0].text in _APART
    if apart and behind[0].text == ",":
        behind = behind[1:]
    if not behind or behind[0].sort is Sort.END:
        return True
    plain = apart and behind[0].sort is Sort.WORD and not behind[0].tokens
    return behind[0].text not in {"or", "points", "pts"} and (plain or number > _RANKS)


def _is_hyphen(lexemes: Sequence[Lexeme], at: int) -> bool:
    return at < len(lexemes) and lexemes[at].text in {"-", "–", "_", '"'}


def _number(lexeme: Lexeme) -> int | None:
    if lexeme.sort is Sort.NUMBER and len(lexeme.text) <= _MOST_DIGITS:
        return int(lexeme.text)
    return NUMBERS.get(lexeme.text) if lexeme.sort is Sort.WORD else None


def _is_rank(lexemes: Sequence[Lexeme], end: int) -> bool:
    """True if the number before a place is the rank of a card that goes on there."""
    if not lexemes[end - 1].tokens or end >= len(lexemes):
        return False
    behind = lexemes[end]
    return behind.text == "of" or behind.suits or (behind.ranks and behind.text not in _NO_RANKS)


def _is_of_suit(lexemes: Sequence[Lexeme]) -> bool:
    return len(lexemes) == 2 and lexemes[0].text == "of" and lexemes[1].suits


def may_be_name(lexeme: Lexeme) -> bool:
    """True if an unknown word begins with a capital, as names do."""
    plain = lexeme.sort is Sort.WORD and not lexeme.tokens and lexeme.written[:1].isupper()
    return plain and lexeme.written.isalpha() and lexeme.text not in known_words()


_NEARLY_CARD = re.compile(r"[2-9TJQKA][a-z]")
_NEAR = 0.8
"""The likeness of two words, of which one may be the other misspelled."""


def refuse_other_games(text: str) -> None:
    """See that a text is not about another game, by its own words; one of skat is not enough."""
    hits = [*_SKAT.finditer(text)]
    hits = hits if len({hit[0].lower()[:4] for hit in hits}) > 1 else []
    if "gin" not in text.lower():
        hits += _OTHER_GAMES.finditer(text)
    if hits:
        raise Source(text).error(
            *hits[0].span(), f"`{hits[0][0]}` is of another game than gin rummy",
            "write a hand of gin, as in `I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac`",
        )  # fmt: skip


def refuse_misspelled(source: Source, lexemes: Sequence[Lexeme]) -> None:
    """Raise InputError at a word that is nearly one that decides what cards are."""
    for at, lexeme in enumerate(lexemes):
        if lexeme.text == "1" and _is_of_suit(lexemes[at + 1 : at + 3]):
            raise source.error(
                lexeme.start, lexeme.end, "there is no one of a suit", "did you mean ace?", "ace"
            )
        if lexeme.sort is not Sort.WORD or lexeme.tokens or lexeme.text in known_words():
            continue
        if _NEARLY_CARD.fullmatch(lexeme.written) and at and lexemes[at - 1].sort is Sort.CARDS:
            raise source.error(
                lexeme.start, lexeme.end, f"`{lexeme.written}` is not a card",
                "write rank and suit, such as 7h or Tc",
            )  # fmt: skip
        close = closest(lexeme.text, DECISIVE, _NEAR)
        if close:
            raise source.error(
                lexeme.start, lexeme.end, f"`{shortened(lexeme.written)}` is not a known word",
                f"did you mean {close}?", close,
            )  # fmt: skip
