"""From the chances of each token to the likeliest end of one hand that the numbers allow.

A guess names who ended the hand, and with which of the numbers that are told as deadwood, points
and bonus. Under a guess a number may tell what the guess says it is, or nothing of the end; a
guess costs the logarithm of how unlikely the net holds that of all numbers and cues together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import log
from typing import Final, NamedTuple

from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended
from analyzer.notation.outcomes._heard import CUES, LEAST, ME, THEM, UNKNOWN, HeardText, heard
from analyzer.notation.results import BONUSES

_KINDS: Final = (Ended.KNOCK, Ended.GIN, Ended.BIG_GIN, Ended.UNDERCUT, Ended.VOID)
_CUE_OF: Final = dict(zip(_KINDS, CUES, strict=True))
FREE: Final = ("", "before", "zero", "old", "won", "sum", "card")
"""Roles of numbers that say nothing of how a hand ended."""
_BONUS_LEAST: Final = 0.05
_NEVER: Final = 1e-4
_UNTOLD_KNOCK, _UNTOLD = 0.25, 0.02
"""The chances of a knock, and of another end, that no word tells."""
_OTHER_CARDS: Final = 1.0
"""The price of deadwood that is not what the cards told come to."""
MOST_KNOCKED: Final = 10
_MOST_APART: Final = 20
"""The least points of a gin whose bonus is not told."""
_FEW: Final = 3
_ALONE: Final = 99.0
_MARGIN: Final = 1.0
_MOST_COST: Final = 2.0
_PLAIN: Final = 0.5

Values = dict[tuple[str, int], set[int]]
"""Of a role and a player the numbers that may be it."""


@dataclass(frozen=True, slots=True)
class Guess:
    """One way in which a hand may have ended."""

    kind: Ended
    ender: int
    winner: int | None
    points: int
    own: int | None = None
    """The deadwood of whoever ended it; None where none is told."""
    left: int | None = None
    bonus: int = 0

    @property
    def key(self) -> tuple[Ended, int | None, int]:
        """The end itself."""
        return self.kind, self.winner, self.points


class End(NamedTuple):
    """The end of a hand."""

    kind: Ended
    winner: int | None
    points: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class EndHeard:
    """An end that a text may tell."""

    end: End
    names: tuple[str, str]
    margin: float
    """The logarithm of how much likelier it is than the next, below zero of one that is not."""
    cost: float
    """The logarithm of how much likelier the words say something that no end makes, …"""
    strain: float
    """… and of how much likelier one number of them tells something else."""
    plain: tuple[float, float]
    """The chance that the word for each player is one."""
    many: int
    """The number of different words that name somebody."""
    told: float
    """The chance that a number tells the points, or a word that nobody won."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of both, `?` of one whose name is not told."""
        first, second = (name.replace('"', "'") for name in self.names)
        return (UNKNOWN if first == ME else first), (UNKNOWN if second == THEM else second)

    @property
    def is_sure(self) -> bool:
        """True if it hardly can be another."""
        return self.margin > _MARGIN and self.cost < _MOST_COST


def ends_heard(text: str, rules: Rules) -> list[EndHeard]:
    """The likeliest ends that a text may tell, the likeliest first.

    >>> from analyzer.game.rules import PRESETS
    >>> [heard, *_] = ends_heard("Ann knocked with 4, Bob had 23: 19 to her", PRESETS["standard"])
    >>> str(heard.end.kind), heard.names[heard.end.winner], heard.end.points
    ('knock', 'Ann', 19)
    """
    said = heard(text)
    if said is None:
        return []
    best = dict[tuple[Ended, int | None, int], tuple[float, Guess]]()
    for guess in dict.fromkeys(guesses_of(said, rules)):
        cost = cost_of(said, guess)
        if guess.key not in best or cost < best[guess.key][0]:
            best[guess.key] = cost, guess
    ranked = sorted(best.values(), key=lambda each: each[0])[:_FEW]
    costs = [*(cost for cost, _ in ranked), _ALONE]
    return [
        EndHeard(End(*guess.key, guess.bonus), said.names, costs[1 if not at else 0] - cost, cost,
                 _strain(said, guess), said.plain, said.many, _points_told(said, guess))
        for at, (cost, guess) in enumerate(ranked)
    ]  # fmt: skip


def _strain(said: HeardText, guess: Guess) -> float:
    """The logarithm of how unlikely it is that the unlikeliest number tells what a guess allows."""
    chances = (_allowed(said, at, guess) for at in said.numbers)
    return -log(max(min(chances, default=1.0), _NEVER))


def disagreement(text: str, rules: Rules) -> tuple[int, tuple[int, int], int] | None:
    """Give points that are told, where, and what deadwood makes instead; None where they agree.

    >>> from analyzer.game.rules import PRESETS
    >>> disagreement("Ann knocked with 4, Bob had 23: 20 to her", PRESETS["standard"])
    (20, (32, 34), 19)
    """
    if (said := heard(text)) is None:
        return None
    plain = {
        role: [at for at in said.numbers if said.of(at, role) > _PLAIN]
        for role in ("own", "left", "pts")
    }
    if len(plain["left"]) != 1 or len(plain["pts"]) != 1 or len(plain["own"]) > 1:
        return None
    [left], [points] = (said.value(at) for at in plain["left"]), plain["pts"]
    own = next(map(said.value, plain["own"]), None)
    gins = [left + bonus for bonus in (rules.gin_bonus, rules.big_gin_bonus) if bonus is not None]
    made = list[int]()
    if own is not None:
        made.append(left - own if own < left else own - left + rules.undercut_bonus)
    is_gin = any(max(chances["gin"], chances["big"]) > _PLAIN for _, chances in said.cues)
    other = any(said.of(at, "bonus") > _BONUS_LEAST for at in said.numbers)
    if said.value(points) in {*made, *gins} or other or not (made or is_gin):
        return None
    token = said.tokens[points]
    return said.value(points), (token.start, token.end), (gins if is_gin else made)[0]


def guesses_of(said: HeardText, rules: Rules) -> Iterator[Guess]:
    """Every end that some of the numbers make."""
    values = _values(said)
    bonuses = {said.value(at) for at in said.numbers if said.of(at, "bonus") > _BONUS_LEAST}
    bonuses &= BONUSES
    for ender in (0, 1):
        most = max(rules.knock_limit, MOST_KNOCKED)
        yield from _knocks(ender, values, {rules.undercut_bonus, *bonuses}, most)
        for kind, usual in ((Ended.GIN, rules.gin_bonus), (Ended.BIG_GIN, rules.big_gin_bonus)):
            if usual is not None:
                yield from _gins(kind, ender, values, usual, bonuses)
    if any(said.of(at, "draw") > LEAST for at in range(len(said.tokens))):
        yield Guess(Ended.VOID, 0, None, 0)


def _values(said: HeardText) -> Values:
    values: Values = {
        (role, owner): {
            said.value(at) for at in said.numbers if said.of(at, role, owner) > LEAST
        }
        for role in ("own", "left", "pts") for owner in (0, 1)
    }  # fmt: skip
    for owner, cards in enumerate(said.card_sums):
        if cards is not None:
            values["own", owner].add(cards)
            values["left", owner].add(cards)
    return values


def _knocks(ender: int, values: Values, bonuses: set[int], most: int) -> Iterator[Guess]:
    """Knocks with at most so much, undercut or not: by both deadwoods, or by points."""
    other = 1 - ender
    kept = (own for own in values["own", ender] if own <= most)
    for own, left in product([None, *kept], [None, *values["left", other]]):
        if own is None or left is None:
            for points in values["pts", ender] - {0}:
                if left is None or 0 <= left - points <= MOST_KNOCKED:
                    yield Guess(Ended.KNOCK, ender, ender, points, own, left)
            for points in values["pts", other] - {0}:
                bonus = min(*bonuses, points)
                yield Guess(Ended.UNDERCUT, ender, other, points, own, left, bonus)
        elif own < left:
            yield Guess(Ended.KNOCK, ender, ender, left - own, own, left)
        else:
            for bonus in bonuses:
                yield Guess(Ended.UNDERCUT, ender, other, own - left + bonus, own, left, bonus)


def _gins(
    kind: Ended, ender: int, values: Values, usual: int, bonuses: set[int]
) -> Iterator[Guess]:
    for left in values["left", 1 - ender]:
        for bonus in {usual, *bonuses}:
            yield Guess(kind, ender, ender, left + bonus, 0, left, bonus)
    for points in values["pts", ender]:
        if points >= min(usual, _MOST_APART):
            yield Guess(kind, ender, ender, points, 0, None, min(usual, points))


def cost_of(said: HeardText, guess: Guess) -> float:
    """The logarithm of how unlikely it is that all tokens tell what a guess allows."""
    cost = -sum(log(max(_allowed(said, at, guess), _NEVER)) for at in said.numbers)
    unlikely, best = _cues(said, guess)
    untold = _UNTOLD_KNOCK if guess.kind is Ended.KNOCK else _UNTOLD
    cost += unlikely - log(max(best, untold))
    if guess.winner is None:
        return cost
    cost -= log(max(best, _points_told(said, guess), _NEVER))
    for owner, used in ((guess.ender, guess.own), (1 - guess.ender, guess.left)):
        cards = said.card_sums[owner]
        cost += _OTHER_CARDS * (cards is not None and used is not None and cards != used)
    return cost


def _allowed(said: HeardText, at: int, guess: Guess) -> float:
    """The chance that a number tells what a guess says it is, or nothing of the end."""
    value, chance = said.value(at), sum(said.of(at, role) for role in FREE)
    if guess.winner is None:
        return chance
    chance += said.of(at, "own", guess.ender) * (value == guess.own)
    chance += said.of(at, "left", 1 - guess.ender) * (value == guess.left)
    chance += said.of(at, "pts", guess.winner) * (value == guess.points)
    chance += said.of(at, "bonus") * (value == guess.bonus > 0)
    return chance + said.of(at, "part") * (value == guess.points - guess.bonus)


def _points_told(said: HeardText, guess: Guess) -> float:
    """The chance that the plainest number tells the points of a guess, or a word a draw."""
    if guess.winner is None:
        return max(said.of(at, "draw") for at in range(len(said.tokens)))
    return max(
        (said.of(at, "pts", guess.winner) for at in said.numbers if said.value(at) == guess.points),
        default=0.0,
    )


def _cues(said: HeardText, guess: Guess) -> tuple[float, float]:
    """The same of the words for how a hand ends, and the chance of the one that says it."""
    cost, best, name = 0.0, 0.0, _CUE_OF[guess.kind]
    winner = guess.ender if guess.winner is None else guess.winner
    doers = {"knock": guess.ender, "gin": guess.ender, "big": guess.ender, "under": winner}
    also = {"under": {"knock"}, "big": {"gin"}}.get(name, set())
    for at, cues in said.cues:
        mine = {
            cue: cues[cue] * (said.owned(at, doers[cue]) if cue in doers else 1.0)
            for cue in {name, *also}
        }
        best = max(best, mine[name])
        cost -= log(max(1 - sum(cues.values()) + sum(mine.values()), _NEVER))
    return cost, best
