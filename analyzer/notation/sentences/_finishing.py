"""Adds the card drawn and the numbers that the net hears to a reading, and checks its hand."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import HAND
from analyzer.notation._complete import complete
from analyzer.notation._source import Mark, Source
from analyzer.notation.facts import Facts, Said, SaidCards, rules_of
from analyzer.notation.keyed import keyed_as_lines, table_as_lines
from analyzer.notation.placing import numbers, place
from analyzer.notation.reading import Reading
from analyzer.notation.sentences._left_out import lost_cards, lost_numbers

_DRAWN: Final = re.compile(r"(?im)^\W*(?:drawn|drew)\W*[=:]\W*((?:10|[2-9TJQKA])[cdhs])\b")
_TELLS_ELEVEN: Final = re.compile(
    r"(?i)\beleven\b|\b11\b|\bdr[ae]w|\b(?:throw|discard|toss|dump|pitch|drop|knock|shed)\b"
)


def is_laid_out(text: str, reading: Reading) -> bool:
    """True of a table, and of keys and values that say of each card and number what it is."""
    if table_as_lines(text) is not None:
        return True
    view = reading.view
    hand = (reading.facts.hand or SaidCards()).set if view is None else view.hand
    whole = len(hand) == HAND or (view is not None and view.drawn is not None)
    try:
        if not whole or keyed_as_lines(text) is None:
            return False
    except InputError:  # its keys say otherwise
        return False
    return not (any(lost_cards(reading)) or any(lost_numbers(replace(reading, origin=None))))


_PLAIN: Final = 0.8
"""With this chance the net is believed where phrases have found another score."""
_WIDE: Final = 24
"""Letters from the one number of a score to the end of the other, where both are marked as one."""


def with_drawn(text: str, reading: Reading) -> Reading:
    """The reading, with the card drawn where only the net has heard which it is."""
    view, position = reading.view, place(text)
    drawn = None if position is None else next(iter(position.of("drawn")), None)
    if view is None or position is None or drawn is None or {view.drawn, view.taken} != {None}:
        return reading
    if view.hand != position.hand or position.share < _LIKELY:
        return reading
    return _with_facts(reading, replace(reading.facts, drawn=Said(drawn)))


_LIKELY: Final = -0.4
"""The logarithm of the share of a position from which the card drawn is taken."""


def check_eleven(text: str, reading: Reading) -> None:
    """Raise InputError for eleven cards, one perhaps on the pile, and ten with the one drawn."""
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
    """The reading with the score, the stock and the limit that the net hears."""
    view, facts = reading.view, replace(reading.facts)
    if view is None or reading.formal or place(text) is None:
        return reading
    heard, source = numbers(text), Source(text)
    stock, limit, me, them = map(heard.get, ("stock", "limit", "me", "them"))
    if stock is not None and facts.turns is None and _is_new(facts.stock, stock.value):
        facts.stock = Said(stock.value, source.mark(*stock.span))
    if limit is not None and (facts.rules is None or limit.chance > _PLAIN):
        facts.rules = _limited(facts, view.limit, limit.value, source.mark(*limit.span))
    if me is not None and them is not None and _is_new(facts.score, (me.value, them.value)):
        (start, _), (_, end) = sorted((me.span, them.span))
        near = source.mark(*me.span) if end - start > _WIDE else source.mark(start, end)
        if facts.score is None or me.chance > _PLAIN:
            facts.score = Said((me.value, them.value), near)
    return _with_facts(reading, facts)


def _limited(facts: Facts, known: int, heard: int, near: Mark) -> Said[Rules] | None:
    """The rules with the limit that the net hears, which words may have taken for the target."""
    rules = rules_of(facts)
    if heard == known:
        return facts.rules
    target = PRESETS[rules.name.partition(",")[0]].target if rules.target == heard else rules.target
    return Said(rules.override(knock_limit=heard, target=target), near)


def _is_new(said: Said[Any] | None, heard: object) -> bool:
    return said is None or said.value != heard


def _with_facts(reading: Reading, facts: Facts) -> Reading:
    """The reading with other facts; as it is where they make no view."""
    with suppress(InputError):
        if facts != reading.facts:
            return replace(reading, facts=facts, view=complete(facts), rules=rules_of(facts))
    return reading
