"""Tables for two people: one row each, in which the game of both is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Engine, delete, func, or_, select, update

from analyzer.errors import InputError
from analyzer.store._tables import PairRow
from analyzer.store.connect import Part, is_id, new_id

KEPT: Final = timedelta(days=30)
"""The time after its last move that a table is kept."""
MOST: Final = 20
"""Tables of one host."""


@dataclass(frozen=True, slots=True)
class SavedPair:
    """A table for two people as it is kept."""

    id: str
    host: str
    guest: str | None
    version: int
    """Given back with the next change."""
    idle: timedelta
    """Since the last change; not the time in which this server was down."""
    text: str


class Pairs(Part):
    """All tables for two; whoever has an invitation may read it.

    >>> from analyzer.store import Store
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     ident = store.pairs.open("Ann", "begun")
    ...     sat = [store.pairs.join(ident, who, 1) for who in ("Ann", "Bob", "Cy")]
    ...     saved = [store.pairs.save(ident, text, 2) for text in ("a", "b")]
    ...     sat, saved, store.pairs.load(ident).text, len(store.pairs.mine("Bob"))
    ([False, True, False], [True, False], 'a', 1)
    """

    def __init__(self, engine: Engine, now: Callable[[], datetime]) -> None:
        super().__init__(engine, now)
        self._opened = now()

    def open(self, host: str, text: str) -> str:
        """A new table; its id is the invitation. Those that nobody plays at any more go.

        Raises InputError where the host has too many.
        """
        row = PairRow(id=new_id(), host=host, version=1, updated=self._now(), text=text)
        with self._writing(f"pairs of {host}") as session:
            session.execute(delete(PairRow).where(PairRow.updated < row.updated - KEPT))
            count = select(func.count()).where(PairRow.host == host)
            if (session.scalar(count) or 0) >= MOST:
                raise InputError(
                    f"you have opened {MOST} tables for two in {KEPT.days} days",
                    hint="play on at one of them",
                )
            session.add(row)
            return row.id

    def load(self, ident: str) -> SavedPair | None:
        """The table with this id, which may be any text."""
        with self._reading() as session:
            row = session.get(PairRow, ident) if is_id(ident) else None
            return None if row is None else self._saved(row)

    def mine(self, owner: str) -> tuple[SavedPair, ...]:
        """The tables at which somebody sits, the last changed first."""
        sits = select(PairRow).where(or_(PairRow.host == owner, PairRow.guest == owner))
        with self._reading() as session:
            rows = session.scalars(sits.order_by(PairRow.updated.desc(), PairRow.id))
            return tuple(map(self._saved, rows))

    def join(self, ident: str, guest: str, version: int) -> bool:
        """True if the second seat is the guest's from now on: not where somebody has it."""
        free = PairRow.guest.is_(None), PairRow.host != guest
        return self._change(ident, version, *free, guest=guest)

    def save(self, ident: str, text: str, version: int) -> bool:
        """Keep a text in place of the one of that version; False where another came first."""
        return self._change(ident, version, text=text)

    def reopen(self, ident: str, host: str, text: str, version: int) -> bool:
        """True if a table is the host's from now on, with another game, and its second seat free:
        not where another change came first."""
        return self._change(ident, version, host=host, guest=None, text=text)

    def _change(self, ident: str, version: int, *conditions: Any, **values: Any) -> bool:
        same = PairRow.id == ident, PairRow.version == version, *conditions
        values |= {"version": version + 1, "updated": self._now()}
        change = update(PairRow).where(*same).values(values).returning(PairRow.version)
        with self._writing() as session:
            return session.scalar(change) is not None

    def _saved(self, row: PairRow) -> SavedPair:
        idle = self._now() - max(row.updated, self._opened)
        return SavedPair(row.id, row.host, row.guest, row.version, idle, row.text)
