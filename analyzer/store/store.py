"""The store: everything the program asks of its database."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import msgspec
from sqlalchemy import ColumnElement, Engine, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from analyzer.api.documents import written
from analyzer.api.views import ViewJson
from analyzer.engine.types import Limit
from analyzer.errors import InputError
from analyzer.game.view import View
from analyzer.store import backup, migrate
from analyzer.store._mark import mark_of, watcher_of
from analyzer.store._outage import is_damage, met_with_damage, watched
from analyzer.store._tables import AnalysisRow
from analyzer.store.backup import Contents
from analyzer.store.connect import Part, is_id, new_id, open_engine
from analyzer.store.daily import Daily
from analyzer.store.drafts import Drafts
from analyzer.store.pairs import Pairs
from analyzer.store.puzzles import Puzzles
from analyzer.store.reviews import Findings, ReviewRows
from analyzer.store.training import Training
from analyzer.store.visitors import Visitors


@dataclass(frozen=True, slots=True)
class Analysis:
    """A kept answer of the engine."""

    key: str
    id: str
    created: datetime
    """The time at which it was saved, in UTC."""
    view: str
    """The question: a `ViewJson` document."""
    answer: str
    """The answer: an `EvaluationJson` document, byte for byte as it was saved."""


def _now() -> datetime:
    return datetime.now(UTC)


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

    >>> from analyzer.api.views import view_from_json
    >>> view = view_from_json({"hand": "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s".split()})
    >>> key = analysis_key(view, Limit(worlds=256), seed=1, opponent="baseline", engine="1")
    >>> len(key), key == analysis_key(view, Limit(worlds=512), seed=1, opponent="baseline",
    ...                               engine="1")
    (64, False)
    """
    parts = {
        "view": written(ViewJson, view),
        "rules": view.rules,
        "limit": limit,
        "seed": seed,
        "opponent": opponent,
        "engine": engine,
        "more": sorted(more),
    }
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()


class Store(Part):
    """An open database; usable by many threads at once. Close it, or use it in a `with`.

    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     share = store.save("the key", view="{}", answer='{"best": ["draw"]}')
    ...     store.load(share).answer, store.find("another key")
    ('{"best": ["draw"]}', None)
    """

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        super().__init__(engine, now)
        self.findings = Findings(engine, now)
        """The findings that reviews are made of."""
        self.reviews = ReviewRows(engine, now)
        """Reviews asked for, and the queue of them."""
        self.drafts = Drafts(engine, now)
        """Records that are being entered."""
        self.puzzles = Puzzles(engine, now)
        """Tries at puzzles, ratings, disputes."""
        self.training = Training(engine, now)
        """The training of visitors: their drills, and the games they play."""
        self.daily = Daily(engine, now)
        """Deals of the day, and a try of each visitor."""
        self.pairs = Pairs(engine, now)
        """Tables for two people."""
        self.visitors = Visitors(engine, now)
        """Links between the browsers of one visitor."""
        self._watcher = watcher_of(engine)

    @classmethod
    def open(cls, url: str, now: Callable[[], datetime] = _now) -> Store:
        """Open the database at a URL, without touching it yet; InputError for a bad URL."""
        return cls(open_engine(url), now)

    def upgrade(self) -> None:
        """Bring the tables to this version; safe when several processes do it at once."""
        migrate.upgrade(self._engine)

    def ping(self) -> bool:
        """True if the database answers and has the tables of this version."""
        try:
            return migrate.current(self._engine) == migrate.head()
        except SQLAlchemyError as error:
            if is_damage(error):
                met_with_damage.add(self._engine)
            return False

    def check(self) -> None:
        """Raise InputError where the database is damaged."""
        backup.check(self._engine)

    def damage(self) -> InputError | None:
        """Return what is broken, looked for anew once a request has met with it; None where
        nothing is."""
        if self._engine not in met_with_damage:
            return None
        self.close()  # the file may be another by now
        try:
            self.check()
        except InputError as error:
            return error
        met_with_damage.discard(self._engine)
        return None

    def contents(self) -> Contents:
        """Return what the database holds; raises InputError where it is missing or damaged."""
        return backup.contents_of(self._engine)

    def back_up(self, path: Path, *, replace: bool = False) -> Contents:
        """Write everything to a file; see :mod:`analyzer.store.backup`."""
        return backup.back_up(self._engine, path, replace=replace)

    def restore(self, path: Path, *, replace: bool = False) -> Contents:
        """Take everything from such a file."""
        return backup.restore(self._engine, path, replace=replace)

    def mark(self) -> Hashable:
        """A mark of all data: while it is the same, no process has changed any; see `mark_of`."""
        with watched(self._engine):
            return object() if self._watcher is None else mark_of(self._watcher)

    def find(self, key: str) -> Analysis | None:
        """The analysis with this key (see `analysis_key`), if it was saved."""
        return self._one(AnalysisRow.key == key)

    def kept(self, keys: Collection[str]) -> frozenset[str]:
        """Those of the keys whose analysis was saved."""
        query = select(AnalysisRow.key).where(AnalysisRow.key.in_(keys))
        with self._looking() as connection:
            return frozenset(connection.scalars(query))

    def load(self, share: str) -> Analysis | None:
        """The analysis with this share id, if there is one; the id may be any text."""
        return self._one(AnalysisRow.id == share) if is_id(share) else None

    def save(self, key: str, *, view: str, answer: str) -> str:
        """Keep an answer and return its share id.

        The first answer to a key stays: saving again changes nothing and returns the
        same id, whichever thread or process came first.
        """
        if known := self.find(key):
            return known.id
        share = new_id()
        try:
            with self._writing() as session:
                session.add(
                    AnalysisRow(key=key, id=share, created=self._now(), view=view, answer=answer)
                )
        except IntegrityError:
            if (known := self.find(key)) is None:
                raise
            return known.id
        return share

    def close(self) -> None:
        """Close all connections; whoever asks again opens others."""
        for engine in filter(None, (self._watcher, self._engine)):
            engine.dispose()

    def _one(self, condition: ColumnElement[bool]) -> Analysis | None:
        with self._reading() as session:
            row = session.scalars(select(AnalysisRow).where(condition)).one_or_none()
            if row is None:
                return None
            return Analysis(row.key, row.id, row.created, row.view, row.answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
