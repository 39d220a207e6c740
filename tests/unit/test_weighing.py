"""What speaks for a reading and against it, and what is read, asked about and refused by that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.errors import InputError, UnclearError
from analyzer.game.cards import CardSet
from analyzer.notation._proof import nowhere
from analyzer.notation.facts import Facts
from analyzer.notation.reading import Reading, read_text
from analyzer.notation.sentences import _weighing
from analyzer.notation.sentences._weighing import (
    NET,
    OTHER,
    PHRASES,
    WEIGHTS,
    Candidate,
    candidates,
    decided,
    evidence,
    in_text,
    places_of,
    unexplained,
    weighed,
)

TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
TEXT = f"I hold {TEN}, and he threw the 5s"


def reading(lines: str, text: str = TEXT) -> Reading:
    """The reading of lines, as one of a text."""
    return replace(read_text(lines), formal=False, written=text)


def heard(voice: str, reading: Reading, share: float) -> Candidate:
    """A reading by the net, with its share."""
    places = places_of(reading)
    assert places is not None
    return Candidate(reading, places, frozenset([voice]), share)


UPCARD = reading(f"hand: {TEN}\npile: 5s")
DRAWN = reading(f"hand: {TEN} 5s\ndrew: 5s")


def test_evidence_has_a_weight_each() -> None:
    some = candidates(TEXT, UPCARD, [heard(NET, DRAWN, -0.1)])
    assert all([*evidence(TEXT, UPCARD, each, some)] == [*WEIGHTS] for each in some)


def test_readings_that_place_cards_alike_are_one_candidate_with_all_who_found_it() -> None:
    first, second = candidates(TEXT, UPCARD, [heard(OTHER, UPCARD, -4.0), heard(NET, DRAWN, -0.1)])
    assert (first.voices, second.voices) == ({PHRASES, OTHER}, {NET})
    assert first.places[1] == CardSet.of("5s")
    assert str(second.drawn) == "5s"


def test_who_agrees_is_likelier() -> None:
    apart = [heard(OTHER, UPCARD, -4.0), heard(NET, DRAWN, -0.1)]
    both = [heard(OTHER, DRAWN, -4.0), heard(NET, UPCARD, -0.1)]
    chances = [
        next(each.chance for each in weighed(TEXT, UPCARD, candidates(TEXT, UPCARD, heard_too))
             if PHRASES in each.voices)
        for heard_too in (apart, both)
    ]  # fmt: skip
    assert chances[0] < chances[1]


def test_what_is_likely_is_read_and_what_is_not_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert decided(TEXT, UPCARD, [heard(NET, UPCARD, -0.1)]).view == UPCARD.view
    monkeypatch.setattr(_weighing, "READ", 1.0)
    with pytest.raises(UnclearError) as error:
        decided(TEXT, DRAWN, [heard(NET, UPCARD, -0.1)])
    labels = {way.text: way.label for way in error.value.asks}
    assert labels == {
        UPCARD.text: "5♠ on top of the pile", DRAWN.text: "5♠ drawn by you"
    }  # fmt: skip


def test_what_phrases_find_wrong_is_said_where_nothing_is_to_choose_from() -> None:
    problem = InputError("the hand has 9 cards")
    with pytest.raises(InputError, match="9 cards") as error:
        decided("I hold nine", problem, [])
    assert not isinstance(error.value, UnclearError)


def test_phrases_are_believed_where_the_net_hears_no_cards() -> None:
    text = "hand = [0, 1, 2] in some code"
    view = reading(f"hand: {TEN}\npile: 5s", text)
    assert decided(text, view, []).view == view.view


def test_phrases_that_know_of_more_cards_are_kept() -> None:
    more = reading(f"hand: {TEN}\npile: Jc 5s")
    others = [heard(NET, UPCARD, -0.1), heard(OTHER, UPCARD, -4.0)]
    assert decided(TEXT, more, others).view == more.view


def test_words_that_led_to_nothing_are_counted() -> None:
    chat = Reading(Facts(), written="7h, rain on the 9th", used=((0, 8),))
    assert [*unexplained(chat)] == ["on", "9", "th"]


def test_a_reading_made_elsewhere_says_where_its_cards_stand() -> None:
    text = "Three queens, no spade one, plus 5-6-7 of hearts, two black aces, 9c, 10d. Up: the jd"
    lines = read_text("hand: Qc Qd Qh 5h 6h 7h Ac As 9c Td\npile: Jd")
    net = in_text(text, replace(lines, formal=False, origin=nowhere, written=text))
    parts = {text[part.start : part.end]: part.what for part in net.parts}
    assert parts["queens"] == "Qc Qd Qh"
    assert (parts["7 of hearts"], parts["jd"]) == ("7h", "Jd")
    assert in_text(text, net) == net
