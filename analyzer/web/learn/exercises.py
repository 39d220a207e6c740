"""The exercises at the end of a lesson: drills of a level, and puzzles of a kind, easiest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flask import url_for

from analyzer.practice.lessons.course import Exercises, Lesson
from analyzer.practice.progress import DrillProgress
from analyzer.store.training import DRILLS
from analyzer.web.puzzles.words import TITLES
from analyzer.web.state import web_app
from analyzer.web.train.words import DRILL_WORDS
from analyzer.web.visitor import kept_text, known_visitor


class _Link(NamedTuple):
    """One exercise."""

    title: str
    href: str
    done: bool


def exercises_of(lesson: Lesson) -> list[_Link]:
    """The exercises of a lesson, and which of them the visitor has done."""
    return [
        link
        for each in lesson.exercises
        for link in (_puzzles(each) if each.drill is None else _drills(each))
    ]


def _drills(exercises: Exercises) -> Iterator[_Link]:
    assert exercises.drill is not None
    done = DrillProgress.kept(kept_text(known_visitor(), DRILLS)).done
    for seed in range(1, exercises.count + 1):
        address = url_for("train.show", kind=exercises.drill, level=exercises.level, seed=seed)
        ident = f"{exercises.drill}/{exercises.level}/{seed}"
        yield _Link(f"Drill: {DRILL_WORDS[exercises.drill].title}", address, ident in done)


def _puzzles(exercises: Exercises) -> Iterator[_Link]:
    """The easiest puzzles of a kind and a theme that may be seen."""
    owner = known_visitor()
    tried = {attempt.puzzle for attempt in web_app().store.puzzles.mine(owner)} if owner else set()
    opened = web_app().puzzles.opened(exercises.theme)
    fitting = [puzzle for puzzle in opened if puzzle.kind is exercises.puzzles]
    fitting.sort(key=lambda puzzle: (puzzle.rating.rating, puzzle.id))
    for puzzle in fitting[: exercises.count]:
        title = f"Puzzle: {TITLES[puzzle.steps[0].ask]}"
        yield _Link(title, url_for("puzzles.show", ident=puzzle.id), puzzle.id in tried)
