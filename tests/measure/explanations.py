"""Thirty explanations of decisions in the corpus, for the page that shows what the coach says.

    python -m tests.measure.explanations --themes static/evidence/themes.json \
        --out static/evidence/explanations.json

One for each theme, the first not dearer than `DEAREST`, decided ones before others; then a second
for the themes in their order; and at last three decisions that were played well. None was picked
for how its text reads. With each goes its hand in the corpus, so that it can be judged again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.types import Grade
from analyzer.notation.records import decisions, format_record
from analyzer.review import Choice, Entry, Settings, kind_of
from analyzer.review.coach import Theme, explain, themes_of
from analyzer.review.journal import write_finding
from tests.measure.evidence import tell
from tests.oracles.corpus import choice, lay_off, slipshod

MANY: Final = 30
WELL: Final = 3
"""Decisions played well: one that is best, one that is tied, one that cannot be told from it."""
DEAREST: Final = 20.0
"""Points lost above which nobody needs an explanation."""
DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class Place:
    """A decision of the corpus."""

    hand: int
    player: int
    turn: int
    kind: str
    """A draw and the discard after it have one turn."""


def places(themes: dict[str, Any]) -> dict[Theme, list[Place]]:
    """The decisions of each theme, the plain ones first."""
    return {theme: _wanted(themes[theme.name]["first"]) for theme in Theme}


def _wanted(examples: list[dict[str, Any]]) -> list[Place]:
    """Those that are decided and not too dear first."""
    plain = [one for one in examples if one["decided"] and one["loss"] <= DEAREST]
    ordered = [*plain, *(one for one in examples if one not in plain)]
    return [Place(*(one[name] for name in ("hand", "player", "turn", "kind"))) for one in ordered]


def entry_at(place: Place) -> Entry:
    """A decision of the corpus, judged as a review judges it."""
    record, seat = slipshod(place.hand), place.player - 1
    for one in decisions(record, seat):
        if (one.turn, str(kind_of(one.view))) == (place.turn - 1, place.kind):
            return choice(place.hand, seat, one, Settings())
    found = lay_off(record, place.hand)
    assert found is not None
    return found


def played_well() -> Iterator[Choice]:
    """The first decision that is alone at the top, the first tie, the first that is unclear."""
    wanted = {"best", "tied", "unclear"}
    seed = 0
    while wanted:
        for one in decisions(slipshod(seed), 0):
            how = _how(choice(seed, 0, one, Settings(worlds=512)))
            if how not in wanted:
                continue
            entry = choice(seed, 0, one, Settings())
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


def written(entry: Entry, theme: Theme | None) -> dict[str, Any]:
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
        "record": format_record(slipshod(entry.hand)),
        "finding": finding,
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value


def explanations(themes: dict[str, Any]) -> list[dict[str, Any]]:
    """All thirty."""
    left, seen = places(themes), set[Place]()
    found: list[dict[str, Any]] = []
    while len(found) < MANY - WELL and any(left.values()):
        for theme in Theme:
            entry = _next(theme, left[theme], seen)
            if entry is not None and len(found) < MANY - WELL:
                found.append(written(entry, theme))
                print(theme.name, found[-1]["text"], flush=True)
    return [*found, *(written(entry, None) for entry in played_well())]


def _next(theme: Theme, left: list[Place], seen: set[Place]) -> Entry | None:
    """The next decision with a theme that was not told yet; those that are too dear are not."""
    while left:
        place = left.pop(0)
        if place in seen:
            continue
        entry = entry_at(place)
        # The engine may have changed since it was found.
        if theme in themes_of(entry) and entry.verdict.loss <= DEAREST:
            seen.add(place)
            return entry
    return None


def main() -> None:
    """Judge them and write them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--themes", type=Path, default=Path("static/evidence/themes.json"))
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = {
        "what": "Decisions of players who slip, each judged by the settings of a review, and "
        "what the coach says on it",
        "command": f"python -m tests.measure.explanations --themes {given.themes}",
        "engine": ENGINE_VERSION,
        "explanations": explanations(
            json.loads(given.themes.read_text(encoding="utf-8"))["themes"]
        ),
    }
    tell(found, given.out)


if __name__ == "__main__":
    main()
