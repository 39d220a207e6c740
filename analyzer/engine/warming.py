"""Compiling before the first question comes, in processes that end.

On an empty cache compiling takes most of a minute of one core, and three times the memory that
compiled code does; a process that has ended gives it back. Two parts that have little in common
are compiled at the same time, where there is memory for both.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from analyzer.engine.search import analyze
from analyzer.engine.selfplay import measure
from analyzer.engine.types import Limit
from analyzer.kernel import jit
from analyzer.notation import parse_view

_VIEW: Final = """
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard 5s
  opp: takes 5s, discards Kh
"""
"""A turn to read, so that the belief over turns is used too."""

PARTS: Final = ("uniform", "reader")
"""Opponent models that need different things compiled: rollouts, and the belief over turns."""
ROOMY: Final = 1 << 30
"""Bytes of free memory that two compilers take."""
DONE: Final = "complete"
"""The file that says that everything in the cache folder was compiled."""


def warm_up() -> None:
    """Run a small search of each kind, so that everything compiled is compiled or loaded.

    Takes half a minute on a new installation and a second afterwards.
    """
    mark = _mark()
    if mark is not None and not mark.exists():
        for pair in _at_once():
            processes = [_compiling(part) for part in pair]
            for process in processes:
                process.wait()  # one that fails has left its work to this process
    for part in (*PARTS, "baseline"):
        warm(part)
    if mark is not None:
        with suppress(OSError):
            mark.touch()


def is_compiled() -> bool:
    """Whether warming up only loads what an earlier process has compiled."""
    mark = _mark()
    return mark is None or mark.exists()


def warm(part: str) -> None:
    """Compile or load what a search with this opponent model needs, and self-play with it."""
    view = parse_view(_VIEW)
    analyze(view, Limit(worlds=1), opponent=part, threads=1)
    if part == PARTS[0]:
        measure(view.rules, hands=1)  # what rules of one's own need first


def _mark() -> Path | None:
    """The file that is there once all is compiled; None where nothing outlives a process."""
    state = jit.cache_state()
    return state.folder / DONE if state.lasting and state.folder else None


def _at_once() -> Iterator[tuple[str, ...]]:
    if (os.cpu_count() or 1) > 1 and _free_memory() >= ROOMY:
        yield PARTS
    else:
        yield from ((part,) for part in PARTS)


def _free_memory() -> int:
    """Bytes; none where the system does not say."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 0


def _compiling(part: str) -> subprocess.Popen[bytes]:
    """A process that compiles one part; pages go before it."""
    program = f"from analyzer.engine.warming import warm_apart; warm_apart({part!r})"
    command = [sys.executable, "-c", program]
    return subprocess.Popen(  # noqa: S603  # our own program
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )


def warm_apart(part: str) -> None:
    """Compile in a process made for it."""
    if hasattr(os, "nice"):
        os.nice(5)
    warm(part)
