"""A view made of the cards in a sentence: offered as a cure, never taken unasked."""

from __future__ import annotations

import re

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.notation import parse_view, read_cards

_CARDS = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:10|[2-9TtJjQqKkAa])[CcDdHhSs♣♦♥♠]\ufe0f?)+(?![A-Za-z0-9])"
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_DRAWN = re.compile(r"\b(?:drew|draw|drawn|picked|took)\b", re.IGNORECASE)
_LYING = re.compile(r"\W*(?:is |was )?(?:up|upcard|top|showing|on)\b", re.IGNORECASE)
_DISCARDED = re.compile(r"\b(?:discard|threw|thrown?|throws|dropped|tossed)", re.IGNORECASE)

HAND = 10


def hand_from_sentence(text: str) -> str | None:
    """The view of one line with words around ten or eleven cards; None where unclear.

    An eleventh card that stands behind words of its own is the upcard, or the top of the pile if
    they say that it was discarded, or one of the hand if they say that it was drawn.

    >>> print(hand_from_sentence("I've 2c 3c 4c 7h 8h 9h Kd Qd 5s Ts and he just discarded the 9d"))
    hand: 2c 3c 4c 7h 8h 9h Kd Qd 5s Ts
    top: 9d
    >>> print(hand_from_sentence("I've 2c 3c 4c 7h 8h 9h Kd Qd 5s Ts and drew the 9d, so?"))
    hand: 2c 3c 4c 7h 8h 9h Kd Qd 5s Ts 9d
    """
    words = {word.lower() for word in _WORDS.findall(_CARDS.sub(" ", text))}
    if len(text.strip().splitlines()) != 1 or words <= {"my", "hand", "cards"}:
        return None
    found = list(_CARDS.finditer(text))
    try:
        cards = [read.card for one in found for read in read_cards(one[0])]
        if len(cards) not in {HAND, HAND + 1} or len(CardSet.from_cards(cards)) != len(cards):
            return None
        view = f"hand: {' '.join(map(str, cards))}"
        if len(cards) > HAND and len(found) > 1:
            between = text[found[-2].end() : found[-1].start()]
            after = text[found[-1].end() :]
            apart = _WORDS.search(between) or _LYING.match(after)
            alone = len(list(read_cards(found[-1][0]))) == 1
            if alone and apart and not _DRAWN.search(between):
                key = "top" if _DISCARDED.search(between) else "upcard"
                view = f"hand: {' '.join(map(str, cards[:-1]))}\n{key}: {cards[-1]}"
        if len(cards) > HAND:
            parse_view(view)
    except InputError:
        return None
    return view
