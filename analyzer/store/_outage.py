"""A database that cannot be used for a while: what callers are told, and one line in the log."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakKeyDictionary, WeakSet

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from analyzer.errors import InputError
from analyzer.store.errors import FullError, UnavailableError

_log = logging.getLogger("analyzer.store")

_SQLITE: Final = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB,
}  # fmt: skip
_DAMAGE: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_POSTGRES_FULL: Final = "53100"

_lock = threading.Lock()
_out: WeakKeyDictionary[Engine, bool] = WeakKeyDictionary()
"""Databases that were used, and whether they could not be the last time."""
met_with_damage: Final[WeakSet[Engine]] = WeakSet()
"""Databases of which something could not be read, until they are looked through again."""


@contextmanager
def watched(engine: Engine) -> Iterator[None]:
    """Raise UnavailableError for what a database cannot do now; log when that begins and ends."""
    try:
        yield
    except (DBAPIError, PoolTimeoutError, sqlite3.Error) as error:
        problem = _problem(error, engine)
        if problem is None:
            raise
        if is_damage(error):
            met_with_damage.add(engine)
        if _turned(engine, out=True):
            cause = damaged(engine, str(problem)) if is_damage(error) else problem
            _log.error("the database cannot be used: %s", cause)
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


def is_damage(error: Exception) -> bool:
    """True if an error says that a file is no database, or a broken one."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(cause, sqlite3.Error) and _code_of(cause) in _DAMAGE


def damaged(engine: Engine, finding: str) -> InputError:
    """Return what is said of a damaged database: what was found, and how to get rid of it."""
    return InputError(
        f"the database is damaged or cannot be read ({finding})",
        where=engine.url.render_as_string(),
        hint="restore it from a backup: `ginsight db restore FILE --replace`",
    )


def _code_of(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _problem(error: Exception, engine: Engine) -> UnavailableError | None:
    """Return what the database cannot do; None where the fault is not the database's."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    words = (str(cause).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, PoolTimeoutError):
        return UnavailableError("all connections are in use")
    if isinstance(cause, sqlite3.Error):
        code = _code_of(cause)
        if code == sqlite3.SQLITE_FULL:
            return FullError(words)
        return UnavailableError(words) if code in _SQLITE else None
    if getattr(cause, "sqlstate", None) == _POSTGRES_FULL:
        return FullError(words)
    is_down = isinstance(error, OperationalError | InterfaceError)
    return UnavailableError(words) if is_down else None
