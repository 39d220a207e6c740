"""The layers of the nets, in numpy: pictures are float32 arrays (many, height, width, channels)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Net = Callable[[Floats], Floats]
Shape = Callable[[Any, Any], Any]
"""A net as the calls of layers that it makes, on pictures as these layers have them."""

_ROOM = 1 << 17
"""Numbers that one block of gathered neighborhoods holds: what fits a core's cache."""


class Layers(ABC):
    """The layers of one net, kernels (inputs, outputs) and biases by name, and ways to use them."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], net: str) -> None:
        start = net + "."
        self.arrays = {
            name.removeprefix(start): array.astype(np.float32)
            for name, array in arrays.items()
            if name.startswith(start)
        }

    def deepen(self, x: Any, name: str) -> Any:
        """Add to a picture what the layers `name.0`, `name.1`, … see in each 3 × 3 pixels."""
        layer = 0
        while f"{name}.{layer}.kernel" in self.arrays:
            x = x + self.around(x, f"{name}.{layer}")
            layer += 1
        return x

    @abstractmethod
    def around(self, x: Any, name: str) -> Any:
        """See the 3 × 3 pixels around each."""

    @abstractmethod
    def net(self, shape: Shape) -> Net:
        """Make the net that calls these layers so."""


class Weights(Layers):
    """Layers that numpy computes as they are called."""

    def net(self, shape: Shape) -> Net:
        return lambda x: shape(x, self)

    def dense(self, x: Floats, name: str) -> Floats:
        """Multiply the last axis, and add."""
        result: Floats = x @ self.arrays[f"{name}.kernel"]
        result += self.arrays[f"{name}.bias"]
        return result

    def whole(self, x: Floats, name: str) -> Floats:
        """Multiply all that each picture has, and add."""
        return self.dense(x.reshape(len(x), -1), name)

    def relu(self, x: Floats, name: str) -> Floats:
        """Multiply the last axis, add, and cut off what is negative."""
        result = self.dense(x, name)
        return np.maximum(result, 0, out=result)

    def doubled(self, x: Floats) -> Floats:
        """Make four pixels of each."""
        return x.repeat(2, axis=1).repeat(2, axis=2)

    def shrink(self, x: Floats, name: str, by: int = 2) -> Floats:
        """Make one pixel of `by` × `by`."""
        many, high, wide, depth = x.shape
        shape = many, high // by, wide // by, len(self.arrays[f"{name}.bias"])
        result = np.empty(shape, dtype=np.float32)
        rows = max(1, _ROOM // (many * by * wide * depth))
        for top in range(0, shape[1], rows):
            some = x[:, top * by : (top + rows) * by]
            blocks = some.reshape(many, -1, by, shape[2], by, depth).transpose(0, 1, 3, 2, 4, 5)
            flat = blocks.reshape(many, -1, shape[2], by * by * depth)
            result[:, top : top + rows] = self.relu(flat, name)
        return result

    def around(self, x: Floats, name: str) -> Floats:
        many, high, wide, depth = x.shape
        padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
        result = np.empty_like(x)
        rows = max(1, min(high, _ROOM // (wide * 9 * depth)))
        pictures = max(1, _ROOM // (rows * wide * 9 * depth))
        for first in range(0, many, pictures):
            some = padded[first : first + pictures]
            for top in range(0, high, rows):
                low = min(high, top + rows)
                block = np.empty((len(some), low - top, wide, 9 * depth), dtype=np.float32)
                for k in range(9):
                    down, right = k // 3, k % 3
                    block[..., k * depth : (k + 1) * depth] = some[
                        :, top + down : low + down, right : right + wide
                    ]
                result[first : first + pictures, top:low] = self.relu(block, name)
        return result


def softmax(x: Floats) -> Floats:
    """Turn the last axis into probabilities."""
    powers: Floats = np.exp(x - x.max(axis=-1, keepdims=True))
    powers /= powers.sum(axis=-1, keepdims=True)
    return powers
