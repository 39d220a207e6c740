"""Every setting of the web application, in one place, with what it is for."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from limits import parse_many
from limits.errors import ConfigurationError
from limits.storage import storage_from_string

from analyzer.errors import CombinedInputError, InputError
from analyzer.game.words import closest
from analyzer.resources import checked_key
from analyzer.service.logs import FORMS
from analyzer.store.connect import checked_url

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""Names under which a browser on the same machine calls us."""
CLUSTER_SECONDS: Final = 3
"""The seconds that a scheduler may take to answer at the start."""
AT_ONCE: Final = max(1, (os.cpu_count() or 2) // 2)
"""Searches for which there are cores, at two threads each.

Where more threads compute than there are cores, one is put aside now and then while it holds the
interpreter's lock, and every page waits for it.
"""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The set-up of one running application; the environment names are in `SETTINGS`.

    >>> ServerSettings.from_env({"GINSIGHT_SEARCHES": "2"}).searches
    2
    """

    database_url: str | None = None
    """The database of analyses, as an SQLAlchemy URL; None for SQLite in the user's data folder."""
    secret_key: str | None = None
    """Key that signs cookies; None for the one made on first start."""
    trusted_hosts: tuple[str, ...] = LOCAL_HOSTS
    """Host names that requests may carry; a leading dot stands for all subdomains."""
    searches: int = AT_ONCE
    """Searches that compute at once; the others wait in line."""
    waiting: int = 200
    """Searches that may wait or compute; one more gets a busy answer."""
    search_threads: int = 2
    """Threads one search computes on."""
    search_process: bool = True
    """True if the command `serve` has searches computed by a process of their own."""
    reviews: int = 1
    """Reviews that this process works on at once, each on `search_threads`; 0: other workers do."""
    max_seconds: float = 60.0
    """Longest time one search may take."""
    idle_seconds: float = 20.0
    """The time that a search goes on when nobody watches."""
    keep_seconds: float = 900.0
    """The time that a finished search is kept in memory."""
    first_wait: float = 0.7
    """The time that a page waits for the first answer before it is sent without one."""
    streams: int = 44
    """Event streams that may be open at once; further pages poll."""
    threads: int = 64
    """Threads that answer requests; must be well above `streams`."""
    proxies: int = 0
    """The number of reverse proxies in front of us that may be believed about host and address."""
    rate_limit: str = "1200 per minute"
    """Requests of one address to any page; empty for no limit."""
    work_limit: str = "240 per minute"
    """Requests of one address that start work; empty for no limit."""
    rate_storage: str = "memory://"
    """The store of request counts, as a URL of the library `limits`."""
    puzzles: Path | None = None
    """Folder with packs of puzzles and their schedule; None for those that came along."""
    showcase: bool = True
    """True if the first page's hand is analyzed once, when the engine is ready."""
    drain_seconds: float = 10.0
    """The time that requests may go on when the server is told to end."""
    metrics: bool = False
    """True if `/metrics` answers."""
    max_body: int = 64 * 1024
    """Longest request body in bytes."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> ServerSettings:
        """Read the settings that the environment names.

        Raises CombinedInputError that name everything that is wrong, misspelled names included.
        """
        if wrong := problems(environ):
            raise CombinedInputError(wrong)
        given = {
            setting.field: setting.read(environ[name].strip())
            for name, setting in SETTINGS.items()
            if setting.field and environ.get(name, "").strip()
        }
        return replace(cls(), **given)  # type: ignore[arg-type]  # each reads its field's type


def problems(environ: Mapping[str, str]) -> tuple[InputError, ...]:
    """Return what is wrong with the settings in an environment, each in one sentence.

    >>> print(*problems({"GINSIGHT_PROXIES": "-1"}))
    GINSIGHT_PROXIES: `-1` is not a whole number from 0 to 8; set another value or remove it
    """
    return tuple(_problems(environ))


def _problems(environ: Mapping[str, str]) -> Iterator[InputError]:
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in SETTINGS and not name.startswith(TESTS):
            close = closest(name, SETTINGS, 0.8)
            hint = f"did you mean {close}?" if close else "remove it"
            yield InputError("there is no such setting", where=name, hint=hint)
    for name, setting in SETTINGS.items():
        text = environ.get(name, "").strip()
        try:
            if text:
                setting.read(text)
        except InputError as error:
            hint = error.hint or "set another value or remove it"
            yield InputError(error.message, where=name, hint=hint)


def shown(environ: Mapping[str, str]) -> dict[str, str]:
    """The settings that an environment gives, without what is secret in them.

    >>> shown({"GINSIGHT_SEARCHES": "2", "GINSIGHT_SECRET": "x" * 32, "HOME": "/root"})
    {'GINSIGHT_SECRET': '(hidden)', 'GINSIGHT_SEARCHES': '2'}
    """
    given = {name: environ.get(name, "").strip() for name in SETTINGS}
    return {name: SETTINGS[name].show(text) for name, text in given.items() if text}


PREFIX: Final = "GINSIGHT_"
TESTS: Final = "GINSIGHT_TEST_"
"""Names that our own tests read."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable."""

    meaning: str
    """The purpose of it, in a few words."""
    read: Callable[[str], object] = str
    """Its value from a text; raises InputError for one that cannot be."""
    field: str | None = None
    """The field of `ServerSettings`; None where another room reads it."""
    show: Callable[[str], str] = str
    """The text without what is secret."""


def _between(low: float, high: float, kind: type[float] = float) -> Callable[[str], float]:
    """A reader of numbers within bounds."""

    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            what = "a whole number" if kind is int else "a number"
            raise InputError(f"`{text}` is not {what} from {low} to {high}")
        return value

    return read


def _hosts(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if "/" in name or " " in name:
            hint = "write names such as gin.example, with commas between"
            raise InputError(f"`{name}` is not a host name", hint=hint)
    return LOCAL_HOSTS + names


def _rate(text: str) -> str:
    if text == "none":
        return ""
    try:
        parse_many(text)
    except ValueError:
        hint = "write it as `240 per minute`, or `none` for no limit"
        raise InputError(f"`{text}` is not a rate", hint=hint) from None
    return text


def _rate_storage(text: str) -> str:
    try:
        storage_from_string(text)
    except (ConfigurationError, ValueError) as error:
        hint = "such as redis://localhost:6379, with the extra of `limits` for it"
        raise InputError(f"requests cannot be counted there ({error})", hint=hint) from None
    return text


def _switch(text: str) -> bool:
    if text not in {"0", "1"}:
        raise InputError(f"`{text}` is neither 1 (on) nor 0 (off)")
    return text == "1"


def _cluster(text: str) -> str:
    """The address of a scheduler that answers."""
    try:
        address = urlsplit(text)
        host, port = address.hostname, address.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise InputError(f"`{text}` is not an address", hint="such as tcp://host:8786")
    try:
        socket.create_connection((host, port), CLUSTER_SECONDS).close()
    except OSError as error:
        raise InputError(
            f"no cluster answers at {text} ({error.strerror or error})",
            hint="see that the scheduler runs, or remove it",
        ) from None
    return text


def _log_form(text: str) -> str:
    if text not in FORMS:
        raise InputError(f"`{text}` is not one of {', '.join(FORMS)}")
    return text


def log_form(environ: Mapping[str, str]) -> str:
    """Return how the environment wants the log written; raises InputError.

    >>> log_form({}), log_form({"GINSIGHT_LOG": "json"})
    ('text', 'json')
    """
    return _log_form(environ.get("GINSIGHT_LOG", "").strip() or FORMS[0])


def _folder(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.is_dir():
        raise InputError(f"there is no folder {path}", hint="make it, or correct the path")
    return path


def _creatable(text: str) -> Path:
    path = Path(text).expanduser()
    if path.exists() and not path.is_dir():
        raise InputError(f"{path} is not a folder", hint="name a folder that you may write")
    return path


def _hidden(text: str) -> str:
    return "(hidden)"


SETTINGS: Final[Mapping[str, Setting]] = {
    "GINSIGHT_DATA": Setting("Folder for the database and the secret key.", _creatable),
    "GINSIGHT_DATABASE_URL": Setting(
        "Another database: `postgresql+psycopg://…` (extra `postgres`).",
        checked_url, "database_url",
        show=lambda text: str(checked_url(text)),
    ),
    "GINSIGHT_SECRET": Setting(
        "Key that signs cookies, instead of the one made on first start; 32 characters or more.",
        checked_key, "secret_key", show=_hidden,
    ),
    "GINSIGHT_TRUSTED_HOSTS": Setting(
        "Host names served beside localhost, with commas between.", _hosts, "trusted_hosts"
    ),
    "GINSIGHT_SEARCHES": Setting(
        "Searches that compute at once; the others wait in line. Usually one for two cores.",
        _between(1, 64, int), "searches",
    ),
    "GINSIGHT_SEARCH_THREADS": Setting(
        "Threads of one search, and of one review.", _between(1, 256, int), "search_threads"
    ),
    "GINSIGHT_SEARCH_PROCESS": Setting(
        "`0`: searches run in the process that serves pages, which saves some 100 MB.",
        _switch, "search_process",
    ),
    "GINSIGHT_REVIEWS": Setting(
        "Reviews that the web application works on at once; `0`: only `ginsight worker` does.",
        _between(0, 64, int), "reviews",
    ),
    "GINSIGHT_MAX_SECONDS": Setting(
        "Longest time of one search.", _between(1, 3600), "max_seconds"
    ),
    "GINSIGHT_IDLE_SECONDS": Setting(
        "How long a search goes on when nobody watches.", _between(1, 3600), "idle_seconds"
    ),
    "GINSIGHT_PROXIES": Setting(
        "Reverse proxies in front that may be believed.", _between(0, 8, int), "proxies"
    ),
    "GINSIGHT_RATE_LIMIT": Setting(
        "Requests of one address, such as `1200 per minute`; `none` for no limit.",
        _rate, "rate_limit",
    ),
    "GINSIGHT_WORK_LIMIT": Setting(
        "The same for requests that start a search.", _rate, "work_limit"
    ),
    "GINSIGHT_RATE_STORAGE": Setting(
        "Where several servers count requests together: `redis://…` or another URL of `limits`.",
        _rate_storage, "rate_storage", show=_hidden,
    ),
    "GINSIGHT_PUZZLES": Setting(
        "Folder with packs of puzzles and their schedule, instead of those that came along.",
        _folder, "puzzles",
    ),
    "GINSIGHT_DRAIN_SECONDS": Setting(
        "How long requests may go on when the server is told to end.",
        _between(0, 600), "drain_seconds",
    ),
    "GINSIGHT_METRICS": Setting(
        "`1`: figures for Prometheus at `/metrics` (extra `metrics`).", _switch, "metrics"
    ),
    "GINSIGHT_LOG": Setting(
        "How the log is written: `text`, `json`, or `quiet` for what went wrong only.", _log_form
    ),
    "GINSIGHT_CLUSTER": Setting(
        "Scheduler of a Dask cluster for long work (extra `cluster`).", _cluster
    ),
    "GINSIGHT_PURE": Setting("`1`: the kernel as plain Python, for debugging.", _switch),
}  # fmt: skip
"""Every environment variable, those of other rooms too."""
