"""The visitor's side of the puzzles: their date, streak, rating, and what they can tell of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from flask import request, session, url_for

from analyzer.notation.numbers import counted, long_date, short_date, signed
from analyzer.practice.puzzles.mark import AnswerMark
from analyzer.practice.puzzles.rating import MIDDLE, PROVISIONAL
from analyzer.practice.puzzles.streak import FREEZE_DAYS, Streak, streak
from analyzer.practice.puzzles.types import Puzzle, Rating
from analyzer.practice.puzzles.words import level_of, rating_text
from analyzer.store import SavedTry
from analyzer.web.chrome import Link
from analyzer.web.puzzles.words import ASKS
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor

_HIDDEN: Final = "streak"
"""In the visitor's cookie: "off" where the streak is not to be shown."""

SIGNS: Final = {1.0: "●", 0.5: "◐"}
"""A step in a text that is shared, by its credit; any other is a circle."""


def read_day(text: str) -> date | None:
    """A day as it stands in an address; None for anything else.

    >>> read_day("2028-02-29"), read_day("2027-02-29"), read_day("20280229")
    (datetime.date(2028, 2, 29), None, None)
    """
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def asked_today() -> date:
    """The visitor's date: as their browser says in ``today``, where it can be; else that of UTC."""
    return web_app().puzzles.today(read_day(request.values.get("today", "")))


def tabs() -> tuple[Link, ...]:
    """The pages of training: the puzzles, and the drills."""
    pages = (
        ("Today", "puzzles.today"),
        ("Storm", "puzzlerun.show"),
        ("Drills", "plan.show"),
        ("Find", "puzzlelists.find"),
        ("Archive", "puzzlelists.archive"),
        ("Mine", "puzzlemine.show"),
    )
    return tuple(
        Link(label, url_for(endpoint), request.endpoint == endpoint) for label, endpoint in pages
    )


def my_tries() -> tuple[SavedTry, ...]:
    """Return what the visitor has finished, in that order; nothing for one who is not known."""
    owner = known_visitor()
    return web_app().store.puzzles.mine(owner) if owner else ()


# ---------------------------------------------------------------- streak


def streak_shown() -> bool:
    """True if the visitor wants to see a streak."""
    return session.get(_HIDDEN) != "off"


def show_streak(on: bool) -> None:
    """Show the visitor's streak from now on, or no more."""
    if on:
        session.pop(_HIDDEN, None)
    else:
        session[_HIDDEN] = "off"


def _my_streak(today: date) -> Streak:
    """The visitor's streak."""
    return streak([trie.day for trie in my_tries() if trie.day is not None], today)


def streak_note(today: date) -> tuple[str, str] | None:
    """The streak in words, and what to know of it; None where there is none or it is not wanted."""
    if not streak_shown():
        return None
    streak = _my_streak(today)
    if not streak.length:
        return None
    sentences = [] if streak.done else ["Today’s puzzle is still open."]
    if streak.frozen:
        sentences.append(f"{short_date(streak.frozen[-1])} was missed and forgiven.")
    elif streak.freeze_ready:
        sentences.append(f"One missed day in {FREEZE_DAYS} is forgiven.")
    if streak.best > streak.length:
        sentences.append(f"Your longest was {counted(streak.best, 'day')}.")
    return f"{counted(streak.length, 'day')} running", " ".join(sentences)


# ---------------------------------------------------------------- rating


def rating_change(owner: str, first: SavedTry) -> str:
    """Return what a try did to the visitor's rating, in words."""
    if first.rating is None:
        return "Not rated: you asked for a hint."
    before = MIDDLE
    for attempt in web_app().store.puzzles.mine(owner):
        if attempt.puzzle == first.puzzle:
            break
        before = attempt.rating.rating if attempt.rating else before
    change = round(first.rating.rating) - round(before)
    return f"Your new rating: {player_rating(first.rating)} ({signed(change, 0)})."


def player_rating(rating: Rating) -> str:
    """A player's rating, which is provisional until enough puzzles were tried."""
    text = rating_text(rating)
    return f"{text}, provisional" if rating.deviation > PROVISIONAL else text


# ---------------------------------------------------------------- to tell others


def share_of(
    first: SavedTry,
    puzzle: Puzzle,
    day: date,
    marks: Sequence[AnswerMark],
    second: AnswerMark | None,
) -> tuple[str, str]:
    """Return what can be told of a day's puzzle without a card in it: in signs, and in words.

    `marks` are those of the first try by step, `second` is that of another one right after it.
    """
    tries = marks if second is None else (*marks, second)
    signs = "".join(SIGNS.get(mark.credit, "○") for mark in tries)
    level = level_of(puzzle)[1].lower()
    address = url_for("puzzles.on_day", day=day.isoformat(), _external=True)
    run = _my_streak(asked_today()).length if streak_shown() and first.day is not None else 0
    running = f" · {counted(run, 'day')} running" if run > 1 else ""
    words = _in_words(marks, first.hinted)
    if second is not None:
        again = {1.0: "but found it at the second try", 0.5: "and came close at the second try"}
        words += f", {again.get(second.credit, 'and the second try too')}"
    streak = f" I have played {counted(run, 'day')} running." if run > 1 else ""
    return (
        f"Ginsight, {short_date(day)} {signs} · {level}{running}\n{address}",
        f"The gin rummy puzzle of {long_date(day)}, {level}: {words}.{streak} {address}",
    )


def _in_words(marks: Sequence[AnswerMark], hinted: bool) -> str:
    right = sum(mark.credit == 1 for mark in marks)
    with_hint = " with a hint" if hinted else ""
    if len(marks) > 1:
        return f"I found {right} of {len(marks)} steps{with_hint}"
    if right:
        return f"I found it{with_hint}"
    return f"I came close{with_hint}" if marks[0].credit else f"I missed it{with_hint}"


def picture_words(puzzle: Puzzle, day: date) -> str:
    """The day's picture in words: the question, and nothing of the answer."""
    return f"Gin rummy puzzle of {long_date(day)}: {ASKS[puzzle.steps[0].ask]}"
