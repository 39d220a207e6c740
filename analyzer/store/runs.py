"""Searches that run, as rows: one process computes each, all others see how far it is.

No moment is compared with a clock of another machine: a process lives while its beat grows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement, case, delete, select, update

from analyzer.store._tables import RunRow
from analyzer.store.connect import Part, is_id

RUNNING: Final = "running"
KEPT: Final = timedelta(hours=1)
"""How long a run that has ended is kept."""
FORGOTTEN: Final = timedelta(days=7)
"""How long one that was left and never asked for again is."""


@dataclass(frozen=True, slots=True)
class RunNews:
    """What is known of a run."""

    version: int
    state: str
    ahead: int = 0
    share: str | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A run as a process sees it that may be another one."""

    id: str
    task: str
    holder: str | None
    beat: int
    stopping: bool
    watched: int
    news: RunNews

    @property
    def running(self) -> bool:
        """Whether more may come."""
        return self.news.state == RUNNING


class Runs(Part):
    """All runs of all processes.

    >>> from analyzer.store import Store
    >>> with Store.open("sqlite://") as store:
    ...     store.upgrade()
    ...     first = store.runs.begin("key", "id1", "{}", "here")
    ...     second = store.runs.begin("key", "id2", "{}", "there")
    ...     first.id, second.id, second.holder
    ('id1', 'id1', 'here')
    """

    def begin(self, key: str, ident: str, task: str, holder: str) -> Run:
        """The run for a question: the one that is running and goes on, or a new one of `holder`."""
        running = select(RunRow).where(
            RunRow.key == key, RunRow.state == RUNNING, RunRow.stopping.is_(False)
        )
        with self._writing(f"run {key}") as session:
            row = session.scalars(running).first()
            if row is None:
                row = RunRow(
                    id=ident, key=key, task=task, holder=holder, updated=self._now(), state=RUNNING,
                    beat=0, version=0, ahead=0, stopping=False, watched=0,
                )  # fmt: skip
                session.add(row)
                session.flush()
            return _run(row)

    def find(self, ident: str) -> Run | None:
        """The run with an id; the id may be any text."""
        return self._last(RunRow.id == ident) if is_id(ident) else None

    def latest(self, key: str) -> Run | None:
        """The last run for a question."""
        return self._last(RunRow.key == key)

    def begun(self, keys: Collection[str]) -> frozenset[str]:
        """Those of the questions for which there is a run."""
        with self._reading() as session:
            return frozenset(session.scalars(select(RunRow.key).where(RunRow.key.in_(keys))))

    def _last(self, condition: ColumnElement[bool]) -> Run | None:
        with self._reading() as session:
            query = select(RunRow).where(condition).order_by(RunRow.number.desc()).limit(1)
            row = session.scalars(query).one_or_none()
            return None if row is None else _run(row)

    def news(self, idents: Collection[str]) -> dict[str, Run]:
        """The runs with these ids, as far as they are kept."""
        with self._reading() as session:
            rows = session.scalars(select(RunRow).where(RunRow.id.in_(idents)))
            return {row.id: _run(row) for row in rows}

    def answers(self, idents: Collection[str]) -> dict[str, str | None]:
        """What each of these knows."""
        with self._reading() as session:
            query = select(RunRow.id, RunRow.answer).where(RunRow.id.in_(idents))
            return {row.id: row.answer for row in session.execute(query)}

    def tell(
        self, holder: str, news: Mapping[str, RunNews], answers: Mapping[str, str]
    ) -> dict[str, Run]:
        """A sign of life for what a process holds, with its news; returns what it still holds."""
        mine = RunRow.holder == holder
        with self._writing() as session:
            signs = update(RunRow).where(mine, RunRow.state == RUNNING)
            session.execute(signs.values(beat=RunRow.beat + 1, updated=self._now()))
            held = {row.id: _run(row) for row in session.scalars(select(RunRow).where(mine))}
            for ident in news.keys() & held.keys():
                more: dict[str, str | None] = {}
                if ident in answers:
                    more["answer"] = answers[ident]
                if news[ident].state != RUNNING:
                    more["holder"] = None
                change = update(RunRow).where(RunRow.id == ident)
                session.execute(change.values(**asdict(news[ident]), **more))
            return {ident: run for ident, run in held.items() if run.running}

    def wish(self, watched: Iterable[str], stopped: Iterable[str]) -> None:
        """Say of which runs somebody watches here, and which somebody wants to stop."""
        watched, stopped = list(watched), list(stopped)
        if not watched and not stopped:
            return
        with self._writing() as session:
            seen = update(RunRow).where(RunRow.id.in_([*watched, *stopped]))
            more = case((RunRow.id.in_(watched), 1), else_=0)
            stop = RunRow.stopping | RunRow.id.in_(stopped)
            session.execute(seen.values(watched=RunRow.watched + more, stopping=stop))

    def take_over(self, run: Run, holder: str, state: str = RUNNING) -> bool:
        """Hold a run whose process gives no sign; False where it does, or another was first."""
        same = (RunRow.id == run.id, RunRow.state == RUNNING, RunRow.beat == run.beat)
        taken = update(RunRow).where(*same, RunRow.holder.is_not_distinct_from(run.holder))
        with self._writing() as session:
            found = session.scalar(
                taken.values(holder=holder, beat=run.beat + 1, state=state).returning(RunRow.id)
            )
            return found is not None

    def let_go(self, holder: str) -> None:
        """Leave what a process holds to the others."""
        with self._writing() as session:
            session.execute(update(RunRow).where(RunRow.holder == holder).values(holder=None))

    def prune(self) -> None:
        """Delete what has ended, or was left, long ago."""
        now = self._now()
        ended = (RunRow.state != RUNNING) & (RunRow.updated < now - KEPT)
        with self._writing() as session:
            session.execute(delete(RunRow).where(ended | (RunRow.updated < now - FORGOTTEN)))


def _run(row: RunRow) -> Run:
    news = RunNews(row.version, row.state, row.ahead, row.share, row.problem)
    return Run(row.id, row.task, row.holder, row.beat, row.stopping, row.watched, news)
