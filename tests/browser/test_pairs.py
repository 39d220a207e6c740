"""Two people at a table, each in a browser of their own: one link, a hand to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from analyzer.engine.bots import bot_named
from analyzer.practice.games import BOTS, GameStage, Level
from analyzer.practice.play import Game
from analyzer.practice.seat import Seat
from analyzer.web.state import web_app
from analyzer.web.train import pairs
from tests.browser.conftest import HANDHELD, Complaints, Visit
from tests.browser.playing import click, press, touch
from tests.browser.served import House, Running, Served
from tests.web.scripted import Script, settings_in

DEAL = 394
"""Both pass and draw twice; the guest knocks, and the host lays a card off."""


@pytest.fixture(scope="module")
def running(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = settings_in(tmp_path_factory.mktemp("pairs") / "test.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairs, "secrets", House(deal=DEAL))
        with served(settings, engine=Script().engine()) as running:
            yield running


def kept(running: Running, address: str) -> Game:
    """The host's game."""
    pair = web_app(running.apps[0]).store.pairs.load(address.rsplit("/", 1)[-1])
    assert pair is not None
    return Seat.read(pair.text).game


def wanted(game: Game) -> str:
    """What a novice would press."""
    if game.stage is GameStage.DEFEND:
        return " ".join(map(str, game.best_off))
    return str(bot_named(BOTS[Level.NOVICE], game.rules).decide(game.view, 1))


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.nightly)])
def test_a_hand_in_two_browsers(running: Running, visit: Visit, *, script: bool) -> None:
    host = visit(f"{running.url}/train")
    host.locator(".lobby-options > summary").click()
    host.get_by_label("Play to").select_option("0")
    host.get_by_role("button", name="Play with a friend").click()
    link = host.locator(".invitation-link a")
    address = link.inner_text()
    guest = visit(address, phone=True, viewport=HANDHELD, script=script)
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#table")).to_be_visible()  # by itself
    seats: dict[bool, Page] = {False: host, True: guest}
    ways, stages = {False: press, True: touch if script else click}, set[GameStage]()
    while not (game := kept(running, address)).stage.over:
        seen = game if game.stage is not GameStage.WAIT else game.turned
        stages.add(seen.stage)
        page = seats[seen.guest]
        turn = page.locator(f'.felt input[name=turn][value="{seen.turn}"]')
        expect(turn).to_have_count(1)  # the other one's move has arrived
        ways[seen.guest](page, wanted(seen))
    assert stages == {GameStage.DECIDE, GameStage.DEFEND}
    for page in seats.values():
        expect(page.get_by_role("button", name="Review this hand")).to_be_visible()
    assert host.locator(".felt").inner_text() != guest.locator(".felt").inner_text()


def test_the_time_of_both_runs_and_a_reload_loses_nothing(
    running: Running, visit: Visit, accessible: Callable[[Page], None]
) -> None:
    host = visit(f"{running.url}/train")
    host.get_by_role("button", name="Play with a friend").click()
    guest = visit(host.locator(".invitation-link a").inner_text())
    accessible(guest)
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        clock = page.locator("[data-left]")
        before = clock.inner_text()
        expect(clock).not_to_have_text(before)
        assert clock.bounding_box()["y"] < 300, "at the head of the table"
    cards = host.locator(".felt-hand").inner_html()
    host.reload()
    assert host.locator(".felt-hand").inner_html() == cards
    for page in (host, guest):
        page.locator(".pair summary").click()
        accessible(page)
    guest.get_by_role("button", name="Give the game up").click()
    expect(guest.get_by_text("You have left the game.")).to_be_visible()
    expect(host.get_by_text("They have left the game.")).to_be_visible()


def test_a_server_that_is_busy_leaves_the_table_as_it_is(
    running: Running, visit: Visit, complaints: Complaints
) -> None:
    complaints.expect("status of 503")
    host = visit(f"{running.url}/train")
    host.get_by_role("button", name="Play with a friend").click()
    guest = visit(host.locator(".invitation-link a").inner_text())
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#table")).to_be_visible()
    asked = list[str]()

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, content_type="text/html", body="<h1>The table is full.</h1>")

    host.route("**/news?*", refuse)
    cards = host.locator(".felt-hand").inner_html()
    for _ in range(2):
        with host.expect_response("**/news?*"):
            pass
    assert len(asked) > 1 and host.locator(".felt-hand").inner_html() == cards
    host.unroute("**/news?*")
    guest.locator(".pair summary").click()
    guest.get_by_role("button", name="Give the game up").click()
    expect(host.get_by_text("They have left the game.")).to_be_visible()
