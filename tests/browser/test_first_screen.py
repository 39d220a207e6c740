"""At every size the hand and what can be done with it lie in the first screen, and stay there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from analyzer.game.cards import Card
from analyzer.notation.records import parse_match
from analyzer.practice.games import GameStage
from analyzer.practice.lessons.course import lessons
from analyzer.practice.puzzles.pack import shipped
from analyzer.practice.seat import Seat
from analyzer.review import ReviewSettings
from analyzer.store.training import GAME
from analyzer.web.review.samples import example
from analyzer.web.state import web_app
from tests.browser.conftest import PHONE, Stage
from tests.browser.playing import begin_game, moves_nothing, watch_shifts
from tests.browser.test_course import by_keyboard
from tests.sizes import rest_at_night
from tests.unit.test_cli_review import RECORD
from tests.web.train_samples import game_at

SIZES = [
    PHONE,
    {"width": 375, "height": 667},
    {"width": 390, "height": 664},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 1280, "height": 900},
]
EVERY_SIZE = rest_at_night("size", SIZES, [SIZES[4]], ids=str)

FEW = ReviewSettings(worlds=256, luck_worlds=64)

ENDS = 5
"""Knocks that are answered, and hands that are over, by their deals."""

WHOLE = ".felt-hand .felt-card, .felt-buttons .felt-button:not([hidden])"
BELOW = """all => [all.length, all.map(it => [it, it.getBoundingClientRect()])
  .filter(([it, box]) => box.top < 0 || box.bottom > innerHeight + 0.5)
  .map(([it, box]) => `${it.textContent.trim() || it.dataset.card} ${box.bottom}`)]"""


def below_the_fold(page: Page, what: str = WHOLE) -> list[str]:
    """Those of some parts that do not lie in the first screen."""
    count, below = page.locator(what).evaluate_all(BELOW)
    assert count
    return list(below)


def way_on(page: Page) -> Locator:
    """The button after the last move of a hand: lay down against a knock, or the next hand."""
    return page.get_by_role("button", name=re.compile("^(Lay down|Next hand)$"))


@EVERY_SIZE
def test_a_game_fits_the_window(stage, visit: Callable[..., Page], size: dict[str, int]) -> None:
    page = visit(stage.at("/train"), viewport=size)
    begin_game(page, "off")
    expect(page.locator("#due")).to_be_visible()
    for _ in range(6):
        expect(page.locator("#table[data-swapped]")).to_have_count(0)
        page.evaluate("scrollTo(0, 0)")
        assert below_the_fold(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        turn = page.locator("#table input[name=turn]").first
        before = turn.input_value()
        if page.locator("label.felt-card").count():
            page.locator("label.felt-card").last.click(position={"x": 20, "y": 40})
            page.locator(".felt-buttons [data-role=discard]").click()
        else:
            move = page.locator(".felt-buttons button[name=action]")
            (move.first if move.count() else way_on(page)).click()
        expect(turn).not_to_have_value(before)


@EVERY_SIZE
def test_every_way_a_hand_ends_fits_the_window(
    stage: Stage, visit: Callable[..., Page], size: dict[str, int]
) -> None:
    page = visit(stage.at("/train"), viewport=size)
    begin_game(page, "off")
    expect(page.locator("#due")).to_be_visible()
    app = stage.running.apps[0]
    (signed,) = (it["value"] for it in page.context.cookies() if it["name"].endswith("ginsight"))
    signer = app.session_interface.get_signing_serializer(app)
    owner = signer.loads(signed)["visitor"]
    for asked, seed in product((GameStage.DEFEND, GameStage.HAND_OVER), range(ENDS)):
        seat = Seat(game_at(asked, seed))
        web_app(app).store.training.change(owner, GAME, lambda _, text=seat.text: text)
        page.goto(stage.at("/train/play"))
        expect(page.locator("#due")).to_be_visible()
        assert below_the_fold(page) == [], (asked, seed)


@EVERY_SIZE
def test_the_opponents_and_the_deal_fit_the_window(
    visit: Callable[..., Page], size: dict[str, int]
) -> None:
    page = visit("/train", viewport=size)
    assert below_the_fold(page, ".level, .begin-form > .actions-line .button") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.get_by_label("Vera").check()
    page.keyboard.press("Enter")
    expect(page.locator("#due")).to_be_visible()
    expect(page.locator(".felt-across .felt-name")).to_contain_text("Vera")


@EVERY_SIZE
@pytest.mark.parametrize("path", ["/", "/learn/course/sets-and-runs?step=2", "/puzzles"])
def test_a_question_fits_the_window(
    visit: Callable[..., Page], size: dict[str, int], path: str
) -> None:
    page = visit(path, viewport=size)
    assert below_the_fold(page) == []


PUZZLES = "adr2mgvxp3", "pgywwl45j4", "b3zz3jzgyl"
"""About a discard."""


@EVERY_SIZE
def test_the_answer_of_a_puzzle_lies_where_it_was_asked(
    visit: Callable[..., Page], size: dict[str, int]
) -> None:
    page = visit("/puzzles", viewport=size)
    watch_shifts(page)
    for ident in PUZZLES:
        step = shipped()[ident].steps[0]
        best, worst = (Card.of(it.split()[1]) for it in (step.best, step.options[-1].answer))
        page.goto(f"/puzzles/{ident}")
        page.locator(f"label.felt-card[data-card='{worst}']").click(position={"x": 20, "y": 40})
        page.locator(".felt-buttons [data-role=discard]").click()
        expect(page.locator("#asks")).to_have_text("Not this one.")
        assert below_the_fold(page, f"{WHOLE}, #asks") == []
        page.get_by_role("link", name="Show the answer").click()
        expect(page.locator(".felt-said")).to_contain_text(f"Best: discard {best.symbol}.")
        assert below_the_fold(page, f"{WHOLE}, #asks, .felt-said") == []
    moves_nothing(page)


LESSONS = ["sets-and-runs", "the-deal", "deadwood", "laying-off", "breaking-pairs", "three-players"]


@EVERY_SIZE
@rest_at_night("lesson", LESSONS, LESSONS[1:2])
def test_a_lesson_moves_nothing_and_each_question_fits(
    visit: Callable[..., Page], size: dict[str, int], lesson: str
) -> None:
    page = visit("/learn", viewport=size)
    watch_shifts(page)
    steps = next(it.steps for _, it in lessons() if it.name == lesson)
    for number, step in enumerate(steps, start=1):
        page.goto(f"/learn/course/{lesson}?step={number}")
        expect(page.locator(".felt[data-ready]").first).to_be_visible()
        assert below_the_fold(page) == [], number
        by_keyboard(page, step)
        expect(page.locator(".lesson-answer")).to_contain_text("Right.")
    moves_nothing(page)


ANSWERED = "AQBoAEBgcBgAKYi6EAAAZA", "AYCDEBiAhMIFSYEElWVhSLYoSA", "AYDIDQQSAAGF-cEEqWpXSzpmZORU"
"""Questions about a discard, a knock and a draw; the first words about the last two are long."""


@EVERY_SIZE
def test_an_answer_fits_the_window_and_moves_nothing_when_it_comes(
    visit: Callable[..., Page], size: dict[str, int]
) -> None:
    page = visit("/settings", viewport=size)
    watch_shifts(page)
    for position in ANSWERED:
        page.goto(f"/analyze?p={position}")
        expect(page.locator("#result:not([aria-busy]) #verdict")).to_contain_text(".")
        assert below_the_fold(page, f"{WHOLE}, #verdict, .verdict > .detail") == []
    moves_nothing(page)


COVERED = """all => all.map(it => [it, it.getBoundingClientRect()])
    .filter(([it, box]) => {
        const top = document.elementFromPoint(box.x + box.width * 0.9, box.y + box.height / 2)
        return box.top > 0 && box.bottom < innerHeight && !it.contains(top)
    }).map(([it, box]) => `${it.textContent.trim()} ${box.top}`)"""
"""Those of some buttons in the window over which something else lies."""


@pytest.mark.parametrize("address", ["/analyze", f"/analyze?p={ANSWERED[0]}"])
@pytest.mark.parametrize("size", [SIZES[2], {"width": 430, "height": 932}], ids=str)
def test_the_foot_of_the_page_can_be_scrolled_clear_of_what_stays(
    visit: Callable[..., Page], address: str, size: dict[str, int]
) -> None:
    page = visit(address, viewport=size)
    expect(page.locator("#result:not([aria-busy]) #verdict, .board-empty").first).to_be_attached()
    page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    assert page.locator(".foot a").evaluate_all(COVERED) == []


REVIEWED = (example("match"), (1,)), (RECORD, (1, 2))
"""Records, and from whose side they are looked back on."""


@EVERY_SIZE
def test_a_review_fits_the_window(
    stage: Stage, visit: Callable[..., Page], size: dict[str, int]
) -> None:
    """At every step the hand, what was played and the steps lie there, and the steps lie still."""
    reviews = web_app(stage.running.apps[0]).reviews
    for text, seats in REVIEWED:
        job = reviews.submit("somebody", parse_match(text), FEW)
        while job.running:
            job = reviews.wait(job.id, job.version, 1) or job
        reviews.share(job.id, True)
        page = visit(stage.at(f"/review/{job.id}"), viewport=size)
        for seat in seats:
            page.goto(stage.at(f"/review/{job.id}?seat={seat}"))
            page.goto(stage.at(page.locator("#step-first").get_attribute("href") or ""))
            watch_shifts(page)
            assert len({*tops_of_the_steps(page, size)}) == 1
            moves_nothing(page)


AT_A_STEP = """() => {
  scrollTo(0, 0);
  return [
    document.querySelector(".replay-place [role=status]").innerText,
    document.documentElement.scrollWidth,
    Math.round(document.querySelector(".replay-steps").offsetTop),
    !document.getElementById("step-after"),
  ];
}"""
"""From the head of the page: the place, how wide all is, where the steps lie, and if it ends."""


def tops_of_the_steps(page: Page, size: dict[str, int]) -> Iterator[int]:
    """Where the steps of a review lie, from its first moment to the last, all of which fit."""
    place, captioned = page.locator(".replay-place [role=status]"), size["width"] < 1100
    after = page.locator("#step-after")
    while True:
        before, width, top, last = page.evaluate(AT_A_STEP)
        expect(page.locator(".felt-caption")).to_be_visible(visible=captioned)
        cards = ".felt-hand .felt-card, .felt-laid .card"
        seen = f"{cards}, .replay-steps > .button" + (", .felt-caption" if captioned else "")
        assert below_the_fold(page, seen) == [], before
        assert width <= size["width"]
        yield top
        if last:
            return
        after.click()
        expect(place).not_to_have_text(before)


UNCOVERED = """cell => {
  const middle = () => (({x, y, width, height}) => [x + width / 2, y + height / 2])(
    cell.getBoundingClientRect());
  const free = () => cell.contains(document.elementFromPoint(...middle()));
  cell.scrollIntoViewIfNeeded();
  if (!free()) cell.scrollIntoView({block: "center", behavior: "instant"});
  return free() ? middle() : null;
}"""
"""The middle of a cell once it is in the window, where nothing lies over it."""

PLACED = """async card => {
  const cell = name => document.getElementById(`cell-${name}`), until = performance.now() + 20000;
  while (cell(card)?.dataset.place !== "mine" && performance.now() < until)
    await new Promise(requestAnimationFrame);
  return [cell(card)?.dataset.place, cell("Jh").getBoundingClientRect().top + scrollY];
}"""
"""The place that a tapped card is given in the end, and where on the page a card lies."""


def tap(page: Page, card: str) -> float:
    """Press a card to tap as `click` does, at half the work; where on the page one lies then."""
    at = page.locator(f"#cell-{card}").evaluate(UNCOVERED)
    assert at, f"{card} is covered"
    page.mouse.click(*at)
    placed, top = page.evaluate(PLACED, card)
    assert placed == "mine", card
    return float(top)


@EVERY_SIZE
def test_cards_that_are_tapped_move_nothing(
    visit: Callable[..., Page], size: dict[str, int]
) -> None:
    page = visit("/analyze", viewport=size)
    hand = ["9h", "9d", "9s", "4c", "5c", "6c", "Kd", "Qs", "2h", "3d", "Ts"]
    cell = page.locator("#cell-Jh")
    before = cell.evaluate("cell => cell.getBoundingClientRect().top + scrollY")
    watch_shifts(page)
    for suits in ("cdhs", "dhsc", "hscd"):
        dealt = [card[0] + suits["cdhs".index(card[1])] for card in hand]
        for count, card in enumerate(dealt, start=1):
            assert tap(page, card) == before, count
            if size["width"] < 660:
                strip = ".board-empty .felt-hand, .entry-actions .button-main"
                assert below_the_fold(page, strip) == []
        moves_nothing(page)
        page.locator(".entry-actions .button-main").click()
        expect(page.locator("#result:not([aria-busy]) .why-not-said")).to_be_visible()
        watch_shifts(page)
        for felt_card in page.locator(".board label.felt-card").all()[::4]:
            felt_card.click(position={"x": 15, "y": 40})
            against = f"[data-against='{felt_card.get_attribute('data-card')}']"
            expect(page.locator(f".why-not-said, {against}").first).to_be_visible()
        moves_nothing(page)
        page.goto("/analyze")
        watch_shifts(page)


def test_a_tapped_card_is_answered_and_nothing_moves(visit: Callable[..., Page]) -> None:
    page = visit("/analyze", viewport={"width": 390, "height": 844}, has_touch=True)
    page.get_by_label("Paste or type").fill("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s\npile: Kh 9c")
    page.locator(".entry-actions").get_by_role("button", name="Analyze").tap()
    expect(page.locator("#result:not([aria-busy]) .why-not-said")).to_contain_text("Why not Q♦?")
    card = page.locator("label.felt-card[data-card='2c']")
    before = card.bounding_box()
    card.tap(position={"x": 15, "y": 40})
    expect(page.locator(".why-not-said")).to_contain_text("Why not 2♣?")
    expect(page.locator(".why-not-said")).to_contain_text("It costs")
    after = card.bounding_box()
    assert before is not None and after is not None
    assert (before["x"], before["width"]) == (after["x"], after["width"])


@EVERY_SIZE
def test_a_storm_fits_the_window(visit: Callable[..., Page], size: dict[str, int]) -> None:
    page = visit("/puzzles/run", viewport=size)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#asks")).to_be_visible()
    assert below_the_fold(page) == []


def test_what_they_did_last_covers_no_card_of_theirs(visit: Callable[..., Page]) -> None:
    page = visit("/puzzles/day/2026-11-29", viewport=SIZES[4])
    last, backs = page.locator(".felt-last span").first, page.locator(".felt-backs").first
    said, held = last.bounding_box(), backs.bounding_box()
    assert said and held and page.locator(".felt-known").count()
    assert said["x"] + said["width"] <= held["x"]


def test_no_name_lies_over_the_cards_of_another(visit: Callable[..., Page]) -> None:
    page = visit("/learn/course/three-players?step=2", viewport=SIZES[4])
    names, backs = (page.locator(f".felt-seats {it}").all() for it in (".felt-name", ".felt-backs"))
    assert len(names) == len(backs) == 2
    for name, cards in product((it.bounding_box() for it in names), backs):
        held = cards.bounding_box()
        assert name and held
        beside = name["x"] + name["width"] <= held["x"] or held["x"] + held["width"] <= name["x"]
        assert beside or name["y"] + name["height"] <= held["y"]
