"""`python -m tests.workshop`: measure, tune, and make puzzles."""

from __future__ import annotations

import click

from analyzer.cli.app import CommandGroup
from tests.workshop.fitting import tune_
from tests.workshop.measuring import measure
from tests.workshop.puzzles.commands import puzzles_

PROGRAM = "python -m tests.workshop"


@click.group(PROGRAM, cls=CommandGroup)
def workshop() -> None:
    """Measure the engine again, tune it, or make puzzles."""


workshop.add_command(measure)
workshop.add_command(tune_)
workshop.add_command(puzzles_)

if __name__ == "__main__":
    workshop()
