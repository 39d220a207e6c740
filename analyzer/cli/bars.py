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


def spinning_bar() -> Progress:
    """A bar for a search on standard error, shown only where that is a terminal."""
    error = console(stderr=True)
    return Progress(
        SpinnerColumn(),
        BarColumn(bar_width=20),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=error,
        transient=True,
        disable=not error.is_terminal,
    )


@contextmanager
def counting_bar(
    what: str, clock: ProgressColumn | None = None
) -> Iterator[Callable[[int, int], None]]:
    """What tells (done, all) to a bar on standard error, shown only where that is a terminal.

    `clock` stands at its end: the time that is left, if not given.
    """
    error = console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        clock or TimeRemainingColumn(),
        console=error,
        transient=True,
        disable=not error.is_terminal,
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, all_: bar.update(task, completed=done, total=all_)
