"""The requests, and the documents that the present code answers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from analyzer.cli import main

HERE = Path(__file__).parent
ANSWERS = HERE / "answers.jsonl"
THREADED = frozenset({"analyze", "review", "engine"})
"""Commands with the option `--threads`, on which no answer depends."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command line, and what it reads on standard input."""

    name: str
    args: tuple[str, ...]
    stdin: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command printed: one document, or from `engine` one for each line it read."""

    code: int
    documents: list[Any]


def requests() -> tuple[Request, ...]:
    """All of them, in the order of their file."""
    return tuple(
        Request(line["name"], tuple(line["args"]), line.get("stdin"))
        for line in _lines(HERE / "requests.jsonl")
    )


def stored(path: Path = ANSWERS) -> dict[str, Answer]:
    """The answers of the revision before, by the name of the request."""
    return {line["name"]: Answer(line["code"], line["documents"]) for line in _lines(path)}


def ask(request: Request, threads: int = 1) -> Answer:
    """What the present code answers."""
    command = request.args[0]
    threaded = ("--threads", str(threads)) if command in THREADED else ()
    result = CliRunner().invoke(
        main, (*request.args, *threaded, "--json"), input=request.stdin, prog_name="ginsight"
    )
    documents = result.stdout.splitlines() if command == "engine" else [result.stdout]
    return Answer(result.exit_code, [json.loads(text) for text in documents])


def _lines(path: Path) -> Iterable[dict[str, Any]]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())
