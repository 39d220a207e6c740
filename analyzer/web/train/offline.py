"""Drills to take along: twenty of a kind, asked and answered, for a browser without a network.

The service worker (``static/app/worker.js``) keeps them. It only compares what was typed with the
answers given here: nothing is solved in the browser, and nothing is rated.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from flask import Blueprint, abort, jsonify, render_template, url_for
from werkzeug.wrappers import Response

from analyzer.game.melds import best_arrangements
from analyzer.practice.drills import MOST_SEED, Drill, Exercise, task
from analyzer.practice.progress import level_for
from analyzer.resources import resource_root
from analyzer.web.chrome import whole_page
from analyzer.web.security import POLICY
from analyzer.web.train.pages import KEPT, drill_page, fragment_of, progress_of
from analyzer.web.train.words import headline
from analyzer.web.visitor import known_visitor

offline = Blueprint("offline", __name__)

DRILLS: Final = 20
"""Of each kind."""
MARK: Final = "<!-- drill -->"
"""The place of a drill in its page."""
UNRATED: Final = "Without a network nothing is rated."


@offline.get("/worker.js")
def worker() -> Response:
    """The service worker, at the root so that it can serve every page."""
    script = (resource_root() / "static" / "app" / "worker.js").read_bytes()
    return Response(script, content_type="text/javascript; charset=utf-8")


@offline.get("/offline")
def page() -> Response:
    """Return what is shown in place of a page that is not here without a network."""
    return whole_page(
        "settings/offline.html",
        "No network",
        "This page needs the server; drills go on without it.",
        drills=[(url_for("train.next_drill", kind=drill), str(drill)) for drill in KEPT],
    )


@offline.get("/train/<kind>/offline.json")
def drills(kind: str) -> Response:
    """The next drills of a kind at the visitor's level.

    ``page`` is their page with a mark where a drill goes; each of ``drills`` has its ``url``, the
    ``answers`` that are right, and its parts of the page: ``asked``, ``right``, ``wrong``.
    """
    drill = Drill(kind) if kind in set(KEPT) else abort(404)
    level = level_for(progress_of(known_visitor()).of(drill).rating)
    taken = [task(drill, level, secrets.randbelow(MOST_SEED)) for _ in range(DRILLS)]
    first = fragment_of(taken[0], None)
    shown = drill_page(taken[0], first).get_data(as_text=True)
    part = render_template("train/_drill.html", drill=first)
    return jsonify(
        page=shown.replace(part, MARK),
        mark=MARK,
        policy=POLICY,
        drills=[_taken(exercise) for exercise in taken],
    )


def _taken(exercise: Exercise) -> dict[str, Any]:
    answers = _answers(exercise)
    right = fragment_of(exercise, answers[0])
    right["marked"]["rating"] = None
    missed = {"right": False, "headline": headline(exercise, "that", right=False)}
    wrong = right | {"marked": right["marked"] | missed}
    parts = {"asked": fragment_of(exercise, None), "right": right, "wrong": wrong}
    return {
        "url": url_for(
            "train.show", kind=str(exercise.drill), level=exercise.level, seed=exercise.seed
        ),
        "answers": answers,
        **{
            name: render_template("train/_drill.html", drill=part | {"standing": UNRATED})
            for name, part in parts.items()
        },
    }


def _answers(exercise: Exercise) -> list[str]:
    """Every right answer, cards in alphabetical order."""
    if exercise.drill is not Drill.MELDS:
        return [exercise.answer]
    left = {best.deadwood for best in best_arrangements(exercise.cards, exercise.rules)}
    return sorted(" ".join(sorted(map(str, cards))) for cards in left)
