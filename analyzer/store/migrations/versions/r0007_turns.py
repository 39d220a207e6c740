"""The order of reviews: where each was asked from, and how much work it is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns: no address, and no work, for reviews from before."""
    op.add_column("reviews", sa.Column("source", sa.String(80), nullable=True))
    op.add_column("reviews", sa.Column("cost", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop them again."""
    for name in ("source", "cost"):
        op.drop_column("reviews", name)
