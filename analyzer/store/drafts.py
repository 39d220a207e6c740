"""Drafts of records: what the recorder keeps while a hand is entered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from analyzer.errors import InputError
from analyzer.store._tables import DraftRow
from analyzer.store.connect import Part, is_id, new_id

MOST: Final = 100
"""Drafts that one owner may keep."""

LONGEST: Final = 64 * 1024
"""Characters of one draft: a long match."""


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """A record that is being entered, as its owner left it."""

    id: str
    owner: str
    created: datetime
    updated: datetime
    """The time at which it was last saved; both in UTC."""
    text: str


class Drafts(Part):
    """All drafts; only their owner sees and changes them.

    >>> from analyzer.store import Store
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     kept = store.drafts.save("Ann", '[Dealer "2"]')
    ...     _ = store.drafts.save("Ann", '[Dealer "1"]', kept.id)
    ...     store.drafts.load("Ann", kept.id).text, store.drafts.load("Bob", kept.id)
    ('[Dealer "1"]', None)
    """

    def save(self, owner: str, text: str, ident: str | None = None) -> SavedDraft:
        """Keep a draft: a new one without an id, and where the owner has none with that id.

        Raises InputError for one that is too long or one too many; then what was kept stays.
        """
        if len(text) > LONGEST:
            raise InputError(
                f"it has {len(text):,} characters", where="draft",
                hint=f"{LONGEST:,} are kept; begin a new one with the next hand",
            )  # fmt: skip
        with self._writing(f"drafts of {owner}") as session:
            row = _owned(session, owner, ident or "")
            if row is None:
                owned = select(func.count()).where(DraftRow.owner == owner)
                if (session.scalar(owned) or 0) >= MOST:
                    raise InputError(
                        f"{MOST} drafts are kept already", where="draft", hint="delete one first"
                    )
                row = DraftRow(id=new_id(), owner=owner, created=self._now())
                session.add(row)
            row.updated, row.text = self._now(), text
            return _draft(row)

    def take_in(self, owner: str, texts: Iterable[tuple[str, datetime]]) -> int:
        """Keep texts from elsewhere with the moments they were last saved; how many were new.

        A text that the owner has, and those that are too many or too long, are left out.
        """
        new = 0
        with self._writing(f"drafts of {owner}") as session:
            mine = select(DraftRow.text).where(DraftRow.owner == owner)
            known = list(session.scalars(mine))
            for text, saved in texts:
                if text in known or len(text) > LONGEST or "\0" in text or len(known) >= MOST:
                    continue
                known.append(text)
                moment = min(saved, self._now())
                session.add(
                    DraftRow(id=new_id(), owner=owner, created=moment, updated=moment, text=text)
                )
                new += 1
        return new

    def load(self, owner: str, ident: str) -> SavedDraft | None:
        """The draft with this id, where it is the owner's; the id may be any text."""
        with self._reading() as session:
            row = _owned(session, owner, ident)
            return None if row is None else _draft(row)

    def mine(self, owner: str) -> tuple[SavedDraft, ...]:
        """All of an owner's, the last saved first."""
        query = select(DraftRow).where(DraftRow.owner == owner)
        with self._reading() as session:
            rows = session.scalars(query.order_by(DraftRow.updated.desc(), DraftRow.id))
            return tuple(_draft(row) for row in rows)

    def forget(self, owner: str, ident: str) -> bool:
        """Delete a draft; False where the owner has none with that id."""
        with self._writing() as session:
            row = _owned(session, owner, ident)
            if row is not None:
                session.delete(row)
            return row is not None


def _owned(session: Session, owner: str, ident: str) -> DraftRow | None:
    row = session.get(DraftRow, ident) if is_id(ident) else None
    return row if row is not None and row.owner == owner else None


def _draft(row: DraftRow) -> SavedDraft:
    return SavedDraft(row.id, row.owner, row.created, row.updated, row.text)
