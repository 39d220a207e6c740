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
from analyzer.notation.boards import board_as_lines
from analyzer.notation.facts import Facts, Said, SaidCards, rules_of
from analyzer.notation.keyed import keyed_as_lines, table_as_lines
from analyzer.notation.placing import ToldPosition, likeliest, place
from analyzer.notation.reading import Reading
from analyzer.notation.sentences._figures import figures_in, tells_lead
from analyzer.notation.sentences._left_out import lost_cards, lost_numbers

_DRAWN: Final = re.compile(r"(?im)^\W*(?:drawn|drew)\W*[=:]\W*((?:10|[2-9TJQKA])[cdhs])\b")
_TELLS_ELEVEN: Final = re.compile(
    r"(?i)\beleven\b|\b11\b|\bdr[ae]w|\b(?:throw|discard|toss|dump|pitch|drop|knock|shed)\b"
)


def is_laid_out(text: str, reading: Reading) -> bool:
    """True of a board, and of keys and values that say of each card and number what it is."""
    if board_as_lines(text) is not None:
        return True
    view = reading.view
    whole = view is not None and (len(view.hand) == HAND or view.drawn is not None)
    if not whole or (table_as_lines(text) or keyed_as_lines(text)) is None:
        return False
    return not (any(lost_cards(reading)) or any(lost_numbers(replace(reading, origin=None))))


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
    """The reading, or that of the net, made by `read`, where it knows of more cards."""
    view, position = reading.view, place(text)
    if position is None or reading.formal or reading.spread is not None:
        return reading
    if reading.facts.turns is not None:
        return reading
    if view is None:
        whole = position.is_sure and bool(position.of("top") | position.of("drawn"))
        return (read() if whole and reading.asks is not None else None) or reading
    if view.hand == position.hand and position.top in {view.top, None}:
        drawn = next(iter(position.of("drawn")), None)
        if drawn is not None and {view.drawn, view.taken} == {None} and position.margin > 1:
            reading = _with_facts(reading, replace(reading.facts, drawn=Said(drawn)))
        theirs = {*position.of("took")}
        more = position.is_sure and {*view.opponent} < theirs and not theirs & {*view.pile}
        placed = read() if more else None
        return reading if placed is None or placed.view is None else placed
    lacks = "unused" in reading.guesses or any(lost_cards(replace(reading, written=text)))
    placed = read() if position.is_sure and lacks else None
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


def _torn(
    text: str, readings: Sequence[Reading], problem: str = "it is not clear who did what"
) -> UnclearError:
    """The question which of two readings is meant."""
    unclear = Source(text).error(0, min(1, len(text)), problem, "choose how it is meant")
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
    """The reading with the score, the stock and the limit that its words did not find.

    Raises UnclearError where it is not clear who has which points.
    """
    view, facts = reading.view, replace(reading.facts)
    if view is None or reading.formal:
        return reading
    hit, source, placed = figures_in(text), Source(text), place(text)
    learned = {} if placed is None else placed.numbers
    stock, limit = hit.stock, hit.limit
    if stock is None and "stock" in learned:
        stock = learned["stock"], (0, 0)
    if limit is None and learned.get("limit", HAND) < HAND and _OF_LIMIT.search(text):
        limit = learned["limit"], (0, 0)
    if stock is not None and facts.stock is None and facts.turns is None:
        facts.stock = Said(stock[0], source.mark(*stock[1]))
    if limit is not None and view.limit == PRESETS["standard"].knock_limit:
        limited = rules_of(facts).override(knock_limit=limit[0])
        facts.rules = Said(limited, source.mark(*limit[1]))
    reading = _with_facts(reading, facts)
    score = _score(text, reading, hit.score, (learned.get("me"), learned.get("them")))
    if score is None:
        return reading
    return _with_facts(reading, replace(facts, score=Said(score[0], source.mark(*score[1]))))


def _with_facts(reading: Reading, facts: Facts) -> Reading:
    """The reading with other facts; as it is where they make no view."""
    with suppress(InputError):
        if facts != reading.facts:
            return replace(reading, facts=facts, view=complete(facts), rules=rules_of(facts))
    return reading


_OF_LIMIT: Final = re.compile(
    r"(?i)\b(?:limit|límite|lími|knock\w* (?:with|at|for|card|value|limit)|klop|klopf|лимит)|limit"
)


def _score(
    text: str,
    reading: Reading,
    worded: tuple[tuple[int, int], tuple[int, int]] | None,
    learned: tuple[int | None, int | None],
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The score that the reading lacks, or that two others find against it; else None."""
    known = None if reading.view is None else reading.view.score
    if known is None:
        if worded is None and None not in learned:
            return (learned[0] or 0, learned[1] or 0), (0, 0)
        return worded
    if worded is None or worded[0] == tuple(known):
        return None
    if worded[0] == learned:
        return worded
    if worded[0] == (known[1], known[0]) and learned != tuple(known) and tells_lead(text):
        raise _torn(
            text,
            [reading, _with_facts(reading, replace(reading.facts, score=Said(worded[0])))],
            "it is not clear who has how many points",
        )
    return None
