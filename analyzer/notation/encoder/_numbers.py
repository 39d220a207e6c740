"""The numbers that words name in nine languages, from nothing to a hundred."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count, product
from typing import Any, Final

from analyzer.notation.languages._turn_over import fold
from analyzer.resources import texts_beside

_WORDS: Final = texts_beside(__file__, "numbers.toml")
_UNITS, _TEENS = 10, 20
"""The first numbers that are joined to no ten, and to no sixty."""
MOST_WORDS: Final = 4
"""Words of the longest number: `quatre-vingt-dix-sept`."""


@cache
def numbers() -> Mapping[str, int]:
    """The numbers by their words, a space for each hyphen.

    >>> have = numbers()
    >>> [have[each] for each in ("nil", "seventy two", "dreiundsechzig", "quatre vingt dix sept")]
    [0, 72, 63, 97]
    >>> [have[each] for each in ("trinta e dois", "cinquantotto", "veintitres", "тридцать два")]
    [32, 58, 23, 32]
    """
    made = dict.fromkeys(map(fold, _WORDS["nothing"].split()), 0)
    made |= dict.fromkeys(_WORDS["hundred"].split(), 100)
    languages = (each for each in _WORDS.values() if isinstance(each, dict))
    for word, value in (pair for each in languages for pair in _of_language(each)):
        made.setdefault(fold(word.replace("-", " ")), value)
    return made


@cache
def beginnings() -> frozenset[str]:
    """The words with which numbers of several words begin."""
    return frozenset(words.split()[0] for words in numbers() if " " in words)


def _of_language(words: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for line in words["ones"]:
        values = enumerate(line.split(), start=1)
        yield from ((word, value) for value, word in values if value > 1 or word == "one")
    yield from ((word, at) for at, word in enumerate(words.get("twenties", "").split(), start=21))
    for line in words["tens"]:
        yield from _of_tens(words, line.split())


def _of_tens(words: Mapping[str, Any], tens: Sequence[str]) -> Iterator[tuple[str, int]]:
    ones = [pair for line in words["ones"] for pair in enumerate(line.split(), start=1)]
    for ten, value in zip(tens, count(20, 10), strict=False):
        yield from ((ten, value), (f"{ten}s", value))
        most = _TEENS if ten in words.get("sixties", ()) else _UNITS
        for (unit, one), form in product(ones, words["joined"]):
            if unit < most:
                stem = ten[:-1] if form == "{ten}{one}" and one[0] in "ou" else ten
                yield form.format(ten=stem, one=one), value + unit
