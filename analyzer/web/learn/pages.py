"""Learn: the rules of every preset, generated from `Rules`, and the evidence."""

from __future__ import annotations

from dataclasses import fields

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from analyzer.display.glossary import GLOSSARY
from analyzer.display.parts import Fact
from analyzer.game.rules import PRESETS, Rules, Shutout, Tie, Wall
from analyzer.web.chrome import learn_tabs, whole_page
from analyzer.web.learn.evidence import sections
from analyzer.web.learn.explanations import FILE, explanations, groups, titles
from analyzer.web.state import web_app

learn = Blueprint("learn", __name__, url_prefix="/learn")

COLUMNS = (
    ("Knock", "Most deadwood to knock with.", True),
    ("Gin", "Bonus for going gin.", True),
    ("Undercut", "Bonus for the defender who has no more than the knocker.", True),
    ("Tie", "What equal deadwood after a knock means.", False),
    ("Big gin", "Bonus for eleven melded cards.", True),
    ("Ace", "Low only, or high and low with runs round the corner.", False),
    ("Last two cards", "What happens when two cards are left in the stock.", False),
    ("Box", "Bonus for each hand won.", True),
    ("Game", "Bonus for winning the match.", True),
    ("Target", "Points that end the match.", True),
    ("Shutout", "What a loser without a hand costs.", False),
)
"""Of the table of presets: label, what it means, whether it is a number."""

_TIES = {Tie.UNDERCUT: "undercut", Tie.NOTHING: "no score", Tie.KNOCKER: "no undercut"}
_WALLS = {
    Wall.VOID: "hand is void",
    Wall.LAST_DISCARD: "last discard may be knocked with",
    Wall.RESHUFFLE: "pile is reshuffled",
}

MEANINGS = {
    "knock_limit": "Most deadwood to knock with; 0 is straight gin.",
    "knock_by_upcard": "The first upcard's value is the knock limit (Oklahoma).",
    "ace_upcard_gin_only": "With the above: an ace as the upcard means gin only.",
    "spade_doubles": "A spade as the first upcard doubles the hand's score.",
    "gin_bonus": "Bonus for gin.",
    "undercut_bonus": "Bonus for an undercut.",
    "tie": "Equal deadwood after a knock: undercut, nothing, or knocker.",
    "big_gin_bonus": "Bonus for eleven melded cards; none where it is not played.",
    "must_gin": "With no deadwood one has to go gin.",
    "meld_cap": "Longest meld allowed; none for any length.",
    "ace_both_ways": "Aces high or low, runs go round the corner.",
    "ace_points": "Deadwood points of an ace.",
    "court_points": "Deadwood points of a jack, queen or king.",
    "first_upcard": "How a hand begins: the upcard is offered, or eleven cards are dealt.",
    "may_return_upcard": "Whether the card just taken may be discarded back at once.",
    "wall": "What happens when two cards are left: void, last discard, or reshuffle.",
    "misdeal_if_dealt_knock": "A hand dealt ready to knock is a misdeal.",
    "next_dealer": "Who deals the next hand.",
    "target": "Points that end the match; none for single hands.",
    "game_bonus": "Bonus for winning the match.",
    "box_bonus": "Bonus for each hand won.",
    "box_when": "When boxes are credited: end, or at once.",
    "shutout": "What a match won against a loser without a hand is worth.",
    "columns": "Games scored side by side: 3 in Hollywood.",
    "best_of": "Matches in a set.",
}
"""What each field of `Rules` means, for overrides."""


@learn.get("")
def index() -> Response:
    """The first page of Learn."""
    return redirect(url_for("learn.rules"))


@learn.get("/rules")
def rules() -> Response:
    """Every preset with its numbers, and every field that can be overridden."""
    return whole_page(
        "learn/rules.html",
        "Rules of gin rummy, preset by preset",
        "Every rule set that Ginsight plays, with its numbers.",
        tabs=learn_tabs(),
        columns=COLUMNS,
        rows=[(preset, _cells(preset)) for preset in PRESETS.values()],
        override_example="rules: standard,gin=20,undercut=10",
        fields=[
            Fact(field.name, MEANINGS[field.name])
            for field in fields(Rules)
            if field.name not in {"name", "summary"}
        ],
        glossary=GLOSSARY,
    )


@learn.get("/evidence")
def evidence() -> Response:
    """What was measured, each figure with the command that wrote it."""
    return whole_page(
        "learn/evidence.html",
        "Evidence: how far the numbers can be trusted",
        "How Ginsight's intervals, its belief, its play and its server were measured.",
        tabs=learn_tabs(),
        sections=sections(web_app().engine.version),
    )


@learn.get("/explanations")
def explained() -> Response:
    """What the coach says on thirty decisions, each with its hand and its numbers."""
    found = explanations()
    return whole_page(
        "learn/explanations.html",
        "Explanations: what the coach says, and from which numbers",
        "Thirty decisions of whole hands: the cards, what was played, what was better and why.",
        tabs=learn_tabs(),
        found=found,
        counted="" if found is None else titles(found),
        groups=() if found is None else groups(found),
        file=f"/static/evidence/{FILE}",
    )


def _cells(preset: Rules) -> tuple[str, ...]:
    """The cells of a preset's row, one for each column."""
    limit = "upcard" if preset.knock_by_upcard else str(preset.knock_limit)
    return (
        limit if preset.knock_limit else "gin only",
        str(preset.gin_bonus),
        str(preset.undercut_bonus),
        _TIES[preset.tie],
        _number(preset.big_gin_bonus),
        f"high or low, {preset.ace_points}" if preset.ace_both_ways else "low",
        _WALLS[preset.wall],
        _number(preset.box_bonus or None),
        _number(preset.game_bonus or None),
        "single hands" if preset.target is None else str(preset.target),
        "–" if preset.shutout is Shutout.NONE else str(preset.shutout),
    )


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)
