"""A book of puzzles for the tests, and a context for every template of their pages.

The pack was found and certified with far too few worlds: enough to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from analyzer.display.charts import ChartLine, LineChart, Tick
from analyzer.display.parts import Fact, ProgressBar, Select, SelectOption
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.mark import mark
from analyzer.practice.puzzles.schedule import load_schedule
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind, PuzzleStep
from analyzer.web.chrome import Link
from analyzer.web.puzzles.days import EMPTY
from analyzer.web.puzzles.place import answered_in_place
from analyzer.web.puzzles.question import asked_on_felt, question_of
from analyzer.web.puzzles.reveal import step_reveal
from tests.clock import Clock
from tests.workshop.puzzles.packing import load_pack

FOLDER = Path(__file__).parent / "pack"
PUZZLES = {puzzle.id: puzzle for puzzle in load_pack(FOLDER / "small").puzzles}
SCHEDULE = load_schedule(FOLDER / "schedule.txt")


def book(clock: Clock | None = None) -> PuzzleBook:
    """The puzzles of the tests at a moment."""
    return PuzzleBook(dict(PUZZLES), SCHEDULE, clock or Clock())


def first_of(kind: PuzzleKind) -> Puzzle:
    """The first puzzle of a kind."""
    return next(one for one in book().puzzles.values() if one.kind is kind)


HIDDEN = (("today", "2026-01-14"), ("step", "0"))


ASKED = {
    "form_url": "/puzzles/abc", "hidden": HIDDEN, "done": (), "hint": None,
    "hint_url": "/puzzles/abc/hint", "hint_note": "Hm.", "note": None,
}  # fmt: skip


def posed(step: PuzzleStep, counted: str = "") -> dict[str, Any]:
    """A step as a page asks it."""
    question = question_of(step)
    felt = asked_on_felt(question, "/puzzles/abc", HIDDEN, counted)
    return question | ASKED | {"felt": felt}


def asked(kind: PuzzleKind) -> dict[str, Any]:
    """The first question of a puzzle of a kind."""
    puzzle = first_of(kind)
    question = posed(puzzle.steps[0])
    parts = {"question": question, "reveal": None, "swapped": False, "retired": None}
    return {"ident": puzzle.id} | parts


def shown(kind: PuzzleKind, *, right: bool) -> dict[str, Any]:
    """A puzzle of a kind with its answers."""
    puzzle = first_of(kind)
    marks = [mark(step, step.best if right else step.tempting) for step in puzzle.steps]
    steps = []
    for at, step in enumerate(puzzle.steps):
        made = step_reveal(puzzle, at, marks, {step.best: 30, step.tempting: 12})
        deeper = None if made["worth"] else DEEPER | {"ident": f"deeper-{at + 1}"}
        steps.append(made | {"deeper": deeper})
    reveal = {
        "headline": "Right." if right else "Not this one.", "right": "full" if right else "none",
        "detail": "Not rated.", "steps": steps, "rating": "Your new rating: 1512 ±118 (+8).",
        "facts": (Fact("Kind", "Discard"),), "share": ("Ginsight ●", "I found it."),
        "disputed": None if right else "Not so.", "next_url": "/puzzles/random",
        "next_label": "Another puzzle", "comes": "It comes back tomorrow.", "waits": None,
    }  # fmt: skip
    reveal |= {"felt": answered_in_place(reveal, "/puzzles/abc?again=1")}
    shown_parts = {"question": None, "reveal": reveal, "swapped": False}
    return {"ident": puzzle.id, "retired": None if right else "Asked no more."} | shown_parts


def answered(kind: PuzzleKind, *, right: bool) -> dict[str, Any]:
    """The variables of a puzzle with its answers."""
    return {"puzzle": shown(kind, right=right)}


def unexplained(kind: PuzzleKind) -> dict[str, Any]:
    """The variables of an answered puzzle whose reasons wait for the engine."""
    return {"puzzle": waiting(kind)}


def waiting(kind: PuzzleKind) -> dict[str, Any]:
    """An answered puzzle whose reasons wait for the engine."""
    puzzle = shown(kind, right=False)
    several = kind is PuzzleKind.SEQUENCE
    waits = {
        "best": None if several else "Best: discard K♦.",
        "done": [("Right: draw from the stock.", "full")] if several else [],
        "why": "The engine compiles itself once.", "again_url": "/puzzles/abc",
    }  # fmt: skip
    return puzzle | {"reveal": puzzle["reveal"] | {"steps": [], "waits": waits, "felt": None}}


DEEPER: dict[str, Any] = {
    "ident": "deeper-1", "start_url": "/puzzles/abc/deeper", "hidden": (("step", "0"),),
    "label": "Think deeper", "says": "Searches it again.", "analyze_url": "/analyze?p=x",
    "poll_url": None, "stop_url": None, "problem": None, "progress": None, "verdict": None,
    "rows": (),
}  # fmt: skip


def _row(
    answer: str, now: tuple[str, str], certified: tuple[str, str] | None, *, best: bool = False
) -> Any:
    return {
        "answer": answer, "now": now, "first": best, "tied": best, "certified": certified,
        "certified_best": best,
    }  # fmt: skip


ROWS = (
    _row("Discard K♦", ("+4.1 ±0.1", "0.0"), ("+4.0 ±0.1", "0.0"), best=True),
    _row("Discard Q♦", ("+3.5 ±0.1", "0.6 ±0.2"), ("+3.6 ±0.1", "0.4 ±0.2")),
    _row("Discard J♦", ("+3.0 ±0.1", "1.1 ±0.2"), None),
)
SEARCHED = DEEPER | {
    "says": None, "progress": ProgressBar("Done in 4.1 s.", 81_920, 100.0), "rows": ROWS,
    "certified_worlds": 20_480, "worlds": 81_920, "footnote": "Seed 7.", "doubt": False,
    "verdict": "The same answer: discard K♦. Next is discard Q♦, 0.6 ±0.2 points behind.",
}  # fmt: skip
TABS = (Link("Today", "/puzzles", True), Link("Archive", "/puzzles/archive"))
STREAK = ("4 days running", "One missed day in 10 is forgiven.")
TITLES = {"title": "Puzzles", "description": "A puzzle a day.", "tabs": TABS}
PAGE: dict[str, Any] = EMPTY | TITLES | {
    "heading": "Wednesday, January 14, 2026", "puzzle": asked(PuzzleKind.DISCARD),
    "today": "2026-01-14", "place": "Hard.", "before": Link("Tuesday", "/puzzles/day/2026-01-13"),
    "after": Link("Thursday", "/puzzles/day/2026-01-15"),
    "other_days": (Link("Tuesday", "/puzzles?today=2026-01-13"),), "streak": STREAK,
    "embed": '<img src="/x">', "image_url": "/embed/picture/day/2026-01-14.png",
    "image_alt": "A puzzle.",
}  # fmt: skip
FOUND = {
    "href": "/puzzles/abc", "title": "Discard", "detail": "Hard · January 1, 2026",
    "state": "none", "state_name": "not solved",
}  # fmt: skip
CHOICES = (SelectOption("", "All", True), SelectOption("discard", "Discard"))
DAYS = [
    (date(2026, 1, at), state, f"Day {at}, {state}")
    for at, state in enumerate(("full", "half", "none", "open"), start=1)
]
MISTAKES = {
    "note": "1 puzzle is due.", "start_url": "/puzzles/abc?again=1", "start_label": "Try it again",
    "due": (FOUND,), "later": (FOUND,), "later_label": "Later: 4 puzzles", "more": 3,
}  # fmt: skip
MINE = TITLES | {
    "headline": "Rating 1512 ±118", "detail": "4 puzzles tried.",
    "chart": LineChart(
        "Yours.", "puzzles", "rating", (ChartLine("rating", "true", "M36 171L352 26"),),
        (Tick(36.0, "1"),), (Tick(190.0, "0"),)),
    "history": ({
        "when": "January 1, 2026", "title": "Discard", "href": "/puzzles/abc",
        "rating": "1512 ±118", "credit": "solved",
    },),
    "streak": STREAK, "streak_shown": True, "mistakes": MISTAKES, "any": True,
    "today": "2026-01-14", "message": None, "problem": None,
}  # fmt: skip

RUN: dict[str, Any] = TITLES | {
    "minutes": 5, "misses": 3, "bonus": (5, 10), "left": None, "best": 9,
    "standing": "4 right, 3 misses.",
    "last": None, "problem": None, "question": None,
}  # fmt: skip
PAGES: dict[str, tuple[str, Any]] = {
    "puzzle": ("puzzles/page.html", PAGE),
    "puzzle-none": (
        "puzzles/page.html",
        PAGE | {"puzzle": None, "empty": "None yet.", "image_url": None, "streak": None,
                "place": None, "refresh": "2; url=/puzzles/abc"},
    ),
    "puzzle-archive": (
        "puzzles/archive.html",
        TITLES | {
            "today": date(2026, 1, 3), "month": date(2026, 1, 1),
            "weekdays": (("Mon", "Monday"), ("Tue", "Tuesday")),
            "weeks": (((date(2025, 12, 31), "", ""), *DAYS,
                       (date(2026, 1, 5), "", "Day 5, no puzzle")),),
            "before": Link("December", "/puzzles/archive?month=2025-12"),
            "after": Link("February", "/puzzles/archive?month=2026-02"),
            "months": (SelectOption("2026-01", "January 2026", True),), "counted": "14 puzzles.",
        },
    ),
    "puzzle-find": (
        "puzzles/find.html",
        TITLES | {
            "filters": (Select("kind", "Kind", CHOICES),), "counted": "1 puzzle",
            "rows": (FOUND,), "before": "/puzzles/find?page=1", "after": "/puzzles/find?page=3",
            "any": True,
        },
    ),
    "puzzle-find-none": (
        "puzzles/find.html",
        TITLES | {"filters": (), "counted": "0 puzzles", "rows": (), "before": None,
                  "after": None, "any": False},
    ),
    "puzzle-run": ("puzzles/run.html", RUN),
    "puzzle-run-on": (
        "puzzles/run.html",
        RUN | {"left": 93, "last": ("Right: take it.", "full", "/puzzles/abc"),
               "question": posed(first_of(PuzzleKind.ARRANGEMENT).steps[0]),
               "problem": "These are no melds."},
    ),
    "puzzle-mine": ("puzzles/mine.html", MINE),
    "puzzle-mine-new": (
        "puzzles/mine.html",
        MINE | {
            "chart": None, "history": (), "streak": None, "streak_shown": False,
            "mistakes": MISTAKES | {"note": "None is waiting.", "start_url": None, "due": (),
                                    "later": (), "more": 0},
            "any": False, "message": "3 tries loaded.", "problem": "file: no such file.",
        },
    ),
}  # fmt: skip
"""Name of the sample -> template, page."""

FRAGMENTS: dict[str, tuple[str, dict[str, Any] | Callable[[], dict[str, Any]]]] = {
    **{f"puzzle-{kind}": ("puzzles/_puzzle.html", {"puzzle": asked(kind)}) for kind in PuzzleKind},
    **{
        f"puzzle-{kind}-{'right' if right else 'wrong'}": (
            "puzzles/_puzzle.html",
            partial(answered, kind, right=right),
        )
        for kind in PuzzleKind
        for right in (True, False)
    },
    **{
        f"puzzle-{kind}-waits": ("puzzles/_puzzle.html", partial(unexplained, kind))
        for kind in (PuzzleKind.DISCARD, PuzzleKind.SEQUENCE)
    },
    "deeper": ("puzzles/_deeper.html", {"deeper": DEEPER}),
    "deeper-searched": ("puzzles/_deeper.html", {"deeper": SEARCHED}),
    "deeper-in-doubt": (
        "puzzles/_deeper.html",
        {"deeper": SEARCHED | {"verdict": "Not the same answer.", "doubt": True}},
    ),
    "deeper-running": (
        "puzzles/_deeper.html",
        {
            "deeper": SEARCHED
            | {
                "verdict": None,
                "progress": ProgressBar("Rolling out.", 64, 3.0, running=True),
                "poll_url": "/puzzles/abc/deeper/0/7",
                "stop_url": "/puzzles/abc/deeper/0/7/stop",
            }
        },
    ),
    "deeper-failed": ("puzzles/_deeper.html", {"deeper": DEEPER | {"problem": "Busy."}}),
    "puzzle-second-step": (
        "puzzles/_puzzle.html",
        {
            "puzzle": {
                "ident": "abc",
                "question": posed(first_of(PuzzleKind.SEQUENCE).steps[1], "Step 2 of 3. ")
                | {
                    "done": (("Right: draw from the stock.", "full"),),
                    "hint": "Count.",
                    "note": "With a hint, this answer is not rated.",
                },
                "reveal": None,
                "swapped": True,
                "retired": None,
            }
        },
    ),
}
"""Name of the sample -> template, variables or what makes them."""
