"""A game against a bot: a seed, the moves so far, and what follows from them.

The player is player 0, the bot player 1. Everything is replayed from the moves, so a game is a
few lines of text; whoever knows the seed knows the cards, so it stays where it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import Final

from analyzer.engine.bots import Bot, bot_named
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import CardSet
from analyzer.game.melds import Arrangement, Defence, best_arrangements
from analyzer.game.position import Outcome, Position, deal, hand_end_of, position_behind
from analyzer.game.rules import TWO_HANDED, Rules
from analyzer.game.scoring import Scored, ScoreSheet, next_dealer
from analyzer.game.view import View, view_of
from analyzer.notation import decode
from analyzer.notation.phrases import listed
from analyzer.notation.records import Match, lay_offs, match_of, misfits, record_of

PLAYER, BOT = 0, 1

RULES: Final = tuple(TWO_HANDED)
"""Presets that can be played here: all."""

SEED_BITS: Final = 128
"""Of a game: nobody finds its seed by trying all, though a hash of it be known."""

MOST_HANDS: Final = 60
"""Hands of a game: one that ends nowhere is broken off."""


class Level(StrEnum):
    """Four opponents, weakest first, by how often the engine beats them (the evidence page)."""

    NOVICE = "novice"
    CLUB = "club"
    STRONG = "strong"
    ENGINE = "engine"


TITLES: Final = {
    Level.NOVICE: "Novice",
    Level.CLUB: "Club player",
    Level.STRONG: "Strong",
    Level.ENGINE: "Engine",
}
"""What they are called."""

BOTS: Final = {
    Level.NOVICE: "eaai-simple",
    Level.CLUB: "camper",
    Level.STRONG: "fast",
    Level.ENGINE: "engine:1024",
}
"""Who plays at each level."""


class GameStage(StrEnum):
    """What a game waits for."""

    DECIDE = "decide"
    """The player's action."""
    DEFEND = "defend"
    """The player's answer to the bot's knock."""
    HAND_OVER = "hand over"
    FINISHED = "finished"
    """The target is reached."""


_ENDINGS: Final = tuple(map(str, (Kind.KNOCK, Kind.GIN, Kind.BIG_GIN)))

Moves = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game so far.

    >>> from analyzer.game.view import legal_actions
    >>> game = begin("standard", Level.NOVICE, seed=5)
    >>> game.stage is GameStage.DECIDE, game.view.score, len(game.view.hand) in (10, 11)
    (True, (0, 0), True)
    >>> action = legal_actions(game.view)[-1]
    >>> later = game.play(action)
    >>> later.hands[0][len(game.hands[0])] == str(action)
    True
    """

    rules_name: str
    level: Level
    seed: int
    hands: tuple[Moves, ...] = ((),)
    """Of each hand the moves of both players, oldest first; see `Game.play`."""
    start: str | None = None
    """The id of the view that a single hand is played on from; None for a game from the deal."""
    day: str | None = None
    """The day whose deal it is, a single hand; None for any other game."""
    bot: str | None = None
    """Who plays, where that is not whoever plays at the level now."""

    @property
    def rules(self) -> Rules:
        """What is played."""
        return TWO_HANDED[self.rules_name] if self.start is None else decode(self.start).rules

    @property
    def position(self) -> Position:
        """The truth of the last hand; a knock that waits for its answer is not laid down yet."""
        return _replayed(self)

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet with every hand that is over."""
        return _sheet(self, len(self.hands))

    @property
    def stage(self) -> GameStage:
        """What it waits for."""
        if self.knock is not None:
            return GameStage.DEFEND
        if not self.position.over:
            return GameStage.DECIDE
        single = self.start is not None or self.day is not None or self.rules.target is None
        over = single or self.sheet.finished or len(self.hands) >= MOST_HANDS
        return GameStage.FINISHED if over else GameStage.HAND_OVER

    @property
    def knock(self) -> Action | None:
        """The bot's knock that the player has to answer."""
        moves, here = self.hands[-1], self.position
        if here.over or here.turn != BOT or not moves:
            return None
        return _action(here, moves[-1]) if moves[-1].startswith(_ENDINGS) else None

    @property
    def view(self) -> View:
        """What the player knows; raises ValueError where they have nothing to decide."""
        return _seen(self, PLAYER)

    @property
    def score(self) -> tuple[int, int]:
        """The player's points in the game, and the bot's."""
        if self.start is None:
            return self.sheet.score
        return decode(self.start).score or (0, 0)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each hand that is over has ended."""
        count = len(self.hands) - (self.stage in {GameStage.DECIDE, GameStage.DEFEND})
        return tuple(end.outcome for end in _positions(self, count) if end.outcome is not None)

    @property
    def before_take(self) -> Game | None:
        """The game before the player took the upcard; None unless that was the last move.

        A taken card lay open, so nothing has been seen that was not seen before.
        """
        if self.stage is not GameStage.DECIDE or self.position.taken is None:
            return None
        return replace(self, hands=(*self.hands[:-1], self.hands[-1][:-1]))

    def play(self, action: Action) -> Game:
        """The game after the player's action and all that the bot does then.

        Raises InputError for an action that is not legal, and where none is due.
        """
        if self.stage is not GameStage.DECIDE:
            raise InputError("it is not your turn")
        self.position.apply(action)
        return _answered(self._with(action.full))

    def defend(self, off: CardSet) -> Game:
        """The game after the player has laid off some cards, or none, on a knock.

        The rest is melded with the least deadwood. Raises InputError for cards that do not fit,
        and where there is no knock to answer.
        """
        if self.knock is None:
            raise InputError("nobody has knocked")
        _defended(self.position, self.knock, off)
        return self._with(_laid_off(off))

    def _with(self, move: str) -> Game:
        return replace(self, hands=(*self.hands[:-1], (*self.hands[-1], move)))

    def match(self, hands: Sequence[int] | None = None) -> Match:
        """The records of the hands that are over, every card in them open.

        `hands` are the places of those that are wanted; without it all.
        """
        count = len(self.hands) - (self.stage in {GameStage.DECIDE, GameStage.DEFEND})
        ends = _positions(self, count)
        chosen = range(count) if hands is None else hands
        names = ("You", f"Ginsight, {self.level}")
        return match_of([record_of(ends[at], names) for at in chosen])


def begin(rules: str, level: Level, seed: int) -> Game:
    """A new game; the bot has played as far as it can. Raises InputError for other rules."""
    if rules not in RULES:
        raise InputError(f"`{rules[:20]}` cannot be played here", hint="use " + ", ".join(RULES))
    return _answered(Game(rules, level, seed))


def begin_from(start: str, level: Level, seed: int) -> Game:
    """A hand played on from a view, as its id names it: what the player does not see is dealt.

    Raises InputError for a bad id.
    """
    return _answered(Game(decode(start).rules.name, level, seed, start=start))


def begin_day(rules: str, bot: str, seed: int, day: str) -> Game:
    """The deal of a day: one hand against a bot, the same cards for all who know the seed."""
    return _answered(Game(rules, Level.ENGINE, seed, day=day, bot=bot))


def next_hand(game: Game) -> Game:
    """The game with the next hand dealt; raises InputError while one is in play, or at the end."""
    if game.stage is not GameStage.HAND_OVER:
        raise InputError("the hand is not over, or the game is")
    return _answered(replace(game, hands=(*game.hands, ())))


def _answered(game: Game) -> Game:
    """The game once the bot has done all that it can do now."""
    while not game.position.over and game.position.turn == BOT and game.knock is None:
        here = game.position
        seed = Random(f"{game.seed}/{len(game.hands)}/{len(game.hands[-1])}").getrandbits(31)
        bot = _learned(replace(game, hands=game.hands[:-1]))
        action = bot.decide(_seen(game, BOT), seed)
        game = game._with(action.full)
        if action.ends_hand and not may_lay_off(*showdown(here, action), game.rules):
            game = game._with(_laid_off(CardSet()))
    return game


# ---------------------------------------------------------------- replaying


@lru_cache(maxsize=256)
def _replayed(game: Game) -> Position:
    here, moves = _dealt(game), game.hands[-1]
    for at, move in enumerate(moves):
        action = _action(here, move)
        if here.turn == BOT and action.ends_hand:
            if at + 1 == len(moves):
                return here
            return here.apply(action, _defended(here, action, _cards_off(moves[at + 1])))
        here = here.apply(action)
    return here


def _seen(game: Game, player: int) -> View:
    """What a player knows; nothing of turns before a view that says nothing of them."""
    view = view_of(game.position, player)
    if game.start is None or decode(game.start).history is not None:
        return view
    return replace(view, history=None)


def _dealt(game: Game) -> Position:
    if game.start is not None:
        return position_behind(decode(game.start), game.seed)
    number = len(game.hands)
    dealer = Random(f"{game.seed}/dealer").randrange(2)
    for hand in _ended(game, number - 1):
        dealer = next_dealer(game.rules, dealer, hand)
    seed = Random(f"{game.seed}/{number}").getrandbits(62)
    return deal(game.rules, seed, dealer=dealer, score=_sheet(game, number - 1).score)


def _sheet(game: Game, count: int) -> ScoreSheet:
    """The sheet of the first so many hands, those that are over."""
    sheet = ScoreSheet(game.rules)
    for hand in _ended(game, count):
        sheet = sheet.add(hand)
    return sheet


def _ended(game: Game, count: int) -> list[Scored]:
    return [end.outcome.scored for end in _positions(game, count) if end.outcome is not None]


def _positions(game: Game, count: int) -> list[Position]:
    """How each of the first so many hands came out."""
    return [_replayed(replace(game, hands=game.hands[: at + 1])) for at in range(count)]


@lru_cache(maxsize=64)
def _learned(game: Game) -> Bot:
    """The bot with what it has learned in the hands of a game, all of them over."""
    if not game.hands:
        return bot_named(game.bot or BOTS[game.level], game.rules)
    before = _learned(replace(game, hands=game.hands[:-1]))
    return before.after(hand_end_of(_replayed(game), BOT))


def showdown(here: Position, action: Action) -> tuple[Arrangement, CardSet]:
    """(what is laid down with an action that ends the hand, the other's cards)."""
    after = here.apply(action)
    assert after.outcome is not None and after.outcome.knock is not None
    return after.outcome.knock, after.hands[1 - here.turn]


def _defended(here: Position, action: Action, off: CardSet) -> Defence:
    return laid_down(*showdown(here, action), off, here.rules)


# ---------------------------------------------------------------- answering a knock


def may_lay_off(knock: Arrangement, cards: CardSet, rules: Rules) -> bool:
    """Whether any of the cards fits a knock; on gin none does."""
    return bool(knock.deadwood) and any(lay_offs([card], knock.melds, rules) for card in cards)


def laid_down(knock: Arrangement, cards: CardSet, off: CardSet, rules: Rules) -> Defence:
    """The defence that lays off just these cards, and melds the rest with the least deadwood.

    Raises InputError for cards that are not in the hand or do not fit.

    >>> spread = CardSet.of("6h 7h 8h"), CardSet.of("Qc Qd Qs")
    >>> knock = Arrangement(spread, CardSet.of("Ad 3c 2s 2d"), 8)
    >>> cards = CardSet.of("9h Th Jh Kc Ks Kd 4c 5c 9c Qh")
    >>> found = laid_down(knock, cards, CardSet.of("Th 9h"), PRESETS["standard"])
    >>> [str(card) for card, _ in found.laid_off], str(found.deadwood), found.points
    (['9h', 'Th'], '4c 5c 9c Jh Qh', 38)
    """

    def named(some: CardSet) -> str:
        return listed([card.symbol for card in some], "and")

    if wrong := off - cards:
        raise InputError(
            f"{named(wrong)} {'is' if len(wrong) == 1 else 'are'} not in your hand",
            hint="choose among your cards",
        )
    lying = knock.melds if knock.deadwood else ()
    moves = lay_offs(tuple(off), lying, rules)
    if moves is None:
        unfit = CardSet.from_cards(misfits(tuple(off), lying, rules))
        verb = "fits" if len(unfit) == 1 else "fit"
        raise InputError(
            f"{named(unfit)} {verb} none of their melds",
            hint="leave it out" if len(unfit) == 1 else "leave them out",
        )
    rest = best_arrangements(cards - off, rules)[0]
    return Defence(rest.melds, moves, rest.deadwood, rest.points)


# ---------------------------------------------------------------- moves as text


def _action(here: Position, move: str) -> Action:
    """The legal action that a move is; raises InputError where it is none."""
    wanted = Action.of(move)
    for action in here.legal_actions():
        if action == wanted or (not wanted.melds and action.plain == wanted):
            return action
    raise InputError(
        f"`{move[:60]}` is not possible", hint="choose one of the actions that are shown"
    )


def _laid_off(off: CardSet) -> str:
    """What the player lays off, as it is kept."""
    return f"off {off or 'none'}"


def _cards_off(move: str) -> CardSet:
    """The same as cards; raises InputError for another move."""
    word, _, cards = move.partition(" ")
    if word != "off":
        raise InputError(f"`{move[:60]}` is not an answer to a knock")
    return CardSet() if cards == "none" else CardSet.of(cards)
