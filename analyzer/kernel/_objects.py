"""Compiled functions that are called without numba: their machine code as it lies in the cache.

numba takes half a second and eighty megabytes to load itself and to call what it has compiled in an
earlier process. The machine code itself needs no more than what numba's own small extensions offer
it, and a linker, which is llvmlite's. So what numba has made of a function for some kinds of
arguments is kept once more, beside its cache, and looked for there first. Whatever is not there, or
does not fit this processor or these versions, numba answers.
"""

from __future__ import annotations

import builtins
import ctypes
import functools
import hashlib
import logging
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.kernel.cache import cache_state
from analyzer.kernel.jit import LOADING

_log = logging.getLogger(__name__)
_SINCE: Final = "objects-3"
"""The form of the files."""
_LONG: Final = 1 << 63

Kinds = tuple[Any, ...]
"""What numba would compile for: the types of some arguments, in plain Python's terms."""


class _Code(NamedTuple):
    """A file: one function for one kind of arguments."""

    entry: str
    """The symbol that takes Python's arguments and gives its result."""
    constants: dict[str, list[Any]]
    """What it takes out of its environment, and those it calls out of theirs, by the symbol of the
    place where each finds its own. The first is the function's."""
    machine: bytes
    """An object file, linked but for what the process offers."""


_SCALARS: Final = {"numpy.int64": "i", "numpy.float64": "f"}
"""Numbers of numpy's that are to numba what those of Python are."""


def kind_of(value: Any) -> Any:
    """The kind of a value, as numba tells them apart; TypeError for one that is not known here.

    >>> kind_of((1, 2.0))
    ('tuple', 'i', 'f')
    """
    kind = type(value)
    if kind is int and -_LONG <= value < _LONG:
        return "i"
    if kind is float:
        return "f"
    if kind is bool:
        return "b"
    if value is None:
        return "n"
    if isinstance(value, tuple):
        return _kind_of_tuple(value)
    if (name := f"{kind.__module__}.{kind.__name__}") in _SCALARS:
        return _SCALARS[name]
    if name == "numpy.ndarray":
        flags = value.flags
        order = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return (value.dtype.str, value.ndim, order, flags.writeable, flags.aligned)
    raise TypeError(kind)


_tables: Final = dict[int, tuple[tuple[Any, ...], Any]]()
"""Tuples that hold arrays, which stay, with their kinds, by identity: the tables of rules."""
_TABLES: Final = 64


def _kind_of_tuple(value: tuple[Any, ...]) -> Any:
    known = _tables.get(id(value))
    if known is not None and known[0] is value:
        return known[1]
    kind = (type(value).__qualname__, *map(kind_of, value))
    if tuple in map(type, kind):
        if len(_tables) >= _TABLES:
            _tables.clear()
        _tables[id(value)] = value, kind
    return kind


@functools.cache
def _machine_name() -> str:
    """The versions, processor and settings that machine code is made for."""
    import llvmlite.binding as llvm  # noqa: PLC0415  # not before code is called

    settings = sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_"))
    parts = (
        _SINCE, sys.implementation.cache_tag, llvm.get_process_triple(), llvm.get_host_cpu_name(),
        str(sorted(llvm.get_host_cpu_features().items())), str(llvm.llvm_version_info),
        (_numba_folder() / "_version.py").read_text("utf-8"),
        *(each for each in settings if not each.startswith("NUMBA_CACHE_DIR=")),
    )  # fmt: skip
    return "\0".join(parts)


@functools.cache
def _numba_folder() -> Path:
    package = find_spec("numba")
    assert package is not None and package.origin is not None
    return Path(package.origin).parent


def _file(function: Any, kinds: Kinds) -> Path | None:
    if (folder := cache_state().folder) is None:
        return None
    asks = f"{function.__module__}.{function.__qualname__}\0{kinds}\0{_machine_name()}"
    return folder / "objects" / hashlib.sha256(asks.encode()).hexdigest()[:32]


class ByKind:
    """A function as machine code, loaded or compiled when arguments of a kind first come."""

    def __init__(self, wrapped: Any) -> None:
        """`wrapped` has the `function`, and the `dispatcher` that numba makes of it."""
        functools.update_wrapper(self, wrapped.function)
        self._wrapped, self._known = wrapped, dict[Kinds, Callable[..., Any]]()
        self._takes = wrapped.function.__code__.co_argcount
        self._defaults = wrapped.function.__defaults__ or ()

    def __call__(self, *given: Any) -> Any:
        """As the function."""
        if missing := self._takes - len(given):
            given += self._defaults[-missing:]
        try:
            kinds = tuple(map(kind_of, given))
        except TypeError:
            return self._wrapped.dispatcher(*given)
        function = self._known.get(kinds)
        return self._first(kinds, given) if function is None else function(*given)

    def _first(self, kinds: Kinds, given: tuple[Any, ...]) -> Any:
        function = _loaded(self._wrapped.function, kinds)
        if function is None:
            answer = self._wrapped.dispatcher(*given)
            with suppress(AttributeError, pickle.PickleError):  # another version of numba
                _export(self._wrapped.function, kinds, given, self._wrapped.dispatcher)
            function = self._wrapped.dispatcher
        else:
            answer = function(*given)
        self._known[kinds] = function
        return answer


def _export(function: Any, kinds: Kinds, given: tuple[Any, ...], dispatcher: Any) -> None:
    """Keep the machine code that numba has just called, where it can do without numba."""
    file = _file(function, kinds)
    types = tuple(map(dispatcher.typeof_pyval, given))
    result = dispatcher.overloads.get(types)
    if file is None or result is None or result.reload_init:
        return
    if not _is_number(result.signature.return_type):
        return
    key = dispatcher._cache._index_key(types, dispatcher.targetctx.codegen())
    if (data := dispatcher._cache._cache_file.load(key)) is None:
        return
    (_, _, (machine, _)), description = data[0], result.fndesc
    constants = {description.env_name: list(result.environment.consts)}
    inner = result._find_referenced_environments()
    constants |= {each.env_name: list(each.consts) for each in inner if each.consts}
    code = pickle.dumps((description.llvm_cpython_wrapper_name, constants, machine))
    if b"numba" in pickle.dumps(list(constants.values())):
        return
    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        written = file.with_name(f"{file.name}.{os.getpid()}")
        written.write_bytes(code)
        written.replace(file)


def _is_number(kind: Any) -> bool:
    """True of what Python is handed without numba, which two threads would load half made."""
    from numba.core import types  # noqa: PLC0415  # it has just compiled

    plain = isinstance(kind, types.Number | types.Boolean | types.NoneType)
    parts = getattr(kind, "types", ())  # of a tuple
    return plain or (len(parts) > 0 and all(map(_is_number, parts)))


def _loaded(function: Any, kinds: Kinds) -> Callable[..., Any] | None:
    """The function for such arguments, from its machine code; None where there is none."""
    if sys.platform == "win32":  # numba has more to offer there
        return None
    try:
        file = _file(function, kinds)
        if file is None:
            return None
        code = _Code(*pickle.loads(file.read_bytes()))  # noqa: S301  # as numba, from its folder
        return _linked(function, code)
    except Exception as error:  # whatever it is, numba answers
        _log.debug("no machine code of %s: %s", function.__name__, error)
        return None


_kept: Final = list[Any]()
"""Linkers, whose memory holds the code."""


def _linked(function: Any, code: _Code) -> Callable[..., Any]:
    import llvmlite.binding as llvm  # noqa: PLC0415  # not before code is called

    with LOADING:
        dynamic = _offered()
        target = llvm.Target.from_default_triple().create_target_machine(jit=True)
        linker = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        linker.add_object_file(llvm.ObjectFileRef.from_data(code.machine))
        linker.finalize_object()
        _kept.append(linker)
        environments = [_environment(dynamic, linker, *each) for each in code.constants.items()]
        if not (address := linker.get_function_address(code.entry)):
            raise LookupError(code.entry)  # numba keeps one file for the kinds of two processes
        module, held = sys.modules[function.__module__], (linker, *environments)
        made: Callable[..., Any] = dynamic.make_function(
            module, function.__name__, "", address, environments[0], held
        )
        return made


def _environment(dynamic: Any, linker: Any, name: str, constants: list[Any]) -> Any:
    """An environment with such constants, put where code finds it."""
    environment = dynamic.Environment({})
    environment.consts[:] = constants
    if address := linker.get_global_value_address(name):
        ctypes.c_void_p.from_address(address).value = id(environment)
    return environment


@functools.cache
def _offered() -> Any:
    """Tell the linker what numba's extensions offer to compiled code; the one that calls it."""
    import llvmlite.binding as llvm  # noqa: PLC0415  # not before code is called

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    dynamic, helpers = _extension("_dynfunc"), _extension("_helperlib")
    runtime = _extension("core.runtime._nrt_python")
    llvm.add_symbol("_Py_NoneStruct", id(None))
    for module in (helpers, dynamic):
        for name, address in module.c_helpers.items():
            llvm.add_symbol(f"numba_{name}", address)
    for name, address in runtime.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
    for value in vars(builtins).values():
        if isinstance(value, type) and issubclass(value, BaseException):
            llvm.add_symbol(f"PyExc_{value.__name__}", id(value))
    if "numba" not in sys.modules:
        runtime.memsys_use_cpython_allocator()
    return dynamic


def _extension(name: str) -> Any:
    """A module in C of numba's, without the package around it, which may come later."""
    full = f"numba.{name}"
    if full in sys.modules:
        return sys.modules[full]
    place = _numba_folder().joinpath(*name.split("."))
    file = next(
        path for end in EXTENSION_SUFFIXES if (path := place.with_name(place.name + end)).exists()
    )
    spec = spec_from_file_location(full, file, loader=ExtensionFileLoader(full, str(file)))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
