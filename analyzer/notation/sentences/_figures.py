"""The score, the cards left in the stock and the knock limit, by the words that stand beside them.

For texts whose cards are read and of whose numbers no phrase is known. A number is taken only where
there is no other that it could be; whatever is left is said not to be used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from analyzer.notation.placing._tokens_of_text import in_digits
from analyzer.notation.sentences._vocabulary import known_words
from analyzer.resources import texts_beside

_WORDS: Final[Mapping[str, Any]] = texts_beside(__file__, "figures.toml")
Span = tuple[int, int]


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.I)


_STOCK: Final = _WORDS["stock_words"]
_N: Final = (
    r"(?<![\w.])(?P<{}>\d{{1,2}})(?![\w.]?\d)(?!\w)(?!\s*(?:d[eio]|d['’]|of|[♣♦♥♠]|times)\b)"
)
_LEFT_IN: Final = _pattern(
    rf"{_N.format('n')}\s*{_WORDS['cards']}[^.\n\d;,/|]{{0,24}}?\b{_STOCK}\b"
    rf"|\b{_STOCK}\b[^.\n\d;,]{{0,28}}?{_N.format('m')}"
    rf"|{_N.format('k')}\s*{_WORDS['cards']}{_WORDS['left']}\b"
    rf"|\b{_WORDS['left']}\b[^.\n\d;]{{0,14}}?{_N.format('l')}\s*{_WORDS['cards']}"
    rf"|\b(?:{_STOCK}|left)\b[^.\d]*\n(?:\W*\w+\W*){{0,4}}?{_N.format('j')}\W*$".replace(
        "$", r"(?=\n|$)"
    )
)
_LIMIT: Final = _pattern(_WORDS["limit"])
_SCORE: Final = _pattern(_WORDS["score"])
_LEADING: Final = _pattern(_WORDS["leading"])
_TRAILING: Final = _pattern(_WORDS["trailing"])
_FAVORED: Final = _pattern(_WORDS["favored"])
_MINE: Final = frozenset(_WORDS["mine"])
_THEIRS: Final = frozenset(_WORDS["theirs"])
_SENTENCE: Final = re.compile(r"(?:[^.;!?\n]|\.(?=\w))+")
_CLAUSE: Final = re.compile(r"[^.;!?\n,()/]+")
_TOKEN: Final = re.compile(r"(?<![\w.:])\d{1,3}(?![\w%]|[.:]\d)|[^\W\d_]+(?:['’][^\W\d_]+)?|[-–]")
_STAMP: Final = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?\b")
_NEAR: Final = 5
_CARD_BEHIND: Final = re.compile(
    r"[\s-]*(?:(?:of\s+)?(?:clubs?|diamonds?|hearts?|spades?)\b|[♣♦♥♠]|(?:or|and|,|to|-)?\s*\d*\s*of\b)",
    re.I,
)
_CARD_BEFORE: Final = re.compile(
    r"(?:[♣♦♥♠]\s*|\b(?:clubs?|diamonds?|hearts?|spades?)[\s:-]*)$", re.I
)
_CLOSE: Final = 3
_AHEAD: Final = re.compile(r"\b(?:lead\w*|ahead|winning|trail\w*|behind|losing)\b", re.I)
_NAME: Final = re.compile(r"[^\W\d_a-z][^\W\d_]+")
_OF_ME: Final = re.compile(r"\b(?:i|i['’]\w+|im|ive|my|me|mine)\b", re.I)
_OVER_ME: Final = re.compile(r"\bbeating me\b", re.I)
_AS_FAR_AS: Final = frozenset(_WORDS["as_far_as"])
_HUNDREDS: Final = frozenset({100, 150, 200, 250, 300, 500})


@dataclass(frozen=True, slots=True)
class ToldNumbers:
    """The numbers of a text that are no cards, each with its place."""

    score: tuple[tuple[int, int], Span] | None = None
    stock: tuple[int, Span] | None = None
    limit: tuple[int, Span] | None = None


def figures_in(text: str) -> ToldNumbers:
    """The score, the stock and the limit that a text tells, as far as it is clear which they are.

    >>> figures_in("Stock is down to fourteen. My score is 74, hers 71 - first to a hundred.")
    ToldNumbers(score=((74, 71), (39, 50)), stock=(14, (17, 25)), limit=None)
    """
    plain = _STAMP.sub(lambda hit: " " * len(hit[0]), in_digits(text))
    stock = _only({(int(number), span) for number, span in _stocks(plain)})
    limits = list(_LIMIT.finditer(plain))
    named = [(int(each["m"]), each.span("m")) for each in limits if each["m"]]
    limit = _only({*named} or {(int(each["n"]), each.span("n")) for each in limits})
    taken = {each[1] for each in (stock, limit) if each is not None}
    scores = [(pair, _whole(text, span)) for pair, span in set(_scores(plain, taken))]
    stock, limit = (each and (each[0], _whole(text, each[1])) for each in (stock, limit))
    return ToldNumbers(scores[0] if len(scores) == 1 else None, stock, limit)


def tells_lead(text: str) -> bool:
    """True if a text says who is ahead."""
    return _AHEAD.search(text) is not None


def _whole(text: str, span: Span) -> Span:
    """The place of a number with the rest of its word: in digits, words are shorter."""
    start, end = span
    while text[end : end + 1].isalpha():
        end += 1
    return start, end


def _only(hit: set[tuple[int, Span]]) -> tuple[int, Span] | None:
    """The one number of several places; None where they differ."""
    return min(hit, key=lambda each: each[1]) if len({number for number, _ in hit}) == 1 else None


def _stocks(text: str) -> Iterator[tuple[str, Span]]:
    for hit in _LEFT_IN.finditer(text):
        name = str(hit.lastgroup)
        if int(hit[name]) <= 31 and not _is_card(text, *hit.span(name)):
            yield hit[name], hit.span(name)


def _is_card(text: str, start: int, end: int) -> bool:
    """True of a number that is the rank of a card."""
    return bool(_CARD_BEHIND.match(text, end) or _CARD_BEFORE.search(text[:start]))


def _scores(text: str, taken: set[Span]) -> Iterator[tuple[tuple[int, int], Span]]:
    """Pairs of numbers, mine first, each of a sentence that has no more."""
    for sentence in (*_SENTENCE.finditer(text), *_CLAUSE.finditer(text)):
        tokens = list(_TOKEN.finditer(text, *sentence.span()))
        numbers = [
            at for at, each in enumerate(tokens)
            if each[0].isdigit() and each.span() not in taken and not _is_card(text, *each.span())
            and not (int(each[0]) in _HUNDREDS and at and tokens[at - 1][0].lower() in _AS_FAR_AS)
        ]  # fmt: skip
        if len(numbers) > 2:  # `41 to 18 (he's 41)`
            places = {tokens[at][0]: at for at in reversed(numbers)}
            numbers = sorted(places.values())
        if len(numbers) != 2:
            continue
        sides = _sides([each[0].replace("’", "'") for each in tokens], numbers)
        values = [int(tokens[at][0]) for at in numbers]
        span = (tokens[numbers[0]].start(), tokens[numbers[1]].end())
        span = span[0], span[0] + len(text[slice(*span)].rstrip())
        cued = any(cue.search(sentence[0]) for cue in (_SCORE, _LEADING, _TRAILING, _FAVORED))
        if {*sides} == {"mine", "theirs"}:
            yield (tuple(values) if sides[0] == "mine" else tuple(values[::-1])), span  # type: ignore[misc]
        elif cued and numbers[1] - numbers[0] <= 2:
            low, high = sorted(values)
            ahead, beyond = _LEADING.search(sentence[0]), _TRAILING.search(sentence[0])
            if favored := _FAVORED.search(sentence[0]):
                yield (high, low) if favored["me"] else (low, high), span
            elif bool(ahead) == bool(beyond):
                yield (values[0], values[1]), span
            else:
                first = (ahead or beyond).start()  # type: ignore[union-attr]
                mine = _I.search(sentence[0][:first]) or " my " in sentence[0][first:]
                mine = mine or not _OF_ME.search(text)  # told of another, whose hand it is
                mine = bool(mine) and not _OVER_ME.search(sentence[0])
                yield (high, low) if mine == bool(ahead) else (low, high), span


_I: Final = re.compile(
    r"\b(?:i|i['’]m|im|we|we['’]re|ich|yo|voy|eu|io|ik)\b[^.]{0,24}$|^\W*$", re.I
)


def _sides(words: list[str], numbers: list[int]) -> list[str]:
    """Whose each number is: of whoever is named before it, or of whoever behind it."""
    named = [
        (at, "mine" if word.lower() in _MINE else "theirs")
        for at, word in enumerate(words)
        if word.lower() in _MINE | _THEIRS and min(abs(at - number) for number in numbers) <= _NEAR
    ]
    ahead = [side for at, side in named if at < numbers[0]]
    if len(ahead) == len(named) == len({*ahead}) == 2:  # `me - opponent | 66 - 81`
        return ahead
    before = [[side for at, side in named if at < number][-1:] for number in numbers]
    beyond = [[side for at, side in named if at > number][:1] for number in numbers]
    hit = before if before[0] and before[0] != before[1] else beyond
    sides = [side for each in hit for side in each]
    return sides if {*sides} == {"mine", "theirs"} else _by_name(words, numbers) or sides


def _by_name(words: list[str], numbers: list[int]) -> list[str]:
    """`I'm 62 and Kev is on 77`: one number is mine, and one of somebody with a name."""
    sides, start = list[str](), 0
    for number in numbers:
        near = words[max(start, number - _CLOSE) : number]
        mine = any(word.lower() in _MINE for word in near)
        name = any(_NAME.fullmatch(word) and word.lower() not in known_words() for word in near)
        sides.append("mine" if mine else "theirs" if name else "")
        start = number + 1
    return sides if {*sides} == {"mine", "theirs"} else []
