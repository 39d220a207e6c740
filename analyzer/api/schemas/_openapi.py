"""The schemas as the components of an OpenAPI 3.1 document."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from analyzer.api.schemas import requests
from analyzer.api.schemas.belief import BeliefJson, BeliefRequest
from analyzer.api.schemas.errors import ErrorJson
from analyzer.api.schemas.evaluation import EvaluationJson
from analyzer.api.schemas.melds import KnockJson, LayoffJson, MeldsJson, OutsJson
from analyzer.api.schemas.record import RecordJson, RecordsJson
from analyzer.api.schemas.rules import RulesJson
from analyzer.api.schemas.score import ScoreJson
from analyzer.api.schemas.view import ViewJson
from analyzer.game.rules import Rules

PUBLIC: tuple[type, ...] = (
    ViewJson,
    Rules,
    RulesJson,
    MeldsJson,
    LayoffJson,
    KnockJson,
    OutsJson,
    ScoreJson,
    RecordJson,
    RecordsJson,
    EvaluationJson,
    BeliefJson,
    ErrorJson,
    requests.MeldsRequest,
    requests.LayoffRequest,
    requests.KnockRequest,
    requests.OutsRequest,
    requests.AnalyzeRequest,
    BeliefRequest,
    requests.ViewRequest,
    requests.ViewForms,
    requests.EquityRequest,
)
"""The documents that the API takes and gives."""


def openapi_schemas(extra: tuple[type, ...] = ()) -> dict[str, Any]:
    """Every schema by name, for ``components.schemas``; `extra` adds documents.

    >>> sorted(openapi_schemas()["ErrorDetail"]["properties"])
    ['hint', 'message', 'where']
    """
    _, components = msgspec.json.schema_components(
        [*PUBLIC, *extra], ref_template="#/components/schemas/{name}"
    )
    return public_names(components)


def public_names(components: dict[str, Any]) -> dict[str, Any]:
    """Components of classes that are private to their module, by the name without the underscore.

    >>> public_names({"_DrawnJson": {"title": "_DrawnJson", "$ref": "#/_CardJson"}})
    {'DrawnJson': {'title': 'DrawnJson', '$ref': '#/CardJson'}}
    """
    text = msgspec.json.encode(components).decode()
    named: dict[str, Any] = msgspec.json.decode(re.sub(r'"((?:#/[\w/]*)?)_(\w+)"', r'"\1\2"', text))
    return named


def reference(schema: type) -> dict[str, str]:
    """The ``$ref`` to one of those schemas."""
    return {"$ref": f"#/components/schemas/{schema.__name__}"}
