"""Everything by keyboard, with the focus always to be seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_answer import AT, finished
from tests.sizes import rest_at_night

FOCUS = """() => {
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  const style = getComputedStyle(it), box = it.getBoundingClientRect();
  return {
    name: it.id || it.getAttribute("aria-label") || it.textContent.trim().slice(0, 40),
    outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight
      && box.left >= 0 && box.right <= innerWidth,
  };
}"""

MOST_STOPS = 120


def stops(page: Page) -> list[dict]:
    """Every place where Tab stops, until it leaves the page."""
    found = []
    while len(found) < MOST_STOPS:
        page.keyboard.press("Tab")
        place = page.evaluate(FOCUS)
        if place is None:
            return found
        found.append(place)
    raise AssertionError(f"Tab does not come out: {found[-5:]}")


@rest_at_night("path", ["/", "/analyze", "/learn/rules", "/api"], {"/analyze"})
def test_tab_goes_through_the_page_and_is_always_seen(visit, path):
    found = stops(visit(path))
    assert found[0]["name"] == "Skip to content"
    assert len(found) > 4
    assert all(stop["outline"] >= 2 for stop in found), found
    assert all(stop["seen"] for stop in found), [stop for stop in found if not stop["seen"]]


@pytest.mark.nightly
def test_tab_goes_through_an_answer(stage, visit):
    page = visit(stage.at(AT))
    stage.script.step(3)
    finished(page)
    found = stops(page)
    names = [stop["name"] for stop in found]
    assert all(stop["outline"] >= 2 and stop["seen"] for stop in found), found
    assert len([name for name in names if name.startswith("cell-")]) == 1, "the grid is one stop"
    assert {"deeper", "share", "view"} <= set(names)


def test_the_skip_link_skips(visit):
    page = visit("/analyze")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_a_hand_is_typed_tapped_and_analyzed_without_a_mouse(stage, visit):
    page = visit(stage.at("/analyze"))
    page.get_by_label("Paste or type").focus()
    page.keyboard.type("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c\npile: 9c")
    expect(page.get_by_text("9/10")).to_be_visible()
    page.locator("#cell-As").focus()
    for key in ["ArrowDown", "ArrowDown", "ArrowDown", "End", "ArrowLeft", "ArrowUp"]:
        page.keyboard.press(key)
    expect(page.locator("#cell-Qd")).to_be_focused()
    for key in ["Home", "ArrowLeft", "ArrowDown", "ArrowDown"]:  # stays at the edges
        page.keyboard.press(key)
    expect(page.locator("#cell-Ac")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hand").get_by_text("10/10")).to_be_visible()
    expect(page.locator("#cell-Ac")).to_be_focused()
    expect(page.locator("#cell-Ac")).to_have_accessible_name(re.compile("in your hand"))
    for place in ["in the pile", "held by the opponent", "not placed", "in your hand"]:
        page.keyboard.press("Space")
        expect(page.locator("#cell-Ac")).to_have_accessible_name(re.compile(place))
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".entry-actions .button-main")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/analyze?p=*")
    stage.script.step()
    page.locator("#stop").press("Enter")
    expect(page.get_by_text("Stopped after 0.0 s.")).to_be_visible()
    page.locator("#deeper").press("Enter")
    stage.script.step(3)
    finished(page)


@pytest.mark.nightly
def test_details_open_by_keyboard(stage, visit):
    page = visit(stage.at(AT))
    stage.script.step(3)
    finished(page)
    page.locator("#columns summary").press("Enter")
    expect(page.get_by_text("How often the opponent takes the card you discard.")).to_be_visible()
