"""The cards and scores that a text names and that stand nowhere in what was read of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from analyzer.game.cards import Card, Rank
from analyzer.notation._proof import in_place, nowhere
from analyzer.notation._tokens import RANK_LETTERS, SUIT_LETTERS, SUIT_SYMBOLS
from analyzer.notation.placing import doubtful
from analyzer.notation.reading import Reading
from analyzer.notation.sentences._card_groups import RANK_OF, put_together
from analyzer.notation.sentences._vocabulary import written

RANK_WORDS = "|".join((*(rank.noun for rank in Rank), "deuce", "trey", "10", "[2-9]"))
_NAMED = re.compile(
    r"(?<!\w)(10|[2-9TJQKA])([♠♥♦♣])(?!\w)|(?<![\w/-])(10|[2-9TJQK])([cdh])(?![\w/-])"
    r"|(?<![\w♠♥♦♣])(?:([♠♥♦♣])|(?-i:(?<![/-])([CDHS])))(10|[2-9TJQKA])(?![\w/-])"
    rf"|\b({RANK_WORDS}) of (clubs|diamonds|hearts|spades)\b",
    re.IGNORECASE,
)
"""A card beyond doubt; `8s` may be two eights."""
_COURT = re.compile(r"\b(?:an?|the|my|his|her) (ace|king|queen|jack)\b(?! of)", re.I)
"""A card of which only the rank is told; somewhere there has to be one."""
_TWO_NUMBERS = written("two_numbers")
_MANY = re.compile(r"(?<![\w.:/#-])(?:1[2-9]|[2-9]\d|1\d\d)(?![\w:/%-]|\.\d| (?:cards|times)\b)")
_OF_PROGRAMS = re.compile(r"[{}\[\]]|</|^\S+&\S+=")
_TARGETS = frozenset({52, 100, 150, 200})


def lost_cards(reading: Reading) -> Iterator[str]:
    """The cards that a text names by rank and suit, and that stand nowhere in what was read."""
    view = reading.view
    text = reading.text if view is None else f"{view.rules.pack - view.unseen} {view.upcard}"
    plain = put_together(reading.written)[0]
    for found in chain(_NAMED.finditer(reading.written), _NAMED.finditer(plain)):
        rank, suit = map(str.lower, filter(None, found.groups()))
        rank, suit = (suit, rank) if rank in SUIT_SYMBOLS or rank in "cdhs" else (rank, suit)
        of = SUIT_SYMBOLS[suit] if suit in SUIT_SYMBOLS else SUIT_LETTERS[suit[0]]
        card = str(Card.make(RANK_OF[rank] if rank in RANK_OF else RANK_LETTERS[rank], of))
        if card not in text:
            text += f" {card}"
            yield found[0]
    for found in _COURT.finditer(plain):
        letter = Rank(RANK_OF[found[1].lower()]).letter
        if reading.origin not in {nowhere, in_place} and not re.search(rf"{letter}[cdhs]\b", text):
            yield found[0]


def lost_numbers(reading: Reading) -> Iterator[str]:
    """The pairs of numbers, `62 to 41`, and those above ranks, that were not understood."""
    view = reading.view
    counts = {view.stock, view.limit, *(view.score or ())} if view else set()
    parts = [(part.start, part.end) for part in reading.parts]
    for each in doubtful(reading.written):
        if each.value not in counts:
            parts.append(each.span)
            yield reading.written[slice(*each.span)]
    if reading.origin in {nowhere, in_place} and _OF_PROGRAMS.search(reading.written):
        return
    known = {*_TARGETS, *counts}
    for found in (*_TWO_NUMBERS.finditer(reading.written), *_MANY.finditer(reading.written)):
        pair = found.re is _TWO_NUMBERS
        if pair and reading.facts.score is not None:
            continue
        inside = any(start < found.end() and found.start() < end for start, end in parts)
        if not inside and (pair or int(found[0]) not in known):
            parts.append(found.span())
            yield found[0]


def not_used(words: Iterable[str]) -> str:
    said = [f"`{word}`" for word in words]
    return f"{' and '.join(said)} {'is' if len(said) == 1 else 'are'} not used"
