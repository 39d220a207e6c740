"""The questions that an assistant may ask, each a document in and a document out, as data.

The documents are those of the API. Whoever opens a door to them (`ginsight mcp`) reads this list;
long work tells how far it is, and ends when it is asked to.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from analyzer import engine
from analyzer.api import answers, readings, scores
from analyzer.api.documents import decode, written
from analyzer.api.evaluations import AnalyzeRequest, EvaluationJson, search_part, search_words
from analyzer.api.openapi import ELEVEN, ROUTES, public_names
from analyzer.api.readings import ViewForms
from analyzer.api.records import ScoreJson
from analyzer.api.reviews import (
    ExplainJson,
    ExplainRequest,
    ReportJson,
    ReviewRequest,
    explain_action,
    report_to_json,
)
from analyzer.api.scores import ScoreRequest, TableScoreJson
from analyzer.api.views import ViewRequest, read_view
from analyzer.engine import DEFAULT_OPPONENT, Evaluation
from analyzer.engine.comparisons.compare import compare
from analyzer.engine.general import advise
from analyzer.engine.search import never
from analyzer.game.view import View
from analyzer.jobs import check_stop
from analyzer.notation.numbers import counted
from analyzer.review import run


@dataclass(frozen=True, slots=True)
class Watch:
    """Whoever waits for an answer: is told how far it is, and may call it off."""

    tell: Callable[[float, str], None] = lambda part, words: None
    """Takes the part that is done, 0 to 1, and words for it."""
    stop: Callable[[], bool] = never


@dataclass(frozen=True, slots=True)
class Tool:
    """A question that an assistant may ask."""

    name: str
    summary: str
    request: type[msgspec.Struct]
    answers: tuple[type, ...]
    """The document that comes back: one of these."""
    work: Callable[[Any, Watch], msgspec.Struct]
    example: str
    """JSON to send."""
    searches: bool = False
    """True if the answer takes a search: it tells how far it is, and may be called off."""

    def __call__(self, document: Mapping[str, Any], watch: Watch = Watch()) -> msgspec.Struct:
        """The answer to a document; raises InputError, and Stopped where it was called off.

        >>> TOOLS["melds"]({"cards": "7h 8h 9h Kd"}).deadwood
        10
        """
        return self.work(decode(document, self.request), watch)

    @property
    def schemas(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The JSON schemas of the request and of the answer, each an object by itself.

        >>> request, answer = TOOLS["score"].schemas
        >>> request["required"], answer["type"], len(answer["anyOf"])
        (['hands'], 'object', 2)
        """
        return _schema(self.request), _schema(*self.answers)


def _schema(*kinds: type) -> dict[str, Any]:
    """The schema of one of these, an object at its root: not every program follows a reference."""
    forms, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    named = public_names({"anyOf": list(forms), "$defs": components})
    if len(forms) > 1:
        return {"type": "object", **named}
    whole = named["$defs"].pop(kinds[0].__name__)
    return {**whole, "$defs": named["$defs"]}


# ---------------------------------------------------------------- a search


def _analyze(request: AnalyzeRequest, watch: Watch) -> EvaluationJson:
    view = read_view(request.view)
    if not view.rules.two_handed:
        return written(EvaluationJson, _advised(view, request, watch))
    limit, threads = request.limit(), os.cpu_count() or 1

    def tell(so_far: Evaluation) -> None:
        watch.tell(search_part(so_far, limit), search_words(so_far))

    evaluation = engine.analyze(
        view, limit, seed=request.seed, opponent=request.opponent or DEFAULT_OPPONENT,
        progress=tell, stop=watch.stop, threads=threads,
    )  # fmt: skip
    evaluation = compare(
        evaluation, limit, request.comparisons(), progress=tell, stop=watch.stop, threads=threads
    )
    check_stop(watch.stop)
    return written(EvaluationJson, evaluation)


def _advised(view: View, request: AnalyzeRequest, watch: Watch) -> Evaluation:
    """The answer where several play, with jokers or in mahjong gin."""
    worlds = request.table_worlds()

    def each(world: int) -> None:
        check_stop(watch.stop)
        watch.tell(world / worlds, f"{counted(world, 'world')} of {worlds}")

    return advise(view, worlds, request.seed, each=each)


def _review(request: ReviewRequest, watch: Watch) -> ReportJson:
    match, seats = request.match(), request.seats()
    report = run.review(
        match, seats=seats, settings=request.settings(match.rules),
        progress=lambda so_far: watch.tell(
            so_far.done / so_far.all, f"{so_far.done} of {so_far.all} decisions"
        ),
        stop=watch.stop, threads=os.cpu_count() or 1,
    )  # fmt: skip
    check_stop(watch.stop)
    return report_to_json(report, report.seats if seats is None else seats)


def _explain(request: ExplainRequest, watch: Watch) -> ExplainJson:
    def tell(worlds: int, most: int) -> None:
        watch.tell(min(1.0, worlds / most), counted(worlds, "world"))

    return explain_action(request, watch.stop, tell)


# ---------------------------------------------------------------- the list

_ROUTES: Final = {route.name: route for route in ROUTES}


def _of_route(
    name: str, work: Callable[[Any, Watch], msgspec.Struct], *, searches: bool = False
) -> Tool:
    """The tool that asks what a route of the API asks."""
    route = _ROUTES[name]
    assert route.request is not None and route.answer is not None
    return Tool(name, route.summary, route.request, (route.answer,), work, route.example, searches)


TOOLS: Final = {
    tool.name: tool
    for tool in (
        _of_route("analyze", _analyze, searches=True),
        _of_route("melds", lambda request, watch: answers.melds(request)),
        _of_route("layoff", lambda request, watch: answers.layoff(request)),
        Tool(
            "score",
            "The score sheet of a match, from the results of its hands or from their records.",
            ScoreRequest,
            (ScoreJson, TableScoreJson),
            lambda request, watch: scores.score(request),
            '{"hands": "1 knock 16, 2 gin 41", "rules": "classic"}',
        ),
        Tool(
            "review",
            "What each decision of a hand or match cost, with the coach's words, and what was "
            "luck. The record may be told in sentences. A match takes seconds to minutes.",
            ReviewRequest,
            (ReportJson,),
            _review,
            _ROUTES["review"].example,
            searches=True,
        ),
        Tool(
            "explain",
            "Why an action is right or wrong at a view, in the coach's words with the numbers "
            "behind them, and why not each other card; without an action, why the best one is.",
            ExplainRequest,
            (ExplainJson,),
            _explain,
            f'{{"view": "hand: {ELEVEN}\\npile: 5s Kh 9c", "action": "discard Qd",'
            ' "worlds": 2000}',
            searches=True,
        ),
        Tool(
            "read",
            "A position from a text: lines, sentences as players write, JSON or a position id. "
            "Gives it as JSON, as text and as id, with what is missing and what was guessed; for a "
            "knock of the opponent also the lay-offs.",
            ViewRequest,
            (ViewForms,),
            lambda request, watch: readings.convert(request),
            '{"view": "I hold 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, the upcard is the 9c, take it?"}',
        ),
    )
}
"""Every tool by its name."""
