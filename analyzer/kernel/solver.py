"""The exact questions about a hand of one rule set: compiled, or the same as plain Python.

Plain Python answers in microseconds what compiled code does in nanoseconds, which is as good for
one question, and it starts at once: loading numba takes a second and a hundred megabytes, compiling
most of a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from analyzer.kernel import deadwood, defend, jit, jokers
from analyzer.kernel.bits import FULL
from analyzer.kernel.jokers import MeldRules
from analyzer.kernel.tables import MeldValues, build_tables, plain_tables


class Solver:
    """The exact answers under the melds and card values of one rule set."""

    def __init__(self, melds: MeldRules, run: Callable[[Any], Any]) -> None:
        """`run` is `jit.plain` or, where the tables are arrays, `jit.compiled`."""
        self._melds, self._tables, self._run = melds, melds.tables, run
        self._least, self._least_with_jokers = run(deadwood.deadwood), run(jokers.least_of)
        self._best_discard, self._discard_of = run(deadwood.best_discard), run(jokers.discard_of)
        self._defend, self._defend_capped = run(defend.defend), run(defend.defend_capped)
        self._helping, self._gin_outs = run(deadwood.helping), run(deadwood.gin_outs)

    def least(self, hand: int) -> int:
        """The least points that some cards can leave unmelded, jokers and all."""
        if hand & ~FULL:
            return int(self._least_with_jokers(hand, self._melds))
        return int(self._least(hand, self._tables))

    def best_discard(self, hand: int, forbidden: int = -1) -> tuple[int, int]:
        """(least deadwood after one discard, the card's number); not a `forbidden` one."""
        if hand & ~FULL:
            points, card = self._discard_of(hand, int(forbidden), self._melds)
        else:  # the number of a card has machine code; a card would need numba to tell it apart
            points, card = self._best_discard(hand, int(forbidden), self._tables)
        return int(points), int(card)

    def spread(self, hand: int, limit: int) -> list[list[int]]:
        """As `defend.spread`."""
        return defend.spread(hand, limit, self._tables, self._run)

    def kept(self, hand: int, runs: int, missing: int) -> int:
        """The points that a defender keeps, as `defend.defend`."""
        return int(self._defend(hand, runs, missing, self._tables))

    def kept_capped(self, hand: int, runs: tuple[int, int, int], missing: int) -> int:
        """The same where melds are capped, as `defend.defend_capped`."""
        return int(self._defend_capped(hand, *runs, missing, self._tables))

    def helping(self, hand: int) -> int:
        """The cards outside a hand that would make or lengthen a meld of it."""
        return int(self._helping(hand, self._tables.wrap))

    def gin_outs(self, hand: int, live: int) -> int:
        """The live cards with which some discard leaves nothing unmelded."""
        return int(self._gin_outs(hand, live, self._tables))


@lru_cache(maxsize=64)
def solver_for(melds: MeldValues, ace: int, compiled: bool) -> Solver:
    """The solver of one rule set, compiled or plain: both give the same numbers.

    `ace` is its use in runs: `ACE_LOW`, `CORNER` or `ACE_HIGH`.
    """
    tables = (build_tables if compiled else plain_tables)(melds)
    run = jit.compiled if compiled else jit.plain
    return Solver(MeldRules(tables, ace, min(melds.cap or 5, 5)), run)
