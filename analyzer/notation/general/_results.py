"""Results of hands for the sheets of three and four players, and of teams."""

from __future__ import annotations

import re

from analyzer.errors import InputError
from analyzer.game.rules import GameKind, Rules
from analyzer.game.scoring import Ended, Outcome, Scored
from analyzer.game.sheets import team_hand
from analyzer.notation.results import read_results

_NUMBERS = re.compile(r"[+-]?\d{1,6}(?:\s+[+-]?\d{1,6})*")


def read_table_results(text: str, rules: Rules) -> tuple[Outcome, ...]:
    """One hand a line or between commas: the points that each player writes down, or `void`.

    >>> from analyzer.game.rules import parse_rules
    >>> [hand.winners for hand in read_table_results("20 0 35, void", parse_rules("three-hand"))]
    [(0, 2), ()]
    """
    scores = tuple(
        _hand(part.strip(), rules, f"line {number}")
        for number, line in enumerate(text.splitlines(), start=1)
        for part in filter(str.strip, re.split(r"[,;]", line.partition("#")[0]))
    )
    if not scores:
        raise InputError("there is no hand", where="text", hint='write such as "20 0 35"')
    return scores


def _hand(text: str, rules: Rules, where: str) -> Outcome:
    if text.lower() == "void":
        return Outcome(Ended.VOID, (0,) * rules.players)
    points = tuple(map(int, text.split())) if _NUMBERS.fullmatch(text) else ()
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
    return Outcome(Ended.KNOCK, points, points)


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
