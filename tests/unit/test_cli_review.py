"""The command `review`, and its document."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from analyzer.api.reviews import ReportJson, report_to_json
from analyzer.engine import ENGINE_VERSION
from analyzer.engine.types import Grade
from analyzer.notation.records import parse_match
from analyzer.review import ReviewSettings, review
from analyzer.review.coach import explain
from analyzer.review.types import VERSION
from tests.unit.test_cli import document, error_of, run

RECORD = """
[Rules "eaai"]
[Players "Ann" "Bob"]
[Dealer "2"]
[Hand1 "7h 8h 9h 4c 4d 4s Tc Jc 2s Ks"]
[Hand2 "Th Jh Ad Js Kd Kh 3d 5d 6s 8c"]
[Upcard "Qd"]
1. p
2. p
3. +Qc -Qc
4. +2d -Kd
5. +9c -Ks!
5= 7h 8h 9h / 4c 4d 4s / 9c Tc Jc / 2s
5= Jh Js Ad 2d 3d 5d 6s 8c Kh Th
[Result "1 knock 63"]
"""
"""Ann discards the queen that makes her run; Bob lays nothing off, and melds nothing."""

FEW = ("--worlds", "256")


def test_the_document_of_one_player_tells_of_no_other() -> None:
    found, one = document("review", RECORD, *FEW), document("review", RECORD, *FEW, "--seat", "2")
    assert one["players"] == [2]
    assert one["entries"] == [entry for entry in found["entries"] if entry["player"] == 2]
    assert one["totals"] == [total for total in found["totals"] if total["player"] == 2]
    assert [list(hand["balances"]) for hand in one["hands"]] == [["2"]]
    assert one["timeline"] and {mark["player"] for mark in one["timeline"]} == {2}
    for mark in one["timeline"]:
        entry = one["entries"][mark["entry"]]
        assert (entry["value"], entry["verdict"]["class"]) == (mark["value"], mark["class"])
    assert [one["entries"][moment["entry"]] for moment in one["moments"]] == [
        found["entries"][moment["entry"]] for moment in found["moments"] if moment["player"] == 2
    ]


def test_the_document() -> None:
    found = document("review", RECORD, *FEW, "--seed", "3")
    assert found["players"] == [1, 2]
    assert (found["worlds"], found["luck_worlds"], found["seed"]) == (256, 256, 3)
    assert found["engine"] == ENGINE_VERSION and found["thresholds"] and found["review"]
    entries = found["entries"]
    kinds = [(entry["player"], entry["kind"]) for entry in entries]
    assert kinds == [
        (1, "upcard"), (2, "upcard"), (1, "draw"), (1, "knock"), (2, "draw"), (2, "discard"),
        (1, "draw"), (1, "knock"), (2, "lay-off"),
    ]  # fmt: skip
    assert entries[2]["verdict"]["forced"] and entries[2]["drawn"]["card"] == "Qc"
    discarded = entries[3]
    assert discarded["played"] == "discard Qc" and discarded["verdict"]["class"] == "blunder"
    assert discarded["verdict"]["loss"] > 5 and discarded["best"] != "discard Qc"
    parts = sum(part["points"] for part in discarded["gap"].values())
    table = {value["action"]: value["q"] for value in discarded["actions"]}
    assert parts > 0 and table[discarded["best"]] > table["discard Qc"]


def test_the_balance_of_the_document_adds_up() -> None:
    found = document("review", RECORD, *FEW)
    for balance in found["hands"][0]["balances"].values():
        whole = balance["luck"] + balance["skill"] + balance["errors"]
        assert whole == pytest.approx(balance["result"], abs=1e-6)
        parts = balance["luck_parts"]
        assert sum(parts.values()) == pytest.approx(balance["luck"], abs=1e-6)
        chance = sum(parts[name] for name in ("seat", "deal", "mine", "theirs"))
        assert chance == pytest.approx(balance["chance"], abs=1e-6)


def test_the_document_is_the_report() -> None:
    settings = ReviewSettings(worlds=256, luck_worlds=256)
    report = review(parse_match(RECORD), settings=settings)
    assert document("review", RECORD, *FEW) == _plain(report_to_json(report))


def test_no_name_of_the_document_is_lost() -> None:
    """Names may be added here, never changed: other programs read them."""
    _, schemas = msgspec.json.schema_components([ReportJson])
    own = (name for name in sorted(schemas) if "properties" in schemas[name])
    lines = sorted(f"{name.lstrip('_')}: {' '.join(schemas[name]['properties'])}" for name in own)
    golden = Path(__file__).parents[1] / "golden" / "review.txt"
    assert "\n".join(lines) + "\n" == golden.read_text(encoding="utf-8")


def _plain(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_the_text_says_first_what_mattered() -> None:
    said = run("review", RECORD, *FEW).stdout
    assert said.index("Ann") < said.index("Bob") < said.index("lay off")
    whole = (
        r"result \+63\.0 = luck \S+ \+ what nobody could see \S+ \+ better than routine play \S+"
        r" \+ own errors \S+ \+ their errors \S+"
    )
    assert re.search(whole, re.sub(r"\s+", " ", said))
    assert "what nobody could see" in said and VERSION in said
    assert "points lost, accuracy" in said and "in 100" not in said, "few decisions make no rate"
    line = re.search(r"turn 3: Discarding \w\w is .* better than discarding Qc\.", said)
    assert line is not None


def test_one_player_only() -> None:
    said = run("review", RECORD, *FEW, "--seat", "2").stdout
    assert "Bob" in said and "Ann" not in said


def test_with_one_hand_known_only_that_player_is_reviewed() -> None:
    text = re.sub(r'\[Hand2 "[^"]*"\]', '[Hand2 "?"]', RECORD).replace("4. +2d", "4. +?")
    found = document("review", text, *FEW)
    assert found["players"] == [1]
    assert found["hands"][0]["balances"]["1"]["errors"] is None
    assert error_of("review", text, "--seat", "2")["where"] == "--seat"


def test_a_journal_makes_a_second_run_the_same(tmp_path) -> None:
    path = tmp_path / "journal.jsonl"
    first = document("review", RECORD, *FEW, "--journal", str(path))
    assert len(path.read_text().splitlines()) == 8
    assert document("review", RECORD, *FEW, "--journal", str(path)) == first
    assert len(path.read_text().splitlines()) == 8


def test_a_journal_that_cannot_be_kept_is_told_before_the_review(tmp_path) -> None:
    told = error_of("review", RECORD, *FEW, "--journal", str(tmp_path / "none" / "journal.jsonl"))
    assert told["where"] == "--journal"


def test_what_is_no_record_is_refused() -> None:
    assert "message" in error_of("review", "hand: 7h 8h 9h")
    assert error_of("review", RECORD, "--rules", "classic")["where"] == "--rules"
    assert "opponent" in error_of("review", RECORD, "--opponent", "nobody")["message"]


def test_every_error_of_the_text_has_its_reason() -> None:
    report = review(parse_match(RECORD), settings=ReviewSettings(worlds=256, luck_worlds=256))
    errors = [one for one in report.entries if one.verdict.grade is not Grade.BEST]
    assert errors and all(len(explain(one).text()) > 20 for one in errors)


@pytest.mark.nightly
def test_a_review_that_was_killed_ends_with_the_same_report(tmp_path) -> None:
    """The process is killed, not asked to stop; its journal has what was done."""
    record, journal = tmp_path / "record.txt", tmp_path / "journal.jsonl"
    record.write_text(RECORD, encoding="utf-8")
    command = [sys.executable, "-m", "analyzer", "review", str(record), "--worlds", "65536"]
    command += ["--json", "--threads", "1", "--journal", str(journal)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while not journal.exists() or journal.read_bytes().count(b"\n") < 2:
            assert process.poll() is None, "it was done before it could be killed"
            time.sleep(0.02)
        process.kill()
    kept = journal.read_bytes().count(b"\n")
    assert 2 <= kept < 8
    whole = document("review", RECORD, "--worlds", "65536")
    assert document("review", RECORD, "--worlds", "65536", "--journal", str(journal)) == whole
