"""Melds, knocks, lay-offs and outs: drawn hands with answers known from books or by counting."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Meld, cards_in_order, pack_cards
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.knocking import knock_choices, least_knock, quietest_knock
from analyzer.game.melds import (
    arrangements,
    best_arrangements,
    deadwood,
    discards,
    is_meld,
    knocks,
    lay_off,
    melds_through,
    open_places,
    outs,
    useful_knocks,
)
from analyzer.game.rules import PRESETS
from tests.oracles.texts import outs_after

STANDARD, TEDESCO, EAAI = PRESETS["standard"], PRESETS["tedesco"], PRESETS["eaai"]
CAPPED = STANDARD.override(meld_cap=5)


def cards(text: str) -> CardSet:
    return CardSet.of(text)


def spread(text: str) -> Arrangement:
    """A knocker's cards drawn as "7h 8h 9h / 4c 4d 4s | Kd"."""
    melds, _, left = text.partition("|")
    loose = cards(left)
    points = sum(map(STANDARD.value, loose))
    return Arrangement(tuple(cards(meld) for meld in melds.split("/")), loose, points)


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("hand", "points", "best"),
    [
        ("7c 7d 7s 8d 9d", 14, ["7d 8d 9d | 7c 7s"]),
        ("Ad 2c 3c 4c 9c 9d 9h 9s Ts Js", 1, ["2c 3c 4c / 9c 9d 9h / 9s Ts Js | Ad"]),
        ("4c 5c 6c 7c 8c 9c", 0, ["4c 5c 6c 7c 8c 9c", "4c 5c 6c / 7c 8c 9c"]),
        ("Kd", 10, ["| Kd"]),
    ],
)
def test_least_deadwood(hand: str, points: int, best: list[str]) -> None:
    assert deadwood(cards(hand), STANDARD) == points
    found = [str(one) for one in best_arrangements(cards(hand), STANDARD)]
    assert found == best


@pytest.mark.rule("R09", "R40")
def test_the_corner_is_a_run_where_aces_are_high_too() -> None:
    hand = cards("Qs Ks As")
    assert (deadwood(hand, STANDARD), deadwood(hand, TEDESCO)) == (21, 0)
    corner = cards("Kc Ac 2c")
    assert is_meld(corner, TEDESCO)
    assert not is_meld(corner, STANDARD)
    assert [str(card) for card in cards_in_order(corner)] == ["Kc", "Ac", "2c"]


@pytest.mark.parametrize("text", ["7h 8h", "7h 8h Th", "7h 7c 8h", "7h 8h 9c", "7h 7c 7d 8d"])
def test_what_is_no_meld(text: str) -> None:
    assert not is_meld(cards(text), STANDARD)


@pytest.mark.parametrize("text", ["7h 7c 7d", "7h 7c 7d 7s", "Ah 2h 3h", "9h Th Jh Qh Kh"])
def test_what_is_a_meld(text: str) -> None:
    assert is_meld(cards(text), STANDARD)


@pytest.mark.rule("R08", "R32")
def test_a_cap_forbids_the_sixth_card() -> None:
    run = cards("4c 5c 6c 7c 8c 9c")
    assert is_meld(run, STANDARD)
    assert not is_meld(run, CAPPED)
    assert [str(one) for one in best_arrangements(run, CAPPED)] == ["4c 5c 6c / 7c 8c 9c"]


@pytest.mark.rule("R45", "R95")
@pytest.mark.parametrize("rank", range(13))
def test_melds_through_a_card(rank: int) -> None:
    """Four for ace and king, five for two and queen, six between."""
    number = {0: 4, 1: 5, 11: 5, 12: 4}.get(rank, 6)
    for suit in range(4):
        assert len(melds_through(Card.make(rank, suit), DECK, STANDARD)) == number


def test_melds_that_a_taken_card_can_be_for() -> None:
    seen = cards("Ac Ad 2s 3s 4s 5d 6d 8c Jh Qc 8s Kd")
    found = melds_through(Card.of("8h"), DECK - seen, STANDARD)
    assert [str(meld) for meld in found] == ["6h 7h 8h", "7h 8h 9h", "8h 9h Th"]


def test_discards_say_what_they_allow() -> None:
    hand = cards("Ac Ad 2c 2d 3c 3s 4h 7d 7h 7s Kd")
    best = discards(hand, STANDARD, 10)
    assert len(best) == 11
    assert (str(best[0].card), best[0].deadwood, best[0].knock) == ("Kd", 10, "knock")
    assert [one.knock for one in discards(hand, STANDARD, 9)] == [None] * 11


def test_the_dearest_card_left_over_is_not_always_the_discard() -> None:
    """Here a melded six has to go: discarding what is left over leaves 11."""
    hand = cards("5s 6s 2c 4c 5c 6c 7c 5d 6d 4h 6h")
    assert discards(hand, STANDARD)[0].deadwood == 10


def test_eleven_melded_cards_are_big_gin_where_it_is_played() -> None:
    hand = cards("4c 4d 4s 7h 8h 9h Th Jc Qc Kc Jh")
    assert {one.knock for one in discards(hand, STANDARD) if one.deadwood == 0} == {"big gin"}
    assert {one.knock for one in discards(hand, EAAI) if one.deadwood == 0} == {"gin"}


def test_counts_of_cards_that_cannot_be() -> None:
    with pytest.raises(InputError, match="the hand has 10 cards"):
        discards(cards("Ac Ad 2c 2d 3c 3s 4h 7d 7h 7s"), STANDARD)
    with pytest.raises(InputError, match="12 cards are more than a hand"):
        best_arrangements(cards("Ac Ad 2c 2d 3c 3s 4h 7d 7h 7s 8s 9s"), STANDARD)


@pytest.mark.rule("R65")
def test_knocks_hold_melds_back_and_split_runs() -> None:
    hand = cards("4c 5c 6c 7c 8h 9h Th Jh Ad 2s Kd")
    found = {(str(knock.discard), str(knock.arrangement)) for knock in knocks(hand, STANDARD, 10)}
    assert ("Kd", "4c 5c 6c 7c / 8h 9h Th Jh | Ad 2s") in found
    assert ("Kd", "4c 5c 6c / 8h 9h Th Jh | 7c Ad 2s") in found
    assert ("Kd", "5c 6c 7c / 8h 9h Th Jh | 4c Ad 2s") in found
    assert all(knock.arrangement.points <= 10 for knock in knocks(hand, STANDARD, 10))


def test_useful_knocks_leave_out_what_cannot_be_better() -> None:
    hand = cards("4c 4d 4h 4s 8h 9h Th Jh Qh Kh Ad")
    spreads = [str(one.arrangement) for one in useful_knocks(hand, STANDARD) if one.discard == 0x10]
    assert spreads == ["4c 4d 4h 4s / 8h 9h Th Jh Qh Kh"]
    assert len(knocks(hand, STANDARD)) > len(useful_knocks(hand, STANDARD))


@pytest.mark.rule("R11", "R68")
def test_lay_off_prefers_the_run_that_leads_on() -> None:
    best = lay_off(
        spread("7c 7d 7s / 8h 9h Th | Ad 3s"), cards("Ac 2c 2d 2s 6h 7h Kc Kd Kh Ks"), STANDARD
    )
    assert [(str(card), str(meld)) for card, meld in best.laid_off] == [
        ("7h", "8h 9h Th"),
        ("6h", "7h 8h 9h Th"),
    ]
    assert (str(best.deadwood), best.points) == ("Ac", 1)


@pytest.mark.rule("R66")
def test_the_least_deadwood_is_not_always_the_best_defence() -> None:
    defender = cards("Ah As 2s 3c 3s 4c 4d 4h 5c 6c")
    best = lay_off(spread("2c 2d 2h / 7c 8c 9c | As 2s 5d"), defender - cards("As 2s"), STANDARD)
    assert deadwood(defender, STANDARD) == 9
    best = lay_off(spread("2c 2d 2h / 7c 8c 9c | 8d"), defender, STANDARD)
    assert best.points == 4
    assert [str(card) for card, _ in best.laid_off] == ["6c", "5c"]


@pytest.mark.rule("R11")
def test_nothing_is_laid_off_on_gin() -> None:
    knocker = spread("2c 2d 2h / 7c 8c 9c Tc / Jd Qd Kd")
    best = lay_off(knocker, cards("2s 6c 5c Ah"), STANDARD)
    assert (best.laid_off, best.points) == ((), 14)


@pytest.mark.rule("R90")
def test_a_capped_run_takes_no_sixth_card() -> None:
    knocker, defender = spread("7c 8c 9c Tc | Ad"), cards("5c 6c Jc Qc")
    assert lay_off(knocker, defender, STANDARD).points == 0
    assert lay_off(knocker, defender, CAPPED).points == 21


def test_lay_offs_go_round_the_corner() -> None:
    best = lay_off(spread("Jc Qc Kc | 2d"), cards("Ac 2c 4c"), TEDESCO)
    assert [str(card) for card, _ in best.laid_off] == ["Ac", "2c"]
    assert best.points == 4


def test_a_card_in_both_hands_is_an_error() -> None:
    with pytest.raises(InputError, match="7c is in both hands"):
        lay_off(spread("7c 8c 9c | Ad"), cards("7c Kd"), STANDARD)


def test_three_sets_or_three_runs() -> None:
    """Three sets take three cards, three runs take six and everything beyond them."""
    sets, runs = best_arrangements(cards("3c 7d 7h 7s 8d 8h 8s 9d 9h 9s"), STANDARD)[:2]
    assert str(open_places(sets, STANDARD)) == "7c 8c 9c"
    assert str(open_places(runs, STANDARD)) == "6d Td 6h Th 6s Ts"


@pytest.mark.rule("R65")
@pytest.mark.parametrize(
    ("hand", "pile", "opponent", "discard", "points", "best", "least"),
    [
        (
            "Ad 2s 4c 5c 6c 7c 8h 9h Th Jh Qh",
            "As Qd Kd 9c Td 8s Kh Jd 5s Qc Ks 9s Tc Qs Js "
            "9d 8d 7h 6s 4s Jc 3s Ts 2d 2c 7s Kc Ah 3c",
            "3h 4h 5d 7d",
            "7c",
            3,
            129 / 28,
            -183 / 28,
        ),
        (
            "Ac As 2h 2s 3c 3h 3s 4c 5c 6c Kh",
            "Jd Qd Jh Qh Th Qc Td 9c Qs 8d 8s 8h 8c 6d Js "
            "Jc Tc 6h 5h 3d 5s Ts 9d 6s 5d 9s 4h 4d 9h",
            "7c",
            "Kh",
            6,
            41 / 5,
            41 / 5,
        ),
    ],
)
def test_the_least_deadwood_is_not_always_the_best_knock(
    hand: str, pile: str, opponent: str, discard: str, points: int, best: float, least: float
) -> None:
    choices = knock_choices(cards(hand), EAAI, seen=cards(pile), opponent=cards(opponent))
    quietest, dull = quietest_knock(choices), least_knock(choices)
    assert quietest is not None
    assert dull is not None
    assert (str(quietest.knock.discard), quietest.knock.arrangement.points) == (discard, points)
    assert quietest.score == pytest.approx(best, abs=1e-9)
    assert dull.score == pytest.approx(least, abs=1e-9)
    assert quietest.exact


def test_many_hands_are_sampled_and_it_says_so() -> None:
    hand = cards("3c 7d 7h 7s 8d 8h 8s 9d 9h 9s")
    first = knock_choices(hand, STANDARD, seed=5)
    assert first == knock_choices(hand, STANDARD, seed=5)
    assert not first[0].exact
    assert str(first[0].layoffs) == "7c 8c 9c"
    assert first[0].knock.discard is None


def test_no_knock_no_choice() -> None:
    assert knock_choices(cards("Kc Qd 9h 8s 7c 5d 3h 2s Tc Jd 4c"), STANDARD) == ()
    assert quietest_knock(()) is None
    assert least_knock(()) is None


def test_the_card_just_taken_is_not_discarded() -> None:
    hand = cards("4c 5c 6c 8h 9h Th Jh Ad 2s 2d Kd")
    discards = {choice.knock.discard for choice in knock_choices(hand, STANDARD)}
    allowed = knock_choices(hand, STANDARD, forbidden=Card.of("Kd"))
    assert {choice.knock.discard for choice in allowed} == discards - {Card.of("Kd")}


def test_an_impossible_opponent_is_an_error() -> None:
    hand = cards("4c 5c 6c 8h 9h Th Jh Ad 2s 2d Kd")
    with pytest.raises(InputError, match="cannot make the opponent"):
        knock_choices(hand, STANDARD, seen=DECK - hand - cards("3c 3d 3h"))


@pytest.mark.rule("R48")
@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("5d 6d 6h", "6c 4d 7d 6s"),
        ("Js Ks", "Qs"),
        ("4c 5c 5d", "3c 6c 5h 5s"),
        ("9h 9s", "9c 9d"),
        ("7h 7c 7d", "7s"),
    ],
)
def test_outs_to_a_meld(hand: str, found: str) -> None:
    assert outs(cards(hand), STANDARD).meld == cards(found)


def test_outs_round_the_corner() -> None:
    assert outs(cards("Kc Ac"), STANDARD).meld == cards("")
    assert outs(cards("Kc Ac"), TEDESCO).meld == cards("Qc 2c")


@pytest.mark.rule("R50")
def test_outs_to_gin() -> None:
    found = outs(cards("2d 4h 5h 6h 8c 8d 8s Js Qs Ks"), STANDARD)
    assert found.gin == cards("3h 7h 8h Ts")
    assert found.gin <= found.knock
    assert not found.big_gin


@pytest.mark.rule("R50")
def test_outs_to_a_knock_with_a_lower_limit() -> None:
    hand = cards("Ac Ah As 3d 8d Td Ts Jd Js Qd")
    assert outs(hand, STANDARD, 7, DECK - cards("Jc")).knock == cards("9s Qs")


def test_outs_after_each_discard() -> None:
    hand = cards("Ac Ah 2c 7d 8c 9c 9d 9s Ts Jd Qc")
    counts = {str(card): len(found.meld) for card, found in outs_after(hand, STANDARD)}
    assert counts == {
        "Ac": 7, "2c": 9, "8c": 8, "9c": 8, "Qc": 10, "7d": 9, "9d": 8, "Jd": 9, "Ah": 8,
        "9s": 8, "Ts": 8,
    }  # fmt: skip


@pytest.mark.rule("R51")
def test_cards_gone_are_no_outs() -> None:
    found = outs(cards("5d 6d 6h"), STANDARD, live=DECK - cards("6s 7d"))
    assert found.meld == cards("6c 4d")
    assert len(found.live) == 47


def test_within_a_limit_least_first() -> None:
    found = arrangements(cards("Ac 2c 3c 4c"), STANDARD, 4)
    assert [one.points for one in found] == [0, 1, 4]


# ---------------------------------------------------------------- one definition, by brute force

ORDER = "A23456789TJQK"


def runs_of(suit: str, name: str) -> set[frozenset[str]]:
    """Every run of a suit, read off the order of its ranks."""
    order = {"tedesco": ORDER + ORDER[:-1], "mahjong": f"{ORDER}A"}.get(name, ORDER)
    longest = 5 if name == "strict-nine" else 13
    return {
        frozenset(rank + suit for rank in order[start : start + size])
        for size in range(3, longest + 1)
        for start in range(len(order) - size + 1)
    }


@pytest.mark.rule("R101")
@pytest.mark.parametrize("name", ["standard", "tedesco", "strict-nine", "mahjong", "one-joker"])
def test_the_melds_of_a_suit_are_its_runs(name: str) -> None:
    """Each of its 8,192 sets of cards; and through an ace those that have it."""
    rules, runs = PRESETS[name], runs_of("h", name)
    suit = [Card.of(f"{rank}h") for rank in ORDER]
    for chosen in range(1 << 13):
        some = CardSet.from_cards(card for at, card in enumerate(suit) if chosen >> at & 1)
        assert is_meld(some, rules) is (frozenset(map(str, some)) in runs), some
    for size in (3, 4, 5):
        found = melds_through(suit[0], CardSet.from_cards(suit), rules, size)
        wanted = {run for run in runs if "Ah" in run and len(run) == size}
        assert {frozenset(map(str, meld)) for meld in found} == wanted


@pytest.mark.parametrize("name", ["standard", "tedesco", "mahjong"])
def test_any_cards_are_a_meld_where_they_are_a_set_or_a_run(name: str) -> None:
    rng, seen = Random(name), 0
    sets = {
        frozenset(rank + suit for suit in suits)
        for rank in ORDER
        for size in (3, 4)
        for suits in combinations("cdhs", size)
    }
    melds = sets.union(*(runs_of(suit, name) for suit in "cdhs"))
    in_order = sorted(melds, key=sorted)
    for _ in range(4000):
        some = CardSet.from_cards(map(Card.of, rng.choice(in_order)))
        changed = some if rng.random() < 0.3 else some.add(rng.choice(list(DECK)))
        changed = changed if rng.random() < 0.5 else changed.remove(rng.choice(list(changed)))
        is_one = frozenset(map(str, changed)) in melds
        assert is_meld(changed, PRESETS[name]) is is_one
        seen += is_one
    assert 500 < seen < 3500


def test_a_joker_names_a_card_that_the_meld_lacks() -> None:
    rules = PRESETS["two-jokers"]
    for text in ("7h X1=8h 9h", "X2=Ks Qs Js", "8c 8d X1=8h"):
        assert is_meld(Meld.of(text), rules)
    for text in ("7h X1=Th 9h", "7h 8h X1=7h", "8c 8d X1=8c"):
        assert not is_meld(Meld.of(text), rules)
    assert not is_meld(pack_cards("X1 7h 8h"), rules)
    assert not is_meld(Meld(pack_cards("X1 X2 7h 8h"), Card.of("9h")), rules)
