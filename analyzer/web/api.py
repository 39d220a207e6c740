"""The JSON API and the page that explains it.

Every POST takes ``application/json``. Errors are ``{"error": {"message", "where",
"hint"}}``. No cookie is read, so programs may call without an ``Origin``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec
from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import UnsupportedMediaType

from analyzer.api import answers, readings
from analyzer.api.answers import (
    KnockRequest,
    LayoffRequest,
    MeldsRequest,
    OutsRequest,
)
from analyzer.api.beliefs import BeliefRequest
from analyzer.api.documents import RulesJson, decode, pretty, written
from analyzer.api.equities import EquityJson, EquityRequest, equity_to_json
from analyzer.api.evaluations import AnalyzeRequest, EvaluationJson
from analyzer.api.openapi import ERRORS, PREFIX, ROUTES, Route, document
from analyzer.api.records import TableRecordRequest, convert_record
from analyzer.api.screens import ScreenRequest, screen_to_json
from analyzer.api.views import ViewRequest, read_view
from analyzer.display.parts import Fact
from analyzer.engine.equity import equity_for
from analyzer.errors import InputError
from analyzer.game.rules import TWO_HANDED, rules_for_two
from analyzer.game.view import View
from analyzer.service import beliefs
from analyzer.service.admission import COSTLY
from analyzer.service.advice import advised
from analyzer.service.ports import SearchTask
from analyzer.service.search import SearchState
from analyzer.service.searches import WITH_COMPARISONS
from analyzer.vision.apart import read_picture
from analyzer.web.chrome import Link, learn_tabs
from analyzer.web.errors import json_response
from analyzer.web.state import web_app
from analyzer.web.streams import reader_left


@dataclass(frozen=True, slots=True)
class ApiEndpoint:
    """One route of the API."""

    method: str
    path: str
    summary: str
    request: str = ""
    """An example of the JSON sent."""
    response: str = ""
    """The JSON that comes back for it."""
    curl: str = ""
    """The same as a command."""


@dataclass(frozen=True, slots=True)
class ApiPage:
    """`api/page.html`: the readable side of the OpenAPI document."""

    title: str
    description: str
    openapi_url: str
    endpoints: tuple[ApiEndpoint, ...]
    errors: tuple[Fact, ...] = ()
    """Status codes and what they mean."""
    tabs: tuple[Link, ...] = ()


api = Blueprint("api", __name__)

GRACE_SECONDS = 10.0
"""The time by which a search may exceed its limit before the request gives up."""
LOOK_SECONDS = 0.25
"""The interval at which a waiting request looks if its caller is still there."""


@api.get("/api")
def page() -> Response:
    """The JSON API under ``/api/v1/``, readable; ``/api/v1/openapi.json`` is for programs."""
    shown = ApiPage(
        title="The API",
        description="The JSON API of Ginsight.",
        openapi_url=url_for("api.openapi"),
        endpoints=tuple(_described(route, request.host_url) for route in ROUTES),
        errors=tuple(Fact(status, meaning) for status, meaning in ERRORS),
        tabs=learn_tabs(),
    )
    return make_response(render_template("api/page.html", page=shown))


@api.get(f"{PREFIX}/openapi.json")
def openapi() -> Response:
    """The OpenAPI 3.1 document of the API."""
    return json_response(document())


@api.post(f"{PREFIX}/melds")
def melds() -> Response:
    """Best arrangements and discards."""
    return json_response(answers.melds(sent(MeldsRequest)))


@api.post(f"{PREFIX}/layoff")
def layoff() -> Response:
    """The defender's answer to a knock."""
    return json_response(answers.layoff(sent(LayoffRequest)))


@api.post(f"{PREFIX}/knock")
def knock() -> Response:
    """The knocks to choose from."""
    return json_response(answers.knock(sent(KnockRequest)))


@api.post(f"{PREFIX}/outs")
def outs() -> Response:
    """Live cards that help."""
    return json_response(answers.outs_of(sent(OutsRequest)))


@api.post(f"{PREFIX}/convert")
def convert() -> Response:
    """A view in all its forms."""
    return json_response(readings.convert(sent(ViewRequest)))


@api.post(f"{PREFIX}/belief")
def belief() -> Response:
    """Return what the opponent may hold."""
    return json_response(beliefs.answer(sent(BeliefRequest)))


@api.post(f"{PREFIX}/equity")
def equity() -> Response:
    """The chance to win the match."""
    return json_response(_equity(sent(EquityRequest)))


@api.post(f"{PREFIX}/games/analyze")
def games_analyze() -> Response:
    """The answer of `analyze` where several play, in the words of version 0.3."""
    question: AnalyzeRequest = sent(AnalyzeRequest, _GAME_IS_RULES)
    seen = read_view(question.view)
    if seen.rules.two_handed:
        raise InputError("this is a game for two", where="view", hint="ask `analyze`")
    return json_response(_moves_of(_advised(question, seen)))


@api.post(f"{PREFIX}/games/convert")
def games_convert() -> Response:
    """The answer of `convert` where several play, in the words of version 0.3."""
    return json_response(_game_forms(sent(ViewRequest, _GAME_IS_RULES)))


@api.post(f"{PREFIX}/games/record")
def games_record() -> Response:
    """Hands where several play, with jokers or of mahjong gin, in their forms."""
    return json_response(convert_record(sent(TableRecordRequest)))


def _moves_of(answer: EvaluationJson) -> dict[str, Any]:
    moves = [
        {"move": each.action, "points": each.q, "se": each.se, "loss": each.loss,
         "loss_se": each.loss_se, "best": each.action in answer.best}
        for each in answer.actions
    ]  # fmt: skip
    view = answer.view
    return {
        "game": view.rules, "id": answer.id, "seat": view.seat, "moves": moves,
        "worlds": answer.worlds, "seed": answer.seed,
    }  # fmt: skip


def _game_forms(question: ViewRequest) -> dict[str, Any]:
    forms = readings.convert(question)
    if forms.view.seat is msgspec.UNSET:
        raise InputError("this is a game for two", where="view", hint="ask `convert`")
    document, game = msgspec.to_builtins(forms.view), forms.view.rules
    names = ("seat", "dealer", "hand", "upcard", "turns")
    view = {"game": game, **{name: document[name] for name in names if name in document}}
    return {"game": game, "view": view, "text": forms.text, "id": forms.id, "moves": forms.moves}


@api.post(f"{PREFIX}/screens")
def screens() -> Response:
    """The cards on a screenshot."""
    question: ScreenRequest = sent(ScreenRequest)
    return json_response(screen_to_json(COSTLY.run(lambda: read_picture(question.picture)).screen))


@api.get(f"{PREFIX}/rules")
def rules() -> Response:
    """The presets."""
    return json_response(RulesJson(list(TWO_HANDED.values())))


@api.post(f"{PREFIX}/analyze")
def analyze() -> Response:
    """A whole analysis, answered when it is done."""
    app, question = web_app(), sent(AnalyzeRequest)
    seen = read_view(question.view)
    if not seen.rules.two_handed:
        return json_response(_advised(question, seen))
    search = app.searches.ask(_task(question, seen), again=True)
    gone = reader_left()
    rounds = (app.settings.max_seconds * WITH_COMPARISONS + GRACE_SECONDS) / LOOK_SECONDS
    search.watch(1)
    try:
        while (snapshot := search.settle(LOOK_SECONDS)).running and rounds > 0 and not gone():
            rounds -= 1
    finally:
        search.watch(-1)
    if snapshot.state is SearchState.FAILED:
        raise InputError(
            snapshot.problem or "the engine failed on this position",
            where="view",
            hint="send another view",
        )
    if snapshot.evaluation is None:
        raise InputError(
            "the search was stopped before its first answer", where="view", hint="ask again"
        )
    return json_response(written(EvaluationJson, snapshot.evaluation))


def _advised(question: AnalyzeRequest, view: View) -> EvaluationJson:
    """The answer where several play; raises InputError for what is asked of two alone."""
    return written(EvaluationJson, advised(view, question.table_worlds(), question.seed))


def _task(question: AnalyzeRequest, view: View) -> SearchTask:
    """The search that is asked for, within the longest time allowed."""
    app = web_app()
    longest = app.settings.max_seconds
    opponent = app.engine.opponent if question.opponent is None else question.opponent
    if opponent not in app.engine.opponents:
        raise InputError(
            f"there is no opponent model `{opponent}`",
            where="opponent",
            hint="the models are " + ", ".join(app.engine.opponents),
        )
    limit = question.limit(longest)
    return SearchTask(view, limit, question.seed, opponent, question.comparisons())


def _equity(question: EquityRequest) -> EquityJson:
    played = rules_for_two(question.rules)
    table = COSTLY.run(lambda: equity_for(played))
    if table is None:
        raise InputError(
            "these rules play no match", where="rules", hint="give rules with a target"
        )
    return equity_to_json(table, question.score, None)


_GAME_IS_RULES = {"game": "rules"}


def sent(schema: type[Any], renamed: Mapping[str, str] = MappingProxyType({})) -> Any:
    """The request's document, checked against its schema; `renamed` are old keys of its view."""
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    data = request.get_data(cache=False)
    try:
        if not renamed:
            return decode(data, schema)
        document = decode(data, dict[str, Any])
        if isinstance(view := document.get("view"), dict):
            named = {renamed.get(key, key): value for key, value in view.items()}
            document = document | {"view": named}
        return decode(document, schema)
    except InputError as error:
        hint = error.hint or "send one JSON document, with names and texts in double quotes"
        raise InputError(error.message, where=error.where, hint=hint) from None


_EXACT: dict[str, Callable[[Any], object]] = {
    "melds": answers.melds,
    "layoff": answers.layoff,
    "knock": answers.knock,
    "outs": answers.outs_of,
    "convert": readings.convert,
    "equity": _equity,
    "games_convert": _game_forms,
    "games_record": convert_record,
}


@lru_cache(maxsize=32)
def _response(route: Route) -> str:
    """Return what comes back for the example; empty where it takes a search or a page to show."""
    if route.request is None or route.name not in _EXACT:
        return ""
    return pretty(_EXACT[route.name](decode(route.example, route.request)))


_COMPILED = frozenset({"equity"})
"""Those of the exact answers that are left out of the page until the engine is compiled."""


def _described(route: Route, host: str) -> ApiEndpoint:
    later = route.name in _COMPILED and not web_app().engine_ready.is_set()
    address = f"{host.rstrip('/')}{route.path}"
    curl = f"curl {address}"
    if route.request is not None:
        curl += f" -H 'Content-Type: application/json' -d '{route.example}'"
    elif route.method != "GET":
        curl = f"curl -X {route.method} {address}"
    return ApiEndpoint(
        method=route.method,
        path=route.path,
        summary=route.summary,
        request=route.example,
        response="" if later else _response(route),
        curl=curl,
    )
