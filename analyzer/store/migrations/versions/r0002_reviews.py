"""Reviews, the findings that they are made of, and drafts of records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the three tables."""
    _findings()
    _reviews()
    _drafts()


def _findings() -> None:
    op.create_table(
        "findings",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finding", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_findings"),
    )
    op.create_index("ix_findings_created", "findings", ["created"])


def _reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("title", sa.String(500), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("seats", sa.String(8), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("report", sa.Text(), nullable=True),
        sa.Column("holder", sa.String(80), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
        sa.UniqueConstraint("key", name="uq_reviews_key"),
    )
    op.create_index("ix_reviews_owner_created", "reviews", ["owner", "created"])
    op.create_index("ix_reviews_status_created", "reviews", ["status", "created"])


def _drafts() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_drafts"),
    )
    op.create_index("ix_drafts_owner_updated", "drafts", ["owner", "updated"])


def downgrade() -> None:
    """Drop them again."""
    for name in ("drafts", "reviews", "findings"):
        op.drop_table(name)
