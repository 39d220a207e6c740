"""The recorder at a table of three: a hand by touch on a phone, by keys, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HANDHELD, PHONE
from tests.browser.test_recorder import MIDDLE
from tests.browser.test_small_screen import too_small

MINE = ["2c", "3c", "4c", "7h", "8h", "Kd", "Qd"]
TURNS = ["9h", "p", "^", "Kc", "?", "4d", "5c", "Kd", "?"]
"""The upcard; I pass, West takes it, North draws, I draw the five, West draws."""
WESTS = ["Ac", "Ah", "As", "9d", "9s", "4h"]
"""With the nine of hearts, which was seen."""
NORTHS = ["Js", "Qs", "Ks", "Jh", "Th", "2h", "7s"]
POINTS = ["−21", "+46", "−25"]
LAID = """() => [
  document.getElementById("rec-base").value,
  document.getElementById("cards")?.getBoundingClientRect().top ?? null,
  document.documentElement.scrollWidth,
]"""
"""The turn, where the cards begin (nothing that is tapped may move them), how wide all is."""


def begin(page: Page) -> None:
    page.get_by_label("North", exact=True).check()
    page.get_by_role("button", name="Change").click()
    page.wait_for_url(re.compile(r"/review/record/(?!new)[\w-]+$"))


def button(page: Page, value: str):
    return page.locator(f'#rec-play [name=tap][value="{value}"]').first


def asks(page: Page, words: str) -> None:
    expect(page.locator("#rec-question")).to_contain_text(words)


def test_a_three_hand_hand_is_recorded_by_touch(stage, visit, sound):
    page = visit(stage.at("/review/record?game=three-hand"), viewport=HANDHELD, has_touch=True)
    begin(page)

    def touch(*values: str) -> None:
        for value in values:
            target = button(page, value)
            target.scroll_into_view_if_needed()
            base, lay, _ = page.evaluate(LAID)
            page.touchscreen.tap(*target.evaluate(MIDDLE))
            expect(page.locator("#rec-base")).not_to_have_value(base)
            _, lie, width = page.evaluate(LAID)
            assert width <= HANDHELD["width"]
            assert None in {lay, lie} or abs(lie - lay) <= 2, value

    asks(page, "Tap the seven cards dealt to you.")
    touch(*MINE)
    asks(page, "turned up")
    touch(*TURNS)
    asks(page, "West’s turn: which card is discarded?")
    page.get_by_label("knock or go gin").tap()
    touch("Jd")
    asks(page, "West’s knock: tap the seven cards laid down.")
    touch(*WESTS)
    asks(page, "Tap North’s seven cards, laid off or not.")
    expect(page.locator("#rec-play")).to_be_visible()
    assert not too_small(page)
    touch(*NORTHS)
    asks(page, "West knocks")
    expect(page.locator(".rec-points dd")).to_have_text(POINTS)
    sound(page, dark=True)
    page.set_viewport_size(HANDHELD)
    page.get_by_role("button", name="Review this hand").tap()
    page.wait_for_url(re.compile(r"/review/[\w-]{8,}$"))
    expect(page.locator(".report-head .verdict-line")).to_contain_text("You", timeout=60_000)
    expect(page.get_by_role("navigation", name="Whose review")).to_have_count(0)


def test_cards_are_entered_as_fast_as_they_are_tapped_and_by_keys(stage, visit):
    page = visit(stage.at("/review/record?game=three-hand"))
    begin(page)
    for name in MINE:  # taps wait for one another
        page.locator(f"#card-{name}").click()
    asks(page, "turned up")
    page.locator("#card-9h").press("Enter")
    asks(page, "Your turn: take the 9♥, or pass?")
    page.locator("#tap-2").press("Enter")
    asks(page, "West’s turn")
    page.locator("#tap-1").press("Backspace")
    asks(page, "Your turn: take the 9♥, or pass?")
    page.get_by_role("button", name="Redo").press("Enter")
    asks(page, "West’s turn")
    page.get_by_role("button", name="1. You passed").click()
    asks(page, "Your turn: take the 9♥, or pass?")


@pytest.mark.nightly
@pytest.mark.parametrize("viewport", [PHONE, HANDHELD], ids=["320", "390"])
def test_a_hand_is_recorded_without_scripts(stage, visit, viewport):
    page = visit(stage.at("/review/record?game=three-hand"), script=False, viewport=viewport)
    begin(page)
    for value in (*MINE, *TURNS):
        button(page, value).click()
    page.locator("#how-knock").check()
    button(page, "Jd").click()
    for value in (*WESTS, "?"):
        button(page, value).click()
    asks(page, "the cards of North were not shown")
    page.get_by_role("button", name="Undo").click()
    for value in NORTHS:
        button(page, value).click()
    expect(page.locator(".rec-points dd")).to_have_text(POINTS)
    page.get_by_role("button", name="Next hand").click()
    asks(page, "Tap the seven cards dealt to you.")
