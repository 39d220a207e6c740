"""Hand records and matches: the texts of whole hands, read, printed, checked and replayed.

A :class:`Record` is one hand from the deal to its result, with both hands known or only one;
a :class:`Match` is hands in order. Reading what was printed gives the same thing back. What
cannot have been played is an :class:`~analyzer.errors.InputError` that names the places. The names
below are loaded when they are asked for.
"""

from typing import TYPE_CHECKING

from analyzer.resources import named

if TYPE_CHECKING:
    from analyzer.notation.records._check import check_record, possible_ends
    from analyzer.notation.records._hand_end import check_hand_end
    from analyzer.notation.records._match import match_of
    from analyzer.notation.records._showdown import lay_offs, misfits
    from analyzer.notation.records.files import is_game_text
    from analyzer.notation.records.gametext import decode_record, encode_record
    from analyzer.notation.records.positions import outcome_of, record_of, replay
    from analyzer.notation.records.read import parse_match, parse_record
    from analyzer.notation.records.stepping import Decision, decisions, table_after, undecided
    from analyzer.notation.records.types import Match, Record
    from analyzer.notation.records.write import format_match, format_record, format_spread

__all__ = [
    "Decision", "Match", "Record", "check_hand_end", "check_record", "decisions", "decode_record",
    "encode_record", "format_match", "format_record", "format_spread", "is_game_text", "lay_offs",
    "match_of", "misfits", "outcome_of", "parse_match", "parse_record", "possible_ends",
    "record_of", "replay", "table_after", "undecided",
]  # fmt: skip

_ELSEWHERE = {
    "Decision": "stepping", "check_hand_end": "_hand_end", "check_record": "_check",
    "decisions": "stepping", "decode_record": "gametext", "encode_record": "gametext",
    "format_match": "write", "format_record": "write", "format_spread": "write",
    "is_game_text": "files", "lay_offs": "_showdown", "match_of": "_match",
    "misfits": "_showdown", "outcome_of": "positions", "parse_match": "read",
    "parse_record": "read", "possible_ends": "_check", "record_of": "positions",
    "replay": "positions", "table_after": "stepping", "undecided": "stepping",
}  # fmt: skip
"""The modules of the names that are not those of `types`."""

if not TYPE_CHECKING:  # a name that does not exist is an error to the type checker
    __getattr__ = named(__name__, _ELSEWHERE, "types")
