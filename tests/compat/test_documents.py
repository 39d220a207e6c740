"""Documents of before are read wherever documents are read, and mean what they meant."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from analyzer.api.documents import encode, written
from analyzer.api.evaluations import EvaluationJson, evaluation_from_json
from analyzer.api.records import RecordJson, match_from_json, read_match, record_from_json
from analyzer.api.views import ViewJson, read_view
from analyzer.notation.records import format_record
from analyzer.review import FileJournal
from analyzer.review.journal import read_finding, write_finding
from tests.compat import OLD, old_document, old_text
from tests.pinned.compare import differences


def same(old: Any, new: Any) -> bool:
    """Whether two documents say the same, in whatever words."""
    return [str(found) for found in differences(old, new)] == []


def test_a_view() -> None:
    view = read_view(old_text("view.json"))
    document = json.loads(encode(written(ViewJson, view)))
    assert same(old_document("view.json"), document)
    assert "my_discards" in document and "my_throws" not in document


def test_an_evaluation() -> None:
    old = old_document("analyze.json")
    new = json.loads(encode(written(EvaluationJson, evaluation_from_json(old))))
    assert same(old, new)
    assert {value["action"].split()[0] for value in new["actions"]} >= {"discard", "knock"}


@pytest.mark.parametrize("read", [record_from_json, lambda text: read_match(text).hands[0]])
def test_a_record(read: Any) -> None:
    record = read(old_text("record.json"))
    assert same(old_document("record.json")["turns"], json.loads(encode_turns(record)))


def encode_turns(record: Any) -> str:

    return encode(written(RecordJson, record).turns).decode()


def test_a_match() -> None:
    match = match_from_json(old_text("match.json"))
    assert len(match.hands) == len(old_document("match.json")["hands"])
    assert match == read_match(old_text("match.json"))


def test_the_views_and_records_of_a_review() -> None:
    report = old_document("review.json")
    views = [entry["view"] for entry in report["entries"] if entry["view"] is not None]
    now = [json.loads(encode(written(ViewJson, read_view(json.dumps(old))))) for old in views]
    assert views and all(same(old, new) for old, new in zip(views, now, strict=True))
    for hand in report["hands"]:
        assert format_record(read_match(hand["record"]).hands[0]) == hand["record"]


def test_the_findings_of_a_journal(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in old_text("review.journal").splitlines()]
    journal = FileJournal(Path(shutil.copy(OLD / "review.journal", tmp_path)))
    for line in lines:
        finding = journal.get(line["key"])
        assert finding is not None
        assert same(line["finding"], json.loads(write_finding(finding)))
        assert read_finding(write_finding(finding)) == finding
