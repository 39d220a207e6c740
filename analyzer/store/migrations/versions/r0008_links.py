"""Links that make another browser the same visitor."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "device_links",
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("owner", name="pk_device_links"),
        sa.UniqueConstraint("code", name="uq_device_links_code"),
    )


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("device_links")
