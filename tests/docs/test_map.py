"""The map of the house is the contract, and every room says what it is for."""

from __future__ import annotations

import importlib
import re

import pytest

import analyzer
from tests.house import BENEATH, PACKAGE, layers, rooms

LINE = re.compile(r"^    (\w+) {2,}\S", re.M)


def prose(docstring: str) -> str:
    """A docstring without the examples."""
    return docstring.partition(">>>")[0]


def test_the_map_names_the_rooms_from_low_to_high():
    assert LINE.findall(analyzer.__doc__) == [name for name in layers() if name != "__main__"]


def test_the_rooms_are_the_folders():
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    files = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    beneath = set(BENEATH)
    assert folders - beneath == set(rooms())
    assert files | folders & beneath == beneath and not files & folders


@pytest.mark.parametrize("room", rooms())
def test_a_room_says_what_it_is_for(room):
    said = prose(importlib.import_module(f"analyzer.{room}").__doc__ or "")
    sentences = re.findall(r"[.:;](?=\s|$)", said)
    assert 3 <= len(sentences) <= 12
    assert re.search(r"\bimports?\b", said), "what it may import"
    assert re.search(r"not? (?:\w+ )?belong|belongs? here|not decided here", said), "what does not"
