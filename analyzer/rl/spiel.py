"""A bot of ours as a `pyspiel.Bot`, where OpenSpiel is installed: for `evaluate_bots` and others.

What was played becomes our own hand in play, of which the bot is given the view of its player. The
parameters of the game become rules. Where OpenSpiel allows less than we do (a knock that it has not
seen, a third card on a run), the bot does the nearest thing that is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from analyzer.engine.bots import Bot
from analyzer.game.actions import TAKE, Action, Kind, Question
from analyzer.game.arrangement import Arrangement, Meld
from analyzer.game.cards import CardSet
from analyzer.game.position import Position
from analyzer.game.rules import Rules
from analyzer.game.solving import best_answer, best_ways
from analyzer.game.view import view_of
from analyzer.kernel.rng import step
from analyzer.notation.records import Record, replay
from analyzer.notation.records.files import read_file
from analyzer.rl.actions import DRAWS, PASSES, TAKES, action_of, card_number
from analyzer.rl.policy import seated

try:
    import pyspiel
except ImportError:
    raise ImportError("OpenSpiel is not installed; install it: pip install open_spiel") from None

KNOCKS: Final = 55
MELDS: Final = 56
"""The first of its numbers of melds; the 55 below those two are ours, too."""
LONGEST: Final = 5
"""Most cards of a meld there; a longer run is laid down in pieces."""


_DEALT: Final = 21
"""Its first actions: twenty cards and the upcard."""


def position_of_state(state: Any) -> Position:
    """The hand in play of a state in which nobody has knocked."""
    return replay(_record(str(state.get_game()), tuple(state.history())))[-1]


def _record(game: str, history: tuple[int, ...]) -> Record:
    (record,) = read_file("openspiel", f"[Game]\n{game}\n[State]\n{list(history)}").hands
    return record


@lru_cache(maxsize=64)
def _rules_of(game: str) -> Rules:
    """The rules of a game with its parameters."""
    return _record(game, tuple(range(_DEALT))).rules


def pieces(melds: Iterable[CardSet]) -> Iterator[CardSet]:
    """The melds, runs of six cards and more in pieces of three to five.

    >>> [str(piece) for piece in pieces([CardSet.of("4h 5h 6h 7h 8h 9h")])]
    ['4h 5h 6h', '7h 8h 9h']
    """
    for meld in melds:
        cards = list(meld)
        while len(cards) > LONGEST:
            size = min(LONGEST, len(cards) - 3)
            yield CardSet.from_cards(cards[:size])
            cards = cards[size:]
        yield CardSet.from_cards(cards)


class SpielBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel says no types
    """A bot by name, in either seat of one game."""

    def __init__(self, bot: Bot | str, game: Any, seed: int = 1) -> None:
        """`game` is OpenSpiel's; raises InputError for a bot that cannot play its rules."""
        pyspiel.Bot.__init__(self)
        self._rules = _rules_of(str(game))
        self._bot, self._seed, self._plan = seated(bot, self._rules), seed, list[int]()

    def restart(self) -> None:
        """Forget the hand."""
        self._plan = []

    def restart_at(self, state: Any) -> None:
        """Forget the hand: what was played is in the state."""
        self._plan = []

    def step(self, state: Any) -> int:
        """The number of a legal action."""
        legal = state.legal_actions()
        if not any(state.knocked()):
            return int(legal[0]) if len(legal) == 1 else self._played(state, legal)
        if not self._plan:
            self._plan = list(self._answer(state))
        while self._plan:
            number = self._plan.pop(0)
            if number in legal:
                return number
        return PASSES

    def _played(self, state: Any, legal: list[int]) -> int:
        here = position_of_state(state)
        action = self._decided(here)
        if here.question is Question.LAST and action == TAKE:
            action = self._decided(here.apply(TAKE))
        if action.card is None:
            return {Kind.TAKE: TAKES, Kind.DRAW: DRAWS}.get(action.kind, PASSES)
        number = card_number(action.card)
        if not action.ends_hand or KNOCKS not in legal:
            return number if number in legal else PASSES
        self._plan = [number, *_numbers(action.melds), PASSES]
        return KNOCKS

    def _decided(self, here: Position) -> Action:
        self._seed = step(self._seed)
        action = self._bot.decide(view_of(here), self._seed)
        if not action.ends_hand or action.melds or action.card is None:
            return action
        left = here.hands[here.turn].remove(action.card)
        return replace(action, melds=best_ways(left, here.rules)[0].melds)

    def _answer(self, state: Any) -> Iterator[int]:
        """Lay off, then lay down melds; against gin melds alone."""
        me = state.current_player()
        hand, spread = _cards(state.hands()[me]), _spread(state, 1 - me, self._rules)
        kind = Kind.KNOCK if spread.points else Kind.GIN
        (discard,) = _cards([state.discard_pile()[-1]])
        answer = self._bot.defend(hand, Action(kind, discard, spread.melds), self._rules)
        answer = best_answer(spread, hand, self._rules) if answer is None else answer
        if spread.points:
            yield from (card_number(card) for card, _ in answer.laid_off)
            yield PASSES
        yield from _numbers(answer.melds)
        yield PASSES


def _cards(numbers: Iterable[int]) -> CardSet:
    cards = (action_of(number).card for number in numbers)
    return CardSet.from_cards(card for card in cards if card is not None)


def _spread(state: Any, knocker: int, rules: Rules) -> Arrangement:
    """The melds and the deadwood that a knocker has laid down."""
    to_meld = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).int_to_meld
    melds = tuple(Meld(_cards(to_meld[number])) for number in state.layed_melds()[knocker])
    left = _cards(state.hands()[knocker])
    for meld in melds:
        left -= meld
    return Arrangement(melds, left, rules.points(left))


def _numbers(melds: Iterable[CardSet]) -> Iterator[int]:
    to_number = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).meld_to_int
    for piece in pieces(melds):
        yield to_number([card_number(card) for card in piece]) + MELDS
