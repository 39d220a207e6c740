"""The net that says of each token what it tells, in numpy; `weights.md` is of its weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.notation.placing._features import features
from analyzer.notation.placing._tokens_of_text import RANKS, SUITS, TextToken

Floats = NDArray[np.float32]

ROLES: Final = (
    "", "hand", "drawn", "top", "took", "gone", "fill", "me", "them", "stock", "limit",
    "thrown",
)  # fmt: skip
"""What a token may tell: where the card of a rank is, that a range is filled, what a number is."""
LINK: Final = 48
HEADS: Final = 4
_ROWS: Final = 4
REACH: Final = 40
"""Tokens so far apart are as near as any that are farther."""
ORDER: Final = ("convs.0", "convs.1", "attentions.0", "convs.2", "attentions.1", "convs.3",
                 "attentions.2")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of what each token tells."""

    roles: Floats
    """By the order of `ROLES`."""
    ranks: Floats
    suits: Floats
    """Of each of the four suits, that the rank is of it."""


@cache
def weights_beside(module: str) -> dict[str, Floats]:
    """Give the arrays of `weights.npz` in the folder of a module."""
    with np.load(Path(module).with_name("weights.npz")) as arrays:
        return {name: array.astype(np.float32) for name, array in arrays.items()}


def say(tokens: Sequence[TextToken]) -> Chances:
    """Apply the net to the tokens of a text."""
    w = weights_beside(__file__)
    x = encoded(tokens, w)
    return Chances(
        softmax(dense(x, w, "role")), _ranks(tokens, dense(x, w, "rank")),
        _suits(tokens, x, _away(len(tokens)), w),
    )  # fmt: skip


def encoded(
    tokens: Sequence[TextToken], w: Mapping[str, Floats], more: Floats | float = 0.0
) -> Floats:
    """Give what the layers of a net make of each token; `more` is added to what it looks up."""
    rows, grams, marks = features(tokens)
    x = w["words.weight"][rows] + dense(marks, w, "marks") + more
    x += np.stack([w["grams.weight"][each].mean(0) if each else 0 * x[0] for each in grams])
    away = _away(len(tokens))
    for layer in ORDER:
        x = _attended(x, away, w, layer) if layer.startswith("a") else _seen(x, w, layer)
    return _norm(x, w, "norm")


def _away(long: int) -> NDArray[Any]:
    place = np.arange(long)
    away: NDArray[Any] = (place[None] - place[:, None]).clip(-REACH, REACH) + REACH
    return away


def _times(x: Floats, matrix: Floats) -> Floats:
    """Multiply a few rows at a time: what is small, BLAS gives to no other threads to wait for."""
    many, deep = x.shape
    rows = np.zeros((-(-many // _ROWS) * _ROWS, deep), dtype=np.float32)
    rows[:many] = x
    result: Floats = (rows.reshape(-1, _ROWS, deep) @ matrix).reshape(len(rows), -1)[:many]
    return result


def dense(x: Floats, w: Mapping[str, Floats], name: str) -> Floats:
    """Apply a layer of the name."""
    return _times(x, w[f"{name}.weight"].T) + w[f"{name}.bias"]


def _norm(x: Floats, w: Mapping[str, Floats], name: str) -> Floats:
    away = x - x.mean(-1, keepdims=True)
    scale = np.sqrt((away**2).mean(-1, keepdims=True) + 1e-5)
    result: Floats = away / scale * w[f"{name}.weight"] + w[f"{name}.bias"]
    return result


def softmax(x: Floats) -> Floats:
    powers = np.exp(x - x.max(-1, keepdims=True))
    result: Floats = powers / powers.sum(-1, keepdims=True)
    return result


def _seen(x: Floats, w: Mapping[str, Floats], name: str) -> Floats:
    """Add what a convolution sees in five tokens."""
    kernel = w[f"{name}.conv.weight"]  # out, in, five
    half = kernel.shape[2] // 2
    padded = np.pad(_norm(x, w, f"{name}.norm"), ((half, half), (0, 0)))
    wide = np.concatenate([padded[k : k + len(x)] for k in range(kernel.shape[2])], axis=1)
    y = _times(wide, kernel.transpose(2, 1, 0).reshape(-1, len(kernel))) + w[f"{name}.conv.bias"]
    return x + dense(np.maximum(y, 0), w, f"{name}.out")


def _attended(x: Floats, away: NDArray[Any], w: Mapping[str, Floats], name: str) -> Floats:
    """Add what each token finds in all others."""
    long, depth = x.shape
    qkv = dense(_norm(x, w, f"{name}.norm"), w, f"{name}.qkv").reshape(long, 3, HEADS, -1)
    q, k, v = qkv.transpose(1, 2, 0, 3)
    score = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1]) + w[f"{name}.near"][:, away]
    y = (softmax(score) @ v).transpose(1, 0, 2).reshape(long, depth)
    x = x + dense(y, w, f"{name}.out")
    wide = np.maximum(dense(_norm(x, w, f"{name}.norm2"), w, f"{name}.wide"), 0)
    return x + dense(wide, w, f"{name}.back")


def _ranks(tokens: Sequence[TextToken], said: Floats) -> Floats:
    may = np.array([[rank in token.ranks for rank in range(len(RANKS))] for token in tokens])
    chances: Floats = softmax(np.where(may, said, -1e9)) * may
    return chances


def _suits(
    tokens: Sequence[TextToken], x: Floats, away: NDArray[Any], w: Mapping[str, Floats]
) -> Floats:
    """The chance of each suit: some token that may be it is linked, or all but those linked are."""
    may = np.array([[suit in token.suits for suit in range(len(SUITS))] for token in tokens])
    color = np.array([token.is_color for token in tokens])[:, None]
    suits = np.where(color, may, softmax(np.where(may, dense(x, w, "suit"), -1e9)) * may)
    word = np.cumsum([not token.glued for token in tokens])
    same = (word[:, None] == word[None]) & ~np.eye(len(tokens), dtype=bool)
    link = _times(dense(x, w, "from_rank"), dense(x, w, "to_suit").T) / np.sqrt(LINK)
    linked = 1 / (1 + np.exp(-(link + w["near"][away] + w["same"][0] * same))) * may.any(1)
    no = np.exp(np.log1p(-np.minimum(linked[..., None] * suits[None], 1 - 1e-4)).sum(1))
    but = 1 / (1 + np.exp(-dense(x, w, "but")))
    result: Floats = (1 - no) * (1 - but) + no * but
    return result
