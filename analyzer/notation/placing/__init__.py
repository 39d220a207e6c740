"""The places of the cards of a told position, learned from texts whose meaning is known.

A small net says of each rank of a text which suits it is of and where its cards are, and of each
number what it counts (`_chances`), and the likeliest position is taken that gin allows, with how
sure it is (`_decoding`).
"""

from __future__ import annotations

from analyzer.notation.placing._decoding import (
    ToldPosition,
    doubtful,
    likeliest,
    numbers,
    place,
    share,
    spans,
)

__all__ = ["ToldPosition", "doubtful", "likeliest", "numbers", "place", "share", "spans"]
