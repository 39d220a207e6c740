"""The ends of a match's hands, as a short text for the score sheet.

One hand after another, on lines or with commas between: the player who scored, how, and
the points, bonus included::

    1 knock 16          player 1 knocked and scored 16
    2 gin 41
    2 undercut 31       player 2 undercut the knocker and scored 31
    1 big gin 60
    1 12                a knock, where nothing is said
    1 knock 32 doubled  its box counts twice, under rules that double it with the hand
    void                nobody scored; also tie and misdeal

Players are 1 and 2, or `me` and `opp`. ``# comments`` and blank lines are passed over. Of a
hand record the ``[Result "1 knock 16"]`` lines are read and everything else is not. A sheet as
people keep one, a table or a row for each player, `read_sheet` reads too.

Where everyone plays for themselves a hand is the points that each writes down, ``20 0 35``, or
``20 0 36 doubled``; of two teams the tables of a hand are joined by ``+``, as in
``1 gin 40 + 2 knock 6``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from analyzer.errors import InputError
from analyzer.game.rules import GameKind, Rules
from analyzer.game.scoring import Ended, Outcome, Scored
from analyzer.game.sheets import team_hand

_PLAYERS = {"1": 0, "2": 1, "me": 0, "i": 0, "opp": 1, "opponent": 1, "they": 1}
_SCORELESS = {
    "void": Ended.VOID, "dead": Ended.VOID, "draw": Ended.VOID, "tie": Ended.TIE,
    "misdeal": Ended.MISDEAL,
}  # fmt: skip
_KINDS = {
    "": Ended.KNOCK, "knock": Ended.KNOCK, "knocks": Ended.KNOCK, "gin": Ended.GIN,
    "big gin": Ended.BIG_GIN, "undercut": Ended.UNDERCUT, "undercuts": Ended.UNDERCUT,
}  # fmt: skip
_HAND = re.compile(
    r"(?:player\s+)?(\w+)[:.]?\s+([a-z]+(?:[ -][a-z]+)*)?\s*[+]?(\d{1,6})(\s+doubled)?",
    re.IGNORECASE,
)
_TAG = re.compile(r'^\s*\[(\w+)\s+"(.*)"\]\s*$')
_FORM = 'write such as "1 knock 16", "2 gin 41" or "void"'

BONUSES: Final = frozenset({10, 15, 20, 25, 30, 31, 35, 40, 50, 100})
"""What a gin or an undercut may pay where a text names it."""


def read_results(text: str) -> tuple[tuple[Scored, str], ...]:
    """The hands of a match in order, each with the words for its place ("line 2").

    Raises InputError for a hand that cannot be read, and where there is none.

    >>> [str(hand.kind) for hand, _ in read_results("1 knock 16, 2 big gin 60, void")]
    ['knock', 'big gin', 'void']
    """
    hands = tuple((_hand(part, where), where) for part, where in _parts(text))
    if not hands:
        raise InputError("there is no hand", where="text", hint=_FORM)
    return hands


def read_sheet(text: str) -> tuple[tuple[Scored, str], ...]:
    """The same of a sheet as people keep one, where it is not in the form of results.

    >>> [hand.points for hand, _ in read_sheet("Me | Dad\\n23 | 0\\n0 | 14")]
    [23, 14]
    """
    try:
        return read_results(text)
    except InputError as error:
        from analyzer.notation.scoresheets import results_of_sheet  # noqa: PLC0415  # only here

        with _placed(text):
            sheet = results_of_sheet(text)
            if sheet is None:
                raise error from None
            return read_results(sheet)


@contextmanager
def _placed(text: str) -> Iterator[None]:
    """Say where in the text the words stand that a refusal quotes."""
    try:
        yield
    except InputError as error:
        quoted = re.search(r"`([^`]+)`", error.message)
        at = text.find(quoted[1]) if quoted and error.span is None else -1
        error.span = (at, at + len(quoted[1])) if quoted and at >= 0 else error.span
        raise


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Each hand's text, and where it stands."""
    lines = text.splitlines()
    record = any(_TAG.match(line) for line in lines)
    for number, line in enumerate(lines, start=1):
        if record:
            tag = _TAG.match(line)
            if tag and tag[1].lower() == "result" and tag[2] not in {"*", "?"}:
                yield tag[2], f"line {number}"
            continue
        for part in re.split(r"[,;]", line.partition("#")[0]):
            if part.strip():
                yield part.strip(), f"line {number}"


def _hand(text: str, where: str) -> Scored:
    words = " ".join(text.lower().split())
    if words in _SCORELESS:
        return Scored(_SCORELESS[words], None, 0)
    match = _HAND.fullmatch(words)
    if match is None:
        raise InputError(f"`{text}` is not how a hand ends", where=where, hint=_FORM)
    player, kind, points, doubled = match.groups()
    if player not in _PLAYERS:
        raise InputError(f"`{player}` is not a player", where=where, hint="write 1 or 2")
    kind = (kind or "").replace("-", " ")
    if kind not in _KINDS:
        raise InputError(
            f"`{kind}` is not how a hand ends",
            where=where,
            hint="use knock, gin, big gin, undercut, tie, void or misdeal",
        )
    return Scored(_KINDS[kind], _PLAYERS[player], int(points), 2 if doubled else 1)


def format_result(result: Scored | None) -> str:
    """A result as the tag has it: ``1 knock 16``, ``void``; ``*`` where there is none.

    >>> format_result(Scored(Ended.BIG_GIN, 1, 60)), format_result(None)
    ('2 big gin 60', '*')
    """
    if result is None:
        return "*"
    if result.winner is None:
        return str(result.kind)
    doubled = " doubled" if result.box_factor > 1 else ""
    return f"{result.winner + 1} {result.kind} {result.points}{doubled}"


# ---------------------------------------------------------------- several players, teams

_NUMBERS = re.compile(r"[+-]?\d{1,6}(?:\s+[+-]?\d{1,6})*")


def read_table_results(text: str, rules: Rules) -> tuple[Outcome, ...]:
    """One hand a line or between commas: the points that each player writes down, or `void`.

    >>> from analyzer.game.rules import parse_rules
    >>> [hand.winners for hand in read_table_results("20 0 35, void", parse_rules("three-hand"))]
    [(0, 2), ()]
    """
    scores = tuple(
        _table_hand(part.strip(), rules, f"line {number}")
        for number, line in enumerate(text.splitlines(), start=1)
        for part in filter(str.strip, re.split(r"[,;]", line.partition("#")[0]))
    )
    if not scores:
        raise InputError("there is no hand", where="text", hint='write such as "20 0 35"')
    return scores


def _table_hand(text: str, rules: Rules, where: str) -> Outcome:
    if text.lower() == "void":
        return Outcome(Ended.VOID, (0,) * rules.players)
    numbers = text.lower().removesuffix(" doubled") if rules.spade_doubles_box else text
    points = tuple(map(int, numbers.split())) if _NUMBERS.fullmatch(numbers) else ()
    if len(points) != rules.players:
        raise InputError(
            f"`{text}` is not the points of {rules.players} players",
            where=where, hint='write such as "20 0 35", or void',
        )  # fmt: skip
    if rules.play is GameKind.MAHJONG:
        return Outcome(Ended.GIN, points)
    if min(points) < 0:
        raise InputError(
            f"`{text}` takes points off", where=where,
            hint="write what each player won; nothing is taken off",
        )  # fmt: skip
    return Outcome(Ended.KNOCK, points, points, box_factor=1 if numbers == text else 2)


def read_team_results(text: str) -> tuple[tuple[Scored, ...], tuple[Scored, ...]]:
    """The hands of two teams, the tables of each joined by "+": (what each comes to, all of one).

    >>> hands, tables = read_team_results("1 gin 40 + 2 knock 6")
    >>> hands[0].points, len(tables)
    (34, 2)
    """
    hands: list[Scored] = []
    size: tuple[Scored, ...] = ()
    for part in filter(str.strip, re.split(r"[,;\n]", text)):
        tables = tuple(read_results(table)[0][0] for table in part.split("+"))
        if size and len(tables) != len(size):
            raise InputError(
                f"`{part.strip()}` has other tables than the hand before",
                where=f"hand {len(hands) + 1}",
                hint=f"give {len(size)} in each hand",
            )
        size = tables
        hands.append(team_hand(tables))
    if not hands:
        raise InputError(
            "there is no hand", where="text", hint='write such as "1 gin 40 + 2 knock 6"'
        )
    return tuple(hands), size
