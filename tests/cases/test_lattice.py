"""Games told in ways that no phrase is known for: found by what gin allows, or asked about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.api.records import RecordForm, open_position, read_match, record_form
from analyzer.errors import InputError
from analyzer.notation.tales._cues import Cue
from analyzer.notation.tales._lattice import LONGEST, games_told
from analyzer.notation.tales._search import WIDTH, follow

TOLD = json.loads((Path(__file__).parent / "lattice.json").read_text(encoding="utf-8"))
"""The same game in many voices, each with what is held, lies on the pile and is known."""
DEALT = "Deal: 3c 4c 5c 8d 9d Jh Js Qs Ah 6s | upcard Td\nme took Td => Qs\nopp deck => 2h\n"


@pytest.mark.parametrize("case", TOLD["open"], ids=lambda case: case["voice"])
def test_a_game_in_any_voice_is_the_one_that_fits(case: dict) -> None:
    view, meant = open_position(case["text"]), TOLD["meant"]
    assert record_form(case["text"]) is RecordForm.TALE
    assert view is not None and view.question is not None
    assert sorted(map(str, view.hand)) == sorted(meant["hand"].split())
    assert [*map(str, view.pile)] == meant["pile"].split()
    assert [*map(str, view.opponent)] == meant["opponent"].split()


@pytest.mark.parametrize("case", TOLD["over"], ids=lambda case: case["result"])
def test_what_the_numbers_make_is_the_result(case: dict) -> None:
    result = read_match(case["text"]).hands[0].result
    assert result is not None
    assert f"{result.winner + 1} {result.kind} {result.points}" == case["result"]


@pytest.mark.parametrize(
    "turn",
    [
        "me deck Jc => Kd", "me deck 2h => Ah", "me took 3h => Ah", "opp deck => 4d",
        "me deck Jc => 8s", "me deck Qs => Ah", "me took 2h => 2h", "opp took 2h => 9s",
        "me deck Jc => Ah\nme deck Kc => 6s",
    ],
)  # fmt: skip
def test_what_cannot_have_happened_is_never_mended(turn: str) -> None:
    assert games_told(f"{DEALT}me deck Jc => Ah\n") and not games_told(f"{DEALT}{turn}\n")


HAND = "3c 4c 5c 8d 9d Jh Js Qs Ah 6s"


@pytest.mark.parametrize(
    "told",
    [
        f"I was dealt {HAND}. Upcard Td. I took it, threw the Qs, which he picked up and he threw "
        "the 2h. I drew Jc and threw the Ah. He drew a card, threw 4d. My turn.",
        f"me: {HAND}\nup: Td -> I took it, threw Qs\nhe took that Qs (lol) threw 2h\nme: drew Jc, "
        "out w Ah\nhim: deck, threw 4d\nmy go",
        f"[20:02] Me: dealt {HAND}\n[20:03] Ben: good?\n[20:04] Me: Td was up so took it, Qs out. "
        "he took Qs, out 2h\n[20:05] Me: drew Jc!! the Ah out\n"
        "[20:06] Me: he drew n threw 4d. my go",
        json.dumps(
            [{"ev": "deal", "seat": 1, "cards": HAND.split()}, {"ev": "turnup", "card": "Td"}]
            + [
                {"ev": what, "seat": seat, "card": card, **({"src": src} if src else {})}
                for what, seat, src, card in [
                    ("draw", 1, "pile", "Td"), ("discard", 1, "", "Qs"),
                    ("draw", 2, "pile", "Qs"), ("discard", 2, "", "2h"),
                    ("draw", 1, "stock", "Jc"), ("discard", 1, "", "Ah"),
                    ("draw", 2, "stock", None), ("discard", 2, "", "4d"),
                ]
            ]
            + [{"ev": "prompt", "seat": 1, "want": "draw"}]
        ),
    ],
    ids=["which he picked up", "an arrow", "a chat with times", "seats"],
)  # fmt: skip
def test_what_was_told_in_other_words_is_the_same_game(told: str) -> None:
    view = open_position(told)
    assert view is not None and str(view.question) == "draw"
    assert {*map(str, view.hand)} == {*["3c", "4c", "5c", "8d", "9d", "Td", "Jh", "Js", "Jc", "6s"]}
    assert [*map(str, view.pile)] == ["2h", "Ah", "4d"] and [*map(str, view.opponent)] == ["Qs"]


@pytest.mark.parametrize("ask", ["What's the throw, 1 for the ace, 2 for the six?", "What goes?"])
def test_a_discard_that_is_asked_about_was_not_made(ask: str) -> None:
    told = f"I was dealt {HAND}. Upcard Td, he passed. I took it, threw the Qs. He drew, threw 2h."
    view = open_position(f"{told} I drew Jc. {ask}")
    assert view is not None and len(view.hand) == 11 and str(view.drawn) == "Jc"


def test_a_hand_found_as_it_was_dealt_does_not_gainsay_a_game() -> None:
    dealt = "4h 6s 9c 5d 3d 3h Ks 2c 5s Tc"
    played = "Upcard Kd. I took it and discarded 4h. He drew and discarded Jd. My turn."
    view = open_position(f"I was dealt {dealt}. {played}")
    assert view is not None and "Kd" in map(str, view.hand) and str(view.top) == "Jd"


def test_two_games_that_fit_are_a_question() -> None:
    told = f"{DEALT}me deck Jc => Ah\nopp picked => 7d\nme took 7d => 6s\nopp deck => Kc\n"
    with pytest.raises(
        InputError, match=r"in two ways: the opponent took Ah.*drew a card"
    ) as caught:
        read_match(told, RecordForm.TALE)
    assert caught.value.hint and caught.value.span is not None


def test_few_games_are_followed_and_long_texts_are_not() -> None:
    assert games_told(DEALT + " " * LONGEST) == []
    assert len(follow([Cue("get", (0, 0)), *[Cue("rank", (0, 0), 3)] * 40])) <= WIDTH
