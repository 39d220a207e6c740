"""A process that answers a line with a line, and is never waited for without end."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Final

LONGEST: Final = 1_000_000
"""Most bytes of a line; what is longer comes in pieces, which are no answers."""
AHEAD: Final = 16
"""Lines that are read before somebody asks for them."""
GRACE: Final = 2.0
"""Seconds in which a process may end by itself once its input has ended."""
LAST_WORDS: Final = 2_000
"""Bytes of standard error that are looked at for the reason of an end."""


class SilenceError(Exception):
    """No answer has come in time."""


class HangupError(Exception):
    """The process has ended, or has closed its output; says its last line of standard error."""


class LineProcess:
    """A process in a group of its own, so that what it has started ends with it."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it; raises OSError where there is no such program."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed in `close`
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own command
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                start_new_session=True,
            )  # fmt: skip
        except OSError:
            self._errors.close()
            raise
        self._lines: Queue[bytes | None] = Queue(AHEAD)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST):
                self._lines.put(line)
        self._lines.put(None)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The next line that comes back; raises `SilenceError` or `HangupError`."""
        assert self._process.stdin is not None
        with suppress(OSError):  # one that has ended: its output says so
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        try:
            answer = self._lines.get(timeout=seconds)
        except Empty:
            raise SilenceError from None
        if answer is None:
            raise HangupError(self._reason())
        return answer

    def _reason(self) -> str:
        code: int | None = None
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(GRACE)
        reason = "it has closed its output" if code is None else f"it has ended with code {code}"
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - LAST_WORDS))
        words = self._errors.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(words) if line.strip()), "")
        return f"{reason}: {last[:200]}" if last else reason

    def close(self, grace: float = GRACE) -> None:
        """End it: by the end of its input, or by force after so many seconds."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._kill()
        self._join()
        self._errors.close()

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def _join(self) -> None:
        """End the thread that reads; a stranger may still hold the other end of the pipe."""
        deadline = time.monotonic() + GRACE
        while self._reader.is_alive() and time.monotonic() < deadline:
            with suppress(Empty):
                self._lines.get_nowait()  # it may be waiting for room
            self._reader.join(0.01)
        if not self._reader.is_alive() and self._process.stdout is not None:
            self._process.stdout.close()
