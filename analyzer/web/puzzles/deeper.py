"""Think deeper: the position of an answered puzzle searched again, in more worlds than certified.

The seed is drawn anew each time, so nothing is shared with the certificate. It stands in the
address, so a page that is loaded again shows the same answer. Nothing of it can be asked before
the puzzle is answered.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.engine import DEFAULT_OPPONENT, Limit
from analyzer.notation import encode
from analyzer.notation.numbers import count
from analyzer.practice.puzzles.explain import view_at
from analyzer.practice.puzzles.types import Puzzle, PuzzleStep
from analyzer.service.ports import SearchTask
from analyzer.service.searches import Search
from analyzer.service.turns import BusyError
from analyzer.web.analyze import present
from analyzer.web.analyze.live import busy_words, opponent_or_default
from analyzer.web.chrome import wants_fragment
from analyzer.web.puzzles.compared import certified, compared
from analyzer.web.puzzles.parts import Deeper
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor

puzzledeeper = Blueprint("puzzledeeper", __name__, url_prefix="/puzzles/<ident>/deeper")

TIMES: Final = 4
"""How many times as many worlds as the certificate had."""
SECONDS: Final = 30.0
"""It takes no longer; a wide lead is through in five to twenty."""
SEED_BITS: Final = 31
STOP_SECONDS: Final = 2.0

Fields = Sequence[tuple[str, str]]
"""(name, value) of a form's hidden fields."""


@dataclass(frozen=True, slots=True)
class DeeperSearch:
    """A search of a step."""

    place: int
    """Of the step, from 0."""
    seed: int

    @property
    def text(self) -> str:
        """As it stands in an address."""
        return f"{self.place}.{self.seed}"

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has such a step and a search such a seed."""
        return 0 <= self.place < len(puzzle.steps) and self.seed < 1 << SEED_BITS


def _asked_in(text: str) -> DeeperSearch | None:
    """The search that an address names; None where it names none.

    >>> _asked_in("0.77"), _asked_in("0.77.1"), _asked_in("")
    (DeeperSearch(place=0, seed=77), None, None)
    """
    found = re.fullmatch(r"([0-9])\.([0-9]{1,10})", text, re.ASCII)
    return None if found is None else DeeperSearch(int(found[1]), int(found[2]))


# ---------------------------------------------------------------- what a visitor does


@puzzledeeper.post("")
def start(ident: str) -> Response:
    """Search step ``step`` on a fresh seed."""
    puzzle = _answered(ident)
    asked = DeeperSearch(request.form.get("step", -1, type=int), secrets.randbits(SEED_BITS))
    step, fields = _step(puzzle, asked), _fields()
    try:
        search = web_app().searches.ask(_task(step, asked.seed))
    except BusyError as error:
        if not wants_fragment():
            raise
        part = replace(idle(puzzle, asked.place, fields), problem=busy_words(error))
        response = _part(part, 503)
        response.headers["Retry-After"] = str(error.retry_after)
        return response
    address = _address(puzzle, asked, fields)
    if not wants_fragment():
        return redirect(address, 303)
    search.wait(0, web_app().settings.first_wait)
    response = _part(shown(puzzle, asked, fields))
    response.headers["HX-Replace-Url"] = address
    return response


@puzzledeeper.get("/<int:place>/<int:seed>")
def poll(ident: str, place: int, seed: int) -> Response:
    """Think deeper: a step of an answered puzzle searched again on a fresh seed, so far."""
    puzzle, asked = _answered(ident), DeeperSearch(place, seed)
    _step(puzzle, asked)
    if not wants_fragment():
        return redirect(_address(puzzle, asked, _fields()), 303)
    return _part(shown(puzzle, asked, _fields()))


@puzzledeeper.post("/<int:place>/<int:seed>/stop")
def stop(ident: str, place: int, seed: int) -> Response:
    """End the search, and show what it found."""
    puzzle, asked = _answered(ident), DeeperSearch(place, seed)
    search = _search(_step(puzzle, asked), asked)
    if search is not None:
        search.stop()
        search.settle(STOP_SECONDS)
    if not wants_fragment():
        return redirect(_address(puzzle, asked, _fields()), 303)
    return _part(shown(puzzle, asked, _fields()))


def _answered(ident: str) -> Puzzle:
    """The puzzle, where this visitor has answered all of it; else there is nothing to ask."""
    puzzle, owner = web_app().puzzles.find(ident) or abort(404), known_visitor()
    first = web_app().store.puzzles.of(owner, ident) if owner else None
    if first is None or first.finished is None:
        abort(409)
    return puzzle


def _step(puzzle: Puzzle, asked: DeeperSearch) -> PuzzleStep:
    if not asked.fits(puzzle):
        abort(404)
    step = puzzle.steps[asked.place]
    return abort(404) if step.exact else step


def _fields() -> tuple[tuple[str, str], ...]:
    """What the page is about beside this: whether it shows a later try, and the visitor's day."""
    given = request.values
    again = [("again", "1"), *(("a", one) for one in given.getlist("a"))]
    today = [("today", given["today"])] if "today" in given else []
    return (*today, *(again if "again" in given else ()))


def _task(step: PuzzleStep, seed: int) -> SearchTask:
    most = web_app().settings.max_seconds
    return SearchTask(
        view_at(step.view),
        Limit(worlds=TIMES * certified(step), seconds=min(SECONDS, most)),
        seed,
        opponent_or_default(DEFAULT_OPPONENT),
        frozenset(),
    )


def _search(step: PuzzleStep, asked: DeeperSearch) -> Search | None:
    return web_app().searches.known(_task(step, asked.seed))


def _part(part: Deeper, status: int = 200) -> Response:
    return make_response(render_template("puzzles/_deeper.html", deeper=part), status)


def _address(puzzle: Puzzle, asked: DeeperSearch, fields: Fields) -> str:
    where: dict[str, Any] = {"ident": puzzle.id, "deeper": asked.text, **_query(fields)}
    return url_for("puzzles.show", _anchor=_ident(asked.place), **where)


def _query(fields: Fields) -> dict[str, Any]:
    """Fields as they stand in an address."""
    return {name: [value for key, value in fields if key == name] for name, _ in fields}


# ---------------------------------------------------------------- what is shown


def _ident(place: int) -> str:
    return f"deeper-{place + 1}"


def idle(puzzle: Puzzle, place: int, fields: Fields) -> Deeper:
    """The button, where nothing was asked; not for a step that was counted out."""
    step = puzzle.steps[place]
    return Deeper(
        ident=_ident(place),
        start_url=url_for("puzzledeeper.start", ident=puzzle.id),
        hidden=(*fields, ("step", str(place))),
        label="Think deeper",
        says=f"Searches it again in {count(TIMES * certified(step))} worlds on a fresh seed.",
        analyze_url=url_for("analyze.show", p=encode(view_at(step.view))),
    )


def shown(puzzle: Puzzle, asked: DeeperSearch, fields: Fields) -> Deeper:
    """A search of a step as it stands; the button alone where it is not known any more."""
    step, part = puzzle.steps[asked.place], idle(puzzle, asked.place, fields)
    search = _search(step, asked)
    if search is None:
        return replace(part, problem="This search has expired. Ask again.")
    snapshot = search.wait(-1, 0)
    where: dict[str, Any] = {"ident": puzzle.id, "place": asked.place, "seed": asked.seed}
    cold = not web_app().engine_ready.is_set()
    part = replace(
        part,
        label="Search again, on another seed",
        says=None,
        problem=snapshot.problem,
        progress=present.progress(snapshot, search.task, cold=cold),
    )
    if snapshot.running:
        part = replace(
            part,
            poll_url=url_for("puzzledeeper.poll", **where, **_query(fields)),
            stop_url=url_for("puzzledeeper.stop", **where),
        )
    found = snapshot.evaluation
    if found is None:
        return part
    part = replace(part, footnote=present.footnote(found, dict(web_app().engine.opponents)))
    return compared(part, step, found, running=snapshot.running)


def asked_on(puzzle: Puzzle, given: Mapping[str, str]) -> DeeperSearch | None:
    """The search that the address of a puzzle's page names, if it can be one."""
    asked = _asked_in(given.get("deeper", ""))
    return asked if asked is not None and asked.fits(puzzle) else None
