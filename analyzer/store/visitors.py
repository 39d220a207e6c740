"""Visitors as a whole: links to other browsers, and two visitors that turn out to be one."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from analyzer.store._tables import (
    DailyTryRow,
    DeviceLinkRow,
    DraftRow,
    PairRow,
    ReviewRow,
    TrainingRow,
)
from analyzer.store.connect import Part
from analyzer.store.reviews import QUEUE, review_key
from analyzer.store.training import KINDS

LIFETIME: Final = timedelta(minutes=10)
"""The time that a link works."""

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: none that is read as another one."""
_LENGTH: Final = 10
"""Of a code: fifty bits, so that nobody guesses one in ten minutes."""


class Visitors(Part):
    """Links from one browser of a visitor to another.

    >>> from analyzer.store import Store
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     code = store.visitors.link("Ann")
    ...     store.visitors.owner_of(code), store.visitors.use(code), store.visitors.use(code)
    ('Ann', 'Ann', None)
    """

    def link(self, owner: str) -> str:
        """A code that works once, for ten minutes; one made before works no more."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        with self._writing(f"link of {owner}") as session:
            now = self._now()
            session.execute(
                delete(DeviceLinkRow).where(
                    (DeviceLinkRow.owner == owner) | (DeviceLinkRow.until < now)
                )
            )
            session.add(DeviceLinkRow(owner=owner, code=_hash(code), until=now + LIFETIME))
        return code

    def owner_of(self, code: str) -> str | None:
        """Whose link has this code, while it works; the code may be any text."""
        works = DeviceLinkRow.code == _hash(code), DeviceLinkRow.until >= self._now()
        with self._reading() as session:
            return session.scalar(select(DeviceLinkRow.owner).where(*works))

    def use(self, code: str) -> str | None:
        """The same, and it works no more; of several at once one is given the owner."""
        used = delete(DeviceLinkRow).where(
            DeviceLinkRow.code == _hash(code), DeviceLinkRow.until >= self._now()
        )
        with self._writing() as session:
            return session.scalar(used.returning(DeviceLinkRow.owner))

    def hand_over(self, before: str, after: str) -> None:
        """Give one owner's reviews, drafts, seats and training to another, who keeps their own.

        Tries at puzzles are taken in by :meth:`analyzer.store.puzzles.Puzzles.take_in`.
        """
        changed = QUEUE, *(f"{kind} of {after}" for kind in ("drafts", *KINDS))
        with self._writing(*changed) as session:
            _hand_over_reviews(session, before, after)
            drafts = update(DraftRow).where(DraftRow.owner == before)
            session.execute(drafts.values(owner=after))
            _hand_over_daily(session, before, after)
            _hand_over_pairs(session, before, after)
            kept = select(TrainingRow.kind).where(TrainingRow.owner == after)
            training = update(TrainingRow).where(
                TrainingRow.owner == before, TrainingRow.kind.not_in(session.scalars(kept).all())
            )
            session.execute(training.values(owner=after))


def _hand_over_daily(session: Session, before: str, after: str) -> None:
    """Days that both have played stay with whoever played them: one try is one visitor's."""
    played = session.scalars(select(DailyTryRow.day).where(DailyTryRow.owner == after)).all()
    tries = update(DailyTryRow).where(DailyTryRow.owner == before, DailyTryRow.day.not_in(played))
    session.execute(tries.values(owner=after))


def _hand_over_pairs(session: Session, before: str, after: str) -> None:
    """Whoever has the other seat already has that one alone: nobody plays against themselves."""
    for mine, other in ((PairRow.host, PairRow.guest), (PairRow.guest, PairRow.host)):
        seats = update(PairRow).where(mine == before, or_(other.is_(None), other != after))
        session.execute(seats.values({mine: after}))


def _hand_over_reviews(session: Session, before: str, after: str) -> None:
    for row in session.scalars(select(ReviewRow).where(ReviewRow.owner == before)).all():
        key = review_key(after, row.record, row.seats, row.settings)
        same = select(ReviewRow.id).where(ReviewRow.key == key)
        # Whoever has asked for the same keeps both, this one under a key that nobody asks for.
        row.key = key if session.scalar(same) is None else review_key(after, row.id)
        row.owner, row.version = after, row.version + 1


def _hash(code: str) -> str:
    """A code as it is kept: however it was typed."""
    letters = code.upper().replace("O", "0").replace("I", "1").replace("L", "1")
    return sha256("".join(filter(str.isalnum, letters)).encode()).hexdigest()
