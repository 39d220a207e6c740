"""A score pad as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from analyzer.game.rules import GameKind, Rules
from analyzer.game.scoring import Ended, Result, ended
from analyzer.game.sheets import ScoreSheet
from analyzer.notation.numbers import points, score, signed
from analyzer.notation.phrases import upper
from analyzer.notation.results import read_results
from analyzer.practice.games import title_of
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
    """Return what `score/pad.html` shows; `number` is the hand to be corrected."""
    rules = pad.played
    mahjong = pad.game is not None and pad.game.play is GameKind.MAHJONG
    return {
        "title": PADS[pad.style],
        "rules": None if pad.game is not None else pad.rules,
        "rules_title": title_of(pad.rules),
        "names": pad.players,
        "tables": _tables(pad),
        "standing": standing(pad),
        "finished": pad.finished,
        "deals": _deals(pad),
        "command": pad.command if pad.hands else None,
        "number": number,
        "count": len(pad.hands),
        "pastes": number is None and not (mahjong or pad.finished) and len(pad.players) == 2,
        "sheet": form.get("sheet", ""),
        "text": form.get("text", "" if number is None else pad.hands[number - 1]),
        "form": form,
        "counts": range(pad.team),
        "mahjong": mahjong,
        "sample": _sample(pad, mahjong=mahjong),
        "big_gin": rules.big_gin_bonus is not None and not mahjong,
        "spade": _spade(rules) if pad.game is None else "",
        "limit": rules.knock_limit,
    }


def _deals(pad: ScorePad) -> str:
    """The sentence that says who deals next; of teams, at which table.

    >>> teams = ScorePad.new("teams of 2", "hoyle-20", ("Reds", "Blues"), 1)
    >>> _deals(teams), _deals(teams.with_hand("1 gin 40 + 2 knock 6"))
    ('Next deal: Blues at every table.', 'Next deal: Reds at table 1, Blues at table 2.')
    """
    names = [pad.players[dealer] for dealer in pad.dealers]
    if not names or pad.team == 1:
        return "".join(f"{name} deals." for name in names)
    where = [f"{name} at table {at}" for at, name in enumerate(names, start=1)]
    same = f"{names[0]} at every table" if len(set(names)) == 1 else ", ".join(where)
    return f"Next deal: {same}."


def _sample(pad: ScorePad, *, mahjong: bool) -> str:
    if pad.game is not None:
        amounts = ("35", "-20", "10", "5") if mahjong else ("20", "0", "35", "0")
        return " ".join(amounts[: pad.seats])
    return " + ".join(("1 gin 40", "2 knock 6", "1 undercut 27", "void")[: pad.team])


# ---------------------------------------------------------------- the sheet


def _tables(pad: ScorePad) -> tuple[PadTable, ...]:
    sheet = pad.sheet
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
    columns, nothing = match.columns, (None,) * len(pad.players)
    lines = [{line.label: line.amounts for line in column.lines()} for column in columns]
    for number, hand in enumerate(match.hands, start=1):
        row = (amount for column in lines for amount in column.get(f"hand {number}", nothing))
        yield PadRow(
            f"Hand {before + number}", tuple(map(_amount, row)), before + number,
            _note(pad, hand, before + number),
        )  # fmt: skip


def _amount(amount: int | None) -> str:
    return "" if amount is None else points(amount, 0)


def _note(pad: ScorePad, hand: Result, number: int) -> str:
    """Return what is said beside a hand: how it ended, or what each table of a team came to."""
    if pad.team > 1:
        return _of_tables(pad.hands[number - 1])
    return ended(hand) if pad.game is None or hand.kind is Ended.VOID else ""


def _of_tables(text: str) -> str:
    """Return what each table of the first team came to: "+40, −6"."""
    hands = [read_results(part)[0][0] for part in text.split("+")]
    amounts = (0 if h.winner is None else h.points if h.winner == 0 else -h.points for h in hands)
    return ", ".join(signed(amount, 0) for amount in amounts)


def _sum_rows(match: ScoreSheet) -> Iterable[PadRow]:
    """Points, bonuses and the total of each column."""
    nothing = (None,) * match.rules.players
    columns = [{line.label: line.amounts for line in column.lines()} for column in match.columns]
    for label in _SUMS:
        if any(label in lines for lines in columns):
            row = (amount for lines in columns for amount in lines.get(label, nothing))
            yield PadRow(upper(label), tuple(map(_amount, row)), total=label == "total")


# ---------------------------------------------------------------- how it stands


def standing(pad: ScorePad) -> str:
    """Return how the match stands, in a few words."""
    sheet, names = pad.sheet, pad.players
    match, several = sheet.matches[-1], sheet.target is not None or sheet.rules.best_of > 1
    running = "–".join(points(amount, 0) for amount in match.score)
    if several:
        won = f"matches {score(sheet.won(0), sheet.won(1))}"
        if sheet.target is not None:
            won += f", credited {'–'.join(map(str, sheet.credited))} of {sheet.target}"
        if sheet.winner is not None:
            return f"{names[sheet.winner]} wins, {won}"
        return won if match.finished else f"{running}, {won}"
    if match.winner is not None:
        if match.forfeited:
            return f"{names[match.winner]} wins: a lead of {match.margin} is forfeited"
        return f"{names[match.winner]} wins by {match.margin}"
    if match.finished:
        return "Nobody wins"
    return running if sheet.rules.target is None else f"{running}, to {sheet.rules.target}"


def _spade(rules: Rules) -> str:
    """The words of the box of the pad that doubles a hand; empty where nothing does."""
    card = "knock card" if rules.knock_card else "upcard"
    return f"The {card} was a spade" if rules.may_double else ""
