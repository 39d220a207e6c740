"""Kinds of texts that people and programs bring: what is read of each, and what is asked."""

from __future__ import annotations

import re

import pytest

from analyzer.api.views import read_any
from analyzer.errors import InputError, UnclearError
from analyzer.game.cards import CardSet, Suit
from analyzer.notation.reading import read_text

HAND = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
WORDS = HAND.split()


SUITS = {suit.letter: suit.noun for suit in Suit}


def columns(cards: list[str]) -> str:
    """The cards as a table with a card a row."""
    return "\n".join(f"{rank},{SUITS[suit]},hand" for rank, suit in cards)


READ = [
    f"{HAND}... 5 of spades face up, take it just for fun or pass",
    f"{HAND} and the 5s lies there face up. grab it because it is low or leave it",
    f"{HAND} | 5s take?",
    f"https://gin.example/?hand={','.join(WORDS)}&up=5s&me=12&opp=40",
    f"# what now\nhand=[{', '.join(WORDS)}] upcard=5s turn=me",
    f"# cards of the table\nrank,suit,where\n{columns(WORDS)}\n5,spades,top_of_pile",
    "H:987 D:KQ4 C:A24 S:4  up:5s",
    "S:4 H:789 C:42A D:KQ4 up:5s",
    "| ♥ | ♦ | ♣ | ♠ |\n|---|---|---|---|\n| 7 8 9 | K Q 4 | A 2 4 | 4 |\n\nupcard 5s, take?",
    f"[21:04] Ann: {HAND}\n[21:05] Ann: upcard is the 5s, take it?",
    f"From: Ann\nSubject: gin\n\nI hold {HAND}, the upcard is 5s, take it?",
    f"My son (12F) holds cards too. I have {HAND}, the upcard is the 5s. Take it?",
    "       A 2 3 4 5 6 7 8 9 T J Q K\nclubs  M M . M . . . . . . . . .\n"
    "diams  . . . M . . . . . . . M M\nhearts . . . . . . M M M . . . .\n"
    "spades . . . M U . . . . . . . .\n\nM = my hand (nothing is drawn yet)\nU = upcard",
    "(M = my hand, T = top of the pile, . = unseen)\n  A 2 3 4 5 6 7 8 9 T J Q K\n"
    "c M M . M . . . . . . . . .\nd . . . M . . . . . . . M M\nh . . . . . . M M M . . . .\n"
    "s . . . M T . . . . . . . .",
    "\tA\t2\t3\t4\t5\t6\t7\t8\t9\t10\tJ\tQ\tK\n♣\tm\tm\t\tm\n♦\t\t\t\tm\t\t\t\t\t\t\t\tm\tm\n"
    "♥\t\t\t\t\t\t\tm\tm\tm\n♠\t\t\t\tm\tu\nm = mine, u = up on the pile",
]  # fmt: skip


@pytest.mark.parametrize("text", READ)
def test_a_hand_and_its_upcard_are_read(text: str) -> None:
    view = read_text(text).view
    assert view is not None and view.hand == CardSet.of(HAND)
    assert [*map(str, view.pile)] == ["5s"]


@pytest.mark.parametrize(
    "text", [f"{HAND} 5s take?", f"{HAND} 5s, should I take it", f"take it? {HAND} 5s"]
)
def test_what_is_to_be_taken_with_eleven_cards_is_asked(text: str) -> None:
    with pytest.raises(UnclearError) as caught:
        read_text(text)
    assert [label for label, _ in caught.value.asks] == ["the upcard", "drawn by you"]


@pytest.mark.parametrize(
    "told",
    [
        "7h 8h 9h 4c 4d 4s Kd Qd 2c Kc A <- no wait that is the two",
        "7h 8h 9h 4c 4d 4s Kd Qd 2c Kh Jc (no wait, I think a queen)",
        "7h 8h 9h 4c 4d 4s Kd Qd 2c Kc K - scratch that, a jack",
    ],
)
def test_a_correction_that_is_not_carried_out_is_refused(told: str) -> None:
    with pytest.raises(InputError, match="taken back"):
        read_text(f"I have {told}, upcard 5s")


def test_what_is_left_out_is_said() -> None:
    reading = read_text(f"I hold {HAND}, upcard 5s. The jacks are rather dead. Take it?")
    assert reading.view is not None and "jacks" in reading.guesses["unused"]


@pytest.mark.parametrize("score", ["17 contra 80", "30 zu 12"])
def test_two_numbers_that_are_not_understood_are_said(score: str) -> None:
    reading = read_text(f"ora {score}. I hold {HAND}, upcard 5s")
    is_said = reading.guesses.get("unused") == f"`{score}` is not used"
    assert is_said or reading.whole.score == tuple(map(int, re.findall(r"\d+", score)))


@pytest.mark.parametrize(
    "document",
    [
        '<state><hand>HAND</hand><seen owner="opponent"><card r="K" s="S"/></seen></state>',
        '{"hand": "HAND", "opponent_shown": ["Ks"]}',
        "hand=[HAND] opp_known=[Ks]",
    ],
)
def test_a_card_that_was_seen_with_the_opponent_is_theirs(document: str) -> None:
    facts = read_text(document.replace("HAND", HAND)).facts
    assert facts.opponent is not None and facts.opponent.set == CardSet.of("Ks")


def test_members_of_an_enumeration_are_suits() -> None:
    names = {"c": "CLUBS: 0", "d": "DIAMONDS: 1", "h": "HEARTS: 2", "s": "SPADES: 3"}
    cards = ", ".join(f"Card(rank={card[0]!r}, suit=<Suit.{names[card[1]]}>)" for card in WORDS)
    reading = read_text(f"Player(name='me', hand=[{cards}])")
    assert reading.facts.hand is not None and reading.facts.hand.set == CardSet.of(HAND)


def test_a_document_of_another_program_is_read_by_its_words() -> None:
    document = (
        '{"game": "gin", "seat": 0, "hand": ["7H", "8H", "9H", "4C", "4D", "4S", "KD", "QD", "2C", '
        '"AC"], "pileTop": "5S", "cardsLeft": 27, "scores": {"me": 30, "opp": 12}}'
    )
    view = read_any(document).view
    assert view is not None
    assert (view.hand, str(view.top), view.score) == (CardSet.of(HAND), "5s", (30, 12))
