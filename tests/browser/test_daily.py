"""The deal of the day as two visitors play it against the real opponent, each in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from analyzer.engine.bots import bot_named
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.practice.daily import (
    BOT,
    RULES,
    DayDeal,
    dealt_on,
    engines_line,
    points_of,
    seal_of,
    seed_of,
)
from analyzer.practice.games import GameStage
from analyzer.practice.play import PLAYER, Game
from tests.browser.playing import click, press
from tests.browser.served import Served
from tests.web.scripted import Script, settings_in
from tests.web.table_hands import value_of

DAY = date(2026, 3, 2)
SECRET = "a secret of the deals of a month"


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Callable[[date], None]:
    """Say which day it is."""

    def set_to(day: date) -> None:
        monkeypatch.setattr("analyzer.web.train.daily.asked_today", lambda: day)

    set_to(DAY)
    return set_to


@pytest.fixture
def running(served: Served, tmp_path: Path) -> Iterator[str]:
    """The address of a server with a worker of its own."""
    settings = settings_in(tmp_path / "test.db", secret_key=SECRET, reviews=1)
    with served(settings, engine=Script().engine()) as server:
        yield server.url


def played(page: Page, game: Game, bot: str, play: Callable[[Page, str], None]) -> Game:
    """Play the hand on a page as a bot does."""
    player = bot_named(bot, game.rules)
    while game.stage is not GameStage.FINISHED:
        if game.stage is GameStage.DEFEND:
            play(page, "")
            game = game.defend(NO_CARDS)
            continue
        action = player.decide(game.view, 1)
        play(page, value_of(action))
        game = game.play(action.full)
    return game


def hand_on(page: Page) -> CardSet:
    cards = page.locator(".felt-hand [data-card]").all()
    return CardSet.of(" ".join(card.get_attribute("data-card") or "" for card in cards))


@pytest.mark.nightly
def test_two_browsers_play_the_same_day_and_its_hash_fits(running: str, visit, today) -> None:
    address = f"{running}/train/daily"
    pages = [visit(address), visit(address, script=False)]
    sealed = {re.findall(r"<code>([0-9a-f]{64})</code>", page.content())[1] for page in pages}
    seed = seed_of(SECRET, DAY)
    dealt = dealt_on(DayDeal(DAY, RULES, BOT, "", seal_of(seed)), seed)
    for page in pages:
        assert seed not in page.content()
        page.get_by_role("button", name="Deal").click()
        expect(page.locator("#table")).to_be_visible()
        assert hand_on(page) == dealt.position.hands[PLAYER]
    ways = (("eaai-simple", press), ("engine:64", click))
    for page, (bot, play) in zip(pages, ways, strict=True):
        over = played(page, dealt, bot, play)
        page.goto(address)
        row = page.get_by_role("row", name="The engine in your seat")
        expect(row.get_by_role("cell").first).to_have_text(re.compile(_points(engines_line(dealt))))
        mine = page.get_by_role("row", name=re.compile("^You "))
        expect(mine.get_by_role("cell").first).to_have_text(re.compile(_points(over)))
    assert "2 have played so far" in pages[1].content()
    today(DAY + timedelta(1))
    pages[0].goto(address)
    shown = re.findall(r"<code>([0-9a-f]{32})</code>", pages[0].content())
    assert {sha256(text.encode()).hexdigest() for text in shown} == sealed == {seal_of(seed)}


def _points(game: Game) -> str:
    return f"{abs(points_of(game))}$"
