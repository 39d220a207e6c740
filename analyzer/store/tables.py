"""The tables, as the program sees them; the migrations bring a database to this."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, MetaData, String, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

# Constraints with names can be changed by a later migration; SQLite would not name them.
NAMES = {
    "pk": "pk_%(table_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class Utc(TypeDecorator[datetime]):
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

    metadata = MetaData(naming_convention=NAMES)


class AnalysisRow(Base):
    """One answer of the engine, found by what was asked or by its share id."""

    __tablename__ = "analyses"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    id: Mapped[str] = mapped_column(String(32), unique=True)
    """Short and drawn at random: who has it may read, nobody can list or guess it."""
    created: Mapped[datetime] = mapped_column(Utc)
    view: Mapped[str] = mapped_column(Text)
    """JSON as text: the bytes that come out are those that went in."""
    answer: Mapped[str] = mapped_column(Text)
