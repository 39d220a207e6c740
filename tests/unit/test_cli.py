"""The command as a whole: where input comes from, how errors are told, what help says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from analyzer import __version__
from analyzer.cli import app, main

SEVEN = "7h 8h 9h 4c 4d 4s Kd"
RECORD = (
    '[Rules "eaai"] [Dealer "2"] [Upcard "9d"] [Hand2 "?"]\n'
    '[Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"]\n1. ^9d -Kd!'
)


def run(*arguments: str, given: str | bytes | None = None, program: click.Group = main):
    return CliRunner().invoke(program, arguments, input=given)


def document(*arguments: str, given: str | bytes | None = None, program: click.Group = main):
    """The JSON document that a command prints, and nothing else."""
    done = run(*arguments, "--json", given=given, program=program)
    assert (done.exit_code, done.stderr) == (0, "")
    return json.loads(done.stdout)


def error_of(*arguments: str, given: str | bytes | None = None, program: click.Group = main):
    """The error document of bad input, which is also told in one line."""
    done = run(*arguments, "--json", given=given, program=program)
    assert done.exit_code == 2
    told = json.loads(done.stdout)["error"]
    assert set(told) == {"message", "where", "hint"}
    assert done.stderr.startswith("ginsight: ")
    assert done.stderr.count("\n") == 1
    assert told["message"] in done.stderr
    return told


def test_text_is_read_from_an_argument_a_file_and_standard_input(tmp_path):
    file = tmp_path / "hand"
    file.write_text(SEVEN, encoding="utf-8")
    asked = document("melds", SEVEN)
    assert asked["deadwood"] == 10
    assert document("melds", *SEVEN.split()) == asked
    assert document("melds", str(file)) == asked
    assert document("melds", "-", given=SEVEN) == asked
    assert document("melds", given=SEVEN) == asked


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    file = tmp_path / "hand.txt"
    file.write_bytes(b"\xef\xbb\xbf" + SEVEN.encode())
    assert document("melds", str(file))["deadwood"] == 10


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (["melds"], "", "nothing is given"),
        (["melds", "-"], "  \n", "nothing is given"),
        (["melds", "hand.txt"], None, "there is no file `hand.txt`"),
        (["melds", "-"], b"\xff\xfe7h", "not UTF-8 text"),
        (["melds", "-"], "7h " * 2_800_000, "more than 8,000,000 bytes"),
        (["melds", "7h 7h"], None, "7h"),
        (["melds", "7h", "--rules", "clasic"], None, "no preset `clasic`"),
        (["melds", "7h", "--nonsense"], None, "no such option"),
        (["layoff", "--knocker", "7h"], None, "missing option"),
        (["nonsense"], None, "no such command"),
        (["equity"], None, "missing argument"),
        (["bench", "--positions", "-1"], None, "-1 is not in the range"),
    ],
)
def test_bad_input_is_told_in_one_line_and_as_json(arguments, given, message):
    assert message in error_of(*arguments, given=given)["message"]


@pytest.mark.parametrize("group", ["db", "equity", "puzzle"])
def test_a_group_without_its_command_is_bad_input_and_shows_its_help(group):
    done = run(group)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == run(group, "--help").stdout


def test_an_error_says_where_and_what_instead():
    assert error_of("melds", "7h 8x") == {
        "message": "`8x` is not a card",
        "where": "cards, line 1, column 4",
        "hint": "the suits are c, d, h and s",
    }
    assert error_of("score", "1 knock 16", "--style", "double")["where"] == "--style"


def test_without_json_nothing_bad_goes_to_standard_output():
    done = run("melds", "7h 8x")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "ginsight: cards, line 1, column 4: `8x` is not a card; the suits are c, d, h and s\n"
    )


def test_our_own_fault_is_exit_code_one(monkeypatch):
    from analyzer.api import answers

    def broken(asked):
        raise KeyError("seven")

    monkeypatch.setattr(answers, "melds", broken)
    done = run("melds", SEVEN, "--json")
    assert done.exit_code == 1
    assert "failed" in json.loads(done.stdout)["error"]["message"]
    assert "Traceback" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("ginsight: ")


def test_an_interrupted_command_says_so(monkeypatch):
    from analyzer.api import answers

    def interrupted(asked):
        raise KeyboardInterrupt

    monkeypatch.setattr(answers, "melds", interrupted)
    done = run("melds", SEVEN)
    assert done.exit_code == 130
    assert "Interrupted" in done.stderr


def test_version_and_help():
    assert __version__ in run("--version").stdout
    for arguments in ([], ["--help"], ["-h"]):
        done = run(*arguments)
        assert done.exit_code == 0
        assert all(name in done.stdout for name in main.commands)


@pytest.mark.parametrize("command", app.COMMANDS, ids=lambda command: command.name)
def test_every_command_has_help_and_options_that_explain_themselves(command):
    done = run(command.name, "--help")
    assert done.exit_code == 0
    real = command.load()
    assert real.help
    assert command.get_short_help_str(100).endswith(".")
    options = [param for param in real.params if isinstance(param, click.Option)]
    assert all(option.help for option in options if option.name != "help")


ALL_RULES = [
    "melds", "layoff", "knock", "analyze", "outs", "belief", "convert", "score", "review", "rules",
    "arena", "audit", "dataset", "tune", "bench",
]  # fmt: skip


def test_every_question_takes_rules_and_json():
    for command in app.COMMANDS:
        names = {option for param in command.load().params for option in param.opts}
        assert ("--rules" in names) == (command.name in ALL_RULES), command.name
        assert "--json" in names or isinstance(command.load(), click.Group), command.name


def test_an_answer_to_a_hand_waits_for_no_page_and_no_database():
    code = (
        "import sys; from analyzer.cli import main\n"
        "try: main(['melds', '7h 8h 9h'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('flask', 'sqlalchemy', 'waitress', 'analyzer.web',"
        " 'analyzer.store', 'analyzer.arena.benchmark') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_it_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "analyzer", "rules", "eaai"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.startswith("eaai\n")


def test_a_terminal_without_our_symbols_gets_no_traceback():
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", "equity", "40-65"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"% at 40?65, standard to 100" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("analyze", SEVEN, "--seconds", "nan"), "nan is not a finite number"),
        (("analyze", SEVEN, "--error", "nan"), "nan is not a finite number"),
        (("arena", "fast", "greedy", "--patience", "nan"), "nan is not a finite number"),
        (("score", "1 knock -4"), "`1 knock -4` is not how a hand ends"),
        (("review", RECORD, "--seat", "4"), "there is no player 4"),
    ],
)
def test_numbers_that_are_none_and_players_who_are_nobody_are_refused(
    arguments: tuple[str, ...], message: str
) -> None:
    assert error_of(*arguments)["message"] == message


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is full")
def test_a_full_output_is_said_in_one_line() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123  # a device
        done = subprocess.run(
            [sys.executable, "-m", "analyzer", "rules"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("ginsight: output: it cannot be written")
    assert "Traceback" not in done.stderr


def test_an_upcard_alone_is_the_pile_in_json_too() -> None:
    hand = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
    told = document("convert", json.dumps({"hand": hand.split(), "upcard": "9c"}))
    assert told == document("convert", f"hand: {hand}, upcard: 9c")
