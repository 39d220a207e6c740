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

from analyzer.actions import Action
from analyzer.engine.types import ActionValue, Evaluation, Limit
from analyzer.notation import encode
from analyzer.puzzles.explain import action_of, view_at
from analyzer.puzzles.types import Puzzle, Step
from analyzer.rendering.filters import count, half_width, plus_minus, points
from analyzer.rendering.naming import lower, phrase
from analyzer.web import present
from analyzer.web.chrome import wants_fragment
from analyzer.web.contexts.puzzle import Deeper, DeeperRow
from analyzer.web.live import opponent_or_default
from analyzer.web.ports import Task
from analyzer.web.puzzles.words import label_of
from analyzer.web.searches import BusyError, Search, Snapshot
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor

puzzledeeper = Blueprint("puzzledeeper", __name__, url_prefix="/puzzles/<ident>/deeper")

TIMES: Final = 4
"""How many times as many worlds as the certificate had."""
SECONDS: Final = 30.0
"""It takes no longer; a wide lead is through in five to twenty."""
OPPONENT: Final = "reader"
"""Against whom puzzles are certified."""
SEED_BITS: Final = 31
STOP_SECONDS: Final = 2.0

Fields = Sequence[tuple[str, str]]
"""(name, value) of a form's hidden fields."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A search of a step."""

    place: int
    """Of the step, from 0."""
    seed: int

    @property
    def text(self) -> str:
        """As it stands in an address."""
        return f"{self.place}.{self.seed}"


def asked_in(text: str) -> Asked | None:
    """The search that an address names; None where it names none.

    >>> asked_in("0.77"), asked_in("0.77.1"), asked_in("")
    (Asked(place=0, seed=77), None, None)
    """
    found = re.fullmatch(r"([0-9])\.([0-9]{1,10})", text, re.ASCII)
    return None if found is None else Asked(int(found[1]), int(found[2]))


# ---------------------------------------------------------------- what a visitor does


@puzzledeeper.post("")
def start(ident: str) -> Response:
    """Search step ``step`` on a fresh seed."""
    puzzle = _answered(ident)
    asked = Asked(request.form.get("step", -1, type=int), secrets.randbits(SEED_BITS))
    step, fields = _step(puzzle, asked), _fields()
    try:
        search = web_app().searches.ask(_task(step, asked.seed))
    except BusyError as error:
        if not wants_fragment():
            raise
        part = replace(idle(puzzle, asked.place, fields), problem=_busy(error))
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
    """The answer so far."""
    puzzle, asked = _answered(ident), Asked(place, seed)
    _step(puzzle, asked)
    if not wants_fragment():
        return redirect(_address(puzzle, asked, _fields()), 303)
    return _part(shown(puzzle, asked, _fields()))


@puzzledeeper.post("/<int:place>/<int:seed>/stop")
def stop(ident: str, place: int, seed: int) -> Response:
    """End the search, and show what it found."""
    puzzle, asked = _answered(ident), Asked(place, seed)
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


def _step(puzzle: Puzzle, asked: Asked) -> Step:
    if not (0 <= asked.place < len(puzzle.steps) and asked.seed < 1 << SEED_BITS):
        abort(404)
    step = puzzle.steps[asked.place]
    return abort(404) if step.exact else step


def _fields() -> tuple[tuple[str, str], ...]:
    """What the page is about beside this: whether it shows a later try, and the visitor's day."""
    given = request.values
    again = [("again", "1"), *(("a", one) for one in given.getlist("a"))]
    today = [("today", given["today"])] if "today" in given else []
    return (*today, *(again if "again" in given else ()))


def _task(step: Step, seed: int) -> Task:
    most = web_app().settings.max_seconds
    worlds = TIMES * max(one.worlds for one in step.options)
    return Task(
        view_at(step.view),
        Limit(worlds=worlds, seconds=min(SECONDS, most)),
        seed,
        opponent_or_default(OPPONENT),
        frozenset(),
    )


def _search(step: Step, asked: Asked) -> Search | None:
    return web_app().searches.known(_task(step, asked.seed))


def _busy(error: BusyError) -> str:
    seconds = error.retry_after
    ending = "s" if seconds != 1 else ""
    return f"As many searches run as may. Try again in about {seconds} second{ending}."


def _part(part: Deeper, status: int = 200) -> Response:
    return make_response(render_template("puzzles/_deeper.html", deeper=part), status)


def _address(puzzle: Puzzle, asked: Asked, fields: Fields) -> str:
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
        says=f"Searches it again in {count(TIMES * _certified(step))} worlds on a fresh seed.",
        analyze_url=url_for("analyze.show", p=encode(view_at(step.view))),
    )


def shown(puzzle: Puzzle, asked: Asked, fields: Fields) -> Deeper:
    """A search of a step as it stands; the button alone where it is not known any more."""
    step, part = puzzle.steps[asked.place], idle(puzzle, asked.place, fields)
    search = _search(step, asked)
    if search is None:
        return replace(part, problem="This search is gone. Ask again.")
    snapshot = search.wait(-1, 0)
    where: dict[str, Any] = {"ident": puzzle.id, "place": asked.place, "seed": asked.seed}
    cold = not web_app().engine_ready.is_set()
    part = replace(
        part,
        label="Once more, on another seed",
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
    return part if snapshot.evaluation is None else _compared(part, step, snapshot)


def _compared(part: Deeper, step: Step, snapshot: Snapshot) -> Deeper:
    """With the two answers side by side."""
    found = snapshot.evaluation
    assert found is not None
    return replace(
        part,
        verdict=None if snapshot.running else _verdict(step, found),
        doubt=not snapshot.running and not _agrees(step, found),
        certified_worlds=_certified(step),
        worlds=found.worlds,
        rows=tuple(_rows(step, found)),
        footnote=present.footnote(found, dict(web_app().engine.opponents)),
    )


def _certified(step: Step) -> int:
    return max(one.worlds for one in step.options)


def _best(step: Step) -> Action:
    return action_of(step.options[0])


def _same(one: Action, other: Action) -> bool:
    """Whether two actions are one row: an evaluation has one for each throw or knock of a card."""
    return (one.kind, one.card) == (other.kind, other.card)


def _agrees(step: Step, found: Evaluation) -> bool:
    return any(_same(_best(step), one) for one in found.best)


def _verdict(step: Step, found: Evaluation) -> str:
    """What the fresh worlds say of the certified answer."""
    first, second = found.actions[0], _next(step, found)
    name, other = _name(step, found, first), lower(_name(step, found, second))
    if _same(first.action, _best(step)):
        if len(found.best) == 1:
            return (
                f"The same answer: {lower(name)}. Next is {other}, {_behind(second)} points behind."
            )
        return f"{name} comes first again, but {other} is too close to be told from it."
    if _agrees(step, found):
        return f"Too close to call this time: {lower(name)} or {lower(_certain(step))}."
    said = f"Not the same answer. {name} comes first this time"
    for one in found.actions:
        if _same(one.action, _best(step)):
            return f"{said}; {lower(_certain(step))} is {_behind(one)} points behind."
    return f"{said}."


def _next(step: Step, found: Evaluation) -> ActionValue:
    """The best of the puzzle's answers behind the first action: not all throws need be answers."""
    answers = [action_of(option) for option in step.options]
    return next(
        value for value in found.actions[1:] if any(_same(one, value.action) for one in answers)
    )


def _behind(value: ActionValue) -> str:
    return f"{points(value.loss)} {plus_minus(half_width(value.loss_se))}".strip()


def _certain(step: Step) -> str:
    return label_of(step, step.options[0])


def _name(step: Step, found: Evaluation, value: ActionValue) -> str:
    """The action as the puzzle calls it."""
    for option in step.options:
        if _same(action_of(option), value.action):
            return label_of(step, option)
    return phrase(found.view, value.action)


def _rows(step: Step, found: Evaluation) -> list[DeeperRow]:
    """Every answer of the puzzle, the best of now first; another action only where it is best."""
    options = {_key(action_of(one)): one for one in reversed(step.options)}
    rows = []
    for place, value in enumerate(found.actions):
        option = options.pop(_key(value.action), None)
        if option is None and place:
            continue
        row = DeeperRow(
            answer=_name(step, found, value),
            q=value.q,
            half=half_width(value.se),
            loss=value.loss if place else None,
            loss_half=half_width(value.loss_se),
            tied=value.action in found.best,
        )
        if option is not None:
            row = replace(
                row,
                certified=option.q,
                certified_half=half_width(option.se),
                certified_loss=option.loss if option is not step.options[0] else None,
                certified_loss_half=half_width(option.loss_se),
                certified_best=option is step.options[0],
            )
        rows.append(row)
    return rows


def _key(action: Action) -> tuple[object, object]:
    return action.kind, action.card


def asked_on(puzzle: Puzzle, given: Mapping[str, str]) -> Asked | None:
    """The search that the address of a puzzle's page names, if it can be one."""
    asked = asked_in(given.get("deeper", ""))
    if asked is None or asked.place >= len(puzzle.steps) or asked.seed >= 1 << SEED_BITS:
        return None
    return asked
