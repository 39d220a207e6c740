"""Decisions that are made and asked about: `I took it and got rid of the Kd. Was that right?`"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.game.cards import Card
from analyzer.game.view import HAND, Side
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Facts, Said, SaidCards
from analyzer.notation.sentences._heard import CardRole, Heard
from analyzer.notation.sentences._meanings import TOPS
from analyzer.notation.sentences._vocabulary import written

_WAS_IT: Final = written("was_it")
"""The question if a take was right, right behind it."""
_NEAR: Final = 24
"""Characters before a card at which the verb may begin: `I took the 5s. Right?`."""
LOOKING_BACK = "what was done last is taken as what is asked about"
_OF_TEN = frozenset({"take", "draw", "pass"})
"""Questions that are put with ten cards in the hand."""
_UP = (CardRole.DRAWN, CardRole.TAKEN)
_SINCE = frozenset({*TOPS, *_UP, CardRole.THEY_TOOK})
"""Roles of cards that, told after my discard, are of another turn."""


def look_back(heard: Heard) -> None:
    """Take a discard of mine, since which nothing happened, as the one that is asked about."""
    mine, hand = heard.of(CardRole.MY_DISCARD), heard.of(CardRole.HAND)
    if heard.knocked is not None:
        return
    if not mine:
        _ask_of_take(heard)
        return
    if len(hand) != HAND:
        return
    last = mine[-1]
    if any(role in _SINCE and read.span > last.span for role, read in heard.cards):
        heard.remove(CardRole.DRAWN, last.card)  # drawn and thrown back before
        return
    up = [read for role in _UP for read in heard.of(role)]
    if up and _is_of_eleven(hand, up[-1], last):
        _ask_of(heard, last)
        if heard.asked in _OF_TEN and heard.holds(CardRole.THEIR_DISCARD, up[-1].card):
            heard.remove(CardRole.TAKEN, up[-1].card)  # `I took it … should I have drawn?`
            heard.remove(CardRole.PUT, last.card)
    elif _makes_eleven(heard, last):
        heard.place(CardRole.HAND, [last])  # `I knocked with …, discarding Kc`
        _ask_of(heard, last)


def _ask_of_take(heard: Heard) -> None:
    """Take a card that was taken last as the one that is asked about: `I took it. Right?`."""
    took, hand = heard.of(CardRole.TAKEN), {read.card for read in heard.of(CardRole.HAND)}
    if not took or len(hand - {took[-1].card}) != HAND or heard.asked not in {"", *_OF_TEN}:
        return
    card, before = took[-1].card, max(0, took[-1].span[0] - _NEAR)
    if not heard.of(CardRole.DRAWN) and _WAS_IT.search(heard.source.text, before):
        heard.remove(CardRole.TAKEN, card)
        if not any(heard.holds(role, card) for role in TOPS):
            heard.place(CardRole.THEIR_DISCARD, took[-1:])
        if card in hand:
            heard.remove(CardRole.HAND, card)
        heard.asked = heard.asked or "take"
        heard.guesses["question"] = LOOKING_BACK


def _is_of_eleven(hand: Sequence[ReadCard], up: ReadCard, discard: ReadCard) -> bool:
    """True if a discard is one of a hand of ten and of the card that came to it before."""
    held = {read.card for read in hand}
    return up.card not in held and up.span <= discard.span and discard.card in held | {up.card}


def _makes_eleven(heard: Heard, discard: ReadCard) -> bool:
    """True if one discard is told behind a hand of ten, and no other card but these."""
    hand, others = heard.of(CardRole.HAND), (*TOPS, *_UP)
    alone = len(heard.of(CardRole.MY_DISCARD)) == 1 and not any(map(heard.of, others))
    behind = discard.span > hand[-1].span
    return alone and behind and not heard.holds(CardRole.HAND, discard.card)


def _ask_of(heard: Heard, discard: ReadCard) -> None:
    heard.remove(CardRole.MY_DISCARD, discard.card)
    heard.place(CardRole.PUT, [discard])
    heard.asked = heard.asked or "discard"
    heard.guesses["question"] = LOOKING_BACK


def is_pass_asked_about(heard: Heard, facts: Facts) -> bool:
    """True if my pass, told last, is what is asked about: `he passed, and I declined it too`."""
    *before, (side, mark) = heard.passed
    if side is not Side.ME or facts.drawn is not None or any(mark == each for _, each in before):
        return False
    if any(each is Side.ME for each, _ in before):
        return False
    if before:
        facts.they_passed = Said(True, before[0][1])
    heard.guesses["question"] = LOOKING_BACK
    return True


def refuse_own_discard(heard: Heard, facts: Facts) -> None:
    """Raise InputError where my own discard would be the card to draw: somebody moved since."""
    settled = heard.knocked is not None or facts.offered is not None
    if settled or facts.hand is None or len(facts.hand.cards) != HAND:
        return
    pile: tuple[Card, ...] = (facts.pile or SaidCards()).cards
    top = (facts.top.value,) if facts.top else pile[-1:]
    for read in heard.of(CardRole.MY_DISCARD):
        if read.card in top:
            raise heard.source.error(
                *read.span, f"{read.card} is what you discarded yourself",
                "say what the opponent discarded since, as in `he threw 9c`",
            )  # fmt: skip
