"""The coach's findings in the errors of players who slip.

Hands are played until each theme was seen often enough; an example is named as hand, player and
turn.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

from analyzer.review import Entry, LayOff, ReviewSettings
from analyzer.review.coach import Theme, themes_of
from tests.workshop.measure._corpus import judged, may_bring, suspects
from tests.workshop.measure.words import Data, evidence_from

_EXAMPLES = 8
"""Of each theme, how many are named."""


def _example(seed: int, entry: Entry) -> Data:
    """Return where a theme was seen: an entry of the hand with this seed in the corpus."""
    verdict = entry.verdict
    return {
        "hand": seed,
        "player": entry.seat + 1,
        "turn": entry.turn + 1,
        "kind": str(entry.kind),
        "loss": round(verdict.loss, 2),
        "decided": verdict.decided,
    }


def measured(wanted: int, hands: int) -> Data:
    """Return what the coach sees in the errors of players who slip.

    A first look with few worlds finds what may have a theme that is still wanted; that is then
    judged as a review judges it.
    """
    counts, examples = Counter[Theme](), defaultdict[Theme, list[Data]](list)
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
                examples[theme].append(_example(seed, entry))
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
                         "first": examples[theme][:_EXAMPLES]}
            for theme in Theme
        },
    }  # fmt: skip


evidence = evidence_from("themes.toml")
