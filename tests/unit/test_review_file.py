"""A review as one file: what it says, and that it needs nothing else."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

import pytest

from analyzer.records import parse_match
from analyzer.rendering.review.file import report_html
from analyzer.rendering.review.parts import Addresses
from analyzer.rendering.review.select import Selection, select
from analyzer.rendering.review.summary import summary_of
from analyzer.review import Report, Settings, review
from tests.unit.test_cli import error_of, run
from tests.unit.test_cli_review import RECORD

TO = Addresses(lambda place: f"#e{place}", lambda _: None, lambda _: None)


@pytest.fixture(scope="module")
def report() -> Report:
    return review(parse_match(RECORD), settings=Settings(worlds=256, luck_worlds=64))


def test_the_file_tells_everything(report: Report) -> None:
    html = report_html(report)
    assert "Ann won 63 by a knock" in html and "Bob lost 63 by a knock" in html
    for place in range(len(report.entries)):
        assert html.count(f'id="e{place}"') == 1
    assert "[Players &#34;Ann&#34; &#34;Bob&#34;]" in html
    for version in (report.engine, report.thresholds, report.version):
        assert version in html


def test_the_file_needs_nothing_else(report: Report) -> None:
    html = report_html(report)
    assert not re.findall(r'(?:src|href|action|data)="(?!#)[^"]*"', html)
    assert "url(" not in html and "@import" not in html and "fetch(" not in html
    assert "<img" not in html and "<link" not in html and "<iframe" not in html


def test_the_policy_lets_only_its_own_style_and_script_pass(report: Report) -> None:
    html = report_html(report)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None and policy[1].startswith("default-src 'none';")
    for tag in ("style", "script"):
        found = re.findall(rf"<{tag}>(.*?)</{tag}>", html, flags=re.DOTALL)
        assert len(found) == 1
        digest = b64encode(sha256(found[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy[1].replace("&#39;", "'")


def test_one_player_only(report: Report) -> None:
    html = report_html(report, (1,))
    assert "Bob lost 63" in html and "Ann won 63" not in html
    assert set(re.findall(r'data-seat="(\d)"', html)) == {"2"}


def test_names_and_comments_cannot_become_markup() -> None:
    nasty = RECORD.replace('"Ann"', '"<script>alert(1)</script>"')
    html = report_html(review(parse_match(nasty), settings=Settings(worlds=64, luck_worlds=64)))
    assert "<script>alert" not in html and "&lt;script&gt;alert" in html


def test_the_balance_is_one_bar_that_sums(report: Report) -> None:
    balance = summary_of(report, 0, TO).balance
    assert balance is not None
    *parts, whole = balance.rows
    assert sum(part.points for part in parts) == pytest.approx(whole.points, abs=1e-6)
    ends = balance.zero
    for part in parts:  # each begins where the one before it ended
        sign = 1 if part.points >= 0 else -1
        begin = part.x if sign > 0 else part.x + part.width
        assert begin == pytest.approx(ends, abs=0.11)
        ends = begin + sign * part.width
    assert ends == pytest.approx(whole.x + whole.width, abs=0.2)


def test_a_lost_hand_says_what_it_was(report: Report) -> None:
    (won,), (lost,) = (summary_of(report, seat, TO).stories for seat in (0, 1))
    assert not won.lost and lost.lost
    assert " cost " in lost.words and " brought " in won.words
    assert sum(row.points for row in lost.sum.rows[:-1]) == pytest.approx(-63, abs=1e-6)


def test_errors_are_shown_first_and_an_entry_asked_for_always(report: Report) -> None:
    errors = select(report, Selection()).places
    assert errors and all(report.entries[place].verdict.grade != "best" for place in errors)
    fine = next(place for place in range(len(report.entries)) if place not in errors)
    found = select(report, Selection(at=fine, kind="knock"))
    assert fine in found.places and found.selection.kind == ""
    assert len(select(report, Selection(grade="all")).places) == len(report.entries)
    assert select(report, Selection(grade="all", seat=1, kind="lay-off")).all == 1
    assert select(report, Selection(at=10_000)).places == errors


def test_the_command_writes_it(tmp_path) -> None:
    path = tmp_path / "review.html"
    said = run("review", RECORD, "--worlds", "64", "--html", str(path)).stdout
    assert "Ann" in said and "Ann won 63 by a knock" in path.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_told_before_the_review(tmp_path) -> None:
    found = error_of("review", RECORD, "--html", str(tmp_path / "no" / "review.html"))
    assert found["where"] == "--html" and "cannot be written" in found["message"]
