"""The exact solver in plain Python and compiled: the same numbers under every rule set."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from analyzer.game.cards import JOKERS, CardSet
from analyzer.game.melds import Knock, knocks, spread_runs, spread_shape
from analyzer.game.rules import PRESETS, Rules
from analyzer.kernel import jit
from analyzer.kernel.solver import Solver, solver_for
from tests.property.test_melds_oracle import VARIANTS
from tests.sizes import more_at_night

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")

SETS: dict[tuple[Any, ...], Rules] = {
    (rules.meld_values, rules.ace, rules.jokers): rules
    for rules in (*PRESETS.values(), *(rules for rules, _ in VARIANTS.values()))
}
"""One of all rules whose melds and cards are worth the same."""


def dealt(rng: random.Random, rules: Rules) -> tuple[CardSet, CardSet]:
    """Eleven cards, and ten others; half of the hands have many melds."""
    low = rng.randrange(8) if rng.random() < 0.5 else None
    pool = [card for card in rules.pack if low is None or low <= card % 16 < low + 6]
    pool += [joker for joker in JOKERS if joker in rules.pack and joker not in pool]
    cards = rng.sample(pool, 21)
    return CardSet.from_cards(cards[:11]), CardSet.from_cards(cards[11:])


def numbers(solver: Solver, hand: CardSet, other: CardSet, rules: Rules) -> Iterator[Any]:
    """All that is asked about two hands."""
    first = next(iter(hand))
    yield solver.least(hand.mask), solver.least(other.mask)
    yield solver.best_discard(hand.mask), solver.best_discard(hand.mask, int(first))
    if hand & CardSet.from_cards(JOKERS) or other & CardSet.from_cards(JOKERS):
        return
    kept = hand.remove(first)
    yield solver.helping(kept.mask), solver.gin_outs(kept.mask, (rules.pack - kept).mask)
    yield solver.spread(kept.mask, 30)
    for knock in (*knocks(kept, rules, 60),)[:6]:
        yield kept_points(solver, knock, other, rules)


def kept_points(solver: Solver, knock: Knock, other: CardSet, rules: Rules) -> int:
    runs, missing = spread_shape(knock.arrangement)
    if rules.meld_cap is None:
        return solver.kept(other.mask, runs, missing)
    return solver.kept_capped(other.mask, spread_runs(knock.arrangement), missing)


@pytest.mark.rule("meld_cap", "ace_both_ways", "ace_points", "court_points", "jokers")
@more_at_night("number", 12, 400)
@pytest.mark.parametrize("rules", SETS.values(), ids=lambda rules: rules.name)
def test_plain_and_compiled_give_the_same_numbers(rules: Rules, number: int) -> None:
    rng = random.Random(rules.name)
    plain, compiled = (solver_for(rules.meld_values, rules.ace, way) for way in (False, True))
    for _ in range(number):
        hand, other = dealt(rng, rules)
        assert list(numbers(plain, hand, other, rules)) == list(
            numbers(compiled, hand, other, rules)
        )


def test_the_sets_differ_in_aces_courts_corners_caps_and_jokers() -> None:
    assert len(SETS) >= 10
    assert {rules.jokers for rules in SETS.values()} >= {0, 1, 2}
