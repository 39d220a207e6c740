"""Score sheets as people keep them, turned into the lines that `analyzer.notation.results` reads.

Five forms are known: a table whose columns are the players (`Hand | Me | Dad`), a table with a
column for the winner (`round,winner,type,points`), a row of running totals for each player
(`me 25 - 25 - 61`), pairs of points (`16-0`), and hands that are told or named (`Ann knock 16`,
`26x2=52 for me`, `I won three hands: 45, 33, 28`). Whoever is "me" is player 1; else whoever is
named first. A total that the hands do not add up to is refused, and so is a third player.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from analyzer.errors import InputError, UnclearError
from analyzer.notation._score_clauses import (
    ASIDE,
    BONUS,
    CUMULATIVE,
    FOR,
    LETTERS,
    ME,
    NUMBERING,
    TARGET,
    THEM,
    TOTAL,
    WORDS,
    check_game,
    pattern,
    prepared,
)
from analyzer.notation._sheet_heard import (
    are_points,
    by_net,
    instead,
    joined,
    unclear,
    with_draws,
)
from analyzer.notation._sheet_search import MOST, as_result, plain, searched, summed
from analyzer.notation._sheet_told import told
from analyzer.notation.results import read_results

_NOTHING: Final = frozenset(WORDS["nothing"])
_TWO: Final = 2
_LETTERED: Final = re.compile(r"(\d{1,4})\s*(g|gin|u|uc|k|b|bg)", re.I)
_RULED: Final = re.compile(r"[\s|:+-]*(?:---|:-|-:|\+)[\s|:+-]*")
_CELLS: Final = re.compile(r"\s*\|\s*|\t|\s*[,;]\s*|\s+/\s+| {2,}")
_RUNNING: Final = re.compile(r"\s*([^\W\d]\w*)\s*[:=]?\s+(\d+(?:\s*(?:[-–,/|>]+|\s)\s*\d+)+)\s*")
_HEADED: Final = re.compile(r"^[^\d:]*\b(?:running|cumulative)\b[^:\d]*:\s*", re.I)
_ROW: Final = pattern("row")
"""A row whose cells may be empty: `Ann: 9 | – | 28`."""
_PAIR: Final = re.compile(r"(\d{1,4})\s*[-–:/]\s*(\d{1,4})")
_COUNTED: Final = pattern("counted")


class _Players:
    """The two players of a sheet, numbered as they are met; "me" is always player 1."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.names = [name.lower() for name in names]
        self.listed = bool(names)

    def number(self, name: str, where: str) -> int:
        """The number of a player, 1 or 2; raises InputError for a third one."""
        name = name.strip().lower()
        if name in ME or name in {"1", "p1", "player 1"}:
            return 1
        if name in THEM or name in {"2", "p2", "player 2"}:
            return 2
        if name not in self.names:
            self.names.append(name)
        at = self.names.index(name)
        if at + self.has_me > 1:
            raise InputError(
                f"`{name}` is a third player", where=where,
                hint="a sheet of this form has two; give a hand of more as `20 0 35`",
            )  # fmt: skip
        return at + 1 + self.has_me

    has_me = False


_LONGEST: Final = 10_000
"""Most characters of a sheet."""
_FALLS: Final = "a running total falls"
_NO_POINTS: Final = re.compile(r"\d{100}")
"""A number that nobody has won."""


def results_of_sheet(text: str, names: Sequence[str] = ()) -> str | None:
    """The hands of a sheet, a line each as `read_results` takes them; None where it is no sheet.

    `names` are those of players 1 and 2, where they are known. Raises InputError where the sheet
    contradicts itself.

    >>> print(results_of_sheet("Hand | Me | Dad\\n1 | 23 | 0\\n2 | 0 | 14\\nTotal | 23 | 14"))
    1 23
    2 14
    >>> results_of_sheet("16-0, 0-41"), results_of_sheet("1 knock 16")
    ('1 16\\n2 41', None)
    """
    if len(text) > _LONGEST or _NO_POINTS.search(text):
        return None
    check_game(text)
    with suppress(InputError):
        read_results(text)
        return None
    boxes = _OF_BOXES.search(text) is not None
    try:
        if (hands := _laid_out(text, names)) is not None:
            return with_draws(hands, text)
        if not boxes and (hands := by_net(text, names)) is not None:
            return hands
        hands = _told_or_searched(text, names)
    except UnclearError:
        raise
    except InputError:
        if (hands := instead(text, names, proved=True)) is None:
            raise
        return hands
    if hands is None:
        return instead(text, names, proved=not _is_document(text))
    if boxes or are_points(hands, text):
        return with_draws(hands, text)
    raise unclear(hands)


_OF_BOXES: Final = re.compile(r"(?i)\bbox(?:es)?\b")
"""Boxes are paid for at the end, which the net takes for hands."""


def _laid_out(text: str, names: Sequence[str]) -> str | None:
    """The hands of what its sums prove, of a document, or of a form of table; None of another."""
    hands = None if names else summed(text) or searched(text, heard=False)
    if hands is None and not _is_document(text):
        forms: tuple[_Form, ...] = (_table, _in_columns, _running, _pairs, _counted)
        hands = _by_form(forms, *_prepared(text, names))
    return joined(hands)


def _told_or_searched(text: str, names: Sequence[str]) -> str | None:
    """The hands that are told one after another, or that a search finds."""
    lines, players = _prepared(text, names)
    listed = tuple(players.names)
    if _is_document(text):
        return joined(searched(text, listed, heard=False))
    forms: tuple[_Form, ...] = (lambda _, known: _told([plain(text)], known), _told)
    try:
        hands = _by_form(forms, lines, players)
    except InputError as error:
        hands = None if listed or "third player" not in error.message else searched(text)
        if hands is None:
            raise
    return joined(searched(text, listed) if hands is None else hands)


def _is_document(text: str) -> bool:
    return text.lstrip()[:1] in {"{", "["} and '"' in text


def _prepared(text: str, names: Sequence[str]) -> tuple[list[str], _Players]:
    """The lines of a sheet, and its players so far."""
    text = prepared(text)
    words = {word.lower() for word in re.findall(r"[^\W\d]+", text)}
    players = _Players(() if words & ME else [name for name in names if name.isalpha()])
    players.has_me = bool(words & ME)
    return [line for line in text.splitlines() if line.strip()], players


_Form = Callable[[Sequence[str], _Players], list[str] | None]


def _by_form(forms: Sequence[_Form], lines: Sequence[str], players: _Players) -> list[str] | None:
    """The hands of the first form that a sheet has; where one's totals fall, it has another."""
    fallen: InputError | None = None
    for form in forms:
        try:
            if hands := form(lines, players):
                return _as_named(hands, "\n".join(lines), players)
        except InputError as error:
            if error.message != _FALLS:
                raise
            fallen = error
    if fallen is not None:
        raise fallen
    return None


def _as_named(hands: list[str], text: str, players: _Players) -> list[str]:
    """The hands of players in the order in which the text names them first, in its head too."""
    if players.listed or players.has_me or len(players.names) != _TWO:
        return hands
    spots = [re.search(rf"(?i)(?<!\w){re.escape(name)}", text) for name in players.names]
    first, second = (len(text) if spot is None else spot.start() for spot in spots)
    turned = str.maketrans("12", "21")
    return [hand[0].translate(turned) + hand[1:] for hand in hands] if second < first else hands


def _cells(line: str) -> list[str]:
    words, _, rest = line.strip().partition(" ")
    line = rest if words.lower().rstrip(":") in TOTAL and rest.strip()[:1].isdigit() else line
    return [cell.strip() for cell in _CELLS.split(line.strip(" "))]


def _table(lines: Sequence[str], players: _Players) -> list[str] | None:
    """A table with a head: a column for each player, or one for the winner.

    What stands in brackets, and a line before or behind the table that gives no points, are
    remarks.
    """
    running = _is_running(lines)
    lines = [ASIDE.sub("", line).rstrip(" ") for line in lines]
    framed = [line.strip() for line in lines if line.lstrip().startswith("|")]
    if framed and framed[0].endswith("|"):
        lines = [line[1:].removesuffix("|") for line in framed]
    rows = [_cells(line) for line in lines if not _RULED.fullmatch(line)]
    while rows and (len(rows[0]) < 2 or not rows[0][-1]) and _is_remark(rows[0]):
        rows = rows[1:]
    while rows and len(rows[-1]) != len(rows[0]) and _is_remark(rows[-1]):
        rows = rows[:-1]
    head = [cell.lower() for cell in rows[0]] if rows else []
    body = rows[1:]
    if body and [row[0] for row in body] == [str(at) for at in range(1, len(body) + 1)]:
        head = ["", *head] if all(len(row) > len(head) for row in body) else head
    body = [row[: len(head)] for row in body if not any(map(_is_points, row[len(head) :]))]
    if len(head) < 2 or not body or any(map(str.isdigit, head)):
        return None
    if len(body) < len(rows) - 1 or any(len(row) < len(head) for row in body):
        return None
    columns = [at for at, cell in enumerate(head) if cell not in NUMBERING]
    if len(columns) > _TWO:  # words beside the points
        columns = [at for at in columns if all(_is_points(row[at]) for row in body)]
    if len(columns) != _TWO or not all(_is_points(row[at]) for row in body for at in columns):
        return None
    order = [players.number(head[at], "the head") for at in columns]
    if len(set(order)) < 2:
        return None
    cells = [(row[0].lower(), [row[at] for at in columns]) for row in body]
    return _by_column(order, cells, running=running)


def _is_running(lines: Sequence[str]) -> bool:
    """True if a sheet says that its numbers are running totals."""
    return CUMULATIVE.search("\n".join(lines)) is not None


def _is_remark(row: Sequence[str]) -> bool:
    """True if no cell of a row is points."""
    return not any(_is_points(cell) for cell in row if cell)


def _is_points(cell: str) -> bool:
    return cell in _NOTHING or cell.isdigit() or _LETTERED.fullmatch(cell) is not None


def _by_column(order: list[int], body: list[tuple[str, list[str]]], *, running: bool) -> list[str]:
    """The hands of rows with the points of both; a last row of totals is checked."""
    totals = [label in TOTAL for label, _ in body]
    values = [[int("".join(filter(str.isdigit, cell)) or 0) for cell in row] for _, row in body]
    sums = [sum(column) for column in zip(*values[:-1], strict=True)]
    if not any(totals) and all(values[-1]) and values[-1] == sums:
        totals[-1] = True
    rows = [value for value, total in zip(values, totals, strict=True) if not total]
    rows = _each_hand(rows, running=running)
    cells = [row for (_, row), total in zip(body, totals, strict=True) if not total]
    kinds = [next((_kind_of(cell) for cell in row if _kind_of(cell)), "") for row in cells]
    hands = [
        _hand(order, row, f"row {at}").replace(" ", f" {kind}", 1)
        for at, (row, kind) in enumerate(zip(rows, kinds, strict=True), start=1)
    ]
    sums = [sum(row[who] for row in rows) for who in (0, 1)]
    for value, total in zip(values, totals, strict=True):
        if total and value != sums:
            raise InputError(
                f"the hands add up to {sums[0]} and {sums[1]}, not to {value[0]} and {value[1]}",
                where="the total", hint="correct a hand or the total",
            )  # fmt: skip
    return hands


def _kind_of(cell: str) -> str:
    """The kind of a hand that a letter behind its points says: `35g`."""
    lettered = _LETTERED.fullmatch(cell)
    return (
        "" if lettered is None else LETTERS["b" if lettered[2] == "bg" else lettered[2][0].lower()]
    )


def _each_hand(rows: list[list[int]], *, running: bool = False) -> list[list[int]]:
    """The points of each hand, of running totals too; raises InputError where one falls."""
    if running:  # of which only the winner's may be written
        before = [0, 0]
        rows = [before := [a or b for a, b in zip(row, before, strict=True)] for row in rows]
    grows = all(column == sorted(column) for column in map(list, zip(*rows, strict=True)))
    both = [bool(one and other) for one, other in rows]
    running = running or (len(rows) > 1 and (all(both[1:]) or (any(both) and grows)))
    return _differences(rows) if running else rows


def _hand(order: list[int], row: Sequence[int], where: str) -> str:
    """One hand by the points of both; raises InputError where both have some."""
    one, other = row
    if one and other:
        raise InputError(
            f"both players score in one hand: {one} and {other}", where=where,
            hint="only one of two players scores a hand",
        )  # fmt: skip
    return f"{order[0]} {one}" if one else f"{order[1]} {other}" if other else "void"


def _differences(rows: list[list[int]]) -> list[list[int]]:
    """The hands of running totals; raises InputError where one falls."""
    before, hands = [0, 0], []
    for at, row in enumerate(rows, start=1):
        gained = [now - then for now, then in zip(row, before, strict=True)]
        if min(gained) < 0:
            raise InputError(
                _FALLS, where=f"row {at}",
                hint="give the points of each hand, or totals that only grow",
            )  # fmt: skip
        hands.append(gained)
        before = row
    return hands


def _running(lines: Sequence[str], players: _Players) -> list[str] | None:
    """A row of running totals, or of points, for each of two players."""
    running = _is_running(lines)
    lines = [part for line in lines for part in _HEADED.sub("", line).split(";") if part.strip()]
    found = [match for line in lines if (match := _RUNNING.fullmatch(line) or _ROW.fullmatch(line))]
    rest = "\n".join(
        line for line in lines if not (_RUNNING.fullmatch(line) or _ROW.fullmatch(line))
    )
    if len(found) != 2 or re.search(r"\d", TARGET.sub("", rest)):
        return None
    order = [players.number(match[1], f"line {at}") for at, match in enumerate(found, start=1)]
    columns = [_values(match[2]) for match in found]
    if len(set(map(len, columns))) > 1:
        raise InputError(
            f"one row has {len(columns[0])} hands, the other {len(columns[1])}", where="rows",
            hint="give both players as many, 0 where one scored nothing",
        )  # fmt: skip
    cells = [("", list(map(str, pair))) for pair in zip(*columns, strict=True)]
    return _by_column(order, cells, running=running)


def _values(cells: str) -> list[int]:
    """The points of a row's cells, 0 for an empty one."""
    if re.search(r"\s[._x·](?!\S)", cells):
        return [int(re.sub(r"\D", "", cell) or 0) for cell in re.split(r"[\s|,;]+", cells.strip())]
    if re.search(r"[|,;\t]", cells):
        return [
            int(re.sub(r"\D", "", cell) or 0)
            for cell in re.split(r"\s*[|,;\t]\s*", cells.strip(" |"))
        ]
    return list(map(int, re.findall(r"\d+", cells)))


def _pairs(lines: Sequence[str], players: _Players) -> list[str] | None:
    """Pairs of points, mine or the first player's first: `16-0, 0-41`; words beside are remarks."""
    text = _NUMBERED.sub("", TARGET.sub("", "\n".join(lines)))
    found = list(_PAIR.finditer(text))
    rest = _LABEL.sub("", _PAIR.sub("", text))
    if (
        not found
        or re.search(r"\d", rest)
        or len(found) < 2 <= len(re.findall(r"[^\W\d]{4,}", rest))
    ):
        return None
    order, named = [1, 2], _ORDER.findall(text[: found[0].start()])
    if named:
        order = [players.number(name, "the head") for name in named[-1]]
    rows = [[int(match[1]), int(match[2])] for match in found]
    return [_hand(order, row, f"hand {at}") for at, row in enumerate(_each_hand(rows), start=1)]


_ORDER: Final = re.compile(r"\b([^\W\d]\w*)\s?[-–/:]\s?([^\W\d]\w*)\b")
_NUMBERED: Final = re.compile(
    r"\b(?:hand|round|game|deal|h|r)\s*#?\d{1,2}(?:\s*[.):]|(?=  ))", re.I
)
_LABEL: Final = re.compile(
    r"(?:\b(?:hand|round|game|deal|r|h|g)\s*#?|#|^[ \t]*)\d{1,2}\s*[.):]?", re.I | re.M
)


def _counted(lines: Sequence[str], players: _Players) -> list[str] | None:
    """Hands by what both held: `Ray knocks 6, Kim has 31`; other lines are remarks.

    Raises InputError for a gin or an undercut where nothing says what they bring.
    """
    text = "\n".join(lines)
    found = list(_COUNTED.finditer(text))
    if any(match["who"].lower() in ME | THEM for match in FOR.finditer(text)):
        return None
    if not found or re.search(
        r"\d", _LABEL.sub("", _GIVEN.sub("", TARGET.sub("", _COUNTED.sub("", text))))
    ):
        return None
    hands = []
    for match in found:
        who, other = (players.number(match[name], match[0]) for name in ("who", "other"))
        points = int(match["count"]) - int(match["with"] or 0)
        kind = "gin" if match["gin"] else "knock" if points > 0 else "undercut"
        if kind != "knock":
            points = abs(points) + _bonus(kind, text, match[0])
        hands.append(f"{other if kind == 'undercut' else who} {kind} {points}")
    return hands


_GIVEN: Final = re.compile(rf"{BONUS.pattern}|\b(?:gin|undercut)\w*(?: bonus)?,? *\d+", re.I)
"""A bonus of the rules."""


def _bonus(kind: str, text: str, where: str) -> int:
    """Return what a gin or an undercut brings; raises InputError where the sheet is silent."""
    behind = rf"\b{kind}\w*\s+(?:bonus\s+)?(?:is\s+|=\s*|pays\s+)?(\d+)"
    before = rf"(\d+)\s+(?:points\s+)?(?:for|per)\s+(?:an?\s+)?{kind}"
    said = re.search(f"{behind}|{before}", _COUNTED.sub("", text), re.I)
    if said is None:
        raise InputError(
            f"what a {kind} brings is not said", where=where.strip(),
            hint="say it beside the hands, as in `gin 25, undercut 25`",
        )  # fmt: skip
    return int(said[1] or said[2])


def _in_columns(lines: Sequence[str], players: _Players) -> list[str] | None:
    """A table whose columns are only apart by blanks; of Hollywood's three the first has all."""
    running = _is_running(lines)
    lines = [_NUMBERED.sub(lambda found: " " * len(found[0]), line) for line in lines]
    lines = "\n".join(ASIDE.sub("", line) for line in lines).expandtabs().split("\n")
    heads = (at for at, line in enumerate(lines) if _PLAYERS.fullmatch(line))
    first = next((at for at in heads if not CUMULATIVE.search(lines[at])), None)
    if first is None:
        return None
    names = list(re.finditer(r"[^\W\d]\w*", lines[first]))
    columns = [name.start() + len(name[0]) / 2 for name in names]
    order = [players.number(name[0], "the head") for name in names]
    if order != order[:_TWO] * (len(order) // _TWO) or len({*order}) < _TWO:
        return None
    table, ended = list[list[int]](), False
    for line in lines[first + 1 :]:
        row = _in_row(line, columns)
        ended = ended or (all(row) and len(table) > 1 and row == _column_sums(table))
        if ended or re.search(r"[^\W\d]{2,}", line) or not (any(row) or _RULED_OFF.fullmatch(line)):
            if not ended and line.strip():
                return None
            continue  # totals, boxes and bonuses
        if any(row):
            table.append(row)
    running = running or any(len({*filter(None, row)}) > 1 for row in table if len(row) > _TWO)
    cells = [("", list(map(str, row[:_TWO]))) for row in table]
    return _by_column(order[:_TWO], cells, running=running) if cells else None


def _column_sums(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def _in_row(line: str, columns: Sequence[float]) -> list[int]:
    """The numbers of a line by the columns that they stand below; a label before them is none."""
    numbers = [
        (found.start() + len(found[0]) / 2, int(found[0])) for found in re.finditer(r"\d+", line)
    ]
    row = [0] * len(columns)
    label = len(numbers) > 1 and numbers[0][0] < columns[0] - (columns[1] - columns[0]) / 2
    for place, points in numbers[1:] if label else numbers:
        row[min(range(len(columns)), key=lambda at: abs(columns[at] - place))] = points
    return row


_PLAYERS: Final = pattern("players")
_RULED_OFF: Final = re.compile(r"[\s_=|+.–-]*")


def _told(lines: Sequence[str], players: _Players) -> list[str] | None:
    """Hands that are told one after another, if they can be taken in one way."""
    sheets = {tuple(sheet.hands) for sheet in told("\n".join(lines))}
    if len(sheets) != 1 or not any(hand.points for hand in min(sheets)):
        return None
    if max(hand.points for hand in min(sheets)) > MOST or len(min(sheets)) < 2 - bool(
        players.names
    ):
        return None
    return [
        as_result(players.number(hand.who, "text") if hand.points else 1, hand)
        for hand in sheets.pop()
    ]
