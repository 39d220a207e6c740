"""Thirty explanations of decisions in the corpus, for the page that shows what the coach says.

    python -m tests.measure.explanations --themes static/evidence/themes.json \
        --out static/evidence/explanations.json

One for each theme, the first that is decided and not dearer than `DEAREST`; then a second for the
themes in their order; and at last three decisions that were played well. None was picked for how
its text reads. With each goes its hand in the corpus, so that it can be judged again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from analyzer.coach import Theme, explain
from analyzer.engine import ENGINE_VERSION
from analyzer.engine.types import Grade
from analyzer.records import decisions, format_record
from analyzer.review import Choice, Entry, LayOff, Settings, kind_of
from analyzer.review.journal import write_finding
from tests.measure.evidence import tell
from tests.oracles.corpus import choice, lay_off, slipshod

MANY: Final = 30
WELL: Final = 3
"""Decisions played well: one that is best, one that is tied, one that cannot be told from it."""
DEAREST: Final = 10.0
"""Points lost above which nobody needs an explanation."""
DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class Place:
    """A decision of the corpus."""

    hand: int
    player: int
    turn: int
    kind: str
    """A draw and the throw after it have one turn."""


def places(themes: dict[str, Any]) -> Iterator[tuple[Theme, Place]]:
    """Each theme with its decisions, one for each and then the next ones."""
    by_theme = {theme: _wanted(themes[theme.name]["first"]) for theme in Theme}
    seen: set[Place] = set()
    while any(by_theme.values()):
        for theme, left in by_theme.items():
            left[:] = [place for place in left if place not in seen]
            if left:
                seen.add(left[0])
                yield theme, left.pop(0)


def _wanted(examples: list[dict[str, Any]]) -> list[Place]:
    """The plain ones first."""
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
        record = slipshod(seed)
        for one in decisions(record, 0):
            entry = choice(seed, 0, one, Settings(worlds=4_096))
            how = _how(entry)
            if how in wanted:
                wanted.remove(how)
                yield choice(seed, 0, one, Settings())
                break
        seed += 1


def _how(entry: Choice) -> str | None:
    verdict = entry.verdict
    if verdict.grade is not Grade.BEST or not verdict.counts or not verdict.decided:
        return None
    if entry.best.action != entry.found.played:
        return "unclear"
    return "tied" if len(entry.tied) > 1 else "best"


def written(entry: Entry, theme: Theme | None) -> dict[str, Any]:
    """An entry with what it needs to be shown."""
    finding = None if isinstance(entry, LayOff) else _rounded(
        json.loads(write_finding(entry.found))
    )  # fmt: skip
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
    found = []
    for theme, place in places(themes):
        if len(found) == MANY - WELL:
            break
        found.append(written(entry_at(place), theme))
        print(theme.name, place, found[-1]["text"], flush=True)
    return [*found, *(written(entry, None) for entry in played_well())]


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
