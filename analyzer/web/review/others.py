"""A hand of the other games reviewed: every decision with what it lost, the table at one of them.

Decisions are judged while the page is asked for, a second's worth each time, and kept; the page
asks again until all are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import Bar
from analyzer.engine.thresholds import Z95
from analyzer.errors import InputError
from analyzer.game.rules import GameKind
from analyzer.notation import encode
from analyzer.notation.moves import move_label, move_words
from analyzer.notation.numbers import counted, estimate, points
from analyzer.notation.phrases import upper
from analyzer.notation.records import (
    Record,
    decode_record,
    encode_record,
    format_record,
)
from analyzer.service.seats import JudgedMove, judged_so_far
from analyzer.web.analyze.felt import advised_felt
from analyzer.web.chrome import Link, whole_page
from analyzer.web.review.stepping import steps_from
from analyzer.web.streams import refresh_after

otherreview = Blueprint("otherreview", __name__, url_prefix="/review/table")

WORLDS: Final = 100
SECONDS: Final = 1.0
"""The time that a request judges before it shows what there is."""
REFRESH_SECONDS: Final = 1


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """A decision as the page lists it."""

    number: int
    played: str
    """"West discarded K♦"."""
    better: str
    """Empty where what was played is the best, or as good as can be told."""
    lost: str
    bar: Bar
    href: str
    current: bool


@otherreview.get("")
def show() -> Response:
    """A hand of one of the other games: ``p`` is its record, ``seat`` whose decisions, ``at``
    the move whose table is shown."""
    ident = request.args.get("p", "")
    if not ident:
        return redirect(url_for("review.start"))
    try:
        record = decode_record(ident)
    except InputError:
        abort(404)
    seat = request.args.get("seat", type=int)
    if seat is not None and not 1 <= seat <= record.rules.players:
        abort(404)
    judged, number = judged_so_far(record, WORLDS, SECONDS, () if seat is None else (seat - 1,))
    at = request.args.get("at", type=int)
    return whole_page("review/other.html", **reviewed(ident, record, judged, number, seat, at))


def address_of(record: Record, seat: int | None = None) -> str | None:
    """Return where a hand is reviewed; None for one that is too long for an address."""
    try:
        return url_for("otherreview.show", p=encode_record(record), seat=seat)
    except InputError:
        return None


def reviewed(
    ident: str, record: Record, judged: list[JudgedMove], number: int, seat: int | None,
    asked: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return what the page of a review shows (`review/other.html`), at the move asked for."""
    names = called(record)
    at = _shown(judged, asked)
    whole = len(judged) == number
    lines = tuple(_lines(ident, judged, at, names, seat))
    return {
        "title": f"{record.rules.name} · review",
        "description": "A hand of one of the other games, decision by decision.",
        "heading": f"Review: {record.rules.name}",
        "at": None if at is None else _decision(judged[at], names),
        "steps": {} if at is None else _steps(ident, judged, at, seat),
        "lines": lines,
        "errors": tuple(line for line in lines if line.better),
        "totals": tuple(_totals(judged, names, seat, record.hidden)),
        "counted": f"{len(judged)} of {counted(number, 'decision')}, {WORLDS} worlds each",
        "mahjong": record.rules.play is GameKind.MAHJONG,
        "seats": tuple(_seats(ident, names, seat, record.hidden)),
        "again": None if whole else request.script_root + request.full_path,
        "refresh": None if whole else refresh_after(REFRESH_SECONDS),
        "text": format_record(record),
    }


def called(record: Record) -> tuple[str, ...]:
    """Return what the players of a hand are called."""
    return tuple(name or f"Player {seat}" for seat, name in enumerate(record.players, start=1))


def _shown(judged: Sequence[JudgedMove], asked: int | None) -> int | None:
    """The place of the decision that is shown: the one asked for, or the costliest."""
    for at, move in enumerate(judged):
        if move.number == asked:
            return at
    costs = [_lost(move) for move in judged]
    return costs.index(max(costs)) if costs else None


def _lost(move: JudgedMove) -> float:
    """Return what a decision is counted with: nothing where it can't be told from the best."""
    return 0.0 if move.played.action in move.advice.best else move.played.loss


def _decision(move: JudgedMove, names: Sequence[str]) -> dict[str, Any]:
    view, played, best = move.advice.view, move.played, move.advice.actions[0]
    words = f"{names[view.player]} {move_words(move.move)}"
    if _lost(move):
        behind = estimate(played.loss, Z95 * played.loss_se)
        detail = f"Better: {move_label(best.action, view.pile)}. That lost {behind} points."
    else:
        detail = "Nothing is known to be better."
    return {
        "headline": f"{words}.",
        "detail": detail,
        "felt": advised_felt(move.advice, move.move, names),
        "all_moves": url_for("analyze.show", p=encode(view)),
    }


def _at(ident: str, move: JudgedMove, seat: int | None) -> str:
    return url_for("otherreview.show", p=ident, seat=seat, at=move.number, _anchor="decision")


def _steps(
    ident: str, judged: list[JudgedMove], at: int, seat: int | None
) -> dict[str, str | None]:
    errors = [place for place, move in enumerate(judged) if _lost(move)]
    return steps_from(at, len(judged), errors, lambda place: _at(ident, judged[place], seat))


def _lines(
    ident: str, judged: list[JudgedMove], at: int | None, names: Sequence[str], seat: int | None
) -> Iterable[JudgedLine]:
    values = [move.played for move in judged]
    bars = Bar.scale([(value.loss, Z95 * value.loss_se) for value in values])
    for place, (move, value, bar) in enumerate(zip(judged, values, bars, strict=True)):
        view, best = move.advice.view, move.advice.actions[0]
        lost = _lost(move) > 0
        yield JudgedLine(
            move.number, f"{names[view.player]} {move_words(move.move)}",
            move_label(best.action, view.pile) if lost else "",
            estimate(value.loss, Z95 * value.loss_se) if lost else "–",
            bar, _at(ident, move, seat), place == at,
        )  # fmt: skip


def _totals(
    judged: list[JudgedMove], names: Sequence[str], seat: int | None, hidden: Sequence[int]
) -> Iterable[tuple[str, str, int, int]]:
    """Of each player: points lost, errors, decisions."""
    for place, name in enumerate(names):
        moves = [move for move in judged if move.advice.view.player == place]
        if place not in hidden and seat in {None, place + 1}:
            lost = [_lost(move) for move in moves]
            yield upper(name), points(sum(lost)), sum(loss > 0 for loss in lost), len(moves)


def _seats(
    ident: str, names: Sequence[str], seat: int | None, hidden: Sequence[int]
) -> Iterable[Link]:
    """Whose decisions may be looked at: those of players whose cards were seen."""
    seen = [place for place in range(len(names)) if place not in hidden]
    if len(seen) > 1:
        yield Link("Everyone", url_for("otherreview.show", p=ident), seat is None)
    for place in seen:
        current = seat == place + 1 or len(seen) == 1
        href = url_for("otherreview.show", p=ident, seat=place + 1)
        yield Link(upper(names[place]), href, current)
