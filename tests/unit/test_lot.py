"""The judge of a lot: what counts as right, asked about, refused, and silently wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.test_cli import run
from tests.workshop.__main__ import workshop
from tests.workshop.measure.lot import Outcome, verdict

HAND = "Ac 2c 3c 9c 9h Jd Qd 6s 7s Kh"
GAME = (
    "I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h. Upcard 9h. I took it, threw Kd. "
    "He drew and threw the 4d."
)
ENDED = "Ann dealt. Upcard 9h. Bob took it, threw Kd. Ann drew, threw 4d."


@pytest.mark.parametrize(
    ("kind", "text", "meaning", "outcome"),
    [
        ("situation", f"I hold {HAND}, he threw 9d", {"hand": HAND, "top": "9d"}, "right"),
        ("situation", f"I hold {HAND}, he threw 9d", {"hand": HAND, "top": "9s"}, "wrong"),
        ("situation", f"I hold {HAND}, upcard 9d", {"hand": HAND, "stock": 12}, "wrong"),
        ("situation", "I hold Ac 2c, upcard 9d", {"hand": HAND}, "helped"),
        ("situation", f"take it? {HAND} 5s", {"hand": HAND, "top": "5s"}, "asked"),
        ("game", f"{GAME} My go.", {"hand": "2c 3c 4c 7h 8h 9h Qd Js 9s 5h", "top": "4d"}, "right"),
        ("game", f"{GAME} My go.", {"end": {"winner": "me", "how": "gin"}}, "wrong"),
        ("sheet", "Ann 12\nBob 5\nAnn 9", {"total": {"Ann": 21, "Bob": 5}, "hands": 3}, "right"),
        ("sheet", "Ann 12\nBob 5\nAnn 9", {"total": {"Ann": 21, "Bob": 5}, "hands": 2}, "wrong"),
        ("refuse", "the weather is fine", {"why": "no cards"}, "right"),
        ("refuse", f"I hold {HAND}, upcard 9d", {"why": "it is not"}, "accepted"),
        ("refuse", "Ann 12\nBob 5\nAnn 9", {"why": "a sheet"}, "accepted"),
        ("refuse", f"{ENDED} Bob knocked with 5, Ann had 30.", {"why": "a game"}, "accepted"),
        ("refuse", f"take it? {HAND} 5s", {"why": "no top"}, "right"),
    ],
)  # fmt: skip
def test_a_text_is_judged(kind: str, text: str, meaning: dict[str, Any], outcome: str) -> None:
    assert verdict({"kind": kind, "text": text, "meaning": meaning}).outcome is Outcome(outcome)


def test_the_command_counts_by_kind_and_shows_what_is_not_right(tmp_path: Path) -> None:
    file = tmp_path / "lot.json"
    text = f"I hold {HAND}, upcard 9d"
    cases = [("situation", {"hand": HAND, "top": "9d"}), ("refuse", {"why": "none"})]
    lot = [
        {"id": f"X{at}", "kind": kind, "text": text, "meaning": meaning}
        for at, (kind, meaning) in enumerate(cases)
    ]
    file.write_text(json.dumps(lot), encoding="utf-8")
    done = run("measure", "lot", str(file), "--show", program=workshop)
    assert done.exit_code == 0
    assert "X1 refuse: accepted" in done.stdout and "X0" not in done.stdout
    counted = [line.split() for line in done.stdout.splitlines() if line.strip()[-1:].isdigit()]
    assert counted[-3:] == [
        ["situation", "1", "1", *"000000"],
        ["refuse", "1", "0", *"000001"],
        ["all", "2", "1", *"000001"],
    ]
