"""The random numbers: the same compiled and plain, never too large, and even."""

from __future__ import annotations

BIG = 2**63
SEEDS = [0, 1, 2, 2**31 - 1, 2**32, 2**53 + 1, BIG - 1]
