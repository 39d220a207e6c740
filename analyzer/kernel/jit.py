"""One decorator: compiled where numba is there, plain Python where it is not.

The same source serves both ways, so kernel code keeps to what means the same in both: ints
below 2**63 that never wrap round, no numpy scalars of other widths, tuples and loops.

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
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])


def _find_numba() -> Any:
    """Import numba, or say None when it is missing, switched off, or GINSIGHT_PURE is set."""
    if os.environ.get("GINSIGHT_PURE", "") not in ("", "0"):
        return None
    try:
        import numba.extending  # noqa: PLC0415  (it may be missing, or not wanted)
    except ImportError:
        return None
    config: Any = numba.config
    return None if config.DISABLE_JIT else numba


_numba = _find_numba()

COMPILED: bool = _numba is not None
"""True if `jit` compiles in this process."""


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


def _borrowing() -> dict[str, Any]:
    """The option of numba by which a function counts no references, where numba has it.

    No array ends before the call that it is given to, yet numba counts each one that a function
    takes out of a tuple, by an atomic operation. That was half the time of a playout.
    """
    has = hasattr(_numba.core.options.DefaultOptions, "_nrt")
    return {"_nrt": False} if has else {}


def _compile(function: F, options: dict[str, Any]) -> F:
    folder = cache_state().folder
    options = {"nogil": True, "cache": folder is not None, **options}
    # The setting is read while decorating; other users of numba in this process keep theirs.
    before = _numba.config.CACHE_DIR
    _numba.config.CACHE_DIR = str(folder or "")
    try:
        compiled: F = _numba.njit(**options)(function)
    finally:
        _numba.config.CACHE_DIR = before
    return compiled


@overload
def jit(function: F, /) -> F: ...
@overload
def jit(*, allocates: bool = False, **options: Any) -> Callable[[F], F]: ...
def jit(function: Any = None, /, *, allocates: bool = False, **options: Any) -> Any:
    """Compile `function` with numba (GIL released, cached on disk), or return it as it is.

    One that makes arrays says so: `@jit(allocates=True)`. Without that numba knows no function
    that makes one. Other options go to `numba.njit`, as in `@jit(inline="always")`.

    >>> jit(cache=False)(lambda number: number * 2)(21)
    42
    """

    def compiled(target: F) -> F:
        if not COMPILED:
            return target
        return _compile(target, options if allocates else {**_borrowing(), **options})

    return compiled if function is None else compiled(function)


def _bit_counter() -> Callable[[int], int]:
    """Return what counts the set bits of a number that is not negative."""
    if not COMPILED:
        return int.bit_count

    # The classic sums end in a product beyond 2**63. numba tells LLVM that none overflows, so
    # only LLVM's habit of knowing them by sight would keep their answer right.
    @_numba.extending.intrinsic  # type: ignore[untyped-decorator]
    def count(context: Any, word: Any) -> tuple[Any, Any]:
        def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return builder.ctpop(values[0])

        return _numba.types.int64(_numba.types.int64), generate

    counter: Callable[[int], int] = count
    return counter


bit_count: Callable[[int], int] = _bit_counter()
"""The number of set bits of a number from 0 to 2**63 − 1; for compiled code and plain Python."""


def inlined(function: F) -> F:
    """As `jit`, for a small function that its callers should swallow whole.

    A call between compiled functions passes each array as seven words, which costs more than
    many functions do.
    """
    compiled: F = jit(forceinline=True)(function)
    return compiled


def _patience() -> Callable[[], None]:
    """Return what lets others have the processor if this thread is nicer than most; nothing but on
    Linux.

    Its niceness is asked for each time, as a thread may step back at any time.
    """
    if not COMPILED or sys.platform != "linux":
        return inlined(_nothing)
    number = _numba.types.int32
    niceness = _numba.types.ExternalFunction("getpriority", number(number, number))
    give_processor = _numba.types.ExternalFunction("sched_yield", number())

    def give_way() -> None:
        if niceness(_THREAD, _THIS) > 0:
            give_processor()

    return inlined(give_way)


_THREAD, _THIS = 0, 0
"""The arguments of `getpriority` for the niceness of the calling thread."""


def _nothing() -> None:
    """Do nothing, where nothing can be done."""


_give_way = _patience()


@inlined
def giving_way(done: int, enough: int) -> int:
    """Work done since others last went first: `done`, or 0 where it was `enough`, and they may now.

    A system lets a thread compute for some milliseconds before it looks who waits, be it nicer than
    they are; and what a page needs passes through several threads, and would wait at each. To give
    way more often than once in half a millisecond would leave little beside those who never do.

    >>> giving_way(3, 5), giving_way(5, 5)
    (3, 0)
    """
    if done < enough:
        return done
    _give_way()
    return 0
