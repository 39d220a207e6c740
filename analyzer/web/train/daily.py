"""The deal of the day: one hand against the engine, the same cards for everyone, compared after."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from flask import Blueprint, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.around import hands_at_end
from analyzer.display.parts import LaidDown
from analyzer.engine.search import ENGINE_VERSION
from analyzer.notation.numbers import counted, long_date, points, short_date, signed
from analyzer.practice.daily import (
    BOT,
    ENOUGH,
    RULES,
    DayDeal,
    DayField,
    dealt_on,
    ending_of,
    engines_line,
    field_of,
    points_of,
    seal_of,
    seed_of,
)
from analyzer.practice.games import GameStage
from analyzer.practice.play import Game
from analyzer.practice.seat import Seat
from analyzer.store import DailyTry
from analyzer.store.training import DAILY
from analyzer.web.chrome import whole_page
from analyzer.web.puzzles.me import asked_today
from analyzer.web.state import WebApp, web_app
from analyzer.web.train import table as traintable
from analyzer.web.visitor import known_visitor, visitor_id
from analyzer.web.waiting import needs_engine

daily = Blueprint("daily", __name__, url_prefix="/train/daily")

PLAYERS: Final = ("Your seat", "The opponent")
PAST: Final = 7
"""Days of which the seeds are shown."""


@daily.get("")
def show() -> Response:
    """The deal of the day: to begin, in play, or played and compared."""
    owner = known_visitor()
    seat, day = _seat_now(owner), asked_today()
    if seat is not None and seat.game.stage is not GameStage.FINISHED:
        return traintable.shown(seat)
    if seat is not None and "today" not in request.values:
        day = _day_of(seat) or day
    deal, ahead = _published(day)
    return _page(deal, ahead, owner, seat if seat is not None and _day_of(seat) == day else None)


@daily.post("/begin")
def begin() -> Response:
    """Begin the deal of the day; it can be begun once."""
    needs_engine(url_for("daily.show"))
    (deal, _), owner = _published(asked_today()), visitor_id()
    app = web_app()
    seed = _seed(deal.day)
    if seal_of(seed) == deal.seal and app.store.daily.begin(owner, deal.day):
        seat = Seat(traintable.MOVES.run(lambda: dealt_on(deal, seed)))
        app.store.training.change(owner, DAILY, lambda _: seat.text)
        app.worker.do(lambda: _line(app, deal, seed))
    return redirect(url_for("daily.show", today=deal.day.isoformat()), 303)


# ---------------------------------------------------------------- what is fixed


def _seed(day: date) -> str:
    return seed_of(str(current_app.config["SECRET_KEY"]), day)


def _published(day: date) -> tuple[DayDeal, DayDeal]:
    """Return what is fixed for a day and for the next one, from now on if it was not."""
    publish = web_app().store.daily.publish

    def fixed(day: date) -> DayDeal:
        return publish(DayDeal(day, RULES, BOT, ENGINE_VERSION, seal_of(_seed(day))))

    return fixed(day), fixed(day + timedelta(1))


def _seat_now(owner: str | None) -> Seat | None:
    """The visitor's table of a day that is today somewhere; None where the last one is older."""
    seat = traintable.seat_of(owner, DAILY)
    day = None if seat is None else _day_of(seat)
    if day is None or day not in {asked_today(), web_app().puzzles.today(day)}:
        return None
    return seat


def _day_of(seat: Seat) -> date | None:
    return None if seat.game.day is None else date.fromisoformat(seat.game.day)


def _try_of(owner: str | None, day: date) -> DailyTry | None:
    tries = () if owner is None else web_app().store.daily.of(owner)
    return next((trie for trie in tries if trie.day == day), None)


# ---------------------------------------------------------------- what is shown


def _page(deal: DayDeal, ahead: DayDeal, owner: str | None, seat: Seat | None) -> Response:
    """The page of a day; its cards are laid open to those alone who have played it here."""
    mine = _try_of(owner, deal.day)
    done = mine is not None and mine.points is not None
    here = seat is not None or (
        owner is not None and web_app().store.daily.played_here(owner, deal.day)
    )
    return whole_page(
        "train/daily.html",
        "The deal of the day · gin rummy",
        "One hand of gin rummy against the engine each day, the same cards for everyone.",
        day=short_date(deal.day),
        today=deal.day.isoformat(),
        deal=deal,
        tomorrow=ahead.seal,
        sound=seal_of(_seed(deal.day)) == deal.seal,
        begun=mine is not None,
        compared=_compared(deal, mine, seat) if done and here and mine is not None else None,
        imported=_imported(mine) if done and not here and mine is not None else None,
        past=[_past(day_deal) for day_deal in web_app().store.daily.deals(deal.day, PAST)],
    )


def _imported(mine: DailyTry) -> str:
    """Return how a hand came out that only a file tells of: "+12, knocked"."""
    assert mine.points is not None
    return ", ".join(filter(None, (signed(mine.points, 0), mine.ending)))


def _compared(deal: DayDeal, mine: DailyTry, seat: Seat | None) -> dict[str, Any]:
    """A hand that is over beside the engine's own and everybody's."""
    assert mine.points is not None
    seed = _seed(deal.day)
    if web_app().store.daily.line(deal.day) is None:
        needs_engine(url_for("daily.show"))
    app = web_app()
    line = (
        traintable.MOVES.run(lambda: _line(app, deal, seed)) if seal_of(seed) == deal.seal else None
    )
    everybody = web_app().store.daily.points(deal.day)
    day_field = field_of(everybody, mine.points)
    return {
        "against": _against(mine.points, line),
        "rows": [("You", signed(mine.points, 0), mine.ending), *_line_row(line)],
        "ends": [
            (title, _laid(game))
            for title, game in (
                ("Your hand", None if seat is None else seat.game),
                ("The engine in your seat", line),
            )
            if game is not None and game.results
        ],
        "told": _told(deal.day, mine.points, line),
        "field": _field(day_field) if day_field else _few(len(everybody)),
        "reviewable": seat is not None,
    }


def _against(mine: int, line: Game | None) -> str:
    """Return how a hand came out beside the engine's own line: "You beat the engine by 101."."""
    if line is None:
        return ""
    ahead = mine - points_of(line)
    if not ahead:
        return "You did as well as the engine."
    return f"You beat the engine by {ahead}." if ahead > 0 else f"The engine beat you by {-ahead}."


def _told(day: date, mine: int, line: Game | None) -> str:
    """Return what can be told of a deal without a card in it."""
    engine = "" if line is None else f", the engine {signed(points_of(line), 0)} with my cards"
    address = url_for("daily.show", _external=True)
    return f"The gin rummy deal of {long_date(day)}: I made {signed(mine, 0)}{engine}. {address}"


def _line(app: WebApp, deal: DayDeal, seed: str) -> Game:
    """The engine's own line: a worker plays it out once somebody has begun the day.

    Played out here where it has not come to that.
    """
    if (kept := app.store.daily.line(deal.day)) is not None:
        return Seat.read(kept).game
    app.engine_ready.wait()
    line = engines_line(dealt_on(deal, seed))
    app.store.daily.keep_line(deal.day, Seat(line).text)
    return line


def _line_row(line: Game | None) -> list[tuple[str, str, str]]:
    if line is None:
        return []
    return [("The engine in your seat", signed(points_of(line), 0), ending_of(line.results[-1]))]


def _laid(line: Game) -> tuple[LaidDown, ...]:
    """Return how a game of the day ended on the table."""
    return tuple(hands_at_end(line.position, line.results[-1], PLAYERS))


def _field(day_field: DayField) -> str:
    same = f", {counted(day_field.same, 'other')} as well" if day_field.same else ""
    return (
        f"{day_field.players} have played; the average is {points(day_field.mean, 1)}. "
        f"{day_field.better} did better than you{same}."
    )


def _few(players: int) -> str:
    have = "has" if players == 1 else "have"
    return f"{players} {have} played so far; from {ENOUGH} on you are compared with all."


def _past(deal: DayDeal) -> dict[str, str | None]:
    seed, over = _seed(deal.day), deal.day < web_app().puzzles.oldest()
    return {
        "day": short_date(deal.day),
        "seed": seed if over and seal_of(seed) == deal.seal else None,
        "open": None if over else "when the day is over everywhere",
        "seal": deal.seal,
    }
