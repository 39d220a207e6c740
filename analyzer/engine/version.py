"""The version that every answer carries: it changes with whatever can change an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from analyzer import __version__

PACKAGE: Final = Path(__file__).resolve().parents[1]

ASIDE: Final = frozenset(
    {
        "__main__", "web", "cli", "protocol", "answers", "store", "schemas", "benchmark", "arena",
        "jobs", "bots", "coach", "review", "reviewing", "puzzles", "training", "rendering",
        "sentences", "inference", "notation", "records", "recorder", "resources", "errors",
    }
)  # fmt: skip
"""Rooms without a say in an answer: those above the engine, and what reads and complains."""

_SUFFIXES = frozenset({".py", ".json", ".txt", ".toml", ".npz", ".npy"})
_NOT_OURS = frozenset({"_data", "__pycache__", "__init__"})


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
    for room in sorted(package.iterdir()):
        if room.stem in ASIDE | _NOT_OURS:
            continue
        for path in sorted(room.rglob("*")) if room.is_dir() else (room,):
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
