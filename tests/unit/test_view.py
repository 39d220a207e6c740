"""What a player sees of a position, and what a view refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question, Turn
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.position import Position, start
from analyzer.game.rules import PRESETS, FirstUpcard
from analyzer.game.table import Played
from analyzer.game.view import Side, View, view_of

TAKE, DRAW, PASS = Action(Kind.TAKE), Action(Kind.DRAW), Action(Kind.PASS)
FIRST = "7h 8h 9h 4c 4d 4s Jc Qc 2d 3s"
SECOND = "7c 8c 9c Kd Kh Ks Ad Ah Td 5s"
BASE = View(
    rules=PRESETS["classic"],
    hand=CardSet.of(FIRST),
    pile=(Card.of("9c"),),
    stock=31,
    question=Question.UPCARD,
)


def discard(text: str) -> Action:
    return Action(Kind.DISCARD, Card.of(text))


def position(*actions: Action) -> Position:
    """A hand with Kc turned up and 6s, 6d next in the stock, after some actions."""
    hands = CardSet.of(FIRST), CardSet.of(SECOND)
    known = Card.of("6s"), Card.of("6d")
    rest = DECK - hands[0] - hands[1] - CardSet.from_cards(known) - CardSet.of("Kc")
    here = start(
        PRESETS["standard"], hands, Card.of("Kc"), (*known, *rest), score=(40, 65), dealer=1
    )
    for action in actions:
        here = here.apply(action)
    return here


def test_the_first_offer() -> None:
    view = view_of(position())
    assert (view.question, view.dealer, view.score) == (Question.UPCARD, Side.OPPONENT, (40, 65))
    assert (view.top, view.upcard, view.stock) == (Card.of("Kc"), Card.of("Kc"), 31)
    assert view.history == () and not view.they_passed and view.hidden == 10


def test_the_dealer_sees_the_pass_and_the_score_from_his_side() -> None:
    view = view_of(position(PASS))
    assert (view.dealer, view.score, view.they_passed) == (Side.ME, (65, 40), True)
    assert view.history == (Played(Side.OPPONENT, Turn.PASS),)
    assert not view.must_draw


def test_after_two_passes_only_the_stock_is_left() -> None:
    view = view_of(position(PASS, PASS))
    assert view.question is Question.DRAW and view.must_draw
    assert [str(action) for action in view.legal_actions()] == ["draw"]


def test_taking_is_seen_and_drawing_is_not() -> None:
    view = view_of(position(TAKE, discard("3s"), DRAW, discard("Td")))
    assert view.opponent == NO_CARDS and view.shown == CardSet.of("Kc")
    assert (view.my_discards, view.their_discards, view.their_takes) == (1, 1, 0)
    assert view.history == (
        Played(Side.ME, Turn.TAKE, Card.of("Kc"), Card.of("3s")),
        Played(Side.OPPONENT, Turn.DRAW, None, Card.of("Td")),
    )
    assert view.pile == (Card.of("3s"), Card.of("Td")) and view.buried == 0


def test_the_opponents_takes_are_known_until_discarded() -> None:
    taken = view_of(position(PASS, TAKE, discard("Td")))
    assert taken.opponent == CardSet.of("Kc") and (taken.their_takes, taken.hidden) == (1, 9)
    back = view_of(position(PASS, TAKE, discard("Td"), DRAW, discard("6s"), DRAW, discard("Kc")))
    assert back.opponent == NO_CARDS and back.top == Card.of("Kc")


def test_my_turn_in_progress() -> None:
    drawn = view_of(position(PASS, PASS, DRAW))
    assert (drawn.question, drawn.drawn, drawn.taken) == (Question.DISCARD, Card.of("6s"), None)
    assert drawn.history is not None and drawn.history[-1] == Played(
        Side.ME, Turn.DRAW, Card.of("6s")
    )
    taken = view_of(position(TAKE))
    assert (taken.taken, taken.forbidden, taken.drawn) == (Card.of("Kc"), Card.of("Kc"), None)
    assert taken.pile == () and taken.stock == 31


def test_only_the_player_to_act_has_a_view() -> None:
    with pytest.raises(ValueError, match="to act"):
        view_of(position(), 1)
    with pytest.raises(ValueError, match="to act"):
        view_of(position(TAKE, Action(Kind.KNOCK, Card.of("3s"))))


def test_the_view_of_eleven_dealt_cards() -> None:
    rules = PRESETS["standard"].override(first_upcard=FirstUpcard.ELEVEN)
    hands = CardSet.of(FIRST + " Kc"), CardSet.of(SECOND)
    here = start(rules, hands, None, tuple(DECK - hands[0] - hands[1]))
    view = view_of(here)
    assert (view.question, view.pile, view.upcard) == (Question.DISCARD, (), None)
    assert view.history == (Played(Side.ME, Turn.DRAW),)
    answer = view_of(here.apply(discard("Kc")))
    assert not answer.must_draw
    assert [str(action) for action in answer.legal_actions()] == ["take", "draw"]


def test_an_untouched_stock_later_on_does_not_force_the_draw() -> None:
    view = view_of(position(PASS, TAKE, discard("Td")))
    assert view.stock == 31 and [str(a) for a in view.legal_actions()] == ["take", "draw"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"pile": (Card.of("7h"),)}, "7h is both in your hand and in the pile"),
        ({"pile": (Card.of("9c"), Card.of("9c"))}, "a card twice"),
        (
            {"known": (NO_CARDS, CardSet.of("9c"))},
            "9c is both in the pile and in the opponent's cards",
        ),
        ({"taken": Card.of("Kh")}, "was taken but is not in your hand"),
        ({"known": (CardSet.of("Kh"), NO_CARDS)}, "was taken but is not in your hand"),
        ({"hand": CardSet.of("7h 8h")}, "2 cards"),
        ({"question": Question.DISCARD}, "10 cards"),
        ({"pile": ()}, "the pile is empty"),
        ({"stock": 32}, "32 cards cannot be in the stock"),
        ({"known": (NO_CARDS, CardSet.of("2c 3c 5c 6c 7c 8c Tc Kc Ac Ad Ah"))}, "11 cards"),
    ],
)
def test_what_cannot_be(change: dict[str, object], why: str) -> None:
    with pytest.raises(InputError, match=why):
        replace(BASE, **change)


def test_a_misdeal_is_no_decision() -> None:
    rules = PRESETS["classic"].override(misdeal_if_dealt_knock=True)
    good = CardSet.of("7h 8h 9h 4c 4d 4s 2c 2d Ac Ad")
    with pytest.raises(InputError, match="6 points of deadwood is a misdeal"):
        replace(BASE, rules=rules, hand=good)
    assert replace(BASE, rules=rules).legal_actions()
    later = replace(BASE, rules=rules, hand=good, question=Question.DRAW, stock=20, my_discards=4)
    assert later.legal_actions(), "after the first turns a low hand is only a good one"


def test_the_last_discard_is_taken_only_to_knock() -> None:
    """Under OpenSpiel's rules, where two cards are left in the stock; three are no wall."""
    rules, taken = PRESETS["openspiel"], Card.of("5c")
    far, near = (
        CardSet.of("Ac 2c 4c 5c 2d Kd 5h Kh 3s 4s Ks"),
        CardSet.of("Ac 2c 3c 5c 2d Kd Kc Kh 3s 4s Ks"),
    )
    asked = {"rules": rules, "pile": (), "question": Question.DISCARD, "taken": taken}
    with pytest.raises(InputError, match="5c is the last discard, which is taken only to knock"):
        View(hand=far, stock=2, **asked)
    assert all(action.ends_hand for action in View(hand=near, stock=2, **asked).legal_actions())
    assert View(hand=far, stock=3, **asked).legal_actions()
