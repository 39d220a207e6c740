"""The trainer: its first page and the drills, one address each."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import msgspec
from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.hands import spread
from analyzer.display.parts import CardGroup, Fact, HandCard, SelectOption
from analyzer.display.puzzles.words import in_hand_order
from analyzer.display.review.parts import LaidDown
from analyzer.display.train.words import (
    HOW,
    LEVELS,
    TABS,
    TEASERS,
    TITLES,
    USUAL_COACH,
    asks_of,
    coach_choices,
    headline,
    why_of,
)
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.melds import best_arrangements
from analyzer.notation.numbers import points
from analyzer.practice.drills import MOST_SEED, Drill, Exercise, Marked, mark, task
from analyzer.practice.play import RULES, Level
from analyzer.practice.progress import (
    HIGHEST,
    LOWEST,
    DrillProgress,
    Skill,
    id_of,
    level_for,
)
from analyzer.store.training import DRILLS
from analyzer.web.chrome import Link, wants_fragment
from analyzer.web.state import web_app
from analyzer.web.train import table as traintable
from analyzer.web.train.contexts import (
    CheckCard,
    DrillFragment,
    DrillPage,
    DrillRow,
    LevelChoice,
    Marking,
    TrainPage,
)
from analyzer.web.visitor import known_visitor, visitor_id

train = Blueprint("train", __name__, url_prefix="/train")

TITLE: Final = "Train gin rummy: drills, and hands against the engine"
DESCRIPTION: Final = (
    "Gin rummy drills that adapt to you: count the deadwood, lay off, count your outs. And games "
    "against the engine with a coach that speaks only when it matters."
)
TRIES: Final = 3
"""How often a change is made again when another came first."""
TAGS: Final = {
    Drill.MELDS: "cards",
    Drill.KNOCK: "yes-no",
}
"""Forms of answers; all others are numbers."""
TITLES_OF_BEST: Final = {Drill.LAY_OFF: "Your best answer", Drill.KNOCK: "What you would keep"}


@train.get("")
def start() -> Response:
    """The drills, each with its rating, and a game against the engine."""
    progress, seat = _progress_of(known_visitor()), traintable.seat_of(known_visitor())
    page = TrainPage(
        title=TITLE,
        description=DESCRIPTION,
        drills=tuple(_row(drill, progress.of(drill)) for drill in Drill),
        levels=tuple(LevelChoice(level, *LEVELS[level], level is Level.CLUB) for level in Level),
        rules=tuple(SelectOption(name, name, name == RULES[0]) for name in RULES),
        coach=coach_choices(USUAL_COACH),
        begin_url=url_for("traintable.begin_game"),
        game=None if seat is None else traintable.standing(seat),
        game_url=None if seat is None else url_for("traintable.show"),
    )
    return make_response(render_template("train/start.html", page=page))


@train.get("/<kind>")
def next_drill(kind: str) -> Response:
    """On to a new drill: ``deadwood``, ``melds``, ``lay-off``, ``outs`` or ``knock``."""
    return redirect(_next_url(_drill(kind)), 303)


@train.get("/<kind>/<int:level>/<int:seed>")
def show(kind: str, level: int, seed: int) -> Response:
    """A drill: asked, or marked where ``answer`` is in the address."""
    asked = _task(kind, level, seed)
    said = _said()
    return _shown(asked, said)


@train.post("/<kind>/<int:level>/<int:seed>")
def answer(kind: str, level: int, seed: int) -> Response:
    """Mark ``answer`` (or the cards ``left``); a drill that is new to the visitor is rated."""
    asked, said = _task(kind, level, seed), _said() or ""
    try:
        marked = mark(asked, said)
    except InputError:
        return _shown(asked, said, status=422)
    right = marked.right
    _change_progress(visitor_id(), lambda before: before.after(asked, right=right))
    if wants_fragment():
        return _shown(asked, marked.said)
    return redirect(_url(asked, answer=marked.said), 303)


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


def _progress_of(owner: str | None) -> DrillProgress:
    """How a visitor does; nothing done where nothing is known."""
    kept = None if owner is None else web_app().store.training.load(owner, DRILLS)
    if kept is None:
        return DrillProgress()
    try:
        return DrillProgress.read(kept.text)
    except msgspec.MsgspecError:
        return DrillProgress()


def _change_progress(owner: str, change: Callable[[DrillProgress], DrillProgress]) -> None:
    """Keep a change, made to what is there by then."""
    training = web_app().store.training
    for _ in range(TRIES):
        kept, before = training.load(owner, DRILLS), _progress_of(owner)
        after = change(before)
        version = 0 if kept is None else kept.version
        if after == before or training.save(owner, DRILLS, after.text, version):
            return


# ---------------------------------------------------------------- what is shown


def _row(drill: Drill, skill: Skill) -> DrillRow:
    return DrillRow(
        title=TITLES[drill],
        asks=TEASERS[drill],
        href=url_for("train.next_drill", kind=drill),
        standing=_standing(skill) if skill.tried else "",
    )


def _standing(skill: Skill) -> str:
    said = f"Rating {points(skill.rating.rating, 0)}, {skill.right} of {skill.tried} right"
    return f"{said}, {skill.row} in a row" if skill.row > 1 else said


def _next_url(drill: Drill) -> str:
    level = level_for(_progress_of(known_visitor()).of(drill).rating)
    return url_for("train.show", kind=drill, level=level, seed=secrets.randbelow(MOST_SEED))


def _shown(asked: Exercise, said: str | None, status: int = 200) -> Response:
    drill = fragment_of(asked, said)
    if wants_fragment():
        drill = replace(drill, swapped=True)
        response = make_response(render_template("train/_drill.html", drill=drill), status)
        marked = {} if drill.marked is None else {"answer": said}
        response.headers["HX-Push-Url"] = _url(asked, **marked)
        return response
    page = DrillPage(
        title=f"{TITLES[asked.drill]} · gin rummy drill",
        description=TEASERS[asked.drill],
        heading=TITLES[asked.drill],
        tabs=tuple(
            Link(TABS[one], url_for("train.next_drill", kind=one), one is asked.drill)
            for one in Drill
        ),
        drill=drill,
    )
    return make_response(render_template("train/drill.html", page=page), status)


def fragment_of(asked: Exercise, said: str | None) -> DrillFragment:
    """A drill as it is asked, or marked where something was said."""
    form = TAGS.get(asked.drill, "number")
    hand = in_hand_order(asked.cards)
    knock = asked.knock
    skill = _progress_of(known_visitor()).of(asked.drill)
    shown = DrillFragment(
        asks=asks_of(asked),
        standing=_standing(skill) if skill.tried else "It gets harder as you do well.",
        how=HOW[asked.drill],
        form=form,
        hand=tuple(HandCard(card, card.name) for card in hand),
        knock=None
        if knock is None
        else LaidDown("Their knock", spread(knock.melds, knock.deadwood, asked.rules)),
        gone=tuple(asked.gone),
        facts=(Fact("Knock with", f"{asked.limit} or fewer"),) if asked.goal else (),
        checks=_checks(hand, said or "") if form == "cards" else (),
        form_url=_url(asked),
    )
    if said is None:
        return shown
    try:
        return replace(shown, marked=_marking(asked, mark(asked, said)), typed=said)
    except InputError as error:
        told = str(error)
        return replace(shown, error=f"{told[:1].upper()}{told[1:]}.", typed=said[:20])


def _checks(hand: tuple[Card, ...], said: str) -> tuple[CheckCard, ...]:
    ticked = said.split()
    return tuple(
        CheckCard(card, str(card), card.name, str((at + 1) % 10), str(card) in ticked)
        for at, card in enumerate(hand)
    )


def _marking(asked: Exercise, marked: Marked) -> Marking:
    last = _progress_of(known_visitor()).last
    rated = None
    if last is not None and last.drill == id_of(asked):
        change = round(last.after) - round(last.before)
        way = "up" if change >= 0 else "down"
        rated = f"Rating {points(last.after, 0)}, {way} {abs(change)}"
    return Marking(
        right=marked.right,
        title=TITLES_OF_BEST.get(asked.drill, "Melded at best"),
        headline=headline(asked, marked.said, right=marked.right),
        why=why_of(asked),
        groups=_best(asked),
        shown=_more(asked),
        rating=rated,
        next_url=url_for("train.next_drill", kind=asked.drill),
        again_url=_url(asked),
    )


def _best(asked: Exercise) -> tuple[CardGroup, ...]:
    """The hand as it should be laid out."""
    rules = asked.rules
    if asked.knock is not None:
        found = asked.defence
        return spread(found.melds, found.deadwood, rules)
    if len(asked.cards) == 10:
        best = best_arrangements(asked.cards, rules)[0]
        return spread(best.melds, best.deadwood, rules)
    rest = [best_arrangements(asked.cards.remove(card), rules)[0] for card in asked.cards]
    best = min(rest, key=lambda one: one.points)
    return spread(best.melds, best.deadwood, rules)


def _more(asked: Exercise) -> tuple[LaidDown, ...]:
    if asked.knock is not None and (off := asked.defence.laid_off):
        cards = tuple(HandCard(card, f"{card.name}, laid off") for card, _ in off)
        return (LaidDown("Laid off", (CardGroup("run", "on their melds", cards),)),)
    if asked.goal is not None and asked.outs:
        cards = tuple(HandCard(card, card.name) for card in asked.outs)
        return (LaidDown("The outs", (CardGroup("deadwood", f"{len(cards)} cards", cards),)),)
    if len(asked.cards) == 11:
        discarded = min(asked.cards, key=lambda card: _left(asked, card))
        cards = (HandCard(discarded, f"{discarded.name}, discarded"),)
        return (LaidDown("Discarded", (CardGroup("deadwood", "discarded", cards),)),)
    return ()


def _left(asked: Exercise, card: Card) -> int:
    return best_arrangements(asked.cards.remove(card), asked.rules)[0].points


def _url(asked: Exercise, **more: str | None) -> str:
    ident = {"kind": str(asked.drill), "level": asked.level, "seed": asked.seed}
    return url_for("train.show", **ident, **more)  # type: ignore[arg-type]
