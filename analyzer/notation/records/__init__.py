"""Hand records and matches: the texts of whole hands, read, printed, checked and replayed.

A :class:`Record` is one hand from the deal to its result, with both hands known or only one;
a :class:`Match` is hands in order. Reading what was printed gives the same thing back. What
cannot have been played is an :class:`~analyzer.errors.InputError` that names the places.
"""

from analyzer.notation.records._check import check_record, possible_ends
from analyzer.notation.records._hand_end import check_hand_end
from analyzer.notation.records._match import match_of
from analyzer.notation.records._showdown import lay_offs, misfits
from analyzer.notation.records.gametext import decode_record, encode_record, is_game_text
from analyzer.notation.records.positions import outcome_of, record_of, replay
from analyzer.notation.records.read import parse_match, parse_record
from analyzer.notation.records.replay import Decision, choices_in, decisions, undecided
from analyzer.notation.records.types import Match, Record
from analyzer.notation.records.write import format_match, format_record, format_spread

__all__ = [
    "Decision",
    "Match",
    "Record",
    "check_hand_end",
    "check_record",
    "choices_in",
    "decisions",
    "decode_record",
    "encode_record",
    "format_match",
    "format_record",
    "format_spread",
    "is_game_text",
    "lay_offs",
    "match_of",
    "misfits",
    "outcome_of",
    "parse_match",
    "parse_record",
    "possible_ends",
    "record_of",
    "replay",
    "undecided",
]
