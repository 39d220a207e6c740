"""`python -m tests.workshop`: measure and tune."""

from __future__ import annotations

import click

from analyzer.cli.app import CommandGroup
from tests.workshop.fitting import tune_
from tests.workshop.measuring import measure

PROGRAM = "python -m tests.workshop"


@click.group(PROGRAM, cls=CommandGroup)
def workshop() -> None:
    """Measure the engine again, or tune it."""


workshop.add_command(measure)
workshop.add_command(tune_)

if __name__ == "__main__":
    workshop()
