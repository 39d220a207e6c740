"""Your data: what is kept of this browser, as a file to save, and carried to another one."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, current_app, redirect, request, session, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from analyzer.errors import InputError
from analyzer.notation.numbers import counted
from analyzer.service import visitor_file
from analyzer.service.visitor_file import Belongings
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
from analyzer.store.visitors import LIFETIME
from analyzer.web.chrome import to_save, whole_page
from analyzer.web.mine.browser import settings_here, take_settings
from analyzer.web.state import web_app
from analyzer.web.visitor import become, has_foreign_cookie, known_visitor, visitor_id

mine = Blueprint("mine", __name__, url_prefix="/mine")

LOADED: Final = "loaded"
"""In the cookie until it is shown: what a file had that is new, in words."""
TRAINING: Final = {
    DRILLS: "drills",
    COURSE: "progress in the course",
    MISTAKES: "mistakes to try again",
    TALLY: "results of games",
    GAME: "a game in play",
    TABLE_GAME: "a game around a table",
    DAILY: "the table of a daily deal",
    RUN: "puzzle runs",
    PADS: "score pads",
}
"""Each kind of training in words."""


@mine.get("")
def show() -> Response:
    """Return what is kept of you here, a file with all of it, and the way to another browser."""
    return _page(message=session.pop(LOADED, None))


@mine.get("/everything.json")
def save() -> Response:
    """All that is kept of you as a file: reviews, drafts, puzzles, training, settings."""
    owner = known_visitor()
    if owner is None:
        return redirect(url_for("mine.show"), 303)
    written = visitor_file.written(web_app().store, owner, _key(), settings_here())
    return to_save(written, "ginsight.json", "application/json")


@mine.post("/everything")
def load() -> Response:
    """Load an uploaded ``file`` of everything; what is here stays as it is."""
    app = web_app()
    try:
        upload = request.files.get("file")
        file = visitor_file.read(upload.read() if upload else b"", app.puzzles)
    except InputError as error:
        return _page(problem=f"{str(error)[:1].upper()}{str(error)[1:]}.", status=422)
    except RequestEntityTooLarge:
        return _page(problem="This file is too large.", status=413)
    new = visitor_file.take_in(app.store, visitor_id(), file, app.puzzles, _key())
    take_settings(file.stored.settings)
    session[LOADED] = f"Loaded: {_in_words(new)}."
    return redirect(url_for("mine.show"), 303)


@mine.post("/link")
def link() -> Response:
    """A link that makes another browser you, once, within ten minutes."""
    return _page(code=web_app().store.visitors.link(visitor_id()))


@mine.get("/join")
def join() -> Response:
    """Return what the link with the ``code`` does, before it does it: looking uses nothing up."""
    code = request.args.get("code", "")
    owner = web_app().store.visitors.owner_of(code)
    return _join_page(code, owner) if owner else _page(problem=_SPENT, status=422)


@mine.post("/join")
def use() -> Response:
    """Use up the link with the ``code``: this browser is then who made it, and adds its own."""
    app = web_app()
    owner = app.store.visitors.use(request.form.get("code", ""))
    if owner is None:
        return _page(problem=_SPENT, status=422)
    before = known_visitor()
    become(owner)
    if before is not None and before != owner:
        visitor_file.join(app.store, before, owner, app.puzzles)
    session[LOADED] = "This browser and the one that made the link now keep the same things."
    return redirect(url_for("mine.show"), 303)


_MINUTES: Final = int(LIFETIME.total_seconds()) // 60
_SPENT: Final = (
    f"This code does not work: each works once, for {_MINUTES} minutes. Make a new one in the "
    "other browser."
)


def _key() -> str:
    """Return what seals files: the key that signs cookies, from which deals of the day follow
    too."""
    return str(current_app.secret_key)


def _page(status: int = 200, code: str | None = None, **said: Any) -> Response:
    owner = known_visitor()
    here = Belongings() if owner is None else visitor_file.belongings(web_app().store, owner)
    return whole_page(
        "mine/page.html",
        "Your data",
        "What Ginsight keeps of this browser, and how to take it with you.",
        status,
        kept=_in_words(here),
        anything=here != Belongings(),
        link=None if code is None else url_for("mine.join", code=code, _external=True),
        code=None if code is None else f"{code[:5]}-{code[5:]}",
        minutes=_MINUTES,
        foreign=has_foreign_cookie(),
        **{"message": None, "problem": None, **said},
    )


def _join_page(code: str, owner: str) -> Response:
    before = known_visitor()
    here = Belongings() if before is None else visitor_file.belongings(web_app().store, before)
    return whole_page(
        "mine/join.html",
        "Use this browser too",
        "Makes this browser the same visitor as another one.",
        code=code,
        theirs=_in_words(visitor_file.belongings(web_app().store, owner)),
        here=_in_words(here) if before != owner and here != Belongings() else None,
        same=before == owner,
    )


def _in_words(many: Belongings) -> str:
    """Return how much that is.

    >>> _in_words(Belongings(reviews=2, puzzles=1, training=(PADS,)))
    '2 reviews, 1 puzzle, score pads'
    >>> _in_words(Belongings())
    'nothing'
    """
    counts = (
        (many.reviews, "review", None), (many.drafts, "draft", None),
        (many.puzzles, "puzzle", None), (many.days, "deal of the day", "deals of the day"),
    )  # fmt: skip
    words = [counted(number, word, plural) for number, word, plural in counts if number]
    words += [TRAINING[kind] for kind in TRAINING if kind in many.training]
    return ", ".join(words) or "nothing"
