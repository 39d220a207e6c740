"""Reviews that are kept, and the queue that they form for the workers.

A worker *holds* a review until a moment that it keeps moving on while it lives (a lease); what it
says of a review counts only while it holds it, so that two workers never write over each other.
The findings that reviews are made of are kept as they come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, cast

import msgspec
from sqlalchemy import ColumnElement, CursorResult, Select, and_, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from analyzer.review import Finding
from analyzer.review.journal import read_finding, write_finding
from analyzer.store._tables import FindingRow, ReviewRow
from analyzer.store.connect import Part, is_id, new_id


class Status(StrEnum):
    """Where a review stands."""

    QUEUED = "queued"
    """It waits for a worker."""
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    """Somebody stopped it; it can go on."""
    FAILED = "failed"

    @property
    def active(self) -> bool:
        """Whether more comes by itself."""
        return self in ACTIVE


ACTIVE: Final = (Status.QUEUED, Status.RUNNING)

BATCH: Final = 500
"""Keys asked for at once: SQLite takes no statement with too many values."""

TRIES: Final = 3
"""Workers that may die over a review, one after another and without getting on, before it is
given up: it may be what kills them."""

FATAL: Final = "The review stopped unexpectedly several times. This is our fault."


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """A review as it is asked for."""

    key: str
    """The same for the same owner, record, seats and settings; 64 characters at most."""
    owner: str
    title: str
    record: str
    """The text of the match."""
    hands: int
    settings: str
    seats: str
    decisions: int


@dataclass(frozen=True, slots=True)
class SavedReview:
    """A review as it is kept, without its report."""

    id: str
    asked: StoredRequest
    created: datetime
    status: Status
    done: int
    """Decisions judged."""
    problem: str | None
    shared: bool
    version: int
    """Grows with every change."""


class ReviewRows(Part):
    """All reviews; serves many threads and processes at once.

    >>> from analyzer.store import Store
    >>> asked = StoredRequest("key", "Ann", "A hand", "[Dealer \\"2\\"]", 1, "{}", "0", 12)
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     review = store.reviews.add(asked)
    ...     claimed = store.reviews.claim("a worker", timedelta(seconds=30))
    ...     claimed.id == review.id, store.reviews.claim("another", timedelta(seconds=30))
    (True, None)
    """

    def add(self, asked: StoredRequest) -> SavedReview:
        """Put a review into the queue; where its key is known, that one as it is."""
        if known := self.find(asked.key):
            return known
        try:
            with self._writing() as session:
                row = ReviewRow(
                    **asdict(asked), id=new_id(), created=self._now(), status=Status.QUEUED.value,
                    done=0, shared=False, tries=0, version=1,
                )  # fmt: skip
                session.add(row)
                return _saved(row)
        except IntegrityError:
            if (known := self.find(asked.key)) is None:
                raise
            return known

    def find(self, key: str) -> SavedReview | None:
        """The review with a key."""
        return self._one(ReviewRow.key == key)

    def load(self, ident: str) -> SavedReview | None:
        """The review with an id, which may be any text."""
        return self._one(ReviewRow.id == ident) if is_id(ident) else None

    def report(self, ident: str) -> str | None:
        """The report of a review, as it was given to `finish`."""
        if not is_id(ident):
            return None
        with self._reading() as session:
            return session.scalar(select(ReviewRow.report).where(ReviewRow.id == ident))

    def mine(self, owner: str) -> tuple[SavedReview, ...]:
        """All of an owner's, the newest first."""
        found = select(ReviewRow).where(ReviewRow.owner == owner)
        with self._reading() as session:
            rows = session.scalars(found.order_by(ReviewRow.created.desc(), ReviewRow.id))
            return tuple(_saved(row) for row in rows)

    def active(self, owner: str | None = None) -> int:
        """How many wait or run, of one owner or of all."""
        counted = select(func.count()).where(ReviewRow.status.in_(ACTIVE))
        if owner is not None:
            counted = counted.where(ReviewRow.owner == owner)
        with self._reading() as session:
            return session.scalar(counted) or 0

    def count(self, owner: str) -> int:
        """How many are kept of an owner, whatever their status."""
        with self._reading() as session:
            counted = select(func.count()).where(ReviewRow.owner == owner)
            return session.scalar(counted) or 0

    def prune(self, owners: str, age: timedelta) -> None:
        """Forget those older than `age` that are not active, of owners that begin so."""
        old = and_(ReviewRow.created < self._now() - age, ReviewRow.status.not_in(ACTIVE))
        with self._writing() as session:
            theirs = ReviewRow.owner.startswith(owners, autoescape=True)
            session.execute(delete(ReviewRow).where(old, theirs))

    def ahead(self, ident: str) -> int:
        """How many that wait or run come before a review that waits."""
        with self._reading() as session:
            waiting = _in_turn(ReviewRow.status == Status.QUEUED.value)
            ids = list(session.scalars(waiting.with_only_columns(ReviewRow.id)))
            running = select(func.count()).where(ReviewRow.status == Status.RUNNING.value)
            return (ids.index(ident) if ident in ids else 0) + (session.scalar(running) or 0)

    # ------------------------------------------------------------ what its reader may do

    def stop(self, ident: str) -> bool:
        """Take a review that waits or runs out of the queue; its worker may still say the last."""
        active = ReviewRow.status.in_(ACTIVE)
        return self._change(ident, active, status=Status.STOPPED.value, until=None)

    def again(self, ident: str) -> bool:
        """Put a review that is not active back into the queue, without its report."""
        return self._change(
            ident, ReviewRow.status.not_in(ACTIVE), status=Status.QUEUED.value, holder=None,
            until=None, report=None, problem=None, done=0, tries=0,
        )  # fmt: skip

    def share(self, ident: str, on: bool) -> bool:
        """Show a review to everybody who has its id, or no more."""
        return self._change(ident, shared=on)

    def forget(self, ident: str) -> bool:
        """Delete a review."""
        if not is_id(ident):
            return False
        with self._writing() as session:
            row = session.get(ReviewRow, ident)
            if row is not None:
                session.delete(row)
            return row is not None

    # ------------------------------------------------------------ what its worker may do

    def claim(self, holder: str, lease: timedelta) -> SavedReview | None:
        """The next review that nobody works on, now held by `holder`; None if there is none.

        Owners take turns: one's second review comes after the first ones of the others. A review
        over which several workers died without getting on is given up.
        """
        now = self._now()
        left = and_(ReviewRow.status == Status.RUNNING.value, ReviewRow.until < now)
        free = or_(ReviewRow.status == Status.QUEUED.value, left)
        with self._reading() as session:  # who finds nothing keeps no writer waiting
            if session.scalar(select(ReviewRow.id).where(free).limit(1)) is None:
                return None
        # SQLite lets one writer in at a time; PostgreSQL passes over what another one takes
        next_one = _in_turn(free).limit(1).with_for_update(skip_locked=True, of=ReviewRow)
        with self._writing() as session:
            while (row := session.scalars(next_one).one_or_none()) is not None:
                row.version += 1
                row.tries += row.status == Status.RUNNING.value
                if row.tries < TRIES:
                    row.status, row.holder, row.until = Status.RUNNING.value, holder, now + lease
                    return _saved(row)
                row.status, row.holder, row.until = Status.FAILED.value, None, None
                row.problem = FATAL
                session.flush()
            return None

    def renew(self, ident: str, holder: str, lease: timedelta, done: int) -> bool:
        """Hold a review for longer and tell how far it is; False where it is not held any more.

        It never goes back: who takes over comes past what the one before had judged in no time.
        """
        held = _held(ident, holder), ReviewRow.status == Status.RUNNING.value
        with self._writing() as session:
            kept = _rows(session, update(ReviewRow).where(*held).values(until=self._now() + lease))
            if kept:
                moved = update(ReviewRow).where(*held, ReviewRow.done < done)
                _rows(session, moved.values(done=done, tries=0, version=ReviewRow.version + 1))
            return kept > 0

    def let_go(self, ident: str, holder: str) -> bool:
        """Give a review back to the queue, for another worker."""
        return self._change(
            ident, _held(ident, holder), ReviewRow.status == Status.RUNNING.value,
            status=Status.QUEUED.value, holder=None, until=None,
        )  # fmt: skip

    def finish(
        self,
        ident: str,
        holder: str,
        status: Status,
        *,
        done: int,
        report: str | None = None,
        problem: str | None = None,
    ) -> bool:
        """Keep how a review ended; False where it is not held any more."""
        return self._change(
            ident, _held(ident, holder), status=status.value, done=done, report=report,
            problem=problem, holder=None, until=None,
        )  # fmt: skip

    def _one(self, condition: ColumnElement[bool]) -> SavedReview | None:
        with self._reading() as session:
            row = session.scalars(select(ReviewRow).where(condition)).one_or_none()
            return None if row is None else _saved(row)

    def _change(self, ident: str, *conditions: ColumnElement[bool], **values: Any) -> bool:
        if not is_id(ident):
            return False
        changed = update(ReviewRow).where(ReviewRow.id == ident, *conditions)
        with self._writing() as session:
            return _rows(session, changed.values(version=ReviewRow.version + 1, **values)) > 0


def _held(ident: str, holder: str) -> ColumnElement[bool]:
    return and_(ReviewRow.id == ident, ReviewRow.holder == holder)


def _rows(session: Session, change: Any) -> int:
    return cast(CursorResult[Any], session.execute(change)).rowcount


def _in_turn(condition: ColumnElement[bool]) -> Select[ReviewRow]:
    """Some reviews, by how many active ones their owner has before them, then by age."""
    other = aliased(ReviewRow)
    earlier = (
        select(func.count())
        .where(other.owner == ReviewRow.owner, other.status.in_(ACTIVE))
        .where(
            or_(
                other.created < ReviewRow.created,
                and_(other.created == ReviewRow.created, other.id < ReviewRow.id),
            )
        )
        .scalar_subquery()
    )
    return select(ReviewRow).where(condition).order_by(earlier, ReviewRow.created, ReviewRow.id)


def _saved(row: ReviewRow) -> SavedReview:
    asked = StoredRequest(
        **{field.name: getattr(row, field.name) for field in fields(StoredRequest)}
    )
    return SavedReview(
        row.id, asked, row.created, Status(row.status), row.done, row.problem, row.shared,
        row.version,
    )  # fmt: skip


# ---------------------------------------------------------------- what reviews are made of


class Findings(Part):
    """A `review.Journal` in the database: findings by their keys; for many threads at once."""

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
