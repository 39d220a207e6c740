"""The bench signature: one number that changes when an answer of the engine does.

Fixed positions (``positions.txt``: every question, preset and stage, with and without a history
or a score), fixed seeds, few worlds: what the engine plays there and what it says each action is
worth. A commit to the kernel, the beliefs or the engine states it, or says "No functional
change" where it is the same as before.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from analyzer.engine import DEFAULT_OPPONENT, ENGINE_VERSION, OPPONENTS, Evaluation, Limit, analyze
from analyzer.engine.play import choose
from analyzer.game.actions import Action
from analyzer.game.view import View
from analyzer.notation import parse_view

PLAY_WORLDS: Final = 128
ADVICE_WORLDS: Final = 256
DECIMALS: Final = 6
"""Of the means that count: finer differences are those of a processor's arithmetic."""


@dataclass(frozen=True, slots=True)
class FixedPosition:
    """One fixed position."""

    name: str
    view: View


@dataclass(frozen=True, slots=True)
class _Signature:
    """The number, and what it was taken from."""

    signature: str
    """Eight hex digits."""
    positions: int
    seconds: float
    engine: str


def spots() -> tuple[FixedPosition, ...]:
    """The fixed positions in their order.

    >>> spots()[0].name
    'standard, draw, 2 turns'
    """
    text = files("analyzer.arena.benchmark").joinpath("positions.txt").read_text(encoding="utf-8")
    blocks = [block.strip().split("\n", 1) for block in text.split("\n\n")]
    named = [block for block in blocks if len(block) == 2 and not block[1].startswith("#")]
    return tuple(FixedPosition(name.removeprefix("# "), parse_view(view)) for name, view in named)


def signature(
    given: Sequence[FixedPosition] | None = None,
    threads: int = 2,
    tell: Callable[[str], None] = lambda text: None,
) -> _Signature:
    """Ask about every position (all the fixed ones if None) and take the digest of the answers.

    Depends on no clock and no number of threads. `tell` is called with what is going on.
    """
    begun = time.perf_counter()
    positions = spots() if given is None else tuple(given)
    digest = hashlib.sha256()
    for number, spot in enumerate(positions, start=1):
        tell(f"position {number} of {len(positions)}: {spot.name}")
        for line in _said(spot.view, number, threads):
            digest.update(f"{line}\n".encode())
    seconds = round(time.perf_counter() - begun, 3)
    return _Signature(digest.hexdigest()[:8], len(positions), seconds, ENGINE_VERSION)


def _said(view: View, seed: int, threads: int) -> Iterator[str]:
    """Yield what is played and advised against the default opponent and against another, in
    turn."""
    others = [name for name in OPPONENTS if name != DEFAULT_OPPONENT]
    for name in (DEFAULT_OPPONENT, others[seed % len(others)]):
        yield f"play {name} {_written(choose(view, PLAY_WORLDS, seed, OPPONENTS[name]))}"
        limit = Limit(worlds=ADVICE_WORLDS)
        yield from _values(analyze(view, limit, seed=seed, opponent=name, threads=threads))


def _values(answer: Evaluation) -> Iterator[str]:
    yield f"advise {answer.opponent} {' '.join(map(_written, answer.best))}"
    for value in sorted(answer.actions, key=lambda value: _written(value.action)):
        numbers = (value.q, value.loss, value.match, value.danger)
        yield f"{_written(value.action)} {' '.join(map(_text, numbers))}"


def _written(action: Action) -> str:
    """An action as the first signatures had it: no new word for it makes another engine."""
    return str(action).replace("discard", "throw")


def _text(value: float | None) -> str:
    """A mean as it counts; adding zero turns −0 into 0."""
    return "-" if value is None else f"{round(value, DECIMALS) + 0.0:.{DECIMALS}f}"
