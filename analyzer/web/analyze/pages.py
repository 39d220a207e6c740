"""The analyze page: a position in the address, a text box and a grid, and the answer."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.board import BoardFragment
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.position import random_view
from analyzer.game.view import View
from analyzer.notation import decode, encode, format_view, parse_view
from analyzer.notation.draft import TextDraft, fixed_by_history
from analyzer.service import depths
from analyzer.service.turns import BusyError
from analyzer.web.analyze import belief, entry, live
from analyzer.web.analyze.contexts import ErrorFragment, ResultFragment
from analyzer.web.analyze.examples import examples
from analyzer.web.chrome import wants_fragment, whole_page
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after

analyze = Blueprint("analyze", __name__, url_prefix="/analyze")

TITLE = "Analyze a gin rummy hand"
DESCRIPTION = (
    "Paste or tap a gin rummy hand and what has been seen; see what to draw, what to discard "
    "and whether to knock, with an error bar on every number."
)
Page = dict[str, Any]
"""What the template of a page is given."""
KEPT_KEYS = frozenset({"rules", "score", "dealer"})
"""Lines that the clear button leaves."""
REFRESH_SECONDS = 1
"""How often a page reloads while a search runs, where scripts are off."""


@analyze.get("")
def show() -> Response:
    """The analysis: ``p`` holds the position, so the address can be shared; without it, a start."""
    ident = request.args.get("p", "")
    if not ident:
        return _page(_empty(""))
    try:
        view = decode(ident)
    except InputError as error:
        wrong = ErrorFragment(
            "There is no position at this address.", hint=entry.error_of("", _bare(error)).message
        )
        return _page(_empty("", wrong), 422)
    return _position(view)


@analyze.post("")
def submit() -> Response:
    """Read the text and go to its position; text that cannot be read stays in the box."""
    text = request.form.get("view", "")
    try:
        view = parse_view(text)
    except InputError as error:
        return _page(_empty(text, entry.error_of(text, error)), 422)
    return redirect(url_for("analyze.show", p=encode(view)), 303)


@analyze.post("/preview")
def preview() -> Response:
    """The board of the text as it is being typed, or what is wrong with it.

    Both are answers to "how does this read?", so both have status 200; browsers would log
    any other as a failure of the page.
    """
    shown, error = entry.read(request.form.get("view", ""))
    if error is not None:
        return make_response(render_template("analyze/_error.html", error=error))
    return make_response(render_template("analyze/_board.html", board=shown))


@analyze.post("/grid")
def tap() -> Response:
    """The text after a tap on a card (``tap``), a cure (``cure``) or ``clear``."""
    text = request.form.get("cure", request.form.get("view", ""))
    error = None
    try:
        if "tap" in request.form:
            text = _tapped(text, Card.of(request.form["tap"]))
        elif "clear" in request.form:
            text = _cleared(text)
        shown, error = entry.read(text)
    except InputError as problem:
        error = entry.error_of("", _bare(problem))
        shown, _ = entry.read(text)
    if not wants_fragment():
        page = _empty(text, error)
        return _page(page, 422 if error else 200)
    parts = [render_template("analyze/_board.html", board=replace(shown, text=text))]
    if error is not None:
        parts.insert(0, render_template("analyze/_error.html", error=error))
    return make_response("\n".join(parts))


@analyze.get("/random")
def shuffle() -> Response:
    """On to a random deal to analyze, from the middle of a game."""
    return redirect(url_for("analyze.show", p=encode(random_view(secrets.randbits(62)))), 303)


def _tapped(text: str, card: Card) -> str:
    if fixed_by_history(text, card):
        raise InputError(
            f"where {card.symbol} lies follows from the turns", hint="change it in the text"
        )
    return TextDraft.read(text).tapped(card).text


def _cleared(text: str) -> str:
    """The text without its cards: the lines on rules, score and dealer stay."""
    kept = [
        line for line in text.splitlines() if line.partition(":")[0].strip().lower() in KEPT_KEYS
    ]
    return "\n".join(kept)


def _bare(error: InputError) -> InputError:
    """The error without a place, for what was not typed into the box."""
    return InputError(error.message, hint=error.hint)


def _position(view: View) -> Response:
    app = web_app()
    opponent = live.opponent_or_default(request.args.get("opponent"))
    page = board_page(
        format_view(view),
        entry.of_view(view),
        title=TITLE,
        description=DESCRIPTION,
        canonical_url=url_for("analyze.show", p=encode(view), _external=True),
        belief_url=belief.address(view),
    )
    if request.method == "HEAD":  # looks, but does not make us work
        return _page(page)
    try:
        search = live.search_for(view, opponent, depths.named(request.args.get("limit")))
    except BusyError as error:
        response = _page(_with(page, live.busy(view, opponent, error)), 503)
        response.headers["Retry-After"] = str(error.retry_after)
        return response
    snapshot = search.wait(0, app.settings.first_wait)
    running = refresh_after(REFRESH_SECONDS) if snapshot.running else None
    return _page(_with(page, live.on_page(search, snapshot), running))


def _with(page: Page, result: ResultFragment, refresh: str | None = None) -> Page:
    return page | {"result": result, "refresh": refresh}


def _empty(text: str, error: ErrorFragment | None = None) -> Page:
    """The page without a position: what was typed, and examples."""
    board, _ = entry.read(text)
    shown = board_page(text, board, title=TITLE, description=DESCRIPTION)
    return shown | {"error": error, "examples": examples()}


def board_page(text: str, board: BoardFragment, **more: Any) -> Page:
    """What `analyze/page.html` shows, with a result, with an error, or empty and teaching."""
    return {
        "text": text,
        "error": None,
        "board": board,
        "result": None,
        "examples": (),
        "refresh": None,
        "shared_note": None,
        "canonical_url": None,
        "belief_url": None,
        **more,
    }


def _page(page: Page, status: int = 200) -> Response:
    return whole_page("analyze/page.html", status=status, **page)
