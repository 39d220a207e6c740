"""Keys and values of any program or table, as the lines of a view, by the words of their keys.

JSON, XML, YAML, TOML, code, URL parameters, and tables with a card a row are all flattened to
pairs of a path and a value; `players.0.lastDrawn` says that its card was drawn. A card under a
key whose words say nothing is not guessed at: then nothing is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, TypeAlias
from urllib.parse import unquote_plus

from analyzer.errors import InputError
from analyzer.game.cards import Rank, Suit
from analyzer.game.view import HAND
from analyzer.notation.cards import read_cards
from analyzer.resources import texts_beside

Pair: TypeAlias = tuple[tuple[str, ...], str]
"""The words of a path, and the value there."""

_RANKS: Final = {
    **{str(int(rank) + 1): rank.letter for rank in Rank}, "14": "A",
    **{rank.letter.lower(): rank.letter for rank in Rank},
    **{rank.noun: rank.letter for rank in Rank}, "0": "T",
}  # fmt: skip
_SUITS: Final = {
    **{suit.letter: suit.letter for suit in Suit}, **{suit.symbol: suit.letter for suit in Suit},
    **{word: suit.letter for suit in Suit for word in (suit.noun, suit.noun[:-1], suit.noun[:4])},
}  # fmt: skip
_WORDS: Final[Mapping[str, Any]] = texts_beside(__file__, "keyed.toml")
_SUIT_KEYS: Final = r"suit|s|color|colour"
_OBJECT: Final = re.compile(_WORDS["patterns"]["object"], re.I | re.M)
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_STRUCTURE: Final = re.compile(_WORDS["patterns"]["structure"], re.I | re.M)
"""The signs of a text that a program wrote, and not of lines of a view."""
_ASIDE: Final = re.compile(r"^\s*(?:#|//).*\n?|<\w+\.(?P<member>\w+): \d+>", re.M)
"""Comments, and members of an enumeration as Python shows them: `<Suit.SPADES: 3>`."""
_ADDRESS: Final = re.compile(r"\S*?[?&]?(?:\w+=[^\s&]*&)+\w+=\S*")
_TAGS: Final = re.compile(
    r"<(?P<close>/)?(?P<tag>\w+)(?P<with>[^<>]*?)(?P<empty>/)?>|(?P<text>[^<>]+)"
)
_ATTRIBUTE: Final = re.compile(r"([\w-]+)\s*=\s*[\"']([^\"']*)[\"']")
_LINE: Final = re.compile(
    r"(?P<indent>\s*)(?:[-*]\s+)?[\"']?(?P<key>[A-Za-z][\w .-]{0,30}?)[\"']?\s*[:=]\s*(?P<value>.*)"
)
_CELLS: Final = re.compile(r"\s*\t\s*|\s*\|\s*| {3,}")
_RULED: Final = re.compile(r"[\s|:+-]*")
_NAMES: Final = frozenset({"name", "who", "player", "id", "role", "owner", "seat", "zone"})
_CARD: Final = re.compile(
    r"(?<![^\W_])(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|[CDHS♣♦♥♠](?:10|[2-9TJQKA]))", re.I
)
_THEIRS: Final = frozenset(_WORDS["theirs"])
_TOOK: Final = frozenset(_WORDS["took"])
_ROLES: Final = {role: frozenset(words) for role, words in _WORDS["roles"].items()}
"""The words of keys, the first kinds before the later ones."""


@dataclass(slots=True)
class _Said:
    """The cards by what they are, and the numbers, that the pairs say."""

    pack: Sequence[str] = ()
    """The cards by their numbers, where the text names an order."""
    cards: dict[str, list[str]] = field(default_factory=dict)
    numbers: dict[str, list[str]] = field(default_factory=dict)


def keyed_as_lines(text: str) -> str | None:
    """The lines of a view for keys and values that name cards; None for anything else.

    >>> print(keyed_as_lines('{"mine": ["7h", "8h", "9h"], "topCard": {"rank": 4, "suit": "S"}}'))
    hand: 7h 8h 9h
    upcard: 4s
    """
    said, text = _Said(_numbered(text)), _ASIDE.sub(lambda found: found["member"] or "", text)
    plain = _OBJECT.sub(_as_card, text)
    if plain == text and not (_STRUCTURE.search(text) or _LEGEND.search(text)):
        return None
    return _lines_of(said, _pairs(plain))


def table_as_lines(text: str) -> str | None:
    """A table of one row with a head, an address or tags, as lines; None of any other text.

    >>> table_as_lines("hand | up\\n7h 8h | 4s")
    'hand: 7h 8h\\nupcard: 4s'
    >>> table_as_lines("?hand=7h,8h&up=4s&me=12&opp=40").splitlines()
    ['hand: 7h 8h', 'upcard: 4s', 'score: 12-40']
    """
    if text.lstrip()[:1] == "<" or _ADDRESS.fullmatch(text.strip()):
        return keyed_as_lines(text.strip())
    rows = [
        _CELLS.split(line.strip(" \t|")) for line in text.splitlines() if not _RULED.fullmatch(line)
    ]
    if len(rows) != 2 or len(rows[0]) != len(rows[1]) or len(rows[0]) < 2:
        return None
    return _lines_of(_Said(), ((_words(head), cell) for head, cell in zip(*rows, strict=True)))


def _lines_of(said: _Said, pairs: Iterable[Pair]) -> str | None:
    for path, value in pairs:
        if not _take(said, path, value):
            return None
    return _lines(said) if said.cards.get("hand") else None


def _as_card(found: re.Match[str]) -> str:
    """`{"rank": "KING", "suit": "SPADES"}` as `"Ks"`; anything else as it is."""
    first, second = found["first_is"].lower(), found["second_is"].lower()
    if re.fullmatch(_SUIT_KEYS, found["first"], re.I):
        first, second = second, first
    rank, suit = _RANKS.get(first), _SUITS.get(second)
    if rank is None or suit is None:
        return found[0]
    tag = found["tag"]
    return f"<{tag}>{rank}{suit} </{tag}>" if tag else f'"{rank}{suit}"'


# ---------------------------------------------------------------- pairs


def _pairs(text: str) -> Iterator[Pair]:
    """The pairs of a text in whichever form they are written."""
    text = text.strip()
    bare = re.sub(r"^[\w.]+\s*=\s*(?=[{\[])", "", text)
    if bare[:1] in "{[" and bare[-1:] in "}]":
        with suppress(ValueError, RecursionError):
            yield from _of_value((), json.loads(bare if '"' in bare else bare.replace("'", '"')))
            return
    if text.startswith("<"):
        yield from _of_tags(text)
    elif _ADDRESS.fullmatch(text):
        for part in text.rpartition("?")[2].split("&"):
            key, _, value = part.partition("=")
            yield _words(key), unquote_plus(value)
    elif (rows := _of_rows(text) or _of_grid(text)) is not None:
        yield from rows
    else:
        yield from _of_lines(text)


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(name))


def _of_value(path: tuple[str, ...], value: Any) -> Iterator[Pair]:
    if isinstance(value, Mapping):
        named = [str(word) for key, word in value.items() if key.lower() in _NAMES]
        path = (*path, *(part for name in named for part in _words(name)))
        for key, inner in value.items():
            yield from _of_value((*path, *_words(str(key))), inner)
    elif isinstance(value, list) and not all(isinstance(each, str | int) for each in value):
        for inner in value:
            yield from _of_value(path, inner)
    elif isinstance(value, list):
        yield path, " ".join(map(str, value))
    elif value is not None:
        yield path, str(value)


def _of_tags(text: str) -> Iterator[Pair]:
    """The texts and attributes of XML; the words of a path are those of the tags around."""
    stack: list[tuple[str, ...]] = []
    for found in _TAGS.finditer(text):
        path = tuple(word for words in stack for word in words)
        if found["text"]:
            if found["text"].strip():
                yield path, found["text"]
        elif found["close"]:
            stack = stack[:-1]
        else:
            own = _words(found["tag"])
            for key, value in _ATTRIBUTE.findall(found["with"]):
                if key.lower() in _NAMES:
                    own = (*own, *_words(value))
                yield (*path, *own, *_words(key)), value
            if not found["empty"]:
                stack.append(own)


def _of_rows(text: str) -> list[Pair] | None:
    """The pairs of a table with a card a row: what its columns but rank, suit and card say."""
    rows = [
        [cell.strip() for cell in re.split(r"[,;\t|]", line.strip(" |"))]
        for line in text.splitlines()
    ]
    rows = [row for row in rows if any(row)]
    head = [cell.lower() for cell in rows[0]] if rows else []
    rank, suit, card = (
        head.index(key) if key in head else None for key in ("rank", "suit", "card")
    )
    if len(rows) < HAND or any(len(row) != len(head) for row in rows):
        return None
    if card is None and (rank is None or suit is None):
        return None
    found = []
    for row in rows[1:]:
        if card is None:
            assert rank is not None and suit is not None
            named = _RANKS.get(row[rank].lower(), "?") + _SUITS.get(row[suit].lower(), "?")
        else:
            named = row[card]
        where = " ".join(cell for at, cell in enumerate(row) if at not in {rank, suit, card})
        found.append((_words(where), named))
    return found


def _of_grid(text: str) -> list[Pair] | None:
    """The pairs of a table of suits and ranks, whose marks a legend explains: `m = mine`."""
    legend = {mark: _words(what) for mark, what in _LEGEND.findall(text)}
    columns, found = list[str](), list[Pair]()
    for line in text.splitlines():
        cells = re.findall(r"[^\s|,;]+", line)
        if "\t" in line:  # where cells may be empty
            cells = [cell.strip() or "." for cell in line.rstrip("\n").split("\t")]
            cells += ["."] * (len(Rank) + 1 - len(cells)) if cells[0].lower() in _SUITS else []
        ranks = [_RANKS.get(cell.lower()) for cell in cells[-len(Rank) :]]
        suit = next(
            (_SUITS[key] for key in _SUITS if cells and cells[0].lower() in {key, key[:4]}), None
        )
        if not columns and len(cells) >= len(Rank) and all(ranks):
            columns = [rank for rank in ranks if rank]
        elif columns and suit and len(cells) == len(Rank) + 1:
            found += [
                (legend.get(mark, ("hand",) if mark in {"x", "X", "1"} else ()), rank + suit)
                for mark, rank in zip(cells[1:], columns, strict=True)
                if mark not in _EMPTY
            ]
    return found or None


_LEGEND: Final = re.compile(r"(?<!\S)([^\s\w]|\w)\s*[=:]\s*([^,;.\n]+)")
_EMPTY: Final = frozenset({".", "-", "0", "_", "·", "–"})


def _of_lines(text: str) -> Iterator[Pair]:
    """The pairs of lines with a key each, indented under the key that they belong to."""
    above: list[tuple[int, tuple[str, ...]]] = []
    text = re.sub(r"\[[^\[\]]*\]", lambda found: found[0].replace("\n", " "), text)
    for written in re.split(r"\n|(?<=\S)\s+(?=\w+=[^\s=])", text):
        line = re.sub(r"^\s*>>>\s?|\s(?:#|//).*$", "", written)
        indent = len(line) - len(line.lstrip())
        found = _LINE.fullmatch(line)
        if not line.strip() or line.lstrip().startswith(("#", "[section")):
            continue
        if found is None and re.fullmatch(r"[\w.]{1,30}", line.strip()):
            above = [(indent - 1, _words(line))]
            continue
        while above and above[-1][0] >= indent:
            above.pop()
        path = tuple(word for _, words in above for word in words)
        if found is None:
            yield path, line
        elif found["value"].strip():
            yield (*path, *_words(found["key"])), found["value"]
        else:
            above.append((indent, _words(found["key"])))


# ---------------------------------------------------------------- what they say


def _take(said: _Said, path: Sequence[str], value: str) -> bool:
    """Note a pair; False where it has cards and nothing says whose or where they are."""
    suit = next((_SUITS[word] for word in path if word in _SUITS and len(word) > 1), None)
    if path and path[-1] in _SUITS and not _CARD.search(value):
        suit = _SUITS[path[-1]]
    role = _role([word for word in path if word not in _SUITS or len(word) == 1])
    cards = _cards(value, suit, said.pack if role not in {"limit", "stock", "score"} else ())
    if not cards:
        if role in {"hand", "theirs"} and value.strip().isdigit():
            role = "score"  # `me=71`
        if role in {"limit", "stock", "score"}:
            said.numbers.setdefault(role, []).extend(
                f"{'t' if _THEIRS & {*path} else 'm'}{number}"
                for number in re.findall(r"\d+", value)
            )
        return suit is None or not value.strip("[](){} ,.-")
    if role is None or role in {"limit", "stock", "score"}:
        return False
    said.cards.setdefault(role, []).extend(cards)
    return True


def _role(path: Iterable[str]) -> str | None:
    """Return what the words of a path say of a card."""
    words = list(path)
    joined = {*words, *(a + b for a, b in pairwise(words))}
    theirs = bool(_THEIRS & joined)
    if theirs and _TOOK & joined and not joined & _ROLES["gone"] - _TOOK:
        return "theirs"
    for role, keys in _ROLES.items():
        if role != "hand" and joined & keys:
            return "theirs" if theirs and role == "drawn" else role
    if theirs:
        return "theirs"
    return "hand" if joined & _ROLES["hand"] else None


def _numbered(text: str) -> list[str]:
    """The pack in the order of the numbers that a text explains: `13 * suit + rank, …`."""
    order = _ORDER.search(text)
    if order is None or not re.search(r"\b(?:0|1|4|13|52|51)\b", text):
        return []
    suits = re.findall(r"[cdhs]", re.sub(r"([cdhs])[a-z]{3,}|and", r"\1", order[0].lower()))
    ranks = "23456789TJQKA" if _ACE_HIGH.search(text) else "A23456789TJQK"
    if _BY_RANK.search(text):
        pack = [rank + suit for rank in ranks for suit in suits]
    else:
        pack = [rank + suit for suit in suits for rank in ranks]
    return ["?", *pack] if re.search(r"\b1\s*(?:-|–|to|\.\.+)\s*52\b", text) else pack


_ORDER: Final = re.compile(_WORDS["patterns"]["order"], re.I | re.M)
_BY_RANK: Final = re.compile(_WORDS["patterns"]["by_rank"], re.I | re.M)
_ACE_HIGH: Final = re.compile(_WORDS["patterns"]["ace_high"], re.I | re.M)


def _cards(value: str, suit: str | None, pack: Sequence[str]) -> list[str]:
    """The cards of a value, whose suit the key may say; none where it has something else, too."""
    plain = re.sub(r"[\"'\[\](){}]", " ", value)
    if pack and suit is None and re.fullmatch(r"[\d,;\s]+", plain):
        numbers = [int(number) for number in re.findall(r"\d+", plain)]
        return [pack[number] for number in numbers] if max(numbers) < len(pack) else []
    if suit is not None:
        ranks = [_RANKS.get(word.lower()) for word in re.findall(r"\w+", plain)]
        return [f"{rank}{suit}" for rank in ranks if rank] if all(ranks) else []
    if not _CARD.search(plain) and not re.search(r"\bof\b|[🂡-🃞]", plain):
        return []
    try:
        return [str(read.card) for read in read_cards(plain)]
    except InputError as error:
        if "appears twice" in error.message:
            raise
        return []


def _lines(said: _Said) -> str:
    cards, lines = said.cards, []
    if (limit := said.numbers.get("limit")) and limit[0][1:] != "10":
        lines.append(f"rules: standard,knock_limit={limit[0][1:]}")
    hand, drawn = cards["hand"], cards.get("drawn", [])
    hand = [*hand, *(card for card in drawn if card not in hand)]
    lines.append(f"hand: {' '.join(hand)}")
    if drawn and len(hand) > HAND:
        lines.append(f"drew: {drawn[-1]}")
    gone, up = cards.get("gone", []), cards.get("up", [])
    below = [card for card in [*gone, *up[:-1]] if card not in up[-1:]]
    if below:
        lines.append(f"pile: {' '.join([*below, *up[-1:]])}")
    elif up or gone:
        lines.append(f"upcard: {' '.join(up or gone)}")
    if theirs := cards.get("theirs"):
        lines.append(f"opp has: {' '.join(dict.fromkeys(theirs))}")
    if stock := said.numbers.get("stock"):
        lines.append(f"stock: {stock[0][1:]}")
    score = said.numbers.get("score", [])
    if len(score) == 2:  # mine before theirs, where the keys say whose it is
        mine, other = (
            score if score[0][0] == score[1][0] else sorted(score, key=lambda each: each[0])
        )
        lines.append(f"score: {mine[1:]}-{other[1:]}")
    return "\n".join(lines)
