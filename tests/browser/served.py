"""Where the pages of browser tests come from: a server, or two that share their work.

With `GINSIGHT_TEST_PAIR` set every server is a pair over one PostgreSQL behind a proxy that sends
each request to the next of them: `GINSIGHT_TEST_PAIR=1 bash tests/run.sh tests/browser`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol

import pytest
from flask import Flask

from analyzer.web import ServerSettings, create_app, entrance
from analyzer.web.serve import Server
from tests.databases import schema_of_its_own
from tests.round_robin import round_robin
from tests.web.scripted import Script, settings_in

PAIR: Final = "GINSIGHT_TEST_PAIR"
ONE_SERVER: Final = pytest.mark.skipif(
    bool(os.environ.get(PAIR)), reason="each of two servers has a table of its own"
)
_NUMBERS = count()


@dataclass(frozen=True)
class Running:
    """Where an application answers, and the application: twice where it is a pair."""

    url: str
    apps: tuple[Flask, ...]


class Served(Protocol):
    """Runs an application while it is held."""

    def __call__(self, settings: ServerSettings, **parts: Any) -> AbstractContextManager[Running]:
        """`parts` are those of `create_app`: engine, book, archive."""


@contextmanager
def alone(settings: ServerSettings, **parts: Any) -> Iterator[Running]:
    """One server, with threads for one browser."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entrance, "LINE", 8)
        server = Server(create_app(replace(settings, threads=16), **parts), port=0)
    with server:
        yield Running(server.url, (server.app,))


@contextmanager
def pair(postgres: str, settings: ServerSettings, **parts: Any) -> Iterator[Running]:
    """Two servers over one database, whatever database the settings name."""
    with ExitStack() as running:
        schema = f"browser_{os.getpid()}_{next(_NUMBERS)}"
        database = running.enter_context(schema_of_its_own(postgres, schema))
        both = replace(settings, database_url=database)
        servers = [
            running.enter_context(Server(create_app(both, **parts), port=0)) for _ in range(2)
        ]
        port = running.enter_context(round_robin([server.address[1] for server in servers]))
        yield Running(f"http://127.0.0.1:{port}", tuple(server.app for server in servers))


@dataclass
class House:
    """A server that deals what a test asks for."""

    url: str = ""
    deal: int = 0

    def randbits(self, bits: int) -> int:
        """As `secrets.randbits`, for the pages that deal."""
        return self.deal


@contextmanager
def dealing(served: Served, folder: Path, pages: ModuleType) -> Iterator[House]:
    """A house in which these pages deal what it says."""
    house, settings = House(), settings_in(folder / "test.db", reviews=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "secrets", house)
        with served(settings, engine=Script().engine()) as server:
            house.url = server.url
            yield house


@pytest.fixture(scope="session")
def served(request: pytest.FixtureRequest) -> Served:
    """Run an application: `with served(settings, engine=…) as running`."""
    if os.environ.get(PAIR):
        return partial(pair, request.getfixturevalue("postgres"))
    return alone
