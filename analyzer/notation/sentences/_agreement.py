"""Two readers of one text that have to agree, and the numbers that neither found by its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
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
from analyzer.notation.placing import ToldPosition, likeliest, place
from analyzer.notation.reading import Reading
from analyzer.notation.sentences._figures import figures_in
from analyzer.notation.sentences._left_out import lost_cards

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
    third = place(text)  # two of three
    is_outvoted = third and third.is_sure and third.hand == view.hand and third.top == view.top
    return reading if is_outvoted else other


def with_more(text: str, reading: Reading, read: Callable[[], Reading | None]) -> Reading:
    """The reading, or that of the net where it knows of more cards that the text names.

    `read` makes the net's, which is not asked for where both know the same.
    """
    view, position = reading.view, place(text)
    if view is None or position is None or reading.formal or reading.spread is not None:
        return reading
    if not position.is_sure or reading.facts.turns is not None:
        return reading
    if view.hand == position.hand and position.top in {view.top, None}:
        is_drawn_now = position.of("drawn") and {view.drawn, view.taken} == {None}
        knows_more = is_drawn_now or {*view.opponent} < {*position.of("took")}
    else:
        written = replace(reading, written=text)
        knows_more = "unused" in reading.guesses or any(lost_cards(written))
    placed = read() if knows_more else None
    return reading if placed is None or placed.view is None else placed


_DOUBTFUL: Final = 1.0
_PLACES: Final = {
    "hand": "in your hand", "drawn": "drawn by you", "top": "on top of the pile",
    "took": "taken by the opponent", "gone": "gone", "": "not used",
}  # fmt: skip


def asking(text: str, error: InputError) -> InputError:
    """The refusal of a text, with the few positions that it may mean as answers."""
    positions = [each for each in likeliest(text) if each.excess < _DOUBTFUL]
    if not positions or isinstance(error, UnclearError):
        return error
    cards = {card for each in positions for place in _PLACES if place for card in each.of(place)}
    apart = [card for card in sorted(cards) if len({each.place_of(card) for each in positions}) > 1]
    return UnclearError(error, [Wording(_label(each, apart), each.lines) for each in positions])


def _label(position: ToldPosition, apart: Sequence[Card]) -> str:
    """A position by the cards that are elsewhere in others; all of it where there are none."""
    if not apart:
        return "; ".join(position.lines.splitlines())
    return ", ".join(f"{card.symbol} {_PLACES[position.place_of(card)]}" for card in apart)


def _torn(text: str, readings: Sequence[Reading]) -> UnclearError:
    """The question which of two readings is meant."""
    unclear = Source(text).error(
        0, min(1, len(text)), "it is not clear who did what", "choose how it is meant"
    )
    return UnclearError(unclear, (Wording(each.text, each.text) for each in readings))


def _check(text: str, reading: Reading) -> None:
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
    """The reading with the score, the stock and the limit that its words did not find."""
    view, facts = reading.view, replace(reading.facts)
    if view is None or reading.formal or facts.turns is not None:
        return reading
    hit, source, placed = figures_in(text), Source(text), place(text)
    learned = {} if placed is None else placed.numbers
    score, stock, limit = hit.score, hit.stock, hit.limit
    if score is None and {"me", "them"} <= {*learned}:
        score = (learned["me"], learned["them"]), (0, 0)
    if stock is None and "stock" in learned:
        stock = learned["stock"], (0, 0)
    if score is not None and facts.score is None and view.score is None:
        facts.score = Said(score[0], source.mark(*score[1]))
    if stock is not None and facts.stock is None:
        facts.stock = Said(stock[0], source.mark(*stock[1]))
    if limit is not None and view.limit == PRESETS["standard"].knock_limit:
        limited = rules_of(facts).override(knock_limit=limit[0])
        facts.rules = Said(limited, source.mark(*limit[1]))
    if facts == reading.facts:
        return reading
    with suppress(InputError):
        return replace(reading, facts=facts, view=complete(facts), rules=rules_of(facts))
    return reading
