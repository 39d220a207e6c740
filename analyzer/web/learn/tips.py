"""Rules of thumb, each with its measured price; and the pages of plain prose that read figures.

Nothing here is a figure: each is read from a document that `workshop measure` wrote.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any, Final

import msgspec
from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from analyzer.api.evidence import Evidence, read_evidence
from analyzer.notation.numbers import estimate, percent, points, signed_estimate
from analyzer.resources import read_value, resource_root, texts_beside
from analyzer.web.chrome import learn_tabs, whole_page
from analyzer.web.learn.prose import prose

tips = Blueprint("tips", __name__, url_prefix="/learn")

FILE: Final = "tips.json"
_TEXTS: Final = texts_beside(__file__, "tips.toml")
_READING: Final = texts_beside(__file__, "reading.toml")

CERTAIN: Final = 1.645
"""Standard errors above 0 of a mean that is positive with 95% certainty."""


class _Price(msgspec.Struct, frozen=True):
    """Points a hand with their interval, and what they are for."""

    mean: float
    low: float
    high: float
    name: str = ""

    @property
    def words(self) -> str:
        """ "−2.17 ±0.06", and "0.00" where the rule changes nothing."""
        return signed_estimate(self.mean, (self.high - self.low) / 2, 2)


class _Measured(msgspec.Struct, frozen=True):
    """A rule of thumb as it was measured."""

    name: str
    price: _Price
    changed: float
    rules: list[_Price]
    stages: list[_Price]
    against: list[_Price]
    simple: _Price


def _document(file: str) -> Evidence:
    return read_evidence((resource_root() / "static" / "evidence" / file).read_bytes())


@lru_cache(maxsize=1)
def measured_tips() -> tuple[Evidence, dict[str, _Measured]]:
    """The document, and of each rule of thumb what was measured, the best first."""
    document = _document(FILE)
    tips = read_value(document.data["tips"], list[_Measured])
    ordered = sorted(tips, key=lambda tip: -tip.price.mean)
    return document, {measured.name: measured for measured in ordered}


@tips.get("/tips")
def index() -> Response:
    """Rules of thumb with what each is worth in points a hand."""
    document, tips = measured_tips()
    return whole_page(
        "learn/tips.html",
        "Gin rummy tips, measured",
        "What rules of thumb are worth in gin rummy, in points a hand, measured.",
        tabs=learn_tabs(),
        hands=f"{document.data['hands']:,}",
        command=document.command,
        file=f"/static/evidence/{FILE}",
        rows=[
            {
                "title": _TEXTS[name]["title"],
                "href": url_for("tips.show", name=name),
                "price": measured.price.words,
                "simple": measured.simple.words,
            }
            for name, measured in tips.items()
        ],
    )


@tips.get("/tips/<name>")
def show(name: str) -> Response:
    """A rule of thumb: the claim, its price by rules and stage, when it is right and wrong."""
    document, tips = measured_tips()
    measured, text = tips.get(name) or abort(404), _TEXTS[name]
    return whole_page(
        "learn/tip.html",
        f"{text['title']} · gin rummy tip",
        text["claim"],
        tabs=learn_tabs(),
        heading=text["title"],
        claim=text["claim"],
        right=text["right"],
        wrong=text["wrong"],
        price=measured.price.words,
        verdict=verdict(measured.price),
        changes=f"It changes {_often(measured.changed)} of a careful player. For a simple player, "
        f"who looks at points alone, it is worth {measured.simple.words}.",
        tables=[
            ("By stage of the hand, standard rules", _rows(measured.stages)),
            ("By rules, the whole hand", _rows(measured.rules)),
            ("Against these players, standard rules", _rows(measured.against)),
        ],
        method=document.method,
        limits=document.limits,
        command=document.command,
        measured=document.measured,
        file=f"/static/evidence/{FILE}",
    )


def verdict(price: _Price) -> str:
    """Return what a price means, in words; nothing is said where the interval has 0.

    >>> verdict(_Price(-2.0, -2.1, -1.9)), verdict(_Price(0.01, -0.1, 0.1))
    ('so as an iron rule it loses.', 'so it makes no measurable difference.')
    """
    if price.low > 0:
        return "so even as an iron rule it wins."
    if price.high < 0:
        return "so as an iron rule it loses."
    return "so it makes no measurable difference."


def _often(changed: float) -> str:
    """Return how often a rule changes a decision.

    >>> _often(0.13), _often(2.11)
    ('one decision in about 8 hands', '2.1 decisions a hand')
    """
    if changed >= 0.6:
        return f"{points(changed, 1)} decisions a hand"
    return f"one decision in about {round(1 / max(changed, 0.001))} hands"


def _rows(prices: list[_Price]) -> list[tuple[str, str]]:
    return [(price.name, price.words) for price in prices]


# ---------------------------------------------------------------- plain prose


@tips.get("/faq")
def faq() -> Response:
    """Questions that are often asked, with measured answers."""
    return _read("faq", "Gin rummy: questions and answers", _figures())


@tips.get("/history")
def history() -> Response:
    """Return where the game comes from, and who was known for it."""
    return _read("history", "The history of gin rummy", {})


def _read(name: str, title: str, figures: dict[str, str]) -> Response:
    page = _READING[name]
    parts = [(head, prose(text.format(**figures))) for head, text in page["parts"]]
    description = f"{page['heading']}: gin rummy explained."
    return whole_page(
        "learn/reading.html",
        title,
        description,
        tabs=learn_tabs(),
        heading=page["heading"],
        parts=parts,
    )


@lru_cache(maxsize=1)
def _figures() -> dict[str, str]:
    """The figures of the answers."""
    luck, strength = _document("luck.json").data, _document("strength.json").data
    match: Any = next(
        contest
        for contest in strength["contests"]
        if (contest["bot"], contest["against"]) == ("engine:1024", "eaai-simple")
        and contest["games"]
    )
    spread, edge, won = luck["sd"]["result"], match["points"], match["won"]
    return {
        "luck": percent(luck["explained"]["part"]),
        "spread": points(spread, 0),
        "edge": estimate(edge["mean"], (edge["high"] - edge["low"]) / 2),
        "hands": str(ceil((CERTAIN * spread / edge["mean"]) ** 2)),
        "games": percent(won["mean"]),
        "knock": measured_tips()[1]["knock-as-soon-as-you-can"].price.words.lstrip("−"),
    }
