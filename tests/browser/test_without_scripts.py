"""The whole way with scripts switched off: links, forms, and a page that waits for an answer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.served import ONE_SERVER
from tests.browser.test_answer import AT, ELEVEN, OTHER
from tests.browser.test_entry import box


def ask_until(page: Page, words: Locator) -> None:
    """Ask for the newest numbers until some words are there."""
    for _ in range(50):
        if words.count():
            return
        page.get_by_role("link", name="Show the newest numbers").click()
    raise AssertionError("they never come")


def test_from_the_first_page_to_a_shared_answer(stage, visit):
    page = visit(stage.at("/"), script=False)
    page.get_by_role("textbox").fill(ELEVEN)
    page.get_by_role("button", name="Analyze").click()
    expect(page.locator("#verdict")).to_have_text("Dealing the first worlds.")
    stage.script.step()
    expect(page.get_by_text("64 worlds", exact=True)).to_be_visible()  # it reloads itself
    expect(page.locator("tbody tr").first).to_be_visible()
    assert page.locator("meta[http-equiv]").count() == 0, "what is read stays"
    stage.script.step()
    ask_until(page, page.get_by_text("256 worlds", exact=True))
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped after 0.0 s.")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    assert page.locator("meta[http-equiv]").count() == 0, "nothing more to wait for"

    page.get_by_role("button", name="Think longer").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    stage.script.step(3)
    ask_until(page, page.locator("#verdict").get_by_text("Discard K♦."))
    page.get_by_role("link", name="Share").click()
    expect(page.get_by_text("A stored answer, computed on")).to_be_visible()
    expect(page.locator("#verdict")).to_have_text("Discard K♦.")


def test_the_grid_is_a_form(stage, visit):
    page = visit(stage.at("/analyze"), script=False)
    box(page).fill("score: 40-65\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c\npile: 9c")
    page.locator("#cell-Ac").click()
    expect(box(page)).to_have_value("score: 40-65\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 9c")
    expect(page.locator("#hand").get_by_text("10/10")).to_be_visible()
    expect(page.locator("#cell-Ac")).to_have_attribute("data-place", "mine")
    page.locator("#cell-Kh").click()  # an eleventh
    page.locator("#cell-Kh").click()
    expect(page.locator("#cell-Kh")).to_have_attribute("data-place", "pile")
    page.locator(".entry-actions").get_by_role("button", name="Analyze").click()
    page.wait_for_url("**/analyze?p=*")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()


def test_a_slip_is_cured_by_its_button(visit, complaints):
    complaints.expect("status of 422")
    page = visit("/analyze", script=False)
    text = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c 11h\npile: 9c"
    box(page).fill(text)
    page.locator(".entry-actions").get_by_role("button", name="Analyze").click()
    expect(page.locator("#entry-error mark")).to_have_text("11h")
    expect(box(page)).to_have_value(text)
    page.get_by_role("button", name="Use Jh").click()
    expect(box(page)).to_have_value(text.replace("11h", "Jh"))
    page.get_by_role("button", name="Clear").click()
    expect(box(page)).to_have_value("")


@pytest.mark.nightly
def test_examples_and_a_random_deal_are_links(visit):
    page = visit("/analyze", script=False)
    page.get_by_role("link", name="Random deal").click()
    page.wait_for_url("**/analyze?p=*")
    page.goto("/")
    page.locator(".example a").first.click()
    page.wait_for_url("**/analyze?p=*")
    expect(page.locator("#verdict")).to_contain_text(re.compile(r"\w"))


@ONE_SERVER
@pytest.mark.nightly
def test_a_full_table_says_so(stage_of, visit, complaints):
    complaints.expect("status of 503")
    stage = stage_of(searches=1, waiting=1)
    visit(stage.at(AT), script=False)
    page = visit(stage.at("/"), script=False)
    page.get_by_role("textbox").fill(OTHER)
    page.get_by_role("button", name="Analyze").click()
    expect(page.locator("#verdict")).to_have_text("The table is full.")
    stage.script.step(3)
    stage.script.held = False
    page.locator("#result").get_by_role("button", name="Analyze").click()
    expect(page.locator("#verdict")).to_have_text("Discard K♦.")
