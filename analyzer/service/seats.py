"""Answers where several play, on a request's own thread; kept for who asks again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic

from analyzer.engine.general import advise
from analyzer.engine.types import ActionValue, Evaluation
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.view import View
from analyzer.notation.records import Record, choices_in
from analyzer.service.admission import COSTLY, BusyError

KEPT = 2_000
"""Answers that are kept."""


def advised(view: View, worlds: int, seed: int = 1) -> Evaluation:
    """Return what every move is worth; raises InputError where it is not this player's turn.

    Raises BusyError where too many ask.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.view import seen_by
    >>> from analyzer.game.rules import parse_rules
    >>> advised(seen_by(deal(parse_rules("mahjong"), seed=1), 0), worlds=2).worlds
    2
    """
    if view.turn != view.player:
        raise InputError(
            f"it is the turn of player {view.turn + 1}", where="view",
            hint="give what the player sees who is to act",
        )  # fmt: skip
    return _advised(view, worlds, seed)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A decision of a hand, what every move of it is worth, and what was played."""

    number: int
    """Of the move in the hand, from 1."""
    advice: Evaluation
    move: Action

    @property
    def played(self) -> ActionValue:
        """The value of the move."""
        return self.advice.of(self.move)


def judged_so_far(
    record: Record, worlds: int, seconds: float, seats: Sequence[int] = ()
) -> tuple[list[JudgedMove], int]:
    """Decisions of a hand in order, as many as are known or can be judged in a time; of how many.

    At least one more is judged each time, unless others keep the machine busy.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.view import seen_by
    >>> from analyzer.game.rules import parse_rules
    >>> from analyzer.notation.records import record_of
    >>> here = deal(parse_rules("three-hand"), seed=1)
    >>> record = record_of(here.apply(here.legal_actions()[-1]))
    >>> judged, number = judged_so_far(record, worlds=2, seconds=1)
    >>> len(judged), number, str(judged[0].move)
    (1, 1, 'pass')
    """
    choices, judged = choices_in(record, seats), []
    begun = monotonic()
    for one in choices:
        try:
            judged.append(JudgedMove(one.number, advised(one.view, worlds), one.action))
        except BusyError:
            break
        if monotonic() - begun > seconds:
            break
    return judged, len(choices)


@lru_cache(maxsize=KEPT)
def _advised(view: View, worlds: int, seed: int) -> Evaluation:
    return COSTLY.run(lambda: advise(view, worlds, seed))
