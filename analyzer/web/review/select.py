"""The entries of a report that are shown: filters as they stand in an address."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from analyzer.display.review.entries import is_error, lucky
from analyzer.engine.types import Grade
from analyzer.game.words import today
from analyzer.review import DecisionKind, Entry, Report
from analyzer.review.coach import Theme, themes_of

PER_PAGE: Final = 20
"""Entries on one page."""

ERRORS, ALL = "errors", "all"
"""Besides the classes: all that is worse than best or tied; everything."""

BOTH: Final = "both"

GRADES: Final = frozenset(map(str, Grade))
KINDS: Final = frozenset(map(str, DecisionKind))

LOOKS: Final = {"summary": "Summary", "decisions": "Decisions", "keep": "Keep and share"}
"""The parts under the table, one at a time, by their names in addresses."""

MOST_PLAYERS: Final = 4

MOST_LINES: Final = 12
"""Lines that an address keeps beside the one that was played."""

_KEY: Final = re.compile(r"[A-Za-z0-9-]{1,60}")

MOST_DIGITS: Final = 6
"""Digits of a number in an address."""

BY_NAME: Final = {theme.slug: theme for theme in Theme}
"""The themes by their names in addresses."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Another action at a decision than the one that was played."""

    place: int
    """Of the decision in the report."""
    key: str
    """The action as the rows of a table name it: "discard-Kd"."""

    def __str__(self) -> str:
        return f"{self.place}.{self.key}"

    @classmethod
    def read(cls, text: str) -> WhatIf | None:
        """A line as an address has it; None for anything else.

        >>> str(WhatIf.read("13.discard-Kd")), WhatIf.read("x.take")
        ('13.discard-Kd', None)
        """
        number, _, key = text.partition(".")
        place = _whole(number)
        return None if place is None or not _KEY.fullmatch(key) else cls(place, key)


@dataclass(frozen=True, slots=True)
class Selection:
    """The filter; empty is none."""

    seat: int | None = None
    """From 0; None is everybody."""
    both: bool = False
    """True if everybody is asked for, where one would be shown without asking."""
    kind: str = ""
    grade: str = ""
    """A class, "errors" or "all"; empty is errors where there are any, else all."""
    theme: str = ""
    luck: str = ""
    """"good" or "bad": draws that surely were."""
    hand: int | None = None
    """From 0."""
    page: int = 0
    at: int | None = None
    """An entry that has to be among those shown."""
    step: int | None = None
    """The decision that lies on the table above them."""
    turn: tuple[int, int] | None = None
    """A turn of another player's that lies there: the hand and the turn, from 0."""
    opened: bool = False
    """True if the other hand lies open there, where the record knows it."""
    plays: bool = False
    """True if the steps follow each other by themselves."""
    lines: tuple[WhatIf, ...] = ()
    """Lines that are kept beside the one that was played, …"""
    tried: WhatIf | None = None
    """… and the one of them that lies on the table."""
    look: str = ""
    """The part under the table that is asked for; empty is the one that the rest asks for."""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Selection:
        """A selection as an address has it; what makes no sense is passed over.

        >>> selection = Selection.read({"seat": "2", "grade": "blunder", "kind": "nonsense"})
        >>> selection.seat, selection.grade, selection.kind
        (1, 'blunder', '')
        """

        def one_of(name: str, known: Collection[str]) -> str:
            text = today(query.get(name, ""))
            return text if text in known else ""

        seat = _whole(query.get("seat"))
        tried = WhatIf.read(query["try"]) if "try" in query else None
        return cls(
            seat=seat - 1 if seat is not None and 1 <= seat <= MOST_PLAYERS else None,
            both=query.get("seat") == BOTH,
            kind=one_of("kind", KINDS),
            grade=one_of("grade", GRADES | {ERRORS, ALL}),
            theme=one_of("theme", BY_NAME),
            luck=one_of("luck", {"good", "bad"}),
            hand=_less_one(_whole(query.get("hand"))),
            page=_less_one(_whole(query.get("page"))) or 0,
            at=_whole(query.get("at")),
            step=_whole(query.get("step", query.get("at"))) if tried is None else tried.place,
            turn=_turn(query.get("turn", "")),
            opened=query.get("open") == "1",
            plays=query.get("play") == "1",
            lines=_each_once(query.get("lines", ""), tried) if "lines" in query or tried else (),
            tried=tried,
            look=one_of("look", LOOKS),
        )

    @property
    def looks_at(self) -> str:
        """The part that is shown under the table: the decisions where some are asked for.

        >>> Selection().looks_at, Selection(at=3).looks_at, Selection(look="keep").looks_at
        ('summary', 'decisions', 'keep')
        """
        filters = self.kind or self.grade or self.theme or self.luck or self.both or self.page
        some = filters or self.hand is not None or self.at is not None
        return self.look or ("decisions" if some else "summary")

    def asked(self, **changes: str | int | None) -> dict[str, str]:
        """The parameters of an address for these decisions with changes; empty ones left out."""
        values: dict[str, str | int | None] = {
            "seat": BOTH if self.both else None if self.seat is None else self.seat + 1,
            "kind": self.kind,
            "grade": self.grade,
            "theme": self.theme,
            "luck": self.luck,
            "hand": None if self.hand is None else self.hand + 1,
            "look": "decisions",
            **changes,
        }
        return {name: str(value) for name, value in values.items() if value not in {None, ""}}


@dataclass(frozen=True, slots=True)
class Selected:
    """The entries of a selection."""

    places: tuple[int, ...]
    """In the report, those of this page."""
    all: int
    page: int
    pages: int
    selection: Selection
    """As it was understood: without filters that would hide the entry asked for."""


def select(report: Report, selection: Selection) -> Selected:
    """The entries of a selection, a page of them."""
    at = selection.at if selection.at is not None and selection.at < len(report.entries) else None
    chosen = replace(selection, at=at)
    places = _places(report, chosen)
    if at is not None and at not in places:
        entry = report.entries[at]
        chosen = Selection(seat=entry.seat, grade=ALL, hand=entry.hand, at=at)
        places = _places(report, chosen)
    if not selection.grade and not places:
        chosen = replace(chosen, grade=ALL)
        places = _places(report, chosen)
    pages = max(1, -(-len(places) // PER_PAGE))
    page = places.index(at) // PER_PAGE if at in places else min(chosen.page, pages - 1)
    shown = places[page * PER_PAGE : (page + 1) * PER_PAGE]
    return Selected(tuple(shown), len(places), page, pages, chosen)


def _places(report: Report, selection: Selection) -> list[int]:
    tests = [*_tests(selection)]
    return [
        place for place, entry in enumerate(report.entries) if all(test(entry) for test in tests)
    ]


def _tests(selection: Selection) -> list[Callable[[Entry], bool]]:
    tests: list[Callable[[Entry], bool]] = []
    if selection.seat is not None:
        tests.append(lambda entry: entry.seat == selection.seat)
    if selection.hand is not None:
        tests.append(lambda entry: entry.hand == selection.hand)
    if selection.kind:
        tests.append(lambda entry: str(entry.kind) == selection.kind)
    if selection.luck:
        tests.append(lambda entry: lucky(entry) == selection.luck)
    if selection.theme:
        tests.append(lambda entry: BY_NAME[selection.theme] in themes_of(entry))
    if selection.grade in GRADES:
        tests.append(lambda entry: entry.verdict.counts)
        tests.append(lambda entry: str(entry.verdict.grade) == selection.grade)
    elif selection.grade == ERRORS or not (selection.grade or selection.luck):
        tests.append(is_error)
    return tests


def _whole(text: str | None) -> int | None:
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return None
    return int(text)


def _less_one(number: int | None) -> int | None:
    return number - 1 if number else None


def _each_once(text: str, tried: WhatIf | None) -> tuple[WhatIf, ...]:
    """The lines of an address, the one that is tried among them; as many as are kept."""
    lines = dict.fromkeys((*map(WhatIf.read, text.split(",")), tried))
    return tuple(line for line in lines if line is not None)[-MOST_LINES:]


def _turn(text: str) -> tuple[int, int] | None:
    """The hand and the turn of "2-5", from 0."""
    first, _, second = text.partition("-")
    hand, turn = _less_one(_whole(first)), _less_one(_whole(second))
    return None if hand is None or turn is None else (hand, turn)
