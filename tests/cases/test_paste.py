"""Hands as people write them, through `ginsight convert`: read, asked about, or refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.errors import InputError, UnclearError
from analyzer.game.cards import CardSet
from analyzer.game.rules import parse_rules
from analyzer.notation import parse_view
from analyzer.notation.reading import read_text
from analyzer.notation.sentences._vocabulary import phrases
from tests.sizes import spread_by_day
from tests.unit.test_cli import document, error_of

HERE = Path(__file__).parent
PASTES = json.loads((HERE / "paste.json").read_text(encoding="utf-8"))
SENTENCES = json.loads((HERE / "sentences.json").read_text(encoding="utf-8"))
"""More of them, in the same form; `asked` is what the text itself asks about."""
READABLE = [case for case in PASTES if case["hand"]]
ASKED = {"S222", "S254", "S266", "S267", "S305", "S336", "S339"}
"""Sentences that are asked about; what is meant is among the answers."""
REFUSED = {
    "P26": ("the hand has 9 cards", "ten before the draw"),
    "P27": ("Ac appears twice", "every card exists once"),
    "P28": ("`1c` is not a card", "did you mean Ac?"),
    "P29": ("no cards are named", "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"),
}
"""The message, and what the hint says."""


def ident(case: dict) -> str:
    return case["id"]


def check(case: dict, forms: dict) -> None:
    """Compare a document of `convert` with what a case wants."""
    view = forms["view"]
    assert {*view["hand"]} == {*case["hand"].split()}
    assert (forms["asks"], forms["question"]) == (case.get("asks"), case.get("question"))
    if "upcard" in case:
        assert view["pile"][-1] == case["upcard"]
    assert {*view["opponent"]} == {*case.get("opp_took", [])}
    assert {*case.get("pile_has", [])} <= {*view["pile"]}
    if "score" in case:
        assert "{}-{}".format(*view["score"]) == case["score"]
    for key in ("drawn", "stock"):
        if key in case:
            assert view[key] == case[key]
    if "rules" in case:
        assert view["rules"].split(",")[0] == case["rules"]
    if "knock_limit" in case:
        assert forms["knock_limit"] == case["knock_limit"]


@pytest.mark.parametrize("case", READABLE, ids=ident)
def test_what_people_paste(case: dict) -> None:
    check(case, document("convert", "-", given=case["text"]))


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_names_the_word_and_the_cure(name: str) -> None:
    (case,) = (case for case in PASTES if case["id"] == name)
    message, hint = REFUSED[name]
    told = error_of("convert", "-", given=case["text"])
    assert message in told["message"] and hint in told["hint"]
    assert told["where"] or name == "P29"


@spread_by_day("case", SENTENCES, 4, ids=ident)
def test_other_words_and_orders(case: dict) -> None:
    from analyzer.api.documents import encode
    from analyzer.api.readings import forms_of

    if case["id"] in ASKED:
        with pytest.raises(UnclearError) as error:
            read_text(case["text"])
        hands = [read_text(answer.text).facts.hand for answer in error.value.asks]
        assert CardSet.of(case["hand"]) in [hand.set for hand in hands if hand]
        return
    reading = read_text(case["text"])
    check({"question": reading.question, **case}, json.loads(encode(forms_of(reading))))
    assert reading.asked == case.get("asked", reading.asked)


READ = [case for case in READABLE + SENTENCES if case["id"] not in ASKED]


@spread_by_day("case", READ, 5, ids=ident)
def test_the_lines_of_a_reading_read_alike(case: dict) -> None:
    reading = read_text(case["text"])
    again = read_text(reading.text)
    assert (again.view, again.asks, again.spread) == (reading.view, reading.asks, reading.spread)
    if reading.view is not None:
        assert parse_view(reading.text) == reading.view


def test_layoffs_are_answered() -> None:
    (first, second) = (case for case in READABLE if case.get("question") == "layoff")
    answer = document("convert", "-", given=first["text"])["layoff"]
    assert answer["deadwood"] == ["Ac", "2c", "Qd", "Kd"]
    assert answer["result"] == {"winner": "knocker", "kind": "knock", "points": 21}
    assert document("convert", "-", given=second["text"])["spread"]["points"] == 5


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Should I pass? 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac upcard 5s", "pass"),
        ("Knock or wait? 7h 8h 9h 4c 4d 4s 2d 2c Ac Ah Kd", "knock"),
        ("wait for gin? 7h 8h 9h 4c 4d 4s 2d 2c Ac Ah Kd", "wait"),
        ("7h 8h 9h 4c 4d 4s 2d 2c Ac Ah Kd, what should I throw", "discard"),
        ("7h 8h 9h 4c 4d 4s 2d 2c Ac Ah Kd", ""),
    ],
)
def test_the_question_put(text: str, asked: str) -> None:
    assert read_text(text).asked == asked


@pytest.mark.parametrize(
    ("told", "question", "asked"),
    [
        ("I drew the 5s and threw it back", "discard", "discard 5s"),
        ("He threw 5s, I took it and threw the Kd. Was that right?", "discard", "discard Kd"),
        ("He threw 5s, I took it and threw the Kd. Should I have drawn?", "draw", "draw"),
        ("Upcard 5s. He passed and I declined it too. A mistake?", "upcard", ""),
    ],
)
def test_what_was_done_last_is_what_is_asked_about(told: str, question: str, asked: str) -> None:
    reading = read_text(f"I had 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac. {told}")
    assert (reading.question, reading.asked) == (question, asked)
    assert reading.guesses["question"] == "what was done last is taken as what is asked about"


def test_a_discard_of_mine_is_no_card_to_draw() -> None:
    with pytest.raises(InputError, match="Th is what you discarded yourself"):
        read_text("I threw the Th and hold 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac. He drew. What now?")
    knock = "I threw the Th, then he knocked with 2h 3h 4h 6d 6h 6s As Ad Ah. I have "
    assert read_text(knock + "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac").spread


def test_what_is_guessed_is_said() -> None:
    reading = read_text("Oklahoma, knock card 6\n7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s")
    assert reading.guesses == {
        "limit": "the suit of the knock card is not said, so nothing is doubled"
    }
    assert "rules" in read_text("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, 5s is up").guesses


@pytest.mark.parametrize(
    ("usual", "text", "rules"),
    [
        ("standard,target=250", "Oklahoma", "oklahoma,target=250"),
        ("standard,target=250", "Oklahoma to 150", "oklahoma"),
        ("standard,target=250", "", "standard,target=250"),
        ("hollywood", "Classic rules", "classic"),
    ],
)
def test_the_usual_target_holds_with_any_rules(usual: str, text: str, rules: str) -> None:
    told = f"{text}. I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, he threw the 9c"
    reading = read_text(told, parse_rules(usual))
    assert reading.rules.name == rules
    assert ("rules" in reading.guesses) == (not text)


HISTORY = """\
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard 5s
  opp: pass
  me: pass
  opp: draws, discards Kh
  me: draws 4s, discards Jd
  opp: takes Jd, discards 9c
"""


def test_sentences_beside_a_history() -> None:
    reading = read_text(f"We play Oklahoma and I'm down 40 to 65\n{HISTORY}Should I take it?")
    view = parse_view(f"rules: oklahoma\nscore: 40-65\n{HISTORY}")
    assert (reading.view, reading.asked) == (view, "take")


@pytest.mark.parametrize("wrong", ["takes Js", "takes Jx", "steals Jd"])
def test_turns_that_contradict_each_other_are_read_in_no_other_way(wrong: str) -> None:
    text = HISTORY.replace("takes Jd", wrong)
    with pytest.raises(InputError) as lines:
        parse_view(text)
    with pytest.raises(InputError) as sentences:
        read_text(text)
    assert sentences.value.message == lines.value.message


@pytest.mark.parametrize(
    "line", ["score: high-high", "stock: many", "hello: world", "dealer: 7", "upcrad: 5s"]
)
def test_a_line_with_a_value_that_is_not_understood_is_an_error(line: str) -> None:
    text = f"hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\n{line}"
    with pytest.raises(InputError) as lines:
        parse_view(text)
    with pytest.raises(InputError) as sentences:
        read_text(text)
    assert sentences.value.message == lines.value.message


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("upcrad is 5s", "upcard"), ("he htrew 9c", "threw"), ("he discrads 9c", "discards")],
)
def test_a_misspelled_word_that_decides_what_a_card_is_is_asked_about(
    wrong: str, right: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_text(f"I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, {wrong}")
    assert caught.value.fix == right


def test_a_card_of_which_nothing_is_understood_is_no_eleventh() -> None:
    with pytest.raises(InputError, match="it is not clear what is said of Jc"):
        read_text("3h 4h 5h 9s 9d 9c Ks Qd 6c 2s. My lucky card is the Jc.")


@pytest.mark.parametrize(
    "text", ["The Jc is over there. I hold {}", "I hold {} and the jack of clubs is lying about"]
)
def test_a_card_that_lies_about_is_on_the_pile_and_that_is_said(text: str) -> None:
    reading = read_text(text.format("3h 4h 5h 9s 9d 9c Ks Qd 6c 2s"))
    assert str(reading.whole.top) == "Jc"
    assert "all the words around it" in reading.guesses["hand"]


def test_a_card_of_mine_is_none_of_the_knockers() -> None:
    knock = (
        "He knocked showing 4h 5h 6h, 9c 9d 9s, 2s As Ad 3c. I have {} 7h Td Jd Qd Ks Kh 8c 3h 5s"
    )
    assert read_text(knock.format("9h")).spread
    with pytest.raises(InputError, match="9c is in both hands"):
        read_text(knock.format("9c"))


@pytest.mark.parametrize("text", ["We play three handed. {}", "Jokers are wild. {}"])
def test_other_games_are_not_read_as_gin_for_two(text: str) -> None:
    with pytest.raises(InputError, match="gin for two, without jokers"):
        read_text(text.format("3h 4h 5h 9s 9d 9c Ks Qd 6c 2s, upcard Jc"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("score: 90-2\nscore: 2-90", "`score` is given twice"),
        ("dealer: me\ndealer: opp", "`dealer` is given twice"),
        ("upcard: 6s", "`upcard` is given twice"),
        ("stock: -3", "`-3` cannot be the count of stock"),
    ],
)
def test_lines_that_contradict_each_other_are_read_in_no_other_way(
    lines: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_text(f"hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard: 5s\n{lines}")


@pytest.mark.parametrize("key", ["p\u0130le", "p\u0131le", "PILE", "\u017ftock"])
def test_letters_that_only_look_alike_are_read_or_refused(key: str) -> None:
    lines = f"hand 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\n{key}: {'20' if 'ock' in key else '5s 9c'}"
    reading = read_text(lines)
    assert reading.facts.stock or reading.facts.pile


def test_the_vocabulary_is_read_in_no_time() -> None:
    assert sum(map(len, phrases().values())) < 25_000, "a pattern has too many ways to be said"


def test_a_card_of_a_list_is_taken_back_too() -> None:
    text = "7 8 9 hearts, 4c 4d 2s Tc Jc Qh Kc, upcard 5s. wait, the 8h is the 6h"
    reading = read_text(text)
    assert reading.view is not None and reading.view.hand == CardSet.of(
        "6h 7h 9h 4c 4d 2s Tc Jc Qh Kc"
    )


REST = "spades K Q 9 8, he threw 5d"


@pytest.mark.parametrize(
    ("told", "hand"),
    [
        ("clubs 2 3 5, I mean 2 3 4, hearts 7 8 9", "2c 3c 4c 7h 8h 9h"),
        ("clubs 2 3 8 no wait 4, hearts 7 8 9", "2c 3c 4c 7h 8h 9h"),
        ("CLUBS 2 3 3? SORRY 3 AND 4, HEARTS 7 8 9", "2c 3c 4c 7h 8h 9h"),
        ("clubs 2 5 (sorry, 4) hearts 7 8 9 10", "2c 4c 7h 8h 9h Th"),
        ("clubs 2 5 4, oops, the 5 is a 3, hearts 7 8 9", "2c 3c 4c 7h 8h 9h"),
        ("clubs 2 5 4, sorry, 3 not 5, hearts 7 8 9", "2c 3c 4c 7h 8h 9h"),
        ("clubs 2 3, no wait, 2 3 4, hearts 7 8 9", "2c 3c 4c 7h 8h 9h"),
        ("clubs 2 3 4 5, no: clubs 2 3 4, hearts 7 8 9", "2c 3c 4c 7h 8h 9h"),
        ("2 3 5, I mean 2 3 4 of clubs, 789 of hearts", "2c 3c 4c 7h 8h 9h"),
        ("235 of clubs, sorry 234 of clubs, 789 of hearts", "2c 3c 4c 7h 8h 9h"),
        ("2 3 5 of clubs, no wait, 2 3 4, 789 of hearts", "2c 3c 4c 7h 8h 9h"),
    ],
)
def test_a_rank_in_a_list_of_one_suit_is_taken_back(told: str, hand: str) -> None:
    reading = read_text(f"I have {told}, {REST}")
    assert reading.facts.hand is not None
    assert reading.facts.hand.set == CardSet.of(f"{hand} 8s 9s Qs Ks")


@pytest.mark.parametrize(
    "told",
    [
        "clubs 2 3 5, no wait 5 4, hearts 7 8 9",
        "hearts 7 8 9, clubs 2 3 5, no wait 5 4",
        "clubs 2 3 4, sorry 2, hearts 7 8 9",
        "clubs 2 3 5 no 4, hearts 7 8 9",
        "clubs 2 3, sorry and 4, hearts 7 8 9",
    ],
)
def test_which_rank_is_taken_back_has_to_be_clear(told: str) -> None:
    with pytest.raises(InputError):
        read_text(f"I have {told}, {REST}")


def test_a_number_behind_sorry_is_no_rank() -> None:
    text = "clubs 2 3 4, hearts 7 8 9, spades K Q 9 8. Sorry, 7 turns in. He threw 5d"
    assert read_text(text).whole.hand == CardSet.of("2c 3c 4c 7h 8h 9h 8s 9s Qs Ks")


@pytest.mark.parametrize(("said", "bonus"), [("is 12", 12), ("20", 20)])
def test_a_bonus_of_the_rules_is_any_number_that_words_say_is_one(said: str, bonus: int) -> None:
    hand = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
    reading = read_text(f"The gin bonus {said}. I hold {hand}, he threw 5s")
    assert reading.rules.gin_bonus == bonus
