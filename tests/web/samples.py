"""A context for every template, as the presenter would make it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from analyzer.display import charts
from analyzer.display.board import BoardFragment, HandFragment
from analyzer.display.hands import pictures
from analyzer.display.parts import (
    GRADE_MARKS,
    ActionRow,
    ActionTable,
    Bar,
    CardGroup,
    Fact,
    HandCard,
    ProgressBar,
    SelectOption,
)
from analyzer.display.table import AcrossTable, CardTable, in_rows
from analyzer.display.verdict import AnswerVerdict
from analyzer.engine.comparisons.types import WaitingPoint
from analyzer.engine.thresholds import Z95, half_width
from analyzer.engine.types import ActionValue, EndingShare, Grade
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.rules import PRESETS
from analyzer.notation.draft import Place
from analyzer.notation.numbers import plus_minus, points, signed_estimate
from analyzer.web.analyze.comparisons import (
    ScoreGrid,
    ScoreSquare,
    StageChart,
)
from analyzer.web.analyze.contexts import (
    AnalyzePage,
    Controls,
    ErrorFragment,
    ResultFragment,
)
from analyzer.web.api import ApiEndpoint, ApiPage
from analyzer.web.chrome import Link, Site
from analyzer.web.errors import ErrorPage
from analyzer.web.streams import Stream
from analyzer.web.waiting import COMPILES
from tests.web import (
    learn_samples,
    mine_samples,
    puzzle_samples,
    recorder_samples,
    review_samples,
    train_samples,
)
from tests.web.evidence_samples import EVIDENCE
from tests.web.reference_samples import REFERENCE

HAND_TEXT = "rules: classic\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s\npile: Kh 9c\n"

SITE = Site(
    version="0.1.0",
    home="/",
    nav=(Link("Analyze", "/analyze", current=True), Link("Learn", "/learn/rules")),
    footer=(Link("Rules", "/learn/rules"), Link("API", "/api")),
)
TABS = (Link("Rules", "/learn/rules", current=True), Link("API", "/api"))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(token) for token in text.split())


def group(kind: str, label: str, text: str, apart: str = "") -> CardGroup:
    """Cards under a bracket."""
    return CardGroup(
        kind,
        label,
        tuple(
            HandCard(
                card,
                f"{card.name}, in a {kind}" if kind != "deadwood" else f"{card.name}, deadwood",
                apart=str(card) == apart,
                note="drawn" if str(card) == apart else None,
            )
            for card in cards(text)
        ),
    )


GROUPS = (
    group("run", "run", "7h 8h 9h"),
    group("set", "set", "4c 4d 4s"),
    group("deadwood", "deadwood 28", "Kd Qd 2c Ac 5s", apart="5s"),
)
HAND = HandFragment(
    felt=CardTable(
        heading_id="hand-title",
        across=(AcrossTable("Opponent", 65, backs=8, known=pictures(cards("Js 3d"))),),
        stock=24,
        pile=cards("Jd Ts 6d Kh 9c"),
        rows=in_rows(GROUPS),
    ),
    counter="11/11",
    complete=True,
    hint="Eleven cards: discard one, or knock.",
    facts=(
        Fact("Stock", "24"),
        Fact("Score", "40–65"),
        Fact("Knock with", "10 or less"),
        Fact("Rules", "classic", "/learn/rules#classic"),
    ),
    other_arrangements=("4♣ 4♦ 4♠ and 7♥ 8♥ 9♥",),
)
PLACES = {
    **dict.fromkeys(CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s"), Place.MINE),
    **dict.fromkeys(CardSet.of("Jd Ts 6d Kh 9c"), Place.PILE),
    **dict.fromkeys(CardSet.of("Js 3d"), Place.OPPONENT),
}
BOARD = BoardFragment(HAND, PLACES, dict.fromkeys(CardSet.of("7h 8h 9h"), "in a run"))
ERROR = ErrorFragment(
    message="`11h` isn’t a card",
    where="line 2",
    hint="did you mean Jh?",
    before="hand: 7h 8h 9h 4c ",
    token="11h",
    after=" 4s Kd",
    cure="Use Jh",
    cure_text="hand: 7h 8h 9h 4c Jh 4s Kd",
)

# action, q, half, loss, loss half, match, gin, knock, undercut, danger
_NUMBERS: tuple[tuple[str, str, float, float, float, float, float, float, float, float, float], ...]
_NUMBERS = (
    ("Discard", "Kd", 4.12, 0.14, 0, 0, 0.53, 0.31, 0.22, 0.04, 0.11),
    ("Discard", "Qd", 3.98, 0.14, 0.14, 0.2, 0.53, 0.30, 0.22, 0.04, 0.16),
    ("Discard", "5s", 2.9, 0.2, 1.22, 0.3, 0.51, 0.27, 0.2, 0.05, 0.31),
    ("Discard", "2c", 1.4, 0.3, 2.7, 0.4, 0.49, 0.22, 0.17, 0.05, 0.22),
    ("Discard", "Ac", -1.23, 0.4, 5.35, 0.5, 0.47, 0.22, 0.16, 0.06, 0.19),
    ("Discard", "9h", -7.4, 0.6, 11.5, 0.7, 0.41, 0.12, 0.11, 0.05, 0.44),
    ("Discard", "7h", -7.6, 0.6, 11.7, 0.7, 0.41, 0.12, 0.11, 0.05, 0.38),
    ("Discard", "4c", -8.3, 0.6, 12.4, 0.7, 0.4, 0.1, 0.1, 0.05, 0.2),
    ("Discard", "4d", -8.4, 0.6, 12.5, 0.7, 0.4, 0.1, 0.1, 0.05, 0.22),
    ("Discard", "4s", -8.6, 0.6, 12.7, 0.7, 0.4, 0.1, 0.1, 0.05, 0.24),
    ("Discard", "8h", -9.1, 0.6, 13.2, 0.7, 0.39, 0.1, 0.1, 0.05, 0.4),
)


def _grade(loss: float) -> Grade:
    limits = ((0.5, Grade.BEST), (1.5, Grade.INACCURACY), (3.0, Grade.MISTAKE))
    return next((grade for limit, grade in limits if loss < limit), Grade.BLUNDER)


def _row(index: int, bar: Bar) -> ActionRow:
    verb, card, q, half, loss, loss_half, match, gin, knock, undercut, danger = _NUMBERS[index]
    value = ActionValue(
        action=Action(Kind.DISCARD, Card.of(card)), q=q, se=half / Z95, loss=loss,
        loss_se=loss_half / Z95, grade=_grade(loss), close=index == 2, outcomes={}, match=match,
        danger=danger,
    )  # fmt: skip
    return ActionRow(
        value=value,
        worth=signed_estimate(value.q, half_width(value.se)),
        loss=points(value.loss),
        half=plus_minus(half_width(value.loss_se)),
        key=f"discard-{card}",
        verb=verb,
        card=Card.of(card),
        mark=GRADE_MARKS[value.grade],
        bar=bar,
        tied=index < 2,
        racing=index < 4,
        gin=gin,
        knock=knock,
        undercut=undercut,
    )


def _stage(stock: int, gain: float, *, now: bool = False) -> WaitingPoint:
    knock, wait = (Action(Kind.DISCARD, Card.of(card)) for card in ("Kd", "Qd"))
    return WaitingPoint(stock, 0, gain, 0.2, knock, wait, now)


_BARS = Bar.scale([(numbers[4], numbers[5]) for numbers in _NUMBERS])
TABLE = ActionTable(
    caption="All eleven discards, best first; ± is the 95% interval, in points.",
    rows=tuple(_row(index, bar) for index, bar in enumerate(_BARS)),
    with_match=True,
    with_danger=True,
)
OPPONENTS = (
    SelectOption("baseline", "A sensible opponent", selected=True),
    SelectOption("gin-waiter", "One who waits for gin"),
)
RUNNING = ResultFragment(
    verdict=AnswerVerdict("Too close to call: K♦ or Q♦.", "+4.1 ±0.1 points; Q♦ is about equal."),
    controls=Controls(p="g1AbC", stop_url="/searches/s1/stop", refresh_url="/analyze?p=g1AbC"),
    progress=ProgressBar(
        "Rolling out 11 discards, 4 still in the race.", 12288, 45.0, running=True
    ),
    table=TABLE,
    stream=Stream(events_url="/searches/s1/events"),
    poll_url="/searches/s1",
)
DONE = ResultFragment(
    verdict=AnswerVerdict(
        "Discard K♦.",
        "+4.1 ±0.1 points; next is Q♦, 0.6 behind.",
        "Depends on the opponent: against one who waits, discard Q♦.",
        final=True,
    ),
    controls=Controls(
        p="g1AbC",
        start_url="/searches",
        deeper_url="/searches/s1/deeper",
        share_url="/a/x7Yz",
        opponents=OPPONENTS,
    ),
    progress=ProgressBar("Done: every difference is known to ±0.25 points.", 65536, 100.0),
    table=TABLE,
    why=(
        "K♦ leaves 18 points of deadwood and five cards that help.",
        "Only one holding can use the K♦: they discarded K♥.",
    ),
    endings_title="If you discard K♦",
    endings=(
        ("You go gin", EndingShare(0.31, 38.2), 31),
        ("You win by knocking", EndingShare(0.22, 14.0), 22),
        ("You are undercut", EndingShare(0.04, -27.1), 4),
        ("They go gin", EndingShare(0.16, -31.0), 16),
        ("They win by knocking", EndingShare(0.24, -19.0), 24),
        ("Nobody scores", EndingShare(0.03, 0.0), 3),
    ),
    models=(
        ("A sensible opponent", "Discard K♦", True, None),
        ("One who waits for gin", "Discard Q♦", False, "1.2 ±0.4"),
        ("One who was not asked", "Discard K♦", True, None),
    ),
    models_head="Discard K♦ loses",
    waiting=StageChart(
        summary="Now knocking is ahead of waiting by 2.0 ±0.5.",
        rows=(
            (_stage(31, 7.3), "+7.3 ±0.4", "Knock with 9"),
            (_stage(29, 0.1, now=True), "+0.1 ±0.5", "Too close to call"),
            (_stage(27, -4.2), "−4.2 ±0.6", "Wait: discard K♦"),
        ),
        note="The same eleven cards at three stages.",
        unit="points",
        line="M36 12L194 90L352 190",
        band="M36 10L194 88L352 188L352 192L194 92L36 14Z",
        zero=100.0,
        x_ticks=(charts.Tick(36.0, "31"), charts.Tick(352.0, "27")),
        y_ticks=(charts.Tick(12.0, "+10"), charts.Tick(100.0, "0"), charts.Tick(190.0, "−10")),
        now=(194.0, 90.0),
    ),
    scores=ScoreGrid(
        summary="Best or tied at 3 of 4 scores: discard K♦.",
        across=("0", "10"),
        rows=(
            ("0", (ScoreSquare("A", 1, False), ScoreSquare("BA", 1, True))),
            ("10", (ScoreSquare("B", 2, False), ScoreSquare("A", 1, False, here=True))),
        ),
        keys=(("A", 1, "Discard K♦"), ("B", 2, "Discard Q♦")),
        note="Match to 20.",
        ties=True,
        here="12–15",
    ),
    footnote="Engine 0.1, seed 1, 65,536 worlds for the best action, 1.8 seconds.",
    stream=Stream(),
)
WAITING = ResultFragment(
    verdict=AnswerVerdict("Ready when you are."),
    controls=Controls(p="g1AbC", start_url="/searches", autostart=True, opponents=OPPONENTS),
)
POLLED = ResultFragment(
    verdict=RUNNING.verdict,
    controls=RUNNING.controls,
    progress=RUNNING.progress,
    stream=Stream(poll_url="/searches/s1"),
)


def example(title: str, teaches: str, href: str, *groups: CardGroup) -> dict[str, Any]:
    """An example as the page has it."""
    return {"title": title, "teaches": teaches, "href": href, "groups": groups}


EXAMPLES = (
    example(
        "Which court card goes?", "Two melds, five loose cards, and a king in the pile.",
        "/analyze?p=a", *GROUPS,
    ),
    example(
        "Knock, or wait for gin?", "Four points of deadwood and two cards that make gin.",
        "/analyze?p=b",
        group("run", "run", "Tc Jc Qc"), group("set", "set", "6d 6h 6s"),
        group("deadwood", "deadwood 13", "As 3d 2h 7c 8s"),
    ),
    example(
        "Take it, or draw?", "The upcard fills a run but tells them what you hold.",
        "/analyze?p=c",
        group("run", "run", "2c 3c 4c"), group("deadwood", "deadwood 47", "8d 9d Qh Qs 5h 5s 7c"),
    ),
)  # fmt: skip
RULES_COLUMNS = tuple(
    (label, f"What {label.lower()} means.", label != "Shutout")
    for label in ("Knock", "Gin", "Undercut", "Big gin", "Box", "Game", "Target", "Shutout")
)

HELD, MINE, PILE = cards("Js 3d"), cards("7h 8h 9h"), cards("Kh 9c")


def heat(card: Card) -> tuple[str, str, str, str]:
    """A cell as the presenter would make it."""
    if card in HELD:
        return "held", "●", "they hold it", f"{card.name}: they hold it"
    if card in MINE + PILE:
        return "seen", "·", "in your hand", f"{card.name}: in your hand"
    level = card.rank % 6
    return str(level), f"{7 * level}", "", f"{card.name}: {7 * level}% ±3"


def their_turn(number: int, did: str, moved: tuple[Any, ...], after: float) -> dict[str, Any]:
    """A turn of theirs as the presenter would make it."""
    return {
        "number": number, "did": did, "moved": moved, "first": moved,
        "before": SimpleNamespace(mean=57.2, can_knock=0.001),
        "after": SimpleNamespace(mean=after, can_knock=0.05),
        "before_width": 95.3, "after_width": 60.2,
    }  # fmt: skip


MOVES = (
    (SimpleNamespace(card=Card.of("7h"), before=0.2, after=0.4, change=0.2), "+20", 20.0, 20.0),
    (SimpleNamespace(card=Card.of("Qd"), before=0.2, after=0.02, change=-0.18), "−18", 2.0, 18.0),
)
BELIEF = {
    "method": "Read from their turns.",
    "cells": {card: heat(card) for card in DECK},
    "deadwood": "About 18.2 ±0.5 points of deadwood; 10 or fewer, enough to knock, in 31%.",
    "spread": (("none (gin)", 0.02, 2.0), ("1–10", 0.29, 29.0)),
    "footnote": "4,096 worlds, seed 1.",
    "types": (("Sensible", 0.6, 60.0), ("Waits for gin", 0.4, 40.0)),
    "fit": "So far they play like players that we know.",
    "turns_url": "/analyze/belief/turns?p=g1AbC",
}
INFERENCE = {
    "turns": (
        their_turn(1, "Passes K♥", (), 57.2),
        their_turn(2, "Takes J♠, discards 9♣", MOVES, 36.1),
    ),
    "note": "Only the last 2 of their 3 turns.",
    "fresh": False,
}

TITLES = {"title": "Your hand", "description": "An answer."}
LEARN: dict[str, Any] = {"title": "Learn", "description": "To read.", "tabs": TABS}
THEIRS: dict[str, Any] = {
    "title": "Their hand", "description": "Their cards.", "back_url": "/analyze?p=g1AbC",
    "hand": HAND, "belief": None, "inference": None, "again_url": None,
    "compiles": COMPILES,
}  # fmt: skip
PAGES: dict[str, tuple[str, Any]] = {
    "belief": (
        "analyze/belief.html",
        THEIRS | {"belief": BELIEF, "inference": INFERENCE},
    ),
    "belief-waiting": (
        "analyze/belief.html", THEIRS | {"again_url": "/analyze/belief?p=g1AbC"},
    ),
    "home": (
        "home/page.html",
        {
            "title": "Ginsight: what to discard in gin rummy",
            "description": "Paste a hand, get the best play.", "examples": EXAMPLES,
            "showcase_verdict": DONE.verdict, "today": "2026-01-01", "puzzle": None, "new": True,
            "game": "you lead 61–34", "waiting": (Link("3 puzzles to repeat", "/puzzles"),),
            "levels": (SelectOption("club", "Club player", True),), "rules": "standard",
            "coach": "2",
        },
    ),
    "analyze": (
        "analyze/page.html",
        AnalyzePage(HAND_TEXT, BOARD, **TITLES, result=DONE, shared_note="Of today."),
    ),
    "analyze-running": (
        "analyze/page.html",
        AnalyzePage(
            HAND_TEXT, BOARD, **TITLES, result=RUNNING,
            canonical_url="/analyze?p=g1AbC", belief_url="/analyze/belief?p=g1AbC",
        ),
    ),
    "analyze-waiting": (
        "analyze/page.html", AnalyzePage(HAND_TEXT, BOARD, **TITLES, result=WAITING, refresh="/"),
    ),
    "analyze-empty": (
        "analyze/page.html",
        AnalyzePage(
            "", BoardFragment(HandFragment(hint="Ten or eleven cards.")), **TITLES,
            examples=EXAMPLES,
        ),
    ),
    "analyze-error": (
        "analyze/page.html",
        AnalyzePage(
            "hand: 7h 8h 9h 4c 11h 4s Kd",
            BoardFragment(
                HandFragment(
                    felt=CardTable(rows=((group("run", "run", "7h 8h 9h"),),)), counter="3/10"
                ), PLACES,
            ),
            **TITLES, error=ERROR,
        ),
    ),
    "rules": (
        "learn/rules.html",
        LEARN | {
            "columns": RULES_COLUMNS,
            "rows": (
                (PRESETS["standard"], ("10", "25", "25", "31", "25", "100", "100", "points ×2")),
                (PRESETS["classic"], ("10", "20", "10", "–", "20", "100", "100", "+100")),
            ),
            "readings": {"standard": "Gin wins.", "classic": "Ties are undercuts."},
            "games": [
                {"title": "Teams", "names": [], "play": ["Sides of `two`."], "numbers": "",
                 "readings": [["Who?", "All."]], "table": "/train/table", "lesson": "/learn"},
                {"title": "Hollywood", "names": ["three-hand"], "play": ["Three."],
                 "numbers": "To 9", "readings": [["Who?", "All"]], "table": "", "lesson": "/learn"},
            ],
            "override_example": "rules: standard,gin=20,undercut=10", "said": learn_samples.SAID,
            "fields": ((Fact("gin_bonus", "25"), "classic,gin=30", ["a.py::b"]),),
            "glossary": (Fact("Meld", "A set or a run."),),
        },
    ),
    **REFERENCE,
    **learn_samples.PAGES,
    "evidence": ("learn/evidence.html", LEARN | {"sections": EVIDENCE}),
    "explanations-none": ("learn/explanations.html", LEARN | {"examples": None, "groups": ()}),
    "api": (
        "api/page.html",
        ApiPage(
            "API", "JSON.", "/api/v1/openapi.json",
            (
                ApiEndpoint(
                    "POST", "/api/v1/melds", "Every best arrangement of a hand.",
                    '{"cards": "7h 8h 9h Kd"}', '{"deadwood": 10}', "curl -s …",
                ),
            ),
            (Fact("422", "The input can’t be used; says where and what instead."),), TABS,
        ),
    ),
    "error": (
        "error/page.html",
        ErrorPage("Not found", 404, "There is no such page.", "The address lost a letter.",
                    (Link("Analyze a hand", "/analyze"), Link("Start", "/"))),
    ),
    "busy": (
        "error/page.html",
        ErrorPage("Busy", 503, "The table is full.", "All seats are taken.", retry_seconds=5),
    ),
    **review_samples.PAGES,
    **puzzle_samples.PAGES,
    **recorder_samples.PAGES,
    **train_samples.PAGES,
    "mine": ("mine/page.html", mine_samples.MINE),
    "mine-linked": (
        "mine/page.html",
        mine_samples.MINE
        | {"link": "http://localhost/mine/join?code=AB12CDE34F", "code": "AB12C-DE34F",
                "message": "Loaded: nothing.", "problem": None, "foreign": False},
    ),
    "join": ("mine/join.html", mine_samples.JOIN),
    "join-same": ("mine/join.html", mine_samples.JOIN | {"same": True}),
}  # fmt: skip
"""Name of the sample -> template, page."""

FRAGMENTS: dict[str, tuple[str, Any]] = {
    **learn_samples.FRAGMENTS,
    "belief": ("analyze/_belief.html", {"belief": BELIEF}),
    "belief-alone": ("analyze/_belief.html", {"belief": BELIEF | {"turns_url": None}}),
    "inference": ("analyze/_inference.html", {"inference": INFERENCE | {"fresh": True}}),
    "inference-none": (
        "analyze/_inference.html",
        {"inference": {"turns": (), "note": "None.", "fresh": False}},
    ),
    "ready": ("analyze/_ready.html", {"again_url": "/analyze/belief", "compiles": COMPILES}),
    "board-typed": ("analyze/_board.html", {"board": BOARD}),
    "board-tapped": ("analyze/_board.html", {"board": replace(BOARD, text=HAND_TEXT)}),
    "error": ("analyze/_error.html", {"error": ERROR}),
    "result-running": ("analyze/_result.html", {"result": RUNNING}),
    "result-polled": ("analyze/_result.html", {"result": POLLED}),
    "result-done": ("analyze/_result.html", {"result": DONE}),
    "result-waiting": ("analyze/_result.html", {"result": WAITING}),
    **review_samples.FRAGMENTS,
    **puzzle_samples.FRAGMENTS,
    **recorder_samples.FRAGMENTS,
    **train_samples.FRAGMENTS,
}
"""Name of the sample -> template, variables."""
