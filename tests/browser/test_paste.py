"""Sentences in the box: the chips, the question that is asked back, and the layoffs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_entry import box

TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"


def test_ten_cards_ask_which_is_up_and_a_tap_answers(visit, sound):
    page = visit("/analyze")
    box(page).fill(f"I hold {TEN}")
    box(page).press("Control+Enter")
    expect(page.get_by_role("heading", name="Which card is up?")).to_be_visible()
    page.locator("#chip-rules summary").click()
    sound(page)
    page.locator('.offer[aria-label^="five of spades"]').click()
    page.wait_for_url("**/analyze?p=*")
    expect(page.locator("#verdict")).to_be_visible()


@pytest.mark.nightly
def test_what_can_be_laid_off_is_accessible(visit, sound):
    page = visit("/analyze")
    box(page).fill(f"I hold {TEN}. He knocked with 7s 8s 9s / Jc Qc Kc / 3h 3d 3s / 2d")
    box(page).press("Control+Enter")
    expect(page.get_by_role("heading", name="Nothing can be laid off.")).to_be_visible()
    sound(page)


def test_a_phone_does_not_zoom_into_the_box_of_a_chip(visit):
    page = visit("/analyze", phone=True)
    box(page).fill(f"I hold {TEN}, the upcard is 5s")
    score = page.locator("[name=chip-score]")
    assert score.evaluate("box => parseFloat(getComputedStyle(box).fontSize)") >= 16


def test_a_chip_is_changed_without_scripts(visit):
    page = visit("/analyze", script=False)
    box(page).fill(f"I hold {TEN}, the upcard is 5s")
    page.locator(".entry-actions").get_by_role("button", name="Analyze").click()
    page.wait_for_url("**guessed=rules*")
    chip = page.locator("#chip-rules")
    expect(chip).to_contain_text("guessed")
    chip.locator("summary").click()
    chip.locator("select").select_option("classic")
    chip.get_by_role("button", name="Change").click()
    expect(chip).to_contain_text("classic")
    expect(box(page)).to_have_value(f"rules: classic\nhand: {CANONICAL}\nupcard: 5s")


CANONICAL = "Ac 2c 4c 4d Qd Kd 7h 8h 9h 4s"
