"""A score sheet by search: every way to take its numbers, and the one in which all add up.

A sheet is a grid (columns that are the players, or one that says who won, cells that are points or
running totals), a row of numbers for each player, signed numbers, or clauses with somebody and a
number. Each way is tried; it has to explain every number as the points of a hand, a label, a
total that is right, a target or a bonus. What is read is what all ways that do so agree on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, combinations
from typing import Any, Final

from analyzer.notation._score_clauses import (
    CUMULATIVE,
    ME_ROW,
    NUMBERING,
    TOTAL,
    VOID,
    WORDS,
    YOU,
)  # fmt: skip
from analyzer.notation._sheet_hands import (
    KINDS,
    POINTS,
    WINNER,
    Hand,
    Hands,
    SheetReading,
    documents,
    kind_of,
    objects_in,
    who_is,
)
from analyzer.notation._sheet_ledger import proved
from analyzer.notation._sheet_told import told

_NOTHING: Final = frozenset(WORDS["nothing"])
_BONUS: Final = 25
_TARGET: Final = 100
MOST: Final = 200
"""More points than a hand brings."""


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(WORDS["search"][name])


def searched(text: str, listed: Sequence[str] = (), *, heard: bool = True) -> list[str] | None:
    """The hands of a sheet as lines of results, player 1 first named or "me"; None if unclear.

    `listed` are players 1 and 2, where their names are known; None of a sheet of others.

    >>> searched("Rd 1: Lefty knocks, 23 points.\\nRd 2: Archie by gin, 49! Lefty wobbles.")
    ['1 knock 23', '2 gin 49']
    """
    text = plain(text)
    for ways in (_DOCUMENTS, _GRIDS, *([_TOLD] if heard else [])):
        hit = dict[tuple[tuple[str, int], ...], SheetReading]()
        for way in ways:
            for sheet in way(text):
                if _is_sheet(sheet.hands):
                    hit.setdefault(tuple((each.who, each.points) for each in sheet.hands), sheet)
        if len(hit) == 1:
            return as_results(text, next(iter(hit.values())), listed)
        if hit:
            return None
    return None


def summed(text: str) -> list[str] | None:
    """The hands of a sheet that its own sums prove, as `searched` has them; None of any other."""
    if len(text) > _LONGEST or text.lstrip()[:1] in {"{", "["} or _LETTERED.search(text):
        return None
    plain_text = plain(text)
    found = [sheet for sheet in proved(plain_text) if _is_sheet(sheet.hands)]
    return as_results(plain_text, found[0], ()) if len(found) == 1 else None


_LONGEST: Final = 2_000
_LETTERED: Final = re.compile(r"\d(?:g|u|k|b|bg|uc)\b", re.I)
"""Points with a letter for how they were won."""


def _is_sheet(hands: Hands) -> bool:
    names = {each.who for each in hands if each.points}
    names -= {"them"} if "me" in names and len(names) == 3 else set()
    return len(names) <= 2 and all(0 <= each.points <= MOST for each in hands) and len(hands) > 1


def as_results(text: str, sheet: SheetReading, listed: Sequence[str]) -> list[str] | None:
    """The lines of hands, the players numbered in the order in which the text names them."""
    hands, lower = sheet.hands, text.lower()
    if listed:
        known = {name: at for at, name in enumerate(listed, start=1)}
        if any(each.points and each.who not in known for each in hands):
            return None
        return [as_result(known.get(each.who, 1), each) for each in hands]
    names = list(
        dict.fromkeys((*(each.who for each in hands if each.who), *map(who_is, sheet.names)))
    )
    others = [name for name in names if name not in {"me", "them"}]
    if len(names) == 3 and len(others) == 1:  # somebody by name, and by `she`
        names = ["me", "them"]
    names = [name for name in names if any(each.who == name for each in hands)] + [
        name for name in names if all(each.who != name for each in hands)
    ]
    first = {name: re.search(rf"(?<!\w){re.escape(name)}(?!\w)", lower) for name in names[:2]}
    at = {name: hit.start() if hit else len(lower) for name, hit in first.items()}
    names = sorted(names[:2], key=lambda name: (name != "me", name == "them", at[name]))
    number = {name: at for at, name in enumerate(names, start=1)}
    if names == ["them"]:
        number = {"them": 2}
    return [as_result(number.get(each.who, len(names)), each) for each in hands]


def as_result(player: int, hand: Hand) -> str:
    """A hand as results have it; a kind whose bonus is not in the points is not told."""
    kind = hand.kind if hand.points >= _BONUS or hand.kind == "knock" else ""
    return " ".join(filter(None, (str(player), kind, str(hand.points)))) if hand.points else "void"


_CELL_TAG: Final = re.compile(r"(?i)<tr[^>]*>|</t[dh]>")
_END_OF_TAG: Final = re.compile(r"<[^<>]*>")
_TAGS: Final = _pattern("tags")
_CLOCK: Final = _pattern("clock")
_SIGNS: Final = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "’": "'", "│": "|", "║": "|", "┃": "|"}
)


_ON: Final = re.compile(r"\bon(?= (?:a|an|the)\b)", re.I)
"""English, and not `he` in Polish."""


def plain(text: str) -> str:
    """A sheet without the signs of its program, its numbers in digits."""
    if "\\begin" in text or "\\hline" in text:
        text = _TAGS.sub("", text).replace("&", "|")
    if "<td" in text.lower():
        text = _END_OF_TAG.sub("", _CELL_TAG.sub("|", text).replace("</tr>", "\n"))
    if text.lstrip()[:1] in {"{", "["} and ("':" in text or '":' in text):
        return text
    text = YOU.sub("them", text) if ME_ROW.search(text) else text
    text = _ON.sub("by", text)
    from analyzer.notation.encoder.tokens import in_digits  # noqa: PLC0415  # few read a sheet

    return in_digits(_CLOCK.sub("", text.translate(_SIGNS)).replace("\r\n", "\n"))


def _by_player(text: str) -> Iterator[SheetReading]:
    """JSON with the points, or the totals, of each player."""
    columns = [
        {
            key: value if isinstance(value, list) else [value]
            for key, value in each.items()
            if key.lower() not in NUMBERING
        }
        for each in objects_in(text)
    ]
    columns = [each for each in columns if len(each) == 2 and all(map(_are_points, each.values()))]
    rows = [pair for each in columns for pair in zip(*each.values(), strict=False)]
    if rows and len({tuple(each) for each in columns}) == 1:
        names = [who_is(name) for name in columns[0]]
        running = CUMULATIVE.search(text) is not None
        yield from _of_rows(names, [[""]] * len(rows), rows, running=running)


def _are_points(values: list[Any]) -> bool:
    return all(isinstance(each, int) and not isinstance(each, bool) for each in values)


# ---- grids


_CELL: Final = re.compile(
    rf"[+-]?\d{{1,4}}(?:\W*(?:{'|'.join(map(re.escape, KINDS))})\W*)?|[-.x·_]*", re.I
)
_BRACKETS: Final = re.compile(r"\([^()]*\)|\*\*")
_IN_BRACKETS: Final = _pattern("in_brackets")
"""A remark on numbers in brackets, which are left out."""
_COORDINATES: Final = re.compile(r"(?:\t[A-Z])+")
_FORMULA: Final = re.compile(r"=\w+\(")


def _grids(text: str) -> Iterator[SheetReading]:
    """The hands of a table, by each two columns of numbers and by a column of winners."""
    running = CUMULATIVE.search(_IN_BRACKETS.sub("", text)) is not None
    for rows in (
        turned for table in (*_tables(text), *_tuples(text)) for turned in _both_ways(table)
    ):
        head, body = rows[0], rows[1:]
        columns = list(zip(*body, strict=True))
        numeric = [
            at for at, column in enumerate(columns)
            if all(_CELL.fullmatch(cell) for cell in column) and any(map(str.strip, column))
            and head[at].rstrip("0123456789 #.").lower() not in NUMBERING
        ]  # fmt: skip
        yield from _by_winner(head, body, columns, numeric)
        for left, other in combinations(numeric, 2):
            names = [who_is(_CARRIED.sub("", head[at])) for at in (left, other)]
            if not all(name and not name.isdigit() and name not in POINTS for name in names):
                continue
            yield from _of_rows(
                names,
                body,
                [(_number(row[left]), _number(row[other])) for row in body],
                running=running,
            )


def _tuples(text: str) -> Iterator[list[list[str]]]:
    """Rows in brackets, `(1, 'Ann', 20), …`, under a head that their cells say."""
    rows = [[cell.strip(" '\"") for cell in hit[1].split(",")] for hit in _TUPLE.finditer(text)]
    if len(rows) > 1 and len({*map(len, rows)}) == 1:
        yield [[*map(_head_of, zip(*rows, strict=True))], *rows]


def _head_of(cells: Sequence[str]) -> str:
    if all(map(str.isdigit, cells)):
        first = int(cells[0])
        in_order = [*map(int, cells)] == [*range(first, first + len(cells))]
        return "no" if in_order else "points"
    return "how" if {*map(str.lower, cells)} <= KINDS.keys() else "winner"


_TUPLE: Final = re.compile(r"\(([^()\n]*,[^()\n]*)\)")


def _both_ways(table: list[list[str]]) -> Iterator[list[list[str]]]:
    """A table, and with two rows of players also its columns as rows."""
    yield table
    if len(table) == 3 and not any(row[0].isdigit() for row in table):
        yield [list(column) for column in zip(*table, strict=True)]


_EXTRA: Final = re.compile(r"(?i)(?:^|[^a-z])(?:bonus|box(?:es)?|total)(?![a-z])")
"""A row of the extras behind the hands."""
_CARRIED: Final = re.compile(r"(?i)\b(?:c/f|total|running|cum\w*|points|score|pts)\b")


def _number(cell: str) -> int:
    number = int("".join(filter(str.isdigit, cell)) or 0)
    return -number if cell.startswith("-") else number


def _by_winner(
    head: Sequence[str],
    body: Sequence[Sequence[str]],
    columns: Sequence[Sequence[str]],
    numeric: Sequence[int],
) -> Iterator[SheetReading]:
    for who, column in enumerate(columns):
        names = {who_is(cell) for cell in column} - _NOTHING - VOID
        if head[who].lower() not in WINNER or who in numeric or not 0 < len(names) <= 2:
            continue
        for much in numeric:
            if head[much].lower() in POINTS:
                yield SheetReading([
                    Hand(who_is(row[who]), kind_of(row), _number(row[much]))
                    for row in body if not _EXTRA.search(row[0])
                ])  # fmt: skip


def _of_rows(
    names: Sequence[str],
    body: Sequence[Sequence[str]],
    rows: list[tuple[int, int]],
    *,
    running: bool,
) -> Iterator[SheetReading]:
    """The hands of rows with numbers of both: as points, unless `running`, and as totals."""
    if all(sum(row) == 0 for row in rows):  # what one wins the other loses
        rows = [(max(left, 0), max(other, 0)) for left, other in rows]
    elif any(min(row) < 0 for row in rows):
        return
    if running:  # of which only the winner's may be written
        rows = list(accumulate(rows, lambda then, now: (now[0] or then[0], now[1] or then[1])))
    labels = [row[0].lower() for row in body]
    totals = [row for row, label in zip(rows, labels, strict=True) if label in TOTAL]
    kept = [
        (row, kind_of(cells))
        for row, label, cells in zip(rows, labels, body, strict=True)
        if label not in TOTAL
    ]
    if (
        not totals
        and len(kept) > 2
        and all(kept[-1][0])
        and kept[-1][0] == _sums(row for row, _ in kept[:-1])
    ):
        totals.append(kept.pop()[0])
    points = [row for row, _ in kept]
    steps = tuple(_steps(points))
    for each in dict.fromkeys((steps if running else tuple(points), steps)):
        adds_up = all(total == _sums(each) for total in totals)
        if adds_up and all(min(row) == 0 for row in each) and any(map(any, each)):
            heard = zip(each, kept, strict=True)
            hands = [Hand(names[row[1] > 0], kind, max(row)) for row, (_, kind) in heard]
            yield SheetReading(hands, tuple(names))


def _sums(rows: Iterable[tuple[int, int]]) -> tuple[int, int]:
    both = [*rows]
    return sum(left for left, _ in both), sum(other for _, other in both)


def _steps(rows: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The hands of running totals; no hands where one falls."""
    before = (0, 0)
    for row in rows:
        step = (row[0] - before[0], row[1] - before[1])
        yield step if min(step) >= 0 else (1, 1)
        before = row


def _tables(text: str) -> Iterator[list[list[str]]]:
    """The text as rows of as many cells each, the head first, by each sign that may part cells."""
    lines = [each for each in text.splitlines() if not _FORMULA.search(each)]
    lines = [_BRACKETS.sub("", line).rstrip(" ") for line in lines]
    lines = [line for line in lines if line.strip() and not re.fullmatch(r"[\s|:+=_-]*", line)]
    if any(map(_COORDINATES.fullmatch, lines)):  # of a spreadsheet, with the numbers of its rows
        lines = [line.partition("\t")[2] for line in lines if not _COORDINATES.fullmatch(line)]
    for part in (r"\s*\|\s*", r"\t", r"\s*;\s*", r"\s*,\s*", r"\s{2,}"):
        rows = [
            re.split(part, line.strip() if part == r"\s{2,}" else _unframed(line)) for line in lines
        ]
        for at, head in enumerate(rows):
            width = len(head)
            if width < 2 or any(cell.isdigit() for cell in head):
                continue
            body = [
                row for row in rows[at + 1 :] if len(row) >= width or re.search(r"\d", "".join(row))
            ]
            numbered = [""] if body and all(len(row) == width + 1 for row in body) else []
            if len(body) > 1 and all(len(row) == width + len(numbered) for row in body):
                yield [[cell.strip() for cell in row] for row in ([*numbered, *head], *body)]
                break


def _unframed(line: str) -> str:
    framed = line.strip()
    return framed[1:-1] if len(framed) > 1 and framed[0] == framed[-1] == "|" else line


# ---- a row for each player, and signed numbers


_ROW: Final = _pattern("players_row")


_HEADS: Final = frozenset({"hand", "name", "names", "player", "players", "who"})


def _rows(text: str) -> Iterator[SheetReading]:
    """A row of points or running totals for each of two players."""
    hit = [
        each
        for each in _ROW.finditer(text)
        if each["who"].lower() not in NUMBERING | TOTAL | _HEADS
    ]
    if len(hit) != 2:
        return
    lists = [[int(number) for number in re.findall(r"\d+", each["points"])] for each in hit]
    names = [who_is(each["who"]) for each in hit]
    running = CUMULATIVE.search(text) is not None
    sums = [each["sum"] and int(each["sum"]) for each in hit]
    if len(lists[0]) == len(lists[1]):
        rows = list(zip(*lists, strict=True))
        yield from _of_rows(names, [[""]] * len(rows), rows, running=running)
    if not running and all(total == sum(points) for total, points in zip(sums, lists, strict=True)):
        ordered = list(zip(names, lists, strict=True))
        if sum(lists[0]) >= _TARGET:
            ordered.reverse()  # whoever reached the end won the last hand
        yield SheetReading(
            [Hand(name, "", each) for name, points in ordered for each in points], tuple(names)
        )


_SIGNED: Final = re.compile(r"(?<![\w.-])([+-])\s?(\d{1,3})(?!\w)")


def _signed(text: str) -> Iterator[SheetReading]:
    """`+12 -25 +47`: mine above nothing, theirs below."""
    hit = _SIGNED.findall(text)
    if len({sign for sign, _ in hit}) == 2 and not re.search(r"\d", _SIGNED.sub("", text)):
        yield SheetReading(
            [Hand("me" if sign == "+" else "them", "", int(points)) for sign, points in hit]
        )


_Way = Callable[[str], Iterator[SheetReading]]
_DOCUMENTS: Final[tuple[_Way, ...]] = (documents, _by_player)
_GRIDS: Final[tuple[_Way, ...]] = (_grids, _rows, _signed)
_TOLD: Final[tuple[_Way, ...]] = (told,)
