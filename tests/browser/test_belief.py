"""The opponent's hand: fetched with the page, opened turn by turn, and readable without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from analyzer.notation import encode, parse_view
from tests.browser.test_answer import AT, finished, look_at
from tests.sizes import rest_at_night

HISTORY = """
rules: standard
hand: 3c 5c 6c 2d 5d 7d 8d 9d 3h 2s 5s
history:
  upcard 7d
  opp: pass
  me: takes 7d, discards Kd
  opp: takes Kd, discards Tc
  me: draws 5c, discards Ts
  opp: takes Ts, discards Qc
  me: draws 3c, discards 7h
  opp: draws, discards Jh
  me: draws 8c, discards 8c
  opp: draws, discards 5s
  me: takes 5s
"""
P = encode(parse_view(HISTORY))


def test_it_comes_with_the_answer_and_tells_the_turns_when_asked(visit, sound):
    page = visit(f"/analyze?p={P}")
    look_at(page, "Their hand")
    panel = page.get_by_role("region", name="Opponent’s hand")
    heat = panel.get_by_role("table", name="Chance in percent that they hold each card")
    expect(heat.get_by_role("row")).to_have_count(5)
    expect(heat.get_by_role("row", name="spades").get_by_role("cell")).to_have_count(13)
    expect(heat.get_by_text("they hold it")).to_have_count(2)
    look_at(page, "Numbers")
    finished(page)
    look_at(page, "Their hand")
    sound(page, by_day=False)

    panel.get_by_role("link", name="What each of their turns revealed").click()
    turns = panel.locator(".told > li")
    expect(turns).to_have_count(5)
    expect(panel.get_by_role("heading", name="What each of their turns revealed")).to_be_focused()
    expect(turns.nth(1)).to_contain_text(re.compile(r"Takes K♦, discards 10♣\s+[KQ]. \+\d\d"))
    expect(turns.last.locator("details")).to_have_attribute("open", "")
    turns.nth(1).locator("summary").click()
    expect(turns.nth(1).get_by_role("table")).to_be_visible()
    assert page.url.endswith(P), "the address stays that of the analysis"
    sound(page)


@pytest.mark.nightly
def test_news_of_the_search_leave_it_alone(stage, visit):
    page = visit(stage.at(f"/analyze?p={P}"))
    look_at(page, "Their hand")
    page.locator("#tell").click()
    expect(page.locator(".told > li")).to_have_count(5)
    page.locator(".told > li").nth(1).locator("summary").click()
    stage.script.step(3)
    look_at(page, "Numbers")
    finished(page)
    look_at(page, "Their hand")
    expect(page.locator(".told > li").nth(1).locator("details")).to_have_attribute("open", "")


@pytest.mark.nightly
def test_without_turns_there_is_no_button(visit):
    bare = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\nstock: 25"
    for address, words in (
        (AT, "Read from the turns that these cards imply"),
        (f"/analyze?p={encode(parse_view(bare))}", "Their turns are unknown"),
    ):
        page = visit(address)
        look_at(page, "Their hand")
        expect(page.locator(".heat")).to_be_visible()
        expect(page.get_by_text(words)).to_be_visible()
        expect(page.locator("#tell")).to_have_count(0)


def test_it_reads_without_scripts(visit):
    page = visit(f"/analyze?p={P}", script=False)
    expect(page.locator("meta[http-equiv]")).to_have_count(0)  # until then it reloads itself
    look_at(page, "Their hand")
    page.get_by_role("link", name="What they may hold").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The opponent’s hand")
    page.get_by_role("link", name="What each of their turns revealed").click()
    expect(page.locator(".told > li")).to_have_count(5)
    closed = page.locator(".told > li").nth(1)
    closed.locator("summary").click()
    expect(closed.get_by_role("table")).to_be_visible()
    page.get_by_role("link", name="Back to the analysis").click()
    expect(page.locator("#verdict")).to_be_visible()


@rest_at_night("path", ["", "/turns"], {"/turns"})
def test_the_pages_are_sound(visit, sound, path):
    sound(visit(f"/analyze/belief{path}?p={P}"))


def test_the_numbers_stand_in_the_same_cells_wide_and_narrow(visit):
    wide, narrow = (visit(f"/analyze/belief?p={P}", phone=phone) for phone in (False, True))
    texts = [page.locator(".heat tbody td").all_inner_texts() for page in (wide, narrow)]
    assert texts[0] == texts[1] and len(texts[0]) == 52
    boxes = [narrow.locator(".heat tbody td").nth(place).bounding_box() for place in (0, 1, 13)]
    ace, two, hearts = boxes
    assert ace["x"] == two["x"] < hearts["x"], "a column a suit"
    assert ace["y"] == hearts["y"] < two["y"]
