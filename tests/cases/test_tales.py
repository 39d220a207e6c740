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
from tests.sizes import spread_by_day
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


@spread_by_day("case", SITUATIONS, 4, ids=lambda case: case["id"])
def test_a_situation_is_no_tale(case: dict) -> None:
    assert not is_tale(case["text"])


HAND = "I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h, he dealt, the 9h was up."


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (
            "I took it and threw the 2d. He drew and threw Ac.",
            "2d is discarded, but you never held it",
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


HELD = "2h 3h 4h 9s 9c 9d Jc Qc 5d 6d"


@pytest.mark.parametrize(
    ("told", "turns"),
    [
        (
            f"My hand was {HELD}. Upcard 7d and I took it, tossing the queen of clubs. "
            "Opponent drew and threw the king of spades. I drew 2c and discarded the jack. "
            "He picked up my jack and discarded 3c.",
            ["1. ^7d -Qc", "2. +? -Ks", "3. +2c -Jc", "4. ^Jc -3c"],
        ),
        (
            f"He was dealer. I had {HELD} at the start. Took the 7d upcard, dumped Qc. He drew and "
            "ditched 3d. I drew 2d, put it right back.",
            ["1. ^7d -Qc", "2. +? -3d", "3. +2d -2d"],
        ),
        (
            f"Dealer: me\nUpcard: 7d\nOpp passed\nI took the 7d, threw Qc\nOpp drew, threw Ks\n"
            f"I drew 8d, threw Jc, gin\nMy cards: {HELD}",
            [
                "1. p",
                "2. ^7d -Qc",
                "3. +? -Ks",
                "4. +8d -Jc!",
                "4= 9c 9d 9s / 5d 6d 7d 8d / 2h 3h 4h",
            ],
        ),
    ],
    ids=["a rank alone", "the dealer need not act", "the hand told last"],
)
def test_what_goes_without_saying_is_understood(told: str, turns: list[str]) -> None:
    assert lines_of(read_tale(told).hands[0]) == turns


DEALT = "I was dealt 7h 8h 2c 3c 4c Kd Qd 9s 9d 5s, he dealt, "
REST = "drew 6h, threw Qd. He drew and threw 8c. I drew 5c and knocked with the 5s."
NOT_TAKEN = [
    (
        "upcard 9h. I took it, threw Kd. He didn't take it, drew, threw Jd. I didn't take the Jd, ",
        "upcard 9h. I took it, threw Kd. He drew, threw Jd. I ",
    ),
    (
        "upcard Th. I didn't take it. He didn't take it either. I drew 9h, threw Kd. He drew, "
        "threw Jd. I never took the Jd, ",
        "upcard Th. I passed. He passed. I drew 9h, threw Kd. He drew, threw Jd. I ",
    ),
]


@pytest.mark.parametrize(("denied", "plain"), NOT_TAKEN)
def test_what_was_not_taken_moves_no_card(denied: str, plain: str) -> None:
    (told,), (same,) = (read_tale(f"{DEALT}{begun}{REST}").hands for begun in (denied, plain))
    assert lines_of(told) == lines_of(same)
