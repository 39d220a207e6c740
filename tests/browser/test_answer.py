"""From a position to its answer: verdict, progress, stop, think longer, share, failures."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from analyzer.notation import encode, parse_view
from analyzer.service.ports import Engine
from tests.browser.conftest import HANDHELD
from tests.browser.served import ONE_SERVER
from tests.sizes import more_at_night, rest_at_night

ELEVEN = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c"
OTHER = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6d\npile: 5s Kh 9c"
AT = f"/analyze?p={encode(parse_view(ELEVEN))}"


def finished(page: Page) -> Locator:
    """The answer once its search has ended."""
    answer = page.locator("#result:not([aria-busy])")
    expect(answer.locator("tbody tr").first).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    return answer


def look_at(page: Page, name: str) -> None:
    """Open one of the tabs beside the table."""
    page.get_by_role("radio", name=name).check()


def rows(page: Page) -> list[str]:
    return page.locator(".actions tbody tr").evaluate_all("rows => rows.map(row => row.id)")


# --- with the real engine -----------------------------------------------------------------


def test_paste_a_hand_and_read_the_verdict(visit):
    page = visit("/")
    page.get_by_role("textbox").fill(ELEVEN)
    page.get_by_role("button", name="Analyze").click()
    page.wait_for_url("**/analyze?p=*")
    answer = finished(page)
    verdict = page.locator("#verdict").inner_text()
    assert re.match(r"(Discard|Too close to call:|Play on: discard) ", verdict), verdict
    expect(answer.locator(".verdict .detail")).to_contain_text(re.compile(r"[+−]\d+\.\d ±\d\.\d"))
    assert len(rows(page)) == 11
    first = answer.locator("tbody tr").first
    expect(first).to_have_class(re.compile("tied"))
    card = first.locator(".pip").inner_text()
    assert card in verdict
    expect(page.locator("#announce")).to_contain_text(re.compile(r"^(Discard|Too close|Play on)"))


@more_at_night("number", 1, 3)
def test_the_examples_are_answered(visit, number: int):
    page = visit("/")
    titles = page.locator(".example-title").all_inner_texts()
    assert len(titles) == 3
    for title in titles[:number]:
        page.get_by_role("link", name=title).click()
        page.wait_for_url("**/analyze?p=*")
        finished(page)
        expect(page.locator("#verdict")).to_contain_text(re.compile(r"\w.*\."))
        page.get_by_role("link", name="Ginsight").click()
        page.wait_for_url("**/")


@pytest.mark.nightly
def test_a_random_deal_is_a_new_position_each_time(visit):
    page = visit("/analyze")
    seen = set()
    for _ in range(2):
        page.get_by_role("link", name="Random deal").click()
        page.wait_for_url(lambda url: "p=" in url and url not in seen)
        seen.add(page.url)
        expect(page.locator("#verdict")).not_to_be_empty()
    assert len(seen) == 2


def test_a_shared_link_shows_the_same_answer_elsewhere(visit):
    page = visit(AT, permissions=["clipboard-read", "clipboard-write"])
    finished(page)
    share = page.get_by_role("link", name="Share")
    address = share.get_attribute("href")
    share.click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(address)
    other = visit(address)
    expect(other.get_by_text("A stored answer, computed on")).to_be_visible()
    assert other.locator("#verdict").inner_text() == page.locator("#verdict").inner_text()
    table = "#result .actions"
    assert other.locator(table).inner_text() == page.locator(table).inner_text()


def test_thinking_longer_takes_more_worlds(visit):
    page = visit(f"/analyze?p={encode(parse_view(OTHER))}")
    finished(page)
    before = worlds(page)
    page.get_by_role("button", name="Think longer").click()
    page.wait_for_function(
        "before => Number(document.querySelector('.worlds').textContent.replace(/\\D/g, ''))"
        " > before",
        arg=before,
    )
    page.evaluate("document.getElementById('stop')?.click()")  # unless it has ended already
    finished(page)
    assert worlds(page) > before


def worlds(page: Page) -> int:
    return int(re.sub(r"\D", "", page.locator(".worlds").inner_text()))


# --- with an engine that waits for the test -----------------------------------------------


def test_news_while_stop_is_under_way_does_not_lose_its_answer(stage, visit, complaints):
    complaints.expect(r"\[object Event\]")  # the stream's end, which is held back here
    page = visit(stage.at(AT))
    stage.script.step()
    expect(page.locator("#stop")).to_be_visible()

    page.evaluate(
        """() => addEventListener("htmx:sseBeforeMessage", (event) => {
          if (!event.detail.data.includes('id="stream"')) return;
          event.preventDefault();  // the stream's last word comes later than the answer
          event.stopImmediatePropagation();
        }, true)"""
    )

    def after_news(route: Route) -> None:
        stage.script.step()
        time.sleep(0.3)
        route.continue_()

    page.route("**/stop", after_news)
    page.locator("#stop").press("Enter")
    expect(page.get_by_text("Stopped after 0.0 s.")).to_be_visible()


def test_progress_stop_and_think_longer(stage, visit):
    page = visit(stage.at(AT))
    expect(page.get_by_text("Dealing the first worlds.").first).to_be_visible()
    stage.script.step()
    expect(page.get_by_text("64 worlds", exact=True)).to_be_visible()
    expect(page.get_by_text("Rolling out 11 actions.")).to_be_visible()
    expect(page.locator("#verdict")).not_to_have_text("Dealing the first worlds.")
    stage.script.step()
    expect(page.get_by_text("256 worlds", exact=True)).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped after 0.0 s.")).to_be_visible()
    expect(page.locator("#result[aria-busy]")).to_have_count(0)
    expect(page.locator("[sse-connect]")).to_have_count(0)
    expect(page.get_by_role("link", name="Share")).to_be_visible()

    page.get_by_role("button", name="Think longer").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("Too close to call")  # known from before
    stage.script.step(3)
    finished(page)
    expect(page.get_by_text("Done in 0.1 s.")).to_be_visible()
    expect(page.locator("#verdict")).to_have_text("Discard K♦.")
    expect(page.locator("#announce")).to_contain_text("Discard king of diamonds.")

    page.get_by_role("button", name="Think longer").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    stage.script.step(3)
    finished(page)
    assert [limit.seconds for limit in stage.script.limits] == [5, 5, 20]


@pytest.mark.nightly
def test_open_details_stay_open_while_news_comes(stage, visit):
    page = visit(stage.at(AT))
    stage.script.step()
    page.get_by_text("What the columns mean").click()
    stage.script.step()
    expect(page.get_by_text("256 worlds", exact=True)).to_be_visible()
    expect(page.get_by_text("How often the opponent takes the card you discard.")).to_be_visible()


def test_rows_do_not_move_under_the_pointer(stage_of, visit):
    stage = stage_of(engine_of=restless)
    page = visit(stage.at(AT))
    stage.script.step()
    expect(page.get_by_text("64 worlds", exact=True)).to_be_visible()
    before = rows(page)
    page.locator(".actions tbody tr").nth(4).hover()
    stage.script.step()
    expect(page.get_by_text("256 worlds", exact=True)).to_be_visible()
    assert rows(page) == before, "the pointer is in the table"
    page.mouse.move(5, 5)
    expect(page.locator(".actions tbody tr").first).to_have_id(before[-1])
    assert rows(page) == before[::-1]


def restless(script) -> Engine:
    """An engine that turns its order round with the second batch."""
    engine = script.engine()

    def analyze(view, limit, *, progress=None, **others):
        def turned(evaluation):
            if evaluation.worlds > 64:
                order = evaluation.actions[::-1]
                evaluation = replace(evaluation, actions=order, best=(order[0].action,))
            progress(evaluation)

        return engine.analyze(view, limit, progress=turned, **others)

    return replace(engine, analyze=analyze)


@pytest.mark.nightly
def test_polling_takes_over_when_the_stream_does_not_come_through(stage_of, visit, complaints):
    complaints.expect(r"status of 503|\[object Event\]")  # htmx logs it too
    stage = stage_of(streams=0)
    page = visit(stage.at(AT))
    expect(page.locator("#stream[hx-get]")).to_have_count(1)
    stage.script.step()
    expect(page.get_by_text("64 worlds", exact=True)).to_be_visible()
    stage.script.step(2)
    finished(page)
    expect(page.locator("#verdict")).to_have_text("Discard K♦.")
    expect(page.locator("#stream[hx-get]")).to_have_count(0)


def test_polling_takes_over_when_the_stream_is_cut(stage, visit, complaints):
    complaints.expect(r"net::ERR_FAILED|\[object Event\]")
    page = visit("about:blank")
    page.route("**/events?*", lambda route: route.abort())
    page.goto(stage.at(AT))
    expect(page.locator("#stream[hx-get]")).to_have_count(1)
    stage.script.step(3)
    finished(page)
    expect(page.locator("#verdict")).to_have_text("Discard K♦.")


@ONE_SERVER
def test_a_full_table_says_so_and_starts_later(stage_of, visit, complaints):
    complaints.expect(r"status of 503")
    stage = stage_of(searches=1, waiting=1)
    first = visit(stage.at(AT))
    stage.script.step()
    expect(first.get_by_text("64 worlds", exact=True)).to_be_visible()
    second = visit(stage.at(f"/analyze?p={encode(parse_view(OTHER))}"))
    expect(second.locator("#verdict")).to_have_text("The table is full.")
    start = second.locator("#result").get_by_role("button", name="Analyze")
    with second.expect_response("**/searches"):
        start.click()
    expect(second.locator("#verdict")).to_have_text("The table is full.")
    stage.script.step(2)
    finished(first)
    start.click()
    expect(second.get_by_role("button", name="Stop")).to_be_visible()
    stage.script.step(3)
    finished(second)


@pytest.mark.nightly
def test_an_engine_that_fails_is_told_in_words(stage, visit):
    stage.script.fails = ValueError("a bug")
    page = visit(stage.at(AT))
    stage.script.step()
    expect(page.locator("#verdict")).to_have_text("No answer.")
    expect(page.locator("#result[aria-busy]")).to_have_count(0)
    expect(page.locator(".verdict .detail")).to_have_text("The engine failed on this position.")


def test_the_answer_says_that_the_cards_have_changed(stage, visit):
    page = visit(stage.at(AT))
    stage.script.step(3)
    finished(page)
    expect(page.get_by_text("The cards have changed.")).to_be_hidden()
    page.locator("#cell-6s").click()  # from the hand to the pile
    note = page.get_by_text("The cards have changed.")
    expect(note).to_be_visible()
    for _ in range(3):  # all the way round
        page.locator("#cell-6s").click()
    expect(page.locator("#cell-6s")).to_have_attribute("data-place", "mine")
    expect(page.get_by_text("11/11")).to_be_visible()
    page.locator("#cell-6s").click()
    expect(page.locator("#cell-6s")).to_have_attribute("data-place", "pile")
    expect(note).to_be_visible()
    page.get_by_role("button", name="Analyze them").click()
    page.wait_for_url(lambda url: urlsplit(url).query != urlsplit(AT).query)
    expect(page.get_by_text("The cards have changed.")).to_be_hidden()


@pytest.mark.nightly
def test_a_cold_engine_is_waited_for_and_the_melds_are_there_at_once(stage_of, visit):
    warm = threading.Event()
    stage = stage_of(engine_of=lambda script: replace(script.engine(), warm_up=warm.wait))
    page = visit(stage.at(AT))
    try:
        expect(page.locator("#verdict")).to_have_text("Getting ready.")
        expect(page.get_by_text("Compiling the engine.")).to_be_visible()
        expect(page.locator("#hand").get_by_text("set", exact=True)).to_be_visible()
        expect(page.get_by_text("The cards have changed.")).to_be_hidden()
    finally:
        warm.set()
    stage.script.step(3)
    finished(page)


@rest_at_night("path", ["/a/unknown", "/nowhere", "/analyze?p=broken"], {"/a/unknown"})
def test_pages_that_are_not_there_say_so_and_lead_back(visit, complaints, path):
    complaints.expect(r"status of 4\d\d")
    page = visit(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name=re.compile("Ginsight|Analyze")).first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


# --- on the table ---------------------------------------------------------------------------


def test_verdict_table_and_reason_stand_on_the_first_screen(visit):
    page = visit(AT, viewport={"width": 1280, "height": 900})
    finished(page)
    for where in ("#verdict", ".verdict-more .reason", ".felt-hand .cost >> nth=0", ".felt-bar"):
        expect(page.locator(where)).to_be_in_viewport(ratio=1)
    expect(page.locator(".felt-hand .advised")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1800


def test_a_turn_is_tapped_and_undone_on_a_phone(stage, visit):
    page = visit(stage.at(AT), viewport={"width": 390, "height": 844}, has_touch=True)
    page.locator('.felt-card[data-card="Kd"]').tap()
    page.get_by_role("button", name="Discard K♦").tap()
    page.get_by_role("link", name="They drew").tap()
    page.get_by_role("link", name="jack of clubs").tap()
    page.wait_for_url("**undo=**")
    expect(page.get_by_role("button", name="Take J♣").last).to_be_visible()
    page.get_by_role("link", name="Undo").tap()
    page.wait_for_url(lambda url: "undo" not in url)
    expect(page.locator('.felt-card[data-card="Kd"]')).to_be_visible()


def test_a_raised_card_does_not_cover_what_is_said_of_its_neighbor(visit):
    text = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s\ndrew: 5s\npile: 9c"
    page = visit(f"/analyze?p={encode(parse_view(text))}", viewport=HANDHELD)
    finished(page)
    for raised in ("Qd", "5s"):
        page.locator(f".felt [data-card='{raised}'] input").check(force=True)
        card = page.locator(".felt [data-card='Qd'] img").bounding_box()
        note = page.locator(".felt .felt-new").bounding_box()
        assert card is not None and note is not None
        assert note["x"] >= card["x"] + card["width"] or note["y"] + note["height"] <= card["y"]


def test_a_card_dragged_from_the_grid_is_a_what_if(stage, visit):
    page = visit(stage.at(AT), viewport={"width": 1280, "height": 1600})
    page.locator("#cell-Js").drag_to(page.locator('#hand .felt-card[data-card="Qd"]'))
    page.wait_for_url("**undo=**")
    expect(page.locator('.felt-hand [data-card="Js"]')).to_be_visible()
    expect(page.locator('.felt-hand [data-card="Qd"]')).to_have_count(0)


def test_news_change_the_costs_and_leave_a_chosen_card(stage, visit):
    page = visit(stage.at(AT))
    page.locator('.felt-card[data-card="6s"] input').check(force=True)
    expect(page.locator(".felt-hand .cost svg")).to_have_count(0)
    stage.script.step()
    expect(page.locator(".felt-hand .cost svg")).to_have_count(11)
    expect(page.locator('.felt-card[data-card="6s"] input')).to_be_checked()
