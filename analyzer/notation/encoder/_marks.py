"""Marks of the places of tokens: sums of numbers, lines and columns, and who is named where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.notation.encoder.tokens import TextToken

PLACED: Final = 56
SUMS, _PLACES, _GROUPS = slice(0, 17), slice(17, 49), 49
_NAMED: Final = PLACED - 1
"""The mark of texts of which it is known who is named."""
_GIN, _BONUSES = 25, (10, 20, 31)
_COURT: Final = 10
_CELLS: Final = frozenset("|;\t")
_WAVES: Final = (3, 8, 20, 50)
_FAR, _APART, _HELD = 12, 5, 7
"""Tokens between cards and their sum, and between cards; most cards that are summed."""

Floats = NDArray[np.float32]


def marks_of(tokens: Sequence[TextToken], text: str, groups: Mapping[int, int] | None) -> Floats:
    """Give the marks of each token; `groups` says of tokens that name a player which one."""
    marks = np.zeros((len(tokens), PLACED), dtype=np.float32)
    marks[:, _PLACES] = places = _places(tokens, text)
    marks[:, SUMS] = _sums(tokens, places[:, :6].argmax(1).tolist())
    if groups is not None:
        marks[:, _NAMED] = 1
        for at, group in groups.items():
            marks[at, _GROUPS + group] = 1
    return marks


def _places(tokens: Sequence[TextToken], text: str) -> Floats:
    """Mark the place of a token: by number, by cell and by column of its line, and its line."""
    out = np.zeros((len(tokens), 32), dtype=np.float32)
    lines = [*accumulate(token.text.startswith("\n") for token in tokens)]
    numbers = Counter(
        line for line, token in zip(lines, tokens, strict=True) if token.number is not None
    )
    cell = ordinal = end = start = 0
    for at, token in enumerate(tokens):
        gap = text[end : token.start]
        if token.text.startswith("\n"):
            cell, ordinal, start = 0, 0, token.end
        elif token.text in _CELLS or "\t" in gap or "   " in gap:
            cell += 1
        end = token.end
        if token.number is not None:
            out[at, min(ordinal, 5)] = 1
            ordinal += 1
        out[at, 6 + min(cell, 5)] = 1
        out[at, 12 + min(numbers[lines[at]], 3)] = 1
        column = token.start - start
        out[at, 16:24] = [wave(column / size) for size in _WAVES for wave in (np.sin, np.cos)]
        out[at, 24] = column == 0
        out[at, 25 + min(lines[at], 3)] = 1
        out[at, 29 + min(lines[-1] - lines[at], 2)] = 1
    return out


def _sums(tokens: Sequence[TextToken], ordinals: Sequence[int]) -> Floats:
    """Mark each number as one of the others makes it: a difference, a sum, the next of a column."""
    out = np.zeros((len(tokens), 17), dtype=np.float32)
    spots = [at for at, each in enumerate(tokens) if each.number is not None]
    have = Counter(tokens[at].number or 0 for at in spots)
    above: dict[int, list[int]] = defaultdict(list)
    line: list[int] = []
    before, first, since = -9, -9, 0
    cards = _card_sums(tokens)
    for at in spots:
        value = tokens[at].number or 0
        if any(each.text.startswith("\n") for each in tokens[since:at]):
            line, before = [], first
        since, first = at, first if line else value
        column = above[ordinals[at]]
        out[at] = (
            *_of_others(value, have),
            any(abs(spot - at) < _FAR for spot in cards.get(value, ())),
            *_of_column(value, column, line),
            not line and value == before + 1,
            bool(column) and value == column[-1] + 1,
            bool(line) and value == line[-1],
        )
        column.append(value)
        line.append(value)
    return out


def _of_others(value: int, have: Mapping[int, int]) -> tuple[bool, ...]:
    """True of a difference of two numbers, of the larger, of the smaller, and of bonuses."""
    return (
        value == 0,
        any(have[value + b] and (b != value or have[b] > 1) for b in have if b and value),
        any(value > b > 0 and have[value - b] > (value - b == b) for b in have),
        any(a > value > 0 and have[a - value] > (a - value == value) for a in have),
        have[value - _GIN] > 0,
        any(have[value - bonus] for bonus in _BONUSES),
        have[value + _GIN] > 0,
        have[value] > 1,
    )


def _of_column(value: int, column: Sequence[int], line: Sequence[int]) -> tuple[bool, ...]:
    """True of a number that goes on, stays or adds up, in its column or its line."""
    return (
        bool(column) and value >= column[-1],
        bool(column) and value == column[-1],
        len(column) > 1 and value == sum(column),
        len(line) > 1 and value == sum(line),
        bool(column) and value - column[-1] in line,
    )


def _card_sums(tokens: Sequence[TextToken]) -> dict[int, list[int]]:
    """The sums of ranks in a row, with the places of their last."""
    sums: dict[int, list[int]] = defaultdict(list)
    ranks = [(at, min(_COURT, min(each.ranks) + 1)) for at, each in enumerate(tokens) if each.ranks]
    for begin, (first, _) in enumerate(ranks):
        total, last = 0, first
        for at, worth in ranks[begin : begin + _HELD]:
            if at - last > _APART:
                break
            total, last = total + worth, at
            if at != first:
                sums[total].append(at)
    return sums
