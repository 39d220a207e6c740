"""Tries at puzzles, how hard these are, and what is said against them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the four tables."""
    _tries()
    _answers()
    _ratings()
    _disputes()


def _tries() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("credit", sa.Double(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("deviation", sa.Double(), nullable=True),
        sa.Column("volatility", sa.Double(), nullable=True),
        sa.Column("again", sa.Integer(), nullable=False),
        sa.Column("again_credit", sa.Double(), nullable=True),
        sa.Column("again_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("owner", "puzzle", name="pk_puzzle_tries"),
    )
    op.create_index("ix_puzzle_tries_owner_number", "puzzle_tries", ["owner", "number"])


def _answers() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(200), nullable=False),
        sa.Column("credit", sa.Double(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "puzzle", "step", name="pk_puzzle_answers"),
    )
    op.create_index("ix_puzzle_answers_puzzle_step", "puzzle_answers", ["puzzle", "step"])


def _ratings() -> None:
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )


def _disputes() -> None:
    op.create_table(
        "puzzle_disputes",
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "puzzle", name="pk_puzzle_disputes"),
    )


def downgrade() -> None:
    """Drop them again."""
    for name in ("puzzle_disputes", "puzzle_ratings", "puzzle_answers", "puzzle_tries"):
        op.drop_table(name)
