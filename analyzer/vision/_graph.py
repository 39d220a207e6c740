"""Nets as graphs in the format of ONNX, which onnxruntime computes where it is installed.

Of the format (protocol buffers) only what these nets need is written here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.vision._layers import Floats, Layers, Net, Shape

_FORMAT: Final = 8
_OPERATORS: Final = 17
"""Old versions of the format and of its operators, which have all that is used."""
_KINDS: Final = {"f": 1, "i": 7}
"""Numbers of the kinds of numbers: single floats, and integers of 64 bits."""
_INTS: Final = 7
"""The number of attributes that are several integers."""


def _number(value: int) -> bytes:
    low, rest = value & 127, value >> 7
    return bytes([low | 128]) + _number(rest) if rest else bytes([low])


def _field(number: int, *values: int | str | bytes) -> bytes:
    """Write a field of a message, as often as it has values."""
    parts = []
    for value in values:
        if isinstance(value, int):
            parts += [_number(number << 3), _number(value)]
        else:
            data = value.encode() if isinstance(value, str) else value
            parts += [_number(number << 3 | 2), _number(len(data)), data]
    return b"".join(parts)


def _ending(name: str, axes: str = "") -> bytes:
    """Write the name of an input or an output: floats, along axes of any length if it says so."""
    shape = _field(2, _field(1, *(_field(2, axis) for axis in axes))) if axes else b""
    return _field(1, name) + _field(2, _field(1, _field(1, _KINDS["f"]) + shape))


@dataclass(frozen=True)
class _Result:
    """A value in a graph: the output of a node, or an input."""

    graph: Graph
    name: str

    def __add__(self, other: _Result) -> _Result:
        return self.graph.node("Add", (self, other))


class Graph(Layers):
    """A net as it is noted down, node by node: pictures are (many, channels, height, width)."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], net: str) -> None:
        super().__init__(arrays, net)
        self._numbers = count()
        self._nodes: list[bytes] = []
        self._constants: list[bytes] = []

    def node(self, kind: str, inputs: tuple[_Result, ...], **ints: tuple[int, ...]) -> _Result:
        """Note down an operation."""
        result = _Result(self, f"{kind}{next(self._numbers)}")
        names = _field(1, *(given.name for given in inputs)) + _field(2, result.name)
        parts = (_field(1, name) + _field(8, *each) + _field(20, _INTS)
                 for name, each in ints.items())  # fmt: skip
        self._nodes.append(names + _field(4, kind) + _field(5, *parts))
        return result

    def _constant(self, values: NDArray[Any]) -> _Result:
        result = _Result(self, f"constant{next(self._numbers)}")
        head = _field(1, *values.shape) + _field(2, _KINDS[values.dtype.kind])
        self._constants.append(head + _field(8, result.name) + _field(9, values.tobytes()))
        return result

    def _convolved(self, x: _Result, name: str, side: int = 1, step: int = 1) -> _Result:
        bias = self.arrays[f"{name}.bias"]
        kernel = self.arrays[f"{name}.kernel"].reshape(side, side, -1, len(bias))
        given = x, self._constant(kernel.transpose(3, 2, 0, 1)), self._constant(bias)
        around = side // 2 if step == 1 else 0
        return self.node("Conv", given, strides=(step, step), pads=(around,) * 4)

    def dense(self, x: _Result, name: str) -> _Result:
        return self.node("Transpose", (self._convolved(x, name),), perm=(0, 2, 3, 1))

    def whole(self, x: _Result, name: str) -> _Result:
        rows = self.node("Transpose", (x,), perm=(0, 2, 3, 1))
        flat = self.node("Reshape", (rows, self._constant(np.array([0, -1]))))
        kernel, bias = (
            self._constant(self.arrays[f"{name}.{part}"]) for part in ("kernel", "bias")
        )
        return self.node("MatMul", (flat, kernel)) + bias

    def relu(self, x: _Result, name: str) -> _Result:
        return self.node("Relu", (self._convolved(x, name),))

    def shrink(self, x: _Result, name: str, by: int = 2) -> _Result:
        return self.node("Relu", (self._convolved(x, name, by, by),))

    def around(self, x: _Result, name: str) -> _Result:
        return self.node("Relu", (self._convolved(x, name, 3),))

    def doubled(self, x: _Result) -> _Result:
        scales = self._constant(np.array([1, 1, 2, 2], dtype=np.float32))
        return self.node("Resize", (x, _Result(self, ""), scales))

    def net(self, shape: Shape) -> Net:
        """Give the net of a shape, computed by onnxruntime on one core."""
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # from 1.29 on it keeps files
        from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415  # an extra

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # no more than it needs
        session = InferenceSession(self.written(shape), options, ["CPUExecutionProvider"])

        def compute(x: Floats) -> Floats:
            said: Floats = session.run(None, {"picture": x})[0]
            return said

        return compute

    def written(self, shape: Shape) -> bytes:
        """Write a net of a shape, from pictures (many, height, width, channels) on."""
        picture = self.node("Transpose", (_Result(self, "picture"),), perm=(0, 3, 1, 2))
        said = shape(picture, self)
        graph = _field(1, *self._nodes) + _field(2, "net") + _field(5, *self._constants)
        graph += _field(11, _ending("picture", "nhwc")) + _field(12, _ending(said.name))
        return _field(1, _FORMAT) + _field(7, graph) + _field(8, _field(2, _OPERATORS))
