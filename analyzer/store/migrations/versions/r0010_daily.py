"""The deal of the day: what was fixed for each day, and a try for each visitor."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("rules", sa.String(80), nullable=False),
        sa.Column("bot", sa.String(80), nullable=False),
        sa.Column("engine", sa.String(80), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("line", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("day", name="pk_daily_deals"),
    )
    op.create_table(
        "daily_tries",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("ending", sa.String(40), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("day", "owner", name="pk_daily_tries"),
    )


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("daily_tries")
    op.drop_table("daily_deals")
