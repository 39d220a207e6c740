"""The command `db`: the database, its backups, and whether it is sound."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from analyzer import resources
from analyzer.cli.common import JSON, answer
from analyzer.store import Store
from analyzer.store.backup import Contents
from analyzer.store.migrate import head

FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.group()
def db() -> None:
    """The database: bring it up to date, check it, back it up and restore it.

    All of it may be done while the server runs.
    """


@db.command("upgrade")
@JSON
def _upgrade(as_json: bool) -> None:
    """Bring the database to the tables of this version, making it where it is missing."""
    with Store.open(resources.database_url()) as store:
        store.upgrade()
    revision = head()
    answer(
        as_json,
        {"revision": revision},
        lambda console: console.print(f"The database is at revision {revision}."),
    )


@db.command("check")
@JSON
def _check(as_json: bool) -> None:
    """Look through the database and count what it holds; a damaged one is an error."""
    with Store.open(resources.database_url()) as store:
        contents = store.contents()
    answer(as_json, asdict(contents), lambda console: _show(console, "The database", contents))


@db.command("backup")
@FILE
@click.option("--replace", is_flag=True, help="Put it in the place of a file that is there.")
@JSON
def _backup(file: Path, replace: bool, as_json: bool) -> None:
    """Write everything in the database to FILE, as it is at this moment."""
    with Store.open(resources.database_url()) as store:
        contents = store.back_up(file, replace=replace)
    document = {"file": str(file), **asdict(contents)}
    answer(as_json, document, lambda console: _show(console, str(file), contents))


@db.command("restore")
@FILE
@click.option("--replace", is_flag=True, help="Put it in the place of what the database holds.")
@JSON
def _restore(file: Path, replace: bool, as_json: bool) -> None:
    """Fill the database from a backup in FILE; either all of it is restored, or nothing."""
    with Store.open(resources.database_url()) as store:
        contents = store.restore(file, replace=replace)
    document = {"file": str(file), **asdict(contents)}
    answer(as_json, document, lambda console: _show(console, "The database", contents))


def _show(console: Console, name: str, contents: Contents) -> None:
    held = ", ".join(f"{rows:,} {table.replace('_', ' ')}" for table, rows in contents.rows.items())
    console.print(f"{name} is sound, at revision {contents.revision or 'none'}: {held or 'empty'}.")
