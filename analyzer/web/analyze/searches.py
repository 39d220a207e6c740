"""Searches as pages see them: start, news as events or by polling, stop, think longer."""

from __future__ import annotations

from functools import partial

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
)
from werkzeug.wrappers import Response as BaseResponse

from analyzer.display.verdict import AnswerVerdict
from analyzer.game.view import for_two
from analyzer.notation import decode
from analyzer.service import depths
from analyzer.service.admission import BusyError
from analyzer.service.search import Search
from analyzer.web.analyze import live
from analyzer.web.analyze.contexts import Controls, ResultFragment
from analyzer.web.chrome import wants_fragment
from analyzer.web.errors import turned_away
from analyzer.web.state import web_app
from analyzer.web.streams import NO_STREAM

searches = Blueprint("searches", __name__, url_prefix="/searches")

STOP_SECONDS = 2.0
"""The time that a stop waits for the batch to end before the page is sent anyway."""

GONE = ResultFragment(
    verdict=AnswerVerdict(
        "This search has ended.", "Reload the page to see its answer.", final=True
    ),
    controls=Controls(p=""),
    stream=NO_STREAM,
)
"""For those who poll a search that is forgotten."""


@searches.post("")
def start() -> BaseResponse:
    """Start a search for position ``p``, against ``opponent``, to depth ``limit``."""
    view = for_two(decode(request.form.get("p", "")))
    opponent = live.opponent_or_default(request.form.get("opponent"))
    depth = depths.named(request.form.get("limit"))
    try:
        search = live.search_for(view, opponent, depth, again=True)
    except BusyError as error:
        if not wants_fragment():
            raise
        return _busy(live.busy(view, opponent, error), error)
    return _show(search)


@searches.get("/<ident>")
def poll(ident: str) -> BaseResponse:
    """The answer so far, for pages whose event stream does not come through."""
    search = live.watched(ident)
    if not wants_fragment():
        return redirect(live.page_address(search or abort(404), _asked()), 303)
    if search is None:
        return make_response(render_template("analyze/_result.html", result=GONE))
    snapshot = search.wait(-1, 0)
    return make_response(live.render_polled(search, snapshot, _asked()))


@searches.get("/<ident>/events")
def events(ident: str) -> BaseResponse:
    """News of a search as server-sent events, after version ``after``."""
    app = web_app()
    search = live.watched(ident)
    if search is None:
        return Response(status=204)
    render = partial(live.render_news, search, question=_asked())
    polled = partial(live.render_polled, search, question=_asked())
    return app.streams.answer(search, render, polled, afresh=search.id != ident)


@searches.post("/<ident>/stop")
def stop(ident: str) -> BaseResponse:
    """Stop a search and show what it found."""
    search = live.found(ident) or abort(404)
    search.stop()
    search.settle(STOP_SECONDS)
    return _show(search, stopping=True)


@searches.post("/<ident>/deeper")
def deeper(ident: str) -> BaseResponse:
    """Ask the same question again with more time."""
    search = live.found(ident) or abort(404)
    try:
        return _show(live.deepen(search))
    except BusyError as error:
        if not wants_fragment():
            raise
        task = search.task
        return _busy(live.busy(task.view, task.opponent, error), error)


def _show(search: Search, *, stopping: bool = False) -> BaseResponse:
    """The answer as a fragment, or a redirect to its page."""
    question = _asked()
    if not wants_fragment():
        return redirect(live.page_address(search, question, stopping=stopping), 303)
    result = live.on_page(search, live.first_of(search), question)
    response = make_response(render_template("analyze/_result.html", result=result))
    response.headers["HX-Replace-Url"] = live.page_address(search, question)
    return response


def _asked() -> str:
    return live.asked_of(request.values.get("asked"))


def _busy(result: ResultFragment, error: BusyError) -> BaseResponse:
    response = make_response(render_template("analyze/_result.html", result=result))
    return turned_away(response, error)
