"""A review as one file: what it says, and that it needs nothing else."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from analyzer.arena import benchmark
from analyzer.display.review.entries import Addresses, entry_card
from analyzer.display.review.file import report_html
from analyzer.display.review.line import timeline_of
from analyzer.display.review.summary import summary_of
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import policy_for
from analyzer.engine.types import Grade
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS, TWO_HANDED
from analyzer.game.view import view_of
from analyzer.notation.records import parse_match, record_of
from analyzer.review import Choice, Report, ReviewSettings, review
from analyzer.web.review.select import Selection, select
from tests.unit.test_cli import error_of, run
from tests.unit.test_cli_review import RECORD
from tests.workshop.measure._corpus import defended

TO = Addresses(lambda place: f"#e{place}", lambda _: None, lambda _: None)


@pytest.fixture(scope="module")
def report() -> Report:
    return review(parse_match(RECORD), settings=ReviewSettings(worlds=256, luck_worlds=64))


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
    html = report_html(
        review(parse_match(nasty), settings=ReviewSettings(worlds=64, luck_worlds=64))
    )
    assert "<script>alert" not in html and "&lt;script&gt;alert" in html


def test_the_balance_is_one_bar_that_sums(report: Report) -> None:
    balance = summary_of(report, 0, TO)["balance"]
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
    (won,), (lost,) = (summary_of(report, seat, TO)["stories"] for seat in (0, 1))
    assert not won["lost"] and lost["lost"]
    assert " cost " in lost["words"] and " brought " in won["words"]
    assert sum(row.points for row in lost["sum"].rows[:-1]) == pytest.approx(-63, abs=1e-6)


def test_errors_are_shown_first_and_an_entry_asked_for_always(report: Report) -> None:
    errors = select(report, Selection()).places
    assert errors and all(report.entries[place].verdict.grade != "best" for place in errors)
    fine = next(place for place in range(len(report.entries)) if place not in errors)
    found = select(report, Selection(at=fine, kind="knock"))
    assert fine in found.places and found.selection.kind == ""
    assert len(select(report, Selection(grade="all")).places) == len(report.entries)
    assert select(report, Selection(grade="all", seat=1, kind="lay-off")).all == 1
    assert select(report, Selection(at=10_000)).places == errors


def test_the_line_marks_each_error_with_the_shape_of_its_class(report: Report) -> None:
    for seat in report.seats:
        line = timeline_of(report, seat, TO)
        assert line is not None
        errors = [one for one in report.timeline[seat] if one.grade is not Grade.BEST]
        assert errors or seat, "player 1 has one"
        for drawn in line["frames"]:
            shown = [(mark.name, href) for _, _, mark, href, _ in drawn["marks"]]
            assert shown == [(str(one.grade), f"#e{one.entry}") for one in errors]
            places = re.findall(r"[\d.]+ [\d.]+", drawn["path"])
            assert len(places) == len(report.timeline[seat]) + 1, "it ends where the hand did"
            assert all(
                0 <= x <= drawn["frame"].width and 0 <= y <= drawn["frame"].height
                for x, y, *_ in drawn["marks"]
            )
        assert len(line["rows"]) == len(report.timeline[seat])
        assert line["says"].count("ended with") == 1


def test_the_line_of_a_match_is_the_chance_to_win_it(report: Report) -> None:
    marks = tuple(replace(one, match=0.25) for one in report.timeline[0])
    match = replace(report, timeline={0: marks, 1: report.timeline[1]})
    line = timeline_of(match, 0, TO)
    assert line is not None and {stood for *_, stood, _ in line["rows"]} == {"25.0%"}
    wide = line["frames"][0]
    assert [tick.label for tick in wide["up"]] == ["0%", "25%", "50%", "75%", "100%"]
    quarter = next(tick.at for tick in wide["up"] if tick.label == "25%")
    assert set(re.findall(r" ([\d.]+)", wide["path"])) == {str(quarter)}


def test_a_loss_has_no_sign_and_luck_always_has(report: Report) -> None:
    cards = [entry_card(report, place, TO) for place in range(len(report.entries))]
    assert not [card["lost"] for card in cards if re.search("[-−+]", card["lost"])]
    lucky = [card["luck"] for card in cards if card["luck"]]
    assert lucky and all(re.search(r": [+−]\d", said) for said in lucky)


def test_what_was_played_is_told_in_the_past_and_what_is_better_in_the_imperative(
    report: Report,
) -> None:
    discarded = next(
        entry_card(report, place, TO)
        for place, one in enumerate(report.entries)
        if isinstance(one, Choice) and str(one.found.played) == "discard Qc"
    )
    assert discarded["played"] == "Discarded Q♣" and discarded["mark"].name == "blunder"
    better, counter = discarded["better"], discarded["counter"]
    assert better is not None and better.startswith(("Discard ", "Knock "))
    assert counter is not None and counter["played"] == "discard Q♣"
    assert discarded["position"] is not None and discarded["table"] is not None


def test_a_lay_off_shows_what_was_laid_down_and_what_was_best(report: Report) -> None:
    card = entry_card(report, len(report.entries) - 1, TO)
    assert card["kind"] == "Lay-off" and card["position"] is None
    assert [spread.title.split(":")[0] for spread in card["spreads"]] == [
        "The knock",
        "Laid down",
        "Best",
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("name", TWO_HANDED)
def test_a_hand_of_every_preset_becomes_a_file(name: str) -> None:
    rules, rng = PRESETS[name], Random(name)
    position = deal(rules, 5, dealer=0, score=None if rules.target is None else (20, 10))
    while not position.over and len(position.played) < 60:
        action = policy_action(view_of(position), policy_for(rules))
        if rng.random() < 0.2:
            action = rng.choice(position.legal_actions())
        position = defended(position, action, lays_off=rng.random() >= 0.2)
    found = review(record_of(position), settings=ReviewSettings(worlds=64, luck_worlds=64))
    assert report_html(found).count("<article") == len(found.entries)


@pytest.mark.nightly
def test_a_match_of_ten_hands_is_about_a_megabyte() -> None:
    text = (Path(benchmark.__file__).parent / "match.txt").read_text(encoding="utf-8")
    match = parse_match(text)
    assert len(match.hands) == 10
    found = review(match, settings=ReviewSettings(worlds=512, luck_worlds=64))
    assert len(report_html(found).encode()) < 1.2e6


def test_the_command_writes_it(tmp_path) -> None:
    path = tmp_path / "review.html"
    said = run("review", RECORD, "--worlds", "64", "--html", str(path)).stdout
    assert "Ann" in said and "Ann won 63 by a knock" in path.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_told_before_the_review(tmp_path) -> None:
    found = error_of("review", RECORD, "--html", str(tmp_path / "no" / "review.html"))
    assert found["where"] == "--html" and "cannot be written" in found["message"]


def test_an_interrupted_review_leaves_no_file(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_given: object, **_named: object) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.cli.review.review", interrupted)
    new, old = tmp_path / "new.html", tmp_path / "old.html"
    old.write_text("what was there")
    for path in (new, old):
        assert run("review", RECORD, "--html", str(path)).exit_code != 0
    assert not new.exists() and old.read_text() == "what was there"
