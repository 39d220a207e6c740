"""Was it luck, or is the app rigged? What the hands of a history say, and what they cannot say.

Only what holds for every honest app, however people play, is called a test: hands as dealt
(`_deals`), and stock draws where every card is known (`_draws`). Where only one hand was seen, the
luck of its draws rests on the belief about the other one, and is told beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.engine.opponents import opponent_named
from analyzer.engine.statistics import half_width_of_mean
from analyzer.errors import InputError
from analyzer.game.actions import Kind
from analyzer.game.view import Turn
from analyzer.notation.records import Record, decisions
from analyzer.review._luck import luck_of_draw
from analyzer.review.audit._deals import SURE, Dealt, DealTest, audit_deals
from analyzer.review.audit._draws import ALARM, DrawAudit, Suspicion, audit_draws, draws_in
from analyzer.review.types import ReviewSettings

__all__ = ["ALARM", "SURE", "Audit", "BelievedLuck", "DealTest", "DrawAudit", "Suspicion", "audit"]

WORLDS: Final = 256
"""Worlds for the luck of a draw."""
MOST_LUCK: Final = 2_000
"""Draws whose luck is reckoned, the first ones."""


@dataclass(frozen=True, slots=True)
class BelievedLuck:
    """The luck of my draws where their hand was not seen, in points a draw."""

    draws: int
    mean: float
    error: float | None
    """Half of its 95% interval; None for a single draw."""


@dataclass(frozen=True, slots=True)
class Audit:
    """Every finding about a history of hands."""

    hands: int
    left_out: int
    """Hands given twice, of other games, and told from a position on."""
    deals: tuple[DealTest, ...]
    full: int
    """Hands of which every card is known and some came from the stock."""
    draws: DrawAudit | None
    luck: BelievedLuck | None


def audit(
    records: Sequence[Record], me: int = 0, claims: Sequence[str] = (), luck: int = MOST_LUCK
) -> Audit:
    """The audit of hands in order, for the player in seat `me`.

    A claim is `ahead`, `behind`, or a tag of the hands that it is about, as `Stakes=high`: made
    before anybody looks. Raises InputError for one that no hand is about. Of draws against a hidden
    hand the first so many are reckoned for their `luck`.
    """
    played = [
        hand for hand in dict.fromkeys(records) if hand.rules.two_handed and not hand.in_moves
    ]
    about = {claim: frozenset(_about(played, claim, me)) for claim in dict.fromkeys(claims)}
    draws = [draw for at, hand in enumerate(played) if hand.full for draw in draws_in(hand, at, me)]
    drawn = {draw.hand for draw in draws}
    for claim, hands in about.items():
        if not hands & drawn:
            raise InputError(
                f"no hand with every card known is about `{claim[:60]}`", where="claim",
                hint="say `ahead`, `behind`, or a tag of the records such as `Stakes=high`",
            )  # fmt: skip
    return Audit(
        len(played),
        len(records) - len(played),
        audit_deals([Dealt(hand.rules, (hand.hands[me], hand.hands[1 - me])) for hand in played]),
        len(drawn),
        audit_draws(draws, about) if draws else None,
        _believed([hand for hand in played if not hand.full and hand.hands[me]], me, luck),
    )


def _about(hands: Sequence[Record], claim: str, me: int) -> Iterator[int]:
    """The numbers of the hands that a claim is about, known before their first card."""
    name, _, value = claim.partition("=")
    for at, hand in enumerate(hands):
        if name in {"ahead", "behind"}:
            mine, theirs = (hand.score or (0, 0))[:: -1 if me else 1]
            held = mine > theirs if name == "ahead" else mine < theirs
        else:
            tags = {tag.lower(): said for tag, said in hand.tags}
            held = tags.get(name.strip().lower()) == value.strip()
        if held:
            yield at


def _believed(hands: Sequence[Record], me: int, most: int) -> BelievedLuck | None:
    """The luck of the first draws against hidden hands, as the review reckons it."""
    settings, draws = ReviewSettings(), list[float]()
    model = opponent_named(settings.opponent)
    for hand in hands:
        for choice in decisions(hand, me):
            card = hand.turns[choice.turn].card
            drew = choice.action.kind is Kind.DRAW and hand.turns[choice.turn].turn is Turn.DRAW
            if drew and card is not None and len(draws) < most:
                luck = luck_of_draw(choice.view, card, model, settings.seed, WORLDS)
                draws.append(luck.luck)
    if not draws:
        return None
    error = half_width_of_mean(np.array(draws)) if len(draws) > 1 else None
    return BelievedLuck(len(draws), float(np.mean(draws)), error)
