"""The sheet of a match: boxes, game, shutout, Hollywood columns; series of matches; teams.

A match is played in one column, or in three at once (Hollywood: a player's first win
counts in the first column, the second in two, every further one in all; whoever was shut out of a
closed column enters the next open one). A column closes
when a player's points reach the target; then come the shutout, the boxes of all players
and the game bonus of the winner. A *series* is what matches add up to: a set of the best
of five, or a game of several matches whose totals are credited until one player has 500.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from analyzer.errors import InputError
from analyzer.game.rules import BoxWhen, GameKind, Rules, Shutout
from analyzer.game.scoring import Ended, Outcome, Result, Scored, ended

TEAM_TARGETS = {2: 200, 3: 300, 4: 400}
TEAM_BONUSES = {2: 0, 3: 25, 4: 50}
"""Points on top for a team of which every member won; the text of two has none."""


@dataclass(frozen=True, slots=True)
class _SheetLine:
    """One line of a sheet as a page or a terminal prints it."""

    label: str
    amounts: tuple[int | None, ...]
    """Of each seat; None where the line has nothing for a player."""
    note: str = ""
    """The origin of the line, such as the end of the hand."""


@dataclass(frozen=True, slots=True)
class Column:
    """One game on the sheet: the hands that count in it, closed once the target is reached."""

    rules: Rules
    hands: tuple[tuple[int, Result], ...] = ()
    """The hands that count here, each with its number in the match, from 1."""

    def wins(self, player: int) -> int:
        """Boxes of a player in this column: hands won, twice where a spade doubles the box; in
        mahjong gin there are none."""
        if self.rules.play is GameKind.MAHJONG:
            return 0
        return sum(hand.box_factor for _, hand in self.hands if player in hand.winners)

    def hand_points(self, player: int) -> int:
        """Points from hands alone."""
        return sum(hand.written(player) for _, hand in self.hands)

    def boxes(self, player: int) -> int:
        """Points for boxes that are written down: those of the end only once it has come."""
        written = self._at_once or self.winner is not None or self.rules.target is None
        return self.wins(player) * self.rules.box_bonus if written else 0

    def running(self, player: int) -> int:
        """Points that count toward the target: of hands, and of boxes credited at once."""
        return self.hand_points(player) + (self.boxes(player) if self._at_once else 0)

    @property
    def _at_once(self) -> bool:
        return self.rules.box_when is BoxWhen.ONCE

    @property
    def winner(self) -> int | None:
        """The player with the most points once somebody has the target; None if two are equal."""
        running = self.of_all(self.running)
        most = max(running)
        if self.rules.target is None or most < self.rules.target or running.count(most) > 1:
            return None
        return running.index(most)

    @property
    def shutout(self) -> bool:
        """True if the column is won and nobody else has a box in it."""
        return self.winner is not None and 0 < self.wins(self.winner) == sum(self.of_all(self.wins))

    def of_all(self, amount: Callable[[int], int]) -> tuple[int, ...]:
        """One of the column's amounts for each seat."""
        return tuple(map(amount, range(self.rules.players)))

    def game(self, player: int) -> int:
        """The game bonus, for the winner of the column."""
        return self.rules.game_bonus if player == self.winner else 0

    def shutout_points(self, player: int) -> int:
        """Points that the shutout adds for the winner of the column."""
        if player != self.winner or not self.shutout:
            return 0
        points = self.hand_points(player)
        return {
            Shutout.NONE: 0,
            Shutout.HAND_POINTS: points,
            Shutout.BONUS: 100,
            Shutout.DIFFERENCE: points + self.boxes(player) + self.game(player),
        }[self.rules.shutout]

    def bonus(self, player: int) -> int:
        """Game and shutout, for the winner of the column."""
        return self.shutout_points(player) + self.game(player)

    def total(self, player: int) -> int:
        """All that is written down for a player: hands, boxes, and once won game and shutout."""
        return self.hand_points(player) + self.boxes(player) + self.bonus(player)

    def lines(self) -> tuple[_SheetLine, ...]:
        """The column from its first hand to its total; bonuses without a point are left out.

        While it is open, boxes that are credited at the end are not on it.
        """
        hands = [
            _SheetLine(f"hand {number}", self._written(hand), ended(hand))
            for number, hand in self.hands
        ]
        wins = " and ".join(map(str, self.of_all(self.wins)))
        sums = [
            _SheetLine("points", self.of_all(self.hand_points)),
            _SheetLine("shutout", self.of_all(self.shutout_points)),
            _SheetLine("boxes", self.of_all(self.boxes), wins),
            _SheetLine("game", self.of_all(self.game)),
        ]
        shown = [line for line in sums if line.label == "points" or any(line.amounts)]
        return (*hands, *shown, _SheetLine("total", self.of_all(self.total)))

    def _written(self, hand: Result) -> tuple[int | None, ...]:
        """Points of a hand for each seat; None where two play for the one who lost it."""
        seats, lost = range(self.rules.players), hand.winners if self.rules.duel else None
        return tuple(hand.written(seat) if lost is None or seat in lost else None for seat in seats)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One match of two to four seats; immutable, `add` gives the sheet with one hand more.

    >>> from analyzer.game.rules import PRESETS, parse_rules
    >>> sheet = ScoreSheet(PRESETS["standard"])
    >>> for points in (40, 35, 30):
    ...     sheet = sheet.add(Scored(Ended.KNOCK, 0, points))
    >>> sheet.winner, sheet.totals  # 105 doubled by the shutout, 3 boxes, game
    (0, (385, 0))
    >>> sheet = ScoreSheet(parse_rules("mahjong,players=3"))
    >>> sheet = sheet.add(Outcome(Ended.GIN, (520, -40, 15)))
    >>> sheet.winner, sheet.totals
    (0, (520, -40, 15))
    """

    rules: Rules
    hands: tuple[Result, ...] = ()
    """Every hand, in order, those without a winner too."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The games scored side by side, first column first; at a table of more than two, one."""
        columns = [Column(self.rules) for _ in range(self.rules.columns if self.rules.duel else 1)]
        entered: list[set[int]] = [set() for _ in range(self.rules.players)]
        for number, hand in enumerate(self.hands, start=1):
            if self.rules.duel and not hand.winners:
                continue
            open_ones = {at for at, column in enumerate(columns) if column.winner is None}
            for seat in hand.winners:
                entered[seat] |= set(sorted(open_ones - entered[seat])[:1])
            for at in open_ones.intersection(*(entered[seat] for seat in hand.winners)):
                columns[at] = replace(columns[at], hands=(*columns[at].hands, (number, hand)))
        return tuple(columns)

    def add(self, hand: Result) -> ScoreSheet:
        """The sheet with one hand more; raises ValueError once the match is over."""
        if self.finished:
            raise ValueError("the match is over; begin a new sheet")
        if isinstance(hand, Outcome) and len(hand.points) != self.rules.players:
            raise InputError(
                f"a hand with {len(hand.points)} results is not one of {self.rules.players}",
                hint="give each player's points",
            )
        return replace(self, hands=(*self.hands, hand))

    @property
    def score(self) -> tuple[int, ...]:
        """Points toward the target in the first column still open (else in the last)."""
        columns = self.columns
        current = next((col for col in columns if col.winner is None), columns[-1])
        return current.of_all(current.running)

    @property
    def finished(self) -> bool:
        """True if every column is closed."""
        return all(column.winner is not None for column in self.columns)

    @property
    def totals(self) -> tuple[int, ...]:
        """All that is written down for each seat, over all columns."""
        columns = (column.of_all(column.total) for column in self.columns)
        return tuple(map(sum, zip(*columns, strict=True)))

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
        return (*numbered, _SheetLine("total", self.totals))

    @property
    def winner(self) -> int | None:
        """The player with the higher total once the match is over; None if equal or not yet.

        Beyond two hands it is who has the most points toward the target: a tie is played off.
        """
        if not self.rules.duel:
            return self.columns[0].winner
        first, second = self.totals
        if not self.finished or first == second:
            return None
        leader = 0 if first > second else 1
        return 1 - leader if self.forfeited else leader

    @property
    def forfeited(self) -> bool:
        """True if the lead at the end is one by which its player forfeits the match."""
        return self.rules.duel and self.finished and self.margin == self.rules.forfeit_margin

    @property
    def margin(self) -> int:
        """The leader's lead in the totals."""
        first, second, *_ = sorted(self.totals, reverse=True)
        return first - second


class SheetStyle(StrEnum):
    """The way matches are put on paper."""

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

    def add(self, hand: Result) -> Series:
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
    def credited(self) -> tuple[int, ...]:
        """Totals of each seat over the finished matches."""
        done = (match.totals for match in self.matches if match.finished)
        return tuple(map(sum, zip((0,) * self.rules.players, *done, strict=True)))

    @property
    def winner(self) -> int | None:
        """The player who has won the set or the game; None while it goes on."""
        if self.target is None:
            needed = self.rules.best_of // 2 + 1
            seats = range(self.rules.players)
            return next((player for player in seats if self.won(player) >= needed), None)
        credited = self.credited
        most = max(credited)
        return None if most < self.target or credited.count(most) > 1 else credited.index(most)

    @property
    def finished(self) -> bool:
        """True if the set or the game is won; a single match without a winner is drawn."""
        drawn = self.target is None and self.rules.best_of == 1 and self.matches[-1].finished
        return drawn or self.winner is not None


# ---------------------------------------------------------------- teams


def team_rules(size: int, rules: Rules) -> Rules:
    """The match that teams of two to four play: Hollywood to 200, 300 or 400, a box a hand.

    >>> from analyzer.game.rules import PRESETS
    >>> team_rules(3, PRESETS["standard"]).target
    300
    """
    if size not in TEAM_TARGETS:
        raise InputError(f"a team of {size} is not played", hint="teams have two to four")
    plain = replace(rules, spade_doubles_box=False)
    return plain.override(columns=3, target=TEAM_TARGETS[size])


def team_hand(results: Sequence[Scored]) -> Scored:
    """Score the tables of two teams; the first player of each is of the first team.

    The team with the larger sum scores the difference, and a bonus if every member won.

    >>> tables = [Scored(Ended.GIN, 0, 40), Scored(Ended.KNOCK, 0, 6), Scored(Ended.KNOCK, 0, 3)]
    >>> team_hand(tables).points  # 49 and 25, for all three won
    74
    """
    team_rules(len(results), Rules())
    if any(hand.box_factor > 1 for hand in results):
        raise InputError("teams have one box a hand", hint="leave out `doubled`")
    total = sum(hand.points if hand.winner == 0 else -hand.points for hand in results)
    if total == 0:
        return Scored(Ended.TIE, None, 0)
    winner = 0 if total > 0 else 1
    every = all(hand.winner == winner for hand in results)
    return Scored(Ended.KNOCK, winner, abs(total) + TEAM_BONUSES[len(results)] * every)
