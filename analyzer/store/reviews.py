"""Reviews that are kept, and the queue that they form for the workers.

A worker *holds* a review until a moment that it keeps moving on while it lives (a lease); what it
says of a review counts only while it holds it, so that two workers never write over each other.
The findings that reviews are made of are kept as they come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, cast

import msgspec
from sqlalchemy import ColumnElement, CursorResult, Row, and_, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from analyzer.review import Finding
from analyzer.review.journal import read_finding, write_finding
from analyzer.store._queue import QueuePlace, in_turn
from analyzer.store._tables import FindingRow, ReviewRow
from analyzer.store.connect import Part, is_id, new_id


class Status(StrEnum):
    """The standing of a review."""

    QUEUED = "queued"
    """It waits for a worker."""
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    """Somebody stopped it; it can go on."""
    FAILED = "failed"

    @property
    def active(self) -> bool:
        """True if more comes by itself."""
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
    source: str | None = None
    """The source of the request, as a mark; None where that is not known."""
    cost: int = 0
    """Worlds that it takes at most, over all its decisions."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """The number of reviews when one more is asked for."""

    mine: int
    """Of its owner that wait or run."""
    near: int
    """Of the same source that wait or run; 0 where that is not known."""
    all: int
    """Of all who wait or run."""
    kept: int
    """Of its owner, whatever their status."""


Admit = Callable[[Crowd], object]
"""Raises what it likes where one more is too many; then nothing has changed."""


@dataclass(frozen=True, slots=True)
class SavedReview:
    """A review as it is kept, without its report."""

    id: str
    request: StoredRequest
    created: datetime
    status: Status
    done: int
    """Decisions judged."""
    problem: str | None
    shared: bool
    version: int
    """Grows with every change."""
    nameless: bool = False
    """True if others see it without the players' names."""


def review_key(owner: str, *question: str) -> str:
    """The key of a review: a hash of whose it is and all that is asked."""
    return sha256("\0".join((owner, *question)).encode()).hexdigest()


class ReviewRows(Part):
    """All reviews; serves many threads and processes at once.

    >>> from analyzer.store import Store
    >>> request = StoredRequest("key", "Ann", "A hand", "[Dealer \\"2\\"]", 1, "{}", "0", 12)
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     review = store.reviews.add(request)
    ...     claimed = store.reviews.claim("a worker", timedelta(seconds=30))
    ...     claimed.id == review.id, store.reviews.claim("another", timedelta(seconds=30))
    (True, None)
    """

    def add(self, request: StoredRequest, admit: Admit = bool) -> SavedReview:
        """Put a review into the queue, if `admit` lets it; where its key is known, that one."""
        with self._writing(QUEUE) as session:
            known = session.scalars(select(ReviewRow).where(ReviewRow.key == request.key))
            row = known.one_or_none()
            if row is None:
                admit(_crowd(session, request.owner, request.source))
                row = ReviewRow(
                    **asdict(request), id=new_id(), created=self._now(), status=Status.QUEUED.value,
                    done=0, shared=False, nameless=False, tries=0, version=1,
                )  # fmt: skip
                session.add(row)
            return _saved(row)

    def take_in(
        self, request: StoredRequest, created: datetime, report: str | None, most: int
    ) -> bool:
        """Keep a review from elsewhere, with its report or as one that was stopped.

        False, with nothing changed, where its owner has asked for the same here, or has so many.
        """
        status = Status.STOPPED if report is None else Status.DONE
        with self._writing(QUEUE) as session:
            is_known = _number(session, ReviewRow.key == request.key) > 0
            if is_known or _number(session, ReviewRow.owner == request.owner) >= most:
                return False
            row = ReviewRow(
                **asdict(request), id=new_id(), created=min(created, self._now()),
                status=status.value, done=request.decisions if report else 0, report=report,
                shared=False, nameless=False, tries=0, version=1,
            )  # fmt: skip
            session.add(row)
            return True

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
        query = _ROW.where(ReviewRow.owner == owner)
        with self._looking() as connection:
            rows = connection.execute(query.order_by(ReviewRow.created.desc(), ReviewRow.id))
            return tuple(_saved(row) for row in rows)

    def active(self, among: Iterable[Status] = ACTIVE) -> int:
        """Return how many wait or run."""
        with self._reading() as session:
            return _number(session, ReviewRow.status.in_(tuple(among)))

    def prune(self, owners: str, age: timedelta) -> None:
        """Forget those older than `age` that are not active, of owners that begin so."""
        old = and_(ReviewRow.created < self._now() - age, ReviewRow.status.not_in(ACTIVE))
        with self._writing() as session:
            theirs = ReviewRow.owner.startswith(owners, autoescape=True)
            session.execute(delete(ReviewRow).where(old, theirs))

    def ahead(self, ident: str) -> int:
        """Return how many that wait or run come before a review that waits."""
        with self._reading() as session:
            places = [place.id for place in _places(session)]
            return places.index(ident) if ident in places else 0

    # ------------------------------------------------------------ what its reader may do

    def stop(self, ident: str) -> bool:
        """Take a review that waits or runs out of the queue; its worker may still say the last."""
        active = ReviewRow.status.in_(ACTIVE)
        return self._change(ident, active, status=Status.STOPPED.value, until=None)

    def again(self, ident: str, admit: Admit = bool) -> bool:
        """Put a review that is not active back into the queue, if `admit` lets it."""
        if not is_id(ident):
            return False
        with self._writing(QUEUE) as session:
            row = session.get(ReviewRow, ident, populate_existing=True)
            if row is None or row.status in ACTIVE:
                return False
            admit(_crowd(session, row.owner, row.source))
            row.status, row.holder, row.until = Status.QUEUED.value, None, None
            row.report, row.problem, row.done, row.tries = None, None, 0, 0
            row.version += 1
            return True

    def share(self, ident: str, on: bool, *, nameless: bool = False) -> bool:
        """Show a review to everybody who has its id, perhaps without names, or no more."""
        return self._change(ident, shared=on, nameless=nameless)

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
        with self._writing(QUEUE) as session:
            places = [place.id for place in _places(session)]
            rows = session.scalars(select(ReviewRow).where(free).with_for_update()).all()
            for row in sorted(rows, key=lambda row: places.index(row.id)):
                row.version += 1
                row.tries += row.status == Status.RUNNING.value
                if row.tries < TRIES:
                    row.status, row.holder, row.until = Status.RUNNING.value, holder, now + lease
                    return _saved(row)
                row.status, row.holder, row.until = Status.FAILED.value, None, None
                row.problem = FATAL
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
        with self._looking() as connection:
            row = connection.execute(_ROW.where(condition)).one_or_none()
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


QUEUE: Final = "the queue of reviews"
"""The lock of what one writer at a time changes."""


def _number(session: Session, *conditions: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).select_from(ReviewRow).where(*conditions)) or 0


def _crowd(session: Session, owner: str, source: str | None) -> Crowd:
    active, mine = ReviewRow.status.in_(ACTIVE), ReviewRow.owner == owner
    return Crowd(
        mine=_number(session, active, mine),
        near=0 if source is None else _number(session, active, ReviewRow.source == source),
        all=_number(session, active),
        kept=_number(session, mine),
    )


def _places(session: Session) -> list[QueuePlace]:
    """All that run, then all that wait, in their turn."""
    columns = [getattr(ReviewRow, field.name) for field in fields(QueuePlace)]
    active = select(ReviewRow.status, *columns).where(ReviewRow.status.in_(ACTIVE))
    statuses = {QueuePlace(*rest): status for status, *rest in session.execute(active)}
    return sorted(in_turn(statuses), key=lambda place: statuses[place] == Status.QUEUED)


_ROW: Final = select(*(column for column in ReviewRow.__table__.c if column.name != "report"))
"""A review without its report, as `_saved` reads it."""


def _saved(row: ReviewRow | Row[Any]) -> SavedReview:
    stored = StoredRequest(
        **{field.name: getattr(row, field.name) for field in fields(StoredRequest)}
    )
    return SavedReview(
        row.id, stored, row.created, Status(row.status), row.done, row.problem, row.shared,
        row.version, row.nameless,
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
                query = select(FindingRow.key, FindingRow.finding).where(some)
                rows.update((row.key, row.finding) for row in session.execute(query))
        decoded = {key: _decoded(text) for key, text in rows.items()}
        return {key: finding for key, finding in decoded.items() if finding is not None}

    def forget(self, keys: Sequence[str]) -> None:
        """Delete those under some keys; whoever needs one again finds it again."""
        with self._writing() as session:
            for begin in range(0, len(keys), BATCH):
                some = FindingRow.key.in_(keys[begin : begin + BATCH])
                session.execute(delete(FindingRow).where(some))

    def prune(self, age: timedelta) -> None:
        """Forget those older than `age`: reports do without them once they are made."""
        with self._writing() as session:
            session.execute(delete(FindingRow).where(FindingRow.created < self._now() - age))


def _decoded(text: str) -> Finding | None:
    try:
        return read_finding(text.encode())
    except (msgspec.MsgspecError, ValueError):
        return None
