"""What every table's own face shares: sessions that read or write, random ids, ids from outside."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from analyzer.store.connect import READING

ID_BYTES = 9
"""Random bytes of an id: twelve characters that nobody guesses."""

LONGEST_ID = 80


def new_id() -> str:
    """A random id that fits into a URL."""
    return secrets.token_urlsafe(ID_BYTES)


def is_id(text: str) -> bool:
    """Whether a text can be an id; another one is what a database would refuse as text.

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
        """A session that waits for no writer."""
        with Session(self._engine) as session:
            session.connection(execution_options=READING)
            yield session

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        """A session whose changes are kept together at its end, or none of them."""
        with Session(self._engine) as session, session.begin():
            yield session
