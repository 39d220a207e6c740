"""The settings of a visitor for this browser, and the parts of an application to install."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import SelectOption, options
from analyzer.errors import InputError
from analyzer.game.rules import rules_for_two
from analyzer.notation.phrases import upper
from analyzer.notation.ruletexts import text_without
from analyzer.resources import resource_root
from analyzer.vision.picture import FORMATS
from analyzer.web.chrome import LOOKS, keep_looks, looks, whole_page
from analyzer.web.rules.form import for_two, form_of, said_rules
from analyzer.web.security import CARD_FACES_AGE
from analyzer.web.visitor import forget_usual_rules, keep_usual_rules, usual_rules

settings = Blueprint("settings", __name__)

DESCRIPTION: Final = "How Ginsight looks in this browser, and the rules that you usually play."
CHOICES: Final[Mapping[str, tuple[str, tuple[tuple[str, str], ...]]]] = {
    "theme": ("Theme", (("", "Same as the system"), ("light", "Light"), ("dark", "Dark"))),
    "suits": ("Suit colors", (("", "Four colors"), ("two", "Two colors"))),
    "letters": ("Suit letters", (("", "Off"), ("on", "On"))),
    "motion": ("Motion", (("", "Same as the system"), ("less", "Off"))),
    "sound": ("Sound of cards at the table", (("", "Off"), ("on", "On"))),
    "back": ("Card backs", (("", "Burgundy"), ("blue", "Blue"), ("green", "Green"))),
}
"""Each setting with its values; the first one is the usual one."""

AT_TABLE: Final = ("sound", "back")
"""Those that are set at the table too."""

TWO_COLORED: Final = {"#1f4f9f": "#c4162a", "#14713a": "#17181a"}
"""The colors of diamonds and clubs, and those of hearts and spades in their place."""

ICONS: Final = (
    ("icon-192", 192, "any"),
    ("icon-512", 512, "any"),
    ("icon-maskable-512", 512, "maskable"),
)


@settings.get("/settings")
def show() -> Response:
    """Return how the pages look in this browser, and your usual rules and target."""
    return _page()


@settings.post("/settings")
def change() -> Response:
    """Keep what is set in a cookie: looks, and ``rules`` with ``target`` as your usual ones."""
    keep_looks(known_looks({name: request.form.get(name, "") for name in LOOKS}))
    target = request.form.get("target", "").strip()
    try:
        _keep_usual(said_rules(request.form), target)
    except InputError as error:
        return _page(f"{upper(str(error))}.", 422)
    return redirect(url_for("settings.show", kept=1), 303)


@settings.post("/settings/table")
def at_table() -> Response:
    """Keep ``sound`` and ``back`` of the cards, set at a table, and go back to it."""
    table = {name: request.form.get(name, "") for name in AT_TABLE}
    keep_looks(known_looks({**looks(), **table}))
    return redirect(url_for("traintable.show", room="play"), 303)


def _keep_usual(rules: str, target: str) -> None:
    """Keep what somebody usually plays; raises InputError for what cannot be."""
    if rules:
        keep_usual_rules(rules_for_two(f"{rules},target={target}" if target else rules))
    elif target:
        raise InputError("a target needs rules", hint="choose those that you usually play")
    else:
        forget_usual_rules()


def known_looks(chosen: Mapping[str, str]) -> dict[str, str]:
    """Of some looks those that can be chosen and are not the usual ones.

    >>> known_looks({"theme": "dark", "suits": "", "letters": "loud", "size": "on"})
    {'theme': 'dark'}
    """
    known = {name: {key for key, _ in values} for name, (_, values) in CHOICES.items()}
    return {name: key for name, key in chosen.items() if key and key in known.get(name, ())}


def choices_of(names: Iterable[str]) -> list[tuple[str, str, tuple[SelectOption, ...]]]:
    """(name, label, values) of some settings, as they are now."""
    now = looks()
    return [
        (name, CHOICES[name][0], options(CHOICES[name][1], now.get(name, ""))) for name in names
    ]


def _page(error: str | None = None, status: int = 200) -> Response:
    usual = usual_rules()
    return whole_page(
        "settings/page.html",
        "Settings",
        DESCRIPTION,
        status,
        choices=choices_of(CHOICES),
        rules=form_of(
            {} if error is None else request.form,
            "" if usual is None else text_without(usual, "target"),
            (("", (("", "No usual rules"),)), *for_two()),
            without="target",
        ),
        target="" if usual is None or usual.target is None else str(usual.target),
        kept="kept" in request.args,
        error=error,
    )


@settings.get("/cards/two/<name>.svg")
def two_colored(name: str) -> Response:
    """A card's face where diamonds are red and clubs are black."""
    face = resource_root() / "static" / "cards" / f"{name}.svg"
    if len(name) != 2 or not face.is_file():
        abort(404)
    text = face.read_text(encoding="utf-8")
    for four, two in TWO_COLORED.items():
        text = text.replace(four, two)
    response = Response(text, content_type="image/svg+xml")
    response.headers["Cache-Control"] = f"public, max-age={CARD_FACES_AGE}"
    return response


@settings.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return what a browser needs to know to install the application, and to share pictures."""
    document = {
        "name": "Ginsight",
        "short_name": "Ginsight",
        "description": "The best play in gin rummy: analysis, review, puzzles and practice.",
        "id": url_for("home.page"),
        "start_url": url_for("home.page"),
        "scope": "/",
        "display": "standalone",
        "share_target": {
            "action": url_for("screens.read"),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {
                "files": [
                    {"name": "picture", "accept": [f"image/{name.lower()}" for name in FORMATS]}
                ]
            },
        },
        "background_color": "#f4f1e8",
        "theme_color": "#1d5c42",
        "icons": [
            {
                "src": url_for("static", filename=f"app/{name}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in ICONS
        ],
    }
    return Response(json.dumps(document), content_type="application/manifest+json")
