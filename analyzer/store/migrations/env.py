"""The environment that Alembic runs around the migrations; the connection comes from
`migrate.py`."""

from __future__ import annotations

from alembic import context

from analyzer.store._tables import Base


def run() -> None:
    """Run the migrations on the connection that the configuration carries."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Base.metadata,
        render_as_batch=True,
    )
    context.run_migrations()


# Alembic loads this file under a name of its own, and only then is there a context.
if not __name__.startswith("analyzer."):
    run()
