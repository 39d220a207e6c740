"""Think deeper: the position of an answered puzzle searched again, in more worlds than certified.

The seed is drawn anew each time, so nothing is shared with the certificate. It stands in the
address, so a page that is loaded again shows the same answer. Nothing of it can be asked before
the puzzle is answered.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.engine import DEFAULT_OPPONENT, Limit
from analyzer.engine.types import ActionValue, Evaluation
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.notation import encode
from analyzer.notation.numbers import count
from analyzer.notation.phrases import lower, phrase
from analyzer.practice.puzzles.explain import action_of, view_at, worth
from analyzer.practice.puzzles.types import Puzzle, PuzzleStep
from analyzer.service.admission import BusyError
from analyzer.service.ports import SearchTask
from analyzer.service.search import Search
from analyzer.web.analyze import present
from analyzer.web.analyze.live import busy_words, first_of, opponent_or_default
from analyzer.web.chrome import wants_fragment
from analyzer.web.errors import turned_away
from analyzer.web.puzzles.words import label_of
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor

puzzledeeper = Blueprint("puzzledeeper", __name__, url_prefix="/puzzles/<ident>/deeper")

TIMES: Final = 4
"""The factor on the worlds of the certificate."""
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
        """True if the puzzle has such a step and a search such a seed."""
        return 0 <= self.place < len(puzzle.steps) and self.seed < 1 << SEED_BITS


def _asked_in(text: str) -> DeeperSearch | None:
    """The search that an address names; None where it names none.

    >>> _asked_in("0.77"), _asked_in("0.77.1"), _asked_in("")
    (DeeperSearch(place=0, seed=77), None, None)
    """
    match = re.fullmatch(r"([0-9])\.([0-9]{1,10})", text, re.ASCII)
    return None if match is None else DeeperSearch(int(match[1]), int(match[2]))


# ---------------------------------------------------------------- what a visitor does


@puzzledeeper.post("")
def start(ident: str) -> Response:
    """Search step ``step`` on a fresh seed."""
    puzzle = _answered(ident)
    deeper = DeeperSearch(request.form.get("step", -1, type=int), secrets.randbits(SEED_BITS))
    step, fields = _step(puzzle, deeper), _fields()
    try:
        search = web_app().searches.ask(_task(step, deeper.seed))
    except BusyError as error:
        if not wants_fragment():
            raise
        part = idle(puzzle, deeper.place, fields) | {"problem": busy_words(error)}
        return turned_away(_part(part), error)
    address = _address(puzzle, deeper, fields)
    if not wants_fragment():
        return redirect(address, 303)
    first_of(search)
    response = _part(shown(puzzle, deeper, fields))
    response.headers["HX-Replace-Url"] = address
    return response


@puzzledeeper.get("/<int:place>/<int:seed>")
def poll(ident: str, place: int, seed: int) -> Response:
    """Think deeper: a step of an answered puzzle searched again on a fresh seed, so far."""
    puzzle, deeper = _answered(ident), DeeperSearch(place, seed)
    _step(puzzle, deeper)
    if not wants_fragment():
        return redirect(_address(puzzle, deeper, _fields()), 303)
    return _part(shown(puzzle, deeper, _fields()))


@puzzledeeper.post("/<int:place>/<int:seed>/stop")
def stop(ident: str, place: int, seed: int) -> Response:
    """End the search, and show what it found."""
    puzzle, deeper = _answered(ident), DeeperSearch(place, seed)
    search = _search(_step(puzzle, deeper), deeper)
    if search is not None:
        search.stop()
        search.settle(STOP_SECONDS)
    if not wants_fragment():
        return redirect(_address(puzzle, deeper, _fields()), 303)
    return _part(shown(puzzle, deeper, _fields()))


def _answered(ident: str) -> Puzzle:
    """The puzzle, where this visitor has answered all of it; else there is nothing to ask."""
    puzzle, owner = web_app().puzzles.find(ident) or abort(404), known_visitor()
    first = web_app().store.puzzles.of(owner, ident) if owner else None
    if first is None or first.finished is None:
        abort(409)
    return puzzle


def _step(puzzle: Puzzle, deeper: DeeperSearch) -> PuzzleStep:
    if not deeper.fits(puzzle):
        abort(404)
    step = puzzle.steps[deeper.place]
    return abort(404) if step.exact else step


def _fields() -> tuple[tuple[str, str], ...]:
    """Return what the page is about beside this: whether it shows a later try, and the visitor's
    day."""
    given = request.values
    again = [("again", "1"), *(("a", text) for text in given.getlist("a"))]
    today = [("today", given["today"])] if "today" in given else []
    return (*today, *(again if "again" in given else ()))


def _task(step: PuzzleStep, seed: int) -> SearchTask:
    most = web_app().settings.max_seconds
    return SearchTask(
        view_at(step.view),
        Limit(worlds=TIMES * _certified(step), seconds=min(SECONDS, most)),
        seed,
        opponent_or_default(DEFAULT_OPPONENT),
        frozenset(),
    )


def _search(step: PuzzleStep, deeper: DeeperSearch) -> Search | None:
    return web_app().searches.known(_task(step, deeper.seed))


def _part(part: dict[str, Any], status: int = 200) -> Response:
    return make_response(render_template("puzzles/_deeper.html", deeper=part), status)


def _address(puzzle: Puzzle, deeper: DeeperSearch, fields: Fields) -> str:
    where: dict[str, Any] = {"ident": puzzle.id, "deeper": deeper.text, **_query(fields)}
    return url_for("puzzles.show", _anchor=_ident(deeper.place), **where)


def _query(fields: Fields) -> dict[str, Any]:
    """Fields as they stand in an address."""
    return {name: [value for key, value in fields if key == name] for name, _ in fields}


# ---------------------------------------------------------------- what is shown


def _ident(place: int) -> str:
    return f"deeper-{place + 1}"


def _certified(step: PuzzleStep) -> int:
    """Worlds of the certificate."""
    return max(option.worlds for option in step.options)


def idle(puzzle: Puzzle, place: int, fields: Fields) -> dict[str, Any]:
    """The button, where nothing was asked; not for a step that was counted out."""
    step = puzzle.steps[place]
    return {
        "ident": _ident(place),
        "start_url": url_for("puzzledeeper.start", ident=puzzle.id),
        "poll_url": None,
        "stop_url": None,
        "hidden": (*fields, ("step", str(place))),
        "label": "Think deeper",
        "says": f"Searches it again in {count(TIMES * _certified(step))} worlds on a fresh seed.",
        "analyze_url": url_for("analyze.show", p=encode(view_at(step.view))),
        "problem": None,
        "progress": None,
        "verdict": None,
        "rows": (),
    }


def shown(puzzle: Puzzle, deeper: DeeperSearch, fields: Fields) -> dict[str, Any]:
    """A search of a step as it stands; the button alone where it is not known any more."""
    step, part = puzzle.steps[deeper.place], idle(puzzle, deeper.place, fields)
    search = _search(step, deeper)
    if search is None:
        return part | {"problem": "This search has expired. Ask again."}
    snapshot = search.wait(-1, 0)
    cold = not web_app().engine_ready.is_set()
    part |= {
        "label": "Search again, on another seed",
        "says": None,
        "problem": snapshot.problem,
        "progress": present.progress(snapshot, search.task, cold=cold),
    }
    if snapshot.running:
        where: dict[str, Any] = {"ident": puzzle.id, "place": deeper.place, "seed": deeper.seed}
        part["poll_url"] = url_for("puzzledeeper.poll", **where, **_query(fields))
        part["stop_url"] = url_for("puzzledeeper.stop", **where)
    evaluation = snapshot.evaluation
    if evaluation is None:
        return part
    return part | {
        "verdict": None if snapshot.running else verdict(step, evaluation),
        "doubt": not snapshot.running and not _agrees(step, evaluation),
        "certified_worlds": _certified(step),
        "worlds": evaluation.worlds,
        "rows": _rows(step, evaluation),
        "footnote": present.footnote(evaluation, dict(web_app().engine.opponents)),
    }


def asked_on(puzzle: Puzzle, given: Mapping[str, str]) -> DeeperSearch | None:
    """The search that the address of a puzzle's page names, if it can be one."""
    deeper = _asked_in(given.get("deeper", ""))
    return deeper if deeper is not None and deeper.fits(puzzle) else None


# ---------------------------------------------------------------- beside the certificate


def _row(action: Action) -> tuple[Kind, Card | None]:
    """Of which row an action is: an evaluation has one for each discard or knock of a card."""
    return action.kind, action.card


def _best(step: PuzzleStep) -> tuple[Kind, Card | None]:
    return _row(action_of(step.options[0]))


def _agrees(step: PuzzleStep, evaluation: Evaluation) -> bool:
    return _best(step) in map(_row, evaluation.best)


def verdict(step: PuzzleStep, evaluation: Evaluation) -> str:
    """Return what the fresh worlds say of the certified answer."""
    first, second = evaluation.actions[0], _next(step, evaluation)
    name, other = _name(step, evaluation, first), lower(_name(step, evaluation, second))
    if _row(first.action) == _best(step):
        if second.action not in evaluation.best:
            gap = _behind(evaluation, second)
            return f"The same answer: {lower(name)}. Next is {other}, {gap} behind."
        return f"{name} comes out first again, but {other} is too close to call."
    if _agrees(step, evaluation):
        return f"Too close to call this time: {lower(name)} or {lower(_certain(step))}."
    text = f"Not the same answer. {name} comes first this time"
    for value in evaluation.actions:
        if _row(value.action) == _best(step):
            return f"{text}; {lower(_certain(step))} is {_behind(evaluation, value)} behind."
    return f"{text}."


def _next(step: PuzzleStep, evaluation: Evaluation) -> ActionValue:
    """The best of the puzzle's answers behind the first action: not all discards need be
    answers."""
    answers = {_row(action_of(option)) for option in step.options}
    return next(value for value in evaluation.actions[1:] if _row(value.action) in answers)


def _behind(evaluation: Evaluation, value: ActionValue) -> str:
    unit = unit_of(evaluation.view)
    return unit.noun(unit.loss_estimate(evaluation.actions[0], value))


def _certain(step: PuzzleStep) -> str:
    return label_of(step, step.options[0])


def _name(step: PuzzleStep, evaluation: Evaluation, value: ActionValue) -> str:
    """The action as the puzzle calls it."""
    for option in step.options:
        if _row(action_of(option)) == _row(value.action):
            return label_of(step, option)
    return phrase(evaluation.view, value.action)


def _certificate(step: PuzzleStep, answer: str) -> tuple[str, str]:
    """Return what the certificate says that an answer is worth, and how far it is behind."""
    value, loss, half = worth(step, answer)
    return value, f"{loss} {half}".rstrip()


def _rows(step: PuzzleStep, evaluation: Evaluation) -> list[dict[str, Any]]:
    """Every answer of the puzzle, the best of now first; another action only where it is best."""
    options = {_row(action_of(option)): option for option in reversed(step.options)}
    unit, first = unit_of(evaluation.view), evaluation.actions[0]
    pairs = [(value, options.pop(_row(value.action), None)) for value in evaluation.actions]
    return [
        {
            "answer": _name(step, evaluation, value),
            "now": (unit.value_text(first, value), unit.loss_estimate(first, value)),
            "first": value is first,
            "tied": value.action in evaluation.best,
            "certified": None if option is None else _certificate(step, option.answer),
            "certified_best": option is step.options[0],
        }
        for place, (value, option) in enumerate(pairs)
        if option is not None or not place
    ]
