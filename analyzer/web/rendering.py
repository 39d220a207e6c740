"""Pages: one is rendered at a time, none twice of the same, none compiled while a visitor waits.

Rendering holds the interpreter, so that two at once are no faster; but each thread more that wants
to go on is one that everything else waits for, `/healthz` too.

A page is kept for the address and the cookie that it was made for: others have another page.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import wraps
from typing import Any, Final

from flask import make_response, request, session
from jinja2 import Environment, Template, TemplateAssertionError
from werkzeug.wrappers import Response

from analyzer.service.admission import Admission
from analyzer.store import UnavailableError
from analyzer.web.state import web_app

HEADERS: Final = ("HX-Request", "HX-Target")
"""The headers of a request that a page may depend on."""


def render_at(desk: Admission, environment: Environment) -> None:
    """Render all templates of `environment` in turn."""

    class TemplateInTurn(Template):
        def render(self, *given: Any, **named: Any) -> str:
            with desk.admitted():
                return super().render(*given, **named)

    environment.template_class = TemplateInTurn


def compile_all(environment: Environment) -> None:
    """Compile every template; one of another environment, which has other filters, is left out."""
    for name in environment.list_templates():
        with suppress(TemplateAssertionError):
            environment.get_template(name)


def kept(make: Callable[[], Response], *facts: Hashable | None) -> Response:
    """The page that is asked for, made unless it was made of the same `facts` before; None is none.

    The address and what the visitor's cookie says are among the facts anyway.
    """
    if request.method != "GET" or None in facts:
        return make()
    key = (
        request.url_root, request.full_path, *map(request.headers.get, HEADERS),
        repr(sorted(session.items())),
    )  # fmt: skip
    pages = web_app().pages
    if (body := pages.get(key, facts)) is not None:
        return make_response(body)
    response = make()
    if response.status_code == 200 and not session.modified:
        pages.keep(key, facts, response.get_data())
    return response


View = Callable[..., Response]


def kept_with(*facts: Callable[[], Hashable | None]) -> Callable[[View], View]:
    """Keep the pages of a view, which are made of the request and of these facts alone."""

    def keeping(view: View) -> View:
        @wraps(view)
        def shown(**given: str) -> Response:
            return kept(lambda: view(**given), *(fact() for fact in facts))

        return shown

    return keeping


def known_here() -> Hashable | None:
    """All that pages about a visitor are made of beside the request: data, dates, the engine.

    None while the database is away.
    """
    app, book = web_app(), web_app().puzzles
    with suppress(UnavailableError):
        dates = book.oldest(), book.today(), book.newest()
        return app.store.mark(), dates, app.engine_ready.is_set()
    return None
