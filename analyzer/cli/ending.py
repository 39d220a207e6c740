"""The signals that ask long work to end: Ctrl-C or another."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def asked_to_end(*kinds: signal.Signals) -> Iterator[threading.Event]:
    """An event that these signals set, Ctrl-C if none are named; of that a second ends the program.

    In any other thread than the main one, which alone gets signals, nothing ever sets it.
    """
    signaled = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        if signaled.is_set() and not kinds:
            raise KeyboardInterrupt
        signaled.set()

    caught = threading.current_thread() is threading.main_thread()
    before = {kind: signal.signal(kind, ask) for kind in kinds or (signal.SIGINT,) if caught}
    try:
        yield signaled
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
