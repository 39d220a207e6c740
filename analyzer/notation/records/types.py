"""A hand as it was recorded, and a match: who was dealt what, each turn, how it ended.

Players are counted from 0 (player 0 is player 1 in all texts). What nobody wrote down is None: the
cards of a player whose hand was never seen, the cards they drew from the stock, their names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Rules
from analyzer.game.scoring import Scored
from analyzer.game.sheets import Series, SheetStyle
from analyzer.game.table import Hands, Played, Step, steps_of
from analyzer.game.view import Turn

GUESSED: Final = "Guessed"
"""The tag that says what a tale left open and had to be guessed."""


@dataclass(frozen=True, slots=True)
class Showdown:
    """The cards laid down once a player knocked, went gin or went big gin."""

    spread: Arrangement | None = None
    """The knocker's; None where it was not seen."""
    defence: Defense | None = None
    """The defender's answer; None where it was not seen."""
    big: bool = False
    """True if all eleven cards were laid down, so that none was discarded."""


@dataclass(frozen=True, slots=True)
class HandLater:
    """A hand as its player held it later on, where turns before it were forgotten."""

    turn: int
    """Before which turn, from 0."""
    player: int
    cards: CardSet


@dataclass(frozen=True, slots=True)
class Record:
    """One hand from the deal to its result; made by `parse_record`, `record_of` or an import.

    Nothing is checked here: `check_record` does that, or `replay` where told `in_moves`.

    >>> from analyzer.notation.records import parse_record
    >>> record = parse_record('[Dealer "2"] [Upcard "9h"] 1. ^9h -Kd')
    >>> record.dealer, str(record.upcard), len(record.turns)
    (1, '9h', 1)
    """

    rules: Rules
    hands: Hands
    """As dealt to each seat; None for a hand that is not known."""
    upcard: Card | None
    """The first upcard; None where the rules deal eleven cards instead, or where it was
    forgotten."""
    turns: tuple[Played, ...] = ()
    """Oldest first. A card drawn by a player with an unknown hand may be None, and so may the
    card such a player discards face down with a knock."""
    dealer: int = 1
    score: tuple[int, int] | None = None
    """Match points before this hand; None outside a match."""
    players: tuple[str | None, ...] = (None, None)
    """Names, one a seat."""
    showdown: Showdown | None = None
    """The cards laid down after the last turn; None where nobody knocked, and for a hand told
    `in_moves`."""
    result: Scored | None = None
    """None for a hand that was not played to its end, or whose end was not seen, and for one told
    `in_moves`: see `outcome_of`."""
    in_moves: bool = False
    """True if the turns say each move as it was made, melds and all: hands of several, with jokers,
    of mahjong gin or of teams, and those played on from a position."""
    answers: tuple[Step, ...] = ()
    """The lay-offs that defenders chose, where told `in_moves`."""
    shown: tuple[CardSet, ...] = ()
    """The hand of each seat at the end, where that was shown of a hidden hand; empty elsewhere."""
    forgot_upcard: bool = False
    """True if an upcard was turned, but nobody remembers which."""
    later: tuple[HandLater, ...] = ()
    """Hands said once more, in order, after something was forgotten."""
    tags: tuple[tuple[str, str], ...] = ()
    """The other notes, such as ("Date", "2026-05-01"): names and values in order."""

    @property
    def knocker(self) -> int | None:
        """The player who knocked, went gin or went big gin; None where nobody did."""
        return None if self.showdown is None else self.turns[-1].player

    @property
    def full(self) -> bool:
        """True if every card that was dealt or drawn is known, so that `replay` can be used."""
        turns = self.turns[int(self.dealt_eleven) :]
        cards = (turn.card for turn in turns if turn.turn is Turn.DRAW)
        return None not in self.hands and None not in cards and not self.has_gaps

    @property
    def hidden(self) -> tuple[int, ...]:
        """The seats whose cards were not seen."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand is None)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every move of a hand that is told `in_moves`."""
        return (*steps_of(self.turns, dealt_eleven=self.dealt_eleven), *self.answers)

    def ending_of(self, number: int) -> Action | None:
        """Return what was done with the eleven cards of a turn, from 0; None if it was left
        unfinished."""
        discarded, showdown = self.turns[number].discarded, self.showdown
        if showdown is None or number < len(self.turns) - 1:
            return None if discarded is None else Action(Kind.DISCARD, discarded)
        spread = showdown.spread
        if showdown.big:
            return Action(Kind.BIG_GIN, None, () if spread is None else spread.melds)
        if spread is None:
            return Action(Kind.KNOCK, discarded)
        return Action(Kind.KNOCK if spread.points else Kind.GIN, discarded, spread.melds)

    @property
    def dealt_eleven(self) -> bool:
        """True if the rules deal eleven cards, so that the first turn is only a discard."""
        return self.rules.deals_eleven

    @property
    def has_gaps(self) -> bool:
        """True if something was forgotten of how the hand was played."""
        return self.forgot_upcard or any(turn.gap for turn in self.turns)

    @property
    def without_names(self) -> Record:
        """The same hand, with nothing noted of who played it, when and where."""
        kept = tuple(tag for tag in self.tags if tag[0] == GUESSED)
        return replace(self, players=(None,) * len(self.players), tags=kept)

    def holders(self) -> tuple[bool, ...]:
        """Whose cards are known, as dealt or later on."""
        later = {later.player for later in self.later}
        return tuple(hand is not None or player in later for player, hand in enumerate(self.hands))


@dataclass(frozen=True, slots=True)
class Match:
    """Hands one after another, scores and dealers carried on; made by `match_of`."""

    hands: tuple[Record, ...]

    @property
    def rules(self) -> Rules:
        """Those of the first hand, which are those of all but for the card of a second deck."""
        return self.hands[0].rules.of_match

    def series(self, style: SheetStyle = SheetStyle.SINGLE) -> Series:
        """The score sheet of these hands; one whose result is not known is left out.

        Raises ValueError for a hand after the end of the series.
        """
        series = Series.of(self.rules, style)
        for hand in self.hands:
            series = series if hand.result is None else series.add(hand.result)
        return series
