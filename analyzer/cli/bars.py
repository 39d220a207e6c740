"""Progress bars, apart from what every command loads."""

from __future__ import annotations

from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

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
