"""Two readers of one text that have to agree, and the numbers that neither found by its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from analyzer.errors import InputError, UnclearError, Wording
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import HAND, View
from analyzer.notation._complete import complete
from analyzer.notation._source import Source
from analyzer.notation.boards import board_as_lines
from analyzer.notation.facts import Facts, Said, SaidCards, rules_of
from analyzer.notation.keyed import keyed_as_lines, table_as_lines
from analyzer.notation.placing import ToldPosition, doubt, likeliest, numbers, place
from analyzer.notation.reading import Reading
from analyzer.notation.sentences._left_out import lost_cards, lost_numbers

_DRAWN: Final = re.compile(r"(?im)^\W*(?:drawn|drew)\W*[=:]\W*((?:10|[2-9TJQKA])[cdhs])\b")
_TELLS_ELEVEN: Final = re.compile(
    r"(?i)\beleven\b|\b11\b|\bdr[ae]w|\b(?:throw|discard|toss|dump|pitch|drop|knock|shed)\b"
)


def is_laid_out(text: str, reading: Reading) -> bool:
    """True of a board, and of keys and values that say of each card and number what it is."""
    if board_as_lines(text) is not None or table_as_lines(text) is not None:
        return True
    view = reading.view
    whole = view is not None and (len(view.hand) == HAND or view.drawn is not None)
    if not whole or keyed_as_lines(text) is None:
        return False
    return not (any(lost_cards(reading)) or any(lost_numbers(replace(reading, origin=None))))


def judged(
    text: str, reading: Reading, sought: Reading | None, read: Callable[[], Reading | None]
) -> Reading:
    """The reading of phrases, if the search or the net finds the same; else what these agree on.

    `read` makes that of the net, where it is sure. Readers that know nothing of each other have to
    agree where the cards are. Raises UnclearError, a question, where they don't, and InputError for
    a hand that cannot be.
    """
    if reading.formal or reading.spread is not None or reading.facts.turns is not None:
        return reading
    view, position = reading.view, place(text)
    if view is None:
        theirs = (reading.facts.opponent or SaidCards()).set
        if reading.asks is None or position is None or not position.of("took") >= theirs:
            return reading
        whole = position.is_sure and (position.of("top") or position.of("drawn"))
        return (read() if whole else None) or reading
    known = _is_alike(view, sought) or view.taken is not None or " " in reading.asked
    if position is None or known or _knows_more(view, position):
        _check(text, reading)
        return reading if position is None else _with_drawn(reading, position)
    doubted = doubt(text, _places(view))
    if doubted is not None and doubted < _FAR and position.excess < _STRANGE:
        _check(text, reading)
        return _with_drawn(reading, position)
    if sought is not None and sought.view is not None and is_likely(text, sought):
        return sought
    other = read()
    if other is not None and doubted is None:
        return other
    if other is None and (doubted is not None or position.excess > _CLUELESS):
        _check(text, reading)
        return reading
    positions = [each for each in likeliest(text)[:2] if each.excess < _STRANGE]
    raise torn(text, [*_wordings(positions), Wording("as it was read", reading.text)])


def _knows_more(view: View, position: ToldPosition) -> bool:
    """True if a view has a position's hand, and of other cards as many, or eleven cards."""
    hand, top, took, gone = _places(view)
    same = hand == position.hand and (top == position.of("top") or len(hand) > HAND)
    return same and took >= position.of("took") and gone >= position.of("gone")


def is_likely(text: str, reading: Reading) -> bool:
    """True if the net finds a reading about as likely as any."""
    doubted = None if reading.view is None else doubt(text, _places(reading.view))
    return doubted is not None and doubted < _FAR


def _is_alike(view: View, other: Reading | None) -> bool:
    """True if another reading has the same hand, and no other top."""
    if other is None or other.view is None:
        return False
    return view.hand == other.view.hand and other.view.top in {view.top, None}


_WIDE: Final = 24
"""Letters from the one number of a score to the end of the other, where both are marked as one."""
_FAR: Final = 2.3
"""A reading that is so much less likely than another is in doubt."""
_STRANGE, _CLUELESS = 4.0, 1.0
"""What a text says is so much likelier than all that gin allows, if that is in doubt."""


def _places(view: View) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """The hand, the top, the cards that the opponent took, and those that are gone."""
    top = CardSet.from_cards(filter(None, [view.top]))
    took, pile = CardSet.from_cards(view.opponent), CardSet.from_cards(view.pile)
    return view.hand, top, took, pile - top


def _with_drawn(reading: Reading, position: ToldPosition) -> Reading:
    """The reading, with the card drawn where only the net has heard which it is."""
    view, drawn = reading.view, next(iter(position.of("drawn")), None)
    same = view is not None and view.hand == position.hand and {view.drawn, view.taken} == {None}
    if drawn is None or not same or position.margin < 1:
        return reading
    return _with_facts(reading, replace(reading.facts, drawn=Said(drawn)))


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
    return UnclearError(error, _wordings(positions))


def _wordings(positions: Sequence[ToldPosition]) -> Iterator[Wording]:
    """Positions as answers, named by the cards that are elsewhere in others."""
    cards = {card for each in positions for place in _PLACES if place for card in each.of(place)}
    apart = [card for card in sorted(cards) if len({each.place_of(card) for each in positions}) > 1]
    return (Wording(_label(each, apart), each.lines) for each in positions)


def _label(position: ToldPosition, apart: Sequence[Card]) -> str:
    """A position by the cards that are elsewhere in others; all of it where there are none."""
    if not apart:
        return "; ".join(position.lines.splitlines())
    return ", ".join(f"{card.symbol} {_PLACES[position.place_of(card)]}" for card in apart)


def torn(text: str, ways: Iterable[Wording]) -> UnclearError:
    """The question which of several readings is meant."""
    problem = "it is not clear where the cards are"
    unclear = Source(text).error(0, min(1, len(text)), problem, "choose how it is meant")
    return UnclearError(unclear, dict.fromkeys(ways))


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
    """The reading with the score, the stock and the limit that the net hears."""
    view, facts = reading.view, replace(reading.facts)
    if view is None or reading.formal:
        return reading
    (heard, spans), source = numbers(text), Source(text)
    marks = {name: source.mark(*span) for name, span in spans.items()}
    if "stock" in heard and facts.turns is None and _is_new(facts.stock, heard["stock"]):
        facts.stock = Said(heard["stock"], marks["stock"])
    if facts.rules is None and heard.get("limit", view.limit) != view.limit:
        limited = rules_of(facts).override(knock_limit=heard["limit"])
        facts.rules = Said(limited, marks["limit"])
    if {"me", "them"} <= {*heard} and _is_new(facts.score, (heard["me"], heard["them"])):
        (start, _), (_, end) = sorted((spans["me"], spans["them"]))
        near = marks["me"] if end - start > _WIDE else source.mark(start, end)
        facts.score = Said((heard["me"], heard["them"]), near)
    return _with_facts(reading, facts)


def _is_new(said: Said[Any] | None, heard: object) -> bool:
    return said is None or said.value != heard


def _with_facts(reading: Reading, facts: Facts) -> Reading:
    """The reading with other facts; as it is where they make no view."""
    with suppress(InputError):
        if facts != reading.facts:
            return replace(reading, facts=facts, view=complete(facts), rules=rules_of(facts))
    return reading
