"""Cards and spreads as people write them, jokers too."""

from __future__ import annotations

import re

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Meld, pack_card
from analyzer.game.cards import JOKERS, Card, CardSet
from analyzer.game.jokers import is_table_meld
from analyzer.game.rules import Rules
from analyzer.notation.cards import read_cards

_JOKER = re.compile(r"(?<!\w)(?:x([12])|joker\s*([12]?)|jk\b|★|🃏)(?!\w)", re.IGNORECASE)
_NAMED = re.compile(r"(?<!\w)x([12])\s*=\s*(\w+)", re.IGNORECASE)


def read_pack(text: str) -> CardSet:
    """Read a hand in any usual form; a joker is `X1`, `X2` or `joker`.

    >>> str(read_pack("789h, joker, Kd"))
    'X1 Kd 7h 8h 9h'
    """
    jokers: list[Card] = []
    for match in _JOKER.finditer(text):
        number = match[1] or match[2]
        free = [joker for joker in JOKERS if joker not in jokers]
        joker = JOKERS[int(number) - 1] if number else next(iter(free), JOKERS[0])
        if joker in jokers:
            raise InputError(
                f"{joker} appears twice", where="cards", hint="there are at most two jokers"
            )
        jokers.append(joker)
    rest = _JOKER.sub(lambda match: " " * len(match[0]), text)
    cards = [read.card for read in read_cards(rest)] if rest.strip(" ,;") else []
    return CardSet.from_cards((*jokers, *cards))


def read_spread(text: str, rules: Rules) -> Arrangement:
    """Read melds and deadwood split by "/"; groups that are melds are melds.

    >>> from analyzer.game.rules import parse_rules
    >>> split = read_spread("7h X1=8h 9h / 4c 4d 4s / Ac 2d", parse_rules("one-joker"))
    >>> [str(meld) for meld in split.melds], split.points
    (['7h X1=8h 9h', '4c 4d 4s'], 3)
    """
    melds: list[Meld] = []
    left = CardSet()
    for group in filter(str.strip, re.split(r"[/|]", text)):
        meld = _meld(group)
        if is_table_meld(meld, rules):
            melds.append(meld)
        elif meld.stands is not None:
            raise InputError(
                f"`{group.strip()}` is not a meld", where="spread", hint="see what the joker names"
            )
        else:
            left |= meld
    laid = [card for meld in melds for card in meld] + list(left)
    if len(set(laid)) != len(laid):
        raise InputError("a card appears twice", where="spread", hint="every card exists once")
    return Arrangement(tuple(melds), left, rules.points(left))


def _meld(group: str) -> Meld:
    named = _NAMED.search(group)
    if named is None:
        return Meld(read_pack(group))
    joker = JOKERS[int(named[1]) - 1]
    rest = group[: named.start()] + " " + group[named.end() :]
    return Meld(read_pack(rest).add(joker), pack_card(named[2]))
