"""From the chances of each token to the hands of a sheet, proved by its sums where it has any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import accumulate
from math import log
from typing import Final, NamedTuple

from analyzer.notation.outcomes._heard import UNKNOWN, HeardText, heard

_COUNTED: Final = ("pts", "own", "left", "bonus", "part", "sum", "zero", "before")
_KINDS: Final = {"gin": "gin", "big": "big gin", "under": "undercut", "knock": "knock"}
_BONUSES: Final = {"gin": 25, "big gin": 31}
_UNDERCUT: Final = 25
_MOST_TRIES: Final = 1_500
_MOST_PRICE: Final = 14.0
_MOST_SURE: Final = 5.0
_OF_A_HAND: Final = ("pts", "part", "bonus", "zero", "own", "left", "before")
_HARDLY: Final = 0.012
_MARGIN: Final = 1.0
_FEWEST: Final = 2
_LIKELY: Final = 0.5
_LEAST: Final = 0.004


class _Label(NamedTuple):
    """A number with what it is taken for, and how unlikely that is."""

    value: int
    role: str
    owner: int
    cost: float


class _Spot(NamedTuple):
    """A token that may tell something of a hand."""

    ways: tuple[_Label, ...]
    cue: str
    begins: bool


class HandHeard(NamedTuple):
    """The winner of a hand, 0 or 1, how it ended, and the points."""

    winner: int | None
    kind: str
    points: int


_NOBODY: Final = HandHeard(None, "draw", 0)


@dataclass(frozen=True, slots=True)
class SheetHeard:
    """The hands that a sheet tells."""

    names: tuple[str, str]
    hands: tuple[HandHeard, ...]
    proved: bool
    """True if its own sums agree."""
    price: float
    """The logarithm of how much likelier each word for itself tells something else."""
    margin: float
    """The same of the first reading that differs."""

    @property
    def is_sure(self) -> bool:
        """True if its sums prove it, and nothing speaks against it."""
        winners = {self.names[hand.winner] for hand in self.hands if hand.winner is not None}
        is_plain = self.price < _MOST_SURE and self.margin > _MARGIN
        return self.proved and is_plain and UNKNOWN not in winners and len(self.hands) > _FEWEST


def no_points(text: str) -> frozenset[int]:
    """The numbers of a text that are hardly of one hand, but totals, or none of the score.

    >>> no_points("Game 12: Ann won 23, Bob 31")
    frozenset({12})
    """
    if (said := heard(text)) is None:
        return frozenset()
    points = {
        said.value(at) for at in said.numbers
        if sum(said.of(at, role) for role in _OF_A_HAND) > _HARDLY
    }  # fmt: skip
    return frozenset(map(said.value, said.numbers)) - points


def draws(text: str) -> list[int]:
    """The places where a text tells that nobody won a hand.

    >>> len(draws("Ann 16. Washed out, nobody scores. Bob 25"))
    1
    """
    said = heard(text)
    return [] if said is None else [said.tokens[at].start for at in _draws(said)]


def _draws(said: HeardText) -> Iterator[int]:
    """The tokens that say that nobody won a hand, the first of those on one line without number."""
    is_told = False
    for at, token in enumerate(said.tokens):
        if said.of(at, "draw") > _LIKELY:
            if not is_told:
                yield at
            is_told = True
        elif token.number is not None or "\n" in token.text:
            is_told = False


@lru_cache(maxsize=8)
def sheet_heard(text: str) -> SheetHeard | None:
    """The hands of a sheet, the likeliest that its sums prove; None where there are none."""
    said = heard(text)
    if said is None:
        return None
    spots, names = [*_spots(said)], said.names
    best: SheetHeard | None = None
    for price, labels in _tries(spots):
        made = _hands(spots, labels)
        if made is None or (best is not None and made[0] == best.hands):
            continue
        hands, proved = made
        if best is None or (proved and not best.proved):
            best = SheetHeard(names, hands, proved, price, 99.0)
            if not proved:
                continue
        elif proved or not best.proved:
            return SheetHeard(best.names, best.hands, best.proved, best.price, price - best.price)
    return best


def _spots(said: HeardText) -> Iterator[_Spot]:
    draws_at = {*_draws(said)}
    for at, token in enumerate(said.tokens):
        ways, none = list[_Label](), 1.0
        for role in _COUNTED:
            if token.number is None and role != "zero":
                continue
            chance = said.of(at, role)
            none -= chance
            if role == "pts" and not token.number:
                continue
            ways += [
                _Label(token.number or 0, role, owner, -log(chance * said.owned(at, owner)))
                for owner in (0, 1) if chance * said.owned(at, owner) > _LEAST
            ]  # fmt: skip
        ways.append(_Label(token.number or 0, "", 0, -log(max(none, 1e-5))))
        ways.sort(key=lambda each: each.cost)
        cue = next((name for name in _KINDS if said.of(at, name) > _LIKELY), "")
        cue = "draw" if at in draws_at else cue
        if len(ways) > 1 or cue or said.of(at, "card") > _LIKELY:
            yield _Spot(tuple(ways[:4]), cue, said.chances.starts[at] > _LIKELY)


def _tries(spots: Sequence[_Spot]) -> Iterator[tuple[float, list[_Label]]]:
    """Ways to label all numbers, the likeliest first."""
    first = [spot.ways[0] for spot in spots]
    others = sorted(
        (way.cost - spot.ways[0].cost, at, way)
        for at, spot in enumerate(spots) for way in spot.ways[1:]
    )  # fmt: skip
    yield 0.0, first
    heap: list[tuple[float, tuple[int, ...]]] = [(others[0][0], (0,))] if others else []
    tried = 0
    while heap and tried < _MOST_TRIES:
        price, some = heappop(heap)
        last = some[-1]
        if last + 1 < len(others):
            step = others[last + 1][0]
            heappush(heap, (price + step, (*some, last + 1)))
            heappush(heap, (price - others[last][0] + step, (*some[:-1], last + 1)))
        places = [others[each][1] for each in some]
        if price > _MOST_PRICE:
            return
        if len({*places}) < len(places):
            continue
        tried += 1
        labels = [*first]
        for each in some:
            labels[others[each][1]] = others[each][2]
        yield price, labels


def _hands(
    spots: Sequence[_Spot], labels: Sequence[_Label]
) -> tuple[tuple[HandHeard, ...], bool] | None:
    """The hands that labels tell, and whether sums prove them; None where they contradict."""
    if not {each.role for each in labels} & {"pts", "own", "left", "part"}:
        return _running(spots, labels)
    hands, counted = list[HandHeard](), 0
    for group, cues in _groups(spots, labels):
        made = _hand_of(group, cues)
        if made is None:
            continue
        hand, is_counted = made
        if hand is None:
            return None
        hands.append(hand)
        counted += is_counted
    if not hands:
        return None
    sums = [_values(labels, "sum", who) for who in (0, 1)]
    for who in (0, 1):
        won = [hand.points * (hand.winner == who) for hand in hands]
        starts = {0, *_values(labels, "before", who)[:1]}
        ways = [[*accumulate(won, initial=start)] for start in starts]
        if sums[who] and not any(
            {*way}.issuperset(sums[who]) and max(sums[who]) == way[-1] for way in ways
        ):
            return None
    proved = any(sums) and all(
        sums[who] or all(hand.winner != who for hand in hands) for who in (0, 1)
    )
    return tuple(hands), proved or counted == len(hands)


def _values(labels: Sequence[_Label], role: str, owner: int) -> list[int]:
    return [each.value for each in labels if each.role == role and each.owner == owner]


def _running(
    spots: Sequence[_Spot], labels: Sequence[_Label]
) -> tuple[tuple[HandHeard, ...], bool] | None:
    """The hands of running totals alone; a row that changes nothing is one that nobody won."""
    totals = [next(iter(_values(labels, "before", who)), 0) for who in (0, 1)]
    hands, row, count, in_turn = list[HandHeard](), list[HandHeard](), [0, 0], True
    for spot, (value, role, who, _) in zip(spots, labels, strict=True):
        if role == "sum":
            if count[0] == count[1]:
                hands += row or [_NOBODY] * any(totals)
                row = []
            count[who] += 1
            in_turn = in_turn and abs(count[0] - count[1]) <= 1
            if value < totals[who]:
                return None
            if value > totals[who]:
                row.append(HandHeard(who, "", value - totals[who]))
                totals[who] = value
        if spot.cue == "draw" and (spot.begins or not row) and _NOBODY not in row:
            row.append(_NOBODY)
    hands += row
    won = sum(hand.winner is not None for hand in hands)
    least = _FEWEST if in_turn else _FEWEST + 1
    return (tuple(hands), count[0] == count[1] >= least) if won > 1 else None


def _groups(
    spots: Sequence[_Spot], labels: Sequence[_Label]
) -> Iterator[tuple[list[_Label], list[str]]]:
    """The numbers and cues of each hand."""
    group, cues = list[_Label](), list[str]()
    for spot, label in zip(spots, labels, strict=True):
        again = label.role in {"pts", "own", "left"} and any(
            each.role == label.role for each in group
        )
        if ((spot.begins and label.role != "sum") or again) and (group or cues):
            yield group, cues
            group, cues = [], []
        if label.role and label.role != "sum":
            group.append(label)
        if spot.cue:
            cues.append(spot.cue)
    if group or cues:
        yield group, cues


def _hand_of(group: Sequence[_Label], cues: Sequence[str]) -> tuple[HandHeard | None, bool] | None:
    """The hand of a group, and True if its deadwood makes its points; None of no hand."""
    have = {each.role: each for each in group}
    kind = next((_KINDS[cue] for cue in ("under", "big", "gin", "knock") if cue in cues), "")
    own, left, bonus = have.get("own"), have.get("left"), have.get("bonus")
    made = None
    if left and (own or kind in _BONUSES):
        held = own.value if own else 0
        ender = own.owner if own else 1 - left.owner
        extra = bonus.value if bonus else _BONUSES.get(kind, 0)
        if ender == left.owner:
            return None, False
        if kind != "undercut" and (held < left.value or kind in _BONUSES):
            made = HandHeard(ender, kind or "knock", left.value - held + extra)
        else:
            extra = bonus.value if bonus else _UNDERCUT
            made = HandHeard(left.owner, "undercut", held - left.value + extra)
    if "pts" in have:
        points = have["pts"]
        hand = HandHeard(points.owner, kind, points.value)
        if made is not None and (made.winner, made.points) != (hand.winner, hand.points):
            fair = made.winner == hand.winner and (bonus is None or kind in {"", "knock"})
            return (hand, False) if fair else (None, False)
        return hand, made is not None
    if made is not None:
        return made, False
    zeros = {each.owner for each in group if each.role == "zero"}
    if "draw" in cues or len(zeros) > 1:
        return _NOBODY, False
    return None
