"""Exact questions are answered without numba and numpy, which take a second to load."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from analyzer.resources import SELDOM, loading

HEAVY = ("numba", "numpy")
EXTRAS = (
    "PIL", "distributed", "genanki", "gymnasium", "mcp", "mcp_types", "onnxruntime", "pettingzoo",
    "prometheus_client", "psycopg", "pyarrow", "pyspiel", "rlcard", "uvicorn",
)  # fmt: skip
"""What the extras bring, and other people's games that our bots play at."""
TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"

COMMANDS = (
    ("melds", TEN),
    ("melds", "7h 8h 9h 4c 4d 4s X1 Qd 2c Ac", "--rules", "one-joker"),
    ("layoff", "--knocker", "7h 8h 9h / 4c 4d 4s / Ac 2d", "--defender", "Th Jh 2c Qs"),
    ("outs", TEN),
    ("outs", "--view", f"hand: {TEN}, upcard: 9c"),
    ("knock", "7h 8h 9h 4c 4d 4s Ad 2d 2c Ac Kh"),
    ("rules", "oklahoma"),
    ("score", "1 knock 16, 2 gin 41, void"),
    ("convert", f"hand: {TEN}, upcard: 9c"),
)


def loaded_by(program: str, *given: str, watched: tuple[str, ...] = HEAVY + EXTRAS) -> list[str]:
    """The watched modules, heavy ones and extras, that a program has loaded when it ends."""
    names = f"[name for name in {watched} if name in sys.modules]"
    end = f"import atexit, sys; atexit.register(lambda: print('loaded', *{names}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{end}; {program}", *given],
        capture_output=True, check=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout.splitlines()[-1].split()[1:]


def test_exact_commands_load_no_compiler() -> None:
    program = f"""
from analyzer.cli import main
for given in {COMMANDS}:
    try:
        main([*given])
    except SystemExit as end:
        assert not end.code, given
    assert not {{*sys.modules}} & {{*{HEAVY + EXTRAS}}}, given
"""
    assert loaded_by(f"exec({program!r})") == []


@pytest.mark.parametrize(
    ("given", "unneeded"),
    [
        (("convert", f"hand: {TEN}, upcard: 9c"), ("rich",)),
        (("score", "1 knock 16, 2 gin 41, void"), ("analyzer.notation.scoresheets",)),
        (("analyze", "--help"), ("analyzer.api.tools", "analyzer.practice.coach")),
    ],
    ids=lambda given: given[0],
)
def test_commands_load_what_they_need(given: tuple[str, ...], unneeded: tuple[str, ...]) -> None:
    assert loaded_by("from analyzer.cli import main; main()", *given, watched=unneeded) == []


def test_garbage_is_looked_for_seldom_while_something_is_loaded() -> None:
    before = gc.get_threshold()
    with pytest.raises(ZeroDivisionError), loading():
        assert gc.get_threshold() == (SELDOM, *before[1:])
        raise ZeroDivisionError
    assert gc.get_threshold() == before


def test_nothing_is_looked_through_when_a_command_ends() -> None:
    end = "atexit.register(lambda: print('kept', gc.get_freeze_count() > 10_000))"
    program = f"import atexit, gc; {end}; from analyzer.cli import main; main()"
    command = [sys.executable, "-c", program, "rules", "oklahoma"]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    assert done.stdout.splitlines()[-1] == "kept True"


def test_a_server_opens_before_it_reads_sentences_and_puzzles() -> None:
    """What no first page needs comes behind it, on the thread that warms up."""
    watched = ("analyzer.notation.sentences", "analyzer.notation.tales", "numba", "PIL")
    program = """
from dataclasses import replace
from threading import Event
from analyzer import web
from analyzer.practice.puzzles.pack import shipped
from analyzer.service.ports import installed_engine
engine = replace(installed_engine(), warm_up=Event().wait)
client = web.create_app(web.ServerSettings(), engine=engine).test_client()
assert client.get("/livez").status_code == 200 and shipped.cache_info().misses == 0
assert client.get("/puzzles").status_code == 200 and shipped.cache_info().misses == 1
"""
    assert loaded_by(f"exec({program!r})", watched=watched) == []


@pytest.mark.parametrize("room", ["first_look", "apart"])
def test_who_only_computes_loads_no_database_and_no_pages(room: str) -> None:
    watched = ("sqlalchemy", "flask", "jinja2", "numba")
    assert loaded_by(f"import analyzer.service.{room}", watched=watched) == []


def test_deadwood_in_python_loads_no_compiler() -> None:
    assert loaded_by(f"import analyzer; assert analyzer.deadwood({TEN!r}) == 23") == []


def test_a_search_is_what_loads_it() -> None:
    assert "numpy" in loaded_by("import analyzer; analyzer.analyze")


@pytest.mark.parametrize(
    ("program", "given"),
    [
        ("import analyzer", ()),
        ("import analyzer.rl", ()),
        ("from analyzer.cli import main; main()", ("--help",)),
        ("import analyzer.web.app; from analyzer.cli import dataset, mcp, puzzle", ()),
    ],
    ids=["import", "environments", "help", "pages and commands"],
)
def test_extras_are_loaded_where_they_are_used(program: str, given: tuple[str, ...]) -> None:
    assert not {*loaded_by(program, *given)} & {*EXTRAS}
