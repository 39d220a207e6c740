"""Hands and games in other languages: read as in English, or refused at their own place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.notation.languages import dictionaries, foreign, translations
from analyzer.notation.reading import read_text
from analyzer.notation.records import format_match
from analyzer.notation.tales import is_tale, read_tale
from tests.unit.test_cli import document

HERE = Path(__file__).parent
CASES = json.loads((HERE / "languages.json").read_text(encoding="utf-8"))
ENGLISH = [
    case["text"]
    for name in ("paste", "sentences", "tales")
    for case in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    if "text" in case
]


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:24] for case in CASES])
def test_a_hand_in_another_language(case: dict) -> None:
    reading = read_text(case["text"])
    view = reading.whole
    assert view.hand == CardSet.of(case["hand"])
    assert str(view.top or "") == case.get("top", "")
    assert (reading.question, reading.guesses["language"]) == (
        case["question"], f"read as {case['language']}",
    )  # fmt: skip


def test_every_language_is_tried() -> None:
    assert {case["language"] for case in CASES} == {each.name for each in dictionaries()}


def test_no_english_text_is_taken_for_another_language() -> None:
    assert len(ENGLISH) > 300
    assert [text for text in ENGLISH if foreign(text)] == []


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        (
            "Ma main : A♥ 2♥ 3♥ 8♠ 8♦ V♣ D♣ 10♠ 5♦ R♥. Retourne : 8♣.\n"
            "Tour 1 : je prends le 8♣, je jette R♥. Lui : pioche, jette 4♠.\n"
            "Tour 2 : je pioche R♣, je jette 10♠. Lui : prend le 10♠, jette 6♥.",
            "^8c -Kh +? -4s +Kc -Ts ^Ts -6h",
        ),
        (
            "Meine Hand: ♠4 ♠5 ♠6 ♥B ♦B ♣2 ♣3 ♦K ♥9 ♦7. Offene Karte: ♣B\n"
            "1. Ich nehme ♣B, werfe ♦K ab. Gegner zieht verdeckt, wirft ♥D ab.\n"
            "2. Ich ziehe ♣4, werfe ♥9 ab. Gegner nimmt ♥9, wirft ♠2 ab.",
            "^Jc -Kd +? -Qh +4c -9h ^9h -2s",
        ),
        (
            "Mijn hand: ♠4 ♠5 ♠6 ♥B ♦B ♣2 ♣3 ♦H ♥9 ♦7. Open kaart: ♣B. "
            "Ik neem ♣B, ik gooi ♦H weg. Hij trekt, gooit ♥V.",
            "^Jc -Kd +? -Qh",
        ),
    ],
)
def test_a_game_in_another_language(text: str, turns: str) -> None:
    assert is_tale(text)
    written = format_match(read_tale(text))
    body = [line.partition(". ")[2] for line in written.splitlines() if line[:1].isdigit()]
    assert " ".join(body) == turns


def test_an_error_stands_where_it_is_in_the_original() -> None:
    text = "Mam as kier, król pik, dama pik, walet pik, 7 trefl, 7 karo, 9 trefl, 4 pik, as kier."
    with pytest.raises(InputError, match="Ah appears twice") as caught:
        read_text(text)
    assert caught.value.span is not None
    assert text[slice(*caught.value.span)] == "as kier"
    assert caught.value.span[0] > 60


def test_letters_that_several_languages_have_follow_from_the_cards() -> None:
    dutch, german = (
        translations(f"{letters} ♥7 ♥8 ♥9")[0].text for letters in ("♠B ♠V ♠H", "♠B ♠D ♠K")
    )
    assert dutch.startswith("Js Qs Ks") and german.startswith("Js Qs Ks")


def test_convert_says_which_language_it_read() -> None:
    assert document("convert", "-", given=CASES[0]["text"])["guesses"]["language"] == (
        "read as French"
    )
