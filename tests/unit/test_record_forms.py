"""Matches and the other forms of a record: what is carried on, JSON, imports, the commands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.api.documents import pretty, written
from analyzer.api.records import (
    RecordJson,
    RecordsJson,
    match_from_json,
    read_match,
    record_form,
    record_from_json,
)
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.scoring import Ended, Scored
from analyzer.game.view import Turn
from analyzer.notation.records import (
    Record,
    check_record,
    format_match,
    format_record,
    match_of,
    parse_match,
    parse_record,
    replay,
)
from analyzer.notation.records._eaai import read_file as read_eaai
from analyzer.notation.records._openspiel import read_file as read_openspiel
from tests.docs.readme import sample
from tests.unit.test_cli import document, run
from tests.unit.test_cli import error_of as command_error

GOLDEN = Path(__file__).parents[1] / "golden"
EXAMPLE = (GOLDEN / "record.txt").read_text(encoding="utf-8").strip()
LOG = (GOLDEN / "eaai.log").read_text(encoding="utf-8")
HEAD = """[Hand1 "2c 3c 4c 7h 8h 9h Kd Qd Js 9s"]
[Hand2 "2d 3d 4d 7s 8s 9c Kc Qc Jc Ah"]
[Upcard "5c"]
"""


def error_of(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        parse_match(text)
    return caught.value


# ---------------------------------------------------------------- matches


def second(more: str = "") -> str:
    return f"{EXAMPLE}\n\n{more}{HEAD}\n1. ^5c -Kc"


def test_a_match_carries_rules_names_dealer_and_score_on() -> None:
    match = parse_match(second())
    first, later = match.hands
    assert later.rules == first.rules and later.players == ("Ann", "Bob")
    assert (later.dealer, later.score) == (0, (16, 0))
    assert parse_match(format_match(match)) == match
    assert match_of(match.hands) == match
    assert match.series().matches[0].score == (16, 0)


@pytest.mark.parametrize(
    ("tag", "where", "message"),
    [
        ('[Dealer "2"]\n', "lines 20 and 22",
         "the dealer is said to be player 2, but after the hand before it is player 1"),
        ('[Score "0-16"]\n', "lines 20 and 22",
         "the score is said to be 0-16, but the hands before make it 16-0"),
        ('[Rules "standard"]\n', "lines 20 and 22",
         "this hand is played under `standard`, the one before it under `classic`"),
        ('[Players "Bob" "Ann"]\n', "lines 20 and 22",
         "the players are Bob and Ann here, Ann and Bob in the hand before"),
    ],
)  # fmt: skip
def test_hands_that_do_not_follow(tag: str, where: str, message: str) -> None:
    error = error_of(second(tag))
    assert (error.where, error.message) == (where, message)


def test_a_match_that_is_over_has_no_further_hand() -> None:
    text = second().replace('"0-0"', '"90-0"')
    assert error_of(text).message == "the match was over before this hand"
    begun = parse_match(second().replace('"0-0"', '"40-65"'))
    assert begun.hands[1].score == (56, 65)
    unknown = parse_match(second('[Score "?"]\n'))
    assert unknown.hands[1].score is None
    assert parse_match(format_match(unknown)) == unknown


def test_one_hand_is_wanted() -> None:
    with pytest.raises(InputError, match="line 22: a second hand begins here"):
        parse_record(second())


@pytest.mark.parametrize("text", ["", "  \n\n", "{nothing}", "# nothing"])
def test_there_must_be_a_hand(text: str) -> None:
    assert error_of(text).message == "there is no hand"


# ---------------------------------------------------------------- other forms


def test_the_document_of_a_record() -> None:
    golden = (GOLDEN / "record.json").read_text(encoding="utf-8")
    assert pretty(written(RecordJson, parse_record(EXAMPLE))) + "\n" == golden


def test_a_record_as_json_and_back() -> None:
    record = parse_record('[Event "cup"]\n' + EXAMPLE)
    document = pretty(written(RecordJson, record))
    assert record_from_json(document) == record
    assert read_match(document) == match_of([record])
    match = parse_match(second())
    assert match_from_json(pretty(written(RecordsJson, match))) == match
    assert read_match(pretty(written(RecordsJson, match))) == match


@pytest.mark.parametrize(
    ("change", "where", "message"),
    [
        ({"turns": [{"player": 2, "turn": "pass"}]}, "the record and turns[0]",
         "the first turn is that of player 1"),
        ({"turns": [{"player": 1, "turn": "draw", "card": "11h"}]}, "turns[0].card",
         "`11h` is not a card"),
        ({"hands": [["2c"], None]}, "hands[0]", "player 1 is dealt 1 card, not 10: 2c"),
        ({"dealer": 3}, "dealer", "invalid enum value 3"),
        ({"tags": {"Dealr": "2"}}, "the record", "`Dealr` is not a tag"),
        ({"tags": {"Date": "a\nb"}}, "the record",
         "'a\\nb' cannot be the name of a player or the value of a tag"),
        ({"players": ["Ann", " Bob"]}, "players",
         "' Bob' cannot be the name of a player or the value of a tag"),
        ({"upcard": None}, "the record", "the first upcard is missing"),
        ({"turns": [{"player": 1, "turn": "take", "discarded": "Kd"}],
          "showdown": {"defence": {"deadwood": ["Qd"]}}}, "showdown.defence",
         "the defender's answer is given, but not the knocker's spread"),
    ],
)  # fmt: skip
def test_documents_that_cannot_be(change: dict[str, object], where: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        record_from_json({"dealer": 2, "upcard": "9h", **change})
    assert (caught.value.message, caught.value.where) == (message, where)


def test_a_log_of_the_challenge_is_read() -> None:
    match = read_eaai(LOG)
    first, later = match.hands
    assert first.result == Scored(Ended.KNOCK, 0, 16)
    assert later.result == Scored(Ended.GIN, 1, 86)
    assert (first.dealer, later.dealer, later.score) == (1, 0, (16, 0))
    assert first.showdown is not None and first.showdown.defence is not None
    assert [str(card) for card, _ in first.showdown.defence.laid_off] == ["Th"]
    assert [turn.turn for turn in first.turns[:3]] == [Turn.TAKE, Turn.DRAW, Turn.DRAW]
    assert parse_match(format_match(match)) == match
    assert replay(first)[-1].outcome is not None


@pytest.mark.parametrize(
    ("old", "new", "where", "message"),
    [
        ("discards QD", "discards QH", "lines 2 and 13",
         "Qh is discarded, but player 1 never held it"),
        ("Player 1 draws 8D.\n", "", "line 15", "player 1 discards 3d without a draw"),
        ("difference of 16", "difference of 15", "lines 27 and 28 and 31",
         "the result is said to be `1 knock 15`, but the cards make it `1 knock 16`"),
        ("0\t16\n1\t0\nPlayer 0 is dealt", "0\t0\n1\t16\nPlayer 0 is dealt", "lines 31 and 35",
         "the score is said to be 0-16, but the hands before make it 16-0"),
        ("Player 1 starts", "Player 0 starts", "lines 31 and 37",
         "the dealer is said to be player 2, but after the hand before it is player 1"),
        ("Player 1 lays off TH on", "Player 1 shows TH on", "line 29",
         "`Player 1 shows TH on [5H, 6H, 7H, 8H, 9…` is not a line of a log"),
        ("discards KC.", "discards 5H illegally and forfeits.", "line 40",
         "this hand was forfeited, which a record cannot hold"),
        ("The initial face up card is 9H.\n", "", "line 2", None),
    ],
)  # fmt: skip
def test_logs_that_cannot_be(old: str, new: str, where: str, message: str | None) -> None:
    assert old in LOG
    with pytest.raises(InputError) as caught:
        read_eaai(LOG.replace(old, new, 1))
    assert caught.value.where == where
    assert message is None or caught.value.message == message


def test_a_game_that_nobody_had_won_does_not_end_before_the_next_of_a_log() -> None:
    with pytest.raises(InputError, match="said to be 0-0, but the hands before make it 16-86"):
        read_eaai(LOG + "Player 1 wins.\n" + LOG)


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("1 2 3", "action 3", "the history ends before the cards of player 0 are dealt"),
        ("[1, 2, 1]", "action 1 and action 3", "2s is dealt twice"),
        ("[1, 2, 241]", "action 3", "`241` is not an action"),
        ("[1, 2, 52]", "action 3", "`52` is not a card"),
        ("[1, x]", "line 1, column 5", "`x` does not belong in a history"),
        ("[Game]\ngin_rummy(knock_card=x)\n[State]\n0", "[Game]",
         "`knock_card=x` is not a number from 0 on"),
        ("[Game]\ngin_rummy(gin_bonus=-5)\n[State]\n0", "[Game]",
         "`gin_bonus=-5` is not a number from 0 on"),
        ("[Game]\ngin_rummy(aces=2)\n[State]\n0", "[Game]", "`aces=2` is not supported here"),
        ("[Game]\ngin_rummy(hand_size=7)\n[State]\n0", "[Game]",
         "`hand_size=7` is not supported here"),
    ],
)  # fmt: skip
def test_histories_that_cannot_be(text: str, where: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_openspiel(text)
    assert (caught.value.where, caught.value.message) == (where, message)


def test_the_form_of_a_record_is_seen() -> None:
    forms = {
        EXAMPLE: "text", LOG: "eaai", pretty(written(RecordJson, parse_record(EXAMPLE))): "json",
        str([*range(20), 51, 54]): "openspiel", "hand: 7h 8h 9h": None, '{"hand": ["7h"]}': None,
        "[7h, 8h, 9h]": None, "hand: [Kd, Qd, Jd]": None,
        "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard 9c": None,
    }  # fmt: skip
    for text, form in forms.items():
        assert record_form(text) == form, text


def test_a_record_is_checked_as_a_text_is() -> None:
    record = parse_record(EXAMPLE)
    assert check_record(record) == record
    late = replace(record, turns=record.turns[:-1])
    with pytest.raises(InputError, match=r"Js is in the hand|points of deadwood|laid down"):
        check_record(late)
    alone = Record(record.rules, (None, None), Card.of("9h"))
    assert check_record(alone) == alone


# ---------------------------------------------------------------- the commands


def test_convert_reads_every_form_of_a_record() -> None:
    text = run("convert", "-", given=EXAMPLE)
    assert (text.exit_code, text.stdout.strip()) == (0, EXAMPLE)
    forms = document("convert", "-", given=EXAMPLE)
    assert forms["text"] == EXAMPLE
    assert document("convert", "-", "--to", "json", given=EXAMPLE) == forms["record"]
    back = run("convert", "-", given=pretty(forms["record"]))
    assert back.stdout.strip() == EXAMPLE
    log = run("convert", "-", "--from", "eaai", given=LOG)
    assert log.stdout.strip() == format_match(read_eaai(LOG))
    history = str([*range(20), 51, 54])
    assert "1. p" in run("convert", history, "--from", "openspiel").stdout
    assert document("convert", "-", "--to", "json", given=LOG)["hands"][1]["score"] == [16, 0]


def test_the_record_on_the_commands_page_is_one() -> None:
    text = sample("An example of a record")
    assert format_record(parse_record(text)) == text.strip()


def test_convert_refuses_what_a_record_is_not() -> None:
    assert command_error("convert", "-", "--to", "id", given=EXAMPLE)["where"] == "--to"
    told = command_error("convert", "-", "--from", "eaai", given=EXAMPLE)
    assert told["message"] == "this is a record as text, not as EAAI-21 log"
    told = command_error("convert", "-", "--rules", "standard", given=EXAMPLE)
    assert told["message"] == "the record is played under classic, --rules says standard"
    damaged = EXAMPLE.replace("-Qd", "-Qh")
    told = command_error("convert", "-", given=damaged)
    assert told["where"] == "lines 5 and 11" and told["message"].startswith("Qh is discarded")


def test_score_makes_the_sheet_of_records() -> None:
    sheet = document("score", "-", given=LOG)["matches"][0]
    assert [(hand["kind"], hand["winner"]) for hand in sheet["hands"]] == [("knock", 1), ("gin", 2)]
    assert sheet["score"] == [16, 86]
    assert "In play at 16–86." in run("score", "-", given=LOG).stdout
    classic = document("score", "-", "--rules", "classic", given=EXAMPLE)
    assert classic["matches"][0]["score"] == [16, 0]
    told = command_error("score", "-", "--rules", "standard", given=EXAMPLE)
    assert told["where"] == "--rules"
    results = '[Rules "eaai"]\n[Result "1 knock 16"]\n'
    boxes = [document("score", "-", given=results + more) for more in ("", results)]
    assert [sheet["matches"][0]["totals"] for sheet in boxes] == [[16, 0], [32, 0]]
    assert command_error("score", "-", "--rules", "classic", given=results)["where"] == "--rules"
    told = command_error("score", "-", given=results + results.replace("eaai", "classic"))
    assert told["message"] == "the hands are played under classic and eaai"
    told = command_error("score", "-", given=EXAMPLE.replace('"0-0"', '"40-65"'))
    assert told["message"].startswith("the first hand begins at 40-65")
    told = command_error("score", "-", given=second())
    assert (told["message"], told["where"]) == ("this hand has no result", "hand 2")
