"""The causes that make one play the better: both again in the same worlds, one channel closed.

A reason answers what would have to be different for the two plays to be worth the same. So each
channel (:class:`~analyzer.engine.comparisons.types.Channel`) is closed in turn, for both plays,
and the share of a channel is the part of the gap that disappears. Shares need not add up to one.
Closing is done with as little as it takes: the cards waited for are moved to the bottom of the
stock; an ending counts otherwise; or the playout leaves something out
(:class:`analyzer.kernel.playout.Closed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import Worlds
from analyzer.engine.comparisons._made import made
from analyzer.engine.comparisons.types import Cause, Causes, Channel
from analyzer.engine.exact import after_take
from analyzer.engine.fast import policy_action
from analyzer.engine.objective import ENDINGS, Objective, objective_at, objective_of
from analyzer.engine.opponents import OpponentModel
from analyzer.engine.policies import policy_for
from analyzer.engine.rollouts import Results, roll_out_closed, sampled
from analyzer.engine.statistics import ratio, standard_error
from analyzer.engine.types import Ending
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.melds import melds_through, outs
from analyzer.game.rules import Rules
from analyzer.game.view import View
from analyzer.kernel.playout import OPEN, Closed

WORLDS: Final = 4_096
"""Worlds in which the causes of a gap are measured."""
TURNS: Final = 6
"""Most turns of mine within which it is asked how often I can lay down."""

_UNDERCUTS: Final = tuple(map(ENDINGS.index, (Ending.UNDERCUT, Ending.THEIR_UNDERCUT)))

_NO_KNOCKS: Final = tuple(map(ENDINGS.index, (Ending.GIN, Ending.THEIR_GIN, Ending.VOID)))

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
"""bool[worlds, 2]: some worlds of each of two plays."""
Discards = NDArray[np.int16]
"""int16: cards that both had discarded when I could lay down first, by world, or world and play."""


@dataclass(frozen=True, eq=False)
class _Play:
    """Two plays in the same worlds, the better one first."""

    results: Results
    ready: Discards


@dataclass(frozen=True, eq=False)
class _Pair:
    """The worlds, and who plays in them."""

    view: View
    actions: tuple[Action, Action]
    model: OpponentModel
    parts: tuple[tuple[View, Worlds], ...]
    waits: CardSet
    """The cards that complete what either play keeps."""

    def play(self) -> _Play:
        """Both plays in all worlds."""
        count = sum(len(worlds.hands) for _, worlds in self.parts)
        empty = (np.empty((count, 2), kind) for kind in (np.int64, np.int8, np.bool_))
        nothing = _Play(Results._make(empty), np.empty((count, 2), np.int16))
        return self.again(nothing, OPEN, np.ones((count, 2), bool))

    def again(
        self, play: _Play, closed: Closed, where: Mask, earliest: Discards | None = None
    ) -> _Play:
        """The plays as known, `where` it says played again, with waits closed among the blocked."""
        into: list[NDArray[Any]] = [each.copy() for each in (*play.results, play.ready)]
        begin = 0
        since = np.zeros(len(where), np.int16) if earliest is None else earliest
        for view, worlds in self.parts:
            end = begin + len(worlds.hands)
            used = at_bottom(worlds, view.stock, closed.blocked) if closed.blocked else worlds
            for column, action in enumerate(self.actions):
                here = where[begin:end, column]
                some = Worlds._make(each[here] for each in used)
                replayed = roll_out_closed(
                    view, [action], some, self.model, closed, since[begin:end][here]
                )
                fresh: list[NDArray[Any]] = [*replayed.results, replayed.ready]
                for to, new in zip(into, fresh, strict=True):
                    to[begin:end, column][here] = new[:, 0]
            begin = end
        return _Play(Results._make(into[:3]), into[3])


def measure_causes(
    view: View, best: Action, other: Action, model: OpponentModel, seed: int, worlds: int = WORLDS
) -> Causes:
    """Return why `best` is worth more than `other`: what each channel explains of the gap.

    Depends on what is given here alone. The worlds are the first ones of the seed.

    >>> from analyzer.engine.opponents import opponent_named
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\\npile: Ks\\nstock: 21")
    >>> actions = Action.of("discard Ts"), Action.of("discard 4c")
    >>> found = measure_causes(view, *actions, opponent_named("baseline"), seed=1, worlds=512)
    >>> found.channels[0].channel.value, found.channels[0].share
    ('waits', 1.0)
    """
    exact = made(view, best, other)
    if exact is not None:
        return Causes(best, other, exact)
    pair = _pair(view, best, other, model, seed, worlds)
    play, objective, cluster = pair.play(), objective_of(view), pair.model.belief.cluster
    gaps = _gaps(objective.value(play.results.points))
    causes = [
        _cause(channel, gaps, _closed(pair, play, objective, {channel}), cluster)
        for channel in _closable(pair, play, objective)
    ]
    return Causes(
        best=best,
        other=other,
        made=None,
        gap=float(gaps.mean()),
        gap_se=standard_error(gaps, cluster),
        channels=tuple(sorted(causes, key=lambda cause: (-cause.share, abs(cause.left)))),
        taken=(float(play.results.taken[:, 0].mean()), float(play.results.taken[:, 1].mean())),
        ready=None if best.ends_hand or other.ends_hand else _ready_within(view, play),
        worlds=worlds,
    )


def gap_without(
    view: View, best: Action, other: Action, model: OpponentModel, channels: Set[Channel],
    seed: int, worlds: int,
) -> tuple[float, float]:  # fmt: skip
    """(the gap with some channels closed together, its standard error).

    It must be possible to close each of them here. With none it is the gap itself.

    >>> from analyzer.engine.opponents import opponent_named
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\\npile: Ks\\nstock: 21")
    >>> actions = Action.of("discard Ts"), Action.of("discard 4c")
    >>> none, one, two = set(), {Channel.FEEDING}, {Channel.FEEDING, Channel.WAITS}
    >>> closing = [(opponent_named("baseline"), channels, 1, 512) for channels in (none, one, two)]
    >>> [round(gap_without(view, *actions, *rest)[0]) for rest in closing]
    [7, 5, -2]
    """
    pair = _pair(view, best, other, model, seed, worlds)
    gaps = _closed(pair, pair.play(), objective_of(view), channels)
    cluster = min(pair.model.belief.cluster, len(gaps))
    return float(gaps.mean()), standard_error(gaps, cluster)


def _pair(
    view: View, best: Action, other: Action, model: OpponentModel, seed: int, worlds: int
) -> _Pair:
    model = model.at(view)
    parts = tuple(sampled(view, model, seed, 0, worlds))
    return _Pair(view, (best, other), model, parts, waited_for(view, best, other))


def _gaps(values: Floats) -> Floats:
    """Return how far the first play is ahead in each world."""
    gaps: Floats = values[:, 0] - values[:, 1]
    return gaps


def _cause(channel: Channel, gaps: Floats, closed: Floats, cluster: int) -> Cause:
    """Return what closing a channel does to the gap."""
    cluster = min(cluster, len(gaps))
    left, error = float(closed.mean()), standard_error(closed, cluster)
    if gaps.mean() <= 0:
        return Cause(channel, 0.0, 0.0, 1.0, left, error)
    whole = len(gaps) // cluster * cluster
    closing, opened = (
        each[:whole].reshape(-1, cluster).sum(axis=1) for each in (gaps - closed, gaps)
    )
    interval = ratio(closing, opened)
    low, high = (
        (0.0 if interval.low is None else interval.low),
        (1.0 if interval.high is None else interval.high),
    )
    share, low, high = (min(1.0, max(0.0, end)) for end in (interval.mean, low, high))
    return Cause(channel, share, low, high, left, error)


def _closable(pair: _Pair, play: _Play, objective: Objective) -> Iterator[Channel]:
    """The channels that there are between two plays."""
    goes_on = not any(action.ends_hand for action in pair.actions)
    there = {
        Channel.WAITS: bool(pair.waits),
        Channel.FEEDING: bool(play.results.taken.any()),
        Channel.LEARNING: pair.actions[1].kind is Kind.TAKE,
        Channel.LAYING_OFF: True,
        Channel.SPEED: goes_on,
        Channel.CAUGHT: goes_on,
        Channel.UNDERCUT: bool(np.isin(play.results.endings, _UNDERCUTS).any()),
        Channel.SCORE: objective.chances is not None,
    }
    return (channel for channel in there if there[channel])


def _closed(pair: _Pair, play: _Play, objective: Objective, channels: Set[Channel]) -> Floats:
    """Return how far the first play is ahead in each world with all of these channels closed.

    `play` is what happens with none closed. First the playouts that leave something out, then how
    soon I may lay down in those, then what their endings count.
    """
    left_out = _left_out(pair, channels)
    if left_out != OPEN:
        play = pair.again(play, left_out, _touched(pair, play, left_out))
    if Channel.SPEED in channels:
        latest = play.ready.max(axis=1)
        play = pair.again(play, left_out, play.ready < latest[:, None], latest)
    points = play.results.points
    if Channel.UNDERCUT in channels:
        points = without_bonus(pair.view, play.results)
    if Channel.SCORE in channels:
        objective = objective_at(pair.view.rules, (0, 0), pair.view.dealer)
    values = objective.value(points)
    if Channel.CAUGHT in channels:
        values = caught_alike(values, play.results.endings)
    return _gaps(values)


def _left_out(pair: _Pair, channels: Set[Channel]) -> Closed:
    """Return what playouts leave out with these channels closed."""
    refused = sum(action.card.mask for action in pair.actions if action.card is not None)
    return OPEN._replace(
        blocked=pair.waits.mask if Channel.WAITS in channels else 0,
        feeding=int(Channel.FEEDING in channels),
        refused=refused if Channel.FEEDING in channels else 0,
        learning=int(Channel.LEARNING in channels),
        laying_off=int(Channel.LAYING_OFF in channels),
    )


def _touched(pair: _Pair, play: _Play, closed: Closed) -> Mask:
    """The worlds of each play, of which all is open, where it may be another with a part left out.

    Without lay-offs that is where somebody knocked, without the first offer where it was taken,
    and what they do not see me take is not there where I draw.
    """
    _, endings, taken = play.results
    if closed == OPEN._replace(laying_off=1):
        return ~np.isin(endings, _NO_KNOCKS)
    if closed == OPEN._replace(feeding=1):
        return taken
    takes = [closed != OPEN._replace(learning=1) or each.kind is Kind.TAKE for each in pair.actions]
    return np.tile(takes, (len(taken), 1))


# ---------------------------------------------------------------- how each is closed


def waited_for(view: View, best: Action, other: Action) -> CardSet:
    """The live cards that complete what either of two plays keeps and the other does not.

    Where the better one draws from the stock or discards rather than lay down, all cards that
    meld with anything. Empty where the better one waits for nothing.
    """
    first, second = kept_by(view, best), kept_by(view, other)
    if first is None:
        return NO_CARDS
    if second is None or first == view.hand:
        mine = outs(first, view.rules, view.limit, view.unseen).meld
        theirs = (
            NO_CARDS if second is None else outs(second, view.rules, view.limit, view.unseen).meld
        )
        return mine | theirs if mine else NO_CARDS
    mine, theirs = (
        _waits(view, cards, cards - others) for cards, others in ((first, second), (second, first))
    )
    return mine | theirs if mine else NO_CARDS


def _waits(view: View, cards: CardSet, kept: CardSet) -> CardSet:
    waits = NO_CARDS
    for card in kept:
        waits |= completing(view, cards, card)
    return waits


def completing(view: View, cards: CardSet, card: Card) -> CardSet:
    """The live cards that make a meld with a card and one other of these cards.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kd Kh\\npile: Ks")
    >>> str(completing(view, view.hand, Card.of("Kd")))
    'Kc'
    """
    held, waits = cards.add(card), NO_CARDS
    for meld in _all_melds_of(card, view.rules):
        live = meld - held
        if len(live) == 1 and live <= view.unseen:
            waits |= live
    return waits


@lru_cache(maxsize=1_024)
def _all_melds_of(card: Card, rules: Rules) -> tuple[CardSet, ...]:
    """Asked for many times over."""
    return melds_through(card, CardSet.from_cards(DECK), rules)


def kept_by(view: View, action: Action) -> CardSet | None:
    """The ten cards that a play keeps; None where it lays down.

    Once a card is taken the policy of the rules discards.
    """
    if action.ends_hand:
        return None
    if action.kind is Kind.DISCARD:
        assert action.card is not None
        return view.hand.remove(action.card)
    if action.kind is not Kind.TAKE:
        return view.hand
    eleven = after_take(view)
    then = policy_action(eleven, policy_for(view.rules))
    return None if then.ends_hand or then.card is None else eleven.hand.remove(then.card)


def at_bottom(worlds: Worlds, stock: int, cards: int) -> Worlds:
    """The worlds with some cards of the stock where they are drawn last.

    I draw from the front and they from the back, so the bottom is the middle; behind the stock
    are the cards that nobody draws at all. Each moved card changes places with one there.
    """
    rows = worlds.rows.copy()
    size = rows.shape[1]
    waited = (np.int64(cards) >> rows.astype(np.int64) & 1).astype(bool)
    places = np.arange(size)
    drawn = np.where(places < stock, np.minimum(places, stock - 1 - places), size)
    order = np.argsort(-drawn, kind="stable")
    rank = np.empty(size, np.int64)
    rank[order] = places
    bottom = rank[None, :] < waited.sum(axis=1)[:, None]
    one, other = np.nonzero(waited & ~bottom), np.nonzero(~waited & bottom)
    rows[one], rows[other] = rows[other], rows[one]
    return worlds._replace(rows=rows)


def caught_alike(values: Floats, endings: NDArray[np.int8]) -> Floats:
    """The values where it brings the same after both plays when they lay down."""
    alike = values.copy()
    for group in ((Ending.THEIR_GIN,), (Ending.THEIR_KNOCK, Ending.THEIR_UNDERCUT)):
        there = np.isin(endings, [ENDINGS.index(ending) for ending in group])
        if there.any():
            alike[there] = values[there].mean()
    return alike


def without_bonus(view: View, results: Results) -> NDArray[np.int64]:
    """The points where an undercut brings the difference alone."""
    bonus = view.rules.undercut_bonus * view.multiplier
    mine, theirs = (results.endings == ending for ending in _UNDERCUTS)
    points = results.points.copy()
    points[mine] = np.minimum(points[mine] + bonus, 0)
    points[theirs] = np.maximum(points[theirs] - bonus, 0)
    return points


def _ready_within(view: View, play: _Play) -> tuple[int, float, float]:
    """The number of turns within which the two plays differ most in when I can lay down."""
    begin = int(play.ready.min())
    chances = [
        (turn + 1, *((play.ready <= begin + 2 * turn).mean(axis=0).tolist()))
        for turn in range(TURNS)
    ]
    return max(chances, key=lambda chance: chance[1] - chance[2])
