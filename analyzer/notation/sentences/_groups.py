"""Cards named by rank and color, and lists of which something is said behind them.

`the other two kings` and `all the jacks` become the cards that they are, and
`9c and 9s are gone` becomes `gone: 9c 9s`; each in its place, padded with blanks, so that all else
keeps its own. What names no cards for certain (`4 hearts are gone`) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from analyzer.game.cards import Card, Rank, Suit
from analyzer.game.view import HAND
from analyzer.notation._proof import Origin, moved_within
from analyzer.notation._source import Source
from analyzer.notation.sentences._card_groups import MANY, RANK_OF
from analyzer.notation.sentences._vocabulary import written

_RANKS: Final = "|".join(MANY)
_COUNTS: Final = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_GONE: Final = (
    r"(?:(?:are|were|(?:have|had|'?ve)(?: all| both| already)* been)(?: all| both| already| now)*|"
    r"already|both|now) "
    r"(?:gone|dead|out|discarded|thrown(?: away)?|tossed|played|(?:in|on) the (?:discard )?pile|"
    r"in the discards)"
)
_BEHIND: Final = rf"(?P<gone>\s+{_GONE}\b)"
_ALL: Final = re.compile(
    rf"\b(?:all|every one)(?: of)?(?: the)?(?: four| 4)? (?P<rank>{_RANKS})\b{_BEHIND}", re.I
)
_ROLE: Final = re.compile(r"(?<!\w)(?!the\s*$)\w+\s*$", re.I)
"""A word before a list, which may say what its first cards are."""
_REST: Final = (
    rf"\b(?:all )?(?:the )?(?:other|remaining)(?: (?P<count>two|three|[23]))? (?P<rank>{_RANKS})\b"
)
_OTHER: Final = re.compile(rf"{_REST}{_BEHIND}", re.I)
_HELD: Final = re.compile(rf"(?:(?<=\bhas )|(?<=\bholds )|(?<=\bholding )){_REST}", re.I)
_CARD: Final = r"(?:10|[2-9TJQKA])(?:[cdhs]|[♣♦♥♠]\ufe0f?)"
_LIST: Final = rf"{_CARD}(?:(?:\s*,\s*|\s+)(?:and\s+|&\s*)?{_CARD})+"
_SAID_BEHIND: Final = re.compile(rf"(?P<cards>{_LIST})\s+(?P<said>{_GONE})\b", re.I)
_ONE: Final = re.compile(_CARD, re.I)
_GLUED: Final = written("glued")
_HEADS: Final = re.compile(r"(?<!\w)[CDHS](?=\s*[:=]\s*(?:10|[2-9TJQKA]))")
_LEAST_HEADS: Final = 3
"""So many letters before ranks are those of suits: `S:AKQ H:T9 C:4`."""
_ENTITY: Final = written("entity")


_ONE_RANK: Final = rf"(?:10|[2-9AJQK]|{'|'.join(RANK_OF)})"
_NO_SUIT: Final = re.compile(
    rf"\b(?P<first>{_ONE_RANK} of),? (?:and )?(?:the |an? )?{_ONE_RANK} of "
    r"(?:clubs|diamonds|hearts|spades)\b", re.I,
)  # fmt: skip
_NUMBER_OF_SUIT: Final = re.compile(
    rf"\b(?:[2-9]|two|three|four|five|six) (?:hearts|spades|diamonds|clubs) {_GONE}\b", re.I
)


_OF: Final = re.compile(r"\bo['’](?= ?(?:clubs?|diamonds?|hearts?|spades?)\b)", re.I)
_TIME: Final = written("time")
"""Where a log says when, which is no score."""
_YOU_ACT: Final = written("you_act")
_SPEAKER: Final = re.compile(r"\b(?:I|I['’]\w+|my|me|mine)\b", re.I)
_YOU: Final = re.compile(r"\byou(?P<own>r)?\b", re.I)


def as_mine(text: str) -> str:
    """A log that calls its reader "you", as the reader would tell it; any other text as it is.

    >>> as_mine("You drew 7s, you discarded Kc. Your turn.")
    'I   drew 7s, I   discarded Kc. My   turn.'
    """
    if not _YOU_ACT.search(text) or _SPEAKER.search(text):
        return text
    return _YOU.sub(lambda found: "My  " if found["own"] else "I  ", text)


def check_suits(text: str) -> None:
    """Raise InputError for a rank that lacks its suit, as in `the K of the 10 of hearts`."""
    if found := _NO_SUIT.search(text):
        span = found.span("first")
        raise Source(text).error(*span, f"`{found['first']}` has no suit", "name it")


def spelled_out(source: Source) -> Source:
    """The text with groups and lists in the words that the reader knows, all else in its place.

    Raises InputError for a number of cards of a suit, which names none.

    >>> spelled_out(Source("all the nines are gone")).text.rstrip()
    '; gone: 9c 9d 9h 9s;'
    """
    text = _OF.sub("of", source.text)
    text = as_mine(_TIME.sub(lambda found: " " * len(found[0]), text))
    if found := _NUMBER_OF_SUIT.search(text):
        raise source.error(
            *found.span(),
            f"`{found[0]}` does not say which cards",
            "name them, as in `gone: 4h 9h`",
        )
    if len({found[0] for found in _HEADS.finditer(text)}) >= _LEAST_HEADS:
        text = _HEADS.sub(lambda found: "♣♦♥♠"["CDHS".index(found[0])], text)
    text = _GLUED.sub(_unglued, _ENTITY.sub(_unglued, text))
    for pattern, cards_of in _GROUPS:
        text = pattern.sub(_in_place(source, cards_of), text)
    return source if text == source.text else Source(text, source.longest)


def said_before(text: str) -> tuple[str, Origin]:
    """The text with what is said behind a list before it, and where its stretches came from.

    >>> said, origin = said_before("7♥. 9♣ and 9♠ are gone.")
    >>> said, origin(10, 12)
    ('7♥. gone: 9♣ 9♠;      .', (4, 22))
    """
    moved = [found.span() for found in _SAID_BEHIND.finditer(text)]
    return _SAID_BEHIND.sub(lambda found: _behind(found, text), text), moved_within(moved)


def _unglued(found: re.Match[str]) -> str:
    """`2spades` and `&spades;2` as `2s`, padded."""
    names = found.groupdict()
    rank = names["rank"] or names["first"]
    suit = names["suit"] or names["behind"]
    return f"{rank}{suit[0].lower()}".ljust(len(found[0]))


_CardsOf = Callable[[re.Match[str], Source], list[Card]]


def _in_place(source: Source, cards_of: _CardsOf) -> Callable[[re.Match[str]], str]:
    """Put cards in the place of their words, as what is gone where that is said behind them."""

    def put(found: re.Match[str]) -> str:
        words = " ".join(map(str, cards_of(found, source)))
        if "gone" in found.groupdict():
            words = f"; gone: {words};"
        return words.ljust(len(found[0])) if len(words) <= len(found[0]) else found[0]

    return put


def _every(found: re.Match[str], _source: Source) -> list[Card]:
    return [Card.make(MANY[found["rank"].lower()], suit) for suit in Suit]


def _others(found: re.Match[str], source: Source) -> list[Card]:
    """The cards of a rank that are not named; raises InputError for another number of them."""
    rank = MANY[found["rank"].lower()]
    letter = "(?:10|T)" if rank == Rank.TEN else Rank(rank).letter
    left = [
        Card.make(rank, suit)
        for suit in Suit
        if not re.search(rf"(?<!\w){letter}(?:{suit.letter}|{suit.symbol})", source.text, re.I)
    ]
    count = _COUNTS.get((found["count"] or "").lower(), len(left))
    if len(left) != count or len(left) == len(Suit):
        raise source.error(
            *found.span(), f"`{found[0].strip()}`: {len(left)} are not named", "name the cards"
        )
    return left


def _behind(found: re.Match[str], text: str) -> str:
    """`9c and 9s are gone` as `gone: 9c 9s`.

    Of a list that goes on from a hand it is what the hand has no room for, of one behind another
    word what stands behind the last comma; where that is not clear, the words stay.
    """
    cards = list(_ONE.finditer(found["cards"]))
    begin = 0
    if len(cards) > HAND + 1:
        begin = HAND
    elif _ROLE.search(text[: found.start()]) or len(cards) == HAND + 1:
        comma = found["cards"].rfind(",")
        begin = next((at for at, card in enumerate(cards) if card.start() > comma), 0)
        if comma < 0 or len(cards) - begin < 2:
            return found[0]
    kept = found["cards"][: cards[begin].start()].rstrip(" ,&")
    said = " ".join(card[0] for card in cards[begin:])
    words = f"{kept}; gone: {said};" if kept else f"gone: {said};"
    return words.ljust(len(found[0])) if len(words) <= len(found[0]) else found[0]


_GROUPS: Final = ((_ALL, _every), (_OTHER, _others), (_HELD, _others))
"""The patterns that name cards by rank and color, and the cards that they name."""
