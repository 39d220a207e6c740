"""The results of chunks, kept in a file, so that work that was cut off goes on where it was."""

from __future__ import annotations

import hmac
import os
import pickle
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from inspect import ismethod
from pathlib import Path
from typing import Any, Final

from analyzer.errors import InputError
from analyzer.jobs._stamp import engine_stamp
from analyzer.resources import data_dir, secret_key

FOLDER: Final = "journals"
MARK: Final = sha256().digest_size


class JournalFile:
    """Lines in a file, each on the disk before `append` returns; only ever appended to.

    A line that was cut off, as the last one is when the process is killed while writing it, is
    ended at the next one. Raises OSError, at once, for a file that cannot be read and appended to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("ab"):
            pass  # before an hour of work, not after it
        raw = path.read_bytes()
        self.lines: tuple[bytes, ...] = tuple(raw.splitlines())
        """Those that were there."""
        self._torn = bool(raw) and not raw.endswith(b"\n")

    def append(self, line: bytes) -> None:
        """Add a line."""
        with self.path.open("ab") as file:
            file.write((b"\n" if self._torn else b"") + line + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._torn = False


class ChunkJournal:
    """Results of chunks by what the chunk is; of another engine, another function: another chunk.

    Each line is signed with the key of this installation, for it holds what is loaded as it is: a
    line that somebody else wrote, or that was cut off, is passed over, and its chunk is done again.
    Raises InputError for a file that cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._secret = secret_key().encode()
        try:
            self._file = JournalFile(path)
        except OSError as error:
            raise InputError(
                f"`{path}` cannot be written ({error.strerror})", where="journal",
                hint="name a file in a folder that you may write to with --journal",
            ) from None  # fmt: skip
        self._kept: dict[str, bytes] = {}
        for line in self._file.lines:
            key, _, signed = line.partition(b" ")
            self._kept[key.decode("ascii", "replace")] = signed

    def key(self, function: Callable[..., Any], chunk: object) -> str:
        """Return what a chunk is, in hexadecimal digits."""
        whole = pickle.dumps((_called(function), chunk, engine_stamp()))
        return sha256(whole).hexdigest()

    def get(self, key: str) -> tuple[Any] | None:
        """Return what came of a chunk, in a tuple; None where that is not known."""
        if (signed := self._kept.get(key)) is None:
            return None
        try:
            raw = b64decode(signed, validate=True)
        except ValueError:
            return None
        mark, result = raw[:MARK], raw[MARK:]
        if not hmac.compare_digest(mark, self._mark(key, result)):
            return None
        return (pickle.loads(result),)  # noqa: S301 - signed by us

    def put(self, key: str, result: object) -> Any:
        """Keep what came of a chunk; returned is what `get` will give."""
        raw = pickle.dumps(result)
        signed = b64encode(self._mark(key, raw) + raw)
        self._file.append(key.encode() + b" " + signed)
        self._kept[key] = signed
        return pickle.loads(raw)  # noqa: S301 - ours

    def close(self, done: bool) -> None:
        """The file goes when the work is done, and where there is nothing in it."""
        if done or not self._kept:
            self.path.unlink(missing_ok=True)

    def _mark(self, key: str, result: bytes) -> bytes:
        return hmac.digest(self._secret, key.encode() + result, "sha256")


def _called(function: Callable[..., Any]) -> object:
    """A function by its name, with what is already given to it; a method with what it is of."""
    if isinstance(function, partial):
        return _called(function.func), function.args, function.keywords
    if ismethod(function):
        return _called(function.__func__), function.__self__
    return f"{function.__module__}.{function.__qualname__}"


def usual_journal(what: str) -> ChunkJournal | None:
    """The journal of some work in the user's data directory; None where that is not writable."""
    name = sha256(what.encode()).hexdigest()[:16]
    try:
        folder = data_dir() / FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        return ChunkJournal(folder / f"{name}.journal")
    except (InputError, OSError):
        return None
