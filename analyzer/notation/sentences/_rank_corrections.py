"""Ranks of one suit that people take back: `2♠ 4♠ 4♠? Sorry, 4 and 5`, `3♥ 6♥ no wait 7`.

What is said again stands for the end of the list before it, or for all of it. It is clear what is
meant where that is one rank, or where some of the ranks are the same as before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from analyzer.game.cards import Card, Rank
from analyzer.notation._tokens import RANK_LETTERS, SUIT_SYMBOLS
from analyzer.notation.sentences._card_groups import RANK_OF
from analyzer.notation.sentences._sorry import AGAIN, BREAK, SORRIES, pattern
from analyzer.notation.sentences._vocabulary import SUIT_OF, written

_RANK: Final = rf"(?:10|[2-9TJQKA]|{'|'.join(RANK_OF)})"
_ONE: Final = rf"(?<![^\W_]){_RANK}(?:[♣♦♥♠]|\b(?![♣♦♥♠]))"
_LIST: Final = rf"{_ONE}(?:[\s,&+/–-]{{0,3}}(?:and |the |a )*{_ONE})*"
_ENDS: Final = written("ends")
"""What may follow ranks that are said again; before another word they may be a number."""
_SAID_AGAIN: Final = pattern(rf"(?P<said>{_LIST})(?P<sorry>\??{SORRIES}{AGAIN})(?P<again>{_LIST})")
_EXCHANGED: Final = pattern(
    rf"(?P<said>{_LIST})\??{SORRIES}(?:the |a )?(?P<one>{_RANK}),? (?:(?P<not>not|instead of|"
    rf"rather than)|is|was|should be|should have been) (?:the |a )?(?P<two>{_RANK})\b"
)
_SUIT: Final = "(?:an? |the |of )*(?P<{}>club|diamond|heart|spade)s?\\b"
_SUIT_IS: Final = pattern(
    rf"{SORRIES}(?:the |that |my )?(?P<rank>{_RANK}) (?:is|was|should be)(?: really| actually)? "
    rf"{_SUIT.format('suit')}(?:,? (?:and )?not {_SUIT.format('wrong')})?"
)
_HAS_NONE: Final = pattern(rf"\??{BREAK}no\s+")
"""Perhaps no correction: `7♥ 8♥ 9♥ no 10`."""
_PART: Final = re.compile(rf"(?<![^\W_])({_RANK})(?:([♣♦♥♠])|\b)", re.IGNORECASE)
_MOST: Final = 8
"""So many corrections of one text are carried out."""


def ranks_corrected(text: str) -> str:
    """The text with the ranks that are meant, each word where it was.

    >>> ranks_corrected("2♣ 3♣ 5♣, I mean 2 3 4, 7♥ no wait 8").split()
    ['2♣', '3♣', '4♣', ',', '8♥']
    """
    if found := _SUIT_IS.search(text):
        text = _with_suit(text, found)
    for _ in range(_MOST):
        meant = next(filter(None, map(_mended, _found(text))), None)
        if meant is None:
            break
        (start, end), cards = meant
        text = text[:start] + cards.ljust(end - start) + text[end:]
    return text


def _with_suit(text: str, found: re.Match[str]) -> str:
    """`… 2♥. Sorry, the 2 is diamonds, not hearts`, where one card can be meant."""
    rank = Rank(_rank(found["rank"]))
    letter = "(?:10|T)" if rank is Rank.TEN else rank.letter
    wrong = SUIT_OF[found["wrong"].lower()] if found["wrong"] else None
    of = "[♣♦♥♠]|[cdhs]\\b" if wrong is None else f"{wrong.symbol}|{wrong.letter}\\b"
    cards = [*re.finditer(rf"(?<!\w){letter}(?:{of})", text[: found.start()], re.I)]
    if len(cards) != 1:
        return text
    card = f"{rank.letter}{SUIT_OF[found['suit'].lower()].letter}".ljust(len(cards[0][0]))
    start, end = cards[0].span()
    return (
        text[:start] + card + text[end : found.start()] + " " * len(found[0]) + text[found.end() :]
    )


def _found(text: str) -> list[re.Match[str]]:
    return [*_EXCHANGED.finditer(text), *_SAID_AGAIN.finditer(text)]


def _mended(found: re.Match[str]) -> tuple[tuple[int, int], str] | None:
    """The stretch of a correction and the cards that are meant; None where that is not clear."""
    said, again, end = _parts(found, "said"), list[_Part](), found.end()
    suit = said[-1].suit
    if "again" in found.re.groupindex:
        again = _parts(found, "again")
        again = [*takewhile(lambda part: part.suit == again[0].suit, again)]
        end, suit = again[-1].end, suit or again[0].suit
        end += "(" in found["sorry"] and found.string[end : end + 1] == ")"
        lone = len(again) == 1 and again[0].suit
        none = len(again) == 1 and _HAS_NONE.fullmatch(found["sorry"])
        if again[0].suit not in {"", suit} or lone or none or not _ENDS.match(found.string, end):
            return None
    said = [*takewhile(lambda part: part.suit in {"", suit}, reversed(said))][::-1]
    values = [part.rank for part in said]
    told = [part.rank for part in again]
    if again and again[0].suit and said[0].suit and len(said) > 1:  # all of them, once more
        meant: Sequence[int] | None = (
            told if len(told) == len(values) or {*told} & {*values} else None
        )
    else:
        meant = _meant(values, told) if again else _exchanged(found, values)
    if not suit or not meant:
        return None
    cards = " ".join(Card.make(rank, SUIT_SYMBOLS[suit]).symbol for rank in meant)
    return (said[0].start, end), cards


def _exchanged(found: re.Match[str], said: Sequence[int]) -> Sequence[int] | None:
    """The ranks with one in place of another."""
    wrong, right = (
        _rank(found[name]) for name in (("two", "one") if found["not"] else ("one", "two"))
    )
    clear = said.count(wrong) == 1 and right not in said
    return [right if rank == wrong else rank for rank in said] if clear else None


@dataclass(frozen=True, slots=True)
class _Part:
    """A rank, its suit where that is written, and where it stands."""

    rank: int
    suit: str
    start: int
    end: int


def _parts(found: re.Match[str], name: str) -> list[_Part]:
    parts = _PART.finditer(found.string, *found.span(name))
    return [_Part(_rank(each[1]), each[2] or "", *each.span()) for each in parts]


def _rank(word: str) -> int:
    word = word.lower()
    return RANK_OF[word] if word in RANK_OF else RANK_LETTERS[word]


def _meant(said: Sequence[int], again: Sequence[int]) -> Sequence[int] | None:
    """The ranks that are meant; None where that is not clear."""
    kept = len(said) - len(again)
    meant = [*said[: max(0, kept)], *again]
    same = any(one == other for one, other in zip(said[kept:], again, strict=False))
    if kept < 0:
        clear = {*said} <= {*again}
    elif kept == 0:
        clear = len(again) == 1 or bool({*said} & {*again})
    else:
        clear = len(again) == 1 or same
    return meant if clear and meant != [*said] and len({*meant}) == len(meant) else None
