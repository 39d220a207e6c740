"""An engine that says what a test wants, batch by batch, when the test wants it."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

from analyzer.engine.types import ActionValue, Ending, EndingShare, Evaluation, Grade, Limit
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.melds import knocks
from analyzer.game.view import View
from analyzer.service.ports import Engine, OnProgress, Stop
from analyzer.store import Store
from analyzer.web import ServerSettings


@cache
def _migrated() -> bytes:
    """A database file with the tables of this version: migrating takes longer than copying."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "migrated.db")
        with Store.open(f"sqlite:///{path.as_posix()}") as store:
            store.upgrade()
        return path.read_bytes()


def database_at(path: Path) -> str:
    """The URL of the database in a file; one that is not there yet is made, without rows."""
    if not path.exists():
        path.write_bytes(_migrated())
    return f"sqlite:///{path.as_posix()}"


def settings_in(database: Path, **changes: Any) -> ServerSettings:
    """Settings with a database of one's own, no limit on how often one asks, and no examples."""
    usual = {
        "database_url": database_at(database),
        "secret_key": "not a secret, but long enough to be one",
        "rate_limit": "",
        "work_limit": "",
        "searches": 4,  # whatever the machine has
        "showcase": False,
    }
    return ServerSettings(**{**usual, **changes})


OPPONENTS = {"baseline": "A solid player", "waiter": "Waits for gin"}


def evaluation(view: View, limit: Limit, worlds: int, **changes: object) -> Evaluation:
    """A made-up answer with every legal kind of action: the costliest discard is best."""
    actions = _actions(view)
    spread = 2.0 if worlds < 1000 else 0.05
    values = tuple(
        ActionValue(
            action=action,
            q=4.1 - 0.6 * index,
            se=spread,
            loss=0.6 * index,
            loss_se=spread,
            grade=Grade.BEST if index == 0 else Grade.INACCURACY,
            close=False,
            outcomes=MappingProxyType(
                {Ending.GIN: EndingShare(0.31, 30.0), Ending.VOID: EndingShare(0.69, -7.536)}
            ),
            danger=0.1 if action.kind is Kind.DISCARD else None,
            worlds=worlds,
        )
        for index, action in enumerate(actions)
    )
    fields: dict[str, object] = {
        "view": view,
        "question": view.question,
        "actions": values,
        "best": tuple(one.action for one in values if one.loss <= 1.96 * one.loss_se),
        "worlds": worlds,
        "seconds": worlds / 10_000,
        "seed": 1,
        "engine": "scripted",
        "opponent": "baseline",
        "racing": len(actions),
        "done": False,
    }
    return Evaluation(**{**fields, **changes})  # type: ignore[arg-type]


def _actions(view: View) -> list[Action]:
    if view.question is Question.DISCARD:
        dear = sorted(view.hand, key=lambda card: (-view.rules.value(card), -card.rank, card))
        found = [Action(Kind.DISCARD, card) for card in dear if card != view.forbidden]
        if best := knocks(view.hand, view.rules, view.limit):
            kind = Kind.KNOCK if best[0].arrangement.points else Kind.GIN
            found.append(Action(kind, best[0].discard, best[0].arrangement.melds))
        return found
    second = Kind.DRAW if view.question is Question.DRAW else Kind.PASS
    return [Action(Kind.TAKE), Action(second)]


@dataclass
class Script:
    """How the engine behaves: each batch waits for `go`, where a test holds it."""

    batches: int = 3
    """Batches until the limit is reached."""
    held: bool = False
    """Whether a batch waits for `step`."""
    fails: BaseException | None = None
    runs: int = 0
    stopped: int = 0
    active: int = 0
    limits: list[Limit] = field(default_factory=list)
    _turns: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def step(self, batches: int = 1) -> None:
        """Let so many batches through."""
        self._turns.release(batches)

    def engine(self) -> Engine:
        """The engine that follows this script."""
        return Engine(self.analyze, "scripted", OPPONENTS, lambda: None)

    def analyze(
        self,
        view: View,
        limit: Limit,
        *,
        seed: int = 1,
        opponent: str = "baseline",
        progress: OnProgress | None = None,
        stop: Stop = lambda: False,
        clock: Callable[[], float] = time.monotonic,
        threads: int = 2,
    ) -> Evaluation:
        """Publish batches of 64, 128, … worlds until the script or `stop` ends it."""
        self.runs += 1
        self.active += 1
        self.limits.append(limit)
        try:
            return self._run(view, limit, seed, opponent, progress, stop)
        finally:
            self.active -= 1

    def _run(
        self,
        view: View,
        limit: Limit,
        seed: int,
        opponent: str,
        progress: OnProgress | None,
        stop: Stop,
    ) -> Evaluation:
        worlds = 0
        said = {"seed": seed, "opponent": opponent}
        for batch in count():
            if not self._wait(stop):
                self.stopped += 1
                return evaluation(view, limit, worlds, done=True, stopped=True, racing=0, **said)
            if self.fails is not None:
                raise self.fails
            if limit.worlds == 666:
                raise InputError("this position cannot be searched")
            worlds = 64 << (2 * batch)
            if batch + 1 >= self.batches:
                return evaluation(view, limit, worlds, done=True, racing=0, **said)
            if progress is not None:
                progress(evaluation(view, limit, worlds, **said))
        raise AssertionError

    def _wait(self, stop: Stop) -> bool:
        """Wait for the next batch; False where the search is to stop."""
        while not stop():
            if not self.held or self._turns.acquire(timeout=0.01):
                return True
        return False
