"""The log: a line for each request and each job, as text or as JSON.

Code everywhere only logs; a program that serves calls `set_up`. No line holds a visitor's id, a
card, or what was asked after the question mark of an address.
"""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import IO, Final

FORMS: Final = ("text", "json", "quiet")
"""The values of `GINSIGHT_LOG`; `quiet` is text, and only what went wrong."""

_FIELDS: Final = "fields"
"""The attribute of a record with the values of its line."""

_log = logging.getLogger(__name__)


STATIC: Final = "/static/"
BAD: Final = 400
"""The first status that says that something went wrong."""


@dataclass(frozen=True, slots=True)
class RequestEnd:
    """A request that was answered."""

    method: str
    route: str
    """The pattern of its address, such as `/review/<ident>`; `-` where there is none."""
    status: int
    ms: float
    bytes: int
    """Of the body, as far as it was sent."""


@dataclass(frozen=True, slots=True)
class JobEnd:
    """A search or a review that is no longer worked on."""

    kind: str
    """`search` or `review`."""
    outcome: str
    """`done`, `stopped`, `failed`, or `returned` to the queue."""
    seconds: float


def log_request(end: RequestEnd) -> None:
    """Write the line of a request; files that a page brings along have none, unless one fails."""
    if end.status >= BAD or not end.route.startswith(STATIC):
        _write("request", end)


def log_job(end: JobEnd) -> None:
    """Write the line of a job."""
    _write("job", end)


def _write(event: str, end: RequestEnd | JobEnd) -> None:
    if _log.isEnabledFor(logging.INFO):
        _log.info("%s", event, extra={_FIELDS: {"event": event, **asdict(end)}})


def set_up(form: str = "text", stream: IO[str] | None = None) -> None:
    """Write everything that is logged to `stream`, or to standard error, in one of `FORMS`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # waitress warns at each request that waits for a thread: in a crowd that is all of them
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    usual = logging.WARNING if form == "quiet" else logging.INFO
    logging.getLogger("analyzer").setLevel(usual)


class TextLines(logging.Formatter):
    """`key=value` with spaces between; a traceback follows on lines of its own.

    >>> end = RequestEnd("GET", "/review/<ident>", 200, 12.345, 5120)
    >>> fields = {"event": "request", **asdict(end)}
    >>> record = logging.makeLogRecord({"levelname": "INFO", "fields": fields})
    >>> print(TextLines().format(record).partition(" level=info ")[2])
    event=request method=GET route=/review/<ident> status=200 ms=12.3 bytes=5120
    """

    def format(self, record: logging.LogRecord) -> str:
        """One record as text."""
        line = " ".join(f"{name}={_quoted(value)}" for name, value in _values(record).items())
        return f"{line}\n{trace}" if (trace := _trace(self, record)) else line


class JsonLines(logging.Formatter):
    """A JSON object on a line; a traceback is its `exception`."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as JSON."""
        values = {name: _rounded(value) for name, value in _values(record).items()}
        if trace := _trace(self, record):
            values["exception"] = trace
        return json.dumps(values, ensure_ascii=False)


def _values(record: logging.LogRecord) -> dict[str, object]:
    when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    start = {"time": when.replace("+00:00", "Z"), "level": record.levelname.lower()}
    fields: dict[str, object] | None = getattr(record, _FIELDS, None)
    return {
        **start,
        **(fields or {"event": "message", "from": record.name, "message": record.getMessage()}),
    }


def _rounded(value: object) -> object:
    return round(value, 3) if isinstance(value, float) else value


def _quoted(value: object) -> str:
    text = str(round(value, 1) if isinstance(value, float) else value)
    plain = text and text.isprintable() and not set(text) & set(' "')
    return text if plain else json.dumps(text, ensure_ascii=False)


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return formatter.formatException(record.exc_info) if record.exc_info else ""
