"""The other games against bots: a game is its moves; the player sits in seat 0.

In a match of teams the player's table is one of several: the others are played by greedy players,
and what all of them come to is written down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from random import Random
from typing import Final

import msgspec

from analyzer.engine.general import greedy_move, table_bot
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.general import (
    GameMove,
    HandScore,
    MoveKind,
    Round,
    TableMeld,
    TableSheet,
    deal_round,
    table_fits,
    team_hand,
    team_rules,
)
from analyzer.game.rules import ENTRIES, TWO_HANDED, Rules, parse_rules
from analyzer.game.scoring import Ended, Role, Scored, ScoreSheet
from analyzer.resources import read_json

YOU: Final = 0

GAMES: Final = {
    **{name: entry.title or name for name, entry in ENTRIES.items() if name not in TWO_HANDED},
    "mahjong,players=3": "Mahjong gin, three players",
    "mahjong,players=4": "Mahjong gin, four players",
    "four-hand,jokers=2": "Four players, two jokers",
    "teams of 2": "Teams of two",
    "teams of 3": "Teams of three",
    "teams of 4": "Teams of four",
}
"""What can be played, and what it is called."""

OPPONENTS: Final = {"greedy": "Quick", "outs": "Careful", "rollouts:48": "Thoughtful"}
"""Who plays, by the name of the bot."""

ONE_HAND: Final = 0
"""The target of a match that is over after its first hand."""

TARGETS: Final[dict[str, str]] = {
    "": "the game’s own target",
    "0": "one hand",
    "50": "50 points",
    "100": "100 points",
    "250": "250 points",
}
"""How far a match can go, by what a form sends."""

MOST_HANDS: Final = 200

_SHOWN: Final = {MoveKind.TAKE, MoveKind.MELD, MoveKind.ADD}
"""Moves of one's own turn that turn no card up."""


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A match so far.

    >>> game = begin_other("three-hand", "greedy", seed=1)
    >>> game.round.turn, game.over, game.finished
    (0, False, False)
    """

    name: str
    opponent: str
    seed: int
    hands: tuple[tuple[str, ...], ...] = ((),)
    """Of each hand the moves of all players, oldest first."""
    target: int | None = None
    """Points to play to; None for the game's own, `ONE_HAND` for a single hand."""
    lays_off: bool = False
    """Whether the player is asked what to lay off on a knock; else it is done for them."""

    @property
    def team(self) -> int:
        """Players in a team; 1 where everyone plays for themselves."""
        word, _, size = self.name.partition(" of ")
        return int(size) if word == "teams" else 1

    @property
    def rules(self) -> Rules:
        """What is played at the player's table."""
        return parse_rules("standard" if self.team > 1 else self.name)

    @property
    def round(self) -> Round:
        """The truth of the last hand."""
        return _replayed(self)

    @property
    def over(self) -> bool:
        """Whether the hand is over, all answers to a knock given."""
        return self.round.over and not self.asked

    @property
    def asked(self) -> bool:
        """Whether the player is to answer a knock: some card could be laid off on it."""
        here = self.round
        if not self.lays_off or here.result is None or here.result.spread is None:
            return False
        if here.result.knocker == YOU or not here.result.spread.points:
            return False
        if here.steps[-1].move.kind is MoveKind.LAY_OFF:
            return False
        return bool(table_fits(here.hands[YOU], self.lying, self.rules))

    @property
    def lying(self) -> tuple[TableMeld, ...]:
        """The knocker's melds when it is the player's turn to lay off."""
        result = self.round.result
        if result is None or result.spread is None:
            return ()
        earlier = takewhile(lambda pair: pair.defender != YOU, result.pairs)
        return ([result.spread.melds] + [pair.answer.table for pair in earlier])[-1]

    @property
    def results(self) -> tuple[HandScore, ...]:
        """How each hand that is over has come out at the player's table."""
        rounds = (
            _replayed(replace(self, hands=self.hands[: n + 1])) for n in range(len(self.hands))
        )
        played = tuple(here.result for here in rounds if here.result is not None)
        return played[:-1] if self.asked else played

    @property
    def match_rules(self) -> Rules:
        """The rules of the sheet, with the target that was chosen; a single hand has none.

        >>> begin_other("mahjong", "greedy", 1).match_rules.target
        500
        >>> begin_other("mahjong", "greedy", 1, target=50).match_rules.target
        50
        """
        rules = self.rules
        if self.team > 1:
            rules = team_rules(self.team, rules)
        if self.target == ONE_HAND:
            return rules.override(target=None, columns=1)
        return rules if self.target is None else rules.override(target=self.target)

    @property
    def table_sheet(self) -> TableSheet:
        """The sheet where everyone plays for themselves."""
        sheet = TableSheet(self.match_rules)
        for result in self.results:
            sheet = sheet.add(result)
        return sheet

    @property
    def team_tables(self) -> tuple[tuple[Scored, ...], ...]:
        """What every table of the teams came to, hand by hand, the player's first."""
        return tuple(
            (scored_of(result), *(_elsewhere(self, number, table) for table in range(1, self.team)))
            for number, result in enumerate(self.results)
        )

    @property
    def team_sheet(self) -> ScoreSheet:
        """The sheet of two teams."""
        sheet = ScoreSheet(self.match_rules)
        for tables in self.team_tables:
            sheet = sheet.add(team_hand(tables))
        return sheet

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        if not self.over:
            return False
        won = self.team_sheet.finished if self.team > 1 else self.table_sheet.winner is not None
        return won or self.target == ONE_HAND or len(self.hands) >= MOST_HANDS

    @property
    def winner(self) -> int | None:
        """Who has won the match: a seat or a team; None where nobody has, or two are equal."""
        sheet = self.team_sheet if self.team > 1 else self.table_sheet
        if self.target != ONE_HAND or not self.over:
            return sheet.winner
        most = max(sheet.finals)
        return sheet.finals.index(most) if sheet.finals.count(most) == 1 else None

    @property
    def turn(self) -> int:
        """How many moves there were: tells a form of now from an old one."""
        return sum(len(moves) + 1 for moves in self.hands)

    def move_of(self, text: str) -> GameMove:
        """The player's move as it is meant: a knock is gin where it can be.

        Raises InputError for what is not possible.
        """
        if self.round.over or self.round.turn != YOU:
            hint = "lay off on the knock first" if self.asked else "deal the next hand"
            raise InputError("it is not your turn", hint=hint)
        move = GameMove.of(text)
        legal = self.round.legal_moves()
        gin = GameMove.of(f"gin {move.card}") if move.kind == "knock" else move
        move = gin if gin in legal else move
        self.round.apply(move)
        return move

    def play(self, text: str) -> OtherGame:
        """The game after the player's move and all that the bots do then.

        Raises InputError for what is not possible.
        """
        return _answered(self._with(self.move_of(text)))

    def defend(self, off: CardSet) -> OtherGame:
        """The game after the player has laid off some cards, or none, on a knock.

        Raises InputError where none is to be answered, and for cards that do not fit.
        """
        if not self.asked:
            raise InputError("there is no knock to answer", hint="play on")
        self.round.answered(YOU, off)
        return self._with(GameMove(MoveKind.LAY_OFF, off=off))

    @property
    def before(self) -> OtherGame | None:
        """The game before the player's last move, where nothing new has been seen since.

        >>> game = begin_other("three-hand", "greedy", seed=1).play("take")
        >>> game.before == begin_other("three-hand", "greedy", seed=1), game.before.before
        (True, None)
        """
        here = self.round
        if here.over or here.turn != YOU or not here.steps or here.steps[-1].player != YOU:
            return None
        if here.steps[-1].move.kind not in _SHOWN:
            return None
        return replace(self, hands=(*self.hands[:-1], self.hands[-1][:-1]))

    def next_hand(self) -> OtherGame:
        """The game with the next hand dealt."""
        if not self.over or self.finished:
            raise InputError("the hand is not over, or the game is")
        return _answered(replace(self, hands=(*self.hands, ())))

    def _with(self, move: GameMove) -> OtherGame:
        return replace(self, hands=(*self.hands[:-1], (*self.hands[-1], move.full)))

    @property
    def text(self) -> str:
        """The game as it is kept."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> OtherGame:
        """A game as it was kept; raises InputError for one that cannot be."""
        try:
            game = read_json(text, cls)
        except msgspec.MsgspecError:
            raise InputError("this game is of another version", hint="begin a new one") from None
        game.check()
        return game

    def check(self) -> None:
        """See that it is a game that is played here; raises InputError if it is not."""
        _check(self.name, self.opponent, self.target)


def begin_other(name: str, opponent: str, seed: int, target: int | None = None) -> OtherGame:
    """A new game; the bots have played as far as they can."""
    _check(name, opponent, target)
    return _answered(OtherGame(name, opponent, seed, target=target, lays_off=True))


def target_of(text: str) -> int | None:
    """The target that a form names; raises InputError for another.

    >>> target_of("50"), target_of(""), target_of("0") == ONE_HAND
    (50, None, True)
    """
    if text not in TARGETS:
        raise InputError(
            f"`{text[:30]}` is not a target",
            where="to",
            hint=f"leave it out, or give one of {', '.join(filter(None, TARGETS))}",
        )
    return int(text) if text else None


def _check(name: str, opponent: str, target: int | None) -> None:
    target_of("" if target is None else str(target))
    if name not in GAMES or opponent not in OPPONENTS:
        raise InputError(
            f"`{name[:30]}` against `{opponent[:30]}` cannot be played here",
            hint="choose among those that are shown",
        )


def _answered(game: OtherGame) -> OtherGame:
    bot, seed = table_bot(game.opponent), Random(f"{game.seed}/bots").getrandbits(31)
    while not game.round.over and game.round.turn != YOU:
        here = game.round
        game = game._with(bot.choose(here.chair(here.turn), seed))
    return game


@lru_cache(maxsize=512)
def _replayed(game: OtherGame) -> Round:
    if not game.hands[-1]:
        return _dealt(game)
    *before, last = game.hands[-1]
    here, move = (
        _replayed(replace(game, hands=(*game.hands[:-1], tuple(before)))),
        GameMove.of(last),
    )
    return here.answered(YOU, move.off) if move.kind is MoveKind.LAY_OFF else here.apply(move)


def _dealt(game: OtherGame) -> Round:
    """The deal of the last hand; the deal goes round, and the first dealer is drawn."""
    number, players = len(game.hands), game.rules.players
    dealer = (Random(f"{game.seed}/dealer").randrange(players) + number) % players
    seed = Random(f"{game.seed}/{number}").getrandbits(62)
    return deal_round(game.rules, seed, dealer=dealer)


def scored_of(result: HandScore) -> Scored:
    """The result of a hand of two players on a sheet for two."""
    if not result.pairs or result.knocker is None:
        return Scored(result.kind, None, 0)
    hand_result = result.pairs[0].scored
    if hand_result.winner is None:
        return Scored(Ended.TIE, None, 0)
    winner = result.knocker if hand_result.winner is Role.KNOCKER else 1 - result.knocker
    return Scored(hand_result.kind, winner, hand_result.points)


@lru_cache(maxsize=512)
def _played_elsewhere(seed: str, rules: Rules, dealer: int) -> Scored:
    here = deal_round(rules, Random(seed).getrandbits(62), dealer=dealer)
    while here.result is None:
        here = here.played(greedy_move(here.chair(here.turn)))
    return scored_of(here.result)


def _elsewhere(game: OtherGame, number: int, table: int) -> Scored:
    """What another table of the teams came to."""
    return _played_elsewhere(f"{game.seed}/{number}/{table}", game.rules, (number + table) % 2)
