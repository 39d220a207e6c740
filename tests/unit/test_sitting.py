"""What a sitting tells of a player: above all how readily they take."""

from __future__ import annotations

import pytest

from analyzer.engine.bots import EngineBot, bot_named
from analyzer.engine.policies import PRIOR
from analyzer.engine.sitting import DEGREES, STRANGER, TAKES, Sitting
from analyzer.game.cards import Card
from analyzer.game.hand_end import hand_end_of
from analyzer.game.rules import PRESETS
from analyzer.notation import parse_view
from tests.workshop.measure.people import _played, _seat

VIEW = parse_view("""
    rules: eaai
    hand: 7h 8h 9h Kc Kd Qd Jd 2c Ac 2h
    history:
      upcard 6s
      opp: takes 6s, discards Js
      me: draws Kd, discards 7s
      opp: draws, discards 9d
""")


def after_six_hands(name: str) -> Sitting:
    """What a search knows of a player after as many hands as a sitting has."""
    player, learner = bot_named(name, PRESETS["eaai"]), EngineBot()
    for number in range(6):
        end, _ = _played(player, 4, number)
        if end.outcome is not None:
            learner = learner.after(hand_end_of(end, _seat(number)))
    return learner.sitting


def test_nothing_is_known_of_a_stranger() -> None:
    assert STRANGER.eager == 1.0 and len(TAKES) == len(DEGREES)
    assert sum(TAKES) == pytest.approx(1) == sum(PRIOR)


def test_who_takes_whatever_comes_is_found_out_and_who_takes_as_usual_is_not_accused() -> None:
    picker, blind, fast = map(after_six_hands, ("strangers:picker", "strangers:blind", "fast"))
    assert picker.eager > 1.8 and blind.eager < 0.6
    assert 0.6 < fast.eager < 1.6
    assert sum(picker.takes) == pytest.approx(1) == sum(picker.types)


NEVER, ALWAYS = Sitting(takes=(1.0, *[0.0] * 6)), Sitting(takes=(*[0.0] * 6, 1.0))
"""Who takes much less than the types do, and much more."""


def test_who_takes_more_is_thought_likelier_to_take() -> None:
    chances = []
    for belief in (each.belief() for each in (NEVER, STRANGER, ALWAYS)):
        worlds = belief.sample(VIEW, 1, 0, 1024)
        chances.append(belief.take_chance(VIEW, Card.of("9s"), worlds))
    assert chances[0] < 0.7 * chances[1] < 0.5 * chances[2]


def test_what_a_lover_of_the_pile_takes_tells_less_of_the_hand() -> None:
    """A six of spades taken by somebody who takes everything need not be wanted."""
    rare, often = (
        float((each.belief().sample(VIEW, 1, 0, 2048).hands >> int(Card.of("6d")) & 1).mean())
        for each in (NEVER, ALWAYS)
    )
    assert rare > often + 0.03
