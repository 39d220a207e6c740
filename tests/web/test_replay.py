"""The replay of a review: whose decisions and turns it steps through, and what lies there."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from analyzer.notation.phrases import full_phrase, lower
from analyzer.review import Choice
from analyzer.service.jobs import Job
from analyzer.web.state import web_app
from tests.web.test_review_pages import done, page, report_of, visitor

__all__ = ["done"]


@pytest.mark.parametrize(
    ("seat", "moments"),
    [
        (0, ["step=0", "turn=1-2", "step=2", "step=3", "turn=1-4", "step=6", "step=7"]),
        (1, ["turn=1-1", "step=1", "turn=1-3", "step=4", "step=5", "turn=1-5", "step=8"]),
    ],
)
def test_a_replay_goes_through_the_decisions_of_a_player_and_the_turns_of_the_other(
    done: tuple[Flask, Job], seat: int, moments: list[str]
) -> None:
    app, _ = done
    places = [at for at, one in enumerate(report_of(done).entries) if one.seat == seat]
    first = re.search(r'id="step-first" href="([^"]+)"', page(done, f"?step={places[-1]}"))
    assert first is not None
    address, seen, own = unescape(first[1]), [], 0
    while address:
        step = {"HX-Request": "true", "HX-Target": "replay"} if seen else {}
        shown = visitor(app).get(address, headers=step).text.partition('id="entries"')[0]
        assert shown.count('class="felt ') == shown.count('id="now"') == 1
        seen.append(re.search(r"(step|turn)=[\d-]+", address)[0])  # type: ignore[index]
        own += seen[-1].startswith("step")
        theirs = f"turn, after decision {own}<" if own else "turn, before decision 1<"
        said = f"Decision {own} of {len(places)}<" if seen[-1].startswith("step") else theirs
        assert said in shown, seen
        after = re.search(r'id="step-after" href="([^"]+)"', shown)
        address = unescape(after[1]) if after else ""
    assert seen == moments, "a knock stands before its answer"


def test_the_turn_of_the_other_says_what_was_done_and_leads_to_its_review(
    done: tuple[Flask, Job],
) -> None:
    shown = page(done, "?seat=1&turn=1-4").partition('class="looks"')[0]
    words = " ".join(re.sub(r"<[^>]+>", "", unescape(shown)).split())
    assert "Turn 4 · Bob" in words and "Drew, discarded K♦" in words and "2♦" not in words
    draw, discard = re.findall(r'href="/review/[\w-]+\?step=(\d)#replay"><svg class="mark', shown)
    report = report_of(done)
    assert [report.entries[int(at)].turn for at in (draw, discard)] == [3, 3]
    assert 'place-stock own"' in shown and 'class="place-top" data-card="Qc"' in shown
    hands = report.hands[0].record.hands
    assert all(f'data-card="{card}"' in shown for card in (hands[0] or ()))
    assert not any(f"cards/{card}.svg" in shown for card in (hands[1] or ()) if str(card) != "Kd")
    opened = page(done, "?seat=1&turn=1-4&open=1").partition('class="looks"')[0]
    assert all(f"cards/{card}.svg" in opened for card in (hands[1] or ())) and "back.svg" in opened
    assert "Drew 2♦" in re.sub(r"<[^>]+>", "", opened)


def test_a_turn_that_is_not_there_leads_to_the_dearest_decision(done: tuple[Flask, Job]) -> None:
    usual = page(done, "?seat=1").partition('id="entries"')[0]
    for turn in ("1-1", "1-99", "9-1", "0-0", "x", "1-", "-2"):
        assert page(done, f"?seat=1&turn={turn}").partition('id="entries"')[0] == usual, turn


def test_the_parts_under_the_table_are_asked_for_by_their_names(done: tuple[Flask, Job]) -> None:
    for rest, look in (
        ("", "summary"), ("?step=0", "summary"), ("?look=keep", "keep"), ("?look=no", "summary"),
        ("?at=0", "decisions"), ("?grade=all", "decisions"), ("?seat=both", "decisions"),
        ("?theme=danger", "decisions"), ("?page=2", "decisions"), ("?grade=all&look=keep", "keep"),
    ):  # fmt: skip
        (chosen,) = re.findall(r'id="look-(\w+)" value="\w+" checked', page(done, rest))
        assert chosen == look, rest


def test_few_decisions_have_no_rate(done: tuple[Flask, Job]) -> None:
    shown = page(done)
    assert "<dt>Points lost</dt>" in shown and "per 100" not in shown and "Per 100" not in shown
    many = visitor(done[0]).get("/review/leaks?player=Ann").text
    assert "decisions. With so few hands" in many


def test_a_review_begins_with_the_decision_that_lost_the_most(done: tuple[Flask, Job]) -> None:
    app, job = done
    report = web_app(app).reviews.report(job.id)
    assert report is not None
    for seat in report.seats:
        own = [entry for entry in report.entries if entry.seat == seat]
        number = max(range(len(own)), key=lambda place: own[place].verdict.loss) + 1
        shown = visitor(app).get(f"/review/{job.id}?seat={seat + 1}").text
        assert f"Decision {number} of {len(own)}<" in shown


def test_a_replay_shows_the_other_hand_only_when_asked(done: tuple[Flask, Job]) -> None:
    app, job = done
    report = web_app(app).reviews.report(job.id)
    assert report is not None
    entry = next(one for one in report.entries if isinstance(one, Choice))
    at, record = report.entries.index(entry), report.hands[0].record
    other = record.hands[1 - entry.seat]
    assert other is not None
    closed, opened = (
        visitor(app).get(f"/review/{job.id}?step={at}{more}").text for more in ("", "&open=1")
    )
    across = [text.partition("felt-last")[0] for text in (closed, opened)]
    assert across[0].count("back.svg") == 10 and not across[1].count("back.svg")
    assert all(f"cards/{card}.svg" in across[1] for card in other)
    assert not any(f"cards/{card}.svg" in across[0] for card in other)


def felt_of(shown: str) -> str:
    """The table of a page of a replay."""
    return shown[shown.index('class="felt ') : shown.index('class="replay-steps"')]


def test_every_other_action_at_a_decision_is_a_line_that_can_be_tried(
    done: tuple[Flask, Job],
) -> None:
    report = report_of(done)
    at = 3
    entry = report.entries[at]
    assert isinstance(entry, Choice)
    options = re.findall(rf'<option value="({at}\.[\w-]+)"', page(done, f"?step={at}"))
    actions = {str(value.action) for value in entry.found.actions} - {str(entry.found.played)}
    assert {one.partition(".")[2].replace("-", " ") for one in options} == actions
    for line in options:
        shown = page(done, f"?try={line}")
        card = line[-2:]
        value = next(
            one for one in entry.found.actions
            if str(one.action).replace(" ", "-") == line.partition(".")[2]
        )  # fmt: skip
        words = " ".join(re.sub(r"<[^>]+>", "", unescape(shown)).split())
        title = lower(full_phrase(entry.view, value.action))
        assert shown.count('id="now"') == 1 and f"Instead: {title}" in words
        assert entry.unit.value_text(entry.best, value).partition(" ")[0] in words
        assert re.search(rf'aria-current="true"[^>]*><span>Turn 3: {title[:5]}', shown)
        felt = felt_of(shown)
        hand = re.findall(r'class="felt-card" data-card="(..)"', felt)
        if "discard" in line:
            assert sorted(hand) == sorted(str(one) for one in entry.view.hand if str(one) != card)
            assert f'class="place-top" data-card="{card}"' in felt
        else:
            assert hand == [] and "felt-laid" in felt
        assert options != re.findall(r'<option value="(\d\.[\w-]+)"', shown), "it is kept"


def test_lines_are_kept_from_step_to_step_and_removed_one_by_one(done: tuple[Flask, Job]) -> None:
    shown = page(done, "?try=3.discard-2s&lines=0.take,1.take")
    keeps = re.compile(r"lines=0\.take(,|%2C)1\.take(,|%2C)3\.discard-2s")
    steps = re.findall(r'id="step-\w+[^"]*" href="([^"]+)"', shown)
    assert steps and all(keeps.search(href) for href in steps)
    kept = re.findall(r'<li><a href="([^"]+)"[^>]*><span>(Turn \d): ', shown)
    assert [place for _, place in kept] == ["Turn 1", "Turn 3"], "one is at a decision of the other"
    removed = re.findall(r'class="quiet" href="([^"]+)" aria-label="Remove Turn 3', shown)
    after = visitor(done[0]).get(unescape(removed[0])).text
    assert "Turn 1: take" in re.sub(r"<[^>]+>", "", after) and "3.discard-2s" not in after.replace(
        '<option value="3.discard-2s"', ""
    )
    theirs = page(done, "?seat=1&turn=1-4&lines=0.take")
    assert "Lines you tried" in theirs and "What if" not in theirs


def test_what_is_no_line_is_passed_over(done: tuple[Flask, Job]) -> None:
    usual = page(done, "?step=3").partition('class="looks"')[0]
    for line in [
        "3.discard-Qc",
        "3.discard-9d",
        "3.nonsense",
        "x",
        "3.",
        ".take",
        "99.take",
        "8.take",
    ]:
        shown = page(done, f"?step=3&lines={line}").partition('class="looks"')[0]
        assert "Lines you tried" not in shown and "Instead" not in shown, line
        tried = page(done, f"?seat=1&try={line}").partition('class="looks"')[0]
        assert "Instead" not in tried and 'id="now"' in tried, line
    assert "Lines you tried" not in usual
    many = ",".join(f"{at}.take" for at in range(40))
    assert page(done, f"?step=3&lines={many}").count("As many lines are kept") == 1


def test_a_replay_plays_itself_from_its_beginning_without_scripts(
    done: tuple[Flask, Job],
) -> None:
    shown, steps = page(done, "?play=1"), 0
    assert "Decision 1 of 5<" in shown, "not where it cost most"
    while then := re.search(r'content="3; url=([^"]+)"></noscript>', shown):
        assert f'data-then="{then[1]}" data-beat="3"' in shown and "<span>Pause</span>" in shown
        paused = re.findall(r'id="step-play" href="([^"]+)"', shown)
        assert "data-then" not in visitor(done[0]).get(unescape(paused[0])).text
        shown, steps = visitor(done[0]).get(unescape(then[1])).text, steps + 1
    assert steps == 6 and "Decision 5 of 5<" in shown and "<span>Play</span>" in shown
    assert "data-then" not in shown
