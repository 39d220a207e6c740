"""A question to the engine as a text, for other processes, and the key of its answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache

import msgspec

from analyzer.api.documents import written
from analyzer.api.views import ViewJson, view_from_json
from analyzer.engine.comparisons.compare import Comparison
from analyzer.engine.types import Limit
from analyzer.errors import InputError
from analyzer.resources import read_json
from analyzer.service.ports import SearchTask


class _TaskJson(msgspec.Struct, frozen=True):
    """A question as it is kept."""

    view: ViewJson
    limit: Limit
    seed: int
    opponent: str
    comparisons: frozenset[Comparison]


def text_of(task: SearchTask) -> str:
    """The document that `task_from` reads."""
    view = written(ViewJson, task.view)
    document = _TaskJson(view, task.limit, task.seed, task.opponent, task.comparisons)
    return msgspec.json.encode(document).decode()


def task_from(text: str) -> SearchTask:
    """The question in a document; raises InputError."""
    try:
        request = read_json(text, _TaskJson)
    except msgspec.MsgspecError as error:
        raise InputError(str(error), where="task", hint="ask again") from None
    view = view_from_json(request.view)
    return SearchTask(view, request.limit, request.seed, request.opponent, request.comparisons)


def found_among(
    tasks: Collection[SearchTask], engine: str, look: Callable[[Collection[str]], Collection[str]]
) -> frozenset[SearchTask]:
    """The questions whose keys are found; none where the database cannot be used."""
    from analyzer.store import UnavailableError  # noqa: PLC0415  # a first look keeps nothing

    by_key = {key_of(task, engine): task for task in tasks}
    try:
        return frozenset(by_key[key] for key in look(by_key.keys()))
    except UnavailableError:
        return frozenset()


@lru_cache(512)
def key_of(task: SearchTask, engine: str) -> str:
    """The key under which an engine's answer to a question is kept and its runs are found."""
    from analyzer.store import analysis_key  # noqa: PLC0415  # a first look keeps nothing

    return analysis_key(
        task.view, task.limit, seed=task.seed, opponent=task.opponent, engine=engine,
        more=task.comparisons,
    )  # fmt: skip
