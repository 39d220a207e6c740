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
_NUMBERING: Final = frozenset({"hand", "round", "game", "deal", "no", "nr", "#", "rd", ""})
_WINNER: Final = frozenset({"winner", "won", "who", "player", "won by", "winning player"})
_KIND: Final = frozenset({"type", "kind", "how", "result", "by", "end", "ending"})
_POINTS: Final = frozenset({"points", "score", "pts", "value"})
_TOTAL: Final = frozenset({"total", "totals", "sum", "final", "all"})
_KINDS: Final = ("big gin", "gin", "undercut", "knock")
_NOTHING: Final = frozenset({"", "-", "–", "—", "0", ".", "x"})
_CELLS: Final = re.compile(r"\s*\|\s*|\t|\s*[,;]\s*| {2,}")
_SUM: Final = re.compile(r"\d{1,4}(?:\s*[+x×*]\s*\d{1,4})+(?:\s*=\s*(?P<said>\d{1,4}))?")
_RUNNING: Final = re.compile(r"\s*([^\W\d]\w*)\s*[:=]?\s+(\d+(?:\s*(?:[-–,/|>]+|\s)\s*\d+)+)\s*")
_PAIR: Final = re.compile(r"(\d{1,4})\s*[-–:]\s*(\d{1,4})")
_FOR: Final = re.compile(r"(\d{1,4})\s+(?:points?\s+)?(?:for|to)\s+(\w+)", re.I)
_TARGET: Final = re.compile(r"\W*(?:game|match|we play|play(?:ing)?|first)?\s*to\s+\d+\W*", re.I)
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
        _table, _running, _pairs, _told,
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
    """A table with a head: a column for each player, or one for the winner."""
    framed = bool(lines) and lines[0].strip().startswith("|")
    lines = [line.strip().strip("|") if framed else line for line in lines]
    rows = [_cells(line) for line in lines if not re.fullmatch(r"[\s|:+-]+", line)]
    head = [cell.lower() for cell in rows[0]] if rows else []
    body = [row for row in rows[1:] if len(row) == len(head)]
    if len(head) < 2 or not body or len(body) < len(rows) - 1 or any(map(str.isdigit, head)):
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


def _is_points(cell: str) -> bool:
    return cell in _NOTHING or cell.isdigit()


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
    values = [[int(cell) if cell.isdigit() else 0 for cell in cells] for _, cells in body]
    rows = [value for value, total in zip(values, totals, strict=True) if not total]
    if all(one and other for one, other in rows[1:]) and len(rows) > 1:
        rows = _differences(rows)
    hands = [_hand(order, row, f"row {at}") for at, row in enumerate(rows, start=1)]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    for value, total in zip(values, totals, strict=True):
        if total and value != sums:
            raise InputError(
                f"the hands add up to {sums[0]} and {sums[1]}, not to {value[0]} and {value[1]}",
                where="the total", hint="correct a hand or the total",
            )  # fmt: skip
    return hands


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
    grows = all(column == sorted(column) for column in columns)
    if any(one and other for one, other in rows) and grows:
        rows = _differences(rows)
    return [_hand(order, row, f"hand {at}") for at, row in enumerate(rows, start=1)]


def _pairs(lines: Sequence[str], players: _Players) -> list[str] | None:
    """Pairs of points, mine or the first player's first: `16-0, 0-41`."""
    parts = [part for line in lines for part in re.split(r"[,;]", line) if part.strip()]
    found = [match for part in parts if (match := _PAIR.fullmatch(part.strip()))]
    if len(found) != len(parts) or not found:
        return None
    rows = [[int(match[1]), int(match[2])] for match in found]
    if len(rows) > 1 and all(one and other for one, other in rows[1:]):
        rows = _differences(rows)
    return [_hand([1, 2], row, f"hand {at}") for at, row in enumerate(rows, start=1)]


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
            parts = (part.strip() for part in re.split(r"[,;.]| and ", line))
            found += [_NAMED.fullmatch(part) for part in parts if part]
    matches = [match for match in found if match is not None]
    if len(matches) < len(found) or {match["who"].lower() for match in matches} & _NUMBERING:
        return
    for match in matches:
        how = (match["how"] or "").lower()
        kind = next((f"{each} " for each in _KINDS if how.startswith(each)), "")
        yield f"{players.number(match['who'], 'text')} {kind}{match['points']}"


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
