"""The parts of every page: name, navigation, footer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from flask import (
    Flask,
    has_request_context,
    make_response,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response

from analyzer import __version__
from analyzer.practice.drills import Drill


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the navigation."""

    label: str
    href: str
    current: bool = False
    """True if the page shown is this one or one below it."""


@dataclass(frozen=True, slots=True)
class Site:
    """The context that `base.html` needs on every page; given as ``_site`` by a context
    processor."""

    version: str
    """The app's version; also marks the addresses of static files."""
    home: str
    nav: tuple[Link, ...]
    """Pages that exist: Analyze, Learn."""
    footer: tuple[Link, ...] = ()
    """Quieter links: rules, API."""
    looks: Mapping[str, str] = field(default_factory=dict)
    """The looks that the visitor wants, as attributes of the page: theme, suits, letters."""


LOOKS = ("theme", "suits", "letters", "motion", "sound", "back")
"""The settings of looks and sound."""


def looks() -> Mapping[str, str]:
    """Return how whoever asks wants pages to look; nothing where they have set nothing."""
    kept = session.get("looks") if has_request_context() else None
    return {name: str(kept[name]) for name in LOOKS if name in kept} if kept else {}


def keep_looks(chosen: Mapping[str, str]) -> None:
    """Keep how whoever asks wants pages to look; the cookie lives on from today."""
    session["looks"] = dict(chosen)
    session.permanent = True


TRAINING = (
    "/puzzles",
    *(f"/train/{part}" for part in ("plan", "mistakes", "progress", *Drill)),
)
NAVIGATION: Final[tuple[tuple[str, str, str | tuple[str, ...]], ...]] = (
    ("Analyze", "analyze.show", "/analyze"),
    ("Review", "review.start", "/review"),
    ("Train", "puzzles.today", TRAINING),
    ("Play", "train.start", "/train"),
    ("Learn", "learn.index", "/learn"),
)
"""Label, endpoint, and the paths below which it is the current page, unless one trains there."""

FOOTER = (
    ("Rules", "learn.rules"),
    ("Score pad", "score.start"),
    ("Settings", "settings.show"),
    ("API", "api.page"),
    ("Your data", "mine.show"),
)
"""Quieter links."""


def register(app: Flask) -> None:
    """Give ``_site`` to every template of `app`."""
    app.context_processor(lambda: {"site": _site()})


def _site() -> Site:
    """Navigation and footer as seen from the page that is asked for."""
    path = request.path if has_request_context() else "/"
    training = path.startswith(TRAINING)
    return Site(
        version=__version__,
        home=url_for("home.page"),
        looks=looks(),
        nav=tuple(
            Link(
                label, url_for(endpoint), below == TRAINING if training else path.startswith(below)
            )
            for label, endpoint, below in NAVIGATION
        ),
        footer=tuple(Link(label, url_for(endpoint)) for label, endpoint in FOOTER),
    )


LEARN = (
    ("Course", "learn.index"),
    ("Rules", "learn.rules"),
    ("Tips", "tips.index"),
    ("Atlas", "atlas.show"),
    ("Questions", "tips.faq"),
    ("History", "tips.history"),
    ("Luck?", "audits.start"),
    ("Evidence", "learn.evidence"),
)
"""The pages for players."""

REFERENCE = (
    ("Course", "learn.index"),
    ("Evidence", "learn.evidence"),
    ("Explanations", "learn.explained"),
    ("Figures", "reference.figures"),
    ("Other programs", "reference.peers"),
    ("Record", "reference.record"),
    ("Dataset", "reference.dataset"),
    ("Environments", "reference.environments"),
    ("Commands", "reference.commands"),
    ("Settings", "reference.settings"),
    ("Servers", "reference.servers"),
    ("Addresses", "reference.addresses"),
    ("API", "api.page"),
)
"""The pages for who measures, runs or extends the program."""


def learn_tabs() -> tuple[Link, ...]:
    """The pages of Learn beside the one that is asked for: those for players, or the reference."""
    here = request.endpoint
    players = {endpoint for _, endpoint in LEARN[:-1]} | {"tips.show", "audits.submit"}
    return tuple(
        Link(label, url_for(endpoint), here == endpoint)
        for label, endpoint in (LEARN if here in players else REFERENCE)
    )


def whole_page(
    template: str, title: str, description: str, status: int = 200, **parts: Any
) -> Response:
    """A whole page: what it says of itself, and the parts that its template shows."""
    page = {"title": title, "description": description, **parts}
    return make_response(render_template(template, page=page), status)


def to_save(body: str | bytes, name: str, content_type: str) -> Response:
    """A file that the browser saves under a name."""
    said = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, content_type=content_type, headers=said)


def drawn_page(template: str, page: object, status: int = 200) -> Response:
    """A whole page from its context, which has a `title` and a `description`."""
    return make_response(render_template(template, page=page), status)


def wants_fragment() -> bool:
    """True if the page's own script asks, and wants a part of the page."""
    return request.headers.get("HX-Request") == "true"
