"""The tolerant card reader: every form, its places, its cures."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import DECK, CardSet
from analyzer.notation import read_card_set, read_cards
from analyzer.notation._source import LONGEST
from analyzer.notation.cards import format_cards
from tests.oracles.texts import format_dotted, format_grouped, format_symbols

FORMS = {
    "10H": "Th",
    "7h 8H KD": "7h 8h Kd",
    "h10 h9": "Th 9h",
    "H 10 H 9": "Th 9h",
    "c4d5": "4c 5d",
    "♥10": "Th",
    "10♥️ 7♠︎ K♢": "Th 7s Kd",
    "❤️7 ♡8": "7h 8h",
    "🂺 🃁 🃞": "Th Ad Kc",
    "[7h, 8h]": "7h 8h",
    "['7h', \"8h\"]": "7h 8h",
    "{7h;8h|9h/Kd}": "7h 8h 9h Kd",
    "7h8h9h": "7h 8h 9h",
    "KsQs10s": "Ks Qs Ts",
    "2310c": "2c 3c Tc",
    "A23c 456d": "Ac 2c 3c 4d 5d 6d",
    "A23c456d4s": "Ac 2c 3c 4d 5d 6d 4s",
    "hA23 d456": "Ah 2h 3h 4d 5d 6d",
    "4cds": "4c 4d 4s",
    "4 c d s": "4c 4d 4s",
    "789h 4cds KQd": "7h 8h 9h 4c 4d 4s Kd Qd",
    "T.789.456.A23": "Ts 7h 8h 9h 4d 5d 6d Ac 2c 3c",
    ".789..": "7h 8h 9h",
    "[A10...Kq]": "As Ts Kc Qc",
    "7.8.9.10 hearts": "7h 8h 9h Th",
    "7-8-9 hearts": "7h 8h 9h",
    "7–8–9 of hearts, K Q spades": "7h 8h 9h Ks Qs",
    "7 of hearts": "7h",
    "ace of spades and the King of Clubs": "As Kc",
    "queen hearts": "Qh",
    "seven of hearts": "7h",
    "hearts 7 8, spades K": "7h 8h Ks",
    "ace_of_spades": "As",
    "10OfHearts": "Th",
    "♠ A K Q ♥ 7 8 9": "As Ks Qs 7h 8h 9h",
    "♠: A K Q\n♥: 7 8": "As Ks Qs 7h 8h",
    "♠A K Q ♥7 8": "As Ks Qs 7h 8h",
    "A K Q♠ 7 8 9♥": "As Ks Qs 7h 8h 9h",
    "7 8 9h": "7h 8h 9h",
    "7h h8": "7h 8h",
    "4c d5 6h": "4c 5d 6h",
    "７ｈ": "7h",
    "7️⃣h": "7h",
    "🔟♥": "Th",
    "+------+\n|As2s3s|\n+------+": "As 2s 3s",
    "": "",
    " , ": "",
}


@pytest.mark.parametrize(("text", "cards"), FORMS.items())
def test_reads(text: str, cards: str) -> None:
    assert format_cards(read.card for read in read_cards(text)) == cards


@pytest.mark.parametrize(
    ("text", "where", "hint"),
    [
        ("7h 11h", "line 1, column 4", "did you mean Jh?"),
        ("1h", "line 1, column 1", "did you mean Ah?"),
        ("[7h, h1]", "line 1, column 6", "did you mean Ah?"),
        ("12♠️", "line 1, column 1", "did you mean Qs?"),
        ("13d", "line 1, column 1", "did you mean Kd?"),
        ("0h", "line 1, column 1", "did you mean Th?"),
        ("Oh", "line 1, column 1", "did you mean Th?"),
        ("7h\n\n8h 7x", "line 3, column 4", "the suits are c, d, h and s"),
        ("eh", "line 1, column 1", "the ranks are A, 2 to 9, T, J, Q and K"),
        ("7 of heats", "line 1, column 6", "did you mean hearts?"),
        ("🃏", "line 1, column 1", "there are no jokers, knights, trumps or backs in gin rummy"),
        ("🂬", "line 1, column 1", "there are no jokers, knights, trumps or backs in gin rummy"),
        ("three aces", "line 1, column 7", "write rank and suit, such as Ah"),
        ("7h 8", "line 1, column 4", "write rank and suit, such as 7h or Tc"),
        ("4c d 8h", "line 1, column 4", "write rank and suit, such as 7h or Tc"),
        ("7h8", "line 1, column 3", "write rank and suit, such as 7h or Tc"),
        ("45cd", "line 1, column 1", "write each card with its suit, such as 4c 5d"),
        ("♠A K Q♥", "line 1, column 4", "write each card with its suit, such as 4c 5d"),
        ("7h 8h 7H", "line 1, column 1 and line 1, column 7", "every card exists once"),
        ("7h\n8h h7", "line 1, column 1 and line 2, column 4", "every card exists once"),
        ("what?", "line 1, column 1", "write rank and suit, such as 7h or Tc"),
    ],
)
def test_errors_say_where_and_what_instead(text: str, where: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        read_cards(text)
    assert (caught.value.where, caught.value.hint) == (where, hint)


def test_a_cure_can_be_put_in_place_of_the_token() -> None:
    text = "7h 8h 11h"
    with pytest.raises(InputError) as caught:
        read_cards(text)
    error = caught.value
    assert error.span is not None
    cured = text[: error.span[0]] + str(error.fix) + text[error.span[1] :]
    assert read_card_set(cured) == CardSet.of("7h 8h Jh")


def test_each_card_has_its_place() -> None:
    text = "7h h8, 4cds ♠ A 10"
    spans = [text[slice(*read.span)] for read in read_cards(text)]
    assert spans == ["7h", "h8", "4c", "d", "s", "A", "10"]


@pytest.mark.parametrize("text", ["dd 23", "d d 2 3", "h h 8 8", "{h}h 8 8", "cd 8"])
def test_suits_before_ranks_are_no_ranks_before_suits(text: str) -> None:
    with pytest.raises(InputError, match="has no rank"):
        read_cards(text)


def test_a_text_of_the_longest_length_is_read_and_a_longer_one_refused() -> None:
    assert len(read_cards("7h".ljust(LONGEST))) == 1
    with pytest.raises(InputError, match="too long"):
        read_cards("7h".ljust(LONGEST + 1))


@pytest.mark.parametrize("style", [format_cards, format_symbols, format_grouped, format_dotted])
def test_the_deck_survives_each_way_to_print(style) -> None:
    assert read_card_set(style(DECK)) == DECK


def test_styles() -> None:
    hand = CardSet.of("7h 8h Th Ac Kd")
    assert format_symbols(hand) == "A♣ K♦ 7♥ 8♥ 10♥"
    assert format_grouped(hand) == "Ac Kd 78Th"
    assert format_dotted(hand) == ".78T.K.A"
