"""The form of the score pad: what was counted, as the text of a hand."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.errors import InputError
from analyzer.game.rules import GameKind
from analyzer.practice.scorepad import ScorePad


def counted_text(pad: ScorePad, form: Mapping[str, str]) -> str:
    """The hand that a form counts; raises InputError where something is missing.

    >>> pad = ScorePad.new("teams of 2", "standard", ("Reds", "Blues"))
    >>> counted_text(pad, {"out0": "1", "held0-0": "4", "held0-1": "20",
    ...                    "out1": "2", "held1-0": "9", "held1-1": "2"})
    '1 knock 16 + 2 knock 7'
    """
    if pad.game is not None and pad.game.play is GameKind.MAHJONG:
        table = [_number(form, f"laid0-{seat}", "on the table") for seat in range(pad.seats)]
        hand = [_number(form, f"held0-{seat}", "in the hand") for seat in range(pad.seats)]
        return pad.mahjong(table, hand, _out(pad, form, 0))
    return " + ".join(_knock(pad, form, table) for table in range(pad.team))


def _knock(pad: ScorePad, form: Mapping[str, str], table: int) -> str:
    knocker = _out(pad, form, table)
    if knocker is None and pad.team > 1 and form.get(f"out{table}") == "0":
        return "void"
    if knocker is None:
        raise InputError(
            "nobody is chosen who knocked",
            where=_where(pad, table),
            hint="choose who laid down, or that the hand is void",
        )
    names = pad.players
    held = [_number(form, f"held{table}-{seat}", names[seat]) for seat in range(pad.seats)]
    return pad.knock(
        knocker, held, big_gin=f"big{table}" in form, doubled=f"spade{table}" in form
    )  # fmt: skip


def _where(pad: ScorePad, table: int) -> str:
    return f"table {table + 1}" if pad.team > 1 else "the hand"


def _out(pad: ScorePad, form: Mapping[str, str], table: int) -> int | None:
    """The seat of who knocked or went gin."""
    text = form.get(f"out{table}", "")
    known = text.isdecimal() and 1 <= int(text[:2]) <= pad.seats
    return int(text) - 1 if known else None


def _number(form: Mapping[str, str], name: str, whose: str) -> int:
    text = form.get(name, "").strip()
    if not text.isdecimal() or len(text) > 3:
        raise InputError(
            f"`{text[:12]}` is not a number of points" if text else "the points are missing",
            where=whose, hint="count what is left after laying off, 0 for nothing",
        )  # fmt: skip
    return int(text)
