"""Learn: the rules of every preset, generated from `Rules`, and the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from analyzer.display.glossary import GLOSSARY
from analyzer.display.parts import Fact
from analyzer.game.rulefields import FIELDS
from analyzer.game.rules import ENTRIES, PRESETS, TWO_HANDED, GameKind, Rules, Shutout, Tie, Wall
from analyzer.notation.phrases import upper
from analyzer.practice.lessons.course import Chapter, course
from analyzer.practice.lessons.progress import CourseProgress
from analyzer.resources import read_json, texts_beside
from analyzer.web.chrome import LEARN, REFERENCE, Link, learn_tabs, whole_page
from analyzer.web.learn.course import progress_of
from analyzer.web.learn.evidence import sections
from analyzer.web.learn.explanations import FILE, explanations, groups, titles
from analyzer.web.rendering import kept_with, known_here
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor

learn = Blueprint("learn", __name__, url_prefix="/learn")

_TEXTS = texts_beside(__file__, "rules.toml")
_OTHERS = texts_beside(__file__, "othergames.toml")
_LINES = texts_beside(__file__, "texts.toml")["parts"]
"""What the texts of rules and of coaches say, line by line."""

_TIES = {Tie.UNDERCUT: "undercut", Tie.NOTHING: "no score", Tie.KNOCKER: "no undercut"}
_WALLS = {
    Wall.VOID: "hand is void",
    Wall.LAST_DISCARD: "last discard may be knocked with",
    Wall.RESHUFFLE: "pile is reshuffled",
}


@learn.get("")
@kept_with(known_here)
def index() -> Response:
    """The course, chapter by chapter, and the other pages of Learn."""
    progress = progress_of(known_visitor())
    chapters = [_chapter(chapter, progress) for chapter in course()]
    following = progress.next_lesson()
    begun = "Go on" if progress.done else "Begin"
    count = sum(len(chapter.lessons) for chapter in course())
    return whole_page(
        "learn/front.html",
        "Learn gin rummy: a course from your first card",
        "A free gin rummy course: from the rules to reading your opponent, on a live table.",
        tabs=learn_tabs(),
        counted=f"A course in {len(chapters)} chapters and {count} lessons, from someone who has "
        "never held a hand to someone who beats the club.",
        next=following
        and Link(f"{begun}: {following.title}", url_for("course.show", name=following.name)),
        chapters=chapters,
        doors=[
            Fact(label, _TEXTS["doors"][endpoint], url_for(endpoint))
            for label, endpoint in LEARN[1:]
        ],
        programmers=[Link(label, url_for(endpoint)) for label, endpoint in REFERENCE[2:]],
    )


def _chapter(chapter: Chapter, progress: CourseProgress) -> dict[str, Any]:
    """A chapter on the first page, and how much of it is done."""
    return {
        "title": chapter.title,
        "summary": chapter.summary,
        "done": sum(map(progress.finished, chapter.lessons)),
        "lessons": [
            {
                "title": lesson.title,
                "href": url_for("course.show", name=lesson.name),
                "done": progress.finished(lesson),
                "begun": lesson.name in progress.done,
            }
            for lesson in chapter.lessons
        ],
    }


@learn.get("/rules")
@kept_with()
def rules() -> Response:
    """Every preset with its numbers, and every field that can be overridden."""
    return whole_page(
        "learn/rules.html",
        "Rules of gin rummy, preset by preset",
        "Every rule set that Ginsight plays, with its numbers.",
        tabs=learn_tabs(),
        columns=_TEXTS["columns"],
        rows=[(preset, _cells(preset)) for preset in TWO_HANDED.values()],
        readings={name: entry.reading for name, entry in ENTRIES.items()},
        games=[_other(game) for game in (*_OTHERS["games"], *_unwritten())],
        override_example="rules: standard,gin=20,undercut=10",
        fields=[
            (
                Fact(name, f"{field.means} {upper(field.possible(getattr(Rules(), name)))}."),
                f"standard,{name}={field.example}",
                _held()[name],
            )
            for name, field in FIELDS.items()
        ],
        said=[(part["title"], list(map(_said, part["lines"]))) for part in _LINES],
        glossary=GLOSSARY,
    )


def _said(line: dict[str, Any]) -> dict[str, Any]:
    """A line of the texts with the tests that hold it: its own, and those of its fields."""
    tests = (test for name in (line["id"], *line.get("fields", ())) for test in _held()[name])
    return {**line, "tests": list(dict.fromkeys(tests))}


@cache
def _held() -> dict[str, list[str]]:
    """The tests that hold each field and line, as `python -m tests.docs.rule_marks` writes them."""
    return read_json(Path(__file__).with_name("held.json").read_bytes(), dict[str, list[str]])


@learn.get("/evidence")
def evidence() -> Response:
    """Return what was measured, each figure with the command that wrote it."""
    return whole_page(
        "learn/evidence.html",
        "Evidence: how far the numbers can be trusted",
        "How Ginsight's intervals, its belief, its play and its server were measured.",
        tabs=learn_tabs(),
        sections=sections(web_app().engine.version),
    )


@learn.get("/explanations")
@kept_with()
def explained() -> Response:
    """Return what the coach says on thirty decisions, each with its hand and its numbers."""
    examples = explanations()
    return whole_page(
        "learn/explanations.html",
        "Explanations: what the coach says, and from which numbers",
        "Thirty decisions of whole hands: the cards, what was played, what was better and why.",
        tabs=learn_tabs(),
        examples=examples,
        counted="" if examples is None else titles(examples),
        groups=() if examples is None else groups(examples),
        file=f"/static/evidence/{FILE}",
    )


def _unwritten() -> Iterator[dict[str, Any]]:
    """The presets beyond the two-handed ones of which the page has no words but their own."""
    written = {name for game in _OTHERS["games"] for name in (game["table"], *game.get("also", ()))}
    for name in PRESETS.keys() - TWO_HANDED.keys() - written:
        entry = ENTRIES[name]
        readings = [("What the text leaves open", entry.reading)] if entry.reading else []
        play = [entry.summary]
        yield {"title": entry.title or name, "table": name, "play": play, "readings": readings}


def _other(game: dict[str, Any]) -> dict[str, Any]:
    """One of the other games: its numbers, its table, its lesson."""
    rules = PRESETS.get(game["table"])
    return game | {
        "names": [] if rules is None else [rules.name, *game.get("also", ())],
        "numbers": "" if rules is None else _numbers(rules),
        "table": game["table"] and url_for("traintable.games", game=game["table"]),
        "lesson": game.get("lesson") and url_for("course.show", name=game["lesson"]),
    }


def _numbers(game: Rules) -> str:
    """The numbers of one of the other games in a line."""
    knocks = game.play is GameKind.KNOCK
    numbers = [
        f"knock with {game.knock_limit} or less" if knocks else "nobody knocks",
        f"gin {game.gin_bonus}",
        f"undercut {game.undercut_bonus}" if knocks else "",
        f"big gin {game.big_gin_bonus}" if knocks and game.big_gin_bonus else "",
        f"box {game.box_bonus}" if game.box_bonus else "",
        f"game {game.game_bonus}" if game.game_bonus else "",
        f"to {game.target}",
    ]
    return upper(" · ".join(filter(None, numbers)))


def _cells(preset: Rules) -> tuple[str, ...]:
    """The cells of a preset's row, one for each column."""
    limit = "upcard" if preset.knock_by_upcard else str(preset.knock_limit)
    return (
        limit if preset.knock_limit else "gin only",
        str(preset.gin_bonus),
        str(preset.undercut_bonus),
        _TIES[preset.tie],
        _number(preset.big_gin_bonus),
        f"high or low, {preset.ace_points}" if preset.ace_both_ways else "low",
        _WALLS[preset.wall],
        _number(preset.box_bonus or None),
        _number(preset.game_bonus or None),
        "single hands" if preset.target is None else str(preset.target),
        "–" if preset.shutout is Shutout.NONE else str(preset.shutout),
    )


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)
