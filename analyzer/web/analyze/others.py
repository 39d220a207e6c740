"""The other games analyzed: what a chair sees as text, and what every move is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.api.seats import as_text
from analyzer.display.parts import Bar, Fact
from analyzer.display.seats import (
    held_by,
    names_of,
    priced,
    seen_from_chair,
    turns_in_words,
)
from analyzer.display.table import CardTable, choosable, in_rows
from analyzer.engine.general import Advice
from analyzer.engine.thresholds import Z95
from analyzer.errors import InputError
from analyzer.game.general import Chair, GameKind, GameMove, best_layouts
from analyzer.notation.general import (
    encode_chair,
    format_chair,
    meld_words,
    move_label,
    parse_chair,
)
from analyzer.notation.numbers import counted, estimate, signed_estimate
from analyzer.notation.phrases import upper
from analyzer.practice.othercoach import verdict_of
from analyzer.service.seats import advised
from analyzer.web.chrome import whole_page

otheranalyze = Blueprint("otheranalyze", __name__, url_prefix="/analyze/table")

QUICK: Final = 200
DEEP: Final = 800
MOST_MOVES: Final = 15

EXAMPLES: Final = {
    "Three players, an upcard": (
        "game: three-hand\nseat: 1\ndealer: 3\nhand: 7h 8h 4c 4d 4s 2c Kd\nhistory:\n  upcard 9h"
    ),
    "A joker and a discard": (
        "game: one-joker\nseat: 1\ndealer: 2\nhand: X1 7h 7d 3c 4c Ks Qs 9d 9h 2s 8c\nhistory:\n"
        "  upcard 8c\n  1: take"
    ),
    "Mahjong gin, a pile to choose from": (
        "game: mahjong\nseat: 1\ndealer: 2\nhand: 7h 2c 4d 6s Ts Jd Qc Ah 3s 5c\nhistory:\n"
        "  upcard 9h\n  1: draw 8h, discard 8h\n  2: draw, discard Kc"
    ),
}


@dataclass(frozen=True, slots=True)
class ValuedMove:
    """A move as the page lists it."""

    label: str
    points: str
    loss: str
    bar: Bar
    best: bool


@otheranalyze.get("")
def show() -> Response:
    """One of the other games: ``p`` is what a chair sees, ``worlds`` how deep; else a text box."""
    ident = request.args.get("p", "")
    if not ident:
        return _start(EXAMPLES.get(request.args.get("example", ""), ""))
    deep = request.args.get("worlds", type=int) == DEEP
    try:
        chair = parse_chair(ident)
        advice = advised(chair, DEEP if deep else QUICK)
    except InputError as error:
        return _start(ident, f"{upper(str(error))}.", 422)
    return whole_page("analyze/other.html", **answered(advice, deep=deep))


@otheranalyze.post("")
def submit() -> Response:
    """Read the ``view`` of a chair, as text, JSON or id, and go to its answer."""
    return answer_to(request.form.get("view", ""))


def answer_to(text: str) -> Response:
    """The way to the answer to a text; the text comes back with its error if it has one."""
    try:
        ident = encode_chair(parse_chair(as_text(text)))
    except InputError as error:
        return _start(text, f"{upper(str(error))}.", 422)
    return redirect(url_for("otheranalyze.show", p=ident), 303)


def _start(text: str, error: str | None = None, status: int = 200) -> Response:
    return whole_page(
        "analyze/other_start.html",
        "Analyze mahjong gin, three and four players, jokers",
        "For mahjong gin, three and four players and jokers: every move, with error bars.",
        status,
        text=text,
        error=error,
        examples=EXAMPLES,
    )


def answered(advice: Advice, *, deep: bool) -> dict[str, Any]:
    """What the page of an answer shows (`analyze/other.html`)."""
    chair, ident = advice.chair, encode_chair(advice.chair)
    headline, detail = verdict_of(advice)
    return {
        "title": f"{headline} · {chair.variant.name}",
        "description": "What every move of one of the other games is worth.",
        "felt": felt_of(advice),
        "headline": headline,
        "detail": detail,
        "moves": tuple(_moves(advice)),
        "more": len(advice.values) - MOST_MOVES,
        "counted": f"{counted(advice.worlds, 'world')}, seed {advice.seed}",
        "mahjong": chair.variant.play is GameKind.MAHJONG,
        "facts": tuple(_facts(chair)),
        "history": tuple(turns_in_words(chair.steps, names_of(chair.variant, chair.player))),
        "deeper": None if deep else url_for("otheranalyze.show", p=ident, worlds=DEEP),
        "text": format_chair(chair),
    }


def felt_of(advice: Advice, played: GameMove | None = None, names: Sequence[str] = ()) -> CardTable:
    """The table, each card and place with what it costs; what the best move plays is outlined.

    The card that was `played`, where that is known, has a frame of its own.
    """
    chair = advice.chair
    card = None if played is None else played.card
    hand = choosable(held_by(chair), {} if card is None else {card: str(card)}, chosen=str(card))
    table = CardTable(**seen_from_chair(chair, names=names), rows=in_rows(hand), heading=None)
    losses = [(value.move, value.loss) for value in advice.values]
    return priced(table, losses, [value.move for value in advice.best])


def _moves(advice: Advice) -> Iterable[ValuedMove]:
    values = advice.values[:MOST_MOVES]
    bars = Bar.scale([(value.loss, Z95 * value.loss_se) for value in values])
    for value, bar in zip(values, bars, strict=True):
        yield ValuedMove(
            move_label(value.move, advice.chair.pile),
            signed_estimate(value.points, Z95 * value.se),
            estimate(value.loss, Z95 * value.loss_se) if value.loss else "–",
            bar,
            value in advice.best,
        )


def _facts(chair: Chair) -> Iterable[Fact]:
    yield Fact("Game", chair.variant.name)
    yield Fact("Seat", f"{chair.player + 1} of {chair.variant.players}")
    best = best_layouts(chair.hand, chair.variant, 1)[0]
    yield Fact("Melds", " / ".join(map(meld_words, best.melds)) or "none")
    yield Fact("Deadwood", str(best.points))
