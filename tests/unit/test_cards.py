"""Cards and sets of cards: faces, reading, algebra."""

from __future__ import annotations

import pickle
from itertools import permutations

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import DECK, JOKERS, NO_CARDS, Card, CardSet, Rank, Suit

HAND = "Ac 7c 8c 9c Td 2h Kh 3s 4s 5s"


def test_fifty_two_cards_that_read_back_what_they_print() -> None:
    assert len(DECK) == 52 == len({str(card) for card in DECK})
    for card in DECK:
        assert Card.of(str(card)) == card == Card.make(card.rank, card.suit)
        assert CardSet(card.mask) == CardSet.of(str(card))


@pytest.mark.parametrize(
    ("text", "name", "symbol"),
    [
        ("Ac", "ace of clubs", "A♣"),
        ("Td", "ten of diamonds", "10♦"),
        ("Qs", "queen of spades", "Q♠"),
    ],
)
def test_faces(text: str, name: str, symbol: str) -> None:
    card = Card.of(text)
    assert (card.name, card.symbol, eval(repr(card))) == (name, symbol, card)


@pytest.mark.parametrize("given", ["7h 8h", ["7h"], None, 1.0])
def test_a_set_made_from_anything_but_a_mask_says_how_cards_are_read(given: object) -> None:
    with pytest.raises(InputError, match=r'read cards with CardSet\.of\("7h 8h 9h"\)'):
        CardSet(given)


@pytest.mark.parametrize("text", ["", "7", "h7", "11h", "7x", "7hh", "10h", "7H", "1h"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(InputError, match=f"`{text}` is not a card"):
        Card.of(text)


def test_suits_and_ranks_have_their_letters() -> None:
    assert "".join(suit.letter for suit in Suit) == "cdhs"
    assert "".join(rank.letter for rank in Rank) == "A23456789TJQK"
    assert Rank.TEN.label == "10" and Suit.HEARTS.noun == "hearts"


def test_a_set_prints_in_one_order_and_reads_back() -> None:
    cards = HAND.split()
    for some in permutations(cards[:5]):
        assert str(CardSet.of(" ".join((*some, *cards[5:])))) == HAND
    assert eval(repr(CardSet.of(HAND))) == CardSet.of(HAND)
    assert pickle.loads(pickle.dumps(CardSet.of(HAND))) == CardSet.of(HAND)


def test_bars_are_passed_over_and_doubles_are_not() -> None:
    assert CardSet.of("7h 8h 9h | Kd") == CardSet.of("Kd 9h 8h 7h")
    with pytest.raises(InputError, match="7h appears twice"):
        CardSet.of("7h 8h | 7h")


def test_algebra_of_sets() -> None:
    low, high = CardSet.of("2c 3c 4c"), CardSet.of("4c 5c")
    assert (str(low | high), str(low & high), str(low - high)) == ("2c 3c 4c 5c", "4c", "2c 3c")
    assert low.remove(Card.of("2c")).add(Card.of("5c")) == CardSet.of("3c 4c 5c")
    assert low.remove(Card.of("Ks")) == low and not low <= high and low & high <= low
    assert not NO_CARDS and len(NO_CARDS) == 0 and str(NO_CARDS) == ""
    assert Card.of("2c") in low and "2c" not in low and DECK - DECK == NO_CARDS


def test_a_set_does_not_change() -> None:
    with pytest.raises(AttributeError, match="is immutable"):
        CardSet.of("7h").mask = 0


def test_by_rank_goes_up_the_ranks() -> None:
    cards = CardSet.of("Kc 2s 2c Ah").by_rank()
    assert " ".join(map(str, cards)) == "Ah 2c 2s Kc"


def test_every_card_is_a_card() -> None:
    """The ace of clubs is the number 0."""
    assert all(DECK) and bool(Card.of("Ac")) and all(JOKERS)
