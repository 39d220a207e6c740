"""The texts of the other games: cards with jokers, what a chair sees, whole hands, ids, results.

A hand as it was recorded::

    [Game "three-hand"]
    [Dealer "3"]
    [Hand1 "2c 3c 4c 7h 8h Kd Qd"]
    [Hand2 "…"]
    [Hand3 "…"]
    [Upcard "9h"]

    1. pass
    2. take, discard Kd
    3. draw 5s, discard Qh
    1. draw 4d, knock Qd: 2c 3c 4c / 7h 8h 9h

    [Points "12 -5 -7"]

A defender who laid off other cards than the best says so behind the knock: `2. lay off 7h 9h` or
`2. lay off nothing`, in turn order.

A hand that nobody else saw is `[Hand2 "?"]`, and a draw of its player's has no card; what such a
player showed at the end is `[Shown2 "…"]`. The points follow where all that decides was shown.

What a chair sees, the hand as it is held now; a draw of mine has its card, one of theirs none::

    game: three-hand
    seat: 1
    dealer: 3
    hand: 2c 3c 4c 7h 8h Kd Qd
    history:
      upcard 9h
      1: pass
      2: take, discard Kd
      3: draw, discard Qh

The referee of both is the round itself: what could not have been played is refused.
"""

from analyzer.notation.general._cards import read_pack, read_spread
from analyzer.notation.general._chair import (
    decode_chair,
    encode_chair,
    format_chair,
    is_chair_text,
    parse_chair,
)
from analyzer.notation.general._moves import meld_words, move_label, move_words
from analyzer.notation.general._record import (
    TableRecord,
    choices_in,
    decode_table_record,
    encode_table_record,
    format_table_record,
    is_table_record,
    parse_table_record,
    record_of_round,
    replay_rounds,
    result_of,
    unshown,
)
from analyzer.notation.general._results import read_table_results, read_team_results

__all__ = [
    "TableRecord",
    "choices_in",
    "decode_chair",
    "decode_table_record",
    "encode_chair",
    "encode_table_record",
    "format_chair",
    "format_table_record",
    "is_chair_text",
    "is_table_record",
    "meld_words",
    "move_label",
    "move_words",
    "parse_chair",
    "parse_table_record",
    "read_pack",
    "read_spread",
    "read_table_results",
    "read_team_results",
    "record_of_round",
    "replay_rounds",
    "result_of",
    "unshown",
]
