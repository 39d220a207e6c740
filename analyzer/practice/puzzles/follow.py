"""Puzzles of several steps: the best is played, the hand goes on, and the next decision is asked.

What happens in between is what the cards of the deal and the other player make of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from analyzer.engine.fast import policy_action
from analyzer.engine.policies import GREEDY, policy_for
from analyzer.game.actions import Action
from analyzer.game.position import Position
from analyzer.game.view import view_of
from analyzer.practice.puzzles.answers import ask_of
from analyzer.practice.puzzles.certify import AskedOptions, asked_at
from analyzer.practice.puzzles.find import GREEDY_FINDS, LOOKS, clear, looked_at
from analyzer.practice.puzzles.spots import PuzzleSpot, PuzzleTable, passed_over
from analyzer.practice.puzzles.types import PuzzleAsk
from analyzer.practice.puzzles.weigh import ranked

MOST_STEPS: Final = 3
SKIPPED: Final = 2
"""Decisions between two steps that are no clear questions, and are played as the policy would."""
LATER: Final = 1_000
"""Added to the number of a decision once the hand has left the way it was played."""

FIRST: Final = frozenset({PuzzleAsk.UPCARD, PuzzleAsk.DRAW, PuzzleAsk.DISCARD})
"""What a first step may ask; a knock ends the hand."""


def chains(
    spots: Sequence[PuzzleSpot], table: PuzzleTable, seed: int
) -> Iterator[tuple[PuzzleSpot, list[AskedOptions]]]:
    """Decisions in a row that look clear, each after the best answer to the one before."""
    chance = Random(seed)
    looks = 0
    for spot in chance.sample(spots, len(spots)):
        if spot.position is None or looks == LOOKS or ask_of(spot.view) not in FIRST:
            continue
        looks += 1
        found, easy = _chain(spot, table, seed)
        if len(found) > 1 and (not easy or chance.random() < GREEDY_FINDS):
            yield spot, found


def _chain(spot: PuzzleSpot, table: PuzzleTable, seed: int) -> tuple[list[AskedOptions], bool]:
    """(the questions, whether the greedy bot finds all their answers)."""
    found: list[AskedOptions] = []
    here, skipped, easy = spot.position, 0, True
    while here is not None and len(found) < MOST_STEPS and skipped <= SKIPPED:
        asked = asked_at(view_of(here))
        best = None if asked is None else _best(asked, seed)
        if asked is not None and best is not None:
            found.append(asked)
            skipped = 0
            easy = easy and policy_action(asked.view, GREEDY).plain == best.plain
        elif not found:
            break
        else:
            skipped += 1
            best = policy_action(view_of(here), policy_for(here.rules))
        here = after(here, best, table)
    return found, easy


def _best(asked: AskedOptions, seed: int) -> Action | None:
    """The answer that looks clearly best; None where none does."""
    rollouts, places = looked_at(asked, seed)
    if not clear(rollouts, places):
        return None
    return rollouts.columns[ranked(rollouts, places)[0]]


def after(here: Position, action: Action, table: PuzzleTable) -> Position | None:
    """The player's next decision after an action; None where the hand ends before."""
    seat, number = here.turn, LATER + len(here.played)
    here = passed_over(here.apply(action))
    while not here.over and here.turn != seat:
        here = passed_over(here.apply(table.action(here, number)))
        number += 1
    return None if here.over else here
