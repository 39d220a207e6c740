"""The course as data: every claim counted through, every term explained before it is used."""

from __future__ import annotations

import re

import msgspec
import pytest

from analyzer.errors import InputError
from analyzer.practice.drills import task
from analyzer.practice.games import GAMES
from analyzer.practice.lessons.claims import (
    BEST,
    EXACT,
    holds,
    read_answer,
)
from analyzer.practice.lessons.course import Do, LessonStep, course, lessons, read_course
from analyzer.practice.lessons.progress import CourseProgress
from tests.workshop.lessons import doubt_of, problem_of

LESSONS = [lesson for _, lesson in lessons()]
STEPS = [
    pytest.param(step, id=f"{lesson.name}-{number}")
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps, start=1)
]


def test_the_course_has_seven_chapters_and_more_than_24_lessons() -> None:
    assert len(course()) == 7
    assert len(LESSONS) >= 24
    assert len({lesson.name for lesson in LESSONS}) == len(LESSONS)
    assert all(lesson.steps for lesson in LESSONS)
    of_two = [lesson for chapter in course()[:6] for lesson in chapter.lessons]
    assert all(3 <= sum(one.count for one in lesson.exercises) <= 6 for lesson in of_two)


def test_every_other_game_has_its_lesson_and_every_lesson_its_table() -> None:
    tables = {lesson.table for lesson in course()[6].lessons}
    assert tables - {""} <= set(GAMES)
    played = {name.partition(",")[0].partition(" of ")[0] for name in GAMES}
    taught = {name.partition(",")[0].partition(" of ")[0] for name in tables}
    assert played - taught == {"one-joker"}  # it is taught with two


@pytest.mark.rule("R50", "R58", "R66")
@pytest.mark.parametrize("step", STEPS)
def test_every_claim_is_what_the_solver_counts(step: LessonStep) -> None:
    assert problem_of(step) is None
    name = step.claim.split(maxsplit=1)[0] if step.claim else ""
    assert step.do is Do.PLAY or name == BEST or name in EXACT


@pytest.mark.parametrize("step", STEPS)
def test_a_position_is_one_that_can_be(step: LessonStep) -> None:
    if step.view and not step.game:
        assert step.position is not None
    if step.game:
        assert step.view == "" or step.position is not None
        assert step.cards <= step.played.pack
        assert step.opened is None or not step.opened.deadwood & step.cards
    elif step.knock:
        assert step.opened is not None
        assert len(step.opened.cards) == 10 and len(step.cards) == 10
        assert not step.opened.cards & step.cards


@pytest.mark.nightly
@pytest.mark.parametrize(
    "step", [one for one in STEPS if one.values[0].claim.split()[:1] == [BEST]]
)
@pytest.mark.parametrize("seed", [11, 12])
def test_the_engine_agrees_with_what_is_called_best(step: LessonStep, seed: int) -> None:
    assert doubt_of(step, worlds=8_000, seed=seed) is None


def test_a_wrong_claim_is_found() -> None:
    step = next(step for step in LESSONS[1].steps if step.claim == "deadwood")
    wrong = msgspec.structs.replace(step, answer=step.options[0])
    assert "not right" in (problem_of(wrong) or "")
    twice = msgspec.structs.replace(step, options=[*step.options, step.answer + " points"])
    assert "alone" in (problem_of(twice) or "")
    hinted = msgspec.structs.replace(step, hints={step.answer: "No."})
    assert "no wrong answer" in (problem_of(hinted) or "")


def test_the_engine_doubts_a_wrong_claim() -> None:
    step = next(step for step in LESSONS[2].steps if step.claim == BEST)
    assert doubt_of(step, worlds=200) is None
    wrong = msgspec.structs.replace(step, answer=next(o for o in step.options if o != step.answer))
    assert "ahead" in (doubt_of(wrong, worlds=200) or "")


@pytest.mark.parametrize("seed", range(5))
def test_the_claims_count_as_the_drills_do(seed: int) -> None:
    drill = task("deadwood", 1200, seed)
    step = LessonStep("", "", "", claim="deadwood", hand=str(drill.cards), options=[drill.answer])
    assert holds(step, drill.answer) and not holds(step, f"{int(drill.answer) + 1}")


@pytest.mark.parametrize(("given", "told"), [("", "no card"), ("Jc", "not in your hand")])
def test_what_is_no_answer_is_an_input_error(given: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_answer(LESSONS[0].steps[0], given)


def test_a_chapter_that_cannot_be_read_is_named(tmp_path) -> None:
    (tmp_path / "1.toml").write_text('title = "x"\nnonsense = 1\n')
    with pytest.raises(InputError, match=r"1\.toml"):
        read_course(tmp_path)


def test_progress_of_another_version_is_none() -> None:
    assert CourseProgress.kept('{"done": 3}') == CourseProgress()
    assert CourseProgress().next_lesson() is LESSONS[0]


# ---------------------------------------------------------------- the fresh reader

TERMS = {
    "suit": r"suits?",
    "rank": r"ranks?",
    "meld": r"meld(?:s|ed|ing)?",
    "set": r"(?:a|the|three-card|of) sets?|sets",
    "run": r"runs?",
    "deadwood": r"deadwood",
    "going down": r"going down",
    "hand": r"(?:each|every|next|one|single) hand|(?:in|of|during|after) the hand|hands",
    "dealer": r"dealer",
    "upcard": r"upcards?",
    "discard pile": r"discard pile",
    "stock": r"stock",
    "draw": r"draws?|drew|drawn",
    "discard": r"discard(?:s|ed|ing)?(?! pile)",
    "pass": r"pass(?:es|ed)?",
    "knock": r"knock(?:s|ed|er)?",
    "knocking": r"knocking",
    "knock limit": r"knock limit|the limit",
    "gin": r"(?:go|goes|going|for|against|on) gin|gin bonus",
    "defender": r"defenders?",
    "lay off": r"lay(?:ing)? off|laid off|lay-offs?",
    "undercut": r"undercuts?",
    "big gin": r"big gin",
    "target": r"target",
    "game bonus": r"game bonus",
    "box": r"box(?:es)?",
    "shut out": r"shut out|shutout",
    "preset": r"presets?",
    "Oklahoma": r"Oklahoma",
    "straight": r"straight gin",
    "Hollywood": r"Hollywood",
    "out": r"outs|an out",
    "live": r"live",
    "dead": r"dead",
    "combination": r"combinations?",
    "pair": r"pairs?",
    "open run": r"open runs?",
    "gap": r"gaps?",
    "edge": r"edges?",
    "triangle": r"triangles?",
    "loose": r"loose",
    "caught with": r"caught with",
    "knock money": r"knock money",
    "take": r"(?:a|the|their|your|every) takes?|takes (?:tell|told)|feed(?:s|ing)?",
    "safe": r"safe(?:r|st|ly)?",
    "layout": r"layouts?",
    "void": r"void",
    "wall": r"the wall",
    "playing for the wall": r"playing for the wall",
    "schneider": r"schneider",
    "column": r"columns?",
    "bait": r"baits?",
    "Tedesco": r"Tedesco",
}
"""Every term of the course, and how it stands in a sentence."""


def _read() -> str:
    """The course as a reader has it, from the first line to the last."""
    told: list[str] = []
    for lesson in LESSONS:
        told.append(lesson.text)
        for step in lesson.steps:
            told += [step.text, step.ask, *step.options, *step.hints.values(), step.why]
        told.append(lesson.end)
    return "\n".join(re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text) for text in told)


COURSE = _read()


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_explained_before_it_is_used(term: str) -> None:
    explained = re.search(rf"\*\*{re.escape(term)}s?\*\*", COURSE)
    assert explained is not None, "nowhere explained"
    pattern = rf"(?<![\w-])(?:{TERMS[term]})(?![\w-])"
    plain = re.sub(r"\*\*[^*]+\*\*", "", COURSE[: explained.start()])
    used = re.search(pattern, plain, re.IGNORECASE)
    shown = used and plain[max(0, used.start() - 60) : used.end() + 20]
    assert used is None, f"used before: …{shown}…"


def test_the_table_says_nothing_of_knocking_before_it_is_explained() -> None:
    at = [lesson.name for lesson in LESSONS].index("knocking")
    for place, lesson in enumerate(LESSONS):
        assert {step.early for step in lesson.steps if step.position} <= {place < at}, lesson.name


def test_every_term_that_is_explained_is_known_here() -> None:
    bold = {term.lower() for term in re.findall(r"\*\*([^*]+)\*\*", COURSE)}
    assert bold - {term.lower() for term in TERMS} <= {"knock", "gin"}


def test_the_words_of_the_glossary_that_the_course_uses_are_explained_in_it() -> None:
    from analyzer.display.glossary import GLOSSARY

    game = [fact.label for fact in GLOSSARY[: [f.label for f in GLOSSARY].index("View")]]
    assert {label.lower() for label in game} <= {term.lower() for term in TERMS}
