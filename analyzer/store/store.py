"""The store: everything the program asks of its database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from sqlalchemy import ColumnElement, Engine, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from analyzer.store import migrate
from analyzer.store.base import new_id
from analyzer.store.connect import READING, open_engine
from analyzer.store.drafts import Drafts
from analyzer.store.findings import Findings
from analyzer.store.puzzles import Puzzles
from analyzer.store.reviews import ReviewRows
from analyzer.store.tables import AnalysisRow
from analyzer.store.training import Training


@dataclass(frozen=True, slots=True)
class Analysis:
    """A kept answer of the engine."""

    key: str
    id: str
    created: datetime
    """When it was saved, in UTC."""
    view: str
    """The question: a `ViewJson` document."""
    answer: str
    """The answer: an `EvaluationJson` document, byte for byte as it was saved."""


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """An open database; usable by many threads at once. Close it, or use it in a `with`.

    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     share = store.save("the key", view="{}", answer='{"best": ["draw"]}')
    ...     store.load(share).answer, store.find("another key")
    ('{"best": ["draw"]}', None)
    """

    def __init__(self, engine: Engine, now: Callable[[], datetime] = _now) -> None:
        self._engine = engine
        self._now = now
        self.findings = Findings(engine, now)
        """What reviews are made of."""
        self.reviews = ReviewRows(engine, now)
        """Reviews asked for, and the queue of them."""
        self.drafts = Drafts(engine, now)
        """Records that are being entered."""
        self.puzzles = Puzzles(engine, now)
        """Tries at puzzles, ratings, disputes."""
        self.training = Training(engine, now)
        """How visitors do at the drills, and the games they play."""

    @classmethod
    def open(cls, url: str, now: Callable[[], datetime] = _now) -> Store:
        """Open the database at a URL, without touching it yet; InputError for a bad URL."""
        return cls(open_engine(url), now)

    def upgrade(self) -> None:
        """Bring the tables to this version; safe when several processes do it at once."""
        migrate.upgrade(self._engine)

    def ping(self) -> bool:
        """Whether the database answers and has the tables of this version."""
        try:
            return migrate.current(self._engine) == migrate.head()
        except SQLAlchemyError:
            return False

    def find(self, key: str) -> Analysis | None:
        """The analysis with this key (see `analysis_key`), if it was saved."""
        return self._one(AnalysisRow.key == key)

    def load(self, share: str) -> Analysis | None:
        """The analysis with this share id, if there is one; the id may be any text."""
        if not (share.isascii() and share.isprintable()):
            return None  # what a database would refuse as text
        return self._one(AnalysisRow.id == share)

    def save(self, key: str, *, view: str, answer: str) -> str:
        """Keep an answer and return its share id.

        The first answer to a key stays: saving again changes nothing and returns the
        same id, whichever thread or process came first.
        """
        if known := self.find(key):
            return known.id
        row = AnalysisRow(
            key=key,
            id=new_id(),
            created=self._now(),
            view=view,
            answer=answer,
        )
        try:
            with Session(self._engine) as session, session.begin():
                session.add(row)
                share = row.id
        except IntegrityError:
            known = self.find(key)
            if known is None:
                raise
            return known.id
        return share

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _one(self, condition: ColumnElement[bool]) -> Analysis | None:
        with Session(self._engine) as session:
            session.connection(execution_options=READING)
            row = session.scalars(select(AnalysisRow).where(condition)).one_or_none()
            if row is None:
                return None
            return Analysis(row.key, row.id, row.created, row.view, row.answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
