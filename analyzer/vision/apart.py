"""Reads a picture in a process made for it, which may die of it: the server stays as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.resources import read_json
from analyzer.vision.picture import LARGEST, check_file, open_picture, piece_of
from analyzer.vision.screen import Screen, read_screen

SECONDS: Final = 60.0
"""After how long a process is ended."""
_CPU_SECONDS: Final = 10
_MEMORY: Final = 1 << 30
PROGRAM: Final = "from analyzer.vision.apart import read_input as go; go()"
_REFUSED: Final = 3
SURROUNDINGS: Final = {
    **{f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")},
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(_MEMORY),
}
"""One thread; what glibc has had of the system it uses again, and gives back at the end."""


@dataclass(frozen=True)
class PictureRead:
    """A screen, and of each of its sightings the piece of the picture (PNG)."""

    screen: Screen
    crops: tuple[bytes, ...]


class _Refusal(msgspec.Struct):
    message: str
    hint: str | None


def read_picture(data: bytes) -> PictureRead:
    """Read a picture's bytes in a process of its own.

    Raises InputError for what `open_picture` refuses, and for what ended the process.
    """
    check_file(data)
    try:
        done = subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-c", PROGRAM], input=data, capture_output=True, check=False,
            timeout=SECONDS, env={**os.environ, **SURROUNDINGS},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise _unread("reading it took too long") from None
    if done.returncode == _REFUSED:
        refusal = read_json(done.stdout, _Refusal)
        raise InputError(refusal.message, where="picture", hint=refusal.hint)
    if done.returncode:
        raise _unread("it could not be read")
    return read_json(done.stdout, PictureRead, _card)


def _unread(message: str) -> InputError:
    return InputError(message, where="picture", hint="send another screenshot")


def _card(kind: type, value: Any) -> Any:
    if kind is Card:
        return Card.of(value)
    raise NotImplementedError(kind)


def read_input() -> None:
    """Read the picture on standard input; what is on it goes to standard output as JSON."""
    _bound()
    try:
        pixels = open_picture(sys.stdin.buffer.read(LARGEST + 1))
        screen = read_screen(pixels)
    except InputError as error:
        sys.stdout.buffer.write(msgspec.json.encode(_Refusal(error.message, error.hint)))
        sys.exit(_REFUSED)
    crops = tuple(piece_of(pixels, sighting.box) for sighting in screen.sightings)
    sys.stdout.buffer.write(msgspec.json.encode(PictureRead(screen, crops), enc_hook=str))
    sys.stdout.flush()
    os._exit(0)  # nothing is left to be put in order, which takes its time


def _bound() -> None:
    """Limit this process's time and memory where the system can, and let pages go first."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource  # noqa: PLC0415  # not on Windows

        resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        os.nice(10)
