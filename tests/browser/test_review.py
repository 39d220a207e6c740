"""Reviews as a player meets them: paste, watch, read, filter, try again, keep."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from analyzer.game.cards import DECK
from analyzer.notation.records import decisions, parse_match
from analyzer.practice.games import levels_of
from analyzer.review.coach import Theme
from analyzer.web.review.leaks import DRILLS
from analyzer.web.review.pages import example
from tests.browser.conftest import PHONE
from tests.sizes import rest_at_night
from tests.unit.test_cli_review import RECORD


def given(page: Page, text: str) -> Page:
    """A record pasted and sent, at little depth."""
    page.get_by_label("A hand or a match").fill(text)
    page.get_by_label("Depth").select_option("quick")
    page.get_by_role("button", name="Review it").click()
    return page


def finished(page: Page) -> Page:
    """The page once its report is there."""
    expect(page.get_by_role("radio", name="Decisions")).to_be_visible(timeout=90_000)
    return page


def look_at(page: Page, part: str) -> None:
    """Choose what is seen under the table: that part, and no other."""
    page.get_by_role("radio", name=part).check()
    expect(page.locator(".look:visible")).to_have_count(1)
    expect(page.locator(f".look-{part.partition(' ')[0].lower()}")).to_be_visible()


@pytest.fixture
def reviewed(visit):
    """The page of a finished review, opened as `visit` does."""

    def opened(text: str = RECORD, **options) -> Page:
        return finished(given(visit("/review", **options), text))

    return opened


def test_an_example_is_reviewed_and_the_report_comes_by_itself(visit):
    page = visit("/review")
    page.get_by_role("heading", name="One hand, both known").click()
    expect(page.get_by_label("A hand or a match")).to_have_value(example("hand"))
    page.get_by_label("Depth").select_option("quick")
    page.get_by_role("button", name="Review it").click()
    expect(page.locator("#verdict, #entries")).to_be_visible()
    finished(page)
    expect(page.get_by_role("heading", name="Bob won 30", exact=False)).to_have_count(0)
    expect(page.get_by_role("heading", name="Ann lost 30 by a knock")).to_be_visible()
    assert page.locator("#stream").get_attribute("sse-connect") is None


@pytest.mark.nightly
def test_a_file_is_uploaded(visit, tmp_path: Path):
    path = tmp_path / "hand.txt"
    path.write_text(RECORD, encoding="utf-8")
    page = visit("/review")
    page.get_by_label("Or a file").set_input_files(path)
    page.get_by_label("Depth").select_option("quick")
    page.get_by_role("button", name="Review it").click()
    finished(page)
    expect(page.get_by_role("heading", name="Ann won 63 by a knock")).to_be_visible()


def test_a_slip_is_underlined_and_cured_with_a_click(visit, complaints):
    complaints.expect("status of 422")
    page = given(visit("/review"), RECORD.replace("Th Jh Ad", "1Oh Jh Ad"))
    expect(page.locator("#entry-error mark")).to_have_text("1Oh")
    assert "1Oh Jh" in page.get_by_label("A hand or a match").input_value()
    page.get_by_role("button", name="Use Th").click()
    expect(page.locator("#entry-error")).to_be_empty()
    assert "Th Jh Ad" in page.get_by_label("A hand or a match").input_value()


def test_filters_change_what_is_shown_and_the_address(reviewed):
    page = reviewed()
    look_at(page, "Decisions")
    cards = page.locator(".entries .entry-card")
    errors = cards.count()
    page.get_by_label("Class").select_option("all")
    expect(page).to_have_url(re.compile("grade=all"))
    expect(cards).not_to_have_count(errors)
    page.locator("#filter-seat").select_option("2")
    expect(page).to_have_url(re.compile("seat=2"))
    expect(cards.first).to_contain_text("Bob")
    address = page.url
    page.goto(address)
    expect(page.locator("#filter-seat")).to_have_value("2")
    expect(page.locator("#filter-seat")).to_be_visible()


@pytest.mark.nightly
def test_keys_go_from_error_to_error(reviewed):
    page = reviewed()
    look_at(page, "Decisions")
    page.get_by_role("button", name="Show", exact=True).focus()
    page.keyboard.press("n")
    first = page.evaluate("document.activeElement.id")
    assert first == page.locator(".entries .entry-card").first.get_attribute("id")
    expect(page.locator(f"#{first} .felt .card").first).to_be_visible()
    if page.locator(f"#{first} [data-step=after]").count():
        page.keyboard.press("n")
        assert page.evaluate("document.activeElement.id") != first
        page.keyboard.press("p")
        assert page.evaluate("document.activeElement.id") == first


@pytest.mark.nightly
def test_a_mark_on_the_line_lays_its_decision_on_the_table(reviewed):
    page = reviewed()
    page.evaluate("window.same = true")
    link = page.locator(".line-narrow a").first
    link.locator(".line-mark").click()
    expect(page).to_have_url(re.compile(link.get_attribute("href").partition("?")[2]))
    assert page.evaluate("window.same")
    page.goto(f"{page.url.split('?')[0]}?at=0#e0")
    expect(page.locator("#e0 .entry-table")).to_have_attribute("open", "")
    expect(page.locator("#e0")).to_be_visible()


def try_it(page: Page) -> None:
    """Answer a question of the retry by keyboard, with the first card or button; see the answer."""
    page.locator("form.felt input[type=radio], form.felt .felt-button[name=try]").first.focus()
    if page.locator("form.felt input[type=radio]").count():
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    solution = page.get_by_role("link", name="Show the answer")
    expect(page.locator("#verdict").or_(solution)).to_be_visible()
    if solution.count():  # a first wrong try
        expect(page.get_by_text("Better:")).to_have_count(0)
        solution.press("Enter")
    expect(page.locator("#verdict")).to_be_visible()


def test_mistakes_are_tried_again_by_keyboard(reviewed):
    page = reviewed()
    page.get_by_role("link", name="Retry the mistakes").click()
    expect(page.get_by_role("heading", name="What do you play?")).to_be_visible()
    try_it(page)
    expect(page.locator("#verdict")).to_have_text(re.compile("Right|Not this one"))
    expect(page.get_by_text("Better:")).to_be_visible()
    while page.get_by_role("link", name="Next error").count():
        page.get_by_role("link", name="Next error").click()
        try_it(page)
    page.get_by_role("link", name="How it went").click()
    expect(page.get_by_role("heading", name="All errors tried")).to_be_visible()


@pytest.mark.nightly
def test_a_lay_off_is_tried_again_by_keyboard(reviewed, sound):
    page = reviewed()
    page.get_by_role("link", name="Bob", exact=True).click()
    page.get_by_role("link", name="Retry the mistakes").click()
    expect(page.locator("form.felt")).to_be_visible()
    while page.get_by_role("heading", name="What do you play?").count():  # his discards come first
        try_it(page)
        page.get_by_role("link", name="Next error").click()
        expect(page.locator("form.felt")).to_be_visible()
    expect(page.get_by_role("heading", name="What do you lay off?")).to_be_visible()
    page.get_by_role("checkbox", name="king of hearts").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("fits none of their melds.")
    expect(page.get_by_role("checkbox", name="king of hearts")).to_be_checked()
    sound(page)
    page.get_by_role("checkbox", name="king of hearts").focus()
    page.keyboard.press("Space")
    for name in ("jack of hearts", "ten of hearts", "eight of clubs"):
        page.get_by_role("checkbox", name=name).focus()
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text("Right.")


@pytest.mark.nightly
def test_it_all_works_without_scripts(visit):
    page = finished(given(visit("/review", script=False), RECORD))
    expect(page.locator(".look:visible")).to_have_count(1)
    look_at(page, "Decisions")
    page.get_by_label("Class").select_option("all")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("grade=all"))
    page.locator(".entries").get_by_text("Why", exact=True).first.click()
    expect(page.locator(".entries .counter-line").first).to_be_visible()
    look_at(page, "Keep and share")
    expect(page.get_by_role("link", name="Everything in one file")).to_be_visible()
    step_on(page)
    page.get_by_role("link", name="Retry the mistakes").click()
    try_it(page)


def step_on(page: Page, *, finger: bool = False) -> None:
    """Go to the first decision, and from there by its links to the next of another turn."""
    page.goto(f"{page.url.partition('?')[0]}?step=0")
    place = page.locator(".replay-place [role=status]")
    after = page.locator("#step-after")
    number = 1
    expect(place).to_contain_text("Decision 1 of")
    while True:
        before = place.inner_text()
        after.tap() if finger else after.click()
        expect(place).not_to_have_text(before)
        expect(page.locator("#replay .felt")).to_have_count(1)
        if not place.inner_text().startswith("Decision"):
            break
        number += 1
        expect(place).to_contain_text(f"Decision {number} of")
    expect(place).to_have_text(f"Bob’s turn, after decision {number}")
    after.tap() if finger else after.click()
    expect(place).to_contain_text(f"Decision {number + 1} of")


def test_a_match_is_stepped_through_with_arrow_keys(reviewed, sound):
    page = reviewed(example("match"))
    place, here = page.locator(".replay-place [role=status]"), page.locator("circle.line-here")
    count, theirs = int(place.inner_text().rpartition(" ")[2]), 0
    decision, lying = page.locator("#now .entry-place"), tables_of(example("match"), seat=0)
    assert len(lying) == count
    page.goto(f"{page.url}?step=0")
    expect(place).to_have_text(f"Decision 1 of {count}")
    for number, (hand, cards, top) in enumerate(lying, start=1):
        if number > 1:
            left, before = here.last.get_attribute("cx"), f"Decision {number - 1} of {count}"
            page.keyboard.press("ArrowRight")
            expect(place).not_to_have_text(before)
            if not place.inner_text().startswith("Decision"):
                expect(place).to_have_text(f"Bob’s turn, after decision {number - 1}")
                expect(page.locator("#replay .felt")).to_have_count(1)
                expect(page.locator("#replay .their-turn .entry-place")).to_contain_text("Bob")
                expect(here.last).to_have_attribute("cx", left)
                theirs += 1
                page.keyboard.press("ArrowRight")
            expect(place).to_have_text(f"Decision {number} of {count}")
            expect(here.last).not_to_have_attribute("cx", left)
        expect(page.locator("#replay .felt")).to_have_count(1)
        expect(page.locator("#replay .entry-card")).to_have_count(1)
        assert decision.inner_text().partition(",")[0] == f"Hand {hand}"
        if top == "a knock":
            assert laid_down(page) == cards
        else:
            on_it = on_the_table(page)
            assert (on_it["hand"], on_it["pile"]) == (cards, top), number
    assert {hand for hand, _, _ in lying} == {1, 2, 3}
    records = parse_match(example("match")).hands
    assert theirs == sum(turn.player == 1 for record in records for turn in record.turns)
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(f"Bob’s turn, after decision {count - 1}")
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(f"Decision {count - 1} of {count}")
    page.keyboard.press("p")
    expect(page.locator("#now")).not_to_have_attribute("data-grade", "best")
    page.get_by_role("link", name="Show their hand").click()
    expect(page.get_by_role("link", name="Hide their hand")).to_be_visible()
    expect(page.locator("#replay .felt-across img[src*=back]")).to_have_count(0)
    sound(page)


def tables_of(text: str, seat: int) -> list[tuple[int, list[str], str | None]]:
    """The decisions of a player by the record itself: which hand, the cards held, the top card.

    Where a knock is answered, it is that which lies there.
    """
    found: list[tuple[int, list[str], str | None]] = []
    for number, record in enumerate(parse_match(text).hands, start=1):
        for one in decisions(record, seat):
            top = None if one.view.top is None else str(one.view.top)
            found.append((number, sorted(map(str, one.view.hand)), top))
        if record.knocker == 1 - seat:
            left = one.view.hand.remove(one.action.card)
            found.append((number, sorted(map(str, left)), "a knock"))
    return found


def laid_down(page: Page) -> list[str]:
    """The cards that the defender laid down, beside the knock."""
    names = {card.name: str(card) for card in DECK}
    shown = page.locator("#replay .felt-laid .held").nth(1).get_by_role("img")
    said = shown.evaluate_all("all => all.map(it => it.alt)")
    return sorted(names[each.partition(",")[0]] for each in said)


ON_THE_TABLE = """felt => {
  const texts = parts => [...felt.querySelectorAll(parts)].map(it => it.innerText);
  return {
    hand: [...felt.querySelectorAll(".felt-hand .felt-card")].map(it => it.dataset.card).sort(),
    pile: felt.querySelector(".place-top")?.dataset.card ?? null,
    left: texts(".place-name"),
    scores: texts(".felt-score"),
  };
}"""


def on_the_table(page: Page) -> dict[str, Any]:
    """What lies on a table: the hand, pile and stock, whoever sits across it."""
    felt = page.locator(".felt").first
    expect(felt.locator(".felt-hand")).to_be_visible()
    return dict(felt.evaluate(ON_THE_TABLE))


@pytest.mark.nightly
def test_a_decision_is_played_on_against_every_opponent(reviewed):
    page = reviewed(example("match"), viewport={"width": 390, "height": 844}, has_touch=True)
    step_on(page, finger=True)
    page.get_by_role("link", name="Bob", exact=True).tap()
    page.wait_for_url("**seat=2**")
    address = f"{page.url.partition('?')[0]}?step=30"
    page.goto(address)
    asked = on_the_table(page)
    assert asked["scores"] != ["0", "0"]
    levels = page.locator(".play-on option").all()
    names = {level.get_attribute("value"): level.inner_text() for level in levels}
    assert set(names) == set(levels_of("standard"))
    for value, name in names.items():
        page.goto(address)
        page.get_by_label("Against").select_option(value)
        page.get_by_role("button", name="Play on from here").tap()
        expect(page.locator(".felt-across .felt-name b")).to_have_text(name.partition(" (")[0])
        assert on_the_table(page) == asked, name


def test_a_review_is_shared_and_deleted(reviewed, visit, complaints):
    complaints.expect("status of 404")
    page = reviewed()
    look_at(page, "Keep and share")
    address = page.url
    other = visit(address)
    expect(other.get_by_role("heading", level=1)).to_have_text("There is no such page.")
    page.get_by_role("button", name="Share by link").click()
    other.reload()
    expect(other.get_by_role("heading", name="Ann won 63 by a knock")).to_be_visible()
    page.get_by_text("Delete this review").click()
    page.get_by_role("button", name="Delete it permanently").click()
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page.")


def test_a_review_is_accessible_and_fits(reviewed, sound):
    page = reviewed()
    for part, folded in (
        ("Summary", ".summary summary, .timeline summary"),
        ("Keep and share", ".keep summary"),
        ("Decisions", "#e3 summary"),
    ):
        look_at(page, part)
        if part == "Decisions":
            page.get_by_label("Class").select_option("all")
            expect(page).to_have_url(re.compile("grade=all"))
        for summary in page.locator(folded).all():
            if not summary.evaluate("summary => summary.parentElement.open"):
                summary.click()
        sound(page, by_day=part != "Keep and share")
    page.goto(f"{page.url.partition('?')[0]}?seat=1&turn=1-4")
    expect(page.locator(".their-turn")).to_be_visible()
    sound(page)


@pytest.mark.nightly
def test_the_pages_around_it_are_accessible(reviewed, sound):
    page = reviewed()
    report = page.url
    page.get_by_role("link", name="Retry the mistakes").click()
    expect(page.locator("form.felt")).to_be_visible()
    for step in ("asked", "tried", "leaks", "start"):
        if step == "tried":
            try_it(page)
        elif step != "asked":
            page.goto({"leaks": "/review/leaks", "start": "/review"}[step])
        sound(page, by_day=step in {"tried", "leaks"})
    expect(page.get_by_role("link", name="Ann and Bob, a hand").first).to_be_visible()
    assert "/review/" in report


@rest_at_night("script", [True, False], {False})
def test_the_file_opens_offline(reviewed, new_context, tmp_path: Path, sound, fits, script: bool):
    page = reviewed()
    look_at(page, "Keep and share")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Everything in one file").click()
    path = tmp_path / "review.html"
    waiting.value.save_as(path)
    context = new_context(offline=True, java_script_enabled=script, viewport=PHONE)
    asked: list[str] = []
    file = context.new_page()
    file.on("request", lambda request: asked.append(request.url))
    file.goto(path.as_uri())
    expect(file.get_by_role("heading", name="Ann won 63 by a knock")).to_be_visible()
    assert asked == [path.as_uri()]
    fits(file)
    if not script:
        assert file.locator(".entry-card").count() == 9
        return
    shown = file.locator(".entry-card:visible").count()
    file.get_by_label("Class").select_option("All")
    assert file.locator(".entry-card:visible").count() == 9 > shown
    file.keyboard.press("n")
    expect(file.locator(".entry-card:focus")).to_have_count(1)
    sound(file)


@pytest.mark.nightly
def test_a_drill_of_what_cost_most_is_a_click_away(reviewed):
    page = reviewed()
    address, line = page.url.partition("?")[0], page.locator("#practice")
    for seat in (1, 2):
        page.goto(f"{address}?seat={seat}")
        theme = Theme(re.search(r"cost most: (.*)\. Practice", line.inner_text())[1])
        line.get_by_role("link", name=re.compile("^(Puzzles|Drill): ")).first.click()
        of_theme = rf"/puzzles/\w+\?theme={theme.slug}$"
        drill = rf"/train/{DRILLS[theme]}/\d+/\d+" if theme in DRILLS else of_theme
        expect(page).to_have_url(re.compile(f"({of_theme}|{drill})"))
        expect(page.locator("main form").first).to_be_visible()
    page.goto(address)  # and over all reviews, each theme with its own
    page.get_by_role("link", name="Where your points go, and what to practice").click()
    page.get_by_role("link", name=re.compile("^Drill: ")).first.click()
    expect(page).to_have_url(re.compile(r"/train/[\w-]+/\d+/\d+"))


def test_a_replay_plays_itself_until_somebody_steps(reviewed, complaints):
    page = reviewed()
    said = page.locator(".replay-place [role=status]")
    page.locator("#step-first").click()
    expect(said).to_have_text("Decision 1 of 5")
    page.clock.install()
    page.locator("#step-play").click()
    expect(page.locator("#step-play")).to_have_text("Pause")
    page.clock.run_for(3_100)
    expect(said).to_have_text("Bob’s turn, after decision 1")
    page.clock.run_for(3_100)
    expect(said).to_have_text("Decision 2 of 5")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step-play")).to_have_text("Play")
    page.clock.run_for(10_000)
    expect(said).to_have_text("Bob’s turn, after decision 1")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{page.url.partition('?')[0]}?play=1")
    expect(page.locator("#step-play")).to_have_text("Play")
    expect(said).to_have_text("Decision 1 of 5")
