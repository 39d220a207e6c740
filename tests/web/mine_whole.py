"""A visitor who has one of everything that is kept, and what is kept of anybody as rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from analyzer.game.actions import Action
from analyzer.game.cards import NO_CARDS
from analyzer.notation import encode, parse_view
from analyzer.practice.daily import ending_of, points_of, seed_of
from analyzer.practice.drills import Drill, task
from analyzer.practice.games import GameStage, Level
from analyzer.practice.lessons.progress import CourseProgress
from analyzer.practice.mistakes import Mistakes, mistake
from analyzer.practice.play import Game, begin, begin_day
from analyzer.practice.progress import DrillProgress
from analyzer.practice.puzzles.run import PuzzleRun
from analyzer.practice.scorepad import ScorePad, ScorePads
from analyzer.practice.seat import Seat
from analyzer.practice.tally import GameTally, PlayedGame
from analyzer.store._tables import Base
from analyzer.store.training import (
    COURSE,
    DAILY,
    DRILLS,
    GAME,
    MISTAKES,
    PADS,
    RUN,
    TABLE_GAME,
    TALLY,
)
from analyzer.web.state import web_app
from tests.clock import NOW
from tests.web.test_mine import furnish

DAY: Final = NOW.date()
SECRET: Final = "a key of thirty-two letters or so"
OTHERS: Final = {
    "pairs": "tables for two, at which the other one sits here; their hands are among the reviews",
    "device_links": "a link to this server, that works for ten minutes",
    "puzzle_disputes": "told to who runs the server, not kept for the visitor",
}
"""Tables with an owner that are in no file, and why."""

LEFT_OUT: Final = {
    "reviews": {
        "id", "key", "version", "holder", "until", "tries", "source",  # this server's own
        "shared", "nameless",  # of an address on this server
    },
    "drafts": {"id", "created"},
    "puzzle_tries": {"began"},
    "puzzle_answers": {"created", "imported"},
    "training": {"version", "updated"},
    "daily_tries": {"began", "counted"},
}  # fmt: skip
"""Tables with an owner that are in the file, and the columns that are not taken along."""

KNOCKED = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12"


def day_game(secret: str = SECRET, day: date = DAY) -> Game:
    """The deal of the day as it is found, against a bot that needs no search."""
    return begin_day("standard", "camper", int(seed_of(secret, day), 16), day.isoformat())


def played_on(game: Game, most: int = 100) -> Game:
    """A game after so many last legal actions, or at its end."""
    for _ in range(most):
        if game.stage is GameStage.DEFEND:
            game = game.defend(NO_CARDS)
        elif game.stage is GameStage.DECIDE:
            actions = game.view.legal_actions()
            game = game.play(([one for one in actions if one.ends_hand] or actions)[-1].full)
    return game


def one_mistake() -> Mistakes:
    """An error that was tried again once, so that its memory has moved."""
    made = mistake(parse_view(KNOCKED), Action.of("discard Kh"), 9.0, "1", DAY - timedelta(9))
    kept = Mistakes(seats={"a review": 1}, name="Ann").plus("a review", [made])
    return kept.after(encode(parse_view(KNOCKED)), 1.0, DAY - timedelta(8))


def _tally() -> str:
    game = played_on(begin("standard", Level.CLUB, seed=5))
    return GameTally().plus(PlayedGame.of(game, helped=True)).text


TEXTS: Final[dict[str, Callable[[], str]]] = {
    DRILLS: lambda: DrillProgress().after(task(Drill.OUTS, 1000, seed=1), right=True).text,
    GAME: lambda: Seat(begin("standard", Level.CLUB, seed=5), 2.0).text,
    DAILY: lambda: Seat(played_on(day_game(), 2), None).text,
    MISTAKES: lambda: one_mistake().text,
    TALLY: _tally,
    COURSE: lambda: CourseProgress().after("deadwood", 1).text,
    TABLE_GAME: lambda: Seat(begin("three-hand", Level.QUICK, 7), 3.0).text,
    PADS: lambda: ScorePads().begun(ScorePad.new("match", "classic", ("Ann", "Bob")))[0].text,
    RUN: lambda: PuzzleRun(NOW, ("a", "b"), (1.0,), best=7).text,
}
"""Something of each kind of training."""


def furnish_all(app: Flask, owner: str) -> None:
    """One of everything: what `furnish` makes, each kind of training, and two deals of the day."""
    store = web_app(app).store
    furnish(app, owner)
    for kind, text in TEXTS.items():
        store.training.change(owner, kind, lambda _, text=text: text())
    before = DAY - timedelta(1)
    done = played_on(day_game(day=before))
    for day in (before, DAY):
        assert store.daily.begin(owner, day)
    store.daily.finish(owner, before, points_of(done), ending_of(done.results[-1]))


def owned() -> dict[str, Table]:
    """Every table whose rows are somebody's."""
    tables = Base.metadata.tables.items()
    return {name: table for name, table in tables if {"owner", "host"} & set(table.c.keys())}


def rows_of(app: Flask, owner: str) -> dict[str, list[tuple[Any, ...]]]:
    """What is kept of somebody, table by table, without what is not taken along."""
    found = {}
    with Session(web_app(app).store._engine) as session:
        for name, out in LEFT_OUT.items():
            table = owned()[name]
            columns = [one for one in table.c if one.name not in out | {"owner"}]
            query = select(*columns).where(table.c.owner == owner)
            found[name] = sorted(map(tuple, session.execute(query)), key=repr)
    return found


def cookie_of(client: FlaskClient) -> dict[str, Any]:
    """What a browser's cookie holds."""
    with client.session_transaction() as session:
        return dict(session)
