"""Ids and texts of hands of several players that revision ea8a8643 wrote are the same hands."""

from __future__ import annotations

import pytest

from analyzer.notation.records import decode_record, encode_record, format_record, parse_record
from tests.compat import old_document

RECORDS = old_document("table-records.json")


@pytest.mark.parametrize("kept", RECORDS, ids=lambda kept: f"{kept['game']}-{kept['id'][-6:]}")
def test_an_old_id_and_its_text_are_one_hand(kept: dict[str, str]) -> None:
    record = decode_record(kept["id"])
    assert record == parse_record(kept["text"])
    assert (encode_record(record), format_record(record)) == (kept["id"], kept["text"])


def test_each_game_is_there_with_hidden_and_with_shown_hands() -> None:
    games = {"three-hand", "four-hand", "one-joker", "two-jokers", "mahjong"}
    for part in ("Hand1", '"?"'):
        assert {kept["game"] for kept in RECORDS if part in kept["text"]} == games
    assert sum("Shown" in kept["text"] for kept in RECORDS) >= 4
