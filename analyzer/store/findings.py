"""The findings of reviews, kept as they come: a `review.Journal` in the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from analyzer.review import Finding
from analyzer.review.journal import read_finding, write_finding
from analyzer.store.base import Part
from analyzer.store.tables import FindingRow

BATCH: Final = 500
"""Keys asked for at once: SQLite takes no statement with too many values."""


class Findings(Part):
    """Findings by their keys; serves many threads and processes at once."""

    def get(self, key: str) -> Finding | None:
        """As `Journal.get`; one that an older version wrote is as good as none."""
        return self.many([key]).get(key)

    def put(self, key: str, finding: Finding) -> None:
        """As `Journal.put`; in the database before it returns."""
        text = write_finding(finding).decode()
        try:
            with self._writing() as session:
                session.add(FindingRow(key=key, created=self._now(), finding=text))
        except IntegrityError:  # another worker found the same
            return

    def many(self, keys: Iterable[str]) -> Mapping[str, Finding]:
        """Those that are kept under some keys."""
        rows: dict[str, str] = {}
        wanted = list(keys)
        with self._reading() as session:
            for begin in range(0, len(wanted), BATCH):
                some = FindingRow.key.in_(wanted[begin : begin + BATCH])
                found = select(FindingRow.key, FindingRow.finding).where(some)
                rows.update((row.key, row.finding) for row in session.execute(found))
        decoded = {key: _decoded(text) for key, text in rows.items()}
        return {key: finding for key, finding in decoded.items() if finding is not None}

    def prune(self, age: timedelta) -> None:
        """Forget those older than `age`: reports do without them once they are made."""
        with self._writing() as session:
            session.execute(delete(FindingRow).where(FindingRow.created < self._now() - age))


def _decoded(text: str) -> Finding | None:
    try:
        return read_finding(text.encode())
    except (msgspec.MsgspecError, ValueError):
        return None
