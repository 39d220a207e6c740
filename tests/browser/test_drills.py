"""Drills as a player meets them, by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from analyzer.practice.drills import Drill, task
from tests.browser.conftest import HANDHELD


def test_a_drill_is_answered_by_digits_and_enter(visit, sound, complaints):
    complaints.expect("status of 422")
    page = visit("/train/deadwood/1200/7")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.keyboard.type(task(Drill.DEADWOOD, 1200, 7).answer)
    page.keyboard.press("Enter")
    expect(page.locator(".drill-right")).to_contain_text("Right:")
    expect(page.locator(".drill-right")).to_contain_text(re.compile(r"Rating \d+, up"))
    expect(page).to_have_url(re.compile("answer="))
    sound(page)
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("x is not a number")
    page.get_by_role("textbox").fill("999")
    page.keyboard.press("Enter")
    expect(page.locator(".drill-wrong")).to_contain_text("Not 999")


def test_the_drill_that_is_open_shows_among_the_others_on_a_phone(visit):
    page = visit("/train/told/1200/1", viewport=HANDHELD)
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)


def test_cards_are_ticked_by_digits(visit, sound):
    page = visit("/train/melds/1200/1")
    expect(page.get_by_role("checkbox").first).to_be_focused()
    left = set(task(Drill.MELDS, 1200, 1).answer.split())
    values = [box.get_attribute("value") for box in page.get_by_role("checkbox").all()]
    for at, value in enumerate(values, start=1):
        if value in left:
            page.keyboard.press(str(at % 10))
    page.keyboard.press("Enter")
    expect(page.locator(".drill-right")).to_be_visible()
    sound(page)


@pytest.mark.parametrize("key", ["y", "n"])
def test_may_you_knock_is_answered_by_a_letter(visit, key: str):
    page = visit("/train/knock/1200/1")
    expect(page.locator(".drill-form [autofocus]")).to_be_focused()
    page.keyboard.press(key)
    said = {"y": "yes", "n": "no"}[key]
    verdict = "right" if task(Drill.KNOCK, 1200, 1).answer == said else "wrong"
    expect(page.locator(f".drill-{verdict}")).to_be_visible()
