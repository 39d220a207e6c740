"""A first answer while the kernel is still being compiled.

The same search in plain Python, in a process of its own that ends after the first batch: some
seconds for what compiled code does in an instant, but the compiler takes longer. Where turns are
read, a batch is 256 worlds of the same belief in short stretches, not 2,048 in long ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from analyzer.api.documents import encode, written
from analyzer.api.evaluations import EvaluationJson, evaluation_from_json
from analyzer.engine.belief import Trajectory, Worlds
from analyzer.engine.implied_turns import assumption
from analyzer.engine.opponents import OpponentModel, opponent_named
from analyzer.engine.search import analyze
from analyzer.engine.types import Evaluation
from analyzer.errors import InputError
from analyzer.game.view import View
from analyzer.service.admission import Admission
from analyzer.service.ports import SearchTask
from analyzer.service.tasks import task_from, text_of

LOOK_SECONDS: Final = 0.1
"""The interval at which one asks if the look is still wanted."""

_PROGRAM: Final = "from analyzer.service.first_look import answer_from_stdin as go; go()"
DESK: Final = Admission(places=1)
"""The line in which looks are taken, one at a time."""


def first_look(task: SearchTask, over: Callable[[], bool]) -> Evaluation | None:
    """Return what a search for the task would say first; None where it was `over` before, or
    failed."""
    ticket = DESK.join()
    if not ticket.wait(over):
        return None
    try:
        return _looked(text_of(task), over)
    finally:
        ticket.leave()


def _looked(text: str, over: Callable[[], bool]) -> Evaluation | None:
    process = subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "GINSIGHT_PURE": "1"},
    )
    given: str | None = text
    while True:
        try:
            answer, _ = process.communicate(given, timeout=LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            given = None
            if over():
                process.kill()
            continue
        break
    try:
        return evaluation_from_json(answer) if answer else None
    except InputError:
        return None


@dataclass(frozen=True, slots=True)
class _Brief:
    """A belief over turns in stretches so short that few worlds are enough clusters."""

    CLUSTER: ClassVar = 16

    belief: Trajectory

    @property
    def cluster(self) -> int:
        """As `Belief.cluster`."""
        return self.belief.cluster

    @property
    def together(self) -> int:
        """As `Belief.together`."""
        return self.belief.together

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """As `Belief.sample`."""
        return self.belief.sample(view, seed, first, count)


def _brief(model: OpponentModel) -> OpponentModel:
    """The model as a first look asks it."""
    if not isinstance(model.belief, Trajectory):
        return model
    return replace(model, belief=_Brief(replace(model.belief, cluster=_Brief.CLUSTER)))


def answer_from_stdin() -> None:
    """Read a task, and write the answer to its first batch of worlds."""
    task = task_from(sys.stdin.read())
    answers, model = list[Evaluation](), opponent_named(task.opponent)
    whole = analyze(
        task.view,
        task.limit,
        seed=task.seed,
        opponent=task.opponent,
        model=_brief(model),
        progress=answers.append,
        stop=lambda: bool(answers),
        threads=1,
    )
    first = answers[0] if answers else whole  # one legal action needs no batch
    if isinstance(model.belief, Trajectory):
        first = replace(first, assumed=assumption(task.view, task.seed))
    sys.stdout.write(encode(written(EvaluationJson, first)).decode())
