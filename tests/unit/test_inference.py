"""What is believed of the opponent's hand, and what each of their turns revealed."""

from __future__ import annotations

from dataclasses import replace
from math import log2

import pytest

from analyzer.engine.opponents import DEFAULT_OPPONENT, OPPONENTS
from analyzer.engine.race import LEAST_CLUSTERS
from analyzer.engine.turn_evidence import (
    TurnEvidence,
    _bits_over_equal,
    model_for,
    moments,
    read,
    replay,
)
from analyzer.errors import InputError
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.rules import PRESETS, TWO_HANDED, parse_rules
from analyzer.game.view import Question, Side, Turn, View, view_of
from analyzer.notation import parse_view
from tests.workshop.measure._positions import played

READ = """
    rules: eaai
    hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
    history:
      upcard Ts
      opp: takes Ts, discards Kh
      me: draws 4s, discards Jd
      opp: draws, discards 9c
"""


def turns(text: str, worlds: int = 4096) -> list[TurnEvidence]:
    view = parse_view(text)
    return list(replay(view, model_for(), worlds))


def test_a_reading_is_a_distribution() -> None:
    view = parse_view(READ)
    found = read(view, OPPONENTS["reader"], worlds=500)
    assert found.worlds >= 500 and found.worlds % OPPONENTS["reader"].belief.cluster == 0
    assert set(found.chances) == set(found.errors) == set(DECK)
    assert sum(found.chances.values()) == pytest.approx(10)
    assert found.chances[Card.of("Ts")] == 1 and found.errors[Card.of("Ts")] == 0
    for card in view.hand | CardSet.from_cards(view.pile):
        assert found.chances[card] == 0
    assert sum(found.deadwood.values()) == pytest.approx(1)
    assert list(found.deadwood) == sorted(found.deadwood)
    mean = sum(left * chance for left, chance in found.deadwood.items())
    assert found.mean == pytest.approx(mean)
    assert found.can_knock == pytest.approx(found.at_most(10)) and found.at_most(200) == 1


def test_the_same_question_has_the_same_reading() -> None:
    view = parse_view(READ)
    first, second, other = (read(view, model_for(), 256, seed) for seed in (1, 1, 2))
    assert first == second
    assert first.chances != other.chances


def test_errors_are_about_as_large_as_seeds_differ() -> None:
    """A chance from one seed lies within three errors of a deep one for nearly every card."""
    view = parse_view(READ)
    deep = read(view, OPPONENTS["reader"], 32_768, seed=9)
    near = read(view, OPPONENTS["reader"], 2_048, seed=2)
    far = [
        card
        for card in view.unseen
        if abs(near.chances[card] - deep.chances[card])
        > 3 * (near.errors[card] ** 2 + deep.errors[card] ** 2) ** 0.5
    ]
    assert len(far) <= 2
    assert max(near.errors.values()) > 2 * max(deep.errors.values())


def test_bits_are_none_for_equal_chances_and_all_for_certainty() -> None:
    view = parse_view(READ)
    unseen = sorted(view.unseen)
    equal = dict.fromkeys(unseen, view.hidden / len(unseen))
    assert _bits_over_equal(view, equal) == pytest.approx(0)
    sure = {card: float(place < view.hidden) for place, card in enumerate(unseen)}
    share = view.hidden / len(unseen)
    coin = -share * log2(share) - (1 - share) * log2(1 - share)
    assert _bits_over_equal(view, sure) == pytest.approx(coin * len(unseen) / view.hidden)
    known = replace(view.knowing(CardSet.of("As 2s 3s 5s 6s 7s 8s 9s Ts Js")), history=None)
    assert _bits_over_equal(known, dict.fromkeys(DECK, 0.0)) == 0.0
    assert read(view, OPPONENTS["uniform"], 20_000).bits < 0.01
    assert read(view, OPPONENTS["reader"], 20_000).bits > 0.1


def test_the_default_is_the_one_of_every_answer() -> None:
    assert model_for().name == DEFAULT_OPPONENT == "reader"
    assert model_for("uniform").name == "uniform"
    with pytest.raises(InputError, match="nobody"):
        model_for("nobody")


def test_the_reader_reads_where_there_are_turns_to_read() -> None:
    """Elsewhere it believes what a sensible player holds at that point."""
    blind = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s\nstock: 29")
    assert read(parse_view(READ), model_for(), 512).reads
    found = read(blind, model_for(), 512)
    assert not found.reads and not found.types
    assert found.chances == read(blind, OPPONENTS["baseline"], 512).chances


def test_a_taken_card_draws_its_neighbors_to_it() -> None:
    taken, _ = turns(READ)
    assert (taken.number, taken.event.turn, str(taken.top)) == (1, Turn.TAKE, "Ts")
    changes = {str(move.card): move.change for move in taken.moves}
    near = [changes[name] for name in ("Tc", "Td", "Th", "9s", "Js") if name in changes]
    assert len(near) >= 3 and min(near) > 0.05
    assert "Ts" not in changes and "Kh" not in changes, "what was seen is no guess"
    sizes = [abs(move.change) for move in taken.moves]
    assert sizes == sorted(sizes, reverse=True)
    assert taken.after.mean < taken.before.mean - 5


def test_what_is_told_is_more_than_noise() -> None:
    for told in turns(READ):
        for move in told.moves:
            assert abs(move.change) >= 3 * move.se
            assert move.before == told.before.chances[move.card]
            assert move.after == told.after.chances[move.card]


def test_a_reading_before_a_turn_knows_nothing_of_it() -> None:
    """The first turn is read alike whatever came after it."""
    shorter = READ.replace("      opp: draws, discards 9c\n", "").replace("4s Kd", "Jd Kd")
    shorter = shorter.replace("      me: draws 4s, discards Jd\n", "")
    (alone,), (first, _) = turns(shorter), turns(READ)
    assert alone.before == first.before
    assert alone.after.view == first.after.view
    assert alone.moves == first.moves


@pytest.mark.parametrize("preset", TWO_HANDED)
def test_moments_are_what_the_player_knew(preset: str) -> None:
    """In hands played by the real rules the views of the replay are those there were."""
    compared = 0
    for seed in range(3):
        positions = played(PRESETS[preset], seed)
        for player in (0, 1):
            seen = [view_of(one) for one in positions if one.turn == player]
            known = {len(view.history or ()): view for view in seen}
            for moment in moments(seen[-1]):
                then = known.get(len(moment.after.history or ()))
                if then is not None and then.question is not Question.DISCARD:
                    assert moment.after == replace(then, question=Question.DRAW)
                    compared += 1
                assert moment.event == (moment.after.history or ())[-1]
                assert moment.before.hand == moment.after.hand
    assert compared > 10


def theirs(view: View) -> int:
    return sum(event.player == Side.OPPONENT for event in view.history or ())


def test_a_draw_of_mine_that_was_not_told_hides_what_was_before() -> None:
    told = parse_view(READ)
    untold = parse_view(READ.replace("me: draws 4s,", "me: draws,"))
    assert [moment.number for moment in moments(told)] == [1, 2]
    assert [moment.number for moment in moments(untold)] == [2]


def test_without_turns_there_is_no_replay() -> None:
    assert moments(parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s 9c")) == ()
    view = parse_view(READ)
    assert moments(replace(view, pile=(Card.of("3d"), *view.pile[1:]))) == ()
    assert theirs(view) == len(moments(view)) == 2


def test_where_eleven_are_dealt_their_first_discard_is_not_replayed() -> None:
    rules = parse_rules("standard,first_upcard=eleven")
    views = [view_of(one) for one in played(rules, 1)]
    view = next(one for one in views if one.their_discards > 1 and one.dealer == Side.ME)
    assert [moment.number for moment in moments(view)] == list(range(2, theirs(view) + 1))
    other = next(one for one in views if one.their_discards > 1 and one.dealer == Side.OPPONENT)
    assert [moment.number for moment in moments(other)] == list(range(1, theirs(other) + 1))


def test_the_kinds_of_player_are_told_where_turns_are_read() -> None:
    found = read(parse_view(READ), OPPONENTS["reader"], 2_048)
    assert sum(found.types.values()) == pytest.approx(1) and len(found.types) >= 3
    assert read(parse_view(READ), OPPONENTS["uniform"], 64).types == {}


def test_one_who_wants_no_card_that_fits_is_no_greedy_player() -> None:
    """A greedy player takes only into melds and discards what is costly: here they do neither."""
    text = """
        rules: eaai
        hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
        history:
          upcard Ts
          opp: takes Ts, discards 2h
          me: draws 4s, discards Jd
          opp: takes Jd, discards 3h
    """
    found, blank = (read(parse_view(one), OPPONENTS["reader"], 4_096) for one in (text, READ))
    greedy = [name for name in found.types if name.startswith("greedy")]
    assert greedy
    assert sum(found.types[name] for name in greedy) < sum(blank.types[name] for name in greedy)


@pytest.mark.parametrize("model", ["baseline", "reader"])
def test_a_handful_of_worlds_is_never_taken_for_certain(model: str) -> None:
    found = read(parse_view(READ), OPPONENTS[model], worlds=1)
    assert found.worlds == LEAST_CLUSTERS * OPPONENTS[model].belief.cluster
    assert found.mean_se > 0
