"""Games as people tell them: read, what was forgotten, what can be judged of the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.api.records import RecordForm, read_match, record_form
from analyzer.errors import InputError
from analyzer.game.rules import PRESETS, parse_rules
from analyzer.notation.records import (
    Record,
    decisions,
    format_match,
    format_record,
    parse_match,
    parse_record,
    undecided,
)
from analyzer.notation.tales import GUESSED, is_tale, read_tale
from tests.unit.test_cli import document

HERE = Path(__file__).parent
TALES = json.loads((HERE / "tales.json").read_text(encoding="utf-8"))
"""Each with the turns that it tells, which decisions are judged, and what is not, and why."""
SITUATIONS = [
    case
    for name in ("paste.json", "sentences.json")
    for case in json.loads((HERE / name).read_text(encoding="utf-8"))
]


def lines_of(record: Record) -> list[str]:
    """The turns of a record, and what was laid down, as text."""
    lines = format_record(record).splitlines()
    return [line for line in lines if line and (line[0] != "[" or line.startswith("[Later"))]


@pytest.mark.parametrize("case", TALES, ids=[case["id"] for case in TALES])
def test_a_tale_is_read_and_says_what_cannot_be_judged(case: dict) -> None:
    match = read_tale(case["text"])
    assert match.rules.name == case["rules"]
    tags = dict(match.hands[0].tags)
    assert [one for one in tags.get(GUESSED, "").split("; ") if one] == case["guessed"]
    assert len(match.hands) == len(case["hands"])
    for record, wanted in zip(match.hands, case["hands"], strict=True):
        text, seat = format_record(record), wanted["player"] - 1
        assert lines_of(record) == wanted["turns"]
        for name in ("Dealer", "Upcard", "Score", "Result"):
            if name.lower() in wanted:
                assert f'[{name} "{wanted[name.lower()]}"]' in text
        left = [
            f"{one.turn + 1} {one.question or 'turn'}: {one.why}" for one in undecided(record, seat)
        ]
        assert left == wanted["not_judged"]
        assert len(decisions(record, seat)) == wanted["judged"]


@pytest.mark.parametrize("case", TALES, ids=[case["id"] for case in TALES])
def test_what_a_tale_became_is_read_again_alike(case: dict) -> None:
    match = read_match(case["text"])
    assert record_form(case["text"]) is RecordForm.TALE
    assert parse_match(format_match(match)) == match


def test_a_tale_through_convert() -> None:
    forms = document("convert", "-", given=TALES[4]["text"])
    assert forms["record"]["turns"][3] == {
        "player": 2, "turn": "draw", "card": None, "discarded": None, "gap": True,
    }  # fmt: skip
    assert document("convert", "-", given=json.dumps(forms["record"])) == forms
    assert document("convert", "-", given=forms["text"]) == forms


@pytest.mark.parametrize("case", SITUATIONS, ids=[case["id"] for case in SITUATIONS])
def test_a_situation_is_no_tale(case: dict) -> None:
    assert not is_tale(case["text"])


HAND = "I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h, he dealt, the 9h was up."


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (
            "I took it and threw the 2d. He drew and threw Ac.",
            "2d is discarded, but player 1",
        ),
        (
            "I took it and threw Kd. He drew and threw Kd.",
            "Kd is discarded, but it lies",
        ),
        ("I took it and threw Kd. He drew. 7c.", "what happened with `7c` is not said"),
        ("I took it and threw Kd, Qd. He drew and threw 2s.", "what happened with `Kd, Qd` is not"),
        ("I took it, threw Kd. He drew and knocked with Kc, throwing Qc.", "but so is Kc in the"),
    ],
)
def test_a_tale_that_cannot_be_names_the_cards(told: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_tale(f"{HAND} {told}")
    assert message in str(caught.value)


def test_a_remark_on_a_few_cards_is_passed_over() -> None:
    told = f"{HAND} I had 2c 3c 4c already. I took it and threw Kd. He drew and threw Ac."
    assert len(read_tale(told).hands[0].turns) == 2


def test_usual_rules_are_those_of_a_tale_that_names_none() -> None:
    told = f"{HAND} I took it and threw Kd. He drew and threw Ac."
    usual = parse_rules("oklahoma,target=150")
    match = read_match(told, usual=usual)
    assert match.rules == usual
    assert read_match(f"Tournament rules. {told}", usual=usual).rules.name == "tournament"
    assert read_match(told).rules == PRESETS["standard"]


GAPS = """
[Dealer "2"] [Upcard "9h"] [Hand1 "2c 3c 4c 7h 8h Kd Qd Js 9s 5h"]
1. ^9h -Kd
2. +? -??
3. ^Tc -Qd
4. +? -6h
5. +?? -Js
6. +? -Ah
7. +4d -4h
8. ??
"""


def test_what_follows_from_the_rest_is_filled_in() -> None:
    record = parse_record(GAPS)
    assert lines_of(record)[1:5] == ["2. +? -Tc", "3. ^Tc -Qd", "4. +? -6h", "5. +4h -Js"]
    assert [one.why for one in undecided(record, 0)] == []


@pytest.mark.parametrize("turn", ["3. +? -Qd", "3. +6h -?"])
def test_one_question_mark_is_not_yet_forgotten(turn: str) -> None:
    with pytest.raises(InputError, match=r"card drawn|discarded is missing"):
        parse_record(GAPS.replace("3. ^Tc -Qd", turn))


def test_a_hand_said_later_has_to_agree_with_the_turns() -> None:
    text = GAPS.replace("8. ??", '8. ??\n[Later1 "2c 3c 4c 7h 8h 9h Tc 9s 5h 4d"]\n9. +Ac -Ac')
    record = parse_record(text)
    assert record.later == ()  # it says what is known already
    with pytest.raises(InputError, match="by the turns before"):
        parse_record(text.replace("9s 5h 4d", "9s 5h As"))
