"""Reviews that are shared without the players' names."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column: what was shared before keeps its names."""
    op.add_column(
        "reviews", sa.Column("nameless", sa.Boolean, nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Drop it again."""
    op.drop_column("reviews", "nameless")
