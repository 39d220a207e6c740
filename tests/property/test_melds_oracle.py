"""The exact solver against brute force: melds, discards, knocks, lay-offs, in every variant.

The default run compares 4,000 hands and 4,000 defences under the usual rules and a share of
the variants; the nightly one 20,000 of each size.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.knocking import knock_choices, least_knock, quietest_knock
from analyzer.game.melds import (
    arrangements,
    best_arrangements,
    deadwood,
    defense_points,
    discards,
    knocks,
    lay_off,
    outs,
    useful_knocks,
)
from analyzer.game.rules import PRESETS, Rules
from analyzer.kernel import deadwood as solver
from analyzer.kernel.defenses import completions
from tests.oracles import brute
from tests.oracles.brute import Game, Hand, Layout
from tests.sizes import more_at_night

STANDARD = PRESETS["standard"]
VARIANTS = {
    "standard": (STANDARD, brute.STANDARD),
    "tedesco": (PRESETS["tedesco"], brute.TEDESCO),
    "capped": (STANDARD.override(meld_cap=5), brute.CAPPED),
    "capped corner": (PRESETS["tedesco"].override(meld_cap=5), brute.CAPPED_CORNER),
    "capped at four": (STANDARD.override(meld_cap=4), Game(longest=4)),
    "capped at six": (STANDARD.override(meld_cap=6), Game(longest=6)),
    "high aces": (STANDARD.override(ace_points=11), Game(ace=11)),
    "cheap courts": (STANDARD.override(court_points=3), Game(court=3)),
}


def drawn(cards: Iterable[str]) -> CardSet:
    return CardSet.of(" ".join(cards))


def layout_of(arrangement: Arrangement) -> Layout:
    return frozenset(frozenset(map(str, meld)) for meld in arrangement.melds)


def hands(seed: str, number: int, game: Game, sizes: tuple[int, ...]) -> Iterable[tuple[str, ...]]:
    rng = random.Random(seed)
    for at in range(number):
        size = sizes[at % len(sizes)]
        dense = (at // len(sizes)) % 2 == 0
        yield brute.dense_hand(rng, size, game) if dense else brute.random_hand(rng, size)


def check_melds(hand: tuple[str, ...], rules: Rules, game: Game) -> None:
    cards, truth = drawn(hand), Hand(hand, game)
    assert deadwood(cards, rules) == truth.deadwood
    found = best_arrangements(cards, rules)
    assert {layout_of(one) for one in found} == truth.best
    assert len(found) == len(truth.best)
    assert all(one.points == truth.deadwood for one in found)
    assert int(solver._cards_left(cards.mask, rules.tables)) == truth.fewest_left
    left = CardSet(int(solver.arrange(cards.mask, rules.tables)[1]))
    best_used = {brute.cards_of(layout) for layout in truth.best}
    fewest = min(len(hand) - len(used) for used in best_used)
    assert frozenset(map(str, cards - left)) in best_used
    assert len(left) == fewest
    if len(hand) == 11:
        check_discards(hand, rules, truth)


def check_discards(hand: tuple[str, ...], rules: Rules, truth: Hand) -> None:
    cards = drawn(hand)
    after = {card: truth.after(card) for card in hand}
    assert {str(one.card): one.deadwood for one in discards(cards, rules)} == after
    for forbidden in (-1, Card.of(hand[0])):
        best = min(
            (after[card], -rules.value(Card.of(card)), Card.of(card))
            for card in hand
            if Card.of(card) != forbidden
        )
        points, discarded = solver.best_discard(cards.mask, forbidden, rules.tables)
        assert (int(points), int(discarded)) == (best[0], best[2])


def check_knocks(hand: tuple[str, ...], rules: Rules, game: Game, limit: int) -> None:
    found = [
        (str(knock.discard), layout_of(knock.arrangement))
        for knock in knocks(drawn(hand), rules, limit)
    ]
    assert set(found) == Hand(hand, game).knocks(limit)
    assert len(set(found)) == len(found)


def check_defence(rng: random.Random, rules: Rules, game: Game, *, whole: bool) -> None:
    held, spread, other = brute.knock_and_defence(rng, game)
    laid = brute.cards_of(spread)
    loose = [card for card in held if card not in laid]
    melds = tuple(drawn(meld) for meld in spread)
    knocker = Arrangement(melds, drawn(loose), game.points(loose))
    truth = brute.defence(other, spread, not loose, game)
    assert defense_points(knocker, drawn(other), rules) == truth
    if whole:
        check_lay_off(knocker, other, rules, game, truth)


def check_lay_off(
    knocker: Arrangement, other: tuple[str, ...], rules: Rules, game: Game, truth: int
) -> None:
    """The answer can be played as told: card by card onto melds as they lie by then."""
    answer = lay_off(knocker, drawn(other), rules)
    lying = [frozenset(map(str, meld)) for meld in knocker.melds]
    for card, onto in answer.laid_off:
        at = lying.index(frozenset(map(str, onto)))
        lying[at] |= {str(card)}
        assert lying[at] in game.meld_set
    assert all(frozenset(map(str, meld)) in game.meld_set for meld in answer.melds)
    used = [card for meld in answer.melds for card in meld]
    used += [card for card, _ in answer.laid_off]
    assert sorted(map(str, [*used, *answer.deadwood])) == sorted(other)
    assert answer.points == game.points(map(str, answer.deadwood)) == truth


@more_at_night("number", 4_000, 20_000)
def test_hands_of_all_sizes(number: int) -> None:
    for hand in hands("melds", number, brute.STANDARD, tuple(range(1, 12))):
        check_melds(hand, STANDARD, brute.STANDARD)


@pytest.mark.slow
@more_at_night("number", 4_000, 20_000)
def test_defences(number: int) -> None:
    rng = random.Random("defence")
    for at in range(number):
        check_defence(rng, STANDARD, brute.STANDARD, whole=at % 10 == 0)


@more_at_night("number", 500, 2_000)
def test_every_legal_knock(number: int) -> None:
    for hand in hands("knocks", number, brute.STANDARD, (11,)):
        check_knocks(hand, STANDARD, brute.STANDARD, limit=10)


@more_at_night("number", 200, 600)
@pytest.mark.parametrize("name", [name for name in VARIANTS if name != "standard"])
def test_variants(name: str, number: int) -> None:
    rules, game = VARIANTS[name]
    for hand in hands(name, number, game, tuple(range(1, 12))):
        check_melds(hand, rules, game)
    for hand in hands(name, number // 6, game, (11,)):
        check_knocks(hand, rules, game, limit=10)
    rng = random.Random(name)
    for at in range(number):
        check_defence(rng, rules, game, whole=at % 3 == 0)


@more_at_night("number", 40, 120)
@pytest.mark.parametrize("name", ["standard", "tedesco"])
def test_outs(name: str, number: int) -> None:
    rules, game = VARIANTS[name]
    for hand in hands("outs", number, game, (10,)):
        found = outs(drawn(hand), rules, limit=10)
        melds = brute.melds_within
        for card in (one for one in brute.DECK if one not in hand):
            with_it = (*hand, card)
            truth = Hand(with_it, game)
            after = min(truth.after(discarded) for discarded in with_it)
            helps = any(card in meld for meld in melds(with_it, game))
            told = [Card.of(card) in group for group in (found.meld, found.knock, found.gin)]
            assert told == [helps, after <= 10, after == 0]
            assert (Card.of(card) in found.big_gin) == (truth.deadwood == 0)


def expected_score(
    hand: tuple[str, ...], discard: str, spread: Layout, defenders: list[tuple[str, ...]]
) -> float:
    """What a knock is worth with gin 25 and undercut 25, defender by defender."""
    kept = [card for card in hand if card != discard and card not in brute.cards_of(spread)]
    own = brute.STANDARD.points(kept)
    total = sum(
        brute.score(own, brute.defence(other, spread, not kept, brute.STANDARD), 25, 25)
        for other in defenders
    )
    return total / len(defenders)


def knock_positions(seed: str, number: int) -> Iterable[tuple[tuple[str, ...], list[str]]]:
    """Hands that can knock, and the few cards still hidden."""
    rng = random.Random(seed)
    while number > 0:
        hand = brute.dense_hand(rng, 11)
        if not 0 < len(Hand(hand, brute.STANDARD).knocks(10)) <= 12:
            continue
        number -= 1
        rest = [card for card in brute.DECK if card not in hand]
        yield hand, rng.sample(rest, 11)


def big_gin_score(hand: tuple[str, ...], defenders: list[tuple[str, ...]]) -> float | None:
    """What laying down all eleven cards is worth with big gin 31; None where they do not meld."""
    if all(len(brute.cards_of(layout)) < 11 for layout in brute.layouts(hand, brute.STANDARD)):
        return None
    kept = [brute.defence(other, (), True, brute.STANDARD) for other in defenders]
    return sum(kept) / len(kept) + 31


def check_choice(hand: tuple[str, ...], hidden: list[str]) -> None:
    unseen = drawn(hidden)
    choices = knock_choices(drawn(hand), STANDARD, seen=DECK - unseen - drawn(hand))
    defenders = [tuple(card for card in hidden if card != gone) for gone in hidden]
    truth = {
        (discard, spread): expected_score(hand, discard, spread, defenders)
        for discard, spread in Hand(hand, brute.STANDARD).knocks(10)
    }
    big = big_gin_score(hand, defenders)
    quietest, least = quietest_knock(choices), least_knock(choices)
    assert quietest is not None
    assert least is not None
    assert [choice.knock.is_big for choice in choices].count(True) == (big is not None)
    assert quietest.knock.is_big == least.knock.is_big == (big is not None)
    assert quietest.exact
    assert quietest.hands == 11
    best = max(truth.values()) if big is None else big
    assert best >= max(truth.values())
    assert quietest.score == pytest.approx(best, abs=1e-9)
    assert least.knock.arrangement.points == min(
        Hand(hand, brute.STANDARD).after(card) for card in hand
    )
    for choice in choices:
        knock = choice.knock
        if knock.is_big:
            continue
        same = truth[str(knock.discard), layout_of(knock.arrangement)]
        assert choice.score == pytest.approx(same, abs=1e-9)


@more_at_night("number", 15, 40)
def test_the_best_knock_is_the_best_of_all(number: int) -> None:
    for hand, hidden in knock_positions("choice", number):
        check_choice(hand, hidden)


@more_at_night("most", 4, 12)
def test_big_gin_is_ranked_as_it_should_be(most: int) -> None:
    """Dense hands, of which some meld all eleven cards, against a few hidden ones."""
    rng = random.Random("big gin")
    several = 0
    for hand in hands("big gin", 3_000, brute.STANDARD, (11,)):
        melded = any(
            len(brute.cards_of(each)) == 11 for each in brute.layouts(hand, brute.STANDARD)
        )
        if melded and len(Hand(hand, brute.STANDARD).knocks(10)) <= 40:
            several += 1
            check_choice(hand, rng.sample([card for card in brute.DECK if card not in hand], 11))
        if several == most:
            return
    raise AssertionError(f"only {several} hands of big gin")


@more_at_night("number", 200, 600)
def test_useful_knocks_lose_nothing(number: int) -> None:
    """Against any defender some useful knock with the same discard is as good as a left-out one."""
    rng = random.Random("useful")
    checked = 0
    for hand in hands("useful", number, brute.STANDARD, (11,)):
        cards = drawn(hand)
        useful = useful_knocks(cards, STANDARD, 10)
        for knock in knocks(cards, STANDARD, 10):
            other = drawn(brute.random_hand(rng, 10, tuple(map(str, DECK - cards))))
            own = knock.arrangement.points
            worth = brute.score(own, defense_points(knock.arrangement, other, STANDARD), 25, 25)
            best = max(
                brute.score(
                    one.arrangement.points,
                    defense_points(one.arrangement, other, STANDARD),
                    25,
                    25,
                )
                for one in useful
                if one.discard == knock.discard
            )
            assert worth <= best
            checked += 1
    assert checked > 5 * number // 3


def test_completions_are_all_hands() -> None:
    import numpy as np

    pool = CardSet.of("Ac 5d Kh 2s 9c Td")
    out = np.zeros(15, np.int64)
    known = CardSet.of("3c 4c").mask
    assert int(completions(known, pool.mask, 2, out)) == 15
    assert len(set(out.tolist())) == 15
    assert all(len(CardSet(hand)) == 4 and hand & known == known for hand in out.tolist())


@pytest.mark.nightly
@pytest.mark.parametrize("size", range(1, 12))
@pytest.mark.parametrize("name", ["standard", "tedesco"])
def test_nightly_hands_of_each_size(name: str, size: int) -> None:
    rules, game = VARIANTS[name]
    for hand in hands(f"{name} {size}", 20_000, game, (size,)):
        check_melds(hand, rules, game)


@pytest.mark.nightly
@pytest.mark.parametrize("name", VARIANTS)
def test_nightly_defences(name: str) -> None:
    rules, game = VARIANTS[name]
    rng = random.Random(f"nightly {name}")
    for at in range(20_000):
        check_defence(rng, rules, game, whole=at % 4 == 0)


@pytest.mark.nightly
def test_nightly_knocks() -> None:
    for hand in hands("nightly knocks", 20_000, brute.STANDARD, (11,)):
        check_knocks(hand, STANDARD, brute.STANDARD, limit=10)
    for hand, hidden in knock_positions("nightly choice", 600):
        check_choice(hand, hidden)


def test_an_arrangement_within_a_limit() -> None:
    found = arrangements(CardSet.of("Ac 2c 3c 4c"), STANDARD, 4)
    assert [str(one) for one in found] == ["Ac 2c 3c 4c", "2c 3c 4c | Ac", "Ac 2c 3c | 4c"]
