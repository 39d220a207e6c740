"""The coach's words, thirty times: decisions of a corpus with the hand, the numbers, the words.

The decisions come from ``static/evidence/explanations.json``, which a command wrote; the words
are made here, by the coach of this version, from the numbers in the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec
from flask import url_for

from analyzer.api.evidence import read_evidence
from analyzer.display.review.entries import Addresses, entry_card
from analyzer.engine.thresholds import VERSION as THRESHOLDS
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.notation.records import Record, decisions, parse_record
from analyzer.resources import read_value, resource_root
from analyzer.review import Choice, DecisionKind, Entry, HandReport, Report, ReviewSettings, kind_of
from analyzer.review.coach import Theme
from analyzer.review.journal import read_finding
from analyzer.review.judging import judge_lay_off

FILE: Final = "explanations.json"

HEADINGS: Final = {
    DecisionKind.UPCARD: "Taking and drawing",
    DecisionKind.DRAW: "Taking and drawing",
    DecisionKind.DISCARD: "Discarding",
    DecisionKind.KNOCK: "Knocking or playing on",
    DecisionKind.LAY_OFF: "Laying off",
}
WELL: Final = "Played well"


class _Kept(msgspec.Struct, frozen=True):
    """One decision of the file."""

    hand: int
    """Its number in the corpus."""
    player: int
    turn: int
    kind: DecisionKind
    theme: str | None
    """Name of the theme that it stands for; None for one that was played well."""
    text: str
    """The coach's words when it was written."""
    record: str
    finding: str | None
    """As a journal keeps it; None for a lay-off, which needs no search."""


@dataclass(frozen=True, slots=True)
class _Explanations:
    """The decisions, and where they are from."""

    command: str
    engine: str
    explanations: list[_Kept]


@lru_cache(maxsize=2)
def explanations(folder: Path | None = None) -> _Explanations | None:
    """Return what the file of a folder has, that of the installation if None; None without one."""
    path = (folder or resource_root() / "static" / "evidence") / FILE
    if not path.is_file():
        return None
    document = read_evidence(path.read_bytes())
    kept = read_value(document.data["explanations"], list[_Kept])
    return _Explanations(document.command, document.engine, kept)


@lru_cache(maxsize=64)
def entry_of(kept: _Kept) -> tuple[Record, Entry]:
    """A decision of the file with its hand; the search is not done again."""
    record, seat = parse_record(kept.record), kept.player - 1
    if kept.finding is None:
        entry = judge_lay_off(record, 0)
        assert entry is not None
        return record, entry
    view = next(
        each.view
        for each in decisions(record, seat)
        if (each.turn, kind_of(each.view)) == (kept.turn - 1, kept.kind)
    )
    return record, Choice(
        0, kept.turn - 1, seat, kept.kind, view, read_finding(kept.finding.encode())
    )


def groups(explanations: _Explanations) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """The decisions as cards under their headings: (id, heading, cards)."""
    under: dict[str, list[dict[str, Any]]] = {name: [] for name in (*HEADINGS.values(), WELL)}
    for number, kept in enumerate(explanations.explanations, start=1):
        heading = WELL if kept.theme is None else HEADINGS[kept.kind]
        under[heading].append(_card(number, kept, explanations.engine))
    return [
        (heading.lower().replace(" ", "-"), heading, cards)
        for heading, cards in under.items()
        if cards
    ]


def _card(number: int, kept: _Kept, engine: str) -> dict[str, Any]:
    record, entry = entry_of(kept)
    report = Report(
        hands=(HandReport(record, (entry,), {}),),
        seats=(entry.seat,),
        totals={},
        moments={},
        timeline={},
        settings=ReviewSettings(),
        engine=engine,
        thresholds=THRESHOLDS,
    )
    card = entry_card(report, 0, _ADDRESSES, brief=True)
    text = f"{card['sentence']} {card['paragraph'] or ''}".rstrip()
    return card | {
        "ident": f"x{number}",
        "place": f"{number} · {record.rules.name} · {card['place']}",
        "player": "the player slipped" if card["error"] else "played well",
        "sentence": text,
        "paragraph": None,
        "open": True,
    }


def _analyze(view: View) -> str:
    return url_for("analyze.show", p=encode(view))


_ADDRESSES: Final = Addresses(entry=str, analyze=_analyze, theme=lambda _: None)


def titles(explanations: _Explanations) -> str:
    """Return how many of how many themes are there, in words."""
    themes = {explanation.theme for explanation in explanations.explanations} - {None}
    return f"{len(explanations.explanations)} decisions, {len(themes)} of the {len(Theme)} themes"
