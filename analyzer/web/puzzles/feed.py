"""The day's puzzle elsewhere: an Atom feed, and a picture that other pages may show."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final
from xml.etree import ElementTree

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from analyzer.notation.numbers import long_date
from analyzer.practice.puzzles.words import level_of
from analyzer.web.puzzles.words import ASKS
from analyzer.web.state import web_app

puzzlefeed = Blueprint("puzzlefeed", __name__, url_prefix="/puzzles")

DAYS: Final = 14
"""Entries of the feed."""
ATOM: Final = "http://www.w3.org/2005/Atom"
HOUR: Final = 3600


@puzzlefeed.get("/feed.atom")
def feed() -> Response:
    """The last days, by the date in UTC; no answer in it."""
    book = web_app().puzzles
    today = book.today()
    days = [day for back in range(DAYS) if book.on(day := today - timedelta(back))]
    ElementTree.register_namespace("", ATOM)
    root = ElementTree.Element(f"{{{ATOM}}}feed")
    _add(root, "title", "Ginsight: the gin rummy puzzle of the day")
    _add(root, "id", url_for("puzzles.today", _external=True))
    _add(root, "updated", _moment(days[0] if days else today))
    _add(ElementTree.SubElement(root, f"{{{ATOM}}}author"), "name", "Ginsight")
    _link(root, "alternate", url_for("puzzles.today", _external=True))
    _link(root, "self", url_for("puzzlefeed.feed", _external=True))
    for day in days:
        _entry(root, day)
    text = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return _public(Response(text, mimetype="application/atom+xml"))


def _entry(root: ElementTree.Element, day: date) -> None:
    puzzle = web_app().puzzles.on(day)
    assert puzzle is not None
    address = url_for("puzzles.on_day", day=day.isoformat(), _external=True)
    entry = ElementTree.SubElement(root, f"{{{ATOM}}}entry")
    _add(entry, "title", f"{long_date(day)}: {ASKS[puzzle.steps[0].ask]}")
    _add(entry, "id", address)
    _add(entry, "updated", _moment(day))
    _link(entry, "alternate", address)
    _add(entry, "summary", f"{level_of(puzzle)[1]}. The answer comes after yours.")


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, f"{{{ATOM}}}{name}").text = text


def _link(parent: ElementTree.Element, kind: str, address: str) -> None:
    ElementTree.SubElement(parent, f"{{{ATOM}}}link", {"rel": kind, "href": address})


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


@puzzlefeed.get("/day/<day>.svg")
def image(day: str) -> Response:
    """The picture of a day's question, where it was before."""
    return redirect(url_for("embeds.picture", name="day", ident=day), 301)


def _public(answer: Response) -> Response:
    answer.headers["Cache-Control"] = f"public, max-age={HOUR}"
    return answer
