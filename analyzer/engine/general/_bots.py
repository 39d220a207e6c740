"""Players of the other games: at random, greedy, and by rollouts of what greedy players do."""

from __future__ import annotations

from random import Random
from typing import Protocol

from analyzer.engine.general._playouts import moves_of, rules_of_hand, seats_of
from analyzer.engine.general._search import advise
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import Card
from analyzer.game.jokers import best_layouts, meld_rules, table_fits
from analyzer.game.melds import deadwood
from analyzer.game.rules import GameKind
from analyzer.game.view import View
from analyzer.kernel import general as kernel

BOT_NAMES = ("random", "greedy", "outs", "rollouts")

FEW = 5
"""Discards that a player by rollouts thinks about."""
FAR = 15
"""Points of deadwood beyond the least at which a discard is not thought of."""
APART, TOGETHER = 2, 10
"""Ranks between cards of a suit that may still meld, and points that such a neighbor is worth."""
SURE = 1.5
"""Standard errors by which a move has to lead before the greedy one is left for it."""


class TableBot(Protocol):
    """Chooses from what one view sees."""

    def choose(self, view: View, seed: int) -> Action:
        """The move; the same for the same seed."""


def table_bot(name: str) -> TableBot:
    """A player by name; `rollouts:200` plays that many worlds a decision."""
    kind, _, worlds = name.partition(":")
    if kind == "random" and not worlds:
        return _Random()
    if kind == "greedy" and not worlds:
        return _Greedy()
    if kind == "outs" and not worlds:
        return _Outs()
    if kind == "rollouts" and (worlds.isdecimal() or not worlds):
        return _Rollouts(int(worlds[:6] or 100))
    raise InputError(
        f"`{name}` is not a player of the other games", hint="they are " + ", ".join(BOT_NAMES)
    )


class _Random:
    def choose(self, view: View, seed: int) -> Action:
        return Random(f"{seed}/{len(view.steps)}").choice(moves_of(view))


class _Greedy:
    def choose(self, view: View, seed: int) -> Action:
        return greedy_move(view)


def greedy_move(view: View) -> Action:
    """Return what a greedy player does: see :mod:`analyzer.kernel.general`.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import parse_rules
    >>> from analyzer.game.view import view_of
    >>> str(greedy_move(view_of(deal(parse_rules("three-hand"), seed=1))))
    'pass'
    """
    moves = moves_of(view)
    mahjong = view.rules.play is GameKind.MAHJONG
    if view.question is Question.DISCARD:
        return _lay_or_discard(view, moves) if mahjong else _knock_or_discard(view, moves)
    take = _cards_to_take(view) if mahjong else _takes_top(view)
    wanted = Action(Kind.TAKE, count=take)
    return wanted if wanted in moves else moves[-1]


def _takes_top(view: View) -> int:
    rules, melds = rules_of_hand(view.rules, view.upcard), meld_rules(view.rules)
    if not view.pile or view.must_draw:
        return 0
    return int(kernel.wants(view.hand.mask, view.pile[-1], rules, melds))


def _cards_to_take(view: View) -> int:
    melds, seats = meld_rules(view.rules), seats_of(view)
    return int(kernel.from_pile(seats, view.hand.mask, len(view.pile), len(view.melds), melds))


def _knock_or_discard(view: View, moves: tuple[Action, ...]) -> Action:
    if Action(Kind.BIG_GIN) in moves:
        return Action(Kind.BIG_GIN)
    points, card = view.best_discard(view.hand)
    kind = Kind.KNOCK if points else Kind.GIN
    wanted = Action(kind if points <= view.limit else Kind.DISCARD, card)
    return wanted if wanted in moves else moves[0]


def _lay_or_discard(view: View, moves: tuple[Action, ...]) -> Action:
    for meld in best_layouts(view.hand, view.rules, 1)[0].melds:
        if (move := Action(Kind.MELD, melds=(meld,))) in moves:
            return move
    for card, at, _ in table_fits(view.hand, view.melds, view.rules):
        move = Action(Kind.ADD, card, melds=(view.melds[at],))
        if move in moves:
            return move
    forbidden = -1 if view.forbidden is None else int(view.forbidden)
    card = Card(kernel.loosest(view.hand.mask, forbidden, meld_rules(view.rules)))
    wanted = Action(Kind.DISCARD, card)
    return wanted if wanted in moves else moves[-1]


class _Outs:
    """Discards for what the next card may bring too; of two players it waits for gin.

    A discard counts the deadwood that it leaves less what the mean unseen card would take away.
    Of three and more somebody else is soon down, and the first knock is made. In mahjong gin, where
    a hand is long, it keeps what may go together rather than what is cheap.
    """

    def choose(self, view: View, seed: int) -> Action:
        greedy = greedy_move(view)
        waits = greedy.kind is Kind.KNOCK and view.rules.players == 2
        if not waits and greedy.kind is not Kind.DISCARD:
            return greedy
        if view.rules.play is GameKind.MAHJONG:
            return Action(Kind.DISCARD, _loneliest(view))
        return Action(Kind.DISCARD, min(_free(view), key=lambda card: _promise(view, card)))


def _loneliest(view: View) -> Card:
    """The card to discard: one with few others that may meld with it, then a costly one."""

    def near(card: Card) -> int:
        return sum(
            other.rank == card.rank
            or (other.suit == card.suit and abs(other.rank - card.rank) <= APART)
            for other in view.hand.remove(card)
        )

    free = [card for card in view.hand if card != view.forbidden]
    return max(free, key=lambda card: (view.rules.value(card) - TOGETHER * near(card), -int(card)))


def _free(view: View) -> list[Card]:
    """Cards that may be discarded and leave little more than the least deadwood."""
    least = view.best_discard(view.hand)[0]
    return [
        card
        for card in view.hand
        if card != view.forbidden and deadwood(view.hand.remove(card), view.rules) <= least + FAR
    ]


def _promise(view: View, discard: Card) -> tuple[float, int]:
    """Deadwood after a discard less what the next card takes away; then the costlier card."""
    left, melds = view.hand.remove(discard), meld_rules(view.rules)
    points, unseen = deadwood(left, view.rules), view.unseen
    after = (int(kernel.discard_of(left.add(card).mask, -1, melds)[0]) for card in unseen)
    gained = sum(max(0, points - each) for each in after) / max(1, len(unseen))
    return points - gained, -view.rules.value(discard)


class _Rollouts:
    """Leaves the greedy move only for one that leads it clearly in worlds played out."""

    def __init__(self, worlds: int) -> None:
        self._worlds = max(2, worlds)

    def choose(self, view: View, seed: int) -> Action:
        greedy = greedy_move(view)
        moves = [greedy, *(move for move in thoughts_of(view) if move != greedy)]
        if len(moves) == 1:
            return greedy
        advice = advise(view, self._worlds, seed + len(view.steps), moves)
        own = next(value for value in advice.actions if value.action == greedy)
        return advice.actions[0].action if own.loss > SURE * own.loss_se else greedy


def thoughts_of(view: View) -> list[Action]:
    """The moves worth a thought: ways to draw; of the discards and knocks those that leave least.

    What lays melds on the table is not among them: `greedy_move` does that.
    """
    moves = moves_of(view)
    if view.question is not Question.DISCARD:
        return list(moves[:4]) if moves[-1] in moves[:4] else [*moves[:4], moves[-1]]
    discards = [move for move in moves if move.kind is Kind.DISCARD and move.card is not None]
    discards.sort(key=lambda move: _left_by(view, move.card))
    endings = [move for move in moves if move.kind is Kind.KNOCK and move.card is not None]
    endings.sort(key=lambda move: _left_by(view, move.card))
    return [*endings[:1], *discards[:FEW]]


def _left_by(view: View, card: Card | None) -> tuple[int, int]:
    """Deadwood that a discard leaves, then the more expensive card."""
    assert card is not None
    return deadwood(view.hand.remove(card), view.rules), -view.rules.value(card)
