"""A position by search: the cards of a text in each way to group them, and the one that gin allows.

Nothing here knows a phrase. A text is ranks, suits, counts, the words that say where a card is, and
the rest (`_atoms`). Ranks and suits beside each other are put together in every way (`_ways`: `four
and five of clubs`, `spades: J Q`, `sevens, all but the club`), each at a price; what a clause says
of its cards (`search.toml`) is where they are. Taken is the cheapest way in which no card stands
twice and the hand has ten cards or eleven, if there is only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import prod
from typing import Final

from analyzer.game.view import HAND
from analyzer.notation.placing import ToldPosition
from analyzer.notation.sentences._atoms import Atom, Clause, clauses, pattern
from analyzer.notation.sentences._ways import dearest, ways

TAKEN_BACK: Final = pattern("taken_back")
_ELEVEN: Final = pattern("eleven")
_SLACK: Final = 1.4
"""So much more than the cheapest way to group all cards a position may cost."""
_BEHIND: Final = frozenset({"gone", "took", "drawn", "thrown", "top"})
_FEW: Final = 3
"""So many ranks a clause may have that a cue behind it is about."""
_MOST: Final = 1_000
"""Combinations of the ways of all clauses that are looked at."""
_LEAST_DROP: Final = 2.9
"""What costs so much to leave out is a suit beyond doubt."""


@lru_cache(maxsize=8)
def sought(text: str) -> ToldPosition | None:
    """The one position that the cheapest reading of a text gives; None where none or several do.

    >>> found = sought("Three sevens, all bar the club, kings of hearts and spades, 2-3-4 of clubs,"
    ...                " an ace of spades, nine of clubs. She tossed the jack of clubs.")
    >>> len(found.hand), str(found.top)
    (10, 'Jc')
    """
    if TAKEN_BACK.search(text):
        return None
    for slips in (False, True):
        placed = _placed(clauses(text, slips=slips))
        hit = _cheapest(placed, eleven=bool(_ELEVEN.search(text))) if placed else []
        if hit:
            return hit[0] if len(hit) == 1 else None
    return None


def _ranks(atoms: Iterable[Atom]) -> int:
    return sum(each.kind == "R" for each in atoms)


def _placed(heard: Iterable[Clause]) -> list[Clause]:
    """The clauses with cards, those without a cue by the cue that follows without cards."""
    kept = list[Clause]()
    for clause in heard:
        if clause.role == "drawn" and _ranks(clause.atoms) > _FEW:
            clause.role = "hand"
        suits = clause.role not in {"", "took", "asking"}
        if any(each.kind in ("RS" if suits else "R") for each in clause.atoms):
            kept.append(clause)
        elif kept and clause.sentence == kept[-1].sentence and clause.role in _BEHIND:
            kept[-1:] = _by_cue_behind(kept[-1], clause)
    return kept


def _by_cue_behind(clause: Clause, cue: Clause) -> list[Clause]:
    """A clause as what a cue behind it says: of its last card, of all of a few, or of none."""
    of_top = (clause.role, cue.role) == ("top", "gone")
    if of_top and any(
        each.kind == "S" for each in clause.atoms[2:]
    ):  # `upcard 5s (Tc, Js both dead)`
        return [replace(clause, atoms=clause.atoms[:2]), replace(cue, atoms=clause.atoms[2:])]
    lifted = (clause.role, cue.role) == ("gone", "took")  # `earlier the 4h and 5h, taken`
    if clause.role not in {"", "hand"} and not (of_top or lifted):
        return [clause]
    if _ranks(clause.atoms) > _FEW:
        return [replace(clause, atoms=clause.atoms[:-2]), replace(cue, atoms=clause.atoms[-2:])]
    return [replace(clause, role=cue.role, theirs=cue.theirs)]


def _cheapest(heard: Sequence[Clause], *, eleven: bool) -> list[ToldPosition]:
    """The positions at the least price, all of them."""
    choices = [sorted(ways(each.atoms).items(), key=lambda way: way[1])[:12] for each in heard]
    if not all(choices):
        return []
    while prod(map(len, choices)) > _MOST:  # the dearest of the longest list goes
        max(choices, key=len).pop()
    hit = list[ToldPosition]()
    least = sum(each[0][1] for each in choices) + _SLACK
    least = min(least, dearest(sum(len(each.atoms) for each in heard)))
    for combination in product(*choices):
        cost = sum(price for _, price in combination)
        if cost > least + 1e-9:
            continue
        position = _position(heard, [mask for mask, _ in combination], eleven=eleven)
        if position is not None:
            hit = [*(hit if cost > least - 1e-9 else []), position]
            least = min(least, cost)
    return list(dict.fromkeys(hit))


def _position(
    heard: Sequence[Clause], masks: Sequence[int], *, eleven: bool
) -> ToldPosition | None:
    """The position in which each clause names these cards; None where gin does not allow it."""
    hand, loose, places = 0, 0, dict[str, int]()
    first = next((at for at, clause in enumerate(heard) if clause.role == "hand"), 0)
    stray = {
        id(clause) for clause in heard[:first] if not clause.role and _ranks(clause.atoms) < _FEW
    }
    for clause, mask in zip(heard, masks, strict=True):
        if (
            clause.role == "asking"
            or id(clause) in stray
            or (clause.role in {"", "hand"} and hand.bit_count() >= HAND and mask & ~hand)
        ):
            loose |= mask
        elif clause.role in {"", "hand"}:
            if hand & mask:
                return None
            hand |= mask
        elif not _fits(clause, mask, hand):
            return None
        elif mask:
            places[clause.role] = places.get(clause.role, 0) | mask
    known = hand
    for mask in places.values():
        known |= mask
    return None if loose & ~known else _judged(hand, places, eleven=eleven)


def _fits(clause: Clause, mask: int, hand: int) -> bool:
    """True if cards can be where a clause says: not what I threw or took, none of it left out."""
    mine = clause.theirs is False if clause.role == "thrown" else not clause.theirs
    if mask & ~hand and mine and clause.role in {"took", "thrown"}:
        return False
    if mask:
        return True
    suits = any(each.kind == "S" and each.drop > _LEAST_DROP for each in clause.atoms)
    ranks = any(each.kind == "R" and each.drop > _LEAST_DROP for each in clause.atoms)
    return not suits and (clause.role == "top" or not ranks)


def _judged(hand: int, places: Mapping[str, int], *, eleven: bool) -> ToldPosition | None:
    top, drawn = places.get("top", 0) | places.get("thrown", 0), places.get("drawn", 0)
    gone, took = places.get("gone", 0) & ~top, places.get("took", 0)
    whole = hand | drawn
    if drawn.bit_count() > 1 or top.bit_count() > 1 or took & (top | gone) or whole & (top | gone):
        return None
    if whole & took or whole.bit_count() != HAND + bool(drawn or eleven):
        return None
    return ToldPosition((hand & ~drawn, drawn, top, took, gone), thrown="thrown" in places)
