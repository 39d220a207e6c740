"""Opening a database: one engine for SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from analyzer.errors import InputError

BUSY_SECONDS = 15
"""How long a writer waits for another one before it gives up."""

READING = {"reading": True}
"""Execution options of a connection that only reads, so that it waits for no writer."""


def open_engine(url: str) -> Engine:
    """An engine for the database at a URL; raises InputError for one that cannot be used.

    >>> open_engine("mysql://localhost/gin")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: database URL: `mysql` is not supported; use sqlite or postgresql
    """
    parsed = _parse(url)
    if parsed.get_backend_name() == "sqlite":
        return _open_sqlite(parsed)
    try:
        return create_engine(parsed, pool_pre_ping=True)
    except ImportError as error:
        raise InputError(
            "the driver for PostgreSQL is not installed",
            where="database URL",
            hint="install ginsight with its extra `postgres`",
        ) from error


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise InputError(
            "this is not a database URL", where="database URL", hint="such as sqlite:///gin.db"
        ) from None
    name = parsed.drivername.partition("+")[0]
    if name in {"postgres", "postgresql"}:
        return parsed.set(drivername="postgresql+psycopg")
    if name == "sqlite":
        return parsed.set(drivername="sqlite")
    raise InputError(
        f"`{name}` is not supported", where="database URL", hint="use sqlite or postgresql"
    )


def _open_sqlite(url: URL) -> Engine:
    in_memory = url.database in {None, "", ":memory:"}
    # A database in memory lives in its one connection, which the threads take in turn.
    sizes: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if in_memory else {}
    engine = create_engine(
        url,
        poolclass=QueuePool,
        # The driver's own transactions would start too late: see `_begin`.
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": BUSY_SECONDS},
        **sizes,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        _write_ahead(cursor)
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute("PRAGMA foreign_keys = ON")
    finally:
        cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Switch to write-ahead mode, once for each file, so that readers never wait."""
    # The switch needs the file alone and does not wait for it: two first starts at once
    # meet here.
    for attempt in range(100):
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if attempt == 99:
                raise
            time.sleep(0.05)
        else:
            return


def _begin(connection: Connection) -> None:
    # Whoever will write says so at once: a reader that turns writer half-way is refused
    # without waiting when another one has written meanwhile.
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
