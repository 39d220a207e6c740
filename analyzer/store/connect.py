"""Opening a database, SQLite or PostgreSQL, and what each part of the store shares."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session
from sqlalchemy.pool import QueuePool

from analyzer.errors import InputError
from analyzer.store._outage import watched

BUSY_SECONDS = 15
"""The time that a writer waits for another one before it gives up."""

STATEMENT_SECONDS = 20
"""The time that PostgreSQL may work on one statement; a migration may take longer."""

POOL_SECONDS = 4
"""The time that a request waits for a connection to PostgreSQL."""

ID_BYTES = 9
"""Random bytes of an id: twelve characters that nobody guesses."""

LONGEST_ID = 80

READING = {"reading": True}
"""Execution options of a connection that only reads, so that it waits for no writer."""


def open_engine(url: str | URL, *, alone: bool = False) -> Engine:
    """An engine for the database at a URL; raises InputError for one that cannot be used.

    One `alone` has a single connection to SQLite.

    >>> open_engine("mysql://localhost/gin")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: database URL: `mysql` is not supported; use sqlite or postgresql
    """
    parsed = checked_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _open_sqlite(parsed, alone=alone)
    try:
        engine = create_engine(
            parsed,
            pool_pre_ping=True,
            hide_parameters=True,  # they name visitors, and errors are logged
            pool_timeout=POOL_SECONDS,
            connect_args={"connect_timeout": POOL_SECONDS},
        )
    except ImportError as error:
        raise InputError(
            "the driver for PostgreSQL is not installed",
            where="database URL",
            hint="install ginsight with the extra `postgres`",
        ) from error
    from analyzer.store import _postgres  # noqa: PLC0415  # its driver may not be installed

    _postgres.bind(engine)
    event.listen(engine, "connect", _bound)
    return engine


def _bound(connection: Any, _record: object) -> None:
    """Let no statement of ours hold a request for long, whatever the database is busy with."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = {1000 * STATEMENT_SECONDS}")
        cursor.execute(f"SET lock_timeout = {1000 * BUSY_SECONDS}")
    connection.commit()


def checked_url(url: str | URL) -> URL:
    """A database URL with its driver; raises InputError for one that cannot be used."""
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


def _open_sqlite(url: URL, *, alone: bool) -> Engine:
    in_memory = url.database in {None, "", ":memory:"}
    # A database in memory lives in its one connection, which the threads take in turn.
    sizes: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if in_memory or alone else {}
    engine = create_engine(
        url,
        poolclass=QueuePool,
        hide_parameters=True,  # as above
        # The driver's own transactions would start too late: see `_begin`.
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": BUSY_SECONDS},
        **sizes,
    )
    if not in_memory and url.database is not None and not url.database.startswith("file:"):
        event.listen(engine, "do_connect", lambda *_: _make_private(Path(str(url.database))))
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _make_private(path: Path) -> None:
    """Make a database's file for its owner alone, where it is not there yet.

    SQLite gives its journals the rights of the database. A file that is there keeps its own.
    """
    if path.parent.is_dir():
        with suppress(OSError):  # SQLite says what is wrong
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


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


def new_id() -> str:
    """A random id that fits into a URL."""
    return secrets.token_urlsafe(ID_BYTES)


def is_id(text: str) -> bool:
    """True if a text can be an id; another one is what a database would refuse as text.

    >>> is_id("aZ_-09"), is_id("a\\0b"), is_id("")
    (True, False, False)
    """
    return 0 < len(text) <= LONGEST_ID and text.isascii() and text.isprintable()


class Part:
    """A part of the store, over the same database."""

    def __init__(self, engine: Engine, now: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = now

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        """A session that waits for no writer; raises UnavailableError, as `_writing` does."""
        with watched(self._engine), Session(self._engine) as session:
            session.connection(execution_options=READING)
            yield session

    @contextmanager
    def _looking(self) -> Iterator[Connection]:
        """A connection that reads columns, as `_reading` does rows, in a third of the time."""
        with watched(self._engine), self._engine.connect() as connection:
            yield connection.execution_options(**READING)

    @contextmanager
    def _writing(self, *alone: str) -> Iterator[Session]:
        """A session whose changes are kept together at its end, or none of them.

        Of those who name the same thing `alone` one writes at a time, so that what it reads holds
        until it has written. SQLite lets in one writer at a time anyway.
        """
        with watched(self._engine), Session(self._engine) as session, session.begin():
            if self._engine.dialect.name == "postgresql":
                for number in sorted(map(_lock_number, alone)):  # all in one order: no deadlock
                    session.execute(select(func.pg_advisory_xact_lock(number)))
            yield session


def _lock_number(name: str) -> int:
    """A number for a lock by name; two names with the same one only wait for each other."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], signed=True)
