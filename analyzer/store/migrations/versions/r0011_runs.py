"""Searches that run, so that several servers can show them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "runs",
        sa.Column("number", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("holder", sa.String(80), nullable=True),
        sa.Column("beat", sa.Integer(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("share", sa.String(32), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("stopping", sa.Boolean(), nullable=False),
        sa.Column("watched", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_runs"),
        sa.UniqueConstraint("id", name="uq_runs_id"),
    )
    op.create_index("ix_runs_key", "runs", ["key"])
    op.create_index("ix_runs_holder", "runs", ["holder"])


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("runs")
