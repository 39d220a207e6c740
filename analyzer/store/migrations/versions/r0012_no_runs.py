"""No searches that run: each server shows its own."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Drop the table where there is one."""
    op.drop_table("runs", if_exists=True)


def downgrade() -> None:
    """Make nothing: no version reads it."""
