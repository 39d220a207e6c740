"""The coach of the other games: what it counts is true, and it is silent where little is lost."""

from __future__ import annotations

import re

import pytest

from analyzer.engine.general import costly, greedy_move
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.melds import deadwood
from analyzer.game.position import deal
from analyzer.game.rules import parse_rules
from analyzer.game.view import seen_by
from analyzer.notation import parse_view
from analyzer.practice.coach import remark_on_move
from analyzer.review.coach.because import because, melding
from tests.unit.test_other_clear import CLEAR

DEADWOOD = re.compile(r"leaves (\d+) points? of deadwood, discarding \S+ (\d+)")


@pytest.mark.parametrize("text", [one for one, _ in CLEAR.values()], ids=list(CLEAR))
def test_a_clear_decision_has_a_reason_or_none_and_no_wrong_one(text: str) -> None:
    view = parse_view(text)
    moves = view.legal_actions()
    for best in moves[:6]:
        for other in moves[:6]:
            reason = because(view, best, other)
            if best == other:
                continue
            assert reason is None or reason.endswith("."), reason


def test_what_is_said_of_deadwood_is_counted() -> None:
    said = 0
    for name in ("three-hand", "two-jokers"):
        here = deal(parse_rules(name), seed=5)
        while not here.over and said < 60:
            view = seen_by(here, here.turn)
            if view.question is Question.DISCARD:
                one, other = [m for m in view.legal_actions() if m.kind is Kind.DISCARD][:2]
                match = DEADWOOD.search(because(view, one, other) or "")
                if match:
                    cards = [move.card for move in (other, one) if move.card is not None]
                    left = [deadwood(view.hand.remove(card), view.rules) for card in cards]
                    assert [int(match[1]), int(match[2])] == left and left[0] > left[1]
                    said += 1
            here = here.after_action(greedy_move(view))
    assert said > 3


def test_cards_that_meld_do_meld() -> None:
    view = seen_by(deal(parse_rules("one-joker"), seed=2), 0)
    points = deadwood(view.hand, view.rules)
    bring = [card for card in view.unseen if deadwood(view.hand.add(card), view.rules) < points]
    assert melding(view, view.hand) == len(bring)


def test_a_move_that_is_best_passes_and_a_forced_one_is_not_looked_at() -> None:
    text, best = CLEAR["the upcard makes three kings, and kings cost the most to sit on"]
    view = parse_view(text)
    assert costly(view, Action.of(best), 1.0) is None
    note = remark_on_move(view, Action.of("pass"), 1.0)
    assert note is not None and note.loss >= 1.0 and note.half < note.loss
    assert "brings" in note.words and dict(note.losses)[best] == 0.0
    assert remark_on_move(view, Action.of("pass"), 500.0) is None


ACE_IN_HAND = """
game: three-hand
seat: 1
dealer: 3
hand: Ac 4d 5d 6d 8h 8s 8c Ks
history:
  upcard 3h
  1: pass
  2: pass
  3: pass
  1: draw Ks
"""


def test_the_ace_of_clubs_is_spoken_of_as_any_card() -> None:
    king, ace = Action.of("discard Ks"), Action.of("discard Ac")
    said = because(parse_view(ACE_IN_HAND), king, ace)
    assert said == "Discarding A♣ leaves 10 points of deadwood, discarding K♠ 1."
