"""The page of rules by hand: every field, the rules in a sentence, and where to play by them."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import Fact
from analyzer.errors import InputError
from analyzer.game.rulefields import FIELDS
from analyzer.notation.phrases import upper
from analyzer.notation.ruletexts import worded
from analyzer.practice.games import LONGEST_NAME, TEAMS, is_for_two, rules_at, title_of
from analyzer.web.chrome import Link, whole_page
from analyzer.web.rules.form import (
    RulesForm,
    for_all,
    form_of,
    said_rules,
    summary_of,
    values_of,
)
from analyzer.web.visitor import forget_own_rules, keep_own_rules, own_rules

rulesbyhand = Blueprint("rulesbyhand", __name__, url_prefix="/rules")

TITLE = "Rules by hand: make your own rules of gin rummy"
DESCRIPTION = "Change any number of any rules of gin rummy, and play, score and analyze by them."


@dataclass(frozen=True, slots=True)
class ShownRules:
    """Rules that can be played by (`rules/page.html`)."""

    text: str
    title: str
    summary: str
    values: tuple[Fact, ...]
    doors: tuple[Link, ...]
    mine: bool
    """True if they are among one's own."""
    teams: bool
    """True if teams play, so that nothing is to be analyzed."""


@rulesbyhand.get("")
def show() -> Response:
    """Make rules by hand: ``rules`` are shown, and the form in which any field is changed."""
    text = request.args.get("rules", "standard")[:LONGEST_NAME].strip()
    try:
        shown = _shown(text)
    except InputError as error:
        return _page(form_of({}, "standard", for_all()), error=error)
    return _page(form_of({}, text, for_all()), shown)


@rulesbyhand.post("")
def name() -> Response:
    """Go to the address of the rules of a form."""
    try:
        text = said_rules(request.form) or "standard"
    except InputError as error:
        return _page(form_of(request.form, "", for_all()), error=error)
    return redirect(url_for("rulesbyhand.show", rules=text), 303)


@rulesbyhand.get("/summary")
def summary() -> Response:
    """The rules of a form in a sentence, and the value of every field, as JSON for its script."""
    try:
        text = said_rules(request.args) or "standard"
        rules = rules_at(text)
        values = {name: worded(name, getattr(rules, name)) for name in FIELDS}
        return jsonify(summary=summary_of(text), values=values)
    except InputError as error:
        return jsonify(summary=f"{upper(str(error))}.", values={})


@rulesbyhand.post("/mine")
def keep() -> Response:
    """Keep the rules of a form as one's own, in this browser; with ``forget`` drop them."""
    if text := request.form.get("forget"):
        forget_own_rules(text)
        return redirect(url_for("rulesbyhand.show"), 303)
    try:
        text = said_rules(request.form) or "standard"
        keep_own_rules(text)
    except InputError as error:
        return _page(form_of(request.form, "", for_all()), error=error)
    return redirect(url_for("rulesbyhand.show", rules=text, kept=1), 303)


def _shown(text: str) -> ShownRules:
    teams = text.startswith(TEAMS)
    play = url_for("train.start", rules=text) if is_for_two(text) else games_url(text)
    doors = [Link("Play", play), Link("Score pad", url_for("score.start", rules=text))]
    if not teams:
        doors.append(Link("Enter a hand", url_for("recorder.start", game=text)))
    return ShownRules(
        text,
        title_of(text),
        summary_of(text),
        tuple(Fact(label, value) for label, value in values_of(text)),
        tuple(doors),
        text in own_rules(),
        teams,
    )


def games_url(text: str) -> str:
    """The address at which a game around a table is begun."""
    return url_for("traintable.games", game=text)


def _page(
    form: RulesForm, shown: ShownRules | None = None, error: InputError | None = None
) -> Response:
    return whole_page(
        "rules/page.html",
        TITLE,
        DESCRIPTION,
        200 if error is None else 422,
        form=form,
        shown=shown,
        own=[(text, title_of(text)) for text in own_rules()],
        kept="kept" in request.args,
        error=None if error is None else f"{upper(str(error))}.",
    )
