"""The games that somebody played here, counted: by opponent and rules, with and without help."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from analyzer.errors import InputError
from analyzer.game.rules import GameKind
from analyzer.game.scoring import Ended, Outcome
from analyzer.practice._text import KeptAsText
from analyzer.practice.games import (
    MOST_HANDS,
    TITLES,
    GameStage,
    Level,
    is_for_two,
    is_played_against,
    name_of,
    title_of,
)
from analyzer.practice.play import PLAYER, Game

MOST_GAMES = 1_000
"""Games kept; the oldest go first."""
MOST_POINTS = 1_000
"""Points of a hand that are believed."""
LONGEST_IDENT = 64


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The result of a game so far, hands that are over alone."""

    ident: str
    """Tells games apart, and nothing of their cards."""
    rules: str
    level: str
    helped: bool
    """True if the player asked for a hint or took a move back."""
    finished: bool
    won: bool
    hands: int
    hands_won: int
    gins: int
    knocks: int
    undercuts: int
    """Knocks of an opponent's that the player undercut."""
    undercut: int
    """Knocks of the player's that an opponent undercut."""
    points: int
    """Of hands, the player's less the opponents'."""

    @classmethod
    def of(cls, game: Game, *, helped: bool) -> PlayedGame:
        """The count of a game."""
        results = game.results
        mine = [result for result in results if result.knocker == PLAYER]
        theirs = [result for result in results if result.knocker != PLAYER]
        gains = [_gained(game, result) for result in results]
        return cls(
            ident=sha256(str(game.seed).encode()).hexdigest()[:16],
            rules=game.rules_name,
            level=str(game.level),
            helped=helped,
            finished=game.stage is GameStage.FINISHED,
            won=game.stage is GameStage.FINISHED and game.winner == PLAYER,
            hands=len(results),
            hands_won=sum(gain > 0 for gain in gains),
            gins=sum(map(_is_gin, mine)),
            knocks=sum(not _is_gin(result) for result in mine),
            undercuts=sum(_is_undercut(result, PLAYER) for result in theirs),
            undercut=sum(_is_undercut(result) for result in mine),
            points=sum(gains),
        )


def _gained(game: Game, result: Outcome) -> int:
    """The points of a hand to the player; where all may score, those ahead of the best other."""
    own = result.points[PLAYER]
    if game.table_rules.play is GameKind.KNOCK:
        return own
    return own - max(amount for seat, amount in enumerate(result.points) if seat != PLAYER)


def _is_gin(result: Outcome) -> bool:
    gin = result.knock is not None and not result.knock.points
    return gin or result.kind in {Ended.GIN, Ended.BIG_GIN}


def _is_undercut(result: Outcome, by: int | None = None) -> bool:
    """True if a knock was undercut, by somebody or by one player."""
    return any(
        pair.scored.kind is Ended.UNDERCUT and by in {None, pair.defender} for pair in result.pairs
    )


@dataclass(frozen=True, slots=True)
class TallyRow:
    """Games of one kind added up."""

    level: str
    rules: str
    helped: bool
    games: int
    """Finished ones."""
    won: int
    hands: int
    hands_won: int
    gins: int
    knocks: int
    undercuts: int
    undercut: int
    points: int

    @property
    def title(self) -> str:
        """The opponent."""
        return TITLES[Level(self.level)]

    @property
    def game(self) -> str:
        """The name of the game."""
        return title_of(self.rules)

    @property
    def points_a_hand(self) -> float:
        """Points won in a hand, on average."""
        return self.points / self.hands


@dataclass(frozen=True, slots=True)
class GameTally(KeptAsText):
    """All games of a player, oldest first.

    >>> from analyzer.practice.play import begin
    >>> game = PlayedGame.of(begin("standard", Level.NOVICE, seed=5), helped=False)
    >>> tally = GameTally().plus(game).plus(game)
    >>> len(tally.games), tally.rows(), GameTally.kept(tally.text) == tally
    (1, (), True)
    """

    games: tuple[PlayedGame, ...] = ()

    def plus(self, game: PlayedGame) -> GameTally:
        """With a game as it stands now."""
        others = tuple(played for played in self.games if played.ident != game.ident)
        return GameTally((*others, game)[-MOST_GAMES:])

    def rows(self, *, for_two: bool | None = None) -> tuple[TallyRow, ...]:
        """The games of two, or all others, added up by opponent and rules, those with help apart;
        without `for_two` every game."""
        kinds = dict.fromkeys(
            (game.helped, game.level, game.rules)
            for game in self.games
            if game.hands and _is_of(game.rules, for_two)
        )
        return tuple(
            _added(
                kind, (game for game in self.games if (game.helped, game.level, game.rules) == kind)
            )
            for kind in sorted(kinds)
        )

    @property
    def sound(self) -> bool:
        """True if it can have come about; what a file says need not."""
        return len(self.games) <= MOST_GAMES and all(map(_is_sound, self.games))


def _is_of(rules: str, for_two: bool | None) -> bool:
    """True if it is a game of two, or another one, as asked; none if its rules are gone."""
    try:
        two = is_for_two(rules)
    except InputError:
        return False
    return for_two is None or two is for_two


def _is_sound(game: PlayedGame) -> bool:
    """True if there are such a game's rules and opponent, and hands enough for its counts."""
    try:
        named = name_of(game.rules) == game.rules and is_played_against(game.level, game.rules)
    except InputError:
        return False
    known = named and len(game.ident) <= LONGEST_IDENT
    parts = (game.hands_won, game.gins + game.knocks, game.undercuts, game.undercut)
    counts = (*parts, game.gins, game.knocks)
    return (
        known
        and min(counts) >= 0
        and max(parts) <= game.hands <= MOST_HANDS
        and abs(game.points) <= MOST_POINTS * game.hands
    )


def _added(kind: tuple[bool, str, str], games: Iterable[PlayedGame]) -> TallyRow:
    helped, level, rules = kind
    all_games = list(games)

    def total(name: str) -> int:
        return sum(getattr(game, name) for game in all_games)

    return TallyRow(
        level=level,
        rules=rules,
        helped=helped,
        games=total("finished"),
        **{name: total(name) for name in _ADDED},
    )


_ADDED = ("won", "hands", "hands_won", "gins", "knocks", "undercuts", "undercut", "points")
