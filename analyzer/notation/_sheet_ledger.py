"""A score sheet by its sums: rows of points or of totals, and hands that are told with theirs.

Whoever plays is taken from the words beside the numbers: each two of them are tried. A reading is
`proved` where every number is a hand, a total that is right, or no score (the number of a hand, a
date, a target), and where the totals of both are written, or grow by one hand a row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from analyzer.notation._score_clauses import CUMULATIVE, ME, NUMBERING, TARGET, THEM, TOTAL, WORDS
from analyzer.notation._sheet_hands import KINDS, Hand, SheetReading, who_is

_MOST_NAMES: Final = 5
_LEAST_ROWS: Final = 2
_BONUSES: Final = frozenset({10, 20, 25, 31, 50})
_FORMS: Final = {name: re.compile(form, re.I | re.M) for name, form in WORDS["ledger"].items()}
_FILLERS: Final = frozenset(WORDS["fillers"]) | frozenset(WORDS["won"]) | frozenset(WORDS["lost"])


class Entry(NamedTuple):
    """A number, or a sum, with the names before and behind it in its line."""

    line: int
    terms: tuple[int, ...]
    value: int
    before: str
    after: str
    kind: str
    totals: bool
    """True behind a word for totals."""


class _Token(NamedTuple):
    kind: str
    text: str


def proved(text: str) -> list[SheetReading]:
    """The readings of a sheet that its own sums prove, each once.

    >>> [reading] = proved("T: 20, 5, 25+25\\nJ: 14, 31\\nso T = 75 & J = 45")
    >>> [(hand.who, hand.points) for hand in reading.hands]
    [('j', 14), ('j', 31), ('t', 20), ('t', 5), ('t', 50)]
    """
    said = _FORMS["hands"].search(text)
    text, number = _without_labels(text), int(said[1] or said[2]) if said else None
    readings = dict[tuple[tuple[int, int], ...], SheetReading]()
    for names in _pairs(text):
        for hands in _ways(text, names, number):
            key = tuple((names.index(hand.who) if hand.who else 2, hand.points) for hand in hands)
            if len(hands) >= _LEAST_ROWS:
                readings.setdefault(key, SheetReading(hands, names))
    return [*readings.values()]


def _without_labels(text: str) -> str:
    """The text without numbers that are no scores: of hands, dates, targets, remarks."""
    text = TARGET.sub(" ", text)
    for name in ("alias", "label", "date", "count"):
        text = _FORMS[name].sub(" ", text)
    numbers = [int(hit[1]) for hit in _FORMS["index"].finditer(text)]
    if len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)]:
        text = _FORMS["index"].sub(" ", text)
    return re.sub(r"(?<=\d) {2,}(?=[^\W\d])", " ", text)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Each two words that may be the players, in the order of the text."""
    near = Counter[str]()
    for hit in _FORMS["near"].finditer(text):
        near.update(_who(word) for word in hit.groups() if word and _may_name(word))
    for hit in _FORMS["head"].finditer(text):
        near.update(_who(word) for word in re.findall(r"[^\W\d_]\w*", hit[0]) if _may_name(word))
    written = re.findall(r"[^\W\d_]\w*", text)
    words = [_who(word) for word in written]
    large = {_who(word) for word in written if word[0].isupper() and _may_name(word)}
    near.update(large)
    likely = sorted(
        near, key=lambda name: (name != "me", name not in large, -near[name], words.index(name))
    )
    if "me" in near and "them" in near and len(near) > 1:
        named = [name for name in likely if name not in {"me", "them"}]
        likely = ["me", *named, "them"]
    for first, other in combinations(likely[:_MOST_NAMES], 2):
        yield (first, other) if words.index(first) < words.index(other) else (other, first)


def _who(word: str) -> str:
    """A player by any of the words for them; a large `J` is a name, and not French."""
    return "j" if word == "J" else who_is(word)


def _may_name(word: str) -> bool:
    plain = word.lower()
    known = plain in _FILLERS or plain in NUMBERING or plain in TOTAL or plain in KINDS
    return plain in ME | THEM or not (known and len(plain) > 1)


def _ways(text: str, names: tuple[str, str], number: int | None) -> Iterator[list[Hand]]:
    entries = [*_entries(text, names)]
    if rows := [*_rows(text, names, entries)]:
        yield from _of_rows(names, rows, running=CUMULATIVE.search(text) is not None)
    yield from _of_lists(entries, names, number, running=CUMULATIVE.search(text) is not None)


# ---- numbers with names


def _entries(text: str, names: tuple[str, str]) -> Iterator[Entry]:
    for at, line in enumerate(text.splitlines()):
        before, kind, totals = "", "", False
        tokens = [*_tokens(line, names)]
        for number, token in enumerate(tokens):
            if token.kind == "who":
                before, kind = token.text, ""
            elif token.kind == "kind":
                kind = token.text
            elif token.kind == "total":
                totals = True
            elif token.kind == "number":
                rest = tokens[number + 1 : number + 3]
                after = next((each.text for each in rest[:1] if each.kind == "who"), "")
                if rest and rest[0].kind == "to" and len(rest) > 1 and rest[1].kind == "who":
                    after = before = rest[1].text
                if rest and rest[0].kind == "kind":
                    kind = rest[0].text
                sums = token.text.split("=")
                terms = tuple(map(int, re.findall(r"\d+", sums[0])))
                value = int(re.sub(r"\D", "", sums[-1])) if len(sums) > 1 else sum(terms)
                yield Entry(at, terms, value, before, after, kind, totals)
                kind = ""


def _tokens(line: str, names: tuple[str, str]) -> Iterator[_Token]:
    for hit in _FORMS["token"].finditer(line):
        word = hit[0].lower()
        if hit["number"]:
            yield _Token("number", re.sub(r"plus", "+", hit[0], flags=re.I))
        elif (who := _among(_who(hit[0]), names)) in names:
            yield _Token("who", who)
        elif word in KINDS:
            yield _Token("kind", KINDS[word])
        elif word in {"to", "for"}:
            yield _Token("to", word)
        elif word in TOTAL or word in {"stop", "so", "="}:
            yield _Token("total", word)


def _among(who: str, names: tuple[str, str]) -> str:
    """A player: `she` is who plays with me, by name too."""
    if who == "them" and "them" not in names and "me" in names:
        return names[1 - names.index("me")]
    return who


# ---- rows of both


def _rows(text: str, names: tuple[str, str], entries: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """The rows of a table with the numbers of both; nothing if a line has others."""
    lines = text.splitlines()
    head = next((at for at, line in enumerate(lines) if _is_head(line, names)), None)
    rows = list[tuple[int, int]]()
    for at, line in enumerate(lines):
        for part in _FORMS["parts"].split(line) if head is None else [line]:
            here = [*_entries(part, names)]
            if head is None and [each.before for each in here] == [*names]:
                rows.append((here[0].value, here[1].value))
            elif head is None and [each.before for each in here] == [names[1], names[0]]:
                rows.append((here[1].value, here[0].value))
            elif head is not None and at > head and (cells := _cells(line)):
                rows.append(cells)
            elif here and (head is None or at > head):
                return
    yield from rows


def _is_head(line: str, names: tuple[str, str]) -> bool:
    words = [_who(word) for word in re.findall(r"[^\W\d_]\w*", line)]
    return not re.search(r"\d", line) and [word for word in words if word in names] == [*names]


def _cells(line: str) -> tuple[int, int] | None:
    cells = [hit[0] for hit in _FORMS["cell"].finditer(_FORMS["remark"].sub("", line))]
    if len(cells) != len(("left", "right")):
        return None
    left, right = map(_value, cells)
    return left, right


def _value(cell: str) -> int:
    """The number of a cell, of a sum what it comes to."""
    return sum(map(int, re.findall(r"\d+", cell.rsplit("=", maxsplit=1)[-1])))


def _of_rows(
    names: tuple[str, str], rows: Sequence[tuple[int, int]], *, running: bool
) -> Iterator[list[Hand]]:
    """The hands of rows of points with totals between or behind them, or of running totals."""
    if not running and (hands := _as_points(names, rows)):
        yield hands
    if hands := _as_running(names, rows):
        yield hands


def _as_points(names: tuple[str, str], rows: Sequence[tuple[int, int]]) -> list[Hand] | None:
    """Rows of which one has nothing, but those of totals; None where no total proves them."""
    sums, hands, checked = [0, 0], list[Hand](), False
    for row in rows:
        if hands and [*row] == sums and min(row):
            checked = True
        elif min(row):
            return None
        else:
            hands.append(_hand(names, row))
            sums = [had + won for had, won in zip(sums, row, strict=True)]
            checked = False
    return hands if checked else None


def _as_running(names: tuple[str, str], rows: Sequence[tuple[int, int]]) -> list[Hand] | None:
    """Totals of which at most one grows in each row, both of some length."""
    before, hands = (0, 0), list[Hand]()
    for at, row in enumerate(rows):
        gained = (row[0] - before[0], row[1] - before[1])
        if min(gained) < 0 or min(gained) != 0:
            return None
        if max(gained) or at < len(rows) - 1:
            hands.append(_hand(names, gained))
        before = row
    both = sum(min(row) > 0 for row in rows)
    return hands if both >= _LEAST_ROWS and len(rows) > _LEAST_ROWS else None


def _hand(names: tuple[str, str], won: Sequence[int], kind: str = "") -> Hand:
    who = names[0] if won[0] else names[1] if won[1] else ""
    return Hand(who, kind, max(won))


# ---- numbers of each


def _of_lists(
    entries: Sequence[Entry], names: tuple[str, str], number: int | None, *, running: bool
) -> Iterator[list[Hand]]:
    """The hands that are told or listed, where the last numbers are what they come to."""
    for at, owners in enumerate((_by_name_before(entries), _by_name_behind(entries))):
        owned = [*zip(entries, owners, strict=True)]
        if not at and {*owners} == {*names} and not running:
            hands = [hand for entry, who in owned for hand in _hands_of(entry, who)]
            hands = _in_order(owned, hands, names)
            zeros = any(not hand.points for hand in hands[:1]) or 0 in [e.value for e in entries]
            if len(hands) == number or (zeros and len(hands) * 2 == len(owned) > 4):
                yield hands
    for owners in (_by_name_before(entries), _by_name_behind(entries)):
        owned = [*zip(entries, owners, strict=True)]
        if any(who not in names for who in owners):
            continue
        body, totals = owned[:-2], {who: entry.value for entry, who in owned[-2:]}
        if len(totals) == len(names) and body:
            hands = [hand for entry, who in body for hand in _hands_of(entry, who)]
            sums = {name: sum(hand.points for hand in hands if hand.who == name) for name in names}
            said = len(hands) > len(names) or any(entry.totals for entry, _ in owned[-2:])
            if said and sums == totals and {who for _, who in body} <= {*names}:
                yield _in_order(body, hands, names)
        if running and len({entry.line for entry, _ in owned}) > 1:
            yield from _growing(owned, names)


def _by_name_before(entries: Sequence[Entry]) -> list[str]:
    owners, last = list[str](), ""
    for entry in entries:
        last = entry.before or last
        owners.append(last)
    return owners


def _by_name_behind(entries: Sequence[Entry]) -> list[str]:
    """The names before, but of the last two numbers those behind: `so 37 me, 41 Ruth`."""
    return [*_by_name_before(entries[:-2]), *(entry.after for entry in entries[-2:])]


def _hands_of(entry: Entry, who: str) -> list[Hand]:
    """A sum with a bonus is one hand, another one a hand for each number."""
    if not entry.value and not entry.before:
        return [Hand("", "", 0)]  # nobody won
    bonus = len(entry.terms) == len(("bonus", "deadwood")) and {*entry.terms} & _BONUSES
    if entry.kind or bonus or len(entry.terms) == 1:
        return [Hand(who, entry.kind, sum(entry.terms))]
    return [Hand(who, "", term) for term in entry.terms]


def _in_order(
    body: Sequence[tuple[Entry, str]], hands: list[Hand], names: tuple[str, str]
) -> list[Hand]:
    """The hands, of two rows as long as each other with a zero in each column hand by hand."""
    rows = [[hand for hand in hands if hand.who == name] for name in names]
    pairs = [*zip(*rows, strict=False)]
    listed = len({entry.line for entry, _ in body}) == len(names)
    zeros = any(not hand.points for hand in hands)
    apart = zeros and all(not (first.points and other.points) for first, other in pairs)
    if listed and len(rows[0]) == len(rows[1]) and apart:
        return [first if first.points else other if other.points else Hand("", "", 0)
                for first, other in pairs]  # fmt: skip
    won = [hand for hand in hands if hand.points or not hand.who]
    if listed:  # whoever reached the target did so in the last hand
        sums = {name: sum(hand.points for hand in won if hand.who == name) for name in names}
        won.sort(key=lambda hand: sums.get(hand.who, 0))
    return won


def _growing(owned: Sequence[tuple[Entry, str]], names: tuple[str, str]) -> Iterator[list[Hand]]:
    """A row of running totals for each player, each as long as they won hands."""
    hands = list[Hand]()
    for name in names:
        totals = [entry.value for entry, who in owned if who == name]
        if totals != sorted({*totals}) or not totals:
            return
        steps = zip(totals, [0, *totals], strict=False)
        hands += [Hand(name, "", now - then) for now, then in steps]
    yield hands
