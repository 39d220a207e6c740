"""No searches that run: each server shows its own."""

from __future__ import annotations

from importlib import import_module

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Drop the table."""
    op.drop_table("runs")


def downgrade() -> None:
    """Make it again, as the revision before did."""
    import_module("analyzer.store.migrations.versions.r0011_runs").upgrade()
