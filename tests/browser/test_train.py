"""Training as a player meets it: drills by keyboard, a hand against the quickest opponent.

The deals are fixed, and the player plays as a bot does: `games_of` is what is clicked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from analyzer.engine.bots import bot_named
from analyzer.game.actions import Kind
from analyzer.game.melds import lay_off
from analyzer.practice.drills import Drill, task
from analyzer.practice.play import PRESETS, Game, GameStage, Level, begin, showdown
from analyzer.web import create_app
from analyzer.web.serve import Server
from analyzer.web.train import table as traintable
from analyzer.web.train.present import value_of
from tests.browser.conftest import COLOURS, RULES
from tests.browser.test_small_screen import too_small
from tests.web.scripted import Script, settings_in

KNOCKS = 45
"""A deal of which the player knocks, with more than one way to."""
DEFENDS = 30
"""A deal in which the opponent knocks, and there is something to lay off in two ways."""
ACE_UP = 64
"""A deal whose upcard is the ace of clubs, the card with the number 0."""


@dataclass
class House:
    """A server that deals what a test asks for."""

    url: str = ""
    deal: int = KNOCKS
    asked: list[int] = field(default_factory=list)

    def randbits(self, bits: int) -> int:
        self.asked.append(bits)
        return self.deal


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house, folder = House(), tmp_path_factory.mktemp("train")
    settings = settings_in(folder / "test.db", reviews=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(traintable, "secrets", SimpleNamespace(randbits=house.randbits))
        with Server(create_app(settings, engine=Script().engine()), port=0) as server:
            house.url = server.url
            yield house


@pytest.fixture
def sit_down(running: House, visit: Callable[..., Page]) -> Callable[..., Page]:
    """Begin a game with a deal against the quickest opponent: `sit_down(KNOCKS, phone=True)`."""

    def begun(deal: int, *, coach: str = "off", **options: Any) -> Page:
        running.deal = deal
        page = visit(running.url + "/train", **options)
        page.get_by_label("Novice").check()
        page.get_by_label("The coach speaks").select_option(coach)
        page.get_by_role("button", name="Deal").click()
        expect(page.locator("#due")).to_be_visible()
        return page

    return begun


def games_of(deal: int) -> Iterator[tuple[Game, str]]:
    """The states in which the player decides, each with the button that is pressed in it.

    On a knock these are the cards that are best laid off.
    """
    bot, game = bot_named("eaai-simple", PRESETS["standard"]), begin("standard", Level.NOVICE, deal)
    while game.stage is GameStage.DECIDE:
        action = bot.decide(game.view, 1)
        yield game, value_of(action)
        game = game.play(action)
    if game.stage is GameStage.DEFEND:
        knock, cards = showdown(game.position, game.knock)
        yield game, " ".join(str(card) for card, _ in lay_off(knock, cards, game.rules).laid_off)


def tick(page: Page, cards: str) -> None:
    """Tick cards of the hand by keyboard; the focus stays on the last."""
    for card in cards.split():
        page.locator(f'#table input[value="{card}"]').focus()
        page.keyboard.press("Space")


def press(page: Page, value: str) -> None:
    """Press a button of the table by keyboard, and wait for what follows.

    On their knock: tick the cards that `value` names, and lay down.
    """
    turn = page.locator("#table input[name=turn]").first
    before = turn.input_value()
    if page.get_by_role("button", name="Lay down").count():
        tick(page, value)
    else:
        page.locator(f'#table button[value="{value}"]').focus()
    page.keyboard.press("Enter")
    expect(turn).not_to_have_value(before)
    expect(page.locator("#table[data-swapped]")).to_have_count(0)  # then the focus is set


@pytest.fixture
def checked(in_every_look, fits, accessible) -> Callable[[Page], None]:
    """Assert that a page is accessible and fits, wide and narrow, light and dark."""

    def check(page: Page) -> None:
        for look in in_every_look(page):
            fits(page)
            accessible(page, COLOURS if look.endswith("dark") else RULES)

    return check


# ---------------------------------------------------------------- drills


def test_a_drill_is_answered_by_digits_and_enter(running, visit, checked, complaints):
    complaints.expect("status of 422")
    page = visit(running.url + "/train/deadwood/1200/7")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.keyboard.type(task(Drill.DEADWOOD, 1200, 7).answer)
    page.keyboard.press("Enter")
    expect(page.locator(".drill-right")).to_contain_text("Right:")
    expect(page.locator(".drill-right")).to_contain_text(re.compile(r"Rating \d+, up"))
    expect(page).to_have_url(re.compile("answer="))
    checked(page)
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is not a number")
    page.get_by_role("textbox").fill("999")
    page.keyboard.press("Enter")
    expect(page.locator(".drill-wrong")).to_contain_text("Not 999")


def test_cards_are_ticked_by_digits(running, visit, checked):
    page = visit(running.url + "/train/melds/1200/1")
    expect(page.get_by_role("checkbox").first).to_be_focused()
    left = set(task(Drill.MELDS, 1200, 1).answer.split())
    values = [box.get_attribute("value") for box in page.get_by_role("checkbox").all()]
    for at, value in enumerate(values, start=1):
        if value in left:
            page.keyboard.press(str(at % 10))
    page.keyboard.press("Enter")
    expect(page.locator(".drill-right")).to_be_visible()
    checked(page)


@pytest.mark.parametrize("key", ["y", "n"])
def test_may_you_knock_is_answered_by_a_letter(running, visit, key: str):
    page = visit(running.url + "/train/knock/1200/1")
    page.keyboard.press(key)
    said = {"y": "yes", "n": "no"}[key]
    verdict = "right" if task(Drill.KNOCK, 1200, 1).answer == said else "wrong"
    expect(page.locator(f".drill-{verdict}")).to_be_visible()


# ---------------------------------------------------------------- the table


def test_a_hand_is_played_to_its_end_and_reviewed(sit_down, checked):
    page, states = sit_down(KNOCKS), list(games_of(KNOCKS))
    checked(page)
    for game, value in states:
        if value == states[-1][1]:
            assert value.startswith("knock")
            expect(page.locator("#due")).to_have_text("Discard a card, or knock?")
            checked(page)
        elif game.view.drawn is not None:
            expect(page.locator(".play-card.apart")).to_have_count(1)
        press(page, value)
        if value != states[-1][1]:
            expect(page.locator("#due")).to_be_focused()
    expect(page.locator("#due")).to_have_text(re.compile("You knock with .* win"))
    expect(page.get_by_role("button", name="Next hand")).to_be_focused()
    checked(page)
    page.get_by_text("How the hand went").click()
    expect(page.locator(".puzzle-history li").last).to_contain_text("You")
    page.get_by_role("button", name="Review this hand").click()
    expect(page).to_have_url(re.compile(r"/review/[\w-]+$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_their_knock_is_laid_off_on(sit_down, checked):
    page = sit_down(DEFENDS)
    for game, value in games_of(DEFENDS):
        if game.stage is GameStage.DEFEND:
            expect(page.locator("#due")).to_have_text(re.compile("They knock with .* lay off"))
            expect(page.get_by_role("checkbox", checked=False)).to_have_count(10)
            misfit = page.get_by_role("checkbox", name="deadwood").last
            misfit.focus()
            page.keyboard.press("Space")
            page.keyboard.press("Enter")
            expect(page.get_by_role("alert")).to_contain_text("none of their melds")
            expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
            checked(page)
            misfit.uncheck(force=True)
        press(page, value)
    expect(page.get_by_text("laid off").first).to_be_visible()
    page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_text("Hand 2,")).to_be_visible()


def test_the_coach_speaks_after_a_bad_discard(sit_down, checked):
    page = sit_down(KNOCKS, coach="1")
    expect(page.get_by_label("The coach", exact=True)).to_have_count(0)
    for game, value in games_of(KNOCKS):
        if game.view.drawn is not None and "discard" in value:
            page.locator(".group-set button, .group-run button").first.click()
            break
        press(page, value)
    expect(page.get_by_label("The coach", exact=True)).to_contain_text("The coach:")
    checked(page)


def test_the_ace_of_clubs_is_shown_where_it_is_offered(sit_down):
    game = begin("standard", Level.NOVICE, ACE_UP)
    assert str(game.view.top) == "Ac"
    page = sit_down(ACE_UP)
    expect(page.locator(".pile-item img[alt='ace of clubs']")).to_be_visible()
    expect(page.locator(f'button[value="{Kind.TAKE}"] img')).to_be_visible()


def test_a_hand_is_played_without_scripts(sit_down, fits):
    page = sit_down(DEFENDS, script=False, phone=True)
    for _, value in games_of(DEFENDS):
        page.wait_for_load_state("networkidle")  # its style sheets too, on a busy machine
        fits(page)
        with page.expect_navigation():
            if page.get_by_role("button", name="Lay down").count():
                for card in value.split():
                    page.locator(f'#table input[value="{card}"]').check(force=True)
                page.get_by_role("button", name="Lay down").click()
            else:
                page.locator(f'#table button[value="{value}"]').click()
    page.wait_for_load_state("networkidle")
    fits(page)
    expect(page.get_by_role("heading", name=re.compile("They knock with .* win"))).to_be_visible()
    page.get_by_role("button", name="Review this hand").click()
    expect(page).to_have_url(re.compile(r"/review/[\w-]+$"))


def test_the_table_has_room_for_fingers(sit_down):
    page = sit_down(KNOCKS, phone=True)
    for _, value in games_of(KNOCKS):
        assert too_small(page) == []
        press(page, value)
    assert too_small(page) == []


def rows(page: Page, links: str) -> int:
    """In how many rows links stand."""
    return len({link.bounding_box()["y"] for link in page.locator(links).all()})


def test_the_navigation_is_one_row_on_a_phone(running, visit):
    page = visit(running.url, phone=True)
    for path in ("/analyze", "/puzzles", "/train/outs/1200/1"):
        page.goto(running.url + path)
        assert rows(page, ".top-nav a") == 1, path
        assert too_small(page) == []
    assert rows(page, ".train .tabs a") == 1
