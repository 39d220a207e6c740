"""The spread of a knocker, jokers too: melds and deadwood split by a slash or a bar."""

from __future__ import annotations

import re

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Meld, pack_card
from analyzer.game.cards import JOKERS, CardSet
from analyzer.game.melds import is_meld
from analyzer.game.rules import Rules
from analyzer.notation.cards import read_pack

_NAMED = re.compile(r"(?<!\w)x([12])\s*=\s*(\w+)", re.IGNORECASE)


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
        if is_meld(meld, rules):
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
