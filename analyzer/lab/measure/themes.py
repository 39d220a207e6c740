"""What the coach sees in the errors of players who slip.

Hands are played until each theme was seen often enough; an example is named as hand, player and
turn.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from typing import NamedTuple

from analyzer.api.evidence import Evidence
from analyzer.lab.measure._corpus import judged, may_bring, suspects
from analyzer.lab.measure.words import Data, table
from analyzer.review import Entry, LayOff, ReviewSettings
from analyzer.review.coach import Theme, themes_of

_EXAMPLES = 8
"""Of each theme, how many are named."""


class _Example(NamedTuple):
    """Where a theme was seen."""

    hand: int
    """The seed of the hand in the corpus."""
    player: int
    turn: int
    kind: str
    loss: float
    decided: bool

    @classmethod
    def of(cls, seed: int, entry: Entry) -> _Example:
        """Of an entry of the hand with this seed."""
        verdict, place = entry.verdict, (seed, entry.seat + 1, entry.turn + 1, str(entry.kind))
        return cls(*place, round(verdict.loss, 2), verdict.decided)


def measured(wanted: int, most: int) -> Data:
    """How often each theme is seen, until each has been so often, or after so many hands.

    A first look with few worlds finds what may have a theme that is still wanted; that is then
    judged as a review judges it.
    """
    counts, examples = Counter[Theme](), defaultdict[Theme, list[_Example]](list)
    judged_deep = errors = played = seed = 0
    while seed < most and any(counts[theme] < wanted for theme in Theme):
        rare = frozenset(theme for theme in Theme if counts[theme] < wanted)
        if not may_bring(seed, rare):
            seed += 1
            continue
        played += 1
        for suspect in suspects(seed, rare):
            if all(counts[theme] >= wanted for theme in themes_of(suspect)):
                continue
            judged_deep += 1
            entry = suspect if isinstance(suspect, LayOff) else judged(suspect, ReviewSettings())
            seen = themes_of(entry)
            errors += bool(seen)
            counts.update(seen)
            for theme in seen:
                examples[theme].append(_Example.of(seed, entry))
        seed += 1
        if played % 50 == 0:
            print(seed, "hands", {theme.name: counts[theme] for theme in rare}, file=sys.stderr,
                  flush=True)  # fmt: skip
    return {
        "hands": played,
        "judged": judged_deep,
        "errors": errors,
        "wanted": wanted,
        "themes": {
            theme.name: {"about": str(theme), "entries": counts[theme],
                         "first": [one._asdict() for one in examples[theme][:_EXAMPLES]]}
            for theme in Theme
        },
    }  # fmt: skip


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """What the coach sees in real errors."""
    themes, wanted = data["themes"].values(), data["wanted"]
    least = min(row["entries"] for row in themes)
    rare = sum(row["entries"] < wanted for row in themes)
    seen = (
        f"{len(themes) - rare} of the {len(themes)} themes were seen in at least {wanted} errors, "
        f"the rarest in {least}"
        if rare
        else f"Each of the {len(themes)} themes was seen in at least {least} errors"
    )
    return Evidence(
        section="themes",
        title="What does the coach see?",
        command=command,
        engine=engine,
        finding=[f"{seen}, among {data['errors']:,} errors of {data['hands']:,} hands."],
        tables=[
            table(
                "Errors with each theme",
                ("Theme", "Errors"),
                ((row["about"], f"{row['entries']:,}") for row in themes),
            )
        ],
        method="Hands of policies that slip now and then and have bad habits, under four sets of "
        "rules, with scores and without. What may be an error at a first look with 256 worlds is "
        "judged as a review judges it; what could only have themes that were seen often enough "
        "is not looked at any more, so the numbers are not how often people make these errors.",
        limits="A theme is what an error has to do with, counted from the cards and the "
        "search’s numbers; an error may have several, and some have none.",
        data=dict(data),
    )
