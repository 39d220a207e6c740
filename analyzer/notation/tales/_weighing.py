"""The ends that rules and the net find in one text, and how likely each is.

The weights are fitted to texts that the net has never learned from
(`python -m tests.workshop.encoder weigh`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.notation._softmax import Evidence, chances
from analyzer.notation.outcomes import EndHeard
from analyzer.notation.outcomes._heard import ME, THEM, UNKNOWN
from analyzer.notation.tales._ends import End

READ, LIKELY, ASK = 0.6, 0.4, 0.1
"""With this chance an end is taken, with that it is asked about, and with the least it is one of
the answers."""
_FEW, _MOST = 3.0, 9.0
_MOST_NAMES: Final = 5
WEIGHTS: Final = {
    "all": -0.20, "first": -0.76, "other": -0.28, "agree": 1.15, "same": -0.21, "no rules": 0.44,
    "cost": -0.33, "much": -0.19, "margin": 0.44, "wide": 0.07, "question": -1.92, "strain": -0.17,
    "draw": -0.31, "winner unnamed": -0.56, "loser unnamed": -1.03, "winner plain": 0.48,
    "loser plain": -0.32, "names": 0.11, "winner small": -0.27, "loser small": -0.17,
    "points": 0.75, "agree plain": 0.45,
}  # fmt: skip
"""How much each piece of evidence counts."""

Players = tuple[str, str]
"""The names of both; `?` of one whose name is not told."""
Settled = tuple[End, Players]


@dataclass(frozen=True, slots=True)
class EndCandidate:
    """One way in which a hand may have ended, and how likely it is meant."""

    end: End
    players: Players
    evidence: Evidence
    chance: float = 0.0

    @property
    def settled(self) -> Settled:
        """The end with the players."""
        return self.end, self.players


def weighed(text: str, by_rules: Settled | None, heard: Sequence[EndHeard]) -> list[EndCandidate]:
    """The ends that are found, the likeliest first."""
    made = candidates(text, by_rules, heard)
    likely = chances([each.evidence for each in made], WEIGHTS)
    made = [
        EndCandidate(each.end, each.players, each.evidence, chance)
        for each, chance in zip(made, likely, strict=True)
    ]
    return sorted(made, key=lambda each: -each.chance)


def candidates(
    text: str, by_rules: Settled | None, heard: Sequence[EndHeard]
) -> list[EndCandidate]:
    """The ends that the net hears, and that of rules where it is another, with their evidence."""
    made, agreed = list[EndCandidate](), False
    question: dict[str, float] = {"question": "?" in text}
    for rank, each in enumerate(heard):
        end, players = End(each.kind, each.winner, each.points, each.bonus), each.players
        agrees = by_rules is not None and _is_alike(by_rules, (end, players))
        if by_rules is not None and agrees and not _is_better_named(by_rules, (end, players)):
            end, players = by_rules
        made.append(EndCandidate(end, players, question | _evidence(by_rules, each, rank, agrees)))
        agreed = agreed or agrees
    if by_rules is not None and not agreed:
        draw = by_rules[0].winner is None
        made.append(EndCandidate(*by_rules, question | {"all": 1.0, "draw": draw}))
    return made


def _evidence(
    by_rules: Settled | None, each: EndHeard, rank: int, agrees: bool
) -> dict[str, float]:
    """Give what speaks for an end that the net hears, and against it."""
    first = rank == 0
    told: dict[str, float] = {
        "all": 1.0, "first": first, "other": not first, "agree": agrees,
        "same": by_rules is not None and not agrees and _is_same(by_rules[0], each),
        "no rules": by_rules is None, "cost": min(each.cost, _FEW),
        "much": _beyond(each.cost), "margin": first * min(each.margin, _FEW),
        "wide": first * _beyond(each.margin), "strain": min(each.strain, _FEW),
        "draw": each.winner is None,
    }  # fmt: skip
    if each.winner is None:
        return told
    winner, loser = each.names[each.winner], each.names[1 - each.winner]
    plain, other = each.plain[each.winner], each.plain[1 - each.winner]
    return told | {
        "winner unnamed": winner in _UNNAMED, "loser unnamed": loser in _UNNAMED,
        "winner plain": plain, "loser plain": other, "names": min(each.many, _MOST_NAMES),
        "winner small": _is_small(winner), "loser small": _is_small(loser),
        "points": each.told, "agree plain": agrees * plain,
    }  # fmt: skip


def _beyond(cost: float) -> float:
    return max(0.0, min(cost, _MOST) - _FEW)


_UNNAMED: Final = (UNKNOWN, THEM)


def _is_small(name: str) -> bool:
    return name.islower() and name not in (ME, THEM)


def _is_same(end: End, other: End | EndHeard) -> bool:
    """True of two ends that are alike but for whoever won."""
    return (end.kind, end.points) == (other.kind, other.points)


def _is_alike(by_rules: Settled, by_net: Settled) -> bool:
    """True if two readers tell the same end, of the same player under any of their names."""
    (first, names), (second, others) = by_rules, by_net
    if not _is_same(first, second):
        return False
    if first.winner is None or second.winner is None:
        return first.winner == second.winner
    mine, theirs = _words(names[first.winner]), _words(others[second.winner])
    if mine and theirs:
        return bool(mine & theirs)
    loser = _words(names[1 - first.winner]) & _words(others[1 - second.winner])
    return bool(loser) or first.winner == second.winner


def _is_better_named(by_rules: Settled, by_net: Settled) -> bool:
    """True if the net knows the winner's name, and rules don't."""
    (first, names), (second, others) = by_rules, by_net
    if first.winner is None or second.winner is None:
        return False
    return names[first.winner] == UNKNOWN != others[second.winner]


def _words(name: str) -> set[str]:
    return {*name.lower().split()} - {UNKNOWN, "you"}
