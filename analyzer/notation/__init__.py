"""The texts of the game: cards, views, records and position ids; read tolerantly, printed alike.

What is pasted is either read or refused with an :class:`~analyzer.errors.InputError` that
says where and what instead; nothing else is ever raised. Reading what was printed gives the
same thing back. It imports the game and nothing above it: JSON does not belong here, nor does
anything that has to think about a hand before it can write it down. The names below are loaded
when they are asked for: who reads cards need not load what reads views.
"""

from typing import TYPE_CHECKING

from analyzer.resources import named

if TYPE_CHECKING:
    from analyzer.notation._seats import is_seat_text, tells_all_turns
    from analyzer.notation.cards import read_card_set, read_cards
    from analyzer.notation.ident import decode, encode
    from analyzer.notation.keyed import keyed_as_lines
    from analyzer.notation.lines import is_view
    from analyzer.notation.placing import place
    from analyzer.notation.reading import Reading, read_formal, read_text
    from analyzer.notation.ruletexts import rules_text
    from analyzer.notation.sentences import mended, read_sentences, viewed
    from analyzer.notation.sentences.rest import rest_of
    from analyzer.notation.tales import (
        is_tale,
        is_told,
        read_likely_tale,
        read_tale,
        sounds_told,
        with_end,
    )
    from analyzer.notation.view import check_view, format_view, parse_view, view_of_turns

__all__ = [
    "Reading", "check_view", "decode", "encode", "format_view", "is_seat_text", "is_tale",
    "is_told", "is_view", "keyed_as_lines", "mended", "parse_view", "place", "read_card_set",
    "read_cards", "read_formal", "read_likely_tale", "read_sentences", "read_tale", "read_text",
    "rest_of", "rules_text", "sounds_told", "tells_all_turns", "view_of_turns",
    "viewed", "with_end",
]  # fmt: skip

_ELSEWHERE = {
    "Reading": "reading", "decode": "ident", "encode": "ident", "is_seat_text": "_seats",
    "is_tale": "tales", "is_told": "tales", "is_view": "lines", "read_card_set": "cards",
    "read_cards": "cards", "read_formal": "reading", "keyed_as_lines": "keyed",
    "mended": "sentences", "read_likely_tale": "tales", "read_tale": "tales",
    "read_sentences": "sentences", "read_text": "reading", "rest_of": "sentences.rest",
    "rules_text": "ruletexts", "place": "placing", "sounds_told": "tales",
    "tells_all_turns": "_seats", "viewed": "sentences", "with_end": "tales",
}  # fmt: skip
"""The modules of the names that are not those of `view`."""

if not TYPE_CHECKING:  # a name that does not exist is an error to the type checker
    __getattr__ = named(__name__, _ELSEWHERE, "view")
