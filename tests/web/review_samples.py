"""A context for every template of the review, made from a report of few worlds."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from analyzer.display.audit import AuditWords
from analyzer.display.parts import GRADE_MARKS, ProgressBar, Select
from analyzer.display.parts import SelectOption as OptionChoice
from analyzer.display.review.entries import Addresses, entry_card
from analyzer.display.review.line import timeline_of
from analyzer.display.review.summary import basis, summary_of
from analyzer.display.review.words import LeftOpen
from analyzer.display.table import judged
from analyzer.display.verdict import AnswerVerdict
from analyzer.notation.records import parse_match
from analyzer.practice.puzzles.types import PuzzleKind
from analyzer.review import Choice, LayOff, ReviewSettings, review
from analyzer.review.coach import LeakRow
from analyzer.web.analyze.contexts import ErrorFragment
from analyzer.web.chrome import Link
from analyzer.web.embed import EmbedLink
from analyzer.web.embed.pages import EmbedFrame
from analyzer.web.review import retry
from analyzer.web.review.lines import KeptLine, branch_of
from analyzer.web.review.replay import ON_THE_TABLE
from analyzer.web.review.select import LOOKS, WhatIf
from analyzer.web.review.stepping import steps_from
from analyzer.web.review.theirs import their_turn
from analyzer.web.streams import Stream
from analyzer.web.train.words import LEVELS
from tests.unit.test_cli_review import RECORD
from tests.web.puzzle_samples import asked

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
    if (card := entry_card(REPORT, place, TO, brief=True))["brief"] and isinstance(one, Choice)
)
ENTRIES: dict[str, Any] = {
    "url": "/review/abc",
    "options": (
        Select("grade", "Class", (OptionChoice("", "All", True), OptionChoice("best", "Best"))),
    ),
    "cards": CARDS,
    "counted": "9 of 9 decisions",
    "before": "/review/abc?page=1",
    "after": "/review/abc?page=3",
}
_ENTRY = next(one for one in REPORT.entries if isinstance(one, Choice))
WHAT_IF: dict[str, Any] = {
    "url": "/review/abc#replay", "at": 0, "rows": CARDS[0]["table"].rows, "there": ("pass",),
    "lines": "3.discard-Ks", "full": False, "played_url": "/review/abc?step=0#replay",
}  # fmt: skip
REPLAY: dict[str, Any] = {
    "felt": judged(
        _ENTRY.view, _ENTRY.found.played, ((one.action, one.loss) for one in _ENTRY.found.actions)
    ),
    "entry": CARDS[0] | ON_THE_TABLE,
    "timeline": timeline_of(REPORT, 0, TO, here=0),
    "counted": "Decision 1 of 5",
    "steps": steps_from(0, 9, [3], "/review/abc?step={}&play={}#replay".format), "theirs": None,
    "lines": (KeptLine("Turn 3: discard K♠", "/review/abc?try=3.discard-Ks", "/review/abc", True),),
    "branch": None, "what_if": WHAT_IF,
    "open_url": "/review/abc?step=0&open=1#replay",
    "opened": False, "play_from": "g1AbC", "levels": LEVELS,
    "retry_url": "/review/abc/retry?seat=1",
}  # fmt: skip
_THEIRS = their_turn(REPORT, 0, 0, 3, "/review/abc?step={}#replay".format, opened=True)
THEIRS = REPLAY | {
    "felt": _THEIRS.felt, "theirs": _THEIRS, "entry": None, "play_from": None, "what_if": None,
    "counted": "Bob’s turn, after decision 4",
}  # fmt: skip
_BRANCH = branch_of(
    REPORT, _ENTRY, WhatIf(0, "take"), CARDS[0]["table"], REPLAY["felt"]
)  # fmt: skip
JOB = SimpleNamespace(id="abc", shared=False, nameless=False, title="Ann and Bob")
EMBED = EmbedLink(
    "A", "/embed/a/x", "<iframe>", "/oembed?url=/a/x", "/embed/picture/analysis/x.png"
)
DONE = {
    "job": JOB,
    "embed": EMBED,
    "mine": True,
    "link": "/review/abc",
    "sides": (Link("Ann", "/review/abc?seat=1", True), Link("Bob", "/review/abc", False)),
    "whose": ("Ann", 1, "Bob"),
    "looks": tuple(LOOKS.items()),
    "look": "summary",
    "summary": summary_of(REPORT, 0, TO),
    "replay": REPLAY,
    "gaps": LeftOpen("1 of 3 decisions not judged", ("Turn 5: forgotten",), ("Rules: standard",)),
    "entries": ENTRIES,
    "basis": basis(REPORT),
    "note": ("This review was stopped.", "Continue"),
    "practice": ("a dangerous discard", (Link("Puzzles", "/puzzles/random?theme=danger"),)),
}
RUNNING = {
    "ident": "abc",
    "mine": True,
    "headline": "Judging 12 of 34 decisions.",
    "detail": "You may leave: it goes on.",
    "progress": ProgressBar("12 of 34 judged", 0, 35.3, running=True),
    "counted": "So far 9 best or tied and 1 blunder.",
    "rows": (
        (
            next(mark for mark in GRADE_MARKS.values() if mark.name == "blunder"),
            "Turn 3", "Discarding K♦ is 4.1 ±0.3 points better than discarding 2♣.", "4.1 ±0.3",
        ),
    ),
}  # fmt: skip
STREAM = Stream(events_url="/review/abc/events?after=3")
BODY = {"final": True, "running": None, "report": DONE, "stream": Stream(), "poll_url": None}
TITLES = {"title": "Ann and Bob, a hand", "description": "A review."}

_LAID = next(one for one in REPORT.entries if isinstance(one, LayOff))
ASKED: dict[str, Any] = TITLES | {
    "ident": "abc", "seat": 1, "counted": "Error 1 of 2", "so_far": "", "place": "Turn 1",
    "felt": retry.deciding(
        _ENTRY.view, _ENTRY.options, "/review/abc/retry", (("seat", "1"),)
    ), "tried": None,
    "ended": (), "again": False,
    "hidden": (("seat", "1"),),
}  # fmt: skip
LAYING = replace(
    retry.laying_off(retry._knock_of(_LAID), "/review/abc/retry", (("seat", "1"),)),
    error="K♥ fits none of their melds.",
)
ERROR = ErrorFragment(
    "“11h” isn’t a card.", "line 2", "Did you mean Jh?", "1. +", "11h", " -Kd", "Use Jh", "1. +Jh",
    "/review",
)  # fmt: skip
START: dict[str, Any] = TITLES | {
    "text": RECORD,
    "depths": (OptionChoice("quick", "Quick"), OptionChoice("standard", "Standard", True)),
    "examples": {"match": ("A short match", "Three hands.")},
    "sample": RECORD,
    "leaks": True,
    "error": ERROR,
    "mine": ((JOB, "May 1, 2026", "done"),),
}
LINE = LeakRow("discard", 3, 20, 12.3, 4.5)

PUZZLE = asked(PuzzleKind.DISCARD)["question"]
TABLE = {"felt": PUZZLE["felt"]}
FRAMES: dict[str, tuple[str, Any]] = {
    name: (f"embed/{name.removeprefix('embed-')}.html", EmbedFrame("", "A hand", "/a/x7Yz", parts))
    for name, parts in {
        "embed-analysis": TABLE
        | {"verdict": AnswerVerdict("Discard K♦.", "+4.1 ±0.1 points."), "worlds": "2,048 worlds"},
        "embed-puzzle": TABLE | {"history": ("You drew 4♠.",), "level": "Hard"},
        "embed-hand": {"title": "Ann and Bob", "replay": REPLAY},
        "embed-gone": {},
    }.items()
}
PAGES: dict[str, tuple[str, Any]] = {
    **FRAMES,
    "review-start": ("review/start.html", START),
    "review-empty": ("review/start.html", START | {"text": "", "error": None, "mine": ()}),
    "review-done": (
        "review/page.html",
        TITLES | {"heading": "Ann and Bob", "body": BODY, "refresh": None},
    ),
    "review-running": (
        "review/page.html",
        TITLES | {
            "heading": "Ann and Bob",
            "body": BODY | {"running": RUNNING, "report": None, "stream": STREAM,
                            "poll_url": "/review/abc/news"},
            "refresh": "2; url=/review/abc",
        },
    ),
    "review-retry": ("review/retry.html", ASKED),
    "review-retry-lay-off": ("review/retry.html", ASKED | {"felt": LAYING}),
    "review-tried": (
        "review/retry.html",
        ASKED | {
            "felt": None, "entry": CARDS[3], "so": "w", "next_label": "Next error",
            "tried": SimpleNamespace(right=False, words="You chose: pass. That is not it, either."),
        },
    ),
    "review-tried-all": (
        "review/retry.html",
        ASKED | {
            "felt": None, "ended": (("Turn 3", "/review/abc?at=3#e3", True),), "again": True,
        },
    ),
    "review-audit": (
        "review/audit.html",
        TITLES | {
            "tabs": (), "text": "[Dealer \"2\"]", "claims": "ahead", "error": None,
            "players": (OptionChoice("1", "Player 1", True), OptionChoice("2", "Player 2")),
            "words": AuditWords("Nothing.", False, ("2 hands.",), (), (("Yours", "3", "1%", "1"),)),
            "tables": ((("Stock", "Draws", "Half", "Evidence"), (("You", "3", "1%", "1"),)),),
            "honest": ("Give every hand.",), "most": 300,
        },
    ),
    "review-leaks": (
        "review/leaks.html",
        TITLES | {
            "players": (Link("Ann", "/review/leaks?player=Ann", True), Link("Bob", "/review")),
            "headline": "Ann lost 12.3 points", "detail": "20 decisions.",
            "level": "40 ±12, like Strong.", "engines": "Judged by several engines (1 and 2).",
            "groups": ((
                "kinds", "By decision", "All.",
                (
                    ("Discard", LINE, 12.3, 100.0, (Link("Puzzles", "/puzzles"),)),
                    ("Draw", replace(LINE, half=None), 12.3, 100.0, ()),
                ),
            ),),
        },
    ),
}  # fmt: skip
"""Name of the sample -> template, page."""

FRAGMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "review-branch": (
        "review/_replay.html",
        {"replay": REPLAY | {"branch": _BRANCH, "what_if": WHAT_IF | {"full": True}}},
    ),
    "review-their-turn": ("review/_replay.html", {"replay": THEIRS}),
    "review-forgotten-turn": (
        "review/_replay.html",
        {"replay": THEIRS | {"felt": None, "theirs": replace(_THEIRS, judged=(), felt=None)}},
    ),
    "review-entries": ("review/_entries.html", {"entries": ENTRIES}),
    "review-brief": ("review/_entry.html", {"entry": BRIEF | {"open": True}}),
    "review-no-entries": ("review/_entries.html", {"entries": ENTRIES | {"cards": ()}}),
    "review-shared": (
        "review/_keep.html",
        {
            "job": SimpleNamespace(id="abc", shared=True, nameless=True),
            "mine": True,
            "embed": EMBED,
            "link": "/review/abc",
        },
    ),
    "review-seen": (
        "review/_keep.html",
        {"job": JOB, "mine": False, "link": "/review/abc", "embed": None},
    ),
}
"""Name of the sample -> template, variables."""
