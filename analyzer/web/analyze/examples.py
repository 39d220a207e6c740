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

    def groups(self) -> tuple[CardGroup, ...]:
        """The hand as drawn."""
        laid, _, left = self.drawn.partition("|")
        return spread(map(CardSet.of, laid.split("/")), CardSet.of(left), self.view.rules)


@lru_cache(maxsize=1)
def samples() -> tuple[_Sample, ...]:
    """The three, read once."""
    return tuple(
        _Sample(**each, view=parse_view(each["text"]))
        for each in texts_beside(__file__, "examples.toml")["samples"]
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
