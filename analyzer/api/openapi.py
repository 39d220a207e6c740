"""The OpenAPI 3.1 document, made from the routes and the schemas."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from analyzer import __version__
from analyzer.api.endpoints import ERRORS, PREFIX, ROUTES, Route
from analyzer.api.schemas import ErrorJson, openapi_schemas, reference


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The whole document.

    >>> document()["openapi"], document()["paths"]["/api/v1/melds"]["post"]["operationId"]
    ('3.1.0', 'melds')
    """
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
        "components": {"schemas": openapi_schemas(_documents())},
    }


def _documents() -> tuple[type, ...]:
    """Every document that a route takes or gives."""
    sent = tuple(route.request for route in ROUTES if route.request is not None)
    given = tuple(route.answer for route in ROUTES if route.answer is not None)
    return (*given, *sent)


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "responses": {route.status: _answer(route), **_errors(route)},
    }
    if names := re.findall(r"{(\w+)}", route.path):
        operation["parameters"] = [_parameter(name) for name in names]
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
    return {"description": "The answer.", "content": {route.media: {"schema": {"type": "string"}}}}


def _parameter(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "schema": {"type": "string", "maxLength": 80},
    }


def _self() -> dict[str, Any]:
    return {
        "operationId": "openapi",
        "summary": "This document.",
        "responses": {
            "200": {"description": "OpenAPI 3.1.", "content": _json({"type": "object"})},
            "429": _error("Too many requests from one address."),
        },
    }


def _errors(route: Route) -> dict[str, Any]:
    return {status: _error(meaning) for status, meaning in ERRORS if status in route.errors}


def _error(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "content": _json(reference(ErrorJson))}


def _json(schema: dict[str, Any], example: object = None) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": schema}
    if example is not None:
        content["example"] = example
    return {"application/json": content}
