"""Three hands that teach the three questions: throw, draw, knock."""

from __future__ import annotations

from functools import lru_cache

from flask import url_for

from analyzer.notation import encode, parse_view
from analyzer.view import View
from analyzer.web.board import Table, groups_of
from analyzer.web.contexts import Example

_TEXTS = (
    (
        "Which king goes?",
        "Eleven cards: what to throw, and whether two kings are worth keeping.",
        "hand: 7h 8h 9h 4c 4d Kd Ks Qd 2c Ac 6s\npile: 5s Kh 9c",
    ),
    (
        "Take it or leave it?",
        "Ten cards and an upcard: take what they threw, or draw unseen.",
        "hand: 5d 6d 7d Jh Js 9c 8c 3h 3s Ad\npile: 2s Qc Kd Tc",
    ),
    (
        "Knock, or wait for gin?",
        "You may knock with 4 now; gin is a few cards away.",
        "hand: 3c 4c 5c 6c 9d 9h 9s Qh Qs 4h Kc\npile: 2d Kh 8s Jd 7h Ks",
    ),
)


@lru_cache(maxsize=1)
def _views() -> tuple[tuple[str, str, str, View], ...]:
    return tuple((title, teaches, text, parse_view(text)) for title, teaches, text in _TEXTS)


def examples() -> tuple[Example, ...]:
    """The three, with their hands in melds and the address of each."""
    return tuple(
        Example(
            title=title,
            teaches=teaches,
            text=text,
            href=url_for("analyze.show", p=encode(view)),
            groups=groups_of(Table.of(view)),
        )
        for title, teaches, text, view in _views()
    )
