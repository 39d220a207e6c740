"""The command `read`: the cards on a screenshot."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from analyzer.api.screens import ScreenJson, screen_to_json
from analyzer.cli.common import FILE, JSON, answer
from analyzer.cli.draw import Pen, table
from analyzer.errors import InputError, unreadable
from analyzer.notation.numbers import percent
from analyzer.vision.picture import LARGEST, open_picture
from analyzer.vision.screen import read_screen


@click.command("read")
@click.argument("picture", type=FILE)
@JSON
def read_(picture: Path, as_json: bool) -> None:
    """The cards on PICTURE, a screenshot of any card game, and the view that they make.

    Each card with its certainty: look at the doubtful ones. What is no card's index is left out.
    The view can be given to `analyze` once rules, score and whatever else is known are added.
    Nothing is stored or sent anywhere. Needs the extra `vision`.
    """
    document = screen_to_json(read_screen(open_picture(_contents(picture))))
    answer(as_json, document, lambda console: _show(console, document))


def _contents(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path), hint="give its path") from None
    except OSError as error:
        raise unreadable(path, error) from None


def _show(console: Console, screen: ScreenJson) -> None:
    pen = Pen(console)
    rows = table("card", "certainty", "place", "or")
    for sighting in screen.cards:
        others = pen.cards(sighting.others)
        rows.add_row(pen.card(sighting.card), percent(sighting.certainty), sighting.role, others)
    if screen.cards:
        console.print(rows)
    for line in (*screen.view.splitlines(), *screen.notes):
        console.print(line)
