"""Databases for tests: SQLite files, and a PostgreSQL server of our own where one is installed.

`GINSIGHT_TEST_POSTGRES` names a server that runs already; its other schemas are left alone.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url

SETTINGS = "-c listen_addresses= -c fsync=off -c max_connections=200 -k {folder}"


def _programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl`; None where PostgreSQL is not installed."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    path = installed[-1] if installed else shutil.which("initdb")
    return None if path is None or not _may_run() else Path(path).resolve().parent


def _may_run() -> bool:
    """Whether there is a user for the server, which refuses to run as root."""
    if os.geteuid() != 0:
        return True
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        return False
    return True


@contextmanager
def postgres_server() -> Iterator[str | None]:
    """The URL of a server that runs while this is held; None where there is none."""
    given, programs = os.environ.get("GINSIGHT_TEST_POSTGRES"), _programs()
    if given or programs is None:
        yield given
        return
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="ginsight-postgres-"))
    if user:
        shutil.chown(folder, user)

    def run(name: str, *arguments: str) -> None:
        command = [str(programs / name), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, user=user)

    try:
        run("initdb", "--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8")
        log = str(folder / "log")
        run("pg_ctl", "-w", "-l", log, "-o", SETTINGS.format(folder=folder), "start")
        yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
        run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def schema_of_its_own(url: str, name: str) -> Iterator[str]:
    """A schema beside what else is in that database."""
    parsed = make_url(url).set(drivername="postgresql+psycopg")
    _empty(parsed, name, f"CREATE SCHEMA {name}")
    within = parsed.update_query_dict({"options": f"-csearch_path={name}"})
    yield within.render_as_string(hide_password=False)
    _empty(parsed, name)


def _empty(url: URL, name: str, *then: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in (f"DROP SCHEMA IF EXISTS {name} CASCADE", *then):
            connection.execute(text(statement))
    engine.dispose()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server; skips the test where none is installed."""
    with postgres_server() as url:
        if url is None:
            pytest.skip("PostgreSQL is not installed")
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A database in a file that is not there yet."""
    return f"sqlite:///{(tmp_path / 'gin.db').as_posix()}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_url")
    else:
        server = request.getfixturevalue("postgres")
        with schema_of_its_own(server, f"ginsight_{os.getpid()}") as within:
            yield within
