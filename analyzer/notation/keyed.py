"""Keys and values of any program or table, as the lines of a view, by the words of their keys.

JSON, XML, YAML, TOML, code, URL parameters, and tables with a card a row are all flattened to
pairs of a path and a value; `players.0.lastDrawn` says that its card was drawn. A card under a
key whose words say nothing is not guessed at: then nothing is read.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final
from urllib.parse import unquote_plus

from analyzer.errors import InputError
from analyzer.game.cards import Rank, Suit
from analyzer.game.view import HAND
from analyzer.notation._coded import ace_first, decoded, no_number
from analyzer.notation._grids import LEGEND, LONGEST, Pair, boxed, pairs_of_grid
from analyzer.notation.cards import read_cards
from analyzer.resources import texts_beside

_WORDS: Final[Mapping[str, Any]] = texts_beside(__file__, "keyed.toml")
_RANKS: Final = {
    **{str(int(rank) + 1): rank.letter for rank in Rank}, "14": "A",
    **{rank.letter.lower(): rank.letter for rank in Rank},
    **{rank.noun: rank.letter for rank in Rank}, "0": "T",
}  # fmt: skip
_SUITS: Final = {
    **{suit.letter: suit.letter for suit in Suit}, **{suit.symbol: suit.letter for suit in Suit},
    **{word: suit.letter for suit in Suit for word in (suit.noun, suit.noun[:-1], suit.noun[:4])},
    **{word: suit for suit, words in _WORDS["suits"].items() for word in words},
}  # fmt: skip
_SUIT_KEYS: Final = r"suit|s|color|colour"
_OBJECT: Final = re.compile(_WORDS["patterns"]["object"], re.I | re.M)
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_PLACED: Final = re.compile(_WORDS["patterns"]["placed"], re.I)
_PAIRED: Final = re.compile(_WORDS["patterns"]["paired"], re.I)
_SPELLED: Final = tuple(
    re.compile(_WORDS["patterns"][name], re.I) for name in ("of_suit", "suit_of", "marked")
)
_STRUCTURE: Final = re.compile(_WORDS["patterns"]["structure"], re.I | re.M)
"""The signs of a text that a program wrote, and not of lines of a view."""
_ASIDE: Final = re.compile(r"^[ \t]*(?:#|//|--).*\n?|<\w+\.(?P<member>\w+): \d+>", re.M)
"""Comments, and members of an enumeration as Python shows them: `<Suit.SPADES: 3>`."""
_ENTITY: Final = re.compile(r"&(club|diam|heart|spade)s;|\\(club|diamond|heart|spade)suit", re.I)
_MARKED_DRAWN: Final = re.compile(r"\b(?:(?:is|just)_?)?dr(?:awn|ew)\W+(?:true|yes|1)\b", re.I)
_ESCAPED: Final = re.compile(r"\\u(26[0-9a-f]{2})", re.I)
_ADDRESS: Final = re.compile(r"\S*?[?&]?(?:\w+=[^\s&]*&)+\w+=\S*")
_ESCAPES: Final = re.compile(r"%[0-9A-F]{2}")
_TAG: Final = re.compile(r"<(?P<close>/)?(?P<tag>\w+)(?P<with>[^<>]*?)(?P<empty>/)?>|<[!?][^<>]*>")
_ATTRIBUTE: Final = re.compile(r"([\w-]+)\s*=\s*[\"']([^\"']*)[\"']")
_CELLS: Final = re.compile(r"\s*\t\s*|\s*\|\s*| {3,}")
_RULED: Final = re.compile(r"[\s|:+-]*")
_NAMES: Final = frozenset({"name", "who", "player", "id", "role", "owner", "seat", "zone", "class"})
_CARD: Final = re.compile(
    r"(?<![^\W_])(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|[CDHS♣♦♥♠](?:10|[2-9TJQKA]))", re.I
)
_THEIRS: Final = frozenset(_WORDS["theirs"])
_TOOK: Final = frozenset(_WORDS["took"])
_FIRST: Final = frozenset(_WORDS["first"])
_LIFTED: Final = frozenset(_WORDS["lifted"])
_PLAIN: Final = {re.compile(each): to for each, to in _WORDS["plain"].items()}
_ROLES: Final = {role: frozenset(words) for role, words in _WORDS["roles"].items()}
"""The words of keys, the first kinds before the later ones."""
_OWNERS: Final = _THEIRS | _ROLES["hand"]
_KNOWN: Final = frozenset().union(
    _THEIRS, _TOOK, _LIFTED, _FIRST, _SUITS, _NAMES, *_ROLES.values(), _WORDS["beside"]
)
_KEYED: Final = re.compile(_WORDS["patterns"]["line"], re.I)


@dataclass(slots=True)
class _Said:
    """The cards by what they are, and the numbers, that the pairs say."""

    pack: Sequence[str] = ()
    """The cards by their numbers, where the text names an order."""
    cards: dict[str, list[str]] = field(default_factory=dict)
    numbers: dict[str, list[str]] = field(default_factory=dict)
    dealer: str = ""


def keyed_as_lines(text: str, *, wide: bool = False) -> str | None:
    """The lines of a view for keys and values that name cards; None for anything else.

    With `wide` also of lines whose keys are words of keys, and that have no sign of a program.

    >>> print(keyed_as_lines('{"mine": ["7h", "8h", "9h"], "topCard": {"rank": 4, "suit": "S"}}'))
    hand: 7h 8h 9h
    upcard: 4s
    """
    text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    text = _ENTITY.sub(lambda found: _SUITS[(found[1] or found[2]).lower()], text)
    if (grid := _grid(text)) and (lines := _lines_of(_Said(), grid)):
        return lines
    pack, plain = decoded(boxed(text))
    for form, to in _PLAIN.items():
        plain = form.sub(to, plain)
    plain = ace_first(plain)
    said, plain = _Said(pack), _ASIDE.sub(lambda found: found["member"] or "", plain)
    for form in (_OBJECT, _PAIRED):
        plain = form.sub(_as_card, plain)
    plain = _PLACED.sub(r" {\g<place> = \g<card>}", plain)
    if _ADDRESS.fullmatch(plain.strip()) or (_ESCAPES.search(plain) and _ADDRESS.search(plain)):
        plain = unquote_plus("\n".join(map("".join, _ADDRESS.findall(plain))))
    strict = plain == text and not (_STRUCTURE.search(text) or LEGEND.search(text))
    if strict and not (wide and all(map(_KEYED.fullmatch, text.splitlines()))):
        return None
    for form in _SPELLED:
        plain = form.sub(_as_card, plain)
    pairs = list(_pairs(plain))
    if strict and not all({*path} <= _KNOWN for path, _ in pairs):
        return None
    return _lines_of(said, pairs)


def table_as_lines(text: str) -> str | None:
    """A table of one row with a head, an address or tags, as lines; None of any other text.

    >>> table_as_lines("hand | up\\n7h 8h | 4s")
    'hand: 7h 8h\\nupcard: 4s'
    >>> table_as_lines("?hand=7h,8h&up=4s&me=12&opp=40").splitlines()
    ['hand: 7h 8h', 'upcard: 4s', 'score: 12-40']
    """
    if text.lstrip()[:1] == "<" or _ADDRESS.fullmatch(text.strip()):
        return keyed_as_lines(text.strip())
    lines = [line.strip(" \t|") for line in text.splitlines() if not _RULED.fullmatch(line)]
    rows = [_CELLS.split(line) for line in lines]
    for sign in ",;":  # with quotes, and with words for all that its columns have
        if len(rows) == 2 and len(rows[0]) < 2:
            rows = [*csv.reader(lines, delimiter=sign, skipinitialspace=True)]
            rows = rows if all(map(_is_told, *rows)) else []
    if len(rows) != 2 or len(rows[0]) != len(rows[1]) or len(rows[0]) < 2:
        return None
    return _lines_of(_Said(), ((_column(head), cell) for head, cell in zip(*rows, strict=True)))


def _column(head: str) -> tuple[str, ...]:
    """The words of a column's head: `c1` is one card of the hand."""
    return ("hand",) if _ONE_OF_HAND.fullmatch(head) else _words(head)


_ONE_OF_HAND: Final = re.compile(r"(?i)(?:c|h|card|hand)_?\d+")


def _is_told(head: str, cell: str) -> bool:
    """True if a column says where its cards are, or has none."""
    return _role(_column(head)) is not None or not _CARD.search(cell)


def _lines_of(said: _Said, pairs: Iterable[Pair]) -> str | None:
    for path, value in pairs:
        if not _take(said, path, value):
            return None
    return _lines(said) if said.cards.get("hand") else None


def _as_card(found: re.Match[str]) -> str:
    """`{"rank": "KING", "suit": "SPADES"}` as `"Ks"`; anything else as it is."""
    said = found.groupdict()
    first, second = said["first_is"].lower(), said["second_is"].lower()
    if second not in _SUITS or (
        said.get("first") and re.fullmatch(_SUIT_KEYS, said["first"], re.I)
    ):
        first, second = second, first
    if re.fullmatch("[01]{13}", first) and second in _SUITS:
        ranks = [Rank(at).letter for at, bit in enumerate(first) if bit == "1"]
        return f" hand = {' '.join(f'{rank}{_SUITS[second]}' for rank in ranks)};"
    rank, suit = _RANKS.get(first), _SUITS.get(second)
    if rank is None or suit is None:
        return found[0]
    if _MARKED_DRAWN.search(found[0]):
        return f" {{drawn = {rank}{suit}}} "
    tag = said.get("tag")
    return f"<{tag}>{rank}{suit} </{tag}>" if tag else f" {rank}{suit} "


# ---------------------------------------------------------------- pairs


def _pairs(text: str) -> Iterator[Pair]:
    """The pairs of a text in whichever form they are written."""
    rows = _of_rows(text.strip())
    return iter(rows) if rows else _Keys().read(_in_braces(text))


def _grid(text: str) -> list[Pair]:
    """The pairs of a table of suits and ranks with a legend; none of any other text."""
    return pairs_of_grid(text, _words, _SUITS, _RANKS) if len(text) < LONGEST else []


def _words(name: str) -> tuple[str, ...]:
    found = (_OWNED.fullmatch(word.lower()) for word in _WORD.findall(name))
    return tuple(part for each in found if each for part in each.groups() if part)


def _in_braces(text: str) -> str:
    """A text with braces around what belongs to a tag, to a section or to a line indented less."""
    if text.lstrip().startswith("<"):
        return _TAG.sub(_brace, text)
    made, opened, lines = (
        list[str](),
        list[int](),
        [each for each in text.splitlines() if each.strip()],
    )
    for written, behind in pairwise([*lines, ""]):
        line = _CELL.sub(r"\1: \2", _BESIDE.sub("", written))
        indent, section = len(line) - len(line.lstrip()), _SECTION.fullmatch(line)
        if not line.strip() or line.lstrip().startswith("#") or _RULED.fullmatch(line):
            continue
        while opened and opened[-1] >= (-1 if section else indent):
            made.append("}")
            opened.pop()
        deeper = len(behind) - len(behind.lstrip()) > indent or _ITEM.match(behind)
        if section or (deeper and _HEAD.fullmatch(line)):
            opened.append(-1 if section else indent)
            line = f"{section[1] if section else line.rstrip(' :')} {{"
        made.append(_ITEM.sub("", line))
    return "\n".join([*made, "}" * len(opened)])


def _brace(found: re.Match[str]) -> str:
    """A tag as a brace behind its name and its class, with its other attributes in it."""
    if found["close"]:
        return "};"
    names, inside = found["tag"], ""
    for key, value in _ATTRIBUTE.findall(found["with"] or ""):
        names += f" {value}" if key.lower() in _NAMES else ""
        inside += f"{key} = {value};" if key.lower() not in _NAMES | _LINKS else ""
    return f" {names} {{{inside}{'}' if found['empty'] or found['tag'] == 'img' else ''}"


def _flat(words: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(part for word in words for part in word)


@dataclass(slots=True)
class _Keys:
    """The keys around a place of a text: of its braces, before a sign, and right before values."""

    above: list[tuple[str, ...]] = field(default_factory=list)
    key: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()
    """The words that may be a key or a value, each in its parts."""
    values: list[str] = field(default_factory=list)
    owner: tuple[str, ...] = ()
    """Whose all is that stands beside it: `seat=HERO`, `{"who": "opp", …}`."""
    open: bool = False
    """True if the key has no value yet."""

    def read(self, text: str) -> Iterator[Pair]:
        """Yield each value with the words of its keys."""
        for found in _TOKEN.finditer(text):
            kind, word = str(found.lastgroup), found[0].strip("\"'")
            if kind == "rank":
                kind = "value" if self._is_of_suit() else "word"
            if self.values and (kind not in {"value", "comma"} or (kind == "value" and self.words)):
                yield self._told(self.values)
            if kind == "value":
                if self.words:
                    self.beside, self.words = _flat(self.words), ()
                self.values.append(word)
            elif kind == "word":
                self.words += (_words(word),)
            elif kind in {"is", "open"}:
                yield from self._open(kind)
            else:
                yield from self._close(kind)
            self.owner = () if found[0] == "\n" and not self.above else self.owner

    def _open(self, kind: str) -> Iterator[Pair]:
        """Note the key before a sign or a bracket."""
        if kind == "open":
            self.above.append((*self.key, *self.beside, *_flat(self.words)))
            self._end()
            return
        if self.open and self.words[1:]:  # `from=stock up=5s`
            before, self.words = self.words[:-1], self.words[-1:]
            yield self._told(_flat(before))
        self.key = ((*self.key,) if self.open else ()) + _flat(self.words)
        self.words, self.beside, self.open = (), (), True

    def _close(self, kind: str) -> Iterator[Pair]:
        """Note the end of a bracket, of a line, or of one thing in a list."""
        if self.words and self.key:
            yield self._told(_flat(self.words))
        self.words = ()
        if kind != "comma":
            self._end()
        if kind == "close" and self.above:
            self.words, self.owner = (self.above.pop(),), ()

    def _told(self, values: Sequence[str]) -> Pair:
        if self.key[-1:] and self.key[-1] in _NAMES and {*values} & _OWNERS:
            self.owner = tuple(values)
        path = _flat((*self.above, self.owner, self.key, self.beside))
        told = path, " ".join(values)
        self.values, self.open, self.beside = [], False, ()
        return told

    def _end(self) -> None:
        self.key, self.beside, self.words, self.open = (), (), (), False

    def _is_of_suit(self) -> bool:
        """True if a letter is a rank of the suit that is the key here."""
        near = (*self.words[-1:], self.beside, self.key, *self.above[::-1])
        return bool(self.values) or next((each for each in near if each), ("",))[-1] in _SUITS


def _of_rows(text: str) -> list[Pair] | None:
    """The pairs of a table with a card a row: what its columns but rank, suit and card say."""
    rows = [
        [cell.strip() for cell in re.split(r"[,;\t|]", line.strip(" |"))]
        for line in text.splitlines()
    ]
    rows = [row for row in rows if any(row) and not all(map(_RULED.fullmatch, row))]
    heads = (at for at, row in enumerate(rows) if {"card", "rank"} & {cell.lower() for cell in row})
    rows = rows[next(heads, 0) :]
    head = [cell.lower() for cell in rows[0]] if rows else []
    rows = [row for row in rows if len(row) == len(head) or not _ROWS.fullmatch(row[0])]
    rows = rows[: max((at for at, row in enumerate(rows, 1) if len(row) == len(head)), default=0)]
    rank, suit, card = (
        head.index(key) if key in head else None for key in ("rank", "suit", "card")
    )
    if len(rows) < HAND or any(len(row) != len(head) for row in rows):
        return None
    if card is None and (rank is None or suit is None):
        return None
    found = list[Pair]()
    for row in rows[1:]:
        if card is None:
            assert rank is not None and suit is not None
            named = _RANKS.get(row[rank].lower(), "?") + _SUITS.get(row[suit].lower(), "?")
        else:
            named = row[card]
        where = " ".join(cell for at, cell in enumerate(row) if at not in {rank, suit, card})
        words = tuple(word for word in _words(where) if not word.isdigit())
        found.append((words or ("hand",), named))
    return found


_ROWS: Final = re.compile(r"\(\d+ rows?\)")
_TOKEN: Final = re.compile(_WORDS["patterns"]["token"], re.I)
_OWNED: Final = re.compile(_WORDS["patterns"]["owned"])
_HEAD: Final = re.compile(r"\s*(?:[-*]\s+)?[\w .\"'-]{1,30}:?\s*")
"""A line that names what is indented below it."""
_ITEM: Final = re.compile(r"^\s*[-*•]\s+")
_LINKS: Final = frozenset({"src", "href", "style"})
_BESIDE: Final = re.compile(
    r"^\s*>>>\s?|^\s*\[?\d{1,2}:\d\d(?::\d\d)?\]?\s*|\s(?:#|//).*$|\*\*|`|"
    r"\b(?:19|20)\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d\S*"
)
_CELL: Final = re.compile(r"^\s*\|\s*([^|]+?)\s*\|\s*([^|]*?)\s*\|?\s*$")
_SECTION: Final = re.compile(r"\s*\[+([\w .-]+)\]+:?\s*")


# ---------------------------------------------------------------- what they say


def _take(said: _Said, path: Sequence[str], value: str) -> bool:
    """Note a pair; False where it has cards and nothing says whose or where they are."""
    suit = next((_SUITS[word] for word in path if word in _SUITS and len(word) > 1), None)
    if path and path[-1] in _SUITS and not _CARD.search(value):
        suit = _SUITS[path[-1]]
    role = _role([word for word in path if word not in _SUITS or len(word) == 1])
    role = "hand" if role is None and path and {*path} <= _SUITS.keys() else role
    cards = _cards(value, suit, said.pack if role not in {None, "limit", "stock", "score"} else ())
    if not cards:
        _note_dealer(said, path, value)
        if role in {"hand", "theirs"} and value.strip().isdigit() and {*path} <= _OWNERS - _COUNTS:
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


_COUNTS: Final = frozenset({"cards", "count", "size", "number", "num", "length"})


def _note_dealer(said: _Said, path: Sequence[str], value: str) -> None:
    """Note who dealt, or who is the first to act and did not."""
    words = {*_words(value)}
    side = "opp" if words & _THEIRS else "me" if words & _ROLES["hand"] else ""
    keys = {*path, *(one + two for one, two in pairwise(path))}
    first = bool(keys & _FIRST)
    if side and (first or "dealer" in keys):
        said.dealer = side if not first else "opp" if side == "me" else "me"


def _role(path: Iterable[str]) -> str | None:
    """Return what the words of a path say of a card."""
    words = list(path)
    joined = {*words, *(a + b for a, b in pairwise(words))}
    theirs = bool(_THEIRS & joined)
    if theirs and _LIFTED & joined:
        return "theirs"
    if theirs and _TOOK & joined and not joined & _ROLES["gone"] - _TOOK:
        return "theirs"
    for role, keys in _ROLES.items():
        if role != "hand" and joined & keys:
            return "theirs" if theirs and role == "drawn" else role
    if theirs:
        return "theirs"
    return "hand" if joined & _ROLES["hand"] else None


def _cards(value: str, suit: str | None, pack: Sequence[str]) -> list[str]:
    """The cards of a value, whose suit the key may say; none where it has something else, too."""
    plain = _HUMP.sub(" ", re.sub(r"[\"'\[\](){}_]", " ", value))
    if pack and suit is None and re.fullmatch(r"[\d,;.\s]+", plain):
        numbers = [int(number) for number in re.findall(r"\d+", plain)]
        if max(numbers) >= len(pack):
            raise no_number(max(numbers))
        return [pack[number] for number in numbers]
    if suit is not None:
        ranks = [_RANKS.get(word.lower()) for word in re.findall(r"\w+", plain)]
        return [f"{rank}{suit}" for rank in ranks if rank] if all(ranks) else []
    if not _CARD.search(plain) and not _NAMED.search(plain):
        return []
    try:
        return [str(read.card) for read in read_cards(plain)]
    except InputError as error:
        if "appears twice" in error.message:
            raise
        return []


_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NAMED: Final = re.compile(r"(?i)\bof\b|[🂡-🃞]|[^\W_] +(?:club|diamond|heart|spade|[♣♦♥♠])")


def _lines(said: _Said) -> str:
    cards, lines = said.cards, []
    if (limit := said.numbers.get("limit")) and limit[0][1:] != "10":
        lines.append(f"rules: standard,knock_limit={limit[0][1:]}")
    hand, drawn = cards["hand"], cards.get("drawn", [])
    if len(hand) == HAND and {*drawn} & {*hand}:
        message = f"{drawn[-1]} is both drawn and one of the ten in the hand"
        raise InputError(message, where="hand", hint="give the ten held before, or all eleven")
    hand = [*hand, *(card for card in drawn if card not in hand)]
    lines += [f"dealer: {said.dealer}"] if said.dealer else []
    lines.append(f"hand: {' '.join(hand)}")
    if drawn and len(hand) > HAND:
        lines.append(f"drew: {drawn[-1]}")
    gone, up = list(dict.fromkeys(cards.get("gone", []))), cards.get("up", [])
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
