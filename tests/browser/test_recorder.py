"""The recorder in a browser: taps, keys, text and table in step, and nothing that gets lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import HANDHELD, PHONE
from tests.browser.pointers import POINTERS, Finger, pressed_meanwhile
from tests.browser.test_small_screen import too_small
from tests.sizes import more_at_night, rest_at_night

MINE = ["2c", "3c", "4c", "7h", "8h", "Kd", "Qd", "Js", "9s", "5h"]
THEIRS = ["2s", "3s", "4s", "Jc", "Qc", "Kc", "Ks", "7d", "8d", "Th"]
HEAD = '[Rules "classic"]\n[Players "Ann" "Bob"]\n[Dealer "2"]'
DEALT = f'{HEAD}\n[Hand1 "{" ".join(MINE)}"]\n[Upcard "9h"]'
ENDED = f"{DEALT}\n\n1. ^9h -Kd\n2. +? -Jd\n3. +6h -Qd\n4. +? -8c\n5. +5c -Js!"
SHOWN = f"{ENDED}\n5= 2c 3c 4c 5c / 5h 6h 7h 8h 9h / 9s\n5= Jc Qc Kc / 2s 3s 4s / 7d 8d Ks / off Th"


def box(page: Page):
    return page.locator("#record")


def asks(page: Page, words: str) -> None:
    expect(page.locator("#rec-question")).to_contain_text(words)


def card(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"#card-{name}").click()


@pytest.fixture
def begun(stage, visit):
    """A draft with names, rules and dealer, in a browser of any kind."""

    def begin(**options) -> Page:
        page = visit(stage.at("/review/record"), **options)
        page.get_by_text("Game, names, dealer, score").click()
        page.get_by_label("Game", exact=True).select_option("classic")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_label("Opponent’s name").fill("Bob")
        page.get_by_label("Opponent", exact=True).check()
        page.get_by_role("button", name="Change").click()
        page.wait_for_url(lambda url: not url.endswith(("/record", "/new")))
        return page

    return begin


def with_text(page: Page, text: str) -> None:
    """Type a whole record into the box."""
    box(page).fill(text)
    expect(page.locator("#rec-error")).to_be_empty()


@pytest.mark.nightly
def test_a_hand_is_tapped_and_reviewed(begun):
    page = begun()
    asks(page, "Tap the ten cards dealt to Ann.")
    card(page, *MINE)  # as fast as it goes: taps wait for one another
    asks(page, "turned up")
    expect(page.locator("#rec-side").get_by_text("deadwood")).to_be_visible()
    card(page, "9h")
    page.get_by_role("button", name="Take the").click()
    card(page, "Kd")
    asks(page, "Bob’s turn: take the K♦, or draw?")
    page.get_by_role("button", name="Draw, not seen").click()
    card(page, "Jd", "6h", "Qd")
    page.get_by_role("button", name="Draw, not seen").click()
    card(page, "8c", "5c")
    page.get_by_role("button", name="Knock with 9").click()
    expect(box(page)).to_have_value(re.compile(re.escape(ENDED)))
    card(page, *THEIRS)
    asks(page, "A knock: Ann wins 16.")
    expect(box(page)).to_have_value(SHOWN)
    page.get_by_role("button", name="Review this hand").click()
    page.wait_for_url(re.compile(r"/review/[\w-]{8,}$"))


@rest_at_night("script", [True, False], {True}, ids=lambda it: "scripts" if it else "no scripts")
def test_the_first_page_is_the_table_and_the_first_tap_begins_a_draft(stage, visit, script: bool):
    page = visit(stage.at("/review/record"), script=script, viewport={"width": 390, "height": 844})
    expect(page.locator(".felt")).to_have_count(1)
    page.get_by_role("button", name="Opponent dealt").click()
    asks(page, "Tap the ten cards dealt to you.")
    expect(page).to_have_url(re.compile(r"/review/record/(?!new)[\w-]+$"))
    card(page, "2c")
    expect(page.locator(".counter")).to_have_text("1 of 10")
    page.goto(stage.at("/review/record"))
    expect(page.locator(".rec-drafts li")).to_have_count(1)
    expect(page.locator("#rec-local")).to_be_hidden()


@rest_at_night("width", [320, 390, 1280], {390})
def test_the_hand_of_the_readme_is_recorded_by_touch_without_a_jump(stage, visit, width):
    """From the first page to its review: every tap counts, and nothing moves for any of them."""
    where = stage.at("/review/record")
    page = visit(where, viewport={"width": width, "height": 844}, has_touch=True)
    steps = ["Opponent dealt", *(f"#card-{name}" for name in MINE), "#card-9h", "Take the"]
    steps += ["#card-Kd", "Draw, not seen", "#card-Jd", "#card-6h", "#card-Qd", "Draw, not seen"]
    steps += ["#card-8c", "#card-5c", "Knock with 9", *(f"#card-{name}" for name in THEIRS)]
    for step in steps:
        tapped(page, step)
    expect(box(page)).to_have_value(re.compile(re.escape(SHOWN.partition("\n\n")[2])))
    assert f'[Hand1 "{" ".join(MINE)}"]' in box(page).input_value()
    review = page.get_by_role("button", name="Review this hand")
    review.tap()
    page.wait_for_url(re.compile(r"/review/[\w-]{8,}$"))
    assert len([*steps, review]) <= 36


def tapped(page: Page, step: str) -> None:
    """Tap a card or a button where it lies; the page stays, and so do the cards."""
    named = page.locator("#rec-play").get_by_role("button", name=step)
    target = page.locator(step) if step.startswith("#") else named
    target.scroll_into_view_if_needed()  # as a player would
    text, before, at = box(page).input_value(), page.evaluate(PLACES), target.evaluate(MIDDLE)
    page.touchscreen.tap(*at)
    expect(box(page)).not_to_have_value(text)
    after = page.evaluate(PLACES)
    assert abs(after["scrolled"] - before["scrolled"]) <= 2, step
    if None not in (before["cards"], after["cards"]):
        assert abs(after["cards"] - before["cards"]) <= 2, step


MIDDLE = """it => {
  const box = it.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Where a finger meets a card or a button."""
PLACES = """() => ({
  scrolled: scrollY,
  cards: document.getElementById("cards")?.getBoundingClientRect().top ?? null,
})"""
"""Where the page is scrolled to, and where its cards then lie."""


@rest_at_night("pointer", POINTERS, [Finger])
def test_a_card_that_is_pressed_while_the_one_before_is_answered_counts(begun, pointer):
    page = begun(has_touch=True)
    pressed_meanwhile(page, "#card-2c", "#card-3c", "**/review/record/*", pointer)
    expect(page.locator(".counter")).to_have_text("2 of 10")
    expect(box(page)).to_have_value(f'{HEAD}\n[Hand1 "2c 3c"]')


def test_text_and_table_stay_in_step(begun):
    page = begun()
    with_text(page, f"{DEALT}\n\n1. ^9h -Kd")
    asks(page, "Bob’s turn")
    expect(page.locator("#card-Kd")).to_have_attribute("data-place", "pile")
    box(page).press("End")
    box(page).press_sequentially("\n2. +? -Jx")
    expect(page.locator("#rec-error mark")).to_have_text("Jx")
    expect(page.locator("#rec-error")).to_contain_text("line")
    box(page).press("Backspace")
    box(page).press_sequentially("d")
    asks(page, "Ann’s turn: take the J♦, or draw?")
    expect(box(page)).to_be_focused()
    card(page, "6h")
    expect(box(page)).to_have_value(f"{DEALT}\n\n1. ^9h -Kd\n2. +? -Jd\n3. +6h")


def test_a_turn_is_corrected_and_the_later_ones_put_back(begun):
    page = begun()
    with_text(page, SHOWN)
    asks(page, "Ann wins 16")
    page.locator("#turn-2").click()
    asks(page, "Bob’s turn: take the K♦, or draw?")
    page.get_by_role("button", name="Draw, not seen").click()
    card(page, "Tc")
    page.get_by_role("button", name="Restore the later turns").click()
    asks(page, "Ann wins 16")
    expect(box(page)).to_have_value(SHOWN.replace("-Jd", "-Tc"))
    page.get_by_role("button", name="Back to the way it was").click()
    expect(box(page)).to_have_value(SHOWN)
    page.get_by_role("button", name="Undo").click()
    asks(page, "Tap Bob’s ten cards")
    page.get_by_role("button", name="Redo").click()
    asks(page, "Ann wins 16")


def test_keys_alone_enter_a_hand(begun):
    page = begun()
    typed = page.get_by_label("Or type")
    typed.fill(" ".join(MINE[:9]))
    typed.press("Enter")
    expect(page.locator(".counter")).to_have_text("9 of 10")
    expect(page.get_by_label("Or type")).to_be_focused()
    page.keyboard.type("5h")
    asks(page, "turned up")
    page.keyboard.type("9h")
    asks(page, "take the 9♥, or pass?")
    page.keyboard.type("^")
    asks(page, "which card is discarded?")
    page.keyboard.type("Kd")
    asks(page, "Bob’s turn")
    page.keyboard.press("Backspace")
    asks(page, "Ann’s turn: which card is discarded?")
    expect(page.locator("#announce")).to_contain_text("Ann’s turn: which card is discarded?")


def test_enter_after_a_card_leaves_what_is_said_of_it(begun):
    page = begun()
    with_text(page, DEALT)
    asks(page, "take the 9♥, or pass?")
    page.locator("#typed").press_sequentially("Kd")
    note = page.locator("#rec-play").get_by_text("cannot be entered here")
    expect(note).to_be_visible()
    page.locator("#typed").press("Enter")
    page.wait_for_timeout(400)
    expect(note).to_be_visible()


@rest_at_night("apart", [" ", ""], {""})
def test_what_is_typed_while_an_answer_is_under_way_is_kept(begun, apart):
    page = begun()
    far = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
    far.send("Network.emulateNetworkConditions", slow)
    page.get_by_label("Or type").focus()
    page.keyboard.type(apart.join(MINE), delay=70)
    asks(page, "turned up")
    expect(box(page)).to_have_value(f'{HEAD}\n[Hand1 "{" ".join(MINE)}"]')
    expect(page.get_by_label("Or type")).to_have_value("")


@pytest.mark.nightly
def test_the_grid_goes_by_arrow_keys_and_keeps_the_focus(begun):
    page = begun()
    page.locator("#card-As").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#card-2h")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#card-2h")).to_have_attribute("data-place", "mine")
    expect(page.locator("#card-2h")).to_be_focused()
    expect(page.locator("#announce")).to_contain_text("1 of 10")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#card-3h")).to_be_focused()
    page.keyboard.type("Kd")
    expect(page.locator("#card-Kd")).to_have_attribute("data-place", "mine")
    page.locator("#card-3h").focus()
    page.keyboard.press("Backspace")
    expect(page.locator("#card-Kd")).not_to_have_attribute("data-place", "mine")


@pytest.mark.nightly
def test_what_cannot_be_tapped_does_nothing(begun):
    page = begun()
    with_text(page, DEALT)
    asks(page, "take the 9♥")
    king = page.locator("#card-Ks")
    expect(king).to_have_attribute("aria-disabled", "true")
    king.click(force=True)
    expect(box(page)).to_have_value(DEALT)


def test_a_reload_and_another_tab_find_the_draft(begun, stage):
    page = begun()
    card(page, "2c", "3c")
    expect(page.locator(".counter")).to_have_text("2 of 10")
    page.reload()
    expect(box(page)).to_have_value(f'{HEAD}\n[Hand1 "2c 3c"]')
    other = page.context.new_page()
    other.goto(stage.at("/review/record"))
    other.get_by_role("link", name="Ann and Bob").click()
    expect(other.locator("#record")).to_have_value(f'{HEAD}\n[Hand1 "2c 3c"]')


@pytest.fixture
def cut(complaints) -> Iterator[object]:
    complaints.expect("Failed to load resource|htmx:(sendError|afterRequest)")

    def abort(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    yield abort


@pytest.mark.nightly
def test_what_did_not_reach_the_server_is_in_the_browser(begun, cut):
    page = begun()
    page.route("**/review/record/*", cut)
    box(page).fill(DEALT)
    expect(page.locator("#rec-offline")).to_be_visible()
    page.unroute("**/review/record/*")
    page.reload()
    expect(box(page)).to_have_value(HEAD)
    page.get_by_role("button", name="Restore it").click()
    asks(page, "take the 9♥, or pass?")
    expect(box(page)).to_have_value(DEALT)
    expect(page.locator("#rec-offline")).to_be_hidden()


@pytest.mark.nightly
def test_a_draft_that_only_the_browser_has_is_listed(begun, stage):
    page = begun()
    card(page, "2c")
    expect(page.locator(".counter")).to_have_text("1 of 10")
    page.context.clear_cookies()
    page.goto(stage.at("/review/record"))
    page.get_by_role("button", name="Bring it back").click()
    page.wait_for_url("**/review/record/*")
    expect(box(page)).to_have_value(f'{HEAD}\n[Hand1 "2c"]')


@pytest.mark.nightly
def test_a_tap_that_is_seen_is_in_the_browser_too(begun):
    page = begun()
    card(page, "2c")
    kept = """() => /^1 of/.test(document.querySelector(".counter").textContent) &&
        Object.values(localStorage).join()"""
    assert '[Hand1 \\"2c\\"]' in page.wait_for_function(kept, polling=1).json_value()


@more_at_night("taps", 2, 10)
def test_without_scripts_every_tap_is_a_form(begun, taps: int):
    page = begun(script=False)
    card(page, *MINE[:taps])
    if others := MINE[taps:]:
        page.get_by_label("Or type").fill(" ".join(others))
        page.get_by_label("Or type").press("Enter")
    card(page, "9h")
    page.get_by_role("button", name="Take the").click()
    card(page, "Kd")
    page.get_by_label("Or type").fill("?")
    page.get_by_label("Or type").press("Enter")
    asks(page, "Bob’s turn: which card is discarded?")
    page.get_by_label("knock or go gin").check()
    card(page, "Jd")
    asks(page, "Bob’s knock")
    page.get_by_role("button", name="Undo").click()
    page.locator("#turn-1").click()
    asks(page, "Ann’s turn: take the 9♥, or pass?")
    box(page).fill(SHOWN)
    page.get_by_role("button", name="Read the text").click()
    asks(page, "Ann wins 16")


@rest_at_night("size", [PHONE, HANDHELD], [PHONE], ids=str)
def test_on_a_phone_all_is_in_reach(begun, fits, size):
    page = begun(viewport=size, has_touch=True)
    card(page, "2c")
    expect(page.locator(".counter")).to_have_text("1 of 10")
    for y in (0, 400):
        page.evaluate("y => scrollTo(0, y)", y)
        expect(page.locator("#rec-undo")).to_be_in_viewport(ratio=1)
        expect(page.locator("#rec-question")).to_be_in_viewport(ratio=1)
    for text in (DEALT, f"{DEALT}\n\n1. ^9h -Kd\n2. +?", SHOWN):
        with_text(page, text)
        expect(page.locator("#card-As" if text != SHOWN else "#rec-review")).to_be_visible()
        fits(page)
        assert too_small(page) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HEAD, id="dealing", marks=pytest.mark.nightly),
        pytest.param(DEALT, id="offer"),
        pytest.param(f"{DEALT}\n\n1. ^9h -Kd\n2. +?", id="discard", marks=pytest.mark.nightly),
        pytest.param(f"{ENDED}\n5= 2c", id="defence", marks=pytest.mark.nightly),
        pytest.param(SHOWN, id="over", marks=pytest.mark.nightly),
        pytest.param("[Dealer", id="wrong", marks=pytest.mark.nightly),
    ],
)
def test_each_step_is_accessible(begun, sound, text):
    page = begun()
    whole = text.replace("5= 2c", "5= 2c 3c 4c 5c / 5h 6h 7h 8h 9h / 9s\n5= Ks")
    if box(page).input_value() != whole:
        with page.expect_response(lambda response: response.request.method == "POST"):
            box(page).fill(whole)
        page.wait_for_timeout(100)  # until it is shown
    for item in page.locator("details:visible > summary").all():
        if not item.evaluate("summary => summary.parentElement.open"):
            item.click()
    sound(page, dark=text == DEALT)


@rest_at_night("width", [390, 600], {390})
def test_a_tap_on_a_narrow_screen_leaves_the_page_where_it_was_scrolled(begun, width):
    page = begun(viewport={"width": width, "height": 800}, has_touch=True)
    with_text(page, ENDED)
    asks(page, "Tap Bob’s ten cards")
    page.goto(page.url)
    page.mouse.wheel(0, 150)
    page.wait_for_timeout(300)  # the browser chooses its anchor after it has scrolled
    assert page.evaluate("scrollY") == 150
    place = page.get_by_role("button", name="Not shown").bounding_box()
    page.touchscreen.tap(place["x"] + 9, place["y"] + 9)  # `tap` would scroll by itself
    asks(page, "the result is unknown")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 150
