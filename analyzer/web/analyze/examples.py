"""Hands that teach the questions: discard, draw, knock; and games with more players or jokers.

Their melds stand here, so that the first page needs no kernel; a test solves them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flask import url_for

from analyzer.api.views import read_view
from analyzer.display.hands import spread
from analyzer.display.parts import CardGroup
from analyzer.game.arrangement import Meld, pack_cards
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.resources import texts_beside


@dataclass(frozen=True, slots=True)
class Sample:
    """An example before it has an address."""

    title: str
    teaches: str
    text: str
    drawn: str
    """The hand as it is drawn: melds split by /, deadwood behind the bar."""
    seen: View
    ident: str
    groups: tuple[CardGroup, ...]
    """The hand as drawn."""


@dataclass(frozen=True, slots=True)
class Example:
    """A hand to start from, with the address of its analysis."""

    title: str
    teaches: str
    href: str
    groups: tuple[CardGroup, ...]


@lru_cache(maxsize=2)
def samples(kind: str = "samples") -> tuple[Sample, ...]:
    """The three, read once; those of kind "tables" have more players, jokers, or open melds."""
    return tuple(map(_read, texts_beside(__file__, "examples.toml")[kind]))


def _read(sample: dict[str, str]) -> Sample:
    seen, (laid, _, left) = read_view(sample["text"]), sample["drawn"].partition("|")
    melds = map(Meld.of, filter(str.strip, laid.split("/")))
    groups = spread(melds, pack_cards(left), seen.rules)
    ident = encode(seen)
    return Sample(**sample, seen=seen, ident=ident, groups=groups)


def examples(kind: str = "samples") -> list[Example]:
    """The samples of a kind, with their hands in melds and the address of each."""
    return [
        Example(each.title, each.teaches, url_for("analyze.show", p=each.ident), each.groups)
        for each in samples(kind)
    ]
