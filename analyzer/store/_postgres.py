"""Connections to PostgreSQL that end where the server says nothing, be it frozen or unplugged.

The server's own limits hold only while it runs, and those of TCP only while nobody takes what is
sent; a process that is stopped leaves both to wait for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Any, Final

from psycopg import OperationalError
from sqlalchemy import Engine, event

RESTING_SECONDS: Final = 4.0
"""The silence after which a connection ends that is asked if it still lives."""
WORKING_SECONDS: Final = 25.0
"""The silence after which one ends that is in use: more than a statement may take."""


def _heard(
    steps: Generator[Any, Any, Any], patience: float, give_up: Callable[[], object]
) -> Generator[Any, Any, Any]:
    """The same steps; raises OperationalError where one of them waits longer than `patience`."""
    try:
        wanted = next(steps)
        while True:
            until = time.monotonic() + patience
            while not (ready := (yield wanted)):
                if time.monotonic() > until:
                    give_up()
                    raise OperationalError(f"the server has said nothing for {patience:g} s")
            wanted = steps.send(ready)
    except StopIteration as end:
        return end.value


def bind(engine: Engine) -> None:
    """Bound each connection that an engine makes: one that rests in its pool has less patience."""
    event.listen(engine, "connect", lambda connection, _: _bound(connection))
    event.listen(engine, "checkout", lambda connection, *_: be_patient(connection, WORKING_SECONDS))
    event.listen(engine, "checkin", lambda connection, _: be_patient(connection, RESTING_SECONDS))


def _bound(connection: Any) -> None:
    """Let a connection raise OperationalError, and be closed, once its patience is over."""
    be_patient(connection, WORKING_SECONDS)
    wait, give_up = connection.wait, connection.pgconn.finish

    def patiently(steps: Any, *given: Any, **named: Any) -> Any:
        return wait(_heard(steps, connection.patience, give_up), *given, **named)

    connection.wait = patiently


def be_patient(connection: Any, seconds: float) -> None:
    """Let a connection wait so long; one that is gone already has none."""
    if connection is not None:
        connection.patience = seconds
