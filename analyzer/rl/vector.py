"""Many hands at once in the kernel, arrays in and out; a hand that ends is followed by the next."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.bots import PolicyBot, bot_named
from analyzer.engine.policies import Policy, weights_of
from analyzer.engine.rollout import by_upcard, hand_rules
from analyzer.errors import InputError
from analyzer.game.rules import Rules
from analyzer.kernel import batch, choosing
from analyzer.kernel.batch import BatchRules
from analyzer.rl.actions import action_of
from analyzer.rl.hand import rules_of

MOST_HANDS: Final = 1_000_000
"""Hands at once: half a gigabyte."""
MOST_MISDEALS: Final = 30
"""The knock limit up to which a misdeal is dealt again; above it nearly every deal would be one."""


class Batch(NamedTuple):
    """The decision of each hand, and what came of the last one; the next step writes over it."""

    observations: NDArray[np.int8]
    """[hands, 320]: what the player to act sees, as `observations.TABLE` lists it."""
    masks: NDArray[np.bool_]
    """[hands, 212]: the legal actions, as `actions.TABLE` numbers them."""
    players: NDArray[np.int64]
    """[hands]: the player to act; 0 does not deal, and begins."""
    points: NDArray[np.int16]
    """[hands, 2]: the points of both players where the last action ended a hand, else 0."""
    ended: NDArray[np.bool_]
    """[hands]: true where it did, or cut a hand off, so that another one has been dealt."""
    deals: NDArray[np.int64]
    """[hands]: the number of the deal that is played."""


class VectorEnv:
    """So many hands in play, each by itself, under the rules of a game for two.

    Hand h of n plays the deals h, h + n, h + 2n … of a seed: the same cards whatever is played, so
    that two policies can meet them from both seats. Arrays are those of the environment: a step
    writes over what the one before gave, so copy what is to be kept.

    >>> env = VectorEnv(hands=2, rules="classic", seed=1)
    >>> turn = env.reset()
    >>> turn.masks[0].nonzero()[0].tolist(), turn.players.tolist()  # take, or pass
    ([52, 54], [0, 0])
    >>> turn = env.step([54, 52])
    >>> turn.players.tolist(), turn.masks.sum(axis=1).tolist()
    ([1, 0], [2, 10])
    """

    def __init__(self, hands: int = 1_024, rules: Rules | str = "standard", seed: int = 1) -> None:
        """Raises InputError for rules that are not for two with the plain pack."""
        if not 1 <= hands <= MOST_HANDS:
            raise InputError(f"{hands} hands", where="hands", hint=f"give 1 to {MOST_HANDS:,}")
        self.rules = rules_of(rules)
        self.hands = hands
        self._batch = _batch_rules(self.rules)
        self._tables = self.rules.tables
        self._by_upcard = by_upcard(self.rules)
        self._lanes = np.zeros((hands, batch.COLUMNS), np.int64)
        self._rows = np.zeros((hands, 64), np.int8)
        self._masks = np.zeros((hands, batch.ACTIONS), np.uint8)
        self._views = np.zeros((hands, batch.WIDTH), np.int8)
        self._points = np.zeros((hands, 2), np.int16)
        self._ended = np.zeros(hands, np.uint8)
        self._seed = 0
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Batch:
        """Deal every hand anew: the deals of a seed, or the same ones again."""
        if seed is not None and not 0 <= seed < 1 << 63:
            raise InputError(f"{seed} is not a seed", where="seed", hint="give 0 to 2**63 - 1")
        self._seed = self._seed if seed is None else seed
        self._points[:], self._ended[:] = 0, 0
        batch.begin(
            self._lanes, self._rows, self._masks, self._views, self._seed, 0, *self._by_upcard,
            self._tables, self._batch,
        )  # fmt: skip
        return self.turn

    @property
    def turn(self) -> Batch:
        """The decisions as they stand."""
        players, deals = self._lanes[:, batch.PLAYER], self._lanes[:, batch.NUMBER]
        return Batch(
            self._views, self._masks.view(np.bool_), players, self._points,
            self._ended.view(np.bool_), deals,
        )  # fmt: skip

    def step(self, actions: Any) -> Batch:
        """Do one action in each hand, by number.

        Raises InputError where one is not legal; then nothing was done.
        """
        given = np.asarray(actions)
        if given.shape != (self.hands,) or not np.issubdtype(given.dtype, np.integer):
            raise InputError(
                f"the actions are {given.dtype} of shape {given.shape}", where="actions",
                hint=f"give {self.hands} whole numbers, one for each hand",
            )  # fmt: skip
        wrong = batch.move(
            self._lanes, self._rows, self._masks, self._views, given.astype(np.int64, copy=False),
            self._points, self._ended, self._seed, *self._by_upcard, self._tables, self._batch,
        )  # fmt: skip
        if wrong >= 0:
            raise self._illegal(int(wrong), int(given[wrong]))
        return self.turn

    def _illegal(self, hand: int, number: int) -> InputError:
        legal = self._masks[hand].nonzero()[0].tolist()
        named = ", ".join(f"{each} ({action_of(each)})" for each in legal)
        return InputError(
            f"action {number} is not legal", where=f"hand {hand}", hint=f"legal: {named}"
        )

    def random_actions(self, seed: int) -> NDArray[np.int64]:
        """A legal action of each hand, each as likely as any other."""
        actions = np.zeros(self.hands, np.int64)
        choosing.choose_any(self._masks, seed, actions)
        return actions

    def policy_actions(self, policy: Policy | str) -> NDArray[np.int64]:
        """The actions of a rollout policy, or of a bot that is one: `fast`, `greedy`.

        >>> env = VectorEnv(hands=1, seed=1)
        >>> str(action_of(env.policy_actions("greedy")[0]))
        'pass'
        """
        actions = np.zeros(self.hands, np.int64)
        weights = weights_of(_policy(policy, self.rules))
        choosing.choose(self._lanes, self._masks, self._tables, self._batch, weights, actions)
        return actions

    def deadwood_left(self) -> NDArray[np.int16]:
        """[hands, 52]: the deadwood that each discard leaves; before the draw what a take would.

        A take is at the top's number, with the best discard after it; all other places are 0.

        >>> env = VectorEnv(hands=1, seed=1)
        >>> env.deadwood_left().nonzero()[1].tolist() == [
        ...     int(env.turn.observations[0, 52:104].argmax())]
        True
        """
        left = np.zeros((self.hands, 52), np.int16)
        choosing.leave(self._lanes, self._tables, self._batch, left)
        return left


def _policy(policy: Policy | str, rules: Rules) -> Policy:
    if isinstance(policy, Policy):
        return policy
    bot = bot_named(policy, rules)
    if not isinstance(bot, PolicyBot):
        raise InputError(
            f"`{policy}` plays no hands in the kernel", where="policy",
            hint="use fast, greedy, gin-waiter, camper or knocks-early",
        )  # fmt: skip
    return bot.policy


def _batch_rules(rules: Rules) -> BatchRules:
    if rules.misdeal_if_dealt_knock and rules.knock_limit > MOST_MISDEALS:
        raise InputError(
            f"under {rules.name} nearly every deal is a misdeal", where="rules",
            hint="leave out misdeal_if_dealt_knock, or lower the knock limit",
        )  # fmt: skip
    return BatchRules(
        hand=hand_rules(rules),
        must_gin=int(rules.must_gin),
        eleven=int(rules.deals_eleven),
        misdeal=int(rules.misdeal_if_dealt_knock),
    )
