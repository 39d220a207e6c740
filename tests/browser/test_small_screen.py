"""The phone, large text, motion, and the theme."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from analyzer.notation import encode, parse_view
from tests.browser.conftest import DESKTOP, HANDHELD, PHONE
from tests.browser.test_answer import AT, finished, look_at
from tests.sizes import rest_at_night

TARGETS = "button:not(.vh), summary, select, .top-nav a, .tabs a, .foot ul a, .brand, textarea"
LEAST = 43.5
"""Our own 44 px, with half a pixel for rounding."""


def too_small(page: Page) -> list[str]:
    """What is shown and smaller than a fingertip."""
    return page.locator(TARGETS).evaluate_all(
        """(all, least) => all.map((it) => [it, it.getBoundingClientRect()])
             .filter(([it, box]) => it.checkVisibility() && box.width > 0
                && (box.width < least || box.height < least))
             .map(([it, box]) => `${it.id || it.textContent.trim()} ${box.width}×${box.height}`)
        """,
        LEAST,
    )


@rest_at_night("size", [PHONE, HANDHELD, DESKTOP], [PHONE], ids=str)
def test_an_answer_fits_and_has_room_for_fingers(stage, visit, fits, size):
    page = visit(stage.at(AT), viewport=size)
    fits(page)
    stage.script.step(3)
    finished(page)
    fits(page)
    assert too_small(page) == []
    for item in page.locator("details:visible > summary").all():
        item.click()
    fits(page)
    assert too_small(page) == []


def test_on_a_phone_the_answer_comes_first_and_the_main_action_stays(stage, visit):
    page = visit(stage.at(AT), phone=True)
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_in_viewport(ratio=1)
    stage.script.step()
    expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)
    for y in (0, 500, 5000):
        page.evaluate("y => scrollTo(0, y)", y)
        expect(stop).to_be_in_viewport(ratio=1)
    stage.script.step(2)
    finished(page)
    expect(page.get_by_role("button", name="Think longer")).to_be_in_viewport(ratio=1)
    order = ["#verdict", "#hand", ".looks", ".actions", "#entry-sheet"]
    tops = [page.locator(where).bounding_box()["y"] for where in order]
    assert tops == sorted(tops)
    look_at(page, "Why")
    order[3] = ".look-why"
    tops = [page.locator(where).bounding_box()["y"] for where in order]
    assert tops == sorted(tops)


def test_on_a_phone_three_actions_show_and_the_rest_on_request(stage, visit):
    page = visit(stage.at(AT), phone=True)
    stage.script.step(3)
    finished(page)
    shown = page.locator(".actions tbody tr:visible")
    expect(shown).to_have_count(3)
    page.get_by_text("All 11 actions").tap()
    expect(shown).to_have_count(11)


def test_on_a_phone_the_entry_is_a_sheet(stage, visit):
    page = visit(stage.at(AT), phone=True)
    box = page.get_by_label("Paste or type")
    expect(box).to_be_hidden()
    page.get_by_text("Change the cards").tap()
    expect(box).to_be_visible()
    page.locator("#cell-6s").tap()
    expect(page.locator("#cell-6s")).to_have_attribute("data-place", "pile")
    again = page.get_by_role("button", name="Analyze them")
    expect(again).to_be_in_viewport(ratio=1)
    again.tap()
    page.wait_for_url(lambda url: not url.endswith(AT))
    expect(page.get_by_role("button", name="Stop")).to_be_in_viewport(ratio=1)


def test_on_a_phone_analyze_stays_within_reach_while_one_taps_cards(visit):
    page = visit("/analyze", phone=True)
    analyze = page.locator(".entry-actions").get_by_role("button", name="Analyze")
    for cell in ["#cell-As", "#cell-Kc"]:
        page.locator(cell).tap()
        expect(page.locator(cell)).to_have_attribute("data-place", "mine")
        expect(analyze).to_be_in_viewport(ratio=1)


def test_at_twice_the_size_nothing_is_lost(stage, visit, fits):
    # 200% zoom of a 640 px window is a 320 px page at twice the pixels
    page = visit(stage.at(AT), viewport={"width": 320, "height": 400}, device_scale_factor=2)
    stage.script.step(3)
    finished(page)
    fits(page)
    expect(page.locator("#verdict")).to_be_in_viewport()


@pytest.mark.nightly
def test_nothing_moves_for_those_who_want_it_so(stage, visit):
    page = visit(stage.at(AT), reduced_motion="reduce")
    stage.script.step()
    expect(page.get_by_text("64 worlds", exact=True)).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0


def paper(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_the_theme_follows_the_system_until_one_is_chosen(visit):
    dark, light = visit("/", dark=True), visit("/")
    assert paper(dark) != paper(light)
    toggle = light.get_by_role("button", name="Theme: system")
    toggle.click()
    expect(light.get_by_role("button", name="Theme: light")).to_be_visible()
    light.get_by_role("button", name="Theme: light").click()
    expect(light.get_by_role("button", name="Theme: dark")).to_be_visible()
    assert paper(light) == paper(dark)
    light.goto("/analyze")
    assert paper(light) == paper(dark), "the choice is kept"
    expect(light.get_by_role("button", name="Theme: dark")).to_be_visible()
    light.get_by_role("button", name="Theme: dark").click()
    assert paper(light) != paper(dark), "as the system again"


@pytest.mark.nightly
def test_the_theme_follows_the_system_without_scripts(visit):
    page = visit("/", dark=True, script=False)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("#theme")).to_be_hidden()
    expect(page.locator("body")).to_have_css("background-color", "rgb(21, 25, 23)")


@pytest.mark.nightly
def test_on_a_phone_the_names_of_a_wide_table_leave_room_for_its_numbers(visit):
    page = visit("/learn/evidence", phone=True)
    hidden = page.locator("table.presets:visible").evaluate_all(
        """tables => tables.map(table => [table, table.querySelector("tbody th"),
                                         table.parentElement.clientWidth])
             .filter(([table, name, room]) => table.offsetWidth > room
                && name.offsetWidth > room / 2)
             .map(([table, name]) => name.textContent.trim())"""
    )
    assert hidden == []


def rows(page: Page, links: str) -> int:
    """In how many rows links stand."""
    return len({link.bounding_box()["y"] for link in page.locator(links).all()})


def test_the_navigation_is_one_row_on_a_phone(visit):
    page = visit(phone=True)
    for path in ("/analyze", "/puzzles", "/train/outs/1200/1"):
        page.goto(path)
        assert rows(page, ".top-nav a") == 1, path
        assert too_small(page) == []
    assert rows(page, ".train .tabs a") == 1


def test_no_hash_is_cut_off(visit):
    page = visit("/train/daily", viewport={"width": 320, "height": 640})
    room = page.locator(".wide-table")
    assert room.evaluate("it => it.scrollWidth <= it.clientWidth")


def test_a_group_has_its_name_in_its_middle(visit):
    view = parse_view("hand: Tc Jc Qc 8h 8s 7d 6h 5h 3h 2s\npile: Qd")
    page = visit(f"/analyze?p={encode(view)}", viewport={"width": 1280, "height": 900})
    groups = page.locator(".felt-deadwood").evaluate_all(
        """all => { const box = (it, what) => it.querySelector(what).getBoundingClientRect();
                    const cards = all.flatMap(it => [...it.querySelectorAll(".card")])
                      .map(it => it.getBoundingClientRect());
                    const name = box(all.at(-1), ".felt-group-name span");
                    return [all.length, (name.left + name.right) / 2,
                      (cards[0].left + cards.at(-1).right) / 2]; }"""
    )
    assert groups[0] == 2 and abs(groups[1] - groups[2]) < 5, groups
