"""What makes two analyses the same."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

import msgspec

from analyzer.api.schemas import view_to_json
from analyzer.engine.types import Limit
from analyzer.game.view import View


def analysis_key(
    view: View,
    limit: Limit,
    *,
    seed: int,
    opponent: str,
    engine: str,
    more: Collection[str] = (),
) -> str:
    """The key of an analysis: a hash of all that its answer depends on, 64 hex digits.

    `more` are the names of what is asked beside the answer.

    The rules count with every number, not only by name, so that a preset that changes
    does not answer with what it answered before.

    >>> from analyzer.api.schemas import view_from_json
    >>> view = view_from_json({"hand": "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s".split()})
    >>> key = analysis_key(view, Limit(worlds=256), seed=1, opponent="baseline", engine="1")
    >>> len(key), key == analysis_key(view, Limit(worlds=512), seed=1, opponent="baseline",
    ...                               engine="1")
    (64, False)
    """
    parts = {
        "view": view_to_json(view),
        "rules": view.rules,
        "limit": limit,
        "seed": seed,
        "opponent": opponent,
        "engine": engine,
        "more": sorted(more),
    }
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()
