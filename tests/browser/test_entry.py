"""The text box and the grid: melds while typing, taps, errors with their cure."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HANDHELD
from tests.browser.pointers import POINTERS, Mouse, pressed_meanwhile
from tests.sizes import rest_at_night

BOX = "Paste or type"


def box(page: Page):
    return page.get_by_label(BOX)


def test_melds_show_while_typing(visit):
    page = visit("/analyze")
    box(page).press_sequentially("hand: 7h 8h 9h 4c 4d 4s Kd")
    hand = page.locator("#hand")
    expect(hand.get_by_text("7/10")).to_be_visible()
    expect(hand.get_by_text("run", exact=True)).to_be_visible()
    expect(hand.get_by_text("set", exact=True)).to_be_visible()
    expect(hand.get_by_text("deadwood 10")).to_be_visible()
    expect(hand.get_by_text("3 more cards.")).to_be_visible()
    expect(hand.get_by_role("img", name="seven of hearts, in a run")).to_be_visible()
    seven = page.get_by_role("button", name="seven of hearts, in your hand, in a run")
    expect(seven).to_have_attribute("data-place", "mine")
    expect(page.locator("#entry-error")).to_be_empty()


@pytest.mark.nightly
def test_a_tap_goes_round_and_leaves_what_was_typed(visit):
    page = visit("/analyze")
    cell = page.locator("#cell-9h")
    typed = "# from last night\nscore: 40-65\nhand: 7h 8h\n"
    box(page).fill(typed)
    expect(page.get_by_text("2/10")).to_be_visible()
    start = "# from last night\nscore: 40-65\n"
    steps = [
        (f"{start}hand: 7h 8h 9h", "mine", "nine of hearts, in your hand, in a run"),
        (f"{start}hand: 7h 8h\npile: 9h", "pile", "nine of hearts, in the pile"),
        (f"{start}hand: 7h 8h\nopp took: 9h", "opponent", "nine of hearts, held by the opponent"),
        (f"{start}hand: 7h 8h", None, "nine of hearts, not placed"),
    ]
    for text, place, name in steps:
        cell.click()
        expect(cell).to_have_accessible_name(name)
        expect(box(page)).to_have_value(text)
        assert cell.get_attribute("data-place") == place


def test_a_hand_can_be_tapped_together_and_analyzed(visit):
    page = visit("/analyze", viewport=HANDHELD, has_touch=True)
    cards = ["7h", "8h", "9h", "4c", "4d", "4s", "Kd", "Qd", "2c", "Ac"]
    for card in cards:
        page.locator(f"#cell-{card}").tap()
    expect(page.locator("#hand").get_by_text("10/10")).to_be_visible()
    expect(box(page)).to_have_value(f"hand: {' '.join(cards)}")
    for _ in range(2):  # once to the hand, which has room for an eleventh, then on to the pile
        page.locator("#cell-9c").tap()
    expect(box(page)).to_have_value(f"hand: {' '.join(cards)}\npile: 9c")
    page.locator(".entry-actions").get_by_role("button", name="Analyze").tap()
    page.wait_for_url("**/analyze?p=*")
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()


def test_quick_taps_are_all_counted(visit):
    page = visit("/analyze")
    page.evaluate(
        """() => { for (const card of ["Ah", "2h", "3h", "4h", "5h"])
                     document.getElementById(`cell-${card}`).click(); }"""
    )
    expect(page.locator("#hand").get_by_text("5/10")).to_be_visible()
    expect(box(page)).to_have_value("hand: Ah 2h 3h 4h 5h")


@rest_at_night("pointer", POINTERS, [Mouse])
def test_a_card_that_is_pressed_while_the_one_before_is_answered_counts(visit, pointer):
    page = visit("/analyze", has_touch=True)
    pressed_meanwhile(page, "#cell-Ah", "#cell-2h", "**/analyze/grid", pointer)
    expect(page.locator("#hand").get_by_text("2/10")).to_be_visible()
    expect(box(page)).to_have_value("hand: Ah 2h")


def test_clear_leaves_the_rules_and_the_score(visit):
    page = visit("/analyze")
    box(page).fill("rules: classic\nscore: 40-65\nhand: 7h 8h 9h\npile: Kc")
    expect(page.get_by_text("3/10")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_text("0/10")).to_be_visible()
    expect(box(page)).to_have_value("rules: classic\nscore: 40-65")


def test_a_slip_is_underlined_and_its_cure_is_a_click(visit):
    page = visit("/analyze")
    text = "score: 40-65\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c 11h\npile: 9c"
    box(page).fill(text)
    error = page.locator("#entry-error")
    expect(error.locator("mark")).to_have_text("11h")
    assert "underline" in error.locator("mark").evaluate(
        "mark => getComputedStyle(mark).textDecorationLine"
    )
    expect(error).to_contain_text("line 2")
    expect(box(page)).to_have_value(text)
    error.get_by_role("button", name="Use Jh").click()
    expect(box(page)).to_have_value(text.replace("11h", "Jh"))
    expect(error).to_be_empty()
    expect(page.locator("#hand").get_by_text("10/10")).to_be_visible()


def test_a_text_that_cannot_be_read_comes_back_with_its_error(visit, complaints):
    complaints.expect(r"status of 422")  # that is what the answer is
    page = visit("/analyze")
    text = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c 11h\npile: 9c"
    box(page).fill(text)
    page.locator(".entry-actions").get_by_role("button", name="Analyze").click()
    page.wait_for_load_state()
    expect(page.locator("#entry-error mark")).to_have_text("11h")
    expect(box(page)).to_have_value(text)
    expect(box(page)).to_be_visible()
    page.get_by_role("button", name="Use Jh").click()
    expect(box(page)).to_have_value(text.replace("11h", "Jh"))
    page.locator(".entry-actions").get_by_role("button", name="Analyze").click()
    page.wait_for_url("**/analyze?p=*")


def test_other_slips_say_where_they_are(visit):
    page = visit("/analyze")
    for text, says in (
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 7h 9c", "lines 1 and 2"),
        ("rules: clasic\nhand: 7h", "clasic"),
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nscore: high", "high"),
    ):
        box(page).fill(text)
        expect(page.locator("#entry-error .error-box")).to_contain_text(says)
        expect(box(page)).to_have_value(text)


def test_the_letter_of_a_place_leaves_a_ten_readable(visit):
    page = visit("/analyze")
    box(page).fill("hand: Tc 7h 8h 9h")
    cell = page.locator("#cell-Tc")
    mark = cell.locator(".cell-mark").bounding_box()
    ends = cell.locator(".cell-rank").evaluate(
        "rank => { const words = document.createRange(); words.selectNodeContents(rank);"
        " return words.getBoundingClientRect().right }"
    )
    assert mark is not None and ends <= mark["x"]


@pytest.mark.nightly
def test_a_card_that_the_turns_fix_is_not_moved_by_a_tap(visit):
    page = visit("/analyze", viewport=HANDHELD)
    text = (
        "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nhistory:\n"
        "  upcard 5s\n  opp: pass\n  me: pass\n  opp: draws, discards Kh"
    )
    box(page).fill(text)
    king = page.locator("#cell-Kh")
    expect(king).to_have_attribute("data-place", "pile")
    king.click()
    expect(page.locator("#entry-error")).to_contain_text("follows from the turns")
    expect(page.locator("#entry-error .error-box")).to_be_in_viewport(ratio=1)
    expect(box(page)).to_have_value(text)


@pytest.mark.parametrize("script", [True, False])
@rest_at_night("path", ["/", "/analyze", "/review"], ["/analyze"])
def test_what_cannot_be_read_is_in_view_on_a_phone(visit, complaints, path, script):
    complaints.expect(r"status of 422")
    page = visit(path, viewport=HANDHELD, script=script)
    page.locator("textarea").first.fill("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c 11h\npile: 9c")
    name = "Review it" if path == "/review" else "Analyze"
    page.get_by_role("button", name=name, exact=True).last.click()
    error = page.locator("#entry-error")
    expect(error).to_be_focused()
    expect(error.locator(".error-box")).to_be_in_viewport(ratio=1)
    if path != "/review":
        expect(error.get_by_text("What could be read is on the table")).to_be_visible()
        expect(page.get_by_text("9/10")).to_be_visible()
