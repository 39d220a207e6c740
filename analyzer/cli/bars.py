"""Progress bars, apart from what every command loads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from analyzer.cli.common import console


def _bar(*columns: ProgressColumn) -> Progress:
    """A bar on standard error, shown only where that is a terminal."""
    error = console(stderr=True)
    error.is_interactive = True  # else rich before 15 ends a line for a bar that is off
    return Progress(*columns, console=error, transient=True, disable=not error.is_terminal)


@contextmanager
def spinning_bar() -> Iterator[Callable[[str, float, float], None]]:
    """Yield a function that tells (a text, done, all) of a search to a bar."""
    text, bar = TextColumn("{task.description}"), BarColumn(bar_width=20)
    with _bar(SpinnerColumn(), bar, text, TimeElapsedColumn()) as shown:
        task = shown.add_task("preparing", total=None)
        yield lambda text, done, all_: shown.update(
            task, description=text, completed=done, total=all_
        )


@contextmanager
def counting_bar(
    what: str, clock: ProgressColumn | None = None
) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that tells (done, all) to a bar; `clock` stands at its end, else the time
    left."""
    text, clock = TextColumn("{task.description}"), clock or TimeRemainingColumn()
    with _bar(text, BarColumn(), MofNCompleteColumn(), clock) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, all_: bar.update(task, completed=done, total=all_)
