"""The net that says of each token what it tells of the end of a hand, and of whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.notation.encoder._marks import Floats
from analyzer.notation.encoder.net import dense, encoded, softmax
from analyzer.notation.encoder.tokens import TextToken

ROLES: Final = (
    "", "knock", "gin", "big", "under", "draw", "pts", "own", "left", "before", "card", "bonus",
    "part", "sum", "zero", "old", "won",
)  # fmt: skip
"""The kinds of what a token tells."""


@dataclass(frozen=True, slots=True)
class ResultChances:
    """The chances of what each token tells."""

    who: Floats
    roles: Floats
    owners: Floats
    """Of the first player, the second, and both."""
    starts: Floats
    """That a hand begins there."""


def say(tokens: Sequence[TextToken], text: str, groups: Mapping[int, int] | None) -> ResultChances:
    """Apply the net to the tokens of a text."""
    x = encoded(tokens, text, groups)
    return ResultChances(
        softmax(dense(x, "who")), softmax(dense(x, "result")), softmax(dense(x, "owner")),
        (1 / (1 + np.exp(-dense(x, "starts")[:, 0]))).astype(np.float32),
    )  # fmt: skip
