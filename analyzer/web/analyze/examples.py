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
from analyzer.resources import texts_beside


@dataclass(frozen=True, slots=True)
class _Sample:
    """An example before it has an address."""

    title: str
    teaches: str
    text: str
    drawn: str
    """The hand as it is drawn: melds split by /, deadwood behind the bar."""
    view: View
    groups: tuple[CardGroup, ...]
    """The hand as drawn."""


@lru_cache(maxsize=1)
def samples() -> tuple[_Sample, ...]:
    """The three, read once."""
    return tuple(map(_read, texts_beside(__file__, "examples.toml")["samples"]))


def _read(sample: dict[str, str]) -> _Sample:
    view, (laid, _, left) = parse_view(sample["text"]), sample["drawn"].partition("|")
    groups = spread(map(CardSet.of, laid.split("/")), CardSet.of(left), view.rules)
    return _Sample(**sample, view=view, groups=groups)


def examples() -> list[dict[str, Any]]:
    """The three, with their hands in melds and the address of each."""
    return [
        {
            "title": sample.title,
            "teaches": sample.teaches,
            "href": url_for("analyze.show", p=encode(sample.view)),
            "groups": sample.groups,
        }
        for sample in samples()
    ]
