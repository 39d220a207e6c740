"""A bot of ours as the policy of an agent in the environment of PettingZoo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyzer.engine.bots import Bot, bot_named
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import CardSet
from analyzer.game.rules import Rules
from analyzer.game.solving import best_answer
from analyzer.kernel.rng import step
from analyzer.rl.actions import PASSES, number_of_action
from analyzer.rl.hand import HandInPlay


def seated(bot: Bot | str, rules: Rules) -> Bot:
    """The bot, or that of a name; raises InputError where it cannot play the rules."""
    return bot_named(bot, rules) if isinstance(bot, str) else bot


class BotPolicy:
    """A bot by name, called with an observation and the agent that is to act.

    It decides by the view that the environment has of the agent, which knows every turn that the
    agent saw, and nothing hidden. A knock is laid down as the environment does.
    """

    def __init__(self, bot: Bot | str, env: Any, seed: int = 1) -> None:
        """`env` is the environment that is played, wrapped or not."""
        self._env = env.unwrapped
        self._bot, self._seed = seated(bot, self._env.rules), seed

    def __call__(self, observation: Any, agent: str) -> int:
        """The number of a legal action."""
        legal = observation["action_mask"].nonzero()[0].tolist()
        if len(legal) == 1:
            return int(legal[0])
        self._seed = step(self._seed)
        hand: HandInPlay = self._env.hand
        if hand.answering:
            return self._laid_off(hand, legal)
        action = self._bot.decide(self._env.view(agent), self._seed)
        number = number_of_action(action)
        gin = replace(action, kind=Kind.GIN)  # which a knock is where it could be laid down so
        return number if number in legal else number_of_action(gin)

    def _laid_off(self, hand: HandInPlay, legal: list[int]) -> int:
        """The next card of the bot's answer to a knock, or that it is done."""
        here = hand.position
        assert here.outcome is not None and here.outcome.knock is not None
        spread, cards = here.outcome.knock, here.hands[hand.player]
        knock = Action(Kind.KNOCK, here.pile[-1], spread.melds)
        answer = self._bot.defend(cards, knock, here.rules)
        answer = best_answer(spread, cards, here.rules) if answer is None else answer
        wanted = CardSet.from_cards(card for card, _ in answer.laid_off) - hand.off
        numbers = [
            number_of_action(Action(Kind.LAY_OFF, off=CardSet(1 << card))) for card in wanted
        ]
        return next((number for number in numbers if number in legal), PASSES)
