"""Thirty explanations of decisions in the corpus, for the page that shows what the coach says.

One for each theme, the first that lost at most `MOST_LOST`, decided ones before others; then a
second for the themes in their order; and at last three decisions that were played well. None was
picked for how its text reads. With each goes its hand in the corpus, so that it can be judged
again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.api.evidence import read_evidence
from analyzer.engine.types import Grade
from analyzer.notation.records import decisions, format_record
from analyzer.review import Choice, Entry, ReviewSettings, kind_of
from analyzer.review.coach import Theme, explain, themes_of
from analyzer.review.journal import write_finding
from analyzer.review.judging import judge_lay_off
from tests.workshop.measure._corpus import choice, hand_with_slips
from tests.workshop.measure.words import Data, evidence_from

MANY: Final = 30
WELL: Final = 3
"""Decisions played well: one that is best, one that is tied, one that cannot be told from it."""
MOST_LOST: Final = 20.0
"""Points lost above which nobody needs an explanation."""
DIGITS: Final = 5


class _Place(NamedTuple):
    """A decision of the corpus."""

    hand: int
    player: int
    turn: int
    kind: str
    """A draw and the discard after it have one turn."""


def _places(examples: list[dict[str, Any]]) -> list[_Place]:
    """Those that are decided and not too expensive first."""
    plain = [example for example in examples if example["decided"] and example["loss"] <= MOST_LOST]
    ordered = [*plain, *(example for example in examples if example not in plain)]
    return [_Place(*(one[name] for name in _Place._fields)) for one in ordered]


def _entry_at(place: _Place) -> Entry:
    """A decision of the corpus, judged as a review judges it."""
    record, seat = hand_with_slips(place.hand), place.player - 1
    for decision in decisions(record, seat):
        if (decision.turn, str(kind_of(decision.view))) == (place.turn - 1, place.kind):
            return choice(place.hand, seat, decision, ReviewSettings())
    laid = judge_lay_off(record, place.hand)
    assert laid is not None
    return laid


def _played_well() -> Iterator[Choice]:
    """The first decision that is alone at the top, the first tie, the first that is unclear."""
    wanted = {"best", "tied", "unclear"}
    seed = 0
    while wanted:
        for decision in decisions(hand_with_slips(seed), 0):
            how = _how(choice(seed, 0, decision, ReviewSettings(worlds=512)))
            if how not in wanted:
                continue
            entry = choice(seed, 0, decision, ReviewSettings())
            if _how(entry) == how:
                wanted.remove(how)
                yield entry
                break
        seed += 1


def _how(entry: Choice) -> str | None:
    verdict = entry.verdict
    if verdict.grade is not Grade.BEST or not verdict.counts:
        return None
    if entry.best.action != entry.found.played:
        return "unclear"
    return "tied" if len(entry.tied) > 1 else "best"


def _written(entry: Entry, theme: Theme | None) -> dict[str, Any]:
    """An entry with what it needs to be shown."""
    finding = None
    if isinstance(entry, Choice):
        kept = _rounded(json.loads(write_finding(entry.found)))
        finding = json.dumps(kept, separators=(",", ":"))
    return {
        "hand": entry.hand,
        "player": entry.seat + 1,
        "turn": entry.turn + 1,
        "kind": str(entry.kind),
        "theme": None if theme is None else theme.name,
        "text": explain(entry).text(),
        "record": format_record(hand_with_slips(entry.hand)),
        "finding": finding,
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value


def measured(themes: Path) -> Data:
    """Thirty decisions of the corpus with what the coach says."""
    examples, seen = read_evidence(themes.read_bytes()).data["themes"], set[_Place]()
    left = {theme: _places(examples[theme.name]["first"]) for theme in Theme}
    found: list[dict[str, Any]] = []
    while len(found) < MANY - WELL and any(left.values()):
        for theme in Theme:
            entry = _next(theme, left[theme], seen)
            if entry is not None and len(found) < MANY - WELL:
                found.append(_written(entry, theme))
                print(theme.name, found[-1]["text"], file=sys.stderr, flush=True)
    return {"explanations": [*found, *(_written(entry, None) for entry in _played_well())]}


def _next(theme: Theme, left: list[_Place], seen: set[_Place]) -> Entry | None:
    """The next decision with a theme, of those that are new and did not lose too much."""
    while left:
        place = left.pop(0)
        if place in seen:
            continue
        entry = _entry_at(place)
        # The engine may have changed since it was found.
        if theme in themes_of(entry) and entry.verdict.loss <= MOST_LOST:
            seen.add(place)
            return entry
    return None


evidence = evidence_from("explanations.toml", lambda data: {"themes": len(Theme)})
