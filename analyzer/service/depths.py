"""The time that the pages let the engine think: three depths, each answer kept by its own limit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from analyzer.engine.types import Limit
from analyzer.game.view import View
from analyzer.service.ports import SearchTask


@dataclass(frozen=True, slots=True)
class SearchDepth:
    """One depth and what its button is called."""

    name: str
    label: str
    limit: Limit


DEPTHS = (
    SearchDepth("first", "A first answer", Limit(seconds=5.0, error=0.1)),
    SearchDepth("longer", "Think longer", Limit(seconds=20.0, error=0.04)),
    SearchDepth("longest", "Think longest", Limit(seconds=60.0, error=0.015)),
)
"""From the first answer to the deepest."""
_BY_NAME: Final[dict[str | None, SearchDepth]] = {depth.name: depth for depth in DEPTHS}


def task(view: View, depth: SearchDepth, opponent: str, max_seconds: float) -> SearchTask:
    """The question of a page at a depth, within the longest time allowed."""
    seconds = min(depth.limit.seconds or max_seconds, max_seconds)
    return SearchTask(view, replace(depth.limit, seconds=seconds), opponent=opponent)


def named(name: str | None) -> SearchDepth | None:
    """The depth with a name, if there is one."""
    return _BY_NAME.get(name)


def deeper(depth: SearchDepth) -> SearchDepth | None:
    """The next depth, if there is one."""
    at = DEPTHS.index(depth) + 1
    return DEPTHS[at] if at < len(DEPTHS) else None


def of(search: SearchTask, max_seconds: float) -> SearchDepth | None:
    """The depth that a task was asked at; None for one that did not come from a page."""
    for depth in DEPTHS:
        if task(search.view, depth, search.opponent, max_seconds).limit == search.limit:
            return depth
    return None
