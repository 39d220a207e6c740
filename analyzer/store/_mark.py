"""Marks of a database, by which it is known that nothing in it has changed."""

from __future__ import annotations

from collections.abc import Hashable

from sqlalchemy import Engine

from analyzer.store.connect import READING, open_engine


def watcher_of(engine: Engine) -> Engine | None:
    """An engine over the same database to ask for marks: in SQLite, one connection of its own.

    None for a database in memory, which no second connection sees.
    """
    if engine.dialect.name == "postgresql":
        return engine
    in_memory = engine.url.database in {None, "", ":memory:"}
    return None if in_memory else open_engine(engine.url, alone=True)


def mark_of(watcher: Engine) -> Hashable:
    """A mark of all data: while it is the same, no process has changed any.

    PostgreSQL names the transactions that are seen. SQLite tells a connection how often others have
    written, so the one that asks never writes.
    """
    postgres = watcher.dialect.name == "postgresql"
    query = "SELECT pg_current_snapshot()::text" if postgres else "PRAGMA data_version"
    with watcher.connect() as connection:
        counts = None if postgres else connection.info.setdefault("counts", object())
        seen = connection.execution_options(**READING).exec_driver_sql(query)
        return counts, str(seen.scalar())
