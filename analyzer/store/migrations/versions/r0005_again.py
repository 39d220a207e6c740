"""The time at which a missed puzzle comes again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

COLUMNS = {"stability": sa.Double, "difficulty": sa.Double, "reviewed": sa.Date, "due": sa.Date}
"""Of tries that were missed before, they follow from the rest."""


def upgrade() -> None:
    """Add the columns, empty."""
    for name, kind in COLUMNS.items():
        op.add_column("puzzle_tries", sa.Column(name, kind(), nullable=True))


def downgrade() -> None:
    """Drop them again."""
    for name in COLUMNS:
        op.drop_column("puzzle_tries", name)
