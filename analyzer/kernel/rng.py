"""Random numbers that mean the same compiled and in plain Python.

A multiply-with-carry generator (G. Marsaglia): the state is a 32-bit number and a carry below
the multiplier, which is under 2**31, so that no product reaches 2**63. That matters: numba
tells LLVM that signed products never overflow, and compiled code that breaks this promise
may do anything. The multiplier was chosen so that `A * 2**32 − 1` and half of it are prime,
which makes the period about 2**62.
"""

from __future__ import annotations

from typing import Final

from analyzer.kernel.jit import inlined

LOW32: Final = (1 << 32) - 1
A: Final = 1_796_667_948
MIX: Final = 0x45D9F3B


@inlined
def _mixed(word: int) -> int:
    """A 32-bit number scrambled; different ones stay different."""
    word = ((word ^ (word >> 16)) * MIX) & LOW32
    word = ((word ^ (word >> 16)) * MIX) & LOW32
    return word ^ (word >> 16)


@inlined
def seeded(seed: int, index: int) -> int:
    """The state of generator `index` of a seed: independent streams, one for each world.

    Both are from 0 to 2**63 − 1.

    >>> seeded(1, 7) == seeded(1, 7), seeded(1, 7) == seeded(1, 8)
    (True, False)
    """
    high = _mixed(((seed >> 32) ^ 0x5DEECE66) & LOW32)
    low = _mixed(((seed & LOW32) ^ high) & LOW32)
    far = _mixed(((index >> 32) ^ low ^ 0x2545F491) & LOW32)
    word = _mixed(((index & LOW32) ^ far) & LOW32)
    carry = _mixed((word ^ low ^ 0x1E3779B9) & LOW32) >> 2
    return ((carry | 1) << 32) | word


@inlined
def step(state: int) -> int:
    """The state after this one."""
    return A * (state & LOW32) + (state >> 32)


@inlined
def below(state: int, count: int) -> int:
    """A number from 0 to count − 1 out of a state (count below 2**31)."""
    return (((state ^ (state >> 32)) & 0x7FFF_FFFF) * count) >> 31
