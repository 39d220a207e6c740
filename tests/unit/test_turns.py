"""A view that goes on turn by turn is the view of the hand in play."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Turn
from analyzer.game.cards import Card
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.turns import after_mine, after_theirs, their_turns
from analyzer.game.view import Side, View, history_of, view_of
from analyzer.notation import decode, encode, parse_view
from tests.sizes import rest_at_night


def _followed(seed: int, rules: str) -> int:
    """How many of a random hand's decisions the steps have foretold; they are all compared."""
    random, here, me = Random(seed), deal(PRESETS[rules], seed), seed % 2
    before: View | None = None
    did: Action | None = None
    compared = 0
    while not here.over and here.shuffles == 0:
        if here.turn == me:
            view = view_of(here, me)
            if before is not None and did is not None:
                assert _next(before, did, view) == view
                assert decode(encode(view)) == view
                compared += 1
            plays = [one for one in here.legal_actions() if not one.ends_hand]
            if not plays:
                break
            before, did = view, random.choice(plays)
            here = here.apply(did)
            continue
        plays = [one for one in here.legal_actions() if not one.ends_hand]
        if not plays:
            break
        here = here.apply(random.choice(plays))
    return compared


def _next(before: View, did: Action, after: View) -> View:
    """The view that follows, told only what `after` shows of the card drawn and their turn."""
    if did.kind in {Kind.TAKE, Kind.DRAW}:
        return after_mine(before, did, after.drawn)
    between = after_mine(before, did)
    assert after.history is not None
    theirs = [one for one in after.history if one.player == Side.OPPONENT][-1]
    assert theirs.turn in their_turns(between, did)
    return after_theirs(between, theirs.turn, theirs.discarded)


@rest_at_night(
    "rules", ["standard", "classic", "oklahoma", "eaai", "straight"], {"classic", "straight"}
)
def test_steps_follow_hands_in_play(rules):
    assert sum(_followed(seed, rules) for seed in range(3)) > 20


def test_a_view_without_its_turns_goes_on():
    view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh\nopp took: Jd")
    between = after_mine(view, Action.of("discard Kd"))
    assert [str(card) for card in between.pile] == ["5s", "Kh", "Kd"]
    after = after_theirs(between, Turn.TAKE, Card.of("Jd"))
    assert str(after.opponent) == "Kd" and str(after.top) == "Jd" and after.stock == view.stock
    assert history_of((), 0) == () and after.history is None


@pytest.mark.parametrize("action", ["discard 3d", "take", "knock Kd", "pass"])
def test_what_cannot_be_done_is_an_error(action):
    view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh")
    with pytest.raises(InputError, match=r"not possible"):
        after_mine(view, Action.of(action))


def test_a_card_in_view_cannot_be_theirs():
    view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s Kh")
    with pytest.raises(InputError, match=r"cannot be drawn"):
        after_mine(view, Action.of("draw"), Card.of("Kh"))
    eleven = after_mine(view, Action.of("draw"), Card.of("6s"))
    with pytest.raises(InputError, match=r"cannot discard"):
        after_theirs(after_mine(eleven, Action.of("discard Kd")), Turn.DRAW, Card.of("6s"))
