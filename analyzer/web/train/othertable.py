"""The other games at the table against bots: more players, teams, jokers, mahjong gin."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import options
from analyzer.display.table import with_ticks
from analyzer.errors import InputError
from analyzer.game.general import pack_cards
from analyzer.notation.phrases import upper
from analyzer.practice.othercoach import hints_of_chair, remark_on_lay_off, remark_on_move
from analyzer.practice.othergames import GAMES, OPPONENTS, TARGETS, YOU, begin_other, target_of
from analyzer.practice.otherseat import OtherSeat
from analyzer.practice.play import SEED_BITS
from analyzer.service.turns import COSTLY
from analyzer.store.training import OTHER_GAME
from analyzer.web.chrome import wants_fragment, whole_page
from analyzer.web.state import web_app
from analyzer.web.train.otherpresent import other_table_of
from analyzer.web.train.words import coach_choices, coach_of
from analyzer.web.visitor import known_visitor, visitor_id

othertable = Blueprint("othertable", __name__, url_prefix="/train/table")

USUAL = "3"
"""Points from which the coach speaks unless something else is set: hands here come to more."""


@othertable.get("")
def show() -> Response:
    """The table, or what can be played where no game is on; ``game`` is chosen there."""
    seat = other_seat_of(known_visitor())
    return _start() if seat is None or "new" in request.args else _shown(seat)


@othertable.post("/new")
def begin() -> Response:
    """A new match of ``game`` against ``opponent``, in place of the old one.

    ``to`` is its target, ``coach`` when the coach speaks.
    """
    form = request.form
    try:
        game = begin_other(
            form.get("game", ""), form.get("opponent", ""), secrets.randbits(SEED_BITS),
            target_of(form.get("to", "")),
        )  # fmt: skip
    except InputError:
        abort(400)
    seat = OtherSeat(game, coach_of(form.get("coach", USUAL)))
    web_app().store.training.change(visitor_id(), OTHER_GAME, lambda _: seat.text)
    return redirect(url_for("othertable.show"), 303)


@othertable.post("")
def play() -> Response:
    """The player's ``action``, with the ``card`` that is chosen for a discard or a knock."""
    action, card = request.form.get("action", ""), request.form.get("card", "")
    alone = action in {"discard", "knock"}
    if alone and not card:
        return _change(_nothing_chosen)
    return _change(lambda seat: _played(seat, f"{action} {card}" if alone else action))


@othertable.post("/hint")
def hint() -> Response:
    """A hint for the decision that is due, or the next degree of it."""
    return _change(_hinted)


@othertable.post("/on")
def play_on() -> Response:
    """Play what the coach has remarked on."""
    return _change(OtherSeat.gone_on)


@othertable.post("/back")
def take_back() -> Response:
    """Take back what the coach has remarked on, or a move after which nothing new was seen."""
    return _change(OtherSeat.taken_back, costly=False)


@othertable.post("/defend")
def defend() -> Response:
    """The player's answer to a knock: the cards ``off`` that are laid off on it."""
    off = " ".join(request.form.getlist("off"))
    return _change(lambda seat: _defended(seat, off))


@othertable.post("/coach")
def coach() -> Response:
    """Set when the coach speaks."""
    points = coach_of(request.form.get("coach", ""))
    return _change(lambda seat: replace(seat, coach=points), costly=False)


@othertable.post("/next")
def deal_next() -> Response:
    """Deal the next hand."""
    return _change(lambda seat: seat.moved(seat.game.next_hand()))


# ---------------------------------------------------------------- moves


def _played(seat: OtherSeat, text: str) -> OtherSeat:
    """The seat after a move; one that the coach has something to say of waits."""
    if seat.pending is not None:
        raise InputError("play on, or take it back first")
    game = seat.game
    move = game.move_of(text)
    if seat.threshold is not None:
        note = remark_on_move(game.round.chair(YOU), move, seat.threshold)
        if note is not None:
            return seat.asked(move, note)
    return seat.moved(game.play(move.full))


def _defended(seat: OtherSeat, off: str) -> OtherSeat:
    """The seat after an answer to a knock; the coach names the best one only then."""
    game = seat.game.defend(pack_cards(off))
    return seat.moved(game, None if seat.threshold is None else remark_on_lay_off(seat.game, game))


def _nothing_chosen(seat: OtherSeat) -> OtherSeat:
    raise InputError("choose a card first")


def _hinted(seat: OtherSeat) -> OtherSeat:
    """The seat with a hint, or one degree more of it."""
    if seat.game.round.over or seat.pending is not None:
        raise InputError("there is nothing to decide now")
    if seat.hints is not None:
        return seat.hinted_more()
    return seat.hinted(hints_of_chair(seat.game.round.chair(YOU)))


# ---------------------------------------------------------------- what is kept


def other_seat_of(owner: str | None) -> OtherSeat | None:
    """The visitor's table; None where there is none, or none that this version can read."""
    kept = None if owner is None else web_app().store.training.load(owner, OTHER_GAME)
    return None if kept is None else _read(kept.text)


def _read(text: str) -> OtherSeat | None:
    try:
        seat = OtherSeat.read(text)
        _ = seat.game.round
    except InputError:
        return None
    return seat


def _change(move: Callable[[OtherSeat], OtherSeat], *, costly: bool = True) -> Response:
    """Make a move in the game that is in play, unless the form is of an older page.

    One that is `costly` is made once it is its turn.
    """
    owner = known_visitor()
    kept = None if owner is None else web_app().store.training.load(owner, OTHER_GAME)
    seat = None if kept is None else _read(kept.text)
    if owner is None or kept is None or seat is None:
        return redirect(url_for("othertable.show"), 303)
    if request.form.get("turn", type=int) != seat.game.turn:
        return _shown(seat, "The game has moved on since.", 409)
    try:
        after = COSTLY.run(lambda: move(seat)) if costly else move(seat)
    except InputError as error:
        return _shown(seat, f"{upper(str(error))}.", 422)
    if not web_app().store.training.save(owner, OTHER_GAME, after.text, kept.version):
        return _shown(other_seat_of(owner) or seat, "The game has moved on since.", 409)
    if wants_fragment():
        return _shown(after)
    return redirect(url_for("othertable.show", _anchor="table"), 303)


# ---------------------------------------------------------------- what is shown


def _start() -> Response:
    return whole_page(
        "train/other_start.html",
        "The other games of gin · play against bots",
        "Mahjong gin, three and four players, teams and jokers, against bots to the score sheet.",
        games=options(GAMES.items(), request.args.get("game", "three-hand")),
        opponents=options(OPPONENTS.items(), "greedy"),
        targets=options(TARGETS.items(), ""),
        coach=coach_choices(USUAL),
        on=other_seat_of(known_visitor()) is not None,
    )


def _shown(seat: OtherSeat, error: str | None = None, status: int = 200) -> Response:
    table = {**other_table_of(seat), "swapped": wants_fragment()}
    if error:
        chosen = request.form.getlist("off") + request.form.getlist("card")
        table["felt"] = replace(with_ticks(table["felt"], chosen), error=error)
    if wants_fragment():  # a part of a page is swapped in only with a success
        return make_response(render_template("train/_other.html", table=table))
    return whole_page(
        "train/other.html",
        f"{GAMES[seat.game.name]} · gin against bots",
        "One of the other games of gin, against bots, with a coach, to the score sheet.",
        status,
        table=table,
    )
