"""The order of the coach's causes, and the errors that are none without what is told.

Errors of people-like players, who slip and have bad habits, and of bots, in turn: judged as in a
review. The first sentence after the verdict has to be what the order of causes asks for.

Of errors of more than two points that nothing exact explains, all channels that are told, one or
two, are closed together, for both plays in the same fresh worlds. The error counts as closed where
less than half a point of the gap is left: without what the reader is told, the play would not have
been worse. A gap that turns round, so that the error would be the better play, is closed too, and
is counted apart. What is left has to be known to a quarter of a point, or surely on its side of
half a point; else the error counts as not closed.

The control closes as many channels that are not told, those that explain most: if reasons were
words that fit any error, it would close as many.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import partial
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from analyzer.arena.benchmark.reviews import SETTINGS, review_records
from analyzer.engine.bots.policy import POLICIES
from analyzer.engine.comparisons.causes import gap_without
from analyzer.engine.comparisons.types import Channel
from analyzer.engine.fast import policy_action
from analyzer.engine.opponents import opponent_named
from analyzer.engine.policies import policy_for
from analyzer.engine.statistics import proportion
from analyzer.engine.types import Grade
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.jobs import Jobs
from analyzer.notation.records import Record, decisions, record_of
from analyzer.review import Choice, ReviewSettings, review
from analyzer.review.coach import explain
from analyzer.review.coach.causes import FIFTH, HALF, CauseRank, tellable
from analyzer.review.judging import causes_of
from tests.workshop.measure._corpus import FIRST_LOOK, RULES, choice, hand_with_slips, judged
from tests.workshop.measure.words import Data, evidence_from, share

LEAST: Final = 2.0
"""Points lost from which a cause has to be real."""
CLOSED: Final = 0.5
"""Points of the gap that may be left once the channel is closed …"""
FINE: Final = 0.25
"""… known to this standard error, or surely more or less."""
SURE: Final = 3.0
"""Standard errors from which it is sure."""
PIECE: Final = 8_192
FRESH: Final = 2**40
"""Seed of the worlds in which a channel is closed again."""
LONGEST: Final = 120
WAVE: Final = 12
"""Hands that are looked at before it is asked whether the errors are enough."""


class LookedAt(NamedTuple):
    """An error, what the coach names as its causes, and what is left of it without them."""

    who: str
    ordered: bool
    rank: CauseRank
    channels: tuple[Channel, ...]
    """Those that are told, the first one first; none of what is exact."""
    closed: bool
    """True if they were closed once more: of large errors that nothing exact explains."""
    left: float = LEAST
    error: float = 0.0
    """Standard error of what is left."""
    untold: bool = False
    """True if as many channels that are not told close the gap."""

    @property
    def rough(self) -> bool:
        """True if what is left is not known as well as it is wanted."""
        return self.error > FINE

    @property
    def unsure(self) -> bool:
        """True if the worlds did not suffice to tell if the gap is closed."""
        return self.rough and abs(self.left - CLOSED) <= SURE * self.error

    @property
    def held(self) -> bool:
        """True if the gap is closed: for sure, or with what is left known well."""
        return self.left < CLOSED and not self.unsure


def errors_of(count: int, worlds: int, first: int = 0) -> Iterator[tuple[str, Choice]]:
    """(who erred, an error), so many: of people-like players and of bots in turn, hand by hand."""
    hand, found = first, 0
    while found < count:
        for entry in _errors_in(hand, worlds):
            found += 1
            if found <= count:
                yield _who(hand), entry
        hand += 1


def _who(hand: int) -> str:
    return "people-like" if hand % 2 == 0 else "bots"


def _errors_in(hand: int, worlds: int) -> Iterator[Choice]:
    record = hand_with_slips(hand) if hand % 2 == 0 else _hand_of_bots(hand)
    return _errors_of(record, hand, worlds)


def looked_at(worlds: int, most: int, hand: int) -> list[LookedAt]:
    """The errors of a hand."""
    return [_looked_at(_who(hand), entry, most) for entry in _errors_in(hand, worlds)]


def _looked_at(who: str, entry: Choice, most: int) -> LookedAt:
    told, causes = explain(entry).causes, entry.found.causes
    assert causes is not None
    channels = tuple(cause.channel for cause in told if cause.channel is not None)
    large = entry.verdict.loss > LEAST and told[0].rank is not CauseRank.EXACT
    row = LookedAt(who, in_order(entry), told[0].rank, channels, large)
    if not large or not channels:
        return row
    others = [cause.channel for cause in causes.channels if cause.channel not in channels]
    control = _without(row, entry, others[: len(channels)], most)
    return _without(row, entry, channels, most)._replace(untold=control.held)


def _without(row: LookedAt, entry: Choice, channels: Sequence[Channel], most: int) -> LookedAt:
    left, error = closed_gap(entry, {*channels}, most)
    return row._replace(left=left, error=error)


def _hand_of_bots(seed: int) -> Record:
    rng, rules = Random(f"bots {seed}"), PRESETS[RULES[seed // 2 % len(RULES)]]
    players = [POLICIES[name] for name in rng.choices(sorted(POLICIES), k=2)]
    position = deal(rules, seed, dealer=seed // 2 % 2)
    while not position.over and len(position.played) < LONGEST:
        action = policy_action(view_of(position), players[position.turn])
        position = position.apply(action)
    return record_of(position)


def _errors_of(record: Record, seed: int, worlds: int) -> Iterator[Choice]:
    """Of the decisions in which the policy of the rules would have done something else."""
    for seat in (0, 1):
        for decision in decisions(record, seat):
            if policy_action(decision.view, policy_for(decision.view.rules)) == decision.action:
                continue
            looked = choice(seed, seat, decision, FIRST_LOOK)
            if looked.verdict.loss < CLOSED:
                continue
            entry = judged(looked, ReviewSettings(worlds=worlds, luck_worlds=64))
            if entry.verdict.grade is not Grade.BEST:
                yield entry


def in_order(entry: Choice) -> bool:
    """True if what is told of an error follows the order of causes, by its shares alone."""
    causes, told = entry.found.causes, explain(entry).causes
    assert causes is not None
    ranks = [(cause.rank, cause.channel) for cause in told]
    if told[0].text != explain(entry).sentences[1]:
        return False
    if causes.made is not None:
        return ranks == [(CauseRank.EXACT, None)]
    shares = sorted((cause for cause, _ in tellable(entry, causes)), key=lambda one: -one.share)
    if not shares:
        return ranks == [(CauseRank.SMALL, None)]
    first = CauseRank.LARGEST if shares[0].share >= HALF else CauseRank.SMALL
    tops = {cause.channel for cause in shares if cause.share == shares[0].share}
    next_ = len(shares) > 1 and shares[1].share >= FIFTH
    right = ranks[0][0] is first and ranks[0][1] in tops
    return right and [rank for rank, _ in ranks[1:]] == [CauseRank.NEXT] * next_


def closed_gap(entry: Choice, channels: Set[Channel], most: int) -> tuple[float, float]:
    """(the gap with some channels closed together, its standard error) in fresh worlds."""
    causes = entry.found.causes
    assert causes is not None
    model, parts = opponent_named(ReviewSettings().opponent), list[tuple[float, float]]()
    while True:
        seed = FRESH + len(parts)
        parts.append(
            gap_without(entry.view, causes.best, causes.other, model, channels, seed, PIECE)
        )
        left = sum(part for part, _ in parts) / len(parts)
        error = sqrt(sum(part**2 for _, part in parts)) / len(parts)
        if error <= FINE or abs(left - CLOSED) > SURE * error or len(parts) * PIECE >= most:
            return left, error


def measured(errors: int, worlds: int, most: int, first: int, jobs: Jobs) -> Data:
    """Return what the coach names as causes, and how much of each gap is left without them."""
    rows, hand = list[LookedAt](), first
    while len(rows) < errors:
        hands = range(hand, hand + WAVE)
        for found in jobs.run(partial(looked_at, worlds, most), hands):
            rows += found
        hand += WAVE
    return {**tallied(rows[:errors]), "worlds": worlds, "most": most, "review": review_time()}


def tallied(rows: Sequence[LookedAt]) -> Data:
    """The errors counted: who made them, what is named, and what is closed."""
    who = Counter(row.who for row in rows)
    told = Counter(f"{row.rank}: {next(iter(row.channels), 'counted')}" for row in rows)
    large = [row for row in rows if row.closed]
    named = [" and ".join(sorted(row.channels)) or str(row.rank) for row in large]
    channels = {
        name: [row.held for row, channel in zip(large, named, strict=True)
               if channel == name]
        for name, _ in Counter(named).most_common()
    }  # fmt: skip
    return {
        "errors": len(rows), "people": who["people-like"], "bots": who["bots"],
        "ordered": sum(row.ordered for row in rows), "told": dict(told.most_common()),
        "channels": {
            name: {"errors": len(closed), "closed": sum(closed)}
            for name, closed in channels.items()
        },
        "large": len(large), "closed": sum(row.held for row in large),
        "untold": sum(row.untold for row in large),
        "pairs": sum(len(row.channels) > 1 for row in large),
        "flipped": sum(row.left < -CLOSED for row in large),
        "rough": sum(row.rough for row in large),
        "unsure": sum(row.unsure for row in large),
    }  # fmt: skip


def review_time() -> Data:
    """CPU seconds of the review of the benchmark's match, and of the causes in it."""
    _, match = review_records()
    begin = time.process_time()
    report = review(match, settings=SETTINGS, threads=1)
    whole = time.process_time() - begin
    begin = time.process_time()
    choices = [
        entry for entry in report.entries if isinstance(entry, Choice) and entry.found.causes
    ]
    for entry in choices:
        causes_of(entry.view, entry.best.action, entry.found.played, SETTINGS)
    causes = time.process_time() - begin
    return {
        "whole": round(whole, 2), "causes": round(causes, 2), "errors": len(choices),
        "ratio": round(whole / (whole - causes), 3),
    }  # fmt: skip


def _summary(data: Data) -> Data:
    cases = max(1, data["large"])
    return {
        "held": _share_of(data["closed"], cases),
        "untold_held": _share_of(data["untold"], cases),
    }


def _share_of(count: int, cases: int) -> str:
    part = proportion(count / cases, cases)
    return share({"mean": part.mean, "low": part.low, "high": part.high})


evidence = evidence_from("causes.toml", _summary)
