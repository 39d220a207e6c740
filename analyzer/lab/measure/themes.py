"""What the coach sees in the errors of players who slip.

Hands are played until each theme was seen often enough; an example is named as hand, player and
turn.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from typing import NamedTuple

from analyzer.lab.measure._corpus import judged, may_bring, suspects
from analyzer.lab.measure.words import Data, worded
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


def measured(wanted: int, hands: int) -> Data:
    """What the coach sees in the errors of players who slip.

    A first look with few worlds finds what may have a theme that is still wanted; that is then
    judged as a review judges it.
    """
    counts, examples = Counter[Theme](), defaultdict[Theme, list[_Example]](list)
    judged_deep = errors = played = seed = 0
    while seed < hands and any(counts[theme] < wanted for theme in Theme):
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


evidence = worded("themes.toml")
