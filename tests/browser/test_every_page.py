"""What holds for every page in every state: nothing for axe to find, no sideways scroll."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from analyzer.notation import encode, parse_view
from tests.browser.conftest import RULES
from tests.browser.served import ONE_SERVER
from tests.browser.test_answer import AT, OTHER, finished
from tests.browser.test_entry import box
from tests.sizes import rest_at_night

PATHS = [
    "/", "/analyze", "/review", "/review/leaks", "/audit", "/puzzles", "/puzzles/archive",
    "/puzzles/find", "/puzzles/mine", "/review/record", "/review/record?game=mahjong",
    "/learn/rules", "/learn",
    "/learn/course/sets-and-runs", "/learn/course/laying-off", "/learn/course/your-first-game",
    "/learn/course/knock-or-wait?step=2", "/learn/course/deadwood?step=2&a=19",
    "/learn/course/deadwood?step=4", "/learn/tips", "/learn/tips/bait", "/learn/faq",
    "/learn/history", "/learn/atlas",
    "/learn/explanations", "/learn/evidence", "/learn/figures", "/learn/peers", "/learn/record",
    "/learn/dataset", "/learn/environments", "/learn/commands",
    "/learn/settings", "/learn/servers", "/learn/addresses", "/api",
    "/mine", "/settings", "/score", "/train", "/train/table",
    "/train/deadwood/1200/1", "/train/melds/1200/1",
    "/train/lay-off/1200/1", "/train/outs/1200/1", "/train/knock/1200/1",
    "/train/gone/1200/1", "/train/gone/1200/1?covered=1", "/train/told/1200/1", "/train/plan",
    "/train/progress", "/puzzles/run",
]  # fmt: skip
BY_DAY = {
    "/", "/analyze", "/review", "/review/record", "/puzzles/find", "/learn",
    "/learn/course/knock-or-wait?step=2", "/learn/evidence", "/settings", "/score", "/train",
    "/train/table", "/train/lay-off/1200/1",
}  # fmt: skip
"""One of each kind of page."""


@rest_at_night("path", PATHS, BY_DAY)
def test_a_page_is_accessible_and_fits(visit, sound, path):
    page = visit(path)
    assert page.get_by_role("heading", level=1).is_visible()
    sound(page, dark=True)


BUT_COLORS = [rule for rule in RULES if rule != "wcag2aa"]
"""Axe reads the colors that a page asks for, and not those that are forced on it."""


@rest_at_night("path", PATHS, {"/learn", "/train/lay-off/1200/1"})
def test_a_page_is_accessible_in_forced_colors(visit, accessible, fits, path):
    page = visit(path, phone=True, forced_colors="active")
    accessible(page, BUT_COLORS)
    fits(page)


def test_an_answer_keeps_its_bars_and_marks_in_forced_colors(visit, accessible):
    page = visit(f"/analyze?p={encode(parse_view(KNOCK))}", forced_colors="active")
    finished(page)
    accessible(page, BUT_COLORS)
    bars = page.locator(".felt-cell .cost .bar")
    expect(bars).not_to_have_count(0)
    card, other = page.locator("label.felt-card").first, page.locator("label.felt-card").last
    look = """it => [it, ...it.querySelectorAll("*")].map(part => getComputedStyle(part))
      .map(how => how.outline + how.border + how.transform + how.translate).join()"""
    before = card.evaluate(look)
    card.click(position={"x": 15, "y": 40})
    assert card.evaluate(look) != before, "what is chosen is marked by more than its color"
    assert other.evaluate(look) != card.evaluate(look)


@rest_at_night("path", ["/a/unknown", "/nowhere", "/analyze?p=broken"], {"/nowhere"})
def test_a_page_that_is_not_there_is_accessible(visit, sound, complaints, path):
    complaints.expect(r"status of 4\d\d")
    sound(visit(path))


@pytest.mark.nightly
def test_typing_is_accessible(visit, sound):
    page = visit("/analyze")
    box(page).fill("hand: 7h 8h 9h 4c 4d 4s Kd\npile: Ks\nopp took: Qs")
    expect(page.get_by_text("7/10")).to_be_visible()
    sound(page)


@pytest.mark.nightly
def test_a_slip_is_accessible(visit, sound):
    page = visit("/analyze")
    box(page).fill("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c 11h")
    expect(page.locator("#entry-error mark")).to_be_visible()
    sound(page)


def test_a_search_is_accessible_before_during_and_after(stage, visit, sound):
    page = visit(stage.at(AT))
    expect(page.locator("#verdict")).to_have_text("Dealing the first worlds.")
    sound(page, by_day=False)
    stage.script.step()
    expect(page.get_by_text("64 worlds", exact=True)).to_be_visible()
    sound(page, by_day=False)
    stage.script.step(2)
    finished(page)
    for summary in page.locator("details > summary:visible").all():
        if not summary.evaluate("summary => summary.parentElement.open"):
            summary.click()
    sound(page, dark=True)
    page.goto(stage.at(page.get_by_role("link", name="Share").get_attribute("href")))
    sound(page, by_day=False)


def test_a_real_answer_is_accessible(visit, sound):
    page = visit(f"/analyze?p={encode(parse_view(KNOCK))}")
    finished(page)
    sound(page, by_day=False)
    page.get_by_label("Score and stage").check()
    page.get_by_text("The score map", exact=True).click()
    page.get_by_text("Stage by stage", exact=True).click()
    expect(page.locator(".score-map .here")).to_be_visible()
    sound(page)


KNOCK = "score: 40-65\nhand: 3c 4c 5c 6c 9d 9h 9s 2s Ah Ad Kc\npile: 2d Kh 8s Jd 7h Ks"


@ONE_SERVER
@pytest.mark.nightly
def test_a_full_table_is_accessible(stage_of, visit, sound, complaints):
    complaints.expect("status of 503")
    stage = stage_of(searches=1, waiting=1)
    visit(stage.at(AT))
    page = visit(stage.at(f"/analyze?p={encode(parse_view(OTHER))}"))
    expect(page.locator("#verdict")).to_have_text("The table is full.")
    sound(page)


@pytest.mark.parametrize(
    ("script", "paths"),
    [
        (False, sorted(BY_DAY)),
        pytest.param(False, PATHS, marks=pytest.mark.nightly),
        pytest.param(True, PATHS, marks=pytest.mark.nightly),
    ],
)
def test_every_page_reads_without_scripts_and_at_twice_the_size(visit, fits, script, paths):
    # 200% zoom of a 640 px window is a 320 px page at twice the pixels
    size = {"width": 320, "height": 400}
    page = visit(script=script, viewport=size, device_scale_factor=2)
    for path in paths:
        page.goto(path)
        assert page.get_by_role("heading", level=1).is_visible(), path
        assert page.get_by_role("main").is_visible(), path
        fits(page)
