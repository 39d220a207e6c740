"""Random numbers that mean the same compiled and in plain Python.

A 63-bit linear congruential generator: the product wraps at 2**64 when compiled and not at
all in plain Python, but its low 63 bits are the same, and only these are kept. The high bits,
which are the good ones, are what is given out.
"""

from __future__ import annotations

from typing import Final

from analyzer.kernel.jit import inlined

LOW63: Final = (1 << 63) - 1


@inlined
def seeded(seed: int, index: int) -> int:
    """The state of generator `index` of a seed: independent streams, one for each world.

    >>> seeded(1, 7) == seeded(1, 7), seeded(1, 7) == seeded(1, 8)
    (True, False)
    """
    state = (seed * 0x1E3779B97F4A7C15 + index * 0x2545F4914F6CDD1D + 0x14057B7EF767814F) & LOW63
    state = ((state ^ (state >> 31)) * 0x3F58476D1CE4E5B9) & LOW63
    state = ((state ^ (state >> 29)) * 0x14D049BB133111EB) & LOW63
    return state ^ (state >> 32)


@inlined
def step(state: int) -> int:
    """The state after this one."""
    return (state * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & LOW63


@inlined
def below(state: int, count: int) -> int:
    """A number from 0 to count − 1 out of a state (count below 2**31)."""
    return ((state >> 32) * count) >> 31
