"""The ends that the net hears in a text, and how likely each is.

The weights are fitted to texts that the net has never learned from
(`python -m tests.workshop.encoder weigh`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from analyzer.notation._softmax import Evidence, chances
from analyzer.notation.outcomes import End, EndHeard
from analyzer.notation.outcomes._heard import ME, THEM, UNKNOWN

READ, LIKELY, ASK = 0.45, 0.3, 0.1
"""With this chance an end is taken, with that it is asked about, and with the least it is one of
the answers."""
_FEW, _MOST = 3.0, 9.0
_MOST_NAMES: Final = 5
WEIGHTS: Final = {
    "all": -1.13, "first": -0.93, "other": -0.20, "cost": -0.10, "much": -0.23, "margin": 0.33,
    "wide": 0.16, "question": -1.56, "strain": -0.04, "draw": -0.61, "winner unnamed": -1.29,
    "loser unnamed": -0.47, "winner plain": 0.24, "loser plain": 0.28, "names": -0.01,
    "winner small": -0.26, "loser small": -0.11, "points": 1.78,
}  # fmt: skip
"""How much each piece of evidence counts."""

Players = tuple[str, str]
"""The names of both; `?` of one whose name is not told."""
Settled = tuple[End, Players]


@dataclass(frozen=True, slots=True)
class EndCandidate:
    """One way in which a hand may have ended, and how likely it is meant."""

    heard: EndHeard
    evidence: Evidence
    chance: float = 0.0

    @property
    def settled(self) -> Settled:
        """The end with the players."""
        return self.heard.end, self.heard.players


def weighed(text: str, heard: Sequence[EndHeard]) -> list[EndCandidate]:
    """The ends that are heard, the likeliest first."""
    made = candidates(text, heard)
    likely = chances([each.evidence for each in made], WEIGHTS)
    made = [replace(each, chance=chance) for each, chance in zip(made, likely, strict=True)]
    return sorted(made, key=lambda each: -each.chance)


def candidates(text: str, heard: Sequence[EndHeard]) -> list[EndCandidate]:
    """The ends that are heard with their evidence."""
    question: dict[str, float] = {"question": "?" in text}
    return [
        EndCandidate(each, question | _evidence(each, is_first=not rank))
        for rank, each in enumerate(heard)
    ]


def _evidence(each: EndHeard, *, is_first: bool) -> dict[str, float]:
    """Give what speaks for an end, and against it."""
    told: dict[str, float] = {
        "all": 1.0, "first": is_first, "other": not is_first, "cost": min(each.cost, _FEW),
        "much": _beyond(each.cost), "margin": is_first * min(each.margin, _FEW),
        "wide": is_first * _beyond(each.margin), "strain": min(each.strain, _FEW),
        "draw": each.end.winner is None, "points": each.told,
    }  # fmt: skip
    if each.end.winner is None:
        return told
    winner, loser = each.names[each.end.winner], each.names[1 - each.end.winner]
    plain, other = each.plain[each.end.winner], each.plain[1 - each.end.winner]
    return told | {
        "winner unnamed": winner in _UNNAMED, "loser unnamed": loser in _UNNAMED,
        "winner plain": plain, "loser plain": other, "names": min(each.many, _MOST_NAMES),
        "winner small": _is_small(winner), "loser small": _is_small(loser),
    }  # fmt: skip


def _beyond(cost: float) -> float:
    return max(0.0, min(cost, _MOST) - _FEW)


_UNNAMED: Final = (UNKNOWN, THEM)


def _is_small(name: str) -> bool:
    return name.islower() and name not in (ME, THEM)
