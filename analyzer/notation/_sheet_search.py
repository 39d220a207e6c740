"""A score sheet by search: every way to take its numbers, and the one in which all add up.

A sheet is a grid (columns that are the players, or one that says who won, cells that are points or
running totals), a row of numbers for each player, signed numbers, or clauses with somebody and a
number. Each way is tried; it has to explain every number as the points of a hand, a label, a
total that is right, a target or a bonus. What is read is what all ways that do so agree on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, combinations, takewhile
from typing import Any, Final

from analyzer.notation._score_clauses import (
    CUMULATIVE,
    ME,
    ME_ROW,
    NUMBERING,
    THEM,
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

_FILLERS: Final = frozenset(
    word for key in ("fillers", "won", "lost", "then", "ones", "tens", "kind", "points", "winner")
    for word in WORDS[key]
) | {"undercut", *KINDS, *NUMBERING, *TOTAL, *VOID}  # fmt: skip
_NOTHING: Final = frozenset(WORDS["nothing"])
_BONUS: Final = 25
_TARGET: Final = 100
_MOST: Final = 200
"""More points than a hand brings."""


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(WORDS["search"][name])


def searched(text: str, listed: Sequence[str] = (), *, heard: bool = True) -> list[str] | None:
    """The hands of a sheet as lines of results, player 1 first named or "me"; None if unclear.

    `listed` are players 1 and 2, where their names are known; None of a sheet of others.

    >>> searched("Rd 1: Lefty knocks, 23 points.\\nRd 2: Archie by gin, 49! Lefty wobbles.")
    ['1 knock 23', '2 gin 49']
    """
    text = _plain(text)
    for ways in (_DOCUMENTS, _GRIDS, *([_TOLD] if heard else [])):
        hit = dict[tuple[tuple[str, int], ...], SheetReading]()
        for way in ways:
            for sheet in way(text):
                if _is_sheet(sheet.hands):
                    hit.setdefault(tuple((each.who, each.points) for each in sheet.hands), sheet)
        if len(hit) == 1:
            return _numbered(text, next(iter(hit.values())), listed)
        if hit:
            return None
    return None


def _is_sheet(hands: Hands) -> bool:
    names = {each.who for each in hands if each.points}
    names -= {"them"} if "me" in names and len(names) == 3 else set()
    return len(names) <= 2 and all(0 <= each.points <= _MOST for each in hands) and len(hands) > 1


def _numbered(text: str, sheet: SheetReading, listed: Sequence[str]) -> list[str] | None:
    """The lines of hands, the players numbered in the order in which the text names them."""
    hands, lower = sheet.hands, text.lower()
    if listed:
        known = {name: at for at, name in enumerate(listed, start=1)}
        if any(each.points and each.who not in known for each in hands):
            return None
        return [_result(known.get(each.who, 1), each) for each in hands]
    names = list(
        dict.fromkeys((*(each.who for each in hands if each.who), *map(who_is, sheet.names)))
    )
    others = [name for name in names if name not in {"me", "them"}]
    if len(names) == 3 and len(others) == 1:  # somebody by name, and by `she`
        names = ["me", "them"]
    names = [name for name in names if any(each.who == name for each in hands)] + [
        name for name in names if all(each.who != name for each in hands)
    ]
    names = sorted(names[:2], key=lambda name: (name != "me", name == "them", lower.find(name)))
    number = {name: at for at, name in enumerate(names, start=1)}
    if names == ["them"]:
        number = {"them": 2}
    return [_result(number.get(each.who, len(names)), each) for each in hands]


def _result(player: int, hand: Hand) -> str:
    """A hand as results have it; a kind whose bonus is not in the points is not told."""
    kind = hand.kind if hand.points >= _BONUS or hand.kind == "knock" else ""
    return " ".join(filter(None, (str(player), kind, str(hand.points)))) if hand.points else "void"


_TAGS: Final = _pattern("tags")
_CLOCK: Final = _pattern("clock")
_SIGNS: Final = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "’": "'", "│": "|", "║": "|", "┃": "|"}
)


_ON: Final = re.compile(r"\bon(?= (?:a|an|the)\b)", re.I)
"""English, and not `he` in Polish."""


def _plain(text: str) -> str:
    """A sheet without the signs of its program, its numbers in digits."""
    if "\\begin" in text or "\\hline" in text:
        text = _TAGS.sub("", text).replace("&", "|")
    if text.lstrip()[:1] in {"{", "["} and '":' in text:
        return text
    text = YOU.sub("them", text) if ME_ROW.search(text) else text
    text = _ON.sub("by", text)
    from analyzer.notation.sentences._figures import in_digits  # noqa: PLC0415  # few read a sheet

    return in_digits(_CLOCK.sub("", text.translate(_SIGNS)).replace("\r\n", "\n"))


def _by_player(text: str) -> Iterator[SheetReading]:
    """JSON with the points, or the totals, of each player."""
    columns = [
        {key: value if isinstance(value, list) else [value] for key, value in each.items()}
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


_CELL: Final = re.compile(r"[+]?\d{1,4}|[-.x·_]*")
_BRACKETS: Final = re.compile(r"\([^()]*\)|\*\*")


def _grids(text: str) -> Iterator[SheetReading]:
    """The hands of a table, by each two columns of numbers and by a column of winners."""
    for rows in _tables(text):
        head, body = rows[0], rows[1:]
        columns = list(zip(*body, strict=True))
        numeric = [
            at for at, column in enumerate(columns)
            if all(_CELL.fullmatch(cell) for cell in column) and any(map(str.strip, column))
            and head[at].lower() not in NUMBERING
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
                running=CUMULATIVE.search(text) is not None,
            )


_CARRIED: Final = re.compile(r"(?i)\b(?:c/f|total|running|cum\w*|points|score|pts)\b")


def _number(cell: str) -> int:
    return int("".join(filter(str.isdigit, cell)) or 0)


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
                yield SheetReading(
                    [Hand(who_is(row[who]), kind_of(row), _number(row[much])) for row in body]
                )


def _of_rows(
    names: Sequence[str],
    body: Sequence[Sequence[str]],
    rows: list[tuple[int, int]],
    *,
    running: bool,
) -> Iterator[SheetReading]:
    """The hands of rows with numbers of both: as points, unless `running`, and as totals."""
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
    left, other = zip(*rows, strict=True)
    return sum(left), sum(other)


def _steps(rows: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The hands of running totals; no hands where one falls."""
    before = (0, 0)
    for row in rows:
        step = (row[0] - before[0], row[1] - before[1])
        yield step if min(step) >= 0 else (1, 1)
        before = row


def _tables(text: str) -> Iterator[list[list[str]]]:
    """The text as rows of as many cells each, the head first, by each sign that may part cells."""
    lines = [_BRACKETS.sub("", line).rstrip() for line in text.splitlines()]
    lines = [line for line in lines if line.strip() and not re.fullmatch(r"[\s|:+=_-]*", line)]
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


# ---- clauses


_TOKEN: Final = _pattern("token")
_SPEAKER: Final = _pattern("speaker")
_VERSUS: Final = _pattern("versus")
_ASIDE: Final = _pattern("apart")
_SUM: Final = re.compile(r"\d+(?:\s*\+\s*\d+)+\s*=\s*\d+")
_TOTALED: Final = _pattern("totaled")


def _clauses(text: str) -> Iterator[SheetReading]:
    """The hands that are told one after another, each of somebody who is named beside a number."""
    text = _KEY.sub("", text)
    if _EXPLAINED.search(_SUM.sub("", _ASIDE.sub("", text))) or re.search(
        r"[|\t].*\n.*[|\t]", text
    ):
        return
    speakers = Counter(hit["who"].lower() for hit in _SPEAKER.finditer(text))
    if not _OWNED.search(text):
        speakers.clear()
    names = frozenset(name for name in _names(text, speakers))
    if not names:
        return
    hands, owner = Hands(), ""
    for line in re.split(r"\n|(?<=[.!?])\s+(?=\D)", text):
        said = _SPEAKER.match(line)
        owner = (
            said["who"].lower()
            if said and len(speakers) == 2 and said["who"].lower() in speakers
            else ""
        )
        if hands and (_SUM.search(line) or (re.search(r"\d", line) and _TOTALED.search(line))):
            if not _sums_right(line, hands):
                return
            continue
        if owner and re.search(r"(?i)\byou(?:rs)?\b", line):
            return
        heard = _line(_ASIDE.sub(" ", line[said.end() :] if owner and said else line), names, owner)
        if heard is None:
            return
        hands += heard
    if len({who_is(name) for name in names}) < 2 or not hands:
        return
    if CUMULATIVE.search(text):
        hands = _differences(hands)
    yield SheetReading(hands, tuple(names))


def _differences(totals: Hands) -> Hands:
    """The hands of running totals that are told of whoever won."""
    before, hands = Counter[str](), Hands()
    for each in totals:
        hands.append(each._replace(points=each.points - before[each.who]))
        before[each.who] = each.points
    return hands


_EXPLAINED: Final = _pattern("explained")
"""What somebody held, or a sum: numbers that are no points."""
_OWNED: Final = _pattern("owned")
_KEY: Final = _pattern("legend")
"""What the letters of a sheet mean."""


def _names(text: str, speakers: Counter[str]) -> Iterator[str]:
    """The words of players: those that stand beside numbers again and again, me and them."""
    near = Counter[str]()
    for hit in _NEAR.finditer(text):
        near[(hit[1] or hit[2]).lower()] += 1
    near.update(each.lower() for each in _ACTING.findall(text) for _ in "ab")
    versus = {each.lower() for hit in _VERSUS.finditer(text) for each in hit.groups()}
    for word, count in near.items():
        if word in ME | THEM or (
            word not in _FILLERS and (word in versus or (count > 1 and _is_name(text, word)))
        ):
            yield word
    yield from speakers if len(speakers) == 2 else ()
    yield from {word.lower() for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text)} & (
        ME | THEM
    ) - _POSSESSIVE


_ACTING: Final = _pattern("acting")
_NEAR: Final = _pattern("near")
_POSSESSIVE: Final = frozenset({"my", "his", "you", "us", "our", "mi", "el", "on", "lei", "er"})


def _is_name(text: str, word: str) -> bool:
    """True of a word that is written large wherever it stands, or nothing is."""
    return re.search(rf"(?<!\w){word}(?!\w)", text) is None or text == text.lower()


def _line(line: str, names: frozenset[str], owner: str) -> Hands | None:
    """The hands of a line; None where a number is nobody's, or somebody's points are not told."""
    hands, subject, kind, fresh, owes, blocked = Hands(), "", "", True, False, False
    tokens = list(_TOKEN.finditer(line))
    words = [each[0].lower() for each in tokens]
    for at, hit in enumerate(tokens):
        word, beyond = words[at], words[at + 1 : at + 2]
        if hit["label"] or (hit["number"] and at and words[at - 1] in _LABELS):
            continue
        if hit["number"]:
            who = _won_by(tokens, at, names) or subject or owner or _behind(tokens, at, names)
            if not who or blocked:
                return None
            hands.append(Hand(_person(who, owner), kind, _number(word)))
            kind, fresh, owes = "", True, False
        elif hit["stop"]:
            kind, fresh, owes = "", True, False
        elif word in KINDS and not (kind == "undercut" and word == "knock"):
            kind, owes = KINDS[word], bool(subject) and KINDS[word] != "knock"
        elif word in names and (not subject or fresh):
            if word in _OBJECTS and not (owner or "".join(beyond).isdigit()):
                blocked = blocked or not subject  # `Tom beat me by 12`
                continue
            if owes and word != subject:
                return None
            kind = "" if subject not in {"", word} else kind
            subject, fresh = word, False
        fresh = fresh or word == ","
    return hands


def _won_by(tokens: Sequence[re.Match[str]], at: int, names: frozenset[str]) -> str:
    """Whoever stands behind `to` or `for` behind a number."""
    after = [each[0].lower() for each in tokens[at + 1 : at + 4]]
    return next((each for each in after[1:] if each in names), "") if {*after[:1]} & _TO else ""


def _behind(tokens: Sequence[re.Match[str]], at: int, names: frozenset[str]) -> str:
    """Whoever stands behind a number, before the next one."""
    rest = takewhile(lambda each: not each["number"], tokens[at + 1 :])
    return next((each[0].lower() for each in rest if each[0].lower() in names), "")


_LABELS: Final = NUMBERING - {"", "by"}
_TO: Final = frozenset({"to", "for", "pour", "für", "para", "per", "voor"})
_OBJECTS: Final = frozenset({"me", "her", "him", "them"})


def _person(who: str, owner: str) -> str:
    """A name, me or them; in a chat whoever speaks is me."""
    return owner if owner and who_is(who) == "me" else who_is(who)


def _sums_right(line: str, hands: Hands) -> bool:
    """True if each sum of a line begins with what somebody's hands come to."""
    totals = Counter[str]()
    for each in hands:
        totals[each.who] += each.points
    sums = list(_SUM.finditer(line)) or list(re.finditer(r"\d+", _ASIDE.sub("", line)))
    firsts = {int(re.match(r"\d+", hit[0])[0]) for hit in sums}  # type: ignore[index]
    return firsts <= {*totals.values()}


_Way = Callable[[str], Iterator[SheetReading]]
_DOCUMENTS: Final[tuple[_Way, ...]] = (documents, _by_player)
_GRIDS: Final[tuple[_Way, ...]] = (_grids, _rows, _signed)
_TOLD: Final[tuple[_Way, ...]] = (_clauses,)
