"""A player at the table of the other games: the match, how the coach is set, what it said."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from analyzer.errors import InputError
from analyzer.game.general import GameMove
from analyzer.practice.othergames import OtherGame
from analyzer.practice.progress import Hints, Note, next_threshold, turn_of
from analyzer.resources import read_json


@dataclass(frozen=True, slots=True)
class OtherSeat:
    """What is kept of a table; a match that was kept alone is read as one without a coach.

    >>> from analyzer.practice.othergames import begin_other
    >>> game = begin_other("three-hand", "greedy", seed=1)
    >>> OtherSeat.read(OtherSeat(game, 3.0).text) == OtherSeat(game, 3.0)
    True
    >>> OtherSeat.read(game.text).coach is None
    True
    """

    game: OtherGame
    coach: float | None = None
    """Points from which it speaks; None while it is off."""
    note: Note | None = None
    """Of the move that waits or was just played; None where the coach was silent."""
    spoken: int = 0
    """Of how many decisions it spoke in this hand."""
    asked_at: int = -1
    """The turn at which it asked last."""
    pending: str | None = None
    """A move that the coach has something to say of, not played yet."""
    hints: Hints | None = None
    """Of the decision that is due, as many as were asked for."""

    @property
    def threshold(self) -> float | None:
        """The points from which the coach speaks next; None while it is off or has said enough."""
        return next_threshold(self.coach, self.spoken)

    def moved(self, game: OtherGame, note: Note | None = None) -> OtherSeat:
        """The seat after a move; with a new hand the coach counts anew."""
        spoken = self.spoken if len(game.hands) == len(self.game.hands) else 0
        spoken += note is not None
        return replace(self, game=game, note=note, spoken=spoken, pending=None, hints=None)

    def asked(self, move: GameMove, note: Note) -> OtherSeat:
        """The seat while the coach asks whether a move is meant."""
        turn = turn_of(self.game.hands)
        spoken = self.spoken + (self.asked_at != turn)
        return replace(self, note=note, spoken=spoken, asked_at=turn, pending=move.full)

    def gone_on(self) -> OtherSeat:
        """The seat after the move that has waited; raises InputError where none has."""
        if self.pending is None:
            raise InputError("nothing waits to be played", hint="choose a move")
        return self.moved(self.game.play(self.pending))

    def hinted(self, hints: Hints) -> OtherSeat:
        """The seat with the first hint of a decision."""
        return replace(self, hints=hints, note=None)

    def hinted_more(self) -> OtherSeat:
        """The seat with one degree more of the hint; raises InputError where there is no other."""
        if self.hints is None or not self.hints.more:
            raise InputError("there is no other hint", hint="choose a move")
        return replace(self, hints=replace(self.hints, shown=self.hints.shown + 1))

    def taken_back(self) -> OtherSeat:
        """The seat before the move that waits, or the last one after which nothing new was seen.

        Raises InputError where it is too late.
        """
        if self.pending is not None:
            return replace(self, pending=None)
        before = self.game.before
        if before is None:
            raise InputError("that can no longer be taken back", hint="choose a move")
        return replace(self, game=before, note=None, hints=None)

    @property
    def text(self) -> str:
        """The seat as it is kept, the game's seed in it."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> OtherSeat:
        """A seat as it was kept, or a match alone; raises InputError for one that cannot be."""
        try:
            seat = read_json(text, cls)
        except msgspec.MsgspecError:
            return cls(OtherGame.read(text))
        seat.game.check()
        return seat
