"""The games that somebody played here, counted: by opponent and rules, with and without help."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from analyzer.game.rules import TWO_HANDED
from analyzer.game.scoring import Ended
from analyzer.practice.play import BOT, MOST_HANDS, PLAYER, Game, GameStage, Level
from analyzer.resources import read_json

MOST_GAMES = 1_000
"""Games kept; the oldest go first."""
MOST_POINTS = 1_000
"""Points of a hand that are believed."""
LONGEST_IDENT = 64


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What a game came to so far, hands that are over alone."""

    ident: str
    """Tells games apart, and nothing of their cards."""
    rules: str
    level: str
    helped: bool
    """Whether the player asked for a hint or took a move back."""
    finished: bool
    won: bool
    hands: int
    hands_won: int
    gins: int
    knocks: int
    undercuts: int
    """Knocks of the opponent's that the player undercut."""
    undercut: int
    """Knocks of the player's that the opponent undercut."""
    points: int
    """Of hands, the player's less the opponent's."""

    @classmethod
    def of(cls, game: Game, *, helped: bool) -> PlayedGame:
        """The count of a game."""
        ends = game.outcomes
        mine = [end.hand for end in ends if end.knocker == PLAYER]
        theirs = [end.hand for end in ends if end.knocker == BOT]
        points = [end.points[PLAYER] for end in ends]
        return cls(
            ident=sha256(str(game.seed).encode()).hexdigest()[:16],
            rules=game.rules_name,
            level=str(game.level),
            helped=helped,
            finished=game.stage is GameStage.FINISHED,
            won=game.sheet.winner == PLAYER,
            hands=len(ends),
            hands_won=sum(each > 0 for each in points),
            gins=sum(hand.kind in {Ended.GIN, Ended.BIG_GIN} for hand in mine),
            knocks=sum(hand.kind not in {Ended.GIN, Ended.BIG_GIN} for hand in mine),
            undercuts=sum(hand.kind is Ended.UNDERCUT for hand in theirs),
            undercut=sum(hand.kind is Ended.UNDERCUT for hand in mine),
            points=sum(points),
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
    def points_a_hand(self) -> float:
        """Points won in a hand, on average."""
        return self.points / self.hands


@dataclass(frozen=True, slots=True)
class GameTally:
    """All games of a player, oldest first.

    >>> from analyzer.practice.play import Level, begin
    >>> game = PlayedGame.of(begin("standard", Level.NOVICE, seed=5), helped=False)
    >>> tally = GameTally().plus(game).plus(game)
    >>> len(tally.games), tally.rows(), GameTally.kept(tally.text) == tally
    (1, (), True)
    """

    games: tuple[PlayedGame, ...] = ()

    def plus(self, game: PlayedGame) -> GameTally:
        """With a game as it stands now."""
        others = tuple(one for one in self.games if one.ident != game.ident)
        return GameTally((*others, game)[-MOST_GAMES:])

    def rows(self) -> tuple[TallyRow, ...]:
        """Added up by opponent and rules, games with help apart."""
        kinds = dict.fromkeys(
            (game.helped, game.level, game.rules) for game in self.games if game.hands
        )
        return tuple(
            _added(
                kind, (game for game in self.games if (game.helped, game.level, game.rules) == kind)
            )
            for kind in sorted(kinds)
        )

    @property
    def sound(self) -> bool:
        """Whether it can have come about; what a file says need not."""
        return len(self.games) <= MOST_GAMES and all(map(_is_sound, self.games))

    @property
    def text(self) -> str:
        """As it is kept."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def kept(cls, text: str | None) -> GameTally:
        """As it was kept; no games where there is no text, or none that this version reads."""
        try:
            return cls() if text is None else read_json(text, cls)
        except msgspec.MsgspecError:
            return cls()


def _is_sound(game: PlayedGame) -> bool:
    """Whether there are such a game's rules and opponent, and hands enough for its counts."""
    known = (
        game.rules in TWO_HANDED and game.level in list(Level) and len(game.ident) <= LONGEST_IDENT
    )
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
