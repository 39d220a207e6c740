"""What goes over the socket: long files where they are taken, refusals in our own words."""

from __future__ import annotations

import http.client
import io
import json
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from werkzeug.test import EnvironBuilder

from analyzer.practice.puzzles.again import Memory
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.schedule import Schedule
from analyzer.service import progress_file
from analyzer.store import SavedAnswer, SavedTry
from analyzer.web import create_app
from analyzer.web.limits import FILES, MEGABYTE
from analyzer.web.security import HEADERS
from analyzer.web.serve import Server
from analyzer.web.state import web_app
from tests.clock import NOW, Clock
from tests.sizes import more_at_night
from tests.web.conftest import MakeApp
from tests.web.puzzle_samples import book
from tests.web.puzzle_visits import ME, MakeBook, visitor
from tests.web.scripted import Script, settings_in


@pytest.fixture
def server(make_app: MakeApp) -> Iterator[Server]:
    with Server(make_app(reviews=0), port=0) as running:
        yield running


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for many requests that leave nothing behind."""
    settings = settings_in(tmp_path_factory.mktemp("shared") / "test.db", reviews=0)
    with Server(create_app(settings, engine=Script().engine()), port=0) as running:
        yield running


@dataclass
class Answer:
    status: int
    cookie: str
    body: bytes


def ask(server: Server, method: str, path: str, *sent: object, **how: bool) -> Answer:
    """The answer to a request, all of it."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    try:
        connection.request(method, path, *sent, **how)  # type: ignore[arg-type]
        answer = connection.getresponse()
        cookie = (answer.headers["Set-Cookie"] or "").partition(";")[0]
        return Answer(answer.status, cookie, answer.read())
    finally:
        connection.close()


def many_puzzles(number: int) -> PuzzleBook:
    """The longest puzzle of the tests so many times, none of them the puzzle of a day."""
    longest = max(book().puzzles.values(), key=lambda puzzle: len(puzzle.steps))
    copies = [replace(longest, id=f"{longest.id}-{at:05}") for at in range(number)]
    none: Schedule = replace(book().schedule, ids=())
    return PuzzleBook({puzzle.id: puzzle for puzzle in copies}, none, Clock())


@pytest.mark.slow
@more_at_night("many", 500, 10_000)
def test_thousands_of_tries_are_taken_along(make_book: MakeBook, many: int) -> None:
    puzzles = many_puzzles(many)
    here, there = make_book(puzzles), make_book(puzzles)
    tries = [
        SavedTry(
            puzzle=puzzle.id, began=NOW, hinted=number % 3 == 0,
            answers=tuple(SavedAnswer(step.tempting, 0.0) for step in puzzle.steps),
            finished=NOW - timedelta(minutes=many - number, microseconds=number), credit=0.0,
            again=2, again_credit=0.5, again_at=NOW - timedelta(minutes=3, microseconds=number),
            memory=Memory(3.1234567890123, 5.1234567890123, NOW.date(), NOW.date()),
        )
        for number, puzzle in enumerate(puzzles.puzzles.values())
    ]  # fmt: skip
    tries = [
        replace(each, memory=replace(each.memory, due=NOW.date() + timedelta(days=3)))
        for each in tries
        if each.memory is not None
    ]
    rate = lambda before, each: progress_file.rating_after(puzzles, before, each)  # noqa: E731
    assert web_app(here).store.puzzles.take_in(ME, tries, rate) == many
    raw = visitor(here).get("/puzzles/mine/progress.json").data
    assert many / 4_000 * MEGABYTE < len(raw) < FILES["/puzzles/mine/progress"]

    with Server(there, port=0) as server:
        answer = sent_as_form(server, "/puzzles/mine/progress", raw)
        assert answer.status == 303, answer.body
        mine = {"Cookie": answer.cookie}
        assert ask(server, "GET", "/puzzles/mine/progress.json", None, mine).body == raw


def sent_as_form(server: Server, path: str, raw: bytes) -> Answer:
    """The answer to a file in a form."""
    form = EnvironBuilder(method="POST", data={"file": (io.BytesIO(raw), "file.json")})
    environ = form.get_environ()
    headers = {"Content-Type": environ["CONTENT_TYPE"], "Sec-Fetch-Site": "same-origin"}
    with environ["wsgi.input"] as body:
        return ask(server, "POST", path, body.read(), headers)


def test_only_files_may_be_long(server: Server) -> None:
    assert sent_as_form(server, "/puzzles/mine/progress", b"x" * MEGABYTE).status == 422
    answer = announced(server, "/analyze", MEGABYTE)
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("path", ["/analyze", "/puzzles/mine/progress"])
def test_what_is_too_long_is_told_on_a_page(server: Server, path: str) -> None:
    head, _, body = announced(server, path, 50 * MEGABYTE).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ") and b"That is too long." in body
    assert b"text/html" in head and b"<!doctype html>" in body.lower()
    has_all_headers(head)


def test_under_api_what_is_too_long_is_told_in_json(server: Server) -> None:
    for length in (80 * 1024, 50 * MEGABYTE):
        head, _, body = announced(server, "/api/v1/melds", length).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 413 ") and b"application/json" in head
        assert json.loads(body)["error"]["message"] == "that is too long"
        has_all_headers(head)


def has_all_headers(head: bytes) -> None:
    lines = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    given = {name.lower(): value for name, value in lines.items()}
    assert all(given[name.lower()] == value for name, value in HEADERS.items())
    assert given["connection"] == "close" or "content-length" in given


def announced(server: Server, path: str, length: int) -> bytes:
    """All that is answered to a request that says how long its body is, and sends what it may."""
    body = b"{" * min(length, 90 * 1024)
    return answer_to(
        server,
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n".encode()
        + body,
    )


def answer_to(server: Server, raw: bytes) -> bytes:
    """All that is answered to some bytes."""
    with socket.create_connection(server.address, timeout=8) as connection:
        connection.sendall(raw)
        received = b""
        while more := _more(connection):
            received += more
        return received


def _more(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65536)
    except ConnectionResetError:  # what was sent is not read to its end
        return b""


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_request_with_two_lengths_is_refused(server: Server, version: str) -> None:
    answer = answer_to(
        server,
        f"POST /api/v1/melds HTTP/{version}\r\nHost: localhost\r\nContent-Length: 4\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n".encode(),
    )
    assert answer.startswith(b"HTTP/1.") and b" 400 " in answer.partition(b"\r\n")[0]
    assert b'"ok"' not in answer and answer.count(b"HTTP/1.") == 1
    has_all_headers(answer.partition(b"\r\n\r\n")[0])


def test_a_chunked_request_is_read(server: Server) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"cards": "7h 8h 9h 4c 4d'
        yield b' 4s Kd Qd 2c Ac"}'

    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    answer = ask(server, "POST", "/api/v1/melds", pieces(), headers, encode_chunked=True)
    assert answer.status == 200, answer.body


def test_what_cannot_be_parsed_is_answered_with_all_headers(server: Server) -> None:
    for raw in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nX : y\r\n\r\n"):
        head, _, body = answer_to(server, raw).partition(b"\r\n\r\n")
        assert b" 400 " in head.partition(b"\r\n")[0] and b"<!doctype html>" in body.lower()
        has_all_headers(head)


GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
JSON = b'{"cards": "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"}'
PIECES = b"%x\r\n%s\r\n0\r\n\r\n" % (len(JSON), JSON)
HOST, EXPECT = "Host: localhost", "Expect: 100-continue"
TYPED, WHOLE = "Content-Type: application/json", f"Content-Length: {len(JSON)}"
CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    ("first", "headers", "body", "status"),
    [
        ("GET /livez HTTP/1.1", (HOST,), b"", 200),
        ("GET /livez HTTP/1.0", (HOST,), b"", 200),
        ("GET /livez HTTP/1.0", (HOST, "Connection: keep-alive"), b"", 200),
        ("GET http://localhost/livez HTTP/1.1", (HOST,), b"", 200),
        ("HEAD /livez HTTP/1.1", (HOST,), b"", 200),
        ("OPTIONS /livez HTTP/1.1", (HOST,), b"", 200),
        ("OPTIONS * HTTP/1.1", (HOST,), b"", 404),
        ("CONNECT localhost:80 HTTP/1.1", (HOST,), b"", 403),
        ("TRACE /livez HTTP/1.1", (HOST,), b"", 403),
        ("BREW /livez HTTP/1.1", (HOST,), b"", 403),
        ("GET /livez HTTP/1.1", (HOST, EXPECT), b"", 200),
        ("GET /livez HTTP/1.1", (HOST, "EXPECT:100-Continue"), b"", 200),
        ("GET /livez HTTP/1.0", (HOST, EXPECT), b"", 200),
        ("GET /livez HTTP/1.1", (HOST, "Expect: something-else"), b"", 200),
        ("GET /livez HTTP/1.1", (HOST, EXPECT, "Content-Length: 0"), b"", 200),
        ("HEAD /livez HTTP/1.1", (HOST, EXPECT), b"", 200),
        ("DELETE /livez HTTP/1.1", (HOST, EXPECT), b"", 403),
        ("POST /api/v1/melds HTTP/1.1", (HOST, TYPED, EXPECT), b"", 422),
        ("POST /api/v1/melds HTTP/1.1", (HOST, TYPED, EXPECT, "Content-Length: 0"), b"", 422),
        ("POST /api/v1/melds HTTP/1.1", (HOST, TYPED, WHOLE), JSON, 200),
        ("POST /api/v1/melds HTTP/1.0", (HOST, TYPED, WHOLE), JSON, 200),
        ("POST /api/v1/melds HTTP/1.1", (HOST, TYPED, WHOLE, EXPECT), JSON, 200),
        ("POST /api/v1/melds HTTP/1.1", (HOST, TYPED, CHUNKED), PIECES, 200),
        ("POST /api/v1/melds HTTP/1.1", (HOST, TYPED, CHUNKED, EXPECT), PIECES, 200),
        ("POST /api/v1/melds HTTP/1.1", (HOST, CHUNKED, EXPECT), b"0\r\n\r\n", 415),
        ("POST /api/v1/melds HTTP/1.1", (HOST, EXPECT, "Content-Length: 99999999"), b"", 413),
        ("POST /api/v1/melds HTTP/1.1", (HOST, EXPECT, "Transfer-Encoding: gzip"), b"", 501),
        ("GET /livez HTTP/1.1", (HOST, WHOLE), JSON, 200),
        ("GET /livez HTTP/1.1", (HOST, CHUNKED), PIECES, 200),
    ],
)
@pytest.mark.parametrize("in_parts", [False, True])
def test_each_valid_form_of_a_request_is_answered_at_once(
    shared: Server,
    first: str,
    headers: tuple[str, ...],
    body: bytes,
    status: int,
    in_parts: bool,
) -> None:
    head = "\r\n".join([first, *headers, "", ""]).encode()
    with socket.create_connection(shared.address, timeout=2) as connection:
        connection.sendall(head if in_parts else head + body)
        if in_parts and body:
            time.sleep(0.02)
            connection.sendall(body)
        answers = connection.makefile("rb")
        line = answers.readline()
        if line == GO_ON[:-2]:
            assert body, "who has sent everything is not told to go on"
            assert answers.readline() == b"\r\n"
            line = answers.readline()
    assert line.startswith(b"HTTP/1.") and int(line.split()[1]) == status


def test_after_an_answer_to_who_expected_to_be_told_the_next_request_is_read(
    server: Server,
) -> None:
    asks = f"GET /livez HTTP/1.1\r\n{HOST}\r\n{EXPECT}\r\n\r\n".encode()
    last = f"GET /livez HTTP/1.1\r\n{HOST}\r\nConnection: close\r\n\r\n".encode()
    answer = answer_to(server, asks * 3 + last)
    assert answer.count(b"HTTP/1.1 200 OK") == 4 and GO_ON not in answer
