"""Keeps answers in the store, as the JSON that the API speaks."""

from __future__ import annotations

import logging
from collections.abc import Collection

from analyzer.api.documents import encode, written
from analyzer.api.evaluations import EvaluationJson, evaluation_from_json
from analyzer.engine.types import Evaluation
from analyzer.errors import InputError
from analyzer.service.ports import SearchTask, Stored
from analyzer.service.tasks import found_among, key_of
from analyzer.store import Analysis, Store, UnavailableError

_log = logging.getLogger(__name__)


class StoreArchive:
    """An archive in a database that is open and has its tables."""

    def __init__(self, store: Store, engine: str) -> None:
        self._store = store
        self._engine = engine

    def find(self, task: SearchTask) -> Stored | None:
        """The answer kept for a task, by this version of the engine.

        A database that cannot be used keeps none: the answer is then found anew.
        """
        try:
            return _read(self._store.find(self._key(task)))
        except UnavailableError:
            return None

    def known(self, tasks: Collection[SearchTask]) -> frozenset[SearchTask]:
        """Those of the tasks to which an answer is kept, as far as the database can be used."""
        return found_among(tasks, self._engine, self._store.kept)

    def save(self, task: SearchTask, evaluation: Evaluation) -> str:
        """Keep an answer and return its share id; the first answer to a task stays."""
        doc = written(EvaluationJson, evaluation)
        return self._store.save(
            self._key(task), view=encode(doc.view).decode(), answer=encode(doc).decode()
        )

    def load(self, share: str) -> Stored | None:
        """The answer with a share id, by whatever version of the engine."""
        return _read(self._store.load(share))

    def close(self) -> None:
        """Close the database."""
        self._store.close()

    def _key(self, task: SearchTask) -> str:
        return key_of(task, self._engine)


def _read(kept: Analysis | None) -> Stored | None:
    if kept is None:
        return None
    try:
        evaluation = evaluation_from_json(kept.answer)
    except InputError:  # written by another version: as good as not there
        _log.warning("the stored analysis %s cannot be read", kept.id)
        return None
    return Stored(kept.id, evaluation, kept.created)
