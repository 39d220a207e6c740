"""Train a small policy for gin rummy in a minute or two: numpy and `analyzer.rl`, nothing else.

    python tests/examples/train_policy.py [--hands 800000] [--against greedy]

The policy is linear: how much a card is to go, and how much the top of the pile is wanted, are sums
of weights over a few features, and a softmax over the legal actions chooses. It plays a bot, 1,024
hands at a time, half of them from either seat, and REINFORCE moves the weights toward what paid.
Then it meets two bots on fresh deals, each deal from both seats.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from analyzer.rl.actions import BIG_GINS, GINS, KNOCKS, LAYS_OFF, TAKES
from analyzer.rl.vector import VectorEnv

Floats = NDArray[np.float32]

CARD, WISH, KNOCK, GIN, LAY = slice(0, 10), slice(10, 21), slice(21, 24), 24, 25
"""The weights: of a card to discard, of a card to take (one more), of knocking (once, by the stock
that is left and by the deadwood of the eleven cards), of gin, and of laying off."""
WEIGHTS = 26
VALUES = np.minimum(np.arange(1, 14), 10) / 10


def beside(cards: Floats, step: int) -> Floats:
    """Of each card the one so many ranks away, in the same suit."""
    room = np.pad(cards, ((0, 0), (0, 0), (2, 2)))
    return room[:, :, 2 + step : 15 + step]


def features(shown: NDArray[np.int8], left: NDArray[np.int16]) -> Floats:
    """[hands, 52, 10]: each card beside a hand, from the planes of an observation.

    `left` is the deadwood without the card; the last column is it early, when the stock is full.
    """
    planes = shown[:, :312].reshape(-1, 6, 4, 13).astype(np.float32)
    hand, gone, theirs = planes[:, 0], planes[:, 1] + planes[:, 2], planes[:, 3]
    up, down, far_up, far_down = (beside(hand, step) for step in (1, -1, 2, -2))
    alike = hand.sum(axis=1, keepdims=True) - hand
    helpers = gone.sum(axis=1, keepdims=True) + beside(gone, 1) + beside(gone, -1)
    wanted = theirs.sum(axis=1, keepdims=True) + beside(theirs, 1) + beside(theirs, -1)
    dead = left.reshape(hand.shape) / 10
    columns = (
        np.broadcast_to(VALUES, hand.shape), alike == 1, alike > 1, (up + down) > 0,
        (far_up + far_down) > 0, (up * far_up + down * far_down + up * down) > 0,
        helpers / 4, wanted > 0, dead, dead * (shown[:, 313] / 31)[:, None, None],
    )  # fmt: skip
    return np.stack(columns, axis=-1, dtype=np.float32).reshape(len(shown), 52, 10)


class Decisions:
    """Some hands at a decision, with the chances that the weights give to each action."""

    def __init__(self, env: VectorEnv, hands: NDArray[np.int64], weights: Floats) -> None:
        """`hands` are those of the environment in which the policy is to act."""
        batch = env.turn
        shown = batch.observations[hands]
        self.cards = features(shown, env.deadwood_left()[hands])
        self.knock = np.stack([np.ones(len(hands)), shown[:, 313] / 31, shown[:, 318] / 10], axis=1)
        tops = shown[:, 52:104].argmax(axis=1)
        top = self.cards[np.arange(len(hands)), tops]
        top[:, 8] -= shown[:, 318] / 10  # a take is judged by what it saves
        self.top = np.concatenate([top, np.ones((len(hands), 1), np.float32)], axis=1)
        self.logits = np.where(batch.masks[hands], self._logits(weights), np.float32(-1e9))
        odds = np.exp(self.logits - self.logits.max(axis=1, keepdims=True))
        self.odds = odds / odds.sum(axis=1, keepdims=True)

    def _logits(self, weights: Floats) -> Floats:
        logits = np.zeros((len(self.cards), 212), np.float32)
        cards = self.cards @ weights[CARD]
        knock = self.knock @ weights[KNOCK]
        logits[:, :TAKES], logits[:, KNOCKS:GINS] = cards, cards + knock[:, None]
        logits[:, GINS:BIG_GINS], logits[:, BIG_GINS] = cards + weights[GIN], weights[GIN]
        logits[:, TAKES], logits[:, LAYS_OFF:] = self.top @ weights[WISH], weights[LAY]
        return logits

    def best(self) -> NDArray[np.int64]:
        """The likeliest action of each."""
        return self.logits.argmax(axis=1)

    def drawn(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """An action of each, by its chance."""
        wanted = rng.random((len(self.odds), 1), np.float32) * self.odds.sum(axis=1, keepdims=True)
        return np.minimum((self.odds.cumsum(axis=1) < wanted).sum(axis=1), self.best_last())

    def best_last(self) -> NDArray[np.int64]:
        """The last legal action of each, for sums that end below 1."""
        return 211 - (self.odds[:, ::-1] > 0).argmax(axis=1)

    def slopes(self, actions: NDArray[np.int64]) -> Floats:
        """[hands, weights]: how the logarithm of an action's chance moves with the weights."""
        more = -self.odds
        more[np.arange(len(actions)), actions] += 1
        knocks, gins = more[:, KNOCKS:GINS], more[:, GINS:BIG_GINS]
        slopes = np.empty((len(actions), WEIGHTS), np.float32)
        slopes[:, CARD] = np.einsum("hc,hcf->hf", more[:, :TAKES] + knocks + gins, self.cards)
        slopes[:, WISH] = more[:, [TAKES]] * self.top
        slopes[:, KNOCK] = knocks.sum(axis=1, keepdims=True) * self.knock
        slopes[:, GIN] = gins.sum(axis=1) + more[:, BIG_GINS]
        slopes[:, LAY] = more[:, LAYS_OFF:].sum(axis=1)
        return slopes


def train(
    hands: int, against: str = "greedy", seed: int = 1, tell: Callable[[str], None] = print
) -> Floats:
    """The weights after so many hands."""
    env, rng = VectorEnv(seed=seed), np.random.default_rng(seed)
    weights, mean, square = (np.zeros(WEIGHTS, np.float32) for _ in range(3))
    seats, slopes = np.arange(env.hands) % 2, np.zeros((env.hands, WEIGHTS), np.float32)
    paid, pushed, done, updates = list[Floats](), list[Floats](), 0, 0
    batch = env.turn
    while done < hands:
        mine = (batch.players == seats).nonzero()[0]
        actions, decisions = env.policy_actions(against), Decisions(env, mine, weights)
        actions[mine] = decisions.drawn(rng)
        slopes[mine] += decisions.slopes(actions[mine])
        batch = env.step(actions)
        over = batch.ended.nonzero()[0]
        paid.append(batch.points[over, seats[over]].astype(np.float32))
        pushed.append(slopes[over])
        slopes[over] = 0
        if sum(map(len, paid)) < env.hands:
            continue
        points, moves = np.concatenate(paid), np.concatenate(pushed)
        gain = ((points - points.mean()) / points.std()) @ moves / len(points)
        done, updates, paid, pushed = done + len(points), updates + 1, [], []
        mean, square = 0.9 * mean + 0.1 * gain, 0.99 * square + 0.01 * gain**2
        scale = np.sqrt(square / (1 - 0.99**updates)) + 1e-4
        pace = 0.08 * (1 - 0.95 * min(1.0, done / hands))
        weights += pace * mean / (1 - 0.9**updates) / scale
        if updates % 20 == 0:
            tell(f"{done:7,} hands, {points.mean():+6.1f} points a hand")
    return weights


def match(weights: Floats, bot: str, deals: int, seed: int = 2**40) -> tuple[float, float]:
    """Points a hand against a bot and half of their 95% interval, each deal from both seats."""
    points = np.zeros((2, deals))
    for seat in (0, 1):
        env = VectorEnv(deals, seed=seed)
        batch, going, steps = env.turn, np.ones(deals, bool), 0
        while going.any():
            mine = (batch.players == seat).nonzero()[0]
            actions = env.random_actions(steps) if bot == "random" else env.policy_actions(bot)
            actions[mine] = Decisions(env, mine, weights).best()
            batch, steps = env.step(actions), steps + 1
            over = going & batch.ended
            points[seat, over] = batch.points[over, seat]
            going &= ~batch.ended
    pairs = points.mean(axis=0)
    return float(pairs.mean()), float(1.96 * pairs.std() / np.sqrt(deals))


def main() -> None:
    """Train, and play the matches."""
    parser = argparse.ArgumentParser(description="a small policy, trained and tried")
    parser.add_argument("--hands", type=int, default=800_000, help="to train on; 800000")
    parser.add_argument("--against", default="greedy", help="the bot it learns from; greedy")
    parser.add_argument("--deals", type=int, default=4_000, help="of each match; 4000")
    options = parser.parse_args()
    weights = train(options.hands, options.against)
    for bot in ("random", "greedy"):
        mean, half = match(weights, bot, options.deals)
        print(f"against {bot}: {mean:+.2f} ±{half:.2f} points a hand, {options.deals:,} deals")


if __name__ == "__main__":
    main()
