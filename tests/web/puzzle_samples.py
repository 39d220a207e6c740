"""A book of puzzles for the tests, and a context for every template of their pages.

The pack was found and certified with far too few worlds: enough to be looked at.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Flask

from analyzer.display.charts import ChartLine, LineChart, Tick
from analyzer.display.parts import Fact, ProgressBar, Select, SelectOption
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.mark import mark
from analyzer.practice.puzzles.pack import load_pack
from analyzer.practice.puzzles.schedule import load_schedule
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.web.analyze.pages import analyze
from analyzer.web.chrome import Link
from analyzer.web.puzzles.contexts import (
    ArchivePage,
    CalendarDay,
    FindPage,
    FoundPuzzle,
    HistoryRow,
    MinePage,
    Mistakes,
    PuzzleFragment,
    PuzzlePage,
    Reveal,
    ShareTexts,
    StreakNote,
)
from analyzer.web.puzzles.parts import Deeper, DeeperRow, StepDone
from analyzer.web.puzzles.question import question_of
from analyzer.web.puzzles.reveal import AnsweredStep, step_reveal

FOLDER = Path(__file__).parent / "pack"
NOW = datetime(2026, 1, 14, 12, tzinfo=UTC)
"""The moment of the tests: two days of the schedule are still to come, one of them everywhere."""


class Clock:
    """A clock that is set by hand."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def book(clock: Clock | None = None) -> PuzzleBook:
    """The puzzles of the tests at a moment."""
    pack = load_pack(FOLDER / "small")
    schedule = load_schedule(FOLDER / "schedule.txt")
    return PuzzleBook({one.id: one for one in pack.puzzles}, schedule, clock or Clock())


def first_of(kind: PuzzleKind) -> Puzzle:
    """The first puzzle of a kind."""
    return next(one for one in book().puzzles.values() if one.kind is kind)


HIDDEN = (("today", "2026-01-14"), ("step", "0"))


def asked(kind: PuzzleKind) -> PuzzleFragment:
    """The first question of a puzzle of a kind."""
    puzzle = first_of(kind)
    made = question_of(puzzle.steps[0], "/puzzles/abc", HIDDEN)
    return PuzzleFragment(puzzle.id, replace(made, hint_url="/puzzles/abc/hint", hint_note="Hm."))


def shown(kind: PuzzleKind, *, right: bool) -> PuzzleFragment:
    """A puzzle of a kind with its answers."""
    puzzle = first_of(kind)
    app = Flask("samples")
    app.register_blueprint(analyze)
    steps = []
    with app.test_request_context("/"):
        for at, step in enumerate(puzzle.steps):
            given = mark(step, step.best if right else step.tempting)
            others = {step.best: 30, step.tempting: 12}
            seen = AnsweredStep(
                step, given, at, len(puzzle.steps), others, puzzle.provenance.engine
            )
            steps.append(step_reveal(seen))
    steps = [
        replace(
            one, deeper=None if one.worth else replace(DEEPER, ident=f"deeper-{place}")
        ) for place, one in enumerate(steps, 1)
    ]  # fmt: skip
    return PuzzleFragment(
        puzzle.id,
        reveal=Reveal(
            "Right." if right else "Not this one.", "full" if right else "none", "Not rated.",
            tuple(steps), "Your new rating: 1512 ±118 (+8).", (Fact("Kind", "Discard"),),
            ShareTexts("Ginsight ●", "I found it."), "/puzzles/abc?again=1", "/puzzles/abc/dispute",
            None if right else "Not so.", "/puzzles/random", "Another puzzle",
            "It comes back tomorrow.", "/puzzles/mine#again",
        ),
    )  # fmt: skip


DEEPER = Deeper(
    "deeper-1", "/puzzles/abc/deeper", (("step", "0"),), "Think deeper", "Searches it again.",
    "/analyze?p=x",
)  # fmt: skip
ROWS = (
    DeeperRow("Discard K♦", 4.1, 0.1, None, 0.0, True, 4.0, 0.2, None, 0.0, True),
    DeeperRow("Discard Q♦", 3.5, 0.1, 0.6, 0.2, False, 3.6, 0.2, 0.4, 0.2),
    DeeperRow("Discard J♦", 3.0, 0.1, 1.1, 0.2, False),
)
SEARCHED = replace(
    DEEPER, says=None, progress=ProgressBar("Done in 4.1 s.", 81_920, 100.0), rows=ROWS,
    certified_worlds=20_480, worlds=81_920, footnote="Seed 7.",
    verdict="The same answer: discard K♦. Next is discard Q♦, 0.6 ±0.2 points behind.",
)  # fmt: skip
TABS = (Link("Today", "/puzzles", True), Link("Archive", "/puzzles/archive"))
STREAK = StreakNote(4, "4 days running", "One missed day in 10 is forgiven.")
TITLES = ("Puzzles", "A puzzle a day.")
PAGE = PuzzlePage(
    *TITLES, "Wednesday, January 14, 2026", TABS, asked(PuzzleKind.DISCARD), today="2026-01-14",
    place="Hard.", before=Link("Tuesday", "/puzzles/day/2026-01-13"),
    after=Link("Thursday", "/puzzles/day/2026-01-15"),
    other_days=(Link("Tuesday", "/puzzles?today=2026-01-13"),), streak=STREAK,
    embed='<img src="/x">', image_url="/puzzles/day/2026-01-14.svg", image_alt="A puzzle.",
    feed_url="/puzzles/feed.atom",
)  # fmt: skip
FOUND = FoundPuzzle("/puzzles/abc", "Discard", "Hard · January 1, 2026", "none", "not solved")
CHOICES = (SelectOption("", "All", True), SelectOption("discard", "Discard"))
DAYS = tuple(
    CalendarDay(at + 1, f"/puzzles/day/2026-01-{at + 1:02}", f"Day {at}, {state}", state, at == 2)
    for at, state in enumerate(("full", "half", "none", "open"))
)
MINE = MinePage(
    *TITLES, TABS, "Rating 1512 ±118", "4 puzzles tried.",
    LineChart("Yours.", "puzzles", "rating", (ChartLine("rating", "true", "M36 171L352 26"),),
              (Tick(36.0, "1"),), (Tick(190.0, "0"),)),
    (HistoryRow("January 1, 2026", "Discard", "/puzzles/abc", "1512 ±118", "solved"),), STREAK,
    True, "/puzzles/mine/streak",
    Mistakes("1 puzzle is due.", "/puzzles/abc?again=1", "Try it again", (FOUND,), (FOUND,),
               "Later: 4 puzzles", 3),
    "/puzzles/mine/progress.json", "/puzzles/mine/progress", "2026-01-14",
)  # fmt: skip

PAGES: dict[str, tuple[str, Any]] = {
    "puzzle": ("puzzles/page.html", PAGE),
    "puzzle-none": (
        "puzzles/page.html",
        replace(PAGE, puzzle=None, empty="None yet.", image_url=None, streak=None, place=None,
                analyze_url="/analyze", refresh="2; url=/puzzles/abc"),
    ),
    "puzzle-archive": (
        "puzzles/archive.html",
        ArchivePage(
            *TITLES, TABS, "2026-01-14", "January 2026", (("Mon", "Monday"), ("Tue", "Tuesday")),
            ((None, *DAYS, CalendarDay(5, None, "Day 5, no puzzle", "")),),
            Link("December", "/puzzles/archive?month=2025-12"),
            Link("February", "/puzzles/archive?month=2026-02"),
            (SelectOption("2026-01", "January 2026", True),), "14 puzzles.", "/puzzles/archive",
        ),
    ),
    "puzzle-find": (
        "puzzles/find.html",
        FindPage(
            *TITLES, TABS, (Select("kind", "Kind", CHOICES),), "/puzzles/find", "1 puzzle",
            (FOUND,), "/puzzles/find?page=1", "/puzzles/find?page=3", "/puzzles/random",
        ),
    ),
    "puzzle-find-none": (
        "puzzles/find.html",
        FindPage(*TITLES, TABS, (), "/puzzles/find", "0 puzzles", ()),
    ),
    "puzzle-mine": ("puzzles/mine.html", MINE),
    "puzzle-mine-new": (
        "puzzles/mine.html",
        replace(MINE, chart=None, history=(), streak=None, streak_shown=False,
                mistakes=Mistakes("None is waiting.", None, "", (), ()),
                export_url=None, message="3 tries loaded.", problem="file: no such file."),
    ),
}  # fmt: skip
"""Name of the sample -> template, page."""

FRAGMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"puzzle-{kind}": ("puzzles/_puzzle.html", {"puzzle": asked(kind)}) for kind in PuzzleKind},
    **{
        f"puzzle-{kind}-{'right' if right else 'wrong'}": (
            "puzzles/_puzzle.html",
            {"puzzle": shown(kind, right=right)},
        )
        for kind in PuzzleKind
        for right in (True, False)
    },
    "deeper": ("puzzles/_deeper.html", {"deeper": DEEPER}),
    "deeper-searched": ("puzzles/_deeper.html", {"deeper": SEARCHED}),
    "deeper-in-doubt": (
        "puzzles/_deeper.html",
        {"deeper": replace(SEARCHED, verdict="Not the same answer.", doubt=True)},
    ),
    "deeper-running": (
        "puzzles/_deeper.html",
        {
            "deeper": replace(
                SEARCHED,
                verdict=None,
                progress=ProgressBar("Rolling out.", 64, 3.0, running=True),
                poll_url="/puzzles/abc/deeper/0/7",
                stop_url="/puzzles/abc/deeper/0/7/stop",
            )
        },
    ),
    "deeper-failed": ("puzzles/_deeper.html", {"deeper": replace(DEEPER, problem="Busy.")}),
    "puzzle-second-step": (
        "puzzles/_puzzle.html",
        {
            "puzzle": PuzzleFragment(
                "abc",
                replace(
                    question_of(first_of(PuzzleKind.SEQUENCE).steps[1], "/puzzles/abc", HIDDEN),
                    counted="Step 2 of 3",
                    done=(StepDone("Right: draw from the stock.", "full"),),
                    hint="Count.",
                    note="With a hint, this answer is not rated.",
                ),
                swapped=True,
            )
        },
    ),
}
"""Name of the sample -> template, variables."""
