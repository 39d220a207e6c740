"""The net that says of each token what it tells of the end of a hand, and of whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.notation.outcomes._marks import marks_of
from analyzer.notation.placing._net import Floats, dense, encoded, softmax, weights_beside
from analyzer.notation.placing._tokens_of_text import TextToken

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
    w = weights_beside(__file__)
    x = encoded(tokens, w, dense(marks_of(tokens, text, groups), w, "told"))
    return ResultChances(
        softmax(dense(x, w, "who")), softmax(dense(x, w, "role")), softmax(dense(x, w, "owner")),
        (1 / (1 + np.exp(-dense(x, w, "starts")[:, 0]))).astype(np.float32),
    )  # fmt: skip
