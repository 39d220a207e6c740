"""Texts as arrays, a row for each token, and many of them side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, pairwise
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from analyzer.notation.encoder._features import GRAMS, MARKS, UNKNOWN_WORD, features
from analyzer.notation.encoder._marks import SUMS
from analyzer.notation.encoder.tokens import TextToken
from analyzer.notation.outcomes._people import WHO
from analyzer.notation.placing._chances import ROLES
from tests.workshop.encoder.positions import Example
from tests.workshop.encoder.results import Marked

UNKNOWN: Final = -1
_LABELS: Final = ("role", "rank", "suits", "who", "result", "owner", "starts")
_OF_RANKS, _OF_PLACES = slice(16, 29), 34
_LOST, _RENAMED, _UNSPELLED = 0.12, 0.6, 0.6
Batch = dict[str, Tensor]


@dataclass(frozen=True)
class Item:
    """A text as arrays, a row for each token; of what nobody knows -1."""

    rows: NDArray[Any]
    grams: list[list[int]]
    marks: NDArray[Any]
    rank_of: NDArray[Any]
    suit_of: NDArray[Any]
    color: NDArray[Any]
    glued: NDArray[Any]
    ends: NDArray[Any]
    """True where a sentence ends."""
    role: NDArray[Any]
    rank: NDArray[Any]
    suits: NDArray[Any]
    who: NDArray[Any]
    result: NDArray[Any]
    owner: NDArray[Any]
    starts: NDArray[Any]

    def part(self, start: int, end: int) -> Item:
        """A stretch of it."""
        return Item(*(getattr(self, each.name)[start:end] for each in fields(self)))


def _unlabeled(
    tokens: Sequence[TextToken], text: str, groups: Mapping[int, int] | None = None
) -> Item:
    """Make arrays of a text of which nothing is known."""
    long = len(tokens)
    rank_of, suit_of = np.zeros((long, 13), bool), np.zeros((long, 4), bool)
    for at, token in enumerate(tokens):
        rank_of[at, list(token.ranks)] = True
        suit_of[at, list(token.suits)] = True
    none, floats = np.full(long, UNKNOWN), np.full(long, UNKNOWN, np.float32)
    return Item(
        *features(tokens, text, groups), rank_of, suit_of,
        np.array([t.is_color for t in tokens]), np.array([t.glued for t in tokens]),
        np.array([t.text[:1] in "\n.!?;" and not t.number for t in tokens]),
        none, none, np.full((long, 4), -1.0, np.float32), none, none, none, floats,
    )  # fmt: skip


def item_of_position(example: Example) -> Item:
    """Make arrays of a text that tells a position, and no end."""
    plain = _unlabeled(example.tokens, example.text)
    suits, rank = plain.suits.copy(), plain.rank.copy()
    for at, each in example.suits.items():
        suits[at] = 0
        suits[at, list(each)] = 1
        rank[at] = example.ranks[at]
    none = np.zeros_like(rank)
    return replace(plain, role=np.array(example.roles), rank=rank, suits=suits, result=none)


def items_of_result(case: Marked) -> tuple[Item, Item]:
    """Make arrays of a text of ends, for one who does not know who plays and for one who does."""
    plain = _unlabeled(case.tokens, case.text)
    who = np.array(case.who)
    named = replace(
        _unlabeled(case.tokens, case.text, case.groups), who=who, result=np.array(case.roles),
        owner=np.array(case.owners), starts=np.array(case.starts, np.float32),
    )  # fmt: skip
    return replace(plain, who=who), named


def joined(parts: Sequence[Item]) -> Item:
    """Put stretches together."""
    values: list[Any] = []
    for each in fields(Item):
        rows = [getattr(part, each.name) for part in parts]
        values.append([*chain(*rows)] if each.name == "grams" else np.concatenate(rows))
    return Item(*values)


def _sentences(whole: Item) -> list[Item]:
    cuts = [0, *(np.flatnonzero(whole.ends) + 1), len(whole.rows)]
    return [whole.part(start, end) for start, end in pairwise(cuts) if end > start]


def _has_hand(part: Item) -> bool:
    return bool((part.role == ROLES.index("hand")).any())


def varied(items: Sequence[Item], chosen: Item, rng: random.Random, most: int) -> Item:
    """Leave out, add and shuffle sentences of a position."""
    if rng.random() < 0.35:
        return chosen
    parts = _sentences(chosen)
    parts = [each for each in parts if _has_hand(each) or rng.random() > 0.15] or parts
    if rng.random() < 0.4:
        other = rng.choice(_sentences(rng.choice(items)))
        if len(other.rows) < 40 and not _has_hand(other):
            parts.insert(rng.randrange(len(parts) + 1), other)
    if rng.random() < 0.2:
        rng.shuffle(parts)
    made = joined(parts)
    return made if 0 < len(made.rows) <= most else chosen


def batch_of(items: Sequence[Item], rng: np.random.Generator) -> Batch:
    """Put items side by side, some words unknown, most names of nobody known, some ranks hidden."""
    long = max(len(each.rows) for each in items)
    shape = len(items), long
    arrays: dict[str, Any] = {
        "rows": np.zeros(shape, np.int64), "here": np.zeros(shape, bool),
        "marks": np.zeros((*shape, MARKS), np.float32),
        "rank_of": np.zeros((*shape, 13), bool), "suit_of": np.zeros((*shape, 4), bool),
        "color": np.zeros(shape, bool), "same": np.zeros((*shape, long), np.float32),
        "suits": np.full((*shape, 4), -1, np.float32), "starts": np.full(shape, -1, np.float32),
        **{name: np.full(shape, UNKNOWN) for name in ("role", "rank", "who", "result", "owner")},
    }  # fmt: skip
    grams: list[list[int]] = []
    for k, each in enumerate(items):
        n = len(each.rows)
        other = (each.who == WHO.index("name")) & (rng.random() < _RENAMED)
        lost = rng.random(n) < _LOST
        hidden = (lost | other) & (each.rows > UNKNOWN_WORD)
        for name in ("marks", "rank_of", "suit_of", "color", *_LABELS):
            arrays[name][k, :n] = getattr(each, name)
        arrays["rows"][k, :n] = np.where(hidden, UNKNOWN_WORD, each.rows)
        arrays["here"][k, :n] = True
        marks = arrays["marks"][k, :n]
        marks[:, _OF_RANKS] *= rng.random(n)[:, None] > 0.3  # ranks hardly matter
        marks[:, _OF_PLACES:][:, SUMS] *= rng.random((n, 1)) > _LOST
        word = np.cumsum(~each.glued)
        arrays["same"][k, :n, :n] = (word[:, None] == word[None]) & ~np.eye(n, dtype=bool)
        grams += _grams(each, lost, other, rng)
        grams += [[]] * (long - n)
    made = {name: torch.from_numpy(value) for name, value in arrays.items()}
    made["grams"] = torch.tensor([*chain(*grams)] or [0])
    ends = np.cumsum([0, *map(len, grams[:-1])])
    made["offsets"] = torch.from_numpy(ends)
    return made


def _grams(
    each: Item, lost: NDArray[Any], other: NDArray[Any], rng: np.random.Generator
) -> Iterator[list[int]]:
    """The letters of each word: of another name any, of some words none."""
    unspelled = lost & (rng.random(len(lost)) < _UNSPELLED)
    for at, grams in enumerate(each.grams):
        if other[at]:
            yield rng.integers(0, GRAMS, 6).tolist()
        else:
            yield [] if unspelled[at] else grams
