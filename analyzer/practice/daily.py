"""The deal of the day: the same cards for everyone, by a seed that nobody can know before.

The seed of a day is a keyed hash of the server's secret and the date. What is published first is a
hash of the seed, its *seal*; the seed itself follows when the day is over everywhere, so that
everybody can see that the cards were laid down before and not chosen later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b, sha256
from random import Random
from typing import Final

from analyzer.engine.bots import bot_named
from analyzer.game.scoring import Ended, Outcome
from analyzer.practice.games import GameStage
from analyzer.practice.play import PLAYER, Game, begin_day

RULES: Final = "standard"
BOT: Final = "engine:1024"
"""The opponent, with its worlds a move."""
ENOUGH: Final = 20
"""Players from whom on all are compared."""
SEED_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class DayDeal:
    """The deal that is fixed before its day begins."""

    day: date
    rules: str
    bot: str
    engine: str
    """The version that the bot had when the day was laid down."""
    seal: str
    """The hash of its seed."""


def seed_of(secret: str, day: date) -> str:
    """The seed of a day, 128 bits as 32 hex digits.

    >>> seed_of("a secret", date(2026, 3, 1)) == seed_of("a secret", date(2026, 3, 2))
    False
    """
    key = sha256(secret.encode()).digest()
    message = f"deal of the day {day.isoformat()}".encode()
    return blake2b(message, key=key, digest_size=SEED_BYTES).hexdigest()


def seal_of(seed: str) -> str:
    """Return what is published of a seed before its day is over: SHA-256 of its digits.

    >>> seal_of("0" * 32)[:8]
    '84e0c0ea'
    """
    return sha256(seed.encode("ascii")).hexdigest()


def dealt_on(deal: DayDeal, seed: str) -> Game:
    """The hand of a day as everybody finds it."""
    return begin_day(deal.rules, deal.bot, int(seed, 16), deal.day.isoformat())


def engines_line(game: Game) -> Game:
    """The hand once more from its first card, the engine in the player's seat as well."""
    line = begin_day(game.rules_name, game.bot or BOT, game.seed, game.day or "")
    bot = bot_named(game.bot or BOT, game.rules)
    while line.stage is GameStage.DECIDE:
        chance = Random(f"{game.seed}/line/{len(line.hands[-1])}").getrandbits(31)
        line = line.play(bot.decide(line.view, chance).full)
    return line.defend(line.best_off) if line.asked else line


def points_of(game: Game) -> int:
    """The points of the hand to the player, below 0 where the opponent won it."""
    return game.results[-1].points[PLAYER]


def ending_of(result: Outcome) -> str:
    """Return how the hand ended for the player, in words."""
    if result.knocker is None:
        return "nobody knocked"
    mine = result.knocker == PLAYER
    if result.kind is Ended.UNDERCUT:
        return "undercut by the engine" if mine else "undercut the engine"
    if result.kind in {Ended.GIN, Ended.BIG_GIN}:
        return "gin" if mine else "the engine went gin"
    return "knocked" if mine else "the engine knocked"


@dataclass(frozen=True, slots=True)
class DayField:
    """Everybody who has played a day, beside one of them."""

    players: int
    mean: float
    better: int
    """The number of those who did better."""
    same: int
    """The number of others who did as well."""


def field_of(points: Sequence[int], mine: int) -> DayField | None:
    """A player's `mine` among the points of all, that player's own with them; None for too few.

    >>> field_of([10, -20, 10] + [0] * 17, 10)
    DayField(players=20, mean=0.0, better=0, same=1)
    >>> field_of([10, -20], 10)
    """
    if len(points) < ENOUGH:
        return None
    better, same = sum(point > mine for point in points), sum(point == mine for point in points)
    return DayField(len(points), sum(points) / len(points), better, max(0, same - 1))
