"""A player at the table: the game, how the coach is set, what it said; kept as text."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.practice.play import Game
from analyzer.resources import read_value

MOST_REMARKS: Final = 3
"""Remarks of the coach in a hand."""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark of the coach on a decision."""

    words: str
    """A sentence or two, with cards as symbols."""
    loss: float
    """In points."""
    half: float
    """Half-width of the loss's 95% interval."""
    place: str | None = None
    """An address-safe id of the position it is about; None of an answer to a knock, and where it
    is too long for an address."""
    losses: tuple[tuple[str, float], ...] = ()
    """Each move with what it would have lost."""
    praise: bool = False
    """True of a good word, of a decision that is played already."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints for a decision that is due, by degrees."""

    words: tuple[str, ...]
    """The thought to have, then the move to play, then its worth."""
    losses: tuple[tuple[str, float], ...]
    """Each move with what it loses, shown with the last degree."""
    shown: int = 1
    """The number of hints that are shown."""

    @property
    def more(self) -> bool:
        """True if there is another degree."""
        return self.shown < len(self.words)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A table for two people, as one of them finds it at a moment; not kept with the seat."""

    ident: str
    version: int
    """Grows with every change."""
    taken: bool
    """True once the other one has sat down."""
    left: float | None
    """Seconds in which whoever is due has to play, or has lost; None where nobody is."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The player's seat: a game with all that was said and asked at it.

    >>> from analyzer.practice.games import Level
    >>> from analyzer.practice.play import begin
    >>> seat = Seat(begin("three-hand", Level.QUICK, seed=1), 2.0)
    >>> Seat.read(seat.text) == seat
    True
    >>> note = Note("Hm.", 3.0, 1.0)
    >>> seat.threshold, seat.moved(seat.game, note).threshold, replace(seat, spoken=3).threshold
    (2.0, 3.0, None)
    """

    game: Game
    coach: float | None = None
    """Points from which it speaks; None while it is off."""
    note: Note | None = None
    """On the decision that waits or was just played; None where the coach was silent."""
    spoken: int = 0
    """On how many decisions it spoke in this hand."""
    asked_at: int = -1
    """The turn at which it asked last: another try at the same decision is no other word."""
    pending: str | None = None
    """A move that the coach has something to say of: not played yet, so that it can be taken back
    without anything new having been seen."""
    praised: bool = False
    """True if the coach has had a good word in this hand."""
    hints: Hints | None = None
    """For the decision that is due, as many as were asked for."""
    helped: bool = False
    """True if the player asked for a hint or took a move back in this game."""
    aside: str | None = None
    """The seat of a game that waits while a hand is played on from a position."""
    invitation: Invitation | None = None
    """To the table, where the opponent is a person."""

    @property
    def turn(self) -> int:
        """The number of moves: tells a form of now from an old one."""
        return self.game.turn

    @property
    def threshold(self) -> float | None:
        """The points from which the coach speaks next: half as many again after each remark.

        None while it is off, and once it has spoken often enough in this hand.
        """
        if self.coach is None or self.spoken >= MOST_REMARKS:
            return None
        return self.coach * (1 + self.spoken / 2)

    def moved(self, game: Game, note: Note | None = None) -> Seat:
        """The seat after a move; with a new hand the coach counts anew."""
        new_hand = len(game.hands) != len(self.game.hands)
        spoken = 0 if new_hand else self.spoken
        spoken += note is not None and not note.praise
        praised = (self.praised and not new_hand) or (note is not None and note.praise)
        return replace(
            self, game=game, note=note, spoken=spoken, pending=None, praised=praised, hints=None
        )

    def asked(self, move: Action, note: Note) -> Seat:
        """The seat while the coach asks whether a move is meant."""
        spoken = self.spoken + (self.asked_at != self.turn)
        return replace(self, note=note, spoken=spoken, asked_at=self.turn, pending=move.full)

    def played_on(self) -> Seat:
        """The seat after the move that has waited; raises InputError where none has."""
        if self.pending is None:
            raise InputError("nothing waits to be played", hint="choose a move")
        return self.moved(self.game.play(self.pending))

    def hinted(self, hints: Hints) -> Seat:
        """The seat with one hint more; from now on the game counts as one with help."""
        return replace(self, hints=hints, helped=True, note=None)

    def hinted_more(self) -> Seat:
        """The seat with one degree more of the hint; raises InputError where there is no other."""
        if self.hints is None or not self.hints.more:
            raise InputError("there is no other hint", hint="choose a move")
        return self.hinted(replace(self.hints, shown=self.hints.shown + 1))

    def taken_back(self) -> Seat:
        """The seat before the move that waits, or the last one after which nothing new was seen.

        Raises InputError where it is too late.
        """
        if self.pending is not None:
            return replace(self, pending=None, helped=True)
        before = self.game.before
        if before is None:
            raise InputError("that can no longer be taken back", hint="choose a move")
        return replace(self, game=before, note=None, hints=None, helped=True)

    @property
    def text(self) -> str:
        """The seat as it is kept, the game's seed in it; of two people that of the host."""
        game = self.game.turned if self.game.guest else self.game
        return msgspec.json.encode(replace(self, game=game, invitation=None)).decode()

    @classmethod
    def read(cls, text: str) -> Seat:
        """A seat as it was kept, also where it has other names for the game, or a game alone.

        Raises InputError for one that cannot be; its moves are not looked at.
        """
        try:
            seat = read_value(_today(json.loads(text)), cls)
            seat.game.check()
        except InputError:
            raise
        except (ValueError, TypeError, RecursionError):
            raise InputError("this game is of another version", hint="begin a new one") from None
        return seat


def _today(kept: Any) -> Any:
    """A kept seat with the names of today: games around a table were once kept apart."""
    seat = kept if "game" in kept else {"game": kept}
    game = seat["game"]
    if "name" not in game:
        return seat
    return {**seat, "game": {**game, "rules_name": game["name"], "level": game["opponent"]}}
