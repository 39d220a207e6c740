"""The commands as `/learn/commands` shows them, written from the help of each.

    python -m tests.docs.commands

The page is beneath the command line and may not import it; a test holds the file to the help.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

import analyzer
from analyzer.cli import main as ginsight

HELP = "--help"
FILE = Path(analyzer.__file__).parent / "web" / "learn" / "commands.json"


def commands(group: click.Group, path: str) -> Iterator[dict[str, Any]]:
    """Every command that is not hidden, those of a group behind it."""
    for name, listed in group.commands.items():
        command = getattr(listed, "load", lambda listed=listed: listed)()
        if listed.hidden:
            continue
        whole = f"{path} {name}"
        context = click.Context(command, info_name=whole)
        text, *more = (command.help or "").partition("\f")[0].strip().split("\n\n")
        records = (option.get_help_record(context) for option in command.get_params(context))
        yield {
            "name": whole,
            "usage": " ".join([whole, *command.collect_usage_pieces(context)]),
            "help": " ".join(text.split()),
            "more": [" ".join(paragraph.replace("\b", "").split()) for paragraph in more],
            "options": [
                list(record) for record in records if record and record[1] and HELP not in record[0]
            ],
        }
        if isinstance(command, click.Group):
            yield from commands(command, whole)


def document() -> str:
    """The file as it should be."""
    listed = list(commands(ginsight, "ginsight"))
    return json.dumps(listed, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
