"""A game at the table: what the player does, one form each; the state stays here.

The browser gets what `present.table_of` makes of the player's view, and sends the number of the
move it answers: a form of an old page changes nothing. There is a table for games of two, one for
all others, and that of the deal of the day; the views are the same.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.hands import pictures
from analyzer.display.parts import CardGroup, options
from analyzer.display.table import with_ticks
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import pack_cards
from analyzer.game.cards import Card
from analyzer.notation import numbers
from analyzer.notation.phrases import upper
from analyzer.practice.coach import hints_for, praise_of, remark_on, remark_on_lay_off
from analyzer.practice.daily import ending_of, points_of
from analyzer.practice.games import (
    SEARCHING,
    SEED_BITS,
    TARGETS,
    GameStage,
    Level,
    levels_of,
    name_of,
    target_of,
)
from analyzer.practice.knocks import KnockToAnswer
from analyzer.practice.play import BOT, PLAYER, UNCHOSEN, Game, begin, begin_from
from analyzer.practice.seat import Seat
from analyzer.practice.tally import GameTally, PlayedGame
from analyzer.service.admission import Admission, TooManyError
from analyzer.service.pairs import keep as keep_pair
from analyzer.service.pairs import seat_at, seats_of
from analyzer.service.ports import slow_because
from analyzer.store.training import DAILY, GAME, TABLE_GAME, TALLY
from analyzer.web.chrome import Link, wants_fragment, whole_page
from analyzer.web.errors import turned_away
from analyzer.web.review.ownerrors import keep_lay_off, keep_mistake
from analyzer.web.review.source import address_mark
from analyzer.web.rules.form import for_others, form_of, said_rules
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after
from analyzer.web.train.ended import ended_of
from analyzer.web.train.felt import address_of, names_at, page_of, room_of
from analyzer.web.train.present import table_of, title_of
from analyzer.web.train.words import (
    AROUND_LEVELS,
    USUAL_AROUND,
    USUAL_COACH,
    coach_choices,
    coach_of,
)
from analyzer.web.visitor import kept_text, known_visitor, visitor_id
from analyzer.web.waiting import needs_engine

traintable = Blueprint("traintable", __name__, url_prefix="/train")

MOVES: Final = Admission(places=2)
"""Moves are thought about two at a time; each takes some tenths of a second."""

KINDS: Final = {"play": GAME, "table": TABLE_GAME, "daily": DAILY}
"""The stored fields of each table, by its part of the address."""
TWO: Final = "two/<room>"
"""The part of the address of a table for two people, named by the id of their invitation."""
DESCRIPTIONS: Final = {
    "play": "Gin rummy against the engine, with a coach silent until it matters.",
    "table": "A game of gin around a table, against bots, with a coach, to the score sheet.",
    "daily": "One hand of gin rummy against the engine each day, the same cards for everyone.",
}
FOR_TWO: Final = "Gin rummy for two people, each in their own browser, over one link."

REFRESH_SECONDS: Final = 4
"""The interval at which a page without scripts looks for the other person's move."""

View = Callable[[str], Response]


def _at(path: str, *rooms: str, method: str = "POST") -> Callable[[View], View]:
    """Serve a view at tables: at all of them, if none is named."""

    def serve(view: View) -> View:
        for room in rooms or (*KINDS, TWO):
            defaults = {} if room == TWO else {"room": room}
            traintable.add_url_rule(
                f"/{room}{path}", view.__name__, view, defaults=defaults, methods=[method]
            )
        return view

    return serve


@_at("", "play", "table", method="GET")
def show(room: str) -> Response:
    """The table: a game against bots, with a coach; with ``new``, or where none is on, the way to
    one."""
    if "new" in request.args:
        return redirect(url_for("traintable.games", game=request.args.get("game")), 302)
    seat = seat_of(known_visitor(), KINDS[room])
    return _start(room) if seat is None else shown(seat)


@traintable.get("/games")
def games() -> Response:
    """Return what is played around a table: mahjong gin, three and four players, teams, jokers;
    ``game``, or ``rules``, are chosen."""
    chosen = request.args.get("game", "three-hand")
    form = form_of(request.args, chosen, for_others(), "Game")
    return whole_page(
        "train/games.html",
        "The other games of gin · play against bots",
        "Mahjong gin, three and four players, teams and jokers, against bots to the score sheet.",
        200 if form.error is None else 422,
        games=form,
        levels=options(AROUND_LEVELS.items(), request.args.get("level", Level.QUICK)),
        targets=options(TARGETS.items(), request.args.get("to", "")),
        coach=coach_choices(request.args.get("coach", USUAL_AROUND)),
        tally=tally_of(known_visitor()).rows(for_two=False),
        on=seat_of(known_visitor(), TABLE_GAME) is not None,
    )


@_at("/new", "play", "table")
def begin_game(room: str) -> Response:
    """A new game by ``rules``, with the fields that differ, at a ``level``, to the target ``to``,
    with the ``coach`` set; the old one is gone. What cannot be is said where it was chosen."""
    usual = USUAL_COACH if room == "play" else USUAL_AROUND
    try:
        name_of(request.form.get("rules", ""))
    except InputError:
        abort(400)
    try:
        rules = name_of(said_rules(request.form))
    except InputError:
        page = "train.start" if room == "play" else "traintable.games"
        return redirect(url_for(page, **request.form.to_dict(), _anchor="play"), 303)  # type: ignore[arg-type]
    try:
        level = Level(request.form.get("level", Level.CLUB))
        target, seed = target_of(request.form.get("to", "")), secrets.randbits(SEED_BITS)
    except ValueError:
        abort(400)
    levels = levels_of(rules)
    level = level if level in levels else levels[min(1, len(levels) - 1)]
    if level in SEARCHING:
        chosen = {name: request.form.get(name) for name in ("level", "coach")}
        needs_engine(url_for("train.start", rules=rules, **chosen, _anchor="play"))  # type: ignore[arg-type]
    game = MOVES.run(lambda: begin(rules, level, seed, target))
    seat = Seat(game, coach_of(request.form.get("coach", usual)))
    web_app().store.training.change(visitor_id(), KINDS[room_of(seat)], lambda _: seat.text)
    return redirect(page_of(seat), 303)


@_at("/from", "play")
def begin_from_position(room: str) -> Response:
    """A hand played on from position ``p`` at a ``level``; a game that is on waits meanwhile."""
    start = request.form.get("p", "")
    needs_engine(url_for("analyze.show", p=start))
    try:
        level, seed = Level(request.form.get("level", Level.CLUB)), secrets.randbits(SEED_BITS)
        game = MOVES.run(lambda: begin_from(start, level, seed))
    except ValueError:
        abort(400)

    def edit(kept: str | None) -> str:
        before = None if kept is None else _read(kept)
        aside = kept if before is None or before.game.start is None else before.aside
        coach = coach_of(USUAL_COACH) if before is None else before.coach
        return Seat(game, coach, aside=aside).text

    web_app().store.training.change(visitor_id(), KINDS[room], edit)
    return redirect(url_for("traintable.show", room=room), 303)


@_at("/return", "play")
def back_to_game(room: str) -> Response:
    """Back to the game that has waited while a hand was played on from a position."""
    owner = known_visitor()
    seat = seat_of(owner, KINDS[room])
    if owner is None or seat is None or seat.aside is None:
        return _start(room)
    aside = seat.aside
    web_app().store.training.change(owner, KINDS[room], lambda _: aside)
    return redirect(url_for("traintable.show", room=room), 303)


@_at("/hint", "play", "table")
def hint(room: str) -> Response:
    """A hint for the decision that is due, or the next degree of it."""
    return _change(room, _hinted, thinks=True)


@_at("")
def play(room: str) -> Response:
    """The player's ``action``, as its button names it, with the ``card`` that is chosen."""
    name, card = request.form.get("action", ""), request.form.get("card", "")
    coached = web_app().engine_ready.is_set() and not slow_because()
    return _change(room, lambda seat: _played(seat, name, card, coached))


@_at("/cut", "play", "table", TWO)
def choose_dealer(room: str) -> Response:
    """The player who has cut the higher card says who ``deals``: 0 they, 1 the bot."""
    first = request.form.get("deals", UNCHOSEN, type=int)
    return _change(room, lambda seat: seat.moved(seat.game.dealt_by(first)))


@_at("/on", "play", "table")
def play_on(room: str) -> Response:
    """Play what the coach has remarked on."""
    return _change(room, Seat.played_on, _keep_mistake)


@_at("/back")
def take_back(room: str) -> Response:
    """Take back what the coach has remarked on, or a move after which nothing new was seen."""
    return _change(room, Seat.taken_back, costly=False)


@_at("/defend")
def defend(room: str) -> Response:
    """The player's answer to a knock: the cards ``off`` that are laid off on it."""
    off = " ".join(request.form.getlist("off"))
    return _change(room, lambda seat: _defended(seat, off), _keep_lay_off)


@_at("/next", "play", "table", TWO)
def deal_next(room: str) -> Response:
    """Deal the next hand."""
    return _change(room, lambda seat: seat.moved(seat.game.next_hand()))


@_at("/leave", TWO)
def leave(room: str) -> Response:
    """Leave a game of two people, which is then the other one's; or take an invitation back."""
    return _change(room, lambda seat: seat.moved(seat.game.without(PLAYER)), costly=False)


@_at("/coach", "play", "table")
def coach(room: str) -> Response:
    """Set when the coach speaks."""
    points = coach_of(request.form.get("coach", ""))
    return _change(room, lambda seat: replace(seat, coach=points), costly=False)


@_at("/review")
def review_hand(room: str) -> Response:
    """Review the hand that is over, or with ``all`` the game so far; every card is open then."""
    owner = known_visitor()
    seat, _ = _sat(owner, room)
    if owner is None or seat is None:
        return _start(room)
    game = seat.game
    if not game.stage.over:
        return shown(seat, "The hand is not over yet.", 409)
    hands = None if "all" in request.form else [len(game.hands) - 1]
    try:
        job = web_app().reviews.submit(
            owner, game.match(hands, names_at(game)), seats=(PLAYER,), source=address_mark()
        )
    except TooManyError as error:
        return turned_away(shown(seat, f"{upper(str(error))}."), error)
    return redirect(url_for("review.show", ident=job.id), 303)


# ---------------------------------------------------------------- moves


def _played(seat: Seat, name: str, card: str, coached: bool) -> Seat:
    """The seat after a move; one that the coach has something to say of waits.

    Of two players the coach joins once the engine is compiled: until then, and where it stays in
    plain Python, it is not `coached`.
    """
    if seat.pending is not None:
        raise InputError("play on, or take it back first")
    game = seat.game
    move = game.move_of(name, card)
    if game.for_two and not coached:
        return seat.moved(game.play(move.full))
    if seat.threshold is not None:
        note = remark_on(game, move, seat.threshold)
        if note is not None:
            return seat.asked(move, note)
    good = None
    if seat.coach is not None and not seat.praised and not seat.hints:
        good = praise_of(game, move)
    return seat.moved(game.play(move.full), good)


def _hinted(seat: Seat) -> Seat:
    """The seat with a hint, or one degree more of it."""
    if seat.game.stage is not GameStage.DECIDE or seat.pending is not None:
        raise InputError("there is nothing to decide now")
    return seat.hinted(hints_for(seat.game)) if seat.hints is None else seat.hinted_more()


def _defended(seat: Seat, off: str) -> Seat:
    """The seat after an answer to a knock; the coach names the best one only then."""
    game = seat.game.defend(pack_cards(off))
    return seat.moved(game, None if seat.threshold is None else remark_on_lay_off(seat.game, game))


def _keep_mistake(owner: str, before: Seat, after: Seat) -> None:
    """Keep a move of a game of two that was played in spite of the coach."""
    if before.game.for_two and before.note is not None and before.pending is not None:
        keep_mistake(owner, before.game.view, Action.of(before.pending), before.note)


def _keep_lay_off(owner: str, before: Seat, after: Seat) -> None:
    """Keep an answer to a knock in a game of two that the coach has spoken of."""
    if before.game.for_two and after.note is not None:
        off = pack_cards(" ".join(request.form.getlist("off")))
        knock = KnockToAnswer(before.game.rules, *before.game.showdown)
        keep_lay_off(owner, knock, off, after.note.loss)


# ---------------------------------------------------------------- what is kept


def seat_of(owner: str | None, kind: str = GAME) -> Seat | None:
    """The visitor's game; None where there is none, or none that this version can read."""
    kept = kept_text(owner, kind)
    return None if kept is None else _read(kept)


def _read(text: str) -> Seat | None:
    try:
        seat = Seat.read(text)
        _ = seat.game.stage
    except (InputError, StopIteration, KeyError):
        return None  # of another version
    return seat


def _change(
    room: str,
    move: Callable[[Seat], Seat],
    keep: Callable[[str, Seat, Seat], None] | None = None,
    *,
    costly: bool = True,
    thinks: bool = False,
) -> Response:
    """Make a move in the game that is in play, unless the form is of an older page.

    One that is `costly` is made once it is its turn; one that `thinks` waits for the engine too.
    `keep` keeps what else is to be known of it.
    """
    owner = known_visitor()
    seat, version = _sat(owner, room)
    if owner is None or seat is None:
        return _start(room)
    if request.form.get("turn", type=int) != seat.turn:
        return shown(seat, "The game has moved on since.", 409)
    if seat.game.for_two and (thinks or _searches(seat.game)):
        needs_engine(page_of(seat))
    try:
        after = MOVES.run(lambda: move(seat)) if costly else move(seat)
    except InputError as error:
        return shown(seat, f"{upper(str(error))}.", 422)
    if not _save(owner, room, after, version):
        return shown(_sat(owner, room)[0] or seat, "The game has moved on since.", 409)
    if keep is not None:
        keep(owner, seat, after)
    _count(owner, after)
    if wants_fragment():
        return shown(after if after.invitation is None else _sat(owner, room)[0] or after)
    return redirect(page_of(after), 303)


def _sat(owner: str | None, room: str) -> tuple[Seat | None, int]:
    """Somebody's seat at a table, and the version of what is kept of it."""
    if owner is None:
        return None, 0
    if room not in KINDS:
        return seat_at(web_app().store, room, owner), 0
    kept = web_app().store.training.load(owner, KINDS[room])
    return (None, 0) if kept is None else (_read(kept.text), kept.version)


def _save(owner: str, room: str, seat: Seat, version: int) -> bool:
    store = web_app().store
    if room not in KINDS:
        return keep_pair(store, seat)
    return store.training.save(owner, KINDS[room], seat.text, version)


def _searches(game: Game) -> bool:
    """True if the opponent is one that has to be compiled."""
    return game.bot is not None or game.level in SEARCHING


def _count(owner: str, seat: Seat) -> None:
    """Keep how a game stands after each of its hands."""
    game = seat.game
    if game.start is not None or game.with_person or not game.stage.over:
        return
    if game.day is not None:
        done = date.fromisoformat(game.day), points_of(game), ending_of(game.results[-1])
        web_app().store.daily.finish(owner, *done)
        return
    played = PlayedGame.of(game, helped=seat.helped)
    training = web_app().store.training
    training.change(owner, TALLY, lambda text: GameTally.kept(text).plus(played).text)


def tally_of(owner: str | None) -> GameTally:
    """The games that a visitor has played."""
    return GameTally.kept(kept_text(owner, TALLY))


def pairs_of(owner: str | None) -> list[Link]:
    """The tables for two at which somebody sits: how the game stands, and whose move it is."""
    seats = () if owner is None else seats_of(web_app().store, owner)
    whose = {None: "between hands", PLAYER: "your move", BOT: "their move"}
    return [
        Link(f"{standing(seat)}, {whose[seat.game.due]}", page_of(seat))
        for seat in seats
        if seat.game.first != UNCHOSEN
    ]


def _start(room: str) -> Response:
    """The way to a game, where there is none at a table."""
    if room not in KINDS:
        return redirect(url_for("pairs.show", room=room), 303)
    pages = {
        "play": url_for("train.start", _anchor="play"),
        "table": url_for("traintable.games"),
        "daily": url_for("daily.show"),
    }
    return redirect(pages[room], 303)


# ---------------------------------------------------------------- what is shown


def standing(seat: Seat) -> str:
    """Return how a game stands, in a line."""
    mine, theirs, *_ = seat.game.score
    return f"{names_at(seat.game)[BOT]}, {title_of(seat.game)}: {mine}–{theirs}"


def lead(seat: Seat) -> str:
    """Return who leads a game: "you lead 61–34"."""
    mine, theirs, *_ = seat.game.score
    leads = "you lead" if mine > theirs else "you trail" if mine < theirs else "level at"
    return f"{leads} {numbers.score(mine, theirs)}"


def shown(seat: Seat, error: str | None = None, status: int = 200) -> Response:
    """The table, whole or as a part of a page, with what was wrong with a move."""
    game = seat.game
    if game.first == UNCHOSEN and game.left is None:
        return _shown_cut(seat, error, status)
    waits = game.with_person and game.due != PLAYER and game.stage is not GameStage.FINISHED
    refresh = refresh_after(REFRESH_SECONDS) if waits else None
    swapped, box = wants_fragment(), ended_of(seat)
    table = replace(table_of(seat), swapped=swapped, refresh=refresh, ended=box)
    if error:
        chosen = request.form.getlist("off") + request.form.getlist("card")
        table = replace(table, felt=replace(with_ticks(table.felt, chosen), error=error))
    if wants_fragment():  # a part of a page is swapped in only with a success
        return make_response(render_template("train/_table.html", table=table))
    title = f"{table.heading} · gin rummy"
    description = DESCRIPTIONS.get(room_of(seat), FOR_TWO)
    return whole_page("train/table.html", title, description, status, table=table)


def _shown_cut(seat: Seat, error: str | None, status: int) -> Response:
    """The cards that were cut, of which the player's is the higher: who deals?"""
    names, title = names_at(seat.game), f"{title_of(seat.game)}: who deals?"
    waits = seat.game.stage is GameStage.WAIT
    return whole_page(
        "train/cut.html", title, DESCRIPTIONS["play"], status,
        heading=title, error=error, turn=seat.turn, who=names[BOT], waits=waits,
        url=address_of(seat, "choose_dealer"),
        refresh=refresh_after(REFRESH_SECONDS) if waits else None,
        cards=[
            CardGroup("deadwood", name, pictures([Card.of(card)]))
            for name, card in zip(names, seat.game.cut, strict=True)
        ],
    )  # fmt: skip
