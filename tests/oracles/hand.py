"""One playout by the real rules: `analyzer.game.position` moves the cards, the policies are plain.

The kernel's playouts have their own flow of the hand: offers, the stock's end, big gin, what a
player knows. Here a `Position` does all that, and the policies are written from their
definitions over sets of cards. Taken from the program is only what brute force has proved:
the least-deadwood arrangement and the best discard (with their choice among equals).

Each player draws from an own end of the stock, the one who asks (`me`) from the front.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from analyzer.engine.policies import Policy
from analyzer.engine.types import Ending
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.position import Position
from analyzer.game.rules import Rules, Wall
from analyzer.game.scoring import Ended
from analyzer.kernel import deadwood as solver
from analyzer.kernel.inplay import SURE
from analyzer.kernel.playout import MOST_DISCARDS
from analyzer.kernel.rng import below, seeded, step

TAKE, DRAW, PASS = Action(Kind.TAKE), Action(Kind.DRAW), Action(Kind.PASS)


@dataclass(frozen=True)
class Played:
    """How a playout came out, from my side."""

    points: int
    ending: Ending
    taken: bool
    """Whether the opponent's first decision was to take the top of the pile."""


# The features of the policies.


def straight_meld(cards: tuple[Card, Card, Card]) -> bool:
    """Whether three cards are a set or a run that does not go round the corner."""
    ranks = sorted(card % 16 for card in cards)
    if ranks[0] == ranks[2]:
        return True
    same_suit = len({card // 16 for card in cards}) == 1
    return same_suit and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]


PAIRS: dict[Card, tuple[int, ...]] = {
    card: tuple(
        CardSet.from_cards(pair).mask
        for pair in combinations(DECK, 2)
        if card not in pair and straight_meld((card, *pair))
    )
    for card in DECK
}
"""The pairs of cards that make a meld with a card."""


def pairs_through(card: Card, cards: CardSet) -> int:
    return sum(cards.mask & pair == pair for pair in PAIRS[card])


def meld_outs(loose: CardSet, live: CardSet) -> CardSet:
    mask = loose.mask
    return CardSet.from_cards(x for x in live if any(mask & pair == pair for pair in PAIRS[x]))


def extends(card: Card, melded: CardSet) -> bool:
    """Whether three melded cards of the rank, or three in a row next to it, wait for a card."""
    if sum(other.rank == card.rank for other in melded) >= 3:
        return True
    ranks = {int(other.rank) for other in melded if other.suit == card.suit}
    below_, above_ = ({card.rank + way * far for far in (1, 2, 3)} for way in (-1, 1))
    return below_ <= ranks or above_ <= ranks


def prospects(loose: CardSet, melded: CardSet, live: CardSet) -> int:
    if len(loose) in {2, 3}:
        return len(meld_outs(loose, live))
    return sum(extends(card, melded) for card in live) if len(loose) == 1 else 0


def at(pair: tuple[float, float], stage: float) -> float:
    return pair[0] + pair[1] * stage


# What one player knows, and decides.


class Seat:
    """A player about to act: own cards, what they know, their policy."""

    def __init__(self, position: Position, policy: Policy) -> None:
        self.position, self.policy, self.rules = position, policy, position.rules
        self.values = position.rules.values
        self.hand = position.hands[position.turn]
        self.known = position.known[1 - position.turn]
        self.live = DECK - self.hand - CardSet.from_cards(position.pile) - self.known
        self.discards = discarded_so_far(position)
        self.stage = min(self.discards // 2, 12) * 0.1

    def loose(self, cards: CardSet) -> CardSet:
        return CardSet(int(solver.arrange(cards.mask, self.rules.tables)[1]))

    def points(self, cards: CardSet) -> int:
        return sum(self.values[card % 16] for card in cards)

    def dearest(self, cards: CardSet) -> int:
        return max((self.values[card % 16] for card in cards), default=0)

    def hand_cost(self, loose: CardSet) -> float:
        p = self.policy
        cost = at(p.dead, self.stage) * self.points(loose) + at(p.loose, self.stage) * len(loose)
        if p.outs[0]:
            worth = at(p.outs, self.stage) + (at(p.near, self.stage) if len(loose) <= 3 else 0)
            cost -= worth * len(meld_outs(loose, self.live))
        return cost

    def discard_cost(self, card: Card) -> float:
        p = self.policy
        cost = at(p.price, self.stage) * self.values[card % 16]
        free = pairs_through(card, self.live)
        given = pairs_through(card, self.known)
        mixed = pairs_through(card, self.live | self.known) - free - given
        if p.danger != (0.0, 0.0):
            cost += at(p.danger, self.stage) * free
            if self.known:
                cost += at(p.feeds, self.stage) * mixed + p.gift * given
        return cost

    def discard(self) -> Card:
        loose = self.loose(self.hand)
        free = [card for card in loose if card != self.position.forbidden]
        if not free:
            return self.shed()[1]
        costs = [self.hand_cost(loose.remove(card)) + self.discard_cost(card) for card in free]
        return free[costs.index(min(costs))]

    def shed(self) -> tuple[int, Card]:
        """(least deadwood, the card to discard for it)."""
        forbidden = self.position.forbidden
        no = -1 if forbidden is None else int(forbidden)
        dead, card = solver.best_discard(self.hand.mask, no, self.rules.tables)
        return int(dead), Card(card)

    def wants(self, card: Card) -> bool:
        p, with_it = self.policy, self.hand.add(card)
        left = self.loose(with_it)
        melds = card not in left
        if not melds and p.take_gain == 0:
            return p.take_any > 0 and pairs_through(card, self.hand) > 0
        others = left - CardSet(card.mask)
        after = self.points(left) - self.dearest(others)
        if after == 0:
            return True
        before = self.loose(self.hand) if melds else others
        wish = at(p.take, self.stage)
        dear = not melds and self.values[card % 16] >= self.dearest(others)
        if dear and p.take_dear[0] <= -SURE:
            return False
        if len(self.live) == 41:
            wish += p.take_first
        if melds:
            wish += at(p.take_meld, self.stage)
        if self.points(before) > self.position.limit >= after:
            wish += p.take_limit
        if p.take_gain:
            least = min((self.hand_cost(left.remove(card)) for card in others), default=0.0)
            wish += p.take_gain * (self.hand_cost(before) - least)
        if dear:
            wish = p.take_dear[0] + p.take_dear[1] * wish
        return wish > 0

    def wants_last(self, dead: int) -> bool:
        return dead == 0 or dead <= self.policy.knock[16][0]

    def takes_last(self) -> bool:
        top = self.position.pile[-1]
        forbidden = -1 if self.rules.may_return_upcard else int(top)
        dead, _ = solver.best_discard(self.hand.add(top).mask, forbidden, self.rules.tables)
        return self.wants_last(int(dead))

    def wants_knock(self, dead: int, discarded: Card) -> bool:
        if dead == 0:
            return True
        kept = self.hand.remove(discarded)
        loose = self.loose(kept)
        outs = min(4, prospects(loose, kept - loose, self.live))
        return dead <= self.policy.knock[min(self.discards // 2, 15)][outs]

    def eleven(self) -> Action:
        """What to do with eleven cards."""
        rules = self.rules
        if rules.big_gin_bonus is not None and not self.loose(self.hand):
            return Action(Kind.BIG_GIN)
        discarded = self.discard()
        dead, shed = self.shed()
        wall = len(self.position.stock) <= 2 and rules.wall is not Wall.RESHUFFLE
        wants = self.wants_last(dead) if wall else self.wants_knock(dead, discarded)
        if dead <= self.position.limit and (wants or self.position.must_knock):
            kind = Kind.KNOCK if dead else Kind.GIN
            return Action(kind, shed, melds_laid(self.hand.remove(shed), rules))
        return Action(Kind.DISCARD, discarded)

    def action(self) -> Action:
        position = self.position
        match position.question:
            case Question.DISCARD:
                return self.eleven()
            case Question.LAST:
                return TAKE if TAKE in position.legal_actions() and self.takes_last() else PASS
            case Question.UPCARD:
                return TAKE if self.wants(position.pile[-1]) else PASS
            case Question.DRAW:
                must_draw = TAKE not in position.legal_actions()
                return TAKE if not must_draw and self.wants(position.pile[-1]) else DRAW


def melds_laid(hand: CardSet, rules: Rules) -> tuple[CardSet, ...]:
    """The melds of the arrangement that the solver chooses among equals."""
    left, runs, _ = solver.layout(hand.mask, rules.tables)
    sets = hand - CardSet(int(left)) - CardSet(int(runs))
    ranks = sorted({card.rank for card in sets})
    melds = [CardSet.from_cards(c for c in sets if c.rank == rank) for rank in ranks]
    return (*melds, *stretches(CardSet(int(runs)), rules))


def stretches(runs: CardSet, rules: Rules) -> Iterator[CardSet]:
    for suit in range(4):
        left = {int(card.rank) for card in runs if card.suit == suit}
        while left:
            stretch = [min(left)]
            while (up := (stretch[-1] + 1) % 13) in left and up != stretch[0]:
                stretch.append(up)
            if rules.ace_both_ways:
                while (down := (stretch[0] - 1) % 13) in left and down not in stretch:
                    stretch.insert(0, down)
            left -= set(stretch)
            while stretch:
                size = first_run(len(stretch), rules.meld_cap)
                yield CardSet.from_cards(Card.make(rank, suit) for rank in stretch[:size])
                stretch = stretch[size:]


def first_run(cards: int, cap: int | None) -> int:
    """How long the first run of a stretch is: as long as the cap and the cards after it allow."""
    sizes = range(min(cap or cards, cards), 2, -1)
    return next(size for size in sizes if can_be_cut(cards - size, cap))


def can_be_cut(cards: int, cap: int | None) -> bool:
    """Whether a stretch falls into runs of three cards up to the cap."""
    sizes = range(3, min(cap or cards, cards) + 1)
    return not cards or any(can_be_cut(cards - size, cap) for size in sizes)


# The flow of a hand.


def discarded_so_far(position: Position) -> int:
    return sum(turn.discarded is not None for turn in position.played)


def play_out(position: Position, me: int, mine: Policy, theirs: Policy) -> Played:
    """Play on to the end, or until somebody has had enough."""
    taken: bool | None = None
    enough = discarded_so_far(position) + MOST_DISCARDS
    while not position.over and discarded_so_far(position) < enough:
        player = position.turn
        action = Seat(position, mine if player == me else theirs).action()
        if player != me and taken is None:
            taken = action == TAKE
        position = apply(position, action, me)
    return _result(position, me, bool(taken))


def apply(position: Position, action: Action, me: int) -> Position:
    """`Position.apply`, where either player draws from an own end of the stock."""
    stock = position.stock
    if action == DRAW and position.turn != me:
        position = replace(position, stock=(stock[-1], *stock[:-1]))
    after = position.apply(action)
    if after.shuffles > position.shuffles:
        return replace(after, stock=_shuffled(after, stock, after.hands[me].mask))
    return after


def _shuffled(after: Position, left: tuple[Card, ...], seed: int) -> tuple[Card, ...]:
    """The new stock in the kernel's order: what was left at the ends, the pile between."""
    cards = sorted(CardSet.from_cards(after.stock) - CardSet.from_cards(left))
    ahead = min(1, len(left))
    state = seeded(seed, len(cards) + ahead)
    for last in range(len(cards) - 1, 0, -1):
        state = step(state)
        other = below(state, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return (*left[:1], *cards, *left[1:])


_MINE = {
    Ended.GIN: Ending.GIN,
    Ended.BIG_GIN: Ending.GIN,
    Ended.KNOCK: Ending.KNOCK,
    Ended.UNDERCUT: Ending.UNDERCUT,
    Ended.TIE: Ending.TIE,
}
_THEIRS = {
    Ending.GIN: Ending.THEIR_GIN,
    Ending.KNOCK: Ending.THEIR_KNOCK,
    Ending.UNDERCUT: Ending.THEIR_UNDERCUT,
    Ending.TIE: Ending.TIE,
}


def _result(position: Position, me: int, taken: bool) -> Played:
    outcome = position.outcome
    if outcome is None or outcome.knocker is None:
        return Played(0, Ending.VOID, taken)
    ending = _MINE[outcome.hand.kind]
    if outcome.knocker != me:
        ending = _THEIRS[ending]
    return Played(outcome.points[me], ending, taken)


def turned(cards: CardSet, turn: int) -> CardSet:
    """The cards with their suits relabeled: suit number s becomes s xor `turn`."""
    return CardSet.from_cards(card ^ (turn << 4) for card in cards)


def _turned_row(cards: tuple[Card, ...], turn: int) -> tuple[Card, ...]:
    return tuple(Card(card ^ (turn << 4)) for card in cards)


def evaluate(
    position: Position, action: Action, theirs: CardSet, row: tuple[Card, ...],
    policies: tuple[Policy, Policy], turn: int = 0,
) -> Played:  # fmt: skip
    """One world of one action of the player to act: their hand and the stock exchanged.

    It is played with the suits relabeled by `turn`: equal choices are settled otherwise then.
    """
    me = position.turn
    mine = turned(position.hands[me], turn)
    hands = (mine, turned(theirs, turn)) if me == 0 else (turned(theirs, turn), mine)
    known = turned(position.known[0], turn), turned(position.known[1], turn)
    taken = None if position.taken is None else Card(position.taken ^ (turn << 4))
    world = replace(
        position, hands=hands, stock=_turned_row(row, turn), known=known, taken=taken,
        pile=_turned_row(position.pile, turn),
    )  # fmt: skip
    card = None if action.card is None else Card(action.card ^ (turn << 4))
    melds = tuple(turned(meld, turn) for meld in action.melds)
    return play_out(apply(world, Action(action.kind, card, melds), me), me, *policies)
