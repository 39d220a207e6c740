"""A text as what tells the end of a game: persons, cues, numbers, sums, and lists of cards."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from analyzer.game.cards import Card
from analyzer.notation.encoder.tokens import RANKS, TextToken, in_digits, tokens
from analyzer.notation.languages._turn_over import fold
from analyzer.resources import texts_beside

WORDS: Final[dict[str, Any]] = texts_beside(__file__, "ends.toml")
ME, THEY, BOTH = "me", "they", "you"
_COURT: Final = 10
"""The deadwood of a court card, and the highest number on a card."""


@dataclass(frozen=True, slots=True)
class EndPiece:
    """A stretch of a text, and what it is."""

    kind: str
    """`who`, `cue`, `number`, `cards`, `mark`, `end` or `word`."""
    start: int
    end: int
    word: str = ""
    """Whoever it is, which cue, which sign or word."""
    value: int = 0
    terms: tuple[int, ...] = ()
    """Of what a number is the sum, or the difference."""
    cards: tuple[Card, ...] = ()
    ranks: tuple[int, ...] = ()
    """The ranks of cards, an ace is 0; of a meld none."""
    owning: bool = False
    """True of `his`, and of `him` where somebody does it."""

    @property
    def worths(self) -> tuple[int, ...]:
        """The deadwood of each card."""
        return tuple(min(_COURT, rank + 1) for rank in self.ranks)


@cache
def _cue() -> re.Pattern[str]:
    each = "|".join(f"(?P<{kind}>{words})" for kind, words in WORDS["cues"].items())
    return re.compile(rf"(?<![^\W_])(?:{each})(?![^\W_])", re.I)


@cache
def people() -> dict[str, str]:
    """The words for persons who are not named."""
    kinds = ((THEY, WORDS["they"]), (BOTH, WORDS["you"]), (ME, WORDS["me"]))
    items = {word: kind for kind, words in kinds for word in words}
    return (
        items
        | dict.fromkeys(("he", "him", "his"), "he")
        | dict.fromkeys(("she", "her", "hers"), "she")
    )


# ---------------------------------------------------------------- names


_NAME: Final = re.compile(rf"(?:{WORDS['titles']}\.? )?[^\W\d_]\w*(?:[-_][^\W\d_]\w*)*(?=['’]s\b)?")


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(form, re.I) for name, form in WORDS["names"].items()}


def names_in(text: str) -> list[str]:
    """The names of players as they are written, the likeliest first.

    >>> names_in("Gin for Grandma (again). Tom had K Q 7 and an ace.")
    ['Grandma', 'Tom']
    """
    score: dict[str, float] = defaultdict(float)
    written: dict[str, str] = {}
    for hit in _forms()["players"].finditer(text):
        for word in filter(None, hit.groups()):
            if not _is_no_name(word.lower(), word):
                score[word.lower()] += 3
                written[word.lower()] = word
    low = not any(word.istitle() and len(word) > 2 for word in re.findall(r"[^\W\d_]+", text))
    german = _forms()["german"].search(text) is not None
    for hit in _NAME.finditer(text):
        key = hit[0].split()[-1].lower()
        if points := _likelihood(hit, text, low=low, german=german):
            score[key] += min(points, 4) + 0.1
            if len(hit[0]) >= len(written.get(key, "")):
                written[key] = hit[0]
    _join_cases(score)
    ranked = [key for key in sorted(score, key=lambda key: -score[key]) if score[key] >= 2]
    long = {key[0] for key in ranked if len(key) > 1}
    return [written[key] for key in ranked if len(key) > 1 or key not in long]


def _likelihood(hit: re.Match[str], text: str, *, low: bool, german: bool) -> float:
    """Return how much speaks for a word as a name where it stands."""
    word, forms = hit[0].split()[-1], _forms()
    if _is_no_name(word.lower(), word):
        return 0.0
    before, beyond = text[max(0, hit.start() - 14) : hit.start()], text[hit.end() :][:40]
    acts = forms["acts"].match(beyond) is not None or _acts(beyond)
    if len(word) == 1:
        acts = re.match(r"\s+[^\W\d_]", beyond) is not None and acts
    if (_cue().match(text, hit.start()) or len(word) == 1) and not acts:
        return 0.0
    capital = word[0].isupper() or (low and not word.isdigit())
    cell = bool(forms["cell"].search(before[-3:]) and re.match(r"\s*[,;:|=]", beyond))
    points = 3.0 * (acts and (capital or cell)) + 1.5 * cell
    points += 1.0 * (capital and forms["before"].search(before) is not None)
    begins = hit.start() == 0 or forms["begins"].search(before[-12:]) is not None
    points += 1.5 * (word[0].isupper() and not begins and not german)
    return points + 1.0 * (forms["title"].match(hit[0]) is not None)


def _join_cases(score: dict[str, float]) -> None:
    """Count the cases of a name, in Russian or Polish, for the shortest of them."""
    for key in sorted(score, key=len):
        stem = key[: max(3, len(key) - 1)]
        for other in [each for each in score if each != key and each.startswith(stem)]:
            if not other.isascii() and len(other) <= len(key) + 2 and key in score:
                score[key] += score.pop(other)


def _acts(beyond: str) -> bool:
    items = re.match(r"(?:['’]s)?[\s:,(=-]{1,3}", beyond)
    cue = items and _cue().match(beyond, items.end())
    return cue is not None and cue.lastgroup not in {"label", "not", "total", "off", "bonus"}


def _is_no_name(key: str, word: str) -> bool:
    known = key in people() and (word.islower() or key in _CERTAIN)
    listed = fold(key) in _no_names() and (word.islower() or fold(key) in _never())
    known = known or listed or _CARD.fullmatch(word) is not None
    return known or (len(word) == 1 and not word.isupper()) or key.isdigit()


_CERTAIN: Final = frozenset(WORDS["certain"])
_CARD: Final = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhsCDHS♣♦♥♠]?)+")


@cache
def _no_names() -> frozenset[str]:
    lists = ("owning", "objects", "articles", "joints", "no_names")
    return frozenset(fold(word) for name in lists for word in WORDS[name])


@cache
def _never() -> frozenset[str]:
    return frozenset(
        fold(word) for name in ("articles", "joints", "no_names") for word in WORDS[name]
    )


# ---------------------------------------------------------------- pieces


def pieces_of(text: str, names: Sequence[str]) -> list[EndPiece]:
    """The pieces of a text in order."""
    plain = in_digits(text)
    taken = [*_named(text, names)]
    blank = _blanked(plain, taken)
    for hit in _cue().finditer(blank):
        kind = hit.lastgroup or ""
        taken.append(EndPiece("cue", *hit.span(), kind))
    blank = _blanked(plain, taken)
    items = [*taken, *_of_tokens(tokens(blank), blank)]
    items.sort(key=lambda piece: piece.start)
    items = [
        each
        for at, each in enumerate(items)
        if not (each.word == "-" and items[at + 1 : at + 2] and items[at + 1].word == ">")
    ]
    return _summed(_listed(_counted(_without_runs(items))), plain)


def _without_runs(items: list[EndPiece]) -> list[EndPiece]:
    """The pieces with `A-2-3` as a meld."""
    out, at = list[EndPiece](), 0
    while at < len(items):
        run, end = [_rank_of(items[at])], at + 1
        while end + 1 < len(items) and items[end].word in {"-", "–"} and run[0] is not None:
            if _rank_of(items[end + 1]) != (run[-1] or 0) + 1:
                break
            run.append(_rank_of(items[end + 1]))
            end += 2
        if len(run) > 2:
            out.append(EndPiece("meld", items[at].start, items[end - 1].end))
            at = end
        else:
            out.append(items[at])
            at += 1
    return out


def _rank_of(piece: EndPiece) -> int | None:
    if piece.kind in {"rank", "cards"} and len(piece.ranks) == 1:
        return piece.ranks[0]
    return piece.value - 1 if piece.kind == "number" and 1 <= piece.value <= _COURT else None


def _blanked(text: str, taken: Sequence[EndPiece]) -> str:
    chars = list(text)
    for piece in taken:
        chars[piece.start : piece.end] = " " * (piece.end - piece.start)
    return "".join(chars)


def _named(text: str, names: Sequence[str]) -> Iterator[EndPiece]:
    for at, name in enumerate(names):
        word = name.split()[-1]
        stem = re.escape(word)
        if len(word) > 3 and not word.isascii():
            stem = f"{re.escape(word[:-1])}\\w{{1,2}}"
        stem = rf"(?i:{stem})" if len(word) > 1 else stem
        short = (
            rf"|{word[0].upper()}(?=[ :])"
            if word.istitle() and len(names) > 1 and len({each[0] for each in names}) > 1
            else ""
        )
        for hit in re.finditer(
            rf"(?<!\w)(?:{WORDS['titles']}\.? )?(?:{stem}{short})(?P<s>['’]?s)?(?!\w)", text
        ):
            yield EndPiece("who", *hit.span(), str(at), owning=hit["s"] is not None)


def _of_tokens(items: Sequence[TextToken], text: str) -> Iterator[EndPiece]:
    at = 0
    while at < len(items):
        token = items[at]
        after = items[at + 1] if at + 1 < len(items) else None
        cards, used = _cards_at(items, at)
        if cards:
            end = items[at + used - 1].end
            yield EndPiece("cards", token.start, end, cards=cards,
                        ranks=tuple(int(card.rank) for card in cards))  # fmt: skip
            at += used
            continue
        at += 1
        yield from _single(token, after, text)


def _cards_at(items: Sequence[TextToken], at: int) -> tuple[tuple[Card, ...], int]:
    """Cards that begin at a token: `7 h`, `tens of hearts and clubs`, `♠ 9 10 J`, `h 7`."""
    token, rest = items[at], items[at + 1 : at + 12]
    if alike := _alike(items, at):
        return alike
    if token.ranks and rest and (suited := _suited(token, rest)):
        return suited
    if token.suits and not token.ranks and not token.text.isalpha():
        return _of_suit(min(token.suits), rest)
    glued = token.glued or (len(token.suits) == 1 and bool(rest) and rest[0].glued)
    if glued and token.suits and rest and rest[0].ranks:
        return (Card.make(min(rest[0].ranks), min(token.suits)),), 2
    return (), 0


def _suited(token: TextToken, rest: Sequence[TextToken]) -> tuple[tuple[Card, ...], int] | None:
    """A rank and the suit, or the suits, behind it."""
    skip = int(rest[0].text in _OF and len(rest) > 1 and not rest[0].glued)
    suit = rest[skip]
    bound = suit.glued or suit.start - token.end <= 1 or skip
    letter = suit.text.isalpha() and len(suit.text) == 1 and not suit.glued
    if not bound or not suit.suits or suit.is_color or letter:
        return None
    suits, used = [min(suit.suits)], 1 + skip
    while token.plural and used < len(rest) and (rest[used].suits or rest[used].text in _ANDS):
        suits += [min(rest[used].suits)] if rest[used].suits else []
        used += 1
    while rest[used - 1].text in _ANDS:
        used -= 1
    return tuple(Card.make(min(token.ranks), suit) for suit in dict.fromkeys(suits)), used + 1


def _of_suit(suit: int, rest: Sequence[TextToken]) -> tuple[tuple[Card, ...], int]:
    """The ranks behind a suit: `♠ 9 10 J`, `♥A-2-3`."""
    cards, at = list[Card](), 0
    while at < len(rest) and len(rest[at].ranks) == 1:
        beyond = rest[at + 1 : at + 3]
        if cards and beyond and beyond[0].suits:
            break
        cards.append(Card.make(min(rest[at].ranks), suit))
        joined = len(beyond) == 2 and beyond[0].text in "-/" and bool(beyond[1].ranks)
        at += 1 + joined
    return tuple(cards), at + 1 if cards else 0


_ANDS: Final = frozenset({",", "and", "&"})


def _alike(items: Sequence[TextToken], at: int) -> tuple[tuple[Card, ...], int] | None:
    """`K K K (♥♦♣)`, `three eights (clubs, diamonds, spades)`."""
    token, end = items[at], at + 1
    while end < len(items) and items[end].text == token.text and token.ranks:
        end += 1
    if not token.ranks or end >= len(items) or items[end].text not in "([:":
        return None
    suits, last = list[int](), end + 1
    while last < len(items) and (items[last].suits or items[last].text in {",", "and", "&", "/"}):
        suits += [min(items[last].suits)] if items[last].suits else []
        last += 1
    if len({*suits}) < 3 or last >= len(items) or items[last].ranks:
        return None
    used = last - at + (items[last].text in ")]")
    return tuple(Card.make(min(token.ranks), suit) for suit in dict.fromkeys(suits)), used


_OF: Final = frozenset({"of", "de", "di", "von", "van", "do", "d"})


def _single(token: TextToken, after: TextToken | None, text: str) -> Iterator[EndPiece]:
    span, word = (token.start, token.end), token.text
    person = people().get(word)
    if token.number is not None and word.isdigit():
        value = int(word)
        yield EndPiece("number", *span, word, value)
    elif len(token.ranks) and token.plural:
        yield EndPiece("plural", *span, word, ranks=(min(token.ranks),))
    elif len(word) == 1 and token.capital and word.upper() in RANKS:
        yield EndPiece("rank", *span, word, ranks=(RANKS.index(word.upper()),))
    elif len(token.ranks) == 1 and not token.slip and len(word) > 1:
        yield EndPiece("rank", *span, word, ranks=(min(token.ranks),))
    elif person is not None:
        owns = word in WORDS["owning"] or word in WORDS["objects"]
        yield EndPiece("who", *span, person, owning=owns)
    elif word[:1] in "\n" or word in ".!?;…":
        if word != "." or not text[token.end : token.end + 1].isalnum():
            yield EndPiece("end", *span, word)
    elif not word[:1].isalnum():
        yield EndPiece("mark", *span, word)
    elif word in WORDS["articles"]:
        yield EndPiece("article", *span, word)
    elif word in WORDS["joints"]:
        yield EndPiece("joint", *span, word)
    else:
        yield EndPiece("word", *span, word)


def _counted(items: list[EndPiece]) -> list[EndPiece]:
    """`two kings` as two ranks, `three kings` as a meld; `an eight` as a rank."""
    out = list[EndPiece]()
    for at, piece in enumerate(items):
        beyond = items[at + 1] if at + 1 < len(items) else None
        before = out[-1] if out else None
        free = beyond is None or beyond.kind != "cue" or beyond.word == "off"
        small = piece.kind == "number" and 1 <= piece.value <= _COURT and free
        if piece.kind == "plural":
            out = _several(out, piece)
        elif small and before and before.kind == "article" and before.word not in {"only", "one"}:
            out[-1] = replace(piece, kind="cards", start=before.start, ranks=(piece.value - 1,))
        elif small and before and before.kind == "who" and before.owning:
            out.append(replace(piece, kind="cards", ranks=(piece.value - 1,)))
        elif piece.kind == "rank":
            out = out[:-1] if before and before.kind == "article" else out
            out.append(replace(piece, kind="cards"))
        else:
            out.append(piece)
    return out


def _several(out: list[EndPiece], piece: EndPiece) -> list[EndPiece]:
    """The pieces with a plural: cards where it says how many, more than two are a meld."""
    words = [each.word for each in out[-2:]]
    if out and out[-1].kind == "number" and out[-1].value <= _SET:
        many = out.pop().value
        return [*out, replace(piece, kind="cards", ranks=piece.ranks * many * (many < 3))]
    if words[-1:] and words[-1] == "of" and words[0] in _PAIR:
        out = out[:-2]
    elif words[-1:] and words[-1] in _PAIR:
        out = out[:-1]
    else:
        return [*out, replace(piece, kind="meld")]
    out = out[:-1] if out and out[-1].kind == "article" else out
    return [*out, replace(piece, kind="cards", ranks=piece.ranks * 2)]


_SET: Final = 4
_PAIR: Final = frozenset({"pair", "couple", "paire", "paar", "pareja", "coppia", "par", "twee"})


def _listed(items: list[EndPiece]) -> list[EndPiece]:
    """Cards one after another as one list, the numbers between them too."""
    out, at = list[EndPiece](), 0
    while at < len(items):
        end = _list_end(items, at)
        group = items[at:end]
        cards = [each for each in group if each.kind in {"cards", "number"}]
        if len(cards) > 1 and any(each.kind == "cards" for each in cards):
            ranks = tuple(
                rank
                for each in cards
                for rank in (each.ranks if each.kind == "cards" else (each.value - 1,))
            )
            held = tuple(card for each in cards for card in each.cards)
            out.append(EndPiece("cards", group[0].start, group[-1].end, ranks=ranks, cards=held))
        elif len(cards) > 2:
            out.append(EndPiece("cards", group[0].start, group[-1].end,
                             ranks=tuple(each.value - 1 for each in cards)))  # fmt: skip
        else:
            out += group
        at = end
    return out


def _list_end(items: Sequence[EndPiece], at: int) -> int:
    """The end of the list of cards that begins at a piece, at least one behind it."""
    end = at
    if not _may_list(items[at]):
        return at + 1
    while True:
        end += 1
        look = end
        while look < len(items) and _is_between(items[look]) and look - end < 2:
            look += 1
        if look >= len(items) or not _may_list(items[look]):
            return end
        if items[look].kind == "number" and any(each.cards for each in items[at:look]):
            return end
        end = look


def _is_between(piece: EndPiece) -> bool:
    return piece.word in _BETWEEN and piece.kind not in {"cards", "number", "cue", "who"}


def _may_list(piece: EndPiece) -> bool:
    return piece.kind == "cards" or (piece.kind == "number" and 1 <= piece.value <= _COURT)


_BETWEEN: Final = frozenset(WORDS["between"])


def _summed(items: list[EndPiece], text: str) -> list[EndPiece]:
    """`25 + 3 = 28`, `17 minus 7` as one number."""
    out = list[EndPiece]()
    for piece in items:
        if piece.kind == "number" and len(out) > 1 and out[-2].kind == "number":
            before, sign = out[-2], out[-1].word
            if sign in _PLUS and not (sign == "and" and before.value > 99):
                terms = (*(before.terms or (before.value,)), piece.value)
                out[-2:] = [
                    replace(before, end=piece.end, value=before.value + piece.value, terms=terms)
                ]
                continue
            if sign in _MINUS and before.value > piece.value:
                terms = (before.value, -piece.value)
                out[-2:] = [
                    replace(before, end=piece.end, value=before.value - piece.value, terms=terms)
                ]
                continue
            if sign in {"→", ">", "then"} and before.value > piece.value:
                out[-2:] = [piece]
                continue
            if sign in _MADE and before.terms and before.value == piece.value:
                out[-2:] = [replace(before, end=piece.end)]
                continue
        out.append(piece)
    return out


_PLUS: Final = frozenset({"+", "plus", "más", "mas", "più", "mais"})
_MINUS: Final = frozenset({"-", "–", "−", "minus", "menos", "moins", "meno", "less", "min"})
_MADE: Final = frozenset({"=", "is", "makes", "so", "→"})
