"""The net that says where cards are: what it takes in, and the position that gin allows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp
from random import Random
from typing import Final

import pytest

from analyzer.game.cards import Card, CardSet
from analyzer.notation.encoder.tokens import in_digits, tokens
from analyzer.notation.placing import doubtful, likeliest, numbers, share, spans
from analyzer.notation.placing._chances import say
from analyzer.notation.placing._decoding import (
    PLACES,
    _oddity,
    _positions,
    _scores,
    _Way,
    place,
)
from analyzer.notation.reading import read_text


def plain(text: str) -> list[str]:
    """Each token with the ranks and suits that it may be."""
    return [
        each.text + "".join(f" r{rank}" for rank in sorted(each.ranks))
        + "".join(f" s{suit}" for suit in sorted(each.suits))
        for each in tokens(text)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("7h", ["7 r6", "h s2"]),
        ("QJ♥", ["q r11 s1", "j r10", "♥ s2"]),
        ("hartenboer", ["harten s2", "boer r10"]),
        ("🂮", ["rank r12", "suit s3"]),
        ("justDrew", ["just", "drew"]),
        ("l'asso", ["l", "asso r0"]),
        ("qween of harts", ["qween r11", "of", "harts s2"]),
        ("22-9", ["22", "-", "9 r8"]),
        ("♥ 874 43♣", ["♥ s2", "8 r7", "7 r6", "4 r3", "4 r3", "3 r2", "♣ s0"]),
        ("Ka5 10pi", ["ka s1", "5 r4", "10 r9", "pi s3"]),
        ("45clubs queendiamonds", ["4 r3", "5 r4", "clubs s0", "queen r11", "diamonds s1"]),
        ("44 (s,h)", ["4 r3", "4 r3", "(", "s s3", ",", "h r12 s2", ")"]),
        ("44 left", ["44", "left"]),
        ("9p 8p Kf", ["9 r8", "p s0 s3", "8 r7", "p s0 s3", "k r12 s1", "f r10 s0"]),
        ("asp 9pm handSize", ["asp", "9pm", "hand", "size"]),
        ("h13 1C 12", ["h s2", "13 r12", "1 r0", "c s0 s2", "12 r11"]),
        ("7's 4er", ["7 r6", "4 r3"]),
        ("5\ufe0f\u20e3♠\ufe0f", ["5 r4", "♠ s3"]),
        ("67 of hearts, 67 left", ["6 r5", "7 r6", "of", "hearts s2", ",", "67", "left"]),
        ("SpadeA", ["spade s3", "a r0"]),
    ],
)
def test_a_text_is_taken_apart_into_ranks_and_suits(text: str, parts: list[str]) -> None:
    assert plain(text) == parts


def test_every_token_stands_where_it_says() -> None:
    text = "I've 7h8h, Queen of ♥, thirty-two to 5"
    for token in tokens(text):
        assert text[token.start : token.end].lower() == token.text


def test_the_net_gives_chances() -> None:
    text = "I hold three kings, no club, and the red jacks; he threw the 9c"
    told = tokens(text)
    said = say(told, text)
    assert said.roles.sum(1) == pytest.approx(1, abs=1e-4)
    assert ((said.suits >= 0) & (said.suits <= 1)).all()
    for token, ranks in zip(told, said.ranks, strict=True):
        assert ranks.sum() == pytest.approx(float(bool(token.ranks)), abs=1e-4)


LISTED: Final = {frozenset(map(PLACES.index, pair)): PLACES.index(pair[0])
                 for pair in (("drawn", "hand"), ("top", "gone"))}  # fmt: skip
"""Two places that may list one card, and the one of them where it lies."""


def laid(ways: Sequence[_Way]) -> tuple[int, ...] | None:
    """The cards of each place; None where a card is in two that do not list each other's."""
    places: dict[int, list[int]] = {}
    for way in ways:
        if way.place >= 0:
            places.setdefault(way.mask, []).append(way.place)
    key = [0] * len(PLACES)
    for mask, at in places.items():
        place = at[0] if len(at) == 1 else LISTED.get(frozenset(at))
        if place is None:
            return None
        key[place] |= mask
    return tuple(key)


def legal(key: tuple[int, ...]) -> bool:
    """Ten cards in hand, or eleven of which none is known to be drawn, and no card twice."""
    masks = [CardSet(mask) for mask in key]
    apart = sum(map(len, masks)) == len(CardSet(key[0] | key[1] | key[2] | key[3] | key[4]))
    ten = len(masks[0]) == 10 or (len(masks[0]) == 11 and not masks[1])
    return apart and ten and len(masks[1]) < 2 and len(masks[2]) < 2


@pytest.mark.parametrize("seed", range(20))
def test_the_likeliest_position_is_that_of_all_ways(seed: int) -> None:
    rng = Random(seed)
    choices = [
        [_Way(0, 1 << card, rng.random()), _Way(-1, 0, 2 + rng.random())] for card in range(9)
    ]
    for card in range(8, 13):
        places = rng.sample(range(len(PLACES)), 2)
        choices.append([_Way(at, 1 << card, 3 * rng.random()) for at in places])
    rng.shuffle(choices)
    costs: dict[tuple[int, ...], float] = {}
    for ways in product(*choices):
        key = laid(ways)
        if key is not None and legal(key):
            cost = sum(way.cost for way in ways)
            costs[key] = min(cost, costs.get(key, 99.0))
    found = _positions(choices)
    assert bool(found) == bool(costs)
    if found:
        assert found[0][1] == pytest.approx(min(costs.values()))
        assert costs[found[0][0]] == pytest.approx(found[0][1])


def test_shares_are_of_one_whole() -> None:
    text = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, the 5s. Hers was the Jc"
    some = likeliest(text)
    shares = [
        share(text, (each.hand, each.of("top"), each.of("took"), each.of("gone"))) for each in some
    ]
    assert all(
        whole is not None and whole >= each.share for whole, each in zip(shares, some, strict=True)
    )
    assert [each.share for each in some] == sorted((each.share for each in some), reverse=True)
    assert 0 < sum(exp(each.share) for each in some) <= 1 + 1e-9
    costs = [each.excess + _oddity(each.places) for each in some]
    assert costs == pytest.approx([costs[0] + some[0].share - each.share for each in some])
    none = CardSet.of("")
    assert share(text, (CardSet.of("2h 3h"), none, none, none)) is None


def test_cards_are_found_where_they_are_named() -> None:
    text = "three kings (no club), 7-8-9 of hearts, 4c 4d, 2c Ac; on the pile the 5 of spades"
    position = place(text)
    assert position is not None
    named = spans(text, [position.hand, position.of("top"), position.of("took"), CardSet.of("")])
    words = {str(card): text[slice(*span)] for card, span in named.items()}
    assert words["Kd"] == words["Ks"] == "kings"
    assert (words["9h"], words["4c"], words["5s"]) == ("9 of hearts", "4c", "5 of spades")
    assert {*named} == {*position.hand, *position.of("top")}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("seventy-one to sixty, 20 5, thirty two", [71, 60, 20, 5, 32]),
        ("ten-nine-eight of spades", [10, 9, 8]),
        ("trente-deux à quatre-vingt-dix-sept", [32, 97]),
        ("dreiundsechzig, ventotto, tweeëntwintig", [63, 28, 22]),
        ("treinta y dos, trinta e dois, тридцать два", [32, 32, 32]),
        ("dwadzieścia jeden do pięćdziesięciu trzech", [21, 53]),
    ],
)
def test_a_number_of_several_words_is_one(text: str, values: list[int]) -> None:
    assert [each.number for each in tokens(text) if each.number is not None] == values


def test_number_words_stand_in_digits_where_they_stood() -> None:
    text = "one to dreiundsechzig, due to dix-sept"
    assert in_digits(text).split() == ["one", "to", "63", ",", "due", "to", "17"]
    assert len(in_digits(text)) == len(text)


def test_a_score_is_two_numbers_or_one_of_both() -> None:
    words = tokens("12 34 each 7")

    def score(me: list[float], them: list[float]) -> list[int | None]:
        spots = (0, 1, 3)
        mine, theirs = (dict(zip(spots, each, strict=True)) for each in (me, them))
        return [words[at].number for at, _ in _scores(words, mine, theirs).values()]

    assert score([0.9, 0.8, 0.1], [0.6, 0.1, 0.5]) == [34, 12]
    assert score([0.1, 0.4, 0], [0, 0.3, 0]) == [34, 34]
    assert score([0.1, 0.1, 0.2], [0, 0.2, 0.1]) == []


def test_what_is_sure_is_told_in_lines() -> None:
    text = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac and he threw the 5s. 17 left in the stock"
    position = place(text)
    assert position is not None
    assert position.is_sure
    assert position.lines.splitlines() == [
        "stock: 17", "hand: Ac 2c 4c 4d Qd Kd 7h 8h 9h 4s", "pile: 5s",
    ]  # fmt: skip


def test_what_is_gone_lies_as_it_is_told() -> None:
    position = place("I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, drew 5s. Discarded so far: Kh, 9c, 2s")
    assert position is not None
    assert position.lines.splitlines()[-1] == "pile: Kh 9c 2s"


def test_numbers_that_are_heard_are_not_in_doubt() -> None:
    text = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac and he threw the 5s. 17 left in the stock"
    assert numbers(text)["stock"].value == 17
    assert all(text[slice(*each.span)] != "17" for each in doubtful(text))


@pytest.mark.parametrize("text", ["", "no cards here", "I have 7h 8h 9h"])
def test_no_hand_of_gin_is_no_position(text: str) -> None:
    assert place(text) is None


def test_two_readers_outvote_the_third() -> None:
    text = "my cards r 5 6 7 8 of diamonds, kings of clubs n spades, 2 of clubs, 3 of spades"
    reading = read_text(
        f"{text}, nine of harts, jack of spades. facing up its the king of diamonds"
    )
    assert reading.view is not None
    assert Card.of("9h") in reading.view.hand
