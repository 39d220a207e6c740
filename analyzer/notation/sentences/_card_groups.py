"""Cards by rank and suit apart, in any of the ways that people list them, as cards.

`4/5/6 ♠`, `three nines (missing the heart)`, `clubs: ace thru four`, `a pair of fives (♥♠)`
and `the red queens` become the cards that they are. The suit stands behind its ranks or before
them: both are tried by whoever reads the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from analyzer.game.cards import Card, Rank, Suit
from analyzer.notation._proof import Origin, patched
from analyzer.notation._tokens import RANK_LETTERS, SUIT_LETTERS, SUIT_SYMBOLS
from analyzer.notation.sentences._vocabulary import (
    COLORS,
    COUNTS,
    EXCLUDING,
    PLURALS,
    RANKS,
    SUIT_OF,
    THROUGH,
    words,
)

_CARD: Final = r"(?:10|[2-9TJQKA])(?:[cdhsCDHS]|[♣♦♥♠♤♡♢♧]\ufe0f?)"
_GLUED: Final = (
    r"(?<!\w)(?=\d*[TJQKA]|\d\d\d|12|23|34|45|56|67|78|89|(?<=[♣♦♥♠:]))(?:10|[2-9TJQKA]){2,}(?!\w)"
)
_TOKEN: Final = re.compile(
    rf"(?P<glued>{_GLUED})|(?P<ranged>(?<=[-–—/]){_CARD}(?![^\W_]))|(?P<cards>(?:{_CARD})+(?![^\W_]))|(?P<rank>(?:10|[2-9])['’]?s)\b|[^\W\d_]+(?:['’][^\W\d_]+)?"
    r"|\d+|[♣♦♥♠♤♡♢♧]\ufe0f?|\n|\S"
)
_PART: Final = re.compile(r"10|[^\W_]|[♣♦♥♠♤♡♢♧]\ufe0f?")
_BEHIND_RANK: Final = re.compile(r"(?<![^\W_])(?:10|[2-9TJQKA])[-–—/]$")
_NAMED: Final = {
    **{rank.noun: rank for rank in Rank},
    **{word: rank for word, noun in RANKS.items() for rank in Rank if rank.noun == noun},
    "10": Rank.TEN,
}  # fmt: skip
RANK_OF: Final = {word: int(rank) for word, rank in _NAMED.items() if word != "one"}
MANY: Final = {
    **{word + ("es" if word.endswith("x") else "s"): rank for word, rank in RANK_OF.items()},
    **{word: RANK_OF[noun] for word, noun in PLURALS.items()},
}
_SUITS: Final = {**{word: int(suit) for word, suit in SUIT_OF.items()}, **SUIT_SYMBOLS}
_ANY_SUIT: Final = frozenset(range(len(Suit)))
_BETWEEN: Final = words("card_groups_between")
_RANGE: Final = THROUGH | {"-", "–", "—", "..", "up"}
_SORRY: Final = frozenset({"wait", "sorry", "mean", "meant", "oops"})
_OF: Final = frozenset({"of", "the", "(", "[", "in", "both", ":"})
_RUNS: Final = frozenset({"run", "sequence", "straight", "meld"})
_INTRODUCES: Final = frozenset({":", "-", "–", "(", "[", "=", "the", ">", "from", "are", *_RUNS})
_LEADING: Final = words("leading")
_IN_EXCEPTION: Final = words("in_exception")
_REPEATS: Final = frozenset({"-", "–", "—", ","})
_LETTERS: Final = frozenset("TJQKA")
_SMALL: Final = frozenset("tjqk")


@dataclass(frozen=True, slots=True)
class _Token:
    """A word or a sign; the rank or suit that it may be."""

    text: str
    start: int
    end: int
    rank: int | None = None
    suit: int | None = None
    plural: bool = False
    perhaps: int | None = None
    """The rank of `2s` behind `both` or a color, where it is no card."""


_Tokens: TypeAlias = Sequence[_Token]


@dataclass(frozen=True, slots=True)
class _Group:
    """The cards that some tokens name."""

    cards: tuple[Card, ...]
    end: int
    """The place behind its last token."""


@lru_cache(maxsize=8)
def put_together(text: str, *, suit_first: bool = False) -> tuple[str, Origin]:
    """The text with every group of ranks and suits as the cards that it names, and where each
    stretch of it came from.

    >>> text, origin = put_together("4/5/6 ♠, Kh, three deuces (no spade), diamonds: ace thru 3")
    >>> text, origin(0, 2)
    ('4♠ 5♠ 6♠, Kh, 2♣ 2♦ 2♥, A♦ 2♦ 3♦', (0, 7))
    """
    tokens, out, end, at = _with_small_letters(list(_tokens(text))), "", 0, 0
    patches = []
    while at < len(tokens):
        group = _group(tokens, at, suit_first=suit_first)
        if group is None:
            said_again = tokens[at].rank is not None and _is_said_again(tokens, at)
            counted = _count(tokens, at)[1]
            at = _ranks(tokens, at)[1] if said_again else counted + 1  # not `3 A♣` of `3 aces`
            continue
        begin = _with_leading(tokens, at, len(group.cards))
        space = " " if text[tokens[group.end - 1].end :][:1].isalnum() else ""
        start, cards = (
            max(end, tokens[begin].start),
            " ".join(card.symbol for card in group.cards) + space,
        )
        out += text[end:start] + cards
        end, at = tokens[group.end - 1].end, group.end
        patches.append(((start, end), len(cards)))
    return out + text[end:], patched(patches)


def _tokens(text: str) -> Iterator[_Token]:
    before = ""
    for found in _TOKEN.finditer(text):
        if found["glued"] or (found["ranged"] and _BEHIND_RANK.search(text, 0, found.start())):
            yield from _parts_of(found)
            continue
        word = found[0].lower().replace("’", "'")
        bare = word.replace("'", "").rstrip("\ufe0f")
        rank, many = RANK_OF.get(bare), MANY.get(bare)
        if rank is None and (bare.isdigit() or found[0] in _LETTERS or _listed(text, found)):
            rank = RANK_LETTERS.get(bare)
        if found["rank"]:
            many = RANK_OF.get(bare[:-1], RANK_LETTERS.get(bare[0]))
        suit = _SUITS.get(bare, SUIT_LETTERS.get(bare) if before == "of" else None)
        before = word
        plural, perhaps = rank is None and many is not None, None
        if (found["cards"] or found["ranged"]) and bare[-1] == "s":
            perhaps = RANK_LETTERS.get(bare[:-1].replace("10", "t"))
        yield _Token(word, *found.span(), many if rank is None else rank, suit, plural, perhaps)


def _parts_of(found: re.Match[str]) -> Iterator[_Token]:
    """The ranks of `T98`, and the rank and the suit of `5-7♦`."""
    for part in _PART.finditer(found.string, *found.span()):
        word = part[0].lower()
        suit = SUIT_SYMBOLS.get(word[0], SUIT_LETTERS.get(word))
        yield _Token(word, *part.span(), RANK_LETTERS.get(word.replace("10", "t")), suit)


def _with_small_letters(tokens: list[_Token]) -> list[_Token]:
    """The tokens with `j q k` as ranks beside a rank or a suit."""
    for at, token in enumerate(tokens):
        if token.text in _SMALL:
            near = (tokens[to] for to in (at - 1, at + 1) if 0 <= to < len(tokens))
            if any(
                each.rank is not None or each.suit is not None or each.text in _SMALL
                for each in near
            ):
                tokens[at] = replace(token, rank=RANK_LETTERS[token.text])
    return tokens


def _listed(text: str, found: re.Match[str]) -> bool:
    """True of a small letter in a list of ranks: `10/j/q`."""
    around = text[found.start() - 1 : found.start()] + text[found.end() : found.end() + 1]
    return len(found[0]) == 1 and bool({"/", "-", "–"} & {*around})


def _group(tokens: _Tokens, at: int, *, suit_first: bool) -> _Group | None:
    count, begin = _count(tokens, at)
    if tokens[at].perhaps is not None and at and tokens[at - 1].text in COUNTS:
        several = replace(tokens[at], rank=tokens[at].perhaps, plural=True)
        return _said_of_all([*tokens[:at], several, *tokens[at + 1 :]], at, None)
    if tokens[at].text in COLORS:
        return _colored(tokens, at)
    if begin < len(tokens) and tokens[begin].rank is not None:
        group = _said_of_all(tokens, begin, count)
        if group is None and not suit_first:
            group = _ranks_then_suits(tokens, begin, count)
        return group
    return None if tokens[at].suit is None else _suit_then_ranks(tokens, at, suit_first=suit_first)


def _count(tokens: _Tokens, at: int) -> tuple[int | None, int]:
    """The number before a rank in the plural, and the place of the rank."""
    behind = at + 1
    while behind < len(tokens) and tokens[behind].text in {"of", "the"}:
        behind += 1
    number = COUNTS.get(tokens[at].text, int(tokens[at].text) if tokens[at].text in "234" else None)
    if number is None or behind >= len(tokens):
        return None, at
    lacks = (
        len(tokens[behind].text) > 1
        and _text(tokens, behind + 1 + (_text(tokens, behind + 1) == "(")) in EXCLUDING
    )  # `three king (except clubs)`
    if not tokens[behind].plural and (tokens[behind].rank is None or not lacks):
        return None, at
    return number, behind


_MOST: Final = 52
"""More ranks than a list has."""


def _ranks(tokens: _Tokens, at: int, first: int = -1) -> tuple[list[int], int]:
    """The ranks of a list with its ranges filled, and the place behind it."""
    ranks: list[int] = []
    before = between = frozenset[str]()
    nearest = (token.text for token in reversed(tokens[max(at - 4, 0) : at]))
    said = next((text for text in nearest if text != ","), "")
    joints = (_BETWEEN | _RANGE) - ({","} if said in _SORRY else frozenset())
    while at < len(tokens) and (rank := tokens[at].rank) is not None and len(ranks) < _MOST:
        behind = at + 1
        while behind < len(tokens) and tokens[behind].text in joints:
            if tokens[behind].text == "up" and not _names_rank(tokens, behind + 1):
                break  # `from the six up, two of hearts`
            behind += 1
        listed = behind < len(tokens) and tokens[behind].rank is not None
        listed = listed and not (
            tokens[behind].text in COUNTS and _text(tokens, behind + 1) in COLORS
        )
        listed = listed and (tokens[behind].plural or not tokens[at].plural)
        after = frozenset(token.text for token in tokens[at + 1 : behind] if listed)
        dashed = between & _RANGE - THROUGH
        headed = first >= 0 and (
            len(_text(tokens, first)) > 1 or _text(tokens, first + 1) == ":"
        )  # `clubs 8-3`
        to = between & THROUGH or (dashed and not dashed & (before | after) and not headed)
        if to and ranks and rank != ranks[-1]:
            step = 1 if rank > ranks[-1] else -1
            ranks += range(ranks[-1] + step, rank, step)
        ranks.append(rank)
        if not listed:
            return ranks, at + 1
        at, before, between = behind, between, after
    return ranks, at


def _is_said_again(tokens: _Tokens, at: int) -> bool:
    """True behind `no wait`: such a list goes no further than to its first comma."""
    return bool({token.text for token in tokens[max(0, at - 2) : at]} & _SORRY)


def _suits(tokens: _Tokens, at: int) -> tuple[list[int], int]:
    """The suits of a list, and the place behind it; one with ranks of its own is none of it."""
    suits: list[int] = []
    end = at
    while at < len(tokens) and (suit := tokens[at].suit) is not None:
        has_ranks = at + 1 < len(tokens) and tokens[at + 1].rank is not None
        if suits and has_ranks:
            break
        suits.append(suit)
        end = at = at + 1
        while at < len(tokens) and tokens[at].text in _BETWEEN | {"of"}:
            if tokens[at].text == "of" and tokens[at - 1].text == ",":
                return suits, end  # `King of hearts, of diamonds`: a rank is missing
            at += 1
    return suits, end


def _names_rank(tokens: _Tokens, at: int) -> bool:
    """True of `six`, `the six` and `to the six`."""
    while _text(tokens, at) in THROUGH | {"the"}:
        at += 1
    return at < len(tokens) and tokens[at].rank is not None


def _closed(tokens: _Tokens, first: int, end: int) -> int:
    """The place behind a bracket that was opened."""
    opened = any(token.text in {"(", "["} for token in tokens[first:end])
    closes = opened and end < len(tokens) and tokens[end].text in {")", "]"}
    return end + 1 if closes else end


def _ranks_then_suits(tokens: _Tokens, at: int, count: int | None) -> _Group | None:
    ranks, behind = _ranks(tokens, at)
    first = behind
    while behind < len(tokens) and tokens[behind].text in _OF:
        if tokens[behind].text in {"in", ":"} and not (ranks[1:] or tokens[first - 1].plural):
            return None  # `a run of three in hearts`
        behind += 1
    suits, end = _suits(tokens, behind)
    if _text(tokens, end) == "(" and end + 1 < len(tokens) and tokens[end + 1].rank is not None:
        return None  # `five hearts (4, 5 and 9)`
    if len(ranks) == 1:
        pairs = [(ranks[0], suit) for suit in suits]
    elif len(suits) == 1:
        pairs = [(rank, suits[0]) for rank in ranks]
    elif len(ranks) == len(suits) and len({*ranks}) == 1:
        pairs = list(zip(ranks, suits, strict=True))
    else:
        return None
    counted = _text(tokens, end) in {"are", "were", "have", "left"} or (
        behind == at + 1 and _text(tokens, end) == "from" and _names_rank(tokens, end + 1)
    )
    if not pairs or (count is not None and count != len(pairs)) or (counted and len(pairs) < 2):
        return None  # `4 hearts are gone`, `4 clubs from the six up`
    return _made(pairs, _closed(tokens, at, end))


def _suit_then_ranks(tokens: _Tokens, at: int, *, suit_first: bool) -> _Group | None:
    suit, behind = tokens[at].suit, at + 1
    while behind < len(tokens) and tokens[behind].text in _INTRODUCES:
        behind += 1
    ranks, end = _ranks(tokens, behind, at)
    if suit is None or not ranks:
        return None
    if "from" in {token.text for token in tokens[at:behind]} and _text(tokens, end) == "up":
        return _from_a_rank_up(tokens, at, ranks[0], end + 1)
    after = end
    while after < len(tokens) and tokens[after].text in {"of", "the"}:
        after += 1
    follows = after < len(tokens) and tokens[after].suit is not None
    follows = follows and not _heads_each(tokens, after)
    commas = [place for place in range(behind, end) if tokens[place].text == ","]
    if follows and not suit_first and commas:  # the ranks behind the last comma are of that suit
        ranks, end = _ranks(tokens[: commas[-1]], behind)
        follows = False
    lone = behind > at + 1 and len(ranks) < 2 and tokens[at + 1].text not in {":", "("}
    if not suit_first and (follows or lone):
        return None
    return _made([(rank, suit) for rank in ranks], _closed(tokens, at, end))


def _from_a_rank_up(tokens: _Tokens, at: int, low: int, end: int) -> _Group | None:
    """`4 clubs from the six up`."""
    count = tokens[at - 1].rank if at else None
    if count is None or low + count >= len(Rank):
        return None
    return _made([(low + step, tokens[at].suit or 0) for step in range(count + 1)], end)


def _heads_each(tokens: _Tokens, at: int) -> bool:
    """True if from a suit on each stands before its ranks, to the last: `hearts 7 8, clubs 2`."""
    while at < len(tokens) and tokens[at].suit is not None:
        at += 1
        while at < len(tokens) and tokens[at].text in _INTRODUCES:
            at += 1
        ranks, behind = _ranks(tokens, at)
        if not ranks:
            return False
        at = behind
        while at < len(tokens) and tokens[at].text in _BETWEEN:
            at += 1
    return at >= len(tokens) or tokens[at].text not in {"of", "("}


def _said_of_all(tokens: _Tokens, at: int, count: int | None) -> _Group | None:
    """`three nines (missing the heart)`, `jacks in every suit but hearts`, `10-10 black`."""
    rank, behind, plural = tokens[at].rank, at + 1, tokens[at].plural
    while (again := behind + (_text(tokens, behind) in _REPEATS)) < len(tokens):
        if rank is None or tokens[again].rank != rank or plural or (count or 0) > len(Suit):
            break
        count, behind = 1 + (count or 1), again + 1
    begin = behind
    while _text(tokens, behind) in _IN_EXCEPTION:
        behind += 1
    several, word = plural or count is not None, _text(tokens, behind)
    if rank is None or word not in {*EXCLUDING, *COLORS}:
        return None
    if word in COLORS:
        ahead = tokens[behind + 1] if behind + 1 < len(tokens) else None
        of_next = ahead is not None and (ahead.rank is not None or ahead.perhaps is not None)
        end = behind + 1 + (_text(tokens, behind + 1) == "ones")
        left = ["cdhs".index(letter) for letter in COLORS[word]]
        return (
            None
            if of_next or not several or count not in {None, len(left)}
            else _made([(rank, suit) for suit in left], _closed(tokens, at, end))
        )
    behind += 1
    while _text(tokens, behind) in {"the", "in", "of", "a", "for"}:
        behind += 1
    suits, end = _suits(tokens, behind)
    left = sorted(_ANY_SUIT - {*suits})
    every = {token.text for token in tokens[begin:behind]} & {"all", "every", "each"}
    if not suits or not (several or every) or count not in {None, len(left)}:
        return None
    return _made([(rank, suit) for suit in left], _closed(tokens, at, end))


def _text(tokens: _Tokens, at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""


def _colored(tokens: _Tokens, at: int) -> _Group | None:
    """`the red queens`: both of them."""
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    rank = None if behind is None else behind.rank if behind.plural else behind.perhaps
    if rank is None:
        return None
    suits = ["cdhs".index(letter) for letter in COLORS[tokens[at].text]]
    return _made([(rank, suit) for suit in suits], at + 2)


def _made(pairs: Sequence[tuple[int, int]], end: int) -> _Group:
    return _Group(tuple(Card.make(rank, suit) for rank, suit in pairs), end)


def _with_leading(tokens: _Tokens, at: int, size: int) -> int:
    """The place where the words that lead to a group begin: `a run of three in`, `both`."""
    begin = at
    numbers = {str(size), *(word for word, count in COUNTS.items() if count == size)}
    names = {rank.noun for rank in Rank if int(rank) + 1 == size}
    while begin and tokens[begin - 1].text in _LEADING | _RUNS | numbers | names | {"in", "one"}:
        begin -= 1
    leading = {token.text for token in tokens[begin : at + 1]}
    if leading & (_RUNS | numbers | names | {"pair", "both", "one"}):
        return begin
    return at - 1 if at and tokens[at - 1].text in {"a", "an"} else at
