"""Today's ten minutes: a short list of what is due, what costs most, and what comes next; and the
drills."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from analyzer.notation.numbers import counted
from analyzer.practice.drills import Drill
from analyzer.practice.lessons.course import Lesson
from analyzer.practice.plan import MINUTES, PlanEntry, PlanNeeds, PlanPart, plan_of
from analyzer.review.coach import Theme
from analyzer.store import SavedTry
from analyzer.web.chrome import whole_page
from analyzer.web.learn.course import progress_of
from analyzer.web.puzzles.me import asked_today, my_tries, tabs
from analyzer.web.puzzles.mine import again_url, due_of
from analyzer.web.review.leaks import practice_of
from analyzer.web.review.ownerrors import mistakes_kept
from analyzer.web.review.players import reviewed_players
from analyzer.web.state import web_app
from analyzer.web.train.pages import KEPT, drill_rows
from analyzer.web.visitor import known_visitor

plan = Blueprint("plan", __name__, url_prefix="/train/plan")

MEMORY: Final = (Drill.GONE, Drill.TAKEN, Drill.TOLD)
"""The drills of memory and reading, one a day in turn."""


class PlanLine(NamedTuple):
    """A line of the plan as a page has it."""

    title: str
    minutes: str
    href: str


@plan.get("")
def show() -> Response:
    """Ten minutes of practice for today; what is done leaves the list."""
    today, tries, owner = asked_today(), my_tries(), known_visitor()
    mistakes = mistakes_kept(owner)
    due, theme = due_of(tries, today), _worst()
    puzzle, lesson = web_app().puzzles.on(today), progress_of(owner).next_lesson()
    needs = PlanNeeds(
        today_open=puzzle is not None and puzzle.id not in {attempt.puzzle for attempt in tries},
        mistakes=len(mistakes.due(today)),
        puzzles=len(due),
        leak=theme is not None,
        lesson=lesson is not None,
        spent=_spent(tries, today) + sum(mistake.tried_on(today) for mistake in mistakes.items),
    )
    hrefs = _hrefs(today, due, theme, lesson)
    titles = {
        PlanPart.LEAK: f"Practice: {theme}",
        PlanPart.LESSON: f"Lesson: {lesson.title}" if lesson else "",
    }
    return whole_page(
        "train/plan.html",
        "Ten minutes for today",
        "A short plan of gin rummy practice: what is due, what costs you most, what comes next.",
        lines=[
            PlanLine(titles.get(entry.part) or _title(entry), counted(entry.minutes, "minute"),
                  hrefs[entry.part])
            for entry in plan_of(needs)
        ],
        spent=min(needs.spent, MINUTES),
        minutes=MINUTES,
        tabs=tabs(),
        kinds=" ".join(KEPT),
        drills=drill_rows(owner),
    )  # fmt: skip


def _hrefs(
    today: date, due: tuple[SavedTry, ...], theme: Theme | None, lesson: Lesson | None
) -> dict[PlanPart, str]:
    """The page of each part of the plan; empty where it is not in it."""
    drill = MEMORY[today.toordinal() % len(MEMORY)]
    return {
        PlanPart.TODAY: url_for("puzzles.today"),
        PlanPart.MISTAKES: url_for("mistakes.show"),
        PlanPart.PUZZLES: again_url(due[0].puzzle) if due else "",
        PlanPart.LEAK: practice_of(theme)[0].href if theme else "",
        PlanPart.LESSON: url_for("course.show", name=lesson.name) if lesson else "",
        PlanPart.MEMORY: url_for("train.next_drill", kind=drill),
        PlanPart.MORE: url_for("puzzles.random_one"),
    }


def _worst() -> Theme | None:
    """The theme that costs the visitor most; None where no review shows one."""
    reviews = next(iter(reviewed_players().values()), None)
    return None if reviews is None else reviews.table.worst


def _spent(tries: tuple[SavedTry, ...], today: date) -> int:
    """Minutes that were practiced today, a puzzle being one."""
    times = [time for attempt in tries for time in (attempt.finished, attempt.again_at)]
    return sum(time is not None and time.date() == today for time in times)


def _title(entry: PlanEntry) -> str:
    match entry.part:
        case PlanPart.TODAY:
            return "The puzzle of the day"
        case PlanPart.MISTAKES:
            return f"{counted(entry.number, 'mistake')} of your own"
        case PlanPart.PUZZLES:
            return f"{counted(entry.number, 'puzzle')} that you missed"
        case PlanPart.MEMORY:
            return "A drill of memory"
        case _:
            return f"{counted(entry.number, 'puzzle')} near your rating"
