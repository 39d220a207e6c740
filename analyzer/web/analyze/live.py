"""From a request to a search and its part of the page: finding, starting, buttons, addresses."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from flask import render_template, request, url_for

from analyzer.display.verdict import AnswerVerdict
from analyzer.engine.types import Evaluation
from analyzer.game.view import View, for_two
from analyzer.notation import decode, encode
from analyzer.notation.numbers import counted
from analyzer.service import depths
from analyzer.service.admission import BusyError
from analyzer.service.depths import DEPTHS, SearchDepth
from analyzer.service.ports import SearchTask, Stored
from analyzer.service.search import Search, SearchState, Snapshot
from analyzer.web.analyze import present
from analyzer.web.analyze.contexts import Controls, ResultFragment
from analyzer.web.analyze.felt import analyzed
from analyzer.web.errors import place_words
from analyzer.web.state import web_app
from analyzer.web.streams import NO_STREAM, Stream


def opponent_or_default(name: str | None) -> str:
    """The opponent model of that name, or the default one."""
    engine = web_app().engine
    return name if name is not None and name in engine.opponents else engine.opponent


def task_of(view: View, depth: SearchDepth, opponent: str) -> SearchTask:
    """The question that a page asks at a depth."""
    return depths.task(view, depth, opponent, web_app().settings.max_seconds)


def search_for(
    view: View, opponent: str, depth: SearchDepth | None, *, again: bool = False
) -> Search:
    """The search that a page shows: the deepest known one, or a new one; raises BusyError."""
    app = web_app()
    if depth is not None:
        return app.searches.ask(task_of(view, depth, opponent), again=again)
    tasks = [task_of(view, each, opponent) for each in reversed(DEPTHS)]
    return app.searches.known_among(tasks) or app.searches.begin(tasks[-1])


def found(ident: str) -> Search | None:
    """The search with an id; where another server has it, one for the same question.

    That is begun anew, from the deepest stored answer. Raises BusyError and, for an address that
    was tampered with, InputError.
    """
    search = web_app().searches.find(ident)
    if search is not None or "p" not in request.values:
        return search
    opponent = opponent_or_default(request.values.get("opponent"))
    depth = depths.named(request.values.get("limit"))
    search = search_for(for_two(decode(request.values["p"])), opponent, depth, again=True)
    first_of(search)
    return search


def watched(ident: str) -> Search | None:
    """The search that a page asks news of; begun again where it was given up meanwhile.

    A page that comes late, or whose questions do, is not one that was left. Raises as `found`.
    """
    search = found(ident)
    if search is None or not search.abandoned or search.snapshot.running:
        return search
    try:
        return web_app().searches.ask(search.task, search.snapshot.evaluation, again=True)
    except BusyError:
        return search


def first_of(search: Search) -> Snapshot:
    """Return what a search has found, or its place in line, waited for as long as a page may
    wait."""
    settings = web_app().settings
    return search.first(settings.first_wait, settings.searches)


def kept_answer(search: Search) -> tuple[str, int] | None:
    """The mark of an answer that stays as it is; None before it is done and stored."""
    snapshot = search.snapshot
    return (search.id, snapshot.version) if snapshot.share and not snapshot.running else None


def deepen(search: Search) -> Search:
    """The same question at the next depth, showing what is known until it knows more."""
    task, app = search.task, web_app()
    depth = depths.of(task, app.settings.max_seconds) or DEPTHS[0]
    snapshot = search.snapshot
    if snapshot.state is not SearchState.STOPPED:
        depth = depths.deeper(depth) or depth
    deeper = task_of(task.view, depth, task.opponent)
    return app.searches.ask(deeper, snapshot.evaluation, again=True)


_ASKED = re.compile(r"take|draw|pass|knock|wait|discard [A2-9TJQK][cdhs]")


def asked_of(text: str | None) -> str:
    """Return what the text of a visitor asked about, as an address carries it; else nothing."""
    return text if text and _ASKED.fullmatch(text) else ""


def page_address(search: Search, question: str = "", *, stopping: bool = False) -> str:
    """The page that shows a search; one that is `stopping` is read again once it has stopped."""
    return url_for("analyze.show", **_question(search, question), stopping=1 if stopping else None)


def _question(search: Search, question: str) -> dict[str, Any]:
    """Return what an address says of a search's question, so that any server can answer it."""
    task, app = search.task, web_app()
    depth = depths.of(task, app.settings.max_seconds)
    return {
        "p": encode(task.view),
        "opponent": task.opponent if task.opponent != app.engine.opponent else None,
        "limit": depth.name if depth is not None and depth is not DEPTHS[0] else None,
        "asked": question or None,
    }


def render_news(search: Search, snapshot: Snapshot, question: str = "") -> str:
    """A message on the stream: as the page, but it leaves the stream alone until the end."""
    return _drawn(search, snapshot, question, "news", None)


def render_polled(search: Search, snapshot: Snapshot, question: str = "") -> str:
    """The answer for those who poll, as HTML."""
    poll = Stream(poll_url=_url("poll", search, question))
    return _drawn(search, snapshot, question, "polled", poll)


def _drawn(
    search: Search, snapshot: Snapshot, question: str, form: str, running: Stream | None
) -> str:
    """The answer as HTML, made once for all who asked in that form; `running` until it ends."""
    stream = running if snapshot.running else NO_STREAM

    def render() -> bytes:
        result = _fragment(search, snapshot, stream, question)
        return render_template("analyze/_result.html", result=result).encode()

    key = (search.id, form, question, request.script_root)
    return web_app().pages.made(key, snapshot.version, render).decode()


def on_page(search: Search, snapshot: Snapshot, question: str = "") -> ResultFragment:
    """The answer on a page or in place of another: it opens the stream of a running search."""
    return _fragment(search, snapshot, _events(search, snapshot, question), question)


def _events(search: Search, snapshot: Snapshot, question: str) -> Stream:
    """Return where news of a search comes from, after what is shown already."""
    if not snapshot.running:
        return NO_STREAM
    return Stream(events_url=_url("events", search, question, after=snapshot.version))


def _url(name: str, search: Search, question: str, **more: Any) -> str:
    """An address of a search, which carries on its question and what was asked."""
    return url_for(f"searches.{name}", ident=search.id, **_question(search, question), **more)


def _fragment(
    search: Search, snapshot: Snapshot, stream: Stream | None, question: str
) -> ResultFragment:
    """The answer of a search with its table and its buttons."""
    result = present.result(
        snapshot,
        search.task,
        _controls(search, snapshot, question),
        stream=stream,
        poll_url=_url("poll", search, question),
        question=question,
        opponents=dict(web_app().engine.opponents),
        cold=not web_app().engine_ready.is_set(),
    )
    return replace(result, felt=analyzed(search.task.view, snapshot.evaluation))


def _controls(search: Search, snapshot: Snapshot, question: str) -> Controls:
    """Return what can be done with a search now."""
    app, task = web_app(), search.task
    depth = depths.of(task, app.settings.max_seconds)
    more = snapshot.state is SearchState.STOPPED or (depth is not None and depths.deeper(depth))
    exact = snapshot.evaluation is not None and all(
        action.exact for action in snapshot.evaluation.actions
    )
    done = snapshot.evaluation is not None and not snapshot.running
    return Controls(
        p=encode(task.view),
        asked=question,
        start_url=None if snapshot.running else url_for("searches.start"),
        stop_url=_url("stop", search, question) if snapshot.running else None,
        deeper_url=_url("deeper", search, question) if done and more and not exact else None,
        share_url=url_for("share.show", share_id=snapshot.share) if snapshot.share else None,
        refresh_url=page_address(search, question) if snapshot.running else None,
        opponents=present.choices(dict(app.engine.opponents), task.opponent),
    )


def _idle_controls(view: View, opponent: str) -> Controls:
    """The button that starts a search, where none is shown."""
    return Controls(
        p=encode(view),
        start_url=url_for("searches.start"),
        opponents=present.choices(dict(web_app().engine.opponents), opponent),
    )


def busy_words(error: BusyError) -> str:
    """Return why no search can start, and when to try again."""
    moment = counted(error.retry_after, "second")
    words = ("No more searches can run now.", place_words(error), f"Try again in about {moment}.")
    return " ".join(filter(None, words))


def busy(view: View, opponent: str, error: BusyError) -> ResultFragment:
    """Return what stands in the answer's place when no search can start."""
    return ResultFragment(
        verdict=AnswerVerdict("The table is full.", busy_words(error), final=True),
        controls=_idle_controls(view, opponent),
        stream=NO_STREAM,
    )


def from_archive(stored: Stored) -> ResultFragment:
    """A stored answer, as it was given."""
    evaluation: Evaluation = stored.evaluation
    view = evaluation.view
    opponent = opponent_or_default(evaluation.opponent)
    snapshot = Snapshot(1, SearchState.DONE, evaluation, stored.share)
    task = SearchTask(view, DEPTHS[0].limit, evaluation.seed, opponent)
    result = present.result(
        snapshot, task, _idle_controls(view, opponent), opponents=dict(web_app().engine.opponents)
    )
    return replace(result, felt=analyzed(view, evaluation))
