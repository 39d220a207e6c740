"""`analyze`: the answer as text and JSON, limits, seeds, and Ctrl-C."""

from __future__ import annotations

import io
import os
import re
import signal

import pytest
from rich.console import Console

from analyzer import engine
from analyzer.api.evaluations import evaluation_from_json
from analyzer.cli.analyze import show
from analyzer.engine import DEFAULT_OPPONENT, Limit
from analyzer.engine.comparisons.compare import ASKED, compare
from analyzer.notation import parse_view
from analyzer.review.coach import comparisons
from tests.unit.test_cli import document, error_of, run
from tests.unit.test_cli_exact import ELEVEN, VIEW

NAMES = {
    "view", "question", "actions", "best", "robust", "models", "worlds", "seconds", "seed",
    "engine", "opponent", "done", "racing", "stopped", "against", "scores", "waiting",
}  # fmt: skip
OF_AN_ACTION = {
    "action", "q", "se", "loss", "loss_se", "match", "match_se", "outcomes", "danger", "class",
    "close", "worlds", "exact", "melds",
}  # fmt: skip


def test_the_document():
    found = document("analyze", VIEW, "--worlds", "2112")
    assert set(found) == NAMES
    assert all(set(action) == OF_AN_ACTION for action in found["actions"])
    assert found["question"] == "draw"
    assert {action["action"] for action in found["actions"]} == {"take", "draw"}
    assert (found["worlds"], found["opponent"]) == (2112, DEFAULT_OPPONENT)
    assert 0 < found["actions"][0]["match"] < 1
    assert set(found["best"]) <= {"take", "draw"}
    for action in found["actions"]:
        shares = action["outcomes"].values()
        total = sum(share["p"] * share["points"] for share in shares)
        assert total == pytest.approx(action["q"], abs=1e-3)
    evaluation_from_json(found)


def test_the_table():
    done = run("analyze", ELEVEN, "--worlds", "256", "--opponent", "greedy", "--no-models")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "discard Kd" in lines[0]
    assert sum("discard " in line for line in lines[1:]) == 11
    assert "256 worlds" in done.stdout
    assert "opponent greedy" in done.stdout


@pytest.mark.parametrize("width", [80, 120])
def test_nothing_is_cut_on_a_terminal(width):
    file = io.StringIO()
    screen = Console(file=file, width=width, force_terminal=True, highlight=False, emoji=False)
    for text in (VIEW, ELEVEN.replace("Kd", "Td")):
        found = engine.analyze(parse_view(text), Limit(worlds=256), opponent="greedy")
        show(screen, compare(found, Limit(worlds=256)))
    drawn = re.sub(r"\x1b\[[0-9;]*m", "", file.getvalue())
    assert "…" not in drawn
    assert "discard 10♦" in drawn
    assert ("they win" in drawn) == (width == 120)
    assert max(len(line) for line in drawn.splitlines()) <= width


KNOCKER = "score: 20-50\nhand: 7h 8h 9h 4c 4d 4s Jc Qc Kc 5d Kh\nstock: 24"


def test_the_answer_against_other_opponents_is_part_of_it():
    found = document("analyze", KNOCKER, "--worlds", "512")
    assert set(found["models"]) == set(found["against"]) == {DEFAULT_OPPONENT, *ASKED[1:]}
    assert all(set(best) and isinstance(best, list) for best in found["models"].values())
    shared = set.intersection(*map(set, found["models"].values()))
    assert found["robust"] is bool(shared)
    assert found["scores"] is None and found["waiting"] is None
    second = run("analyze", KNOCKER, "--worlds", "512").stdout.splitlines()[1]
    assert second == comparisons.opponents(evaluation_from_json(found))
    alone = document("analyze", KNOCKER, "--worlds", "512", "--no-models")
    assert (alone["robust"], alone["models"], alone["against"]) == (None, {}, {})
    assert alone["actions"] == found["actions"]


def test_the_score_and_the_stage_are_told_on_demand():
    found = document("analyze", KNOCKER, "--worlds", "512", "--no-models", "--scores", "--waiting")
    assert len(found["scores"]["cells"]) == 100
    assert found["scores"]["summary"].endswith(".")
    (now,) = [point for point in found["waiting"]["points"] if point["now"]]
    assert now["stock"] == 24 and now["se"] > 0
    back = evaluation_from_json(found)
    assert back.scores.cells[0].score == (0, 0) and back.waiting.points[0].stock == 30
    text = run("analyze", KNOCKER, "--worlds", "512", "--scores", "--waiting").stdout
    assert found["scores"]["summary"] in " ".join(text.split())
    assert found["waiting"]["summary"] in " ".join(text.split())
    assert "They have" in text and "against" in text


def test_without_a_match_there_is_no_score_to_ask_about():
    error = error_of("analyze", "rules: standard,target=none\n" + ELEVEN, "--scores")
    assert (error["where"], "target" in error["hint"]) == ("--scores", True)


def test_the_same_seed_gives_the_same_answer():
    def values(*arguments: str):
        found = document("analyze", ELEVEN, "--worlds", "300", *arguments)
        return [(one["action"], one["q"]) for one in found["actions"]]

    assert values("--threads", "1") == values("--threads", "2", "--seed", "1")
    assert values() != values("--seed", "2")


@pytest.fixture
def asked(monkeypatch):
    """The limits that the search was given, the warm-up left out."""
    limits: list[Limit] = []
    real = engine.analyze

    def watched(view, limit, **more):
        limits.append(limit)
        return real(view, Limit(worlds=8), **more)

    monkeypatch.setattr(engine, "analyze", watched)
    return limits


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [
        ([], Limit(seconds=4.0, error=0.1)),
        (["--seconds", "9"], Limit(seconds=9.0)),
        (["--error", "0.5"], Limit(error=0.5)),
        (["--worlds", "64", "--seconds", "2"], Limit(worlds=64, seconds=2.0)),
    ],
)
def test_limits(asked, arguments, limit):
    document("analyze", ELEVEN, *arguments, "--no-models")
    assert asked == [Limit(worlds=1), limit]


def test_control_c_ends_the_search_and_shows_what_there_is(monkeypatch):
    real = engine.analyze

    def interrupted(view, limit, *, progress=None, **more):
        def press(so_far):
            progress(so_far)
            os.kill(os.getpid(), signal.SIGINT)

        return real(view, limit, progress=press if progress else None, **more)

    monkeypatch.setattr(engine, "analyze", interrupted)
    before = signal.getsignal(signal.SIGINT)
    found = document("analyze", ELEVEN, "--seconds", "600")
    assert found["stopped"] is True
    assert found["worlds"] == 256
    assert signal.getsignal(signal.SIGINT) is before
    text = run("analyze", ELEVEN, "--seconds", "600")
    assert ", stopped," in text.stdout


def test_control_c_twice_ends_the_program(monkeypatch):
    def deaf(view, limit, *, stop=None, **more):
        if stop is not None:
            os.kill(os.getpid(), signal.SIGINT)
            assert stop()
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(engine, "analyze", deaf)
    assert run("analyze", ELEVEN).exit_code == 130


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["--opponent", "nobody"], "opponent"),
        (["--worlds", "0"], "--worlds"),
        (["--seconds", "0"], "--seconds"),
        (["--rules", "clasic"], "rules"),
        (["--seed", "-3"], "--seed"),
    ],
)
def test_what_cannot_be_asked(arguments, where):
    assert error_of("analyze", ELEVEN, *arguments)["where"] == where


def test_a_view_that_cannot_be():
    assert "9" in error_of("analyze", "7h 8h 9h 4c 4d 4s Kd Qd 2c")["message"]
