"""Three hands that teach the three questions: discard, draw, knock.

Their melds stand here, so that the first page needs no kernel; a test solves them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import url_for

from analyzer.display.hands import spread
from analyzer.display.parts import CardGroup
from analyzer.game.cards import CardSet
from analyzer.game.view import View
from analyzer.notation import encode, parse_view

_TEXTS = (
    (
        "King or queen?",
        "Eleven cards: which one to discard when two high ones are neighbors.",
        "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c",
        "4c 4d 4s / 7h 8h 9h | Kd Qd 6s 2c Ac",
    ),
    (
        "Take it or leave it?",
        "Ten cards and an upcard: take what they discarded, or draw from the stock.",
        "hand: 5d 6d 7d Jh Jd 9c 8c 3h 3s Ad\npile: 2s Qc Kd Js",
        "5d 6d 7d | Jd Jh 9c 8c 3h 3s Ad",
    ),
    (
        "Knock, or wait for gin?",
        "You can knock with 4 now; gin is one card away.",
        "hand: 3c 4c 5c 6c 9d 9h 9s 2s Ah Ad Kc\npile: 2d Kh 8s Jd 7h Ks",
        "3c 4c 5c 6c / 9d 9h 9s | Kc 2s Ad Ah",
    ),
)


@dataclass(frozen=True, slots=True)
class _Sample:
    """An example before it has an address."""

    title: str
    teaches: str
    text: str
    drawn: str
    """The hand as it is drawn: melds split by /, deadwood behind the bar."""
    view: View

    def groups(self) -> tuple[CardGroup, ...]:
        """The hand as drawn."""
        laid, _, left = self.drawn.partition("|")
        return spread(map(CardSet.of, laid.split("/")), CardSet.of(left), self.view.rules)


@lru_cache(maxsize=1)
def samples() -> tuple[_Sample, ...]:
    """The three, read once."""
    return tuple(
        _Sample(title, teaches, text, drawn, parse_view(text))
        for title, teaches, text, drawn in _TEXTS
    )


def examples() -> list[dict[str, Any]]:
    """The three, with their hands in melds and the address of each."""
    return [
        {
            "title": sample.title,
            "teaches": sample.teaches,
            "href": url_for("analyze.show", p=encode(sample.view)),
            "groups": sample.groups(),
        }
        for sample in samples()
    ]
