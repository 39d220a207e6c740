"""Rules made in the editor, all the way: played, analyzed, recorded, reviewed, and shared.

The moves are those of a greedy player, who looks at the game that the server keeps; all else is
what a person does in a browser.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from sqlalchemy import select
from sqlalchemy.orm import Session

from analyzer.engine.bots import bot_named
from analyzer.engine.general import greedy_move
from analyzer.game.actions import Action, Question
from analyzer.game.rulefields import FIELDS
from analyzer.game.rules import Rules
from analyzer.game.view import seen_by
from analyzer.notation import format_view
from analyzer.notation.records import format_record
from analyzer.practice.games import GameStage, rules_at
from analyzer.practice.play import PLAYER, Game
from analyzer.practice.seat import Seat
from analyzer.service.ports import installed_engine
from analyzer.store._tables import TrainingRow
from analyzer.store.training import GAME, TABLE_GAME
from analyzer.web.state import web_app
from analyzer.web.train import table as traintable
from tests.browser.conftest import shallow
from tests.browser.playing import FINGER, moved_on
from tests.browser.served import ONE_SERVER, House, Served
from tests.browser.test_review import look_at
from tests.sizes import rest_at_night
from tests.web.scripted import settings_in

SETS: list[dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "rule_sets.toml").read_text(encoding="utf-8")
)["sets"]  # fmt: skip
NAMES = [", ".join(one.values()) for one in SETS]
PATIENCE = 60_000
MOST_MOVES = 120
DEALS = {NAMES[0]: 35, NAMES[3]: 1}
"""Short hands that hold much: an offer, cards taken and drawn, and a knock."""


def test_the_sets_change_every_field() -> None:
    assert len(SETS) == 25
    assert {name for one in SETS for name in one} - {"preset"} == set(FIELDS)


@dataclass
class Place:
    """A server with the real engine, at little depth, and the application behind it."""

    url: str
    app: Flask

    @property
    def game(self) -> Game:
        """The only game that is kept."""
        with Session(web_app(self.app).store._engine) as session:
            kinds = TrainingRow.kind.in_([GAME, TABLE_GAME])
            (row,) = session.scalars(select(TrainingRow).where(kinds)).all()
            return Seat.read(row.text).game


@pytest.fixture
def place(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> Iterator[Place]:
    monkeypatch.setattr(traintable, "secrets", House(deal=DEALS.get(name, 5)))
    engine = installed_engine()
    engine.warm_up()
    with served(settings_in(tmp_path / "test.db"), engine=shallow(engine)) as running:
        yield Place(running.url, running.apps[0])


@pytest.mark.slow
@ONE_SERVER
@rest_at_night("name", NAMES, DEALS)
def test_rules_made_in_the_editor_go_all_the_way(
    place: Place, visit: Callable[..., Page], name: str
) -> None:
    made = SETS[NAMES.index(name)]
    page = visit(place.url + "/rules")
    text = make(page, made)
    begin(page)
    game = play(page, place)
    assert all(
        getattr(game.table_rules, field) == getattr(rules_at(text), field) for field in FIELDS
    )
    page.goto(place.url + "/review/record?game=" + game.table_rules.name)
    enter(page, format_record(game.match().hands[0]))
    address = reviewed_and_shared(page)
    other = visit(address)
    expect(other.locator(".report-head")).to_be_visible()
    expect(other.get_by_role("button", name="Share by link")).to_have_count(0)


# ---------------------------------------------------------------- the editor, and the table


def make(page: Page, made: dict[str, str]) -> str:
    """Choose the preset, unfold the fields and change them, and have the rules shown.

    Return the rules as their address has them.
    """
    page.locator("#rules").select_option(made["preset"])
    page.get_by_text("Change the rules", exact=True).click()
    for group in page.locator(".rule-group > summary").all():
        group.click()
    for field, value in made.items():
        if field == "preset":
            continue
        place = page.locator(f"#rules-{field}")
        if FIELDS[field].choices or value in {"yes", "no"}:
            place.select_option(value)
        else:
            place.fill(value)
    page.get_by_role("button", name="Show these rules").click()
    expect(page.locator("#these")).to_be_visible()
    (text,) = parse_qs(urlsplit(page.url).query)["rules"]
    rules = rules_at(text)
    assert all(
        FIELDS[field].read(field, value, getattr(Rules(), field)) == getattr(rules, field)
        for field, value in made.items()
        if field != "preset"
    )
    return text


def begin(page: Page) -> None:
    """Go on to the table from the page of the rules, and have a hand dealt without a coach."""
    page.locator("section[aria-labelledby=these]").get_by_role("link", name="Play").click()
    options = page.locator(".lobby-options")
    if options.count() and options.get_attribute("open") is None:
        options.locator("> summary").click()
    novice = page.get_by_label("Novice")
    if novice.count():
        novice.check()
    page.get_by_label("The coach speaks").select_option("off")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#table, #cut").first).to_be_visible(timeout=PATIENCE)


def play(page: Page, place: Place) -> Game:
    """Play the hand to its end, and analyze the second decision after a draw on the way."""
    drawn = 0
    for _ in range(MOST_MOVES):
        game = place.game
        if game.stage.over:
            break
        if game.stage is GameStage.CUT:
            page.get_by_role("button", name="I deal").click()
            expect(page.locator("#table")).to_be_visible(timeout=PATIENCE)
            continue
        if game.stage is GameStage.DECIDE and game.view.question is Question.DISCARD:
            drawn += 1
            if drawn == 2:
                analyze(page, place, game)
        press(page, game)
    assert game.stage.over and game.results
    total = page.locator(".score-sheet tbody tr").last
    if game.team == 1:
        shown = [int(one.replace("−", "-")) for one in total.locator("td").all_inner_texts()]
        assert shown == list(game.sheet.totals)
    return game


def press(page: Page, game: Game) -> None:
    """What a greedy player does: a button, or a card and what is done with it."""
    before = page.locator("#table input[name=turn]").first.input_value()
    if game.asked:
        page.get_by_role("button", name="Lay down").click()
        moved_on(page, before, PATIENCE)
        return
    move = move_of(game)
    if move.card is None or move.kind == "add":
        page.locator(f'.felt-buttons [value="{move}"]').click()
    else:
        page.locator(f'label.felt-card[data-card="{move.card}"]').click(position=FINGER)
        role = "knock" if move.ends_hand else "discard"
        page.locator(f'.felt-buttons [data-role="{role}"]').click()
    moved_on(page, before, PATIENCE)


def move_of(game: Game) -> Action:
    if game.for_two:
        return Action.of(bot_named("greedy", game.rules).decide(game.view, 1).full)
    return greedy_move(seen_by(game.position, PLAYER))


def analyze(page: Page, place: Place, game: Game) -> None:
    """What the position is worth, from its text, in another tab."""
    tab = page.context.new_page()
    tab.goto(place.url + "/analyze")
    tab.locator("textarea").first.fill(format_view(game.view))
    tab.get_by_role("button", name="Analyze").first.click()
    tab.wait_for_url("**/analyze?p=*", timeout=PATIENCE)
    expect(tab.locator("table.actions tbody tr").first).to_be_visible(timeout=PATIENCE)
    tab.close()


# ---------------------------------------------------------------- the record, and its review


def enter(page: Page, record: str) -> None:
    """Type the whole hand into the recorder's box, and go on to the review."""
    page.locator("#record").fill(record)
    expect(page.locator("#rec-error")).to_be_empty()
    review = page.locator("#rec-review")
    expect(review).to_be_visible(timeout=PATIENCE)
    review.click()
    page.wait_for_url(re.compile(r"/review/[\w-]{8,}$"), timeout=PATIENCE)


def reviewed_and_shared(page: Page) -> str:
    """Wait for the whole review and share it; return its address."""
    expect(page.locator(".report-head")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("more are coming")).to_have_count(0, timeout=PATIENCE)
    look_at(page, "Keep and share")
    page.get_by_role("button", name="Share by link").click()
    link = page.get_by_role("link", name="copy the link")
    expect(link).to_be_visible(timeout=PATIENCE)
    address = link.get_attribute("href")
    assert address is not None
    return address if address.startswith("http") else page.url.split("/review")[0] + address
