"""Learn: every command, setting and address, taken from the code, and the measured figures."""

from __future__ import annotations

import inspect
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from flask import Blueprint, current_app
from werkzeug.routing import Rule
from werkzeug.wrappers import Response

from analyzer.display.parts import Fact
from analyzer.resources import read_json, texts_beside
from analyzer.service.settings import SETTINGS
from analyzer.web.chrome import learn_tabs, whole_page

reference = Blueprint("reference", __name__, url_prefix="/learn")

_COMMANDS: Final = Path(__file__).with_name("commands.json")
"""Written by `python -m tests.docs.commands` from the help of each command."""
_FIGURES: Final = Path(__file__).with_name("figures.json")

_PEERS: Final[list[dict[str, Any]]] = texts_beside(__file__, "peers.toml")["peers"]

_RECORD: Final = texts_beside(__file__, "record.toml")
_DATASET: Final = texts_beside(__file__, "../../arena/dataset.toml")
"""The card that is written beside the data, too."""

_ENVIRONMENTS: Final = texts_beside(__file__, "environments.toml")
_PARTS: Final = ("/static/", "/searches/", "/api/v1/")
"""Files, fragments of a page, and the API, which documents itself."""
_NEWS: Final = ("/news", "/events")
_CONVERTER: Final = re.compile(r"<(?:\w+:)?(\w+)>")


class CommandHelp(msgspec.Struct, frozen=True):
    """A command with its help, as `python -m tests.docs.commands` writes it."""

    name: str
    usage: str
    help: str
    more: tuple[str, ...]
    options: tuple[tuple[str, str], ...]


@cache
def _commands() -> tuple[CommandHelp, ...]:
    return read_json(_COMMANDS.read_bytes(), tuple[CommandHelp, ...])


@cache
def _figures() -> list[dict[str, Any]]:
    return read_json(_FIGURES.read_bytes(), list[dict[str, Any]])


def _shown(template: str, title: str, lead: str, **what: Any) -> Response:
    description = lead.partition(". ")[0] + "."
    return whole_page(template, title, description, lead=lead, tabs=learn_tabs(), **what)


@reference.get("/commands")
def commands() -> Response:
    """Every command of `ginsight` with its options, and the engine for other programs."""
    lead = (
        "Everything here can be asked in a terminal too. Every command takes `--json` and then "
        "prints one JSON document; input is an argument, a file, or `-` for standard input. Exit "
        "codes: 0 done, 2 bad input (one line says what, where, and what instead), 1 our fault."
    )
    return _shown("learn/commands.html", "Commands", lead, commands=_commands())


@reference.get("/figures")
def figures() -> Response:
    """Every figure that was measured, with the command that measures it again."""
    lead = (
        "On two shared cores of a cloud machine (AMD EPYC), Python 3.11. Every figure comes from "
        "the command beside it; intervals are 95%. Times are of one run: from one hour to another "
        "the same machine has been half as fast again."
    )
    return _shown("learn/figures.html", "Figures", lead, figures=_figures())


@reference.get("/peers")
def peers() -> Response:
    """The programs around us: what is read of each, where it differs, and the proof."""
    lead = (
        "What Ginsight reads of the programs around it, and where they play, count or number "
        "otherwise than it does. Each line is held by a test, or by a script of the repository "
        "that runs the program itself in the version named, and fails when it changes."
    )
    return _shown("learn/peers.html", "Other programs", lead, peers=_PEERS)


@reference.get("/record")
def record() -> Response:
    """The gin hand record: its grammar, what a reader keeps and refuses, and sixty to try."""
    title = f"Gin hand record {_RECORD['version']}"
    return _shown("learn/record.html", title, **_RECORD)


@reference.get("/dataset")
def dataset() -> Response:
    """The card of a dataset of self-play: how it is made, its columns, license and limits."""
    return _shown("learn/dataset.html", **_DATASET)


@reference.get("/environments")
def environments() -> Response:
    """Environments to learn the game in: how they are used, their actions and observations."""
    from analyzer.rl import actions, observations  # noqa: PLC0415  # which load numpy

    return _shown(
        "learn/environments.html", **_ENVIRONMENTS, actions=actions.TABLE, shown=observations.TABLE
    )


@reference.get("/settings")
def settings() -> Response:
    """Every environment variable that sets something."""
    lead = (
        "Settings are environment variables. All have a default; nothing needs to be set. A value "
        "that cannot be is refused at the start, in words."
    )
    rows = tuple(Fact(name, setting.meaning) for name, setting in SETTINGS.items())
    return _shown("learn/reference.html", "Settings", lead, rows=rows)


_NEW_KEY: Final = "python3 -c 'import secrets; print(secrets.token_hex(32))'"
_ONE: Final = "GINSIGHT_TRUSTED_HOSTS=gin.example\nGINSIGHT_PROXIES=1"
_SEVERAL: Final = f"""{_ONE}
GINSIGHT_DATABASE_URL=postgresql+psycopg://gin:password@database.example/gin
GINSIGHT_SECRET=…  # the same for all"""


@reference.get("/servers")
def servers() -> Response:
    """Return how to run Ginsight behind a proxy, and more than one of it."""
    lead = (
        "Behind a proxy, and on more than one machine. The files that are named are in the folder "
        "`.deploy/` of the repository; a test starts two servers over PostgreSQL, behind a proxy "
        "that sends each request to the next one, and behind nginx where that is installed."
    )
    settings = {"one": _ONE, "several": _SEVERAL, "key": _NEW_KEY}
    return _shown("learn/servers.html", "Servers", lead, **settings)


@reference.get("/addresses")
def addresses() -> Response:
    """Every address that a browser may open, and what is there."""
    lead = (
        "Every address that a browser may open. They stay as they are, so that a link keeps; "
        "the addresses for programs are on the page of the API."
    )
    return _shown("learn/reference.html", "Addresses", lead, rows=tuple(_addresses()))


def _addresses() -> list[Fact]:
    rules = filter(_is_page, current_app.url_map.iter_rules())
    pages = {_CONVERTER.sub(r"<\1>", rule.rule): rule for rule in rules}
    return [
        Fact(address, _what(rule), None if rule.arguments else rule.rule)
        for address, rule in sorted(pages.items())
    ]


def _is_page(rule: Rule) -> bool:
    part = rule.rule.startswith(_PARTS) or rule.rule.endswith(_NEWS)
    return "GET" in (rule.methods or ()) and not part


def _what(rule: Rule) -> str:
    """The first paragraph of what is written above the view."""
    view = current_app.view_functions[rule.endpoint]
    text, *_ = (inspect.getdoc(view) or "").split("\n\n")
    return " ".join(text.replace("``", "`").split())
