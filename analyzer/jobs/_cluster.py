"""A Dask cluster as a place to work: only with workers of the same engine."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, TypeVar

from analyzer.errors import InputError
from analyzer.jobs._stamp import engine_stamp

R = TypeVar("R")

TIMEOUT: Final = 10
"""Seconds for the scheduler to answer."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Dask cluster by the address of its scheduler (`tcp://host:8786`).

    Its workers must be able to import this package, with the same engine: one with another is
    refused when the work begins, and one that joins later when it is given something to do.
    """

    address: str
    workers: int = 64

    def open(self) -> Executor:
        """The cluster as an executor; raises InputError without the extra `cluster`."""
        try:
            client_of: Any = import_module("distributed").Client  # an extra
        except ImportError:
            raise InputError(
                "a cluster needs Dask", where="cluster", hint="pip install ginsight[cluster]"
            ) from None
        try:
            client = client_of(self.address, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(
                f"no cluster at {self.address} ({error})",
                where="cluster",
                hint="give the address that the scheduler prints, and see that it runs",
            ) from None
        try:
            _check_workers(client)
        except BaseException:
            client.close()
            raise
        return _OnCluster(client)


class _OnCluster(Executor):
    """The executor of a Dask client, which ends with it."""

    def __init__(self, client: Any) -> None:
        self._client, self._stamp = client, engine_stamp()
        self._executor: Executor = client.get_executor()

    def submit(self, function: Callable[..., R], /, *args: Any, **named: Any) -> Future[R]:
        """As `Executor.submit`; a worker with another engine answers with an InputError."""
        if self._client.status != "running":
            raise BrokenExecutor("the scheduler is lost")
        return self._executor.submit(_same_engine, self._stamp, function, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the client, and with it what it asked for."""
        with suppress(Exception):  # a scheduler that is gone does not answer
            self._client.close(timeout=TIMEOUT if wait else 0)


def _same_engine(stamp: str, function: Callable[..., R], *args: Any, **named: Any) -> R:
    """On a worker: what a function gives, if it is the engine that was asked for."""
    if (mine := engine_stamp()) != stamp:
        raise _other_engine("a worker", mine, stamp)
    return function(*args, **named)


def _check_workers(client: Any) -> None:
    """See that all workers of a cluster have the engine that is here."""
    here = engine_stamp()
    for worker, stamp in client.run(engine_stamp, on_error="return").items():
        if stamp != here:
            raise _other_engine(f"the worker at {worker}", stamp, here)


def _other_engine(who: str, stamp: object, here: str) -> InputError:
    has = f"has engine {stamp}" if isinstance(stamp, str) else f"has no such Ginsight ({stamp})"
    return InputError(
        f"{who} {has}, this is engine {here}: its numbers would be others",
        where="cluster",
        hint="install the same version there",
    )
