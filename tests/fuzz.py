"""Mutated inputs, in as large a number as one likes; figures, and exit code 1 where one is found.

    python -m tests.fuzz [--inputs 1000000] [--requests 50000] [--seed 1] [--seconds 3600]

Inputs go into the readers of texts and documents, requests into the whole application on a scripted
engine. An input may be read, or refused with an InputError that says what, where and what instead,
and points into it; a request may be answered with anything but a server error ("busy", with the
time to come back, is none), a traceback in the log, or after more than two seconds.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import string
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote

from flask.testing import FlaskClient
from werkzeug.routing import Rule

from analyzer.api.documents import decode as decode_document
from analyzer.api.openapi import ROUTES
from analyzer.api.records import read_match
from analyzer.api.views import view_from_json
from analyzer.errors import InputError
from analyzer.game.position import deal
from analyzer.game.rules import parse_rules
from analyzer.notation import decode, format_view, parse_view, read_cards
from analyzer.notation.cards import read_pack
from analyzer.notation.reading import read_text
from analyzer.notation.records import format_record, parse_match, parse_record, record_of
from analyzer.notation.results import read_results, read_sheet, read_table_results
from analyzer.web import create_app
from analyzer.web.state import web_app
from tests.property.test_fuzz import PASTES, PIECES
from tests.property.test_sentences import TEXTS, WORDS
from tests.web.puzzle_samples import book
from tests.web.scripted import Script, settings_in

HANG_SECONDS: Final = 2.0
GOLDEN, CASES = Path(__file__).parent / "golden", Path(__file__).parent / "cases"
RECORDS: Final = [
    (GOLDEN / name).read_text(encoding="utf-8") for name in ("record.txt", "eaai.log")
]
RULES: Final = ["standard", "oklahoma,target=250", "eaai,gin_bonus=30,big_gin=", "strict-nine"]
DOCUMENTS: Final = [(GOLDEN / f"{name}.json").read_text() for name in ("view", "record", "score")]
TALES: Final = [
    case["text"] for case in json.loads((CASES / "tales.json").read_text(encoding="utf-8"))
]
GAME: Final = "three-hand"
CHAIR: Final = """game: mahjong
seat: 1
dealer: 2
hand: 3c
history:
  upcard 4c
  1: draw 3c, meld 5h 6h 7h, meld 9c 9d 9s, meld Jd Qd Kd, discard 2c
  2: draw, discard 8h
"""
RESULTS: Final = ["1 gin 30, 2 knock 5 12, void", "20 0 0, 0 34 0", "1 gin 30 + 2 knock 5, 1 gin 9"]
BODIES: Final = [route.example for route in ROUTES if route.example]
FIELDS: Final = (
    "p view undo to step seat rules opponent on limit level depth cure code coach asked usual turn "
    "try today text target tap taken so record read player page open nameless month guessed for a "
    "example base at after answer worlds name again seed hands file theme suits letters motion"
)


@dataclass
class Findings:
    """What came of many inputs; `hang` is how many seconds one may take."""

    hang: float = HANG_SECONDS
    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def note(self, outcome: str, took: float, given: object, fault: str = "") -> None:
        """One input is done."""
        self.outcomes[outcome] += 1
        self.slowest = max(self.slowest, took)
        if took > self.hang:
            fault = fault or f"took {took:.1f} s"
        if fault and len(self.faults) < 50:
            self.faults.append(f"{fault}: {given!r}"[:1500])

    @property
    def figures(self) -> dict[str, Any]:
        """As they are printed."""
        counted = dict(sorted(self.outcomes.items()))
        done = self.outcomes.total()
        return {
            "done": done,
            "outcomes": counted,
            "slowest_s": round(self.slowest, 2),
            "faults": self.faults,
        }


def mutated(rng: Random, text: str) -> str:
    """A text with some stretches cut, doubled, exchanged or filled with something else."""
    for _ in range(rng.randint(1, 5)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 0, 1, 2, 5, 12, 60)))
        text = text[:start] + _piece(rng, text, start, end) + text[end:]
    return text


def _piece(rng: Random, text: str, start: int, end: int) -> str:
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice(PIECES)
    if kind == 1:
        return rng.choice(WORDS) + " "
    if kind == 2:
        return text[start:end] * 2
    if kind == 3:
        return "".join(rng.choices(string.printable, k=rng.randint(1, 4)))
    if kind == 4:
        return chr(rng.choice((0, 0x660, 0xD800, 0x1F0A1, 0x202E, 0xFE0F, rng.randrange(0x110000))))
    return rng.choice(
        ("-1", "1e309", "NaN", "null", "99999999999999999999", '"', "[", "{", "]", "}")
    )


def table_record() -> str:
    """Some moves of a hand of three players."""
    here = deal(parse_rules(GAME), seed=3)
    for _ in range(12):
        here = here.apply(here.legal_actions()[-1])
    return format_record(record_of(here))


Reader = Callable[[str], object]
READERS: Final[list[tuple[str, list[str], Reader]]] = [
    ("cards", PASTES, read_cards),
    ("views", [*PASTES, CHAIR], lambda text: format_view(parse_view(text))),
    ("ids", PASTES[-1:], decode),
    ("sentences", TEXTS, read_text),
    ("records", RECORDS, parse_match),
    ("records of any form", [*RECORDS, DOCUMENTS[1], *TALES], read_match),
    ("results", RESULTS, read_results),
    ("sheets", [*RESULTS, DOCUMENTS[2], "Me | Dad\n23 | 0\n0 | 14"], read_sheet),
    ("other games", [GAME, *RULES], parse_rules),
    ("other records", [table_record()], parse_record),
    ("other results", RESULTS, lambda text: read_table_results(text, parse_rules(GAME))),
    ("packs", [*PASTES, "X1 X2 7h 7h'"], read_pack),
    ("rules", RULES, parse_rules),
    ("view documents", DOCUMENTS, view_from_json),
    *(
        (
            route.name,
            [route.example],
            lambda text, route=route: decode_document(text, route.request),
        )
        for route in ROUTES
        if route.example and route.request is not None
    ),
]


def fault_of(error: InputError, text: str) -> str:
    """What is wrong with the way in which an input was refused."""
    if not error.message:
        return "an error without a message"
    if error.span is not None and not 0 <= error.span[0] <= error.span[1] <= len(text):
        return f"an error that points to {error.span}"
    if not (error.where or error.span):
        return "an error without a place"
    if not (error.hint or error.fix):
        return "an error without a cure"
    return ""


def _in_time(number: int, seconds: float) -> Iterator[int]:
    """So many numbers, while the seconds are not over."""
    end = time.monotonic() + seconds
    return takewhile(lambda _: time.monotonic() < end, range(number))


def inputs(
    number: int, seed: int, hang: float = HANG_SECONDS, seconds: float = inf
) -> dict[str, Any]:
    """So many texts into the readers."""
    rng, findings = Random(seed), Findings(hang)
    for _ in _in_time(number, seconds):
        name, samples, reader = rng.choice(READERS)
        text = mutated(rng, rng.choice(samples))
        outcome, fault, start = "read", "", time.perf_counter()
        try:
            reader(text)
        except InputError as error:
            outcome, fault = "refused", fault_of(error, text)
        except Exception as error:
            outcome, fault = "failed", f"{name}: {type(error).__name__}: {error}"
        findings.note(outcome, time.perf_counter() - start, text, fault)
    return findings.figures


class _Failures(logging.Handler):
    """Tracebacks that reach the log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.seen.append(self.format(record)[-1000:])


def _path(rng: Random, rule: Rule, known: list[str]) -> str:
    """An address that fits a rule, or nearly."""

    def value(_: re.Match[str]) -> str:
        fill = rng.choice(("1", "0", "x", "2026-01-14", *known, rng.choice(PASTES)))
        return mutated(rng, fill)[:80] if rng.random() < 0.4 else fill

    return re.sub(r"<[^>]+>", value, rule.rule)


def _fields(rng: Random, known: list[str]) -> dict[str, str]:
    samples = [
        *PASTES,
        *TEXTS,
        *RECORDS,
        *RULES,
        *known,
        "1",
        "0",
        "take",
        "discard Kd",
        "2026-01-14",
    ]
    chosen = rng.sample(FIELDS.split(), rng.randint(0, 5))
    return {name: mutated(rng, rng.choice(samples)) for name in chosen}


def _send(client: FlaskClient, rng: Random, rule: Rule, known: list[str]) -> tuple[int, str, str]:
    """One request; its status, what comes with it, and what it was."""
    path, method = (
        _path(rng, rule, known),
        rng.choice(sorted((rule.methods or {"GET"}) - {"OPTIONS"})),
    )
    given: dict[str, Any] = {"query_string": {} if rng.random() < 0.3 else _fields(rng, known)}
    if method != "GET" and rng.random() < 0.5:
        given["data"] = _fields(rng, known)
    elif method != "GET":
        given |= {"data": _utf8(mutated(rng, rng.choice(BODIES))), "mimetype": "application/json"}
    if rng.random() < 0.3:
        given["headers"] = {"HX-Request": "true"}
    if rng.random() < 0.05:
        client.set_cookie("ginsight", "".join(rng.choices(string.ascii_letters + ".", k=40)))
    given["query_string"] = {name: _plain(text) for name, text in given["query_string"].items()}
    if isinstance(given.get("data"), dict):
        given["data"] = {name: _plain(text) for name, text in given["data"].items()}
    answer = client.open(quote(_plain(path)), method=method, buffered=False, **given)
    with answer:
        if answer.mimetype != "text/event-stream":
            answer.get_data()
    return answer.status_code, answer.headers.get("Retry-After", ""), f"{method} {path} {given}"


def _plain(text: str) -> str:
    return _utf8(text).decode()


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def requests(
    number: int, seed: int, hang: float = HANG_SECONDS, seconds: float = inf
) -> dict[str, Any]:
    """So many requests to all addresses of the application."""
    rng, findings, log = Random(seed), Findings(hang), _Failures()
    logging.getLogger().addHandler(log)
    logging.getLogger("analyzer").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        chosen = settings_in(Path(folder, "fuzz.db"), first_wait=0.01)
        app = create_app(chosen, engine=Script().engine(), book=book())
        known, rules = [*book().puzzles, *PASTES[-1:]], list(app.url_map.iter_rules())
        client = app.test_client()
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        for _ in _in_time(number, seconds):
            rule, start = rng.choice(rules), time.perf_counter()
            try:
                status, retry, what = _send(client, rng, rule, known)
            except Exception as error:
                findings.note("failed", 0.0, rule.rule, f"{type(error).__name__}: {error}")
                continue
            fault = f"status {status}" if status >= 500 and not (status == 503 and retry) else ""
            fault = fault or (log.seen.pop() if log.seen else "")
            findings.note(str(status), time.perf_counter() - start, what, fault)
        web_app(app).close()
    return findings.figures


def main() -> int:
    """Print what was found."""
    parser = argparse.ArgumentParser(description="mutated inputs and requests")
    parser.add_argument("--inputs", type=int, default=0, metavar="N")
    parser.add_argument("--requests", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=inf, help="of each; it says how many")
    asked = parser.parse_args()
    figures = {}
    for name, work in (("inputs", inputs), ("requests", requests)):
        if number := getattr(asked, name):
            start = time.monotonic()
            figures[name] = work(number, asked.seed, seconds=asked.seconds) | {"of": number}
            figures[name]["seconds"] = round(time.monotonic() - start, 1)
    print(json.dumps(figures, indent=1, ensure_ascii=True))
    return 1 if any(found["faults"] for found in figures.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
