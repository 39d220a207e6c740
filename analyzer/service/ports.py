"""The needs of the web application from the engine and the archive, so that both can be swapped.

Tests put a scripted engine here; :func:`installed_engine` is the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from analyzer.engine.comparisons.compare import ALL, Comparison
from analyzer.engine.opponents import DEFAULT_OPPONENT
from analyzer.engine.types import Evaluation, Limit
from analyzer.game.view import View
from analyzer.kernel import jit

OnProgress = Callable[[Evaluation], None]
"""Called with the evaluation so far after each batch."""

Stop = Callable[[], bool]
"""Asked after each batch whether to give up."""


class _Analyze(Protocol):
    """The engine's one function."""

    def __call__(
        self,
        view: View,
        limit: Limit,
        *,
        seed: int = 1,
        opponent: str = DEFAULT_OPPONENT,
        progress: OnProgress | None = None,
        stop: Stop = ...,
        clock: Callable[[], float] = ...,
        threads: int = 2,
    ) -> Evaluation:
        """Evaluate every legal action of `view` until `limit` is reached."""
        ...


class _Compare(Protocol):
    """The questions to the engine after the answer: other opponents, scores, stages."""

    def __call__(
        self,
        evaluation: Evaluation,
        limit: Limit,
        wanted: frozenset[Comparison] = ...,
        *,
        progress: OnProgress | None = None,
        stop: Stop = ...,
        clock: Callable[[], float] = ...,
        threads: int = 2,
    ) -> Evaluation:
        """The answer with what is wanted beside it."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine as the pages use it."""

    analyze: _Analyze
    version: str
    opponents: Mapping[str, str]
    """Opponent models: name to what a page calls it; the first is the default."""
    warm_up: Callable[[], object]
    """Compiles whatever compiles; slow the first time."""
    compare: _Compare | None = None
    """None where there is nothing to ask beside the answer."""
    first_look: FirstLook | None = None
    """Answers before everything is compiled; None where nothing else can."""
    apart: bool = False
    """True if it computes in a process of its own."""
    close: Callable[[], object] = bool
    """Lets go of whatever it holds."""

    @property
    def opponent(self) -> str:
        """Name of the default opponent model."""
        return next(iter(self.opponents))


@dataclass(frozen=True, slots=True)
class SearchTask:
    """One question to the engine; two equal tasks have the same answer."""

    view: View
    limit: Limit
    seed: int = 1
    opponent: str = DEFAULT_OPPONENT
    comparisons: frozenset[Comparison] = ALL
    """The comparisons wanted beside the answer."""


FirstLook = Callable[[SearchTask, Callable[[], bool]], Evaluation | None]
"""The first answer to a task, from elsewhere; None where the second argument says it is over."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An answer kept in the archive."""

    share: str
    """Short id under which it is shown at ``/a/<share>``."""
    evaluation: Evaluation
    created: datetime | None = None
    """The time at which it was computed, in UTC."""


class Archive(Protocol):
    """Keeps answers; every method may be called from any thread."""

    def find(self, task: SearchTask) -> Stored | None:
        """The answer kept for a task, if there is one."""
        ...

    def known(self, tasks: Collection[SearchTask]) -> frozenset[SearchTask]:
        """Those of the tasks to which an answer is kept."""
        ...

    def save(self, task: SearchTask, evaluation: Evaluation) -> str:
        """Keep an answer and return its share id; the same task has the same id."""
        ...

    def load(self, share: str) -> Stored | None:
        """The answer with a share id, if there is one."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


def slow_because() -> str:
    """The reason for which the engine of this package is not compiled; empty where it is."""
    return jit.plain_because


def installed_engine() -> Engine:
    """The engine of this package."""
    from analyzer import engine  # noqa: PLC0415  # the kernel loads when an app is made
    from analyzer.engine.comparisons.compare import compare  # noqa: PLC0415
    from analyzer.service.first_look import first_look  # noqa: PLC0415

    return Engine(
        analyze=engine.analyze,
        version=engine.ENGINE_VERSION,
        opponents={name: model.label for name, model in engine.OPPONENTS.items()},
        warm_up=engine.warm_up,
        compare=compare,
        first_look=first_look if jit.COMPILED else None,
    )
