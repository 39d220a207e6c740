"""Other opponents, the curve of stages and the map of scores, as a player meets them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from analyzer.notation import encode, parse_view
from tests.browser.test_answer import finished, look_at
from tests.browser.test_without_scripts import ask_until

KNOCK = "score: 40-65\nhand: 3c 4c 5c 6c 9d 9h 9s 2s Ah Ad Kc\npile: 2d Kh 8s Jd 7h Ks"
AT = f"/analyze?p={encode(parse_view(KNOCK))}"


def test_the_verdict_says_whether_it_depends_on_the_opponent(visit):
    page = visit(AT)
    finished(page)
    note = page.locator(".verdict-more .note:not(.assumed)")
    expect(note).to_have_text(
        re.compile(r"against (the players we know|one)|Depends on the opponent")
    )
    expect(page.locator(".verdict-more .assumed")).to_contain_text("Assumed: ")
    look_at(page, "Opponents")
    models = page.locator(".models tbody tr")
    expect(models).to_have_count(6)
    expect(models.first).to_contain_text("An unknown player")


def test_the_score_of_the_match_stands_on_the_map(visit):
    page = visit(AT)
    finished(page)
    look_at(page, "Score and stage")
    page.get_by_text("The score map", exact=True).click()
    here = page.locator(".score-map .here")
    expect(here).to_have_count(1)
    assert here.evaluate("cell => cell.parentElement.cells[0].textContent") == "40"
    column = here.evaluate("cell => cell.cellIndex")
    assert page.locator(".score-map thead tr > *").nth(column).inner_text() == "60"


def test_the_curve_has_its_numbers_under_it(visit):
    page = visit(AT, phone=True)
    finished(page)
    look_at(page, "Score and stage")
    page.get_by_text("Stage by stage", exact=True).click()
    expect(page.get_by_role("img", name=re.compile("What knocking gains"))).to_be_visible()
    now = page.locator(".stages-table .now")
    expect(now).to_contain_text("25")
    said = page.locator("#waiting > p").inner_text()
    gain = now.locator("td").first.inner_text().split()[0].lstrip("+−")
    assert gain in said


def test_it_all_comes_without_scripts(visit):
    page = visit(AT, script=False)
    ask_until(page, page.locator("#result:not([aria-busy])"))
    look_at(page, "Opponents")
    expect(page.locator(".models tbody tr")).to_have_count(6)
    expect(page.locator(".models")).to_be_visible()
    look_at(page, "Score and stage")
    expect(page.locator("#scores")).to_be_visible()
    page.locator("#scores-map > summary").click()
    expect(page.locator(".score-map")).to_be_visible()
