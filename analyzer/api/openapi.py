"""The API's routes as data, what each takes and gives; and the OpenAPI 3.1 document of them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from analyzer import __version__
from analyzer.api.answers import (
    KnockJson,
    KnockRequest,
    LayoffJson,
    LayoffRequest,
    MeldsJson,
    MeldsRequest,
    OutsJson,
    OutsRequest,
)
from analyzer.api.audits import AuditRequest
from analyzer.api.beliefs import BeliefJson, BeliefRequest
from analyzer.api.documents import ErrorJson, RulesJson
from analyzer.api.equities import EquityJson, EquityRequest
from analyzer.api.evaluations import AnalyzeRequest, EvaluationJson
from analyzer.api.readings import ViewForms
from analyzer.api.records import (
    RecordJson,
    RecordsJson,
    ScoreJson,
    TableRecordForms,
    TableRecordRequest,
)
from analyzer.api.reviews import JobJson, ReportJson, ReviewRequest
from analyzer.api.screens import ScreenJson, ScreenRequest
from analyzer.api.views import ViewJson, ViewRequest
from analyzer.game.rulefields import FIELDS
from analyzer.game.rules import Rules
from analyzer.review.audit import Audit

PREFIX = "/api/v1"


@dataclass(frozen=True, slots=True)
class Route:
    """One route of the API."""

    name: str
    """Name of the operation, and last part of the path where that is not given."""
    summary: str
    answer: type | None
    """The document that comes back; None where it is none."""
    request: type | None = None
    """The document sent; None where none is."""
    example: str = ""
    """JSON to send."""
    place: str | None = None
    """The path after the prefix, such as ``review/{ident}``."""
    verb: str | None = None
    """The method, where it does not follow from `request`."""
    status: str = "200"
    """Of the answer."""
    media: str = ""
    """Content type of an answer that is no document; empty for no content."""
    also: tuple[str, ...] = ()
    """Errors beside those that all have that send or fetch."""

    @property
    def path(self) -> str:
        """The whole path."""
        return f"{PREFIX}/{self.place or self.name}"

    @property
    def method(self) -> str:
        """GET, or POST where a document is sent, unless it is another."""
        return self.verb or ("GET" if self.request is None else "POST")

    @property
    def errors(self) -> tuple[str, ...]:
        """Statuses of the errors that may come."""
        sent = () if self.request is None else ("403", "413", "415", "422")
        return ("429", *sent, *self.also)


TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
SEAT = (
    "game: three-hand\\nseat: 1\\ndealer: 3\\nhand: 7h 8h 4c 4d 4s 2c Kd\\nhistory:\\n  upcard 9h"
)
ELEVEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s"
BLANK = (
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAFElEQVR42mP8zwABTAyjjFEGyQwAzx8Bf7QK4E8AAAAASUVO"
    "RK5CYII="
)
"""A screenshot with nothing on it."""

HANDED = (
    '[Hand1 \\"Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd\\"] [Dealer \\"2\\"] [Upcard \\"9d\\"] 1. ^9d -Kd!'
)
"""A record, within JSON."""

ROUTES = (
    Route(
        "melds",
        "Every arrangement with the least deadwood; with eleven cards also every discard.",
        MeldsJson,
        MeldsRequest,
        f'{{"cards": "{ELEVEN}"}}',
    ),
    Route(
        "layoff",
        "The defender’s best melds and lay-offs together, and what the hand scores.",
        LayoffJson,
        LayoffRequest,
        '{"knocker": "7c 7d 7s / 8h 9h Th / Ad 3s 2c 2s",'
        ' "defender": "Ac 2d 2h 5s 6h 7h Kc Kd Kh Ks"}',
    ),
    Route(
        "knock",
        "The knock with the least deadwood, and the one that is worth most.",
        KnockJson,
        KnockRequest,
        f'{{"cards": "{ELEVEN}"}}',
    ),
    Route(
        "outs",
        "Live cards that help: to a meld, a knock, gin, big gin.",
        OutsJson,
        OutsRequest,
        '{"cards": "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"}',
    ),
    Route(
        "analyze",
        "What every legal action is worth, with standard errors. Without a limit it thinks for "
        "two seconds; the same request with a limit in worlds has the same answer. `models`, "
        "`scores`, `waiting`: also other opponents (unless false), other scores, other stages. "
        "Where several play, with jokers and in mahjong gin every move is played out greedily in "
        "`worlds`.",
        EvaluationJson,
        AnalyzeRequest,
        f'{{"view": "hand: {ELEVEN}\\npile: 5s Kh 9c", "worlds": 2000}}',
        also=("503",),
    ),
    Route(
        "belief",
        "The chance of each card to be with the opponent, and their deadwood; with `turns` also "
        "what each of their turns revealed.",
        BeliefJson,
        BeliefRequest,
        f'{{"view": "hand: {TEN}\\nhistory: upcard 5s\\nopp: takes 5s, discards Kh",'
        ' "worlds": 1024}',
        also=("503",),
    ),
    Route(
        "convert",
        "What was written, in lines or in sentences: JSON, text and position id, what was guessed, "
        "what is missing; after a knock the layoffs.",
        ViewForms,
        ViewRequest,
        f'{{"view": "{ELEVEN}"}}',
    ),
    Route(
        "equity",
        "The chance to win the match before a hand is dealt, my score first.",
        EquityJson,
        EquityRequest,
        '{"score": [40, 65], "rules": "classic"}',
    ),
    Route(
        "games_analyze",
        "As `analyze` where several play, in the words of version 0.3: each of `moves` with its "
        "`points`, and whether it is `best`.",
        None,
        AnalyzeRequest,
        f'{{"view": "{SEAT}", "worlds": 100}}',
        place="games/analyze",
        media="application/json",
        also=("503",),
    ),
    Route(
        "games_convert",
        "As `convert` where several play, in the words of version 0.3: the rules are `game`.",
        None,
        ViewRequest,
        f'{{"view": "{SEAT}"}}',
        place="games/convert",
        media="application/json",
    ),
    Route(
        "games_record",
        "Hands where several play, with jokers or of mahjong gin, checked move by move, as JSON "
        "and text.",
        TableRecordForms,
        TableRecordRequest,
        '{"record": {"game": "three-hand", "dealer": 3, "upcard": "9h", "hands": '
        '[["7h", "8h", "4c", "4d", "4s", "2c", "Kd"], ["Ac", "2d", "3h", "5s", "6c", "Jd", "Qh"],'
        ' ["As", "Td", "Jc", "Qs", "Kh", "5d", "6d"]],'
        ' "turns": [{"seat": 1, "moves": ["take", "knock Kd"]}]}}',
        place="games/record",
    ),
    Route(
        "screens",
        "The cards on a screenshot of any card game, each with its certainty and its place, and "
        "the view that they make. Nothing is kept.",
        ScreenJson,
        ScreenRequest,
        f'{{"picture": "{BLANK}"}}',
        also=("503",),
    ),
    Route("rules", "The presets, each with all its numbers.", RulesJson),
    Route(
        "review",
        "A review of a hand or a match, in any supported form. It waits in a queue: ask `url` "
        "how far it is. The id is its key. It is kept for 30 days.",
        JobJson,
        ReviewRequest,
        f'{{"record": "{HANDED}", "worlds": 1024}}',
        status="202",
    ),
    Route(
        "audit",
        "Luck, or a rigged app? Hands as dealt against deals simulated, and each card from the "
        "stock against those that were left where every card is known; up to 300 hands.",
        Audit,
        AuditRequest,
        f'{{"records": "{HANDED}"}}',
        also=("503",),
    ),
    Route(
        "review_status",
        "How far a review is.",
        JobJson,
        place="review/{ident}",
        also=("404",),
    ),
    Route(
        "review_report",
        "The report of a review, once it is done.",
        ReportJson,
        place="review/{ident}/report",
        also=("404", "409"),
    ),
    Route(
        "review_entries",
        "Its decisions as a table.",
        None,
        place="review/{ident}/entries.csv",
        media="text/csv",
        also=("404", "409"),
    ),
    Route(
        "review_delete",
        "Deletes a review; a running one is stopped.",
        None,
        place="review/{ident}",
        verb="DELETE",
        status="204",
        also=("403", "404"),
    ),
)
"""All routes; the document itself is at ``/api/v1/openapi.json``."""

ERRORS = (
    ("403", "A browser sent this from another site."),
    ("404", "There is no such review, or it is private."),
    ("409", "The review is not done yet."),
    ("413", "The body is longer than 64 KiB, records than 2 MiB."),
    ("415", "The content type is not application/json."),
    ("422", "The document or the hand in it is wrong; `where` names the place."),
    (
        "429",
        "Too many requests from one address, or reviews waiting; Retry-After says when to retry.",
    ),
    ("503", "No more searches can run now; Retry-After says when to retry."),
)
"""Statuses of what went wrong."""


# ---------------------------------------------------------------- the OpenAPI document

PUBLIC: tuple[type, ...] = (
    ViewJson, Rules, RulesJson, MeldsJson, LayoffJson, KnockJson, OutsJson, ScoreJson, RecordJson,
    RecordsJson, EvaluationJson, BeliefJson, ErrorJson, MeldsRequest, LayoffRequest, KnockRequest,
    OutsRequest, AnalyzeRequest, BeliefRequest, ViewRequest, ViewForms, EquityRequest,
)  # fmt: skip
"""The documents that the API and the commands take and give, reviews apart."""


def openapi_schemas(extra: tuple[type, ...] = ()) -> dict[str, Any]:
    """Every schema by name, for ``components.schemas``; `extra` adds documents.

    >>> sorted(openapi_schemas()["ErrorDetail"]["properties"])
    ['asks', 'hint', 'message', 'where']
    """
    _, components = msgspec.json.schema_components(
        [*PUBLIC, *extra], ref_template="#/components/schemas/{name}"
    )
    described = {
        name: {"title": field.label, "description": field.means} for name, field in FIELDS.items()
    }
    for name, schema in components["Rules"]["properties"].items():
        schema.update(described.get(name, {}))
    return public_names(components)


def public_names(components: dict[str, Any]) -> dict[str, Any]:
    """Components of classes that are private to their module, by the name without the underscore.

    >>> public_names({"_DrawnJson": {"title": "_DrawnJson", "$ref": "#/_CardJson"}})
    {'DrawnJson': {'title': 'DrawnJson', '$ref': '#/CardJson'}}
    """
    text = msgspec.json.encode(components).decode()
    named: dict[str, Any] = msgspec.json.decode(
        re.sub(r'"((?:#/[$\w/]*)?)_(\w+)"', r'"\1\2"', text)
    )
    return named


def reference(schema: type) -> dict[str, str]:
    """The ``$ref`` to one of those schemas."""
    return {"$ref": f"#/components/schemas/{schema.__name__}"}


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The whole document.

    >>> document()["openapi"], document()["paths"]["/api/v1/melds"]["post"]["operationId"]
    ('3.1.0', 'melds')
    """
    answers = (route.answer for route in ROUTES if route.answer is not None)
    requests = (route.request for route in ROUTES if route.request is not None)
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    paths[f"{PREFIX}/openapi.json"] = {"get": _self()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ginsight",
            "version": __version__,
            "summary": "Exact melds and searched play for gin rummy.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": openapi_schemas((*answers, *requests))},
    }


def _operation(route: Route) -> dict[str, Any]:
    errors = {status: _error(meaning) for status, meaning in ERRORS if status in route.errors}
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "responses": {route.status: _answer(route), **errors},
    }
    if names := re.findall(r"{(\w+)}", route.path):
        text = {"type": "string", "maxLength": 80}
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": text} for name in names
        ]
    if route.request is not None:
        operation["requestBody"] = {
            "required": True,
            "content": _json(reference(route.request), json.loads(route.example)),
        }
    return operation


def _answer(route: Route) -> dict[str, Any]:
    if route.answer is not None:
        return {"description": "The answer.", "content": _json(reference(route.answer))}
    if not route.media:
        return {"description": "It is done."}
    kind = "object" if route.media == "application/json" else "string"
    return {"description": "The answer.", "content": {route.media: {"schema": {"type": kind}}}}


def _self() -> dict[str, Any]:
    return {
        "operationId": "openapi",
        "summary": "This document.",
        "responses": {
            "200": {"description": "OpenAPI 3.1.", "content": _json({"type": "object"})},
            "429": _error("Too many requests from one address."),
        },
    }


def _error(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "content": _json(reference(ErrorJson))}


def _json(schema: dict[str, Any], example: object = None) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": schema}
    if example is not None:
        content["example"] = example
    return {"application/json": content}
