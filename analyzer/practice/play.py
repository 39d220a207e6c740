"""A game against bots or a person: a seed, the moves so far, and what follows from them.

The player sits in seat 0. Everything is replayed from the moves, so a game is a few lines of text;
whoever knows the seed knows the cards, so it stays where it is kept. In a match of teams the
player's table is one of several: the others are played by greedy players. Of two people each has
the same game as from seat 0, see `Game.turned`.

Two play with the whole engine behind them; every other game is played around a table of
two to four. A `Game` is the same for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import takewhile
from random import Random
from typing import Final

from analyzer.engine.bots import Bot, bot_named
from analyzer.engine.general import table_bot
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement, Meld
from analyzer.game.cards import Card, CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.jokers import table_fits
from analyzer.game.position import Position, deal, position_behind
from analyzer.game.scoring import Outcome, Result, Scored, next_dealer
from analyzer.game.sheets import ScoreSheet, Series, team_hand
from analyzer.game.view import View, for_two, seen_by, view_of
from analyzer.notation import decode
from analyzer.notation.records import Match, match_of, record_of
from analyzer.practice._kept import KeptGame
from analyzer.practice._round import ANSWERS, after_move, cut_cards, drawn_dealer, may_choose
from analyzer.practice._tables import played_elsewhere
from analyzer.practice.endings import endings_of
from analyzer.practice.games import (
    BOTS,
    MOST_HANDS,
    TITLES,
    GameStage,
    Level,
    hand_seed,
    is_played_against,
    name_of,
    rules_at,
    target_of,
)

PLAYER, BOT = 0, 1
UNCHOSEN: Final = -1
"""As `Game.first`: the player has cut the higher card and is to say who deals."""

_OPEN: Final = {Kind.TAKE, Kind.MELD, Kind.ADD}
"""Moves of one's own turn that turn no card up."""


@dataclass(frozen=True, slots=True)
class Game(KeptGame):
    """A game so far.

    >>> game = begin("standard", Level.NOVICE, seed=5)
    >>> game.stage is GameStage.DECIDE, game.score, len(game.view.hand) in (10, 11)
    (True, (0, 0), True)
    >>> game = begin("three-hand", Level.QUICK, seed=1)
    >>> later = game.play("take")
    >>> later.hands, later.before == game
    ((('pass', 'pass', 'take'),), True)
    """

    @property
    def turned(self) -> Game:
        """The game of two people as the other one has it."""
        first, ready, left = (
            1 - who if who in {PLAYER, BOT} else who for who in (self.first, self.ready, self.left)
        )
        return replace(
            self, guest=not self.guest, cut=self.cut[::-1], first=first, ready=ready, left=left
        )

    # ---- the hand in play

    @property
    def position(self) -> Position:
        """The truth of the last hand; a knock is settled with the best answers to it."""
        return _replayed(self)

    @property
    def seen(self) -> View:
        """The player's sight of it, who may look on."""
        return seen_by(self.position, PLAYER)

    @property
    def view(self) -> View:
        """The player's view of a decision; raises ValueError where nothing is due."""
        return _view(self, PLAYER)

    @property
    def stage(self) -> GameStage:
        """The next input."""
        if self.left is not None:
            return GameStage.FINISHED
        if self.first == UNCHOSEN:
            cut = [Card.of(card) for card in self.cut]
            return GameStage.CUT if may_choose(self.table_rules, cut, PLAYER) else GameStage.WAIT
        if not self.position.over:
            return GameStage.DECIDE if self.position.turn == PLAYER else GameStage.WAIT
        if self.unsettled:
            return GameStage.DEFEND if self.asked else GameStage.WAIT
        over = self._single or self.series.finished or len(self.hands) >= MOST_HANDS
        return GameStage.FINISHED if over else GameStage.HAND_OVER

    @property
    def due(self) -> int | None:
        """Whose input is next, of two; None where that is nobody's, or either's."""
        stage = self.stage
        if stage.over:
            return None if stage is GameStage.FINISHED or self.ready is None else 1 - self.ready
        return BOT if stage is GameStage.WAIT else PLAYER

    @property
    def asked(self) -> bool:
        """True if the player is to answer a knock: some card could be laid off on it."""
        return self._asks(PLAYER)

    @property
    def unsettled(self) -> bool:
        """True if a knock is to be answered, by the player or the other person."""
        return self.asked or (self.with_person and self._asks(BOT))

    def _asks(self, seat: int) -> bool:
        result = self.position.outcome
        if result is None or result.knock is None or not result.knock.points:
            return False
        if result.knocker == seat or self.hands[-1][-1].startswith(ANSWERS):
            return False
        lying = self.lying if seat == PLAYER else result.knock.melds
        return bool(table_fits(self.position.hands[seat], lying, self.table_rules))

    @property
    def lying(self) -> tuple[Meld, ...]:
        """The knocker's melds when it is the player's turn to lay off."""
        result = self.position.outcome
        if result is None or result.knock is None:
            return ()
        earlier = takewhile(lambda pair: pair.defender != PLAYER, result.pairs)
        return ([result.knock.melds] + [pair.answer.table for pair in earlier])[-1]

    @property
    def best_off(self) -> CardSet:
        """The cards that it is best to lay off on a knock that is to be answered."""
        result = self.position.outcome
        if result is None or not self.asked:
            raise InputError("there is no knock to answer", hint="play on")
        answer = next(pair.answer for pair in result.pairs if pair.defender == PLAYER)
        return CardSet.from_cards(card for card, _ in answer.laid_off)

    @property
    def unanswered(self) -> Game | None:
        """The game before the player laid off on a knock; None unless that was the last move."""
        if not self.hands[-1] or not self.hands[-1][-1].startswith(ANSWERS):
            return None
        return replace(self, hands=(*self.hands[:-1], self.hands[-1][:-1]))

    @property
    def showdown(self) -> tuple[Arrangement, CardSet]:
        """(the knock, the player's cards) where a game of two ended with the bot's knock."""
        outcome = self.position.outcome
        if outcome is None or outcome.knock is None or outcome.knocker != BOT:
            raise ValueError("the bot has not knocked")
        return outcome.knock, self.position.hands[PLAYER]

    # ---- the match

    @property
    def results(self) -> tuple[Outcome, ...]:
        """The result of each hand that is over at the player's table."""
        results = (here.outcome for here in _positions(self, len(self.hands)))
        played = tuple(result for result in results if result is not None)
        return played[:-1] if self.unsettled else played

    @property
    def series(self) -> Series:
        """Every match with the hands that are over; those of teams have their own."""
        return _series(self, len(self.results))

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet of the last match."""
        return self.series.matches[-1]

    @property
    def score(self) -> tuple[int, ...]:
        """The points toward the target: of each seat, or of the player's team and the other."""
        if self.start is not None:
            return decode(self.start).score or (0, 0)
        return self.sheet.score

    @property
    def tables(self) -> tuple[Scored, ...]:
        """The result of every table of the teams in the last hand, the player's first."""
        return _tables(self, len(self.results) - 1)

    @property
    def winner(self) -> int | None:
        """The winner of the match, or of the set: a seat or a team; None where nobody has won, or
        two are equal."""
        if self.left is not None:
            return 1 - self.left
        if not self._single or not self.stage.over:
            return self.series.winner
        finals = self.sheet.totals
        return finals.index(max(finals)) if finals.count(max(finals)) == 1 else None

    @property
    def _single(self) -> bool:
        """True if it is over after one hand."""
        return self.start is not None or self.day is not None or self.rules.target is None

    @property
    def turn(self) -> int:
        """The number of moves: tells a form of now from an old one."""
        return sum(len(moves) + 1 for moves in self.hands)

    # ---- moves

    @property
    def endings(self) -> tuple[Action, ...]:
        """Ways to lay the hand down, least deadwood first; of those that differ in nothing, one."""
        return endings_of(self.view)

    @property
    def moves(self) -> tuple[Action, ...]:
        """All that the player can do, without the spread of a knock."""
        return self.view.moves()

    def move_of(self, name: str, card: str = "") -> Action:
        """The move that is meant, with its spread: "discard Kd", "knock Kd: 7h 8h 9h / 4c 4d 4s".

        A knock may come without its spread, with its `card` beside it, and be gin. Raises
        InputError for what is not legal.
        """
        if self.stage is not GameStage.DECIDE:
            waits = self.stage is GameStage.WAIT
            hint = "lay off on the knock first" if self.asked else "deal the next hand"
            hint = "wait for the other’s move" if waits else hint
            raise InputError("it is not your turn", hint=hint)
        if name in {Kind.DISCARD, Kind.KNOCK}:
            if not card:
                raise InputError("choose a card first")
            name = f"{name} {card}"
        move = Action.of(name)
        if move.ends_hand and not move.melds:
            like = (ending for ending in self.endings if ending.card == move.card)
            move = next(like, move)
        _replayed(self._with(move))
        return move

    def play(self, text: str) -> Game:
        """The game after the player's move and all that the bots do then.

        Raises InputError for what is not possible, and where nothing is due.
        """
        return _answered(self._with(self.move_of(text)))

    def defend(self, off: CardSet) -> Game:
        """The game after the player has laid off some cards, or none, on a knock.

        The rest is melded with the least deadwood. Raises InputError where no knock is to be
        answered, and for cards that do not fit.
        """
        if not self.asked:
            raise InputError("there is no knock to answer", hint="play on")
        after = self._with(Action(Kind.LAY_OFF, off=off))
        _replayed(after)
        return after

    def dealt_by(self, first: int) -> Game:
        """The game once the player who cut the higher card has said who deals first.

        Raises InputError where there is nothing to say.
        """
        if self.stage is not GameStage.CUT or first not in {PLAYER, BOT}:
            raise InputError("who deals is settled", hint="play on")
        return _answered(replace(self, first=first))

    def next_hand(self) -> Game:
        """The game with the next hand dealt, of two people once both have asked for it.

        Raises InputError while a hand is on, or at the end.
        """
        if self.stage is not GameStage.HAND_OVER:
            raise InputError("the hand is not over, or the game is")
        if self.with_person and self.ready != BOT:
            return replace(self, ready=PLAYER)
        return _answered(replace(self, hands=(*self.hands, ()), ready=None))

    def without(self, seat: int) -> Game:
        """The game that one of two people has left; raises InputError where it is over."""
        if self.stage is GameStage.FINISHED:
            raise InputError("the game is over", hint="begin another one")
        return replace(self, left=seat)

    @property
    def before(self) -> Game | None:
        """The game before the player's last move, where nothing new has been seen since."""
        here = self.position
        over = here.over or self.with_person
        if over or here.turn != PLAYER or not self.hands[-1] or not here.steps:
            return None
        last = here.steps[-1]
        if last.player != PLAYER or last.move.kind not in _OPEN:
            return None
        return replace(self, hands=(*self.hands[:-1], self.hands[-1][:-1]))

    def _with(self, move: Action) -> Game:
        return replace(self, hands=(*self.hands[:-1], (*self.hands[-1], move.full)))

    # ---- what it is reviewed and checked by

    def match(self, hands: Sequence[int] | None = None, names: tuple[str, ...] = ()) -> Match:
        """The records of the hands that are over, every card in them open.

        `hands` are the places of those that are wanted; without it all. `names` are those of the
        players where several play.
        """
        ends = _positions(self, len(self.results))
        chosen = range(len(ends)) if hands is None else hands
        if not self.for_two:
            return Match(tuple(record_of(ends[at], names, in_moves=True) for at in chosen))
        names = "You", TITLES[self.level] if self.with_person else f"Ginsight, {self.level}"
        return match_of([record_of(ends[at], names) for at in chosen])

    def check(self) -> None:
        """See that it is a game that is played here; raises InputError if it is not."""
        target_of("" if self.target is None else str(self.target))
        known = self.start is not None or rules_at(self.rules_name)
        alone = self.start is self.day is self.bot is None or not self.with_person
        if not known or not alone or not is_played_against(self.level, self.rules_name):
            raise InputError(
                f"`{self.rules_name[:30]}` against `{self.level}` cannot be played here",
                hint="choose among those that are shown",
            )


def begin(rules: str, level: Level, seed: int, target: int | None = None) -> Game:
    """A new game; the bots have played as far as they can. Raises InputError for other rules."""
    game = Game(name_of(rules), level, seed, target=target)
    game.check()
    cut = cut_cards(seed, game.table_rules, _dealer(game))
    game = replace(game, cut=tuple(map(str, cut)))
    choosing = (PLAYER, BOT) if game.with_person else (PLAYER,)
    if game.for_two and any(may_choose(game.table_rules, cut, seat) for seat in choosing):
        return replace(game, first=UNCHOSEN)
    return _answered(game)


def begin_from(start: str, level: Level, seed: int) -> Game:
    """A hand played on from a view, as its id names it: what the player does not see is dealt.

    Raises InputError for a bad id, and for one of a game of several.
    """
    if level not in BOTS:
        raise InputError(f"`{level}` does not play on from there", hint=f"use {', '.join(BOTS)}")
    return _answered(Game(for_two(decode(start)).rules.name, level, seed, start=start))


def begin_day(rules: str, bot: str, seed: int, day: str) -> Game:
    """The deal of a day: one hand against a bot, the same cards for all who know the seed."""
    return _answered(Game(rules, Level.ENGINE, seed, day=day, bot=bot))


def _answered(game: Game) -> Game:
    """The game once the bots have done all that they can do now."""
    while game.stage is GameStage.WAIT and not game.with_person:
        place = f"{game.seed}/{len(game.hands)}/{len(game.hands[-1])}"
        game = game._with(_chosen(game, Random(place).getrandbits(31)))
    return game


def _chosen(game: Game, seed: int) -> Action:
    """The move of the bot that is to act."""
    if not game.for_two:
        return table_bot(game.level).choose(view_of(game.position), seed)
    bot = _learned(replace(game, hands=game.hands[:-1]))
    return Action.of(bot.decide(_view(game, BOT), seed).full)


# ---------------------------------------------------------------- replaying


@lru_cache(maxsize=512)
def _replayed(game: Game) -> Position:
    if not game.hands[-1]:
        return _dealt(game)
    *before, last = game.hands[-1]
    here = _replayed(replace(game, hands=(*game.hands[:-1], tuple(before))))
    return after_move(here, last)


def _view(game: Game, player: int) -> View:
    """The view of the player to act; where the start says nothing of its turns, nothing does."""
    view = view_of(game.position, player)
    if game.start is None or decode(game.start).history is not None:
        return view
    return replace(view, history=None)


def _dealt(game: Game) -> Position:
    if game.start is not None:
        return position_behind(decode(game.start), game.seed)
    rules, score = game.table_rules, None
    seed = hand_seed(game.seed, len(game.hands))
    if game.for_two:
        first, second = _score(game, len(game.hands) - 1)
        rules, score = game.rules, (first, second)
    return deal(rules, seed, dealer=_dealer(game), score=score)


def _dealer(game: Game) -> int:
    """Return who deals the last hand: the first one by the cut, and around a table the deal goes
    round."""
    number, players = len(game.hands), game.table_rules.players
    dealer = (drawn_dealer(game.seed, players) + game.guest) % players
    if game.first in {PLAYER, BOT}:
        dealer = game.first
    if not game.for_two:
        return (dealer + number) % players
    for result in filter(None, (here.outcome for here in _positions(game, number - 1))):
        dealer = next_dealer(game.rules, dealer, result.scored)
    return dealer


def _positions(game: Game, count: int) -> list[Position]:
    """Each of the first so many hands as it came out."""
    plain = replace(game, ready=None, left=None)
    return [
        _ended(replace(plain, hands=game.hands[:at])) if at < len(game.hands) else _replayed(game)
        for at in range(1, count + 1)
    ]


@lru_cache(maxsize=4096)
def _ended(game: Game) -> Position:
    """The last hand after its moves, kept without what was between: a game has many."""
    return reduce(after_move, game.hands[-1], _dealt(game))


@lru_cache(maxsize=64)
def _learned(game: Game) -> Bot:
    """The bot with what it has learned in the hands of a game, all of them over."""
    if not game.hands:
        return bot_named(game.bot or BOTS[game.level], game.rules)
    before = _learned(replace(game, hands=game.hands[:-1]))
    return before.after(hand_end_of(game.position, BOT))


# ---------------------------------------------------------------- scores


def _series(game: Game, count: int) -> Series:
    """The matches of the first so many hands, those that are over."""
    plain = replace(game, hands=game.hands[:count] or ((),), ready=None, left=None)
    return _added_up(plain, count)


@lru_cache(maxsize=512)
def _added_up(game: Game, count: int) -> Series:
    series = Series.of(game.rules)
    for at, here in enumerate(_positions(game, count)):
        if here.outcome is not None:
            series = series.add(_written(game, at, here.outcome))
    return series


def _score(game: Game, count: int) -> tuple[int, ...]:
    """The score before the hand that follows so many: of a new match it is nothing."""
    sheet = _series(game, count).matches[-1]
    return (0,) * game.rules.players if sheet.finished else sheet.score


def _written(game: Game, at: int, result: Outcome) -> Result:
    """A hand as its sheet has it."""
    if game.team > 1:
        return team_hand(_tables(game, at))
    return result.scored if game.for_two else result


def _tables(game: Game, at: int) -> tuple[Scored, ...]:
    """Return what the tables of the teams came to in a hand."""
    result = _positions(game, at + 1)[at].outcome
    assert result is not None
    elsewhere = (
        played_elsewhere(f"{game.seed}/{at}/{table}", game.table_rules, (at + table) % 2)
        for table in range(1, game.team)
    )
    return (result.scored, *elsewhere)
