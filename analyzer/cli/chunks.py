"""The options of commands whose work is done in chunks: where that is, and what is kept of it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from analyzer.cli.common import CLUSTER, FILE, WORKERS
from analyzer.jobs import ChunkJournal, Jobs, usual_journal

F = TypeVar("F", bound=Callable[..., Any])

JOURNAL = click.option(
    "--journal", type=FILE,
    help="Where finished work is kept until the end; default a file in the data directory.",
)  # fmt: skip

APART = {"out", "home", "as_json", "workers", "cluster", "journal"}
"""Options that change no figure."""


def in_chunks(command: F) -> F:
    """Give a command `--workers`, `--cluster` and `--journal`."""
    return WORKERS(CLUSTER(JOURNAL(command)))


def jobs_of(workers: int, cluster: str | None, journal: Path | None) -> Jobs:
    """Return where the command at hand does its work; cut off and called again it goes on where it
    was."""
    kept = usual_journal(called()) if journal is None else ChunkJournal(journal)
    return Jobs(workers, cluster, journal=kept)


def called() -> str:
    """The command line at hand, with everything that changes a figure."""
    context = click.get_current_context()
    words = context.command_path.split()
    for param in context.command.params:
        value = context.params[param.name or ""]
        if param.name in APART or value is None:
            continue
        text = ",".join(map(str, value)) if isinstance(value, tuple) else value
        words += [param.opts[0], f"{text:g}" if isinstance(text, float) else str(text)]
    return shlex.join(words)
