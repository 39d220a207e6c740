"""The command `belief`, and its document."""

from __future__ import annotations

import json
import re

import pytest
from rich.console import Console

from analyzer.api import beliefs
from analyzer.api.beliefs import BeliefRequest, belief_of
from analyzer.api.documents import encode
from analyzer.cli import belief as command
from analyzer.engine import ENGINE_VERSION
from analyzer.engine.turn_evidence import TURN_WORLDS, model_for, read, replay
from analyzer.game.cards import DECK
from analyzer.notation import parse_view
from tests.unit.test_cli import document, error_of, run

HISTORY = """
rules: eaai
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard Ts
  opp: takes Ts, discards Kh
  me: draws 4s, discards Jd
  opp: draws, discards 9c
"""
BLIND = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s 9c\nopp took: Jd"


def test_the_document() -> None:
    found = document("belief", HISTORY, "--worlds", "512", "--seed", "3")
    assert list(found["cards"]) == [str(card) for card in DECK] == list(found["errors"])
    assert sum(found["cards"].values()) == pytest.approx(10, abs=1e-3)
    assert found["cards"]["Ts"] == 1 and found["cards"]["Kd"] == found["cards"]["9c"] == 0
    spread = found["deadwood"]
    assert sum(spread["distribution"].values()) == pytest.approx(1, abs=1e-3)
    mean = sum(int(left) * chance for left, chance in spread["distribution"].items())
    assert mean == pytest.approx(spread["mean"], abs=0.01) and spread["limit"] == 10
    assert (found["opponent"], found["reads"], found["turns"]) == ("reader", True, None)
    assert (found["worlds"], found["seed"]) == (512, 3) and found["engine"] == ENGINE_VERSION
    assert found["view"]["opponent"] == ["Ts"] and found["bits"] > 0
    assert found == document("belief", HISTORY, "--worlds", "512", "--seed", "3")


def test_turns_are_told_where_they_are_asked_for() -> None:
    first, second = document("belief", HISTORY, "--turns")["turns"]
    assert first["event"] == {"who": "opp", "turn": "take", "card": "Ts", "discarded": "Kh"}
    assert (first["number"], first["top"], second["top"]) == (1, "Ts", "Jd")
    assert first["after"]["mean"] < first["before"]["mean"]
    for move in first["moves"]:
        assert abs(move["after"] - move["before"]) > 2.9 * move["se"]
    assert document("belief", BLIND, "--turns")["turns"] == []


def test_the_model_is_the_one_that_reads_or_the_one_asked_for() -> None:
    assert document("belief", BLIND, "--worlds", "64")["reads"] is False
    asked = document("belief", HISTORY, "--opponent", "uniform", "--worlds", "64")
    assert (asked["opponent"], asked["reads"]) == ("uniform", False)
    assert error_of("belief", BLIND, "--opponent", "nobody")["where"] == "opponent"


def test_the_request_is_answered_as_the_command_answers() -> None:
    asked = json.loads(encode(belief_of(BeliefRequest(HISTORY, worlds=4_000, seed=3, turns=True))))
    assert asked == document("belief", HISTORY, "--worlds", "4000", "--seed", "3", "--turns")


def test_a_request_reads_each_turn_with_a_bounded_number_of_worlds(monkeypatch) -> None:
    asked = []

    def noted(view, model, worlds, seed):
        asked.append(worlds)
        return replay(view, model, worlds, seed)

    monkeypatch.setattr(beliefs, "replay", noted)
    for worlds in (64, 20_000):
        assert belief_of(BeliefRequest(HISTORY, worlds=worlds, turns=True)).turns
    assert asked == [64, TURN_WORLDS]


def test_the_terminal_shows_every_card_once() -> None:
    told = run("belief", HISTORY, "--worlds", "512", "--turns").stdout
    rows = [line.split() for line in told.splitlines() if re.match(r" [cdhs] ", line)]
    assert [row[0] for row in rows] == ["s", "h", "d", "c"]
    assert all(len(row) == 14 for row in rows)
    signs = [cell for row in rows for cell in row[1:]]
    assert signs.count("●") == 1 and signs.count("·") == 10 + 3
    assert abs(sum(int(cell) for cell in signs if cell.isdigit()) - 900) <= 20
    assert "Their deadwood: " in told and "10 or fewer in" in told
    assert "takes Ts, discards Kh" in told and "draws, discards 9c" in told
    assert "read from their turns" in told
    assert "no turns" in run("belief", BLIND, "--turns", "--worlds", "64").stdout


def test_a_terminal_with_colors_has_a_ground_for_each_chance() -> None:
    view = parse_view(HISTORY)
    console = Console(
        force_terminal=True, color_system="truecolor", width=80, highlight=False, markup=False
    )
    with console.capture() as shown:
        command._show(console, read(view, model_for(), 512), None)
    grounds = set(re.findall(r"48;2;(\d+;\d+;\d+)", shown.get()))
    assert len(grounds) > 8
    assert "♠" in shown.get()
