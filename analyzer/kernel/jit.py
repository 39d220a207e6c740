"""One decorator: compiled where numba is there, plain Python where it is not.

The same source serves both ways, so kernel code keeps to what means the same in both: ints
below 2**63 that never wrap round, no numpy scalars of other widths, tuples and loops. Numba is
loaded when a function is first called, not before; `plain` gives a function as it was written.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable
from importlib.util import find_spec
from types import FunctionType
from typing import Any, Final, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])

_SWITCHES = ("GINSIGHT_PURE", "NUMBA_DISABLE_JIT")
"""Environment variables that keep everything plain."""


def _why_plain() -> str:
    """Return which switch is on, or that numba is missing; nothing where code is compiled."""
    for name in _SWITCHES:
        if os.environ.get(name, "") not in ("", "0"):
            return f"{name} is set"
    return "" if find_spec("numba") is not None else "numba is not installed"


plain_because: str = _why_plain()
"""The reason for which this process compiles nothing; empty where it does."""
COMPILED: bool = not plain_because
"""True if `jit` compiles in this process."""


def stay_plain(why: str) -> None:
    """Run everything as plain Python from now on, in a process that has compiled nothing yet."""
    global COMPILED, plain_because  # each wrapped function asks when first called
    COMPILED, plain_because = False, why


LOADING: Final = threading.RLock()
"""Held while numba, or a part of it, is loaded: two threads at once find it half made."""


@functools.cache
def _numba() -> Any:
    """Load numba, and let compiled code call what `jit` has wrapped."""
    import numba.extending  # noqa: PLC0415  # a second, and a hundred megabytes

    @numba.extending.typeof_impl.register(Jitted)
    def typeof(function: Jitted, _context: Any) -> Any:
        return numba.core.registry.cpu_target.typing_context.resolve_value_type(function.dispatcher)

    return numba


def is_at_hand() -> bool:
    """True if compiled code is in use, and what pages need of the kernel was compiled before."""
    if "llvmlite.binding" not in sys.modules or not COMPILED:
        return False
    from analyzer.kernel.cache import is_complete  # noqa: PLC0415  # as numba, not before

    return is_complete()


def _borrowing() -> dict[str, Any]:
    """The option of numba by which a function counts no references, where numba has it.

    No array ends before the call that it is given to, yet numba counts each one that a function
    takes out of a tuple, by an atomic operation. That was half the time of a playout.
    """
    has = hasattr(_numba().core.options.DefaultOptions, "_nrt")
    return {"_nrt": False} if has else {}


def _compile(function: Callable[..., Any], options: dict[str, Any]) -> Callable[..., Any]:
    from analyzer.kernel.cache import cache_state  # noqa: PLC0415  # as numba, not before

    folder, numba = cache_state().folder, _numba()
    options = {"nogil": True, "cache": folder is not None, **options}
    # The setting is read while decorating; other users of numba in this process keep theirs.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")
    try:
        compiled: Callable[..., Any] = numba.njit(**options)(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


class Jitted:
    """A function that is compiled when it is first called."""

    def __init__(self, function: Any, options: dict[str, Any], *, allocates: bool) -> None:
        """`options` are those of `numba.njit`."""
        functools.update_wrapper(self, function)
        self.function = function
        self._options, self._allocates = options, allocates

    def __call__(self, *given: Any) -> Any:
        """As the function; the first call loads its machine code, or numba, and compiles."""
        return self.compiled(*given)

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """The function as machine code; plain where nothing is compiled any more."""
        if not COMPILED:
            return self.plain
        if not self._options.get("cache", True):
            return self.dispatcher
        from analyzer.kernel._objects import ByKind  # noqa: PLC0415  # which asks where code is kept

        return ByKind(self)

    @functools.cached_property
    def dispatcher(self) -> Callable[..., Any]:
        """The dispatcher that numba makes of it, which compiles for each kind of arguments."""
        with LOADING:
            return self._dispatcher()

    def _dispatcher(self) -> Callable[..., Any]:
        borrowing = {} if self._allocates else _borrowing()
        return _compile(self.function, {**borrowing, **self._options})

    @functools.cached_property
    def plain(self) -> Callable[..., Any]:
        """The function as it was written, which calls others as they were written."""
        scope = dict(self.function.__globals__)
        scope |= {name: plain(scope[name]) for name in self.function.__code__.co_names
                  if name in scope}  # fmt: skip
        defaults = self.function.__defaults__
        return FunctionType(self.function.__code__, scope, self.function.__name__, defaults)


def compiled(function: F) -> F:
    """A function of the kernel as numba compiles it, where it does."""
    return function.compiled if isinstance(function, Jitted) else function  # type: ignore[return-value]


def plain(function: F) -> F:
    """A function of the kernel as plain Python, whatever `jit` made of it.

    >>> plain(jit(lambda number: number * 2))(21)
    42
    """
    return function.plain if isinstance(function, Jitted) else function  # type: ignore[return-value]


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

    def wrapped(target: Any) -> Any:
        return Jitted(target, options, allocates=allocates) if COMPILED else target

    return wrapped if function is None else wrapped(function)


class _BitCount(Jitted):
    """The instruction of the processor that counts bits.

    The classic sums end in a product beyond 2**63. numba tells LLVM that none overflows, so only
    LLVM's habit of knowing them by sight would keep their answer right.
    """

    def _dispatcher(self) -> Callable[..., Any]:
        numba = _numba()

        @numba.extending.intrinsic  # type: ignore[untyped-decorator]
        def count(context: Any, word: Any) -> tuple[Any, Any]:
            def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
                return builder.ctpop(values[0])

            return numba.types.int64(numba.types.int64), generate

        numba.core.registry.cpu_target.typing_context.refresh()  # it is asked at once
        counter: Callable[..., Any] = count
        return counter

    @property
    def plain(self) -> Callable[..., Any]:
        """The same of Python."""
        return int.bit_count


def _count_bits(word: int) -> int:
    return word.bit_count()


bit_count: Callable[[int], int] = (
    _BitCount(_count_bits, {}, allocates=False) if COMPILED else int.bit_count
)
"""The number of set bits of a number from 0 to 2**63 − 1; for compiled code and plain Python."""


class _Zeros(Jitted):
    """An array of so many zeros; Python's own calls are numpy's, and load no compiler."""

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """The function that compiled code has compiled; a list where nothing is any more."""
        import numpy as np  # noqa: PLC0415  # plain Python does without

        def zeros(size: int) -> Any:
            return np.zeros(size, np.int64)

        return zeros if COMPILED else self.plain

    def _dispatcher(self) -> Callable[..., Any]:
        return _compile(self.compiled, {})


def _list_of_zeros(size: int) -> Any:
    return [0] * size


zeros: Callable[[int], Any] = (
    _Zeros(_list_of_zeros, {}, allocates=True) if COMPILED else _list_of_zeros
)
"""So many zeros, to be written to: an array for compiled code, a list for plain Python."""


def inlined(function: F) -> F:
    """As `jit`, for a small function that its callers should swallow whole.

    A call between compiled functions passes each array as seven words, which costs more than
    many functions do.
    """
    compiled: F = jit(forceinline=True)(function)
    return compiled


class _GiveWay(Jitted):
    """The function that lets others have the processor if this thread is nicer than most, on Linux.

    Its niceness is asked for each time, as a thread may step back at any time.
    """

    def _dispatcher(self) -> Callable[..., Any]:
        types = _numba().types
        niceness = types.ExternalFunction("getpriority", types.int32(types.int32, types.int32))
        give_processor = types.ExternalFunction("sched_yield", types.int32())

        def give_way() -> None:
            if niceness(_THREAD, _THIS) > 0:
                give_processor()

        return _compile(give_way, {**_borrowing(), "forceinline": True})


_THREAD, _THIS = 0, 0
"""The arguments of `getpriority` for the niceness of the calling thread."""


def _nothing() -> None:
    """Do nothing, where nothing can be done."""


_give_way: Callable[[], None] = (
    _GiveWay(_nothing, {}, allocates=False)
    if COMPILED and sys.platform == "linux"
    else inlined(_nothing)
)


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
