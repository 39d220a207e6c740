"""Kinds of texts as people and programs bring them, each in ways that no single rule knows."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import CardSet, Suit
from analyzer.game.view import Side, View
from analyzer.notation.reading import read_text
from analyzer.notation.results import read_sheet
from tests.cases.views import views_of
from tests.unit.test_cli import document

HAND = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
CARDS = HAND.split()
SUITS = {suit.letter: suit.noun.upper() for suit in Suit}


def view_of(text: str) -> View:
    """The view that `convert` and the box read, whether or not the text is a document."""
    from analyzer.api.records import as_text
    from analyzer.api.views import read_any

    return read_any(as_text(text)).whole


PROGRAMS = {
    "object": f"const state = {{ hand: {CARDS!r}, upcard: '5S' }};",
    "calls": "Hand([" + ", ".join(f'Card("{card[0]}", "{card[1]}")' for card in CARDS)
    + '], upcard=Card("5", "s"))',
    "ini": f"[me]\ncards = {HAND}\n\n[table]\nupcard = 5S\nfirst_to_act = me",
    "log": "[12:04:11] hand=[" + HAND + "]\n[12:04:19] upcard=5S",
    "box": "+---+---+\n| hearts | 7 8 9 |\n| clubs | 4 2 A |\n| diam. | 4 K Q |\n"
    "| spades | 4 |\n| upcard | 5 spades |\n+---+---+",
    "tags": "<ul id='hand'>" + "".join(f"<li class='card'>{card}</li>" for card in CARDS)
    + "</ul><p class='upcard'>5&spades;</p>",
    "ranges": "cards are ints: 0-12 clubs ace..king, 13-25 diamonds, 26-38 hearts, 39-51 spades. "
    "mine = [32, 33, 34, 3, 16, 42, 25, 24, 1, 0], top of discard = 43",
    "markdown": "| # | Card |\n|---|---|\n"
    + "".join(f"| {at} | {card} |\n" for at, card in enumerate(CARDS, 1)) + "| upcard | 5s |",
    "facts": " ".join(f"hand({card[0]}, {card[1]})." for card in CARDS) + " top(5, s).",
    "names": "hand: " + ", ".join(f"{SUITS[c[1]]}_{c[0]}" for c in CARDS) + "\nupcard: SPADES_5",
    "row": f'hand,upcard,my_score\n"{HAND}",5s,20',
    "list": "".join(f'{{"card": "{card}", "zone": "hand"}}\n' for card in CARDS)
    + '{"card": "5s", "zone": "upcard"}',
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_keys_and_brackets_of_any_program_say_where_a_card_is(name: str) -> None:
    view = view_of(PROGRAMS[name])
    assert (view.hand, str(view.top)) == (CardSet.of(HAND), "5s")


@pytest.mark.parametrize(
    "text",
    [
        f"hand = {CARDS!r}\n\n[opponent]\ntook = ['9c']\n\n[discard]\ntop = '5s'",
        "zone,card\n" + "".join(f"me,{card}\n" for card in CARDS) + "top,5s\nopponent,9c",
        f"<gin hand='{HAND}' top='5s'><opp took='9c'/></gin>",
    ],
)
def test_a_card_below_the_opponents_key_is_theirs(text: str) -> None:
    view = view_of(text)
    assert (view.hand, view.opponent, str(view.top)) == (
        CardSet.of(HAND), CardSet.of("9c"), "5s",
    )  # fmt: skip


@pytest.mark.parametrize(
    "head", ['"game": "gin"', '"game": "gin rummy", "phase": "draw"', '"game": "gin", "turn": 4']
)
def test_a_document_of_another_program_is_read_by_its_keys(head: str) -> None:
    text = f'{{{head}, "you": {{"hand": "{HAND}", "score": 33}}, '
    text += '"opponent": {"score": 51, "known": ["9c"]}, "discard": ["Ks", "5s"]}'
    view = view_of(text)
    assert (view.score, view.opponent) == ((33, 51), CardSet.of("9c"))
    assert [*map(str, view.pile)] == ["Ks", "5s"]
    assert document("convert", "-", given=text)["view"]["pile"] == ["Ks", "5s"]


@pytest.mark.parametrize(
    "stamps", ["[12:04:11] {}\n[12:04:19] {}", "2024-05-01 12:04:11 {}\n{}", "[9:05] {}\n[9:06] {}"]
)
def test_times_are_no_score(stamps: str) -> None:
    assert read_text(stamps.format(f"I hold {HAND}", "he threw the 5s")).whole.score is None


@pytest.mark.parametrize(
    ("sorry", "cards"),
    [
        ("wait sorry the 2 is spades not clubs", "2s"),
        ("oops, the king should be spades", "Ks"),
        ("no wait, that 8 is a diamond, not a heart", "8d"),
    ],
)
def test_a_suit_is_taken_back(sorry: str, cards: str) -> None:
    view = read_text(f"{HAND}. {sorry}. Upcard 5s").whole
    assert CardSet.of(cards) <= view.hand and len(view.hand) == len(CARDS)


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ("four aces, 5-6-7 of hearts, 2d 3c 4s", "As Ah Ad Ac 5h 6h 7h 2d 3c 4s"),
        ("3 to 5 in spades and 3 to 5 in hearts, Kc Ks, Jh, 9d", "3s 4s 5s 3h 4h 5h Kc Ks Jh 9d"),
        ("a run from 8 to jack in clubs, two fours (the red ones), 6s, 7s, Kd, Ah",
         "8c 9c Tc Jc 4d 4h 6s 7s Kd Ah"),
        ("nine o' hearts, ten o' clubs, K+Q of diamonds, 4+2 of clubs, 3s 5s 6s 8s",
         "9h Tc Kd Qd 4c 2c 3s 5s 6s 8s"),
    ],
)  # fmt: skip
def test_groups_that_stand_beside_each_other_stay_apart(said: str, hand: str) -> None:
    assert read_text(f"I have {said}. Upcard Ts").whole.hand == CardSet.of(hand)


@pytest.mark.parametrize(
    "said",
    [
        "what would u throw from {}, opp picked up my 9c last turn",
        "what do I discard? {}. My uncle took the 9c",
        "which one goes, {}, he grabbed my 9c",
    ],
)
def test_what_they_took_is_told_in_a_question_too(said: str) -> None:
    assert read_text(said.format(f"{HAND} Js")).whole.opponent == CardSet.of("9c")


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("V♠ D♠ R♠ 4♥ 4♣ 7♦ 8♦ A♣ 2♣ 10♥, je viens de piocher le 9♦. Score 45 pour moi, "
         "60 pour lui.", (45, 60)),
        ("tô perdendo de 30 a 85. tenho 4♣5♣6♣7♣ K♥K♠K♦ 2♠ A♦ 3♦ e acabei de puxar a dama de "
         "copas. Bato?", (30, 85)),
        ("voy perdiendo 20 a 61. tengo 7♠ 7♥ 7♣ 10♦ J♦ 2♣ 3♣ 5♥ K♠ 9♠, carta vista 4♣", (20, 61)),
    ],
)  # fmt: skip
def test_a_score_in_other_languages(text: str, score: tuple[int, int]) -> None:
    assert read_text(text).whole.score == score


@pytest.mark.parametrize(
    "said",
    ["der Gegner hat vorher ♣10 und ♥4 abgeworfen", "er hat ♣10 und ♥4 abgeworfen",
     "mein Onkel hat vorher ♣10 und ♥4 weggeworfen"],
)  # fmt: skip
def test_a_verb_behind_several_cards_is_said_of_all(said: str) -> None:
    hand = "meine Karten: ♠ A 2 3, ♥ B D, ♦ 9 10, ♣ 6 K 5"
    views = views_of(f"{hand}. oben auf dem Ablagestapel liegt ♦B, {said}")
    piles = [[*map(str, view.pile)] for view in views if not view.opponent]
    assert ["Tc", "4h", "Jd"] in piles


@pytest.mark.parametrize(
    "said",
    ["Opponent took the 7h from the pile", "he has the 7h", "I discarded nothing, she took 7h"],
)
def test_a_card_in_two_hands_is_refused_before_the_upcard_is_asked_for(said: str) -> None:
    with pytest.raises(InputError, match="7h"):
        read_text(f"My ten: {HAND}. {said}")


SHEETS = [
    ("WE    THEY\n 14     -\n 39     -\n  -     22   (running totals)\n  -     61\n 58     -",
     [(0, 14), (0, 25), (1, 22), (1, 39), (0, 19)]),
    ("Mum   Me\n  5\n       40\n 23\n 61\n       52\n(we add up as we go)",
     [(1, 5), (0, 40), (1, 18), (1, 38), (0, 12)]),
    ("Me  | Lena\n 14 |\n    | 25\n 39 |\n(running)", [(0, 14), (1, 25), (0, 25)]),
    ("HOLLYWOOD\n        Game 1     Game 2     Game 3\n        Us  Th     Us  Th     Us  Th\n"
     "H1      20          -          -\nH2      35         15          -\n"
     "H3          11      -          -\nH4      42         22          7",
     [(0, 20), (0, 15), (1, 11), (0, 7)]),
    ("moi / lui\n15 / .\n. / 28\n. / 9\n44 / .\ntotal 59 / 37",
     [(0, 15), (1, 28), (1, 9), (0, 44)]),
    ("Me Him\n12\n   30\n41\n   9\n53 39", [(0, 12), (1, 30), (0, 41), (1, 9)]),
    ("to 100. jo +24 / sam +19 (undercut? no - 19 incl nothing, plain knock) / jo +50 gin",
     [(0, 24), (1, 19), (0, 50)]),
    ("Then Bea ginned me for 48. I knocked for 21, she undercut me on the next for 27",
     [(1, 48), (0, 21), (1, 27)]),
    ("I won 12, lost 30, won 41", [(0, 12), (1, 30), (0, 41)]),
    ("Al took the first with 12, Bo the second with 30 and Al the third with 41",
     [(0, 12), (1, 30), (0, 41)]),
    ("Al got 12. Bo got 30 for gin. Al got 41.", [(0, 12), (1, 30), (0, 41)]),
    ("1. me 12 2. him 30 3. me 8", [(0, 12), (1, 30), (0, 8)]),
    ("12 Al\n30 Bo\n41 Al", [(0, 12), (1, 30), (0, 41)]),
    ("score after hand 1: 12-0, hand 2: 12-30, hand 3: 53-30", [(0, 12), (1, 30), (0, 41)]),
    ("Al  12 .  41 .\nBo  .  30 .  9", [(0, 12), (1, 30), (0, 41), (1, 9)]),
    ("R1: Al knocks (4 v 16) +12; R2: Bo gin +30; R3: Al +41", [(0, 12), (1, 30), (0, 41)]),
    ("me: 12 + 8 + 30 = 50\nhim: 25 + 17 = 42", [(0, 12), (0, 8), (0, 30), (1, 25), (1, 17)]),
    ("I knocked the first hand, 14 points. Dad ginned the second for 31.", [(0, 14), (1, 31)]),
    ("Sam won the first two, 12 and 30. I got the last two: gin for 45 and a knock for 9.",
     [(1, 12), (1, 30), (0, 45), (0, 9)]),
    ("Ann scored 16 then Bob scored 41 then Ann scored 29 so it's 45-41",
     [(0, 16), (1, 41), (0, 29)]),
    ("Ann 16 box\nBob 41 box\nAnn 29 box\nboxes: Ann 2 Bob 1", [(0, 16), (1, 41), (0, 29)]),
    ("me 16 16 45 45\nyou 0 41 41 60", [(0, 16), (1, 41), (0, 29), (1, 19)]),
    ("Ann 12 and Bob scored 30", [(0, 12), (1, 30)]),
    ("He knocked with 6, I had 20 so he gets 14. I got gin, he was holding 18, 43 to me.",
     [(1, 14), (0, 43)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "hands"), SHEETS)
def test_a_sheet_as_it_lies_on_the_table(text: str, hands: list[tuple[int, int]]) -> None:
    assert [(hand.winner, hand.points) for hand, _ in read_sheet(text)] == hands


def test_a_list_that_comes_to_something_else_is_refused() -> None:
    with pytest.raises(InputError, match="is not right"):
        read_sheet("me: 12 + 8 + 30 = 51\nhim: 25 + 17")


def test_who_acts_first_did_not_deal() -> None:
    assert view_of(PROGRAMS["ini"]).dealer is Side.OPPONENT
