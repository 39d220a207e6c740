"""Reviewed hands of all sorts of players, who slip now and then: what texts are tried on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from analyzer.actions import Action
from analyzer.cards import CardSet
from analyzer.engine.fast import policy_action
from analyzer.melds import Defence
from analyzer.policies import AT_ONCE, BASELINE, GIN_ONLY, GREEDY
from analyzer.position import Position, deal
from analyzer.records import Record, record_of
from analyzer.review import Entry, Settings, review
from analyzer.rules import PRESETS
from analyzer.view import view_of

RULES = ("eaai", "standard", "classic", "oklahoma")
PLAYERS = (GREEDY, replace(BASELINE, knock=AT_ONCE), replace(BASELINE, knock=GIN_ONLY), BASELINE)
SLIPS = 0.15
"""Chance that a player does anything legal."""
LONGEST = 60


def slipshod(seed: int) -> Record:
    """A hand between two policies that slip; every third at a score."""
    rng, rules = Random(f"corpus {seed}"), PRESETS[RULES[seed % len(RULES)]]
    score = None if seed % 3 else (rng.randrange(rules.target or 1), rng.randrange(60))
    position = deal(rules, seed, dealer=seed % 2, score=score)
    while not position.over and len(position.played) < LONGEST:
        action = policy_action(view_of(position), PLAYERS[(seed // 4 + position.turn) % 4])
        if rng.random() < SLIPS:
            action = rng.choice(position.legal_actions())
        position = defended(position, action, lays_off=rng.random() >= SLIPS)
    return record_of(position)


def defended(position: Position, action: Action, *, lays_off: bool) -> Position:
    """What follows an action; a knock is answered by the best defence, or that without lay-offs."""
    after = position.apply(action)
    defence = None if after.outcome is None else after.outcome.defence
    if lays_off or defence is None or not defence.laid_off:
        return after
    left = defence.deadwood | CardSet.from_cards(card for card, _ in defence.laid_off)
    points = sum(map(position.rules.value, left))
    return position.apply(action, Defence(defence.melds, (), left, points))


def reviewed(count: int, worlds: int = 256, first: int = 0) -> Iterator[Entry]:
    """So many entries of such hands, from the hand number `first` on."""
    seed = first
    while count > 0:
        report = review(slipshod(seed), settings=Settings(worlds=worlds, luck_worlds=64))
        yield from report.entries[:count]
        count -= len(report.entries)
        seed += 1
