"""The tables as version 0.1.0 left them: no database that is opened is older."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from analyzer.store._tables import Base

revision = "0006"
down_revision = None

_TABLES = sa.MetaData(naming_convention=Base.metadata.naming_convention)
_TEXT, _WHOLE, _FLAG, _DAY = sa.Text(), sa.Integer(), sa.Boolean(), sa.Date()
_REAL: sa.Double[float] = sa.Double()
_MOMENT = sa.DateTime(timezone=True)
_WORD, _ID, _HASH, _OWNER = sa.String(16), sa.String(32), sa.String(64), sa.String(80)


def _table(name: str, keys: dict[str, Any], rest: dict[str, Any], *parts: Any) -> None:
    """A table: its primary key, and its other columns, those that may be null in a tuple."""
    columns = [sa.Column(key, kind, primary_key=True) for key, kind in keys.items()]
    for column, kind in rest.items():
        nullable = isinstance(kind, tuple)
        columns.append(sa.Column(column, kind[0] if nullable else kind, nullable=nullable))
    sa.Table(name, _TABLES, *columns, *parts)


_table(
    "analyses", {"key": _HASH},
    {"id": _ID, "created": _MOMENT, "view": _TEXT, "answer": _TEXT}, sa.UniqueConstraint("id"),
)  # fmt: skip
_table(
    "findings", {"key": _HASH}, {"created": _MOMENT, "finding": _TEXT}, sa.Index(None, "created")
)
_table(
    "reviews", {"id": _ID},
    {
        "key": _HASH, "owner": _OWNER, "created": _MOMENT, "title": sa.String(500),
        "record": _TEXT, "hands": _WHOLE, "settings": _TEXT, "seats": sa.String(8),
        "status": _WORD, "done": _WHOLE, "decisions": _WHOLE, "problem": (_TEXT,),
        "shared": _FLAG, "report": (_TEXT,), "holder": (_OWNER,), "until": (_MOMENT,),
        "tries": _WHOLE, "version": _WHOLE,
    },
    sa.UniqueConstraint("key"), sa.Index(None, "owner", "created"),
    sa.Index(None, "status", "created"),
)  # fmt: skip
_table(
    "drafts", {"id": _ID},
    {"owner": _OWNER, "created": _MOMENT, "updated": _MOMENT, "text": _TEXT},
    sa.Index(None, "owner", "updated"),
)  # fmt: skip
_table(
    "puzzle_tries", {"owner": _OWNER, "puzzle": _ID},
    {
        "began": _MOMENT, "hinted": _FLAG, "number": (_WHOLE,), "finished": (_MOMENT,),
        "day": (_DAY,), "credit": (_REAL,), "rated": _FLAG, "rating": (_REAL,),
        "deviation": (_REAL,), "volatility": (_REAL,), "again": _WHOLE, "again_credit": (_REAL,),
        "again_at": (_MOMENT,), "stability": (_REAL,), "difficulty": (_REAL,),
        "reviewed": (_DAY,), "due": (_DAY,),
    },
    sa.Index(None, "owner", "number"),
)  # fmt: skip
_table(
    "puzzle_answers", {"owner": _OWNER, "puzzle": _ID, "step": _WHOLE},
    {"answer": sa.String(200), "credit": _REAL, "created": _MOMENT, "imported": _FLAG},
    sa.Index(None, "puzzle", "step"),
)  # fmt: skip
_table(
    "puzzle_ratings", {"puzzle": _ID},
    {"rating": _REAL, "deviation": _REAL, "volatility": _REAL, "tries": _WHOLE},
)  # fmt: skip
_table("puzzle_disputes", {"owner": _OWNER, "puzzle": _ID}, {"created": _MOMENT, "text": _TEXT})
_table(
    "training", {"owner": _OWNER, "kind": _WORD},
    {"version": _WHOLE, "updated": _MOMENT, "text": _TEXT},
)  # fmt: skip


def upgrade() -> None:
    """Make the tables."""
    _TABLES.create_all(op.get_bind())


def downgrade() -> None:
    """Drop them again."""
    _TABLES.drop_all(op.get_bind())
