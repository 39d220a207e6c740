"""The places of the cards of a told position, learned from texts whose meaning is known.

A text is taken apart into words, numbers, ranks and suits (`_tokens_of_text`), a small net says
of each rank which suits it is of and where its cards are, and of each number what it counts
(`_net`), and the likeliest position is taken that gin allows (`_decoding`), with how sure it is.
"""

from __future__ import annotations

from analyzer.notation.placing._decoding import ToldPosition, likeliest, place

__all__ = ["ToldPosition", "likeliest", "place"]
