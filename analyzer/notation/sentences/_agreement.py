"""Two readers of one text that have to agree, and the numbers that neither found by its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from analyzer.errors import InputError, UnclearError, Wording
from analyzer.game.cards import Card
from analyzer.game.rules import PRESETS
from analyzer.game.view import HAND
from analyzer.notation._complete import complete
from analyzer.notation._source import Source
from analyzer.notation.facts import Said, SaidCards, rules_of
from analyzer.notation.reading import Reading
from analyzer.notation.sentences._figures import figures_in

_DRAWN: Final = re.compile(r"(?im)^\W*(?:drawn|drew)\W*[=:]\W*((?:10|[2-9TJQKA])[cdhs])\b")
_TELLS_ELEVEN: Final = re.compile(
    r"(?i)\beleven\b|\b11\b|\bdr[ae]w|\b(?:throw|discard|toss|dump|pitch|drop|knock|shed)\b"
)


def agreeing(text: str, reading: Reading, other: Reading | None) -> Reading:
    """The reading of phrases, where the `other`, that of the search, finds the same, or nothing.

    Readers that know nothing of each other have to agree on the hand and on the top: where the
    one has eleven cards and the other ten and a top, the cards are parted as the second says.
    Raises InputError where turns are told and both differ, and for a hand that cannot be.
    """
    view = reading.view
    if reading.formal or reading.spread is not None:
        return reading
    if other is None or other.view is None:
        if reading.facts.turns is None:
            _check(text, reading)
        return reading
    if view is None:
        return other if reading.asks is not None else reading
    if view.hand == other.view.hand and other.view.top in {view.top, None}:
        return other if {*view.opponent} < {*other.view.opponent} else reading
    if reading.facts.turns is not None:
        raise _torn(text, (reading, other))
    return other


def _torn(text: str, readings: Sequence[Reading]) -> UnclearError:
    """The question which of two readings is meant."""
    unclear = Source(text).error(
        0, min(1, len(text)), "it is not clear who did what", "choose how it is meant"
    )
    return UnclearError(unclear, (Wording(each.text, each.text) for each in readings))


def _check(text: str, reading: Reading) -> None:
    """Raise InputError for eleven cards of which one may lie on the pile, and for ten of which
    one is said to be drawn."""
    drawn, view = _DRAWN.search(text), reading.view
    hand = view.hand if view is not None else (reading.facts.hand or SaidCards()).set
    if len(hand) == HAND and drawn is not None and _card(drawn[1]) in hand:
        raise Source(text).error(
            *drawn.span(1), f"{drawn[1]} is both drawn and one of the ten in the hand",
            "give the ten held before, or all eleven",
        )  # fmt: skip
    if view is None:
        return
    known = {view.drawn, view.taken} != {None} or view.history is not None
    known = known or view.top is None or _TELLS_ELEVEN.search(text) is not None
    if len(view.hand) > HAND and not known:
        raise Source(text).error(
            0, 1, "eleven cards are read as the hand, and one on the pile",
            "say which was drawn, or which ten you hold",
        )  # fmt: skip


def _card(text: str) -> Card:
    return Card.of(text.replace("10", "T")[0].upper() + text[-1].lower())


def with_figures(text: str, reading: Reading) -> Reading:
    """The reading with the score, the stock and the limit that its words did not find."""
    view, facts = reading.view, replace(reading.facts)
    if view is None or reading.formal or facts.turns is not None:
        return reading
    hit, source = figures_in(text), Source(text)
    if hit.score is not None and facts.score is None and view.score is None:
        facts.score = Said(hit.score[0], source.mark(*hit.score[1]))
    if hit.stock is not None and facts.stock is None:
        facts.stock = Said(hit.stock[0], source.mark(*hit.stock[1]))
    if hit.limit is not None and view.limit == PRESETS["standard"].knock_limit:
        limited = rules_of(facts).override(knock_limit=hit.limit[0])
        facts.rules = Said(limited, source.mark(*hit.limit[1]))
    if facts == reading.facts:
        return reading
    with suppress(InputError):
        return replace(reading, facts=facts, view=complete(facts), rules=rules_of(facts))
    return reading
