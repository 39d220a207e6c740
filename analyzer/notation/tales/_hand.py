"""A hand as it is told, before anything is concluded."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.errors import InputError
from analyzer.game.actions import Turn
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended
from analyzer.notation._source import NOWHERE, Mark
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.sentences._heard import Heard


@dataclass(slots=True)
class ToldTurn:
    """A turn as far as it is told."""

    player: int
    how: Turn | None = None
    """None where only the discard is told."""
    card: Card | None = None
    discarded: Card | None = None
    forgot_card: bool = False
    forgot_discard: bool = False
    left_out: bool = False
    """True if it stands for turns that the tale passes over."""
    knocks: bool = False
    big: bool = False
    mark: Mark = NOWHERE

    @property
    def gap(self) -> bool:
        """True if the teller has forgotten something of it."""
        return self.forgot_card or self.forgot_discard

    @property
    def is_over(self) -> bool:
        """True if nothing more can follow in this turn but its knock."""
        return self.how is Turn.PASS or self.discarded is not None or self.forgot_discard


@dataclass(slots=True)
class ToldHand:
    """A hand as far as it is told; player 0 is who tells it."""

    mark: Mark = NOWHERE
    dealt: list[SaidCards | None] = field(default_factory=lambda: [None, None])
    upcard: Said[Card] | None = None
    dealer: Said[int] | None = None
    score: Said[tuple[int, int] | None] | None = None
    turns: list[ToldTurn] = field(default_factory=list)
    later: list[tuple[int, int, SaidCards]] = field(default_factory=list)
    """Hands said again: before which turn, whose, and the cards."""
    ending: Ended | None = None
    knocker: int | None = None
    laid: list[list[list[ReadCard]]] = field(default_factory=lambda: [[], []])
    """By player, the cards laid down or left, in groups."""
    off: list[ReadCard] = field(default_factory=list)
    """The cards laid off."""
    points: Said[int] | None = None
    """The points of the hand, as told …"""
    winner: int | None = None
    """… and whom; None where that follows from the ending."""
    undercut: bool = False
    knock_told: bool = False
    """True if the word was knock, whatever else was said of it."""
    counts: list[Said[int] | None] = field(default_factory=lambda: [None, None])
    """By player, the deadwood told as a number."""
    guesses: list[str] = field(default_factory=list)

    @property
    def last(self) -> ToldTurn | None:
        """The last turn."""
        return self.turns[-1] if self.turns else None

    @property
    def is_from_deal(self) -> bool:
        """True if the hand dealt is told, and not the one held now: I discarded some of it."""
        dealt = self.dealt[0]
        gone = {turn.discarded for turn in self.turns if turn.player == 0}
        return dealt is not None and bool(gone & {*dealt.cards})

    @property
    def is_empty(self) -> bool:
        """True if nothing of its cards and turns is told yet."""
        return not (self.turns or self.upcard or any(self.dealt))


@dataclass(slots=True)
class Telling:
    """All that was told."""

    hands: list[ToldHand] = field(default_factory=list)
    names: tuple[str | None, str | None] = (None, None)
    heard: Heard | None = None
    """Rules and the numbers beside them."""
    asks: bool = False
    """True if something is asked of a hand that is not over, or what to lay off."""
    problem: InputError | None = None
    """The first thing that could not be understood."""
    is_planned: bool = False
    """True if that is a turn that was planned, and not told as played."""
    plans: bool = False
    """True if anything is planned."""

    @property
    def rules(self) -> Said[Rules] | None:
        """The rules named."""
        return None if self.heard is None else self.heard.rules
