"""Bringing a database to the tables of this version, by the migrations in the package.

An empty one gets the tables as they are now. Alembic, whose loading and whose dozen steps are a
fifth of a server's start, is loaded where there are older ones.
"""

from __future__ import annotations

from functools import cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, func, inspect, select
from sqlalchemy.exc import DatabaseError, OperationalError

from analyzer.errors import InputError
from analyzer.store._outage import damaged, is_damage
from analyzer.store._tables import Base
from analyzer.store.connect import READING

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 0x67696E
"""Any number of our own: the name of the lock for PostgreSQL."""

MIGRATIONS = Path(__file__).parent / "migrations"
_VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""The table in which Alembic keeps the revision."""


def config() -> Config:
    """Alembic's configuration; needs no file beside it, so that it works from a wheel."""
    from alembic.config import Config  # noqa: PLC0415  # see above

    made = Config()
    # Alembic expands percent signs in options.
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


def upgrade(engine: Engine) -> None:
    """Run the migrations that are missing, in one transaction.

    Processes that start together wait for each other, and the later ones find the work
    done. Raises InputError for a database that cannot be opened, that is damaged, or that a
    newer version has changed.
    """
    try:
        with engine.begin() as connection:  # on SQLite this already shuts other writers out
            if connection.dialect.name == "postgresql":
                connection.connection.driver_connection.patience = inf  # type: ignore[union-attr]
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            _run(connection)
    except DatabaseError as error:
        if is_damage(error):
            raise damaged(engine, str(error.orig).strip()) from error
        if not isinstance(error, OperationalError):
            raise
        raise InputError(
            f"it cannot be opened or changed ({str(error.orig).strip()})",
            where=f"database {engine.url.render_as_string()}",
            hint="check that it runs and that you may write there, or set GINSIGHT_DATABASE_URL",
        ) from error


def _run(connection: Connection) -> None:
    revision = _revision(connection)
    if revision == head():
        return
    if revision is None and not inspect(connection).get_table_names():
        Base.metadata.create_all(connection)
        _VERSION.create(connection, checkfirst=True)
        connection.execute(_VERSION.insert().values(version_num=head()))
        return
    from alembic import command  # noqa: PLC0415  # see above
    from alembic.util import CommandError  # noqa: PLC0415

    carrying = config()
    carrying.attributes["connection"] = connection
    try:
        command.upgrade(carrying, "head")
    except CommandError as error:
        raise InputError(
            f"the database was made by another version of ginsight ({error})",
            where="database",
            hint="update ginsight, open what is older than 0.1.0 with 0.3 first, or give another "
            "GINSIGHT_DATABASE_URL",
        ) from error


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSION.name):
        return None
    revision: str | None = connection.execute(select(_VERSION.c.version_num)).scalar()
    return revision


def current(engine: Engine) -> str | None:
    """The revision that the database is at; None for an empty one."""
    with engine.connect().execution_options(**READING) as connection:
        return _revision(connection)


@cache
def head() -> str | None:
    """The newest revision that this version knows.

    >>> len(head())  # four digits, such as 0004
    4
    """
    revisions = (MIGRATIONS / "versions").glob("r[0-9]*.py")
    return max((path.name[1:5] for path in revisions), default=None)
