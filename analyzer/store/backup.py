"""A copy of the whole database in one file, and back: the same file from SQLite and PostgreSQL.

A backup is an SQLite database with the tables of the version that made it. It is read in one
transaction, so it is of one moment, and the program goes on writing meanwhile.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from sqlalchemy import Connection, Engine, func, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError

from analyzer.errors import InputError, unwritable
from analyzer.notation.numbers import counted
from analyzer.store import migrate
from analyzer.store._outage import damaged, is_damage
from analyzer.store._tables import Base
from analyzer.store.connect import READING, open_engine

WRITTEN_BY_US = "name one that `ginsight db backup` has written"
_log = logging.getLogger(__name__)

AT_ONCE = 500
"""Rows carried at a time."""

CARRIED = Base.metadata.sorted_tables
"""The contents of a backup."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a database."""

    revision: str | None
    """Of its tables; None where it has none yet."""
    rows: Mapping[str, int]
    """The number of rows, by table."""


def back_up(engine: Engine, path: Path, *, replace: bool = False) -> Contents:
    """Write the database to a file that is there whole or not at all, for its owner only.

    Raises InputError where there is such a file already (unless `replace`), where it cannot be
    written, or where the database is damaged.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     source = open_engine(f"sqlite:///{folder}/gin.db")
    ...     migrate.upgrade(source)
    ...     saved = back_up(source, Path(folder, "monday.backup"))
    ...     source.dispose()
    >>> saved.rows["reviews"]
    0
    """
    if path.exists() and not replace:
        raise InputError("there is such a file", where=str(path), hint="name another, or --replace")
    contents_of(engine)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
    except OSError as error:
        raise unwritable(path, error) from None
    os.close(handle)
    draft = Path(name)
    try:
        with _file(draft) as copy:
            migrate.upgrade(copy)
            with engine.connect() as source, copy.begin() as target:
                _carry(_of_one_moment(source), target)
            contents = contents_of(copy)
        draft.replace(path)
    finally:
        for left in (draft, *(draft.with_name(draft.name + end) for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return contents


def restore(engine: Engine, path: Path, *, replace: bool = False) -> Contents:
    """Fill a database from a backup, in one transaction; tables of older versions are migrated.

    The file of a damaged SQLite database is set aside first. Raises InputError for a file that is
    no sound backup, or a database that holds something or is damaged (unless `replace`).
    """
    if not path.is_file():
        raise InputError(
            "there is no such file",
            where=str(path),
            hint=WRITTEN_BY_US,
        )
    with _working_copy(path) as copy:
        migrate.upgrade(copy)
        _set_damaged_aside(engine, replace=replace)
        migrate.upgrade(engine)
        with copy.connect() as source, engine.begin() as target:
            held = sum(_rows(target).values())
            if held and not replace:
                raise InputError(
                    f"the database holds {counted(held, 'row')}",
                    where=f"database {engine.url.render_as_string()}",
                    hint="restore into an empty one, or --replace what it holds",
                )
            for table in reversed(Base.metadata.sorted_tables):
                target.execute(table.delete())
            _carry(source, target)
            return Contents(migrate.head(), _rows(source))


def contents_of(engine: Engine) -> Contents:
    """Look through a database; raises InputError for one that is missing or damaged."""
    if (file := file_of(engine)) is not None and not file.exists():
        raise InputError(
            "there is no database yet", where=str(file), hint="the first `ginsight serve` makes it"
        )
    try:
        check(engine)
        with engine.connect().execution_options(**READING) as connection:
            return Contents(migrate.current(engine), _rows(connection))
    except DatabaseError as error:
        raise damaged(engine, str(error.orig).strip()) from error


def file_of(engine: Engine) -> Path | None:
    """The file of an SQLite database; None for another one, and for one in memory."""
    name = engine.url.database
    on_disk = engine.dialect.name == "sqlite" and name not in {None, "", ":memory:"}
    return Path(name) if on_disk and name else None


def check(engine: Engine) -> None:
    """Look through the pages of an SQLite database; raises InputError where one is damaged."""
    if engine.dialect.name != "sqlite":
        return
    try:
        with engine.connect().execution_options(**READING) as connection:
            finding = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    except DatabaseError as error:
        if is_damage(error):
            raise damaged(engine, str(error.orig).strip()) from error
        raise
    if finding != "ok":
        raise damaged(engine, " ".join(str(finding).split()))


def _set_damaged_aside(engine: Engine, *, replace: bool) -> None:
    """Give the file of a damaged database that is replaced another name: it is made anew."""
    file = file_of(engine)
    try:
        check(engine)
    except InputError:
        if file is None or not replace:
            raise
        engine.dispose()
        names = (file.with_name(f"{file.name}.damaged-{number}") for number in count(1))
        aside = next(name for name in names if not name.exists())
        for end in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                file.with_name(file.name + end).rename(aside.with_name(aside.name + end))
        _log.warning("the damaged database is kept as %s", aside)


def _rows(connection: Connection) -> dict[str, int]:
    there = set(inspect(connection).get_table_names())
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in CARRIED
        if table.name in there
    }


def _of_one_moment(source: Connection) -> Connection:
    """The connection, seeing the database as it is now until it is closed."""
    if source.dialect.name == "postgresql":
        return source.execution_options(isolation_level="REPEATABLE READ")
    return source.execution_options(**READING)


def _carry(source: Connection, target: Connection) -> None:
    for table in CARRIED:
        rows = source.execution_options(yield_per=AT_ONCE).execute(select(table))
        for some in rows.mappings().partitions():
            target.execute(table.insert(), [dict(row) for row in some])


@contextmanager
def _file(path: Path) -> Iterator[Engine]:
    engine = open_engine(URL.create("sqlite", database=str(path)).render_as_string())
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _working_copy(path: Path) -> Iterator[Engine]:
    """A copy that may be migrated, so that the backup stays as it is."""
    with tempfile.TemporaryDirectory(prefix="ginsight-") as folder:
        copy = Path(folder, "restored.db")
        shutil.copyfile(path, copy)
        with _file(copy) as engine:
            _check_backup(engine, path)
            yield engine


def _check_backup(engine: Engine, path: Path) -> None:
    """Raise InputError, of the file that was named, where a copy of it is none of ours."""
    problem = "this is no backup of a ginsight database"
    try:
        revision = contents_of(engine).revision
    except InputError:
        revision, problem = None, f"{problem}, or it is damaged"
    if revision is None:
        raise InputError(problem, where=str(path), hint=WRITTEN_BY_US)
