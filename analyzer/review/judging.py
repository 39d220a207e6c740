"""One decision judged: worlds where the class is open, few where it is clear.

The number of worlds follows from the worlds themselves, never from a clock, so that the same
decision is judged alike on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final

import numpy as np

from analyzer.engine.comparisons.causes import WORLDS as CAUSE_WORLDS
from analyzer.engine.comparisons.causes import measure_causes
from analyzer.engine.comparisons.types import Causes
from analyzer.engine.fast import policy_action
from analyzer.engine.general import advise
from analyzer.engine.opponents import STRETCH, OpponentModel, opponent_named
from analyzer.engine.policies import policy_for
from analyzer.engine.race import LEAST_READ
from analyzer.engine.search import never
from analyzer.engine.thresholds import DROP_SE, FLOORS, Z95, grade
from analyzer.engine.types import ActionValue, Ending, Grade
from analyzer.game.actions import Action
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import lay_off
from analyzer.game.scoring import score_knock
from analyzer.game.view import View
from analyzer.jobs import check_stop
from analyzer.notation.records import Record
from analyzer.review._luck import luck_of_draw, objective_for
from analyzer.review.kinds import kind_of
from analyzer.review.paired_rollouts import PairedRollouts
from analyzer.review.types import (
    DecisionKind,
    Finding,
    GapPart,
    LayOff,
    ReviewSettings,
    Verdict,
)

TIE: Final = FLOORS[-1][1]
"""Points under which actions are tied."""

SURE: Final = 2.576
"""Half-width, in standard errors, of the interval that must lie within a grade before the worlds
stop: one of 99%, for it is looked at again and again."""

RIVAL_SE: Final = 2.0
"""Standard errors behind the best at which an action leaves the race that is neither the best nor
the one played: which of two better ones a loss is measured against is worth nothing where they are
as good. One that is truly better by d leaves with the chance of a lead of −2 − d / error: at the
most 0.003 errors are lost by that."""

FINE: Final = 0.25
"""Half-width of the 95% interval of a loss, as a share of it, that is asked for …"""

PIECE: Final = 2_048
"""Most worlds between two looks, at the race and if to stop."""

FINE_ENOUGH: Final = 0.5
"""… or, where that is less, so many points: nobody learns from a loss of 28 ± 18."""


def judge(
    view: View,
    played: Action,
    settings: ReviewSettings,
    drawn: Card | None = None,
    stop: Callable[[], bool] = never,
    tell: Callable[[int], None] = lambda worlds: None,
) -> Finding:
    """Return what the engine finds on a decision; `drawn` is the card that a played draw brought.

    Depends on what is given here alone. `tell` takes the worlds so far. Raises InputError for an
    unknown opponent and for a score at which the match is over, and Stopped once `stop` says so.

    >>> from analyzer.game.actions import Kind
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> found = judge(view, Action(Kind.DISCARD, Card.of("Kh")), ReviewSettings(worlds=512))
    >>> str(found.actions[0].action), found.verdict.grade.value
    ('gin Kh', 'blunder')
    """
    if not view.rules.two_handed:
        return _advised(view, played, settings, stop, tell)
    rollouts = _rollouts(view, played, settings)
    _race(rollouts, settings.worlds, stop=stop, tell=tell)
    check_stop(stop)
    return _finding(rollouts, settings, drawn)


def _advised(
    view: View,
    played: Action,
    settings: ReviewSettings,
    stop: Callable[[], bool],
    tell: Callable[[int], None],
) -> Finding:
    """A decision where several play, with jokers or of mahjong gin, as everybody plays greedily."""

    def each(world: int) -> None:
        check_stop(stop)
        tell(world)

    advice = advise(view, settings.worlds, settings.seed, each=each)
    value = advice.of(played)
    tied = value.action in advice.best
    loss, error = (0.0, 0.0) if tied else (value.loss, value.loss_se)
    grade_, close = grade(loss, error)
    verdict = Verdict(
        loss=loss, se=error, grade=grade_, close=close, forced=len(advice.actions) == 1,
        obvious=False, decided=_within(loss, Z95 * error, grade_),
    )  # fmt: skip
    return Finding(
        advice.actions, value.action, verdict, advice.actions[0].q,
        gap={}, in_points=None, fed=None, yardstick=0.0, worlds=advice.worlds,
    )  # fmt: skip


def judge_costly(
    view: View, played: Action, settings: ReviewSettings, points: float
) -> Finding | None:
    """Return what the engine finds on a decision that has lost `points` or more; None where it
    hasn't.

    None as well where that is hard to tell: the lower end of the interval of the loss has to be
    at least half of `points`. Soon told for most decisions, for few worlds show that they lost
    less. Raises InputError as `judge` does.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> judge_costly(view, Action.of("gin Kh"), ReviewSettings(), points=2.0) is None
    True
    >>> found = judge_costly(view, Action.of("discard Kh"), ReviewSettings(), points=2.0)
    >>> found is not None and found.verdict.loss > 2
    True
    """
    rollouts = _rollouts(view, played, settings)
    _race(rollouts, settings.worlds, enough=lambda: _surely_under(rollouts, points))
    loss, error = rollouts.loss()
    if rollouts.size == 1 or loss < points or loss - Z95 * error < points / 2:
        return None
    return _finding(rollouts, settings)


def _rollouts(view: View, played: Action, settings: ReviewSettings) -> PairedRollouts:
    """The race of a decision, in short stretches where a knock may be: there it matters most which
    hands they hold, and a long stretch forgets the last ones too slowly, a chain its player."""
    model, knock = opponent_named(settings.opponent), kind_of(view) is DecisionKind.KNOCK
    many = settings.worlds >= LEAST_READ
    if many and not knock:
        model = model.in_stretches(STRETCH, apart=1, beside=2)
    return PairedRollouts(view, played, model, settings.seed, chains=many and knock)


def _finding(
    rollouts: PairedRollouts, settings: ReviewSettings, drawn: Card | None = None
) -> Finding:
    view, best = rollouts.view, rollouts.leader
    gap: dict[Ending, GapPart] = {} if best == 0 else rollouts.split(best)
    values = tuple(rollouts.value(column) for column in rollouts.shown())
    luck = None
    if drawn is not None:
        luck = luck_of_draw(view, drawn, rollouts.model, settings.seed, settings.luck_worlds)
    verdict = _verdict(rollouts, values)
    return Finding(
        actions=values,
        played=rollouts.columns[0],
        verdict=verdict,
        value=rollouts.mean(best),
        gap=gap,
        in_points=None if best == 0 else rollouts.in_points(best),
        fed=None if best == 0 else rollouts.fed(best),
        yardstick=_of_yardstick(rollouts),
        worlds=rollouts.worlds,
        drawn=luck,
        causes=None
        if verdict.grade is Grade.BEST
        else causes_of(view, values[0].action, rollouts.columns[0], settings, rollouts.model),
    )


def causes_of(
    view: View, best: Action, played: Action, settings: ReviewSettings,
    model: OpponentModel | None = None,
) -> Causes:  # fmt: skip
    """Return why the best action is better than the played one.

    `model` is that of the settings where it is at hand, with worlds that it has sampled.
    """
    model, worlds = model or opponent_named(settings.opponent), min(settings.worlds, CAUSE_WORLDS)
    return measure_causes(view, best, played, model, settings.seed, worlds)


def _of_yardstick(rollouts: PairedRollouts) -> float:
    """Return what the yardstick's own action loses here."""
    base = policy_action(rollouts.view, policy_for(rollouts.view.rules))
    if rollouts.size == 1 or base not in rollouts.columns:
        return 0.0
    return rollouts.loss(rollouts.columns.index(base))[0]


def _race(
    rollouts: PairedRollouts,
    most: int,
    enough: Callable[[], bool] = never,
    stop: Callable[[], bool] = never,
    tell: Callable[[int], None] = lambda worlds: None,
) -> None:
    """Play until the class is decided, the worlds are used up, or `enough` or `stop` says so."""
    rollouts.begin(min(rollouts.least, most))
    while rollouts.worlds < most and rollouts.size > 1 and not stop():
        tell(rollouts.worlds)
        rollouts.drop(_behind(rollouts))
        if enough() or (_decided(rollouts, SURE) and _fine(rollouts)):
            return
        rollouts.run(min(rollouts.worlds // 2, PIECE, most - rollouts.worlds))


def _behind(rollouts: PairedRollouts) -> list[int]:
    """The actions surely behind the best; the played one stays whatever it is worth."""
    leader = rollouts.leader
    errors = DROP_SE if leader == 0 else RIVAL_SE
    leads = {column: rollouts.lead(leader, column) for column in rollouts.active}
    return [
        column
        for column, (gap, error) in leads.items()
        if column not in {0, leader} and gap > errors * error
    ]


def _decided(rollouts: PairedRollouts, z: float) -> bool:
    """True if the interval of the loss, so many standard errors wide, is that of one grade."""
    loss, error = rollouts.loss()
    if not _within(loss, z * error, grade(loss, error)[0]):
        return False
    rivals = (rollouts.lead(column, 0) for column in rollouts.active if column)
    return loss >= TIE or all(lead + z * error < TIE for lead, error in rivals)


def _surely_under(rollouts: PairedRollouts, points: float) -> bool:
    """True if the loss is less than so many points, whatever more worlds would say."""
    loss, error = rollouts.loss()
    return loss + SURE * error < points


def _fine(rollouts: PairedRollouts) -> bool:
    """True if the loss is known well enough to be shown."""
    loss, error = rollouts.loss()
    return Z95 * error <= max(FINE_ENOUGH, FINE * loss)


def _within(loss: float, half: float, grade: Grade) -> bool:
    """True if an interval lies within the bounds of a grade."""
    floors = dict(FLOORS) | {Grade.BEST: float("-inf")}
    above = [floor for floor in floors.values() if floor > floors[grade]]
    low, high = loss - half, loss + half
    return low >= floors[grade] and high < min(above, default=float("inf"))


def _verdict(rollouts: PairedRollouts, values: tuple[ActionValue, ...]) -> Verdict:
    loss, error = rollouts.loss() if rollouts.size > 1 else (0.0, 0.0)
    grade_, close = grade(loss, error)
    others = [value for value in values if value.action.plain != rollouts.columns[0].plain]
    best_played = values[0].action == rollouts.columns[0]
    sure = all(other.grade is Grade.BLUNDER and not other.close for other in others)
    return Verdict(
        loss=loss,
        se=error,
        grade=grade_,
        close=close,
        forced=rollouts.size == 1,
        obvious=rollouts.size > 1 and best_played and bool(others) and sure,
        decided=rollouts.size == 1 or _decided(rollouts, Z95),
    )


# ---------------------------------------------------------------- the answer to a knock


def lay_offs_in(hands: Sequence[Record], seats: Sequence[int]) -> int:
    """Return how many lay-offs of some players are judged, beside the decisions that are played
    out."""
    shown = [(hand.showdown, hand.knocker) for hand in hands]
    return sum(
        showdown is not None and None not in (knocker, showdown.spread, showdown.defence)
        and 1 - (knocker or 0) in seats
        for showdown, knocker in shown
    )  # fmt: skip


def judge_lay_off(record: Record, hand: int) -> LayOff | None:
    """The defender's lay-off judged exactly; None where it was not seen, or nobody knocked."""
    shown, knocker = record.showdown, record.knocker
    if shown is None or knocker is None or shown.spread is None or shown.defence is None:
        return None
    cards = CardSet.from_cards(
        [*chain(*shown.defence.melds), *shown.defence.deadwood, *dict(shown.defence.laid_off)]
    )
    best = lay_off(shown.spread, cards, record.rules)
    objective = objective_for(record, 1 - knocker)
    factor = record.rules.multiplier_for(record.upcard)
    brought = np.array(
        [
            -score_knock(shown.spread, answer, record.rules, factor).knocker_points
            for answer in (best, shown.defence)
        ]
    )
    worth, played = objective.value(brought).tolist()
    chances = objective.chance(brought)
    grade_, close = grade(worth - played, 0.0)
    nothing = not best.melds and not best.laid_off
    return LayOff(
        hand=hand,
        turn=len(record.turns) - 1,
        seat=1 - knocker,
        rules=record.rules,
        cards=cards,
        knock=shown.spread,
        played=shown.defence,
        best=best,
        verdict=Verdict(
            loss=worth - played,
            se=0.0,
            grade=grade_,
            close=close,
            forced=nothing,
            obvious=not nothing and not best.laid_off and best.points == shown.defence.points,
            decided=True,
        ),
        value=worth,
        match=None if chances is None else float(chances[0]),
    )
