"""A database that cannot be used for a while: what callers are told, and one line in the log."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from analyzer.store.errors import FullError, UnavailableError

_log = logging.getLogger("analyzer.store")

_SQLITE: Final = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB,
}  # fmt: skip
_POSTGRES_FULL: Final = "53100"

_lock = threading.Lock()
_out: WeakKeyDictionary[Engine, bool] = WeakKeyDictionary()
"""Databases that were used, and whether they could not be the last time."""


@contextmanager
def watched(engine: Engine) -> Iterator[None]:
    """Raise UnavailableError for what a database cannot do now; log when that begins and ends."""
    try:
        yield
    except (DBAPIError, PoolTimeoutError, sqlite3.Error) as error:
        problem = _problem(error, engine)
        if problem is None:
            raise
        if _turned(engine, out=True):
            _log.error("the database cannot be used: %s", problem)
        raise problem from None
    if _turned(engine, out=False):
        _log.warning("the database can be used again")


def _turned(engine: Engine, *, out: bool) -> bool:
    """Note whether a database can be used; whether that is news."""
    if _out.get(engine, False) == out:
        return False
    with _lock:
        before, _out[engine] = _out.get(engine, False), out
    return before != out


def _problem(error: Exception, engine: Engine) -> UnavailableError | None:
    """What the database cannot do; None where the fault is not the database's."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    words = (str(cause).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, PoolTimeoutError):
        return UnavailableError("all connections are in use")
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return FullError(words)
        return UnavailableError(words) if code in _SQLITE else None
    if getattr(cause, "sqlstate", None) == _POSTGRES_FULL:
        return FullError(words)
    is_down = isinstance(error, OperationalError | InterfaceError)
    return UnavailableError(words) if is_down else None
