"""A game as a player meets it: a hand by keyboard, touch, drag, and without
scripts.

The deals are fixed, and the player plays as a bot does: `games_of` is what is clicked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from analyzer.engine.bots import bot_named
from analyzer.game.actions import Kind
from analyzer.game.cards import CardSet
from analyzer.game.melds import lay_off
from analyzer.game.rules import PRESETS
from analyzer.practice.games import GameStage, Level
from analyzer.practice.play import Game, begin
from analyzer.resources import resource_root
from analyzer.web.state import web_app
from analyzer.web.train import table as traintable
from tests.browser.conftest import HANDHELD, PHONE
from tests.browser.playing import (
    FINGER,
    begin_game,
    card_of,
    click,
    keys,
    moved_on,
    moves_nothing,
    next_dealt,
    press,
    touch,
    watch_shifts,
)
from tests.browser.served import House, Served, dealing
from tests.browser.slow_line import slow_line
from tests.browser.test_first_screen import EVERY_SIZE, below_the_fold
from tests.browser.test_small_screen import too_small
from tests.sizes import rest_at_night
from tests.web.table_hands import value_of

KNOCKS = 45
"""A deal of which the player knocks, with more than one way to."""
DEFENDS = 30
"""A deal in which the opponent knocks, and there is something to lay off in two ways."""
ACE_UP = 64
"""A deal whose upcard is the ace of clubs, the card with the number 0."""


@pytest.fixture(scope="module")
def running(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with dealing(served, tmp_path_factory.mktemp("train"), traintable) as house:
        yield house


@pytest.fixture
def sit_down(running: House, visit: Callable[..., Page]) -> Callable[..., Page]:
    """Begin a game with a deal against the quickest opponent: `sit_down(KNOCKS, phone=True)`."""

    def begun(deal: int, *, coach: str = "off", way: str = "mouse", **options: Any) -> Page:
        running.deal = deal
        page = visit(running.url + "/train", **options)
        begin_game(page, coach, way)
        expect(page.locator("#due")).to_be_visible()
        if options.get("script", True):
            expect(page.locator(".felt[data-ready]")).to_be_visible()  # else Enter sends the form
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
        game = game.play(action.full)
    if game.stage is GameStage.DEFEND:
        yield game, str(laid_off(game))


def laid_off(game: Game) -> CardSet:
    """The cards that are best laid off on the opponent's knock."""
    knock, cards = game.showdown
    return CardSet.from_cards(card for card, _ in lay_off(knock, cards, game.rules).laid_off)


# ---------------------------------------------------------------- the table


def test_a_hand_is_played_to_its_end_and_reviewed(sit_down, sound):
    page, states = sit_down(KNOCKS), list(games_of(KNOCKS))
    sound(page, by_day=False)
    for game, value in states:
        if value == states[-1][1]:
            assert value.startswith("knock")
            expect(page.locator("#due")).to_have_text("Discard a card, or knock?")
            sound(page)
        elif game.view.drawn is not None:
            expect(page.locator(".felt-cell.is-new")).to_have_count(1)
        press(page, value)
        expect(page.locator("#due")).to_be_focused()
    expect(page.locator("#due")).to_have_text(re.compile("You knock with .* win"))
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()
    sound(page, dark=True)
    page.get_by_text("How the hand went").click()
    expect(page.locator(".puzzle-history li").last).to_contain_text("You")
    page.get_by_role("button", name="Review this hand").click()
    expect(page).to_have_url(re.compile(r"/review/[\w-]+$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.nightly
def test_their_knock_is_laid_off_on(sit_down, sound):
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
            sound(page)
            misfit.uncheck(force=True)
        press(page, value)
    expect(page.get_by_text("laid off").first).to_be_visible()
    page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_text("Hand 2,")).to_be_visible()


@rest_at_night("script", [True, False], {True})
def test_the_coach_speaks_before_a_bad_discard_and_it_can_be_taken_back(
    sit_down, sound, script: bool
):
    page, states = sit_down(KNOCKS, coach="1", script=script), games_of(KNOCKS)
    coach = page.get_by_label("The coach", exact=True)
    expect(coach).to_contain_text("Speaks up before")
    for game, value in states:
        if game.view.drawn is not None and "discard" in value:
            break
        (press if script else click)(page, value)
    page.locator(".felt-set input, .felt-run input").first.check(force=True)
    page.locator(".felt-buttons [data-role=discard]").click()
    expect(coach).to_contain_text("better than discarding")
    expect(page.locator(".felt-cell .cost .bar")).to_have_count(11)
    expect(page.locator(".felt-cell.advised")).not_to_have_count(0)
    if script:
        sound(page)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#due")).to_have_text("Discard a card.")
    expect(page.locator(".felt-card input")).to_have_count(11)
    page.locator(".felt-set input, .felt-run input").first.check(force=True)
    page.locator(".felt-buttons [data-role=discard]").click()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".felt .cost")).to_have_count(0)
    expect(page.locator("#due")).not_to_contain_text("Discard")


@pytest.mark.nightly
def test_on_a_phone_the_coach_speaks_where_it_is_seen_and_hides_no_card(sit_down):
    page = sit_down(KNOCKS, coach="1", viewport={"width": 390, "height": 844}, has_touch=True)
    for game, value in games_of(KNOCKS):
        if game.view.drawn is not None and "discard" in value:
            break
        touch(page, value)
    page.locator(".felt-set input, .felt-run input").first.check(force=True)
    page.locator(".felt-buttons [data-role=discard]").tap()
    coach = page.get_by_label("The coach", exact=True)
    expect(coach).to_contain_text("better than discarding")
    expect(coach).to_be_in_viewport(ratio=1)
    hides_nothing(page)


def hides_nothing(page: Page) -> None:
    """The coach's words lie below the opponent's name, and above the piles and the hand."""
    words, name, backs = (
        page.locator(it).bounding_box() for it in (".coach", ".felt-name >> nth=0", ".felt-backs")
    )
    assert words["y"] >= max(it["y"] + it["height"] for it in (name, backs))
    for place in page.locator(".felt-middle .place, .felt-hand .card, .felt-buttons").all():
        assert place.bounding_box()["y"] >= words["y"] + words["height"]


@rest_at_night("size", [PHONE, HANDHELD], [PHONE], ids=str)
def test_on_a_phone_a_hint_is_seen_and_hides_neither_name_nor_card(sit_down, size):
    page = sit_down(KNOCKS, viewport=size, has_touch=True)
    for number, button in enumerate(("Hint", "More", "More"), start=1):
        page.get_by_role("button", name=button, exact=True).tap()
        expect(page.locator(".coach-hints li")).to_have_count(number)
        expect(page.locator("#table[data-swapped]")).to_have_count(0)
        expect(page.get_by_label("The coach", exact=True)).to_be_in_viewport(ratio=1)
        hides_nothing(page)


def test_on_a_small_phone_a_move_leaves_the_page_where_it_is(sit_down):
    page = sit_down(KNOCKS, phone=True)
    for _, value in list(games_of(KNOCKS))[:3]:
        page.locator(".felt-bar").evaluate("bar => bar.scrollIntoView({ block: 'end' })")
        before = page.evaluate("scrollY")
        touch(page, value)
        assert before - 1 <= page.evaluate("scrollY") <= before + 1


@pytest.mark.nightly
@pytest.mark.parametrize("script", [True, False])
def test_while_the_engine_compiles_a_hint_says_so_and_leads_back(stage, visit, script: bool):
    page = visit(stage.at("/train"), script=script)
    begin_game(page, "off")
    expect(page.locator("#due")).to_be_visible()
    ready = [web_app(app).engine_ready for app in stage.running.apps]
    for event in ready:
        event.clear()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("heading", name="Getting ready.")).to_be_visible()
    for event in ready:
        event.set()
    page.wait_for_url("**/train/play*")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".coach-hints li")).to_have_count(1)


@pytest.mark.nightly
def test_the_ace_of_clubs_is_shown_where_it_is_offered(sit_down):
    game = begin("standard", Level.NOVICE, ACE_UP)
    assert str(game.view.top) == "Ac"
    page = sit_down(ACE_UP)
    expect(page.get_by_role("button", name="ace of clubs on the pile")).to_be_visible()
    expect(page.locator(f'button[value="{Kind.TAKE}"] img')).to_be_visible()


def test_a_taken_card_can_be_put_back_until_a_discard(sit_down):
    page = sit_down(ACE_UP)
    page.locator(".place-pile button").click()
    expect(page.locator(".is-new .felt-card")).to_have_attribute("data-card", "Ac")
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator(".place-top")).to_have_attribute("data-card", "Ac")
    expect(page.get_by_role("button", name="Put it back")).to_have_count(0)


@pytest.mark.nightly
def test_a_hand_is_played_without_scripts(sit_down, fits):
    page = sit_down(DEFENDS, script=False, phone=True)
    for _, value in games_of(DEFENDS):
        page.wait_for_load_state("networkidle")  # its style sheets too, on a busy machine
        fits(page)
        click(page, value)
    page.wait_for_load_state("networkidle")
    fits(page)
    expect(page.get_by_role("heading", name=re.compile("They knock with .* win"))).to_be_visible()
    page.get_by_role("button", name="Review this hand").click()
    expect(page).to_have_url(re.compile(r"/review/[\w-]+$"))


@EVERY_SIZE
def test_three_hands_are_played_by_touch_and_nothing_jumps(sit_down, fits, size):
    page = sit_down(DEFENDS, viewport=size, has_touch=True)
    watch_shifts(page)
    for _ in played(page, "touch", DEFENDS, hands=3):
        page.evaluate("scrollTo(0, 0)")
        assert below_the_fold(page) == []
        fits(page)
    moves_nothing(page)


def test_nothing_moves_when_the_rest_comes(sit_down, running):
    page = sit_down(KNOCKS, viewport={"width": 390, "height": 844})
    with slow_line(running.url) as address:
        page.goto(address + "/train/play")
        page.locator(".felt-bar").wait_for()
        watch_shifts(page)
        moves_nothing(page, 0.005)


@pytest.mark.nightly
def test_every_card_shows_room_for_a_finger_in_two_rows_at_most(sit_down):
    page = sit_down(KNOCKS)
    for _, value in games_of(KNOCKS):
        for width in (1280, 1000, 720, 390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            boxes = page.locator(".felt-cell").evaluate_all(
                "cells => cells.map(cell => cell.getBoundingClientRect().toJSON())"
            )
            assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes), width
            assert len({box["y"] for box in boxes}) <= 2, width
        press(page, value)


def test_one_tap_on_a_card_discards_nothing(sit_down):
    page = sit_down(KNOCKS, viewport={"width": 390, "height": 844}, has_touch=True)
    states = list(games_of(KNOCKS))
    touch(page, states[0][1])
    page.evaluate("window.same = true")
    turn = page.locator("#table input[name=turn]").first.input_value()
    for card in page.locator("label.felt-card").all():
        card.tap(position=FINGER)
        card.dblclick(position=FINGER)
        expect(card.locator("input")).to_be_checked()
    page.wait_for_timeout(200)
    assert page.evaluate("window.same")
    expect(page.locator("#table input[name=turn]").first).to_have_value(turn)
    expect(page.locator(".felt-hand .felt-card")).to_have_count(11)
    page.reload()
    expect(page.locator("#table input[name=turn]").first).to_have_value(turn)


def test_a_button_pressed_before_a_card_is_chosen_says_so(sit_down):
    page = sit_down(KNOCKS)
    states = list(games_of(KNOCKS))
    press(page, states[0][1])
    page.locator(".felt-buttons [data-role=discard]").click()
    radio = page.locator("label.felt-card input").first
    assert radio.evaluate("input => input.validationMessage") == "Choose the card to discard first."
    page.locator("label.felt-card").first.click()
    assert all(
        not each.evaluate("input => input.validationMessage")
        for each in page.locator("label.felt-card input").all()
    )


def drag(page: Page, card: str, to: str) -> None:
    """Drag a card of the hand with the mouse."""
    begin_, end = (
        page.locator(it).bounding_box() for it in (f'.felt-card[data-card="{card}"]', to)
    )
    page.mouse.move(begin_["x"] + FINGER["x"], begin_["y"] + FINGER["y"])
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 40, steps=5)
    page.mouse.up()


def test_a_card_is_dragged_to_the_pile_and_within_the_hand(sit_down):
    page, states = sit_down(KNOCKS), list(games_of(KNOCKS))
    press(page, states[0][1])
    held = page.locator(".felt-hand .felt-card")
    cards = [card.get_attribute("data-card") for card in held.all()]
    drag(page, cards[-1], f'.felt-card[data-card="{cards[0]}"]')
    expect(held.first).to_have_attribute("data-card", cards[-1])
    expect(held).to_have_count(11)
    page.reload()
    expect(held.first).to_have_attribute("data-card", cards[-1])
    page.get_by_role("button", name="Sort").click()
    expect(held.first).to_have_attribute("data-card", cards[0])
    expect(page.get_by_role("button", name="Sort")).to_have_count(0)
    at = next(at for at, card in enumerate(held.all()) if card.locator("input").count())
    held.nth(at).locator("input").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(held.nth(at + 1)).to_have_attribute("data-card", cards[at])
    before = page.locator("#table input[name=turn]").first.input_value()
    drag(page, card_of(states[1][1]), ".place-pile .place-card")
    moved_on(page, before)
    expect(page.locator(f'label.felt-card[data-card="{card_of(states[1][1])}"]')).to_have_count(0)


@rest_at_night("motion", ["no-preference", "reduce"], {"no-preference"})
def test_cards_travel_briefly_where_motion_is_wanted(sit_down, motion: str):
    page = sit_down(KNOCKS, reduced_motion=motion)
    page.evaluate(
        """() => { window.travels = []; const animate = Element.prototype.animate;
             Element.prototype.animate = function (frames, how) {
               window.travels.push(how.duration); return animate.call(this, frames, how); };
             window.flown = 0; const made = document.createElement;
             document.createElement = function (what) {
               window.flown += what === "img"; return made.call(this, what); } }"""
    )
    for _, value in list(games_of(KNOCKS))[:4]:
        press(page, value)
    travels, flown = page.evaluate("[window.travels, window.flown]")
    assert bool(travels) == bool(flown) == (motion == "no-preference")
    assert all(duration <= 200 for duration in travels)
    expect(page.locator(".flying")).to_have_count(0)


@pytest.mark.nightly
def test_cards_are_heard_where_that_is_wanted(sit_down):
    page = sit_down(KNOCKS)
    page.evaluate(
        """() => { window.heard = 0; const start = AudioBufferSourceNode.prototype.start;
             AudioBufferSourceNode.prototype.start = function () {
               window.heard += 1; return start.call(this); } }"""
    )
    for sound, (_, value) in zip(("", "on"), games_of(KNOCKS), strict=False):
        page.evaluate("sound => { document.documentElement.dataset.sound = sound; }", sound)
        press(page, value)
        page.wait_for_load_state("networkidle")
        if sound == "on":
            page.wait_for_function("() => window.heard")
        assert page.evaluate("window.heard") == (sound == "on")


def test_there_is_one_card_table(sit_down):
    page = sit_down(KNOCKS)
    expect(page.locator(".felt")).to_have_count(1)
    templates = resource_root() / "templates"
    drawn = [
        it for it in templates.rglob("*.html") if re.search(r'class="felt[ "{]', it.read_text())
    ]
    assert [it.name for it in drawn] == ["table.html"]
    pages = ("train/_table", "puzzles/_puzzle", "review/_replay", "analyze/_felt", "recorder/_side")
    for name in pages:
        assert "card_table(" in (templates / f"{name}.html").read_text(), name


@pytest.mark.nightly
def test_the_table_has_room_for_fingers(sit_down):
    page = sit_down(KNOCKS, phone=True)
    for _, value in games_of(KNOCKS):
        assert too_small(page) == []
        press(page, value)
    assert too_small(page) == []


@pytest.mark.nightly
@pytest.mark.parametrize("way", ["touch", "keyboard", "no scripts"])
def test_a_whole_game_is_played(sit_down, way: str):
    viewport = {"width": 390, "height": 844}
    script, finger = way != "no scripts", way == "touch"
    page = sit_down(KNOCKS, way=way, viewport=viewport, has_touch=finger, script=script)
    if way == "touch":
        watch_shifts(page)
    assert sum(1 for _ in played(page, way, KNOCKS)) > 3
    expect(page.get_by_role("link", name="New game")).to_be_visible()
    if way == "touch":
        moves_nothing(page)


def played(page: Page, way: str, deal: int, hands: int | None = None) -> Iterator[None]:
    """Play a game, or so many hands of it, as a bot does; stop at each state of the table."""
    play = {"touch": touch, "keyboard": keys, "no scripts": click}[way]
    game = begin("standard", Level.NOVICE, deal)
    bot = bot_named("eaai-simple", PRESETS["standard"])
    while game.stage is not GameStage.FINISHED:
        yield
        if game.stage is GameStage.HAND_OVER:
            if hands is not None and len(game.hands) >= hands:
                return
            next_dealt(page, way)
            game = game.next_hand()
        elif game.stage is GameStage.DEFEND:
            off = laid_off(game)
            play(page, str(off))
            game = game.defend(off)
        else:
            action = bot.decide(game.view, 1)
            play(page, value_of(action))
            game = game.play(action.full)
