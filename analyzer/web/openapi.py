"""The OpenAPI 3.1 document, made from the routes and the schemas."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from analyzer import __version__
from analyzer.schemas import ErrorJson, openapi_schemas, reference
from analyzer.web.endpoints import ERRORS, PREFIX, ROUTES, Route


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The whole document.

    >>> document()["openapi"], document()["paths"]["/api/v1/melds"]["post"]["operationId"]
    ('3.1.0', 'melds')
    """
    paths: dict[str, Any] = {
        route.path: {route.method.lower(): _operation(route)} for route in ROUTES
    }
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
    return (*(route.answer for route in ROUTES), *sent)


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "responses": {
            "200": {"description": "The answer.", "content": _json(reference(route.answer))},
            **_errors(route),
        },
    }
    if route.request is not None:
        operation["requestBody"] = {
            "required": True,
            "content": _json(reference(route.request), json.loads(route.example)),
        }
    return operation


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
    sent = route.request is not None
    return {
        status: _error(meaning)
        for status, meaning in ERRORS
        if sent or status == "429"
        if status != "503" or route.name in {"analyze", "belief"}
    }


def _error(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "content": _json(reference(ErrorJson))}


def _json(schema: dict[str, Any], example: object = None) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": schema}
    if example is not None:
        content["example"] = example
    return {"application/json": content}
