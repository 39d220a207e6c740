"""The command `db`: the database of kept analyses."""

from __future__ import annotations

import click

from analyzer import resources
from analyzer.cli.common import JSON, answer
from analyzer.store import Store
from analyzer.store.migrate import head


@click.group(no_args_is_help=False)
def db() -> None:
    """The database of kept analyses."""


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
