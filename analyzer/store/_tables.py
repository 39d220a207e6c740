"""The tables, as the program sees them; the migrations bring a database to this."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import BigInteger, Date, DateTime, Double, Index, MetaData, String, Text, false
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

# Constraints with names can be changed by a later migration; SQLite would not name them.
_NAMES = {
    "pk": "pk_%(table_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class _Utc(TypeDecorator[datetime]):
    """A moment in UTC, aware on both sides; SQLite by itself forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database; ValueError for a moment without a zone."""
        if value is not None and value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """From the database."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class Base(DeclarativeBase):
    """The parent of all tables."""

    metadata = MetaData(naming_convention=_NAMES)


class AnalysisRow(Base):
    """One answer of the engine, found by what was asked or by its share id."""

    __tablename__ = "analyses"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    id: Mapped[str] = mapped_column(String(32), unique=True)
    """Short and drawn at random: who has it may read, nobody can list or guess it."""
    created: Mapped[datetime] = mapped_column(_Utc)
    view: Mapped[str] = mapped_column(Text)
    """JSON as text: the bytes that come out are those that went in."""
    answer: Mapped[str] = mapped_column(Text)


class FindingRow(Base):
    """The engine's finding on one decision of a review, without loss."""

    __tablename__ = "findings"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    """`analyzer.review.journal.key_of`: the decision, the settings, all versions."""
    created: Mapped[datetime] = mapped_column(_Utc, index=True)
    finding: Mapped[str] = mapped_column(Text)
    """JSON, of `write_finding`."""


class ReviewRow(Base):
    """A review that somebody asked for: the question, how far it is, and its report."""

    __tablename__ = "reviews"
    __table_args__ = (Index(None, "owner", "created"), Index(None, "status", "created"))

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    """Short and drawn at random, as an analysis' is."""
    key: Mapped[str] = mapped_column(String(64), unique=True)
    """A hash of owner, record, seats and settings: the same question is the same review."""
    owner: Mapped[str] = mapped_column(String(80))
    created: Mapped[datetime] = mapped_column(_Utc)
    title: Mapped[str] = mapped_column(String(500))
    record: Mapped[str] = mapped_column(Text)
    """The text of the match."""
    hands: Mapped[int]
    settings: Mapped[str] = mapped_column(Text)
    """JSON."""
    seats: Mapped[str] = mapped_column(String(8))
    """Such as "0", "1" or "01"."""
    status: Mapped[str] = mapped_column(String(16))
    done: Mapped[int]
    decisions: Mapped[int]
    problem: Mapped[str | None] = mapped_column(Text)
    shared: Mapped[bool]
    report: Mapped[str | None] = mapped_column(Text, deferred=True)
    """JSON, of `write_report`."""
    holder: Mapped[str | None] = mapped_column(String(80))
    """Which worker has it; None where none does."""
    until: Mapped[datetime | None] = mapped_column(_Utc)
    """The time from which another worker may take it over."""
    tries: Mapped[int]
    """The number of workers that have died over it without getting on."""
    version: Mapped[int]
    """Grows with every change."""
    source: Mapped[str | None] = mapped_column(String(80))
    """The source of the request, as a mark that nobody can read an address from."""
    cost: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """Worlds that it takes at most."""
    nameless: Mapped[bool] = mapped_column(server_default=false())
    """True if others see it without the players' names."""


class DraftRow(Base):
    """A record that is being entered."""

    __tablename__ = "drafts"
    __table_args__ = (Index(None, "owner", "updated"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(String(80))
    created: Mapped[datetime] = mapped_column(_Utc)
    updated: Mapped[datetime] = mapped_column(_Utc)
    text: Mapped[str] = mapped_column(Text)


class PuzzleTryRow(Base):
    """One visitor's first try at one puzzle, and what came of later ones."""

    __tablename__ = "puzzle_tries"
    __table_args__ = (Index(None, "owner", "number"),)

    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(32), primary_key=True)
    began: Mapped[datetime] = mapped_column(_Utc)
    hinted: Mapped[bool]
    """True if a hint was asked for before the last answer."""
    number: Mapped[int | None]
    """Which of the owner's puzzles it was, from 1; None until it is finished."""
    finished: Mapped[datetime | None] = mapped_column(_Utc)
    day: Mapped[date | None] = mapped_column(Date)
    """The day whose puzzle it was, where it was finished on that day by the owner's own date."""
    credit: Mapped[float | None] = mapped_column(Double)
    rated: Mapped[bool]
    rating: Mapped[float | None] = mapped_column(Double)
    """The owner's after it; the next two likewise."""
    deviation: Mapped[float | None] = mapped_column(Double)
    volatility: Mapped[float | None] = mapped_column(Double)
    again: Mapped[int]
    """Tries after the first one."""
    again_credit: Mapped[float | None] = mapped_column(Double)
    """Of the last of them."""
    again_at: Mapped[datetime | None] = mapped_column(_Utc)
    stability: Mapped[float | None] = mapped_column(Double)
    """This and the next three are a `puzzles.again.Memory`; None where nothing was missed."""
    difficulty: Mapped[float | None] = mapped_column(Double)
    reviewed: Mapped[date | None] = mapped_column(Date)
    due: Mapped[date | None] = mapped_column(Date)


class PuzzleAnswerRow(Base):
    """The first answer of a visitor to a step of a puzzle: there is no second one."""

    __tablename__ = "puzzle_answers"
    __table_args__ = (Index(None, "puzzle", "step"),)

    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(32), primary_key=True)
    step: Mapped[int] = mapped_column(primary_key=True)
    answer: Mapped[str] = mapped_column(String(200))
    credit: Mapped[float] = mapped_column(Double)
    created: Mapped[datetime] = mapped_column(_Utc)
    imported: Mapped[bool]
    """From a file, so that it tells nothing of how others answered."""


class PuzzleRatingRow(Base):
    """The difficulty that a puzzle has turned out to have; none for one that nobody was rated
    on."""

    __tablename__ = "puzzle_ratings"

    puzzle: Mapped[str] = mapped_column(String(32), primary_key=True)
    rating: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    tries: Mapped[int]


class PuzzleDisputeRow(Base):
    """The objection of a visitor to a puzzle's answer; one from each."""

    __tablename__ = "puzzle_disputes"

    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(32), primary_key=True)
    created: Mapped[datetime] = mapped_column(_Utc)
    text: Mapped[str] = mapped_column(Text)


class TrainingRow(Base):
    """The stored training of a visitor: one text of each kind."""

    __tablename__ = "training"

    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    version: Mapped[int]
    """Counts the changes, so that of two at once the later one is refused."""
    updated: Mapped[datetime] = mapped_column(_Utc)
    text: Mapped[str] = mapped_column(Text)


class DailyDealRow(Base):
    """The facts fixed for a day's deal before the day; later the engine's own line."""

    __tablename__ = "daily_deals"

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    rules: Mapped[str] = mapped_column(String(80))
    bot: Mapped[str] = mapped_column(String(80))
    engine: Mapped[str] = mapped_column(String(80))
    seal: Mapped[str] = mapped_column(String(64))
    line: Mapped[str | None] = mapped_column(Text)
    """The text of a game."""


class DailyTryRow(Base):
    """A visitor's one try at a day's deal."""

    __tablename__ = "daily_tries"

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    began: Mapped[datetime] = mapped_column(_Utc)
    points: Mapped[int | None]
    """The owner's in the hand; None until it is over."""
    ending: Mapped[str] = mapped_column(String(40))
    counted: Mapped[bool]
    """True if it is compared with: not where it came from a file."""


class PairRow(Base):
    """A table for two people: an invitation, and the game once it is accepted."""

    __tablename__ = "pairs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    """Drawn at random, as an analysis' is: who has it may sit down, once."""
    host: Mapped[str] = mapped_column(String(80), index=True)
    guest: Mapped[str | None] = mapped_column(String(80), index=True)
    version: Mapped[int]
    """Counts the changes, so that of two at once the later one is refused."""
    updated: Mapped[datetime] = mapped_column(_Utc)
    text: Mapped[str] = mapped_column(Text)
    """The host's seat."""


class DeviceLinkRow(Base):
    """A link by which another browser becomes the same visitor; one for each, the latest."""

    __tablename__ = "device_links"

    owner: Mapped[str] = mapped_column(String(80), primary_key=True)
    code: Mapped[str] = mapped_column(String(64), unique=True)
    """A hash of it, so that who reads the database cannot use it."""
    until: Mapped[datetime] = mapped_column(_Utc)
