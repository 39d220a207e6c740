"""The chances of what each token tells of a position: where cards are, and what numbers count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.notation.encoder._marks import Floats
from analyzer.notation.encoder.net import apart, dense, encoded, softmax, times, weights
from analyzer.notation.encoder.tokens import RANKS, SUITS, TextToken

ROLES: Final = (
    "", "hand", "drawn", "top", "took", "gone", "fill", "me", "them", "stock", "limit",
    "thrown",
)  # fmt: skip
"""What a token may tell: where the card of a rank is, that a range is filled, what a number is."""
LINK: Final = 48


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of what each token tells."""

    roles: Floats
    """By the order of `ROLES`."""
    ranks: Floats
    suits: Floats
    """Of each of the four suits, that the rank is of it."""


def say(tokens: Sequence[TextToken], text: str) -> Chances:
    """Apply the net to the tokens of a text."""
    x = encoded(tokens, text)
    return Chances(
        softmax(dense(x, "role")), _ranks(tokens, dense(x, "rank")), _suits(tokens, x)
    )  # fmt: skip


def _ranks(tokens: Sequence[TextToken], said: Floats) -> Floats:
    may = np.array([[rank in token.ranks for rank in range(len(RANKS))] for token in tokens])
    chances: Floats = softmax(np.where(may, said, -1e9)) * may
    return chances


def _suits(tokens: Sequence[TextToken], x: Floats) -> Floats:
    """The chance of each suit: some token that may be it is linked, or all but those linked are."""
    w, away = weights(), apart(len(tokens))
    may = np.array([[suit in token.suits for suit in range(len(SUITS))] for token in tokens])
    color = np.array([token.is_color for token in tokens])[:, None]
    suits = np.where(color, may, softmax(np.where(may, dense(x, "suit"), -1e9)) * may)
    word = np.cumsum([not token.glued for token in tokens])
    same = (word[:, None] == word[None]) & ~np.eye(len(tokens), dtype=bool)
    link = times(dense(x, "from_rank"), dense(x, "to_suit").T) / np.sqrt(LINK)
    linked = 1 / (1 + np.exp(-(link + w["near"][away] + w["same"][0] * same))) * may.any(1)
    no = np.exp(np.log1p(-np.minimum(linked[..., None] * suits[None], 1 - 1e-4)).sum(1))
    but = 1 / (1 + np.exp(-dense(x, "but")))
    result: Floats = (1 - no) * (1 - but) + no * but
    return result
