"""A score pad as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from analyzer.game.rules import GameKind
from analyzer.game.scoring import Ended
from analyzer.game.sheets import Column, ScoreSheet, Series
from analyzer.notation.numbers import points, score, signed
from analyzer.notation.phrases import upper
from analyzer.notation.results import read_results
from analyzer.practice.scorepad import PADS, ScorePad

_SUMS: Final = ("points", "shutout", "boxes", "game", "total")


@dataclass(frozen=True, slots=True)
class PadRow:
    """A line of the sheet."""

    label: str
    amounts: tuple[str, ...]
    hand: int | None = None
    """The number of the hand on the pad, which can be corrected."""
    note: str = ""
    total: bool = False


@dataclass(frozen=True, slots=True)
class PadTable:
    """One match."""

    title: str | None
    columns: tuple[str, ...]
    """Names of the games side by side; empty where there is one."""
    names: tuple[str, ...]
    """Of each column of amounts."""
    rows: tuple[PadRow, ...]


def pad_of(pad: ScorePad, number: int | None, form: Mapping[str, str]) -> dict[str, Any]:
    """What `score/pad.html` shows; `number` is the hand to be corrected."""
    rules = pad.played
    mahjong = pad.game is not None and pad.game.play is GameKind.MAHJONG
    deals = pad.deals
    return {
        "title": PADS[pad.style],
        "rules": None if pad.game is not None else pad.rules,
        "names": pad.players,
        "tables": _tables(pad),
        "standing": standing(pad),
        "finished": pad.finished,
        "deals": None if deals is None else pad.players[deals],
        "command": pad.command if pad.hands else None,
        "number": number,
        "count": len(pad.hands),
        "text": form.get("text", "" if number is None else pad.hands[number - 1]),
        "form": form,
        "counts": range(pad.team),
        "mahjong": mahjong,
        "sample": _sample(pad, mahjong=mahjong),
        "big_gin": rules.big_gin_bonus is not None and not mahjong,
        "spade": rules.spade_doubles and pad.game is None,
        "limit": rules.knock_limit,
    }


def _sample(pad: ScorePad, *, mahjong: bool) -> str:
    if pad.game is not None:
        amounts = ("35", "-20", "10", "5") if mahjong else ("20", "0", "35", "0")
        return " ".join(amounts[: pad.seats])
    return " + ".join(("1 gin 40", "2 knock 6", "1 undercut 27", "void")[: pad.team])


# ---------------------------------------------------------------- the sheet


def _tables(pad: ScorePad) -> tuple[PadTable, ...]:
    sheet = pad.sheet
    if isinstance(sheet, ScoreSheet):
        return (PadTable(None, (), pad.players, tuple(_table_rows(sheet))),)
    tables, before = [], 0
    for at, match in enumerate(sheet.matches, start=1):
        title = f"Match {at}" if sheet.target is not None or sheet.rules.best_of > 1 else None
        tables.append(_match(pad, match, title, before))
        before += len(match.hands)
    return tuple(tables)


def _match(pad: ScorePad, match: ScoreSheet, title: str | None, before: int) -> PadTable:
    columns = match.columns
    named = tuple(f"Game {n}" for n in range(1, len(columns) + 1)) if len(columns) > 1 else ()
    rows = (*_hand_rows(pad, match, before), *_sum_rows(match))
    return PadTable(title, named, pad.players * len(columns), rows)


def _hand_rows(pad: ScorePad, match: ScoreSheet, before: int) -> Iterable[PadRow]:
    """A row a hand, with its points in every column in which it counts."""
    for number, hand in enumerate(match.hands, start=1):
        amounts = []
        for column in match.columns:
            here = any(at == number for at, _ in column.hands)
            amounts += [points(hand.written(seat), 0) if here and seat in hand.winners else ""
                        for seat in (0, 1)]  # fmt: skip
        note = str(hand.kind) if pad.team == 1 else _of_tables(pad.hands[before + number - 1])
        yield PadRow(f"Hand {before + number}", tuple(amounts), before + number, note)


def _of_tables(text: str) -> str:
    """What each table of the first team came to: "+40, −6"."""
    hands = [read_results(part)[0][0] for part in text.split("+")]
    amounts = (0 if h.winner is None else h.points if h.winner == 0 else -h.points for h in hands)
    return ", ".join(signed(amount, 0) for amount in amounts)


def _sum_rows(match: ScoreSheet) -> Iterable[PadRow]:
    """Points, bonuses and the total of each column."""
    of_columns = [{line.label: line for line in _sums(column)} for column in match.columns]
    for label in _SUMS:
        lines = [lines.get(label) for lines in of_columns]
        if any(lines):
            amounts = tuple(
                points(amount, 0) if amount is not None else ""
                for line in lines
                for amount in ((None, None) if line is None else line.amounts)
            )
            yield PadRow(upper(label), amounts, total=label == "total")


def _sums(column: Column) -> Iterable[Any]:
    return (line for line in column.lines() if line.label in _SUMS)


def _table_rows(sheet: ScoreSheet) -> Iterable[PadRow]:
    (column,) = sheet.columns
    for number, hand in enumerate(sheet.hands, start=1):
        row = tuple(points(amount, 0) for amount in column.of_all(hand.written))
        yield PadRow(
            f"Hand {number}", row, number, "void" if hand.kind is Ended.VOID else ""
        )  # fmt: skip
    sums = {
        "Boxes": column.of_all(column.boxes),
        "Game and shutout" if column.shutout else "Game": column.of_all(column.bonus),
        "Total": sheet.finals,
    }
    for label, amounts in sums.items():
        if any(amounts) or label == "Total":
            row = tuple(points(amount, 0) for amount in amounts)
            yield PadRow(label, row, total=label == "Total")


# ---------------------------------------------------------------- how it stands


def standing(pad: ScorePad) -> str:
    """How the match stands, in a few words."""
    sheet, names = pad.sheet, pad.players
    if isinstance(sheet, ScoreSheet):
        if sheet.winner is not None:
            return f"{names[sheet.winner]} wins with {max(sheet.finals)}"
        return f"{'–'.join(points(n, 0) for n in sheet.score)}, to {sheet.rules.target}"
    return _of_series(sheet, names)


def _of_series(sheet: Series, names: tuple[str, ...]) -> str:
    match, several = sheet.matches[-1], sheet.target is not None or sheet.rules.best_of > 1
    if several:
        told = f"matches {score(sheet.won(0), sheet.won(1))}"
        if sheet.target is not None:
            told += f", credited {score(*sheet.credited)} of {sheet.target}"
        if sheet.winner is not None:
            return f"{names[sheet.winner]} wins, {told}"
        return told if match.finished else f"{score(*match.score)}, {told}"
    if match.winner is not None:
        return f"{names[match.winner]} wins by {match.margin}"
    if match.finished:
        return "Nobody wins"
    target = "" if sheet.rules.target is None else f", to {sheet.rules.target}"
    return f"{score(*match.score)}{target}"
