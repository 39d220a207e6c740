"""Views without turns: the turns that they imply, and the answers that read them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from analyzer.engine import OPPONENTS, Limit, analyze
from analyzer.engine._turn_levels import (
    BACK,
    KNOWN,
    LAID,
    MOST_RETURNED,
    UNTOLD,
    PilePlace,
    layout_of,
    steps_back,
)
from analyzer.engine.implied_turns import WAYS, assumption, implied, ways
from analyzer.engine.opponents import DEFAULT_OPPONENT
from analyzer.engine.play import choose
from analyzer.engine.timeline import readable
from analyzer.engine.turn_evidence import model_for, read
from analyzer.engine.types import Missing
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS
from analyzer.game.table import Played
from analyzer.game.view import Question, Side, Turn, View, view_of
from analyzer.notation import parse_view
from analyzer.notation.records import decisions
from tests.sizes import more_at_night
from tests.workshop.measure._corpus import hand_with_slips
from tests.workshop.measure._positions import played
from tests.workshop.measure.partial import FORMS, in_form

MINE, THEIRS = Side.ME, Side.OPPONENT

EXAMPLE = parse_view("""
    rules: eaai
    hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s
    pile: 5s Kh 9c
    opp took: Jd
""")
EXAMPLE_TURNS = parse_view("""
    rules: eaai
    hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s
    history:
      upcard 5s
      opp: pass
      me: pass
      opp: draws, discards Kh
      me: draws, discards Jd
      opp: takes Jd, discards 9c
      me: draws
""")
LATE = parse_view(
    "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\ntop: 9c\nstock: 15\nopp took: Jd Td"
)
TOP = parse_view("rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\ntop: 9c")


# ---------------------------------------------------------------- the turns laid out


@pytest.mark.parametrize(
    "told",
    [
        "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s Kh\nopp took: Jd\nshown: 4c",
        "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c\nopp took: Jd\nshown: 4c",
        "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s Kh 9c\nopp took: Jd Td\nshown: 4c",
    ],
)
def test_the_ways_are_those_that_brute_force_finds(told: str) -> None:
    view = parse_view("rules: eaai\n" + told)
    drawn = {laid.history for seed in range(40) for laid in ways(view, seed)}
    plain = {turns for turns in drawn if turns and not _returns(turns)}
    assert plain == set(sequences(view))


def _returns(turns: tuple[Played, ...]) -> bool:
    """Whether somebody discards a card that they had taken."""
    taken = {(event.player, event.card) for event in turns if event.turn is Turn.TAKE}
    return any((event.player, event.discarded) in taken for event in turns)


def sequences(view: View) -> Iterator[tuple[Played, ...]]:
    """Orders of all discards in which the cards taken are mixed into the pile in every way."""
    taken = [*((card, THEIRS) for card in view.opponent), *((card, MINE) for card in view.shown)]
    for cards in _mixed(list(view.pile), taken):
        takers = dict(taken)
        who = [THEIRS if (len(cards) - 1 - at) % 2 == 0 else MINE for at in range(len(cards))]
        after = [*who[1:], MINE]
        if any(card in takers and takers[card] is not after[at] for at, card in enumerate(cards)):
            continue
        if cards[-1] in takers:
            continue
        events = tuple(
            Played(who[at], Turn.TAKE if cards[at - 1] in takers else Turn.DRAW,
                  cards[at - 1] if cards[at - 1] in takers else None, cards[at])
            for at in range(1, len(cards))
        )  # fmt: skip
        last = (Played(MINE, Turn.DRAW),) if view.question is Question.DISCARD else ()
        first = who[1] if len(cards) > 1 else MINE
        if cards[0] in takers:
            for passes in ((), (Played(first.other, Turn.PASS),)):
                yield (*passes, *events, *last)
        else:
            passes = Played(first, Turn.PASS), Played(first.other, Turn.PASS)
            yield (*passes, *events, *last)


def _mixed(pile: list[Card], taken: list[tuple[Card, Side]]) -> Iterator[list[Card]]:
    if not taken:
        yield pile
        return
    (card, _), *rest = taken
    for at in range(len(pile) + 1):
        yield from _mixed([*pile[:at], card, *pile[at:]], rest)


def test_each_way_leads_to_the_view_and_can_be_read() -> None:
    for view in (EXAMPLE, LATE):
        laid = ways(view, 3)
        assert len(laid) == WAYS
        for way in laid:
            assert readable(way) and way.history
            assert (way.hand, way.stock, way.opponent) == (view.hand, view.stock, view.opponent)
            assert way.pile[len(way.pile) - len(view.pile) :] == view.pile
            assert way.buried == 0 and view.shown <= way.shown
            assert way.legal_actions() == view.legal_actions()


def test_the_example_has_the_turns_that_its_lines_imply() -> None:
    assert EXAMPLE_TURNS.history in {laid.history for laid in ways(EXAMPLE, 1)}


def test_the_ways_follow_the_seed_alone() -> None:
    first = ways(EXAMPLE, 5)
    ways.cache_clear()
    assert ways(EXAMPLE, 5) == first != ways(EXAMPLE, 6)


def test_what_is_told_of_the_turns_holds() -> None:
    for way in ways(replace(EXAMPLE, dealer=MINE, they_passed=True), 1):
        assert way.dealer == MINE and way.they_passed
    counted = replace(EXAMPLE, my_discards=1, their_discards=2)
    assert {(way.my_discards, way.their_discards) for way in ways(counted, 1)} == {(1, 2)}
    jack = replace(EXAMPLE, upcard=Card.of("Jd"))
    assert {way.upcard for way in ways(jack, 1)} == {Card.of("Jd")}
    assert all(way.history and way.history[-1].card == Card.of("9c")
               for way in ways(_taken(), 1))  # fmt: skip


def _taken() -> View:
    return parse_view(
        "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 9c\npile: 5s Kh\ntook: 9c\nopp took: Jd"
    )


def test_where_only_the_top_is_known_the_stock_is_drawn_too() -> None:
    stocks = {way.stock for way in ways(TOP, 1)}
    assert len(stocks) > 6 and max(stocks) <= 30 and min(stocks) > 2
    good = replace(TOP, hand=CardSet.of("7h 8h 9h 4c 4d 4s 2d 2h 2s Ac"))

    def middle(view: View) -> float:
        return sum(way.stock for way in ways(view, 1)) / WAYS

    assert middle(good) < middle(TOP)  # a better hand has been played longer


def test_where_nothing_implies_turns_none_are_laid_out() -> None:
    upcard = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard: 9c")
    bare = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s")
    limit = parse_view(
        "rules: oklahoma\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\ntop: 9c\nstock: 20"
    )
    never = replace(EXAMPLE, my_discards=5, their_discards=1)
    for view in (upcard, bare, limit, EXAMPLE_TURNS, never):
        assert not implied(view) and assumption(view, 1) is None


# ---------------------------------------------------------------- the truth is among them


def true_views(count: int) -> Iterator[View]:
    """Decisions after a discard of the opponent's, of engines and of players who slip."""
    for seed in range(count):
        for position in played(PRESETS["eaai"], seed):
            yield view_of(position)
        if seed % 4 != 3:
            yield from (choice.view for choice in decisions(hand_with_slips(seed), seed % 2))


def path_of(told: View, truth: View) -> list[PilePlace] | None:
    """The places of the true turns, the last one first; None where too much was given back."""
    cards, levels, taken, size = [truth.upcard], [1], [False], 1
    owners: list[Side | None] = [None]
    for event in truth.history or ():
        if event.turn is Turn.TAKE:
            taken[-1], size = True, size - 1
        if event.discarded is not None:
            size += 1
            cards.append(event.discarded)
            levels.append(size)
            taken.append(False)
            owners.append(event.player)
    places, held, untold, returned = [], [0, 0], [0, 0], [0, 0]
    for at in reversed(range(len(cards))):
        kind = LAID
        last = at == len(cards) - 1
        if taken[at] and not last:
            seat = 0 if owners[at + 1] == MINE else 1
            again = cards[at] in cards[at + 1 :]
            known = cards[at] in (told.shown if seat == 0 else told.opponent)
            kind = BACK if again else KNOWN if known else UNTOLD
            held[seat] += not again
            untold[seat] += kind == UNTOLD
            returned[seat] += again
        places.append(PilePlace(levels[at], kind, tuple(held), tuple(untold), tuple(returned)))
    return None if max(returned) > MOST_RETURNED or max(untold) > 2 else places


@more_at_night("hands", 3, 12)
@pytest.mark.parametrize("form", FORMS[:3])
def test_the_true_turns_are_among_those_that_fit(form: str, hands: int) -> None:
    looked = 0
    for truth in true_views(hands):
        if truth.question is Question.UPCARD or truth.must_draw or not truth.pile:
            continue
        told = in_form(replace(truth, score=None), form)
        if (path := path_of(told, truth)) is None:
            continue
        layout = layout_of(told, told.stock)
        for place, before in pairwise([*path, None]):
            weights = [step.weight for step in steps_back(layout, place) if step.before == before]
            assert weights and max(weights) > 0.0, (told, truth.history)
        looked += 1
    assert looked > 8 * hands


# ---------------------------------------------------------------- the answers


def test_the_example_is_answered_as_its_turns_are() -> None:
    found = analyze(EXAMPLE, Limit(worlds=16_384))
    losses = {str(value.action): value.loss for value in found.actions}
    assert losses["discard Kd"] < 0.5 and losses["discard 6s"] <= 2.5
    truth = analyze(EXAMPLE_TURNS, Limit(worlds=16_384))
    assert abs(found.actions[0].q - truth.actions[0].q) < 3
    assert abs(read(EXAMPLE, model_for(), 8_192).mean - 31) < 6


def test_a_view_without_turns_says_what_it_assumed() -> None:
    found = analyze(EXAMPLE, Limit(worlds=256))
    assert found.assumed is not None and found.assumed.missing is Missing.THEIR_TAKES
    assert 1 < found.assumed.ways <= WAYS
    missing = {LATE: Missing.PILE, TOP: Missing.STOCK, EXAMPLE.knowing(CardSet(0)):
               Missing.MY_TAKES}  # fmt: skip
    for view, fact in missing.items():
        known = assumption(view, 1)
        assert known is not None and known.missing is fact
    assert analyze(EXAMPLE_TURNS, Limit(worlds=256)).assumed is None
    assert analyze(EXAMPLE, Limit(worlds=256), opponent="uniform").assumed is None


@pytest.mark.parametrize("view", [EXAMPLE, LATE], ids=["pile", "top"])
def test_worlds_keep_what_is_known(view: View) -> None:
    worlds = OPPONENTS[DEFAULT_OPPONENT].belief.sample(view, 1, 0, 512)
    for hand, row in zip(worlds.hands.tolist(), worlds.rows, strict=True):
        held = CardSet(hand)
        assert len(held) == 10 and view.opponent <= held
        assert held - view.opponent <= view.unseen
        rest = CardSet.from_cards(Card(int(card)) for card in row)
        assert len(rest) == len(row) and rest == view.unseen - held


def test_worlds_are_the_same_in_parts_and_answers_on_any_threads() -> None:
    belief = OPPONENTS[DEFAULT_OPPONENT].belief
    whole = belief.sample(LATE, 2, 0, 200)
    parts = [belief.sample(LATE, 2, first, count) for first, count in ((0, 40), (40, 9), (49, 151))]
    assert whole.hands.tolist() == [hand for part in parts for hand in part.hands.tolist()]
    one, two = (analyze(LATE, Limit(worlds=2_048), threads=threads) for threads in (1, 3))
    assert one.actions == two.actions
    assert choose(EXAMPLE, 64, 1) == choose(EXAMPLE, 64, 1)


@pytest.mark.slow
def test_an_answer_without_turns_costs_little_more() -> None:
    def spent(view: View, seed: int) -> float:
        begun = time.process_time()
        analyze(view, Limit(worlds=8_192), seed=seed, threads=1)
        return time.process_time() - begun

    for view in (EXAMPLE, EXAMPLE_TURNS):
        spent(view, 1)
    ratios = sorted(spent(EXAMPLE, seed) / spent(EXAMPLE_TURNS, seed) for seed in range(2, 7))
    assert ratios[2] < 2  # 1.5 where nothing else runs
