"""The places of compiled code.

numba keys its cache on one file's source and does not notice an edit in another file that the
function calls. The cache folder is therefore named by a hash of *all* kernel sources.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.kernel.jit import COMPILED


class _CacheState(NamedTuple):
    """The folder of compiled code, for `doctor`."""

    folder: Path | None
    """The folder in use; None when nothing is compiled or nothing can be written."""
    lasting: bool
    """True if the next start finds the compiled code again."""
    note: str
    """One sentence for the user."""


@functools.cache
def kernel_version() -> str:
    """Twelve hex digits that change with any kernel source file.

    >>> len(kernel_version())
    12
    """
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _user_cache() -> Path:
    """The user's cache folder by the habit of the system."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base) if base else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    base = os.environ.get("XDG_CACHE_HOME")
    return Path(base) if base else Path.home() / ".cache"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@functools.cache
def cache_state() -> _CacheState:
    """Choose the cache folder once: the user's, else a private temporary one, else none."""
    if not COMPILED:
        return _CacheState(None, False, "The kernel runs as plain Python; nothing is compiled.")
    try:
        folder = _user_cache() / "ginsight" / f"kernel-{kernel_version()}"
    except RuntimeError:  # no home folder
        folder = None
    if folder is not None and _writable(folder):
        return _CacheState(folder, True, f"Compiled code is kept in {folder}.")
    try:
        # Never a guessable name: numba unpickles what it finds there.
        scratch = Path(tempfile.mkdtemp(prefix="ginsight-kernel-"))
    except OSError:
        return _CacheState(None, False, "No folder can be written: every start compiles anew.")
    atexit.register(shutil.rmtree, scratch, ignore_errors=True)
    note = f"{folder or 'The cache folder'} cannot be written: every start compiles anew."
    return _CacheState(scratch, False, note)


DONE: Final = "complete"
"""The file that says that everything in the cache folder was compiled."""


def mark() -> Path | None:
    """The file that is there once all is compiled; None where nothing outlives a process."""
    state = cache_state()
    return state.folder / DONE if state.lasting and state.folder else None


_complete: Final = list[Path]()


def is_complete() -> bool:
    """True if everything in the cache folder was compiled; once it is, it stays so."""
    if not _complete and (path := mark()) is not None and path.exists():
        _complete.append(path)
    return bool(_complete)
