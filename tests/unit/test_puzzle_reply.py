"""The reply that punishes a wrong answer, where it can be counted."""

from __future__ import annotations

from analyzer.engine.types import Ending
from analyzer.game.cards import CardSet
from analyzer.practice.puzzles.pack import shipped
from analyzer.practice.puzzles.reply import punishing_reply
from analyzer.practice.puzzles.types import PuzzleKind


def test_against_an_open_hand_the_reply_is_what_the_answer_was_charged_with() -> None:
    undercuts = 0
    spreads = [one for one in shipped().values() if one.kind is PuzzleKind.ARRANGEMENT]
    for puzzle in spreads[::15]:
        (step,) = puzzle.steps
        for option in step.options:
            reply = punishing_reply(step, option.answer)
            ends_in_undercut = str(Ending.UNDERCUT) in option.outcomes
            undercuts += ends_in_undercut
            assert bool(reply and reply.undercut) == ends_in_undercut, (puzzle.id, option.answer)
            if reply is not None:
                assert reply.cards <= CardSet.of(step.opponent)
    assert undercuts > 5
