"""The pages of the course and of the tips, filled as their views fill them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from analyzer.display.parts import Fact
from analyzer.practice.lessons.course import Do, Lesson, LessonStep, lessons
from analyzer.web.chrome import Link
from analyzer.web.learn.atlas import AtlasCell, AtlasSheet
from analyzer.web.learn.prose import prose
from analyzer.web.learn.step import asked_table, shown_table
from tests.web import review_samples
from tests.web.reference_samples import TABS

LESSONS = {lesson.name: lesson for _, lesson in lessons()}
URL = "/learn/course/deadwood"
HEAD: dict[str, Any] = {"title": "Learn", "description": "Gin rummy.", "tabs": TABS}


def lesson(**more: Any) -> dict[str, Any]:
    """A lesson (`learn/_lesson.html`)."""
    dots = [(1, True, False, f"{URL}?step=1"), (2, False, True, f"{URL}?step=2")]
    parts = {
        "name": "deadwood", "intro": prose("A **meld**, and K♦."), "dots": dots, "swapped": False,
        "asked": None, "ending": None, "url": URL, "number": 2, "next": f"{URL}?step=3",
    }  # fmt: skip
    return {**parts, **more}


def step(one: LessonStep, **more: Any) -> dict[str, Any]:
    """A step that is asked."""
    felt = None if one.do is Do.PLAY else asked_table(one, URL, 1, "", None, None)
    parts = {
        "text": prose(one.text), "play": one.do is Do.PLAY, "played": False, "over": False,
        "headline": None, "why": prose(one.why), "wrong": None, "error": None, "ask": one.ask,
        "answer": one.answer, "felt": felt,
    }  # fmt: skip
    return {**parts, **more}


def _first(name: str, do: Do) -> LessonStep:
    found: Lesson = LESSONS[name]
    return next(one for one in found.steps if one.do is do)


PICK = _first("deadwood", Do.PICK)
ENDING = {
    "end": prose("Melds count nothing."), "left": 1,
    "exercises": [("Drill: deadwood", "/train/deadwood/900/1", True)],
    "table": "/train/table",
    "following": ("The deal", "/learn/course/the-deal"),
}  # fmt: skip
ATLAS_CELL = AtlasCell("more", 40, 3, "knock", "+2.0", "±0.5", "/analyze?p=AQ")
EXERCISE = {"title": "Drill", "href": "/train/deadwood/900/1", "done": True}

FRAGMENTS: dict[str, Any] = {
    "lesson-pick": ("learn/_lesson.html", {"lesson": lesson(asked=step(PICK))}),
    "lesson-discard": (
        "learn/_lesson.html",
        {"lesson": lesson(asked=step(_first("the-deal", Do.DISCARD)))},
    ),
    "lesson-say": (
        "learn/_lesson.html", {"lesson": lesson(asked=step(_first("outs", Do.SAY)))},
    ),
    "lesson-right": (
        "learn/_lesson.html",
        {
            "lesson": lesson(
                asked=step(PICK, over=True, headline="Right.", felt=shown_table(PICK, PICK.answer)),
                swapped=True,
            )
        },
    ),
    "lesson-play": (
        "learn/_lesson.html",
        {
            "lesson": lesson(
                asked=step(_first("your-first-game", Do.PLAY), error="The game is not over yet.")
            )
        },
    ),
    "lesson-played": (
        "learn/_lesson.html",
        {"lesson": lesson(asked=step(_first("your-first-game", Do.PLAY), played=True))},
    ),
    "lesson-end": (
        "learn/_lesson.html", {"lesson": lesson(ending={**ENDING, "exercises": [EXERCISE]})},
    ),
}  # fmt: skip

SAID = [("Scores", [{
    "id": "T1", "says": "Gin scores 25.", "page": "/score", "command": "score '1 gin 40'",
    "tests": ["a.py::b"],
}])]  # fmt: skip

PAGES: dict[str, Any] = {
    "explanations": (
        "learn/explanations.html",
        HEAD | {
            "examples": SimpleNamespace(command="workshop measure explanations", engine="0.1"),
            "counted": "9 decisions, 2 of the 25 themes",
            "groups": (("discarding", "Discarding", review_samples.CARDS),),
            "file": "/static/evidence/arena.json",
        },
    ),
    "lesson": (
        "learn/lesson.html",
        HEAD | {"place": "How to play · lesson 2 of 32", "heading": "Deadwood",
                "lesson": lesson(asked=step(PICK))},
    ),
    "learn": (
        "learn/front.html",
        HEAD | {
            "counted": "A course in 6 chapters.",
            "next": Link("Begin: Sets and runs", "/learn/course/sets-and-runs"),
            "chapters": [
                {
                    "title": "How to play", "summary": "From your first card.", "done": 1,
                    "lessons": [
                        {"title": "Deadwood", "href": URL, "done": True, "begun": True},
                        {"title": "The deal", "href": URL, "done": False, "begun": True},
                    ],
                }
            ],
            "doors": [Fact("Rules", "Every set of rules.", "/learn/rules")],
            "programmers": [Link("API", "/api")],
        },
    ),
    "tips": (
        "learn/tips.html",
        HEAD | {
            "hands": "200,000", "command": "workshop measure tips",
            "file": "/static/evidence/arena.json",
            "rows": [{"title": "Knock", "href": "/learn/tips/bait", "price": "−2.17 ±0.06",
                      "simple": "0.00"}],
        },
    ),
    "atlas": (
        "learn/atlas.html",
        HEAD | {
            "presets": [Link("standard", "/learn/atlas?rules=standard", True)],
            "chosen": "standard", "summary": "Gin 25.", "document": SimpleNamespace(
                method="Hands.", limits="None.", command="workshop measure atlas", engine="1",
                measured="2026-11-29",
            ),
            "file": "/static/evidence/atlas.json",
            "maps": [{
                "name": "knock", "title": "Knock?", "coach": ["Knock early."], "reads": "Points.",
                "corner": "Left", "sheets": [AtlasSheet("No outs", ("Turn 1", "Turn 2"), (
                    ("1–2", (AtlasCell("few", 3), ATLAS_CELL)),
                    ("3–4", (replace(ATLAS_CELL, kind="less"), replace(ATLAS_CELL, card="7h"))),
                ))],
            }],
        },
    ),
    "tip": (
        "learn/tip.html",
        HEAD | {
            "heading": "Knock", "claim": "Knock at once.", "right": "Early.", "wrong": "Late.",
            "price": "−2.17 ±0.06", "verdict": "so it loses.", "changes": "It changes little.",
            "tables": [("By stage", [("turns 1 to 3", "−0.08 ±0.02")])],
            "method": "Hands.", "limits": "None.", "command": "workshop measure tips",
            "measured": "2026-11-25", "file": "/static/evidence/arena.json",
        },
    ),
    "faq": (
        "learn/reading.html",
        HEAD | {"heading": "Questions", "parts": [("Luck?", prose("No.")), ("", prose("Yes."))]},
    ),
}  # fmt: skip
