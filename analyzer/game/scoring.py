"""What a hand scores, and the sheet of a match: boxes, game, shutout, Hollywood columns.

A hand: its winner has the difference in deadwood and, after gin, big gin or an undercut, a
bonus on top. After gin nothing is laid off, and gin wins against a defender without
deadwood too. Where a spade upcard doubles, it doubles difference and bonus, not the box.

A match is played in one column, or in three at once (Hollywood: a player's first win
counts in the first column, the second in two, every further one in all). A column closes
when a player's points reach the target; then come the shutout, the boxes of both players
and the game bonus of the winner. A *series* is what matches add up to: a set of the best
of five, or a game of several matches whose totals are credited until one player has 500.

Players are 0 and 1. Sources: the rules texts named in :mod:`analyzer.game.rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import Card
from analyzer.game.rules import BoxWhen, Cut, NextDealer, Rules, Shutout, Tie

BIG_GIN_CARDS = 11
"""Cards melded in a big gin."""


class Ended(StrEnum):
    """How a hand ended."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big gin"
    UNDERCUT = "undercut"
    TIE = "tie"
    """Equal deadwood under rules where that scores nothing."""
    VOID = "void"
    """The stock ran out."""
    MISDEAL = "misdeal"
    """Somebody could have knocked before a card was accepted."""


class Role(StrEnum):
    """The two parts in a knock."""

    KNOCKER = "knocker"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class HandResult:
    """What one hand scores, told by role."""

    kind: Ended
    winner: Role | None
    """Who has the points and the box; None after a tie, a void hand and a misdeal."""
    points: int
    """Points to the winner, bonus and doubling included."""
    deadwood: int | None = None
    """The knocker's deadwood; None where nobody knocked."""
    defence: int | None = None
    """The defender's deadwood after laying off; None where nobody knocked."""
    bonus: int = 0
    """The gin, big gin or undercut bonus that is in the points, before doubling."""
    multiplier: int = 1

    @property
    def knocker_points(self) -> int:
        """The points seen from the knocker's side: negative after an undercut."""
        return -self.points if self.winner is Role.DEFENDER else self.points


VOID = HandResult(Ended.VOID, None, 0)
"""The stock ran out: nobody scores."""

MISDEAL = HandResult(Ended.MISDEAL, None, 0)
"""The hand does not count; the same player deals again."""


def score_points(
    deadwood: int, defence: int, rules: Rules, *, multiplier: int = 1, big_gin: bool = False
) -> HandResult:
    """The result of a knock with some deadwood against a defender's after lay-offs.

    >>> from analyzer.game.rules import PRESETS
    >>> score_points(8, 10, PRESETS["standard"]).points
    2
    >>> score_points(8, 8, PRESETS["classic"]).kind, score_points(0, 27, PRESETS["classic"]).points
    (<Ended.UNDERCUT: 'undercut'>, 47)
    """
    kind, winner, bonus = _contest(deadwood, defence, rules)
    if big_gin and rules.big_gin_bonus is not None:
        kind, bonus = Ended.BIG_GIN, rules.big_gin_bonus
    points = (abs(defence - deadwood) + bonus) * multiplier
    return HandResult(kind, winner, points, deadwood, defence, bonus, multiplier)


def _contest(deadwood: int, defence: int, rules: Rules) -> tuple[Ended, Role | None, int]:
    """How it ended, who won, and the bonus, big gin apart."""
    if deadwood == 0:
        return Ended.GIN, Role.KNOCKER, rules.gin_bonus
    if deadwood < defence:
        return Ended.KNOCK, Role.KNOCKER, 0
    if defence < deadwood or rules.tie is Tie.UNDERCUT:
        return Ended.UNDERCUT, Role.DEFENDER, rules.undercut_bonus
    if rules.tie is Tie.KNOCKER:
        return Ended.KNOCK, Role.KNOCKER, 0
    return Ended.TIE, None, 0


def least_points(kind: Ended, rules: Rules) -> int | None:
    """The fewest points a hand that ended so can score; None where the rules have no such end.

    A knock wins none only where a tie is the knocker's.

    >>> from analyzer.game.rules import PRESETS
    >>> [least_points(kind, PRESETS["classic"]) for kind in (Ended.KNOCK, Ended.GIN)]
    [1, 20]
    """
    bonuses = {
        Ended.KNOCK: 0 if rules.tie is Tie.KNOCKER else 1,
        Ended.GIN: rules.gin_bonus,
        Ended.BIG_GIN: rules.big_gin_bonus,
        Ended.UNDERCUT: rules.undercut_bonus,
    }
    return bonuses.get(kind, 0)


def score_knock(
    knock: Arrangement, defence: Defense, rules: Rules, multiplier: int = 1
) -> HandResult:
    """The result of a spread and the answer to it; eleven melded cards are big gin."""
    melded = sum(len(meld) for meld in knock.melds)
    return score_points(
        knock.points,
        defence.points,
        rules,
        multiplier=multiplier,
        big_gin=melded == BIG_GIN_CARDS,
    )


@dataclass(frozen=True, slots=True)
class Scored:
    """One hand as a sheet has it: told by player."""

    kind: Ended
    winner: int | None
    """Player 0 or 1; None when nobody scores."""
    points: int

    @classmethod
    def of(cls, result: HandResult, knocker: int | None) -> Scored:
        """A hand's result, once it is known which player knocked (None where nobody did)."""
        if result.winner is None or knocker is None:
            return cls(result.kind, None, 0)
        winner = knocker if result.winner is Role.KNOCKER else 1 - knocker
        return cls(result.kind, winner, result.points)


def next_dealer(rules: Rules, dealer: int, hand: Scored) -> int:
    """Who deals after this hand.

    A misdeal is dealt again by the same player; so is a hand without a winner where the
    winner or the loser deals.

    >>> from analyzer.game.rules import PRESETS
    >>> void = Scored(Ended.VOID, None, 0)
    >>> next_dealer(PRESETS["standard"], 1, void), next_dealer(PRESETS["eaai"], 1, void)
    (0, 1)
    """
    if hand.kind is Ended.MISDEAL:
        return dealer
    if rules.dealing is NextDealer.ALTERNATE:
        return 1 - dealer
    if hand.winner is None:
        return dealer
    if rules.dealing is NextDealer.SCORED:
        return 1 - dealer
    return hand.winner if rules.dealing is NextDealer.WINNER else 1 - hand.winner


def first_dealer(rules: Rules, cut: Sequence[Card]) -> int:
    """The player who deals first by the cards cut, one of each player; or who may choose.

    Aces are low; of equal ranks spades are highest, then hearts, diamonds and clubs.

    >>> from analyzer.game.rules import PRESETS
    >>> first_dealer(PRESETS["standard"], [Card.of("7h"), Card.of("7s")])  # the lower card
    0
    """
    order = [(card.rank, card.suit) for card in cut]
    lowest = rules.first_dealer is Cut.LOW
    return order.index(min(order) if lowest else max(order))


@dataclass(frozen=True, slots=True)
class _SheetLine:
    """One line of a sheet as a page or a terminal prints it."""

    label: str
    amounts: tuple[int | None, int | None]
    """Of player 0 and player 1; None where the line has nothing for a player."""
    note: str = ""
    """What the line comes from, such as how the hand ended."""


def _for_player(player: int, amount: int) -> tuple[int | None, int | None]:
    return (amount, None) if player == 0 else (None, amount)


@dataclass(frozen=True, slots=True)
class Column:
    """One game on the sheet: the hands that count in it, closed once the target is reached."""

    rules: Rules
    hands: tuple[tuple[int, Scored], ...] = ()
    """The hands won that count here, each with its number in the match, from 1."""

    def wins(self, player: int) -> int:
        """Hands won by a player in this column."""
        return sum(hand.winner == player for _, hand in self.hands)

    def hand_points(self, player: int) -> int:
        """Points from hands alone."""
        return sum(hand.points for _, hand in self.hands if hand.winner == player)

    def boxes(self, player: int) -> int:
        """Points for boxes, whenever they are credited."""
        return self.wins(player) * self.rules.box_bonus

    def running(self, player: int) -> int:
        """Points that count toward the target: of hands, and of boxes credited at once."""
        at_once = self.rules.box_when is BoxWhen.ONCE
        return self.hand_points(player) + (self.boxes(player) if at_once else 0)

    @property
    def winner(self) -> int | None:
        """The player who has reached the target; None while the column is open."""
        target = self.rules.target
        if target is None:
            return None
        return next((player for player in (0, 1) if self.running(player) >= target), None)

    @property
    def shutout(self) -> bool:
        """Whether the column is won against a player without a hand in it."""
        return self.winner is not None and self.wins(1 - self.winner) == 0

    def game(self, player: int) -> int:
        """The game bonus, for the winner of the column."""
        return self.rules.game_bonus if player == self.winner else 0

    def shutout_points(self, player: int) -> int:
        """What the shutout adds for the winner of the column."""
        if player != self.winner or not self.shutout:
            return 0
        points = self.hand_points(player)
        return {
            Shutout.NONE: 0,
            Shutout.HAND_POINTS: points,
            Shutout.BONUS: 100,
            Shutout.DIFFERENCE: points + self.boxes(player) + self.game(player),
        }[self.rules.shutout]

    def final(self, player: int) -> int:
        """All a player has in the column: hands, boxes, and once won game and shutout."""
        fixed = self.hand_points(player) + self.boxes(player)
        return fixed + self.shutout_points(player) + self.game(player)

    def lines(self) -> tuple[_SheetLine, ...]:
        """The column from its first hand to its total; bonuses without a point are left out."""
        hands = [
            _SheetLine(f"hand {number}", _for_player(hand.winner, hand.points), hand.kind)
            for number, hand in self.hands
            if hand.winner is not None
        ]
        sums = [
            _SheetLine("points", (self.hand_points(0), self.hand_points(1))),
            _SheetLine("shutout", (self.shutout_points(0), self.shutout_points(1))),
            _SheetLine(
                "boxes", (self.boxes(0), self.boxes(1)), f"{self.wins(0)} and {self.wins(1)}"
            ),
            _SheetLine("game", (self.game(0), self.game(1))),
        ]
        shown = [line for line in sums if line.label == "points" or any(line.amounts)]
        return (*hands, *shown, _SheetLine("total", (self.final(0), self.final(1))))


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One match; immutable, `add` gives the sheet with one hand more.

    >>> from analyzer.game.rules import PRESETS
    >>> sheet = ScoreSheet(PRESETS["standard"])
    >>> for points in (40, 35, 30):
    ...     sheet = sheet.add(Scored(Ended.KNOCK, 0, points))
    >>> sheet.winner, sheet.finals  # 105 doubled by the shutout, 3 boxes, game
    (0, (385, 0))
    """

    rules: Rules
    hands: tuple[Scored, ...] = ()
    """Every hand, in order, those without a winner too."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The games scored side by side, first column first."""
        columns = [Column(self.rules) for _ in range(self.rules.columns)]
        wins = [0, 0]
        for number, hand in enumerate(self.hands, start=1):
            if hand.winner is None:
                continue
            wins[hand.winner] += 1
            for index in range(min(wins[hand.winner], len(columns))):
                if columns[index].winner is None:
                    counted = (*columns[index].hands, (number, hand))
                    columns[index] = replace(columns[index], hands=counted)
        return tuple(columns)

    def add(self, hand: Scored) -> ScoreSheet:
        """The sheet with one hand more; raises ValueError once the match is over."""
        if self.finished:
            raise ValueError("the match is over; begin a new sheet")
        return replace(self, hands=(*self.hands, hand))

    @property
    def score(self) -> tuple[int, int]:
        """Points toward the target in the first column still open (else in the last)."""
        columns = self.columns
        current = next((col for col in columns if col.winner is None), columns[-1])
        return current.running(0), current.running(1)

    @property
    def finished(self) -> bool:
        """Whether every column is closed."""
        return all(column.winner is not None for column in self.columns)

    @property
    def finals(self) -> tuple[int, int]:
        """Totals of both players over all columns, with every bonus earned so far."""
        columns = self.columns
        return sum(col.final(0) for col in columns), sum(col.final(1) for col in columns)

    def lines(self) -> tuple[_SheetLine, ...]:
        """The sheet as it is printed: the column, or all columns and the sum of their totals."""
        columns = self.columns
        if len(columns) == 1:
            return columns[0].lines()
        numbered = (
            replace(line, label=f"column {number}, {line.label}")
            for number, column in enumerate(columns, start=1)
            for line in column.lines()
        )
        return (*numbered, _SheetLine("total", self.finals))

    @property
    def winner(self) -> int | None:
        """The player with the higher total once the match is over; None if equal or not yet."""
        first, second = self.finals
        if not self.finished or first == second:
            return None
        return 0 if first > second else 1

    @property
    def margin(self) -> int:
        """What the leader is ahead by, all bonuses included."""
        return abs(self.finals[0] - self.finals[1])


class SheetStyle(StrEnum):
    """How matches are put on paper."""

    SINGLE = "single"
    """Match by match, as the rules say; a set where they play the best of several."""
    MULTI = "multi"
    """Matches to 100 credited to a game of 500."""
    HOLLYWOOD = "hollywood"
    """Three columns side by side."""


GAME_OF_MATCHES = 500
"""Points that end a game of several matches."""


@dataclass(frozen=True, slots=True)
class Series:
    """Matches one after another: a set, or a game to a total; see `Series.of`.

    >>> from analyzer.game.rules import PRESETS
    >>> series = Series.of(PRESETS["classic"], SheetStyle.MULTI)
    >>> for points in (60, 50, 70, 40):
    ...     series = series.add(Scored(Ended.KNOCK, 1, points))
    >>> series.credited, series.winner  # 110, two boxes, match and shutout; twice
    ((0, 720), 1)
    """

    rules: Rules
    matches: tuple[ScoreSheet, ...]
    """In order; the last one may be still in play."""
    target: int | None = None
    """Credited points that end a game of matches; None for a set."""

    @classmethod
    def of(
        cls, rules: Rules, style: SheetStyle = SheetStyle.SINGLE, target: int = GAME_OF_MATCHES
    ) -> Series:
        """An empty sheet in a style; `target` is used by a game of matches alone.

        A game of matches credits +25 for each hand won, +100 for the match and +100 for a
        shutout; in the other styles boxes and bonuses are those of the rules.
        """
        if style is SheetStyle.MULTI:
            rules = rules.override(
                target=100, box_bonus=25, box_when=BoxWhen.END, game_bonus=100,
                shutout=Shutout.BONUS, best_of=1,
            )  # fmt: skip
        if style is SheetStyle.HOLLYWOOD and rules.columns == 1:
            rules = rules.override(columns=3)
        return cls(rules, (ScoreSheet(rules),), target if style is SheetStyle.MULTI else None)

    def add(self, hand: Scored) -> Series:
        """The series with one hand more; raises ValueError once it is won."""
        if self.finished:
            raise ValueError("the series is won; begin a new one")
        *before, current = self.matches
        if current.finished:
            return replace(self, matches=(*self.matches, ScoreSheet(self.rules).add(hand)))
        return replace(self, matches=(*before, current.add(hand)))

    def won(self, player: int) -> int:
        """Matches won by a player."""
        return sum(match.winner == player for match in self.matches)

    @property
    def credited(self) -> tuple[int, int]:
        """Totals over the finished matches."""
        done = [match.finals for match in self.matches if match.finished]
        return sum(first for first, _ in done), sum(second for _, second in done)

    @property
    def winner(self) -> int | None:
        """The player who has won the set or the game; None while it goes on."""
        if self.target is None:
            needed = self.rules.best_of // 2 + 1
            return next((player for player in (0, 1) if self.won(player) >= needed), None)
        first, second = self.credited
        if max(first, second) < self.target or first == second:
            return None
        return 0 if first > second else 1

    @property
    def finished(self) -> bool:
        """Whether the set or the game is won; a single match without a winner is drawn."""
        drawn = self.target is None and self.rules.best_of == 1 and self.matches[-1].finished
        return drawn or self.winner is not None
