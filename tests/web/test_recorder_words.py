"""What the recorder says: questions, turns and results, with and without names."""

from __future__ import annotations

import pytest

from analyzer.game.scoring import Ended, Scored
from analyzer.notation.recorder import read_sheet
from analyzer.notation.recorder.step import next_step
from analyzer.notation.records import parse_record
from analyzer.web.recorder.words import names_of, question, result_words, turn_words
from tests.unit.test_recorder import hand, tapped


def test_questions_speak_to_who_has_no_name() -> None:
    text = hand()
    assert question(read_sheet(text), next_step(text)) == "Your turn: take the 5♣, or pass?"
    text = tapped(text, "^", "Kd", "?", "?!")
    said = question(read_sheet(text), next_step(text))
    assert said == "Opponent’s knock: tap the ten cards laid down."
    text = '[Dealer "2"]'
    assert question(read_sheet(text), next_step(text)) == "Tap the ten cards dealt to you."
    assert names_of(read_sheet('[Players "Ann" "?"]')) == ("Ann", "Opponent")


def test_turns_are_told_in_words() -> None:
    record = parse_record(tapped(hand(), "p", "^", "Ks", "6h", "Kd", "?", "Ts!", "?"))
    told = [turn_words(turn, ("You", "Bob")[turn.player]) for turn in record.turns]
    assert told == [
        "You pass",
        "Bob takes 5♣, discards K♠",
        "You draw 6♥, discard K♦",
        "Bob draws, discards 10♠",
    ]
    assert record.showdown is not None and record.result is None
    assert turn_words(record.turns[-1], "You", "goes gin") == "You draw, discard 10♠, go gin"


@pytest.mark.parametrize(
    ("kind", "winner", "said"),
    [
        (Ended.KNOCK, 0, "A knock: you win 9."),
        (Ended.GIN, 1, "Gin: Bob wins 9."),
        (Ended.BIG_GIN, 0, "Big gin: you win 9."),
        (Ended.TIE, None, "A tie: nobody scores."),
        (Ended.VOID, None, "A dead hand: nobody scores."),
        (Ended.MISDEAL, None, "A misdeal: nobody scores."),
    ],
)
def test_results_are_told_in_words(kind: Ended, winner: int | None, said: str) -> None:
    assert (
        result_words(Scored(kind, winner, 9 if winner is not None else 0), ("You", "Bob")) == said
    )
