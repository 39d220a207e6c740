"""A game against the engine: what the player does, one form each; the state stays here.

The browser gets what `present.table_of` makes of the player's view, and sends the
number of the move it answers: a form of an old page changes nothing.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, Final

import msgspec
from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.table import with_ticks
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.notation import numbers
from analyzer.practice.daily import ending_of, points_of
from analyzer.practice.hints import hints_of
from analyzer.practice.knocks import KnockToAnswer
from analyzer.practice.play import (
    PLAYER,
    SEED_BITS,
    GameStage,
    Level,
    begin,
    begin_from,
    next_hand,
    showdown,
)
from analyzer.practice.progress import Seat
from analyzer.practice.remarks import praise, remark, remark_on_defence
from analyzer.practice.tally import GameTally, PlayedGame
from analyzer.service.jobs import QueueFullError
from analyzer.store.training import DAILY, GAME, TALLY
from analyzer.web.chrome import wants_fragment, whole_page
from analyzer.web.review.ownerrors import keep_lay_off, keep_mistake
from analyzer.web.review.source import address_mark
from analyzer.web.state import web_app
from analyzer.web.train.present import action_of, address_of, table_of
from analyzer.web.train.words import LEVELS, USUAL_COACH, coach_of
from analyzer.web.visitor import known_visitor, visitor_id
from analyzer.web.waiting import needs_engine, needs_melds

traintable = Blueprint("traintable", __name__, url_prefix="/train/play")

AT_ONCE: Final = 2
"""Moves thought about at the same time; a move takes some tenths of a second."""

thinking = threading.BoundedSemaphore(AT_ONCE)
"""Held while a move is thought about."""


@traintable.get("")
def show() -> Response:
    """The table: a game against one of four opponents, with a coach."""
    needs_melds()
    seat = seat_of(known_visitor())
    return _start() if seat is None else shown(seat)


@traintable.post("/new")
def begin_game() -> Response:
    """A new game by ``rules`` at a ``level``, with the ``coach`` set; the old one is gone."""
    chosen = {name: request.form.get(name) for name in ("level", "rules", "coach")}
    needs_engine(url_for("train.start", **chosen, _anchor="play"))  # type: ignore[arg-type]
    try:
        level = Level(request.form.get("level", Level.CLUB))
        with thinking:
            game = begin(request.form.get("rules", ""), level, secrets.randbits(SEED_BITS))
    except (ValueError, InputError):
        abort(400)
    seat = Seat(game, coach_of(request.form.get("coach", "")))
    web_app().store.training.change(visitor_id(), GAME, lambda _: seat.text)
    return redirect(url_for("traintable.show"), 303)


@traintable.post("/from")
def begin_from_position() -> Response:
    """A hand played on from position ``p`` at a ``level``; a game that is on waits meanwhile."""
    start = request.form.get("p", "")
    needs_engine(url_for("analyze.show", p=start))
    try:
        level = Level(request.form.get("level", Level.CLUB))
        with thinking:
            game = begin_from(start, level, secrets.randbits(SEED_BITS))
    except (ValueError, InputError):
        abort(400)

    def edit(kept: str | None) -> str:
        before = None if kept is None else _read(kept)
        aside = kept if before is None or before.game.start is None else before.aside
        coach = coach_of(USUAL_COACH) if before is None else before.coach
        return Seat(game, coach, aside=aside).text

    web_app().store.training.change(visitor_id(), GAME, edit)
    return redirect(url_for("traintable.show"), 303)


@traintable.post("/return")
def back_to_game() -> Response:
    """Back to the game that has waited while a hand was played on from a position."""
    owner = known_visitor()
    seat = seat_of(owner)
    if owner is None or seat is None or seat.aside is None:
        return _start()
    aside = seat.aside
    web_app().store.training.change(owner, GAME, lambda _: aside)
    return redirect(url_for("traintable.show"), 303)


@traintable.post("/hint")
def hint() -> Response:
    """A hint for the decision that is due, or the next degree of it."""
    return _change(_hinted)


@traintable.post("")
def play() -> Response:
    """The player's ``action``, as its button names it, with the ``card`` that is chosen."""
    form = request.form
    return _change(lambda seat: _played(seat, form.get("action", ""), form.get("card", "")))


@traintable.post("/on")
def play_on() -> Response:
    """Play what the coach has remarked on."""
    return _change(_gone_on)


@traintable.post("/back")
def take_back() -> Response:
    """Take back what the coach has remarked on, or put back the card just taken."""
    return _change(Seat.taken_back)


@traintable.post("/defend")
def defend() -> Response:
    """The player's answer to a knock: the cards ``off`` that are laid off on it."""
    return _change(lambda seat: _defended(seat, " ".join(request.form.getlist("off"))))


@traintable.post("/next")
def deal_next() -> Response:
    """Deal the next hand."""
    return _change(lambda seat: seat.moved(next_hand(seat.game)))


@traintable.post("/coach")
def coach() -> Response:
    """Set when the coach speaks."""
    points = coach_of(request.form.get("coach", ""))
    return _change(lambda seat: replace(seat, coach=points))


@traintable.post("/review")
def review_hand() -> Response:
    """Review the hand that is over, or with ``all`` the game so far; every card is open then."""
    owner = known_visitor()
    seat = seat_of(owner, _kind())
    if owner is None or seat is None:
        return _start()
    game = seat.game
    if game.stage not in {GameStage.HAND_OVER, GameStage.FINISHED}:
        return shown(seat, "The hand is not over yet.", 409)
    hands = None if "all" in request.form else [len(game.hands) - 1]
    try:
        job = web_app().reviews.submit(
            owner, game.match(hands), seats=(PLAYER,), source=address_mark()
        )
    except QueueFullError as error:
        text = str(error)
        return shown(seat, f"{text[:1].upper()}{text[1:]}.", 429)
    return redirect(url_for("review.show", ident=job.id), 303)


# ---------------------------------------------------------------- moves


def _played(seat: Seat, name: str, card: str) -> Seat:
    """The seat after an action; one that the coach has something to say of waits."""
    game = seat.game
    if game.stage is not GameStage.DECIDE:
        raise InputError("it is not your turn")
    if seat.pending is not None:
        raise InputError("play on, or take it back first")
    action = action_of(game.view, name, card)
    if seat.coach is None:
        return seat.moved(game.play(action))
    threshold = seat.threshold
    note = None if threshold is None else remark(game.view, action, threshold)
    if note is not None:
        return seat.asked(action, note)
    good = None if seat.praised or seat.hints else praise(game.view, action)
    return seat.moved(game.play(action), good)


def _hinted(seat: Seat) -> Seat:
    """The seat with a hint, or one degree more of it."""
    if seat.game.stage is not GameStage.DECIDE or seat.pending is not None:
        raise InputError("there is nothing to decide now")
    if seat.hints is None:
        return seat.hinted(hints_of(seat.game.view))
    if not seat.hints.more:
        raise InputError("there is no other hint")
    return seat.hinted(replace(seat.hints, shown=seat.hints.shown + 1))


def _gone_on(seat: Seat) -> Seat:
    """The seat after the action that has waited."""
    if seat.pending is None:
        raise InputError("nothing waits to be played")
    action = action_of(seat.game.view, seat.pending, "")
    if seat.note is not None:
        keep_mistake(visitor_id(), seat.game.view, action, seat.note)
    return seat.moved(seat.game.play(action))


def _defended(seat: Seat, off: str) -> Seat:
    """The seat after an answer to a knock; the coach names the best one only then."""
    cards = CardSet.of(off) if off else CardSet()
    game = seat.game.defend(cards)
    note = None if seat.threshold is None else remark_on_defence(seat.game, game)
    if note is not None and seat.game.knock is not None:
        asked = KnockToAnswer(game.rules, *showdown(seat.game.position, seat.game.knock))
        keep_lay_off(visitor_id(), asked, cards, note.loss)
    return seat.moved(game, note)


# ---------------------------------------------------------------- what is kept


def _kind() -> str:
    """Which table the request is about: the usual one, or that of the deal of the day."""
    return DAILY if request.blueprint == DAILY else GAME


def seat_of(owner: str | None, kind: str = GAME) -> Seat | None:
    """The visitor's game; None where there is none, or none that this version can read."""
    kept = None if owner is None else web_app().store.training.load(owner, kind)
    return None if kept is None else _read(kept.text)


def _read(text: str) -> Seat | None:
    try:
        seat = Seat.read(text)
        _ = seat.game.stage
    except (msgspec.MsgspecError, InputError, StopIteration, KeyError):
        return None  # of another version
    return seat


def _change(move: Callable[[Seat], Seat]) -> Response:
    """Make a move in the game that is in play, unless the form is of an older page."""
    owner, kind = known_visitor(), _kind()
    kept = None if owner is None else web_app().store.training.load(owner, kind)
    seat = None if kept is None else _read(kept.text)
    if owner is None or kept is None or seat is None:
        return _start()
    if request.form.get("turn", type=int) != seat.turn:
        return shown(seat, "The game has moved on since.", 409)
    needs_engine(address_of(seat, "show") + "#table")
    try:
        with thinking:
            after = move(seat)
    except InputError as error:
        text = str(error)
        return shown(seat, f"{text[:1].upper()}{text[1:]}.", 422)
    if not web_app().store.training.save(owner, kind, after.text, kept.version):
        return shown(seat_of(owner, kind) or seat, "The game has moved on since.", 409)
    _count(owner, after)
    return _after(after)


def _count(owner: str, seat: Seat) -> None:
    """Keep how a game stands after each of its hands."""
    game = seat.game
    if game.start is not None or game.stage not in {GameStage.HAND_OVER, GameStage.FINISHED}:
        return
    if game.day is not None:
        done = date.fromisoformat(game.day), points_of(game), ending_of(game.outcomes[-1])
        web_app().store.daily.finish(owner, *done)
        return
    played = PlayedGame.of(game, helped=seat.helped)
    training = web_app().store.training
    training.change(owner, TALLY, lambda text: GameTally.kept(text).plus(played).text)


def tally_of(owner: str | None) -> GameTally:
    """The games that a visitor has played."""
    kept = None if owner is None else web_app().store.training.load(owner, TALLY)
    return GameTally.kept(None if kept is None else kept.text)


def _after(seat: Seat) -> Response:
    if wants_fragment():
        return shown(seat)
    return redirect(address_of(seat, "show") + "#table", 303)


def _start() -> Response:
    if _kind() == DAILY:
        return redirect(url_for("daily.show"), 303)
    return redirect(url_for("train.start", _anchor="play"), 303)


# ---------------------------------------------------------------- what is shown


def standing(seat: Seat) -> str:
    """How a game stands, in a line."""
    mine, theirs = seat.game.score
    return f"{LEVELS[seat.game.level][0]}, {seat.game.rules_name}: {mine}–{theirs}"


def lead(seat: Seat) -> str:
    """Who leads a game: "you lead 61–34"."""
    mine, theirs = seat.game.score
    score = numbers.score(mine, theirs)
    return (
        f"{'you lead' if mine > theirs else 'you trail' if mine < theirs else 'level at'} {score}"
    )


def shown(seat: Seat, error: str | None = None, status: int = 200) -> Response:
    """The table, whole or as a part of a page, with what was wrong with a move."""
    table = {**table_of(seat), "swapped": wants_fragment()}
    if error:
        chosen = request.form.getlist("off") + request.form.getlist("card")
        table["felt"] = replace(with_ticks(table["felt"], chosen), error=error)
    if wants_fragment():  # a part of a page is swapped in only with a success
        return make_response(render_template("train/_table.html", table=table))
    return _page_of(table, status)


def _page_of(table: dict[str, Any], status: int) -> Response:
    if table["day"]:
        return whole_page(
            "train/table.html",
            "The deal of the day · gin rummy",
            "One hand of gin rummy against the engine, the same cards for everyone.",
            status,
            table=table,
        )
    return whole_page(
        "train/table.html",
        "A game against the engine · gin rummy training",
        "Gin rummy against the engine, with a coach silent until it matters.",
        status,
        table=table,
    )
