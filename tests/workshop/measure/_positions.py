"""Decisions out of hands that the baseline policy played against itself, by the real rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from analyzer.engine.fast import policy_action
from analyzer.engine.policies import BASELINE
from analyzer.game.position import Position, deal
from analyzer.game.rules import TWO_HANDED, Rules
from analyzer.game.view import view_of

SCORED = ("standard", "classic", "oklahoma")
"""Presets whose hands are also asked about within a match."""


def played(rules: Rules, seed: int, score: tuple[int, int] | None = None) -> list[Position]:
    """Every decision of one hand that offered a choice."""
    position, found = deal(rules, seed, dealer=seed % 2, score=score), []
    while not position.over and len(position.played) < 90:
        if len(position.legal_actions()) > 1:
            found.append(position)
        position = position.apply(policy_action(view_of(position), BASELINE))
    return found


def decisions(count: int, seed: int) -> Iterator[Position]:
    """So many decisions, each of another hand: presets and questions in turn, any stage."""
    rng = Random(f"decisions {seed}")
    # A hand of `hollywood` is one of `standard`: only its score sheet is another.
    names = [name for name in TWO_HANDED if name != "hollywood"]
    for number in range(count):
        rules = TWO_HANDED[names[number % len(names)]]
        target = rules.target
        score = None
        if target is not None and rules.name in SCORED and number % 2:
            score = rng.randrange(target), rng.randrange(target)
        positions = played(rules, rng.randrange(10**9), score)
        questions = sorted({position.question for position in positions})
        question = questions[number // len(names) % len(questions)]
        position = rng.choice([one for one in positions if one.question is question])
        yield position
