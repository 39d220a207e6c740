"""Lessons as a player meets them: by keyboard alone, and by touch on a phone."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from analyzer.game.arrangement import pack_cards
from analyzer.practice.lessons.course import Do, Lesson, LessonStep, lessons
from tests.browser.conftest import HANDHELD
from tests.browser.test_small_screen import too_small
from tests.sizes import rest_at_night

LESSONS = [lesson for _, lesson in lessons() if lesson.steps[0].do is not Do.PLAY]
each_lesson = rest_at_night(
    "lesson",
    LESSONS,
    [lesson for lesson in LESSONS if lesson.name == "the-deal"],
    ids=lambda lesson: lesson.name,
)


def cards_of(page: Page, step: LessonStep) -> list[Locator]:
    return [
        page.locator(f'.lesson .felt-card[data-card="{card}"]') for card in pack_cards(step.answer)
    ]


def said(page: Page, step: LessonStep) -> Locator:
    return page.locator(f'.felt-buttons button[value="{step.answer}"]')


def steps_of(page: Page, lesson: Lesson) -> Iterator[LessonStep]:
    """Each step once its page is there: the one before has the same table."""
    for number, step in enumerate(lesson.steps, 1):
        page.wait_for_url(f"**/{lesson.name}?step={number}")
        yield step


def right(page: Page, step: LessonStep) -> None:
    expect(page.locator(".lesson-answer")).to_contain_text("Right.")
    expect(page.get_by_role("link", name="Next")).to_be_focused()


def ready(page: Page) -> None:
    """Wait for the script of the table: before that a key or a tap sends the form."""
    expect(page.locator(".felt[data-ready]").first).to_be_visible()


def by_keyboard(page: Page, step: LessonStep) -> None:
    ready(page)
    if step.do is Do.SAY:
        said(page, step).focus()
        page.keyboard.press("Enter")
        return
    for card in cards_of(page, step):
        card.locator("input").focus()
        page.keyboard.press("Space")
    page.keyboard.press("Enter")


def by_touch(page: Page, step: LessonStep) -> None:
    if step.do is Do.SAY:
        said(page, step).tap()
        return
    for card in cards_of(page, step):
        card.tap(position={"x": 12, "y": 30})
    role = '[data-role="discard"]' if step.do is Do.DISCARD else "[type=submit]"
    page.locator(f".felt-buttons {role}").tap()


@each_lesson
def test_a_lesson_is_done_by_keyboard(visit, sound, lesson: Lesson) -> None:
    page = visit(f"/learn/course/{lesson.name}?step=1")
    for step in steps_of(page, lesson):
        sound(page, by_day=False)
        by_keyboard(page, step)
        right(page, step)
        sound(page, by_day=False)
        page.locator("#next").focus()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keep in mind")).to_be_visible()


@each_lesson
def test_a_lesson_is_done_by_touch(visit, lesson: Lesson) -> None:
    page = visit(f"/learn/course/{lesson.name}?step=1", viewport=HANDHELD, has_touch=True)
    assert too_small(page) == []
    for step in steps_of(page, lesson):
        ready(page)
        by_touch(page, step)
        right(page, step)
        page.get_by_role("link", name="Next").tap()
    expect(page.get_by_role("heading", name="Keep in mind")).to_be_visible()


@each_lesson
def test_a_lesson_is_done_without_scripts(visit, lesson: Lesson) -> None:
    address = f"/learn/course/{lesson.name}?step=1"
    page = visit(address, script=False, viewport=HANDHELD, has_touch=True)
    for step in steps_of(page, lesson):
        by_touch(page, step)
        expect(page.locator(".lesson-answer")).to_contain_text("Right.")
        page.get_by_role("link", name="Next").tap()
    expect(page.get_by_role("heading", name="Keep in mind")).to_be_visible()
