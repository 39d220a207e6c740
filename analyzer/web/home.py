"""The first page: today's puzzle on the table, a game, what was begun, and a hand to analyze."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import options
from analyzer.display.verdict import AnswerVerdict, verdict
from analyzer.notation import decode
from analyzer.notation.numbers import counted
from analyzer.practice.games import GAMES, RULES, GameStage, Level
from analyzer.service.depths import DEPTHS
from analyzer.service.ports import SearchTask
from analyzer.service.search import Search
from analyzer.store import UnavailableError
from analyzer.store.training import TABLE_GAME
from analyzer.web.analyze import live
from analyzer.web.analyze.examples import examples, samples
from analyzer.web.chrome import Link, whole_page
from analyzer.web.learn.course import progress_of
from analyzer.web.puzzles.me import asked_today, my_tries
from analyzer.web.puzzles.mine import again_url, due_of
from analyzer.web.puzzles.pages import todays
from analyzer.web.recorder.pages import my_drafts
from analyzer.web.rendering import kept, known_here
from analyzer.web.review.ownerrors import mistakes_kept
from analyzer.web.state import web_app
from analyzer.web.train import table as traintable
from analyzer.web.train.words import LEVELS, USUAL_COACH
from analyzer.web.visitor import known_visitor

home = Blueprint("home", __name__)

Part = TypeVar("Part")


def showcase_task() -> SearchTask:
    """The question of the hand shown as an example: the first one."""
    return live.task_of(decode(samples()[0].ident), DEPTHS[0], web_app().engine.opponent)


def showcase_verdict(search: Search | None) -> AnswerVerdict | None:
    """Its answer, once there is one."""
    snapshot = None if search is None else search.snapshot
    if snapshot is None or snapshot.running or snapshot.evaluation is None:
        return None
    return verdict(snapshot.evaluation)


@home.get("/")
def page() -> Response:
    """Today's puzzle, a game, what was begun, and a box for a hand."""
    search = web_app().searches.known(showcase_task())
    news = "" if search is None else (search.id, search.snapshot.version)
    return kept(lambda: _page(search), known_here(), news)


def _page(search: Search | None) -> Response:
    today, new = asked_today(), bool(_if_kept(_is_new))
    return whole_page(
        "home/page.html",
        "Ginsight: the best play in gin rummy",
        "For gin rummy, what an engine and a review page are for chess.",
        today=today.isoformat(),
        puzzle=todays(today, new=new),
        new=new,
        game=_if_kept(_game),
        waiting=_if_kept(_waiting) or (),
        levels=options(((level, name) for level, (name, _) in LEVELS.items()), Level.CLUB),
        rules=RULES[0],
        coach=USUAL_COACH,
        examples=examples(),
        showcase_verdict=showcase_verdict(search),
    )


def _if_kept(read: Callable[[], Part]) -> Part | None:
    """Return what is kept of the visitor; nothing while the database is away: the rest of the page
    goes on without it."""
    try:
        return read()
    except UnavailableError:
        return None


def _is_new() -> bool:
    """True for who has not done a step of a lesson, nor played a hand."""
    owner = known_visitor()
    return not progress_of(owner).done and not traintable.tally_of(owner).games


def _game() -> str | None:
    """Return how the visitor's game stands: "you lead 61–34"; None where none is on."""
    seat = traintable.seat_of(known_visitor())
    if seat is None or seat.game.stage is GameStage.FINISHED:
        return None
    return traintable.lead(seat)


def _waiting() -> list[Link]:
    """Return what else the visitor began or has due: games and hands first, exercises last."""
    owner = known_visitor()
    if owner is None:
        return []
    reviews = web_app().reviews.mine(owner)
    links = [Link(f"Record on: {title}", href) for title, href in my_drafts(owner)[:1]]
    links += [
        Link(f"Review: {job.title}", url_for("review.show", ident=job.id)) for job in reviews[:1]
    ]
    table = traintable.seat_of(owner, TABLE_GAME)
    if table is not None and table.game.stage is not GameStage.FINISHED:
        title = GAMES.get(table.game.rules_name, table.game.rules_name).partition(",")[0]
        links.insert(0, Link(f"Play on: {title}", url_for("traintable.show", room="table")))
    own = len(mistakes_kept(owner, reviews).due(asked_today()))
    if own:
        links.append(Link(f"{counted(own, 'mistake')} of yours due", url_for("mistakes.show")))
    due = due_of(my_tries(), asked_today())
    if due:
        label = f"{counted(len(due), 'puzzle')} to repeat"
        links.append(Link(label, again_url(due[0].puzzle)))
    return links
