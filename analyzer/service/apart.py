"""The engine in a process of its own, so that searches and pages share no interpreter.

Whoever asks connects and sends the question. The process then tells what it has found so far, and
asks after each piece of work whether to go on. It ends with the process that began it; one that is
no more is begun again, and asked again. Where there can be none the engine answers here.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from typing import Any, Final

from analyzer.engine.comparisons.compare import compare
from analyzer.engine.search import analyze, never
from analyzer.engine.types import Evaluation
from analyzer.engine.warming import free_memory, is_compiled, is_kept, warm_up
from analyzer.errors import InputError
from analyzer.service.admission import share_heap, step_back
from analyzer.service.ports import Engine, OnProgress, Stop, installed_engine

KEY_BYTES: Final = 32
WAITING: Final = 256
"""Questions that may wait for the process to take them."""
ATTEMPTS: Final = 2
"""The number of times that a process is asked the same: what ended two of them is not to end this
one."""
MEMORY: Final = 768 << 20
"""Bytes that must be free for two processes, each of which loads the kernel."""

_PROGRAM: Final = "from analyzer.service.apart import answer_all as go; go()"
_QUESTIONS: Final[dict[str, Callable[..., Evaluation]]] = {"analyze": analyze, "compare": compare}
_log = logging.getLogger(__name__)


class _Word(StrEnum):
    """The first word of the process."""

    SO_FAR = "so far"
    GO_ON = "go on?"
    """Answered by whether to stop, and what the asker's clock shows."""
    ANSWER = "answer"
    REFUSAL = "refusal"
    FAILURE = "failure"


class EngineError(RuntimeError):
    """The engine failed; the message is the traceback of the process, if it could tell."""


class _NoProcessError(Exception):
    """There is no process to ask."""


class _GoneError(Exception):
    """The process that was asked is no more."""


def engine_apart() -> Engine:
    """The engine of this package in a process of its own, where there is memory for two.

    Nor is there one where nothing compiled outlives a process: it would compile all of it again.
    """
    engine = installed_engine()
    if not is_kept() or free_memory() < MEMORY:
        return engine
    process = EngineProcess(engine)
    return replace(
        engine,
        analyze=process.analyze,
        compare=process.compare,
        warm_up=process.warm_up,
        close=process.close,
        apart=True,
    )


class EngineProcess:
    """The process and the way to ask it; safe to use from any thread.

    >>> from analyzer.notation import parse_view
    >>> from analyzer.engine.types import Limit
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh, stock: 12")
    >>> process = EngineProcess(installed_engine())
    >>> str(process.analyze(view, Limit(worlds=256)).best[0])
    'gin Kh'
    >>> process.close()
    """

    def __init__(self, engine: Engine) -> None:
        """`engine` answers where the process cannot."""
        self._engine = engine
        self._key = secrets.token_bytes(KEY_BYTES)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._address: str | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Number of the process, if there is one."""
        process = self._process
        return None if process is None else process.pid

    def warm_up(self) -> None:
        """Begin the process, and load the kernel here too; where it is compiled, side by side."""
        with suppress(_NoProcessError):
            self._begin()
            if not is_compiled():
                self._reach()
        self._engine.warm_up()
        with suppress(_NoProcessError):
            self._reach()

    def analyze(self, *given: Any, **how: Any) -> Evaluation:
        """As `analyzer.engine.search.analyze`, but for `model`."""
        return self._ask("analyze", self._engine.analyze, given, how)

    def compare(self, *given: Any, **how: Any) -> Evaluation:
        """As `analyzer.engine.comparisons.compare.compare`."""
        assert self._engine.compare is not None
        return self._ask("compare", self._engine.compare, given, how)

    def close(self) -> None:
        """End the process, whatever it does."""
        self._closed = True
        if (process := self._process) is not None:
            process.kill()  # whoever waits until it is ready holds the lock
        with self._lock:
            self._end()

    def _ask(
        self, question: str, here: Callable[..., Evaluation], given: tuple[Any, ...],
        how: dict[str, Any],
    ) -> Evaluation:  # fmt: skip
        """The process's answer; where there is none to ask, the one of the engine `here`."""
        callbacks = {name: how.pop(name) for name in ("progress", "stop", "clock") if name in how}
        for _ in range(ATTEMPTS):
            try:
                address = self._reach()
            except _NoProcessError:
                return here(*given, **how, **callbacks)
            try:
                with self._connected(address) as connection:
                    return _talk(connection, (question, given, how), **callbacks)
            except _GoneError:
                _log.warning("the process that computes searches is gone")
                self._forget(address)
        raise EngineError("the process that computes it ended each time it was asked")

    def _connected(self, address: str) -> Connection:
        try:
            return Client(address, authkey=self._key)
        except (OSError, EOFError, AuthenticationError):
            raise _GoneError from None

    def _reach(self) -> str:
        """Return where the process listens, once it is ready."""
        with self._lock:
            self._start()
            assert self._process is not None and self._process.stdout is not None
            if self._address is None:
                self._address = self._process.stdout.readline().decode().rstrip("\n")
            if not self._address:
                self._end()
                raise _NoProcessError
            return self._address

    def _begin(self) -> None:
        with self._lock:
            self._start()

    def _start(self) -> None:
        """See that the process runs; under the lock."""
        if self._closed:
            raise _NoProcessError
        if self._process is not None and self._process.poll() is None:
            return
        self._end()
        try:
            self._process = subprocess.Popen(  # noqa: S603  # our own program
                [sys.executable, "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            assert self._process.stdin is not None
            self._process.stdin.write(self._key)
            self._process.stdin.flush()
        except OSError:  # no memory, no process
            _log.exception("no process for searches")
            raise _NoProcessError from None

    def _forget(self, address: str) -> None:
        """Begin anew where nobody listens any more."""
        with self._lock:
            if self._address == address:
                self._end()

    def _end(self) -> None:
        process, self._process, self._address = self._process, None, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()


def _talk(
    connection: Connection,
    question: tuple[str, tuple[Any, ...], dict[str, Any]],
    progress: OnProgress | None = None,
    stop: Stop = never,
    clock: Callable[[], float] = time.monotonic,
) -> Evaluation:
    """Ask, hear what is found so far, and say whether to go on; raises _GoneError."""
    _send(connection, (*question, clock()))
    while True:
        try:
            word, said = connection.recv()
        except (EOFError, OSError):
            raise _GoneError from None
        match word:
            case _Word.SO_FAR:
                if progress is not None:
                    progress(said)
            case _Word.GO_ON:
                _send(connection, (stop(), clock()))
            case _Word.ANSWER:
                assert isinstance(said, Evaluation)
                return said
            case _Word.REFUSAL:
                raise said
            case _Word.FAILURE:
                raise EngineError(said)


def _send(connection: Connection, said: tuple[Any, ...]) -> None:
    try:
        connection.send(said)
    except OSError:
        raise _GoneError from None


# ---------------------------------------------------------------- the process


def answer_all() -> None:
    """Answer whoever connects, until standard input ends: with the process that began this one."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the other, which may go on a while
        signal.signal(number, signal.SIG_IGN)
    share_heap()
    key = sys.stdin.buffer.read(KEY_BYTES)
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    warm_up()
    step_back()
    with Listener(_free_address(), authkey=key, backlog=WAITING) as listener:
        print(os.fsdecode(listener.address), flush=True)
        while True:
            with suppress(OSError, EOFError, AuthenticationError):
                connection = listener.accept()
                threading.Thread(target=_answer, args=(connection,), daemon=True).start()


def _free_address() -> str | None:
    """A name that needs no file, where the system has such; None for one that the library finds."""
    return f"\0ginsight-{secrets.token_hex(16)}" if sys.platform == "linux" else None


def _end_with_standard_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def _answer(connection: Connection) -> None:
    """Answer one question."""
    with connection, suppress(EOFError, OSError):  # whoever asked has left
        question, given, how, now = connection.recv()
        asker = _Asker(connection, now)
        try:
            answer = _QUESTIONS[question](
                *given, **how, progress=asker.tell, stop=asker.stop, clock=asker.clock
            )
        except InputError as error:
            connection.send((_Word.REFUSAL, error))
        except (EOFError, OSError):
            raise
        except Exception:  # for the other process to log
            connection.send((_Word.FAILURE, traceback.format_exc()))
        else:
            connection.send((_Word.ANSWER, answer))


class _Asker:
    """Whoever waits at the other end."""

    def __init__(self, connection: Connection, now: float) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._heard = now, time.monotonic()

    def tell(self, evaluation: Evaluation) -> None:
        """Show an answer so far."""
        with self._lock:
            self._connection.send((_Word.SO_FAR, evaluation))

    def stop(self) -> bool:
        """True if to stop; waits as long as others go first."""
        with self._lock:
            self._connection.send((_Word.GO_ON, None))
            over, now = self._connection.recv()
            self._heard = now, time.monotonic()
        return bool(over)

    def clock(self) -> float:
        """The other clock, as it goes on since it was last heard."""
        now, at = self._heard
        return now + time.monotonic() - at
