"""The version that every answer carries: it changes with whatever can change an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from analyzer import __version__

PACKAGE: Final = Path(__file__).resolve().parents[1]

ROOMS: Final = ("kernel", "game", "engine")
"""The rooms with a say in an answer; those above read, explain, keep and show it."""

_SUFFIXES = frozenset({".py", ".json", ".txt", ".toml", ".npz", ".npy"})


@cache
def engine_version() -> str:
    """The program's version and twelve hex digits over the sources and data behind an answer.

    >>> engine_version().partition("+")[0] == __version__
    True
    """
    return f"{__version__}+{digest_of(answering_files(PACKAGE), PACKAGE)}"


def answering_files(package: Path) -> Iterator[Path]:
    """The sources and data files of a package that have a say in an answer, in fixed order.

    >>> "kernel/playout.py" in {path.relative_to(PACKAGE).as_posix() for path in
    ...                         answering_files(PACKAGE)}
    True
    """
    for room in ROOMS:
        for path in sorted((package / room).rglob("*")):
            if path.suffix in _SUFFIXES and "__pycache__" not in path.parts:
                yield path


def digest_of(files: Iterable[Path], root: Path) -> str:
    """Twelve hex digits that change with any of the files, be it its name or what it holds."""
    digest = hashlib.sha256()
    for path in files:
        raw = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(raw)}\0".encode())
        digest.update(raw)
    return digest.hexdigest()[:12]
