"""README.md as data: its shell blocks, its commands with what they print, its tables."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from analyzer.resources import resource_root

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


class Example(NamedTuple):
    """A command and what README shows below it, which may be nothing."""

    command: str
    output: str


def blocks(language: str) -> list[str]:
    """The fenced blocks in one language.

    >>> len(blocks("sh"))
    2
    """
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def sample(label: str) -> str:
    """What `/learn/commands` shows under a label.

    >>> sample("An example of a record")[:6]
    '[Rules'
    """
    page = (resource_root() / "templates" / "learn" / "commands.html").read_text(encoding="utf-8")
    (found,) = re.findall(rf'<pre [^>]*aria-label="{label}">(.*?)</pre>', page, re.S)
    return str(found)


def examples() -> list[Example]:
    """Every `$ command` of the console blocks."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append(Example(command, output))
    return found
