"""The page that a visitor reads when something is wrong, or JSON under /api."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeVar

from flask import Flask, Response, make_response, render_template, request, url_for
from werkzeug import Response as BaseResponse
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError

from analyzer.api.documents import ErrorDetail, ErrorJson, encode, error_to_json
from analyzer.errors import InputError
from analyzer.notation.phrases import upper
from analyzer.service.admission import BUSY, BusyError, TooManyError
from analyzer.store import FullError, UnavailableError
from analyzer.web.chrome import Link

AnyResponse = TypeVar("AnyResponse", bound=BaseResponse)


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """`error/page.html`: every error, and the answer to who is refused for others."""

    title: str
    status: int
    headline: str
    """"There is no such page.", "The table is full."."""
    explanation: str
    links: tuple[Link, ...] = field(default=())
    """Ways on."""
    retry_seconds: int | None = None
    """The time to try again, in words on the page; None where that would not help."""
    description: str = ""
    refresh: str | None = None
    """The time at which the page loads again by itself, as a ``refresh`` says it."""


_API = "/api/"

UNPROCESSABLE = 422
NO_ROOM = 507

OVERRUN_SECONDS = 5
"""The time to try again where more is asked than can be answered."""
OVERRUN = (
    "Too much is asked at once.",
    "{ahead} others have waited already, and come first. Send it again in a moment.",
)
DATABASE_SECONDS = 10
"""The time to try again where the database does not answer."""
FULL_SECONDS = 60
"""The seconds before another try where there is no room: somebody has to make some."""
NO_DATABASE = (
    "What is kept here is out of reach.",
    "The database does not answer. Pages that keep nothing go on working; try this one again soon.",
)

WORDS = {
    400: ("That request makes no sense.", "Something in the address or the form is malformed."),
    403: (
        "That request came from elsewhere.",
        "Forms are accepted only from our own pages. Open the page here and send it again.",
    ),
    404: ("There is no such page.", "The address may be mistyped, or the page is gone."),
    405: ("This address can't do that.", "It answers other methods; use it from its page."),
    409: ("That is not ready yet.", "Try again when the review is done."),
    413: ("That is too long.", "A whole match is shorter. Send less text."),
    415: ("That is not JSON.", "Use the content type application/json."),
    422: ("That can't be read.", "Something in the input contradicts itself."),
    429: ("Slow down a little.", "Too many requests came from your address. Try again soon."),
    500: (
        "Something went wrong on our side.",
        "The error is in the server's log.",
    ),
    501: ("That way of sending is not supported.", "Send the request without that encoding."),
    503: ("The table is full.", "No more searches can run now. One will end in a moment."),
    507: ("There is no room left.", "The server’s disk is full, so nothing more can be kept."),
}
"""Headline and explanation by status."""
ON_PAGES: Final = {500: " Your text is still in the box.", 507: " Your text is still in the box."}
"""The words added where a person reads it."""


def register(app: Flask) -> None:
    """Handle every error of `app`."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(InputError, _input)
    app.register_error_handler(BusyError, _busy)
    app.register_error_handler(UnavailableError, _unavailable)


def is_for_api(path: str) -> bool:
    """True if what is at `path` speaks JSON, in errors too."""
    return path.startswith(_API)


def _wants_json() -> bool:
    """True if the request was for the API."""
    return is_for_api(request.path)


def json_response(value: object, status: int = 200) -> Response:
    """A document of the schemas as a response."""
    return Response(encode(value), status, content_type="application/json")


def _http(error: HTTPException) -> Response:
    if error.response is not None and error.code is None:
        return make_response(error.response)
    status = error.code or 500
    if status < 400:  # a redirect of the router
        return make_response(error.get_response())
    if isinstance(error, SecurityError):
        # no address can be built for a host that is not ours, so no page
        return Response("This server does not answer to that name.\n", 400, mimetype="text/plain")
    response = _said(status)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(error.valid_methods)
    return response


def _input(error: InputError) -> Response:
    if _wants_json():
        return json_response(error_to_json(error), UNPROCESSABLE)
    return _said(UNPROCESSABLE, explanation=f"{upper(str(error))}.")


def _busy(error: BusyError) -> Response:
    if isinstance(error, TooManyError):
        return refused(error, f"{upper(str(error))}. Try again when one has ended.")
    return refused(error, f"{WORDS[BUSY][1]} {place_words(error)}".strip())


def place_words(error: BusyError) -> str:
    """Return how many come before one who was refused, in a sentence; empty for nobody.

    >>> place_words(BusyError(retry_after=3, ahead=1)), place_words(BusyError(3, ahead=12))
    ('One other comes first.', '12 others come first.')
    """
    if error.ahead > 1:
        return f"{error.ahead} others come first."
    return "One other comes first." if error.ahead else ""


def refused(error: BusyError, explanation: str | None = None) -> Response:
    """The page or document for one who was refused, with the time to come back."""
    return turned_away(_said(error.status, explanation, error.retry_after), error)


def turned_away(response: AnyResponse, error: BusyError) -> AnyResponse:
    """`response` as the answer to one who was refused: its status and when to come back."""
    response.status_code = error.status
    return _to_come_back(response, error.retry_after)


def _unavailable(error: UnavailableError) -> Response:
    if isinstance(error, FullError):
        return _to_come_back(_said(NO_ROOM, None, FULL_SECONDS), FULL_SECONDS)
    response = _said(BUSY, None, DATABASE_SECONDS, NO_DATABASE)
    return turned_away(response, BusyError(DATABASE_SECONDS))


def _to_come_back(response: AnyResponse, seconds: int) -> AnyResponse:
    """Add the seconds after which to try again."""
    response.headers["Retry-After"] = str(seconds)
    return response


def refusal(app: Flask, status: int, *, json: bool) -> Response:
    """The answer to a request that never reached `app`, with all headers."""
    with app.test_request_context(_API if json else "/"):
        return app.process_response(_said(status))


class Overrun:
    """The answer where more is asked than can be answered; made before there is no time for it."""

    def __init__(self, app: Flask) -> None:
        self._made = {json: self._make(app, _API if json else "/") for json in (False, True)}

    def answer(self, error: BusyError, path: str) -> Response:
        """The answer to who asks for what is at `path`."""
        made = self._made[is_for_api(path)]
        body = made.get_data().replace(b"{ahead}", str(error.ahead).encode())
        response = Response(body, headers=made.headers)
        response.content_length = len(body)
        return turned_away(response, error)

    def _make(self, app: Flask, path: str) -> Response:
        with app.test_request_context(path):
            return app.process_response(_said(BUSY, None, OVERRUN_SECONDS, OVERRUN))


def _said(
    status: int,
    explanation: str | None = None,
    retry_seconds: int | None = None,
    words: tuple[str, str] | None = None,
) -> Response:
    """A page or a document of an error."""
    headline, standard = words or WORDS.get(status, WORDS[400 if status < 500 else 500])
    if _wants_json():
        detail = ErrorDetail(headline.rstrip(".").lower(), None, explanation or standard)
        return json_response(ErrorJson(detail), status)
    page = ErrorPage(
        title=headline.rstrip("."),
        status=status,
        headline=headline,
        explanation=explanation or standard + ON_PAGES.get(status, ""),
        links=(Link("Analyze a hand", url_for("analyze.show")), Link("Home", url_for("home.page"))),
        retry_seconds=retry_seconds if request.method == "GET" else None,
    )
    return make_response(render_template("error/page.html", page=page), status)
