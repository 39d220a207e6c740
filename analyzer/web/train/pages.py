"""The lobby of play, and the drills, one address each."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.hands import groups, in_hand_order, pictures, spread
from analyzer.display.parts import CardGroup, Fact, LaidDown, options
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.melds import best_arrangements
from analyzer.notation.numbers import counted, points
from analyzer.notation.phrases import upper
from analyzer.practice.drills import MOST_SEED, Drill, Exercise, Marked, mark, task
from analyzer.practice.games import RULES, TARGETS, GameStage, Level
from analyzer.practice.progress import (
    HIGHEST,
    LOWEST,
    DrillProgress,
    Skill,
    id_of,
    level_for,
)
from analyzer.store.training import DRILLS
from analyzer.web.chrome import Link, wants_fragment, whole_page
from analyzer.web.rendering import kept_with, known_here
from analyzer.web.rules.form import for_two, form_of
from analyzer.web.state import web_app
from analyzer.web.train import table as traintable
from analyzer.web.train.words import (
    BUTTONS,
    DRILL_WORDS,
    USUAL_COACH,
    DrillWords,
    asks_of,
    coach_choices,
    headline,
    opponents_of,
    turns_of,
    why_of,
)
from analyzer.web.visitor import kept_text, known_visitor, visitor_id

train = Blueprint("train", __name__, url_prefix="/train")

TITLE: Final = "Play gin rummy: four opponents, and a coach"
DESCRIPTION: Final = (
    "Gin rummy against four opponents, from a beginner to the engine, by any rules, with a coach "
    "that speaks only when it matters. Or with a friend, over one link."
)
TAGS: Final = {
    Drill.MELDS: "cards",
    Drill.GONE: "cards",
    Drill.TAKEN: "cards",
    Drill.TOLD: "cards",
    Drill.KNOCK: "yes-no",
}
"""Forms of answers; all others are numbers."""
KEPT: Final = (Drill.DEADWOOD, Drill.MELDS, Drill.LAY_OFF, Drill.OUTS, Drill.KNOCK)
"""Drills that go on without a network: one page asks, and a comparison marks them."""
FROM_MEMORY: Final = frozenset({Drill.GONE, Drill.TAKEN})
"""Drills whose turns are covered before the question is asked."""
TITLES_OF_BEST: Final = {
    Drill.LAY_OFF: "Your best answer", Drill.KNOCK: "What you would keep",
    Drill.GONE: "In the pile", Drill.TAKEN: "Taken", Drill.TOLD: "Least useful to them",
}  # fmt: skip


@train.get("")
@kept_with(known_here)
def start() -> Response:
    """The opponents, and a game against one of them; ``rules`` are chosen."""
    rules, owner = form_of(request.args, RULES[0], for_two()), known_visitor()
    seat, tally = traintable.seat_of(owner), traintable.tally_of(owner)
    return whole_page(
        "train/start.html",
        TITLE,
        DESCRIPTION,
        200 if rules.error is None else 422,
        opponents=opponents_of(tally),
        usual_level=request.args.get("level", Level.CLUB),
        rules=rules,
        coach=coach_choices(request.args.get("coach", USUAL_COACH)),
        game=None if seat is None else traintable.standing(seat),
        targets=options(TARGETS.items(), request.args.get("to", "")),
        unfolded=not {"rules", "to", "coach"}.isdisjoint(request.args) or rules.unfolded,
        tally=tally.rows(for_two=True),
        pairs=traintable.pairs_of(owner),
        game_over=seat is not None and seat.game.stage is GameStage.FINISHED,
    )


@train.get("/<kind>")
def next_drill(kind: str) -> Response:
    """On to a new drill: ``deadwood``, ``melds``, ``lay-off``, ``outs``, ``knock``, ``gone``,
    ``taken`` or ``told``."""
    return redirect(_next_url(_drill(kind)), 303)


@train.get("/<kind>/<int:level>/<int:seed>")
def show(kind: str, level: int, seed: int) -> Response:
    """A drill: asked, or marked where ``answer`` is in the address; of one from memory first
    what is to be remembered, and with ``covered`` the question."""
    return _shown(_task(kind, level, seed), _said())


@train.post("/<kind>/<int:level>/<int:seed>")
def answer(kind: str, level: int, seed: int) -> Response:
    """Mark ``answer`` (or the cards ``left``); a drill that is new to the visitor is rated."""
    exercise, text = _task(kind, level, seed), _said() or ""
    try:
        marked = mark(exercise, text)
    except InputError:
        return _shown(exercise, text, status=422)
    right = marked.right
    _change_progress(visitor_id(), lambda before: before.after(exercise, right=right))
    if wants_fragment():
        return _shown(exercise, marked.said)
    return redirect(_url(exercise, answer=marked.said), 303)


def _task(kind: str, level: int, seed: int) -> Exercise:
    if not (LOWEST <= level <= HIGHEST and seed < MOST_SEED):
        abort(404)
    return task(_drill(kind), level, seed)


def _drill(kind: str) -> Drill:
    """The drill of an address; there is no page for another."""
    return Drill(kind) if kind in set(Drill) else abort(404)


def _said() -> str | None:
    """The answer that was given, in the address or the form; None without one."""
    given = request.values
    if request.method == "POST" and "cards" in given:
        return " ".join(given.getlist("left"))
    return given.get("answer")


# ---------------------------------------------------------------- what is kept


def progress_of(owner: str | None) -> DrillProgress:
    """Return how a visitor does; nothing done where nothing is known."""
    return DrillProgress.kept(kept_text(owner, DRILLS))


def _change_progress(owner: str, change: Callable[[DrillProgress], DrillProgress]) -> None:
    """Keep a change, made to what is there by then."""
    web_app().store.training.change(
        owner, DRILLS, lambda text: change(DrillProgress.kept(text)).text
    )


# ---------------------------------------------------------------- what is shown


def drill_rows(owner: str | None) -> list[tuple[Drill, DrillWords, str]]:
    """The drills: their words, and how a visitor does in each."""
    progress = progress_of(owner)
    skills = ((drill, progress.of(drill)) for drill in Drill)
    return [
        (drill, DRILL_WORDS[drill], _standing(skill) if skill.tried else "")
        for drill, skill in skills
    ]


def _standing(skill: Skill) -> str:
    text = f"Rating {points(skill.rating.rating, 0)}, {skill.right} of {skill.tried} right"
    return f"{text}, {skill.row} in a row" if skill.row > 1 else text


def _next_url(drill: Drill) -> str:
    level = level_for(progress_of(known_visitor()).of(drill).rating)
    return url_for("train.show", kind=drill, level=level, seed=secrets.randbelow(MOST_SEED))


def _shown(exercise: Exercise, text: str | None, status: int = 200) -> Response:
    drill = fragment_of(exercise, text)
    if wants_fragment():
        response = make_response(render_template("train/_drill.html", drill=drill), status)
        marked = {} if drill["marked"] is None else {"answer": text}
        response.headers["HX-Push-Url"] = _url(exercise, **marked)
        return response
    return drill_page(exercise, drill, status)


def drill_page(exercise: Exercise, drill: dict[str, Any], status: int = 200) -> Response:
    """The page of a drill, with its fragment."""
    words = DRILL_WORDS[exercise.drill]
    return whole_page(
        "train/drill.html",
        f"{words.title} · gin rummy drill",
        words.teaser,
        status,
        heading=words.title,
        kinds=str(exercise.drill) if exercise.drill in KEPT else "",
        tabs=[
            Link(each.tab, url_for("train.next_drill", kind=kind), kind is exercise.drill)
            for kind, each in DRILL_WORDS.items()
        ],
        drill=drill,
    )


def fragment_of(exercise: Exercise, text: str | None) -> dict[str, Any]:
    """A drill (`train/_drill.html`): asked, without its answer, or marked where one was given."""
    knock = exercise.knock
    skill = progress_of(known_visitor()).of(exercise.drill)
    shown = text is not None or "covered" in request.values
    covered = exercise.drill in FROM_MEMORY
    drill = {
        "asks": asks_of(exercise),
        "standing": _standing(skill) if skill.tried else "It gets harder as you do well.",
        "how": DRILL_WORDS[exercise.drill].how,
        "form": TAGS.get(exercise.drill, "number"),
        "hand": pictures(in_hand_order(exercise.cards)),
        "knock": None
        if knock is None
        else LaidDown("Their knock", spread(knock.melds, knock.deadwood, exercise.rules)),
        "gone": tuple(exercise.gone),
        "facts": (Fact("Knock with", f"{exercise.limit} or fewer"),) if exercise.goal else (),
        "form_url": _url(exercise),
        "button": BUTTONS.get(exercise.drill, ""),
        "turns": () if exercise.watched is None else turns_of(exercise.watched),
        "covered": covered,
        "cover_url": _url(exercise, covered="1") if covered and not shown else None,
        "error": None,
        "typed": text or "",
        "marked": None,
        "swapped": wants_fragment(),
    }
    if text is None:
        return drill
    try:
        return drill | {"marked": _marking(exercise, mark(exercise, text))}
    except InputError as error:
        return drill | {"error": f"{upper(str(error))}.", "typed": text[:20]}


def _marking(exercise: Exercise, marked: Marked) -> dict[str, Any]:
    """Return how an answer was, the best arrangement, and what else there is to show."""
    last = progress_of(known_visitor()).last
    rated = None
    if last is not None and last.drill == id_of(exercise):
        change = round(last.after) - round(last.before)
        way = "up" if change >= 0 else "down"
        rated = f"Rating {points(last.after, 0)}, {way} {abs(change)}"
    return {
        "right": marked.right,
        "title": TITLES_OF_BEST.get(exercise.drill, "Melded at best"),
        "headline": headline(exercise, marked.said, right=marked.right),
        "why": why_of(exercise),
        "groups": _best(exercise),
        "shown": _more(exercise),
        "rating": rated,
        "next_url": url_for("train.next_drill", kind=exercise.drill),
    }


def _best(exercise: Exercise) -> tuple[CardGroup, ...]:
    """The hand as it should be laid out, or the cards that were the answer."""
    if exercise.watched is not None:
        return (CardGroup("deadwood", "", pictures(in_hand_order(exercise.wanted))),)
    if exercise.knock is not None:
        return spread(exercise.defence.melds, exercise.defence.deadwood, exercise.rules)
    if len(exercise.cards) == 10:
        return groups(exercise.cards, exercise.rules)
    return groups(exercise.cards.remove(_discarded(exercise)), exercise.rules)


def _discarded(exercise: Exercise) -> Card:
    """The card that leaves the least."""
    return min(exercise.cards, key=lambda card: _left(exercise, card))


def _more(exercise: Exercise) -> tuple[LaidDown, ...]:
    if exercise.knock is not None and (off := exercise.defence.laid_off):
        cards = pictures((card for card, _ in off), "laid off")
        return (LaidDown("Laid off", (CardGroup("run", "on their melds", cards),)),)
    if exercise.goal is not None and exercise.outs:
        cards = pictures(exercise.outs)
        return (LaidDown("The outs", (CardGroup("deadwood", counted(len(cards), "card"), cards),)),)
    if len(exercise.cards) == 11:
        cards = pictures([_discarded(exercise)], "discarded")
        return (LaidDown("Discarded", (CardGroup("deadwood", "discarded", cards),)),)
    return ()


def _left(exercise: Exercise, card: Card) -> int:
    return best_arrangements(exercise.cards.remove(card), exercise.rules)[0].points


def _url(exercise: Exercise, **more: str | None) -> str:
    ident = {"kind": str(exercise.drill), "level": exercise.level, "seed": exercise.seed}
    return url_for("train.show", **ident, **more)  # type: ignore[arg-type]
