"""The other games at the table against bots: more players, teams, jokers, mahjong gin."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import options
from analyzer.errors import InputError
from analyzer.practice.othergames import (
    GAMES,
    OPPONENTS,
    TARGETS,
    OtherGame,
    begin_other,
    target_of,
)
from analyzer.store.training import OTHER_GAME
from analyzer.web.chrome import wants_fragment, whole_page
from analyzer.web.state import web_app
from analyzer.web.train.otherpresent import other_table_of
from analyzer.web.visitor import known_visitor, visitor_id

othertable = Blueprint("othertable", __name__, url_prefix="/train/table")

SEED_BITS = 62


@othertable.get("")
def show() -> Response:
    """The table, or what can be played where no game is on; ``game`` is chosen there."""
    game = other_game_of(known_visitor())
    return _start() if game is None or "new" in request.args else _shown(game)


@othertable.post("/new")
def begin() -> Response:
    """A new match of ``game`` against ``opponent``, played ``to`` a target; the old one is gone."""
    form = request.form
    try:
        game = begin_other(
            form.get("game", ""), form.get("opponent", ""), secrets.randbits(SEED_BITS),
            target_of(form.get("to", "")),
        )  # fmt: skip
    except InputError:
        abort(400)
    web_app().store.training.change(visitor_id(), OTHER_GAME, lambda _: game.text)
    return redirect(url_for("othertable.show"), 303)


@othertable.post("")
def play() -> Response:
    """The player's ``action``, with the ``card`` that is chosen for a discard or a knock."""
    action, card = request.form.get("action", ""), request.form.get("card", "")
    alone = action in {"discard", "knock"}
    return _change(lambda game: game.play(f"{action} {card}" if alone else action))


@othertable.post("/next")
def deal_next() -> Response:
    """Deal the next hand."""
    return _change(OtherGame.next_hand)


def other_game_of(owner: str | None) -> OtherGame | None:
    """The visitor's game; None where there is none, or none that this version can read."""
    kept = None if owner is None else web_app().store.training.load(owner, OTHER_GAME)
    return None if kept is None else _read(kept.text)


def _read(text: str) -> OtherGame | None:
    try:
        game = OtherGame.read(text)
        _ = game.round
    except InputError:
        return None
    return game


def _change(move: Callable[[OtherGame], OtherGame]) -> Response:
    """Make a move in the game that is in play, unless the form is of an older page."""
    owner = known_visitor()
    kept = None if owner is None else web_app().store.training.load(owner, OTHER_GAME)
    game = None if kept is None else _read(kept.text)
    if owner is None or kept is None or game is None:
        return redirect(url_for("othertable.show"), 303)
    if request.form.get("turn", type=int) != game.turn:
        return _shown(game, "The game has moved on since.", 409)
    try:
        after = move(game)
    except InputError as error:
        text = str(error)
        return _shown(game, f"{text[:1].upper()}{text[1:]}.", 422)
    if not web_app().store.training.save(owner, OTHER_GAME, after.text, kept.version):
        return _shown(other_game_of(owner) or game, "The game has moved on since.", 409)
    if wants_fragment():
        return _shown(after)
    return redirect(url_for("othertable.show", _anchor="table"), 303)


def _start() -> Response:
    return whole_page(
        "train/other_start.html",
        "The other games of gin · play against bots",
        "Mahjong gin, three and four players, teams and jokers, against bots to the score sheet.",
        games=options(GAMES.items(), request.args.get("game", "three-hand")),
        opponents=options(OPPONENTS.items(), "greedy"),
        targets=options(TARGETS.items(), ""),
        on=other_game_of(known_visitor()) is not None,
    )


def _shown(game: OtherGame, error: str | None = None, status: int = 200) -> Response:
    table = {**other_table_of(game), "swapped": wants_fragment()}
    if error:
        table["felt"] = replace(table["felt"], error=error)
    if wants_fragment():  # a part of a page is swapped in only with a success
        return make_response(render_template("train/_other.html", table=table))
    return whole_page(
        "train/other.html",
        f"{GAMES[game.name]} · gin against bots",
        "One of the other games of gin, against bots, to the score sheet.",
        status,
        table=table,
    )
