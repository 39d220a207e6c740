"""Whole hands under every set of rules, as records: policies of the rollouts play each other.

Two policies meet, so that hands end in every way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from analyzer.engine.fast import policy_action
from analyzer.engine.policies import AT_ONCE, BASELINE, GIN_ONLY, GREEDY
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Defense
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS, TWO_HANDED, FirstUpcard, NextDealer, Wall
from analyzer.game.view import view_of
from analyzer.notation.records import Decision, Record, decisions, record_of

VARIANTS = {
    **TWO_HANDED,
    "eleven": PRESETS["standard"].override(first_upcard=FirstUpcard.ELEVEN),
    "reshuffle": PRESETS["straight"].override(wall=Wall.RESHUFFLE),
    "must gin": PRESETS["standard"].override(must_gin=True),
    "misdeal": PRESETS["standard"].override(misdeal_if_dealt_knock=True, knock_limit=40),
    "cap": PRESETS["standard"].override(meld_cap=5),
    "winner deals": PRESETS["classic"].override(next_dealer=NextDealer.WINNER),
    "second deck": PRESETS["standard"].override(knock_card="?"),
}
MOST_TURNS = 300
EARLY, PATIENT = replace(BASELINE, knock=AT_ONCE), replace(BASELINE, knock=GIN_ONLY)
PAIRS = ((BASELINE, PATIENT), (GREEDY, BASELINE), (EARLY, EARLY), (PATIENT, PATIENT))


def choose(position: Position, seed: int, rng: Random) -> Action:
    """What the policy of the player does; now and then any way to lay the hand down.

    In some hands nobody lays down who need not.
    """
    legal = position.legal_actions()
    endings = [action for action in legal if action.ends_hand]
    discards = [action for action in legal if action.kind is Kind.DISCARD]
    if endings and discards and seed % 6 == 5:
        return rng.choice(discards)
    if endings and rng.random() < 0.2:
        return rng.choice(endings)
    return policy_action(view_of(position), PAIRS[seed % len(PAIRS)][position.turn])


def play(position: Position, seed: int) -> tuple[Position, ...]:
    """A hand to its end; the defender now and then lays nothing off."""
    rng, found = Random(seed), [position]
    while not position.over and len(position.played) < MOST_TURNS:
        action = choose(position, seed, rng)
        after = position.apply(action)
        if after.outcome is not None and after.outcome.defence is not None and rng.random() < 0.3:
            after = position.apply(action, held_back(after.outcome.defence, after))
        position = after
        found.append(position)
    return tuple(found)


def held_back(defence: Defense, position: Position) -> Defense:
    """The defence without its lay-offs."""
    left = defence.deadwood
    for card, _ in defence.laid_off:
        left = left.add(card)
    return Defense(defence.melds, (), left, sum(map(position.rules.value, left)))


@lru_cache(maxsize=2_000)
def hand(name: str, seed: int) -> tuple[Position, ...]:
    score = None if seed % 3 else (seed % 90, 3)
    return play(deal(VARIANTS[name], seed, dealer=seed % 2, score=score), seed)


def record(name: str, seed: int) -> Record:
    tags = (("Date", "2026-05-01"), ("Note", 'a "quoted" \\ word {no comment} # none'))
    return record_of(hand(name, seed)[-1], ("Ann", None), tags if seed % 2 else ())


def choices_in(record: Record, seats: Sequence[int] = ()) -> tuple[Decision, ...]:
    """The decisions in which there was a choice, of some seats or of all whose cards were seen."""
    wanted = sorted({*(seats or range(record.rules.players))} - {*record.hidden})
    every = decisions(record, *wanted)
    return tuple(one for one in every if len(one.view.legal_actions()) > 1)
