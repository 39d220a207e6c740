"""The belief about the opponent's hand, and what each of their turns revealed.

A `BeliefSummary` sums up the sampled hands of one belief: the chance of each card, the spread of
the deadwood, and how sure both are. `replay` reads the hand at two moments of each of the
opponent's turns, just before and just after it, each time with no more than the player knew
then; what lies between the two is what the turn told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import PlayedPrior, Trajectory, Uniform, Worlds
from analyzer.engine.opponents import DEFAULT_OPPONENT, OpponentModel, opponent_named
from analyzer.engine.policies import TYPES, Style
from analyzer.engine.race import LEAST_CLUSTERS
from analyzer.engine.rollout import discards_of
from analyzer.engine.statistics import clustered_mean
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.table import Played, Table, hand_before
from analyzer.game.view import HAND, Side, Turn, View, tables_of, view_before_draw

WORLDS: Final = 4_096
"""Worlds of a reading where nothing else is said."""

MAP_WORLDS: Final = 16_384
"""Worlds of a map that people look at: each cell within three points of what 64 times as many say,
in 0.3 s of one core (`workshop measure map`)."""

TURN_WORLDS: Final = 2_048
"""Worlds of each of the two readings of a turn."""

LEAST_MOVE: Final = 0.03
"""Change of a card's chance from which it is worth telling."""

SURE: Final = 3.0
"""Standard errors that a change must exceed: of some forty cards that did not move, one passes
for moved in every ten turns (normal distribution)."""


@dataclass(frozen=True, slots=True)
class BeliefSummary:
    """A belief about the opponent's ten cards at one moment."""

    view: View
    model: OpponentModel
    worlds: int
    seed: int
    chances: Mapping[Card, float]
    """For all 52 cards the chance that the opponent holds it: 1 for one that was seen taken,
    0 for those of mine and of the pile."""
    errors: Mapping[Card, float]
    """Standard error of each chance."""
    deadwood: Mapping[int, float]
    """Chance of each number of points that the opponent's best arrangement leaves, ascending."""
    mean: float
    """Expected deadwood in points."""
    mean_se: float
    types: Mapping[str, float]
    """The probability of each type of player after the turns read; empty where none are read."""
    bits: float
    """Bits a hidden card that these chances tell beyond equal ones: what they would gain on the
    logarithmic score of all unseen cards, were they exactly right. With few worlds too high."""

    @property
    def reads(self) -> bool:
        """True if the turns of the hand have been read, so that each of them counts."""
        return self.model.reads(self.view)

    @property
    def unlike(self) -> float | None:
        """Chance that they play unlike anyone we know; None where no turns are read."""
        return self.types[Style.UNLIKE_ANYONE] if self.types else None

    @property
    def can_knock(self) -> float:
        """Chance that their deadwood is within the knock limit of this hand."""
        return self.at_most(self.view.limit)

    def at_most(self, points: int) -> float:
        """Chance that their deadwood is at most so many points."""
        return min(1.0, sum(p for left, p in self.deadwood.items() if left <= points))


@dataclass(frozen=True, slots=True)
class Move:
    """A card whose chance a turn has changed."""

    card: Card
    before: float
    after: float
    se: float
    """Standard error of the change."""

    @property
    def change(self) -> float:
        """After less before."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class TurnEvidence:
    """One turn of the opponent and what it told."""

    number: int
    """Which of their turns, from 1."""
    event: Played
    top: Card
    """The card on the pile that they took or left."""
    before: BeliefSummary
    after: BeliefSummary
    moves: tuple[Move, ...]
    """Unseen cards whose chance has surely changed, the greatest change first."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A turn of the opponent as seen by the player: what they knew before it and after it."""

    number: int
    event: Played
    before: View
    after: View


def model_for(name: str | None = None) -> OpponentModel:
    """The model of a name, or the default one; raises InputError for a name that is none."""
    return opponent_named(DEFAULT_OPPONENT if name is None else name)


def read(view: View, model: OpponentModel, worlds: int = WORLDS, seed: int = 1) -> BeliefSummary:
    """Sum up what a model's belief says; at least so many worlds, in whole clusters of them.

    Never fewer than `LEAST_CLUSTERS` of them, for the errors are taken from their spread.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\npile: 5s 9c\\nopp took: Jd")
    >>> found = read(view, model_for(), worlds=256)
    >>> found.chances[Card.of("Jd")], found.chances[Card.of("Kd")], len(found.chances)
    (1.0, 0.0, 52)
    >>> round(sum(found.chances.values()), 6), round(sum(found.deadwood.values()), 6)
    (10.0, 1.0)
    """
    cluster = model.belief.cluster
    count = max(-(-worlds // cluster), LEAST_CLUSTERS) * cluster
    sampled = model.belief.sample(view, seed, 0, count)
    points = _points(sampled, view)
    chances, errors = _counted(view) if is_uniform(view, model) else _shares(sampled, cluster)
    mean, mean_se = clustered_mean(points.astype(float), cluster)
    values, numbers = np.unique(points, return_counts=True)
    return BeliefSummary(
        view=view,
        model=model,
        worlds=count,
        seed=seed,
        chances=chances,
        errors=errors,
        deadwood={
            left: number / count
            for left, number in zip(values.tolist(), numbers.tolist(), strict=True)
        },
        mean=mean,
        mean_se=mean_se,
        types=_types(sampled, view, model),
        bits=_bits_over_equal(view, chances),
    )


def is_uniform(view: View, model: OpponentModel) -> bool:
    """True if every hand of unseen cards counts the same, so that chances can be counted.

    >>> from analyzer.notation import parse_view
    >>> text = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\nupcard: 5s"
    >>> found = read(parse_view(text), model_for("uniform"), worlds=64)
    >>> found.chances[Card.of("Kh")] == 10 / 41, found.errors[Card.of("Kh")]
    (True, 0.0)
    """
    belief = model.at(view).belief
    untold = isinstance(belief, PlayedPrior) and not discards_of(view, Side.OPPONENT)
    return untold or isinstance(belief, Uniform)


def _counted(view: View) -> tuple[dict[Card, float], dict[Card, float]]:
    """The chance of each card where all hands are alike: hidden cards of unseen ones."""
    share = view.hidden / len(view.unseen) if view.unseen else 0.0
    known = {card: float(card in view.opponent) for card in DECK}
    return known | dict.fromkeys(view.unseen, share), dict.fromkeys(DECK, 0.0)


def _bits_over_equal(view: View, chances: Mapping[Card, float]) -> float:
    """Bits a hidden card between given chances and equal ones for every unseen card.

    The sum over the unseen cards of the Kullback–Leibler divergence of two coins, shared out
    over the hidden cards: the unit in which beliefs are measured.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\npile: 5s 9c")
    >>> _bits_over_equal(view, dict.fromkeys(view.unseen, 0.25))
    0.0
    """
    if not view.hidden:
        return 0.0
    equal = view.hidden / len(view.unseen)

    def divergence(p: float) -> float:
        return sum(a * log2(a / b) for a, b in ((p, equal), (1.0 - p, 1.0 - equal)) if a > 0.0)

    return sum(divergence(chances[card]) for card in view.unseen) / view.hidden


def _points(sampled: Worlds, view: View) -> NDArray[np.int64]:
    """The deadwood of each world's hand: int64[n]; worlds of one hand are solved once."""
    hands, places = np.unique(sampled.hands, return_inverse=True)
    solved = [deadwood(CardSet(mask), view.rules) for mask in hands.tolist()]
    points: NDArray[np.int64] = np.array(solved, np.int64)[places]
    return points


def _shares(sampled: Worlds, cluster: int) -> tuple[dict[Card, float], dict[Card, float]]:
    chances, errors = {}, {}
    for card in DECK:
        held = (sampled.hands >> int(card) & 1).astype(float)
        chances[card], errors[card] = clustered_mean(held, cluster)
    return chances, errors


def _types(sampled: Worlds, view: View, model: OpponentModel) -> dict[str, float]:
    if not isinstance(model.at(view).belief, Trajectory):
        return {}
    shares = np.bincount(sampled.types, minlength=len(TYPES)) / len(sampled.types)
    return dict(zip(TYPES, shares.tolist(), strict=True))


def replay(
    view: View,
    model: OpponentModel,
    worlds: int = TURN_WORLDS,
    seed: int = 1,
    now: BeliefSummary | None = None,
) -> Iterator[TurnEvidence]:
    """Yield what each turn of the opponent told, oldest first; nothing where no turn can be
    replayed.

    A summary of how it is `now` serves for what their last turn left, where that is the same view.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view('''
    ... hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
    ... history:
    ...   upcard 5s
    ...   opp: takes 5s, discards Kh
    ... ''')
    >>> told, = replay(view, model_for(), worlds=256)
    >>> told.number, told.event.turn.value, str(told.top)
    (1, 'take', '5s')
    """
    for moment in moments(view):
        before = read(moment.before, model, worlds, seed)
        same = now is not None and now.view == moment.after
        after = now if same and now else read(moment.after, model, worlds, seed)
        top = moment.before.pile[-1]
        yield TurnEvidence(moment.number, moment.event, top, before, after, _moves(before, after))


def _moves(before: BeliefSummary, after: BeliefSummary) -> tuple[Move, ...]:
    moves = []
    for card in after.view.unseen:
        se = (before.errors[card] ** 2 + after.errors[card] ** 2) ** 0.5
        move = Move(card, before.chances[card], after.chances[card], se)
        if abs(move.change) >= max(LEAST_MOVE, SURE * se):
            moves.append(move)
    return tuple(sorted(moves, key=lambda move: -abs(move.change)))


def moments(view: View) -> tuple[_Moment, ...]:
    """The opponent's turns that can be looked at again, oldest first.

    None without a history, or with one that does not lead to this view (after a reshuffle the
    pile is another). A draw of mine that was not told hides all turns before it; where eleven
    cards are dealt, the first discard has no before.
    """
    history = view.history or ()
    tables = tables_of(view.rules, view.upcard, history)
    if not _leads_to(tables[-1], view):
        return ()
    hands = _hands_before(view, history)
    moments_, number = [], 0
    for place, event in enumerate(history):
        if event.player == Side.ME:
            continue
        number += 1
        hand = hands[place]
        if hand is not None and tables[place].pile:
            before, after = (
                replace(view_before_draw(table, hand), dealer=view.dealer, score=view.score)
                for table in tables[place : place + 2]
            )
            moments_.append(_Moment(number, event, before, after))
    return tuple(moments_)


def _hands_before(view: View, history: tuple[Played, ...]) -> list[CardSet | None]:
    """My hand before each turn of the history; None where a draw of mine was not told."""
    hands: list[CardSet | None] = []
    hand: CardSet | None = view.hand
    for event in reversed(history):
        if event.player == Side.ME and event.turn is not Turn.PASS and hand is not None:
            before = hand_before(hand, event.card, event.discarded)
            hand = before if len(before) == HAND else None
        hands.append(hand)
    return hands[::-1]


def _leads_to(table: Table, view: View) -> bool:
    """True if the turns explain what the view says of the table."""
    players = [turn.player for turn in table.played if turn.discarded is not None]
    seen = view.pile, view.opponent, view.my_discards, view.their_discards
    led_to = table.pile, table.known[1], players.count(0), players.count(1)
    return not table.shuffles and seen == led_to
