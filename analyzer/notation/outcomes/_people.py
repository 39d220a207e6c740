"""The players that a text names: mentions of one are one group."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, product
from typing import Final

from analyzer.notation.encoder.tokens import TextToken

WHO: Final = ("", "me", "other", "name")
"""The kinds of whom a token names: nobody, the teller, somebody by a pronoun, somebody by name."""
_TELLER, _FIRST, _PRONOUN = 0, 1, 4
_MOST_NAMES: Final = 3
_LONG: Final = 3


def grouped(tokens: Sequence[TextToken], who: Sequence[int]) -> dict[int, int]:
    """Give of each token that names a player its group: 0 the teller, 4 a pronoun, 1 to 3 names."""
    groups, names = dict[int, int](), list[set[str]]()
    for kind, run in groupby(range(len(tokens)), lambda at: WHO[who[at]]):
        spots = [*run]
        if kind == "name":
            number = _number({_plain(tokens[at]) for at in spots}, names)
            groups |= dict.fromkeys(spots, _FIRST + min(number, _MOST_NAMES - 1))
        elif kind:
            groups |= dict.fromkeys(spots, _TELLER if kind == "me" else _PRONOUN)
    return groups


def _number(words: set[str], names: list[set[str]]) -> int:
    """The number of a name among those before, to which its words are added."""
    for number, name in enumerate(names):
        if name & words or any(_is_short(*pair) for pair in product(name, words)):
            names[number] = name | words
            return number
    names.append(words)
    return len(names) - 1


def _plain(token: TextToken) -> str:
    return token.text.removesuffix("'s").rstrip("'")


def _is_short(first: str, second: str) -> bool:
    """True of a letter and the name that begins with it, and of the cases of one name."""
    short, long = sorted((first, second), key=len)
    if len(short) == 1:
        return long.startswith(short)
    return len(short) > _LONG and long.startswith(short[:-1]) and len(long) - len(short) < _LONG
