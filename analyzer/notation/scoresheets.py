"""Score sheets as people keep them, turned into the lines that `analyzer.notation.results` reads.

Five forms are known: a table whose columns are the players (`Hand | Me | Dad`), a table with a
column for the winner (`round,winner,type,points`), a row of running totals for each player
(`me 25 - 25 - 61`), pairs of points (`16-0`), and hands that are told or named (`Ann knock 16`,
`26x2=52 for me`, `I won three hands: 45, 33, 28`). Whoever is "me" is player 1; else whoever is
named first. A total that the hands do not add up to is refused, and so is a third player.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from analyzer.errors import InputError

_ME: Final = frozenset({"me", "i", "my", "mine", "us", "we", "myself", "you"})
_THEM: Final = frozenset(
    {"he", "him", "his", "she", "her", "they", "them", "opp", "opponent", "villain", "nobody"}
)
_NUMBERING: Final = frozenset({
    "hand", "round", "game", "deal", "no", "nr", "#", "rd", "", "runde", "spiel", "manche", "ronda",
})  # fmt: skip
_WINNER: Final = frozenset({"winner", "won", "who", "player", "won by", "winning player"})
_KIND: Final = frozenset({"type", "kind", "how", "result", "by", "end", "ending"})
_POINTS: Final = frozenset({"points", "score", "pts", "value"})
_TOTAL: Final = frozenset({
    "total", "totals", "sum", "final", "all",
    "summe", "gesamt", "somme", "suma", "totale", "totaal",
})  # fmt: skip
_KINDS: Final = ("big gin", "gin", "undercut", "knock")
_NOTHING: Final = frozenset({"", "-", "--", "–", "—", "0", ".", "x"})
_LETTERED: Final = re.compile(r"(\d{1,4})\s*(g|gin|u|uc|k|b|bg)", re.I)
_LETTERS: Final = {"g": "gin ", "u": "undercut ", "k": "knock ", "b": "big gin "}
_RULED: Final = re.compile(r"[\s|:+-]*(?:---|:-|-:|\+)[\s|:+-]*")
_ASIDE: Final = re.compile(r"\([^()]*\)|\*\*")
_CELLS: Final = re.compile(r"\s*\|\s*|\t|\s*[,;]\s*| {2,}")
_SUM: Final = re.compile(r"\d{1,4}(?:\s*[+x×*]\s*\d{1,4})+(?:\s*=\s*(?P<said>\d{1,4}))?")
_RUNNING: Final = re.compile(r"\s*([^\W\d]\w*)\s*[:=]?\s+(\d+(?:\s*(?:[-–,/|>]+|\s)\s*\d+)+)\s*")
_PAIR: Final = re.compile(r"(\d{1,4})\s*[-–:]\s*(\d{1,4})")
_FOR: Final = re.compile(r"(\d{1,4})\s+(?:points?\s+)?(?:for|to)\s+(\w+)", re.I)
_TARGET: Final = re.compile(r"\W*(?:game|match|we play|play(?:ed|ing)?|first)?\s*to\s+\d+\W*", re.I)
_SAYS: Final = re.compile(r"\w+ (?:says?|said|claims?|thinks?|counted) .*", re.I)
_HOW: Final = re.compile(r"\d|\b(?:knock|gin|undercut|won|wins?|got|void|tie|misdeal)", re.I)
_COUNTED: Final = re.compile(
    r"(?:(?:hand|round|deal)?\s*#?\d+\s*[:.)-]\s*)?(?P<who>[^\W\d]\w*)\s+"
    r"(?:(?P<gin>gin(?:s|ned)?)|knock(?:s|ed)?\s+(?:with\s+|for\s+)?(?P<with>\d{1,2}))\s*[,;]\s*"
    r"(?P<other>[^\W\d]\w*)\s+(?:has|had|holds|held|have)\s+(?P<count>\d{1,3})", re.I,
)  # fmt: skip
_WON: Final = re.compile(
    r"\b(\w+)\s+(?:won|took|got|scored|made|had)\b[^.:\d]*(?:hands?|games?|rounds?)?\s*:?\s*"
    r"(\d{1,4}(?:\s*(?:,|and|&)\s*\d{1,4})+)", re.I,
)  # fmt: skip
_NAMED: Final = re.compile(
    r"(?:(?:hand|round|deal)\s*#?\d+\s*[:.)-]\s*)?(?P<who>[^\W\d]\w*)\s*[:,]?\s+"
    r"(?P<how>knock(?:s|ed)?|big gin|gin(?:s|ned)?|undercuts?|won|wins|got)?"
    r"(?: (?:me|him|her|them))?\s*(?:for|with|by|:|,|\+)?\s*(?P<points>\d{1,4})", re.I,
)  # fmt: skip


class _Players:
    """The two players of a sheet, numbered as they are met; "me" is always player 1."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._names = [name.lower() for name in names]

    def number(self, name: str, where: str) -> int:
        """The number of a player, 1 or 2; raises InputError for a third one."""
        name = name.strip().lower()
        if name in _ME or name in {"1", "p1", "player 1"}:
            return 1
        if name in _THEM or name in {"2", "p2", "player 2"}:
            return 2
        if name not in self._names:
            self._names.append(name)
        at = self._names.index(name)
        if at + self.has_me > 1:
            raise InputError(
                f"`{name}` is a third player", where=where,
                hint="a sheet of this form has two; give a hand of more as `20 0 35`",
            )  # fmt: skip
        return at + 1 + self.has_me

    has_me = False


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
    text = _SUM.sub(_summed, text.replace("\r\n", "\n"))
    lines = [line for line in text.splitlines() if line.strip()]
    words = {word.lower() for word in re.findall(r"[^\W\d]+", text)}
    players = _Players(() if words & _ME else [name for name in names if name.isalpha()])
    players.has_me = bool(words & _ME)
    forms: tuple[Callable[[Sequence[str], _Players], list[str] | None], ...] = (
        _table, _running, _pairs, _counted, _told,
    )  # fmt: skip
    for form in forms:
        if hands := form(lines, players):
            return "\n".join(hands)
    return None


def _summed(found: re.Match[str]) -> str:
    """A sum or a product with its value in its place; raises InputError for a wrong one."""
    value = 0
    for term in found[0].split("=")[0].split("+"):
        product = 1
        for factor in re.split(r"[x×*]", term):
            product *= int(factor)
        value += product
    if found["said"] is not None and int(found["said"]) != value:
        raise InputError(
            f"`{found[0]}` is not right", where="hands", hint=f"{value} is what it comes to"
        )
    return str(value)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELLS.split(line.strip())]


def _table(lines: Sequence[str], players: _Players) -> list[str] | None:
    """A table with a head: a column for each player, or one for the winner.

    What stands in brackets, and a line before or behind the table that gives no points, are
    remarks.
    """
    lines = [_ASIDE.sub(" ", line).rstrip() for line in lines]
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
    if any(cell in _WINNER for cell in head) and any(cell in _POINTS for cell in head):
        return _by_winner(head, body, players)
    columns = [at for at, cell in enumerate(head) if cell not in _NUMBERING]
    if len(columns) != 2 or not all(_is_points(row[at]) for row in body for at in columns):
        return None
    order = [players.number(head[at], "the head") for at in columns]
    if len(set(order)) < 2:
        return None
    return _by_column(order, [(row[0].lower(), [row[at] for at in columns]) for row in body])


def _is_remark(row: Sequence[str]) -> bool:
    """True if no cell of a row is points."""
    return not any(_is_points(cell) for cell in row if cell)


def _is_points(cell: str) -> bool:
    return cell in _NOTHING or cell.isdigit() or _LETTERED.fullmatch(cell) is not None


def _by_winner(head: list[str], body: list[list[str]], players: _Players) -> list[str]:
    who, how, much = (
        next((at for at, cell in enumerate(head) if cell in names), None)
        for names in (_WINNER, _KIND, _POINTS)
    )
    assert who is not None and much is not None
    hands = []
    for number, row in enumerate(body, start=2):
        if row[who].lower() in _NOTHING | {"void", "nobody", "draw", "none"}:
            hands.append("void")
            continue
        player = players.number(row[who], f"line {number}")
        kind = "" if how is None else f"{row[how].lower()} "
        hands.append(f"{player} {kind}{row[much]}")
    return hands


def _by_column(order: list[int], body: list[tuple[str, list[str]]]) -> list[str]:
    """The hands of rows with the points of both; a last row of totals is checked."""
    totals = [label in _TOTAL for label, _ in body]
    values = [[int("".join(filter(str.isdigit, cell)) or 0) for cell in row] for _, row in body]
    sums = [sum(column) for column in zip(*values[:-1], strict=True)]
    if not any(totals) and all(values[-1]) and values[-1] == sums:
        totals[-1] = True
    rows = [value for value, total in zip(values, totals, strict=True) if not total]
    rows = _each_hand(rows)
    cells = [row for (_, row), total in zip(body, totals, strict=True) if not total]
    kinds = [next((_kind_of(cell) for cell in row if _kind_of(cell)), "") for row in cells]
    hands = [
        _hand(order, row, f"row {at}").replace(" ", f" {kind}", 1)
        for at, (row, kind) in enumerate(zip(rows, kinds, strict=True), start=1)
    ]
    sums = [sum(column) for column in zip(*rows, strict=True)]
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
        "" if lettered is None else _LETTERS["b" if lettered[2] == "bg" else lettered[2][0].lower()]
    )


def _each_hand(rows: list[list[int]]) -> list[list[int]]:
    """The points of each hand, of running totals too; raises InputError where one falls."""
    grows = all(column == sorted(column) for column in map(list, zip(*rows, strict=True)))
    both = [bool(one and other) for one, other in rows]
    running = len(rows) > 1 and (all(both[1:]) or (any(both) and grows))
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
                "a running total falls", where=f"row {at}",
                hint="give the points of each hand, or totals that only grow",
            )  # fmt: skip
        hands.append(gained)
        before = row
    return hands


def _running(lines: Sequence[str], players: _Players) -> list[str] | None:
    """A row of running totals, or of points, for each of two players."""
    found = [match for line in lines if (match := _RUNNING.fullmatch(line))]
    if len(found) != 2 or len(lines) - len(found) > 1:
        return None
    order = [players.number(match[1], f"line {at}") for at, match in enumerate(found, start=1)]
    columns = [list(map(int, re.findall(r"\d+", match[2]))) for match in found]
    if len(set(map(len, columns))) > 1:
        raise InputError(
            f"one row has {len(columns[0])} hands, the other {len(columns[1])}", where="rows",
            hint="give both players as many, 0 where one scored nothing",
        )  # fmt: skip
    rows = [list(pair) for pair in zip(*columns, strict=True)]
    return [_hand(order, row, f"hand {at}") for at, row in enumerate(_each_hand(rows), start=1)]


def _pairs(lines: Sequence[str], players: _Players) -> list[str] | None:
    """Pairs of points, mine or the first player's first: `16-0, 0-41`."""
    parts = [part for line in lines for part in re.split(r"[,;]", line) if part.strip()]
    found = [match for part in parts if (match := _PAIR.fullmatch(part.strip()))]
    if len(found) != len(parts) or not found:
        return None
    rows = [[int(match[1]), int(match[2])] for match in found]
    return [_hand([1, 2], row, f"hand {at}") for at, row in enumerate(_each_hand(rows), start=1)]


def _counted(lines: Sequence[str], players: _Players) -> list[str] | None:
    """Hands by what both held: `Ray knocks 6, Kim has 31`; other lines are remarks.

    Raises InputError for a gin or an undercut where nothing says what they bring.
    """
    found = [_COUNTED.fullmatch(line.strip(" .")) for line in lines]
    hands = []
    for line, match in zip(lines, found, strict=True):
        if match is None:
            if any(found) and re.match(r"\s*(?:\d|[^\W\d]\w* (?:knock|gin))", line):
                return None
            continue
        who, other = (players.number(match[name], line) for name in ("who", "other"))
        points = int(match["count"]) - int(match["with"] or 0)
        kind = "gin" if match["gin"] else "knock" if points > 0 else "undercut"
        if kind != "knock":
            bonus = re.search(rf"\b{kind}\w*\s+(?:bonus\s+)?(?:is\s+)?(\d+)", " ".join(lines), re.I)
            if bonus is None:
                raise InputError(
                    f"what a {kind} brings is not said", where=line.strip(),
                    hint="say it beside the hands, as in `gin 25, undercut 25`",
                )  # fmt: skip
            points = abs(points) + int(bonus[1])
        hands.append(f"{other if kind == 'undercut' else who} {kind} {points}")
    return hands or None


def _told(lines: Sequence[str], players: _Players) -> list[str] | None:
    """Hands that are named or told, one after another."""
    text = " ".join(lines)
    hands = list(_named(lines, players)) or list(_told_points(text, players))
    if hands:
        return hands
    won = [
        (players.number(match[1], "text"), number)
        for match in _WON.finditer(text)
        for number in re.findall(r"\d+", match[2])
    ]
    return [f"{player} {number}" for player, number in won] or None


def _named(lines: Sequence[str], players: _Players) -> Iterator[str]:
    """`Ann knock 16, Bob gin 41, Ann 12`; nothing where something else stands between."""
    found = list[re.Match[str] | None]()
    for line in lines:
        if whole := _NAMED.fullmatch(line.strip(" .")):
            found.append(whole)
        elif not _TARGET.fullmatch(line):
            parts = (part.strip() for part in re.split(r"[,;.]|\b(?:and |then )+", line))
            found += [_NAMED.fullmatch(part) for part in parts if part and not _is_said(part)]
    matches = [match for match in found if match is not None]
    if len(matches) < len(found) or {match["who"].lower() for match in matches} & _NUMBERING:
        return
    for match in matches:
        how = (match["how"] or "").lower()
        kind = next((f"{each} " for each in _KINDS if how.startswith(each)), "")
        yield f"{players.number(match['who'], 'text')} {kind}{match['points']}"


def _is_said(part: str) -> bool:
    """True if a part is a remark: the target, what somebody claims, or words on no hand."""
    return bool(_TARGET.fullmatch(part) or _SAYS.fullmatch(part)) or not _HOW.search(part)


def _told_points(text: str, players: _Players) -> Iterator[str]:
    """`I knocked with 4, he had 30, 52 for me. Next hand he ginned, 47 for him.`"""
    begin = 0
    for match in _FOR.finditer(text):
        if not (match[2][0].isupper() or match[2].lower() in _ME | _THEM):
            continue
        before = text[begin : match.start()].lower()
        kind = next((each for each in _KINDS if each in before), "knock")
        yield f"{players.number(match[2], 'text')} {kind} {match[1]}"
        begin = match.end()
