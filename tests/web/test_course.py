"""The course without scripts: every lesson opened, worked through and finished; a first game."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from analyzer.game.actions import Kind, Question
from analyzer.game.arrangement import pack_cards
from analyzer.game.melds import best_arrangements, lay_off, melds_through
from analyzer.practice.games import GameStage
from analyzer.practice.lessons.claims import holds
from analyzer.practice.lessons.course import Chapter, Do, Lesson, LessonStep, course, lessons
from analyzer.practice.seat import Seat
from analyzer.resources import resource_root
from analyzer.web.learn.tips import measured_tips
from tests.web.conftest import browser
from tests.web.table_hands import value_of
from tests.web.test_train_pages import seat_in

LESSONS = [lesson for _, lesson in lessons()]


def text_of(response: TestResponse) -> str:
    """A page's words with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.text).split())


def forms_of(page: str) -> list[dict[str, list[str]]]:
    """What each form of a page can send: its values by name."""
    found = []
    for form in re.findall(r"<form.*?</form>", page, re.S):
        sent: dict[str, list[str]] = {}
        for tag in re.findall(r"<(?:input|button)[^>]*>", form):
            name, value = (re.search(rf' {key}="([^"]*)"', tag) for key in ("name", "value"))
            if name and value:
                sent.setdefault(name[1], []).append(value[1].replace("&#39;", "'"))
        found.append(sent)
    return found


def answered(client: FlaskClient, lesson: Lesson, number: int, step: LessonStep) -> TestResponse:
    """Answer a step by what its form offers, as a browser without scripts would."""
    url = f"/learn/course/{lesson.name}"
    page = client.get(f"{url}?step={number}")
    assert page.status_code == 200
    assert step.why not in text_of(page), "the reason comes after the answer"
    form = next(form for form in forms_of(page.text) if "cards" in form or "answer" in form)
    assert form["step"] == [str(number)]
    if step.do is Do.SAY:
        assert step.answer in form["answer"]
        data: dict[str, object] = {"step": number, "answer": step.answer}
    else:
        wanted = [str(card) for card in pack_cards(step.answer)]
        assert set(wanted) <= set(form["cards"])
        data = {"step": number, "cards": wanted}
    return client.post(url, data=data, follow_redirects=True)


@pytest.mark.parametrize("chapter", course(), ids=lambda chapter: chapter.title)
def test_every_lesson_is_worked_through_and_finished_without_scripts(
    client: FlaskClient, chapter: Chapter
) -> None:
    for lesson in chapter.lessons:
        if all(step.do is not Do.PLAY for step in lesson.steps):  # that one has its own test
            work_through(client, lesson)
    assert client.get("/learn").text.count("lesson-tick") >= len(chapter.lessons) - 1


def work_through(client: FlaskClient, lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps, start=1):
        done = answered(client, lesson, number, step)
        assert "Right." in text_of(done), (lesson.name, number)
        assert f"/learn/course/{lesson.name}?step={number + 1}" in done.text
    end = client.get(f"/learn/course/{lesson.name}")
    assert "Keep in mind" in end.text, "a finished lesson opens at its end"
    if not lesson.exercises:  # one of the other games
        tables = re.findall(r'<a class="button button-main" href="(/train/games[^"]+)"', end.text)
        assert len(tables) == bool(lesson.table)
        return
    exercises = re.findall(r'<li><a href="(/(?:train|puzzles)/[^"]+)"', end.text)
    assert 3 <= len(set(exercises)) == len(exercises) <= 6, lesson.name
    assert client.get(exercises[0]).status_code == 200
    assert client.get(exercises[-1]).status_code == 200


def test_a_wrong_answer_is_answered_and_nothing_is_done(client: FlaskClient) -> None:
    url = "/learn/course/sets-and-runs"
    page = client.post(url, data={"step": 1, "cards": ["4h", "5h", "6h"]}, follow_redirects=True)
    assert "share a suit, so they are a run" in text_of(page)
    assert "Right." not in page.text
    assert "lesson-tick" not in client.get("/learn").text
    page = client.post(url, data={"step": 1, "cards": ["Kd"]}, follow_redirects=True)
    assert "Not this one. Try again." in text_of(page)


def test_the_table_speaks_of_knocking_once_it_is_explained(client: FlaskClient) -> None:
    before, after = (
        client.get(f"/learn/course/{name}?step=1").text.split("<main")[1].split("</main>")[0]
        for name in ("the-deal", "a-whole-hand")
    )
    assert "Knock" not in before
    assert "Knock<br>with 10 or fewer" in after


def test_the_answer_can_be_shown(client: FlaskClient) -> None:
    page = client.post(
        "/learn/course/deadwood", data={"step": 2, "show": "1"}, follow_redirects=True
    )
    assert "The answer 19" in text_of(page)
    assert 'aria-current="step"' in page.text and "step-done" in page.text


@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        ({"step": 1}, 422, "No card is chosen"),
        ({"step": 1, "cards": "Jc"}, 422, "is not in your hand"),
        ({"step": 1, "cards": "xx"}, 422, "xx"),
        ({"step": 9}, 400, ""),
        ({"step": "x"}, 400, ""),
    ],
)
def test_what_is_no_answer_is_refused(
    client: FlaskClient, data: dict[str, object], status: int, told: str
) -> None:
    page = client.post("/learn/course/sets-and-runs", data=data)
    assert page.status_code == status
    assert told in text_of(page)


def test_lessons_and_steps_that_are_not_there(client: FlaskClient) -> None:
    assert client.get("/learn/course/unknown").status_code == 404
    assert client.get("/learn/course/deadwood?step=99").status_code == 404
    assert client.get("/learn/course/deadwood?step=0").status_code == 404
    assert client.get("/learn/course/deadwood?step=1&a=rubbish").status_code == 200


def test_scripts_get_the_lesson_alone(client: FlaskClient) -> None:
    part = client.post(
        "/learn/course/sets-and-runs",
        data={"step": 1, "cards": ["9c", "9d", "9s"]},
        headers={"HX-Request": "true"},
    )
    assert "Right." in text_of(part) and "<html" not in part.text


def test_looking_makes_nobody_known(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/learn").headers
    assert "Set-Cookie" not in client.get("/learn/course/deadwood").headers


def test_progress_goes_along_in_the_file_of_everything(app: Flask) -> None:
    ann, bob = browser(app), browser(app)
    ann.post("/learn/course/deadwood", data={"step": 2, "answer": "19"})
    file = ann.get("/mine/everything.json").data
    assert b'"course"' in file
    assert b"deadwood" in file
    loaded = bob.post("/mine/everything", data={"file": (BytesIO(file), "mine.json")})
    assert loaded.status_code in {200, 303}
    assert "begun" in bob.get("/learn").text


# ---------------------------------------------------------------- the first game


def by_the_lesson(seat: Seat) -> tuple[str, dict[str, object]]:
    """What the five lines of the last lesson of chapter 1 say to do: (address, form)."""
    game = seat.game
    if game.stage is GameStage.HAND_OVER:
        return "/train/play/next", {"turn": seat.turn}
    if game.stage is GameStage.DEFEND:
        knock, cards = game.showdown
        off = [str(card) for card, _ in lay_off(knock, cards, game.rules).laid_off]
        return "/train/play/defend", {"turn": seat.turn, "off": off}
    view = game.view
    legal = view.legal_actions()
    lay_down = [action for action in legal if action.ends_hand]
    if lay_down:
        return "/train/play", {"turn": seat.turn, "action": value_of(lay_down[0])}
    if view.question is Question.DISCARD:
        left = best_arrangements(view.hand, view.rules)[0].deadwood or view.hand
        free = [card for card in left if card != view.taken] or [
            card for card in view.hand if card != view.taken
        ]
        card = max(free, key=view.rules.value)
        return "/train/play", {"turn": seat.turn, "action": "discard", "card": str(card)}
    kinds = {action.kind for action in legal}
    melds = view.top is not None and melds_through(view.top, view.hand, view.rules)
    otherwise = "draw" if Kind.DRAW in kinds else "pass"
    move = "take" if melds and Kind.TAKE in kinds else otherwise
    return "/train/play", {"turn": seat.turn, "action": move}


def test_who_does_what_the_lessons_say_finishes_a_first_game(app: Flask) -> None:
    client = browser(app)
    url = "/learn/course/your-first-game"
    page = client.get(url).text
    form = forms_of(page)[0]
    early = client.post(url, data={"step": 1})
    assert early.status_code == 422 and "not over yet" in text_of(early)
    start = {name: values[0] for name, values in form.items()}
    assert start == {"level": "novice", "rules": "standard", "coach": "off"}
    assert client.post("/train/play/new", data=start).status_code == 303
    for _ in range(2_000):
        seat = seat_in(app)
        if seat.game.stage is GameStage.FINISHED:
            break
        address, data = by_the_lesson(seat)
        answer = client.post(address, data=data)
        assert answer.status_code == 303, (text_of(answer), data)
    assert seat.game.stage is GameStage.FINISHED
    assert seat.game.sheet.finished
    done = client.post(url, data={"step": 1}, follow_redirects=True)
    assert "Done." in text_of(done)
    assert "lesson-tick" in client.get("/learn").text


def test_an_answer_is_held_to_its_claim() -> None:
    step = LESSONS[0].steps[0]
    assert holds(step, "9c 9d 9s") and not holds(step, "4h 5h 6h")


# ---------------------------------------------------------------- the pages beside the course


def test_a_rule_of_thumb_has_its_price_and_when_it_is_right_and_wrong(client: FlaskClient) -> None:
    for one in measured_tips()[1].values():
        page = client.get(f"/learn/tips/{one.name}")
        assert page.status_code == 200
        words = text_of(page)
        assert f"{one.price.words} points a hand" in words
        assert "When it is right" in words and "When it is wrong" in words
        assert all(row.words in words for row in (*one.rules, *one.stages, *one.against))
        assert "python -m tests.workshop measure tips" in words


def test_what_the_lessons_say_of_a_price_is_what_was_measured() -> None:
    text = next(lesson.text for lesson in LESSONS if lesson.name == "bait")
    assert "lose about a point a hand" in text
    assert abs(measured_tips()[1]["bait"].price.mean + 1) < 0.25


def test_all_rules_of_thumb_are_listed_the_best_first(client: FlaskClient) -> None:
    found = measured_tips()[1]
    assert len(found) >= 20
    listed = re.findall(r'href="/learn/tips/([\w-]+)"', client.get("/learn/tips").text)
    assert listed == list(found)
    assert client.get("/learn/tips/unknown").status_code == 404


def test_questions_are_answered_with_measured_figures(client: FlaskClient) -> None:
    words = text_of(client.get("/learn/faq"))
    luck = json.loads((resource_root() / "static" / "evidence" / "luck.json").read_bytes())
    assert f"luck explains {round(100 * luck['data']['explained']['part'])}%" in words
    assert "Elwood T. Baker" in text_of(client.get("/learn/history"))


def test_the_menu_leads_to_the_course(client: FlaskClient) -> None:
    page = client.get("/learn").text
    assert '<a href="/learn" aria-current="page">Learn</a>' in page
    for path in ("/learn/rules", "/learn/tips", "/learn/faq", "/learn/history", "/learn/evidence"):
        assert f'href="{path}"' in page
    assert page.index("/learn/course/sets-and-runs") < page.index('class="doors"')
    players, programmers = page.split(">For programmers<")
    assert all(players.index(f'href="{path}"') for path in ("/learn/tips", "/learn/faq"))
    for path in ("/learn/commands", "/learn/servers", "/learn/dataset", "/api"):
        assert f'href="{path}"' not in players
        assert f'href="{path}"' in programmers
