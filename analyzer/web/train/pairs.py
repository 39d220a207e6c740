"""A table for two people: the invitation, the second seat, the other one's moves, and leaving.

The table itself is that of all games (`web/train/table.py`), seen from a seat that the row of the
invitation gives to the id in a browser's cookie.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any, Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.errors import InputError
from analyzer.notation.phrases import upper
from analyzer.practice.games import SEED_BITS, GameStage, Level, name_of, target_of
from analyzer.practice.play import Game, begin
from analyzer.practice.seat import Seat
from analyzer.service.pairs import PATIENCE, invite, seat_at, settle
from analyzer.web.chrome import Link, wants_fragment, whole_page
from analyzer.web.errors import ErrorPage
from analyzer.web.rules.form import said_rules
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after
from analyzer.web.train.present import news_of, sealed, title_of
from analyzer.web.train.table import FOR_TWO, REFRESH_SECONDS, shown
from analyzer.web.visitor import known_visitor, visitor_id

pairs = Blueprint("pairs", __name__, url_prefix="/train/two")

TITLE: Final = "Play with a friend · gin rummy"
REFUSALS: Final = {
    404: (
        "There is no such table.",
        "The link is mistyped, or nobody has played at that table for 30 days.",
    ),
    403: (
        "Both seats are taken.",
        "Two people play at this table already, or you sat here in another browser: go on there, "
        "or make this browser the same visitor under “Your data”.",
    ),
    422: ("No table can be opened.", ""),
    410: ("This invitation has ended.", "Whoever sent it took it back before anybody sat down."),
}
"""Why nobody sits down at a table, by status."""


@pairs.post("")
def begin_pair() -> Response:
    """Open a table for two by ``rules``, with the fields that differ, to the target ``to``; its
    address is the invitation."""
    try:
        rules = name_of(said_rules(request.form))
        target = target_of(request.form.get("to", ""))
        game = begin(rules, Level.PERSON, secrets.randbits(SEED_BITS), target)
        ident = invite(web_app().store, visitor_id(), game)
    except InputError as error:
        return _refused(422, f"{upper(str(error))}.")
    return redirect(url_for("pairs.show", room=ident), 303)


@pairs.get("/<room>")
def show(room: str) -> Response:
    """The table of an invitation: a way to the second seat, or the game for the two who sit."""
    owner, store = known_visitor(), web_app().store
    seat = seat_at(store, room, owner)
    if seat is None or owner is None:
        return _for_others(room)
    if _waits(seat):
        return _refused(410) if seat.game.stage.over else _invitation(seat)
    if seat.game.stage.over:
        settle(store, owner, seat)
    return shown(seat)


@pairs.post("/<room>/join")
def join(room: str) -> Response:
    """Sit down at the table, where the second seat is free and the first one is another's."""
    store, owner = web_app().store, visitor_id()
    kept = store.pairs.load(room)
    if kept is not None and not Seat.read(kept.text).game.stage.over:
        joined = store.pairs.join(room, owner, kept.version)
        seat = seat_at(store, room, owner)
        if not joined and seat is not None and _waits(seat):
            return _invitation(seat, "You sit here yourself: the other seat is for your friend.")
    return redirect(url_for("pairs.show", room=room), 303)


@pairs.post("/<room>/again")
def again(room: str) -> Response:
    """Ask for another game at a table where one is over; whoever is asked sits down to it."""
    store, owner = web_app().store, visitor_id()
    seat = seat_at(store, room, owner)
    if seat is None:
        return join(room)
    game, here = seat.game, seat.invitation
    if here is not None and here.taken and game.stage is GameStage.FINISHED:
        new = begin(game.rules_name, Level.PERSON, secrets.randbits(SEED_BITS), game.target)
        store.pairs.reopen(room, owner, Seat(new).text, here.version)
    return redirect(url_for("pairs.show", room=room), 303)


@pairs.get("/<room>/news")
def news(room: str) -> Response:
    """The table again, once it is newer than the version ``after``; to who ``waits`` for somebody
    to sit down, word to load it."""
    owner, store = known_visitor(), web_app().store
    seat = seat_at(store, room, owner)
    if seat is None or owner is None or seat.invitation is None:
        return make_response("", 204)
    if seat.invitation.version <= request.args.get("after", 0, type=int):
        return make_response("", 204)
    if "waits" in request.args:
        return make_response("", 200, {"HX-Refresh": "true"})
    if not wants_fragment():
        return redirect(url_for("pairs.show", room=room), 303)
    if seat.game.stage.over:
        settle(store, owner, seat)
    return shown(seat)


# ---------------------------------------------------------------- what is shown


def _waits(seat: Seat) -> bool:
    """True while nobody has sat down opposite."""
    return seat.invitation is not None and not seat.invitation.taken


def _invitation(seat: Seat, error: str | None = None) -> Response:
    """The invitation as its host finds it: the link to send, until somebody sits down."""
    assert seat.invitation is not None
    room = seat.invitation.ident
    whole = url_for("pairs.show", room=room, _external=True)
    return _page(
        seat.game,
        200 if error is None else 409,
        link=Link(whole, url_for("pairs.show", room=room)),
        news_url=f"{news_of(seat.invitation)}&waits=1",
        form_url=url_for("traintable.leave", room=room),
        turn=seat.turn,
        error=error,
        refresh=refresh_after(REFRESH_SECONDS),
    )


def _for_others(room: str) -> Response:
    """Return what somebody finds who has no seat: the second one, or why there is none."""
    kept = web_app().store.pairs.load(room)
    if kept is None:
        return _refused(404)
    game = Seat.read(kept.text).game
    if kept.guest is not None:
        return _refused(403)
    if game.stage.over:
        return _refused(410)
    return _page(game, link=None, form_url=url_for("pairs.join", room=room))


def _page(game: Game, status: int = 200, **parts: Any) -> Response:
    length = f"to {game.rules.target}" if game.rules.target else "one hand"
    return whole_page(
        "train/invitation.html",
        TITLE,
        FOR_TWO,
        status,
        **{"error": None, "refresh": None, **parts},
        game=f"{upper(title_of(game))}, {length}",
        minutes=PATIENCE // timedelta(minutes=1),
        seal=sealed(game)[1],
    )


def _refused(status: int, explanation: str | None = None) -> Response:
    headline, usual = REFUSALS[status]
    page = ErrorPage(
        title=headline.rstrip("."),
        status=status,
        headline=headline,
        explanation=explanation or usual,
        links=(Link("Play", url_for("train.start")), Link("Your data", url_for("mine.show"))),
    )
    return make_response(render_template("error/page.html", page=page), status)
