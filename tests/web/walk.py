"""A walk over every route of the application while a game is in play, and over what it gave."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final
from zipfile import ZipFile

from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import base64_decode
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from analyzer.api.openapi import ROUTES
from analyzer.cli.app import main
from analyzer.store._tables import PairRow
from analyzer.web.state import web_app
from tests.web.conftest import browser
from tests.web.hidden import Truth, leak_in

ANEW: Final = {
    "traintable.begin_game", "traintable.begin_from_position", "traintable.back_to_game",
    "daily.begin", "mine.load", "mine.use", "puzzlerun.begin", "pairs.begin_pair",
}  # fmt: skip
"""What puts another game in place of the one in play: asked from a browser of its own."""
BY_CHANCE: Final = {
    "analyze.shuffle", "recorder.begin", "recorder.act", "mine.link",
    "puzzles.random_one", "train.next_drill", "offline.drills", "review_api.submit",
}  # fmt: skip
"""What answers otherwise each time: searched, but not compared."""
TAKES: Final = {
    "analyze.show", "belief.show", "belief.turns", "analyze.show_table", "review.table",
    "retry.show", "mistakes.answer", "mine.join", "turn.show", "train.start", "recorder.start",
    "review.start", "review.record", "puzzles.today", "puzzlerun.show",
}  # fmt: skip
"""Addresses that take ids in their query."""
PAIR: Final = "a table for two people"
ROOM: Final = "a-table-of-2"
"""Its invitation."""
TRIES: Final = 4
"""Of a page whose search goes on meanwhile."""
COMMANDS: Final = (
    ("analyze", "--json", "--worlds", "2"), ("belief", "--json", "--worlds", "16"),
    ("convert", "--json"), ("review", "--json", "--worlds", "2"), ("puzzle", "show", "--json"),
    ("knock", "--json"), ("outs", "--json"), ("melds", "--json"),
)  # fmt: skip
READERS: Final = {"/api/v1/convert", "/api/v1/games/convert", "/api/v1/games/analyze"}
QUERY: Final = ("p", "record", "code", "last", "view", "again", "from", "hand")
ID: Final = re.compile(r"(?<![\w.~-])[A-Za-z0-9][\w.~-]{7,}(?![\w.~-])")
NUMBER: Final = re.compile(r"(?<![\w.])\d{1,40}(?![\w.])")
MOMENT: Final = re.compile(
    r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|\+00:00)?"
    r"|[A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d UTC|Expires=[^;\n]*"
)
"""Of the clock: at 19:37 of a 30th the numbers in it are cards of a stock, one after another."""
FILE: Final = re.compile(r"[\w.-]+\.(?:png|svg|css|js|json|webp|txt)|[0-9a-f]{12}")
GIVEN: Final = re.compile(
    r"(?:href|src|action|value|content|data-[\w-]+|hx-[\w-]+)=\"([^\"]{1,4000})\"|\"([^\"]+)\""
)
BODIES: Final = {f"/api/v1/{route.name}": route.example for route in ROUTES if route.example}


@dataclass
class Walk:
    """One browser with a game in play, and what it has been given."""

    app: Flask
    owner: str
    truths: tuple[Truth, ...]
    kept: dict[str, tuple[str, str]]
    """Of each kind of table its text, and that of its twin."""
    turns: dict[str, int]
    """Where the forms of each table go, and the number of the move that is due there."""
    form: dict[str, str]
    """All other fields."""
    twins: tuple[bool, ...] = (True, False)
    """Of which each address is asked: of the twin and of the game, or of the game alone."""
    is_guest: bool = False
    """True if the player was invited to the table for two."""
    documents: int = 0
    compared: int = 0
    routes: Counter[str] = field(default_factory=Counter)
    ids: dict[str, None] = field(default_factory=dict)
    numbers: set[int] = field(default_factory=set)
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seen: list[set[str]] = [set() for _ in self.truths]
        self.client = self._sitting(browser(self.app))

    def _sitting(self, client: FlaskClient) -> FlaskClient:
        with client.session_transaction() as session:
            session["visitor"] = self.owner
        return client

    @property
    def told(self) -> str:
        """How much was asked for."""
        return (
            f"{len(self.routes)} routes, {self.documents} documents searched, {self.compared} "
            "compared with those of the twin"
        )

    def put(self, twin: bool) -> None:
        """Lay out the tables, those of the game or those of its twin."""
        store = web_app(self.app).store
        for kind, texts in self.kept.items():
            if kind == PAIR:
                self._put_pair(texts[twin])
            else:
                store.training.change(self.owner, kind, lambda _, text=texts[twin]: text)

    def _put_pair(self, text: str) -> None:
        """Lay out the table for two, at which the player is the host or the guest."""
        host, other = ("somebody", self.owner) if self.is_guest else (self.owner, "somebody")
        now = datetime.now(UTC)
        row = PairRow(id=ROOM, host=host, guest=other, version=2, updated=now, text=text)
        with web_app(self.app).store.pairs._writing() as session:
            session.merge(row)

    def ask(
        self, method: str, path: str, rule: Rule, file: bytes | None = None, **given: Any
    ) -> None:
        """Ask the same of the game and of its twin: what comes must be the same."""
        self.routes[f"{method} {rule.rule}"] += 1
        if rule.endpoint in ANEW:
            given |= _upload(file)
            self.look(browser(self.app).open(path, method=method, **given), path)
            return
        for _ in range(TRIES):
            told = []
            for twin in self.twins:
                self.put(twin)
                given |= _upload(file)
                answer = self.client.open(path, method=method, buffered=False, **given)
                told.append(self.look(answer, path, twin=twin))
            if rule.endpoint in BY_CHANCE or len(told) == 1:
                return
            if told[0] == told[1]:
                self.compared += 1
                return
        self.found.append(f"{method} {path} differs: {_difference(*told)}")

    def look(self, answer: TestResponse, path: str, *, twin: bool = False) -> str:
        """Search a document, its headers and its cookies; the document without what is chance."""
        with answer:
            text = "" if answer.mimetype == "text/event-stream" else _text_in(answer.get_data())
        heads = "\n".join(f"{name}: {value}" for name, value in answer.headers if name != "Date")
        whole = MOMENT.sub("", "\n".join((text, heads, *_cookies(answer))))
        if not twin:
            self.documents += 1
            self.search(whole, path)
            self._remember(whole)
        return f"{answer.status_code} {_settled(whole)}"

    def search(self, text: str, where: str) -> None:
        """Search a text for all that is hidden."""
        for truth, known in zip(self.truths, self.seen, strict=True):
            if leak := leak_in(text, truth, known):
                self.found.append(f"{where} tells {leak}")

    def command(self, *words: str) -> None:
        """Search what a command prints."""
        self.search(CliRunner().invoke(main, words).output, f"ginsight {' '.join(words)}")

    def _remember(self, text: str) -> None:
        for match in GIVEN.finditer(text):
            value = match[1] or match[2]
            self.ids |= dict.fromkeys(each for each in ID.findall(value) if _is_id(each))
        self.numbers |= {int(each) for each in NUMBER.findall(text)}


def _upload(file: bytes | None) -> dict[str, Any]:
    return {} if file is None else {"data": {"file": (io.BytesIO(file), "ginsight.json")}}


def _is_id(text: str) -> bool:
    """True for what may name something: neither a file nor the mark of a file's version."""
    letters = text.lower() != text.upper() and len(set(text)) > 4
    return letters and any(map(str.isdigit, text)) and not FILE.fullmatch(text)


def _text_in(data: bytes) -> str:
    """The text of a document; all that a deck for Anki holds, a database in a ZIP file."""
    if not data.startswith(b"PK"):
        return data.decode()
    with ZipFile(io.BytesIO(data)) as deck:
        return "\n".join(deck.read(name).decode("latin-1") for name in deck.namelist())


def _cookies(answer: TestResponse) -> Iterator[str]:
    for cookie in answer.headers.getlist("Set-Cookie"):
        _, _, value = cookie.partition("=")
        body = value.removeprefix(".").split(".")[0]
        try:
            yield base64_decode(body).decode("latin-1")
        except ValueError:
            continue


def _settled(text: str) -> str:
    """A document without what is another each time: sealed texts, codes, moments, cookies."""
    text = re.sub(r'"(seal|hidden)": ?"[^"]*"', "", text)
    text = re.sub(r"Set-Cookie: [^\n]*|(X-)?Request-I[dD]: [^\n]*|ETag: [^\n]*", "", text)
    text = re.sub(r"Content-Length: \d+", "", text)
    return re.sub(r'class="seal">[0-9a-f]{64}<|data-left="\d+">[\d:]+', "", text)


def _difference(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, at - 80) : at + 80]!r} and {other[max(0, at - 80) : at + 80]!r}"


# ---------------------------------------------------------------- every route


def rules_of(app: Flask) -> list[tuple[str, Rule]]:
    """Every method of every rule but the files that are the same for all."""
    return [
        (method, rule)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        if rule.endpoint != "static"
    ]


SAMPLES: Final = {
    "kind": "outs", "level": "1200", "seed": "5", "place": "0", "name": "melds", "room": ROOM,
}  # fmt: skip


def walk(trip: Walk, day: str, puzzle: str) -> None:
    """Ask every route once, then each that takes an id for all that was given."""
    for method, rule in rules_of(trip.app):
        values = SAMPLES | {"day": day, "ident": puzzle, "share_id": puzzle}
        trip.ask(method, _path(rule, values), rule, **_body(trip, method, rule))


def _path(rule: Rule, values: dict[str, str]) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda match: values[match[1]], rule.rule)


def _body(trip: Walk, method: str, rule: Rule) -> dict[str, Any]:
    if method != "POST":
        return {}
    if rule.rule in BODIES:
        return {"data": BODIES[rule.rule], "content_type": "application/json"}
    if rule.endpoint in {"mine.load", "puzzlemine.take_in"}:
        everything = rule.endpoint == "mine.load"
        path = "/mine/everything.json" if everything else "/puzzles/mine/progress.json"
        saved = trip.client.get(path).data
        return {"file": saved}
    turn = [{"turn": turn} for path, turn in trip.turns.items() if rule.rule.startswith(path)]
    return {"data": trip.form | (turn[0] if turn else {})}


def replay(trip: Walk, most: int | None = None) -> int:
    """Ask every address and command that takes an id for each; how many were tried.

    The longest first, where there is a `most`.
    """
    ids, rules = sorted(trip.ids, key=len, reverse=True)[:most], rules_of(trip.app)
    for ident in ids:
        for words in COMMANDS:
            trip.command(*words, ident)
        for method, rule in rules:
            named = {"ident", "share_id", "name"} & set(rule.arguments)
            if method == "GET" and named and len(rule.arguments) == 1:
                trip.ask(method, _path(rule, dict.fromkeys(named, ident)), rule)
            elif method == "GET" and rule.endpoint in TAKES:
                trip.ask(method, rule.rule, rule, query_string=dict.fromkeys(QUERY, ident))
            elif rule.rule in READERS:
                body = json.dumps({"view": ident, "text": ident})
                trip.ask(method, rule.rule, rule, data=body, content_type="application/json")
    return len(ids)
