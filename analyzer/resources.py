"""The places of files, shipped and kept, and packages whose names are loaded when asked for.

Shipped (templates, static files, puzzles) stands beside the package in a source tree and
inside it, under ``_data``, in an installed wheel. Kept (database, secret key) stands in
the user's data directory; `GINSIGHT_DATA`, `GINSIGHT_SECRET` and `GINSIGHT_DATABASE_URL`
say otherwise.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

import msgspec

from analyzer.errors import InputError, unreadable, unwritable

_PACKAGE = Path(__file__).resolve().parent

_BEFORE: Final = {"darwin": "Library/Application Support/ginsight"}
"""The data folder of 0.1.0: one that is there is used on."""

Kind = TypeVar("Kind")

_KNOWN: Final = set[Any]()
"""The kinds of documents that msgspec has made itself familiar with."""
_LEARNING: Final = Lock()

SELDOM: Final = 100_000
"""Objects that come before any garbage is looked for while something is loaded: some megabytes."""
SECRET_LENGTH = 32
"""Fewest characters of a secret key."""
FEWEST_LETTERS = 8
"""Different ones among them; of 32 random hex digits there are hardly ever fewer."""


def need_extra(extra: str, package: str, what: str) -> None:
    """See that what an extra brings is installed; raises InputError with the line that does it."""
    if find_spec(package) is None:
        hint = f"install the extra: pip install ginsight[{extra}]"
        raise InputError(f"{what} needs the package {package}", where=extra, hint=hint)


def texts_beside(module: str, name: str) -> dict[str, Any]:
    """The texts in a TOML file beside a module (its ``__file__``).

    >>> texts_beside(__file__, "display/glossary.toml")["Set"]
    'Three or four cards of one rank.'
    """
    import tomllib  # noqa: PLC0415  # most commands read none

    return tomllib.loads((Path(module).parent / name).read_text(encoding="utf-8"))


def read_json(
    text: bytes | str, kind: type[Kind], hook: Callable[[type, Any], Any] | None = None
) -> Kind:
    """A JSON document as a `kind`; `hook` makes what msgspec does not know.

    Raises `msgspec.MsgspecError` where it is none.

    >>> read_json("[1, 2]", tuple[int, ...])
    (1, 2)
    """
    _learn(kind)
    try:
        return msgspec.json.decode(text, type=kind, dec_hook=hook)
    except UnicodeError as error:
        raise msgspec.DecodeError(f"it is not UTF-8 text: {error}") from None
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None


def text_in(path: Path) -> str:
    """The text of a file in UTF-8; raises InputError for one that is not there or is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeError:
        raise InputError("this is not UTF-8 text", where=str(path), hint="save it so") from None


def read_value(value: Any, kind: type[Kind], strict: bool = True) -> Kind:
    """Return what was read from JSON or TOML as a `kind`; not `strict`: numbers may be texts.

    Raises `msgspec.ValidationError` where it is none.

    >>> read_value({"a": [1, 2]}, dict[str, tuple[int, ...]])
    {'a': (1, 2)}
    """
    _learn(kind)
    return msgspec.convert(value, kind, strict=strict)


def _learn(kind: Any) -> None:
    """Let msgspec find out what a kind consists of, on one thread at a time.

    It publishes what it finds before it has found all, so that threads that read the first
    documents of a kind at once end the process (msgspec 0.22).
    """
    if kind not in _KNOWN:
        with _LEARNING:
            msgspec.json.Decoder(kind)
            _KNOWN.add(kind)


def resource_root(package: Path = _PACKAGE) -> Path:
    """The directory that holds ``templates``, ``static`` and ``puzzles``.

    Raises RuntimeError where the installation has lost them.

    >>> (resource_root() / "templates").is_dir()
    True
    """
    # The wheel's place comes first: beside an installed package stands site-packages,
    # where a stranger's `templates` may lie.
    for root in (package / "_data", package.parent):
        if (root / "templates").is_dir() and (root / "static").is_dir():
            return root
    raise RuntimeError(f"templates and static files are missing next to {package}")


def data_dir(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The user's data directory, made for this user alone where it is missing.

    Raises InputError where it cannot be made or is no directory.
    """
    path = _data_path(environ, platform)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the data directory {path} cannot be made ({error.strerror})",
            hint="set GINSIGHT_DATA to a directory that you may write",
        ) from error
    return path


def _data_path(environ: Mapping[str, str], platform: str) -> Path:
    if given := environ.get("GINSIGHT_DATA"):
        return Path(given).expanduser().absolute()
    usual = _usual_path(platform)
    before = Path.home() / _BEFORE.get(platform, ".local/share/ginsight")
    # The XDG base directory specification: a relative path in its variable is ignored.
    kept = platform in {"darwin", "win32"} and before.is_dir() and not usual.is_dir()
    return before if kept or not usual.is_absolute() else usual


def _usual_path(platform: str) -> Path:
    """The data directory by the habit of a system."""
    from platformdirs.macos import MacOS  # noqa: PLC0415  # most commands keep nothing
    from platformdirs.unix import Unix  # noqa: PLC0415
    from platformdirs.windows import Windows  # noqa: PLC0415

    kinds: dict[str, Callable[..., Any]] = {"darwin": MacOS, "win32": Windows}
    usual: Path = kinds.get(platform, Unix)("ginsight", appauthor=False).user_data_path
    return usual


def database_url(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """The database's URL: `GINSIGHT_DATABASE_URL`, else an SQLite file in `data_dir`.

    >>> database_url({"GINSIGHT_DATABASE_URL": "postgresql://localhost/gin"})
    'postgresql://localhost/gin'
    """
    if given := environ.get("GINSIGHT_DATABASE_URL"):
        return given
    path = (data_dir(environ, platform) / "ginsight.db").as_posix()
    return "sqlite:///" + path.replace("%", "%25").replace("?", "%3F")


def secret_key(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """The key that signs cookies: `GINSIGHT_SECRET`, else one made at the first start.

    The file can be read by its owner only, and processes that start together agree on
    one key. Raises InputError for a key that is too short.
    """
    if given := environ.get("GINSIGHT_SECRET"):
        return checked_key(given, "GINSIGHT_SECRET")
    path = data_dir(environ, platform) / "secret.key"
    if not path.exists():
        import secrets  # noqa: PLC0415  # once in a lifetime

        _publish(path, secrets.token_hex(SECRET_LENGTH))
    return checked_key(path.read_text(encoding="ascii", errors="replace").strip(), str(path))


def checked_key(key: str, where: str | None = None) -> str:
    """A secret key as it is; raises InputError for one that is too short or easily guessed."""
    if len(key) < SECRET_LENGTH:
        raise InputError(
            f"the secret key has {len(key)} characters",
            where=where,
            hint=f"give at least {SECRET_LENGTH} random ones, or remove it to have one made",
        )
    if len(set(key)) < FEWEST_LETTERS:
        raise InputError(
            "the secret key is easily guessed: the same letters come again and again",
            where=where,
            hint=f"give {SECRET_LENGTH} random ones, or remove it to have one made",
        )
    return key


def _publish(path: Path, text: str) -> None:
    """Write a private file that appears whole or not at all; the first writer wins."""
    import tempfile  # noqa: PLC0415  # once in a lifetime

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_whole(path: Path, document: bytes) -> None:
    """Write a file that is there whole or not at all; one that was there stays until then.

    What is no plain file (a link, a pipe) is written to as it is. InputError where it cannot be
    written.
    """
    plain = not path.is_symlink() and (path.is_file() or not path.exists())
    try:
        if plain:
            _replace(path, document)
        else:
            path.write_bytes(document)
    except OSError as error:
        raise unwritable(path, error) from None


def _replace(path: Path, document: bytes) -> None:
    draft = path.with_name(f".{path.name}.draft")
    try:
        with draft.open("wb") as file:
            file.write(document)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@contextmanager
def loading() -> Iterator[None]:
    """Look for garbage seldom meanwhile: modules and compiled code leave little as they come."""
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def named(package: str, modules: Mapping[str, str], rest: str) -> Callable[[str], Any]:
    """The `__getattr__` of a package: each public name from its module, all others from `rest`.

    >>> from analyzer import notation
    >>> str(notation.read_card_set("7h 8h"))
    '7h 8h'
    """

    def load(name: str) -> Any:
        room = sys.modules[package]
        if name not in room.__all__:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{modules.get(name, rest)}"), name)
        setattr(room, name, value)
        return value

    return load
