"""A discard is no longer called a throw, in the documents and answers that are kept.

Only whole JSON strings change: keys such as `my_throws`, words such as `throw`, actions such as
`throw Kd`. Records, and so drafts, have signs for what is done, and stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

DOCUMENTS = {
    "analyses": ("view", "answer"),
    "findings": ("finding",),
    "reviews": ("report",),
    "training": ("text",),
}
"""Columns of JSON, by table."""

TODAY = {"throw": "discard", "throws": "discards", "thrown": "discarded"}
BEFORE = {new: old for old, new in TODAY.items()}

Rename = Callable[[str], str]


def upgrade() -> None:
    """Write today's words."""
    _rename(TODAY)


def downgrade() -> None:
    """Write those of before."""
    _rename(BEFORE)


def _rename(words: dict[str, str]) -> None:
    choice = "|".join(words)
    # The quotes inside a string have a backslash before them: a name in a record is not touched.
    string = re.compile(rf'(?<!\\)"(my_|their_)?({choice})( [A2-9TJQK][cdhs])?"')

    def in_document(text: str) -> str:
        return string.sub(lambda m: f'"{m[1] or ""}{words[m[2]]}{m[3] or ""}"', text)

    def in_answer(text: str) -> str:
        return in_document(f'"{text}"')[1:-1]

    for table, columns in DOCUMENTS.items():
        for column in columns:
            _change(table, column, in_document)
    _change("puzzle_answers", "answer", in_answer)


def _change(name: str, column: str, rename: Rename) -> None:
    """Rename in every value of a column, one row at a time: a report may be long."""
    connection = op.get_bind()
    table = sa.Table(name, sa.MetaData(), autoload_with=connection)
    value, keys = table.c[column], tuple(table.primary_key)
    words = sa.or_(value.like("%throw%"), value.like("%discard%"))
    for key in connection.execute(sa.select(*keys).where(words)).all():
        row = sa.and_(*(part == known for part, known in zip(keys, key, strict=True)))
        text: str = connection.execute(sa.select(value).where(row)).scalar_one()
        connection.execute(sa.update(table).where(row).values({column: rename(text)}))
