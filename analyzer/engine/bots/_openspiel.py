"""OpenSpiel's simple gin rummy bot at our table, where `open_spiel` is installed.

It reads a state of its own library, so its side of the hand is played again there from the
view. What the opponent drew unseen is filled in with any cards that fit: what the bot looks at
shows only its own side. It plays its library's rules, the preset `openspiel`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import get_ident
from typing import Any, Final

from analyzer.engine.bots._base import Unlearning, register
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import GREEDY
from analyzer.errors import InputError
from analyzer.game.actions import DRAW, PASS, TAKE, Action, Kind, Question
from analyzer.game.arrangement import Defense, Meld
from analyzer.game.cards import DECK, Card, CardSet, Rank
from analyzer.game.melds import best_arrangements, deadwood
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.table import Played, hand_before
from analyzer.game.view import Side, Turn, View

SUITS: Final = "scdh"
"""The suits in its order."""

TAKES, DRAWS, PASSES, KNOCKS, FIRST_MELD = 52, 53, 54, 55, 56
"""Its actions; below them the 52 cards, from `FIRST_MELD` on the melds."""

_OFFERS = {Turn.TAKE: TAKES, Turn.DRAW: DRAWS, Turn.PASS: PASSES}


@lru_cache(maxsize=1)
def _spiel() -> Any:
    """The library; raises InputError where it is not installed."""
    try:
        import pyspiel  # noqa: PLC0415  (it is large, and need not be there)
    except ImportError:
        raise InputError(
            "OpenSpiel is not installed", where="openspiel", hint="pip install open_spiel"
        ) from None
    return pyspiel


@lru_cache(maxsize=1)
def _initial() -> tuple[Any, dict[str, Any]]:
    """The state before a deal, and the game's parameters: making them is expensive."""
    game = _spiel().load_game("gin_rummy")
    return game.new_initial_state(), game.get_parameters()


@lru_cache(maxsize=16)
def _bot(seat: int, thread: int) -> Any:
    """The library's bot of a seat, which remembers a knock, so that each thread has its own."""
    return _spiel().make_simple_gin_rummy_bot(_initial()[1], seat)


@dataclass(frozen=True, slots=True)
class OpenSpielBot(Unlearning):
    """Takes only into a meld or a knock, knocks at the first chance, never lays off.

    Against gin it passes before it has laid anything down, so that its whole hand counts.
    """

    name: str = "openspiel"

    def defend(self, hand: CardSet, knock: Action, rules: Rules) -> Defense:
        """Lay down melds against a knock, and nothing against gin."""
        if knock.kind is Kind.GIN:
            return Defense((), (), hand, rules.points(hand))
        own = best_arrangements(hand, rules)[0]
        return Defense(own.melds, (), own.deadwood, own.points)

    def decide(self, view: View, seed: int) -> Action:
        """Return what that bot does; needs a view with its whole history and dealer."""
        state = _played_again(view)
        if state is None:
            return policy_action(view, GREEDY)
        seat = state.current_player()
        bot = _bot(seat, get_ident())
        bot.restart()
        first = bot.step(state)
        if view.question is Question.DISCARD:
            if first == KNOCKS:
                return _knock(bot, state, view)
            return Action(Kind.DISCARD, _CARDS[first])
        return {TAKES: TAKE, KNOCKS: TAKE, DRAWS: DRAW, PASSES: PASS}[first]


def _number(card: Card) -> int:
    return SUITS.index(card.suit.letter) * len(Rank) + card.rank


_CARDS: Final = {_number(card): card for card in DECK}


def _meld(state: Any, action: int) -> Meld:
    text = state.action_to_string(state.current_player(), action).split()[-1]
    return Meld.of(" ".join(text[i : i + 2] for i in range(0, len(text), 2)))


def _knock(bot: Any, state: Any, view: View) -> Action:
    """The discard and the melds of a knock that the bot has begun."""
    state.apply_action(KNOCKS)
    number = bot.step(state)
    discarded = _CARDS[number]
    state.apply_action(number)
    melds = []
    while (action := bot.step(state)) >= FIRST_MELD:
        melds.append(_meld(state, action))
        state.apply_action(action)
    gin = deadwood(view.hand.remove(discarded), view.rules) == 0
    return Action(Kind.GIN if gin else Kind.KNOCK, discarded, tuple(melds))


def _played_again(view: View) -> Any | None:
    """Its state at a view; None where the hand would be over there (see `KNOWN` of the tests)."""
    if view.history is None or view.dealer is None:
        raise InputError(
            "this bot needs every turn and the dealer",
            where="openspiel",
            hint="give a history and who dealt",
        )
    events = view.history[:-1] if view.must_knock else view.history
    state = _initial()[0].clone()
    first_hand, drawn = _hidden(view)
    hands = _first_hand(view), first_hand
    upcard = view.upcard
    assert upcard is not None
    for hand in hands if view.dealer == Side.OPPONENT else reversed(hands):
        for card in hand:
            state.apply_action(_number(card))
    state.apply_action(_number(upcard))
    for action in _actions(events, drawn):
        if state.is_terminal():
            return None
        state.apply_action(action)
    return None if state.is_terminal() else state


def _actions(events: tuple[Played, ...], drawn: list[Card]) -> Iterator[int]:
    theirs = iter(drawn)
    for event in events:
        yield _OFFERS[event.turn]
        if event.turn is Turn.DRAW:
            card = next(theirs) if event.player == Side.OPPONENT else event.card
            assert card is not None
            yield _number(card)
        if event.discarded is not None:
            yield _number(event.discarded)


def _first_hand(view: View) -> CardSet:
    """The ten cards I was dealt."""
    hand = view.hand
    for event in reversed(view.history or ()):
        if event.player == Side.ME:
            hand = hand_before(hand, event.card, event.discarded)
    return hand


def _hidden(view: View) -> tuple[CardSet, list[Card]]:
    """Cards for the opponent's deal and their draws that agree with what they discarded."""
    slots: list[Card | None] = [None] * 10
    taken: set[Card] = set()
    for event in view.history or ():
        if event.player == Side.ME:
            continue
        if event.turn is Turn.DRAW:
            slots.append(None)
        elif event.card is not None:
            taken.add(event.card)
        if event.discarded in taken:
            taken.remove(event.discarded)
        elif event.discarded is not None:
            # Nobody had seen it: the card just drawn, or one held until then.
            slots[-1 if event.turn is Turn.DRAW else slots.index(None)] = event.discarded
    unseen = iter(view.unseen)
    cards = [next(unseen) if card is None else card for card in slots]
    return CardSet.from_cards(cards[:10]), cards[10:]


def _bot_under(rules: Rules, name: str) -> OpenSpielBot:
    own = PRESETS["openspiel"]
    if replace(rules, name=own.name, summary=own.summary) == own:
        return OpenSpielBot()
    raise InputError(
        f"OpenSpiel's bot cannot play {rules.name}", where="openspiel", hint="play openspiel"
    )


register("openspiel", _bot_under, rank=90)
