"""A text as tokens: words, numbers and signs, with the ranks and suits that each may be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from analyzer.notation._tokens import is_slip
from analyzer.notation.encoder._numbers import MOST_WORDS, beginnings, numbers
from analyzer.notation.languages import dictionaries
from analyzer.notation.languages._turn_over import fold
from analyzer.resources import texts_beside

WORDS: Final = texts_beside(__file__, "words.toml")
SUITS: Final = "cdhs"
RANKS: Final = "A23456789TJQK"
COLORS: Final = {
    word: frozenset(suits)
    for color, suits in (("red", (1, 2)), ("black", (0, 3)))
    for word in WORDS["colors"][color]
}
_SYMBOLS: Final = dict(zip("♣♦♥♠♧♢♡♤❤", (0, 1, 2, 3, 0, 1, 2, 3, 2), strict=True))
_CARD: Final = r"(?:10|[2-9TJQKA]|1(?!\d))"
_GLUED: Final = re.compile(
    rf"(?=\w*[\dTJQKA])(?:{_CARD}+[cdhs])+|(?:[tjqka2-9]|10)[cdhs]|[cdhs][tjqka2-9]"
    rf"|(?:{_CARD}+[CDHS])+|[CDHScdhs]{_CARD}+|(?!\d+$){_CARD}{{2,}}|{_CARD}+[cdhs]{{2,4}}"
    r"|(?:[tjqka]{2,4}|(?:10|[tjqka2-9]){2,4}(?=[cdhs]$))[cdhs]|(?!asks$)(?:[tjqka2-9][cdhs]){2,11}"
    r"|1[0-3][cdhsCDHS]|[cdhsCDHS]1[0-3]|(?:[CDHS](?:10|[2-9TJQKA])){2,11}"
    r"|234|345|456|567|678|789|2345|3456|4567|5678|6789|([2-9])\1{2,3}|[2-9A]{2,}10"
)
"""A word that is cards: `7h`, `KQJh`, `7h8h`, `h10`, `A23`, `4cds`, `h13`."""
_FOREIGN: Final = re.compile(
    r"(?!OF)(?:(?:10|[2-9]|[AKQJTRDVBHWFКДВТ])[PCKTFHQEOSRПЧБТКВ]"
    r"|[PCKTFHQEOSRПЧБТКВ](?:10|[2-9]|[AKQJTRDVBHWFКДВТ]))"
)
_SUIT_BEFORE: Final = re.compile(r"(?P<suit>[^\W\d_]{2,3})(?:10|[2-9]|[AKQJTDBVHRFW])")
_RANKS_BEFORE: Final = re.compile(
    r"(?P<ranks>(?:10|[2-9])+|[AKQJTDBVHRFWkqjta])(?P<suit>[^\W\d_]{2,})"
)
_LEAST: Final = 3
"""Letters of a rank, or of a suit, that begins a word."""
_SMALL: Final = re.compile(r"(?:10|[2-9]|[AKQJTRDVBHWFКДВТ])[pcktfhqeosrdпчбткв]|[ткдв][пчбтк]")
"""A card whose suit is a small letter, in any language."""
_TELLING: Final = re.compile(r"\b(?:10|[2-9AKQJ])[pqfoektчбпкт]\b")
"""The same, and not in English; so many of them tell that a text's cards are of this form."""
_SEVERAL: Final = 3
_HOLDING: Final = re.compile(r"(?:10|[2-9]){2,7}")
"""Ranks behind a suit: `♥ 874`."""
_BEHIND_SUIT: Final = re.compile(r"(?:[♣♦♥♠]|(?<![^\W_])[CDHS])[: ]{0,2}$")
_PAIR: Final = re.compile(r"([2-9])\1")
_OF_SUITS: Final = re.compile(r" ?\((?:[cdhs♣♦♥♠][,/+ ]*){2}\)| (?:red|black)\b")
_NEIGHBORS: Final = re.compile("|".join(f"{low}{low + 1}|{low + 1}{low}" for low in range(2, 9)))
_OF_SUIT: Final = re.compile(r"(?i) ?(?:[♣♦♥♠]|(?:of )?(?:club|diamond|heart|spade)s?\b)")
_COUNTED: Final = re.compile(r"(10|[2-9])(?:er|ers|en|ki)")
"""A rank as the name of several cards: `4er`, `8en`."""
_RANK: Final = re.compile("10|[2-9TJQKA]")
_SEVERAL_OF: Final = re.compile(r"['’]s\b")
_IN_BRACKETS: Final = re.compile(r"(?!.*(.).*\1)[cdhs]{2,4}")
_PIECE: Final = re.compile(r"1[0-3]|.")
_SELECTORS: Final = frozenset("\ufe0e\ufe0f\u20e3")
"""Behind a sign, how it is drawn."""
_SIGNS: Final = {"🔟": 9, "🅰": 0}
_TOKEN: Final = re.compile(
    r"(?P<glyph>[\U0001f0a1-\U0001f0de])|(?P<word>[^\W_]+)|(?P<tie>(?<=[^\W_])['’](?=[^\W_]))"
    r"|(?P<line>\n[ \t\r\n]*)|(?P<sign>[^\s\w]|_)"
)
_HUMP: Final = re.compile(
    r"(?<=[a-z]{2})(?=[A-Z][a-z])|(?<=[a-z]Of)(?=[A-Z][a-z])|(?<=[a-z]{4})(?=[AJQKT]$)"
    r"|(?<=[a-z]{2})(?=\d)|(?<=\d)(?=[a-z]{3})"
)
_LONG: Final = 48
"""Letters of a word that is longer than eleven cards."""
_SHORT: Final = 5
"""The least letters of a word that may be a rank or a suit misspelled."""


@dataclass(frozen=True, slots=True)
class TextToken:
    """A word, a number or a sign."""

    text: str
    """In small letters without accents; of the parts of `7h` the part."""
    start: int
    end: int
    ranks: frozenset[int] = frozenset()
    """The ranks that it may be: an ace is 0."""
    suits: frozenset[int] = frozenset()
    """The suits that it may be, in the order of `SUITS`."""
    is_color: bool = False
    """True of `red` and `black`, which are two suits at once."""
    number: int | None = None
    glued: bool = False
    """True of what stands in one word with the token before."""
    whole: str = ""
    """The word that it is a part of."""
    capital: bool = False
    plural: bool = False
    slip: bool = False
    """True of a word that is a rank or a suit only where it is misspelled."""


Values = dict[str, frozenset[int]]


@cache
def _lexicon() -> tuple[Values, Values, frozenset[str]]:
    """Words that are ranks, those that are suits, and which of the ranks are plurals."""
    ranks, suits, plurals = Values(), Values(), set[str]()

    def put(table: Values, word: str, value: int) -> None:
        table[fold(word)] = table.get(fold(word), frozenset()) | {value}

    for at, forms in enumerate(WORDS["ranks"].values()):
        for word in forms:
            put(ranks, word, at)
            plurals |= {word} if word.endswith("s") else set()
    for name in ("suits", "inflected_suits"):
        for suit, forms in WORDS[name].items():
            for word in forms:
                put(suits, word, SUITS.index(suit))
    for rank, forms in WORDS["inflected_ranks"].items():
        for word in forms:
            put(ranks, word, RANKS.index(rank))
    for each in dictionaries():
        for word, name in (*each.ranks.items(), *each.plurals.items()):
            put(ranks, word, RANKS.index(name.replace("10", "T")))
        plurals |= {fold(word) for word in each.plurals}
        for word, name in each.suits.items():
            put(suits, word, SUITS.index(name[0]))
    return ranks, suits, frozenset(plurals)


@cache
def _letters() -> tuple[Values, Values]:
    """The one-letter indices of all languages, ranks and suits."""
    ranks = {letter: frozenset({at}) for at, letter in enumerate(RANKS)}
    suits = {letter: frozenset({at}) for at, letter in enumerate(SUITS.upper())}
    for each in dictionaries():
        for letter, rank in each.rank_letters.items():
            known = RANKS.find(rank.replace("10", "T"))
            ranks[letter] = ranks.get(letter, frozenset()) | {known}
        for letter, suit in each.suit_letters.items():
            suits[letter] = suits.get(letter, frozenset()) | {SUITS.index(suit)}
    return ranks, suits


def tokens(text: str) -> list[TextToken]:
    """Take a text apart.

    >>> [(each.text, *each.ranks, *each.suits) for each in tokens("7h, queens")]
    [('7', 6), ('h', 2), (',',), ('queens', 11)]
    """
    return list(_with_numbers_joined(text, [*_with_symbols_glued(text, _tokens(text))]))


def _with_numbers_joined(text: str, parts: Sequence[TextToken]) -> Iterator[TextToken]:
    """Make one token of the words of one number: `seventy-two`, `trinta e dois`."""
    at = 0
    while at < len(parts):
        first, size = parts[at], 1
        if first.text in beginnings():
            size = max(_sizes(parts[at : at + 2 * MOST_WORDS]))
        if size == 1:
            yield first
        else:
            number, end = numbers()[_spaced(parts[at : at + size])], parts[at + size - 1].end
            words = fold(text[first.start : end])
            yield TextToken(words, first.start, end, number=number, capital=first.capital)
        at += size


def _sizes(parts: Sequence[TextToken]) -> Iterator[int]:
    """The tokens of each number that begins with the first of some."""
    yield 1
    for size in range(2, len(parts) + 1):
        if _spaced(parts[:size]) in numbers() and parts[size - 1].text != "-":
            yield size


def _spaced(parts: Sequence[TextToken]) -> str:
    return " ".join(each.text for each in parts if each.text != "-")


def _with_symbols_glued(text: str, parts: Iterable[TextToken]) -> Iterator[TextToken]:
    """Make the symbol of a suit part of a word with the rank before it, or else behind it."""
    before = TextToken("", -1, -1)
    for token in parts:
        to_rank = token.text in _SYMBOLS and bool(before.ranks)
        to_symbol = before.text in _SYMBOLS and not before.glued and bool(token.ranks)
        is_glued = (to_rank or to_symbol) and {*text[before.end : token.start]} <= _SELECTORS
        before = replace(token, glued=token.glued or is_glued)
        yield before


def _tokens(text: str) -> Iterator[TextToken]:
    small = len(_TELLING.findall(text)) >= _SEVERAL
    past = 0
    for hit in _TOKEN.finditer(text):
        start, end = hit.span()
        if hit["tie"] or hit[0] in _SELECTORS or start < past:
            continue
        if _RANK.fullmatch(hit[0]) and (several := _SEVERAL_OF.match(text, end)):
            past = several.end()
            yield replace(next(_parts(hit[0], start, None)), plural=True)
            continue
        if counted := _COUNTED.fullmatch(hit[0]):
            yield replace(next(_parts(counted[1], start, None)), end=end, plural=True)
            continue
        if hit["glyph"]:
            yield from _of_glyph(hit[0], start)
        elif hit["line"]:
            yield TextToken("\n" * min(2, hit[0].count("\n")), start, end)
        elif hit["sign"]:
            suit, rank = _SYMBOLS.get(hit[0]), _SIGNS.get(hit[0])
            end += text[end : end + 1] in _SELECTORS
            yield TextToken(hit[0], start, end, _known(rank), _known(suit))
        elif len(hit[0]) > _LONG:
            yield TextToken(fold(hit[0]), start, end)
        elif small and _SMALL.fullmatch(hit[0]):
            yield from _parts(hit[0], start, _PIECE, small=True)
        elif _GLUED.fullmatch(hit[0]) or _FOREIGN.fullmatch(hit[0]) or _is_parted(text, start, end):
            yield from _parts(hit[0], start, _PIECE)
        else:
            yield from _parts(hit[0], start, None)


def _is_parted(text: str, start: int, end: int) -> bool:
    """True of ranks behind a suit, of a pair before its suits, and of suits in brackets."""
    word = text[start:end]
    if _HOLDING.fullmatch(word):
        ranks = [*map(int, _PIECE.findall(word))]
        is_ordered = len({*ranks}) == len(ranks) and ranks in (sorted(ranks), sorted(ranks)[::-1])
        beside = text[end : end + 1] in _SYMBOLS or _BEHIND_SUIT.search(
            text[max(0, start - 4) : start]
        )
        if is_ordered and beside:
            return True
        if _NEIGHBORS.fullmatch(word):
            return _OF_SUIT.match(text, end) is not None
        return bool(_PAIR.fullmatch(word) and _OF_SUITS.match(text, end))
    return (
        bool(_IN_BRACKETS.fullmatch(word)) and text[start - 1 : start] + text[end : end + 1] == "()"
    )


def _of_glyph(glyph: str, start: int) -> Iterator[TextToken]:
    """The rank and the suit of a card in one sign; among its ranks is a knight behind the jack."""
    rank = (ord(glyph) & 15) - 1
    if 0 <= rank < len(RANKS) + 1 and rank != RANKS.index("Q"):
        ranks = _known(rank - (rank > RANKS.index("J")))
        suit = _known(3 - ((ord(glyph) >> 4 & 15) - 10))
        yield TextToken("rank", start, start + 1, ranks, whole=glyph)
        yield TextToken("suit", start, start + 1, suits=suit, glued=True, whole=glyph)


def _known(value: int | None) -> frozenset[int]:
    return frozenset() if value is None else frozenset({value})


def _parts(
    word: str, start: int, pieces: re.Pattern[str] | None, *, small: bool = False
) -> Iterator[TextToken]:
    """The tokens of one word: of glued cards each rank and suit, of `handSize` each hump."""
    seams: tuple[int, ...] = ()
    if pieces is not None:
        cuts = [hit.start() for hit in pieces.finditer(word)]
    else:
        seams = _seams(word)
        cuts = [0, *(seams or (hit.start() for hit in _HUMP.finditer(word)))]
    whole = fold(word)
    for number, (begin, end) in enumerate(zip(cuts, [*cuts[1:], len(word)], strict=True)):
        part = word[begin:end].upper() if small else word[begin:end]
        token = _word(part, start + begin, start + end, glued=pieces is not None or bool(seams))
        yield replace(token, glued=number > 0, whole=whole)


@lru_cache(maxsize=4096)
def _seams(word: str) -> tuple[int, ...]:
    """The places where parts of cards begin in one word: `hartenboer`, `Ka5`, `45clubs`."""
    ranks, suits, _ = _lexicon()
    plain = fold(word)
    if len(plain) != len(word) or plain in suits | ranks:
        return ()
    hit = _SUIT_BEFORE.fullmatch(word)
    if hit and hit["suit"].lower() in _short_suits():
        return (hit.end("suit"),)
    if hit := _RANKS_BEFORE.fullmatch(word):
        cuts = [each.start() for each in _PIECE.finditer(hit["ranks"])][1:]
        suit = fold(hit["suit"])
        if suit in suits | _short_suits() and len(suit) >= 2 + hit["ranks"].islower():
            return (*cuts, hit.start("suit"))
    for at in range(_LEAST, len(word) - 1):
        first, second = plain[:at], plain[at:]
        if (first in suits and second in ranks) or (first in ranks and second in suits):
            return (at,)
    return ()


@cache
def _short_suits() -> Values:
    """Suits cut short, as they stand only in one word with a rank: `Ka5`."""
    table = Values()
    for suit, forms in WORDS["short_suits"].items():
        for word in forms.split():
            table[word] = table.get(word, frozenset()) | {SUITS.index(suit)}
    return table


def _word(word: str, start: int, end: int, *, glued: bool) -> TextToken:
    plain = fold(word.replace("’", "'"))
    ranks, suits, plurals = _lexicon()
    number = int(plain) if plain.isdigit() and len(plain) <= 3 else numbers().get(plain)
    capital = word[:1].isupper()
    if len(word) == 1 and not word.isdigit():
        upper = word.upper() if glued or capital or word in "jqkatcdhsvbrw" else ""
        rank_of, suit_of = _letters()
        of_rank, of_suit = rank_of.get(upper, frozenset()), suit_of.get(upper, frozenset())
        if glued and not capital:  # a small letter is English
            of_rank, of_suit = (
                frozenset(at for at in found if names[at].lower() == plain)
                for found, names in ((of_rank, RANKS), (of_suit, SUITS))
            )
        return TextToken(plain, start, end, of_rank, of_suit, capital=capital)
    if word.isdigit():
        value = number if number is not None else 99
        of_rank = frozenset({value - 1} if 1 <= value <= len(RANKS) else ())
        return TextToken(plain, start, end, of_rank, number=number)
    base = plain.removesuffix("'s")
    of_rank, of_suit = ranks.get(base, frozenset()), suits.get(base, frozenset())
    if glued and not (of_rank or of_suit):
        of_suit = _short_suits().get(base, frozenset())
    is_color = base in COLORS
    of_suit = COLORS[base] if is_color else of_suit
    slip = not (of_rank or of_suit) and len(base) >= _SHORT
    if slip:
        of_rank, of_suit = _meant(base)
    return TextToken(
        plain, start, end, of_rank, of_suit, is_color, number,
        plural=base in plurals, capital=capital, slip=slip,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _meant(word: str) -> tuple[frozenset[int], frozenset[int]]:
    """The ranks and the suits that a word may be misspelled for."""
    ranks, suits, _ = _lexicon()
    return _slips(word, ranks, _SHORT - 1), _slips(word, suits, _SHORT)


def _slips(word: str, names: Values, least: int) -> frozenset[int]:
    return frozenset(
        value for name, values in names.items()
        if len(name) >= least and name[0] == word[0] and is_slip(word, name) for value in values
    )  # fmt: skip


def in_digits(text: str, *, padded: bool = True) -> str:
    """The text with its number words in digits; `padded`, each letter stands where it stood.

    >>> in_digits("seventeen left, twenty-two to two")
    '17        left, 22         to 2  '
    >>> in_digits("dreiundsechzig: one", padded=False)
    '63: one'
    """
    plain, past = "", 0
    for each in tokens(text):
        is_word = each.text[0].isalpha() and not each.glued and each.text not in _SELDOM
        if each.number is not None and is_word:
            size = each.end - each.start
            value = str(each.number).ljust(size)[:size] if padded else str(each.number)
            plain, past = plain + text[past : each.start] + value, each.end
    return plain + text[past:]


_SELDOM: Final = frozenset({"one", "due", "dos", "sei", "cent"})
"""Numbers that are seldom meant: `one`, and those that are other words of other languages."""
