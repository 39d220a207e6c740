"""The coach and the laying down at the table of the other games: by touch, and without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from analyzer.engine.general import greedy_move
from analyzer.game.jokers import best_layouts
from analyzer.game.view import seen_by
from analyzer.practice.games import Level
from analyzer.practice.play import PLAYER, Game, begin
from analyzer.web.train import table as traintable
from tests.browser.playing import FINGER, moved_on
from tests.browser.served import House, Served, dealing
from tests.browser.test_table_games import PATIENCE, move_of, press
from tests.sizes import rest_at_night

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def house(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with dealing(served, tmp_path_factory.mktemp("coached"), traintable) as house:
        yield house


def sit_down(page: Page, house: House, name: str, seed: int, coach: str) -> Game:
    house.deal = seed
    page.goto(house.url + "/train/games")
    page.get_by_label("Game", exact=True).select_option(name)
    page.get_by_label("Play to").select_option("50")
    page.get_by_label("The coach speaks").select_option(coach)
    page.locator(".begin-form .button-main").click()
    expect(page.locator("#due")).to_be_visible(timeout=PATIENCE)
    return begin(name, Level.QUICK, seed, 50)


def go_on(page: Page, game: Game, *, finger: bool) -> Game:
    """A greedy player's move."""
    button, card = move_of(game)
    press(page, button, card, finger=finger)
    return game.play(button if card is None else f"{button} {card}")


def answer(page: Page, place: str, *, finger: bool) -> None:
    button = page.get_by_role("button", name=place, exact=True)
    button.tap() if finger else button.click()


def a_costly_card(game: Game) -> str:
    """A card of a meld, or the cheapest where there is none: to discard it is a mistake here."""
    view = seen_by(game.position, PLAYER)
    left = view.hand.remove(view.best_discard(view.hand)[1])
    melds = best_layouts(left, view.rules)[0].melds
    return str(min(melds[0].cards if melds else left, key=view.rules.value))


def coached(page: Page, house: House, *, finger: bool) -> None:
    """Three degrees of a hint; a costly discard that waits, is taken back, and is played on."""
    game = sit_down(page, house, "three-hand", 3, "off")
    expect(page.get_by_text("Hand 1, to 50")).to_be_visible()
    while str(game.position.question) != "discard":
        game = go_on(page, game, finger=finger)
    page.locator("#coach-set").select_option("1")
    answer(page, "Set", finger=finger)
    expect(page.get_by_text("Speaks up before a play")).to_be_visible(timeout=PATIENCE)
    hints = page.locator(".coach-hints li")
    for number, place in enumerate(("Hint", "More", "More"), start=1):
        answer(page, place, finger=finger)
        expect(hints).to_have_count(number, timeout=PATIENCE)
    expect(page.get_by_role("button", name="More", exact=True)).to_have_count(0)
    card = a_costly_card(game)
    for place in ("Take it back", "Play on"):
        face = page.locator(f'label.felt-card[data-card="{card}"]')
        discard = page.locator(".felt-buttons [data-role=discard]")
        face.tap(position=FINGER) if finger else face.click(position=FINGER)
        discard.tap() if finger else discard.click()
        expect(page.get_by_text("points better")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_role("link", name="Look at that decision")).to_be_visible()
        answer(page, place, finger=finger)
        expect(page.get_by_role("button", name="Play on")).to_have_count(0, timeout=PATIENCE)
    turn = page.locator("#table input[name=turn]").first
    expect(turn).to_have_value(str(game.play(f"discard {card}").turn), timeout=PATIENCE)


def defended(page: Page, house: House, *, finger: bool) -> None:
    """A knock that is answered by choice: a card too few, and what the coach says then."""
    game = sit_down(page, house, "teams of 2", 1, "off")
    while not game.position.over:
        game = go_on(page, game, finger=finger)
    expect(page.locator("#due")).to_contain_text("What do you lay off?", timeout=PATIENCE)
    page.locator("#coach-set").select_option("1")
    answer(page, "Set", finger=finger)
    expect(page.get_by_text("Speaks up before a play")).to_be_visible(timeout=PATIENCE)
    before = page.locator("#table input[name=turn]").first.input_value()
    for card in ("5d", "4d"):
        face = page.locator(f'label.felt-card[data-card="{card}"]')
        face.tap(position=FINGER) if finger else face.click(position=FINGER)
    answer(page, "Lay down", finger=finger)
    moved_on(page, before, PATIENCE)
    expect(page.get_by_text("The best was to lay off")).to_be_visible()
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()


def laid_down(page: Page, house: House, *, finger: bool) -> None:
    """A knock laid down in another way than the usual one."""
    game = sit_down(page, house, "two-jokers", 5, "off")
    while greedy_move(seen_by(game.position, PLAYER)).kind != "knock":
        game = go_on(page, game, finger=finger)
    summary = page.get_by_text("Choose how to lay it down")
    summary.tap() if finger else summary.click()
    ways = page.locator(".answer-spread")
    assert ways.count() > 1
    before = page.locator("#table input[name=turn]").first.input_value()
    ways.last.tap() if finger else ways.last.click()
    moved_on(page, before, PATIENCE)
    expect(page.locator("#due")).to_contain_text("You knock")


@pytest.mark.slow
@rest_at_night("what", [coached, defended, laid_down], [laid_down])
def test_by_touch_on_a_phone(
    house: House, visit: Callable[..., Page], what: Callable[..., None], sound: Callable[..., None]
) -> None:
    page = visit(house.url + "/train/table", viewport=PHONE, has_touch=True)
    what(page, house, finger=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    sound(page, dark=True)


@pytest.mark.nightly
@pytest.mark.parametrize("what", [coached, defended, laid_down])
def test_without_scripts(
    house: House, visit: Callable[..., Page], what: Callable[..., None]
) -> None:
    page = visit(house.url + "/train/table", script=False)
    what(page, house, finger=False)
