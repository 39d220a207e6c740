"""Every door that reads bytes is given the same damaged documents: each is refused in words."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from analyzer.api.openapi import ROUTES
from analyzer.api.protocol import talk
from analyzer.cli import main
from analyzer.errors import InputError
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.service import progress_file, visitor_file
from tests.sizes import more_at_night
from tests.web.conftest import MakeApp
from tests.web.puzzle_samples import book
from tests.web.puzzle_visits import visitor

WHOLE = b'{"form": "ginsight-visitor-1", "puzzles": {"form": "ginsight-puzzles-1", "tries": []}}'
DAMAGED: dict[str, bytes] = {
    "nothing": b"",
    "a byte of no text": b"\xff",
    "in a name": WHOLE.replace(b"form", b"fo\xffrm", 1),
    "in a text": WHOLE.replace(b"visitor", b"visi\xe9tor"),
    "in a text that is kept": b'{"view": "hand: 7h \xff", "record": "\xc3\x28", "cards": "\xfe"}',
    "a letter cut in half": WHOLE[:-2] + b"\xe2\x99",
    "too long a form of a letter": b'{"form": "\xc0\xaf"}',
    "half a pair": b'{"form": "\\ud83d", "view": "\\ud83d"}',
    "half a pair as bytes": b'{"form": "\xed\xa0\xbd"}',
    "in two bytes a letter": WHOLE.decode().encode("utf-16"),
    "with a mark in front": b"\xef\xbb\xbf" + WHOLE[:40],
    "a letter of zero": b'{"form": "\x00", "view": "\x00"}',
    "nested": b'{"form": ' + b"[" * 30_000,
    "cut": WHOLE[:50],
    "another kind": b"[1, 2]",
    "no number": b'{"form": NaN}',
    "a large number": b'{"form": 1' + b"0" * 4_500 + b"}",
}


def uploaded(path: str) -> Callable[[FlaskClient, bytes], int]:
    """Sends a file with a form."""

    def send(client: FlaskClient, raw: bytes) -> int:
        return client.post(path, data={"file": (io.BytesIO(raw), "a.json")}).status_code

    return send


def written(path: str, field: str) -> Callable[[FlaskClient, bytes], int]:
    """Sends a field of a form."""

    def send(client: FlaskClient, raw: bytes) -> int:
        return client.post(path, data={field: raw}).status_code

    return send


def as_json(path: str) -> Callable[[FlaskClient, bytes], int]:
    """Sends a document."""

    def send(client: FlaskClient, raw: bytes) -> int:
        return client.post(path, data=raw, content_type="application/json").status_code

    return send


def in_cookie(client: FlaskClient, raw: bytes) -> int:
    head = raw.replace(b"\n", b"")[:2000].decode("latin-1")
    return client.get("/mine", headers={"Cookie": f"ginsight={head}"}).status_code


DOORS: dict[str, Callable[[FlaskClient, bytes], int]] = {
    "everything": uploaded("/mine/everything"),
    "progress": uploaded("/puzzles/mine/progress"),
    "a record": uploaded("/review"),
    "a record that is pasted": written("/review", "record"),
    "a position that is pasted": written("/analyze", "view"),
    "a draft": written("/review/record", "record"),
    "a cookie": in_cookie,
    "an address": lambda client, raw: (
        client.get("/analyze", query_string={"p": raw[:2000]}).status_code
    ),
    **{route.path: as_json(route.path) for route in ROUTES if route.example},
}


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    return make_app(puzzles=book(), max_body=128 * 1024)


@more_at_night("step", 8, 1)
def test_every_route_that_takes_bytes_refuses_damaged_ones(
    app: Flask, caplog: pytest.LogCaptureFixture, step: int
) -> None:
    """By day each door meets an eighth of the damage, and each damage an eighth of the doors."""
    client = visitor(app)
    for number, (door, send) in enumerate(DOORS.items()):
        for name, raw in [*DAMAGED.items()][number % step :: step]:
            status = send(client, raw)
            assert status < 500, (door, name, status)
            if "/api/" in door or door in {"everything", "progress"}:
                assert status in {400, 422}, (door, name, status)
    assert not [each for each in caplog.records if each.exc_info]
    assert len(DOORS) * len(DAMAGED) > 250


READERS: dict[str, Callable[[bytes], object]] = {
    "a file of everything": lambda raw: visitor_file.read(raw, book()),
    "a file of progress": lambda raw: progress_file.read(raw, book()),
}


@pytest.mark.parametrize("name", READERS)
def test_every_reader_of_bytes_says_what_is_wrong(name: str) -> None:
    for raw in DAMAGED.values():
        with pytest.raises(InputError) as refused:
            READERS[name](raw)
        assert refused.value.hint


@pytest.mark.parametrize("file", ["pack.toml", "puzzles.jsonl", "schedule.txt", "retired.txt"])
def test_a_damaged_file_of_a_pack_is_named(tmp_path: Path, file: str) -> None:
    pack = Path(__file__).parent / "pack"
    for number, raw in enumerate(raw for raw in DAMAGED.values() if _is_no_text(raw)):
        folder = tmp_path / str(number)
        for each in pack.rglob("*"):
            if each.is_file():
                copy = folder / each.relative_to(pack)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(each.read_bytes())
        found = list(folder.rglob(file)) or [folder / file]
        found[0].write_bytes(raw)
        with pytest.raises(InputError):
            PuzzleBook.read(folder)


def _is_no_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return True
    return False


COMMANDS = [["convert"], ["review"], ["melds"], ["score"], ["analyze"], ["layoff", "--knocker"]]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_that_is_given_a_damaged_file_says_so(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "damaged"
    for name, raw in DAMAGED.items():
        file.write_bytes(raw)
        done = CliRunner().invoke(main, [*words, str(file)])
        assert done.exit_code == 2, (name, done.output)
        assert "this is a bug" not in done.output and "Traceback" not in done.output, name


def test_the_engine_answers_a_damaged_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [raw.replace(b"\n", b"") for raw in DAMAGED.values() if raw]
    out = io.BytesIO()
    talk(io.BytesIO(b"\n".join(lines) + b"\n"), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(lines)
    for answer in answers:
        assert "error" in answer and "bug" not in json.dumps(answer)
