"""Each flow once as on a phone: by touch alone, and the same without scripts.

What is not here has a test of both kinds beside its own: the first page, tapping a hand together,
the replay of a review, the recorder, a game, puzzles and the course.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from analyzer.practice.drills import Drill, task
from tests.browser.conftest import HANDHELD
from tests.browser.test_entry import box


@pytest.fixture(
    params=[True, pytest.param(False, marks=pytest.mark.nightly)], ids=["scripts", "no scripts"]
)
def on_a_phone(request: pytest.FixtureRequest, visit: Callable[..., Page]) -> Callable[..., Page]:
    """Open a page on a phone with scripts, and on one without."""

    def open_page(path: str) -> Page:
        return visit(path, script=request.param, viewport=HANDHELD, has_touch=True)

    return open_page


def test_a_hand_is_pasted_and_the_map_of_their_hand_is_read(on_a_phone, fits):
    page = on_a_phone("/")
    page.get_by_role("textbox").fill("I hold 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, the upcard is 5s")
    page.get_by_role("button", name="Analyze").tap()
    page.wait_for_url("**/analyze?p=*")
    expect(page.locator("#verdict")).to_contain_text(re.compile(r"(Take|Pass|Too close)\b"))
    fits(page)
    page.goto(page.url.replace("/analyze?", "/analyze/belief?"))
    expect(page.locator(".heat tbody td")).to_have_count(52)
    page.get_by_role("link", name="Back to the analysis").tap()
    expect(box(page)).to_have_value(re.compile("upcard: 5s"))


def test_a_drill_is_answered_and_the_next_one_asked(on_a_phone, fits):
    page = on_a_phone("/train/deadwood/1200/7")
    page.get_by_role("textbox").fill(task(Drill.DEADWOOD, 1200, 7).answer)
    page.locator(".drill-form button[type=submit]").tap()
    expect(page.locator(".drill-right")).to_contain_text("Right:")
    fits(page)
    page.locator("#next").tap()
    expect(page.get_by_role("textbox")).to_have_value("")


def test_the_deal_of_the_day_is_begun_and_played_on(on_a_phone, fits):
    page = on_a_phone("/train/daily")
    page.get_by_role("button", name="Deal").tap()
    expect(page.locator(".felt-hand .felt-card")).to_have_count(10)
    fits(page)
    turn = page.locator("#table input[name=turn]").first
    before = turn.input_value()
    page.locator('.felt-buttons :is([value="pass"], [value="draw"])').tap()
    expect(turn).not_to_have_value(before)


def test_settings_are_kept(on_a_phone, fits):
    page = on_a_phone("/settings")
    page.get_by_label("Rules").select_option("classic")
    page.locator("#set-target").fill("250")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("status").filter(has_text="saved")).to_be_visible()
    fits(page)
    page.reload()
    expect(page.locator("#set-target")).to_have_value("250")


def test_two_taps_from_the_first_page_are_a_game(on_a_phone):
    page = on_a_phone("/")
    page.get_by_role("button", name="Deal").tap()  # one is enough
    expect(page.locator("#due")).to_be_visible()
    expect(page.locator(".felt-hand .felt-card")).to_have_count(10)
    expect(page.locator(".felt-buttons button[name=action]")).not_to_have_count(0)
