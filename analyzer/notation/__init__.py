"""The texts of the game: cards, views, records and position ids; read tolerantly, printed alike.

What is pasted is either read or refused with an :class:`~analyzer.errors.InputError` that
says where and what instead; nothing else is ever raised. Reading what was printed gives the
same thing back. It imports the game and nothing above it: JSON does not belong here, nor does
anything that has to think about a hand before it can write it down.
"""

from analyzer.notation.cards import read_card_set, read_cards
from analyzer.notation.ident import decode, encode
from analyzer.notation.view import check_view, format_view, parse_view, rules_text, view_of_turns

__all__ = [
    "check_view",
    "decode",
    "encode",
    "format_view",
    "parse_view",
    "read_card_set",
    "read_cards",
    "rules_text",
    "view_of_turns",
]
