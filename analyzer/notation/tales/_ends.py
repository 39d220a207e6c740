"""The end of a game that is told in short: who won, how, and with how many, judged by gin.

Each number, list of cards and word says something of the end, at a price where it says it less
plainly. What is read is the end that all of them say together at the least price, if no other end
is near: the difference in deadwood and the bonus have to make the points that are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from analyzer.errors import InputError
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended
from analyzer.notation.outcomes._one_end import MOST_KNOCKED
from analyzer.notation.results import BONUSES
from analyzer.notation.tales._evidence import EndEvidence, EndFact, Listener

_MOST_FACTS: Final = 16
_MOST_HELD: Final = 98


class End(NamedTuple):
    """The end of a hand."""

    kind: Ended
    winner: int | None
    points: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class _Sum:
    """One way in which the numbers make an end."""

    ender: int
    own: int | None
    other: int | None
    bonus: int
    end: End
    price: float
    """Of the facts that are its parts …"""
    parts: tuple[int, ...]
    """… and their numbers."""
    place: int = 0
    """That of what the other was left with."""


_KINDS: Final = (Ended.KNOCK, Ended.GIN, Ended.BIG_GIN)
Part = tuple[int | None, int | None, float]
"""What a player held, the fact that says it, and its price."""


def ends_of(said: EndEvidence, rules: Rules) -> list[tuple[float, End]]:
    """The ends that a text may tell with their prices, the lowest first."""
    best = dict[End, float]()
    facts, named = said.facts[-_MOST_FACTS:], bool(_told_bonus(said))
    for each in _sums(facts, rules):
        price = each.price + _event_price(said, each)
        price += 0.5 * (named and each.bonus == _usual_bonus(each.end.kind, rules))
        if price >= best.get(each.end, 99):
            continue
        price += sum(
            min(_roles(fact, each, said)) for at, fact in enumerate(facts) if at not in each.parts
        )
        best[each.end] = min(price, best.get(each.end, 99))
    if any(cue == "draw" for cue, *_ in said.events):
        acts = {cue for cue, *_ in said.events} & {"knock", "gin", "big", "undercut"}
        won = any(cue in acts and sure for cue, _, sure in said.events)
        won = won and any("points" in fact.near or fact.to is not None for fact in facts)
        best[End(Ended.VOID, None, 0)] = 2.5 * bool(acts) + 0.5 + 3.0 * won
    return sorted(((price, end) for end, price in best.items()), key=lambda each: each[0])


def _told_bonus(said: EndEvidence) -> set[int]:
    """The bonuses that a text names."""
    near = [fact for fact in said.facts if "bonus" in fact.near and "not" not in fact.near]
    return {fact.values[0] for fact in near if not fact.listed} & BONUSES


def _usual_bonus(kind: Ended, rules: Rules) -> int:
    return {
        Ended.GIN: rules.gin_bonus, Ended.UNDERCUT: rules.undercut_bonus,
        Ended.BIG_GIN: rules.big_gin_bonus or 0,
    }.get(kind, 0)  # fmt: skip


def _sums(facts: Sequence[EndFact], rules: Rules) -> Iterator[_Sum]:
    """Every way in which some of the numbers make an end."""
    numbers = {
        (fact.values[0], at): _gets(fact) for at, fact in enumerate(facts) if not fact.listed
    }
    parts = {abs(term) for fact in facts for term in fact.terms}
    bonuses = {fact.values[0] for fact in facts if not fact.listed and "bonus" in fact.near}
    bonuses = (bonuses | parts) & BONUSES
    for ender in (0, 1):
        owns = [*_held(facts, ender, _knocked), (None, None, 0.6)]
        others = [*_held(facts, 1 - ender, _left), (None, None, 0.6)]
        for own, other in product(owns, others):
            yield from _knocks(ender, (own, other), facts, numbers, bonuses, rules)
        yield from _gins(ender, others, numbers, bonuses, rules)


Told = dict[tuple[int, int], float]
"""Numbers that may be points, each with its fact, and their prices."""


def _knocks(
    ender: int, held: tuple[Part, Part], facts: Sequence[EndFact], numbers: Told, bonuses: set[int],
    rules: Rules,
) -> Iterator[_Sum]:  # fmt: skip
    (own, here, cost), (other, there, two) = held
    used = tuple(at for at in (here, there) if at is not None)
    if len({*used}) < len(used):
        return
    if own is None or other is None:
        yield from _by_points(ender, held, numbers, rules)
    elif own < other:
        end = End(Ended.KNOCK, ender, other - own)
        yield _Sum(ender, own, other, 0, end, cost + two, used, facts[used[-1]].place)
    else:
        for bonus in {*bonuses, rules.undercut_bonus}:
            end = End(Ended.UNDERCUT, 1 - ender, own - other + bonus, bonus)
            yield _Sum(ender, own, other, bonus, end, cost + two, used, facts[used[-1]].place)


def _by_points(ender: int, held: tuple[Part, Part], numbers: Told, rules: Rules) -> Iterator[_Sum]:
    """The sums whose points are told, and not what both held."""
    (own, here, cost), (other, there, two) = held
    bonus = rules.undercut_bonus
    for (points, at), price in numbers.items():
        if at in {here, there} or points > _MOST_HELD:
            continue
        if other is not None and not 0 <= other - points <= MOST_KNOCKED:
            continue
        paid, used = cost + two + price, tuple(n for n in (here, there, at) if n is not None)
        yield _Sum(ender, own, other, 0, End(Ended.KNOCK, ender, points), paid, used)
        if bonus <= points <= bonus + MOST_KNOCKED:
            end = End(Ended.UNDERCUT, 1 - ender, points, bonus)
            yield _Sum(ender, own, other, bonus, end, paid, used)


def _gins(ender: int, others: Sequence[Part], numbers: Told,
          bonuses: set[int], rules: Rules) -> Iterator[_Sum]:  # fmt: skip
    for kind in (Ended.GIN, Ended.BIG_GIN):
        usual = _usual_bonus(kind, rules)
        for other, at, price in others:
            if other is not None and at is not None:
                for bonus in {*bonuses, usual}:
                    end = End(kind, ender, other + bonus, bonus)
                    yield _Sum(ender, 0, other, bonus, end, price, (at,))
        for (points, at), price in numbers.items():
            if points >= usual:
                end = End(kind, ender, points, usual)
                yield _Sum(ender, 0, None, usual, end, price + 0.6, (at,))


def _held(facts: Sequence[EndFact], seat: int, price: Callable[[EndFact], float]) -> Iterator[Part]:
    most = MOST_KNOCKED if price is _knocked else _MOST_HELD
    for at, fact in enumerate(facts):
        for late, value in enumerate(fact.values):
            if value <= most:
                yield value, at, 0.9 * late + price(fact) + _owned(fact, seat)


def _labeled(fact: EndFact) -> bool:
    return "label" in fact.after or ("label" in fact.before and not fact.before & {"knock", "left"})


def _is_left(fact: EndFact) -> float:
    """The price of taking a fact for deadwood."""
    left, points = "left" in fact.near, "points" in fact.near or fact.to is not None
    price = 1.5 * _labeled(fact) + 1.0 * (points and not left) + 1.0 * ("bonus" in fact.near)
    price += 1.5 * ("points" in fact.near and fact.to is not None)
    return price + 0.7 * (not (left or fact.listed or "knock" in fact.before))


def _knocked(fact: EndFact) -> float:
    return _is_left(fact) + 0.3 * ("knock" not in fact.before)


def _left(fact: EndFact) -> float:
    return _is_left(fact) + 1.5 * ("knock" in fact.before and "gin" not in fact.before)


def _gets(fact: EndFact) -> float:
    """The price of taking a number for points."""
    points = "points" in fact.near or fact.to is not None
    price = 1.5 * _labeled(fact) + 1.0 * ("knock" in fact.before) + 0.9 * (not points)
    return price + 1.0 * ("left" in fact.near and not points)


def _event_price(said: EndEvidence, each: _Sum) -> float:
    """The price of taking an end for what the cues tell."""
    price, seen, end = 0.0, set[str](), each.end
    gin = end.kind in {Ended.GIN, Ended.BIG_GIN}
    cues = {cue for cue, *_ in said.events}
    for cue, seat, sure in said.events:
        weight = 3.0 if sure else 1.0
        seen.add(cue)
        if cue == "knock":
            price += weight * (seat is not None and seat != each.ender)
            price += (0.3 if cues & {"gin", "big"} else 2.5) * gin
        elif cue in {"gin", "big"}:
            price += weight * (seat is not None and seat != each.ender and gin)
            price += 2.5 * (not gin)
            price += 2.0 * (cue == "big" and end.kind is not Ended.BIG_GIN)
            price += 2.0 * (end.kind is Ended.BIG_GIN and "big" not in cues)
        elif cue == "undercut":
            price += 3.0 * (end.kind is not Ended.UNDERCUT)
            price += 0.7 * (seat is not None and seat != end.winner)
        elif cue in {"points", "beat"}:
            price += (0.3 if cue == "points" else 1.0) * (seat is not None and seat != end.winner)
        elif cue == "lost":
            price += 1.5 * (seat is not None and seat == end.winner)
        elif cue == "draw":
            price += 2.0
    wanted = {Ended.GIN: {"gin"}, Ended.BIG_GIN: {"big"}, Ended.UNDERCUT: {"undercut", "knock"}}
    return price + 1.5 * (not wanted.get(end.kind, {"knock"}) & seen)


def _roles(fact: EndFact, each: _Sum, said: EndEvidence) -> Iterator[float]:
    """The prices at which a fact says once more what a sum says, or nothing of it."""
    end = each.end
    for late, value in enumerate(fact.values):
        if value == each.own and end.kind not in _GINS:
            yield 0.9 * late + _knocked(fact) + _owned(fact, each.ender)
        if value == each.other:
            yield 0.9 * late + _left(fact) + _owned(fact, 1 - each.ender)
    value = fact.values[0]
    if fact.listed:
        yield 2.2 if "left" in fact.before else 0.7
    else:
        seat = fact.owner if fact.to is None else fact.to
        gets = _gets(fact) + (0.5 if fact.to is None else 3.0) * (
            seat is not None and seat != end.winner
        )
        if value == end.points:
            yield gets - 0.3 * _is_made(fact, each)
        if each.bonus and value == end.points - each.bonus:
            yield gets + 0.3
        if each.bonus and value == each.bonus:
            yield (0.0 if "bonus" in fact.near else 0.2) + 0.5 * ("left" in fact.near)
    if _is_before(fact, each) and (said.off or "off" in fact.near):
        yield 0.5 + 1.0 * ("points" in fact.near)
    yield _ignored(fact)


_GINS: Final = frozenset({Ended.GIN, Ended.BIG_GIN})


def _is_before(fact: EndFact, each: _Sum) -> bool:
    """True of what somebody held before cards were laid off."""
    more = each.other is not None and fact.values[0] > each.other and fact.place < each.place
    theirs = fact.owner in {None, 1 - each.ender} and fact.to is None and not fact.whole
    return more and theirs and each.end.kind not in _GINS


def _is_made(fact: EndFact, each: _Sum) -> bool:
    parts = {each.own, each.other, each.bonus, abs((each.own or 0) - (each.other or 0))}
    return bool(fact.terms) and {abs(term) for term in fact.terms} <= parts


def _owned(fact: EndFact, seat: int) -> float:
    if fact.owner is None:
        return 0.3
    return (0.0 if fact.sure else 0.2) if fact.owner == seat else 2.5 if fact.sure else 0.8


def _ignored(fact: EndFact) -> float:
    near = fact.before
    if "label" in near or "label" in fact.after or max(fact.values) > 200:
        return 0.1
    if "not" in near or "total" in near:
        return 0.5
    if "knock" in near:
        return 3.0
    return 2.8 if "points" in fact.near or fact.to is not None else 2.2 if "left" in near else 1.4


_MARGIN: Final = 0.7
_MOST_PRICE: Final = 4.5
_FAR_OFF: Final = 8.0
"""What costs more contradicts nothing."""
_WITH: Final = re.compile(r"(?i)knock\w*\s+(?:with|w/)\s*$")
_LONGEST: Final = 4_000
_ENDING: Final = frozenset({"knock", "gin", "big", "undercut", "draw"})
_COUNTED: Final = frozenset({"left", "points", "knock", "bonus", "gin", "big", "undercut", "lost"})
"""Cues beside a number that counts."""


@dataclass(frozen=True, slots=True)
class EndsTold:
    """The ends that a text may tell with their prices, the lowest first, and what was heard."""

    said: EndEvidence
    ends: Sequence[tuple[float, End]] = ()

    @property
    def plain(self) -> End | None:
        """The one end that is told; None where none is plain."""
        if not self.ends or self.ends[0][0] > _MOST_PRICE:
            return None
        least, told = self.ends[0]
        if not self.is_grounded or self.left_over(told):
            return None
        near = (end for price, end in self.ends[1:] if price < least + _MARGIN)
        return None if any(end[:3] != told[:3] for end in near) else told

    @property
    def is_grounded(self) -> bool:
        """True if nobody won, or a number is said to be points, deadwood or a sum of them."""
        return any(cue == "draw" for cue, *_ in self.said.events) or any(
            fact.to is not None or fact.terms or fact.whole or fact.near & _COUNTED
            for fact in self.said.facts
        )

    def left_over(self, end: End) -> EndFact | None:
        """A number that is said to be won, and is no part of an end; None where there is none."""
        if end.winner is None:
            return None
        parts = {part for fact in self.said.facts for part in (*fact.values, *map(abs, fact.terms))}
        won = {end.points, end.points - end.bonus, end.bonus}
        for fact in self.said.facts:
            claimed = fact.to is not None or ("points" in fact.near and fact.sure)
            (value, *_) = fact.values
            if not value:
                continue
            if self._is_too_much(fact, end):
                return fact
            if fact.listed or fact.near & {"label", "total", "not"} or not claimed:
                continue
            part = {value + end.points, abs(value - end.points)} & parts
            if value not in won and not part and (fact.to is not None or value > MOST_KNOCKED):
                return fact
            loser = fact.to is not None and fact.to != end.winner
            if loser and end.kind is not Ended.KNOCK and value == end.points:
                return fact
        return None

    def _is_too_much(self, fact: EndFact, end: End) -> bool:
        """True of what the loser is said to have been left with, and makes other points."""
        left = "left" in fact.before and fact.sure and not fact.listed and fact.to is None
        theirs = end.kind in _GINS or fact.owner == 1 - (end.winner or 0)
        theirs = theirs and not fact.near & {"points", "label", "not"}
        if self.said.off or not (left and theirs) or end.kind is Ended.UNDERCUT:
            return False
        rest = fact.values[0] - end.points + end.bonus
        return rest != 0 if end.kind is not Ended.KNOCK else not 0 <= rest <= MOST_KNOCKED

    def _expected(self, end: End) -> int:
        """The points that a knock and what the other held make; those of the end if unknown."""
        held = [
            fact.values[0] for fact in self.said.facts if "left" in fact.before and fact.to is None
        ]
        own = [fact.values[0] for fact in self.said.facts if "knock" in fact.before]
        known = end.kind is Ended.KNOCK and len(held) == len(own) == 1 and own < held
        return (
            held[0] - own[0] if known else held[0] + end.bonus if end.bonus and held else end.points
        )

    def contradiction(self, text: str) -> InputError | None:
        """The error where the numbers told make another end than is told; None where none is."""
        if not self.ends or self.ends[0][0] > _FAR_OFF or not self.ends[0][1].points:
            return None
        (_, end), number = self.ends[0], self.left_over(self.ends[0][1])
        rivals = [each for price, each in self.ends if price < self.ends[0][0] + 2 * _MARGIN]
        same = {(each.kind, each.winner) for each in rivals}
        claimed = [fact for fact in self.said.facts if fact.to is not None and fact.sure]
        if number is None and len(same) == 1 and claimed:
            number = next((it for it in claimed if it.values[0] not in {0, end.points}), None)
        if number is None or number.listed or number.values[0] == self._expected(end):
            return None
        line = text.count("\n", 0, number.place)
        return InputError(
            f"{number.values[0]} is told, but the other numbers make {self._expected(end)}",
            where=f"line {line + 1}", hint="correct the deadwood or the points",
            span=(number.place, number.place + len(str(number.values[0]))),
        )  # fmt: skip

    def limit_passed(self, text: str, limit: int) -> EndFact | None:
        """A knock with more than a limit; None where there is none."""
        knocked = (
            fact for fact in self.said.facts
            if not fact.listed and "knock" in fact.before and limit < fact.values[0] < _MOST_HELD
            and _WITH.search(text[: fact.place])
        )  # fmt: skip
        return next(knocked, None)


def ends_told(text: str, rules: Rules) -> EndsTold:
    """Hear what a text tells of the end of a hand; nothing in a long one, or in JSON."""
    if len(text) > _LONGEST or text.lstrip()[:1] == "{":
        return EndsTold(EndEvidence())
    said = Listener(text, rules).run()
    cues = {cue for cue, *_ in said.events}
    return EndsTold(said, ends_of(said, rules) if cues & _ENDING else ())
