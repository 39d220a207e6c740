"""The reasons why one action is worth more than another: the parts of the gap between them.

The gap is the sum, over the ways a hand can end, of what each contributes to it. A part is a
reason only if it makes up at least 30% of the gap and its sign is sure. How often the opponent
takes the card discarded cuts the same gap another way: into the hands in which they do, and the
others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from analyzer.engine.thresholds import Z95
from analyzer.engine.types import Ending, EndingShare
from analyzer.review import Choice, GapPart

LEAST_SHARE: Final = 0.30
"""Share of the gap from which a part of it is a reason."""

NOTHING: Final = EndingShare(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Reason:
    """A part of the gap that counts."""

    ending: Ending | None
    """The ending of the hand; None for the hands in which they take the card that was discarded."""
    share: float
    """Of the gap; parts may be more than all of it, where others speak against it."""
    part: GapPart


def reasons_of(entry: Choice) -> tuple[Reason, ...]:
    """The reasons why the best action beats the played one, the weightiest first."""
    gap = sum(part.points for part in entry.found.gap.values())
    if gap <= 0:
        return ()
    parts: list[tuple[Ending | None, GapPart]] = [*entry.found.gap.items()]
    if entry.found.fed is not None:
        parts.append((None, entry.found.fed))
    reasons = [
        Reason(ending, part.points / gap, part)
        for ending, part in parts
        if part.points >= LEAST_SHARE * gap and part.points > Z95 * part.se
    ]
    return tuple(sorted(reasons, key=lambda reason: -reason.share))


def shares(entry: Choice, ending: Ending) -> tuple[EndingShare, EndingShare]:
    """Return how often and how dearly the hand ends so: with the best action, with the played
    one."""
    best, played = entry.best.outcomes, entry.played.outcomes
    return best.get(ending, NOTHING), played.get(ending, NOTHING)


def by_frequency(entry: Choice, ending: Ending) -> bool | None:
    """Return whether the part comes from how often the hand ends so, or from how many points it is
    then.

    None where neither speaks for the best action.
    """
    best, played = shares(entry, ending)
    often = (best.p - played.p) * (best.points + played.points) / 2
    costly = (best.points - played.points) * (best.p + played.p) / 2
    if max(often, costly) <= 0:
        return None
    return often >= costly
