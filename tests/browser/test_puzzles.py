"""Puzzles as a player meets them: a week of days, the archive, a hint, sharing, another browser."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from analyzer.notation.numbers import long_date
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk, PuzzleKind
from analyzer.web.puzzles.question import question_of
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.served import Served
from tests.clock import NOW, Clock
from tests.sizes import more_at_night, rest_at_night
from tests.web.puzzle_samples import book, first_of
from tests.web.scripted import Script, settings_in

BY_DAY = {PuzzleKind.ARRANGEMENT}
"""Kinds whose pages are looked through in the ordinary run: they are built in different ways."""


@dataclass
class Table:
    """A server with its clock, and pages whose clock is the same."""

    url: str
    clock: Clock
    script: Script
    new_context: Callable[..., Any]

    def visit(self, path: str = "/puzzles", **options: Any) -> Page:
        """A page of a new browser, at the server's moment."""
        context = self.new_context(**{"timezone_id": "UTC", **options})
        page = context.new_page()
        if options.get("java_script_enabled", True):
            page.clock.set_fixed_time(self.clock.now)
        page.goto(self.url + path)
        return page

    def turn(self, page: Page, now: datetime) -> None:
        """Let it be another moment, for the server and a page.

        The page has run its scripts before: one that runs later sees another day than the
        server wrote, and asks for the page again while the test does.
        """
        page.wait_for_load_state()
        self.clock.now = now
        page.clock.set_fixed_time(now)


@pytest.fixture(scope="module")
def running(
    served: Served, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Clock, Script]]:
    clock, script, folder = Clock(), Script(), tmp_path_factory.mktemp("puzzles")
    settings = settings_in(folder / "test.db", reviews=0)
    with served(settings, engine=script.engine(), book=book(clock)) as server:
        yield server.url, clock, script


@pytest.fixture
def table(running: tuple[str, Clock, Script], new_context: Callable[..., Any]) -> Table:
    url, clock, script = running
    clock.now, script.held = NOW, False
    return Table(url, clock, script, new_context)


def answer(page: Page, puzzle: Puzzle, *, right: bool = True) -> None:
    """Give the answers of a puzzle by keyboard, step by step, and see the solution."""
    for at, step in enumerate(puzzle.steps, start=1):
        if len(puzzle.steps) > 1:
            expect(page.locator("#asks")).to_contain_text(f"Step {at} of")
        if page.url.endswith("#puzzle"):  # which takes the focus, some time after it is shown
            expect(page.locator("#puzzle")).to_be_focused()
        chosen = step.best if right else step.tempting
        if step.ask in {PuzzleAsk.LAY_OFF, PuzzleAsk.ARRANGEMENT}:
            option = next(one for one in step.options if one.answer == chosen)
            arrange(page, option.off if step.ask is PuzzleAsk.LAY_OFF else option.melds)
        else:
            choices = page.locator(f'#puzzle [name="answer"][value="{chosen}"]')
            choices.last.focus()
            if choices.last.get_attribute("type") == "radio":
                page.keyboard.press("Space")
        page.keyboard.press("Enter")
    if not right and len(puzzle.steps) == 1:
        expect(page.locator("#asks")).to_have_text(re.compile("Not this one|Nearly"))
        page.get_by_role("link", name="Show the answer").press("Enter")
    expect(page.locator(".puzzle-verdict #asks")).to_be_visible()


def arrange(page: Page, cards: tuple[str, ...]) -> None:
    """Choose the cards of a layout on the table: those laid off, or those of the melds."""
    page.get_by_role("button", name="Lay down", exact=True).focus()  # there may be none to choose
    for card in " ".join(cards).split():
        page.locator(f'#puzzle [name="cards"][value="{card}"]').focus()
        page.keyboard.press("Space")


def day_of(kind: PuzzleKind) -> datetime:
    """A moment on whose day a puzzle of a kind is set."""
    days = (NOW + timedelta(days=day) for day in range(-13, 3))
    return next(day for day in days if table_puzzle(day.date()).kind is kind)


@rest_at_night("kind", [PuzzleKind.DISCARD, PuzzleKind.DRAW], {PuzzleKind.DRAW})
def test_two_taps_answer_the_puzzle_of_the_first_page(table, kind: PuzzleKind):
    table.clock.now = day_of(kind)
    page = table.visit("/", viewport={"width": 390, "height": 844}, has_touch=True)
    best = table_puzzle(table.clock.now.date()).steps[0].best
    choice = page.locator(f'#puzzle [name="answer"][value="{best}"]').last
    if kind is PuzzleKind.DISCARD:
        page.locator(f'#puzzle .felt-card:has([value="{best}"])').tap(position={"x": 20, "y": 40})
        choice = page.locator("#puzzle .felt-buttons [data-role=discard]")
    choice.tap()
    expect(page.locator("#puzzle .puzzle-verdict #asks")).to_have_text("Right.")


def test_on_a_phone_a_layout_hides_none_of_the_hand_and_asks_before_it_tells(table):
    table.clock.now = day_of(PuzzleKind.ARRANGEMENT)
    page = table.visit(viewport={"width": 390, "height": 844}, has_touch=True)
    cards = page.locator("#puzzle .felt-hand .felt-card").all()
    last = max(card.bounding_box()["y"] + card.bounding_box()["height"] for card in cards)
    assert page.locator("#puzzle .felt-bar").bounding_box()["y"] >= last
    asked, told = (
        page.locator(f"#puzzle {it}").bounding_box()["y"] for it in ("#asks", ".felt-said")
    )
    assert asked < told


def test_on_a_phone_the_dealer_is_told_beside_a_score(table):
    table.clock.now = day_of(PuzzleKind.SCORE)
    page = table.visit(viewport={"width": 390, "height": 844}, has_touch=True)
    name = page.locator("#puzzle .felt-across .felt-name")
    name.evaluate(
        """it => it.querySelector('.felt-deals') || it.insertAdjacentHTML('beforeend',
             '<span class="felt-deals">dealer</span>')"""
    )
    deals, backs = (
        page.locator(f"#puzzle .felt-across {it}") for it in (".felt-deals", ".felt-backs")
    )
    box, cards = deals.bounding_box(), backs.bounding_box()
    assert box["x"] + box["width"] <= cards["x"]


@more_at_night("days", 3, 7)
def test_a_week_of_days(table, days: int):
    page = table.visit()
    for day in range(15 - days, 15):
        moment = NOW + timedelta(days=day - 14)
        table.turn(page, moment)
        page.goto(table.url + "/puzzles")
        expect(page.get_by_role("heading", level=1)).to_have_text(long_date(moment.date()))
        puzzle = table_puzzle(moment.date())
        answer(page, puzzle, right=day % 2 == 0)
        expect(page.locator("#asks")).to_be_focused()
        expect(page.get_by_role("heading", name="Share without spoilers")).to_be_visible()
    page.goto(table.url + "/puzzles")
    expect(page.locator(".streak")).to_contain_text(f"{days} days running.")
    page.get_by_role("link", name="Mine").click()
    expect(page.get_by_role("heading", name=re.compile(r"Rating \d+ ±\d+"))).to_be_visible()
    expect(
        page.get_by_role("img", name=re.compile(f"Your rating over {days} puzzles"))
    ).to_be_visible()
    page.get_by_role("button", name="Hide the streak everywhere").click()
    expect(page.get_by_text(f"{days} days running.")).to_have_count(0)
    page.get_by_role("button", name="Show the streak").click()
    expect(page.get_by_text(f"{days} days running.")).to_be_visible()


def table_puzzle(day: date) -> Puzzle:
    found = book(Clock(NOW + timedelta(days=30))).on(day)
    assert found is not None
    return found


def test_the_archive_leads_to_a_day_and_keeps_its_mark(table):
    page = table.visit("/puzzles/archive")
    page.get_by_role("link", name="Wednesday, January 7, 2026, not tried").click()
    answer(page, table_puzzle(date(2026, 1, 7)), right=False)
    expect(page.locator("#asks")).to_have_text("Not this one.")
    page.get_by_role("link", name="Archive").click()
    page.get_by_role("link", name="Wednesday, January 7, 2026, not solved").click()
    expect(page.locator("#asks")).to_have_text("Not this one.")
    page.get_by_role("link", name="Today").click()
    expect(page.get_by_text("running")).to_have_count(0)
    page.get_by_role("link", name="Mine").click()
    expect(page.get_by_text("None is due. The next comes tomorrow")).to_be_visible()
    page.get_by_text("Later: 1 puzzle").click()
    expect(page.locator("#again ~ details a")).to_have_text("Which card to discard")
    expect(page.locator("#again ~ details li")).to_contain_text("tomorrow")


def test_mistakes_come_again_when_they_are_due(table, sound):
    page, puzzles = table.visit(), [table_puzzle(date(2026, 1, day)) for day in (7, 8)]
    for puzzle in puzzles:
        page.goto(table.url + f"/puzzles/{puzzle.id}")
        answer(page, puzzle, right=False)
        expect(page.get_by_text("It comes back tomorrow.")).to_be_visible()
    page.get_by_role("link", name="My mistakes").click()
    expect(page.get_by_text("None is due.")).to_be_visible()
    table.turn(page, NOW + timedelta(days=1))
    page.reload()
    expect(page.get_by_text("2 puzzles are due.")).to_be_visible()
    sound(page)
    page.get_by_role("link", name="Begin").click()
    for left in (1, 0):
        expect(page.get_by_text("You have tried this one before")).to_be_visible()
        shown = next(one for one in puzzles if one.id in page.url)
        answer(page, shown)
        expect(page.locator("#asks")).to_have_text("Right.")
        expect(page.get_by_text("This was not your first try")).to_be_visible()
        expect(page.get_by_text("It comes back in 2 days.")).to_be_visible()
        if left:
            page.get_by_role("link", name="The next mistake, 1 due").click()
    expect(page.get_by_role("link", name="Another puzzle")).to_be_visible()
    page.get_by_role("link", name="My mistakes").click()
    expect(page.get_by_text("None is due. The next comes in 2 days")).to_be_visible()


@pytest.mark.nightly
def test_a_later_try_may_have_a_hint(table):
    puzzle = table_puzzle(date(2026, 1, 7))
    page = table.visit(f"/puzzles/{puzzle.id}")
    answer(page, puzzle, right=False)
    page.get_by_role("link", name="Try it again").click()
    expect(page.get_by_text("With a hint it comes back sooner.")).to_be_visible()
    page.get_by_role("button", name="A hint").click()
    expect(page.get_by_text("Hint.", exact=True)).to_be_visible()
    answer(page, puzzle)
    expect(page.get_by_text("This was not your first try")).to_be_visible()


@rest_at_night("script", [True, False], {True})
def test_an_answered_puzzle_is_searched_again_in_place(table, sound, script: bool):
    puzzle = first_of(PuzzleKind.DISCARD)
    page = table.visit(f"/puzzles/{puzzle.id}", java_script_enabled=script)
    expect(page.get_by_role("button", name="Think deeper")).to_have_count(0)
    answer(page, puzzle, right=False)
    page.get_by_role("button", name="Think deeper").click()
    expect(page.locator(".deeper-verdict")).to_be_visible()
    expect(page.locator(".deeper-table thead")).to_contain_text("Certified")
    expect(page).to_have_url(re.compile(r"deeper=0\.[0-9]+"))
    if script:
        expect(page.get_by_role("button", name="Search again, on another seed")).to_be_focused()
        sound(page)
    page.reload()
    expect(page.locator(".deeper-verdict")).to_be_visible()
    expect(page.locator("#asks")).to_have_text("Not this one.")


@pytest.mark.nightly
@pytest.mark.parametrize("scripts", [True, False])
def test_the_reasons_come_once_the_engine_is_compiled(
    served: Served, new_context, tmp_path: Path, scripts: bool
):
    warm, clock, script = threading.Event(), Clock(), Script()
    engine = replace(script.engine(), warm_up=warm.wait)
    settings = settings_in(tmp_path / "test.db", reviews=0)
    puzzle = first_of(PuzzleKind.DRAW)
    with served(settings, engine=engine, book=book(clock)) as server:
        table = Table(server.url, clock, script, new_context)
        page = table.visit(f"/puzzles/{puzzle.id}", java_script_enabled=scripts)
        try:
            page.locator(f'button.felt-button[value="{puzzle.steps[0].best}"]').click()
            expect(page.get_by_role("heading", name="Right.")).to_be_visible()
            expect(page.get_by_text("compiles itself once")).to_be_visible()
            if scripts:
                expect(page.locator("#asks")).to_be_focused()
        finally:
            warm.set()
        expect(page.get_by_text("compiles itself once")).to_be_hidden()
        expect(page.locator("#step-1")).to_be_visible()
        if scripts:
            expect(page.locator("#asks")).to_be_focused()


def test_without_scripts_a_search_is_looked_at_again_where_one_reads(table):
    puzzle, table.script.held = first_of(PuzzleKind.DISCARD), True
    page = table.visit(f"/puzzles/{puzzle.id}", java_script_enabled=False, viewport=PHONE)
    answer(page, puzzle, right=False)
    page.get_by_role("button", name="Think deeper").click()
    expect(page.get_by_role("button", name="Stop")).to_be_in_viewport()
    table.script.step(3)
    newest = page.get_by_role("link", name="Show the newest numbers")
    expect(page.locator(".deeper-verdict").or_(newest).first).to_be_in_viewport()
    if newest.count():  # it was looked at between two of the three
        newest.click()
    expect(page.locator(".deeper-verdict")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


@pytest.mark.parametrize(
    ("zone", "hour", "day"),
    [
        ("Pacific/Kiritimati", 12, 15),
        pytest.param("Pacific/Honolulu", 5, 13, marks=pytest.mark.nightly),
        pytest.param("UTC", 12, 14, marks=pytest.mark.nightly),
        pytest.param("Asia/Kolkata", 19, 15, marks=pytest.mark.nightly),
    ],
)  # fmt: skip
def test_the_browsers_own_date_decides(table, zone: str, hour: int, day: int):
    table.clock.now = NOW.replace(hour=hour)
    page = table.visit(timezone_id=zone)
    expect(page.get_by_role("heading", level=1)).to_have_text(long_date(date(2026, 1, day)))
    answer(page, table_puzzle(date(2026, 1, day)))
    page.goto(table.url + "/puzzles")
    expect(page.get_by_text("1 day running.")).to_be_visible()


@pytest.mark.nightly
def test_a_clock_that_is_wrong_does_no_harm(table):
    page = table.visit()
    page.clock.set_fixed_time(datetime(2031, 1, 1))
    page.goto(table.url + "/puzzles")
    expect(page).to_have_url(re.compile("today=2031-01-01"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Wednesday, January 14, 2026")


@pytest.mark.nightly
def test_it_all_works_without_scripts(table):
    page = table.visit(java_script_enabled=False)
    page.get_by_role("link", name="It is Thursday, January 15, 2026 here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursday, January 15, 2026")
    puzzle = table_puzzle(date(2026, 1, 15))
    assert len(puzzle.steps) > 1
    page.get_by_role("button", name="A hint").click()
    expect(page.get_by_text("Hint.", exact=True)).to_be_visible()
    answer(page, puzzle)
    expect(page.locator("#asks")).to_have_text(f"All {len(puzzle.steps)} steps right.")
    expect(page.get_by_text("Not rated: you asked for a hint.")).to_be_visible()
    page.get_by_text("Is this answer wrong?").click()
    page.get_by_label("What is wrong with it").fill("Nothing.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your answer is saved.")).to_be_visible()
    page.get_by_role("link", name="Find").click()
    page.get_by_label("Kind").select_option("discard")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="1 puzzle")).to_be_visible()
    page.get_by_role("link", name="One near my rating").click()
    expect(page.locator("#puzzle .felt")).to_be_visible()


@pytest.mark.nightly
def test_the_text_to_share_is_copied(table):
    page = table.visit(permissions=["clipboard-read", "clipboard-write"])
    answer(page, table_puzzle(NOW.date()))
    page.get_by_role("button", name="Copy as words").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    words = page.evaluate("navigator.clipboard.readText()")
    assert re.match(r"The gin rummy puzzle of Wednesday, .+, (easy|medium|(very )?hard): I", words)
    page.get_by_text("Feed and picture").click()
    expect(page.locator(".day-picture")).to_be_visible()
    width = page.locator(".day-picture").evaluate(
        "image => image.decode().then(() => image.naturalWidth)"
    )
    assert width == 1200


def test_progress_goes_to_another_browser(table, tmp_path: Path):
    page = table.visit()
    answer(page, table_puzzle(NOW.date()))
    page.get_by_role("link", name="Mine").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save my progress").click()
    path = tmp_path / "progress.json"
    waiting.value.save_as(path)
    other = table.visit("/puzzles/mine")
    expect(other.get_by_text("No puzzle tried yet.")).to_be_visible()
    other.get_by_label("A file you saved here").set_input_files(path)
    other.get_by_role("button", name="Load it").click()
    expect(other.get_by_text("1 try loaded.")).to_be_visible()
    expect(other.get_by_text("1 day running.")).to_be_visible()


@rest_at_night("kind", PuzzleKind, BY_DAY)
def test_a_puzzle_is_accessible_and_fits(table, sound, kind: PuzzleKind):
    puzzle = first_of(kind)
    page = table.visit(f"/puzzles/{puzzle.id}")
    for summary in page.locator("main summary").all():
        summary.click()
    sound(page, by_day=kind in {PuzzleKind.DISCARD, PuzzleKind.SEQUENCE})
    answer(page, puzzle, right=kind in {PuzzleKind.DISCARD, PuzzleKind.LAY_OFF})
    for summary in page.locator("main summary").all():
        if not summary.evaluate("summary => summary.parentElement.open"):
            summary.click()
    sound(page, dark=kind is PuzzleKind.DISCARD)


@pytest.mark.nightly
def test_the_pages_around_are_accessible_and_fit(table, sound):
    page = table.visit()
    answer(page, table_puzzle(NOW.date()), right=False)
    page.goto(table.url + f"/puzzles/{first_of(PuzzleKind.DISCARD).id}")
    answer(page, first_of(PuzzleKind.DISCARD))
    for path in ("/puzzles", "/puzzles/archive", "/puzzles/find", "/puzzles/mine"):
        page.goto(table.url + path)
        sound(page, by_day=path in {"/puzzles/archive", "/puzzles/mine"})


@rest_at_night("size", [PHONE, DESKTOP], [PHONE], ids=str)
def test_the_answers_can_be_tapped(table, size: dict[str, int]):
    page = table.visit(f"/puzzles/{first_of(PuzzleKind.DISCARD).id}", viewport=size)
    cards = page.locator(".felt-cell:has(input)")
    for card in cards.all():
        box = card.bounding_box()
        assert box is not None and box["width"] >= 44 and box["height"] >= 44
    assert cards.count() == 11
    cards.first.locator("label").click(position={"x": 22, "y": 40})
    expect(cards.first.locator("input")).to_be_checked()
    expect(page.locator(".puzzle-verdict")).to_have_count(0)
    page.locator(".felt-buttons [data-role=discard]").click()
    page.get_by_role("link", name="Show the answer").click()
    expect(page.locator(".puzzle-verdict")).to_be_visible()
    expect(page.locator(".felt-cell .cost .bar")).to_have_count(11)
    expect(page.locator(".felt-cell.advised")).to_have_count(1)


@pytest.mark.nightly
def test_a_long_pile_wraps_inside_its_panel(table):
    longest = max(book().puzzles.values(), key=pile_of)
    page = table.visit(f"/puzzles/{longest.id}", viewport=PHONE)
    page.get_by_text(f"Pile · {pile_of(longest)}").click()
    row = page.locator(".fan-small").first
    begins = row.locator(".card").evaluate_all(
        """cards => cards.map(card => card.getBoundingClientRect())
             .filter((box, at, all) => at === 0 || box.top > all[at - 1].top)
             .map(box => Math.round(box.left))"""
    )
    box = row.bounding_box()
    assert box is not None
    assert len(begins) > 1, "a pile that does not wrap shows nothing"
    assert set(begins) == {round(box["x"])}


def pile_of(puzzle: Puzzle) -> int:
    """How many cards lie on the pile of its first question."""
    return len(question_of(puzzle.steps[0])["felt"].pile)
