"""The race of a review: what is left out of it changes nothing of what it finds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.engine.opponents import OpponentModel, opponent_named
from analyzer.game.actions import Action
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.review.paired_rollouts import THIN, PairedRollouts

PLAYED = Action.of("discard Kd")
SHORT, LONG = opponent_named("reader"), opponent_named("reader").for_thousands()


@pytest.fixture(scope="module")
def view() -> View:
    return parse_view(
        "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Kd 2s 3s Tc Qh\nhistory:\n  upcard 4h\n"
        "  me: passes\n  opp: passes\n  me: draws 2s, discards Ks\n  opp: draws, discards Jd\n"
        "  me: draws 3s"
    )


def raced(view: View, model: OpponentModel, *, begun: bool) -> PairedRollouts:
    rollouts = PairedRollouts(view, PLAYED, model, 1)
    (rollouts.begin if begun else rollouts.run)(1_024)
    return rollouts


@pytest.mark.parametrize("model", [SHORT, LONG])
def test_what_stays_in_the_race_has_played_all_worlds_and_the_rest_a_few_of_each_cluster(
    view, model
):
    begun, all_of_it = (raced(view, model, begun=begun) for begun in (True, False))
    assert begun.worlds == all_of_it.worlds == 1_024
    left = set(range(begun.size)) - set(begun.active)
    assert left and 0 not in left
    for column in range(begun.size):
        every = THIN if column in left else 1
        np.testing.assert_array_equal(begun.points(column), all_of_it.points(column)[::every])
        assert begun.value(column).worlds == 1_024 // every
    for column in left:
        few, many = (each.value(column) for each in (begun, all_of_it))
        assert many.loss > 0 and abs(few.loss - many.loss) < 4 * few.loss_se
    shown, whole = (each.value(each.active[1]) for each in (begun, all_of_it))
    assert (shown.q, shown.se) == (whole.q, whole.se)


@pytest.mark.parametrize("score", [None, (70, 85)])
def test_what_an_action_is_worth_is_what_its_endings_bring_wherever_it_left(view, score):
    at = replace(view, score=score)
    begun = raced(at, LONG, begun=True)
    best = begun.value(begun.leader)
    for value in map(begun.value, begun.shown()):
        shares = value.outcomes.values()
        assert all(share.p >= 0 for share in shares)
        assert sum(share.p for share in shares) == pytest.approx(1)
        assert sum(share.p * share.points for share in shares) == pytest.approx(value.q)
        if score is None:
            assert best.q - value.q == pytest.approx(value.loss)


def test_both_stretches_of_a_chain_count_as_one_where_it_is_asked(view):
    """What a chain does not forget from one to the next would be missing in the errors."""
    chains = PairedRollouts(view, PLAYED, SHORT, 1, chains=True)
    assert chains.cluster == SHORT.belief.together == 2 * SHORT.belief.cluster
    chains.begin(1_024)
    assert len(chains._values[0]) == 1_024 // chains.cluster
