"""Candidates: of each kind, the decisions of a hand that are worth certifying.

A cheap look first: what rules of thumb and the fast policy say needs no worlds, then a few
hundred worlds for what is left. Nothing is decided here; `tests.workshop.puzzles.certify` looks
again, on worlds of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Final, TypeVar

from analyzer.engine.fast import policy_action
from analyzer.engine.policies import GREEDY, policy_for
from analyzer.game.actions import Action
from analyzer.game.position import Position
from analyzer.game.view import View, view_of
from analyzer.practice._deals import DealTable, passed_over
from analyzer.practice.puzzles.types import PuzzleAsk, PuzzleKind
from analyzer.review.coach import facts
from analyzer.review.paired_rollouts import PairedRollouts
from tests.workshop.puzzles.answers import (
    LEAST_DEADWOOD,
    ONLY_MELDS,
    ask_of,
    baselines,
    loose_discards,
)
from tests.workshop.puzzles.certify import AskedOptions, answer_columns, asked_at
from tests.workshop.puzzles.scores import at_score, turned
from tests.workshop.puzzles.spots import PuzzleSpot
from tests.workshop.puzzles.weigh import lead_of, paired_rollouts, ranked

WORLDS: Final = 512
"""Worlds of the first look."""
GLANCE: Final = 4
"""After the worlds divided by this, only the best discards are looked at further."""
MOST_LOOKED_AT: Final = 5
LEAST: Final = 2.4
"""Points that the best answer must lead by there."""
LOOKS: Final = 6
"""Decisions of a hand that are looked at with worlds."""
EASY: Final = {PuzzleAsk.UPCARD: 1.0, PuzzleAsk.DRAW: 0.12, PuzzleAsk.DISCARD: 0.6}
"""Chance to look at a decision that the fast policy and a rule of thumb agree on."""
GREEDY_FINDS: Final = {PuzzleAsk.DRAW: 0.09, PuzzleAsk.READ: 0.5}
"""Chance to go on with a candidate of which the greedy bot finds the answer, …"""
USUALLY: Final = 0.85
"""… elsewhere, …"""
CHAIN: Final = 0.3
"""… and of several decisions in a row."""
GREEDY_FAILS: Final = {PuzzleAsk.UPCARD: 0.55, PuzzleAsk.KNOCK: 0.45}
"""Chance to go on with one that it does not find, where these are plenty; 1 elsewhere. So the
obvious play is right in about a third of the puzzles of each kind."""
TURNS_EASILY: Final = 0.08
"""The chance to go on with one that it finds at a score, where that is usual."""
SAFER: Final = 0.12
"""The difference by which the safe card must be taken less often."""
MOST_CARDS: Final = 3
"""Cards to choose from in a question of safety, beside the safe one."""

Candidates = Iterator[tuple[PuzzleSpot, AskedOptions]]

T = TypeVar("T")


def _looks(
    spots: Sequence[PuzzleSpot], worth: Callable[[PuzzleSpot], T | None]
) -> Iterator[tuple[PuzzleSpot, T]]:
    """The first few decisions that are worth a look, each with what is worth it."""
    worthwhile = ((spot, worth(spot)) for spot in spots)
    return islice(((spot, options) for spot, options in worthwhile if options is not None), LOOKS)


def _open(options: AskedOptions, chance: Random) -> bool:
    """True if a decision is worth worlds: rules of thumb and the fast policy do not agree."""
    if options.ask is PuzzleAsk.KNOCK:
        return True
    thumbs = baselines(options.view, options.ask, options.actions)
    thumb = thumbs[LEAST_DEADWOOD if options.ask is PuzzleAsk.DISCARD else ONLY_MELDS]
    fast = str(policy_action(options.view, policy_for(options.view.rules)))
    return fast != thumb or chance.random() < EASY[options.ask]


def _looked_at(
    options: AskedOptions, seed: int, worlds: int = WORLDS
) -> tuple[PairedRollouts, list[int]]:
    """Rollouts of a few worlds, and the columns that are answers, best first."""
    rollouts = paired_rollouts(options.view, options.actions, seed)
    rollouts.run(worlds // GLANCE)
    if options.ask in {PuzzleAsk.DISCARD, PuzzleAsk.READ}:
        rollouts.drop(ranked(rollouts)[MOST_LOOKED_AT:])
    rollouts.run(worlds - worlds // GLANCE)
    return rollouts, answer_columns(options, rollouts)


def _clear(rollouts: PairedRollouts, places: Sequence[int]) -> bool:
    """True if the best answer leads by enough, as far as few worlds can tell."""
    if len(places) < 2:
        return False
    lead, error = lead_of(rollouts, places)
    return lead >= LEAST and lead >= error


def _welcome(
    options: AskedOptions,
    rollouts: PairedRollouts,
    places: Sequence[int],
    chance: Random,
    likely: float | None = None,
) -> bool:
    """True if a candidate adds to a pack, the first of the columns being its answer.

    One that every rule of thumb finds does not, and those that the greedy bot finds do with the
    chance given.
    """
    best = rollouts.columns[places[0]]
    greedy = policy_action(options.view, GREEDY)
    if options.ask is PuzzleAsk.KNOCK:
        easy = greedy.ends_hand == best.ends_hand
    else:
        easy = greedy.plain == best.plain
        named = [rollouts.columns[place] for place in places]
        thumbs = baselines(options.view, options.ask, named if len(named) > 1 else options.actions)
        if options.view.score is None and set(thumbs.values()) == {str(best)}:
            return False
    if not easy:
        return chance.random() < GREEDY_FAILS.get(options.ask, 1.0)
    return chance.random() < (GREEDY_FINDS.get(options.ask, USUALLY) if likely is None else likely)


def _asked(kind: PuzzleAsk) -> Callable[[Sequence[PuzzleSpot], int], Candidates]:
    """The finder of plain questions of one sort."""

    def find(spots: Sequence[PuzzleSpot], seed: int) -> Candidates:
        chance = Random(seed)

        def worth(spot: PuzzleSpot) -> AskedOptions | None:
            options = asked_at(spot.view) if ask_of(spot.view) is kind else None
            return options if options is not None and _open(options, chance) else None

        for spot, options in _looks(chance.sample(spots, len(spots)), worth):
            rollouts, places = _looked_at(options, seed)
            if _clear(rollouts, places) and _welcome(options, rollouts, places, chance):
                yield spot, options

    return find


def _safe_cards(spots: Sequence[PuzzleSpot], seed: int) -> Candidates:
    """Discards of which one is safe and others, as good to be rid of, are not."""
    chance = Random(seed)
    for spot, loose in _looks(chance.sample(spots, len(spots)), _loose):
        rollouts, places = _looked_at(loose, seed)
        if chosen := _safe_among(spot.view, rollouts, places):
            options = replace(loose, actions=chosen)
            columns = [place for place in places if rollouts.columns[place] in chosen]
            if _welcome(options, rollouts, columns, chance):
                yield spot, options


def _loose(spot: PuzzleSpot) -> AskedOptions | None:
    """The loose cards of a discard, where the opponent has shown anything that touches one."""
    view = spot.view
    if ask_of(view) is not PuzzleAsk.DISCARD or view.their_discards < 2:
        return None
    loose = loose_discards(view)
    cards = [action.card for action in loose if action.card is not None]
    shown = (*view.opponent, *facts.discarded_by_them(view))
    near = any(facts.near(card, other) for card in cards for other in shown)
    return AskedOptions(view, PuzzleAsk.READ, tuple(loose)) if near and len(loose) > 1 else None


def _safe_among(
    view: View, rollouts: PairedRollouts, places: Sequence[int]
) -> tuple[Action, ...] | None:
    """The safe card and those that are clearly worse because they are taken; None for none."""
    best = places[0]
    safe = rollouts.value(best).danger or 0.0
    worse = [
        place
        for place in places[1:]
        if (rollouts.value(place).danger or 0.0) >= safe + SAFER
        and rollouts.lead(best, place)[0] >= LEAST
    ]
    if not worse:
        return None

    def natural(action: Action) -> int:
        return 0 if action.card is None else view.rules.value(action.card)

    order = sorted((rollouts.columns[place] for place in worse), key=natural, reverse=True)
    return rollouts.columns[best], *order[:MOST_CARDS]


def by_danger(rollouts: PairedRollouts) -> bool:
    """True if the safest card is the best one, and worse ones lose where they are taken."""
    first, second, *_ = ranked(rollouts)
    dangers = [rollouts.value(place).danger or 0.0 for place in rollouts.active]
    fed, gap = rollouts.fed(first, second), rollouts.lead(first, second)[0]
    safest = (rollouts.value(first).danger or 0.0) == min(dangers)
    return safest and fed is not None and fed.points >= 0.5 * gap


def _at_scores(spots: Sequence[PuzzleSpot], seed: int) -> Candidates:
    """Decisions that turn at some score of the match."""
    chance = Random(seed)
    order = chance.sample(spots, len(spots))
    order.sort(key=lambda spot: ask_of(spot.view) is not PuzzleAsk.KNOCK)  # turns most often
    for spot, options in _looks(order, lambda spot: asked_at(spot.view)):
        rollouts, places = _looked_at(options, seed)
        turn = turned(rollouts, places) if len(places) > 1 else None
        if turn is None or turn.gap < LEAST:
            continue
        if _welcome(options, rollouts, [places[turn.best]], chance, TURNS_EASILY):
            view = at_score(spot.view, turn.score)
            yield replace(spot, view=view), replace(options, view=view)


FINDERS: Final[Mapping[PuzzleKind, Callable[[Sequence[PuzzleSpot], int], Candidates]]] = (
    MappingProxyType(
        {
            PuzzleKind.UPCARD: _asked(PuzzleAsk.UPCARD),
            PuzzleKind.DRAW: _asked(PuzzleAsk.DRAW),
            PuzzleKind.DISCARD: _asked(PuzzleAsk.DISCARD),
            PuzzleKind.KNOCK: _asked(PuzzleAsk.KNOCK),
            PuzzleKind.READ: _safe_cards,
            PuzzleKind.SCORE: _at_scores,
        }
    )
)
"""The finder of each kind with one sampled decision; the others have their own."""


# ---------------------------------------------------------------- several steps

MOST_STEPS: Final = 3
SKIPPED: Final = 2
"""Decisions between two steps that are no clear questions, and are played as the policy would."""
LATER: Final = 1_000
"""Added to the number of a decision once the hand has left the way it was played."""

FIRST: Final = frozenset({PuzzleAsk.UPCARD, PuzzleAsk.DRAW, PuzzleAsk.DISCARD})
"""The questions of a first step; a knock ends the hand."""


def chains(
    spots: Sequence[PuzzleSpot], table: DealTable, seed: int
) -> Iterator[tuple[PuzzleSpot, list[AskedOptions]]]:
    """Decisions in a row that look clear, each after the best answer to the one before."""
    chance = Random(seed)

    def begins(spot: PuzzleSpot) -> Position | None:
        return spot.position if ask_of(spot.view) in FIRST else None

    for spot, here in _looks(chance.sample(spots, len(spots)), begins):
        options, easy = _chain(here, table, seed)
        if len(options) > 1 and (not easy or chance.random() < CHAIN):
            yield spot, options


def _chain(here: Position | None, table: DealTable, seed: int) -> tuple[list[AskedOptions], bool]:
    """(the questions, whether the greedy bot finds all their answers)."""
    options: list[AskedOptions] = []
    skipped, easy = 0, True
    while here is not None and len(options) < MOST_STEPS and skipped <= SKIPPED:
        asked = asked_at(view_of(here))
        best = None if asked is None else _best(asked, seed)
        if asked is not None and best is not None:
            options.append(asked)
            skipped = 0
            easy = easy and policy_action(asked.view, GREEDY).plain == best.plain
        elif not options:
            break
        else:
            skipped += 1
            best = policy_action(view_of(here), policy_for(here.rules))
        here = _after(here, best, table)
    return options, easy


def _best(options: AskedOptions, seed: int) -> Action | None:
    """The answer that looks clearly best; None where none does."""
    rollouts, places = _looked_at(options, seed)
    if not _clear(rollouts, places):
        return None
    return rollouts.columns[ranked(rollouts, places)[0]]


def _after(here: Position, action: Action, table: DealTable) -> Position | None:
    """The player's next decision after an action; None where the hand ends before."""
    seat, number = here.turn, LATER + len(here.played)
    here = passed_over(here.apply(action))
    while not here.over and here.turn != seat:
        here = passed_over(here.apply(table.action(here, number)))
        number += 1
    return None if here.over else here
