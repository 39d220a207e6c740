"""Searches that run, once shown by several servers: 0012 drops the table that this made."""

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make nothing."""


def downgrade() -> None:
    """Drop nothing."""
