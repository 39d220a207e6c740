"""The net that makes a vector of each token, in numpy; `weights.md` is of its weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.notation.encoder._features import features
from analyzer.notation.encoder._marks import Floats
from analyzer.notation.encoder.tokens import TextToken

HEADS: Final = 4
_ALONE: Final = 200_000
"""Products that BLAS gives to no second thread."""
REACH: Final = 40
"""Tokens so far apart are as near as any that are farther."""
ORDER: Final = ("convs.0", "convs.1", "attentions.0", "convs.2", "attentions.1", "convs.3",
                 "attentions.2")  # fmt: skip


@cache
def weights() -> dict[str, Floats]:
    """Give the arrays of the net and of all that is said from its vectors."""
    with np.load(Path(__file__).with_name("weights.npz")) as arrays:
        return {name: array.astype(np.float32) for name, array in arrays.items()}


def encoded(
    tokens: Sequence[TextToken], text: str, groups: Mapping[int, int] | None = None
) -> Floats:
    """Give the vector of each token; `groups` says of those that name a player which one."""
    w = weights()
    rows, grams, marks = features(tokens, text, groups)
    x = w["words.weight"][rows] + dense(marks, "marks")
    x += np.stack([w["grams.weight"][each].mean(0) if each else 0 * x[0] for each in grams])
    away = apart(len(tokens))
    for layer in ORDER:
        x = _attended(x, away, layer) if layer.startswith("a") else _seen(x, layer)
    return _norm(x, "norm")


def apart(long: int) -> NDArray[Any]:
    """Number how far each token is from each other."""
    place = np.arange(long)
    away: NDArray[Any] = (place[None] - place[:, None]).clip(-REACH, REACH) + REACH
    return away


def times(x: Floats, matrix: Floats) -> Floats:
    """Multiply a few rows at a time: what is small, BLAS gives to no other threads to wait for."""
    many, deep = x.shape
    few = max(1, _ALONE // matrix.size)
    rows = np.zeros((-(-many // few) * few, deep), dtype=np.float32)
    rows[:many] = x
    result: Floats = (rows.reshape(-1, few, deep) @ matrix).reshape(len(rows), -1)[:many]
    return result


def dense(x: Floats, name: str) -> Floats:
    """Apply a layer of the name."""
    w = weights()
    return times(x, w[f"{name}.weight"].T) + w[f"{name}.bias"]


def _by_heads(x: Floats, other: Floats) -> Floats:
    """Multiply matrices head by head, as few rows at a time as one thread takes."""
    rows = max(1, _ALONE // (other.shape[1] * other.shape[2]))
    parts = [x[:, at : at + rows] @ other for at in range(0, x.shape[1], rows)]
    return np.concatenate(parts, axis=1)


def _norm(x: Floats, name: str) -> Floats:
    w = weights()
    away = x - x.mean(-1, keepdims=True)
    scale = np.sqrt((away**2).mean(-1, keepdims=True) + 1e-5)
    result: Floats = away / scale * w[f"{name}.weight"] + w[f"{name}.bias"]
    return result


def softmax(x: Floats) -> Floats:
    """Give chances whose logarithms differ as numbers do."""
    powers = np.exp(x - x.max(-1, keepdims=True))
    result: Floats = powers / powers.sum(-1, keepdims=True)
    return result


def _seen(x: Floats, name: str) -> Floats:
    """Add what a convolution sees in five tokens."""
    w = weights()
    kernel = w[f"{name}.conv.weight"]  # out, in, five
    half = kernel.shape[2] // 2
    padded = np.pad(_norm(x, f"{name}.norm"), ((half, half), (0, 0)))
    wide = np.concatenate([padded[k : k + len(x)] for k in range(kernel.shape[2])], axis=1)
    y = times(wide, kernel.transpose(2, 1, 0).reshape(-1, len(kernel))) + w[f"{name}.conv.bias"]
    return x + dense(np.maximum(y, 0), f"{name}.out")


def _attended(x: Floats, away: NDArray[Any], name: str) -> Floats:
    """Add what each token finds in all others."""
    long, depth = x.shape
    qkv = dense(_norm(x, f"{name}.norm"), f"{name}.qkv").reshape(long, 3, HEADS, -1)
    q, k, v = qkv.transpose(1, 2, 0, 3)
    score = _by_heads(q, k.transpose(0, 2, 1)) / np.sqrt(q.shape[-1])
    score += weights()[f"{name}.near"][:, away]
    y = _by_heads(softmax(score), v).transpose(1, 0, 2).reshape(long, depth)
    x = x + dense(y, f"{name}.out")
    wide = np.maximum(dense(_norm(x, f"{name}.norm2"), f"{name}.wide"), 0)
    return x + dense(wide, f"{name}.back")
