"""Every setting of the web application, in one place, with what it is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.errors import InputError

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""Names under which a browser on the same machine calls us."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How one running application is set up; environment names stand in `VARIABLES`.

    >>> ServerSettings.from_env({"GINSIGHT_SEARCHES": "2"}).searches
    2
    """

    database_url: str | None = None
    """Where analyses are kept, as an SQLAlchemy URL; None for SQLite in the user's data folder."""
    secret_key: str | None = None
    """Key that signs cookies; None for the one made on first start."""
    trusted_hosts: tuple[str, ...] = LOCAL_HOSTS
    """Host names that requests may carry; a leading dot stands for all subdomains."""
    searches: int = 4
    """Searches that may run at once; one more gets a busy answer."""
    search_threads: int = 2
    """Threads one search computes on."""
    reviews: int = 1
    """Reviews that this process works on at once, each on `search_threads`; 0: other workers do."""
    max_seconds: float = 60.0
    """Longest time one search may take."""
    idle_seconds: float = 20.0
    """How long a search goes on when nobody watches."""
    keep_seconds: float = 900.0
    """How long a finished search is kept in memory."""
    first_wait: float = 0.7
    """How long a page waits for the first answer before it is sent without one."""
    streams: int = 44
    """Event streams that may be open at once; further pages poll."""
    threads: int = 64
    """Threads that answer requests; must be well above `streams`."""
    proxies: int = 0
    """How many reverse proxies in front of us may be believed about host and address."""
    rate_limit: str = "1200 per minute"
    """Requests of one address to any page; empty for no limit."""
    work_limit: str = "240 per minute"
    """Requests of one address that start work; empty for no limit."""
    puzzles: Path | None = None
    """Folder with packs of puzzles and their schedule; None for those that came along."""
    showcase: bool = True
    """Whether the first page's hand is analyzed once, when the engine is ready."""
    max_body: int = 64 * 1024
    """Longest request body in bytes."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> ServerSettings:
        """Read the settings that the environment names; raises InputError for a bad value."""
        found: dict[str, Any] = {
            field: _read(variable, environ[variable])
            for variable, field in VARIABLES.items()
            if environ.get(variable, "").strip()
        }
        return replace(cls(), **found)


VARIABLES: Mapping[str, str] = {
    "GINSIGHT_DATABASE_URL": "database_url",
    "GINSIGHT_SECRET": "secret_key",
    "GINSIGHT_TRUSTED_HOSTS": "trusted_hosts",
    "GINSIGHT_SEARCHES": "searches",
    "GINSIGHT_SEARCH_THREADS": "search_threads",
    "GINSIGHT_REVIEWS": "reviews",
    "GINSIGHT_MAX_SECONDS": "max_seconds",
    "GINSIGHT_IDLE_SECONDS": "idle_seconds",
    "GINSIGHT_PROXIES": "proxies",
    "GINSIGHT_RATE_LIMIT": "rate_limit",
    "GINSIGHT_WORK_LIMIT": "work_limit",
    "GINSIGHT_PUZZLES": "puzzles",
}
"""Environment variable to field of `ServerSettings`."""

MEANINGS: Mapping[str, str] = {
    "GINSIGHT_DATA": "Folder for the database and the secret key.",
    "GINSIGHT_DATABASE_URL": "Another database: `postgresql+psycopg://…` (extra `postgres`).",
    "GINSIGHT_SECRET": "Key that signs cookies, instead of the one made on first start.",
    "GINSIGHT_TRUSTED_HOSTS": "Host names served beside localhost, with commas between.",
    "GINSIGHT_SEARCHES": "Searches that may run at once.",
    "GINSIGHT_SEARCH_THREADS": "Threads of one search, and of one review.",
    "GINSIGHT_REVIEWS": "Reviews that the web application works on at once; `0`: only "
    "`ginsight worker` does.",
    "GINSIGHT_MAX_SECONDS": "Longest time of one search.",
    "GINSIGHT_IDLE_SECONDS": "How long a search goes on when nobody watches.",
    "GINSIGHT_PROXIES": "Reverse proxies in front that may be believed.",
    "GINSIGHT_RATE_LIMIT": "Requests of one address, such as `1200 per minute`; `none` for no "
    "limit.",
    "GINSIGHT_WORK_LIMIT": "The same for requests that start a search.",
    "GINSIGHT_PUZZLES": "Folder with packs of puzzles and their schedule, instead of those that "
    "came along.",
    "GINSIGHT_CLUSTER": "Scheduler of a Dask cluster for long work (extra `cluster`).",
    "GINSIGHT_PURE": "`1`: the kernel as plain Python, for debugging.",
}
"""What each environment variable sets, those of other rooms too."""

_WHOLE = {
    "GINSIGHT_SEARCHES": (1, 64),
    "GINSIGHT_SEARCH_THREADS": (1, 256),
    "GINSIGHT_REVIEWS": (0, 64),
    "GINSIGHT_PROXIES": (0, 8),
}


def _read(variable: str, text: str) -> object:
    text = text.strip()
    if variable == "GINSIGHT_TRUSTED_HOSTS":
        return LOCAL_HOSTS + tuple(name.strip() for name in text.split(",") if name.strip())
    if variable in {"GINSIGHT_MAX_SECONDS", "GINSIGHT_IDLE_SECONDS"}:
        return _number(variable, text, 1, 3600)
    if variable == "GINSIGHT_PUZZLES":
        return Path(text)
    if variable in _WHOLE:
        return int(_number(variable, text, *_WHOLE[variable]))
    return "" if text == "none" and variable.endswith("_LIMIT") else text


def _number(variable: str, text: str, low: int, high: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise InputError(
            f"`{text}` is not a value for {variable}", hint=f"write a number from {low} to {high}"
        )
    return value
