"""Tables for two people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "pairs",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("host", sa.String(80), nullable=False),
        sa.Column("guest", sa.String(80), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pairs"),
    )
    op.create_index("ix_pairs_host", "pairs", ["host"])
    op.create_index("ix_pairs_guest", "pairs", ["guest"])


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("pairs")
