"""The score pad: a match played with real cards, hand by hand, kept for the visitor."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from analyzer.display.parts import options
from analyzer.errors import InputError
from analyzer.notation import rules_text
from analyzer.notation.phrases import upper
from analyzer.practice.scorepad import PADS, ScorePad, ScorePads, void
from analyzer.store import UnavailableError
from analyzer.store.training import PADS as KEPT
from analyzer.web.analyze import entry
from analyzer.web.chrome import Link, whole_page
from analyzer.web.rules.form import for_two, form_of, said_dealer, said_rules
from analyzer.web.score.forms import counted_text
from analyzer.web.score.present import pad_of, standing
from analyzer.web.state import web_app
from analyzer.web.visitor import kept_text, known_visitor, usual_rules, visitor_id

score = Blueprint("score", __name__, url_prefix="/score")

MOST_SEATS = 4
_DEALERS = (
    ("", "Not tracked"),
    *((str(seat), f"Player {seat}") for seat in range(1, MOST_SEATS + 1)),
)


@score.get("")
def start() -> Response:
    """A new score pad in any style, by ``rules``, and the pads that are kept."""
    return _start(request.args)


@score.post("")
def begin() -> Response:
    """A new pad in a ``style`` by ``rules``, for the ``player``s; ``dealer`` deals first, or who
    does by the cards ``cut``."""
    form = request.form
    names = form.getlist("player")[:MOST_SEATS]
    made: list[int] = []

    def edit(text: str | None) -> str:
        pads, ident = ScorePads.kept(text).begun(pad)
        made.append(ident)
        return pads.text

    try:
        pad = ScorePad.new(form.get("style", ""), said_rules(form), names)
        pad = ScorePad.new(pad.style, pad.rules, names, said_dealer(form, pad.played))
        web_app().store.training.change(visitor_id(), KEPT, edit)
    except InputError as error:
        return _start(form, f"{upper(str(error))}.", 422)
    return redirect(url_for("score.show", ident=made[0]), 303)


@score.get("/<int:ident>")
def show(ident: int) -> Response:
    """A pad: its sheet and the next hand; ``hand`` is the number of one to be corrected."""
    pad = _mine(ident)
    number = request.args.get("hand", type=int)
    number = number if number and 1 <= number <= len(pad.hands) else None
    return _shown(ident, pad, number, None, 200)


@score.post("/<int:ident>")
def write(ident: int) -> Response:
    """A hand by what was counted, or as the ``text`` of a result; in place of hand ``number``.

    A ``sheet`` is one as people keep it, with all its hands, or as it was ``chosen`` of several.
    """
    number = request.form.get("number", type=int)
    written = request.form.get("text", "").strip()

    def change(pad: ScorePad) -> ScorePad:
        if sheet := _sheet():
            return pad.with_sheet(sheet)
        if "void" in request.form:
            return pad.with_hand(void(pad), number)
        return pad.with_hand(written or counted_text(pad, request.form), number)

    return _change(ident, change, number)


def _sheet() -> str:
    """The sheet that was pasted, one of the ways to read it, or that sheet mended."""
    sent = map(request.form.get, ("chosen", "cure", "sheet"))
    return next(filter(None, sent), "").strip()


@score.post("/<int:ident>/remove")
def remove(ident: int) -> Response:
    """Take hand ``number`` off the pad."""
    number = request.form.get("number", 0, type=int)
    return _change(ident, lambda pad: pad.without(number), number)


@score.post("/<int:ident>/forget")
def forget(ident: int) -> Response:
    """Delete a pad."""
    _mine(ident)
    _keep(ident, lambda _: None)
    return redirect(url_for("score.start"), 303)


# ---------------------------------------------------------------- what is kept


def my_pads(owner: str | None) -> list[Link]:
    """A visitor's pads, the newest first; none while the database is away."""
    try:
        pads = ScorePads.kept(kept_text(owner, KEPT)).pads
    except UnavailableError:
        return []
    return [
        Link(f"{', '.join(pad.players)}: {standing(pad)}", url_for("score.show", ident=ident))
        for ident, pad in sorted(pads.items(), reverse=True)
    ]


def _mine(ident: int) -> ScorePad:
    return ScorePads.kept(kept_text(known_visitor(), KEPT)).pads.get(ident) or abort(404)


def _keep(ident: int, change: Callable[[ScorePad], ScorePad | None]) -> None:
    def edit(text: str | None) -> str:
        pads = ScorePads.kept(text)
        pad = pads.pads.get(ident)
        return pads.text if pad is None else pads.after(ident, change(pad)).text

    web_app().store.training.change(visitor_id(), KEPT, edit)


def _change(ident: int, change: Callable[[ScorePad], ScorePad], number: int | None) -> Response:
    pad = _mine(ident)
    seen = request.form.get("hands", type=int)
    if seen is not None and seen != len(pad.hands):
        return _shown(ident, pad, None, InputError("the pad has changed since; look again"), 409)
    try:
        _keep(ident, change)
    except InputError as error:
        return _shown(ident, pad, number, error, 422)
    return redirect(url_for("score.show", ident=ident, _anchor="next"), 303)


# ---------------------------------------------------------------- what is shown


def _start(form: MultiDict[str, str], error: str | None = None, status: int = 200) -> Response:
    usual = usual_rules()
    chosen = "standard" if usual is None else rules_text(usual)
    names = [*form.getlist("player"), *([""] * MOST_SEATS)][:MOST_SEATS]
    return whole_page(
        "score/start.html",
        "Score pad for gin rummy: Hollywood, teams, mahjong gin",
        "A gin rummy score pad for games with real cards: boxes, shutouts, Hollywood, teams.",
        status,
        styles=options(PADS.items(), form.get("style", "match")),
        rules=form_of(form, chosen, for_two(), "Rules, for two players and teams"),
        names=names,
        dealers=options(_DEALERS, form.get("dealer", "")),
        cut=form.get("cut", ""),
        error=error,
        pads=my_pads(known_visitor()),
    )


def _shown(
    ident: int, pad: ScorePad, number: int | None, error: InputError | None, status: int
) -> Response:
    door = url_for("score.write", ident=ident)
    return whole_page(
        "score/pad.html",
        f"{', '.join(pad.players)} · score pad",
        "A gin rummy score pad.",
        status,
        pad=pad_of(pad, number, request.form),
        ident=ident,
        error=error and f"{upper(str(error))}.",
        sheet_error=error and entry.error_of(_sheet(), error, door),
    )
