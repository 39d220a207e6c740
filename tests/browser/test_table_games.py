"""Whole matches of the other games at the table, to their score sheet, on a phone and on a desk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from analyzer.engine.general import greedy_move
from analyzer.game.cards import NO_CARDS
from analyzer.game.view import seen_by
from analyzer.notation.numbers import points
from analyzer.notation.records import format_record
from analyzer.practice.games import GAMES, GameStage, Level
from analyzer.practice.play import PLAYER, Game, begin
from analyzer.web.train import table as traintable
from tests.browser.playing import FINGER, moved_on
from tests.browser.served import House, Served, dealing
from tests.unit.test_other_clear import CLEAR
from tests.web.test_other_analysis import played_out

SHORT = {"mahjong": 36, "three-hand": 160, "four-hand": 128, "teams of 2": 23, "two-jokers": 31}
"""Games, each with the seed of a match that is soon over."""
PATIENCE = 60_000


@pytest.fixture(scope="module")
def house(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with dealing(served, tmp_path_factory.mktemp("others"), traintable) as house:
        yield house


def move_of(game: Game) -> tuple[str, str | None]:
    """What a greedy player presses, and the card that is chosen for it."""
    move = greedy_move(seen_by(game.position, PLAYER))
    if move.card is None or move.kind == "add":
        return str(move), None
    return ("knock" if move.ends_hand else "discard"), str(move.card)


def press(page: Page, button: str, card: str | None, *, finger: bool) -> None:
    """Choose the card, if there is one to choose, and press the button."""
    before = page.locator("#table input[name=turn]").first.input_value()
    place = page.locator(f'.felt-buttons [{"value" if card is None else "data-role"}="{button}"]')
    if card is not None:
        face = page.locator(f'label.felt-card[data-card="{card}"]')
        face.tap(position=FINGER) if finger else face.click(position=FINGER)
    place.tap() if finger else place.click()
    moved_on(page, before, PATIENCE)


def sheet_of(game: Game) -> list[str]:
    """The last line of the sheet: what each has in all."""
    if game.team > 1:
        return [str(amount) for amount in game.sheet.lines()[-1].amounts]
    return [points(amount, 0) for amount in game.sheet.totals]


def play_through(page: Page, house: House, name: str, *, finger: bool) -> Game:
    """A match from its first deal to its end, each state of the page checked by the game's own."""
    house.deal = SHORT[name]
    page.goto(house.url + "/train/games")
    page.get_by_label("Game", exact=True).select_option(name)
    page.get_by_label("The coach speaks").select_option("off")
    page.get_by_role("button", name="Deal").click()
    game = begin(name, Level.QUICK, house.deal)
    while game.stage is not GameStage.FINISHED:
        turn = page.locator("#table input[name=turn]").first
        expect(turn).to_have_value(str(game.turn), timeout=PATIENCE)
        if game.stage.over:
            before = page.locator("#table input[name=turn]").first.input_value()
            page.get_by_role("button", name="Next hand").click()
            moved_on(page, before, PATIENCE)
            game = game.next_hand()
            continue
        if game.asked:
            before = page.locator("#table input[name=turn]").first.input_value()
            page.get_by_role("button", name="Lay down").click()
            moved_on(page, before, PATIENCE)
            game = game.defend(NO_CARDS)
            continue
        button, card = move_of(game)
        press(page, button, card, finger=finger)
        game = game.play(button if card is None else f"{button} {card}")
    return game


@pytest.mark.nightly
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", SHORT)
def test_a_whole_match_is_played_to_its_score_sheet(
    house: House, visit: Callable[..., Page], name: str, width: int
) -> None:
    phone = width < 700
    viewport = {"width": width, "height": 844 if phone else 900}
    page = visit(house.url + "/train/table", viewport=viewport, has_touch=phone)
    game = play_through(page, house, name, finger=phone)
    assert name in GAMES and len(game.hands) > 1
    total = page.locator(".score-sheet tbody tr").last
    expect(total).to_contain_text("Total")
    assert total.locator("td").all_inner_texts() == sheet_of(game)
    expect(page.get_by_role("link", name="New game")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.nightly
def test_an_answer_and_a_review_are_accessible_and_fit(house, visit, sound) -> None:
    page = visit(house.url + "/analyze")
    text, _ = CLEAR["the joker is up, and it turns either of my pairs into a meld"]
    page.locator("textarea").first.fill(text)
    page.get_by_role("button", name="Analyze").first.click()
    expect(page).to_have_url(re.compile(r"/analyze\?p=g1\."), timeout=PATIENCE)
    sound(page, dark=True)
    page.goto(house.url + "/review")
    page.get_by_label("A hand or a match").fill(format_record(played_out("one-joker", 7)))
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_text("more are coming")).to_have_count(0, timeout=PATIENCE)
    page.get_by_text("All decisions").click()
    sound(page, dark=True)
    at = page.url
    page.keyboard.press("ArrowRight")
    expect(page).not_to_have_url(at, timeout=PATIENCE)
