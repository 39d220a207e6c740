"""A context for every template of the review, made from a report of few worlds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyzer.display.hands import groups
from analyzer.display.parts import GRADE_MARKS, ProgressBar, Select
from analyzer.display.parts import SelectOption as OptionChoice
from analyzer.display.review.entries import entry_card, knock_of, position_of
from analyzer.display.review.line import timeline_of
from analyzer.display.review.parts import Addresses, LaidDown
from analyzer.display.review.summary import basis, summary_of
from analyzer.notation.records import parse_match
from analyzer.review import Choice, LayOff, ReviewSettings, review
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.review.contexts import (
    EntriesFragment,
    FoundRow,
    Keep,
    Laying,
    LeakGroup,
    LeakLine,
    LeaksPage,
    MineRow,
    RecordExample,
    ReportFragment,
    RetriedError,
    RetryPage,
    ReviewBody,
    ReviewPage,
    ReviewsPage,
    Running,
    SideLink,
    Tried,
    TryButton,
)
from analyzer.web.streams import Stream
from tests.unit.test_cli_review import RECORD

REPORT = review(parse_match(RECORD), settings=ReviewSettings(worlds=64, luck_worlds=64))

TO = Addresses(
    lambda place: f"/review/abc?at={place}#e{place}",
    lambda _: "/analyze?p=g1AbC",
    lambda name: f"/review/abc?theme={name}",
)
CARDS = tuple(entry_card(REPORT, place, TO) for place in range(len(REPORT.entries)))
BRIEF = next(
    card
    for place, one in enumerate(REPORT.entries)
    if (card := entry_card(REPORT, place, TO, brief=True)).brief and isinstance(one, Choice)
)
ENTRIES = EntriesFragment(
    url="/review/abc",
    options=(
        Select("grade", "Class", (OptionChoice("", "All", True), OptionChoice("best", "Best"))),
    ),
    cards=CARDS,
    counted="9 of 9 decisions",
    before="/review/abc?page=1",
    after="/review/abc?page=3",
    reset="/review/abc",
)
KEEP = Keep(
    share_url="/review/abc/share",
    shared=False,
    link="/review/abc",
    forget_url="/review/abc/forget",
    again_url="/review/abc/again",
    file_url="/review/abc/file",
    json_url="/review/abc/json",
    csv_url="/review/abc/csv",
    record_url="/review/abc/record",
    retry_url="/review/abc/retry?seat=1",
)
DONE = ReportFragment(
    sides=(SideLink("Ann", "/review/abc?seat=1", True), SideLink("Bob", "/review/abc", False)),
    summary=summary_of(REPORT, 0, TO),
    timeline=timeline_of(REPORT, 0, TO),
    entries=ENTRIES,
    keep=KEEP,
    basis=basis(REPORT),
    note="This review was stopped.",
)
RUNNING = Running(
    headline="Judging 12 of 34 decisions.",
    detail="You may leave: it goes on.",
    progress=ProgressBar("12 of 34 judged", 0, 35.3, running=True),
    counted="So far 9 best or tied and 1 blunder.",
    rows=(
        FoundRow(
            next(mark for mark in GRADE_MARKS.values() if mark.name == "blunder"),
            "Turn 3", "Discarding K♦ is 4.1 ±0.3 points better than discarding 2♣.", "4.1 ±0.3",
        ),
    ),
    stop_url="/review/abc/stop",
    refresh_url="/review/abc",
)  # fmt: skip
STREAM = Stream(events_url="/review/abc/events?after=3")
BODY = ReviewBody(final=True, report=DONE, stream=Stream())
TITLES = ("Ann and Bob, a hand", "A review.")

_ENTRY = next(one for one in REPORT.entries if isinstance(one, Choice))
_LAID = next(one for one in REPORT.entries if isinstance(one, LayOff))
ASKED = RetryPage(
    *TITLES, back_url="/review/abc", counted="Error 1 of 2", so_far="", place="Turn 1",
    position=position_of(_ENTRY.view),
    buttons=(TryButton("take", "Take the Q♦"), TryButton("pass", "Pass")),
    form_url="/review/abc/retry", hidden=(("seat", "1"),),
)  # fmt: skip
LAYING = Laying(
    LaidDown("They knock with 2", knock_of(_LAID)), groups(_LAID.cards, _LAID.rules), "lay-off",
    "K♥ fits none of their melds.",
)  # fmt: skip
ERROR = ErrorFragment(
    "“11h” isn’t a card.", "line 2", "Did you mean Jh?", "1. +", "11h", " -Kd", "Use Jh", "1. +Jh",
    "/review",
)  # fmt: skip
START = ReviewsPage(
    *TITLES,
    text=RECORD,
    depths=(OptionChoice("quick", "Quick"), OptionChoice("standard", "Standard", True)),
    examples=(RecordExample("A short match", "Three hands.", "/review?example=match"),),
    sample=RECORD,
    submit_url="/review",
    record_url="/review/record",
    leaks_url="/review/leaks",
    error=ERROR,
    mine=(
        MineRow("Ann and Bob", "/review/abc", "May 1, 2026", "done", True, "/review/abc/forget"),
    ),
)
LINE = LeakLine("Discard", 3, 20, 12.3, 4.5, 100.0)

PAGES: dict[str, tuple[str, Any]] = {
    "review-start": ("review/start.html", START),
    "review-empty": ("review/start.html", replace(START, text="", error=None, mine=())),
    "review-done": ("review/page.html", ReviewPage(*TITLES, "Ann and Bob", BODY)),
    "review-running": (
        "review/page.html",
        ReviewPage(
            *TITLES,
            "Ann and Bob",
            ReviewBody(True, RUNNING, stream=STREAM, poll_url="/review/abc/news"),
            refresh="2; url=/review/abc",
        ),
    ),
    "review-retry": ("review/retry.html", ASKED),
    "review-retry-lay-off": ("review/retry.html", replace(ASKED, position=None, laying=LAYING)),
    "review-tried": (
        "review/retry.html",
        replace(
            ASKED,
            position=None,
            buttons=(),
            tried=Tried(False, "Pass is not it, either.", CARDS[3]),
            next_url="/review/abc/retry?so=w",
            next_label="Next error",
        ),
    ),
    "review-tried-all": (
        "review/retry.html",
        replace(
            ASKED,
            position=None,
            buttons=(),
            ended=(RetriedError("Turn 3", "/review/abc?at=3#e3", True),),
            again_url="/review/abc/retry",
        ),
    ),
    "review-leaks": (
        "review/leaks.html",
        LeaksPage(
            *TITLES, "/review", (SideLink("Ann", "/review/leaks?player=Ann", True),),
            "Ann lost 12.3 points", "20 decisions.",
            (LeakGroup("kinds", "By decision", "All.", (LINE, replace(LINE, half=None))),),
        ),
    ),
}  # fmt: skip
"""Name of the sample -> template, page."""

FRAGMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "review-entries": ("review/_entries.html", {"entries": ENTRIES}),
    "review-brief": ("review/_entry.html", {"entry": replace(BRIEF, open=True)}),
    "review-no-entries": ("review/_entries.html", {"entries": replace(ENTRIES, cards=())}),
    "review-shared": ("review/_keep.html", {"keep": replace(KEEP, shared=True)}),
    "review-seen": (
        "review/_keep.html",
        {"keep": replace(KEEP, share_url=None, forget_url=None, again_url=None)},
    ),
}
"""Name of the sample -> template, variables."""
